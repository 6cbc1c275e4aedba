(* A certificate says which option of a sub-problem corresponds to which of a stored one; [read_renaming] reads that, and
   verifies that the sub-problems are the same but for these names. *)
Require Import NArith List Sorted Bool Lia.
From Quadrille Require Import Cover Ascending Store Groups Runs Table Advice Text Order Subproblem Renaming.
Import ListNotations.
Open Scope N_scope.

Section Names.
Variable P : problem.
Variable T : tables.

(* ---- what is compared ---- *)
(* Two options clash exactly if their counterparts do. [agrees]: one option against a list; [all_agree]: each against those after it. *)
Fixpoint agrees (keep keep' : N) (l : pairs) : bool :=
  match l with
  | [] => true
  | (b, b') :: l' =>
    if N.testbit keep (number b) then N.testbit keep' (number b') && agrees keep keep' l'
    else negb (N.testbit keep' (number b')) && agrees keep keep' l'
  end.
Fixpoint all_agree (l : pairs) : bool := match l with [] => true | p :: l' => agrees (keeps (fst p)) (keeps (snd p)) l' && all_agree l' end.
(* Tied is an option that holds a secondary item, or a once-item that is not in [unmet]. Options that are not tied clash only over
   an item of [unmet], and these items are compared below. *)
Definition tied (unmet : N) (b : branch) : bool := secondary b || negb (N.ldiff (N.ldiff (once_items T) unmet) (leaves b) =? 0).

(* The counterparts of the options of a set. *)
Fixpoint image_with (l : pairs) (m acc : N) : N :=
  match l with
  | [] => acc
  | (b, b') :: l' => image_with l' m (if N.testbit m (number b) then N.setbit acc (number b') else acc)
  end.
Definition image (l : pairs) (m : N) : N := image_with l m 0.
(* What must be covered. For each option and each once-item of [unmet] that it holds, a mark with the item and the option's
   counterpart: sorted, these give for each item the counterparts of its options, without a set for each item ... *)
Definition marks (l : pairs) (unmet : N) : list N :=
  flat_map (fun p => map (fun i => mark (width T) i (to_number p)) (filter (N.testbit unmet) (meets (fst p)))) l.
Definition marked (unmet : N) : list N := filter (N.testbit unmet) (map fst (holding T)).
(* ... which must be the options of an item on the other side. *)
Definition held_still (left unmet : N) : list (list N) :=
  map (fun r => filter (N.testbit left) (snd r)) (filter (fun r => N.testbit unmet (fst r)) (holding T)).
(* For each several-item, the options that hold it as a set, its times and its need. *)
Definition demands (to : N -> N) (left : N) (times : list N) : list (list N) :=
  map (fun d => [to (N.land left (holders (fst d))); snd d; need (fst d) (snd d)]) (combine (severals T) times).
