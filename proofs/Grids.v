(* Sudoku in the words of a mathematician: [sudoku b g] says that the function g is a Sudoku grid of order b, [sudokus b n] that
   there are exactly n of them, and [solves b p g] that g solves the puzzle p.

   [check_count_grids] and [check_puzzles_grids] join that with the checker: what it accepts is true in these words. *)
Require Import NArith List Sorted Bool Lia.
From Quadrille Require Import Cover Ascending Same Groups Table Advice Start Text Dlx Sudoku Puzzles Claims.
Import ListNotations.
Open Scope N_scope.

(* A grid of order b is a function that gives each row and each column a digit. Rows, columns and digits are numbered from 0, and there are
   b * b of each. *)
Definition sudoku (b : N) (g : N -> N -> N) : Prop :=
  let n := b * b in
  (forall r c, r < n -> c < n -> g r c < n) /\
  (* every digit stands exactly once in every row, *)
  (forall r d, r < n -> d < n -> exists! c, c < n /\ g r c = d) /\
  (* in every column, *)
  (forall c d, c < n -> d < n -> exists! r, r < n /\ g r c = d) /\
  (* and in every box of b rows and b columns. *)
  (forall i j d, i < b -> j < b -> d < n ->
     exists! p, (fst p < b /\ snd p < b) /\ g (i * b + fst p) (j * b + snd p) = d).

(* Two functions are the same grid if they agree in every cell. *)
Definition same_grid (b : N) (g h : N -> N -> N) : Prop := forall r c, r < b * b -> c < b * b -> g r c = h r c.

(* There is a list of n grids, no two of which are the same, and every grid is in it. *)
Definition sudokus (b n : N) : Prop :=
  exists L : list (N -> N -> N),
    N.of_nat (length L) = n /\ (forall g, In g L -> sudoku b g) /\
    ForallOrdPairs (fun g h => ~ same_grid b g h) L /\ (forall g, sudoku b g -> exists h, In h L /\ same_grid b g h).

(* A puzzle gives some cells a digit. A grid solves a puzzle if it keeps these. *)
Definition keeps (b : N) (puzzle : N -> N -> option N) (g : N -> N -> N) : Prop :=
  forall r c d, r < b * b -> c < b * b -> puzzle r c = Some d -> g r c = d.
Definition solves (b : N) (puzzle : N -> N -> option N) (g : N -> N -> N) : Prop := sudoku b g /\ keeps b puzzle g.

(* A line of text has the digits row after row, so the cell in row r and column c is number r * (b * b) + c. *)
Definition of_list (b : N) (G : list N) (r c : N) : N := digit_at b G (r * side b + c).
Definition of_puzzle (b : N) (puzzle : list (option N)) (r c : N) : option N := nth (N.to_nat (r * side b + c)) puzzle None.

(* What a line of answers.txt says of a puzzle: that no grid solves it, that G is the only one, or that G and H are two. *)
Definition holds_of (b : N) (puzzle : N -> N -> option N) (v : verdict) : Prop :=
  match v with
  | Impossible => forall g, ~ solves b puzzle g
  | Unique G => solves b puzzle (of_list b G) /\ forall h, solves b puzzle h -> same_grid b (of_list b G) h
  | Several G H => solves b puzzle (of_list b G) /\ solves b puzzle (of_list b H) /\ ~ same_grid b (of_list b G) (of_list b H)
  end.

(* ---- there is only one such number ---- *)
Lemma apart_short : forall A (same : A -> A -> Prop), (forall x y, same x y -> same y x) ->
  (forall x y z, same x y -> same y z -> same x z) ->
  forall L M, ForallOrdPairs (fun x y => ~ same x y) L -> (forall x, In x L -> exists y, In y M /\ same x y) ->
  (length L <= length M)%nat.
