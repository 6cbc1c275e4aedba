//! Puzzles with one solution under rules: a random grid, and clues taken away while the solution stays the only one. If the rules have
//! signs, these are clues, too: at first all between neighbours in one region, and the last to be taken away.
//!
//! A random grid is the first one that a search finds after items and options of the empty grid's problem were put in random order. A
//! search by `domains`, which branches least, that is unlucky is given up and begun anew in another order, because another order is more
//! often a way out than more nodes. Grids are not equally likely.

use std::ops::ControlFlow;

use quadrille_cover::engine::{Bits, Domains};
use quadrille_cover::random::{Stream, shuffle};
use quadrille_cover::{Budget, CancelToken, Counters, OptionId, Outcome, Problem, Solver};
use thiserror::Error;

use super::signs::Sign;
use super::{Pair, Rules};
use crate::engine::Uniqueness;
use crate::generate::Symmetry;

/// Nodes of the shortest search for a grid. Every second search has twice as many, every fourth four times, and so on.
const NODES: u64 = 500;
/// Upper bound on the searches for a grid.
const SEARCHES: u32 = 255;
/// Upper bound on the nodes of a search for a second solution. A clue that it does not decide is kept.
const NODES_OF_CLUE: u64 = 200_000;

/// Why there is no puzzle.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
pub enum Failure {
    /// No grid obeys the rules.
    #[error(
        "found no grid that obeys the rules, because there is none; expected rules that do not exclude each other"
    )]
    NoGrid,
    /// No grid was found within the limit.
    #[error(
        "found no grid that obeys the rules within 255 searches; try another seed or fewer rules"
    )]
    GivenUp,
    /// In none of this number of puzzles is each clue needed.
    #[error(
        "found a clue that is not needed in each of {0} puzzles; expected one without; allow more attempts, or puzzles that are not minimal"
    )]
    NotMinimal(u64),
    /// The work was cancelled.
    #[error("the work was cancelled")]
    Cancelled,
}

/// A puzzle that was made.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Made {
    /// The rules, with the signs of the puzzle.
    pub rules: Rules,
    /// The clues, 0 for an empty cell.
    pub givens: Vec<u8>,
    /// The only solution.
    pub solution: Vec<u8>,
    /// Whether each clue, or with a symmetry each group of clues, is known to be needed.
    pub is_minimal: bool,
}

impl Made {
    /// Whether each digit and each sign is known to be needed, also if they were taken away in groups.
    pub fn needs_each_clue(&self, symmetry: Symmetry, cancel: &CancelToken) -> bool {
        let is_needed = |cell: usize| {
            let mut fewer = self.givens.clone();
            fewer[cell] = 0;
            uniqueness(&self.rules, &fewer, cancel) == Some(Uniqueness::Multiple)
        };
        let mut clues = (0..self.givens.len()).filter(|&cell| self.givens[cell] > 0);
        self.is_minimal && (symmetry == Symmetry::None || clues.all(is_needed))
    }
}

/// A random grid that obeys the rules.
///
/// # Errors
/// There is none, or none was found.
pub fn grid(rules: &Rules, stream: &mut Stream, cancel: &CancelToken) -> Result<Vec<u8>, Failure> {
    let empty = vec![0; rules.cells()];
    let (problem, decoder) = rules.to_problem(&empty).map_err(|_| Failure::NoGrid)?;
    for search in 1..=SEARCHES {
        let (shuffled, names) = shuffled(&problem, stream);
        let mut found = None;
        let budget = Budget {
            nodes: Some(NODES << search.trailing_zeros()),
            cancel: Some(cancel.clone()),
            ..Budget::default()
        };
        let mut visit = |solution: &[OptionId]| {
            let solution: Vec<_> = solution.iter().map(|option| names[option.index()]).collect();
            found = Some(decoder.digits(&solution));
            ControlFlow::Break(())
        };
        let ended = Domains.search(&shuffled, &budget, Counters::Off, &mut visit);
        let ended = ended.expect("the problem has no multiplicities or colours");
        match (found, ended.outcome) {
            (Some(grid), _) => return Ok(grid),
            (None, Outcome::Exhausted) => return Err(Failure::NoGrid),
            _ if cancel.is_cancelled() => return Err(Failure::Cancelled),
            _ => {}
        }
    }
    Err(Failure::GivenUp)
}

