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

/// Stacks of each band: all but the first, and the last.
///
/// They are variables so that the compiler does not know them: two words taken together under a
/// mask are one operation, and two if it makes two constants of the mask.
#[derive(Clone, Copy, Debug)]
pub(super) struct Stacks {
    beyond_first: u16,
    last: u16,
}

impl Stacks {
    pub(super) const NINE: Self = Self { beyond_first: 0b110_110_110, last: 0b100_100_100 };

    /// Moves the stacks of each band one on, and one back.
    #[inline(always)]
    pub(super) fn moved(self, word: u16) -> [u16; 2] {
        let on = (word << 1 & self.beyond_first) | (word >> 2 & !self.beyond_first);
        let back = (word << 2 & self.last) | (word >> 1 & !self.last);
        [on, back]
    }
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

/// The cells at one place: those with one candidate, and those that are a contradiction.
#[inline(always)]
fn sweep_cells<const N: usize>(
    cell: [&Words<N>; 9],
    put: &Words<N>,
    put_before: &mut Words<N>,
    single: &mut Words<N>,
    alive: &mut Words<N>,
    open: &mut Words<N>,
) {
    let [x0, x1, x2, x3, x4, x5, x6, x7, x8] = cell;
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
        // A cell without a digit; or one in which a digit was put, and another that the sweep since
        // then could not strike, because it was put there too.
        alive.0[i] &= one & !(two & put_before.0[i]);
        put_before.0[i] = put.0[i];
    }
}

/// What the sweep over the digits tells of a node.
#[derive(Clone, Copy)]
struct Told {
    /// The boxes that have a place for every digit.
    alive: u16,
    /// Not zero if hidden singles are others than before.
    differs: u16,
    /// The sum of all words.
    total: u16,
}

/// One digit of one node.
#[inline(always)]
fn sweep_digit(
    words: [u16; 9],
    hidden: u16,
    single: [u16; 9],
    put: [u16; 9],
    stacks: Stacks,
    told: Told,
) -> ([u16; 9], u16, [u16; 9], Told) {
    let [x0, x1, x2, x3, x4, x5, x6, x7, x8] = words;
    let [s0, s1, s2, s3, s4, s5, s6, s7, s8] = single;
    let [p0, p1, p2, p3, p4, p5, p6, p7, p8] = put;
    let decided = (x0 & s0)
        | (x1 & s1)
        | (x2 & s2)
        | (x3 & s3)
        | (x4 & s4)
        | (x5 & s5)
        | (x6 & s6)
        | (x7 & s7)
        | (x8 & s8);
    let x0 = x0 & (s0 | !decided) & (hidden | !p0);
    let x1 = x1 & (s1 | !decided) & (hidden | !p1);
    let x2 = x2 & (s2 | !decided) & (hidden | !p2);
    let x3 = x3 & (s3 | !decided) & (hidden | !p3);
    let x4 = x4 & (s4 | !decided) & (hidden | !p4);
    let x5 = x5 & (s5 | !decided) & (hidden | !p5);
    let x6 = x6 & (s6 | !decided) & (hidden | !p6);
    let x7 = x7 & (s7 | !decided) & (hidden | !p7);
    let x8 = x8 & (s8 | !decided) & (hidden | !p8);

    let (m0, m1, m2) = (x0 | x1 | x2, x3 | x4 | x5, x6 | x7 | x8);
    let [a0, a1, a2] = matched([stacks.moved(m0), stacks.moved(m1), stacks.moved(m2)]);
    let (m0, m1, m2) = (m0 & a0, m1 & a1, m2 & a2);

    let n0 = (x0 & a0) | (x3 & a1) | (x6 & a2);
    let n1 = (x1 & a0) | (x4 & a1) | (x7 & a2);
    let n2 = (x2 & a0) | (x5 & a1) | (x8 & a2);
    let [b0, b1, b2] = matched([bands_moved(n0), bands_moved(n1), bands_moved(n2)]);
    let (n0, n1, n2) = (n0 & b0, n1 & b1, n2 & b2);

    let (x0, x1, x2) = (x0 & a0 & b0, x1 & a0 & b1, x2 & a0 & b2);
    let (x3, x4, x5) = (x3 & a1 & b0, x4 & a1 & b1, x5 & a1 & b2);
    let (x6, x7, x8) = (x6 & a2 & b0, x7 & a2 & b1, x8 & a2 & b2);

    let found = BOXES & !(majority(m0, m1, m2) | majority(n0, n1, n2));
    let (p0, p1, p2) = (p0 | (x0 & found), p1 | (x1 & found), p2 | (x2 & found));
    let (p3, p4, p5) = (p3 | (x3 & found), p4 | (x4 & found), p5 | (x5 & found));
    let (p6, p7, p8) = (p6 | (x6 & found), p7 | (x7 & found), p8 | (x8 & found));
    // Candidates only go: where the sum is the same, so are all words.
    let three = x0.wrapping_add(x1).wrapping_add(x2);
    let six = x3.wrapping_add(x4).wrapping_add(x5);
    let nine = x6.wrapping_add(x7).wrapping_add(x8);
    let told = Told {
        // A digit without a place in a box.
        alive: told.alive & (n0 | n1 | n2),
        differs: told.differs | (found ^ hidden),
        total: told.total.wrapping_add(three).wrapping_add(six).wrapping_add(nine),
    };
    ([x0, x1, x2, x3, x4, x5, x6, x7, x8], found, [p0, p1, p2, p3, p4, p5, p6, p7, p8], told)
}

