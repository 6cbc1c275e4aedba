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
pub(super) fn stacks_moved<const N: usize>(words: Words<N>) -> [Words<N>; 2] {
    let (beyond_first, last) = (Words::all(0b110_110_110), Words::all(0b100_100_100));
    let on = (words.up(1) & beyond_first) | (words.down(2) & !beyond_first);
    let back = (words.up(2) & last) | (words.down(1) & !last);
    [on, back]
}

/// Moves the bands one on, and one back. Bits beyond the nine may be anything.
#[inline(always)]
pub(super) fn bands_moved<const N: usize>(words: Words<N>) -> [Words<N>; 2] {
    let twice = words | words.up(9);
    [twice.down(6), twice.down(3)]
}

/// Where the three may be if they are to be matched one to one with three places: those of each
/// that leave both others one of the other two.
#[inline(always)]
fn matched<const N: usize>(moved: [[Words<N>; 2]; 3]) -> [Words<N>; 3] {
    let [[on_0, back_0], [on_1, back_1], [on_2, back_2]] = moved;
    [
        (back_1 & on_2) | (on_1 & back_2),
        (on_0 & back_2) | (back_0 & on_2),
        (back_0 & on_1) | (on_0 & back_1),
    ]
}

impl<const N: usize> Nodes<N> {
    /// Sweeps once over all nodes.
    #[inline(always)]
    pub(super) fn sweep<M: Moves<N>>(&mut self, machine: M) -> Swept {
        let boxes = Words::all(BOXES);
        let mut alive = boxes;
        let mut open = Words::ZERO;
        for place in 0..9 {
            let [x0, x1, x2, x3, x4, x5, x6, x7, x8] = self.now.cell(place);
            let (one_0, two_0) = (x0 | x1 | x2, majority(x0, x1, x2));
            let (one_1, two_1) = (x3 | x4 | x5, majority(x3, x4, x5));
            let (one_2, two_2) = (x6 | x7 | x8, majority(x6, x7, x8));
            let one = one_0 | one_1 | one_2;
            let two = two_0 | two_1 | two_2 | majority(one_0, one_1, one_2);
            self.single[place] = one & !two;
            open |= two;
            // A cell without a digit, or one into which two digits were put.
            alive = alive & one & !(two & self.put[place]);
            let h = self.hidden;
            self.put[place] = (x0 & h[0])
                | (x1 & h[1])
                | (x2 & h[2])
                | (x3 & h[3])
                | (x4 & h[4])
                | (x5 & h[5])
                | (x6 & h[6])
                | (x7 & h[7])
                | (x8 & h[8]);
        }
        let mut total = Words::ZERO;
        let mut differs = Words::ZERO;
        for digit in 0..9 {
            let [x0, x1, x2, x3, x4, x5, x6, x7, x8] = self.now.words[digit];
            let [s0, s1, s2, s3, s4, s5, s6, s7, s8] = self.single;
            let [p0, p1, p2, p3, p4, p5, p6, p7, p8] = self.put;
            let hidden = self.hidden[digit];
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

            let x = [
                x0 & a0 & b0,
                x1 & a0 & b1,
                x2 & a0 & b2,
                x3 & a1 & b0,
                x4 & a1 & b1,
                x5 & a1 & b2,
                x6 & a2 & b0,
                x7 & a2 & b1,
                x8 & a2 & b2,
            ];
            self.now.words[digit] = x;
            // A digit without a place in a box.
            alive &= n0 | n1 | n2;
            let found = boxes & !(majority(m0, m1, m2) | majority(n0, n1, n2));
            differs |= found ^ hidden;
            self.hidden[digit] = found;
            // Candidates only go: where the sum is the same, so are all words.
            let [x0, x1, x2, x3, x4, x5, x6, x7, x8] = x;
            total = total
                .plus(x0.plus(x1).plus(x2))
                .plus(x3.plus(x4).plus(x5))
                .plus(x6.plus(x7).plus(x8));
        }
        differs |= total ^ self.total;
        self.total = total;
        Swept {
            dead: machine.filled(alive ^ boxes),
            changed: machine.filled(differs),
            open: machine.filled(open),
        }
    }
}
