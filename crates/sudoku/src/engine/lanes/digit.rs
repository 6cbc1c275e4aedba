//! Digit lanes: one puzzle at a time, its candidates in three rows of lanes.
//!
//! [`settle`](State::settle) sweeps over the whole grid until nothing changes. One sweep applies these rules to
//! all cells and digits at once:
//! 1. *Boxes*: if a cell has one candidate, the other cells of its box lose this digit. If the sweep before
//!    found one place left for a digit in a box, the cell there loses its other digits.
//! 2. *Bands*: each digit must match the three rows of a band one to one with the three boxes. Of the six
//!    matchings, three shift all rows by the same number of stacks (`even`), and three mirror them (`odd`).
//!    Each row keeps the boxes that it has in some possible matching. This covers all
//!    interactions of rows and boxes: hidden singles in rows, pointing and claiming.
//! 3. *Stacks*: the same rule for columns.

mod branch;
mod trail;

use std::ops::ControlFlow;

use quadrille_cover::search::{Leaf, Outcome, Probe};

use self::trail::Trail;
use super::forecast::Forecast;
use super::layout::{BOX, BOXES, PLACE, digits};
use super::row::{CELLS, LANES, Row, lane, with_lane};
use crate::engine::observer::StepObserver;

/// The candidates of one node of the search.
#[derive(Clone, Copy, Debug)]
pub(super) struct State<R> {
    /// For each row r within a box, a register with a word for each column c within a box and each digit. The
    /// bits of the word are the boxes in which the digit may stand at (r, c).
    pub(super) rows: [R; 3],
    /// For each digit, the boxes in which it has one place left. The next sweep puts the digit there.
    hidden: R,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Settled {
    /// The candidates contradict each other.
    Dead,
    Solved,
    /// No rule applies, and some cell has several candidates.
    Stuck,
}

/// The start of a search, and the rule by which the search counts as hard.
#[derive(Clone, Copy, Debug)]
pub(super) struct Start<'a> {
    /// The givens, 0 for an empty cell.
    pub(super) givens: &'a [u8; 81],
    /// Empty cells, each with a digit that it must not hold.
    pub(super) nots: &'a [(usize, u8)],
    /// Decides when the search is hard.
    pub(super) forecast: Forecast,
    /// Whether the search continues with the nodes left on the stack, instead of at the root.
    pub(super) goes_on: bool,
}

impl<'a> Start<'a> {
    pub(super) fn at_root(givens: &'a [u8; 81], forecast: Forecast) -> Self {
        Self { givens, nots: &[], forecast, goes_on: false }
    }
}

pub(super) trait Visit {
    /// Whether the next solution must be passed with its digits.
    fn wants_digits(&self) -> bool;
    /// Receives the digits of a solution, or zeros if they are not wanted. May stop the search.
    fn solution(&mut self, digits: &[u8; 81]) -> ControlFlow<()>;
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum DigitLanesEnd {
    /// The search ended in digit lanes, with this outcome.
    Here(Outcome),
    /// The forecast found the search hard. The nodes left are on the stack, the next one on top.
    Hard,
}

/// Searches a puzzle and passes each solution to `visit`, until the forecast finds the search hard. Inlined into
/// code compiled for the machine.
#[inline(always)]
pub(super) fn search<R: Row, W: StepObserver>(
    machine: R::Machine,
    start: Start<'_>,
    stack: &mut Vec<State<R>>,
    watcher: &mut W,
    visit: &mut impl Visit,
) -> DigitLanesEnd {
    let mut forecast = start.forecast;
    let k = Constants::new(machine);
    let mut state = State::new(machine, start.givens);
    if !start.nots.is_empty() {
        state.strike(machine, start.nots);
    }
    let mut trail = Trail::new(start.givens);
    if start.goes_on {
        let Some(next) = stack.pop() else { return DigitLanesEnd::Here(Outcome::Exhausted) };
        state = next;
    } else {
        stack.clear();
    }
    loop {
        if !watcher.enter() {
            return DigitLanesEnd::Here(Outcome::BudgetSpent);
        }
        let settled = state.settle(k, watcher);
        if W::TELLS && settled != Settled::Dead {
            trail.follow(&state, watcher);
        }
        match settled {
            Settled::Stuck if forecast.is_hard() => {
                stack.push(state);
                return DigitLanesEnd::Hard;
            }
            Settled::Stuck => {
                forecast.guess();
                let (with, without) = state.branch(machine, k);
                watcher.fork();
                stack.push(without);
                watcher.depth(stack.len());
                state = with;
                if W::TELLS {
                    trail.fork(&state, watcher);
                }
                continue;
            }
            Settled::Solved => {
                watcher.leaf(Leaf::Solution);
                forecast.solution();
                let digits = if visit.wants_digits() { state.digits(machine) } else { [0; 81] };
                if visit.solution(&digits).is_break() {
                    return DigitLanesEnd::Here(Outcome::Stopped);
                }
            }
            Settled::Dead => {
                watcher.leaf(Leaf::DeadEnd);
                forecast.dead_end();
            }
        }
        forecast.leaf();
        if forecast.is_in_vain() {
            return DigitLanesEnd::Hard;
        }
        match stack.pop() {
            Some(without) => state = without,
            None => return DigitLanesEnd::Here(Outcome::Exhausted),
        }
        if W::TELLS {
            trail.take_back(watcher);
        }
    }
}

/// Words with all boxes in the lanes of the digits set in a mask; bit 0 stands for digit 1.
const fn of_digits(digits: u16) -> [u16; 32] {
    let mut words = [0; 32];
    let mut i = 0;
    while i < 27 {
        if digits >> (i % 9) & 1 == 1 {
            words = with_lane(words, i / 9, i % 9, BOXES);
        }
        i += 1;
    }
    words
}

/// For each row within the boxes, words with all boxes except those of these cells in the lanes of their digits.
#[cold]
fn kept(nots: &[(usize, u8)]) -> [[u16; 32]; 3] {
    let mut keep = [[!0; 32]; 3];
    for &(cell, digit) in nots {
        let (place, digit) = (PLACE[cell] as usize, digit as usize - 1);
        let words = &mut keep[place / 3];
        let word = words[lane(place % 3, digit)] & !(1 << BOX[cell]);
        *words = with_lane(*words, place % 3, digit, word);
    }
    keep
}

/// For each of the four bits of a digit's number, words with all boxes in the lanes of the digits that have the
/// bit set.
static PLANES: [[u16; 32]; 4] = [
    of_digits(0b1_0101_0101),
    of_digits(0b0_0110_0110),
    of_digits(0b0_0111_1000),
    of_digits(0b1_1000_0000),
];

#[derive(Clone, Copy)]
struct Constants<R> {
    zero: R,
    boxes: R,
    beyond_first_stack: R,
    last_stack: R,
}

impl<R: Row> Constants<R> {
    #[inline(always)]
    fn new(machine: R::Machine) -> Self {
        // No closure: it is a function of its own, which the compiler may leave compiled for any machine.
        Self {
            zero: R::of(machine, [0; 32]),
            boxes: R::of(machine, [BOXES; 32]),
            beyond_first_stack: R::of(machine, [0b110_110_110; 32]),
            last_stack: R::of(machine, [0b100_100_100; 32]),
        }
    }