Proof.
  intros A same Sym Trans. induction L as [|x L IH]; intros M P H; simpl; [lia|].
  inversion P as [|? ? Px Pl]; subst. rewrite Forall_forall in Px.
  destruct (H x (or_introl eq_refl)) as [y [Y S]]. destruct (in_split y M Y) as [M1 [M2 ->]].
  assert (E : (length L <= length (M1 ++ M2))%nat).
  { apply IH; auto. intros z Z. destruct (H z (or_intror Z)) as [w [W S']]. exists w; split; auto.
    rewrite in_app_iff in *. destruct W as [W|[<-|W]]; auto. destruct (Px z Z); eauto. }
  rewrite app_length in *; simpl; lia.
Qed.

Theorem sudokus_unique : forall b n m, sudokus b n -> sudokus b m -> n = m.
Proof.
  assert (Le : forall b n m, sudokus b n -> sudokus b m -> n <= m).
  { intros b n m [L [<- [SL [AL _]]]] [M [<- [_ [_ CM]]]].
    assert (length L <= length M)%nat; [|lia]. apply (apart_short _ (same_grid b)); auto.
    - intros f g E r c R C. symmetry; auto.
    - intros f g h E F r c R C. rewrite E; auto. }
  intros b n m X Y. apply N.le_antisymm; eauto.
Qed.

(* ---- the lists of Sudoku.v and these functions ---- *)
Section Grids.
Variable b : N.
Hypothesis positive : 0 < b.
Notation side := (Sudoku.side b).
Notation cells := (Sudoku.cells b).
Notation of_list := (of_list b).
Notation of_puzzle := (of_puzzle b).
Let sp := side_positive b positive.

Definition to_list (g : N -> N -> N) : list N := map (fun q => g (q / side) (q mod side)) (count_from 0 (N.to_nat cells)).

Lemma exists_one : forall A (f : A -> N) (inside : A -> Prop) (p : N -> Prop) (p' : A -> Prop),
  (forall x y, inside x -> inside y -> f x = f y -> x = y) -> (forall q, p q -> exists x, inside x /\ f x = q) ->
  (forall x, inside x -> (p (f x) <-> p' x)) -> ((exists! q, p q) <-> (exists! x, inside x /\ p' x)).
Proof.
  intros A f inside p p' Inj On E; split.
  - intros [q [Q U]]. destruct (On q Q) as [x [X <-]]. exists x; split; [split; auto; apply E; auto|].
    intros y [Y1 Y2]. apply Inj; auto. apply U, E; auto.
  - intros [x [[X1 X2] U]]. exists (f x); split; [apply E; auto|]. intros q Q. destruct (On q Q) as [y [Y <-]].
    f_equal. apply U; split; auto. apply E; auto.
Qed.

Lemma row_column : forall r c, c < side -> row_of b (r * side + c) = r /\ column_of b (r * side + c) = c.
Proof. intros; apply (parts b positive); auto. Qed.
Lemma cell_small : forall r c, r < side -> c < side -> r * side + c < cells.
Proof. intros; apply (mul_add_lt b positive); auto. Qed.
Lemma cell_parts : forall q, q < cells -> exists r c, r < side /\ c < side /\ r * side + c = q.
Proof.
  intros q Q. exists (q / side), (q mod side). split; [apply (div_small b positive); auto|]. split; [apply (mod_small b positive)|]. symmetry; apply (whole b positive).
Qed.

Lemma rows_right : forall G, once_in_each b (row_of b) G <->
  forall r d, r < side -> d < side -> exists! c, c < side /\ of_list G r c = d.
Proof.
  intros G; split; intros H r d R D; specialize (H r d R D); revert H; apply (exists_one N (fun c => r * side + c) (fun c => c < side));
    try (intros; lia).
  1, 3: intros q [Q [E _]]; destruct (cell_parts q Q) as [r' [c [R' [C <-]]]]; destruct (row_column r' c C) as [E1 _];
    exists c; split; auto; congruence.
  all: intros c C; destruct (row_column r c C) as [E1 _]; assert (S := cell_small r c R C); unfold of_list; tauto.
Qed.
Lemma columns_right : forall G, once_in_each b (column_of b) G <->
  forall c d, c < side -> d < side -> exists! r, r < side /\ of_list G r c = d.
Proof.
  intros G; split; intros H c d C D; specialize (H c d C D); revert H; apply (exists_one N (fun r => r * side + c) (fun r => r < side)).
  1, 4: intros x y _ _ E; assert (X : x * side = y * side) by lia; apply N.mul_cancel_r in X; auto; lia.
  1, 3: intros q [Q [E _]]; destruct (cell_parts q Q) as [r [c' [R [C' <-]]]]; destruct (row_column r c' C') as [_ E2];
    exists r; split; auto; congruence.
  all: intros r R; destruct (row_column r c C) as [_ E2]; assert (S := cell_small r c R C); unfold of_list; tauto.
