(* The text of a problem, as in the file problem.dlx of a proof folder.

   [print] specifies it: a line of items, then a line for each option. [print_unique] says that no two problems have the
   same text. How [read_problem] reads needs no proof: it prints what it read, and compares. *)
Require Import NArith List Bool Lia FMapPositive.
From Quadrille Require Import Cover Text Table.
Import ListNotations.
Open Scope N_scope.

Record named := Named {
  names : list text;          (* of all items: first the primary ones, then the secondary ones *)
  meaning : problem
}.
Definition colon : N := 58.
Definition bar : N := 124.

(* ---- the printer: the specification of the text ---- *)
Definition print_primary (e : text * (N * N)) : text :=
  let '(name, (low, high)) := e in
  if (low =? 1) && (high =? 1) then name else decimal low ++ colon :: decimal high ++ bar :: name.
(* The words of the secondary items, if there are any. *)
Definition barred (secondary : list text) : list text := match secondary with [] => [] | _ => [bar] :: secondary end.
Definition print_items (t : named) : text :=
  let primary := length (bounds (meaning t)) in
  join (map print_primary (combine (names t) (bounds (meaning t))) ++ barred (skipn primary (names t))).
Definition print_entry (name_of : N -> text) (e : N * colour) : text :=
  name_of (fst e) ++ match snd e with [] => [] | c => colon :: c end.
Definition print_option (name_of : N -> text) (o : list (N * colour)) : text := join (map (print_entry name_of) o).
Definition name_at (t : named) (i : N) : text := nth (N.to_nat i) (names t) [].
Definition print (t : named) : text := unlines (print_items t :: map (print_option (name_at t)) (options (meaning t))).

(* ---- which problems have a text ---- *)
(* Names and colours have no blanks, control characters, colons or bars. *)
Definition is_plain (b : N) : bool := (33 <=? b) && negb (b =? 127) && negb (b =? colon) && negb (b =? bar).
Definition is_name (w : text) : bool := match w with [] => false | _ => forallb is_plain w end.
Fixpoint distinct {A} (eqb : A -> A -> bool) (l : list A) : bool :=
  match l with [] => true | x :: l' => negb (existsb (eqb x) l') && distinct eqb l' end.
Definition is_entry (items primary : N) (e : N * colour) : bool :=
  (fst e <? items) && match snd e with [] => true | c => (primary <=? fst e) && is_name c end.
Definition is_option (items primary : N) (o : list (N * colour)) : bool :=
  forallb (is_entry items primary) o && distinct N.eqb (map fst o) && existsb (fun e => fst e <? primary) o.
Definition most_times : N := 4294967295.
Definition well_formed (t : named) : bool :=
  let primary := N.of_nat (length (bounds (meaning t))) in
  let items := N.of_nat (length (names t)) in
  (1 <=? primary) && (primary <=? items) && forallb is_name (names t) && distinct same (names t) &&
  forallb (fun b => (fst b <=? snd b) && (1 <=? snd b) && (snd b <=? most_times)) (bounds (meaning t)) &&
  forallb (is_option items primary) (options (meaning t)).

(* The bytes are the text of the problem. *)
Definition text_of (t : named) (bytes : text) : Prop := well_formed t = true /\ print t = bytes.

(* ---- the reader ---- *)
Definition key (w : text) : positive := fold_left (fun p b => N.succ_pos (256 * Npos p + b)) w 1%positive.
Fixpoint number_names (ws : list text) (i : N) (m : PositiveMap.t N) : PositiveMap.t N :=
  match ws with [] => m | w :: ws' => number_names ws' (N.succ i) (PositiveMap.add (key w) i m) end.
Fixpoint upto (sep : N) (l : text) : text * option text :=
  match l with
  | [] => ([], None)
  | x :: l' => if x =? sep then ([], Some l') else let '(w, r) := upto sep l' in (x :: w, r)
  end.
Definition read_primary (w : text) : text * (N * N) :=
  match upto bar w with
  | (times, Some name) =>
    match upto colon times with
    | (low, Some high) => (name, (number_of low, number_of high))
    | _ => (w, (1, 1))
    end
  | _ => (w, (1, 1))
  end.
