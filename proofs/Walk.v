(* The walk through sub-problems that a certificate guides, and the theorem that it finds each solution exactly once.

   A certificate only advises: which item to branch on, and which stored sub-problem is equal to the present one, or equal up to
   names. The theorem [walk_finds] holds for all advice; wrong advice is refused, or makes the walk longer.

   What the walk does with solutions is a parameter: it counts them, or it visits each of them. *)
Require Import NArith List Sorted Bool Lia.
From Quadrille Require Import Cover Ascending Store Same Groups Table Advice Subproblem Names.
Import ListNotations.
Open Scope N_scope.

Section Walk.
Variable P : problem.
Variable T : tables.

(* ---- what is done with solutions ---- *)
Variable V : Type.
(* One more solution: its options, the last chosen first. *)
Variable visit : V -> list N -> option V.
(* N more solutions, where they need not be visited. *)
Variable add : V -> N -> option V.
(* How many solutions lie between two values, where that is known. *)
Variable since : V -> V -> option N.
(* From the first value to the second one by the solutions of the list. *)
Variable leads : V -> list (list N) -> V -> Prop.

Definition complete (path : list N) (S : list N) : list N := fold_left (fun s k => insert k s) path S.

Hypothesis leads_none : forall v, leads v [] v.
Hypothesis leads_app : forall v L v' M v'', leads v L v' -> leads v' M v'' -> leads v (L ++ M) v''.
Hypothesis leads_visit : forall v path v', visit v path = Some v' -> leads v [complete path []] v'.
Hypothesis leads_add : forall v n v' L, add v n = Some v' -> N.of_nat (length L) = n -> leads v L v'.
Hypothesis leads_since : forall v L v' n, leads v L v' -> since v v' = Some n -> n = N.of_nat (length L).

(* ---- advice ---- *)
Variable A : Type.
Variable next : A -> option (N * A).
(* Whether there is code 3. *)
Variable names : bool.

(* ---- the walk ---- *)
Record entry := Entry { e_left : N; e_unmet : N; e_times : list N; e_count : N }.
Record state := State { value : V; stored : store entry; advice : A }.

Inductive kind := OnceItem | SeveralItem (i : N) (must : N).
Definition two : N := 2.
(* Fewer options of the item are left than it needs. Where it needs one at most, the walk over its options sees that at its end. *)
Definition short (k : kind) (bs : list branch) (left : N) : bool :=
  match k with
  | OnceItem => false
  | SeveralItem _ must => (two <=? must) && (N.of_nat (length (filter (fun b => N.testbit left (number b)) bs)) <? must)
  end.

Section Loop.
Variable rec : N -> N -> list N -> list N -> state -> answer state.
Variables (k : kind) (unmet : N) (times : list N) (path : list N).
Fixpoint each (bs : list branch) (left : N) (s : state) : answer state :=
  match bs with
  | [] =>
    match k with
    | OnceItem => Yes s
    | SeveralItem i must => if must =? 0 then rec left unmet (cease i (severals T) times) path s else Yes s
    end
  | b :: bs' =>
    if N.testbit left (number b) then
      if short k bs left then Yes s
      else match take (number b) (severals T) times (N.land left (keeps b)) with
      | None => No Covered
      | Some (left', times') =>
        match rec left' (N.land unmet (leaves b)) times' (number b :: path) s with
        | No r => No r
        | Yes s' => each bs' (match k with OnceItem => left | _ => N.clearbit left (number b) end) s'
        end
      end
    else each bs' left s
  end.
End Loop.

Definition the_kind (i : N) (unmet : N) (times : list N) : answer kind :=
  if N.testbit unmet i then Yes OnceItem
  else match several_at i (severals T) times with
       | None => No Covered
       | Some (s, t) => if t =? 0 then No Covered else Yes (SeveralItem i (need s t))
       end.
Definition first_item : N := 4.

