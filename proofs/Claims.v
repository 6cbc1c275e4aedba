(* The claims about a problem: count, all and some, from the bytes of the files of a proof folder.

   The three theorems hold for every certificate: [next] gives its bytes, whatever they are. *)
Require Import NArith List Bool Lia.
From Quadrille Require Import Cover Ascending Store Table Advice Subproblem Walk Start Text Order Dlx Count Listed.
Import ListNotations.
Open Scope N_scope.

Section Claims.
Variable A : Type.
Variable next : A -> option (N * A).

Definition check_count (problem_dlx : text) (certificate : A) : answer N :=
  match read_problem problem_dlx with
  | None => No NotProblem
  | Some t => count A next (meaning t) certificate
  end.
Theorem check_count_right : forall problem_dlx certificate n, check_count problem_dlx certificate = Yes n ->
  exists t, text_of t problem_dlx /\ has_exactly (solution (meaning t)) n.
Proof.
  intros bytes certificate n H; unfold check_count in H. destruct (read_problem bytes) as [t|] eqn:R; [|discriminate].
  exists t; split; [apply read_problem_right; auto|]. eapply count_right; eauto.
Qed.

Definition check_all (problem_dlx solutions_txt : text) (certificate : A) : answer N :=
  match read_problem problem_dlx, lines solutions_txt with
  | Some t, Some listed =>
    match header A next certificate with
    | No r => No r
    | Yes (_, a) =>
      let T := table (meaning t) in
      match all_listed solution_line A next (meaning t) T (all_options T) listed a with
      | No r => No r
      | Yes a' => if at_end A next a' then Yes (size listed) else No Trailing
      end
    end
  | None, _ => No NotProblem
  | _, None => No NotListing
  end.
Theorem check_all_right : forall problem_dlx solutions_txt certificate n, check_all problem_dlx solutions_txt certificate = Yes n ->
  exists t L, text_of t problem_dlx /\ solution_lines L = solutions_txt /\
    lists_all L (solution (meaning t)) /\ N.of_nat (length L) = n.
Proof.
  intros bytes sols certificate n H; unfold check_all in H. destruct (read_problem bytes) as [t|] eqn:R; [|discriminate].
  apply read_problem_right in R. destruct (lines sols) as [listed|] eqn:Li; [|discriminate]. apply lines_right in Li.
  destruct (header A next certificate) as [[names a]|]; [|discriminate].
  destruct (all_listed _ _ _ _ _ _ _ _) as [a'|] eqn:W; [|discriminate]. destruct (at_end A next a'); [|discriminate].
  injection H as <-. rewrite size_right. apply all_listed_right in W. destruct W as [L [[D I] E]]. exists t, L.
  split; auto. split; [unfold solution_lines; rewrite <- E; auto|]. split; [|rewrite E, map_length; auto].
  split; auto. intros S; rewrite I; split; [tauto|]. intros Sol; split; auto. intros q Q.
  apply (right_all _ _ (table_right (meaning t))). apply Sol; auto.
Qed.

(* A solution for each line; the reader needs no proof, because what it read is printed again and compared. *)
Definition solution_listed (T : tables) (line : text) : bool :=
  let S := read_solution line in same (solution_line S) line && is_solution T (all_options T) S.
Definition check_some (problem_dlx solutions_txt : text) : answer N :=
  match read_problem problem_dlx, lines solutions_txt with
  | Some t, Some listed =>
    let T := table (meaning t) in
    if negb (forallb (solution_listed T) listed) then No NotSolution
    else if no_repetition listed then Yes (size listed) else No Repeated
  | None, _ => No NotProblem
  | _, None => No NotListing
  end.
Theorem check_some_right : forall problem_dlx solutions_txt n, check_some problem_dlx solutions_txt = Yes n ->
  exists t L, text_of t problem_dlx /\ solution_lines L = solutions_txt /\
    NoDup L /\ (forall S, In S L -> solution (meaning t) S) /\ N.of_nat (length L) = n.
Proof.
  intros bytes sols n H; unfold check_some in H. destruct (read_problem bytes) as [t|] eqn:R; [|discriminate].
  apply read_problem_right in R. destruct (lines sols) as [listed|] eqn:Li; [|discriminate]. apply lines_right in Li.
  destruct (forallb _ listed) eqn:F; [|discriminate]. cbn [negb] in H. destruct (no_repetition listed) eqn:D; [|discriminate].
  injection H as <-. rewrite size_right. apply no_repetition_right in D. rewrite forallb_forall in F.
  assert (E : map solution_line (map read_solution listed) = listed).
  { rewrite map_map. rewrite <- (map_id listed) at 2. apply map_ext_in. intros l I; apply F in I. unfold solution_listed in I.
    apply andb_true_iff in I; destruct I as [I _]; apply same_eq in I; auto. }
  exists t, (map read_solution listed). split; auto. split; [unfold solution_lines; rewrite E; auto|].
  split; [apply (NoDup_map_inv solution_line); rewrite E; auto|]. split; [|rewrite map_length; auto].
  intros S I; apply in_map_iff in I; destruct I as [l [<- I]]. apply F in I. unfold solution_listed in I.
  apply andb_true_iff in I; destruct I as [_ I]. apply is_solution_right in I; tauto.
Qed.
End Claims.