    /// Moves each stack to the next, in each band.
    #[inline(always)]
    fn stack_on(self, row: R) -> R {
        self.beyond_first_stack.select(row.up::<1>(), row.down::<2>())
    }

    /// Moves each stack to the one before, in each band.
    #[inline(always)]
    fn stack_back(self, row: R) -> R {
        self.last_stack.select(row.up::<2>(), row.down::<1>())
    }
}

/// The cells with at least one candidate, with at least two and with exactly one, in the lanes of digits 1 to 8.
#[inline(always)]
fn candidates<R: Row>(row: R) -> [R; 3] {
    let four = row.swap_4();
    let (one, two) = (row | four, row & four);
    let (one_2, two_2) = (one.swap_2(), two.swap_2());
    let two = two | two_2 | (one & one_2);
    let one = one | one_2;
    let (one_1, two_1) = (one.swap_1(), two.swap_1());
    let two = two | two_1 | (one & one_1);
    let one = one | one_1;
    let ninth = row.ninth();
    let (any, more) = (one | ninth, two | (one & ninth));
    // Both formulas give the same result; the first has the shorter dependency chain, the second fewer operations.
    [any, more, if R::WIDE { (one ^ ninth) & !two } else { any & !more }]
}

impl<R: Row> State<R> {
    /// The candidates at the root. A cell with a given has the given alone, an empty cell all digits.
    #[inline(always)]
    fn new(machine: R::Machine, givens: &[u8; 81]) -> Self {
        // No closure, as in `Constants::new`.
        let rows = [
            R::of_givens(machine, givens, 0),
            R::of_givens(machine, givens, 1),
            R::of_givens(machine, givens, 2),
        ];
        Self { rows, hidden: R::of(machine, [0; 32]) }
    }

    #[inline(always)]
    fn strike(&mut self, machine: R::Machine, nots: &[(usize, u8)]) {
        for (row, keep) in self.rows.iter_mut().zip(kept(nots)) {
            *row = *row & R::of(machine, keep);
        }
    }

