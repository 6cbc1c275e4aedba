(* The claim about Sudoku puzzles: each line of answers.txt is true of the puzzle in the same line of puzzles.txt. *)
Require Import NArith List Bool Lia.
From Quadrille Require Import Cover Ascending Store Table Advice Subproblem Walk Start Text Listed Sudoku.
Import ListNotations.
Open Scope N_scope.

(* ---- text of grids: 1-9, A-P for digits, a dot for an empty cell ---- *)
Definition show_digit (d : N) : N := if d <? 9 then 49 + d else 56 + d.
Definition dot : N := 46.
Definition show_given (g : option N) : N := match g with None => dot | Some d => show_digit d end.
Definition print_grid (G : list N) : text := map show_digit G.
Definition print_puzzle (puzzle : list (option N)) : text := map show_given puzzle.

(* ---- what is said of a puzzle ---- *)
Inductive verdict := Impossible | Unique (G : list N) | Several (G H : list N).
Definition none_word : text := [110; 111; 110; 101].
Definition unique_word : text := [117; 110; 105; 113; 117; 101].
Definition several_word : text := [115; 101; 118; 101; 114; 97; 108].
Definition print_verdict (v : verdict) : text :=
  match v with
  | Impossible => none_word
  | Unique G => unique_word ++ blank :: print_grid G
  | Several G H => several_word ++ blank :: print_grid G ++ blank :: print_grid H
  end.
Definition is_puzzle (b : N) (puzzle : list (option N)) : Prop :=
  N.of_nat (length puzzle) = cells b /\ forall d, In (Some d) puzzle -> d < side b.
Definition true_of (b : N) (puzzle : list (option N)) (v : verdict) : Prop :=
  match v with
  | Impossible => forall G, ~ completion b puzzle G
  | Unique G => forall H, completion b puzzle H <-> H = G
  | Several G H => completion b puzzle G /\ completion b puzzle H /\ G <> H
  end.

(* ---- the checker ---- *)
Definition read_cell (x : N) : option N := if x =? dot then None else Some (if x <? 65 then x - 49 else x - 56).
Definition read_puzzle (line : text) : list (option N) := map read_cell line.
Definition puzzle_read (b : N) (puzzle : list (option N)) (line : text) : bool :=
  (size puzzle =? cells b) &&
  forallb (fun g => match g with None => true | Some d => d <? side b end) puzzle && same (print_puzzle puzzle) line.
Definition read_grid (line : text) : list N := map (fun x => match read_cell x with Some d => d | None => 0 end) line.
Definition grid_of (b : N) (S : list N) : text := map (fun k => show_digit (k mod side b)) S.
Definition grid_listed (b : N) (T : tables) (left : N) (line : text) : bool :=
  let G := read_grid line in same (print_grid G) line && is_solution T left (choose b G).

Section Puzzles.
Variable A : Type.
Variable next : A -> option (N * A).

Definition check_puzzle (b : N) (P : problem) (T : tables) (line answer_line : text) (a : A) : answer A :=
  let puzzle := read_puzzle line in
  if negb (puzzle_read b puzzle line) then No NotListing
  else
    let left := allowed b puzzle in
    match split blank answer_line with
    | [w] => if same w none_word then all_listed (grid_of b) A next P T left [] a else No NotListing
    | [w; g] => if same w unique_word then all_listed (grid_of b) A next P T left [g] a else No NotListing
    | [w; g; h] =>
      if same w several_word then
        if same g h then No Repeated
        else if grid_listed b T left g && grid_listed b T left h then Yes a
        else No NotSolution
      else No NotListing
    | _ => No NotListing
    end.
Fixpoint check_lines (b : N) (P : problem) (T : tables) (puzzles answers : list text) (a : A) : answer A :=
  match puzzles, answers with
  | [], [] => Yes a
  | p :: puzzles', v :: answers' =>
    match check_puzzle b P T p v a with
    | No r => No r
    | Yes a' => check_lines b P T puzzles' answers' a'
    end
  | _, _ => No NotListing
  end.
Definition order_of (length : N) : N :=
  if length =? 1 then 1 else if length =? 16 then 2 else if length =? 81 then 3 else if length =? 256 then 4 else 5.
Definition check_puzzles (puzzles_txt answers_txt : text) (certificate : A) : answer N :=
  match lines puzzles_txt, lines answers_txt with
  | Some puzzles, Some answers =>
    match header A next certificate with
    | No r => No r
    | Yes (_, a) =>
      let b := match puzzles with [] => 1 | p :: _ => order_of (size p) end in
      let P := encode b in
      match check_lines b P (table P) puzzles answers a with
      | No r => No r
      | Yes a' => if at_end A next a' then Yes (size puzzles) else No Trailing
      end
    end
  | _, _ => No NotListing
  end.

