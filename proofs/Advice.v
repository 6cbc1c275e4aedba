(* Advice: the bytes of a certificate, one after another, and why a certificate is refused.

   A source of bytes is any type with a function that gives the next byte; nothing is assumed of either. *)
Require Import NArith List Bool.
Import ListNotations.
Open Scope N_scope.

(* Why a certificate is refused. *)
Inductive refusal :=
  | Ended            (* it ends too early *)
  | LongNumber       (* a number of more than five bytes, or greater than 2^32 - 1 *)
  | Header           (* it begins neither with xcd 1 nor with xcd 2 *)
  | UnknownItem      (* the code of no primary item *)
  | Reserved         (* a code that is not allowed here *)
  | Covered          (* the item to branch on is not to be covered here *)
  | NotStored        (* there is no such stored sub-problem *)
  | Differs          (* the stored sub-problem is not equal to this one, or not up to the names given *)
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

Fixpoint expect (bytes : list N) (a : A) : answer A :=
  match bytes with
  | [] => Yes a
  | b :: bytes' =>
    match next a with
    | Some (c, a') => if b =? c then expect bytes' a' else No Header
    | None => No Header
    end
  end.
(* The header of a certificate, the line xcd 1 or xcd 2; and whether it is xcd 2, which has code 3. *)
Definition xcd_ : list N := [120; 99; 100; 32].
Definition digit_1 : N := 49.
Definition digit_2 : N := 50.
Definition header (a : A) : answer (bool * A) :=
  match expect xcd_ a with
  | No r => No r
  | Yes a1 =>
    match next a1 with
    | None => No Header
    | Some (d, a2) =>
      if (d =? digit_1) || (d =? digit_2) then
        match expect [10] a2 with
        | No r => No r
        | Yes a3 => Yes (d =? digit_2, a3)
        end
      else No Header
    end
  end.
Definition at_end (a : A) : bool := match next a with None => true | Some _ => false end.
End Advice.
