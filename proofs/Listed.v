(* Solutions that are listed: all of them, as a walk finds them, or some of them, each checked by itself. *)
Require Import NArith List Sorted Bool Lia.
From Quadrille Require Import Cover Ascending Store Table Advice Subproblem Walk Start Text.
Import ListNotations.
Open Scope N_scope.

(* ---- all: the walk takes the next text from the list for each solution that it finds ---- *)
Section All.
Variable show : list N -> text.
Definition list_visit (v : list text) (path : list N) : option (list text) :=
  match v with
  | [] => None
  | x :: v' => if same x (show (complete path [])) then Some v' else None
  end.
Definition list_add (v : list text) (n : N) : option (list text) := None.
Definition list_since (v w : list text) : option N := None.
Definition list_leads (v : list text) (L : list (list N)) (w : list text) : Prop := v = map show L ++ w.

Variable A : Type.
Variable next : A -> option (N * A).

(* The solutions of a problem among the options [left] are those listed; the answer is the rest of the certificate. *)
Definition all_listed (P : problem) (T : tables) (left : N) (listed : list text) (a : A) : answer A :=
  let left := N.land left (all_options T) in
  match walk T (list text) list_visit list_add list_since A next false (fuel P) left (once_items T) (highs T) [] (State _ A listed Nil a) with
  | No r => No r
  | Yes s => match value _ _ s with [] => Yes (advice _ _ s) | _ => No NotFound end
  end.
Theorem all_listed_right : forall P left listed a a', all_listed P (table P) left listed a = Yes a' ->
  exists L, lists_all L (fun S => solution P S /\ inside S left) /\ listed = map show L.
Proof.
  intros P left listed a a' H; unfold all_listed in H. assert (R := table_right P). set (T := table P) in *.
  destruct (walk _ _ _ _ _ _ _ _ _ _ _ _ _ _) as [s|] eqn:W; [|discriminate].
  destruct (value _ _ s) as [|x v] eqn:V; [|discriminate].
  assert (B : forall q, N.testbit (N.land left (all_options T)) q = true -> q < N.of_nat (length (options P))).
  { intros q Q; rewrite N.land_spec, andb_true_iff in Q. apply (right_all _ _ R); tauto. }
  assert (F := fun h1 h2 h3 h4 h5 => walk_finds P T _ list_visit list_add list_since list_leads h1 h2 h3 h4 h5 A next false R (fuel P) _ _ _ _ _ _ W).
  destruct F as [_ [L [[D I] E]]].
  - intros w; reflexivity.
  - unfold list_leads; intros u L v' M w -> ->. rewrite map_app, app_assoc; auto.
  - unfold list_leads, list_visit; intros [|y u] path w E; [discriminate|]. destruct (same _ _) eqn:Q; [|discriminate].
    apply same_eq in Q; inversion E; subst; auto.
  - unfold list_add; discriminate.
  - unfold list_since; discriminate.
  - apply (start_bounded P T R); auto.
  - simpl; auto.
  - exists L. unfold list_leads in E. rewrite V, app_nil_r in E. cbn [value] in E. split; [split; auto|].
    + intros S; rewrite I, (start_right P T R); auto. split; intros [Sol In_left]; split; auto; intros q Q.
      * apply In_left in Q; rewrite N.land_spec, andb_true_iff in Q; tauto.
      * rewrite N.land_spec, (In_left q Q). apply (right_all _ _ R); apply Sol; auto.
    + rewrite E, map_map; reflexivity.
Qed.
End All.

(* ---- some: each is a solution ---- *)
Section Follow.
Variable T : tables.
(* The options are chosen one after another, the greatest last. *)
Fixpoint follow (S : list N) (left unmet : N) (times : list N) : bool :=
  match S with
  | [] => (unmet =? 0) && all_met (severals T) times
  | k :: S' =>
    match S' with q :: _ => k <? q | [] => true end && N.testbit left k &&
    match get k (branches T) with
    | None => false
    | Some b =>
      (number b =? k) &&
      match take k (severals T) times (N.land left (keeps b)) with
      | None => false
      | Some (left', times') => follow S' left' (N.land unmet (leaves b)) times'
      end
    end
  end.
End Follow.
Definition is_solution (T : tables) (left : N) (S : list N) : bool := follow T S (N.land left (all_options T)) (once_items T) (highs T).

Lemma follow_right : forall P T, tables_right P T -> forall S left unmet times, bounded P T left unmet times ->
  follow T S left unmet times = true -> sub P T left unmet times S.
Proof.
  intros P T R; induction S as [|k S IH]; intros left unmet times B F; cbn [follow] in F.
  - apply andb_true_iff in F; destruct F as [U M]; apply N.eqb_eq in U; subst. apply empty_right; auto. apply B.
  - apply andb_true_iff in F; destruct F as [F0 F]. apply andb_true_iff in F0; destruct F0 as [Ord Bit].
    destruct (get k (branches T)) as [b|] eqn:G; [|discriminate]. apply (all_get _ (branch_right P)) in G; [|apply (right_branches _ _ R)].
    apply andb_true_iff in F; destruct F as [Nb F]; apply N.eqb_eq in Nb.
    destruct (take k _ _ _) as [[left' times']|] eqn:Tk; [|discriminate]. rewrite <- Nb in Bit, Tk.
    apply IH in F; [|eapply choose_bounded; eauto].
    destruct (choose_right P T b left unmet times left' times' G Bit Tk B) as [_ C].
    assert (E : insert (number b) S = k :: S).
    { rewrite Nb. destruct S as [|q S]; auto. simpl. rewrite Ord; auto. }
    rewrite <- E. apply (proj2 (C _)). exists S; auto.
Qed.
Theorem is_solution_right : forall P left S, is_solution (table P) left S = true -> solution P S /\ inside S left.
Proof.
  intros P left S F; unfold is_solution in F. assert (R := table_right P). set (T := table P) in *.
  assert (B : forall q, N.testbit (N.land left (all_options T)) q = true -> q < N.of_nat (length (options P))).
  { intros q Q; rewrite N.land_spec, andb_true_iff in Q. apply (right_all _ _ R); tauto. }
  apply (follow_right P T R) in F; [|apply (start_bounded P T R); auto].
  apply (start_right P T R) in F; auto. destruct F as [Sol I]; split; auto.
  intros q Q; apply I in Q; rewrite N.land_spec, andb_true_iff in Q; tauto.
Qed.
