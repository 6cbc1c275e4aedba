//! One sweep: every rule once, over all nodes.
//!
//! The rules are those of digit lanes, and so is what follows from them when nothing more does: the
//! same cells stay open, whatever the order in which conclusions are drawn.

use super::super::adders::majority;
use super::super::layout::BOXES;
use super::super::words::Words;
use super::moves::Moves;
use super::Nodes;

/// What a sweep found; a bit for each lane.
#[derive(Clone, Copy, Debug)]
pub(super) struct Swept {
    /// There is a contradiction.
    pub(super) dead: u32,
    /// Something followed, so that more may follow.
    pub(super) changed: u32,
    /// Before the sweep, some cell had several candidates.
    pub(super) open: u32,
}

/// Moves the stacks of each band one on, and one back.
#[inline(always)]
pub(super) fn stacks_moved(word: u16) -> [u16; 2] {
    let on = (word << 1 & 0b110_110_110) | (word >> 2 & 0b001_001_001);
    let back = (word << 2 & 0b100_100_100) | (word >> 1 & 0b011_011_011);
    [on, back]
}

/// Moves the bands one on, and one back. Bits beyond the nine may be anything.
#[inline(always)]
pub(super) fn bands_moved(word: u16) -> [u16; 2] {
    let twice = word | word << 9;
    [twice >> 6, twice >> 3]
}

/// Where the three may be if they are to be matched one to one with three places: those of each
/// that leave both others one of the other two.
#[inline(always)]
fn matched(moved: [[u16; 2]; 3]) -> [u16; 3] {
    let [[on_0, back_0], [on_1, back_1], [on_2, back_2]] = moved;
    [
        (back_1 & on_2) | (on_1 & back_2),
        (on_0 & back_2) | (back_0 & on_2),
        (back_0 & on_1) | (on_0 & back_1),
    ]
}

/// The cells at one place: those with one candidate, and those where a digit is put.
#[inline(always)]
fn sweep_cells<const N: usize>(
    cell: [&Words<N>; 9],
    hidden: &[Words<N>; 9],
    single: &mut Words<N>,
    put: &mut Words<N>,
    alive: &mut Words<N>,
    open: &mut Words<N>,
) {
    let [x0, x1, x2, x3, x4, x5, x6, x7, x8] = cell;
    let [h0, h1, h2, h3, h4, h5, h6, h7, h8] = hidden;
    for i in 0..N {
        let (x0, x1, x2) = (x0.0[i], x1.0[i], x2.0[i]);
        let (x3, x4, x5) = (x3.0[i], x4.0[i], x5.0[i]);
        let (x6, x7, x8) = (x6.0[i], x7.0[i], x8.0[i]);
        let (one_0, two_0) = (x0 | x1 | x2, majority(x0, x1, x2));
        let (one_1, two_1) = (x3 | x4 | x5, majority(x3, x4, x5));
        let (one_2, two_2) = (x6 | x7 | x8, majority(x6, x7, x8));
        let one = one_0 | one_1 | one_2;
        let two = two_0 | two_1 | two_2 | majority(one_0, one_1, one_2);
        single.0[i] = one & !two;
        open.0[i] |= two;
        // A cell without a digit, or one into which two digits were put.
        alive.0[i] &= one & !(two & put.0[i]);
        put.0[i] = (x0 & h0.0[i])
            | (x1 & h1.0[i])
            | (x2 & h2.0[i])
            | (x3 & h3.0[i])
            | (x4 & h4.0[i])
            | (x5 & h5.0[i])
            | (x6 & h6.0[i])
            | (x7 & h7.0[i])
            | (x8 & h8.0[i]);
    }
}

/// What becomes of a digit.
struct Seen<const N: usize> {
    /// The boxes that have a place for each digit.
    alive: Words<N>,
    /// Not zero where hidden singles are others than before.
    differs: Words<N>,
    /// The sum of all words.
    total: Words<N>,
}