    #[inline(always)]
    fn settle<P: Probe>(&mut self, k: Constants<R>, probe: &mut P) -> Settled {
        let Self { rows: [mut z0, mut z1, mut z2], mut hidden } = *self;
        let mut placed = [k.zero; 3];
        let mut place = [z0 & hidden, z1 & hidden, z2 & hidden];
        loop {
            probe.tests(1);
            let old = [z0, z1, z2];

            let [one_0, two_0, single_0] = candidates(z0);
            let [one_1, two_1, single_1] = candidates(z1);
            let [one_2, two_2, single_2] = candidates(z2);
            let (single_0, single_1, single_2) =
                (single_0.first(), single_1.first(), single_2.first());
            let put = [place[0].any_digit(), place[1].any_digit(), place[2].any_digit()];
            let (d0, d1, d2) = (z0 & single_0, z1 & single_1, z2 & single_2);
            let (m0, m1, m2, decided) = if R::WIDE {
                (z0, z1, z2) =
                    (z0.only(hidden, put[0]), z1.only(hidden, put[1]), z2.only(hidden, put[2]));
                let (d0, d1, d2) = (d0.any_column(), d1.any_column(), d2.any_column());
                let decided = d0 | d1 | d2;
                let (m0, m1, m2) = (z0.any_column(), z1.any_column(), z2.any_column());
                z0 = z0.only(single_0, decided);
                z1 = z1.only(single_1, decided);
                z2 = z2.only(single_2, decided);
                (m0.only(d0, decided), m1.only(d1, decided), m2.only(d2, decided), decided)
            } else {
                let decided = (d0 | d1 | d2).any_column();
                z0 = z0.only(single_0, decided).only(hidden, put[0]);
                z1 = z1.only(single_1, decided).only(hidden, put[1]);
                z2 = z2.only(single_2, decided).only(hidden, put[2]);
                (z0.any_column(), z1.any_column(), z2.any_column(), decided)
            };

            let even = m0 & k.stack_back(m1) & k.stack_on(m2);
            let odd = m0 & k.stack_on(m1) & k.stack_back(m2);
            let (even_1, odd_1) = (k.stack_on(even), k.stack_back(odd));
            let (even_2, odd_2) = (k.stack_back(even), k.stack_on(odd));
            (z0, z1, z2) =
                (z0.within(even, odd), z1.within(even_1, odd_1), z2.within(even_2, odd_2));
            let (m0, m1, m2) = (even | odd, even_1 | odd_1, even_2 | odd_2);

            let columns = z0 | z1 | z2;
            let even = (columns.bands_back() & k.boxes).every_column();
            let odd = (columns.bands_on() & k.boxes).every_column();
            let (even, odd) = (even.bands_on(), odd.bands_back());
            (z0, z1, z2) = (z0.within(even, odd), z1.within(even, odd), z2.within(even, odd));
            let columns = even | odd;

            let (next, last) = (columns.next_column(), columns.last_column());
            let old_hidden = hidden;
            let (rows_2, columns_2) = (m0.majority(m1, m2), columns.majority(next, last));
            hidden = k.boxes.minus(rows_2, columns_2);
            place = [
                z0.minus(rows_2, columns_2),
                z1.minus(rows_2, columns_2),
                z2.minus(rows_2, columns_2),
            ];

            // Contradictions: a cell without candidates; a cell in which two digits were put; a digit
            // without a place in a box.
            let empty = (one_0 & one_1 & one_2) ^ k.boxes;
            let torn = (two_0 & placed[0]) | (two_1 & placed[1]) | (two_2 & placed[2]);
            let homeless = (m0 | m1 | m2) ^ k.boxes;
            if (empty | torn).filled() & CELLS | homeless.filled() & LANES != 0 {
                return Settled::Dead;
            }
            placed = put;
            let changed = (old[0] ^ z0) | (old[1] ^ z1) | (old[2] ^ z2) | (old_hidden ^ hidden);
            if changed.filled() == 0 {
                // Contradiction: two cells of a box have the same digit as only candidate. Other rules
                // find this too, but perhaps many guesses later.
                if (decided & !hidden).filled() & LANES != 0 {
                    return Settled::Dead;
                }
                *self = Self { rows: [z0, z1, z2], hidden };
                let open = (two_0 | two_1 | two_2).filled() & CELLS;
                return if open == 0 { Settled::Solved } else { Settled::Stuck };
            }
        }
    }

    /// For each digit and each place 3r + c, the boxes in which the digit may stand there.
    pub(super) fn candidates(&self) -> [[u16; 9]; 9] {
        let mut candidates = [[0; 9]; 9];
        for (r, row) in self.rows.iter().enumerate() {
            let words = row.words();
            for (digit, places) in candidates.iter_mut().enumerate() {
                for c in 0..3 {
                    places[3 * r + c] = words[lane(c, digit)];
                }
            }
        }
        candidates
    }

    /// The digits of the cells, if each cell has one candidate.
    #[inline(always)]
    pub(super) fn digits(&self, machine: R::Machine) -> [u8; 81] {
        let mut planes = [[0; 9]; 4];
        for (with, plane) in PLANES.iter().zip(&mut planes) {
            let with = R::of(machine, *with);
            for (row, plane) in self.rows.iter().zip(plane.chunks_exact_mut(3)) {
                let words = (*row & with).any_digit().words();
                for (c, word) in plane.iter_mut().enumerate() {
                    *word = words[lane(c, 0)];
                }
            }
        }
        digits(&planes)
    }
}
