//! Statistics of results: pure functions of the rows that were read back.
//!
//! [`ranking`], [`comparison`] and [`gate`] compute what `quadrille rank`, `compare` and `gate` print. The other
//! modules are their parts, each with its source in the literature. `docs/STATISTICS.md` explains how to read the
//! figures.
//!
//! | module | what it holds |
//! |---|---|
//! | [`cells`] | the rows of one engine on one instance, over all repetitions |
//! | [`section`] | groups of instances over which a mean may be taken |
//! | [`spread`] | the median, its interval, and quantiles |
//! | [`ratio`] | geometric means of ratios, with bootstrap intervals |
//! | [`criterion`] | whether one side is slower by more than a tolerance |
//! | `noise` | the differences between rounds and between processes |
//! | [`cut_off`] | searches cut off by a limit of tests or nodes, which does not compare engines |
//! | [`best`] | the virtual best solver and PAR-2 |
//! | [`survival`] | means of times counted up to a limit |
//! | [`change`] | places at which a series changes |
//! | [`history`] | how times of engines went over revisions |
//! | [`bands`] | bands around curves of the share of instances |
//! | `rank_intervals` | intervals of ranks |
//! | [`ranks`] | rank correlations |

pub mod bands;
pub mod best;
pub mod cells;
pub mod change;
pub mod comparison;
pub mod criterion;
pub mod cut_off;
pub mod gate;
pub mod history;
mod noise;
mod rank_intervals;
pub mod ranking;
pub mod ranks;
pub mod ratio;
pub mod section;
#[cfg(test)]
mod simulated;
pub mod spread;
pub mod survival;

use quadrille_cover::random::Stream;
use sha2::{Digest, Sha256};
use thiserror::Error;

/// Why rows cannot be ranked or compared: what was found, what was expected, and what to do next.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("{0}")]
pub struct StatisticsError(pub(crate) String);

/// The stream of random numbers of a seed for one purpose, which `names` identifies. Streams do not depend on one
/// another.
pub fn stream(seed: u64, names: &[&str]) -> Stream {
    let digest = Sha256::digest(names.join("\0"));
    let number = digest.iter().take(8).fold(0, |number, &byte| number << 8 | u64::from(byte));
    Stream::new(seed, number)
}
