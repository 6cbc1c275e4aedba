//! The operations of node lanes that the compiler does not turn into single instructions: moving lanes by a
//! route known only at run time, and a mask of the lanes that are not zero.
//!
//! The implementation for the plain machine `()` defines the operations; tests compare the others with it.

#[cfg(target_arch = "x86_64")]
mod avx2;
#[cfg(target_arch = "x86_64")]
mod avx512;
mod plain;
#[cfg(target_feature = "simd128")]
pub(in crate::engine::lanes) mod simd128;

use super::super::words::Words;

/// A route of lanes, which has the source of each lane that is replaced.
#[derive(Clone, Copy, Debug)]
pub(in crate::engine::lanes) struct Route<const N: usize> {
    pub(super) to: u32,
    /// For each lane that is replaced, its source.
    pub(super) from: [u8; N],
}

impl<const N: usize> Route<N> {
    pub(super) const NONE: Self = Self { to: 0, from: [0; N] };

    #[inline(always)]
    pub(super) fn add(&mut self, from: usize, to: usize) {
        self.to |= 1 << to;
        self.from[to % N] = from as u8;
    }
}

/// A machine with registers of `N` words. A value of the type proves that the CPU has the instructions.
pub(in crate::engine::lanes) trait Moves<const N: usize>: Copy {
    const REGISTERS: usize;
    /// A route in the form that [`moved`](Self::moved) needs.
    type Map: Copy;

    /// Converts a route to the form that [`moved`](Self::moved) needs.
    fn map(self, route: &Route<N>) -> Self::Map;
    /// Replaces lanes of `to` by their sources in `from`; the others do not change.
    fn moved(self, from: &Words<N>, map: &Self::Map, to: &mut Words<N>);
    /// A bit for each lane that is not zero.
    fn filled(self, words: Words<N>) -> u32;
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn all<const N: usize, M: Moves<N>>(
        machine: M,
        from: [u16; N],
        to: [u16; N],
        route: &Route<N>,
    ) -> ([u16; N], u32) {
        let (from, mut to) = (Words(from), Words(to));
        machine.moved(&from, &machine.map(route), &mut to);
        (to.0, machine.filled(from))
    }

    #[cfg(target_arch = "x86_64")]
    fn first<const N: usize>(words: &[u16; 32]) -> [u16; N] {
        *words.first_chunk().expect("N is 32 at most")
    }

    fn route<const N: usize>(pairs: &[(usize, usize)]) -> Route<N> {
        let mut route = Route::NONE;
        for &(from, to) in pairs {
            route.add(from % N, to % N);
        }
        route
    }

    proptest! {
        #[test]
        fn every_machine_moves_as_the_plain_one_does(
            mut from: [u16; 32],
            to: [u16; 32],
            empty in prop::collection::vec(0..32usize, 0..32),
            pairs in prop::collection::vec((0..32usize, 0..32usize), 0..32),
        ) {
            for lane in empty {
                from[lane] = 0;
            }
            let (moved, filled) = all::<32, _>((), from, to, &route(&pairs));
            for lane in 0..32 {
                let last = pairs.iter().rev().find(|&&(_, to)| to == lane);
                prop_assert_eq!(moved[lane], last.map_or(to[lane], |&(source, _)| from[source]));
                prop_assert_eq!(filled >> lane & 1 == 1, from[lane] != 0);
            }
            #[cfg(target_arch = "x86_64")]
            {
                use quadrille_cover::instructions::{Avx2, Avx512};
                let (of_16, to_16) = (first(&from), first(&to));
                if let Some(machine) = Avx2::detect() {
                    let plain = all::<16, _>((), of_16, to_16, &route(&pairs));
                    prop_assert_eq!(all::<16, _>(machine, of_16, to_16, &route(&pairs)), plain);
                }
                if let Some(machine) = Avx512::detect() {
                    let avx512 = all::<32, _>(machine, from, to, &route(&pairs));
                    prop_assert_eq!(avx512, (moved, filled));
                }
            }
        }
    }
}
