(* A mark is the number item * width + place, for an item and a place that belong together. Among sorted marks those of an item
   stand together, as a run; so one sort, and one pass, give the places of every item. *)
Require Import NArith List Bool Lia Mergesort Orders Permutation.
Import ListNotations.
Open Scope N_scope.

Module NotAbove <: TotalLeBool.
  Definition t := N.
  Definition leb := N.leb.
  Lemma leb_total : forall a b, leb a b = true \/ leb b a = true.
  Proof. intros a b; unfold leb; rewrite !N.leb_le; lia. Qed.
End NotAbove.
Module Numbers := Sort NotAbove.
Lemma in_sorted : forall l x, In x (Numbers.sort l) <-> In x l.
Proof. intros l x; split; apply Permutation_in; [apply Permutation_sym|]; apply Numbers.Permuted_sort. Qed.

Section Runs.
Variable width : N.        (* meant to be greater than each place; a run has no others *)
Definition mark (item place : N) : N := item * width + place.

Lemma mark_unique : forall i t j u, t < width -> u < width -> mark i t = mark j u -> i = j /\ t = u.
Proof. unfold mark; intros i t j u T U E. assert (i = j) by nia. subst; split; lia. Qed.

(* The places of the marks at the front from low on and below high, and what follows. *)
Fixpoint run (low high : N) (ms : list N) : list N * list N :=
  match ms with
  | m :: ms' => if (low <=? m) && (m <? high) then let (r, rest) := run low high ms' in (m - low :: r, rest) else ([], ms)
  | [] => ([], [])
  end.
(* The places of each item in turn; no mark may be left over. None may be where items or marks do not ascend: then true names are refused. *)
Fixpoint runs (items ms : list N) : option (list (list N)) :=
  match items with
  | [] => match ms with [] => Some [] | _ => None end
  | i :: items' =>
    let (r, rest) := run (mark i 0) (mark i width) ms in
    match runs items' rest with None => None | Some rs => Some (r :: rs) end
  end.

Lemma run_right : forall i ms r rest, run (mark i 0) (mark i width) ms = (r, rest) ->
  ms = map (mark i) r ++ rest /\ forall t, In t r -> t < width.
Proof.
  unfold mark; intros i; induction ms as [|m ms IH]; intros r rest H; cbn [run] in H; [inversion H; simpl; split; auto; intros t []|].
  destruct (_ && _) eqn:E; [|inversion H; simpl; split; auto; intros t []].
  apply andb_true_iff in E; rewrite N.leb_le, N.ltb_lt in E. destruct (run _ _ ms) as [r' rest'].
  destruct (IH r' rest' eq_refl) as [-> L]. inversion H; subst; clear H. split; [simpl; f_equal; lia|].
  intros t [<-|I]; [lia|auto].
Qed.
Lemma runs_all : forall items ms rs, runs items ms = Some rs -> forall m, In m ms -> exists i t, In i items /\ t < width /\ m = mark i t.
Proof.
  induction items as [|i items IH]; intros ms rs H m I; cbn [runs] in H; [destruct ms; [destruct I|discriminate]|].
  destruct (run _ _ ms) as [r rest] eqn:R. destruct (runs items rest) as [rs'|] eqn:F; [|discriminate].
  apply run_right in R; destruct R as [-> L]. apply in_app_iff in I; destruct I as [I|I].
  - apply in_map_iff in I; destruct I as [t [<- I]]. exists i, t; simpl; auto.
  - destruct (IH _ _ F m I) as [j [t [J Q]]]. exists j, t; simpl; tauto.
Qed.
Definition run_of (ms : list N) (i : N) (r : list N) : Prop := forall t, In t r <-> t < width /\ In (mark i t) ms.
Lemma runs_right : forall items ms rs, NoDup items -> runs items ms = Some rs ->
  (forall i, In i items -> exists r, In r rs /\ run_of ms i r) /\ forall r, In r rs -> exists i, In i items /\ run_of ms i r.
Proof.
  induction items as [|i items IH]; intros ms rs D H; cbn [runs] in H.
  - destruct ms; inversion H. split; [intros i []|intros r []].
  - destruct (run _ _ ms) as [r rest] eqn:R. destruct (runs items rest) as [rs'|] eqn:F; [|discriminate]. inversion H; subst; clear H.
    inversion D as [|? ? NI D']; subst. assert (Al := runs_all _ _ _ F). destruct (IH _ _ D' F) as [Q W]; clear IH F.
    apply run_right in R; destruct R as [-> L].
    assert (First : run_of (map (mark i) r ++ rest) i r).
    { intros t; rewrite in_app_iff, in_map_iff. split; [intros I; split; auto; left; exists t; auto|]. intros [Lt [[u [E I]]|I]].
      - apply mark_unique in E; auto. destruct E; subst; auto.
      - destruct (Al _ I) as [j [u [J [U E]]]]. apply mark_unique in E; auto. destruct E; subst; tauto. }
    assert (Later : forall j s, In j items -> run_of rest j s -> run_of (map (mark i) r ++ rest) j s).
    { intros j s J Q0 t; rewrite (Q0 t), in_app_iff, in_map_iff. split; [tauto|]. intros [Lt [[u [E I]]|I]]; auto.
      apply mark_unique in E; auto. destruct E; subst; tauto. }
    split.
    + intros j [<-|J]; [exists r; simpl; auto|]. destruct (Q j J) as [s [S T]]. exists s; simpl; auto.
    + intros s [<-|S]; [exists i; simpl; auto|]. destruct (W s S) as [j [J T]]. exists j; simpl; auto.
Qed.
End Runs.
