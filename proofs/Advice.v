(* Advice: the bytes of a certificate, one after another, and why a certificate is refused.

   A source of bytes is any type with a function that gives the next byte; nothing is assumed of either. *)
Require Import NArith List.
Import ListNotations.
Open Scope N_scope.

(* Why a certificate is refused. *)
Inductive refusal :=
  | Ended            (* it ends too early *)
  | LongNumber       (* a number of more than five bytes, or greater than 2^32 - 1 *)
  | Header           (* it does not begin with xcd 1 *)
  | UnknownItem      (* the code of no primary item *)
  | Reserved         (* a code that this version does not know *)
  | Covered          (* the item to branch on is not to be covered here *)
  | NotStored        (* there is no such stored sub-problem *)
  | Differs          (* the stored sub-problem is not equal to this one *)
  | Visiting         (* sub-problems are stored where solutions are visited *)
  | Deep             (* a walk deeper than any that leads on *)
  | Unexpected       (* a solution is found that is not the next one listed *)
  | NotFound         (* a solution is listed that is not found *)
  | Trailing         (* bytes follow after the last sub-problem *)
  | NotProblem       (* problem.dlx is not the text of a problem *)
  | NotListing       (* a list is not in its form *)
  | NotSolution      (* a listed set of options is not a solution *)
  | Repeated.        (* two listed solutions are equal *)
Inductive answer (B : Type) := Yes (b : B) | No (r : refusal).
Arguments Yes {B}. Arguments No {B}.

Section Advice.
Variable A : Type.
Variable next : A -> option (N * A).

(* LEB128: seven bits a byte, the low ones first. *)
Definition more : N := 128.
Fixpoint read_bytes (bytes : nat) (a : A) : answer (N * A) :=
  match bytes with
  | O => No LongNumber
  | S bytes' =>
    match next a with
    | None => No Ended
    | Some (b, a') =>
      if b <? more then Yes (b, a')
      else match read_bytes bytes' a' with
           | No r => No r
           | Yes (n, a'') => Yes (b - more + more * n, a'')
           end
    end
  end.
Definition greatest : N := 4294967295.
Definition read (a : A) : answer (N * A) :=
  match read_bytes 5 a with
  | Yes (n, a') => if n <=? greatest then Yes (n, a') else No LongNumber
  | No r => No r
  end.

(* The header of a certificate. *)
Fixpoint expect (bytes : list N) (a : A) : answer A :=
  match bytes with
  | [] => Yes a
  | b :: bytes' =>
    match next a with
    | Some (c, a') => if b =? c then expect bytes' a' else No Header
    | None => No Header
    end
  end.
Definition xcd_1 : list N := [120; 99; 100; 32; 49; 10].
Definition at_end (a : A) : bool := match next a with None => true | Some _ => false end.
End Advice.