Qed.

Lemma box_parts : forall i x, x < b -> (i * b + x) / b = i /\ (i * b + x) mod b = x.
Proof. intros i x X; split; symmetry; [apply (N.div_unique _ _ _ x) | apply (N.mod_unique _ _ i)]; auto; lia. Qed.
Lemma boxed : forall u, u < side -> exists i j, i < b /\ j < b /\ i * b + j = u.
Proof.
  intros u U. exists (u / b), (u mod b). unfold Sudoku.side in U. split; [apply N.div_lt_upper_bound; lia|].
  split; [apply N.mod_lt; lia|]. assert (E := N.div_mod' u b). lia.
Qed.
Lemma box_right : forall G i j d, i < b -> j < b ->
  ((exists! q, q < cells /\ box_of b q = i * b + j /\ digit_at b G q = d) <->
   (exists! p, (fst p < b /\ snd p < b) /\ of_list G (i * b + fst p) (j * b + snd p) = d)).
Proof.
  intros G i j d I J.
  assert (Small : forall k x, k < b -> x < b -> k * b + x < side) by (intros; unfold Sudoku.side; apply (mul_add_lt b positive); auto).
  apply (exists_one (N * N) (fun p => (i * b + fst p) * side + (j * b + snd p)) (fun p => fst p < b /\ snd p < b)).
  - intros [x y] [x' y'] [X Y] [X' Y'] E; cbn [fst snd] in *.
    destruct (row_column (i * b + x) (j * b + y) (Small j y J Y)) as [R C].
    destruct (row_column (i * b + x') (j * b + y') (Small j y' J Y')) as [R' C'].
    rewrite E in R, C. f_equal; lia.
  - intros q [Q [E _]]. destruct (cell_parts q Q) as [r [c [R [C <-]]]]. unfold box_of in E. destruct (row_column r c C) as [E1 E2].
    fold (column_of b (r * side + c)) in E2. rewrite E1 in E. change ((r * side + c) mod side) with (column_of b (r * side + c)) in E.
    rewrite E2 in E.
    destruct (boxed r R) as [i' [x [I' [X <-]]]]. destruct (boxed c C) as [j' [y [J' [Y <-]]]].
    destruct (box_parts i' x X) as [B1 _]. destruct (box_parts j' y Y) as [B2 _]. rewrite B1, B2 in E.
    destruct (box_parts i' j' J') as [B3 B4]. destruct (box_parts i j J) as [B5 B6]. rewrite E in B3, B4.
    exists (x, y); cbn [fst snd]. split; auto. congruence.
  - intros [x y] [X Y]; cbn [fst snd] in *. destruct (row_column (i * b + x) (j * b + y) (Small j y J Y)) as [R C].
    assert (S := cell_small _ _ (Small i x I X) (Small j y J Y)).
    destruct (box_parts i x X) as [B1 _]. destruct (box_parts j y Y) as [B2 _].
    assert (E : box_of b ((i * b + x) * side + (j * b + y)) = i * b + j) by (unfold box_of; rewrite R, C, B1, B2; auto).
    unfold of_list; tauto.
Qed.
Lemma boxes_right : forall G, once_in_each b (box_of b) G <->
  forall i j d, i < b -> j < b -> d < side -> exists! p, (fst p < b /\ snd p < b) /\ of_list G (i * b + fst p) (j * b + snd p) = d.
Proof.
  intros G; split.
  - intros H i j d I J D. apply box_right; auto. apply H; auto. unfold Sudoku.side; apply (mul_add_lt b positive); auto.
  - intros H u d U D. destruct (boxed u U) as [i [j [I [J <-]]]]. apply box_right; auto.
Qed.

Lemma of_list_right : forall G, N.of_nat (length G) = cells -> digits_small b G -> (full_grid b G <-> sudoku b (of_list G)).
Proof.
  intros G Len Dig. unfold full_grid, sudoku. cbv zeta. fold side. rewrite rows_right, columns_right, boxes_right.
  assert (Small : forall r c, r < side -> c < side -> of_list G r c < side).
  { intros; unfold of_list. apply (digit_small b positive); auto. rewrite Len. apply cell_small; auto. }
  tauto.
Qed.

Lemma sudoku_same : forall g h, same_grid b g h -> sudoku b g -> sudoku b h.
Proof.
  intros g h E [D [R [C B]]]. unfold same_grid in E. repeat split; cbv zeta in *.
  - intros r c X Y. rewrite <- E; auto.
  - intros r d X Y. destruct (R r d X Y) as [c [[P Q] U]]. exists c; split; [split; auto; rewrite <- E; auto|].
    intros y [Y1 Y2]; apply U; split; auto. rewrite E; auto.
  - intros c d X Y. destruct (C c d X Y) as [r [[P Q] U]]. exists r; split; [split; auto; rewrite <- E; auto|].
    intros y [Y1 Y2]; apply U; split; auto. rewrite E; auto.
  - intros i j d I J Y. assert (Small : forall k x, k < b -> x < b -> k * b + x < b * b) by (intros; apply (mul_add_lt b positive); auto).
    destruct (B i j d I J Y) as [p [[[P1 P2] Q] U]]. exists p; split; [split; auto; rewrite <- E; auto|].
    intros y [[Y1 Y2] Y3]; apply U; split; auto. rewrite E; auto.
Qed.

Lemma to_list_length : forall g, N.of_nat (length (to_list g)) = cells.
Proof. intros; unfold to_list; rewrite map_length, count_from_length; lia. Qed.
Lemma to_list_digit : forall g r c, r < side -> c < side -> of_list (to_list g) r c = g r c.
Proof.
  intros g r c R C. unfold of_list, digit_at. apply nth_error_nth. assert (S := cell_small r c R C). unfold to_list.
  rewrite nth_error_map, (count_from_nth b positive) by lia. cbn [option_map]. rewrite N.add_0_l, N2Nat.id.
  destruct (row_column r c C) as [E1 E2]. unfold row_of, column_of in E1, E2. congruence.
Qed.
Lemma to_list_small : forall g, sudoku b g -> digits_small b (to_list g).
Proof.
  intros g [D _] d I. unfold to_list in I. apply in_map_iff in I. destruct I as [q [<- I]]. apply In_nth_error in I.
  destruct I as [j E]. assert (L : (j < N.to_nat cells)%nat) by (rewrite <- (count_from_length (N.to_nat cells) 0); apply nth_error_Some; congruence).
  rewrite (count_from_nth b positive) in E by auto. injection E as <-. assert (Q : 0 + N.of_nat j < cells) by lia.
  apply D; [apply (div_small b positive); auto|apply (mod_small b positive)].
Qed.

Lemma same_list : forall G H, N.of_nat (length G) = cells -> N.of_nat (length H) = cells -> same_grid b (of_list G) (of_list H) -> G = H.
Proof.
  intros G H Lg Lh E. apply nth_ext with (d := side) (d' := side); [lia|]. intros j J.
  destruct (cell_parts (N.of_nat j) ltac:(lia)) as [r [c [R [C Q]]]]. specialize (E r c R C). unfold of_list, digit_at in E.
  rewrite Q, Nat2N.id in E. auto.
Qed.

(* The digits of the options that a grid chooses. *)
Definition digits (S : list N) : list N := map (fun k => k mod side) S.
Lemma digits_choose : forall G, digits_small b G -> digits (choose b G) = G.
Proof.
  unfold choose, digits. generalize 0 as q. intros q G; revert q; induction G as [|d G IH]; intros q D; auto.
  cbn [choose_from map]. f_equal; [apply (parts b positive); auto; apply D; simpl; auto|]. apply IH. intros x X; apply D; simpl; auto.
Qed.
Lemma chosen : forall S, solution (encode b) S -> exists G, S = choose b G /\ digits S = G /\ N.of_nat (length G) = cells /\ full_grid b G.
Proof.
  intros S Sol. destruct (solution_grid b positive S Sol) as [G [Lg [Dig ->]]]. exists G. split; auto. split; [apply digits_choose; auto|].
  split; auto. apply (choose_solution b positive); auto.
Qed.

Theorem solutions_sudokus : forall n, has_exactly (solution (encode b)) n -> sudokus b n.
Proof.
  intros n [L [[ND All] Len]]. exists (map (fun S => of_list (digits S)) L). split; [rewrite map_length; auto|]. split; [|split].
  - intros g I. apply in_map_iff in I. destruct I as [S [<- I]]. apply All, chosen in I. destruct I as [G [_ [-> [Lg F]]]].
    apply of_list_right; auto. exact (proj1 (proj2 F)).
  - clear Len. assert (Sol : forall S, In S L -> solution (encode b) S) by (intros; apply All; auto). clear All.
    induction ND as [|S L NI ND IH]; cbn [map]; constructor.
    + rewrite Forall_forall. intros h I E. apply in_map_iff in I. destruct I as [S' [<- I]].
      destruct (chosen S (Sol S (or_introl eq_refl))) as [G [Es [Ds [Lg _]]]].
      destruct (chosen S' (Sol S' (or_intror I))) as [G' [Es' [Ds' [Lg' _]]]]. rewrite Ds, Ds' in E.
      apply same_list in E; auto. apply NI. congruence.
    + apply IH. intros S' I; apply Sol; simpl; auto.
  - intros g Sg. assert (Dig := to_list_small g Sg). assert (Lg := to_list_length g).
    assert (E : same_grid b g (of_list (to_list g))) by (intros r c R C; symmetry; apply to_list_digit; auto).
    exists (of_list (to_list g)); split; auto. apply in_map_iff. exists (choose b (to_list g)). split; [rewrite digits_choose; auto|].
    apply All. apply (choose_solution b positive); auto. apply of_list_right; auto. apply (sudoku_same g); auto.