Definition renamed (l : pairs) (left unmet : N) (times : list N) (left' unmet' : N) (times' : list N) : bool :=
  all_agree (filter (fun p => tied unmet (fst p) || tied unmet' (snd p)) l) &&
  match runs (width T) (marked unmet) (Numbers.sort (marks l unmet)) with
  | Some held => same_members held (held_still left' unmet')
  | None => false
  end &&
  same_members (demands (image l) left times) (demands (fun m => m) left' times').

(* ---- what the certificate says ---- *)
Variable A : Type.
Variable next : A -> option (N * A).
(* The counterparts of the options [left], in ascending order of these, must be the options [free], each once. *)
Fixpoint read_pairs (bs : list branch) (left free : N) (a : A) : answer (pairs * A) :=
  match bs with
  | [] => if free =? 0 then Yes ([], a) else No Differs
  | b :: bs' =>
    if N.testbit left (number b) then
      match read A next a with
      | No r => No r
      | Yes (k, a') =>
        match get k (branches T) with
        | None => No Differs
        | Some b' =>
          if N.testbit free (number b') then
            match read_pairs bs' left (N.clearbit free (number b')) a' with
            | No r => No r
            | Yes (l, a'') => Yes ((b, b') :: l, a'')
            end
          else No Differs
        end
      end
    else read_pairs bs' left free a
  end.
Definition read_renaming (left unmet : N) (times : list N) (left' unmet' : N) (times' : list N) (a : A) : answer A :=
  match read_pairs (in_order T) left left' a with
  | No r => No r
  | Yes (l, a') => if renamed l left unmet times left' unmet' times' then Yes a' else No Differs
  end.

(* ---- proofs ---- *)
Hypothesis right : tables_right P T.
Local Notation sub := (sub P T).
Local Notation pairing := (pairing P).

Lemma image_right : forall l m q, N.testbit (image l m) q = true <-> exists p, In p l /\ to_number p = q /\ N.testbit m (from_number p) = true.
Proof.
  intros l m q; unfold image.
  assert (H : forall l acc, N.testbit (image_with l m acc) q = true <->
    N.testbit acc q = true \/ exists p, In p l /\ to_number p = q /\ N.testbit m (from_number p) = true).
  { induction l0 as [|[b b'] l0 IH]; intros acc; cbn [image_with].
    - split; auto. intros [H|[p [[] _]]]; auto.
    - rewrite IH; clear IH. destruct (N.testbit m (number b)) eqn:B.
      + rewrite N.setbit_eqb, orb_true_iff, N.eqb_eq. split.
        * intros [[E|H]|[p [I H]]]; [right; exists (b, b'); simpl; auto|auto|right; exists p; simpl; auto].
        * intros [H|[p [[<-|I] [E H]]]]; auto. right; exists p; auto.
      + split.
        * intros [H|[p [I H]]]; [auto|right; exists p; simpl; auto].
        * intros [H|[p [[<-|I] [E H]]]]; auto; [unfold from_number in H; cbn [fst] in H; congruence|]. right; exists p; auto. }
  rewrite H, N.bits_0; split; auto. intros [E|E]; auto; discriminate.
Qed.
Lemma image_alike : forall l left left' m m', pairing l left left' -> image l (N.land left m) = N.land left' m' -> alike l m m'.
Proof.
  intros l left left' m m' [[D1 I1] [D2 I2] _] E p I. apply eq_true_iff_eq.
  assert (L : N.testbit left (from_number p) = true) by (apply I1, in_map; auto).
  assert (L' : N.testbit left' (to_number p) = true) by (apply I2, in_map; auto).
  transitivity (N.testbit (N.land left' m') (to_number p) = true); [|rewrite N.land_spec, L'; tauto].
  rewrite <- E, image_right; split.
  - intros H; exists p; rewrite N.land_spec, L; auto.
  - intros [q [J [F H]]]. rewrite (pair_unique to_number l q p) in H by auto. rewrite N.land_spec, L in H; auto.
Qed.

Lemma read_pairs_right : forall bs left free a l a', read_pairs bs left free a = Yes (l, a') ->
  (forall b, In b bs -> branch_right P b) -> NoDup (map number bs) ->
  NoDup (map from_number l) /\ (forall k, In k (map from_number l) <-> N.testbit left k = true /\ In k (map number bs)) /\
  NoDup (map to_number l) /\ (forall k, In k (map to_number l) <-> N.testbit free k = true) /\
  forall p, In p l -> branch_right P (fst p) /\ branch_right P (snd p).
Proof.
  induction bs as [|b bs IH]; intros left free a l a' H Br D; cbn [read_pairs] in H.
  - destruct (free =? 0) eqn:Z; [|discriminate]. apply N.eqb_eq in Z; inversion H; subst; simpl.
    split; [constructor|]. split; [tauto|]. split; [constructor|]. split; [|tauto]. intros k; split; [tauto|discriminate].
  - cbn [map] in D; inversion D as [|? ? NI D']; subst. assert (Br' := fun b' I => Br b' (or_intror I)).
    destruct (N.testbit left (number b)) eqn:Lb.
    + destruct (read A next a) as [[k a1]|]; [|discriminate]. destruct (get k (branches T)) as [b'|] eqn:G; [|discriminate].
      apply (all_get _ (branch_right P)) in G; [|apply (right_branches _ _ right)].
      destruct (N.testbit free (number b')) eqn:Fb; [|discriminate].
      destruct (read_pairs bs left _ a1) as [[l1 a2]|] eqn:R; [|discriminate]. inversion H; subst; clear H.
      apply IH in R; auto. destruct R as [R1 [R2 [R3 [R4 R5]]]]. cbn [map]. unfold from_number at 1 3, to_number at 1 3; cbn [fst snd].
      split; [constructor; auto; rewrite R2; tauto|split; [|split; [|split]]].
      * intros q; split; [intros [<-|H]; [split; simpl; auto|]|intros [L [<-|I]]; [left; auto|]]; [|right; apply R2; auto].
        apply R2 in H; simpl; tauto.
      * constructor; auto. rewrite R4, N.clearbit_eqb, N.eqb_refl, andb_false_r; discriminate.
      * intros q; simpl In. rewrite R4, N.clearbit_eqb, andb_true_iff, negb_true_iff, N.eqb_neq. split; [intros [<-|H]; tauto|].
        intros H; destruct (N.eq_dec (number b') q); auto.
      * intros p [<-|H]; auto. split; auto. apply Br; simpl; auto.
    + apply IH in H; auto. destruct H as [R1 [R2 [R3 [R4 R5]]]]. split; auto. split; auto.
      intros k; rewrite R2; cbn [map]; simpl; split; [tauto|]. intros [L [<-|I]]; [congruence|auto].
Qed.
Lemma nodup_map_filter : forall {X Y} (h : X -> Y) f l, NoDup (map h l) -> NoDup (map h (filter f l)).
Proof.
  intros X Y h f; induction l as [|x l IH]; intros D; auto. cbn [map] in D; inversion D; subst; cbn [filter].
  destruct (f x); auto. constructor; auto. intro I; apply in_map_iff in I; destruct I as [y [E I]]; apply filter_In in I.
  apply H1; rewrite <- E; apply in_map; tauto.
Qed.
Lemma agrees_right : forall keep keep' l, agrees keep keep' l = true -> forall p, In p l -> N.testbit keep (from_number p) = N.testbit keep' (to_number p).
Proof.
  intros keep keep'; induction l as [|[b b'] l IH]; intros H p; cbn [agrees] in H; [intros []|].
  intros [<-|I]; unfold from_number, to_number; cbn [fst snd];
    destruct (N.testbit keep (number b)); apply andb_true_iff in H; destruct H as [H1 H2]; auto; try (apply IH; auto).
  apply negb_true_iff in H1; auto.
Qed.
Lemma all_agree_right : forall l, all_agree l = true -> (forall p, In p l -> branch_right P (fst p) /\ branch_right P (snd p)) ->
  NoDup (map from_number l) -> NoDup (map to_number l) -> forall p q, In p l -> In q l -> from_number p <> from_number q ->
  (~ clash P (from_number p) (from_number q) <-> ~ clash P (to_number p) (to_number q)).
Proof.
  assert (Sym : forall k q, ~ clash P k q <-> ~ clash P q k) by (intros k q; split; intros H C; apply H, clash_sym; auto).
  induction l as [|x l IH]; intros Ag Br D D'; [intros p q []|]. cbn [all_agree] in Ag. apply andb_true_iff in Ag; destruct Ag as [Ag1 Ag2].
  cbn [map] in D, D'; inversion D as [|? ? N1 D1]; inversion D' as [|? ? N2 D2]; subst.
  assert (First : forall q, In q l -> (~ clash P (from_number x) (from_number q) <-> ~ clash P (to_number x) (to_number q))).
  { intros q I. assert (E := agrees_right _ _ _ Ag1 q I). destruct (Br x (or_introl eq_refl)) as [[_ [K _]] [_ [K' _]]].
    destruct (Br q (or_intror I)) as [[B _] [B' _]]. specialize (K (from_number q)); specialize (K' (to_number q)). rewrite E in K.
    assert (from_number q <> from_number x) by (intros F; apply N1; rewrite <- F; apply in_map; auto).
    assert (to_number q <> to_number x) by (intros F; apply N2; rewrite <- F; apply in_map; auto).
    unfold from_number, to_number in *. tauto. }
  intros p q [<-|I] [<-|J] Ne.
  - tauto.
  - apply First; auto.
  - rewrite (Sym (from_number p)), (Sym (to_number p)). apply First; auto.
  - apply IH; auto. intros r Ir; apply Br; simpl; auto.
Qed.

(* What is in the lists of marks, of items and of holders. *)
Lemma in_marks : forall l unmet m, In m (marks l unmet) <->
  exists p i, In p l /\ In i (meets (fst p)) /\ N.testbit unmet i = true /\ m = mark (width T) i (to_number p).
Proof.
  intros l unmet m; unfold marks; rewrite in_flat_map. split.
  - intros [p [I J]]. apply in_map_iff in J; destruct J as [i [<- J]]. apply filter_In in J; exists p, i; tauto.
  - intros [p [i [I [J [U ->]]]]]. exists p; split; auto. apply in_map_iff; exists i; rewrite filter_In; auto.
Qed.
Lemma in_marked : forall unmet i, In i (marked unmet) <-> N.testbit unmet i = true /\ exists o, In o (onces T) /\ fst o = i.
Proof.
  intros unmet i; unfold marked. rewrite filter_In, (right_holding_items _ _ right), in_map_iff.
  split; [intros [[o H] U]; split; [auto|exists o; tauto]|intros [U [o [I E]]]; split; [exists o; auto|auto]].
Qed.
Lemma marked_nodup : forall unmet, NoDup (marked unmet).
Proof. intros; unfold marked. rewrite (right_holding_items _ _ right). apply NoDup_filter, (right_each_once _ _ right). Qed.
Lemma runs_alike : forall l left left' unmet o o' r s, pairing l left left' -> In o (onces T) -> In o' (onces T) -> N.testbit unmet (fst o) = true ->
  run_of (width T) (Numbers.sort (marks l unmet)) (fst o) r -> r = filter (N.testbit left') s ->
  (forall q, q < width T -> (In q s <-> N.testbit (snd o') q = true)) -> alike l (snd o) (snd o').
Proof.
  intros l left left' unmet o o' r s [_ [D2 I2] Br] O O' U R -> Sm p I. apply eq_true_iff_eq.
  destruct (Br p I) as [[Lp [_ [_ [_ M]]]] [Lp' _]]. destruct (right_onces _ _ right o O) as [Oi Ho].
  assert (W : to_number p < width T) by (rewrite (right_width _ _ right); auto).
  assert (L' : N.testbit left' (to_number p) = true) by (apply I2, in_map; auto).
  assert (E := R (to_number p)). rewrite filter_In, in_sorted, in_marks, (Sm _ W), L' in E.
  rewrite Ho. transitivity (In (fst o) (meets (fst p))); [rewrite M; unfold from_number; tauto|].
  transitivity (N.testbit (snd o') (to_number p) = true /\ true = true); [rewrite E|tauto]. split.
  - intros J; split; auto. exists p, (fst o); auto.
  - intros [_ [q [i [J [Q [_ F]]]]]].
    assert (Wq : to_number q < width T) by (destruct (Br q J) as [_ [Lq _]]; rewrite (right_width _ _ right); auto).
    apply mark_unique in F; auto. destruct F as [<- F]. rewrite (pair_unique to_number l p q); auto.
Qed.

(* What clashes with an option that is not tied shares an unmet item with it. *)
Lemma untied_clash : forall unmet b q, branch_right P b -> tied unmet b = false -> clash P (number b) q ->
  exists i, is_once P i /\ N.testbit unmet i = true /\ holds i (option_at P (number b)) = true /\ holds i (option_at P q) = true.
Proof.
  intros unmet b q [_ [_ [L [S _]]]] U [i [c [d [I [J Sh]]]]]; unfold tied in U. apply orb_false_iff in U; destruct U as [U1 U2].
  destruct Sh as [O|[Se _]]; [|rewrite (S i c I Se) in U1; discriminate]. exists i. split; auto.
  assert (Hb : holds i (option_at P (number b)) = true) by (apply holds_in; eauto). split; [|split; [auto|apply holds_in; eauto]].
  apply negb_false_iff, N.eqb_eq in U2. assert (Z : N.testbit 0 i = false) by apply N.bits_0.
  rewrite <- U2, !N.ldiff_spec, (proj2 (right_once _ _ right i) O) in Z. destruct (N.testbit unmet i); auto.
  destruct (N.testbit (leaves b) i) eqn:E; [|discriminate]. apply L in E; destruct E; congruence.
Qed.

Theorem read_renaming_right : forall left unmet times left' unmet' times' a a' n,
  read_renaming left unmet times left' unmet' times' a = Yes a' ->
  bounded P T left unmet times -> bounded P T left' unmet' times' ->
  has_exactly (sub left' unmet' times') n -> has_exactly (sub left unmet times) n.
Proof.
  intros left unmet times left' unmet' times' a a' n H B B'; unfold read_renaming in H.
  destruct (read_pairs _ _ _ _) as [[l a1]|] eqn:R; [|discriminate].
  destruct (renamed l left unmet times left' unmet' times') eqn:E; [|discriminate]. clear H.
  apply read_pairs_right in R; [|apply (right_in_order _ _ right)|apply (right_order _ _ right)].
  destruct R as [R1 [R2 [R3 [R4 R5]]]]. unfold renamed in E.
  apply andb_true_iff in E; destruct E as [E E3]. apply andb_true_iff in E; destruct E as [E1 E2].
  destruct (runs _ _ _) as [rs|] eqn:Rs; [|discriminate]. apply runs_right in Rs; [|apply marked_nodup]. destruct Rs as [Rk Kr].
  assert (Pg : pairing l left left').
  { constructor; auto; split; auto; intros k; [rewrite R2|rewrite R4]; split; try tauto.
    intros H; split; auto. apply (right_every_branch _ _ right), (bounded_left _ _ _ _ _ B); auto. }
  assert (Ds := same_members_right _ _ E2). assert (Dt := same_members_right _ _ E3).
  assert (Held : forall x, In x (held_still left' unmet') <->
    exists h, In h (holding T) /\ N.testbit unmet' (fst h) = true /\ filter (N.testbit left') (snd h) = x).
  { intros x; unfold held_still; rewrite in_map_iff. split; intros [h H]; exists h; rewrite filter_In in *; tauto. }
  assert (Dem : forall to left times x, In x (demands to left times) <->
    exists s t, In (s, t) (combine (severals T) times) /\ x = [to (N.land left (holders s)); t; need s t]).
  { intros to lf ti x; unfold demands; rewrite in_map_iff. split.
    - intros [[s t] [<- I]]; exists s, t; auto.
    - intros [s [t [I ->]]]; exists (s, t); auto. }
  assert (U : forall i', N.testbit unmet' i' = true -> exists o o', In o (onces T) /\ In o' (onces T) /\
    N.testbit unmet (fst o) = true /\ fst o' = i' /\ alike l (snd o) (snd o')).
  { intros i' U. destruct (right_every_once _ _ right i' (bounded_unmet _ _ _ _ _ B' i' U)) as [x [X <-]].
    assert (H : In (fst x) (map fst (holding T))) by (rewrite (right_holding_items _ _ right); apply in_map; auto).
    apply in_map_iff in H; destruct H as [h [Fx H]]. rewrite <- Fx in *.
    assert (I : In (filter (N.testbit left') (snd h)) rs) by (apply Ds, Held; exists h; auto).
    destruct (Kr _ I) as [i [K Q]]. apply in_marked in K; destruct K as [Ui [o [O <-]]].
    destruct (right_holding _ _ right _ H) as [o' [O' [F Sm]]]. exists o, o'; repeat split; auto. eapply runs_alike; eauto. }
  assert (Ub : forall i, N.testbit unmet i = true -> exists o o', In o (onces T) /\ In o' (onces T) /\
    N.testbit unmet' (fst o') = true /\ fst o = i /\ alike l (snd o) (snd o')).
  { intros i Ui. destruct (right_every_once _ _ right i (bounded_unmet _ _ _ _ _ B i Ui)) as [o [O <-]].
    destruct (Rk (fst o)) as [r [I Q]]; [apply in_marked; eauto|]. apply Ds, Held in I. destruct I as [h [H [Uh F]]].
    destruct (right_holding _ _ right _ H) as [o' [O' [G Sm]]]. exists o, o'; repeat split; auto; [rewrite G; auto|]. eapply runs_alike; eauto. }
  assert (Sh : forall p o o', In p l -> In o (onces T) -> In o' (onces T) -> alike l (snd o) (snd o') ->
    (holds (fst o) (option_at P (from_number p)) = true <-> holds (fst o') (option_at P (to_number p)) = true)).
  { intros p o o' I O O' Al. destruct (right_onces _ _ right o O) as [_ Ho], (right_onces _ _ right o' O') as [_ Ho'].
    destruct (R5 p I) as [[Lp _] [Lp' _]]. specialize (Ho (from_number p)); specialize (Ho' (to_number p)).
    rewrite <- (Al p I) in Ho'. unfold from_number, to_number in *. tauto. }
  assert (Clash : forall o k q, In o (onces T) -> holds (fst o) (option_at P k) = true -> holds (fst o) (option_at P q) = true -> clash P k q).
  { intros o k q O Hk Hq. apply holds_in in Hk; apply holds_in in Hq. destruct Hk as [c Hk], Hq as [d Hq].
    exists (fst o), c, d; repeat split; auto. left; apply (right_onces _ _ right o O). }
  assert (Untied : forall p q, In p l -> In q l -> tied unmet (fst p) || tied unmet' (snd p) = false ->
    (~ clash P (from_number p) (from_number q) <-> ~ clash P (to_number p) (to_number q))).
  { intros p q I J Ti; apply orb_false_iff in Ti; destruct Ti as [T1 T2]. destruct (R5 p I) as [Bp Bp']. split; intros N C; apply N.
    - destruct (untied_clash _ _ _ Bp' T2 C) as [i [_ [Ui [H1 H2]]]]. destruct (U i Ui) as [o [o' [O [O' [_ [<- Al]]]]]].
      apply (Clash o); auto; [apply (Sh p o o')|apply (Sh q o o')]; auto.
    - destruct (untied_clash _ _ _ Bp T1 C) as [i [_ [Ui [H1 H2]]]]. destruct (Ub i Ui) as [o [o' [O [O' [_ [<- Al]]]]]].
      apply (Clash o'); auto; [apply (Sh p o o')|apply (Sh q o o')]; auto. }
  assert (M : match_up P T l left unmet times left' unmet' times').
  { constructor; auto.
    - intros p q I J Ne. destruct (tied unmet (fst p) || tied unmet' (snd p)) eqn:Tp; [destruct (tied unmet (fst q) || tied unmet' (snd q)) eqn:Tq|].
      + apply (all_agree_right _ E1); auto using nodup_map_filter; try (apply filter_In; auto).
        intros r Ir; apply filter_In in Ir; apply R5; tauto.
      + assert (F := Untied q p J I Tq). split; intros N C; apply clash_sym in C; revert C; apply F; intro C; apply N, clash_sym; auto.
      + apply Untied; auto.
    - intros s' t' J.
      assert (I : In [N.land left' (holders s'); t'; need s' t'] (demands (fun m => m) left' times')) by (apply Dem; exists s', t'; auto).
      apply Dt, Dem in I. destruct I as [s [t [I F]]]. injection F as F1 F2 F3.
      exists s, t; repeat split; auto. apply (image_alike l left left'); auto.
    - intros s t J.
      assert (I : In [image l (N.land left (holders s)); t; need s t] (demands (image l) left times)) by (apply Dem; exists s, t; auto).
      apply Dt, Dem in I. destruct I as [s' [t' [I F]]]. injection F as F1 F2 F3.
      exists s', t'; repeat split; auto. apply (image_alike l left left'); auto. }
  apply (match_up_count P T right l _ _ _ left' unmet' times'); auto; [apply B|apply B'].
Qed.
End Names.
