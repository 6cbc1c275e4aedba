(* Two sub-problems that are the same but for the names of their options and items have as many solutions as each other
   ([match_up_count]): solutions are mapped to solutions by renaming their options, and back. *)
Require Import NArith List Sorted Bool Lia Permutation.
From Quadrille Require Import Cover Ascending Table Subproblem.
Import ListNotations.
Open Scope N_scope.

(* Each option of one sub-problem with its counterpart in the other one. *)
Notation pairs := (list (branch * branch)).

Section Renaming.
Variable P : problem.
Variable T : tables.
(* ---- f maps the solutions of one sub-problem to those of the other one, and g maps them back ---- *)
Hypothesis right : tables_right P T.
Local Notation sub := (sub P T).

Record renames (f g : N -> N) (left unmet : N) (times : list N) (left' unmet' : N) (times' : list N) : Prop := Renames {
  renames_options : forall k, N.testbit left k = true -> N.testbit left' (f k) = true /\ g (f k) = k;
  renames_clash : forall k q, N.testbit left k = true -> N.testbit left q = true -> k <> q -> ~ clash P k q -> ~ clash P (f k) (f q);
  renames_unmet : forall i', N.testbit unmet' i' = true -> exists i, N.testbit unmet i = true /\
    forall k, N.testbit left k = true -> holds i (option_at P k) = true -> holds i' (option_at P (f k)) = true;
  renames_times : forall s' t', In (s', t') (combine (severals T) times') -> exists s t, In (s, t) (combine (severals T) times) /\
    t = t' /\ need s t = need s' t' /\ forall k, N.testbit left k = true -> N.testbit (holders s) k = N.testbit (holders s') (f k)
}.
Definition rename (f : N -> N) (S : list N) : list N := fold_right insert [] (map f S).

Lemma in_rename : forall f S q, In q (rename f S) <-> exists k, In k S /\ f k = q.
Proof.
  intros f S q; unfold rename. transitivity (In q (map f S)); [|rewrite in_map_iff; split; intros [k [E I]]; eauto].
  induction (map f S) as [|x l IH]; simpl; [tauto|]. rewrite in_insert, IH; intuition.
Qed.
Lemma ascending_rename : forall f S, ascending (rename f S).
Proof. intros; unfold rename; induction (map f S); simpl; [constructor|apply ascending_insert; auto]. Qed.
Lemma length_rename : forall f S, NoDup S -> (forall k q, In k S -> In q S -> f k = f q -> k = q) -> length (rename f S) = length S.
Proof.
  intros f S D I. rewrite <- (map_length f S). apply Permutation_length, NoDup_Permutation.
  - apply ascending_nodup, ascending_rename.
  - apply nodup_map; auto.
  - intros q; rewrite in_rename, in_map_iff; split; intros [k [E J]]; eauto.
Qed.

Lemma forall2_combine : forall {X Y} (R : X -> Y -> Prop) l m, Forall2 R l m <-> length l = length m /\ forall x y, In (x, y) (combine l m) -> R x y.
Proof.
  intros X Y R; induction l as [|x l IH]; intros [|y m]; simpl; split; intros H; try (inversion H; fail); try (destruct H; discriminate); auto.
  - split; auto; intros ? ? [].
  - inversion H; subst. apply IH in H5; destruct H5 as [E F]. split; auto. intros u v [Q|Q]; [inversion Q; subst; auto|auto].
  - destruct H as [E F]; constructor; auto. apply IH; split; auto.
Qed.

Section Between.
Variables (f g : N -> N) (left unmet : N) (times : list N) (left' unmet' : N) (times' : list N).
Hypothesis R : renames f g left unmet times left' unmet' times'.

Lemma rename_back : forall S, ascending S -> inside S left -> rename g (rename f S) = S.
Proof.
  intros S As In_left; apply ascending_ext; auto using ascending_rename. intros q; rewrite in_rename; split.
  - intros [k' [K E]]. apply in_rename in K; destruct K as [k [K <-]]. subst q. destruct (renames_options _ _ _ _ _ _ _ _ R k) as [_ ->]; auto.
  - intros Q; exists (f q); split; [apply in_rename; eauto|]. apply (renames_options _ _ _ _ _ _ _ _ R); auto.
Qed.
Lemma rename_sub : length (severals T) = length times' -> forall S, sub left unmet times S -> sub left' unmet' times' (rename f S).
Proof.
  intros Len S [A1 A2 A3 A4 A5]. assert (Opt := renames_options _ _ _ _ _ _ _ _ R).
  assert (Inj : forall k q, In k S -> In q S -> f k = f q -> k = q).
  { intros k q K Q E. rewrite <- (proj2 (Opt k (A2 k K))), <- (proj2 (Opt q (A2 q Q))), E; auto. }
  constructor; [apply ascending_rename| | | |].
  - intros q Q; apply in_rename in Q; destruct Q as [k [K <-]]. apply Opt; auto.
  - intros k' q' K Q D. apply in_rename in K; apply in_rename in Q. destruct K as [k [K <-]], Q as [q [Q <-]].
    assert (k <> q) by (intros ->; auto). apply (renames_clash _ _ _ _ _ _ _ _ R); auto.
  - intros i' U. destruct (renames_unmet _ _ _ _ _ _ _ _ R i' U) as [i [I H]]. destruct (A4 i I) as [k [K Hk]].
    exists (f k); split; [apply in_rename; eauto|apply H; auto].
  - apply forall2_combine; split; auto. intros s' t' I.
    destruct (renames_times _ _ _ _ _ _ _ _ R s' t' I) as [s [t [J [-> [Nd H]]]]].
    apply forall2_combine in A5; destruct A5 as [_ A5]. apply A5 in J. unfold within in *. rewrite <- Nd.
    replace (held_times s' (rename f S)) with (held_times s S); auto. unfold held_times; f_equal.
    rewrite <- (length_rename f (filter _ S)).
    + f_equal. apply ascending_ext; [apply ascending_rename|apply ascending_filter, ascending_rename|].
      intros q; rewrite filter_In, !in_rename; split.
      * intros [k [K <-]]; apply filter_In in K; destruct K as [K F]. split; [eauto|]. rewrite <- H; auto.
      * intros [[k [K <-]] F]; exists k; split; auto. apply filter_In; split; auto. rewrite H; auto.
    + apply NoDup_filter, ascending_nodup; auto.
    + intros k q K Q; apply filter_In in K; apply filter_In in Q; apply Inj; tauto.
Qed.
End Between.

Lemma renames_count : forall f g left unmet times left' unmet' times' n,
  renames f g left unmet times left' unmet' times' -> renames g f left' unmet' times' left unmet times ->
  length (severals T) = length times -> length (severals T) = length times' ->
  has_exactly (sub left' unmet' times') n -> has_exactly (sub left unmet times) n.
Proof.
  intros f g left unmet times left' unmet' times' n F G Len Len' [L [[D I] E]].
  exists (map (rename g) L); split; [split|rewrite map_length; auto].
  - apply nodup_map; auto. intros S S' J J' Q. apply I in J; apply I in J'.
    rewrite <- (rename_back _ _ _ _ _ _ _ _ G S), <- (rename_back _ _ _ _ _ _ _ _ G S'), Q by (apply J || apply J'); auto.
  - intros S; rewrite in_map_iff; split.
    + intros [S' [<- J]]; apply I in J. apply (rename_sub _ _ _ _ _ _ _ _ G Len); auto.
    + intros Sb; exists (rename f S); split; [apply (rename_back _ _ _ _ _ _ _ _ F); apply Sb|].
      apply I. apply (rename_sub _ _ _ _ _ _ _ _ F Len'); auto.
Qed.

(* ---- such functions from pairs ---- *)
Definition mirror (l : pairs) : pairs := map (fun p => (snd p, fst p)) l.
Definition from_number (p : branch * branch) : N := number (fst p).
Definition to_number (p : branch * branch) : N := number (snd p).
Definition counterpart (l : pairs) (k : N) : N := match find (fun p => from_number p =? k) l with Some p => to_number p | None => 0 end.

(* Every option of both sides stands in one pair. *)
Record pairing (l : pairs) (left left' : N) : Prop := Pairing {
  pairing_from : NoDup (map from_number l) /\ forall k, N.testbit left k = true <-> In k (map from_number l);
  pairing_to : NoDup (map to_number l) /\ forall k, N.testbit left' k = true <-> In k (map to_number l);
  pairing_right : forall p, In p l -> branch_right P (fst p) /\ branch_right P (snd p)
}.
(* Of each pair, either both options are in their sets or none. *)
Definition alike (l : pairs) (m m' : N) : Prop := forall p, In p l -> N.testbit m (from_number p) = N.testbit m' (to_number p).
Record match_up (l : pairs) (left unmet : N) (times : list N) (left' unmet' : N) (times' : list N) : Prop := MatchUp {
  match_pairs : pairing l left left';
  match_clash : forall p q, In p l -> In q l -> from_number p <> from_number q ->
    (~ clash P (from_number p) (from_number q) <-> ~ clash P (to_number p) (to_number q));
  match_unmet : forall i', N.testbit unmet' i' = true -> exists o o', In o (onces T) /\ In o' (onces T) /\
    N.testbit unmet (fst o) = true /\ fst o' = i' /\ alike l (snd o) (snd o');
  match_unmet_back : forall i, N.testbit unmet i = true -> exists o o', In o (onces T) /\ In o' (onces T) /\
    N.testbit unmet' (fst o') = true /\ fst o = i /\ alike l (snd o) (snd o');
  match_times : forall s' t', In (s', t') (combine (severals T) times') -> exists s t, In (s, t) (combine (severals T) times) /\
    t = t' /\ need s t = need s' t' /\ alike l (holders s) (holders s');
  match_times_back : forall s t, In (s, t) (combine (severals T) times) -> exists s' t', In (s', t') (combine (severals T) times') /\
    t = t' /\ need s t = need s' t' /\ alike l (holders s) (holders s')
}.

Lemma pair_unique : forall (number_in : branch * branch -> N) l p q, NoDup (map number_in l) -> In p l -> In q l -> number_in p = number_in q -> p = q.
Proof.
  intros h; induction l as [|x l IH]; intros p q D I J E; [destruct I|]. cbn [map] in D; inversion D; subst.
  destruct I as [->|I], J as [->|J]; auto; exfalso; apply H1; [rewrite E|rewrite <- E]; apply in_map; auto.
Qed.
Lemma in_mirror : forall l p, In p (mirror l) <-> In (snd p, fst p) l.
Proof.
  intros l [b c]; unfold mirror; rewrite in_map_iff; cbn [fst snd]; split.
  - intros [[x y] [E I]]; inversion E; subst; auto.
  - intros I; exists (c, b); auto.
Qed.
Lemma alike_mirror : forall l m m', alike l m m' -> alike (mirror l) m' m.
Proof. intros l m m' H p I; apply in_mirror in I. symmetry; apply (H (snd p, fst p)); auto. Qed.
Lemma match_up_mirror : forall l left unmet times left' unmet' times',
  match_up l left unmet times left' unmet' times' -> match_up (mirror l) left' unmet' times' left unmet times.
Proof.
  intros l left unmet times left' unmet' times' [[M1 M2 M3] C U Ub Tm Tb].
  assert (E1 : map from_number (mirror l) = map to_number l) by (unfold mirror; rewrite map_map; auto).
  assert (E2 : map to_number (mirror l) = map from_number l) by (unfold mirror; rewrite map_map; auto).
  constructor.
  - constructor; rewrite ?E1, ?E2; auto. intros p I; apply in_mirror in I; apply M3 in I; cbn [fst snd] in I; tauto.
  - intros p q I J D; apply in_mirror in I; apply in_mirror in J. symmetry. apply (C _ _ I J).
    intros F; apply D. assert (E := pair_unique from_number l _ _ (proj1 M1) I J F). inversion E; unfold from_number; congruence.
  - intros i I; destruct (Ub i I) as [o [o' [O1 [O2 [O3 [O4 O5]]]]]]. exists o', o; auto 6 using alike_mirror.
  - intros i I; destruct (U i I) as [o [o' [O1 [O2 [O3 [O4 O5]]]]]]. exists o', o; auto 6 using alike_mirror.
  - intros s t I; destruct (Tb s t I) as [s' [t' [O1 [O2 [O3 O4]]]]]. exists s', t'; auto 6 using alike_mirror.
  - intros s t I; destruct (Tm s t I) as [s' [t' [O1 [O2 [O3 O4]]]]]. exists s', t'; auto 6 using alike_mirror.
Qed.

Lemma counterpart_right : forall l p, NoDup (map from_number l) -> In p l -> counterpart l (from_number p) = to_number p.
Proof.
  intros l p D I; unfold counterpart. destruct (find _ l) as [q|] eqn:F.
  - apply find_some in F; destruct F as [J E]; apply N.eqb_eq in E. rewrite (pair_unique from_number l q p); auto.
  - apply (find_none _ _ F) in I. rewrite N.eqb_refl in I; discriminate.
Qed.
Lemma match_up_renames : forall l left unmet times left' unmet' times', match_up l left unmet times left' unmet' times' ->
  renames (counterpart l) (counterpart (mirror l)) left unmet times left' unmet' times'.
Proof.
  intros l left unmet times left' unmet' times' M.
  destruct (match_pairs _ _ _ _ _ _ _ M) as [[D1 I1] [D2 I2] Br]. destruct (match_pairs _ _ _ _ _ _ _ (match_up_mirror _ _ _ _ _ _ _ M)) as [[E1 _] _ _].
  assert (Pair : forall k, N.testbit left k = true -> exists p, In p l /\ from_number p = k /\ counterpart l k = to_number p).
  { intros k K; apply I1, in_map_iff in K; destruct K as [p [<- K]]. exists p; repeat split; auto. apply counterpart_right; auto. }
  constructor.
  - intros k K; destruct (Pair k K) as [p [I [<- ->]]]. split; [apply I2; apply in_map; auto|].
    change (to_number p) with (from_number (snd p, fst p)). rewrite counterpart_right; auto. apply in_mirror; cbn [fst snd]. destruct p; auto.
  - intros k q K Q D; destruct (Pair k K) as [p [I [<- ->]]], (Pair q Q) as [p' [I' [<- ->]]].
    apply (match_clash _ _ _ _ _ _ _ M p p'); auto.
  - intros i' U; destruct (match_unmet _ _ _ _ _ _ _ M i' U) as [o [o' [O1 [O2 [O3 [<- Al]]]]]]. exists (fst o); split; auto.
    intros k K H; destruct (Pair k K) as [p [I [<- ->]]].
    destruct (right_onces _ _ right o O1) as [_ Ho], (right_onces _ _ right o' O2) as [_ Ho']. destruct (Br p I) as [[B _] _].
    apply Ho'. rewrite <- Al; auto. apply Ho; auto.
  - intros s' t' I'; destruct (match_times _ _ _ _ _ _ _ M s' t' I') as [s [t [S1 [S2 [S3 Al]]]]]. exists s, t; repeat split; auto.
    intros k K; destruct (Pair k K) as [p [I [<- ->]]]; auto.
Qed.
Theorem match_up_count : forall l left unmet times left' unmet' times' n, match_up l left unmet times left' unmet' times' ->
  length (severals T) = length times -> length (severals T) = length times' ->
  has_exactly (sub left' unmet' times') n -> has_exactly (sub left unmet times) n.
Proof.
  intros l left unmet times left' unmet' times' n M. apply (renames_count (counterpart l) (counterpart (mirror l))).
  - apply match_up_renames; auto.
  - assert (M' := match_up_renames _ _ _ _ _ _ _ (match_up_mirror _ _ _ _ _ _ _ M)).
    replace (mirror (mirror l)) with l in M'; auto. unfold mirror; rewrite map_map; cbn [fst snd].
    rewrite <- (map_id l) at 1. apply map_ext; intros [x y]; auto.
Qed.
End Renaming.
