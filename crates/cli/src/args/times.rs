//! What verbs that hold times against each other are told alike.

use clap::{Args, ValueEnum};
use quadrille_harness::results::Clock;

/// Which times, and how sure they are.
#[derive(Clone, Copy, Debug, Args)]
pub struct Times {
    /// The time to go by
    #[arg(long, value_name = "CLOCK", default_value = "cpu")]
    by: By,
    /// Draws the intervals
    #[arg(long, value_name = "N", default_value_t = 0)]
    pub seed: u64,
}

#[derive(Clone, Copy, Debug, ValueEnum)]
enum By {
    /// Time of the processor
    Cpu,
    /// Time on the wall
    Wall,
}

impl Times {
    pub fn clock(self) -> Clock {
        match self.by {
            By::Cpu => Clock::Cpu,
            By::Wall => Clock::Wall,
        }
    }

    /// `CPU time`, `wall time`.
    pub fn what(self) -> &'static str {
        match self.by {
            By::Cpu => "CPU time",
            By::Wall => "wall time",
        }
    }
}