Qed.

(* ---- puzzles ---- *)
Lemma agrees_everywhere : forall puzzle G, length puzzle = length G ->
  (agrees puzzle G <-> forall j d, nth j puzzle None = Some d -> (j < length G)%nat -> nth j G side = d).
Proof.
  unfold agrees. intros puzzle; induction puzzle as [|p puzzle IH]; intros [|d G] E; try discriminate; cbn [length] in E.
  - split; [intros _ j e _ L; inversion L|constructor].
  - assert (E' : length puzzle = length G) by lia. split.
    + intros H; inversion H as [|? ? ? ? P F]; subst. intros [|j] e X L; cbn [nth length] in *; [destruct P; congruence|].
      apply (proj1 (IH G E') F); auto. lia.
    + intros H; constructor.
      * destruct p as [e|]; auto. right. f_equal. symmetry. apply (H O); auto. cbn [length]; lia.
      * apply (IH G E'). intros j e X L. apply (H (S j)); auto. cbn [length]; lia.
Qed.
Lemma agrees_right : forall puzzle G, N.of_nat (length puzzle) = cells -> N.of_nat (length G) = cells ->
  (agrees puzzle G <-> keeps b (of_puzzle puzzle) (of_list G)).
Proof.
  intros puzzle G Lp Lg. rewrite agrees_everywhere by lia. unfold keeps, of_puzzle, of_list, digit_at. fold side. split.
  - intros H r c d R C X. apply H; auto. assert (Y := cell_small r c R C). lia.
  - intros H j d X L. destruct (cell_parts (N.of_nat j) ltac:(lia)) as [r [c [R [C Q]]]].
    specialize (H r c d R C). rewrite Q, Nat2N.id in H. auto.
Qed.
Lemma completion_right : forall puzzle G, N.of_nat (length puzzle) = cells -> N.of_nat (length G) = cells -> digits_small b G ->
  (completion b puzzle G <-> solves b (of_puzzle puzzle) (of_list G)).
Proof. intros puzzle G Lp Lg D. unfold completion, solves. rewrite of_list_right, agrees_right by auto. tauto. Qed.

Lemma listed : forall puzzle g, N.of_nat (length puzzle) = cells -> solves b (of_puzzle puzzle) g ->
  completion b puzzle (to_list g) /\ same_grid b g (of_list (to_list g)).
Proof.
  intros puzzle g Lp [S K]. assert (E : same_grid b g (of_list (to_list g))) by (intros r c R C; symmetry; apply to_list_digit; auto).
  split; auto. apply completion_right; auto using to_list_length, to_list_small. split; [apply (sudoku_same g); auto|].
  intros r c d R C X. rewrite <- E; auto.
Qed.

Theorem true_of_right : forall puzzle v, is_puzzle b puzzle -> true_of b puzzle v -> holds_of b (of_puzzle puzzle) v.
Proof.
  intros puzzle v [Lp _] T. assert (Back : forall G, completion b puzzle G -> solves b (of_puzzle puzzle) (of_list G)).
  { intros G C. assert (F := proj1 C). destruct F as [Lg [D _]]. apply completion_right; auto. }
  destruct v as [|G|G H]; cbn [true_of holds_of] in *.
  - intros g S. destruct (listed puzzle g Lp S) as [C _]. apply (T _ C).
  - split; [apply Back, T; auto|]. intros h S. destruct (listed puzzle h Lp S) as [C E]. apply T in C. rewrite C in E.
    intros r c R C'. symmetry. apply E; auto.
  - destruct T as [Cg [Ch Ne]]. split; auto. split; auto. intros E. apply Ne.
    apply same_list; auto; [apply Cg | apply Ch].
Qed.
End Grids.

(* ---- the checker ---- *)
Fixpoint all_same {X} (equal : X -> X -> bool) (l m : list X) : bool :=
  match l, m with
  | [], [] => true
  | x :: l', y :: m' => equal x y && all_same equal l' m'
  | _, _ => false
  end.
Definition same_entry (x y : N * colour) : bool := (fst x =? fst y) && same (snd x) (snd y).
Definition same_bounds (x y : N * N) : bool := (fst x =? fst y) && (snd x =? snd y).
Definition same_problem (P Q : problem) : bool :=
  all_same same_bounds (bounds P) (bounds Q) && all_same (all_same same_entry) (options P) (options Q).

Lemma all_same_eq : forall X (equal : X -> X -> bool), (forall x y, equal x y = true -> x = y) ->
  forall l m, all_same equal l m = true -> l = m.
Proof.
  intros X equal E; induction l as [|x l IH]; intros [|y m] H; cbn [all_same] in H; try discriminate; auto.
  apply andb_true_iff in H; destruct H as [H1 H2]. f_equal; auto.
Qed.
Lemma same_problem_eq : forall P Q, same_problem P Q = true -> P = Q.
Proof.
  intros [bs os] [bs' os'] H. unfold same_problem in H; cbn [bounds options] in H. apply andb_true_iff in H; destruct H as [H1 H2].
  f_equal; [revert H1|revert H2]; apply all_same_eq.
  - intros [] [] E; unfold same_bounds in E; cbn [fst snd] in E. rewrite andb_true_iff, !N.eqb_eq in E. destruct E; congruence.
  - apply all_same_eq. intros [] [] E; unfold same_entry in E; cbn [fst snd] in E. rewrite andb_true_iff, N.eqb_eq in E.
    destruct E as [-> E]. apply same_eq in E. congruence.
Qed.

(* The order of the empty grid whose problem the bytes describe, if they do: up to 5. *)
Definition order_of_grids (problem_dlx : text) : option N :=
  match read_problem problem_dlx with
  | None => None
  | Some t => List.find (fun b => same_problem (meaning t) (encode b)) [1; 2; 3; 4; 5]
  end.

Theorem check_count_grids : forall A next problem_dlx certificate n b,
  check_count A next problem_dlx certificate = Yes n -> order_of_grids problem_dlx = Some b -> sudokus b n.
Proof.
  intros A next bytes certificate n b C O. unfold check_count in C; unfold order_of_grids in O.
  destruct (read_problem bytes) as [t|]; [|discriminate]. apply find_some in O. destruct O as [I O]. apply same_problem_eq in O.
  apply Count.count_right in C. rewrite O in C. apply solutions_sudokus; auto. simpl in I. lia.
Qed.

Theorem check_puzzles_grids : forall A next puzzles_txt answers_txt certificate n,
  check_puzzles A next puzzles_txt answers_txt certificate = Yes n ->
  exists b puzzles verdicts, 1 <= b <= 5 /\
    unlines (map print_puzzle puzzles) = puzzles_txt /\ unlines (map print_verdict verdicts) = answers_txt /\
    Forall2 (fun puzzle v => is_puzzle b puzzle /\ holds_of b (of_puzzle b puzzle) v) puzzles verdicts /\ N.of_nat (length puzzles) = n.
Proof.
  intros A next pt at_ certificate n H. apply check_puzzles_right in H. destruct H as [b [puzzles [verdicts [B [P [V [F L]]]]]]].
  exists b, puzzles, verdicts. repeat split; auto; try lia. clear - B F. induction F as [|puzzle v puzzles verdicts [Pz T] F IH]; constructor; auto.
  split; auto. apply true_of_right; auto. lia.
Qed.