Fixpoint read_items (ws : list text) : list (text * (N * N)) * list text :=
  match ws with
  | [] => ([], [])
  | w :: ws' => if same w [bar] then ([], ws') else let '(ps, ss) := read_items ws' in (read_primary w :: ps, ss)
  end.
Definition read_entry (m : PositiveMap.t N) (w : text) : N * colour :=
  let '(name, c) := upto colon w in
  (match PositiveMap.find (key name) m with Some i => i | None => N.of_nat (PositiveMap.cardinal m) end,
   match c with Some c => c | None => [] end).
Definition read_problem (bytes : text) : option named :=
  match lines bytes with
  | Some (first :: rest) =>
    let '(ps, ss) := read_items (split blank first) in
    let ns := map fst ps ++ ss in
    let m := number_names ns 0 (PositiveMap.empty _) in
    let t := Named ns (Problem (map snd ps) (map (fun l => map (read_entry m) (split blank l)) rest)) in
    (* names by number, for the printer *)
    let by_number := snd (fold_left (fun a w => (N.succ (fst a), PositiveMap.add (N.succ_pos (fst a)) w (snd a))) ns (0, PositiveMap.empty text)) in
    let name_of i := match PositiveMap.find (N.succ_pos i) by_number with Some w => w | None => [] end in
    if well_formed t && same (print_items t) first &&
       forallb (fun e => same (print_option name_of (fst e)) (snd e)) (combine (options (meaning t)) rest)
    then Some t else None
  | _ => None
  end.

(* ---- proofs ---- *)
Lemma by_number_right : forall ns k (m : PositiveMap.t text) i,
  PositiveMap.find (N.succ_pos i) (snd (fold_left (fun a w => (N.succ (fst a), PositiveMap.add (N.succ_pos (fst a)) w (snd a))) ns (k, m))) =
  if (k <=? i) && (i <? k + N.of_nat (length ns)) then nth_error ns (N.to_nat (i - k)) else PositiveMap.find (N.succ_pos i) m.
Proof.
  induction ns as [|w ns IH]; intros k m i; cbn [fold_left fst snd length].
  - destruct (k <=? i) eqn:A; auto. destruct (i <? k + N.of_nat 0) eqn:B; auto. apply N.leb_le in A; apply N.ltb_lt in B; lia.
  - rewrite IH. destruct (N.eq_dec i k) as [->|D].
    + replace (N.succ k <=? k) with false by (symmetry; apply N.leb_gt; lia). rewrite N.leb_refl.
      replace (k <? k + N.of_nat (S (length ns))) with true by (symmetry; apply N.ltb_lt; lia).
      rewrite N.sub_diag. simpl. rewrite PositiveMap.gss; auto.
    + rewrite PositiveMap.gso; [|intro E; apply D; apply (f_equal Pos.pred_N) in E; rewrite !N.pos_pred_succ in E; auto].
      replace (N.succ k <=? i) with (k <=? i).
      2: { apply eq_true_iff_eq; rewrite !N.leb_le; lia. }
      replace (i <? N.succ k + N.of_nat (length ns)) with (i <? k + N.of_nat (S (length ns))).
      2: { apply eq_true_iff_eq; rewrite !N.ltb_lt; lia. }
      destruct ((k <=? i) && (i <? k + N.of_nat (S (length ns)))) eqn:B; auto.
      apply andb_true_iff in B; destruct B as [B _]; apply N.leb_le in B.
      replace (N.to_nat (i - k)) with (S (N.to_nat (i - N.succ k))) by lia. auto.
Qed.