/// A problem with its items and options in random order, and the options of the first that they are.
fn shuffled(problem: &Problem, stream: &mut Stream) -> (Problem, Vec<OptionId>) {
    let (mut items, mut options): (Vec<_>, Vec<_>) =
        (problem.item_ids().collect(), problem.option_ids().collect());
    let (primary, secondary) = items.split_at_mut(problem.primary());
    shuffle(primary, stream);
    shuffle(secondary, stream);
    shuffle(&mut options, stream);
    let mut builder = Problem::builder();
    for &item in &items {
        let name = problem.item_name(item);
        let added =
            if problem.is_primary(item) { builder.primary(name) } else { builder.secondary(name) };
        added.expect("names are different");
    }
    for &option in &options {
        let names = problem.option(option).iter().map(|entry| problem.item_name(entry.item));
        builder.option(names).expect("the option is one of the problem");
    }
    (builder.build(), options)
}

/// A puzzle with one solution.
///
/// # Errors
/// As [`grid`].
pub fn puzzle(
    rules: &Rules,
    symmetry: Symmetry,
    stream: &mut Stream,
    cancel: &CancelToken,
) -> Result<Made, Failure> {
    let solution = grid(rules, stream, cancel)?;
    let mut orbits = symmetry.orbits_of(rules.rows());
    orbits.retain(|orbit| rules.is_cell(orbit[0]));
    let signs = if rules.may_have_signs() { signs_of(rules, &solution) } else { Vec::new() };
    let mut last = signs.clone();
    shuffle(&mut orbits, stream);
    shuffle(&mut last, stream);
    // Digits are taken away first: most puzzles whose signs go first need none.
    let clues = orbits.into_iter().map(Clue::Cells).chain(last.into_iter().map(Clue::Sign));
    let (mut rules, mut givens, mut is_minimal) = (rules.with_signs(signs), solution.clone(), true);
    for clue in clues {
        let mut fewer = givens.clone();
        let without = match &clue {
            Clue::Cells(orbit) => {
                for &cell in orbit {
                    fewer[cell] = 0;
                }
                None
            }
            Clue::Sign(sign) => Some(rules.with_signs(rules.signs().filter(|other| other != sign))),
        };
        let uniqueness = uniqueness(without.as_ref().unwrap_or(&rules), &fewer, cancel);
        if cancel.is_cancelled() {
            return Err(Failure::Cancelled);
        }
        is_minimal &= uniqueness.is_some();
        if uniqueness == Some(Uniqueness::Unique) {
            givens = fewer;
            rules = without.unwrap_or(rules);
        }
    }
    Ok(Made { rules, givens, solution, is_minimal })
}

/// What is taken away from a puzzle at once.
enum Clue {
    Cells(Vec<usize>),
    Sign(Pair),
}

/// The signs between all neighbours of a grid that are in one region.
pub(super) fn signs_of(rules: &Rules, grid: &[u8]) -> Vec<Pair> {
    let regions = rules.regions();
    let steps = ['<', '>', '^', 'v'].map(|c| Sign::parse(c).expect("it is a sign"));
    let all = (0..rules.cells()).flat_map(|cell| steps.into_iter().map(move |sign| (sign, cell)));
    let pairs = all.filter_map(|(sign, cell)| sign.pair(rules, cell));
    pairs
        .filter(|&Pair { cells, relation }| {
            let [a, b] = cells.map(usize::from);
            regions[a] == regions[b] && relation.allows(grid[a], grid[b])
        })
        .collect()
}

/// How many solutions a puzzle has; `None` if the search for them takes more than 200000 nodes or is cancelled.
///
/// # Panics
/// If there are fewer givens than cells, or one is no digit.
pub fn uniqueness(rules: &Rules, givens: &[u8], cancel: &CancelToken) -> Option<Uniqueness> {
    let Ok((problem, _)) = rules.to_problem(givens) else { return Some(Uniqueness::None) };
    let nodes = Some(NODES_OF_CLUE);
    let budget = Budget { nodes, cancel: Some(cancel.clone()), ..Budget::solutions(2) };
    let mut ignored = |_: &[OptionId]| ControlFlow::Continue(());
    let search = Bits.search(&problem, &budget, Counters::Off, &mut ignored);
    Uniqueness::of(&search.expect("the problem has no multiplicities or colours"))
}
