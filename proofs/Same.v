(* Whether two lists of numbers are equal: texts, colours, or how often items may still be covered. *)
Require Import NArith List Bool.
Import ListNotations.
Open Scope N_scope.

Fixpoint same (l m : list N) : bool :=
  match l, m with [], [] => true | x :: l', y :: m' => (x =? y) && same l' m' | _, _ => false end.
Lemma same_eq : forall l m, same l m = true <-> l = m.
Proof.
  induction l as [|x l IH]; intros [|y m]; simpl; split; intros E; try discriminate; auto.
  - apply andb_true_iff in E; destruct E as [E F]; apply N.eqb_eq in E; apply IH in F; congruence.
  - inversion E; subst; rewrite N.eqb_refl; simpl; apply IH; auto.
Qed.
