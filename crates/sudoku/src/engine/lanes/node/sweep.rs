//! One sweep: applies every rule once to all nodes.
//!
//! The rules are those of digit lanes. When no rule applies any more, the same candidates are left, whatever the
//! order in which the rules were applied.
//!
//! The code is written for one lane, inside a loop over lanes that the compiler turns into vector code as a
//! whole. The compiler does so only for innermost loops, so there are no loops over places or digits inside, and
//! no closures.

use super::super::adders::majority;
use super::super::layout::BOXES;
use super::super::words::Words;
use super::Nodes;
use super::moves::Moves;

/// The result of a sweep, with a bit for each lane.
#[derive(Clone, Copy, Debug)]
pub(super) struct Swept {
    /// The candidates contradict each other.
    pub(super) dead: u32,
    /// The candidates changed, so another sweep may change more.
    pub(super) changed: u32,
    /// Before the sweep, some cell had several candidates.
    pub(super) open: u32,
}

/// A word with each stack moved to the next in its band, and with each stack moved to the one before.
#[inline(always)]
pub(super) fn stacks_moved(word: u16) -> [u16; 2] {
    let on = (word << 1 & 0b110_110_110) | (word >> 2 & 0b001_001_001);
    let back = (word << 2 & 0b100_100_100) | (word >> 1 & 0b011_011_011);
    [on, back]
}

/// A word with each band moved to the next, and with each band moved to the one before. Bits beyond the nine are
/// arbitrary.
#[inline(always)]
pub(super) fn bands_moved(word: u16) -> [u16; 2] {
    let twice = word | word << 9;
    [twice >> 6, twice >> 3]
}

/// Matches three objects one to one with three positions. `moved` has both rotations of each object's possible
/// positions. Returns for each object the positions that leave the other two positions to the other two objects;
/// the caller intersects them with the object's own.
#[inline(always)]
fn matched(moved: [[u16; 2]; 3]) -> [u16; 3] {
    let [[on_0, back_0], [on_1, back_1], [on_2, back_2]] = moved;
    [
        (back_1 & on_2) | (on_1 & back_2),
        (on_0 & back_2) | (back_0 & on_2),
        (back_0 & on_1) | (on_0 & back_1),
    ]
}

/// Finds the cells at one place with one candidate, with several, and with a contradiction.
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
        // Contradictions: a cell without candidates; a cell in which two digits were put.
        alive.0[i] &= one & !(two & put_before.0[i]);
        put_before.0[i] = put.0[i];
    }
}

/// The state that a sweep passes from digit to digit, for one node.
#[derive(Clone, Copy)]
struct Findings {
    /// The boxes that have a place for every digit.
    alive: u16,
    /// Not zero if the hidden singles changed.
    differs: u16,
    /// The sum of all words so far. As a sweep only removes candidates, it changed none if the sum of all digits is as before.
    total: u16,
}

/// One digit of one node, with what a sweep passes on from digit to digit.
#[derive(Clone, Copy)]
struct Digit {
    /// For each place in a box, the boxes in which the digit may stand there.
    words: [u16; 9],
    /// The boxes in which the digit has one place left.
    hidden: u16,
    /// For each place, the boxes in which some digit is put there.
    put: [u16; 9],
    findings: Findings,
}

impl Digit {
    /// Applies all rules to this digit; `single` has the cells with one candidate.
    #[inline(always)]
    fn swept(self, single: [u16; 9]) -> Self {
        let Self { words, hidden, put, findings } = self;
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
        let [a0, a1, a2] = matched([stacks_moved(m0), stacks_moved(m1), stacks_moved(m2)]);
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
        // Candidates are only removed, so the words are unchanged if and only if their sum is.
        let three = x0.wrapping_add(x1).wrapping_add(x2);
        let six = x3.wrapping_add(x4).wrapping_add(x5);
        let nine = x6.wrapping_add(x7).wrapping_add(x8);
        let findings = Findings {
            // Contradictions: a digit without a place in a box; two cells of a box with the same
            // digit as only candidate, which other rules find too, but perhaps many guesses later.
            alive: findings.alive & (n0 | n1 | n2) & (found | !decided),
            differs: findings.differs | (found ^ hidden),
            total: findings.total.wrapping_add(three).wrapping_add(six).wrapping_add(nine),
        };
        Self {
            words: [x0, x1, x2, x3, x4, x5, x6, x7, x8],
            hidden: found,
            put: [p0, p1, p2, p3, p4, p5, p6, p7, p8],
            findings,
        }
    }
}

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

