(* What the main theorems assume beyond Coq's logic: nothing. The script `build` fails unless Coq says so of each of them. *)
From Quadrille Require Import Names Claims Dlx Text Sudoku Puzzles Grids.

Print Assumptions check_count_right.
Print Assumptions check_all_right.
Print Assumptions check_some_right.
Print Assumptions check_puzzles_right.
Print Assumptions check_count_grids.
Print Assumptions check_puzzles_grids.
Print Assumptions sudokus_unique.
Print Assumptions read_renaming_right.
Print Assumptions encode_right.
Print Assumptions choose_unique.
Print Assumptions print_unique.
Print Assumptions solution_lines_unique.
Print Assumptions print_puzzle_unique.
Print Assumptions print_verdict_unique.
