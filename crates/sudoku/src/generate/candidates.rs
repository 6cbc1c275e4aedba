//! The candidates of a whole grid, and what follows from them by singles.
//!
//! A row is an array of masks, with one lane for each cell. A sweep looks at all units at once. First the
//! decided digits of each row, column and region are gathered and removed from the other cells of the unit;
//! then a digit with a single place in a unit decides its cell. Columns are handled by arithmetic on whole
//! rows, which the compiler turns into vector instructions; rows and regions both consist of *minirows*,
//! the n cells that a row and a region share. Sweeps are repeated until one changes nothing.
//!
//! If one sweep decides two cells of a unit to the same digit, the contradiction is not noticed at
//! once. But then the unit has no place for some other digit, which is noticed at the latest when
//! every cell is decided.

use num_traits::{PrimInt, WrappingSub};

/// A mask of candidates: bit d - 1 stands for digit d.
pub(super) trait Mask: PrimInt + WrappingSub {}
impl<M: PrimInt + WrappingSub> Mask for M {}

/// The units in which a sweep looks for digits with a single place.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Look {
    /// No units, so only cells with one candidate are decided.
    Cells,
    /// Rows and columns.
    Lines,
    /// Rows, columns and regions.
    Units,
}

/// A cell without a candidate, or a digit without a place.
#[derive(Clone, Copy, Debug)]
pub(super) struct Contradiction;

/// The candidates of a grid of `S` x `S` cells with regions of `N` x `N`, in rows of `L` lanes. The
/// lanes beyond `S` are padding, so that a row is a whole number of vectors.
#[derive(Clone, Copy)]
pub(super) struct CandidateGrid<M, const N: usize, const S: usize, const L: usize> {
    rows: [[M; L]; S],
}

impl<M: Mask, const N: usize, const S: usize, const L: usize> CandidateGrid<M, N, S, L> {
    /// The candidates of a grid with these givens, 0 for an empty cell.
    pub(super) fn new(givens: &[u8]) -> Self {
        // The mask of a padding lane. It is a single bit, so the lane counts as decided; and this bit
        // stands for no digit, so the lane never changes.
        let beyond = !(M::max_value() >> 1);
        let mut rows = [[beyond; L]; S];
        for (row, givens) in rows.iter_mut().zip(givens.chunks_exact(S)) {
            for (mask, &digit) in row.iter_mut().zip(givens) {
                *mask = if digit > 0 { bit(digit) } else { Self::all() };
            }
        }
        Self { rows }
    }

    pub(super) fn candidates(&self, cell: usize) -> M {
        self.rows[cell / S][cell % S]
    }

    /// Removes all candidates of a cell but those in `bits`.
    pub(super) fn keep(&mut self, cell: usize, bits: M) {
        let mask = &mut self.rows[cell / S][cell % S];
        *mask = *mask & bits;
    }

    /// The digits of the cells. Every cell must be decided.
    pub(super) fn digits(&self) -> impl Iterator<Item = u8> {
        let cells = self.rows.iter().flat_map(|row| &row[..S]);
        cells.map(|mask| mask.trailing_zeros() as u8 + 1)
    }

    /// A cell with two candidates, or if there is none, a cell with the fewest.
    pub(super) fn most_constrained(&self) -> usize {
        let mut best = (0, u32::MAX);
        for (r, row) in self.rows.iter().enumerate() {
            for (c, &mask) in row[..S].iter().enumerate() {
                let rest = mask & mask.wrapping_sub(&M::one());
                if rest != M::zero() && rest.count_ones() < best.1 {
                    best = (r * S + c, rest.count_ones());
                    if is_single(rest) {
                        return best.0;
                    }
                }
            }
        }
        best.0
    }

    /// Repeats sweeps until nothing changes. Returns whether every cell is decided.
    pub(super) fn settle(&mut self, look: Look) -> Result<bool, Contradiction> {
        loop {
            let (changed, full) = self.strike_decided()?;
            if changed {
                continue;
            }
            if look == Look::Cells || !self.decide_single_places(look)? {
                return Ok(full);
            }
        }
    }