/// One lane of words.
#[inline(always)]
fn lane<const N: usize>(words: &[Words<N>; 9], i: usize) -> [u16; 9] {
    let [w0, w1, w2, w3, w4, w5, w6, w7, w8] = words;
    [w0.0[i], w1.0[i], w2.0[i], w3.0[i], w4.0[i], w5.0[i], w6.0[i], w7.0[i], w8.0[i]]
}

#[inline(always)]
fn set_lane<const N: usize>(words: &mut [Words<N>; 9], i: usize, lane: [u16; 9]) {
    let [w0, w1, w2, w3, w4, w5, w6, w7, w8] = words;
    let [l0, l1, l2, l3, l4, l5, l6, l7, l8] = lane;
    (w0.0[i], w1.0[i], w2.0[i]) = (l0, l1, l2);
    (w3.0[i], w4.0[i], w5.0[i]) = (l3, l4, l5);
    (w6.0[i], w7.0[i], w8.0[i]) = (l6, l7, l8);
}

/// All digits.
#[inline(always)]
fn sweep_digits<const N: usize>(
    words: &mut [[Words<N>; 9]; 9],
    hidden: &mut [Words<N>; 9],
    single: &[Words<N>; 9],
    put: &mut [Words<N>; 9],
    stacks: Stacks,
    [alive, differs, total]: [&mut Words<N>; 3],
) {
    for i in 0..N {
        let s = lane(single, i);
        let p = lane(put, i);
        let told = Told { alive: alive.0[i], differs: 0, total: 0 };
        let (x0, h0, p, told) = sweep_digit(lane(&words[0], i), hidden[0].0[i], s, p, stacks, told);
        set_lane(&mut words[0], i, x0);
        let (x1, h1, p, told) = sweep_digit(lane(&words[1], i), hidden[1].0[i], s, p, stacks, told);
        set_lane(&mut words[1], i, x1);
        let (x2, h2, p, told) = sweep_digit(lane(&words[2], i), hidden[2].0[i], s, p, stacks, told);
        set_lane(&mut words[2], i, x2);
        let (x3, h3, p, told) = sweep_digit(lane(&words[3], i), hidden[3].0[i], s, p, stacks, told);
        set_lane(&mut words[3], i, x3);
        let (x4, h4, p, told) = sweep_digit(lane(&words[4], i), hidden[4].0[i], s, p, stacks, told);
        set_lane(&mut words[4], i, x4);
        let (x5, h5, p, told) = sweep_digit(lane(&words[5], i), hidden[5].0[i], s, p, stacks, told);
        set_lane(&mut words[5], i, x5);
        let (x6, h6, p, told) = sweep_digit(lane(&words[6], i), hidden[6].0[i], s, p, stacks, told);
        set_lane(&mut words[6], i, x6);
        let (x7, h7, p, told) = sweep_digit(lane(&words[7], i), hidden[7].0[i], s, p, stacks, told);
        set_lane(&mut words[7], i, x7);
        let (x8, h8, p, told) = sweep_digit(lane(&words[8], i), hidden[8].0[i], s, p, stacks, told);
        set_lane(&mut words[8], i, x8);
        set_lane(hidden, i, [h0, h1, h2, h3, h4, h5, h6, h7, h8]);
        set_lane(put, i, p);
        (alive.0[i], differs.0[i], total.0[i]) = (told.alive, told.differs, told.total);
    }
}

impl<const N: usize> Nodes<N> {
    /// Sweeps once over all nodes.
    #[inline(always)]
    pub(super) fn sweep<M: Moves<N>>(&mut self, machine: M) -> Swept {
        let boxes = Words::all(BOXES);
        let (mut alive, mut open) = (boxes, Words::ZERO);
        for place in 0..9 {
            sweep_cells(
                self.now.cell(place),
                &self.put[place],
                &mut self.put_before[place],
                &mut self.single[place],
                &mut alive,
                &mut open,
            );
        }
        let (mut differs, mut total) = (Words::ZERO, Words::ZERO);
        sweep_digits(
            &mut self.now.words,
            &mut self.hidden,
            &self.single,
            &mut self.put,
            self.stacks,
            [&mut alive, &mut differs, &mut total],
        );
        let differs = differs | (total ^ self.total);
        self.total = total;
        Swept {
            dead: machine.filled(alive ^ boxes),
            changed: machine.filled(differs),
            open: machine.filled(open),
        }
    }
}
