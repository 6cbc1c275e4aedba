//! Hints: the next digit that can be deduced, with all steps of the deduction.
//!
//! The techniques are those of the engine `human`, the easiest first. A hint contains only those eliminations from which the digit
//! follows. The grid may have any number of solutions, so no technique that assumes a single solution is used.

pub(super) mod ruled;

use std::collections::VecDeque;
use std::ops::ControlFlow;

use quadrille_cover::Budget;
use quadrille_sudoku::engine::human::{Assume, Candidate, Deduction, State};
use quadrille_sudoku::grid::{CellName, Unit};
use quadrille_sudoku::{Engine, Grid, Puzzle, Uniqueness, Watch};

/// Limit of tests for a hint, so that the player answers at once. The hardest shipped puzzles, up to 25x25, take fewer
/// tests for all of their digits together.
const TESTS: u64 = 100_000;

/// One step of a deduction as the player shows it, or a remark on why there is no deduction.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Hint {
    /// The number of the step if there are several, such as `1 of 3: `.
    pub number: String,
    /// What can be said of the step before it is explained; absent for a remark.
    pub lead: Option<Lead>,
    pub text: String,
    /// The cell that the text is about.
    pub cell: Option<usize>,
    /// The marks in the grid.
    pub pointed: Pointed,
}

/// What the grid marks while a step is shown.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Pointed {
    /// Candidates that the step strikes out.
    pub struck: Vec<Candidate>,
    /// Cells that are part of the reason for the step.
    pub reason: Vec<usize>,
    /// Candidates that earlier steps have struck out.
    pub gone: Vec<Candidate>,
    /// Cells with a digit that the only solution does not have.
    pub wrong: Vec<usize>,
}

impl Pointed {
    /// What is highlighted for a deduction, after earlier steps have struck out the candidates in `gone`.
    pub fn by(deduction: &Deduction, gone: Vec<Candidate>) -> Self {
        let (struck, reason) = (deduction.struck.clone(), deduction.reason_cells());
        Self { struck, reason, gone, wrong: Vec::new() }
    }
}

/// Where a step is, and which technique it uses.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Lead {
    /// The rows, columns, regions or cells to look at, in words.
    pub place: String,
    /// The cells of the place.
    pub cells: Vec<usize>,
    /// The technique and its digits.
    pub technique: String,
}

impl Lead {
    fn of(step: &Deduction) -> Self {
        let (place, technique) = (step.location_name(), step.title());
        Self { place, cells: step.location_cells(), technique }
    }
}

impl Hint {
    /// A text without a step.
    fn remark(text: String, cell: Option<usize>, pointed: Pointed) -> Self {
        Self { number: String::new(), lead: None, text, cell, pointed }
    }
}

/// The hints for a grid: one for each step of the deduction of the next digit, or a single hint that says why there is
/// no such deduction.
pub fn next(grid: &Grid) -> VecDeque<Hint> {
    next_within(grid, TESTS)
}

/// Whether a short search proves that the grid has no solution. A deduction from such a grid would mislead the user.
fn leads_nowhere(grid: &Grid) -> bool {
    let budget = Budget { tests: Some(TESTS / 10), ..Budget::solutions(1) };
    let mut visit = |_: &Grid| ControlFlow::Continue(());
    let puzzle = Puzzle::new(grid.clone());
    let search = Engine::Masks.search(&puzzle, &budget, Watch::Off, &mut visit);
    Uniqueness::of(&search) == Some(Uniqueness::None)
}

fn next_within(grid: &Grid, tests: u64) -> VecDeque<Hint> {
    if let Some(clash) = grid.clash() {
        return only(clash.to_string(), Some(clash.cells.1));
    }
    if grid.is_full() {
        return only("the grid is complete and correct".into(), None);
    }
    let mut state = State::new(&Puzzle::new(grid.clone()));
    let mut left = Some(tests);
    let mut ask = |tests| {
        left = left.and_then(|left| left.checked_sub(tests));
        left.is_some()
    };
    let mut steps: Vec<Deduction> = Vec::new();
    while !state.is_contradictory() {
        let Some(step) = state.easiest(Assume::Nothing, &mut ask) else {
            return only(stuck(left.is_some()).into(), None);
        };
        if step.placed.is_some() {
            if leads_nowhere(grid) {
                return only("this grid has no solution: at least one digit is wrong".into(), None);
            }
            return in_words(told(&Vec::from(needed(steps, step))));
        }
        state.apply(&step);
        steps.push(step);
    }
    let (text, cell) = contradiction(&state);
    let gone = steps.iter().flat_map(|step| step.struck.iter().copied()).collect();
    let pointed = Pointed { gone, ..Pointed::default() };
    let mut hints = told(&steps);
    hints.push(Hint::remark(format!("{text}: at least one digit is wrong"), cell, pointed));
    in_words(hints)
}

