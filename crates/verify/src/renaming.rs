//! Whether a sub-problem is a stored one under other names (docs/PROOFS.md, `xcd 2`).
//!
//! The certificate gives the renaming of the options. It is checked that what makes a set of options a solution is the same on
//! both sides: which options exclude each other, and which options hold the items that are to be covered.

use crate::bits;
use crate::problem::Problem;
use crate::refusal::Refusal;
use crate::steps::Steps;

/// The parts of a sub-problem.
#[derive(Clone, Copy)]
pub(crate) struct Parts<'p> {
    /// Options left, and items to be covered once.
    pub left: &'p [u64],
    pub open: &'p [u64],
    /// How often each of `Problem::several` may still be covered.
    pub times: &'p [u32],
}

impl Parts<'_> {
    /// The items that may have to be covered: those to be covered once that are not covered yet, and all with bounds.
    fn items<'a>(&'a self, problem: &'a Problem) -> impl Iterator<Item = usize> + 'a {
        bits::members(self.open).chain(problem.several.iter().map(|several| several.item))
    }

    /// How often an item with bounds may and must still be covered; `None` for an item to be covered once.
    fn times(&self, problem: &Problem, item: usize) -> Option<(u32, u32)> {
        let place = problem.place(item)?;
        let times = self.times[place];
        Some((times, problem.several[place].need(times)))
    }
}

/// Checks renamings, in memory that is used again.
#[derive(Default)]
pub(crate) struct Renaming {
    /// By option, its counterpart: what the certificate says.
    pub to: Vec<u32>,
    image: Vec<u64>,
    /// The counterparts of the options of one item.
    held: Vec<usize>,
    /// The items of the stored sub-problem that are the counterpart of some item.
    met: Vec<u64>,
}

impl Renaming {
    /// A renaming of all options: by option, its counterpart.
    pub(crate) fn of_all(to: Vec<u32>) -> Self {
        Self { to, ..Self::default() }
    }

    /// Reads the counterpart of each option left.
    pub(crate) fn read(
        &mut self,
        problem: &Problem,
        left: &[u64],
        steps: &mut Steps<'_>,
    ) -> Result<(), Refusal> {
        self.to.resize(problem.options, 0);
        bits::members(left).try_for_each(|option| {
            self.to[option] = steps.number()?;
            Ok(())
        })
    }

    /// Why the counterparts do not make a sub-problem equal to a stored one, if they do not.
    pub(crate) fn check(
        &mut self,
        problem: &Problem,
        own: Parts<'_>,
        stored: Parts<'_>,
    ) -> Result<(), &'static str> {
        self.image.clear();
        self.image.resize(problem.words, 0);
        for option in bits::members(own.left) {
            let place = self.to[option] as usize;
            if place >= problem.options || bits::has(&self.image, place) {
                return Err("a counterpart is no option, or is that of another one, too");
            }
            bits::set(&mut self.image, place);
        }
        if self.image != stored.left {
            return Err("the counterparts are not the options that are left in the stored one");
        }
        // If nothing else excludes, options exclude each other by the items that are compared below.
        if !problem.is_pure && !self.excludes_alike(problem, own, stored) {
            return Err(
                "two options exclude each other, and their counterparts do not, or the other way round",
            );
        }
        if !self.covers_alike(problem, own, stored) {
            return Err(
                "the options of an item to be covered do not correspond to those of any other",
            );
        }
        Ok(())
    }

    /// Whether options exclude the same options on both sides. Their counterparts are the options of the stored sub-problem, so it is
    /// enough that each excluded option has an excluded counterpart, and that there are no more of these.
    fn excludes_alike(&self, problem: &Problem, own: Parts<'_>, stored: Parts<'_>) -> bool {
        bits::members(own.left).all(|option| {
            let excluded = problem.excluded(self.to[option] as usize);
            let mut count = 0;
            bits::members_of_both(problem.excluded(option), own.left).all(|other| {
                count += 1;
                bits::has(excluded, self.to[other] as usize)
            }) && count == bits::common(excluded, stored.left)
        })
    }

    /// Whether the sets of options that hold an item to be covered are the same, and how often it may and must be covered.
    fn covers_alike(&mut self, problem: &Problem, own: Parts<'_>, stored: Parts<'_>) -> bool {
        // Items without options are told apart by their times alone.
        let (mut bare, mut bare_stored) = (Vec::new(), Vec::new());
        self.met.clear();
        self.met.resize(problem.item_words, 0);
        for item in own.items(problem) {
            let times = own.times(problem, item);
            self.held.clear();
            let held = problem.held_by(item, own.left).map(|option| self.to[option] as usize);
            self.held.extend(held);
            let Some(&first) = self.held.first() else {
                bare.push(times);
                continue;
            };
            let mut is_met = false;
            // A counterpart holds all counterparts of the options, so the first of them, too; and it has no more options than these.
            for other in problem.primary_of(first) {
                let is_there = problem.place(other).is_some() || bits::has(stored.open, other);
                let holders = problem.holders(other);
                if is_there
                    && times == stored.times(problem, other)
                    && self.held.iter().all(|&option| bits::has(holders, option))
                    && self.held.len() == problem.held_by(other, stored.left).count()
                {
                    bits::set(&mut self.met, other);
                    is_met = true;
                }
            }
            if !is_met {
                return false;
            }
        }
        for item in stored.items(problem) {
            if problem.held_by(item, stored.left).next().is_none() {
                bare_stored.push(stored.times(problem, item));
            } else if !bits::has(&self.met, item) {
                return false;
            }
        }
        for bare in [&mut bare, &mut bare_stored] {
            bare.sort_unstable();
            bare.dedup();
        }
        bare == bare_stored
    }
}

#[cfg(test)]
mod tests;
