//! `masks`: bit masks of possible digits, singles, and a copy of the state for each choice.
//!
//! While cells are unknown, on the newest copy: *basic* (a cell whose mask has one bit left),
//! *singles in rows and columns*, *singles in regions*; whatever places a digit starts the loop
//! again. When nothing is placed any more, a cell without a candidate is *impossible*: the
//! newest copy is dropped and the digit that failed is cleared in the one before. Otherwise an
//! arbitrary *choice* is made on a copy: the first cell with the fewest candidates gets its
//! smallest digit. To go on after a solution, it is treated as a failed choice.
//!
//! `tests` count each pass of basic, of rows and columns, of regions, and each choice; `forks`
//! count the choices. The nodes are those of the binary tree of choices: the root, the state
//! after a choice, and the state before it without the digit that failed.
//!
//! Source: system E, "Projet IF3: Générer et Résoudre des sudokus", a C program for 9x9, 16x16
//! and 25x25.

mod state;

use num_traits::PrimInt;
use quadrille_cover::search::{Found, Leaf, Outcome};

use self::state::State;
use super::watch::{Step, Watcher};
use crate::grid::{Grid, Puzzle};

pub(crate) fn search<W: Watcher>(
    puzzle: &Puzzle,
    watcher: &mut W,
    found: &mut Found<'_, Grid>,
) -> Outcome {
    search_choosing(puzzle, watcher, found, |digits| digits[0])
}

/// The same search with another choice of digit: `pick` takes one of the candidates, which are
/// two or more, in order.
pub(crate) fn search_choosing<W: Watcher>(
    puzzle: &Puzzle,
    watcher: &mut W,
    found: &mut Found<'_, Grid>,
    pick: impl FnMut(&[u8]) -> u8,
) -> Outcome {
    // The narrowest word that has a bit for each digit.
    match puzzle.order().side() {
        ..=16 => run(State::<u16>::new(puzzle), watcher, found, pick),
        17..=32 => run(State::<u32>::new(puzzle), watcher, found, pick),
        33..=64 => run(State::<u64>::new(puzzle), watcher, found, pick),
        _ => run(State::<u128>::new(puzzle), watcher, found, pick),
    }
}

fn run<M: PrimInt, W: Watcher>(
    root: State<M>,
    watcher: &mut W,
    found: &mut Found<'_, Grid>,
    mut pick: impl FnMut(&[u8]) -> u8,
) -> Outcome {
    let mut copies = vec![root];
    while let Some(state) = copies.last_mut() {
        if !watcher.enter() {
            return Outcome::BudgetSpent;
        }
        if deduce(state, watcher) {
            let copy = choose(state, watcher, &mut pick);
            copies.push(copy);
            watcher.depth(copies.len() - 1);
            continue;
        }
        if state.unknown == 0 {
            watcher.leaf(Leaf::Solution);
            if found.solution(&state.grid).is_break() {
                return Outcome::Stopped;
            }
        } else {
            watcher.leaf(Leaf::DeadEnd);
        }
        cancel(&mut copies, watcher);
    }
    Outcome::Exhausted
}

/// Places what can be placed without a choice. `true`: a choice must and can be made; `false`:
/// the grid is full, or a cell has no candidate.
fn deduce<M: PrimInt, W: Watcher>(state: &mut State<M>, watcher: &mut W) -> bool {
    while state.unknown > 0 {
        watcher.tests(1);
        if state.basic(watcher) {
            continue;
        }
        watcher.tests(1);
        if state.singles_in_rows_and_columns(watcher) {
            continue;
        }
        watcher.tests(1);
        if state.singles_in_regions(watcher) {
            continue;
        }
        return state.is_possible();
    }
    false
}

/// An arbitrary choice: gives the copy on which it is made.
fn choose<M: PrimInt, W: Watcher>(
    state: &State<M>,
    watcher: &mut W,
    pick: &mut impl FnMut(&[u8]) -> u8,
) -> State<M> {
    watcher.tests(1);
    watcher.fork();
    let cell = state.most_constrained();
    let digit = pick(&state.candidates(cell));
    watcher.step(|| Step::Tried { cell, digit, fork: true });
    let mut copy = state.clone();
    copy.place(cell, digit);
    copy.last_choice = Some((cell, digit));
    copy
}

/// Drops the newest copy, and clears the digit that failed in the one before.
fn cancel<M: PrimInt, W: Watcher>(copies: &mut Vec<State<M>>, watcher: &mut W) {
    let failed = copies.pop().and_then(|state| state.last_choice);
    if let (Some((cell, digit)), Some(state)) = (failed, copies.last_mut()) {
        state.clear(cell, digit);
        watcher.step(|| Step::TakenBack { cell, digit });
    }
}
