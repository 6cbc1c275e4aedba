//! `large`: propagation, choices, and clauses learnt from dead ends, for grids of any size.
//!
//! Before the search, singles are placed by bit masks (`root`). The puzzle that remains becomes
//! variables, one for each candidate and one for each digit in each minirow and minicolumn, and
//! groups of which exactly one literal is true (`rules`). Equal literals are merged (`equal`), and
//! the resulting `model` is searched (`search`):
//!
//! - All consequences of the true literals are drawn (`trail`, `remaining`). Thanks to the minirows
//!   these include singles and locked candidates, and the clauses add others.
//! - At a dead end a clause is learnt (`learn`, `clauses`) that excludes the reason of the dead end,
//!   and the newest choice is taken back. All older choices stay open, even if the clause excludes
//!   some of them at once (*chronological backtracking*). So the search stays a binary tree: each
//!   fork is a choice, and each leaf a solution, a dead end or a branch given up by a restart.
//! - Of the candidates that took part in the most recent dead ends (`activity`), the next choice is
//!   the one whose groups have the fewest literals left. Choices in a grid that is nearly empty are
//!   made differently at first. After many dead ends the search restarts (`restarts`), and from then on it
//!   returns to where it came furthest (`memory`), also after each dead end: then more than one choice is taken back.
//!
//! To go on after a solution, its choices are excluded together by a clause, if it is one of the first.
//! After later ones the newest choice alone is taken back, which needs no memory; and where few variables
//! are free, the rest is searched by masks and without learning (`tail_search`).
//!
//! Clauses, first unique implication points and activities are those of SAT solvers (Marques-Silva
//! and Sakallah, *GRASP*, 1996; Moskewicz et al., *Chaff*, 2001; Eén and Sörensson, *`MiniSat`*,
//! 2003; Nadel and Ryvchin, *Chronological backtracking*, 2018).
//!
//! `tests` count each digit placed: by singles, by a choice, or as a consequence. A digit that stays in
//! place while choices are taken back is counted again. `forks` count the choices. The nodes are those of
//! the binary tree: the root, the state after a choice, and the state after a choice was taken back.

mod activity;
mod clauses;
mod equal;
mod learn;
mod literal;
mod memory;
mod model;
mod remaining;
mod restarts;
mod root;
mod rules;
mod search;
mod tail_search;
mod trail;

use quadrille_cover::search::{Found, Outcome};

use self::equal::Unmade;
use self::root::Root;
use self::search::LearningSearch;
use super::observer::{StepObserver, end_contradictory, end_solved};
use crate::grid::{Grid, Puzzle};

pub(super) fn search<O: StepObserver>(
    puzzle: &Puzzle,
    observer: &mut O,
    found: &mut Found<'_, Grid>,
) -> Outcome {
    if !observer.enter() {
        return Outcome::BudgetSpent;
    }
    let mut root = Root::new(puzzle);
    if root.place_singles(observer).is_break() {
        return end_contradictory(observer);
    }
    if root.grid.is_full() {
        return end_solved(&root.grid, observer, found);
    }
    let Some(rules) = rules::rules(&root) else {
        return end_contradictory(observer);
    };
    let model = match equal::merged(rules, &|| observer.may_go_on()) {
        Ok(model) => model,
        Err(Unmade::Contradictory) => return end_contradictory(observer),
        Err(Unmade::Stopped) => return Outcome::BudgetSpent,
    };
    LearningSearch::new(&model, root.grid, observer).run(observer, found)
}
