(* For each item the options that hold it, grouped by the colour that they give it, with sets of options as numbers: a bit
   for each member. The tables of a problem are made from this. *)
Require Import NArith List Bool Lia FMapPositive.
From Quadrille Require Import Cover.
From Quadrille Require Export Same.
Import ListNotations.
Open Scope N_scope.

Lemma holds_in : forall i o, holds i o = true <-> exists c, In (i, c) o.
Proof.
  intros i o; unfold holds; rewrite existsb_exists; split.
  - intros [[j c] [I E]]; apply N.eqb_eq in E; simpl in E; subst; eauto.
  - intros [c I]; exists (i, c); split; auto; apply N.eqb_refl.
Qed.
Lemma nth_error_option : forall P j o, nth_error (options P) j = Some o -> option_at P (N.of_nat j) = o.
Proof. intros; unfold option_at; rewrite Nat2N.id; apply nth_error_nth; auto. Qed.
Lemma option_nth_error : forall P k, k < N.of_nat (length (options P)) -> nth_error (options P) (N.to_nat k) = Some (option_at P k).
Proof. intros; unfold option_at; apply nth_error_nth'; lia. Qed.

Notation groups := (list (colour * N)).
Fixpoint group (c : colour) (k : N) (G : groups) : groups :=
  match G with
  | [] => [(c, N.setbit 0 k)]
  | (d, m) :: G' => if same c d then (d, N.setbit m k) :: G' else (d, m) :: group c k G'
  end.
