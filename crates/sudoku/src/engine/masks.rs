//! `masks`: bit masks of possible digits, singles, and a copy of the state for each choice.
//!
//! The newest copy is filled by three steps: *basic* (a cell whose mask has one bit left), *singles
//! in rows and columns*, *singles in regions*. After a step that placed a digit, the first step is
//! next. When no step places a digit, a cell without a candidate is *impossible*: the newest copy
//! is dropped, and the digit that failed is cleared in the copy before. Otherwise an arbitrary
//! *choice* is made on a copy: the first cell with the fewest candidates gets its smallest digit.
//! To go on after a solution, the newest choice is treated as one that failed.
//!
//! `tests` count each pass of a step over the grid, and each choice; `forks` count the choices. The
//! nodes are those of the binary tree of choices: the root, the state after a choice, and the state
//! before it without the digit that failed. The budget is checked before each pass, because a node
//! of a large grid may take thousands of passes.
//!
//! Source: system E, "Projet IF3: Générer et Résoudre des sudokus", a C program for 9x9, 16x16 and 25x25.

mod state;

use std::ops::ControlFlow;

use num_traits::PrimInt;
use quadrille_cover::search::{Found, Leaf, Outcome};

use self::state::MaskState;
use super::observer::StepObserver;
use super::step::Step;
use crate::grid::{Grid, Puzzle};

pub(crate) fn search<O: StepObserver>(
    puzzle: &Puzzle,
    observer: &mut O,
    found: &mut Found<'_, Grid>,
) -> Outcome {
    // A mask is the narrowest word that has a bit for each digit.
    let ended = match puzzle.order().side() {
        ..=16 => run(MaskState::<u16>::new(puzzle), observer, found),
        17..=32 => run(MaskState::<u32>::new(puzzle), observer, found),
        33..=64 => run(MaskState::<u64>::new(puzzle), observer, found),
        _ => run(MaskState::<u128>::new(puzzle), observer, found),
    };
    ended.break_value().unwrap_or(Outcome::Exhausted)
}

fn run<M: PrimInt, O: StepObserver>(
    root: MaskState<M>,
    observer: &mut O,
    found: &mut Found<'_, Grid>,
) -> ControlFlow<Outcome> {
    let mut copies = vec![root];
    while let Some(state) = copies.last_mut() {
        if !observer.enter() {
            return ControlFlow::Break(Outcome::BudgetSpent);
        }
        if deduce(state, observer)? {
            let copy = choose(state, observer);
            copies.push(copy);
            observer.depth(copies.len() - 1);
            continue;
        }
        if state.unknown == 0 {
            observer.leaf(Leaf::Solution);
            found.solution(&state.grid).map_break(|()| Outcome::Stopped)?;
        } else {
            observer.leaf(Leaf::DeadEnd);
        }
        cancel(&mut copies, observer);
    }
    ControlFlow::Continue(())
}

/// Places the digits that need no choice. Returns `true` if a choice is needed and possible, `false` if the
/// grid is full or a cell has no candidate.
fn deduce<M: PrimInt, O: StepObserver>(
    state: &mut MaskState<M>,
    observer: &mut O,
) -> ControlFlow<Outcome, bool> {
    while state.unknown > 0 {
        begin_pass(observer)?;
        if state.basic(observer) {
            continue;
        }
        begin_pass(observer)?;
        if state.singles_in_rows_and_columns(observer) {
            continue;
        }
        begin_pass(observer)?;
        if state.singles_in_regions(observer) {
            continue;
        }
        return ControlFlow::Continue(state.is_possible());
    }
    ControlFlow::Continue(false)
}

/// Counts a pass over the grid, if the budget allows it.
fn begin_pass<O: StepObserver>(observer: &mut O) -> ControlFlow<Outcome> {
    if !observer.may_go_on() {
        return ControlFlow::Break(Outcome::BudgetSpent);
    }
    observer.tests(1);
    ControlFlow::Continue(())
}

/// Makes an arbitrary choice on a copy of the state, and returns the copy.
fn choose<M: PrimInt, O: StepObserver>(state: &MaskState<M>, observer: &mut O) -> MaskState<M> {
    observer.tests(1);
    observer.fork();
    let (cell, digit) = state.most_constrained();
    observer.step(|| Step::Tried { cell, digit, fork: true });
    let mut copy = state.clone();
    copy.place(cell, digit);
    copy.last_choice = Some((cell, digit));
    copy
}

/// Drops the newest copy, and clears the digit that failed in the one before.
fn cancel<M: PrimInt, O: StepObserver>(copies: &mut Vec<MaskState<M>>, observer: &mut O) {
    let failed = copies.pop().and_then(|state| state.last_choice);
    if let (Some((cell, digit)), Some(state)) = (failed, copies.last_mut()) {
        state.clear(cell, digit);
        observer.step(|| Step::TakenBack { cell, digit });
    }
}