/// One hint for each of these steps, with marks for the candidates that the step or an earlier one strikes out.
fn told(steps: &[Deduction]) -> Vec<Hint> {
    let mut gone = Vec::new();
    let tell = |step: &Deduction| {
        let pointed = Pointed::by(step, gone.clone());
        gone.extend_from_slice(&step.struck);
        let remark = Hint::remark(step.to_string(), about(step), pointed);
        Hint { lead: Some(Lead::of(step)), ..remark }
    };
    steps.iter().map(tell).collect()
}

fn stuck(everything_was_tried: bool) -> &'static str {
    if everything_was_tried {
        "no known technique applies: the next step needs a guess"
    } else {
        "no step was found in reasonable time"
    }
}

/// The last step, preceded by the steps from which it follows.
fn needed(steps: Vec<Deduction>, last: Deduction) -> VecDeque<Deduction> {
    let mut needed = VecDeque::from([last]);
    for step in steps.into_iter().rev() {
        let relied_on = |&struck| needed.iter().any(|later: &Deduction| later.relies_on(struck));
        if step.struck.iter().any(relied_on) {
            needed.push_front(step);
        }
    }
    needed
}

fn about(step: &Deduction) -> Option<usize> {
    step.placed.or(step.struck.first().copied()).map(|(cell, _)| cell)
}

/// Numbers the hints if there are several, as in `1 of 3: `.
fn in_words(mut hints: Vec<Hint>) -> VecDeque<Hint> {
    let count = hints.len();
    if count > 1 {
        for (number, hint) in (1..).zip(&mut hints) {
            hint.number = format!("{number} of {count}: ");
        }
    }
    hints.into()
}

fn only(text: String, cell: Option<usize>) -> VecDeque<Hint> {
    in_words(vec![Hint::remark(text, cell, Pointed::default())])
}

/// Describes a contradiction, and gives a cell to show it at: a cell without a candidate, or a row, column or region in
/// which a digit has no place.
fn contradiction(state: &State) -> (String, Option<usize>) {
    let (grid, order) = (state.grid(), state.grid().order());
    let mut open = (0..order.cells()).filter(|&cell| grid.digit(cell) == 0);
    if let Some(cell) = open.find(|&cell| state.candidates(cell) == 0) {
        return (format!("no digit fits in {}", CellName { order, cell }), Some(cell));
    }
    let side = order.side();
    let units = (0..side).flat_map(|i| [Unit::Region(i), Unit::Row(i), Unit::Column(i)]);
    let mut missing = units.flat_map(|unit| (1..=side as u8).map(move |digit| (unit, digit)));
    let placeless = missing.find_map(|(unit, digit)| {
        let mut cells = unit.cells(order);
        let placed = |cell| grid.digit(cell) == digit || state.has(cell, digit);
        (!cells.clone().any(placed)).then(|| {
            (format!("{digit} has no place in {unit}"), cells.find(|&cell| grid.digit(cell) == 0))
        })
    });
    placeless.expect("a contradiction is of a cell or of a unit")
}

#[cfg(test)]
mod tests {
    use super::*;

    use proptest::prelude::*;
    use quadrille_sudoku::Order;
    use quadrille_sudoku::engine::human::Because;

    use crate::picture::testing::{P4, puzzle};

    /// The puzzles G1 and G5 of system D (see the folder `reports`).
    const G1: &str =
        "000001080204070035070056210060205001300000006100607020031860070720010804050700000";
    const G5: &str =
        "010405800052800010000010006001000700800030004007000200600070000070008640004600090";

    fn grid(text: &str) -> Grid {
        puzzle(text).givens().clone()
    }

    fn hints(text: &str) -> Vec<(String, Option<usize>)> {
        next(&grid(text)).into_iter().map(|Hint { text, cell, .. }| (text, cell)).collect()
    }

    /// The digit that the last step places, if it places one.
    fn placed(hints: &VecDeque<Hint>) -> Option<(usize, u8)> {
        let last = hints.back().expect("there is always something to say");
        let digit = last.text.split(" = ").nth(1)?.split(':').next()?.parse().ok()?;
        Some((last.cell?, digit))
    }

    #[test]
    fn the_easiest_single_is_told_with_its_reason() {
        let expected = "row 1 column 4 = 4: full house, the only place left in row 1";
        assert_eq!(hints("123............."), [(expected.into(), Some(3))]);
        let single = hints(G1);
        assert_eq!(single.len(), 1);
        assert!(single[0].0.contains("hidden single in a region, the only place left in "));
    }

