//! Many puzzles at once, in node lanes.
//!
//! The answers are those that one puzzle at a time gets, solutions included, whatever the other
//! puzzles of the batch and whatever the machine.

use super::node::{First, Nodes, Work};
use super::{Cells, Lanes, Machine};
use crate::engine::Uniqueness;

#[cfg(target_arch = "x86_64")]
use super::row::{avx2::Avx2, avx512::Avx512};

/// What is known of a puzzle.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Solved {
    /// How many solutions there are, up to the limit.
    pub count: u64,
    /// The first solution, the same that [`Lanes::first`] finds.
    pub first: Option<Cells>,
}

impl Lanes {
    /// How many solutions each puzzle has, up to a limit.
    ///
    /// # Panics
    /// If a digit is above 9, or there are 2³² puzzles or more.
    pub fn count_batch(&mut self, puzzles: &[Cells], limit: u64) -> Vec<u64> {
        let mut counts = vec![0; puzzles.len()];
        if limit > 0 {
            self.work(&mut Work { puzzles, next: 0, limit, counts: &mut counts, firsts: &mut [] });
        }
        counts
    }

    /// Whether each puzzle has one solution, several or none.
    ///
    /// # Panics
    /// If a digit is above 9, or there are 2³² puzzles or more.
    pub fn check_batch(&mut self, puzzles: &[Cells]) -> Vec<Uniqueness> {
        self.count_batch(puzzles, 2).into_iter().map(uniqueness).collect()
    }

    /// How many solutions each puzzle has, up to a limit, and the first.
    ///
    /// # Panics
    /// If a digit is above 9, or there are 2³² puzzles or more.
    pub fn solve_batch(&mut self, puzzles: &[Cells], limit: u64) -> Vec<Solved> {
        let mut counts = vec![0; puzzles.len()];
        let mut firsts = vec![First::NONE; puzzles.len()];
        if limit > 0 {
            self.work(&mut Work {
                puzzles,
                next: 0,
                limit,
                counts: &mut counts,
                firsts: &mut firsts,
            });
        }
        let mut solved = Vec::with_capacity(puzzles.len());
        for ((puzzle, count), first) in puzzles.iter().zip(counts).zip(firsts) {
            let first = match count {
                0 => None,
                _ if first.is_uncertain() => self.first(puzzle),
                _ => Some(first.cells),
            };
            solved.push(Solved { count, first });
        }
        solved
    }

    #[doc(hidden)]
    pub fn sw(&mut self) -> [u64; 4] { match &mut self.0 { Machine::Avx512(_, _, n) => std::mem::take(&mut n.as_mut().unwrap().sweeps), Machine::Avx2(_, _, n) => std::mem::take(&mut n.as_mut().unwrap().sweeps), Machine::Baseline(_, n) => std::mem::take(&mut n.as_mut().unwrap().sweeps) } }
    fn work(&mut self, work: &mut Work<'_>) {
        assert!(u32::try_from(work.puzzles.len()).is_ok(), "too many puzzles");
        for puzzle in work.puzzles {
            super::assert_digits(puzzle);
        }
        match &mut self.0 {
            #[cfg(target_arch = "x86_64")]
            Machine::Avx512(machine, _, nodes) => {
                // SAFETY: the value of type `Avx512` shows that these instructions are there.
                #[allow(unsafe_code)]
                unsafe {
                    work_avx512(*machine, nodes.get_or_insert_with(Nodes::new), work);
                }
            }
            #[cfg(target_arch = "x86_64")]
            Machine::Avx2(machine, _, nodes) => {
                // SAFETY: the value of type `Avx2` shows that these instructions are there.
                #[allow(unsafe_code)]
                unsafe {
                    work_avx2(*machine, nodes.get_or_insert_with(Nodes::new), work);
                }
            }
            Machine::Baseline(_, nodes) => {
                nodes.get_or_insert_with(Nodes::new).search(super::MOVES, work);
            }
        }
    }
}

fn uniqueness(count: u64) -> Uniqueness {
    match count {
        0 => Uniqueness::None,
        1 => Uniqueness::Unique,
        _ => Uniqueness::Multiple,
    }
}

#[cfg(target_arch = "x86_64")]
#[target_feature(enable = "avx512f,avx512bw,avx512vl,avx512dq,bmi1,bmi2,lzcnt,popcnt")]
fn work_avx512(machine: Avx512, nodes: &mut Nodes<32>, work: &mut Work<'_>) {
    nodes.search(machine, work);
}

#[cfg(target_arch = "x86_64")]
#[target_feature(enable = "avx2,bmi1,bmi2,lzcnt,popcnt")]
fn work_avx2(machine: Avx2, nodes: &mut Nodes<16>, work: &mut Work<'_>) {
    nodes.search(machine, work);
}
