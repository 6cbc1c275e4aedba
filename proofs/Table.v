(* The tables of a problem that the walk uses: sets of options and sets of items as numbers, a bit for each member.

   [table P] is computed in one pass over the options for the sets of options that hold an item, one for the options
   that a chosen option leaves, and one for the options of each item as a list. [table_right] says that they are what their comments claim. *)
Require Import NArith List Bool Lia Sorted FMapPositive.
From Quadrille Require Import Cover Store Groups.
Import ListNotations.
Open Scope N_scope.

(* An item that is to be covered exactly once. *)
Definition is_once (P : problem) (i : N) : Prop := nth_error (bounds P) (N.to_nat i) = Some (1, 1).

(* Two options exclude each other if they share a once-item, or a secondary item that is not given the same colour twice. *)
Definition clash (P : problem) (k q : N) : Prop := exists i c d,
  In (i, c) (option_at P k) /\ In (i, d) (option_at P q) /\
  (is_once P i \/ N.of_nat (length (bounds P)) <= i /\ (c = [] \/ c <> d)).

Record branch := Branch {
  number : N;          (* an option *)
  keeps : N;           (* the other options that do not clash with it *)
  leaves : N;          (* the primary items that it does not hold *)
  meets : list N;      (* the once-items that it holds *)
  secondary : bool     (* whether it holds a secondary item *)
}.
Record several := Several {
  several_item : N;    (* a primary item that is not a once-item *)
  low : N;
  high : N;
  holders : N          (* the options that hold it *)
}.
Record tables := Tables {
  all_options : N;
  width : N;                                  (* the number of options, for marks: see Runs.v *)
  once_items : N;
  onces : list (N * N);                       (* each once-item with the options that hold it *)
  holding : list (N * list N);                (* the same as lists, ascending by item, and each list by option *)
  severals : list several;                    (* in ascending order of items *)
  in_order : list branch;                     (* in ascending order of options *)
  branches : store branch;                    (* by option *)
  items : store (N * list branch)             (* by item: its options in ascending order *)
}.

Lemma clash_sym : forall P k q, clash P k q -> clash P q k.
Proof.
  intros P k q (i & c & d & A & B & [O|[S D]]); exists i, d, c; repeat split; auto.
  right; split; auto. destruct D as [D|D]; auto. destruct d; auto. right; congruence.
Qed.

Definition once_set (bs : list (N * N)) : N :=
  snd (fold_left (fun a b => (N.succ (fst a), if (fst b =? 1) && (snd b =? 1) then N.setbit (snd a) (fst a) else snd a)) bs (0, 0)).
Lemma once_set_from : forall bs k m i,
  N.testbit (snd (fold_left (fun a b => (N.succ (fst a), if (fst b =? 1) && (snd b =? 1) then N.setbit (snd a) (fst a) else snd a)) bs (k, m))) i = true <->
  N.testbit m i = true \/ exists j, nth_error bs j = Some (1, 1) /\ i = k + N.of_nat j.
Proof.
  induction bs as [|[a b] bs IH]; intros k m i; cbn [fold_left fst snd].
  - simpl; split; auto. intros [T|[[|j] [E _]]]; auto; discriminate.
  - rewrite IH. assert (H : N.testbit (if (a =? 1) && (b =? 1) then N.setbit m k else m) i = true <->
      N.testbit m i = true \/ ((a, b) = (1, 1) /\ i = k)).
    { destruct ((a =? 1) && (b =? 1)) eqn:E.
      - apply andb_true_iff in E; rewrite !N.eqb_eq in E; destruct E; subst. rewrite N.setbit_eqb, orb_true_iff, N.eqb_eq. intuition.
      - split; auto. intros [T|[F _]]; auto. inversion F; subst; discriminate. }
    rewrite H; split.
    + intros [[T|[E Q]]|[j [E Q]]]; auto; right; [exists 0%nat | exists (S j)]; simpl; split; auto; try congruence; lia.
    + intros [T|[[|j] [E Q]]]; auto; simpl in E.
      * left; right; split; [congruence|lia].
      * right; exists j; split; auto; lia.
