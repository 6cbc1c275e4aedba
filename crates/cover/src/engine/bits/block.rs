//! Sizes of items, 32 bytes of them at a time.

#[cfg(target_arch = "x86_64")]
pub(super) mod avx2;
pub(super) mod plain;

/// 32 bytes of sizes, in memory: 32 of a byte or 16 of two.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(C, align(32))]
pub(super) struct Chunk(pub(super) [u8; 32]);

impl Chunk {
    pub(super) const ZERO: Self = Self([0; 32]);
}

/// How wide a size is.
pub(super) trait Width: Copy {
    /// Sizes in a chunk.
    const LANES: usize;
    /// The size of an item that is covered: more than any other has.
    const COVERED: u32;
    /// The size in a lane.
    fn get(chunk: &Chunk, lane: usize) -> u32;
    /// Puts a size into a lane.
    fn set(chunk: &mut Chunk, lane: usize, size: u32);
}

/// Sizes up to 254.
#[derive(Clone, Copy, Debug)]
pub(super) struct Bytes;

/// Sizes up to 65534.
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
/// All methods must be inlined where the machine's instructions are allowed.
pub(super) trait Block: Copy {
    /// Shows that the instructions are there.
    type Machine: Copy;
    /// How wide the sizes are.
    type Width: Width;
    fn load(machine: Self::Machine, chunk: &Chunk) -> Self;
    fn store(self, chunk: &mut Chunk);
    /// The sums.
    fn plus(self, other: Self) -> Self;
    fn or(self, other: Self) -> Self;
    /// The smaller of two in each lane.
    fn smaller(self, other: Self) -> Self;
    /// The smallest of all lanes.
    fn smallest(self) -> u32;
    /// The first lane with this size.
    fn first(self, size: u32) -> Option<usize>;
    /// A bit for each lane with this size, the first lane's the lowest.
    fn lanes(self, size: u32) -> u32;
}
