//! The same instances on two sides.
//!
//! Cells are paired by corpus, instance and task, and only where the fingerprints are the same: under the
//! same name another puzzle may stand.

use std::cmp::Ordering;

use super::cells::{Cell, Cells};
use super::ratio::Pair;
use crate::results::{Case, Name, Results};

/// An engine on one side, an engine on the other.
#[derive(Clone, Debug, Default)]
pub struct Pairing<'c> {
    /// The same case on both.
    pub pairs: Vec<(&'c Cell, &'c Cell)>,
    /// The same name on both, but another puzzle.
    pub changed: Vec<(&'c Cell, &'c Cell)>,
    /// On the one side only.
    pub only_a: Vec<&'c Cell>,
    /// On the other side only.
    pub only_b: Vec<&'c Cell>,
}

impl<'c> Pairing<'c> {
    /// Pairs the cells of these engines.
    pub fn of(
        results: &Results,
        (a, engine_a): (&'c Cells, Name),
        (b, engine_b): (&'c Cells, Name),
    ) -> Self {
        let side = |cells: &'c Cells, engine| {
            let mut side: Vec<&Cell> = cells.all()[cells.of_engine(engine)].iter().collect();
            // They are in order but for versions.
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

/// Those that are equal, and what is left on either side; both are in order.
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

/// The times of both, if both have some.
pub fn timed<'t>(a: (&'t Cells, &Cell), b: (&'t Cells, &Cell)) -> Option<Pair<'t>> {
    let (base, other) = (a.0.times(a.1), b.0.times(b.1));
    (!base.is_empty() && !other.is_empty()).then_some(Pair { base, other })
}
