//! Chunks of 32 bytes of item sizes. A vector register of AVX2 holds one chunk.

#[cfg(target_arch = "x86_64")]
pub(super) mod avx2;
pub(super) mod plain;

/// 32 bytes of sizes in memory: 32 sizes of one byte or 16 sizes of two bytes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(C, align(32))]
pub(super) struct Chunk(pub(super) [u8; 32]);

impl Chunk {
    pub(super) const ZERO: Self = Self([0; 32]);
}

/// The width in which the sizes of items are stored: one byte ([`Bytes`]) or two bytes ([`Words`]).
pub(super) trait Width: Copy {
    /// Number of sizes in a chunk.
    const LANES: usize;
    /// The size stored for a covered item. It is greater than the size of any uncovered item.
    const COVERED: u32;
    fn get(chunk: &Chunk, lane: usize) -> u32;
    fn set(chunk: &mut Chunk, lane: usize, size: u32);
}

/// One byte, for sizes up to 254.
#[derive(Clone, Copy, Debug)]
pub(super) struct Bytes;

/// Two bytes, for sizes up to 65534.
#[derive(Clone, Copy, Debug)]
pub(super) struct Words;

impl Width for Bytes {
    const LANES: usize = 32;
    const COVERED: u32 = 0xff;
    #[inline(always)]
    fn get(chunk: &Chunk, lane: usize) -> u32 {
        u32::from(chunk.0[lane])
    }
    #[inline(always)]
    fn set(chunk: &mut Chunk, lane: usize, size: u32) {
        chunk.0[lane] = size as u8;
    }
}

impl Width for Words {
    const LANES: usize = 16;
    const COVERED: u32 = 0xffff;
    #[inline(always)]
    fn get(chunk: &Chunk, lane: usize) -> u32 {
        u32::from(u16::from_le_bytes([chunk.0[2 * lane], chunk.0[2 * lane + 1]]))
    }
    #[inline(always)]
    fn set(chunk: &mut Chunk, lane: usize, size: u32) {
        chunk.0[2 * lane..2 * lane + 2].copy_from_slice(&(size as u16).to_le_bytes());
    }
}

/// A chunk in a register. Arithmetic is lane by lane and wraps around.
///
/// All methods are inlined, so that they are compiled for the instruction set of their caller.
pub(super) trait Block: Copy {
    /// Token whose existence proves that the CPU has the instructions that the methods use.
    type Machine: Copy;
    type Width: Width;
    fn load(machine: Self::Machine, chunk: &Chunk) -> Self;
    fn store(self, chunk: &mut Chunk);
    fn plus(self, other: Self) -> Self;
    fn or(self, other: Self) -> Self;
    /// Lane-wise minimum.
    fn smaller(self, other: Self) -> Self;
    fn smallest(self) -> u32;
    /// Index of the first lane with this size; `None` if no lane has it.
    fn first(self, size: u32) -> Option<usize>;
}
