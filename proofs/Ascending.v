(* Ascending lists of numbers as sets: a number inserted, a number removed, and equality from equal members. *)
Require Import NArith List Sorted Bool Lia.
From Quadrille Require Import Cover.
Import ListNotations.
Open Scope N_scope.

Fixpoint insert (k : N) (S : list N) : list N :=
  match S with
  | [] => [k]
  | x :: S' => if k <? x then k :: S else if k =? x then S else x :: insert k S'
  end.
Definition remove (k : N) (S : list N) : list N := filter (fun q => negb (q =? k)) S.

Lemma in_insert : forall k S q, In q (insert k S) <-> q = k \/ In q S.
Proof.
  induction S as [|x S IH]; intros q; simpl; [intuition|].
  destruct (k <? x) eqn:L; [simpl; intuition|].
  destruct (k =? x) eqn:E; [apply N.eqb_eq in E; subst; simpl; intuition|].
  simpl; rewrite IH; intuition.
Qed.

Lemma in_remove : forall k S q, In q (remove k S) <-> In q S /\ q <> k.
Proof. intros; unfold remove; rewrite filter_In, negb_true_iff, N.eqb_neq; reflexivity. Qed.

Lemma ascending_insert : forall k S, ascending S -> ascending (insert k S).
Proof.
  induction S as [|x S IH]; intros A; simpl; [repeat constructor|].
  inversion A as [|? ? A' F]; subst; rewrite Forall_forall in F.
  destruct (k <? x) eqn:L.
  - apply N.ltb_lt in L; constructor; auto. rewrite Forall_forall; intros q [Q|Q]; subst; auto.
    apply F in Q; lia.
  - apply N.ltb_ge in L; destruct (k =? x) eqn:E; auto. apply N.eqb_neq in E.
    constructor; [apply IH; auto|]. rewrite Forall_forall; intros q Q; apply in_insert in Q; destruct Q; subst; auto; lia.
Qed.

Lemma ascending_filter : forall f S, ascending S -> ascending (filter f S).
Proof.
  induction S as [|x S IH]; intros A; simpl; auto.
  inversion A as [|? ? A' F]; subst; rewrite Forall_forall in F.
  destruct (f x); auto; constructor; auto; [apply IH; auto|].
  rewrite Forall_forall; intros q Q; apply filter_In in Q; apply F; tauto.
Qed.

Lemma ascending_nodup : forall S, ascending S -> NoDup S.
Proof.
  induction S as [|x S IH]; intros A; constructor; inversion A as [|? ? A' F]; subst; auto.
  rewrite Forall_forall in F; intro Q; apply F in Q; lia.
Qed.

Lemma ascending_ext : forall S T, ascending S -> ascending T -> (forall q, In q S <-> In q T) -> S = T.
Proof.
  induction S as [|x S IH]; intros T A B E.
  - destruct T as [|y T]; auto. destruct (proj2 (E y)); simpl; auto.
  - destruct T as [|y T]; [destruct (proj1 (E x)); simpl; auto|].
    inversion A as [|? ? A' F]; inversion B as [|? ? B' G]; subst. rewrite Forall_forall in F, G.
    assert (x = y).
    { destruct (proj1 (E x)) as [Q|Q]; simpl; auto. destruct (proj2 (E y)) as [R|R]; simpl; auto.
      apply G in Q; apply F in R; lia. }
    subst y; f_equal; apply IH; auto. intros q; split; intros Q.
    + destruct (proj1 (E q)) as [R|R]; simpl; auto. apply F in Q; lia.
    + destruct (proj2 (E q)) as [R|R]; simpl; auto. apply G in Q; lia.
Qed.

Lemma insert_remove : forall k S, ascending S -> In k S -> insert k (remove k S) = S.
Proof.
  intros k S A I; apply ascending_ext; auto.
  - apply ascending_insert; apply ascending_filter; auto.
  - intros q; rewrite in_insert, in_remove. destruct (N.eq_dec q k); subst; intuition.
Qed.

Lemma insert_inj : forall k S T, ascending S -> ascending T -> ~ In k S -> ~ In k T -> insert k S = insert k T -> S = T.
Proof.
  intros k S T A B NS NT E; apply ascending_ext; auto. intros q.
  assert (Q : In q (insert k S) <-> In q (insert k T)) by (rewrite E; tauto). rewrite !in_insert in Q.
  split; intros I; [destruct (proj1 Q) | destruct (proj2 Q)]; auto; subst; tauto.
Qed.

Lemma filter_insert : forall f k S, ~ In k S ->
  N.of_nat (length (filter f (insert k S))) = N.of_nat (length (filter f S)) + (if f k then 1 else 0).
Proof.
  induction S as [|x S IH]; intros NI; simpl; [destruct (f k); simpl; lia|].
  simpl in NI; destruct (k <? x) eqn:L; [simpl; destruct (f k), (f x); simpl; lia|].
  destruct (k =? x) eqn:E; [apply N.eqb_eq in E; subst; tauto|].
  simpl; specialize (IH (fun Q => NI (or_intror Q))). destruct (f x); cbn [length]; lia.
Qed.

Lemma nodup_app : forall {A} (L M : list A), NoDup L -> NoDup M -> (forall x, In x L -> ~ In x M) -> NoDup (L ++ M).
Proof.
  intros A; induction L as [|a L IH]; intros M H1 H2 D; simpl; auto.
  inversion H1; subst; constructor.
  - rewrite in_app_iff; intros [Q|Q]; auto; apply (D a); simpl; auto.
  - apply IH; auto; intros x X; apply D; simpl; auto.
Qed.

Lemma nodup_map : forall {A B} (f : A -> B) L, (forall x y, In x L -> In y L -> f x = f y -> x = y) -> NoDup L -> NoDup (map f L).
Proof.
  intros A B f L; induction L as [|a L IH]; intros I H; simpl; [constructor|].
  inversion H; subst; constructor.
  - intro Q; apply in_map_iff in Q; destruct Q as [b [E Q]]; apply I in E; simpl; auto; subst; auto.
  - apply IH; auto; intros; apply I; simpl; auto.
Qed.