    #[test]
    fn following_hints_closes_a_hard_grid() {
        let mut grid = grid(G5);
        let mut most = 0;
        while !grid.is_full() {
            let hints = next(&grid);
            let (cell, digit) = placed(&hints).unwrap_or_else(|| panic!("{hints:?}"));
            most = most.max(hints.len());
            grid.set(cell, digit);
        }
        assert_eq!(grid.clash(), None);
        assert!(most > 1, "singles do not solve it");
        assert_eq!(next(&grid)[0].text, "the grid is complete and correct");
    }

    #[test]
    fn a_step_points_at_what_it_strikes_and_at_its_reason() {
        let mut grid = grid(G5);
        let hints = loop {
            let hints = next(&grid);
            if hints.len() > 1 {
                break hints;
            }
            let (cell, digit) = placed(&hints).expect("a digit");
            grid.set(cell, digit);
        };
        let mut gone = Vec::new();
        for hint in hints.iter().take(hints.len() - 1) {
            assert_eq!(hint.pointed.gone, gone);
            assert!(!hint.pointed.struck.is_empty() && !hint.pointed.reason.is_empty());
            for &(cell, _) in &hint.pointed.struck {
                let name = CellName { order: Order::NINE, cell }.to_string();
                assert!(hint.text.contains(&name), "{name} in {}", hint.text);
            }
            gone.extend(hint.pointed.struck.clone());
        }
        let last = &hints.back().expect("a last step").pointed;
        assert_eq!((&last.struck, &last.gone), (&Vec::new(), &gone));
    }

    #[test]
    fn what_is_wrong_is_said_first() {
        assert!(hints("11..............")[0].0.starts_with("digit 1 stands twice"));
        let expected = "no digit fits in row 1 column 4: at least one digit is wrong";
        assert_eq!(hints("123....4........"), [(expected.into(), Some(3))]);
        let expected = "1 has no place in region 1: at least one digit is wrong";
        assert_eq!(hints("23....1........."), [(expected.into(), Some(4))]);
    }

    #[test]
    fn where_nothing_follows_nothing_is_made_up() {
        let stuck = [("no known technique applies: the next step needs a guess".to_owned(), None)];
        assert_eq!(hints("1..............."), stuck);
        let given_up = next_within(&grid(P4), 0);
        assert_eq!(given_up[0].text, "no step was found in reasonable time");
    }

    #[test]
    fn the_largest_empty_grid_does_not_hold_up_who_plays() {
        let start = std::time::Instant::now();
        let hints = next(&Grid::empty(Order::new(5).unwrap()));
        assert_eq!(hints[0].cell, None);
        assert!(start.elapsed().as_secs() < 30, "{:?}", start.elapsed());
    }

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(16))]

        #[test]
        fn a_hint_is_right_and_its_steps_are_all_it_takes(
            taken in prop::collection::vec(any::<bool>(), 81),
        ) {
            let puzzle = Puzzle::new(grid(G5));
            let solution = Engine::Masks.first(&puzzle).expect("a solution");
            let mut position = puzzle.givens().clone();
            for (cell, _) in taken.iter().enumerate().filter(|(_, taken)| **taken).take(20) {
                position.set(cell, solution.digit(cell));
            }
            let mut state = State::new(&Puzzle::new(position.clone()));
            let mut steps = Vec::new();
            let last = loop {
                let Some(step) = state.easiest(Assume::Nothing, &mut |_| true) else { break None };
                if step.placed.is_some() {
                    break Some(step);
                }
                state.apply(&step);
                steps.push(step);
            };
            let Some(last) = last else { return Ok(()) };
            let kept = needed(steps, last.clone());
            let mut state = State::new(&Puzzle::new(position.clone()));
            for step in kept.iter().take(kept.len() - 1) {
                state.apply(step);
            }
            let (cell, digit) = last.placed.expect("it places one");
            prop_assert_eq!(solution.digit(cell), digit);
            prop_assert_eq!(placed(&next(&position)), Some((cell, digit)));
            let follows = match last.because {
                Because::OnlyPlace(unit) => {
                    unit.cells(Order::NINE).filter(|&cell| state.has(cell, digit)).count() == 1
                }
                _ => state.candidates(cell).is_power_of_two(),
            };
            prop_assert!(follows, "{}", last);
        }
    }

    #[test]
    fn a_wrong_digit_that_clashes_with_nothing_is_noticed() {
        // P1 with an 8 in row 8 column 4, where its only solution has a 9.
        let text =
            "100007090030020008009600500005300900010080002600004000300000010040800007007000300";
        let hints = next(puzzle(text).givens());
        assert_eq!(
            hints.back().unwrap().text,
            "this grid has no solution: at least one digit is wrong"
        );
    }
}