    /// Removes decided digits from the other cells of their units. Returns whether that removed any, and whether every
    /// cell was decided before.
    fn strike_decided(&mut self) -> Result<(bool, bool), Contradiction> {
        let zero = M::zero();
        let mut columns = [zero; L];
        let mut decided = [[zero; L]; S];
        for (row, decided) in self.rows.iter().zip(&mut decided) {
            for lane in 0..L {
                decided[lane] = if is_single(row[lane]) { row[lane] } else { zero };
                columns[lane] = columns[lane] | decided[lane];
            }
        }
        // Not by `row[lane] ^ decided[lane]`: LLVM 22 makes it a comparison of vectors that it cannot compile for
        // WebAssembly ("Cannot select: v16i8 = setcc").
        let full = decided.iter().all(|row| row.iter().all(|&digit| digit != zero));
        let (mut struck, mut empty) = ([zero; L], false);
        for (rows, decided) in self.rows.chunks_exact_mut(N).zip(decided.chunks_exact(N)) {
            let mut regions = [zero; N];
            let mut lines = [zero; N];
            for (line, decided) in lines.iter_mut().zip(decided) {
                for (region, minirow) in regions.iter_mut().zip(decided.chunks_exact(N)) {
                    let digits = minirow.iter().fold(zero, |digits, &mask| digits | mask);
                    *line = *line | digits;
                    *region = *region | digits;
                }
            }
            let regions = Self::spread(regions);
            for ((row, decided), line) in rows.iter_mut().zip(decided).zip(lines) {
                for lane in 0..L {
                    // Nothing is struck from a padding lane, because it is decided.
                    let strike = (line | columns[lane] | regions[lane]) & !decided[lane];
                    struck[lane] = struck[lane] | row[lane] & strike;
                    row[lane] = row[lane] & !strike;
                    empty |= row[lane] == zero;
                }
            }
        }
        if empty { Err(Contradiction) } else { Ok((struck != [zero; L], full)) }
    }

    /// Decides the cells that are the single place of a digit in a unit. Returns whether that removed any candidate.
    fn decide_single_places(&mut self, look: Look) -> Result<bool, Contradiction> {
        let zero = M::zero();
        let (mut once, mut twice) = ([zero; L], [zero; L]);
        for row in &self.rows {
            for lane in 0..L {
                twice[lane] = twice[lane] | once[lane] & row[lane];
                once[lane] = once[lane] | row[lane];
            }
        }
        let mut placed = once[..S].iter().fold(Self::all(), |placed, &digits| placed & digits);
        let mut columns = [zero; L];
        for lane in 0..L {
            columns[lane] = once[lane] & !twice[lane];
        }
        let (mut struck, mut twofold) = ([zero; L], zero);
        for rows in self.rows.chunks_exact_mut(N) {
            let mut regions = [Places::none(); N];
            let mut lines = [Places::none(); N];
            for (line, row) in lines.iter_mut().zip(&*rows) {
                for (region, minirow) in regions.iter_mut().zip(row.chunks_exact(N)) {
                    let places = minirow.iter().fold(Places::none(), |places, &m| places.add(m));
                    *line = line.join(places);
                    *region = region.join(places);
                }
            }
            for places in regions.iter().chain(&lines) {
                placed = placed & places.once;
            }
            let wanted = if look == Look::Units { Self::all() } else { zero };
            let regions = Self::spread(regions.map(|places| places.single() & wanted));
            for (row, line) in rows.iter_mut().zip(lines) {
                for lane in 0..L {
                    let hit = row[lane] & (line.single() | columns[lane] | regions[lane]);
                    twofold = twofold | hit & hit.wrapping_sub(&M::one());
                    let kept = if hit == zero { row[lane] } else { hit };
                    struck[lane] = struck[lane] | row[lane] & !kept;
                    row[lane] = kept;
                }
            }
        }
        if placed == Self::all() && twofold == zero {
            Ok(struck != [zero; L])
        } else {
            Err(Contradiction)
        }
    }

    fn all() -> M {
        M::max_value() >> (M::zero().count_zeros() as usize - S)
    }

    /// The masks of the regions of a band, repeated for each lane of a row.
    fn spread(regions: [M; N]) -> [M; L] {
        let mut lanes = [M::zero(); L];
        for (lane, mask) in lanes[..S].iter_mut().enumerate() {
            *mask = regions[lane / N];
        }
        lanes
    }
}

/// The digits with at least one place in a unit, and those with at least two.
#[derive(Clone, Copy)]
struct Places<M> {
    once: M,
    twice: M,
}

impl<M: Mask> Places<M> {
    fn none() -> Self {
        Self { once: M::zero(), twice: M::zero() }
    }
    fn add(self, mask: M) -> Self {
        Self { once: self.once | mask, twice: self.twice | self.once & mask }
    }
    fn join(self, other: Self) -> Self {
        let twice = self.twice | other.twice | self.once & other.once;
        Self { once: self.once | other.once, twice }
    }
    fn single(self) -> M {
        self.once & !self.twice
    }
}

fn is_single<M: Mask>(mask: M) -> bool {
    mask & mask.wrapping_sub(&M::one()) == M::zero()
}

pub(super) fn bit<M: Mask>(digit: u8) -> M {
    M::one() << (digit as usize - 1)
}
