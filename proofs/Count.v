(* Solutions counted: a certificate, whatever it says, leads to the number of solutions of the problem or is refused. *)
Require Import NArith List Bool Lia.
From Quadrille Require Import Cover Ascending Store Table Advice Subproblem Walk Start.
Import ListNotations.
Open Scope N_scope.

Section Count.
Variable A : Type.
Variable next : A -> option (N * A).

Definition count_visit (n : N) (path : list N) : option N := Some (N.succ n).
Definition count_add (n m : N) : option N := Some (n + m).
Definition count_since (n m : N) : option N := Some (m - n).
Definition count_leads (n : N) (L : list (list N)) (m : N) : Prop := m = n + N.of_nat (length L).

Definition count (P : problem) (certificate : A) : answer N :=
  match header A next certificate with
  | No r => No r
  | Yes (names, a) =>
    let T := table P in
    match walk T N count_visit count_add count_since A next names (fuel P) (all_options T) (once_items T) (highs T) [] (State N A 0 Nil a) with
    | No r => No r
    | Yes s => if at_end A next (advice _ _ s) then Yes (value _ _ s) else No Trailing
    end
  end.

Theorem count_right : forall P certificate n, count P certificate = Yes n -> has_exactly (solution P) n.
Proof.
  intros P certificate n H; unfold count in H.
  destruct (header A next certificate) as [[names a]|]; [|discriminate].
  assert (R := table_right P). set (T := table P) in *.
  destruct (walk _ _ _ _ _ _ _ _ _ _ _ _ _ _) as [s|] eqn:W; [|discriminate].
  destruct (at_end A next (advice N A s)); [|discriminate]. inversion H; subst; clear H.
  assert (F := fun h1 h2 h3 h4 h5 => walk_finds P T N count_visit count_add count_since count_leads h1 h2 h3 h4 h5 A next names R (fuel P) _ _ _ _ _ _ W).
  destruct F as [_ [L [[D I] E]]].
  - unfold count_leads; simpl; intros; lia.
  - unfold count_leads; intros; rewrite app_length; lia.
  - unfold count_leads, count_visit; simpl; intros v path v' E; inversion E; lia.
  - unfold count_leads, count_add; intros v m v' L E; inversion E; lia.
  - unfold count_leads, count_since; intros v L v' m E F; inversion F; lia.
  - apply (start_bounded P T R). apply (right_all _ _ R).
  - simpl; auto.
  - exists L. unfold count_leads in E; rewrite map_length in E. cbn [value] in E. split; [|lia].
    split; auto. intros S; rewrite I, (start_right P T R); [|apply (right_all _ _ R)]. split; [tauto|].
    intros Sol; split; auto. intros q Q. apply (right_all _ _ R). apply Sol; auto.
Qed.
End Count.
