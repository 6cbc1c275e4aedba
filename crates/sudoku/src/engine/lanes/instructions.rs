//! The instruction sets that `lanes` is compiled for.

use std::fmt;

#[cfg(target_arch = "x86_64")]
use quadrille_cover::instructions::{Avx2, Avx512};

/// An instruction set that `lanes` is compiled for.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Instructions {
    /// What every machine of the architecture has: SSE2 on x86-64, NEON on ARM.
    Baseline,
    /// AVX2.
    Avx2,
    /// AVX-512 with F, BW, VL and DQ.
    Avx512,
}

impl Instructions {
    /// All instruction sets, simplest first.
    pub const ALL: [Self; 3] = [Self::Baseline, Self::Avx2, Self::Avx512];

    /// The name on the command line.
    pub fn name(self) -> &'static str {
        match self {
            Self::Baseline => "baseline",
            Self::Avx2 => "avx2",
            Self::Avx512 => "avx512",
        }
    }

    /// The instruction set with this name; `None` if the name is unknown.
    pub fn from_name(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|instructions| instructions.name() == name)
    }

    /// Whether this machine has the instruction set.
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

    /// The best instruction set of this machine.
    pub fn best() -> Self {
        Self::Avx512.or_less()
    }

    /// The best instruction set of this machine that is not better than `self`.
    #[must_use]
    pub fn or_less(self) -> Self {
        let allowed = Self::ALL.into_iter().rev().filter(|&some| some <= self);
        allowed.into_iter().find(|some| some.are_there()).unwrap_or(Self::Baseline)
    }
}

impl fmt::Display for Instructions {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.name())
    }
}
