(* Text as lists of bytes: words with blanks between them, lines that end with line feeds, decimal numbers.

   Forms of text are specified by printers. What is proved of the printers: two different things have different texts. *)
Require Import NArith List Bool Lia.
From Quadrille Require Export Same.
Import ListNotations.
Open Scope N_scope.

Definition text := list N.
Definition LF : N := 10.
Definition blank : N := 32.

(* A byte does not occur. *)
Definition lacks (sep : N) (w : text) : bool := forallb (fun x => negb (x =? sep)) w.
Lemma lacks_in : forall sep w, lacks sep w = true <-> ~ In sep w.
Proof.
  intros; unfold lacks; rewrite forallb_forall; split.
  - intros H I; apply H in I; rewrite N.eqb_refl in I; discriminate.
  - intros H x I; apply negb_true_iff, N.eqb_neq; intro; subst; auto.
Qed.
Lemma lacks_app : forall sep a b, lacks sep (a ++ b) = lacks sep a && lacks sep b.
Proof. intros; unfold lacks; apply forallb_app. Qed.

(* A word is what stands before the separator, or before the end. *)
Definition ends (sep : N) (r : text) : Prop := r = [] \/ exists s, r = sep :: s.
Lemma word_unique : forall sep w v r s, lacks sep w = true -> lacks sep v = true -> ends sep r -> ends sep s ->
  w ++ r = v ++ s -> w = v /\ r = s.
