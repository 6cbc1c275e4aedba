(* The sub-problem from which a walk starts has the solutions of the problem. *)
Require Import NArith List Sorted Bool Lia.
From Quadrille Require Import Cover Ascending Store Groups Table Subproblem.
Import ListNotations.
Open Scope N_scope.

Definition highs (T : tables) : list N := map high (severals T).

Section Start.
Variable P : problem.
Variable T : tables.
Hypothesis right : tables_right P T.

Lemma one_member : forall f (S : list N), NoDup S ->
  (N.of_nat (length (filter f S)) = 1 <-> exists k, (In k S /\ f k = true) /\ forall q, In q S -> f q = true -> q = k).
Proof.
  intros f S D; split.
  - intros E. destruct (filter f S) as [|k [|q F]] eqn:Q; simpl in E; try lia.
    exists k; split; [apply filter_In; rewrite Q; simpl; auto|]. intros q I H.
    assert (J : In q (filter f S)) by (apply filter_In; auto). rewrite Q in J; destruct J as [J|[]]; auto.
  - intros [k [[I H] U]]. assert (D' := NoDup_filter f D). assert (J : In k (filter f S)) by (apply filter_In; auto).
    destruct (filter f S) as [|a [|b F]] eqn:Q; [destruct J|auto|]. exfalso.
    assert (A : forall x, In x (a :: b :: F) -> x = k) by (intros x X; rewrite <- Q in X; apply filter_In in X; apply U; tauto).
    assert (a = b) by (rewrite (A a), (A b); simpl; auto). subst b. inversion D'; subst; simpl in *; tauto.
Qed.

Lemma held_times_right : forall s S, In s (severals T) -> (forall k, In k S -> k < N.of_nat (length (options P))) ->
  held_times s S = times P (several_item s) S.
Proof.
  intros s S I B; unfold held_times, times. f_equal; f_equal. apply filter_ext_in. intros k K.
  destruct (right_severals _ _ right s I) as [_ [_ H]]. specialize (H k). specialize (B k K).
  destruct (N.testbit (holders s) k), (holds (several_item s) (option_at P k)); auto; [symmetry|]; apply H; auto.
Qed.

Theorem start_right : forall left S, (forall q, N.testbit left q = true -> q < N.of_nat (length (options P))) ->
  (sub P T left (once_items T) (highs T) S <-> solution P S /\ inside S left).
Proof.
  intros left S B; split.
  - intros [A1 A2 A3 A4 A5].
    assert (In_range : forall k, In k S -> k < N.of_nat (length (options P))) by (intros k K; apply B; apply A2; auto).
    assert (Several_case : forall i l h, nth_error (bounds P) i = Some (l, h) -> (l, h) <> (1, 1) -> l <= times P (N.of_nat i) S <= h).
    { intros i l h E N. destruct (right_every_several _ _ right i l h E N) as [s [I Q]].
      rewrite <- Q, <- (held_times_right s S I In_range). destruct (right_severals _ _ right s I) as [Z _].
      rewrite Q, Nat2N.id, E in Z. injection Z as -> ->. clear -A5 I. unfold highs in A5.
      induction (severals T) as [|x ss IH]; [destruct I|]; simpl in A5; inversion A5; subst.
      destruct I as [->|I]; auto. unfold within, need in H2. replace (high s + low s - high s) with (low s) in H2 by lia. exact H2. }
    split; auto. split; [auto|split; [auto|split]].
    + intros i l h E. destruct (N.eq_dec l 1) as [->|NL]; [destruct (N.eq_dec h 1) as [->|NH]|].
      * assert (O : is_once P (N.of_nat i)) by (unfold is_once; rewrite Nat2N.id; auto).
        enough (Z : times P (N.of_nat i) S = 1) by (rewrite Z; split; apply N.le_refl). apply one_member; [apply ascending_nodup; auto|].
        destruct (A4 (N.of_nat i)) as [k [K1 K2]]; [apply (right_once _ _ right); auto|].
        exists k; split; auto. intros q Q H. destruct (N.eq_dec q k) as [|D]; auto. exfalso. apply (A3 q k Q K1 D).
        apply holds_in in H; apply holds_in in K2; destruct H as [c H]; destruct K2 as [d K2]. exists (N.of_nat i), c, d; auto.
      * apply (Several_case i 1 h E); congruence.
      * apply (Several_case i l h E); congruence.
    + intros j k1 k2 c1 c2 J I1 I2 D H1 H2. split.
      * destruct (list_eq_dec N.eq_dec c1 c2) as [|C]; auto. exfalso; apply (A3 k1 k2 I1 I2 D). exists j, c1, c2; auto 7.
      * intro C; apply (A3 k1 k2 I1 I2 D). exists j, c1, c2; auto 7.
  - intros [[A1 [A2 [A3 A4]]] A5]. constructor; auto.
    + intros k q K Q D [i [c [d [I1 [I2 [O|[L C]]]]]]].
      * assert (E := A3 (N.to_nat i) 1 1 O). rewrite N2Nat.id in E.
        assert (E' : times P i S = 1) by (apply N.le_antisymm; apply E). apply one_member in E'; [|apply ascending_nodup; auto].
        destruct E' as [x [_ U]]. apply D. rewrite (U k), (U q); auto; apply holds_in; eauto.
      * destruct (A4 i k q c d L K Q D I1 I2) as [E N]. destruct C; auto.
    + intros i Q; apply (right_once _ _ right) in Q. assert (E := A3 (N.to_nat i) 1 1 Q). rewrite N2Nat.id in E.
      assert (E' : times P i S = 1) by (apply N.le_antisymm; apply E). apply one_member in E'; [|apply ascending_nodup; auto].
      destruct E' as [x [X _]]; eauto.
    + unfold highs. assert (H : forall s, In s (severals T) -> within s (high s) S).
      { intros s I. destruct (right_severals _ _ right s I) as [E _]. apply A3 in E. rewrite N2Nat.id in E.
        unfold within, need. rewrite (held_times_right s S I A2). lia. }
      induction (severals T) as [|s ss IH]; simpl; constructor; [apply H; simpl; auto|]. apply IH. intros x X; apply H; simpl; auto.
Qed.
Lemma start_bounded : forall left, (forall q, N.testbit left q = true -> q < N.of_nat (length (options P))) ->
  bounded P T left (once_items T) (highs T).
Proof.
  intros left B; constructor; auto; [apply (right_once _ _ right)|unfold highs; rewrite map_length; auto].
Qed.
End Start.

(* On a path each option is chosen at most once, and each item ceases at most once; so no walk is deeper. *)
Definition fuel (P : problem) : nat := S (length (options P) + length (bounds P)).
