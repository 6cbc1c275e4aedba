(* Sudoku of every order b: grids of b*b rows and columns, puzzles, completions; and the exact cover problem whose solutions
   are the completions, one to one ([encode_right], [choose_unique]).

   A grid is the list of its digits, row after row; digits are 0, 1, ..., b*b - 1. *)
Require Import NArith List Sorted Bool Lia.
From Quadrille Require Import Cover Ascending Groups Table Start.
Import ListNotations.
Open Scope N_scope.

Section Sudoku.
Variable b : N.
Definition side : N := b * b.
Definition cells : N := side * side.

(* ---- grids ---- *)
Definition row_of (q : N) : N := q / side.
Definition column_of (q : N) : N := q mod side.
Definition box_of (q : N) : N := row_of q / b * b + column_of q / b.
Definition digit_at (G : list N) (q : N) : N := nth (N.to_nat q) G side.

(* Every digit stands exactly once in every row, in every column, or in every box. *)
Definition once_in_each (place : N -> N) (G : list N) : Prop :=
  forall u d, u < side -> d < side -> exists! q, q < cells /\ place q = u /\ digit_at G q = d.
Definition full_grid (G : list N) : Prop :=
  N.of_nat (length G) = cells /\ (forall d, In d G -> d < side) /\
  once_in_each row_of G /\ once_in_each column_of G /\ once_in_each box_of G.
(* A puzzle has a digit or nothing in each cell. *)
Definition agrees (puzzle : list (option N)) (G : list N) : Prop := Forall2 (fun given d => given = None \/ given = Some d) puzzle G.
Definition completion (puzzle : list (option N)) (G : list N) : Prop := full_grid G /\ agrees puzzle G.

(* ---- as exact cover: option q * side + d is digit d in cell q ---- *)
Fixpoint count_from (k : N) (m : nat) : list N := match m with O => [] | S m' => k :: count_from (N.succ k) m' end.
Definition items_of (k : N) : list (N * colour) :=
  let q := k / side in
  let d := k mod side in
  [(q, []); (cells + (row_of q * side + d), []); (2 * cells + (column_of q * side + d), []); (3 * cells + (box_of q * side + d), [])].
Definition encode : problem :=
  Problem (repeat (1, 1) (N.to_nat (4 * cells))) (map items_of (count_from 0 (N.to_nat (cells * side)))).

(* The options that the givens leave. *)
Fixpoint allowed (puzzle : list (option N)) : N :=
  match puzzle with
  | [] => 0
  | given :: rest => N.lor (match given with None => N.ones side | Some d => N.setbit 0 d end) (N.shiftl (allowed rest) side)
  end.
(* The options of a grid. *)
Fixpoint choose_from (q : N) (G : list N) : list N :=
  match G with [] => [] | d :: G' => q * side + d :: choose_from (N.succ q) G' end.
Definition choose (G : list N) : list N := choose_from 0 G.

(* ---- proofs ---- *)
Theorem choose_unique : forall G H, choose G = choose H -> G = H.
Proof.
  unfold choose. generalize 0 as q. intros q G; revert q; induction G as [|d G IH]; intros q [|e H] E; simpl in E; try discriminate; auto.
  inversion E. f_equal; [lia|]. eapply IH; eauto.
Qed.

Hypothesis positive : 0 < b.
Lemma side_positive : 0 < side. Proof. unfold side; nia. Qed.
Let sp := side_positive.

