(* Exact cover: problems, solutions, and what it means that there are exactly n of something.

   Nothing is computed or proved here. Together with the theorem in question, this file is what a reader must
   understand to know what the checker proves. *)
Require Import NArith List Sorted.
Import ListNotations.
Open Scope N_scope.

(* The bytes of a colour's name. The empty list is no colour. *)
Definition colour := list N.

Record problem := Problem {
  (* The least and the greatest number of chosen options that hold the item, for each primary item. Primary items are
     numbered from 0 in this order. *)
  bounds : list (N * N);
  (* An option is the list of its items, each with the colour that the option gives the item. Numbers of items
     from [length bounds] on are those of secondary items. Options are numbered from 0. *)
  options : list (list (N * colour))
}.

Definition option_at (P : problem) (k : N) : list (N * colour) := nth (N.to_nat k) (options P) [].
Definition holds (i : N) (o : list (N * colour)) : bool := existsb (fun e => fst e =? i) o.

(* How many options of the set S hold item i. *)
Definition times (P : problem) (i : N) (S : list N) : N :=
  N.of_nat (length (filter (fun k => holds i (option_at P k)) S)).

(* A set of options is written as the ascending list of their numbers, so that equal sets are equal lists. *)
Definition ascending (S : list N) : Prop := StronglySorted N.lt S.

Definition solution (P : problem) (S : list N) : Prop :=
  ascending S /\
  (forall k, In k S -> k < N.of_nat (length (options P))) /\
  (* each primary item is covered between low and high times *)
  (forall i low high, nth_error (bounds P) i = Some (low, high) -> low <= times P (N.of_nat i) S <= high) /\
  (* two different chosen options that hold the same secondary item give the item the same colour *)
  (forall j k1 k2 c1 c2, N.of_nat (length (bounds P)) <= j -> In k1 S -> In k2 S -> k1 <> k2 ->
     In (j, c1) (option_at P k1) -> In (j, c2) (option_at P k2) -> c1 = c2 /\ c1 <> []).

(* Some list without repetitions lists all that have the property [p], nothing else, and has length n. *)
Definition lists_all {A} (L : list A) (p : A -> Prop) : Prop := NoDup L /\ forall x, In x L <-> p x.
Definition has_exactly {A} (p : A -> Prop) (n : N) : Prop := exists L, lists_all L p /\ N.of_nat (length L) = n.
