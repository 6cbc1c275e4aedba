(* Sub-problems: their solutions, and what choosing an option, or no more options of an item, makes of them. *)
Require Import NArith List Sorted Bool Lia.
From Quadrille Require Import Cover Ascending Table.
Import ListNotations.
Open Scope N_scope.

Definition held_times (s : several) (S : list N) : N := N.of_nat (length (filter (fun k => N.testbit (holders s) k) S)).
(* How many options more an item needs that may be covered t times more. *)
Definition need (s : several) (t : N) : N := t + low s - high s.
Definition within (s : several) (t : N) (S : list N) : Prop := need s t <= held_times s S <= t.
Definition inside (S : list N) (left : N) : Prop := forall q, In q S -> N.testbit left q = true.

Section Subproblem.
Variable P : problem.
Variable T : tables.

(* The solutions of a sub-problem: sets of options out of [left] that cover each once-item of [unmet] and, for each
   several-item, keep within what [times] says it may still be covered. *)
Record sub (left unmet : N) (times : list N) (S : list N) : Prop := Sub {
  sub_ascending : ascending S;
  sub_inside : inside S left;
  sub_clash : forall k q, In k S -> In q S -> k <> q -> ~ clash P k q;
  sub_unmet : forall i, N.testbit unmet i = true -> exists k, In k S /\ holds i (option_at P k) = true;
  sub_within : Forall2 (fun s t => within s t S) (severals T) times
}.

(* Option k is chosen: each several-item that it holds may be covered once less; where that makes 0, the options that hold the item leave. *)
Fixpoint take (k : N) (ss : list several) (ts : list N) (left : N) : option (N * list N) :=
  match ss, ts with
  | [], _ => Some (left, [])
  | s :: ss', t :: ts' =>
    match take k ss' ts' left with
    | None => None
    | Some (l, us) =>
      if N.testbit (holders s) k then
        if t =? 0 then None
        else let u := N.pred t in Some (if u =? 0 then N.ldiff l (holders s) else l, u :: us)
      else Some (l, t :: us)
    end
  | _ :: _, [] => None
  end.
(* The several-item i with its times. *)
Fixpoint several_at (i : N) (ss : list several) (ts : list N) : option (several * N) :=
  match ss, ts with
  | s :: ss', t :: ts' => if several_item s =? i then Some (s, t) else several_at i ss' ts'
  | _, _ => None
  end.
(* Several-item i is covered no more. *)
Fixpoint cease (i : N) (ss : list several) (ts : list N) : list N :=
  match ss, ts with
  | s :: ss', t :: ts' => if several_item s =? i then 0 :: ts' else t :: cease i ss' ts'
  | _, _ => ts
  end.
Fixpoint all_met (ss : list several) (ts : list N) : bool :=
  match ss, ts with
  | [], [] => true
  | s :: ss', t :: ts' => (need s t =? 0) && all_met ss' ts'
  | _, _ => false
  end.

(* ---- proofs ---- *)
Lemma all_met_right : forall ss ts, length ss = length ts -> (all_met ss ts = true <-> Forall2 (fun s t => within s t []) ss ts).
Proof.
  induction ss as [|x ss IH]; intros [|y ts] Len; simpl in *; try discriminate; [split; auto|].
  rewrite andb_true_iff, N.eqb_eq, IH by lia. unfold within, held_times; simpl.
  split; [intros [Z F]; constructor; auto; lia|intros F; inversion F; subst; split; auto; lia].
Qed.
(* The empty set is a solution where nothing is to be covered. *)
Lemma empty_right : forall left times, length (severals T) = length times -> (all_met (severals T) times = true <-> sub left 0 times []).
Proof.
  intros left times Len; rewrite (all_met_right _ _ Len). split; [|intros [_ _ _ _ F]; auto]. intros F.
  refine (Sub left 0 times [] (SSorted_nil _) _ _ _ F); try (intros q []; fail); try (intros k q []; fail).
  intros i Q; rewrite N.bits_0 in Q; discriminate.
Qed.

(* [take] does for the several-items what choosing k asks for. *)
Lemma take_right : forall k ss ts left left' ts', take k ss ts left = Some (left', ts') -> length ss = length ts -> forall S, ~ In k S ->
  (Forall2 (fun s t => within s t (insert k S)) ss ts /\ inside S left) <-> (Forall2 (fun s t => within s t S) ss ts' /\ inside S left').