Lemma parts : forall u d, d < side -> (u * side + d) / side = u /\ (u * side + d) mod side = d.
Proof. intros u d D; split; symmetry; [apply (N.div_unique _ _ _ d) | apply (N.mod_unique _ _ u)]; auto; lia. Qed.
Lemma whole : forall k, k = k / side * side + k mod side.
Proof. intros k. assert (E := N.div_mod' k side). lia. Qed.
Lemma mod_small : forall k, k mod side < side. Proof. intros; apply N.mod_lt; lia. Qed.
Lemma div_small : forall k m, k < m * side -> k / side < m.
Proof. intros; apply N.div_lt_upper_bound; lia. Qed.
Lemma mul_add_lt : forall u d m n, u < m -> d < n -> u * n + d < m * n. Proof. intros; nia. Qed.

Lemma row_small : forall q, q < cells -> row_of q < side. Proof. intros; apply div_small; auto. Qed.
Lemma column_small : forall q, column_of q < side. Proof. intros; apply mod_small. Qed.
Lemma box_small : forall q, q < cells -> box_of q < side.
Proof.
  intros q Q; unfold box_of, side. apply mul_add_lt; apply N.div_lt_upper_bound; try lia; fold side; [apply row_small; auto|apply column_small].
Qed.

Lemma count_from_nth : forall m k j, (j < m)%nat -> nth_error (count_from k m) j = Some (k + N.of_nat j).
Proof.
  induction m as [|m IH]; intros k [|j] L; try lia; cbn [count_from nth_error]; [f_equal; lia|]. rewrite IH by lia. f_equal; lia.
Qed.
Lemma count_from_length : forall m k, length (count_from k m) = m.
Proof. induction m; intros; simpl; auto. Qed.
Lemma encode_options : N.of_nat (length (options encode)) = cells * side.
Proof. unfold encode; cbn [options]. rewrite map_length, count_from_length. lia. Qed.
Lemma encode_bounds : N.of_nat (length (bounds encode)) = 4 * cells.
Proof. unfold encode; cbn [bounds]. rewrite repeat_length. lia. Qed.
Lemma encode_option : forall k, k < cells * side -> option_at encode k = items_of k.
Proof.
  intros k K. unfold option_at, encode; cbn [options]. apply nth_error_nth. rewrite nth_error_map, count_from_nth by lia.
  simpl. f_equal. f_equal. lia.
Qed.

Lemma holds_items : forall i k, holds i (items_of k) = true <->
  i = k / side \/ i = cells + (row_of (k / side) * side + k mod side) \/
  i = 2 * cells + (column_of (k / side) * side + k mod side) \/ i = 3 * cells + (box_of (k / side) * side + k mod side).
Proof.
  intros; rewrite holds_in; unfold items_of; split.
  - intros [c I]; simpl In in I. destruct I as [I|[I|[I|[I|[]]]]]; injection I; intros; subst; auto.
  - intros [E|[E|[E|E]]]; exists []; rewrite E; simpl In; auto 6.
Qed.

(* Which of the four kinds an item is. *)
Lemma holds_cell : forall q k, q < cells -> k < cells * side -> (holds q (items_of k) = true <-> k / side = q).
Proof.
  intros q k Q K; rewrite holds_items; split; [intros [E|[E|[E|E]]]|auto]; auto; exfalso;
    match type of E with _ = _ + ?x => set (y := x) in E; clearbody y; lia end.
Qed.
Lemma holds_place : forall place t u d k, (forall q, q < cells -> place q < side) -> u < side -> d < side -> k < cells * side ->
  (t = 1 /\ place = row_of \/ t = 2 /\ place = column_of \/ t = 3 /\ place = box_of) ->
  (holds (t * cells + (u * side + d)) (items_of k) = true <-> place (k / side) = u /\ k mod side = d).
Proof.
  intros place t u d k Small U D K W. rewrite holds_items.
  assert (Q : k / side < cells) by (apply div_small; auto).
  assert (M := mod_small k). assert (X := mul_add_lt u d side side U D). fold cells in X.
  assert (R := mul_add_lt _ _ side side (row_small _ Q) M). assert (C := mul_add_lt _ _ side side (column_small (k / side)) M).
  assert (B := mul_add_lt _ _ side side (box_small _ Q) M). fold cells in R, C, B.
  assert (P : forall a, u * side + d = a * side + k mod side -> a = u /\ k mod side = d).
  { intros a E. destruct (parts u d D) as [E1 E2]. destruct (parts a (k mod side) M) as [E3 E4]. rewrite E in E1, E2. split; congruence. }
  set (r := row_of (k / side) * side + k mod side) in *. set (c := column_of (k / side) * side + k mod side) in *.
  set (x := box_of (k / side) * side + k mod side) in *.
  destruct W as [[-> ->]|[[-> ->]|[-> ->]]]; split.
  - intros [E|[E|[E|E]]]; try lia. apply P. lia.
  - intros [E1 E2]; right; left. unfold r; rewrite E1, E2. lia.
  - intros [E|[E|[E|E]]]; try lia. apply P. lia.
  - intros [E1 E2]; right; right; left. unfold c; rewrite E1, E2. lia.
  - intros [E|[E|[E|E]]]; try lia. apply P. lia.
  - intros [E1 E2]; right; right; right. unfold x; rewrite E1, E2. lia.
Qed.

(* ---- the options of a grid ---- *)
Lemma in_choose_from : forall G q k, In k (choose_from q G) <-> exists j d, nth_error G j = Some d /\ k = (q + N.of_nat j) * side + d.
Proof.
  induction G as [|e G IH]; intros q k; simpl choose_from.
  - split; [intros []|intros [[|j] [d [E _]]]; discriminate].
  - simpl In. rewrite IH; split.
    + intros [E|[j [d [E F]]]]; [exists 0%nat, e; split; auto; rewrite N.add_0_r; auto | exists (S j), d; split; auto].
      rewrite F. f_equal. f_equal. lia.
    + intros [[|j] [d [E F]]]; simpl in E; [left; inversion E; subst; rewrite N.add_0_r; auto | right; exists j, d; split; auto].
      rewrite F. f_equal. f_equal. lia.
Qed.
Definition digits_small (G : list N) : Prop := forall d, In d G -> d < side.
Lemma digit_small : forall G q, digits_small G -> q < N.of_nat (length G) -> digit_at G q < side.
Proof. intros G q D L; apply D; apply nth_In; lia. Qed.
Lemma in_choose : forall G k, digits_small G -> (In k (choose G) <-> k / side < N.of_nat (length G) /\ digit_at G (k / side) = k mod side).
Proof.
  intros G k D; unfold choose; rewrite in_choose_from; split.
  - intros [j [d [E F]]]. assert (Dd : d < side) by (apply D; eapply nth_error_In; eauto). destruct (parts (0 + N.of_nat j) d Dd) as [P1 P2].
    rewrite <- F in P1, P2. rewrite P1, P2. assert (j < length G)%nat by (apply nth_error_Some; congruence).
    split; [lia|]. unfold digit_at. rewrite N.add_0_l, Nat2N.id. apply nth_error_nth; auto.
  - intros [L E]. exists (N.to_nat (k / side)), (k mod side). split; [|rewrite N.add_0_l, N2Nat.id; apply whole].
    rewrite <- E. unfold digit_at. apply nth_error_nth'. lia.
Qed.
Lemma choose_ascending : forall G, digits_small G -> ascending (choose G).
Proof.
  unfold choose. generalize 0 as q. intros q G; revert q; induction G as [|d G IH]; intros q D; simpl; constructor.
  - apply IH; intros x X; apply D; simpl; auto.
  - rewrite Forall_forall. intros k K; apply in_choose_from in K; destruct K as [j [e [E ->]]].
    assert (d < side) by (apply D; simpl; auto). nia.
Qed.

(* Exactly one option of the grid holds the item of a place and a digit. *)
Lemma once_in_each_options : forall place G, digits_small G -> N.of_nat (length G) = cells ->
  (once_in_each place G <-> forall u d, u < side -> d < side ->
     exists k, (In k (choose G) /\ (place (k / side) = u /\ k mod side = d)) /\
       forall q, In q (choose G) -> place (q / side) = u /\ q mod side = d -> q = k).
Proof.
  intros place G D Len; split; intros H u d U Dd.
  - destruct (H u d U Dd) as [q [[Q1 [Q2 Q3]] Un]]. destruct (parts q d Dd) as [P1 P2]. exists (q * side + d). rewrite P1, P2. split.
    + split; auto. apply in_choose; auto. rewrite P1, P2, Len; auto.
    + intros k K [K1 K2]. apply in_choose in K; auto. destruct K as [K3 K4]. rewrite Len in K3.
      rewrite (Un (k / side)); [rewrite <- K2; apply whole|]. repeat split; auto. congruence.
  - destruct (H u d U Dd) as [k [[K [K1 K2]] Un]]. apply in_choose in K; auto. destruct K as [K3 K4]. rewrite Len in K3.
    exists (k / side); split; [repeat split; auto; congruence|]. intros q [Q1 [Q2 Q3]]. destruct (parts q d Dd) as [P1 P2].
    rewrite <- (Un (q * side + d)); auto; rewrite ?P1, ?P2; auto. apply in_choose; auto. rewrite P1, P2, Len; auto.
Qed.

Lemma encode_bound : forall i low high, nth_error (bounds encode) i = Some (low, high) -> low = 1 /\ high = 1 /\ N.of_nat i < 4 * cells.
Proof.
  intros i low high E. assert (L : (i < length (bounds encode))%nat) by (apply nth_error_Some; congruence).
  apply nth_error_In in E. unfold encode in E; cbn [bounds] in E. apply repeat_spec in E. inversion E.
  assert (B := encode_bounds). repeat split; auto; lia.
Qed.
Lemma encode_once : forall i, i < 4 * cells -> nth_error (bounds encode) (N.to_nat i) = Some (1, 1).
Proof.
  intros i L. unfold encode; cbn [bounds]. rewrite (nth_error_nth' _ (1, 1)) by (rewrite repeat_length; lia). f_equal. apply nth_repeat.
Qed.
Definition one_option (S : list N) (f : N -> Prop) : Prop := exists k, (In k S /\ f k) /\ forall q, In q S -> f q -> q = k.
Lemma encode_solution : forall S, solution encode S <-> ascending S /\ (forall k, In k S -> k < cells * side) /\
  (forall q, q < cells -> one_option S (fun k => k / side = q)) /\
  forall t place u d, (t = 1 /\ place = row_of \/ t = 2 /\ place = column_of \/ t = 3 /\ place = box_of) -> u < side -> d < side ->
    one_option S (fun k => place (k / side) = u /\ k mod side = d).
Proof.
  assert (Small : forall t place, (t = 1 /\ place = row_of \/ t = 2 /\ place = column_of \/ t = 3 /\ place = box_of) -> forall q, q < cells -> place q < side).
  { intros t place [[_ ->]|[[_ ->]|[_ ->]]] q Q; [apply row_small | apply column_small | apply box_small]; auto. }
  assert (Times : forall S i (f : N -> Prop), ascending S -> (forall k, In k S -> k < cells * side) ->
    (forall k, k < cells * side -> (holds i (items_of k) = true <-> f k)) -> (times encode i S = 1 <-> one_option S f)).
  { intros S i f A R F. unfold times. rewrite one_member; [|apply ascending_nodup; auto].
    assert (E : forall k, In k S -> (holds i (option_at encode k) = true <-> f k)).
    { intros k K; rewrite encode_option; auto. }
    unfold one_option; split; intros [k [[K1 K2] U]]; exists k; (split; [split; auto; apply E; auto|intros q Q1 Q2; apply U; auto; apply E; auto]). }
  intros S; split.
  - intros [A [R [C _]]]. rewrite encode_options in R. split; auto. split; auto. split.
    + intros q Q. apply (Times S q); auto; [intros; apply holds_cell; auto|].
      assert (E := C _ _ _ (encode_once q ltac:(lia))). rewrite N2Nat.id in E. lia.
    + intros t place u d W U D. apply (Times S (t * cells + (u * side + d))); auto; [intros; apply holds_place; auto; eapply Small; eauto|].
      assert (X := mul_add_lt u d side side U D). fold cells in X.
      assert (E := C _ _ _ (encode_once (t * cells + (u * side + d)) ltac:(destruct W as [[-> _]|[[-> _]|[-> _]]]; lia))). rewrite N2Nat.id in E. lia.
  - intros [A [R [Cell Pl]]]. split; auto. split; [rewrite encode_options; auto|]. split.
    + intros i low high E. apply encode_bound in E. destruct E as [-> [-> L]]. enough (Z : times encode (N.of_nat i) S = 1) by (rewrite Z; split; apply N.le_refl).
      generalize dependent (N.of_nat i); clear i; intros i L. destruct (N.lt_ge_cases i cells) as [Q|Q].
      * apply (Times S i _ A R (fun k K => holds_cell i k Q K)). auto.
      * (* i = t * cells + (u * side + d) *)
        assert (W : exists t place v, (t = 1 /\ place = row_of \/ t = 2 /\ place = column_of \/ t = 3 /\ place = box_of) /\ v < cells /\ i = t * cells + v).
        { destruct (N.lt_ge_cases i (2 * cells)); [exists 1, row_of, (i - cells)|destruct (N.lt_ge_cases i (3 * cells));
            [exists 2, column_of, (i - 2 * cells) | exists 3, box_of, (i - 3 * cells)]]; (split; [tauto|split; lia]). }
        destruct W as [t [place [v [W [V ->]]]]]. rewrite (whole v).
        assert (D := mod_small v). assert (U : v / side < side) by (apply div_small; auto).
        apply (Times S _ _ A R (fun k K => holds_place place t (v / side) (v mod side) k (Small t place W) U D K W)). eapply Pl; eauto.
    + intros j k1 k2 c1 c2 J K1 K2 _ H1 H2. exfalso. rewrite encode_bounds in J. rewrite encode_option in H1 by auto.
      assert (H : holds j (items_of k1) = true) by (apply holds_in; eauto). apply R in K1. apply holds_items in H.
      assert (Q : k1 / side < cells) by (apply div_small; auto). assert (M := mod_small k1).
      assert (Rr := mul_add_lt _ _ side side (row_small _ Q) M). assert (Cc := mul_add_lt _ _ side side (column_small (k1 / side)) M).
      assert (Bb := mul_add_lt _ _ side side (box_small _ Q) M). fold cells in Rr, Cc, Bb.
      destruct H as [H|[H|[H|H]]]; lia.
Qed.

(* A solution is the choice of a grid. *)
Lemma solution_grid : forall S, solution encode S -> exists G, N.of_nat (length G) = cells /\ digits_small G /\ S = choose G.
Proof.
  intros S Sol. apply encode_solution in Sol. destruct Sol as [A [R [Cell _]]].
  set (G := map (fun q => match List.find (fun k => k / side =? q) S with Some k => k mod side | None => 0 end) (count_from 0 (N.to_nat cells))).
  assert (Len : N.of_nat (length G) = cells) by (unfold G; rewrite map_length, count_from_length; lia).
  assert (Dig : digits_small G).
  { intros d I. unfold G in I. apply in_map_iff in I. destruct I as [q [<- _]]. destruct (List.find _ S); [apply mod_small|apply sp]. }
  exists G; split; auto. split; auto. apply ascending_ext; auto using choose_ascending. intros k. rewrite in_choose by auto.
  assert (At : forall q, q < cells -> exists x, In x S /\ x / side = q /\ digit_at G q = x mod side /\ forall y, In y S -> y / side = q -> y = x).
  { intros q Q. destruct (Cell q Q) as [x [[X1 X2] Un]]. exists x; repeat split; auto. unfold digit_at.
    apply nth_error_nth. unfold G. rewrite nth_error_map, count_from_nth by lia. simpl. f_equal. rewrite N2Nat.id.
    destruct (List.find (fun k => k / side =? q) S) as [y|] eqn:F.
    - apply find_some in F. destruct F as [F1 F2]. apply N.eqb_eq in F2. rewrite (Un y); auto.
    - apply (find_none _ _ F) in X1. apply N.eqb_neq in X1. tauto. }
  rewrite Len. split.
  - intros K. assert (Q : k / side < cells) by (apply div_small; auto). split; auto. destruct (At _ Q) as [x [X1 [X2 [X3 X4]]]].
    rewrite X3. rewrite (X4 k); auto.
  - intros [Q E]. destruct (At _ Q) as [x [X1 [X2 [X3 X4]]]]. rewrite E in X3. rewrite (whole k), X3, <- X2, <- whole; auto.
Qed.

Lemma choose_solution : forall G, N.of_nat (length G) = cells -> digits_small G -> (solution encode (choose G) <-> full_grid G).
Proof.
  intros G Len Dig. rewrite encode_solution. unfold full_grid. rewrite !once_in_each_options by auto. split.
  - intros [_ [_ [_ H]]]. repeat split; auto; intros u d U D; [apply (H 1 row_of) | apply (H 2 column_of) | apply (H 3 box_of)]; auto.
  - intros [_ [_ [H1 [H2 H3]]]]. split; [apply choose_ascending; auto|]. split; [|split].
    + intros k K. apply in_choose in K; auto. destruct K as [K _]. rewrite Len in K. rewrite (whole k). apply mul_add_lt; auto. apply mod_small.
    + intros q Q. assert (D := digit_small G q Dig ltac:(lia)). destruct (parts q (digit_at G q) D) as [P1 P2].
      exists (q * side + digit_at G q). split; [split; auto; apply in_choose; auto; rewrite P1, P2, Len; auto|].
      intros k K E. apply in_choose in K; auto. destruct K as [_ K]. rewrite (whole k), E, <- K, E; auto.
    + intros t place u d [[_ ->]|[[_ ->]|[_ ->]]] U D; [apply H1 | apply H2 | apply H3]; auto.
Qed.

Lemma allowed_bit : forall puzzle q d, d < side -> (forall e, In (Some e) puzzle -> e < side) ->
  (N.testbit (allowed puzzle) (q * side + d) = true <-> exists g, nth_error puzzle (N.to_nat q) = Some g /\ (g = None \/ g = Some d)).
Proof.
  induction puzzle as [|g puzzle IH]; intros q d D Sm; cbn [allowed].
  - rewrite N.bits_0. split; [discriminate|]. intros [g [E _]]. destruct (N.to_nat q); discriminate.
  - assert (Sm' : forall e, In (Some e) puzzle -> e < side) by (intros; apply Sm; simpl; auto).
    rewrite N.lor_spec, orb_true_iff. destruct (N.eq_dec q 0) as [->|Q].
    + rewrite N.mul_0_l, N.add_0_l, N.shiftl_spec_low by auto. change (N.to_nat 0) with 0%nat. cbn [nth_error].
      transitivity (g = None \/ g = Some d).
      * destruct g as [e|].
        -- rewrite N.setbit_eqb, N.bits_0, orb_false_r, N.eqb_eq. split; [intros [->|E]; [auto|discriminate]|intros [E|E]; [discriminate|inversion E; auto]].
        -- rewrite ones_bit. tauto.
      * split; [intros E; exists g; auto|intros [h [E F]]; inversion E; subst; auto].
    + assert (E1 : N.testbit (match g with None => N.ones side | Some e => N.setbit 0 e end) (q * side + d) = false).
      { assert (side <= q * side + d) by nia. destruct g as [e|].
        - rewrite N.setbit_eqb, N.bits_0, orb_false_r. apply N.eqb_neq. assert (e < side) by (apply Sm; simpl; auto). lia.
        - apply N.ones_spec_high; auto. }
      rewrite E1, N.shiftl_spec_high' by nia. replace (q * side + d - side) with (N.pred q * side + d) by nia.
      rewrite IH by auto. replace (N.to_nat q) with (S (N.to_nat (N.pred q))) by lia. cbn [nth_error]. intuition; discriminate.
Qed.
Lemma agrees_inside : forall puzzle G, N.of_nat (length puzzle) = cells -> N.of_nat (length G) = cells -> digits_small G ->
  (forall e, In (Some e) puzzle -> e < side) -> ((forall k, In k (choose G) -> N.testbit (allowed puzzle) k = true) <-> agrees puzzle G).
Proof.
  intros puzzle G Lp Lg Dig Sm.
  transitivity (forall j g d, nth_error puzzle j = Some g -> nth_error G j = Some d -> g = None \/ g = Some d).
  - split.
    + intros H j g d Eg Ed. assert (Dd : d < side) by (apply Dig; eapply nth_error_In; eauto).
      assert (T : N.testbit (allowed puzzle) (N.of_nat j * side + d) = true).
      { apply H. unfold choose; apply in_choose_from. exists j, d; split; auto. }
      apply allowed_bit in T; auto. destruct T as [h [E F]]. rewrite Nat2N.id in E. congruence.
    + intros H k K. unfold choose in K; apply in_choose_from in K. destruct K as [j [d [E ->]]].
      assert (Dd : d < side) by (apply Dig; eapply nth_error_In; eauto). rewrite N.add_0_l. apply allowed_bit; auto. rewrite Nat2N.id.
      assert (L : (j < length G)%nat) by (apply nth_error_Some; congruence).
      destruct (nth_error puzzle j) as [g|] eqn:Eg; [|apply nth_error_None in Eg; lia]. exists g; split; eauto.
  - assert (Len : length puzzle = length G) by lia. clear - Len. unfold agrees. revert G Len. induction puzzle as [|g puzzle IH]; intros [|d G] Len; try discriminate.
    + split; [constructor|]. intros _ [|j] g d E; discriminate.
    + split.
      * intros H; constructor; [apply (H 0%nat g d); auto|]. apply IH; [simpl in Len; lia|]. intros j x y; apply (H (S j)).
      * intros F; inversion F; subst. intros [|j] x y E1 E2; simpl in E1, E2; [congruence|]. assert (Len' : length puzzle = length G) by (simpl in Len; lia).
        apply (proj2 (IH G Len') H4 j x y E1 E2).
Qed.

Theorem encode_right : forall puzzle, N.of_nat (length puzzle) = cells -> (forall e, In (Some e) puzzle -> e < side) -> forall S,
  (solution encode S /\ forall k, In k S -> N.testbit (allowed puzzle) k = true) <-> exists G, completion puzzle G /\ S = choose G.
Proof.
  intros puzzle Lp Sm S; split.
  - intros [Sol I]. destruct (solution_grid S Sol) as [G [Lg [Dig ->]]]. exists G; split; auto. split.
    + apply choose_solution; auto.
    + apply agrees_inside; auto.
  - intros [G [[F Ag] ->]]. assert (F' := F). destruct F' as [Lg [Dig _]]. split.
    + apply choose_solution; auto.
    + apply agrees_inside; auto.
Qed.
End Sudoku.
