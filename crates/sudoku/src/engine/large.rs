//! `large`: propagation, choices, and clauses learnt from dead ends, for grids of any size.
//!
//! What bit masks cannot place at once (`root`) is numbered (`rules`): a variable for each
//! candidate, and one for each digit in each minirow and minicolumn, under groups of which exactly
//! one literal is true. Literals found equal become one (`equal`), and what is left (`model`) is
//! searched (`search`):
//!
//! - All consequences of what is true are drawn (`trail`). Thanks to the minirows these are
//!   singles and locked candidates, and through the clauses much else.
//! - At a dead end a clause is learnt (`learn`, `clauses`) that rules out its reason, and the
//!   newest choice is taken back. Only that one: the choices above it stay open although the clause
//!   may say something of them at once (*chronological backtracking*). So the search stays a binary
//!   tree, each fork of which is a choice, each leaf a solution, a dead end or a branch given up.
//! - The next choice is, of the candidates that took part in the most recent dead ends (`order`), the
//!   one with the least room left around it. Grids that are nearly empty are begun otherwise, and where
//!   dead ends lie deep, the search begins anew (`starts`).
//!
//! To go on after a solution, its choices together are ruled out: by a clause for the first
//! solutions, later by taking back the newest choice alone, which needs no memory. From then on, where
//! few variables are free, what is left is searched by masks and without learning (`rest`).
//!
//! Clauses, first unique implication points and activities are those of SAT solvers (Marques-Silva
//! and Sakallah, *GRASP*, 1996; Moskewicz et al., *Chaff*, 2001; Eén and Sörensson, *`MiniSat`*,
//! 2003; Nadel and Ryvchin, *Chronological backtracking*, 2018).
//!
//! `tests` count each digit placed: by singles, by a choice, or by what follows, and again where
//! it stays in place while choices are taken back. `forks` count the choices. The nodes are those
//! of the binary tree: the root, the state after a choice, and the state after one is taken back.

mod clauses;
mod equal;
mod learn;
mod left;
mod model;
mod order;
mod rest;
mod root;
mod rules;
mod search;
mod starts;
mod trail;

use quadrille_cover::search::{Found, Leaf, Outcome};

use self::root::Root;
use self::search::Search;
use super::watch::Watcher;
use crate::grid::{Grid, Puzzle};

pub(super) fn search<W: Watcher>(
    puzzle: &Puzzle,
    watcher: &mut W,
    found: &mut Found<'_, Grid>,
) -> Outcome {
    if !watcher.enter() {
        return Outcome::BudgetSpent;
    }
    let mut root = Root::new(puzzle);
    if root.place_singles(watcher).is_break() {
        watcher.leaf(Leaf::DeadEnd);
        return Outcome::Exhausted;
    }
    if root.grid.is_full() {
        watcher.leaf(Leaf::Solution);
        let enough = found.solution(&root.grid).is_break();
        return if enough { Outcome::Stopped } else { Outcome::Exhausted };
    }
    let Some(model) = rules::rules(&root).and_then(equal::merged) else {
        watcher.leaf(Leaf::DeadEnd);
        return Outcome::Exhausted;
    };
    Search::new(&model, root.grid, watcher).run(watcher, found)
}
