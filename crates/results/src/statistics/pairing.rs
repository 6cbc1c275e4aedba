//! The instances that two sides of a comparison have in common.
//!
//! Cells are paired by corpus, task, instance and fingerprint: two instances of the same name may be different puzzles.

use std::cmp::Ordering;

use super::cells::{Cell, Cells};
use super::ratio::Pair;
use crate::{Case, Name, Results};

/// The cells of an engine on side A, paired with those of an engine on side B.
#[derive(Clone, Debug, Default)]
pub struct Pairing<'c> {
    /// The cells of the same case on both sides.
    pub pairs: Vec<(&'c Cell, &'c Cell)>,
    /// The cells of the same name on both sides, but of different puzzles.
    pub changed: Vec<(&'c Cell, &'c Cell)>,
    /// The cells on side A only.
    pub only_a: Vec<&'c Cell>,
    /// The cells on side B only.
    pub only_b: Vec<&'c Cell>,
}

impl<'c> Pairing<'c> {
    /// Pairs the cells of two engines, which may be the same.
    pub fn of(
        results: &Results,
        (a, engine_a): (&'c Cells, Name),
        (b, engine_b): (&'c Cells, Name),
    ) -> Self {
        let side = |cells: &'c Cells, engine| {
            let mut side: Vec<&Cell> = cells.all()[cells.of_engine(engine)].iter().collect();
            // Cells are sorted by version first.
            side.sort_by_key(|cell| results.case(cell.case));
            side
        };
        let case = |cell: &Cell| results.case(cell.case);
        let exact = |a: &Case, b: &Case| a.cmp(b);
        let named = |a: &Case, b: &Case| {
            (a.corpus, a.task, a.instance).cmp(&(b.corpus, b.task, b.instance))
        };
        let (pairs, left, right) =
            merge(side(a, engine_a), side(b, engine_b), |a, b| exact(case(a), case(b)));
        let (changed, only_a, only_b) = merge(left, right, |a, b| named(case(a), case(b)));
        Self { pairs, changed, only_a, only_b }
    }
}

type Merged<'c> = (Vec<(&'c Cell, &'c Cell)>, Vec<&'c Cell>, Vec<&'c Cell>);

/// Merges two sorted lists: the equal pairs, and the rest of either list.
fn merge<'c>(
    a: Vec<&'c Cell>,
    b: Vec<&'c Cell>,
    compare: impl Fn(&Cell, &Cell) -> Ordering,
) -> Merged<'c> {
    let (mut pairs, mut only_a, mut only_b) = (Vec::new(), Vec::new(), Vec::new());
    let (mut a, mut b) = (a.into_iter().peekable(), b.into_iter().peekable());
    loop {
        let order = match (a.peek(), b.peek()) {
            (None, None) => return (pairs, only_a, only_b),
            (Some(_), None) => Ordering::Less,
            (None, Some(_)) => Ordering::Greater,
            (Some(one), Some(other)) => compare(one, other),
        };
        match order {
            Ordering::Less => only_a.extend(a.next()),
            Ordering::Greater => only_b.extend(b.next()),
            Ordering::Equal => pairs.extend(a.next().zip(b.next())),
        }
    }
}

/// The times of two cells, if both have times.
pub fn timed<'t>(a: (&'t Cells, &Cell), b: (&'t Cells, &Cell)) -> Option<Pair<'t>> {
    let (base, other) = (a.0.times(a.1), b.0.times(b.1));
    (!base.is_empty() && !other.is_empty()).then_some(Pair { base, other })
}