Qed.
Lemma once_set_spec : forall P i, N.testbit (once_set (bounds P)) i = true <-> is_once P i.
Proof.
  intros; unfold once_set, is_once; rewrite once_set_from, N.bits_0; split.
  - intros [T|[j [E Q]]]; [discriminate|]. rewrite N.add_0_l in Q; subst; rewrite Nat2N.id; auto.
  - intros E; right; exists (N.to_nat i); split; auto; lia.
Qed.

(* ---- branches ---- *)
Section Build.
Variable once : N.
Variable primary : N.             (* number of primary items *)
Variable every : N.               (* all options *)
Variable by_item : M.t groups.

(* The options of a group, unless the group's colour goes together with colour c. *)
Definition unlike (c : colour) (g : colour * N) : N := if match c with [] => true | _ => negb (same c (fst g)) end then snd g else 0.
(* The options that an entry of an option excludes. *)
Definition excluded (e : N * colour) : N :=
  let '(i, c) := e in
  if N.testbit once i then held (find i by_item)
  else if primary <=? i then fold_right (fun g m => N.lor (unlike c g) m) 0 (find i by_item)
  else 0.
Definition make_branch (k : N) (o : list (N * colour)) : branch :=
  Branch k
    (N.ldiff every (N.setbit (fold_right (fun e m => N.lor (excluded e) m) 0 o) k))
    (N.ldiff (N.ones primary) (fold_right (fun e m => if fst e <? primary then N.setbit m (fst e) else m) 0 o))
    (filter (N.testbit once) (map fst o))
    (existsb (fun e => primary <=? fst e) o).
Fixpoint make_branches (os : list (list (N * colour))) (k : N) : list branch :=
  match os with [] => [] | o :: os' => make_branch k o :: make_branches os' (N.succ k) end.
End Build.

(* For each item its branches. *)
Fixpoint list_branches (os : list (list (N * colour))) (bs : list branch) : M.t (list branch) :=
  match os, bs with
  | o :: os', b :: bs' => fold_right (fun e m => change (fun l => b :: l) (fst e) m) (list_branches os' bs') o
  | _, _ => M.empty _
  end.
Fixpoint make_onces (bs : list (N * N)) (i : N) (by_item : M.t groups) : list (N * N) :=
  match bs with
  | [] => []
  | (l, h) :: bs' =>
    let rest := make_onces bs' (N.succ i) by_item in
    if (l =? 1) && (h =? 1) then (i, held (find i by_item)) :: rest else rest
  end.
Fixpoint make_severals (bs : list (N * N)) (i : N) (by_item : M.t groups) : list several :=
  match bs with
  | [] => []
  | (l, h) :: bs' =>
    let rest := make_severals bs' (N.succ i) by_item in
    if (l =? 1) && (h =? 1) then rest else Several i l h (held (find i by_item)) :: rest
  end.
Fixpoint make_items (bs : list (N * N)) (i : N) (lists : M.t (list branch)) : list (N * list branch) :=
  match bs with [] => [] | _ :: bs' => (i, find i lists) :: make_items bs' (N.succ i) lists end.

(* Strictly ascending, which fails only if an option names the item twice. *)
Fixpoint rising (bs : list branch) : bool :=
  match bs with
  | b :: ((c :: _) as bs') => (number b <? number c) && rising bs'
  | _ => true
  end.

Definition table (P : problem) : tables :=
  let once := once_set (bounds P) in
  let every := N.ones (N.of_nat (length (options P))) in
  let by_item := group_all (options P) 0 in
  let bs := make_branches once (N.of_nat (length (bounds P))) every by_item (options P) 0 in
  let os := make_onces (bounds P) 0 by_item in
  let lists := list_branches (options P) bs in
  let holding := map (fun o => (fst o, map number (find (fst o) lists))) os in
  Tables every (N.of_nat (length (options P))) once os holding (make_severals (bounds P) 0 by_item) bs (of_list bs)
    (of_list (filter (fun r => rising (snd r)) (make_items (bounds P) 0 lists))).

(* ---- what is proved of the tables ---- *)
Definition branch_right (P : problem) (b : branch) : Prop :=
  number b < N.of_nat (length (options P)) /\
  (forall q, N.testbit (keeps b) q = true <-> q < N.of_nat (length (options P)) /\ q <> number b /\ ~ clash P (number b) q) /\
  (forall i, N.testbit (leaves b) i = true <-> i < N.of_nat (length (bounds P)) /\ holds i (option_at P (number b)) = false) /\
  (forall i c, In (i, c) (option_at P (number b)) -> N.of_nat (length (bounds P)) <= i -> secondary b = true) /\
  (forall i, In i (meets b) <-> is_once P i /\ holds i (option_at P (number b)) = true).
Definition once_right (P : problem) (o : N * N) : Prop :=
  is_once P (fst o) /\ forall q, N.testbit (snd o) q = true <-> q < N.of_nat (length (options P)) /\ holds (fst o) (option_at P q) = true.
Definition several_right (P : problem) (s : several) : Prop :=
  nth_error (bounds P) (N.to_nat (several_item s)) = Some (low s, high s) /\ ~ is_once P (several_item s) /\
  forall q, N.testbit (holders s) q = true <-> q < N.of_nat (length (options P)) /\ holds (several_item s) (option_at P q) = true.
Definition item_right (P : problem) (r : N * list branch) : Prop :=
  fst r < N.of_nat (length (bounds P)) /\
  NoDup (map number (snd r)) /\
  (forall b, In b (snd r) -> branch_right P b /\ holds (fst r) (option_at P (number b)) = true) /\
  (forall q, q < N.of_nat (length (options P)) -> holds (fst r) (option_at P q) = true -> exists b, In b (snd r) /\ number b = q).
Record tables_right (P : problem) (T : tables) : Prop := TablesRight {
  right_all : forall q, N.testbit (all_options T) q = true <-> q < N.of_nat (length (options P));
  right_width : width T = N.of_nat (length (options P));
  right_once : forall i, N.testbit (once_items T) i = true <-> is_once P i;
  right_onces : forall o, In o (onces T) -> once_right P o;
  right_every_once : forall i, is_once P i -> exists o, In o (onces T) /\ fst o = i;
  right_each_once : NoDup (map fst (onces T));
  right_holding_items : map fst (holding T) = map fst (onces T);
  right_holding : forall r, In r (holding T) -> exists o, In o (onces T) /\ fst o = fst r /\
    forall q, q < width T -> (In q (snd r) <-> N.testbit (snd o) q = true);
  right_severals : forall s, In s (severals T) -> several_right P s;
  right_every_several : forall i l h, nth_error (bounds P) i = Some (l, h) -> (l, h) <> (1, 1) ->
    exists s, In s (severals T) /\ several_item s = N.of_nat i;
  right_in_order : forall b, In b (in_order T) -> branch_right P b;
  right_order : NoDup (map number (in_order T));
  right_every_branch : forall q, q < N.of_nat (length (options P)) -> In q (map number (in_order T));
  right_branches : all (branch_right P) (branches T);
  right_items : all (item_right P) (items T)
}.

Section Right.
Variable P : problem.
Let once := once_set (bounds P).
Let primary := N.of_nat (length (bounds P)).
Let every := N.ones (N.of_nat (length (options P))).
Let by_item := group_all (options P) 0.

Lemma excluded_spec : forall i c q, N.testbit (excluded once primary by_item (i, c)) q = true <->
  q < N.of_nat (length (options P)) /\ exists d, In (i, d) (option_at P q) /\ (is_once P i \/ primary <= i /\ (c = [] \/ c <> d)).
Proof.
  intros i c q; unfold excluded.
  assert (O := once_set_spec P i). fold once in O. destruct (N.testbit once i).
  - assert (Z : is_once P i) by (apply O; auto). unfold by_item; rewrite held_spec, holds_in; split.
    + intros [L [d I]]; split; auto; exists d; auto.
    + intros [L [d [I _]]]; eauto.
  - assert (NO : ~ is_once P i) by (intro Z; apply O in Z; discriminate).
    destruct (primary <=? i) eqn:L.
    + apply N.leb_le in L.
      rewrite (fold_lor (unlike c)). split.
      * intros [[d m] [I T]]. unfold unlike in T; cbn [fst snd] in T.
        destruct (match c with [] => true | _ => negb (same c d) end) eqn:E; [|rewrite N.bits_0 in T; discriminate].
        assert (G : grouped (find i by_item) d q) by (exists m; auto). apply grouped_options in G; destruct G as [G1 G2].
        split; auto; exists d; split; auto; right; split; auto.
        destruct c; auto. right; intro; subst. rewrite (proj2 (same_eq _ _) eq_refl) in E; discriminate.
      * intros [G1 [d [G2 [Z|[_ D]]]]]; [tauto|].
        destruct (proj2 (grouped_options P i d q) (conj G1 G2)) as [m [I T]]; exists (d, m); split; auto.
        unfold unlike; cbn [fst snd]. replace (match c with [] => true | _ => negb (same c d) end) with true; auto.
        destruct c as [|x c]; auto. destruct D as [D|D]; [discriminate|].
        symmetry; apply negb_true_iff. destruct (same (x :: c) d) eqn:S; auto. apply same_eq in S; tauto.
    + apply N.leb_gt in L. rewrite N.bits_0; split; [discriminate|]. intros [_ [d [_ [Z|[Z _]]]]]; [tauto|lia].
Qed.

Lemma make_branch_right : forall k, k < N.of_nat (length (options P)) ->
  branch_right P (make_branch once primary every by_item k (option_at P k)).
Proof.
  intros k L; split; [|split; [|split; [|split]]]; simpl; auto.
  - intros q. unfold every; rewrite N.ldiff_spec, andb_true_iff, negb_true_iff, ones_bit, N.setbit_eqb, orb_false_iff, N.eqb_neq.
    assert (E : N.testbit (fold_right (fun e m => N.lor (excluded once primary by_item e) m) 0 (option_at P k)) q = true <->
                q < N.of_nat (length (options P)) /\ clash P k q).
    { rewrite fold_lor; split.
      - intros [[i c] [I T]]; apply excluded_spec in T; destruct T as [T [d [J D]]]; split; auto; exists i, c, d; auto.
      - intros [T [i [c [d [I [J D]]]]]]; exists (i, c); split; auto; apply excluded_spec; split; eauto. }
    destruct (N.testbit (fold_right _ 0 (option_at P k)) q).
    + split; [intros [_ [_ D]]; discriminate|]. intros [_ [_ C]]. exfalso; apply C; apply E; auto.
    + split.
      * intros [A [B _]]; repeat split; auto. intro C. assert (false = true) by (apply E; auto). discriminate.
      * intros [A [B _]]; auto.
  - intros i. rewrite N.ldiff_spec, andb_true_iff, negb_true_iff, ones_bit.
    assert (E : forall o, N.testbit (fold_right (fun e m => if fst e <? primary then N.setbit m (fst e) else m) 0 o) i = true <->
                i < primary /\ holds i o = true).
    { induction o as [|[j c] o IH]; cbn [fold_right fst snd].
      - rewrite N.bits_0; split; [discriminate|intros [_ D]; discriminate D].
      - change (holds i ((j, c) :: o)) with ((j =? i) || holds i o). rewrite orb_true_iff, N.eqb_eq.
        destruct (j <? primary) eqn:B.
        + apply N.ltb_lt in B. rewrite N.setbit_eqb, orb_true_iff, N.eqb_eq, IH. intuition; subst; auto.
        + apply N.ltb_ge in B. rewrite IH. intuition; subst; lia. }
    specialize (E (option_at P k)). fold primary.
    destruct (N.testbit (fold_right _ 0 (option_at P k)) i); destruct (holds i (option_at P k)); intuition; try discriminate.
  - intros i c I Pi; apply existsb_exists; exists (i, c); split; auto. apply N.leb_le; auto.
  - intros i; unfold once; rewrite filter_In, once_set_spec, holds_in, in_map_iff. split.
    + intros [[[j c] [<- I]] O]; split; eauto.
    + intros [O [c I]]; split; auto. exists (i, c); auto.
Qed.

Lemma make_branches_nth : forall os k j b, nth_error (make_branches once primary every by_item os k) j = Some b <->
  exists o, nth_error os j = Some o /\ b = make_branch once primary every by_item (k + N.of_nat j) o.
Proof.
  induction os as [|o os IH]; intros k [|j] b; cbn [make_branches nth_error]; try (split; [discriminate|intros [o' [E _]]; discriminate]).
  - rewrite N.add_0_r; split; [intros E; inversion E; eauto|]. intros [o' [E F]]; inversion E; subst; auto.
  - rewrite IH. replace (N.succ k + N.of_nat j) with (k + N.of_nat (S j)) by lia. reflexivity.
Qed.
Let bs := make_branches once primary every by_item (options P) 0.
Lemma bs_nth : forall j b, nth_error bs j = Some b ->
  branch_right P b /\ number b = N.of_nat j /\ nth_error (options P) j = Some (option_at P (number b)).
Proof.
  intros j b H; apply make_branches_nth in H; destruct H as [o [E F]]; rewrite N.add_0_l in F; subst b; simpl.
  assert (j < length (options P))%nat by (apply nth_error_Some; congruence).
  rewrite <- (nth_error_option _ _ _ E) at 1. rewrite (nth_error_option _ _ _ E) at 2.
  split; [apply make_branch_right; lia|auto].
Qed.

Lemma bs_number : forall q, q < N.of_nat (length (options P)) -> exists b, nth_error bs (N.to_nat q) = Some b /\ number b = q.
Proof.
  intros q Q. exists (make_branch once primary every by_item (0 + N.of_nat (N.to_nat q)) (option_at P q)). split; [|simpl; lia].
  apply make_branches_nth; exists (option_at P q); split; auto. apply option_nth_error; auto.
Qed.

Lemma list_branches_spec : forall os bs i b, In b (find i (list_branches os bs)) <->
  exists j o, nth_error os j = Some o /\ nth_error bs j = Some b /\ holds i o = true.
Proof.
  induction os as [|o os IH]; intros [|b' bs'] i b; cbn [list_branches];
    try (rewrite find_empty; split; [intros []|intros [[|j] [o' [E [F _]]]]; discriminate]).
  assert (H : In b (find i (fold_right (fun e m => change (fun l => b' :: l) (fst e) m) (list_branches os bs') o)) <->
    (holds i o = true /\ b = b') \/ In b (find i (list_branches os bs'))).
  { induction o as [|[a c] o IHo]; cbn [fold_right fst]; [simpl; intuition; discriminate|]. rewrite find_change.
    change (holds i ((a, c) :: o)) with ((a =? i) || holds i o). rewrite orb_true_iff, N.eqb_eq.
    destruct (i =? a) eqn:E.
    - apply N.eqb_eq in E; subst a. simpl In. rewrite IHo. intuition.
    - apply N.eqb_neq in E. rewrite IHo. intuition. }
  rewrite H, IH; split.
  - intros [[Q E]|[j [o' E]]]; [exists 0%nat, o; subst; auto | exists (S j), o'; auto].
  - intros [[|j] [o' [E [F Q]]]]; simpl in E, F; [left; inversion E; inversion F; subst; auto | right; exists j, o'; auto].
Qed.

Lemma rising_nodup : forall l, rising l = true -> NoDup (map number l).
Proof.
  assert (H : forall l, rising l = true -> StronglySorted N.lt (map number l)).
  { intros l R; apply Sorted_StronglySorted; [exact N.lt_trans|]. induction l as [|b [|c l] IH]; try (repeat constructor; fail).
    change ((number b <? number c) && rising (c :: l) = true) in R. apply andb_true_iff in R; destruct R as [R1 R2].
    constructor; [apply IH; auto|]. constructor; apply N.ltb_lt; auto. }
  intros l R; apply H in R; revert R; generalize (map number l) as ns.
  induction ns as [|x ns IH]; intros A; constructor; inversion A as [|? ? A' F]; subst; auto.
  rewrite Forall_forall in F; intro Q; apply F in Q; lia.
Qed.
Lemma make_items_right : forall l i, i + N.of_nat (length l) <= primary ->
  forall r, In r (make_items l i (list_branches (options P) bs)) -> rising (snd r) = true -> item_right P r.
Proof.
  induction l as [|x l IH]; intros i L r; cbn [make_items length In] in *; [tauto|]. intros [E|I] Rise.
  - subst r; split; [|split; [apply rising_nodup; auto|split]]; cbn [fst snd].
    + unfold primary in L; lia.
    + intros b I; apply list_branches_spec in I; destruct I as [j [o [E [F H]]]]. apply bs_nth in F; destruct F as [F1 [F2 F3]].
      split; auto. rewrite E in F3; inversion F3; subst; auto.
    + intros q Q H. destruct (bs_number q Q) as [b [B1 B2]]. exists b; split; auto.
      apply list_branches_spec; exists (N.to_nat q), (option_at P q); repeat split; auto. apply option_nth_error; auto.
  - apply (IH (N.succ i)); auto; lia.
Qed.

Lemma make_onces_spec : forall l i o, In o (make_onces l i by_item) <->
  exists j, nth_error l j = Some (1, 1) /\ o = (i + N.of_nat j, held (find (i + N.of_nat j) by_item)).
Proof.
  induction l as [|[a b] l IH]; intros i o; cbn [make_onces]; [split; [intros []|intros [[|j] [E _]]; discriminate]|].
  assert (H : In o (if (a =? 1) && (b =? 1) then (i, held (find i by_item)) :: make_onces l (N.succ i) by_item else make_onces l (N.succ i) by_item) <->
    ((a, b) = (1, 1) /\ o = (i, held (find i by_item))) \/ In o (make_onces l (N.succ i) by_item)).
  { destruct ((a =? 1) && (b =? 1)) eqn:E.
    - apply andb_true_iff in E; rewrite !N.eqb_eq in E; destruct E; subst. simpl; intuition.
    - split; auto. intros [[F _]|I]; auto. inversion F; subst; discriminate. }
  rewrite H, IH; clear H IH. replace i with (i + N.of_nat 0) at 1 2 by lia. split.
  - intros [[E ->]|[j [E ->]]]; [exists 0%nat | exists (S j)]; simpl nth_error; split; auto; try congruence.
    replace (N.succ i + N.of_nat j) with (i + N.of_nat (S j)) by lia; auto.
  - intros [[|j] [E ->]]; simpl in E; [left; split; auto; congruence|]. right; exists j; split; auto.
    replace (N.succ i + N.of_nat j) with (i + N.of_nat (S j)) by lia; auto.
Qed.
Lemma make_onces_nodup : forall l i, NoDup (map fst (make_onces l i by_item)).
Proof.
  induction l as [|[a b] l IH]; intros i; cbn [make_onces]; [constructor|].
  destruct (_ && _); auto. cbn [map fst]; constructor; auto. intro F; apply in_map_iff in F; destruct F as [o [E I]].
  apply make_onces_spec in I; destruct I as [j [_ ->]]. simpl in E; lia.
Qed.
Lemma make_severals_right : forall l i, (forall j x, nth_error l j = Some x -> nth_error (bounds P) (N.to_nat (i + N.of_nat j)) = Some x) ->
  forall s, In s (make_severals l i by_item) -> several_right P s.
Proof.
  induction l as [|[a b] l IH]; intros i H s I; cbn [make_severals] in I; [destruct I|].
  assert (H' : forall j x, nth_error l j = Some x -> nth_error (bounds P) (N.to_nat (N.succ i + N.of_nat j)) = Some x).
  { intros j x E. replace (N.succ i + N.of_nat j) with (i + N.of_nat (S j)) by lia. apply H; auto. }
  destruct ((a =? 1) && (b =? 1)) eqn:E; [apply (IH (N.succ i)); auto|].
  destruct I as [I|I]; [|apply (IH (N.succ i)); auto]. subst s; unfold several_right; cbn [several_item low high holders].
  assert (A := H 0%nat (a, b) eq_refl). rewrite N.add_0_r in A. repeat split; auto.
  - unfold is_once; intro F; rewrite A in F; inversion F; subst; discriminate.
  - apply held_spec in H0; tauto.
  - apply held_spec in H0; tauto.
  - intros; apply held_spec; auto.
Qed.
Lemma make_severals_all : forall l i j a b, nth_error l j = Some (a, b) -> (a, b) <> (1, 1) ->
  exists s, In s (make_severals l i by_item) /\ several_item s = i + N.of_nat j.
Proof.
  induction l as [|[c d] l IH]; intros i [|j] a b E D; simpl in E; try discriminate; cbn [make_severals].
  - inversion E; subst. destruct ((a =? 1) && (b =? 1)) eqn:F.
    + apply andb_true_iff in F; rewrite !N.eqb_eq in F; destruct F; subst; tauto.
    + eexists; split; [left; reflexivity|simpl; lia].
  - destruct (IH (N.succ i) j a b E D) as [s [I F]]; exists s; split; [|lia].
    destruct ((c =? 1) && (d =? 1)); simpl; auto.
Qed.

Lemma once_list_right : forall o q, once_right P o ->
  (In q (map number (find (fst o) (list_branches (options P) bs))) <-> N.testbit (snd o) q = true).
Proof.
  intros o q [_ H]. rewrite H, in_map_iff. split.
  - intros [b [<- I]]. apply list_branches_spec in I; destruct I as [j [p [E [F G]]]]. apply bs_nth in F; destruct F as [[L _] [_ F]].
    rewrite E in F; inversion F; subst; auto.
  - intros [L G]. destruct (bs_number q L) as [b [E F]]. exists b; split; auto.
    apply list_branches_spec; exists (N.to_nat q), (option_at P q); repeat split; auto. apply option_nth_error; auto.
Qed.

Lemma table_right : tables_right P (table P).
Proof.
  assert (Once : forall o, In o (make_onces (bounds P) 0 by_item) -> once_right P o).
  { intros o I; apply make_onces_spec in I; destruct I as [j [E ->]]; rewrite N.add_0_l. split; cbn [fst snd].
    - unfold is_once; rewrite Nat2N.id; auto.
    - intros q; apply held_spec. }
  constructor; simpl.
  - intros; apply ones_bit.
  - reflexivity.
  - apply once_set_spec.
  - exact Once.
  - intros i O; exists (i, held (find i by_item)); split; auto. apply make_onces_spec; exists (N.to_nat i).
    rewrite N.add_0_l, N2Nat.id; auto.
  - apply make_onces_nodup.
  - rewrite map_map; auto.
  - intros r I; apply in_map_iff in I; destruct I as [o [<- I]]. exists o; split; [auto|split; [auto|]]. intros q _; apply once_list_right; auto.
  - intros s; apply make_severals_right. intros j x E; rewrite N.add_0_l, Nat2N.id; auto.
  - intros i l h E D; destruct (make_severals_all (bounds P) 0 i l h E D) as [s [I F]]; exists s; split; auto.
  - intros b I; apply In_nth_error in I; destruct I as [j E]; apply bs_nth in E; tauto.
  - apply (NoDup_nth_error (map number bs)). intros j k L E. apply nth_error_Some in L.
    rewrite !nth_error_map in *. destruct (nth_error bs j) as [b|] eqn:J; [|simpl in L; tauto].
    destruct (nth_error bs k) as [c|] eqn:K; [|discriminate]. apply bs_nth in J; apply bs_nth in K.
    destruct J as [_ [J _]], K as [_ [K _]]. simpl in E; injection E as E. lia.
  - intros q Q; destruct (bs_number q Q) as [b [B1 B2]]; apply nth_error_In in B1. rewrite <- B2; apply in_map; auto.
  - apply all_of_list; intros b I; apply In_nth_error in I; destruct I as [j E]; apply bs_nth in E; tauto.
  - apply all_of_list; intros r I; apply filter_In in I; destruct I as [I R]; apply make_items_right in I; auto. reflexivity.
Qed.
End Right.
