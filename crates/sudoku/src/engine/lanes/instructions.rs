//! Which instructions the lanes are compiled for.

use std::fmt;
use std::sync::atomic::{AtomicU8, Ordering};

#[cfg(target_arch = "x86_64")]
use super::row::{avx2::Avx2, avx512::Avx512};

/// Instructions that `lanes` is compiled for.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Instructions {
    /// What every machine of its kind has: SSE2 on x86-64, NEON on ARM.
    Baseline,
    /// AVX2.
    Avx2,
    /// AVX-512 with F, BW, VL and DQ.
    Avx512,
}

impl Instructions {
    /// All of them, the simplest first.
    pub const ALL: [Self; 3] = [Self::Baseline, Self::Avx2, Self::Avx512];

    /// The name it goes by on the command line.
    pub fn name(self) -> &'static str {
        match self {
            Self::Baseline => "baseline",
            Self::Avx2 => "avx2",
            Self::Avx512 => "avx512",
        }
    }

    /// The instructions of that name.
    pub fn from_name(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|instructions| instructions.name() == name)
    }

    /// Whether this machine has them.
    pub fn are_there(self) -> bool {
        match self {
            Self::Baseline => true,
            #[cfg(target_arch = "x86_64")]
            Self::Avx2 => Avx2::detect().is_some(),
            #[cfg(target_arch = "x86_64")]
            Self::Avx512 => Avx512::detect().is_some(),
            #[cfg(not(target_arch = "x86_64"))]
            Self::Avx2 | Self::Avx512 => false,
        }
    }

    /// The best that this machine has, or the best allowed by [`at_most`](Self::at_most).
    pub fn best() -> Self {
        let most = MOST.load(Ordering::Relaxed) as usize;
        let allowed = Self::ALL.into_iter().take(most + 1).rev();
        allowed.into_iter().find(|some| some.are_there()).unwrap_or(Self::Baseline)
    }

    /// From now on nothing in this process uses better instructions than these, unless it asks for
    /// them by name: to compare, or to see what another machine would do.
    pub fn at_most(self) {
        MOST.store(self as u8, Ordering::Relaxed);
    }
}

static MOST: AtomicU8 = AtomicU8::new(Instructions::Avx512 as u8);

impl fmt::Display for Instructions {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.name())
    }
}