Definition grouped (G : groups) (c : colour) (q : N) : Prop := exists m, In (c, m) G /\ N.testbit m q = true.
Lemma grouped_cons : forall d m G c q, grouped ((d, m) :: G) c q <-> (c = d /\ N.testbit m q = true) \/ grouped G c q.
Proof.
  intros; unfold grouped; split.
  - intros [m' [[E|I] T]]; [inversion E; subst; auto | eauto].
  - intros [[E T]|[m' [I T]]]; [subst; exists m; simpl; auto | exists m'; simpl; auto].
Qed.
Lemma grouped_nil : forall c q, ~ grouped [] c q.
Proof. intros c q [m [[] _]]. Qed.
Lemma grouped_group : forall c k G d q, grouped (group c k G) d q <-> (d = c /\ q = k) \/ grouped G d q.
Proof.
  intros c k G; induction G as [|[e m] G IH]; intros d q; cbn [group].
  - rewrite grouped_cons, N.setbit_eqb, N.bits_0, orb_false_r, N.eqb_eq. intuition.
  - destruct (same c e) eqn:S.
    + apply same_eq in S; subst e. rewrite !grouped_cons, N.setbit_eqb, orb_true_iff, N.eqb_eq. intuition.
    + rewrite !grouped_cons, IH. intuition.
Qed.

Module M := PositiveMap.
Definition find {A} (i : N) (m : M.t (list A)) : list A := match M.find (N.succ_pos i) m with Some l => l | None => [] end.
Definition change {A} (f : list A -> list A) (i : N) (m : M.t (list A)) : M.t (list A) := M.add (N.succ_pos i) (f (find i m)) m.
Lemma find_change : forall {A} f i m j, @find A j (change f i m) = if j =? i then f (find i m) else find j m.
Proof.
  intros A f i m j; unfold find at 1, change. destruct (j =? i) eqn:E.
  - apply N.eqb_eq in E; subst; rewrite M.gss; auto.
  - apply N.eqb_neq in E; rewrite M.gso; auto. intro F; apply E.
    apply (f_equal Pos.pred_N) in F; rewrite !N.pos_pred_succ in F; auto.
Qed.
Lemma find_empty : forall {A} i, @find A i (M.empty _) = [].
Proof. intros; unfold find; rewrite M.gempty; auto. Qed.

Fixpoint group_all (os : list (list (N * colour))) (k : N) : M.t groups :=
  match os with
  | [] => M.empty _
  | o :: os' => fold_right (fun e m => change (group (snd e) k) (fst e) m) (group_all os' (N.succ k)) o
  end.
Lemma group_all_spec : forall os k i c q, grouped (find i (group_all os k)) c q <->
  exists j o, nth_error os j = Some o /\ q = k + N.of_nat j /\ In (i, c) o.
Proof.
  induction os as [|o os IH]; intros k i c q; cbn [group_all].
  - rewrite find_empty; split; [intros Q; apply grouped_nil in Q; tauto|]. intros [[|j] [o [E _]]]; discriminate.
  - assert (F : grouped (find i (fold_right (fun e m => change (group (snd e) k) (fst e) m) (group_all os (N.succ k)) o)) c q <->
                (In (i, c) o /\ q = k) \/ grouped (find i (group_all os (N.succ k))) c q).
    { induction o as [|[a b] o IHo]; simpl; [intuition|]. rewrite find_change. destruct (i =? a) eqn:E.
      - apply N.eqb_eq in E; subst a. rewrite grouped_group, IHo. intuition congruence.
      - apply N.eqb_neq in E. rewrite IHo. intuition congruence. }
    rewrite F, IH; split.
    + intros [[I E]|[j [o' [E [Q I]]]]]; [exists 0%nat, o | exists (S j), o']; repeat split; auto; lia.
    + intros [[|j] [o' [E [Q I]]]]; simpl in E; [left; inversion E; subst; split; auto; lia | right; exists j, o'; repeat split; auto; lia].
Qed.
Corollary grouped_options : forall P i c q, grouped (find i (group_all (options P) 0)) c q <->
  q < N.of_nat (length (options P)) /\ In (i, c) (option_at P q).
Proof.
  intros; rewrite group_all_spec; split.
  - intros [j [o [E [Q I]]]]. rewrite N.add_0_l in Q; subst q. rewrite (nth_error_option _ _ _ E); split; auto.
    assert (j < length (options P))%nat by (apply nth_error_Some; congruence). lia.
  - intros [L I]; exists (N.to_nat q), (option_at P q). split; [apply option_nth_error; auto|split; [lia|auto]].
Qed.

(* ---- sets ---- *)
Lemma fold_lor : forall {A} (f : A -> N) l q, N.testbit (fold_right (fun e m => N.lor (f e) m) 0 l) q = true <-> exists e, In e l /\ N.testbit (f e) q = true.
Proof.
  induction l as [|e l IH]; intros q; cbn [fold_right]; [rewrite N.bits_0; split; [discriminate|intros [e [[] _]]]|].
  rewrite N.lor_spec, orb_true_iff, IH; split.
  - intros [T|[e' [I T]]]; [exists e | exists e']; simpl; auto.
  - intros [e' [[E|I] T]]; [left; subst; auto | right; eauto].
Qed.
Lemma ones_bit : forall n q, N.testbit (N.ones n) q = true <-> q < n.
Proof.
  intros n q; destruct (N.lt_ge_cases q n) as [L|G].
  - rewrite N.ones_spec_low; auto; split; auto.
  - rewrite N.ones_spec_high; auto; split; [discriminate|lia].
Qed.

Definition held (G : groups) : N := fold_right (fun g m => N.lor (snd g) m) 0 G.
Lemma held_spec : forall P i q, N.testbit (held (find i (group_all (options P) 0))) q = true <->
  q < N.of_nat (length (options P)) /\ holds i (option_at P q) = true.
Proof.
  intros P i q; unfold held; rewrite (fold_lor snd), holds_in; split.
  - intros [[c m] [I T]]. assert (G : grouped (find i (group_all (options P) 0)) c q) by (exists m; auto).
    apply grouped_options in G; destruct G; eauto.
  - intros [L [c I]]. destruct (proj2 (grouped_options P i c q) (conj L I)) as [m [J T]]; exists (c, m); auto.
Qed.
