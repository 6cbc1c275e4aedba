(* Lists of numbers in the order of a dictionary: whether a list of such lists repeats one, and whether two have the same members. *)
Require Import NArith List Sorted Bool Lia Permutation Mergesort Orders.
From Quadrille Require Import Text.
Import ListNotations.
Open Scope N_scope.

Fixpoint before (l m : text) : bool :=
  match l, m with
  | _, [] => false
  | [], _ => true
  | x :: l', y :: m' => (x <? y) || (x =? y) && before l' m'
  end.
Lemma before_trans : forall l m n, before l m = true -> before m n = true -> before l n = true.
Proof.
  induction l as [|x l IH]; intros [|y m] [|z n] A B; simpl in *; try discriminate; auto.
  apply orb_true_iff in A; apply orb_true_iff in B. apply orb_true_iff. rewrite !andb_true_iff, !N.ltb_lt, !N.eqb_eq in *.
  destruct A as [A|[-> A]], B as [B|[-> B]]; [left; lia | left; lia | left; lia | right; eauto].
Qed.
Lemma before_irreflexive : forall l, before l l = false.
Proof. induction l as [|x l IH]; simpl; auto. rewrite N.ltb_irrefl, IH, andb_false_r; auto. Qed.
Module NotAfter <: TotalLeBool.
  Definition t := text.
  Definition leb (l m : text) : bool := negb (before m l).
  Lemma leb_total : forall l m, leb l m = true \/ leb m l = true.
  Proof.
    intros l m; unfold leb. destruct (before m l) eqn:A; auto. destruct (before l m) eqn:B; auto.
    assert (C := before_trans _ _ _ A B). rewrite before_irreflexive in C; discriminate.
  Qed.
End NotAfter.
Module Sorting := Sort NotAfter.
Fixpoint strictly (l : list text) : bool :=
  match l with x :: ((y :: _) as l') => before x y && strictly l' | _ => true end.
Definition no_repetition (l : list text) : bool := strictly (Sorting.sort l).
Lemma no_repetition_right : forall l, no_repetition l = true -> NoDup l.
Proof.
  intros l H. apply (Permutation_NoDup (Permutation_sym (Sorting.Permuted_sort l))). unfold no_repetition in H. revert H.
  generalize (Sorting.sort l) as m. intros m H.
  assert (S : StronglySorted (fun x y => before x y = true) m).
  { apply Sorted_StronglySorted; [intros x y z; apply before_trans|]. induction m as [|x [|y m] IH]; try (repeat constructor; fail).
    change (before x y && strictly (y :: m) = true) in H. apply andb_true_iff in H; destruct H. constructor; auto. }
  clear H. induction m as [|x m IH]; constructor; inversion S as [|? ? S' F]; subst; auto.
  rewrite Forall_forall in F. intro I; apply F in I. rewrite before_irreflexive in I; discriminate.
Qed.

Fixpoint same_lists (l m : list text) : bool :=
  match l, m with [], [] => true | x :: l', y :: m' => same x y && same_lists l' m' | _, _ => false end.
(* Of equal neighbours, one. *)
Fixpoint once_each (l : list text) : list text :=
  match l with x :: ((y :: _) as l') => if same x y then once_each l' else x :: once_each l' | _ => l end.
Definition same_members (l m : list text) : bool := same_lists (once_each (Sorting.sort l)) (once_each (Sorting.sort m)).
Lemma same_members_right : forall l m, same_members l m = true -> forall x, In x l <-> In x m.
Proof.
  assert (E : forall l m, same_lists l m = true -> l = m).
  { induction l as [|x l IH]; intros [|y m] H; try discriminate; auto. cbn [same_lists] in H.
    apply andb_true_iff in H; destruct H as [H1 H2]. apply same_eq in H1; apply IH in H2; congruence. }
  assert (O : forall l x, In x (once_each l) <-> In x l).
  { induction l as [|y [|z l] IH]; intros x; try tauto. change (once_each (y :: z :: l)) with
      (if same y z then once_each (z :: l) else y :: once_each (z :: l)).
    destruct (same y z) eqn:S; [apply same_eq in S; subst y; rewrite IH|simpl In at 1; rewrite IH]; simpl; tauto. }
  assert (S : forall l x, In x (Sorting.sort l) <-> In x l).
  { intros l x; split; apply Permutation_in; [apply Permutation_sym|]; apply Sorting.Permuted_sort. }
  intros l m H x; apply E in H. rewrite <- S, <- O, H, O, S; tauto.
Qed.
