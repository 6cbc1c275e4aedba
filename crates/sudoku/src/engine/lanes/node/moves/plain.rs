//! The operations of node lanes on any machine.

use super::{Moves, Route, Words};

/// Lanes to copy, each as source and destination.
#[derive(Clone, Copy)]
pub(in crate::engine::lanes) struct Copies<const N: usize> {
    copies: [(u8, u8); N],
    len: usize,
}

impl<const N: usize> Moves<N> for () {
    /// Registers of 128 bits, of which ARM has more than x86-64 and WebAssembly.
    const REGISTERS: usize = if cfg!(target_arch = "aarch64") { 32 } else { 16 };
    type Map = Copies<N>;

    #[inline(always)]
    fn map(self, route: &Route<N>) -> Copies<N> {
        let mut map = Copies { copies: [(0, 0); N], len: 0 };
        let mut to = route.to;
        while to != 0 {
            let lane = to.trailing_zeros() as usize % N;
            map.copies[map.len % N] = (route.from[lane], lane as u8);
            map.len += 1;
            to &= to - 1;
        }
        map
    }
    #[inline(always)]
    fn moved(self, from: &Words<N>, map: &Copies<N>, to: &mut Words<N>) {
        for &(source, lane) in &map.copies[..map.len] {
            to.0[lane as usize % N] = from.0[source as usize % N];
        }
    }
    #[inline(always)]
    fn filled(self, words: Words<N>) -> u32 {
        words.filled()
    }
}
