//! Converts solutions from candidates to digits.
//!
//! A sweep solves only a few nodes. Solutions are collected until a register is full and then converted
//! all at once.

use super::super::words::Words;
use super::super::work::Solved;
use super::moves::{Moves, Route};
use super::pack::{CELLS, Pack, unpack};
use super::store::Block;

/// Solutions not yet converted to digits.
#[derive(Clone, Copy, Debug)]
#[repr(C, align(64))]
pub(super) struct Finished<const N: usize> {
    /// For each place, four bit planes of the digits in its boxes, for the nodes just solved.
    now: [[Words<N>; 4]; 9],
    /// The same planes for the solutions collected.
    kept: [[Words<N>; 4]; 9],
    /// The puzzles of the solutions collected.
    puzzles: [u32; N],
    used: usize,
}

impl<const N: usize> Finished<N> {
    pub(super) const NONE: Self =
        Self { now: [[Words::ZERO; 4]; 9], kept: [[Words::ZERO; 4]; 9], puzzles: [0; N], used: 0 };

    pub(super) fn clear(&mut self) {
        self.used = 0;
    }

    /// Adds a lane to a route for [`keep`](Self::keep), which must follow before [`write`](Self::write). There
    /// must be room.
    #[inline(always)]
    pub(super) fn add(&mut self, lane: usize, puzzle: u32, route: &mut Route<N>) {
        route.add(lane, self.used);
        self.puzzles[self.used % N] = puzzle;
        self.used += 1;
    }

    #[inline(always)]
    pub(super) fn has_room(&self, more: usize) -> bool {
        self.used + more <= N
    }

    /// Collects the lanes added to the route.
    #[inline(always)]
    pub(super) fn keep<M: Moves<N>>(&mut self, machine: M, nodes: &Block<N>, route: &Route<N>) {
        for (place, now) in self.now.iter_mut().enumerate() {
            planes(nodes.cell(place), now);
        }
        let map = machine.map(route);
        for (kept, now) in self.kept.iter_mut().zip(&self.now) {
            for (kept, now) in kept.iter_mut().zip(now) {
                machine.moved(now, &map, kept);
            }
        }
    }

    /// Writes the digits of the solutions collected. Of two solutions of a puzzle, the later one is kept.
    #[inline(always)]
    pub(super) fn write(&mut self, solved: &mut [Solved]) {
        let mut packs = Pack::<N>::ZERO;
        for (pack, [c0, c1, c2, c3]) in packs.0.iter_mut().zip(&CELLS) {
            let kept = &self.kept;
            four_digits(
                [&kept[c0.0], &kept[c1.0], &kept[c2.0], &kept[c3.0]],
                [c0.1, c1.1, c2.1, c3.1],
                pack,
            );
        }
        for (lane, &puzzle) in self.puzzles[..self.used].iter().enumerate() {
            unpack(&packs, lane, &mut solved[puzzle as usize].cells);
        }
        self.used = 0;
    }
}

/// Computes the four bit planes of the digits at one place.
#[inline(always)]
fn planes<const N: usize>(cell: [&Words<N>; 9], planes: &mut [Words<N>; 4]) {
    let [x1, x2, x3, x4, x5, x6, x7, x8, x9] = cell;
    let [p0, p1, p2, p3] = planes;
    for i in 0..N {
        let (x1, x2, x3) = (x1.0[i], x2.0[i], x3.0[i]);
        let (x4, x5, x6) = (x4.0[i], x5.0[i], x6.0[i]);
        let (x7, x8, x9) = (x7.0[i], x8.0[i], x9.0[i]);
        (p0.0[i], p1.0[i]) = (x1 | x3 | x5 | x7 | x9, x2 | x3 | x6 | x7);
        (p2.0[i], p3.0[i]) = (x4 | x5 | x6 | x7, x8 | x9);
    }
}

/// Packs the digits of four cells into one word.
#[inline(always)]
fn four_digits<const N: usize>(
    [c0, c1, c2, c3]: [&[Words<N>; 4]; 4],
    [b0, b1, b2, b3]: [u32; 4],
    pack: &mut Words<N>,
) {
    for i in 0..N {
        pack.0[i] = digit(c0, b0, i)
            | digit(c1, b1, i) << 4
            | digit(c2, b2, i) << 8
            | digit(c3, b3, i) << 12;
    }
}

#[inline(always)]
fn digit<const N: usize>([p0, p1, p2, p3]: &[Words<N>; 4], bit: u32, i: usize) -> u16 {
    (p0.0[i] >> bit & 1)
        | (p1.0[i] >> bit & 1) << 1
        | (p2.0[i] >> bit & 1) << 2
        | (p3.0[i] >> bit & 1) << 3
}
