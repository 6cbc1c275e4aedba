//! Random full grids.
//!
//! A search that tries digits drawn at random, begun anew whenever it loses its way. Every full
//! grid can come out, not all equally often: [`uniform`](super::uniform) draws them so.

use quadrille_cover::random::Stream;

use super::kernel::{Answer, Kernel, Question};

/// Tries and failures for each cell after which a grid is begun anew; most need a few dozen in
/// all.
const PATIENCE: u64 = 2;
/// Beginnings after which no solution counts as found.
const BEGINNINGS: usize = 100;

/// A random solution of some givens, if there is one and it is found.
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

/// One of the bits.
fn draw(mut bits: u32, stream: &mut Stream) -> u32 {
    for _ in 0..stream.below(bits.count_ones() as usize) {
        bits &= bits - 1;
    }
    bits & bits.wrapping_neg()
}