(* ---- proofs ---- *)
Lemma split_words : forall l, split blank l <> [] /\ forall ws, split blank l = ws -> l = join ws.
Proof.
  induction l as [|x l [IH1 IH2]]; cbn [split].
  - split; [discriminate|]. intros ws <-; reflexivity.
  - destruct (x =? blank) eqn:X.
    + apply N.eqb_eq in X; subst. split; [discriminate|]. intros ws <-. destruct (split blank l) as [|w ws] eqn:E; [tauto|].
      cbn [join]. rewrite (IH2 _ eq_refl). reflexivity.
    + destruct (split blank l) as [|w ws] eqn:E; [tauto|]. split; [discriminate|]. intros vs <-.
      rewrite (IH2 _ eq_refl). destruct ws; reflexivity.
Qed.

Section Order.
Variable b : N.
Hypothesis positive : 0 < b.

Lemma grid_of_choose : forall G, digits_small b G -> grid_of b (choose b G) = print_grid G.
Proof.
  unfold choose. generalize 0 as q. intros q G; revert q; induction G as [|d G IH]; intros q D; auto.
  cbn [choose_from grid_of print_grid map]. f_equal; [f_equal; apply parts; auto; apply D; simpl; auto|].
  apply IH. intros x X; apply D; simpl; auto.
Qed.
Lemma puzzle_read_right : forall puzzle line, puzzle_read b puzzle line = true -> is_puzzle b puzzle /\ print_puzzle puzzle = line.
Proof.
  intros puzzle line H; unfold puzzle_read in H; rewrite size_right, !andb_true_iff, forallb_forall, N.eqb_eq in H. destruct H as [[H1 H2] H3].
  apply same_eq in H3. repeat split; auto. intros d I; apply H2 in I; apply N.ltb_lt; auto.
Qed.
Lemma grid_listed_right : forall puzzle line, is_puzzle b puzzle -> grid_listed b (table (encode b)) (allowed b puzzle) line = true ->
  exists G, completion b puzzle G /\ print_grid G = line.
Proof.
  intros puzzle line [Len Small] H; unfold grid_listed in H; apply andb_true_iff in H; destruct H as [E H]; apply same_eq in E.
  apply is_solution_right in H. apply (encode_right b positive puzzle Len Small) in H. destruct H as [G [C F]].
  apply choose_unique in F. exists G; split; auto. congruence.
Qed.

Lemma check_puzzle_right : forall line answer_line a a', check_puzzle b (encode b) (table (encode b)) line answer_line a = Yes a' ->
  exists puzzle v, print_puzzle puzzle = line /\ print_verdict v = answer_line /\ is_puzzle b puzzle /\ true_of b puzzle v.
