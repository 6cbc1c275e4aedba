//! What results come to: pure functions of the rows that were read back.
//!
//! [`ranking`], [`comparison`] and [`gate`] are what `quadrille rank`, `compare` and `gate` print; the others are
//! what these are made of, each with its source in the literature. `docs/STATISTICS.md` says how to read
//! them.
//!
//! | module | what it holds |
//! |---|---|
//! | [`cells`] | an engine and an instance, over all repetitions |
//! | [`section`] | what may be taken together |
//! | [`spread`] | median, MAD, quantiles |
//! | [`ratio`] | geometric means of ratios, with bootstrap intervals |
//! | [`wilcoxon`], [`shift`] | the signed-rank test, and the shift that goes with it |
//! | [`several`] | many tests at once |
//! | [`noise`] | by how much times differ with nothing to blame |
//! | [`best`] | the virtual best solver, PAR-2 |
//! | [`ranks`] | rank correlations |
//! | [`pairing`] | the same instances on two sides |

pub mod best;
pub mod cells;
pub mod comparison;
pub mod gate;
pub mod noise;
pub mod pairing;
pub mod ranking;
pub mod ranks;
pub mod ratio;
pub mod section;
pub mod several;
pub mod shift;
pub mod spread;
pub mod wilcoxon;

use quadrille_cover::random::Stream;
use sha2::{Digest, Sha256};

/// A stream of random numbers for what is called so: the same whatever else is drawn.
pub(crate) fn stream(seed: u64, names: &[&str]) -> Stream {
    let digest = Sha256::digest(names.join("\0"));
    let number = digest.iter().take(8).fold(0, |number, &byte| number << 8 | u64::from(byte));
    Stream::new(seed, number)
}