Proof.
  intros sep; induction w as [|x w IH]; intros [|y v] r s W V R S E; simpl in *; auto.
  - exfalso. destruct R as [->|[r' ->]]; [discriminate|]. inversion E; subst. rewrite N.eqb_refl in V; discriminate.
  - exfalso. destruct S as [->|[s' ->]]; [discriminate|]. inversion E; subst. rewrite N.eqb_refl in W; discriminate.
  - apply andb_true_iff in W; apply andb_true_iff in V. inversion E; subst. destruct (IH v r s) as [A B]; try tauto. subst; auto.
Qed.

(* ---- words ---- *)
Fixpoint join (ws : list text) : text :=
  match ws with
  | [] => []
  | [w] => w
  | w :: ws' => w ++ blank :: join ws'
  end.
Definition is_word (w : text) : bool := match w with [] => false | _ => lacks blank w end.
Lemma join_unique : forall ws vs, forallb is_word ws = true -> forallb is_word vs = true -> join ws = join vs -> ws = vs.
Proof.
  assert (J : forall w ws, join (w :: ws) = w ++ match ws with [] => [] | _ => blank :: join ws end).
  { intros w [|v ws]; simpl; auto. rewrite app_nil_r; auto. }
  assert (En : forall ws, ends blank (match ws with [] => [] | _ => blank :: join ws end)).
  { intros [|w ws]; [left|right]; eauto. }
  induction ws as [|w ws IH]; intros [|v vs] W V E; auto.
  - exfalso. rewrite J in E. cbn in V. destruct v; [discriminate|]. discriminate.
  - exfalso. rewrite J in E. cbn in W. destruct w; [discriminate|]. discriminate.
  - cbn [forallb] in W, V. apply andb_true_iff in W; apply andb_true_iff in V. destruct W as [W1 W2], V as [V1 V2].
    rewrite !J in E. apply (word_unique blank) in E; auto; try (destruct w; [discriminate|auto]); try (destruct v; [discriminate|auto]).
    destruct E as [-> E]. f_equal. destruct ws, vs; auto; try discriminate.
    apply IH; auto. injection E; auto.
Qed.

(* ---- lines ---- *)
Definition unlines (ls : list text) : text := concat (map (fun l => l ++ [LF]) ls).
Lemma unlines_cons : forall l ls, unlines (l :: ls) = l ++ LF :: unlines ls.
Proof. intros; unfold unlines; simpl; rewrite <- app_assoc; auto. Qed.
Lemma unlines_app : forall ls ms, unlines (ls ++ ms) = unlines ls ++ unlines ms.
Proof. intros; unfold unlines; rewrite map_app, concat_app; auto. Qed.
Lemma unlines_unique : forall ls ms, forallb (lacks LF) ls = true -> forallb (lacks LF) ms = true -> unlines ls = unlines ms -> ls = ms.
Proof.
  induction ls as [|l ls IH]; intros [|m ms] L M E; auto; rewrite ?unlines_cons in E.
  - destruct m; discriminate.
  - destruct l; discriminate.
  - cbn [forallb] in L, M. apply andb_true_iff in L; apply andb_true_iff in M. destruct L as [L1 L2], M as [M1 M2].
    apply (word_unique LF) in E; auto; try (right; eauto). destruct E as [-> E]. inversion E. f_equal; auto.
Qed.

(* The lines of a text, if each ends with a line feed. *)
Fixpoint lines_from (bytes : text) (line : text) (ls : list text) : option (list text) :=
  match bytes with
  | [] => match line with [] => Some (rev' ls) | _ => None end
  | x :: bytes' => if x =? LF then lines_from bytes' [] (rev' line :: ls) else lines_from bytes' (x :: line) ls
  end.
Definition lines (bytes : text) : option (list text) := lines_from bytes [] [].
Lemma lines_right : forall bytes ls, lines bytes = Some ls -> bytes = unlines ls.
Proof.
  assert (H : forall bytes line done ls, lines_from bytes line done = Some ls -> unlines (rev done) ++ rev line ++ bytes = unlines ls).
  { induction bytes as [|x bytes IH]; intros line done ls E; cbn [lines_from] in E.
    - destruct line; [|discriminate]. inversion E. unfold rev'; rewrite <- rev_alt; simpl. rewrite !app_nil_r; auto.
    - destruct (x =? LF) eqn:X; apply IH in E; rewrite <- E.
      + apply N.eqb_eq in X; subst. unfold rev'; rewrite <- rev_alt. cbn [rev]. rewrite unlines_app.
        unfold unlines at 3; cbn [map concat]. rewrite app_nil_r, <- !app_assoc; auto.
      + cbn [rev]. rewrite <- !app_assoc; auto. }
  intros bytes ls E; apply H in E; auto.
Qed.

(* The length of a list that may be long. *)
Definition size {A} (l : list A) : N := fold_left (fun n _ => N.succ n) l 0.
Lemma size_right : forall {A} (l : list A), size l = N.of_nat (length l).
Proof.
  intros A l; unfold size. rewrite <- (N.add_0_l (N.of_nat (length l))). generalize 0 as n.
  induction l as [|x l IH]; intros n; cbn [fold_left length]; [lia|]. rewrite IH; lia.
Qed.

(* ---- decimal numbers ---- *)
Definition ten : N := 10.
Definition zero : N := 48.
Fixpoint digits (fuel : nat) (n : N) (after : text) : text :=
  match fuel with
  | O => after
  | S fuel' =>
    let d := zero + n mod ten in
    if n <? ten then d :: after else digits fuel' (n / ten) (d :: after)
  end.
Definition decimal (n : N) : text := digits (S (N.size_nat n)) n [].
Definition number_from (n : N) (l : text) : N := fold_left (fun a d => ten * a + (d - zero)) l n.
Definition number_of (l : text) : N := number_from 0 l.

Lemma size_bound : forall n, n < 2 ^ N.of_nat (N.size_nat n).
Proof.
  intros [|p]; [reflexivity|]. cbn [N.size_nat]. induction p as [p IH|p IH|]; [| |reflexivity];
    cbn [Pos.size_nat]; rewrite Nat2N.inj_succ, N.pow_succ_r'; lia.
Qed.
Lemma digits_value : forall fuel n after, n < 2 ^ N.of_nat fuel -> number_from 0 (digits (S fuel) n after) = number_from n after.
Proof.
  induction fuel as [|fuel IH]; intros n after B; cbn [digits]; unfold ten in *.
  - simpl in B. assert (n = 0) by lia; subst. reflexivity.
  - assert (E := N.div_mod' n 10). assert (M := N.mod_lt n 10 ltac:(lia)). destruct (n <? 10) eqn:L.
    + apply N.ltb_lt in L. unfold number_from, zero, ten. cbn [fold_left]. rewrite N.mod_small by auto. f_equal. lia.
    + apply N.ltb_ge in L. change (number_from 0 (digits (S fuel) (n / 10) (zero + n mod 10 :: after)) = number_from n after). rewrite IH.
      * unfold number_from, zero, ten. cbn [fold_left]. f_equal. rewrite (N.add_comm 48), N.add_sub; auto.
      * rewrite Nat2N.inj_succ, N.pow_succ_r' in B. apply N.div_lt_upper_bound; [discriminate|]. eapply N.lt_le_trans; [exact B|]. apply N.mul_le_mono_r; discriminate.
Qed.
Lemma decimal_value : forall n, number_of (decimal n) = n.
Proof. intros; unfold number_of, decimal. rewrite digits_value; auto. apply size_bound. Qed.
Lemma decimal_unique : forall n m, decimal n = decimal m -> n = m.
Proof. intros n m E. rewrite <- (decimal_value n), <- (decimal_value m), E; auto. Qed.
Lemma digits_are_digits : forall fuel n after x, In x (digits fuel n after) -> (48 <= x /\ x < 58) \/ In x after.
Proof.
  induction fuel as [|fuel IH]; intros n after x I; cbn [digits] in I; auto. unfold ten, zero in I.
  assert (M := N.mod_lt n 10 ltac:(lia)). set (d := n mod 10) in *; clearbody d.
  destruct (n <? 10); [destruct I as [I|I]; auto; left; lia|]. apply IH in I; destruct I as [I|[I|I]]; auto; left; lia.
Qed.
Lemma decimal_lacks : forall n sep, sep < 48 \/ 58 <= sep -> lacks sep (decimal n) = true.
Proof. intros n sep S; apply lacks_in; intro I; apply digits_are_digits in I; destruct I as [I|[]]; lia. Qed.
Lemma decimal_nonempty : forall n, decimal n <> [].
Proof.
  intros n; unfold decimal. assert (H : forall fuel n after, after <> [] -> digits fuel n after <> []).
  { induction fuel; intros m after A; cbn [digits]; auto. destruct (m <? ten); [discriminate|]. apply IHfuel; discriminate. }
  cbn [digits]. destruct (n <? ten); [discriminate|]. apply H; discriminate.
Qed.
Lemma decimal_word : forall n, is_word (decimal n) = true.
Proof. intros n; unfold is_word. assert (N := decimal_nonempty n). destruct (decimal n) eqn:E; [tauto|]. rewrite <- E. apply decimal_lacks; unfold blank; lia. Qed.

(* ---- words and numbers read; their readers need no proof, because what was read is printed again and compared ---- *)
Fixpoint split (sep : N) (l : text) : list text :=
  match l with
  | [] => [[]]
  | x :: l' => if x =? sep then [] :: split sep l' else match split sep l' with w :: ws => (x :: w) :: ws | [] => [[x]] end
  end.

(* ---- lists of solutions: a line for each, the numbers of its options from 1 ---- *)
Definition solution_line (S : list N) : text := join (map (fun k => decimal (N.succ k)) S).
Definition solution_lines (L : list (list N)) : text := unlines (map solution_line L).
Definition read_solution (line : text) : list N :=
  match line with [] => [] | _ => map (fun w => N.pred (number_of w)) (split blank line) end.

Lemma join_lacks : forall sep ws, sep <> blank -> forallb (lacks sep) ws = true -> lacks sep (join ws) = true.
Proof.
  intros sep ws D; induction ws as [|w [|v ws] IH]; intros H; auto.
  - cbn in *. rewrite andb_true_r in H; auto.
  - cbn [forallb] in H. apply andb_true_iff in H; destruct H as [H1 H2].
    change (join (w :: v :: ws)) with (w ++ blank :: join (v :: ws)). rewrite lacks_app, H1.
    change (lacks sep (blank :: join (v :: ws))) with (negb (blank =? sep) && lacks sep (join (v :: ws))). rewrite IH; auto.
    rewrite andb_true_r. apply negb_true_iff, N.eqb_neq; auto.
Qed.
Lemma forallb_map : forall {A B} (f : A -> B) p l, (forall x, In x l -> p (f x) = true) -> forallb p (map f l) = true.
Proof. intros; apply forallb_forall; intros y I; apply in_map_iff in I; destruct I as [x [<- I]]; auto. Qed.
Lemma map_unique : forall {A B} (f : A -> B) l m, (forall x y, In x l -> In y m -> f x = f y -> x = y) -> map f l = map f m -> l = m.
Proof.
  induction l as [|x l IH]; intros [|y m] U E; simpl in E; try discriminate; auto. inversion E.
  f_equal; [apply U; simpl; auto|apply IH; auto]. intros; apply U; simpl; auto.
Qed.
Theorem solution_lines_unique : forall L M, solution_lines L = solution_lines M -> L = M.
Proof.
  intros L M E. assert (F : forall L, forallb (lacks LF) (map solution_line L) = true).
  { intros; apply forallb_map; intros S _; apply join_lacks; [discriminate|]. apply forallb_map; intros; apply decimal_lacks; unfold LF; lia. }
  apply unlines_unique in E; auto. apply map_unique in E; auto. intros S T _ _ Q.
  apply join_unique in Q; try (apply forallb_map; intros; apply decimal_word). apply map_unique in Q; auto.
  intros x y _ _ D; apply decimal_unique in D; lia.
Qed.
