//! Chunks as arrays, for any CPU. The compiler chooses the instructions.

use super::{Block, Bytes, Chunk, Words};

#[derive(Clone, Copy, Debug)]
pub(in super::super) struct PlainBytes([u8; 32]);

#[derive(Clone, Copy, Debug)]
pub(in super::super) struct PlainWords([u16; 16]);

macro_rules! block {
    ($block:ident, $size:ident, $width:ident) => {
        impl $block {
            #[inline(always)]
            fn zip(mut self, other: Self, does: impl Fn($size, $size) -> $size) -> Self {
                for (a, b) in self.0.iter_mut().zip(other.0) {
                    *a = does(*a, b);
                }
                self
            }
        }

        impl Block for $block {
            type Machine = ();
            type Width = $width;
            #[inline(always)]
            fn load((): (), chunk: &Chunk) -> Self {
                const BYTES: usize = size_of::<$size>();
                let mut lanes = [0; 32 / BYTES];
                for (lane, bytes) in lanes.iter_mut().zip(chunk.0.as_chunks::<BYTES>().0) {
                    *lane = $size::from_le_bytes(*bytes);
                }
                Self(lanes)
            }
            #[inline(always)]
            fn store(self, chunk: &mut Chunk) {
                const BYTES: usize = size_of::<$size>();
                for (lane, bytes) in self.0.iter().zip(chunk.0.as_chunks_mut::<BYTES>().0) {
                    *bytes = lane.to_le_bytes();
                }
            }
            #[inline(always)]
            fn plus(self, other: Self) -> Self {
                self.zip(other, $size::wrapping_add)
            }
            #[inline(always)]
            fn or(self, other: Self) -> Self {
                self.zip(other, |a, b| a | b)
            }
            #[inline(always)]
            fn smaller(self, other: Self) -> Self {
                self.zip(other, $size::min)
            }
            #[inline(always)]
            fn smallest(self) -> u32 {
                u32::from(self.0.iter().fold($size::MAX, |least, &size| least.min(size)))
            }
            #[inline(always)]
            fn first(self, size: u32) -> Option<usize> {
                self.0.iter().position(|&lane| u32::from(lane) == size)
            }
        }
    };
}
block!(PlainBytes, u8, Bytes);
block!(PlainWords, u16, Words);
