//! Sets of x86-64 instructions beyond SSE2, and proof that this machine has them.
//!
//! A vectorised engine is written once and compiled for several sets of CPU features. Each set has a
//! token type, such as [`Avx2`]. A value of the type exists only where [`Avx2::detect`] found every
//! feature of the set, so code that holds the value may use these instructions. [`Avx2::run`]
//! compiles a computation for the set.
//!
//! Detection and compilation are made from one list, [`Avx2::FEATURES`]. The list also names the
//! features that the compiler adds because others imply them, such as `avx` for `avx2`: a hypervisor
//! can hide any feature alone, and code compiled for a hidden feature has undefined behaviour.

#![allow(unsafe_code)]

/// A computation that is compiled for a set of instructions by the `run` of its token, such as [`Avx2::run`].
pub trait Work<Token> {
    type Output;

    /// Does the work. The token proves that the CPU has the instructions.
    ///
    /// This function and all that is to be compiled for the set must be `#[inline(always)]`: a
    /// function or closure that is called and not inlined is compiled without these instructions.
    fn run(self, token: Token) -> Self::Output;
}

/// Defines the token type of a set of features. No other place may list the features of a set.
macro_rules! instruction_set {
    ($(#[$doc:meta])* $token:ident: $($feature:tt)+) => {
        $(#[$doc])*
        #[derive(Clone, Copy, Debug)]
        pub struct $token(());

        impl $token {
            /// The features that are detected and compiled for, including those that others imply.
            pub const FEATURES: &[&str] = &[$($feature),+];

            /// A token, if this machine has every feature of the set.
            pub fn detect() -> Option<Self> {
                Self::if_all([$(std::arch::is_x86_feature_detected!($feature)),+])
            }

            /// A token, if each feature of the list was found.
            fn if_all(found: [bool; Self::FEATURES.len()]) -> Option<Self> {
                found.iter().all(|&found| found).then_some(Self(()))
            }

            /// Does some work in code that is compiled for the set.
            pub fn run<W: Work<Self>>(self, work: W) -> W::Output {
                #[target_feature($(enable = $feature),+)]
                fn compiled<W: Work<$token>>(token: $token, work: W) -> W::Output {
                    work.run(token)
                }
                // SAFETY: `compiled` requires the features of the list, and a token is made only by
                // `if_all`, when each feature of the same list was found.
                unsafe { compiled(self, work) }
            }
        }
    };
}

instruction_set! {
    /// AVX2 with the bit manipulation of the first processors that had it (Haswell, Zen).
    Avx2:
    "sse3" "ssse3" "sse4.1" "sse4.2" "avx" "avx2" "bmi1" "bmi2" "lzcnt" "popcnt"
}

instruction_set! {
    /// AVX-512 with F, BW, VL and DQ (Skylake-SP, Zen 4).
    Avx512:
    "sse3" "ssse3" "sse4.1" "sse4.2" "avx" "avx2" "bmi1" "bmi2" "lzcnt" "popcnt"
    "fma" "f16c" "avx512f" "avx512bw" "avx512vl" "avx512dq"
}

instruction_set! {
    /// AVX-512 that also counts bits in vectors, with VPOPCNTDQ and VBMI2 (Ice Lake, Zen 4).
    Avx512Popcnt:
    "sse3" "ssse3" "sse4.1" "sse4.2" "avx" "avx2" "bmi1" "bmi2" "lzcnt" "popcnt"
    "fma" "f16c" "avx512f" "avx512bw" "avx512vl" "avx512dq" "avx512vpopcntdq" "avx512vbmi2"
}

#[cfg(test)]
mod tests;