/// The words of one digit.
#[inline(always)]
fn sweep_digit<const N: usize>(
    words: &mut [Words<N>; 9],
    hidden: &mut Words<N>,
    single: &[Words<N>; 9],
    put: &[Words<N>; 9],
    seen: &mut Seen<N>,
) {
    let [x0, x1, x2, x3, x4, x5, x6, x7, x8] = words;
    let [s0, s1, s2, s3, s4, s5, s6, s7, s8] = single;
    let [p0, p1, p2, p3, p4, p5, p6, p7, p8] = put;
    for i in 0..N {
        let h = hidden.0[i];
        let decided = (x0.0[i] & s0.0[i])
            | (x1.0[i] & s1.0[i])
            | (x2.0[i] & s2.0[i])
            | (x3.0[i] & s3.0[i])
            | (x4.0[i] & s4.0[i])
            | (x5.0[i] & s5.0[i])
            | (x6.0[i] & s6.0[i])
            | (x7.0[i] & s7.0[i])
            | (x8.0[i] & s8.0[i]);
        let c0 = x0.0[i] & (s0.0[i] | !decided) & (h | !p0.0[i]);
        let c1 = x1.0[i] & (s1.0[i] | !decided) & (h | !p1.0[i]);
        let c2 = x2.0[i] & (s2.0[i] | !decided) & (h | !p2.0[i]);
        let c3 = x3.0[i] & (s3.0[i] | !decided) & (h | !p3.0[i]);
        let c4 = x4.0[i] & (s4.0[i] | !decided) & (h | !p4.0[i]);
        let c5 = x5.0[i] & (s5.0[i] | !decided) & (h | !p5.0[i]);
        let c6 = x6.0[i] & (s6.0[i] | !decided) & (h | !p6.0[i]);
        let c7 = x7.0[i] & (s7.0[i] | !decided) & (h | !p7.0[i]);
        let c8 = x8.0[i] & (s8.0[i] | !decided) & (h | !p8.0[i]);

        let (m0, m1, m2) = (c0 | c1 | c2, c3 | c4 | c5, c6 | c7 | c8);
        let [a0, a1, a2] = matched([stacks_moved(m0), stacks_moved(m1), stacks_moved(m2)]);
        let (m0, m1, m2) = (m0 & a0, m1 & a1, m2 & a2);

        let n0 = (c0 & a0) | (c3 & a1) | (c6 & a2);
        let n1 = (c1 & a0) | (c4 & a1) | (c7 & a2);
        let n2 = (c2 & a0) | (c5 & a1) | (c8 & a2);
        let [b0, b1, b2] = matched([bands_moved(n0), bands_moved(n1), bands_moved(n2)]);
        let (n0, n1, n2) = (n0 & b0, n1 & b1, n2 & b2);

        let (c0, c1, c2) = (c0 & a0 & b0, c1 & a0 & b1, c2 & a0 & b2);
        let (c3, c4, c5) = (c3 & a1 & b0, c4 & a1 & b1, c5 & a1 & b2);
        let (c6, c7, c8) = (c6 & a2 & b0, c7 & a2 & b1, c8 & a2 & b2);
        (x0.0[i], x1.0[i], x2.0[i]) = (c0, c1, c2);
        (x3.0[i], x4.0[i], x5.0[i]) = (c3, c4, c5);
        (x6.0[i], x7.0[i], x8.0[i]) = (c6, c7, c8);

        let found = BOXES & !(majority(m0, m1, m2) | majority(n0, n1, n2));
        hidden.0[i] = found;
        // A digit without a place in a box.
        seen.alive.0[i] &= n0 | n1 | n2;
        seen.differs.0[i] |= found ^ h;
        // Candidates only go: where the sum is the same, so are all words.
        let three = c0.wrapping_add(c1).wrapping_add(c2);
        let six = c3.wrapping_add(c4).wrapping_add(c5);
        let nine = c6.wrapping_add(c7).wrapping_add(c8);
        let total = &mut seen.total.0[i];
        *total = total.wrapping_add(three).wrapping_add(six).wrapping_add(nine);
    }
}

impl<const N: usize> Nodes<N> {
    /// Sweeps once over all nodes.
    #[inline(always)]
    pub(super) fn sweep<M: Moves<N>>(&mut self, machine: M) -> Swept {
        let boxes = Words::all(BOXES);
        let mut seen = Seen { alive: boxes, differs: Words::ZERO, total: Words::ZERO };
        let mut open = Words::ZERO;
        for place in 0..9 {
            sweep_cells(
                self.now.cell(place),
                &self.hidden,
                &mut self.single[place],
                &mut self.put[place],
                &mut seen.alive,
                &mut open,
            );
        }
        for (words, hidden) in self.now.words.iter_mut().zip(&mut self.hidden) {
            sweep_digit(words, hidden, &self.single, &self.put, &mut seen);
        }
        let differs = seen.differs | (seen.total ^ self.total);
        self.total = seen.total;
        Swept {
            dead: machine.filled(seen.alive ^ boxes),
            changed: machine.filled(differs),
            open: machine.filled(open),
        }
    }
}
