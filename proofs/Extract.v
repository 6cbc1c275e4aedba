(* Extraction of the four checkers, and of what names the order of a grid, to OCaml, with numbers as zarith's integers.

   Booleans, options, pairs and lists become OCaml's own. Natural numbers in binary become zarith's integers, and each function
   below becomes the function or expression of zarith beside it, which is equal to it on natural numbers, but that places of bits
   from 2^62 on raise an exception, and the folder is refused. Unary numbers, which only bound recursion and measure lists, stay
   as they are. *)
Require Import NArith List Extraction ExtrOcamlBasic.
From Quadrille Require Import Claims Puzzles Grids.

Extract Inductive positive => "Z.t" ["(fun p -> Z.succ (Z.shift_left p 1))" "(fun p -> Z.shift_left p 1)" "Z.one"]
  "(fun xi xo xh p -> if Z.equal p Z.one then xh () else if Z.testbit p 0 then xi (Z.shift_right p 1) else xo (Z.shift_right p 1))".
Extract Inductive N => "Z.t" ["Z.zero" ""] "(fun zero pos n -> if Z.sign n = 0 then zero () else pos n)".

Extract Inlined Constant N.add => "Z.add".
Extract Inlined Constant N.mul => "Z.mul".
Extract Inlined Constant N.succ => "Z.succ".
Extract Inlined Constant N.succ_pos => "Z.succ".
Extract Inlined Constant N.eqb => "Z.equal".
Extract Inlined Constant N.ltb => "Z.lt".
Extract Inlined Constant N.leb => "Z.leq".
Extract Inlined Constant N.land => "Z.logand".
Extract Inlined Constant N.lor => "Z.logor".
Extract Constant N.sub => "(fun a b -> if Z.lt a b then Z.zero else Z.sub a b)".
Extract Constant N.pred => "(fun a -> if Z.sign a = 0 then Z.zero else Z.pred a)".
Extract Constant N.double => "(fun a -> Z.shift_left a 1)".
Extract Constant N.div2 => "(fun a -> Z.shift_right a 1)".
Extract Constant N.div => "(fun a b -> if Z.sign b = 0 then Z.zero else Z.div a b)".
Extract Constant N.modulo => "(fun a b -> if Z.sign b = 0 then a else Z.rem a b)".
Extract Constant N.ldiff => "(fun a b -> Z.sub a (Z.logand a b))".
Extract Constant N.shiftl => "(fun a k -> Z.shift_left a (Z.to_int k))".
Extract Constant N.testbit => "(fun a k -> Z.testbit a (Z.to_int k))".
Extract Constant N.setbit => "(fun a k -> Z.logor a (Z.shift_left Z.one (Z.to_int k)))".
Extract Constant N.clearbit => "(fun a k -> if Z.testbit a (Z.to_int k) then Z.sub a (Z.shift_left Z.one (Z.to_int k)) else a)".
Extract Constant N.ones => "(fun k -> Z.pred (Z.shift_left Z.one (Z.to_int k)))".

Set Warnings "-extraction-opaque-accessed".
Extraction Language OCaml.
Extraction "checker.ml" check_count check_all check_some check_puzzles order_of_grids.