/// Sweeps one digit in one lane; returns the new `put` and findings.
#[inline(always)]
fn sweep_lane<const N: usize>(
    words: &mut [[Words<N>; 9]; 9],
    hidden: &mut [Words<N>; 9],
    digit: usize,
    i: usize,
    single: [u16; 9],
    put: [u16; 9],
    findings: Findings,
) -> ([u16; 9], Findings) {
    let words = &mut words[digit];
    let of_lane = Digit { words: lane(words, i), hidden: hidden[digit].0[i], put, findings };
    let swept = of_lane.swept(single);
    set_lane(words, i, swept.words);
    hidden[digit].0[i] = swept.hidden;
    (swept.put, swept.findings)
}

#[inline(always)]
fn sweep_one<const N: usize>(
    words: &mut [Words<N>; 9],
    hidden: &mut Words<N>,
    single: &[Words<N>; 9],
    put: &mut [Words<N>; 9],
    [alive, differs, total]: [&mut Words<N>; 3],
) {
    for i in 0..N {
        let findings = Findings { alive: alive.0[i], differs: differs.0[i], total: total.0[i] };
        let of_lane =
            Digit { words: lane(words, i), hidden: hidden.0[i], put: lane(put, i), findings };
        let swept = of_lane.swept(lane(single, i));
        set_lane(words, i, swept.words);
        hidden.0[i] = swept.hidden;
        set_lane(put, i, swept.put);
        alive.0[i] = swept.findings.alive;
        differs.0[i] = swept.findings.differs;
        total.0[i] = swept.findings.total;
    }
}

/// Sweeps all digits in all lanes. `put` and the findings stay in registers between digits.
#[inline(always)]
fn sweep_all<const N: usize>(
    words: &mut [[Words<N>; 9]; 9],
    hidden: &mut [Words<N>; 9],
    single: &[Words<N>; 9],
    put: &mut [Words<N>; 9],
    [alive, differs, total]: [&mut Words<N>; 3],
) {
    for i in 0..N {
        let single = lane(single, i);
        let findings = Findings { alive: alive.0[i], differs: differs.0[i], total: total.0[i] };
        let put_before = lane(put, i);
        // This is not a loop over digits because the compiler vectorizes only innermost loops.
        let (put_0, findings) = sweep_lane(words, hidden, 0, i, single, put_before, findings);
        let (put_1, findings) = sweep_lane(words, hidden, 1, i, single, put_0, findings);
        let (put_2, findings) = sweep_lane(words, hidden, 2, i, single, put_1, findings);
        let (put_3, findings) = sweep_lane(words, hidden, 3, i, single, put_2, findings);
        let (put_4, findings) = sweep_lane(words, hidden, 4, i, single, put_3, findings);
        let (put_5, findings) = sweep_lane(words, hidden, 5, i, single, put_4, findings);
        let (put_6, findings) = sweep_lane(words, hidden, 6, i, single, put_5, findings);
        let (put_7, findings) = sweep_lane(words, hidden, 7, i, single, put_6, findings);
        let (put_8, findings) = sweep_lane(words, hidden, 8, i, single, put_7, findings);
        set_lane(put, i, put_8);
        (alive.0[i], differs.0[i], total.0[i]) = (findings.alive, findings.differs, findings.total);
    }
}

impl<const N: usize> Nodes<N> {
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
        if M::REGISTERS == 32 {
            sweep_all(
                &mut self.now.words,
                &mut self.hidden,
                &self.single,
                &mut self.put,
                [&mut alive, &mut differs, &mut total],
            );
        } else {
            for (words, hidden) in self.now.words.iter_mut().zip(&mut self.hidden) {
                let findings = [&mut alive, &mut differs, &mut total];
                sweep_one(words, hidden, &self.single, &mut self.put, findings);
            }
        }
        let differs = differs | (total ^ self.total);
        self.total = total;
        Swept {
            dead: machine.filled(alive ^ boxes),
            changed: machine.filled(differs),
            open: machine.filled(open),
        }
    }
}
