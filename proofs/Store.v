(* A store of entries that grows at one end: Okasaki's binary random-access list (Purely Functional Data Structures, 9.2).

   An entry is found by its distance from the last one. A dropped entry leaves [Gone] behind, so that distances stay the
   same, and a tree of dropped entries is one [Gone]. What is proved: an entry that is found was put in once. Nothing is
   proved of the distance at which it is found, because nothing depends on it: the walk compares what it finds. *)
Require Import NArith List.
Import ListNotations.
Open Scope N_scope.

Section Store.
Variable E : Type.

Inductive tree := Gone | Leaf (e : E) | Node (newer older : tree).
(* Trees of 1, 2, 4, ... places; the newest first. *)
Inductive store := Nil | Zero (s : store) | One (t : tree) (s : store).

Definition join (t u : tree) : tree := match t, u with Gone, Gone => Gone | _, _ => Node t u end.

Fixpoint put_tree (t : tree) (s : store) : store :=
  match s with
  | Nil => One t Nil
  | Zero s' => One t s'
  | One u s' => Zero (put_tree (join t u) s')
  end.
Definition put (e : E) (s : store) : store := put_tree (Leaf e) s.

Fixpoint get_tree (half : N) (ago : N) (t : tree) : option E :=
  match t with
  | Gone => None
  | Leaf e => Some e
  | Node l r => if ago <? half then get_tree (N.div2 half) ago l else get_tree (N.div2 half) (ago - half) r
  end.
Fixpoint get_from (size : N) (ago : N) (s : store) : option E :=
  match s with
  | Nil => None
  | Zero s' => get_from (N.double size) ago s'
  | One t s' => if ago <? size then get_tree (N.div2 size) ago t else get_from (N.double size) (ago - size) s'
  end.
Definition one_place : N := 1.
Definition get (ago : N) (s : store) : option E := get_from one_place ago s.

Fixpoint drop_tree (half : N) (ago : N) (t : tree) : tree :=
  match t with
  | Node l r => if ago <? half then join (drop_tree (N.div2 half) ago l) r else join l (drop_tree (N.div2 half) (ago - half) r)
  | _ => Gone
  end.
Fixpoint drop_from (size : N) (ago : N) (s : store) : store :=
  match s with
  | Nil => Nil
  | Zero s' => Zero (drop_from (N.double size) ago s')
  | One t s' => if ago <? size then One (drop_tree (N.div2 size) ago t) s' else One t (drop_from (N.double size) (ago - size) s')
  end.
Definition drop (ago : N) (s : store) : store := drop_from one_place ago s.

Definition of_list (l : list E) : store := fold_right put Nil l.

(* All entries have the property Q. *)
Variable Q : E -> Prop.
Fixpoint all_tree (t : tree) : Prop := match t with Gone => True | Leaf e => Q e | Node l r => all_tree l /\ all_tree r end.
Fixpoint all (s : store) : Prop := match s with Nil => True | Zero s' => all s' | One t s' => all_tree t /\ all s' end.

Lemma all_join : forall t u, all_tree t -> all_tree u -> all_tree (join t u).
Proof. intros [|e|l r] [|e'|l' r']; simpl; auto. Qed.
Lemma all_put_tree : forall s t, all_tree t -> all s -> all (put_tree t s).
Proof.
  induction s as [|s IH|u s IH]; simpl; intros t T H; auto.
  destruct H; apply IH; auto; apply all_join; auto.
Qed.
Lemma all_put : forall e s, Q e -> all s -> all (put e s).
Proof. intros; apply all_put_tree; auto. Qed.
Lemma all_get_tree : forall t half ago e, all_tree t -> get_tree half ago t = Some e -> Q e.
Proof.
  induction t as [|x|l IHl r IHr]; simpl; intros half ago e T G; try discriminate.
  - inversion G; subst; auto.
  - destruct (ago <? half); [eapply IHl | eapply IHr]; eauto; tauto.
Qed.
Lemma all_get : forall s ago e, all s -> get ago s = Some e -> Q e.
Proof.
  unfold get; intros s; generalize one_place; induction s as [|s IH|t s IH]; simpl; intros size ago e A G; try discriminate; eauto.
  destruct (ago <? size); [eapply all_get_tree | eapply IH]; eauto; tauto.
Qed.
Lemma all_drop_tree : forall t half ago, all_tree t -> all_tree (drop_tree half ago t).
Proof.
  induction t as [|x|l IHl r IHr]; simpl; intros half ago T; auto.
  destruct T; destruct (ago <? half); apply all_join; auto.
Qed.
Lemma all_drop : forall s ago, all s -> all (drop ago s).
Proof.
  unfold drop; intros s; generalize one_place; induction s as [|s IH|t s IH]; simpl; intros size ago A; auto.
  destruct A; destruct (ago <? size); simpl; auto using all_drop_tree.
Qed.
Lemma all_of_list : forall l, (forall e, In e l -> Q e) -> all (of_list l).
Proof. induction l; intros H; simpl in *; auto using all_put. Qed.
End Store.

Arguments Gone {E}. Arguments Leaf {E}. Arguments Node {E}. Arguments Nil {E}. Arguments Zero {E}. Arguments One {E}.
Arguments put {E}. Arguments get {E}. Arguments drop {E}. Arguments of_list {E}. Arguments all {E}.