Proof.
  intros line answer_line a a' H; unfold check_puzzle in H. set (puzzle := read_puzzle line) in *.
  destruct (puzzle_read b puzzle line) eqn:Pr; [|discriminate]. cbn [negb] in H. apply puzzle_read_right in Pr. destruct Pr as [Pz Pr].
  assert (En := encode_right b positive puzzle (proj1 Pz) (proj2 Pz)).
  exists puzzle. destruct (split_words answer_line) as [_ Sw].
  destruct (split blank answer_line) as [|w [|g [|h [|]]]]; try discriminate; specialize (Sw _ eq_refl); subst answer_line.
  - destruct (same w none_word) eqn:W; [|discriminate]. apply same_eq in W; subst w. apply all_listed_right in H. destruct H as [L [[_ I] E]].
    exists Impossible. split; auto. split; auto. split; auto. intros G C. destruct L; [|discriminate].
    apply (proj2 (I (choose b G))). apply En; eauto.
  - destruct (same w unique_word) eqn:W; [|discriminate]. apply same_eq in W; subst w. apply all_listed_right in H. destruct H as [L [[_ I] E]].
    destruct L as [|S [|S' L]]; try discriminate. injection E as ->.
    destruct (proj1 (En S)) as [G [C F]]; [apply I; simpl; auto|]. subst S. exists (Unique G).
    split; auto. split; [|split; auto].
    + cbn [print_verdict join]. rewrite <- grid_of_choose; auto. exact (proj1 (proj2 (proj1 C))).
    + intros H; split; [|intros ->; auto]. intros C'. assert (J : In (choose b H) [choose b G]) by (apply I; apply En; eauto).
      destruct J as [J|[]]. apply choose_unique in J; auto.
  - destruct (same w several_word) eqn:W; [|discriminate]. apply same_eq in W; subst w. destruct (same g h) eqn:D; [discriminate|].
    destruct (grid_listed _ _ _ g) eqn:Lg; [|discriminate]. destruct (grid_listed _ _ _ h) eqn:Lh; [|discriminate].
    apply grid_listed_right in Lg; auto. apply grid_listed_right in Lh; auto. destruct Lg as [G [Cg <-]], Lh as [H' [Ch <-]].
    exists (Several G H'). split; auto. split; auto. split; auto. split; auto. split; auto. intros ->.
    rewrite (proj2 (same_eq _ _) eq_refl) in D; discriminate.
Qed.
Lemma check_lines_right : forall puzzles answers a a', check_lines b (encode b) (table (encode b)) puzzles answers a = Yes a' ->
  exists ps vs, map print_puzzle ps = puzzles /\ map print_verdict vs = answers /\ Forall2 (fun p v => is_puzzle b p /\ true_of b p v) ps vs.
Proof.
  induction puzzles as [|p puzzles IH]; intros [|v answers] a a' H; cbn [check_lines] in H; try discriminate.
  - exists [], []; auto.
  - destruct (check_puzzle _ _ _ p v a) as [a1|] eqn:C; [|discriminate]. apply check_puzzle_right in C.
    destruct C as [q [w [<- [<- [C1 C2]]]]]. apply IH in H. destruct H as [ps [vs [<- [<- F]]]]. exists (q :: ps), (w :: vs); auto.
Qed.
End Order.

Theorem check_puzzles_right : forall puzzles_txt answers_txt certificate n, check_puzzles puzzles_txt answers_txt certificate = Yes n ->
  exists b puzzles verdicts, 1 <= b <= 5 /\
    unlines (map print_puzzle puzzles) = puzzles_txt /\ unlines (map print_verdict verdicts) = answers_txt /\
    Forall2 (fun puzzle v => is_puzzle b puzzle /\ true_of b puzzle v) puzzles verdicts /\ N.of_nat (length puzzles) = n.
Proof.
  intros pt at_ certificate n H; unfold check_puzzles in H.
  destruct (lines pt) as [puzzles|] eqn:Lp; [|discriminate]. destruct (lines at_) as [answers|] eqn:La; [|discriminate].
  apply lines_right in Lp; apply lines_right in La. destruct (header A next certificate) as [[names a]|]; [|discriminate].
  set (b := match puzzles with [] => 1 | p :: _ => order_of (size p) end) in *. cbv zeta in H.
  destruct (check_lines _ _ _ _ _ _) as [a'|] eqn:C; [|discriminate]. destruct (at_end A next a'); [|discriminate]. injection H as <-. rewrite size_right.
  assert (B : 1 <= b <= 5).
  { unfold b, order_of. destruct puzzles as [|p ps]; [lia|]. repeat destruct (_ =? _); lia. }
  apply check_lines_right in C; [|lia]. destruct C as [ps [vs [E [F G]]]]. exists b, ps, vs. rewrite E, F. repeat split; auto; try lia.
  rewrite <- E, map_length; auto.
Qed.
End Puzzles.

(* ---- two different puzzles, and two different verdicts, have different texts ---- *)
Lemma show_digit_unique : forall d e, show_digit d = show_digit e -> d = e.
Proof. intros d e; unfold show_digit. destruct (d <? 9) eqn:D, (e <? 9) eqn:E; rewrite ?N.ltb_lt, ?N.ltb_ge in *; lia. Qed.
Theorem print_puzzle_unique : forall p q, print_puzzle p = print_puzzle q -> p = q.
Proof.
  intros p q E. apply map_unique in E; auto. intros [d|] [e|] _ _ F; cbn [show_given] in F; auto.
  - apply show_digit_unique in F; congruence.
  - exfalso; unfold show_digit, dot in F. destruct (d <? 9); lia.
  - exfalso; unfold show_digit, dot in F. destruct (e <? 9); lia.
Qed.
Lemma print_grid_unique : forall G H, print_grid G = print_grid H -> G = H.
Proof. intros G H E. apply map_unique in E; auto. intros; apply show_digit_unique; auto. Qed.
Lemma print_grid_lacks : forall G, lacks blank (print_grid G) = true.
Proof.
  intros G; apply forallb_map. intros d _. apply negb_true_iff, N.eqb_neq. unfold show_digit, blank. destruct (d <? 9); lia.
Qed.
Theorem print_verdict_unique : forall v w, print_verdict v = print_verdict w -> v = w.
Proof.
  intros [|G|G H] [|G'|G' H'] E; auto; try discriminate E.
  - injection E as E; f_equal; apply print_grid_unique; auto.
  - injection E as E. apply (word_unique blank) in E; try apply print_grid_lacks; try (right; eauto).
    destruct E as [E1 E2]. injection E2 as E2. f_equal; apply print_grid_unique; auto.
Qed.