Proof.
  intros k; induction ss as [|s ss IH]; intros [|t ts] left left' ts' H Len S NI; simpl in H, Len; try discriminate.
  - inversion H; subst. split; intros [_ Q]; split; auto.
  - destruct (take k ss ts left) as [[l us]|] eqn:E; [|discriminate].
    assert (IH' := IH ts left l us E ltac:(lia) S NI).
    assert (Count := filter_insert (fun q => N.testbit (holders s) q) k S NI).
    assert (Split : forall (p : Prop) (x : several -> N -> Prop) y ys, (Forall2 x (s :: ss) (y :: ys) /\ p) <-> (x s y /\ (Forall2 x ss ys /\ p))).
    { intros p x y ys; split; [intros [F Q]; inversion F; auto | intros [F [G Q]]; split; auto]. }
    destruct (N.testbit (holders s) k) eqn:B.
    + destruct (t =? 0) eqn:Z; [discriminate|]. apply N.eqb_neq in Z.
      assert (W : within s t (insert k S) <-> within s (N.pred t) S).
      { unfold within, need, held_times. rewrite Count. split; intros; lia. }
      destruct (N.pred t =? 0) eqn:U; inversion H; subst; clear H.
      * apply N.eqb_eq in U. rewrite !Split, IH', W. split.
        -- intros [H1 [H2 H3]]; split; [exact H1|split; [exact H2|]]; intros q Q; rewrite N.ldiff_spec, H3, andb_true_l, negb_true_iff; auto.
           destruct (N.testbit (holders s) q) eqn:Hq; auto. exfalso.
           unfold within, held_times in H1; rewrite U in H1.
           assert (In q (filter (fun q => N.testbit (holders s) q) S)) by (apply filter_In; auto).
           destruct (filter (fun q => N.testbit (holders s) q) S); simpl in *; [tauto|lia].
        -- intros [H1 [H2 H3]]; split; [exact H1|split; [exact H2|]]; intros q Q; apply H3 in Q; rewrite N.ldiff_spec, andb_true_iff in Q; tauto.
      * rewrite !Split, IH', W. tauto.
    + inversion H; subst; clear H. rewrite !Split, IH'.
      unfold within, held_times. rewrite Count, N.add_0_r. tauto.
Qed.

Lemma inside_insert : forall k S left, inside (insert k S) left <-> N.testbit left k = true /\ inside S left.
Proof.
  intros; unfold inside; split.
  - intros H; split; [|intros q Q]; apply H; apply in_insert; auto.
  - intros [H1 H2] q Q; apply in_insert in Q; destruct Q; subst; auto.
Qed.

(* The sets of a sub-problem hold what the problem has, nothing else. *)
Record bounded (left unmet : N) (times : list N) : Prop := Bounded {
  bounded_left : forall q, N.testbit left q = true -> q < N.of_nat (length (options P));
  bounded_unmet : forall i, N.testbit unmet i = true -> is_once P i;
  bounded_times : length (severals T) = length times
}.
Lemma once_bound : forall i, is_once P i -> i < N.of_nat (length (bounds P)).
Proof. intros i O. assert (N.to_nat i < length (bounds P))%nat by (apply nth_error_Some; unfold is_once in O; congruence). lia. Qed.
Lemma take_bounded : forall k ss ts left left' ts', take k ss ts left = Some (left', ts') ->
  (forall q, N.testbit left' q = true -> N.testbit left q = true) /\ length ss = length ts'.
Proof.
  intros k; induction ss as [|s ss IH]; intros [|t ts] left left' ts' H; simpl in H; try discriminate; try (inversion H; subst; auto).
  destruct (take k ss ts left) as [[l us]|] eqn:E; [|discriminate]. apply IH in E; destruct E as [E1 E2].
  destruct (N.testbit (holders s) k); [|inversion H; subst; simpl; auto].
  destruct (t =? 0); [discriminate|]. destruct (N.pred t =? 0); inversion H; subst; simpl; split; auto.
  intros q Q; rewrite N.ldiff_spec, andb_true_iff in Q; apply E1; tauto.
Qed.
Lemma choose_bounded : forall b left unmet times left' times', bounded left unmet times ->
  take (number b) (severals T) times (N.land left (keeps b)) = Some (left', times') -> bounded left' (N.land unmet (leaves b)) times'.
Proof.
  intros b left unmet times left' times' [B1 B2 B3] Tk; apply take_bounded in Tk; destruct Tk as [T1 T2]; constructor; auto.
  - intros q Q; apply T1 in Q; rewrite N.land_spec, andb_true_iff in Q; apply B1; tauto.
  - intros i Q; rewrite N.land_spec, andb_true_iff in Q; apply B2; tauto.
Qed.

(* The solutions of a sub-problem with option k. *)
Lemma choose_right : forall b left unmet times left' times', branch_right P b -> N.testbit left (number b) = true ->
  take (number b) (severals T) times (N.land left (keeps b)) = Some (left', times') -> bounded left unmet times ->
  (forall S', sub left' (N.land unmet (leaves b)) times' S' -> ~ In (number b) S') /\
  forall S, (sub left unmet times S /\ In (number b) S) <-> exists S', sub left' (N.land unmet (leaves b)) times' S' /\ S = insert (number b) S'.
Proof.
  intros b left unmet times left' times' [BN [BK [BL _]]] Bl Tk [BU1 BU2 Len].
  assert (NI : forall S', sub left' (N.land unmet (leaves b)) times' S' -> ~ In (number b) S').
  { intros S' [_ A2 _ _ _] I; apply A2 in I; apply (take_bounded _ _ _ _ _ _ Tk) in I.
    rewrite N.land_spec, andb_true_iff in I; destruct I as [_ I]; apply BK in I; tauto. }
  split; auto. set (k := number b) in *. intros S; split.
  - intros [[A1 A2 A3 A4 A5] I]. exists (remove k S). rewrite insert_remove; auto. split; auto.
    assert (NR : ~ In k (remove k S)) by (rewrite in_remove; tauto).
    assert (R : Forall2 (fun s t => within s t (remove k S)) (severals T) times' /\ inside (remove k S) left').
    { apply (take_right _ _ _ _ _ _ Tk Len _ NR). rewrite insert_remove; auto. split; auto.
      intros q Q; apply in_remove in Q; destruct Q as [Q NQ]. rewrite N.land_spec, andb_true_iff; split; auto.
      apply BK; repeat split; auto. }
    destruct R as [R1 R2]. constructor; auto.
    + apply ascending_filter; auto.
    + intros p q Ip Iq D; apply in_remove in Ip; apply in_remove in Iq; apply A3; tauto.
    + intros i U; rewrite N.land_spec, andb_true_iff in U; destruct U as [U L]; apply BL in L; destruct L as [_ L].
      destruct (A4 i U) as [q [Q H]]; exists q; split; auto. apply in_remove; split; auto. intro F; rewrite F in H; congruence.
  - intros [S' [H E]]; assert (NS := NI S' H); destruct H as [A1 A2 A3 A4 A5]; subst S.
    destruct (proj2 (take_right _ _ _ _ _ _ Tk Len S' NS) (conj A5 A2)) as [R1 R2].
    assert (K : forall q, In q S' -> N.testbit left q = true /\ ~ clash P k q).
    { intros q Q; apply R2 in Q; rewrite N.land_spec, andb_true_iff in Q; destruct Q as [Q1 Q2]; apply BK in Q2; tauto. }
    split; [constructor; auto|apply in_insert; auto].
    + apply ascending_insert; auto.
    + apply inside_insert; split; auto. intros q Q; apply K; auto.
    + intros p q Ip Iq D; apply in_insert in Ip; apply in_insert in Iq. destruct Ip as [Ip|Ip], Iq as [Iq|Iq].
      * exfalso; apply D; congruence.
      * rewrite Ip; apply K; auto.
      * rewrite Iq; intro C; apply clash_sym in C; apply K in C; auto.
      * apply A3; auto.
    + intros i U. destruct (holds i (option_at P k)) eqn:H; [exists k; split; auto; apply in_insert; auto|].
      destruct (A4 i) as [q [Q1 Q2]]; [|exists q; split; auto; apply in_insert; auto].
      rewrite N.land_spec, U; simpl. apply BL; split; auto. apply once_bound; auto.
Qed.

Lemma several_at_right : forall i ss ts s t, several_at i ss ts = Some (s, t) -> In s ss /\ several_item s = i.
Proof.
  intros i; induction ss as [|x ss IH]; intros [|y ts] s t H; simpl in H; try discriminate.
  destruct (several_item x =? i) eqn:E; [apply N.eqb_eq in E; inversion H; subst; simpl; auto|].
  apply IH in H; simpl; tauto.
Qed.
Lemma several_at_within : forall i ss ts s t S, several_at i ss ts = Some (s, t) -> Forall2 (fun s t => within s t S) ss ts -> within s t S.
Proof.
  intros i; induction ss as [|x ss IH]; intros [|y ts] s t S H F; simpl in H; try discriminate. inversion F; subst.
  destruct (several_item x =? i); [inversion H; subst; auto|eapply IH; eauto].
Qed.
Lemma cease_within : forall i ss ts s t S, several_at i ss ts = Some (s, t) -> need s t = 0 -> held_times s S = 0 ->
  Forall2 (fun s t => within s t S) ss ts <-> Forall2 (fun s t => within s t S) ss (cease i ss ts).
Proof.
  intros i; induction ss as [|x ss IH]; intros [|y ts] s t S H Z C; simpl in H; try discriminate. simpl.
  destruct (several_item x =? i).
  - inversion H; subst. split; intros F; inversion F; subst; constructor; auto; unfold within in *; rewrite C; split; try lia; unfold need in *; lia.
  - specialize (IH ts s t S H Z C). split; intros F; inversion F; subst; constructor; auto; apply IH; auto.
Qed.
Lemma cease_length : forall i ss ts, length (cease i ss ts) = length ts.
Proof. intros i; induction ss as [|x ss IH]; intros [|y ts]; simpl; auto. destruct (several_item x =? i); simpl; auto. Qed.

Lemma filter_number : forall bs left S f, NoDup S -> inside S left ->
  (forall q, In q S -> f q = true -> exists b, In b bs /\ number b = q) ->
  (length (filter f S) <= length (filter (fun b => N.testbit left (number b)) bs))%nat.
Proof.
  intros bs left S f D I H. rewrite <- (map_length number (filter _ bs)). apply NoDup_incl_length; [apply NoDup_filter; auto|].
  intros q Q; apply filter_In in Q; destruct Q as [Q F]; destruct (H q Q F) as [b [B E]]; subst q. apply in_map; apply filter_In; auto.
Qed.
End Subproblem.