(* Code 1: an equal sub-problem; code 2: the same, and it is dropped; code 3: one that is equal up to names. *)
Definition recall (code : N) (left unmet : N) (times : list N) (s : state) : answer state :=
  match read A next (advice s) with
  | No r => No r
  | Yes (ago, a) =>
    match get ago (stored s) with
    | None => No NotStored
    | Some e =>
      match
        (if two <? code then read_renaming T A next left unmet times (e_left e) (e_unmet e) (e_times e) a
         else if (unmet =? e_unmet e) && (left =? e_left e) && same times (e_times e) then Yes a
         else No Differs)
      with
      | No r => No r
      | Yes a' =>
        match add (value s) (e_count e) with
        | None => No Visiting
        | Some v => Yes (State v (if code =? two then drop ago (stored s) else stored s) a')
        end
      end
    end
  end.

Definition branch_on (rec : N -> N -> list N -> list N -> state -> answer state)
    (code : N) (left unmet : N) (times : list N) (path : list N) (s : state) : answer state :=
  if code <? first_item then No Reserved
  else match get (code - first_item) (items T) with
  | None => No UnknownItem
  | Some (i, bs) =>
    match the_kind i unmet times with
    | No r => No r
    | Yes k => each rec k unmet times path bs left s
    end
  end.

Fixpoint walk (fuel : nat) (left unmet : N) (times : list N) (path : list N) (s : state) : answer state :=
  if (unmet =? 0) && (left =? 0) then
    if all_met (severals T) times then
      match visit (value s) path with None => No Unexpected | Some v => Yes (State v (stored s) (advice s)) end
    else Yes s
  else match fuel with
  | O => No Deep
  | S fuel' =>
    match read A next (advice s) with
    | No r => No r
    | Yes (code, a) =>
      let s' := State (value s) (stored s) a in
      if first_item <=? code then branch_on (walk fuel') code left unmet times path s'
      else if code =? 0 then
        match read A next a with
        | No r => No r
        | Yes (code', a') =>
          match branch_on (walk fuel') code' left unmet times path (State (value s) (stored s) a') with
          | No r => No r
          | Yes s'' =>
            match since (value s) (value s'') with
            | None => No Visiting
            | Some n => Yes (State (value s'') (put (Entry left unmet times n) (stored s'')) (advice s''))
            end
          end
        end
      else if (code <=? two) || names then recall code left unmet times s'
      else No Reserved
    end
  end.

(* ---- proofs ---- *)
Hypothesis right : tables_right P T.
Local Notation sub := (sub P T).
Local Notation bounded := (bounded P T).

Definition entry_right (e : entry) : Prop :=
  bounded (e_left e) (e_unmet e) (e_times e) /\ has_exactly (sub (e_left e) (e_unmet e) (e_times e)) (e_count e).
(* From state s to s' by all solutions that have the property p. *)
Definition finds (p : list N -> Prop) (path : list N) (s s' : state) : Prop :=
  all entry_right (stored s') /\ exists L, lists_all L p /\ leads (value s) (map (complete path) L) (value s').

Lemma finds_none : forall p path s, all entry_right (stored s) -> (forall S, ~ p S) -> finds p path s s.
Proof.
  intros p path s W N; split; auto. exists []; split; [split; [constructor|]|apply leads_none].
  intros S; simpl; split; [tauto|apply N].
Qed.
Lemma finds_ext : forall p p' path s s', (forall S, p S <-> p' S) -> finds p path s s' -> finds p' path s s'.
Proof. intros p p' path s s' E [W [L [[D I] R]]]; split; auto; exists L; split; auto; split; auto. intros S; rewrite I; auto. Qed.
Lemma finds_or : forall p p1 p2 path s s1 s2, finds p1 path s s1 -> finds p2 path s1 s2 ->
  (forall S, p1 S -> ~ p2 S) -> (forall S, p S <-> p1 S \/ p2 S) -> finds p path s s2.
Proof.
  intros p p1 p2 path s s1 s2 [W1 [L1 [[D1 I1] R1]]] [W2 [L2 [[D2 I2] R2]]] X E; split; auto.
  exists (L1 ++ L2); split; [split|].
  - apply nodup_app; auto. intros S A1 A2; apply I1 in A1; apply I2 in A2; apply (X S); auto.
  - intros S; rewrite in_app_iff, I1, I2, E; tauto.
  - rewrite map_app; eapply leads_app; eauto.
Qed.
(* The solutions with option k are those of what k leaves, with k inserted. *)
Lemma finds_choose : forall p p' k path s s', finds p' (k :: path) s s' ->
  (forall S, p' S -> ascending S /\ ~ In k S) -> (forall S, p S <-> exists S', p' S' /\ S = insert k S') -> finds p path s s'.
Proof.
  intros p p' k path s s' [W [L [[D I] R]]] X E; split; auto. exists (map (insert k) L); split; [split|].
  - apply nodup_map; auto. intros S S' A1 A2 Q; apply I in A1; apply I in A2; apply X in A1; apply X in A2.
    apply (insert_inj k); tauto.
  - intros S; rewrite in_map_iff, E; split; intros [S' [A1 A2]]; exists S'; split; auto; [apply I; auto | apply I; auto].
  - rewrite map_map; apply R.
Qed.

(* What the loop over the branches of an item finds. *)
Definition kind_right (k : kind) (i : N) (unmet : N) (times : list N) : Prop :=
  match k with
  | OnceItem => is_once P i
  | SeveralItem j must => j = i /\ exists s t, several_at i (severals T) times = Some (s, t) /\ must = need s t /\ several_right P s
  end.
Definition loop_finds (k : kind) (bs : list branch) (left unmet : N) (times : list N) (S : list N) : Prop :=
  sub left unmet times S /\ match k with OnceItem => exists b, In b bs /\ In (number b) S | _ => True end.
Definition loop_has (k : kind) (i : N) (bs : list branch) (left : N) : Prop :=
  match k with
  | OnceItem => True
  | _ => forall q, N.testbit left q = true -> holds i (option_at P q) = true -> exists b, In b bs /\ number b = q
  end.

Definition walks (rec : N -> N -> list N -> list N -> state -> answer state) : Prop :=
  forall left unmet times path s s', rec left unmet times path s = Yes s' -> bounded left unmet times ->
  all entry_right (stored s) -> finds (sub left unmet times) path s s'.

Lemma each_finds : forall rec k i unmet times path, walks rec -> kind_right k i unmet times ->
  forall bs left s s', each rec k unmet times path bs left s = Yes s' ->
  bounded left unmet times -> all entry_right (stored s) -> loop_has k i bs left ->
  (forall b, In b bs -> branch_right P b /\ holds i (option_at P (number b)) = true) -> NoDup (map number bs) ->
  finds (loop_finds k bs left unmet times) path s s'.
Proof.
  intros rec k i unmet times path Rec K; induction bs as [|b bs IH]; intros left s s' H B W Has Br ND; simpl in H.
  - destruct k as [|j must].
    + inversion H; subst. apply finds_none; auto. intros S [_ [b [[] _]]].
    + destruct K as [-> [x [t [At [-> X]]]]].
      assert (None_held : forall S ts, sub left unmet ts S -> held_times x S = 0).
      { intros S ts [A1 A2 A3 A4 A5]. unfold held_times.
        assert (Q : (length (filter (fun k => N.testbit (holders x) k) S) <= 0)%nat); [|lia].
        apply (filter_number [] left); auto using ascending_nodup. intros q Q F. apply X in F; destruct F as [F1 F2].
        assert (E := proj2 (several_at_right _ _ _ _ _ At)). rewrite E in F2. apply (Has q); auto. }
      destruct (need x t =? 0) eqn:Z.
      * apply N.eqb_eq in Z.
        assert (F : finds (sub left unmet (cease i (severals T) times)) path s s').
        { apply (Rec _ _ _ _ _ _ H); auto. destruct B; constructor; auto. rewrite cease_length; auto. }
        revert F; apply finds_ext. intros S; unfold loop_finds; split.
        -- intros Sb; assert (C := None_held _ _ Sb); destruct Sb as [A1 A2 A3 A4 A5]; split; auto; constructor; auto.
           apply (cease_within i _ _ x t S At Z C); auto.
        -- intros [Sb _]; assert (C := None_held _ _ Sb); destruct Sb as [A1 A2 A3 A4 A5]; constructor; auto.
           apply (cease_within i _ _ x t S At Z C); auto.
      * inversion H; subst. apply N.eqb_neq in Z. apply finds_none; auto. intros S [Sb _].
        assert (C := None_held _ _ Sb). destruct Sb as [A1 A2 A3 A4 A5]. apply (several_at_within i _ _ x t) in A5; auto.
        unfold within in A5; lia.
  - assert (Br' : forall b, In b bs -> branch_right P b /\ holds i (option_at P (number b)) = true) by (intros; apply Br; simpl; auto).
    destruct (Br b (or_introl eq_refl)) as [Bb Hb]. inversion ND as [|? ? NIb ND']; subst.
    destruct (N.testbit left (number b)) eqn:Lb.
    + destruct (short k (b :: bs) left) eqn:Sh.
      { inversion H; subst. apply finds_none; auto. intros S [Sb _]. unfold short in Sh. destruct k as [|j must]; [discriminate|].
        destruct K as [-> [x [t [At [-> X]]]]].
        apply andb_true_iff in Sh; destruct Sh as [_ Sh]; apply N.ltb_lt in Sh.
        destruct Sb as [A1 A2 A3 A4 A5]. apply (several_at_within i _ _ x t) in A5; auto. unfold within, held_times in A5.
        assert (Q : (length (filter (fun k => N.testbit (holders x) k) S) <= length (filter (fun b => N.testbit left (number b)) (b :: bs)))%nat); [|lia].
        apply (filter_number (b :: bs) left); auto using ascending_nodup. intros q Q F. apply X in F; destruct F as [F1 F2].
        assert (E := proj2 (several_at_right _ _ _ _ _ At)). rewrite E in F2. apply (Has q); auto. }
      destruct (take _ _ _ _) as [[left' times']|] eqn:Tk; [|discriminate].
      destruct (rec left' _ times' _ s) as [s1|] eqn:R; [|discriminate].
      destruct (choose_right P T b left unmet times left' times' Bb Lb Tk B) as [NI Ch].
      apply Rec in R. specialize (R (choose_bounded P T _ _ _ _ _ _ B Tk) W).
      assert (W1 : all entry_right (stored s1)) by apply R.
      apply (finds_choose (fun S => sub left unmet times S /\ In (number b) S)) in R; auto.
      2: { intros S' Q; split; [destruct Q; auto|apply NI; auto]. }
      set (rest := match k with OnceItem => left | _ => N.clearbit left (number b) end) in *.
      assert (Rest : forall q, N.testbit rest q = true -> N.testbit left q = true).
      { intros q; unfold rest; destruct k; auto. rewrite N.clearbit_eqb, andb_true_iff; tauto. }
      apply IH in H; auto.
      * eapply finds_or; [exact R|exact H| |].
        -- intros S [Sb I] [Sb' E]. unfold rest in *. destruct k as [|j must].
           ++ destruct E as [b' [I' E]]. destruct (Br' b' I') as [Bb' Hb'].
              apply (sub_clash P T _ _ _ _ Sb (number b) (number b')); auto.
              ** intro Q; apply NIb; rewrite Q; apply in_map; auto.
              ** apply holds_in in Hb; apply holds_in in Hb'; destruct Hb as [c Hb]; destruct Hb' as [c' Hb'].
                 exists i, c, c'; repeat split; auto.
           ++ apply (sub_inside P T _ _ _ _ Sb') in I. rewrite N.clearbit_eqb, N.eqb_refl, andb_false_r in I; discriminate.
        -- intros S; unfold loop_finds, rest; destruct k as [|j must].
           ++ split.
              ** intros [Sb [b' [[->|I] E]]]; [left; auto|right; split; auto; exists b'; auto].
              ** intros [[Sb I]|[Sb [b' [I E]]]]; split; auto; [exists b; simpl; auto|exists b'; simpl; auto].
           ++ split.
              ** intros [Sb _]. destruct (in_dec N.eq_dec (number b) S) as [I|NI']; [left; auto|right].
                 split; auto. destruct Sb as [A1 A2 A3 A4 A5]; constructor; auto.
                 intros q Q; rewrite N.clearbit_eqb, (A2 q Q); simpl. apply negb_true_iff, N.eqb_neq. intro; subst; auto.
              ** intros [[Sb _]|[[A1 A2 A3 A4 A5] _]]; split; auto; constructor; auto.
                 intros q Q; apply A2 in Q; rewrite N.clearbit_eqb, andb_true_iff in Q; tauto.
      * destruct B as [B1 B2 B3]; constructor; auto.
      * unfold loop_has, rest in *; destruct k as [|j must]; auto. intros q Q F.
        rewrite N.clearbit_eqb, andb_true_iff, negb_true_iff, N.eqb_neq in Q; destruct Q as [Q1 Q2].
        destruct (Has q Q1 F) as [b' [[->|I] E]]; [tauto|eauto].
    + apply IH in H; auto.
      * revert H; apply finds_ext. intros S; unfold loop_finds; split; intros [Sb E]; split; auto; destruct k as [|j must]; auto.
        -- destruct E as [b' [I E]]; exists b'; simpl; auto.
        -- destruct E as [b' [[->|I] E]]; [|exists b'; auto]. destruct Sb as [_ A2 _ _ _]; apply A2 in E; congruence.
      * destruct k as [|j must]; simpl in *; auto. intros q Q F; destruct (Has q Q F) as [b' [[->|I] E]]; [subst; congruence|eauto].
Qed.

Lemma kind_finds : forall i bs unmet times k, item_right P (i, bs) -> the_kind i unmet times = Yes k ->
  forall left, bounded left unmet times -> kind_right k i unmet times /\ loop_has k i bs left /\
  forall S, loop_finds k bs left unmet times S <-> sub left unmet times S.
Proof.
  intros i bs unmet times k [I1 [_ [I2 I3]]] H left [B1 B2 B3]; cbn [fst snd] in *. unfold the_kind in H.
  assert (Found : forall q, N.testbit left q = true -> holds i (option_at P q) = true -> exists b, In b bs /\ number b = q).
  { intros q Q F; apply I3; auto. }
  destruct (N.testbit unmet i) eqn:U.
  - inversion H; subst k. split; [apply B2; auto|split; [exact I|]].
    intros S; split; [intros [Sb _]; auto|]. intros Sb; split; auto.
    destruct (sub_unmet P T _ _ _ _ Sb i U) as [q [Q F]]. destruct (Found q (sub_inside P T _ _ _ _ Sb q Q) F) as [b [Ib E]].
    exists b; subst q; auto.
  - destruct (several_at i (severals T) times) as [[s t]|] eqn:At; [|discriminate]. destruct (t =? 0); [discriminate|].
    inversion H; subst k. split; [|split; [exact Found|]].
    + split; auto. exists s, t; split; auto; split; auto. apply (right_severals _ _ right); apply (several_at_right i _ times s t); auto.
    + intros S; split; [intros [Sb _]; auto|intros Sb; split; auto].
Qed.

Lemma recall_finds : forall code left unmet times path s s', recall code left unmet times s = Yes s' ->
  bounded left unmet times -> all entry_right (stored s) -> finds (sub left unmet times) path s s'.
Proof.
  intros code left unmet times path s s' H B W; unfold recall in H.
  destruct (read A next (advice s)) as [[ago a]|]; [|discriminate].
  destruct (get ago (stored s)) as [e|] eqn:G; [|discriminate]. apply (all_get _ entry_right) in G; auto.
  destruct (if two <? code then _ else _) as [a'|] eqn:E; [|discriminate].
  assert (C : has_exactly (sub left unmet times) (e_count e)).
  { destruct G as [B' G]. destruct (two <? code); [eapply read_renaming_right; eauto|].
    destruct ((unmet =? e_unmet e) && (left =? e_left e) && same times (e_times e)) eqn:F; [|discriminate].
    rewrite !andb_true_iff, !N.eqb_eq in F; destruct F as [[-> ->] F]; apply same_eq in F; subst; auto. }
  destruct (add (value s) (e_count e)) as [v|] eqn:Ad; [|discriminate]. inversion H; subst; clear H. split; cbn [stored value].
  - destruct (code =? two); auto. apply all_drop; auto.
  - destruct C as [L [All Len]]. exists L; split; auto. eapply leads_add; eauto. rewrite map_length; auto.
Qed.

Theorem walk_finds : forall fuel, walks (walk fuel).
Proof.
  assert (Leaf : forall times path s s', (if all_met (severals T) times then
      match visit (value s) path with None => No Unexpected | Some v => Yes (State v (stored s) (advice s)) end else Yes s) = Yes s' ->
      bounded 0 0 times -> all entry_right (stored s) -> finds (sub 0 0 times) path s s').
  { intros times path s s' H [_ _ B] W.
    assert (N : forall S, sub 0 0 times S -> S = []).
    { intros [|k S] [_ A2 _ _ _]; auto. specialize (A2 k (or_introl eq_refl)). rewrite N.bits_0 in A2; discriminate. }
    destruct (all_met (severals T) times) eqn:M.
    - destruct (visit (value s) path) as [v|] eqn:Vi; [|discriminate]. inversion H; subst; split; cbn [stored value]; auto.
      exists [[]]; split; [split; [repeat constructor; intros []|]|simpl; apply leads_visit; auto].
      intros S; simpl; split; [|intros Sb; apply N in Sb; auto]. intros [<-|[]]. apply empty_right; auto.
    - inversion H; subst. apply finds_none; auto. intros S Sb. assert (S = []) by auto; subst S. apply empty_right in Sb; auto. congruence. }
  assert (OnLeaf : forall (left unmet : N), (unmet =? 0) && (left =? 0) = true -> left = 0 /\ unmet = 0).
  { intros left unmet Z; apply andb_true_iff in Z; rewrite !N.eqb_eq in Z; tauto. }
  induction fuel as [|f IH]; intros left unmet times path s s' H B W; cbn [walk] in H;
    (destruct ((unmet =? 0) && (left =? 0)) eqn:Z; [apply OnLeaf in Z; destruct Z; subst; auto|]); [discriminate|].
  assert (On : forall code s s', branch_on (walk f) code left unmet times path s = Yes s' -> all entry_right (stored s) -> finds (sub left unmet times) path s s').
  { clear s s' H W. intros code s s' H W; unfold branch_on in H. destruct (code <? first_item); [discriminate|].
    destruct (get (code - first_item) (items T)) as [[i bs]|] eqn:G; [|discriminate].
    apply (all_get _ (item_right P)) in G; [|apply (right_items _ _ right)].
    destruct (the_kind i unmet times) as [k|] eqn:K; [|discriminate].
    destruct (kind_finds i bs unmet times k G K left B) as [KR [KH KF]].
    apply (each_finds (walk f) k i unmet times path IH KR) in H; auto; try apply G.
    revert H; apply finds_ext; auto. }
  destruct (read A next (advice s)) as [[code a]|]; [|discriminate].
  destruct (first_item <=? code); [apply On in H; auto|].
  destruct (code =? 0).
  - destruct (read A next a) as [[code' a']|]; [|discriminate].
    destruct (branch_on _ code' _ _ _ _ _) as [s1|] eqn:E; [|discriminate]. apply On in E; auto. destruct E as [W1 [L [All R]]].
    cbn [value] in R. destruct (since (value s) (value s1)) as [n|] eqn:Si; [|discriminate]. inversion H; subst; clear H.
    split; cbn [stored value]; [|exists L; auto]. apply all_put; auto. split; auto. exists L; split; auto.
    apply (leads_since _ _ _ _ R) in Si. rewrite Si, map_length; auto.
  - destruct ((code <=? two) || names); [|discriminate]. apply (recall_finds _ _ _ _ path) in H; auto.
Qed.
End Walk.