Theorem read_problem_right : forall bytes t, read_problem bytes = Some t -> text_of t bytes.
Proof.
  intros bytes t H; unfold read_problem in H.
  destruct (lines bytes) as [[|first rest]|] eqn:L; try discriminate. apply lines_right in L; subst bytes.
  destruct (read_items (split blank first)) as [ps ss].
  set (ns := map fst ps ++ ss) in *. set (m := number_names ns 0 (PositiveMap.empty _)) in *.
  set (os := map (fun l => map (read_entry m) (split blank l)) rest) in *.
  set (t' := Named ns (Problem (map snd ps) os)) in *.
  destruct (well_formed t') eqn:W; [|discriminate].
  destruct (same (print_items t') first) eqn:F; [|discriminate]. apply same_eq in F.
  destruct (forallb _ _) eqn:O; [|discriminate]. simpl in H; inversion H; subst t; clear H. split; auto.
  unfold print. rewrite F. f_equal. f_equal.
  assert (Len : length os = length rest) by (unfold os; apply map_length).
  change (options (meaning t')) with os in *. rewrite forallb_forall in O.
  assert (Na : forall i, match PositiveMap.find (N.succ_pos i) (snd (fold_left (fun a w => (N.succ (fst a), PositiveMap.add (N.succ_pos (fst a)) w (snd a))) ns (0, PositiveMap.empty text)))
                with Some w => w | None => [] end = name_at t' i).
  { intros i. rewrite by_number_right, N.sub_0_r. unfold name_at. change (names t') with ns.
    replace (0 <=? i) with true by (symmetry; apply N.leb_le; lia). cbn [andb]. destruct (i <? 0 + N.of_nat (length ns)) eqn:B.
    - apply N.ltb_lt in B. destruct (nth_error ns (N.to_nat i)) eqn:Q; [symmetry; apply nth_error_nth; auto|]. apply nth_error_None in Q; lia.
    - apply N.ltb_ge in B. rewrite PositiveMap.gempty, nth_overflow by lia. auto. }
  revert Len O. generalize os as qs. clear - Na. induction rest as [|l rest IH]; intros [|o qs] Len O; try discriminate; auto.
  cbn [map]. f_equal.
  - assert (E := O (o, l) (or_introl eq_refl)). cbn [fst snd] in E. apply same_eq in E. rewrite <- E.
    unfold print_option. f_equal. apply map_ext. intros e; unfold print_entry. rewrite Na; auto.
  - apply IH; auto. intros x I; apply O; right; auto.
Qed.

Lemma distinct_nodup : forall {A} (eqb : A -> A -> bool) l, (forall x y, eqb x y = true <-> x = y) -> distinct eqb l = true -> NoDup l.
Proof.
  intros A eqb l E; induction l as [|x l IH]; intros D; constructor; simpl in D; apply andb_true_iff in D; destruct D as [D1 D2]; auto.
  intro I. apply negb_true_iff in D1. assert (existsb (eqb x) l = true) by (apply existsb_exists; exists x; split; auto; apply E; auto). congruence.
Qed.

Lemma is_name_parts : forall w, is_name w = true -> is_word w = true /\ lacks LF w = true /\ lacks colon w = true /\ lacks bar w = true.
Proof.
  intros w H. assert (F : forallb is_plain w = true) by (destruct w; auto; discriminate H). rewrite forallb_forall in F.
  assert (L : forall sep, is_plain sep = false -> lacks sep w = true) by (intros sep S; apply lacks_in; intro I; apply F in I; congruence).
  repeat split; try (apply L; reflexivity). unfold is_word; destruct w; [discriminate H|apply L; reflexivity].
Qed.
Lemma word_lacks : forall w, is_word w = true <-> w <> [] /\ lacks blank w = true.
Proof. intros [|x w]; cbn [is_word]; split; try discriminate; try tauto. intros H; split; auto; discriminate. Qed.
Lemma lacks_cons : forall sep x w, lacks sep (x :: w) = negb (x =? sep) && lacks sep w.
Proof. auto. Qed.

Lemma print_primary_lacks : forall sep e, (sep = blank \/ sep = LF) -> lacks sep (fst e) = true -> lacks sep (print_primary e) = true.
Proof.
  intros sep [name [l h]] D H; unfold print_primary; cbn [fst] in H. destruct ((l =? 1) && (h =? 1)); auto.
  assert (S : sep < 48 \/ 58 <= sep) by (unfold blank, LF in D; lia).
  assert (C : forall x, 48 < x -> negb (x =? sep) = true) by (intros x X; apply negb_true_iff, N.eqb_neq; unfold blank, LF in D; lia).
  rewrite !lacks_app, !lacks_cons, !lacks_app, !lacks_cons, !(decimal_lacks _ _ S), H, !C; auto; reflexivity.
Qed.
Lemma print_primary_word : forall e, is_name (fst e) = true -> is_word (print_primary e) = true.
Proof.
  intros e N; apply is_name_parts in N; destruct N as [W _]; apply word_lacks in W; destruct W as [W1 W2].
  apply word_lacks; split; [|apply print_primary_lacks; auto].
  destruct e as [name [l h]]; cbn [fst] in *. unfold print_primary. destruct ((l =? 1) && (h =? 1)); auto.
  assert (D := decimal_nonempty l). destruct (decimal l); [tauto|discriminate].
Qed.
Lemma print_primary_unique : forall d e, is_name (fst d) = true -> is_name (fst e) = true -> print_primary d = print_primary e -> d = e.
Proof.
  intros [n [l h]] [m [k g]] N M E; cbn [fst] in *. apply is_name_parts in N; apply is_name_parts in M.
  destruct N as [_ [_ [_ N]]], M as [_ [_ [_ M]]]. unfold print_primary in E.
  assert (Db : forall a x r, lacks bar (decimal a ++ colon :: decimal x ++ bar :: r) = false).
  { intros. rewrite lacks_app, lacks_cons, lacks_app, lacks_cons, N.eqb_refl. simpl. rewrite !andb_false_r; auto. }
  destruct ((l =? 1) && (h =? 1)) eqn:A, ((k =? 1) && (g =? 1)) eqn:B.
  - apply andb_true_iff in A; apply andb_true_iff in B. rewrite !N.eqb_eq in *. destruct A, B; subst; auto.
  - rewrite E, Db in N; discriminate.
  - rewrite <- E, Db in M; discriminate.
  - apply (word_unique colon) in E; try (apply decimal_lacks; unfold colon; lia); try (right; eauto). destruct E as [E1 E].
    inversion E as [E']. apply (word_unique bar) in E'; try (apply decimal_lacks; unfold bar; lia); try (right; eauto). destruct E' as [E2 E'].
    inversion E'. apply decimal_unique in E1; apply decimal_unique in E2. subst; auto.
Qed.

Lemma combine_unique : forall {A B} (l l' : list A) (m m' : list B), (length m <= length l)%nat -> (length m' <= length l')%nat ->
  combine l m = combine l' m' -> m = m' /\ firstn (length m) l = firstn (length m') l'.
Proof.
  induction l as [|x l IH]; intros l' [|y m] m' L L' E; simpl in *; try lia.
  - destruct m'; auto. destruct l'; simpl in *; [lia|discriminate].
  - destruct m'; auto. destruct l'; simpl in *; [lia|discriminate].
  - destruct l' as [|x' l'], m' as [|y' m']; simpl in *; try discriminate; try lia. inversion E; subst.
    apply IH in H2; try lia. destruct H2; subst; split; congruence.
Qed.

Lemma items_split : forall ps ps' ss ss', (forall w, In w ps -> w <> [bar]) -> (forall w, In w ps' -> w <> [bar]) ->
  ps ++ barred ss = ps' ++ barred ss' -> ps = ps' /\ ss = ss'.
Proof.
  induction ps as [|p ps IH]; intros [|p' ps'] ss ss' N N' E; cbn [app] in E.
  - destruct ss, ss'; try discriminate; auto. inversion E; subst; auto.
  - exfalso. destruct ss; [discriminate|]. inversion E. apply (N' p'); simpl; auto.
  - exfalso. destruct ss'; [discriminate|]. inversion E. apply (N p); simpl; auto.
  - inversion E; subst. apply IH in H1; [destruct H1; subst; auto| |]; intros w I; [apply N | apply N']; simpl; auto.
Qed.

Record formed (t : named) : Prop := Formed {
  formed_bounds : (length (bounds (meaning t)) <= length (names t))%nat;
  formed_names : forall w, In w (names t) -> is_name w = true;
  formed_distinct : NoDup (names t);
  formed_options : forall o, In o (options (meaning t)) ->
    is_option (N.of_nat (length (names t))) (N.of_nat (length (bounds (meaning t)))) o = true
}.
Lemma well_formed_formed : forall t, well_formed t = true -> formed t.
Proof.
  intros t W; unfold well_formed in W; rewrite !andb_true_iff, !forallb_forall in W. destruct W as [[[[[W1 W2] W3] W4] W5] W6].
  constructor; auto.
  - apply N.leb_le in W2; lia.
  - apply distinct_nodup in W4; auto. apply same_eq.
Qed.

Lemma primary_not_bar : forall e, is_name (fst e) = true -> print_primary e <> [bar].
Proof.
  intros [n [l h]] I; cbn [fst] in I; apply is_name_parts in I. unfold print_primary.
  destruct ((l =? 1) && (h =? 1)); [destruct I as [_ [_ [_ I]]]; intro; subst; discriminate|].
  assert (D := decimal_nonempty l). destruct (decimal l) as [|x [|y r]]; [tauto| |]; discriminate.
Qed.
Lemma items_words : forall t, formed t ->
  forallb is_word (map print_primary (combine (names t) (bounds (meaning t))) ++
    barred (skipn (length (bounds (meaning t))) (names t))) = true.
Proof.
  intros t F. rewrite forallb_app. apply andb_true_iff; split.
  - apply forallb_map. intros [n b] I. apply in_combine_l in I. apply print_primary_word; eapply formed_names; eauto.
  - assert (H : forall w, In w (skipn (length (bounds (meaning t))) (names t)) -> is_word w = true).
    { intros w I. assert (J : In w (names t)) by (rewrite <- (firstn_skipn (length (bounds (meaning t)))); apply in_or_app; auto).
      apply (formed_names t F) in J; apply is_name_parts in J; tauto. }
    destruct (skipn _ _) as [|s ss]; [reflexivity|]. cbn [barred]. change (forallb is_word ([bar] :: s :: ss)) with (forallb is_word (s :: ss)).
    apply forallb_forall; auto.
Qed.
Lemma print_items_lacks : forall t, formed t -> lacks LF (print_items t) = true.
Proof.
  intros t F; apply join_lacks; [discriminate|]. rewrite forallb_app. apply andb_true_iff; split.
  - apply forallb_map. intros [n b] I. apply print_primary_lacks; auto. apply in_combine_l in I.
    apply (formed_names t F) in I; apply is_name_parts in I; tauto.
  - assert (H : forall w, In w (skipn (length (bounds (meaning t))) (names t)) -> lacks LF w = true).
    { intros w I. assert (J : In w (names t)) by (rewrite <- (firstn_skipn (length (bounds (meaning t)))); apply in_or_app; auto).
      apply (formed_names t F) in J; apply is_name_parts in J; tauto. }
    destruct (skipn _ _) as [|s ss]; [reflexivity|]. cbn [barred]. change (forallb (lacks LF) ([bar] :: s :: ss)) with (forallb (lacks LF) (s :: ss)).
    apply forallb_forall; auto.
Qed.
Lemma name_at_name : forall t i, formed t -> i < N.of_nat (length (names t)) -> is_name (name_at t i) = true.
Proof. intros t i F L. apply (formed_names t F). apply nth_In. lia. Qed.
Lemma print_entry_lacks : forall t sep primary e, formed t -> (sep = blank \/ sep = LF) -> is_entry (N.of_nat (length (names t))) primary e = true ->
  lacks sep (print_entry (name_at t) e) = true.
Proof.
  intros t sep primary [i c] F D E; unfold is_entry in E; cbn [fst snd] in E. apply andb_true_iff in E; destruct E as [E1 E2].
  apply N.ltb_lt in E1. assert (N := name_at_name t i F E1). apply is_name_parts in N. destruct N as [N1 [N2 _]]. apply word_lacks in N1.
  unfold print_entry; cbn [fst snd]. rewrite lacks_app. apply andb_true_iff; split; [destruct D; subst; tauto|].
  destruct c as [|x c]; auto. rewrite lacks_cons. apply andb_true_iff in E2; destruct E2 as [_ E2].
  apply is_name_parts in E2; destruct E2 as [C1 [C2 _]]. apply word_lacks in C1.
  apply andb_true_iff; split; [destruct D; subst; reflexivity|]. destruct D; subst; tauto.
Qed.
Lemma print_entry_word : forall t primary e, formed t -> is_entry (N.of_nat (length (names t))) primary e = true ->
  is_word (print_entry (name_at t) e) = true.
Proof.
  intros t primary e F E; apply word_lacks; split; [|eapply print_entry_lacks; eauto].
  unfold is_entry in E. apply andb_true_iff in E; destruct E as [E _]; apply N.ltb_lt in E.
  assert (N := name_at_name t (fst e) F E). apply is_name_parts in N. destruct N as [N _]. apply word_lacks in N; destruct N as [N _].
  unfold print_entry. destruct (name_at t (fst e)); [tauto|discriminate].
Qed.
Lemma print_entry_unique : forall t primary d e, formed t -> is_entry (N.of_nat (length (names t))) primary d = true ->
  is_entry (N.of_nat (length (names t))) primary e = true -> print_entry (name_at t) d = print_entry (name_at t) e -> d = e.
Proof.
  intros t primary [i c] [j d] F I J E. unfold is_entry in I, J; cbn [fst snd] in *.
  apply andb_true_iff in I; apply andb_true_iff in J; destruct I as [I _], J as [J _]; apply N.ltb_lt in I; apply N.ltb_lt in J.
  unfold print_entry in E; cbn [fst snd] in E.
  assert (Ni := name_at_name t i F I); assert (Nj := name_at_name t j F J). apply is_name_parts in Ni; apply is_name_parts in Nj.
  apply (word_unique colon) in E; try tauto; [|destruct c; [left|right]; eauto|destruct d; [left|right]; eauto].
  destruct E as [E1 E2]. f_equal.
  - apply (proj1 (NoDup_nth (names t) []) (formed_distinct t F)) in E1; lia.
  - destruct c, d; try discriminate; auto. inversion E2; auto.
Qed.

Theorem print_unique : forall t u bytes, text_of t bytes -> text_of u bytes -> t = u.
Proof.
  intros t u bytes [W <-] [W' E]; symmetry in E. apply well_formed_formed in W; apply well_formed_formed in W'. unfold print in E.
  assert (LO : forall t, formed t -> forallb (lacks LF) (map (print_option (name_at t)) (options (meaning t))) = true).
  { intros x F; apply forallb_map; intros o I. apply join_lacks; [discriminate|]. apply forallb_map; intros e J.
    apply (formed_options x F) in I. unfold is_option in I. rewrite !andb_true_iff, forallb_forall in I. destruct I as [[I _] _].
    eapply print_entry_lacks; eauto. }
  apply unlines_unique in E; try (cbn [forallb]; rewrite print_items_lacks, LO; auto).
  injection E as E1 E2.
  assert (Names : names t = names u /\ bounds (meaning t) = bounds (meaning u)).
  { clear E2. apply join_unique in E1; try apply items_words; auto. apply items_split in E1.
    - destruct E1 as [E1 E2]. apply map_unique in E1.
      + apply combine_unique in E1; try apply formed_bounds; auto. destruct E1 as [B N]. split; auto.
        rewrite <- (firstn_skipn (length (bounds (meaning t))) (names t)), <- (firstn_skipn (length (bounds (meaning u))) (names u)). congruence.
      + intros [n b] [m c] I J Q. apply in_combine_l in I; apply in_combine_l in J.
        apply print_primary_unique; auto; cbn [fst]; [apply (formed_names t W) | apply (formed_names u W')]; auto.
    - intros w I. apply in_map_iff in I; destruct I as [[n b] [<- I]]. apply in_combine_l in I.
      apply primary_not_bar; cbn [fst]; apply (formed_names t W); auto.
    - intros w I. apply in_map_iff in I; destruct I as [[n b] [<- I]]. apply in_combine_l in I.
      apply primary_not_bar; cbn [fst]; apply (formed_names u W'); auto. }
  destruct Names as [N B]. destruct t as [nt [bt ot]], u as [nu [bu ou]]; cbn [names meaning bounds] in N, B; subst nu bu.
  f_equal; f_equal. change (name_at (Named nt (Problem bt ou))) with (name_at (Named nt (Problem bt ot))) in E2.
  apply map_unique in E2; auto. intros o o' I I' Q.
  apply (formed_options _ W) in I; apply (formed_options _ W') in I'. unfold is_option in I, I'. rewrite !andb_true_iff, forallb_forall in I, I'.
  destruct I as [[I _] _], I' as [[I' _] _]. apply join_unique in Q.
  - apply map_unique in Q; auto. intros d e D E F. eapply print_entry_unique; [exact W| | |exact F]; [apply I | apply I']; auto.
  - apply forallb_map; intros e D. eapply print_entry_word; [exact W|]. apply I; auto.
  - apply forallb_map; intros e D. eapply print_entry_word; [exact W|]. apply I'; auto.
Qed.
