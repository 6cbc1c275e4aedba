//! Random full grids.
//!
//! The search tries candidates in random order, and restarts when it takes too long. Every full grid is
//! possible, but not all are equally likely; [`uniform`](super::uniform) draws with equal chances.

use quadrille_cover::random::Stream;

use super::kernel::{Answer, Kernel, Question};

/// Upper bound on the search nodes before a restart, per cell of the grid. Most grids need a few dozen
/// nodes in all.
const PATIENCE: u64 = 2;
/// Upper bound on the starts of the search, after which it gives up.
const BEGINNINGS: usize = 100;

/// A random solution of some givens; `None` if there is none or the search gave up.
pub(super) fn solution(kernel: Kernel, givens: &[u8], stream: &mut Stream) -> Option<Vec<u8>> {
    let nodes = PATIENCE * givens.len() as u64;
    let question = Question { givens, not: None, besides: None, nodes };
    for _ in 0..BEGINNINGS {
        match kernel.search(question, |_, candidates| draw(candidates, stream)) {
            Answer::Solution(digits) => return Some(digits),
            Answer::None => return None,
            Answer::Unknown => {}
        }
    }
    None
}

/// One of the bits, each with the same chance.
fn draw(mut bits: u32, stream: &mut Stream) -> u32 {
    for _ in 0..stream.below(bits.count_ones() as usize) {
        bits &= bits - 1;
    }
    bits & bits.wrapping_neg()
}
