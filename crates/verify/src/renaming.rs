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

/// Checks renamings, in memory that is used again.
#[derive(Default)]
pub(crate) struct Renaming {
    /// By option, its counterpart: what the certificate says.
    to: Vec<u32>,
    image: Vec<u64>,
    own: Vec<Vec<u64>>,
    stored: Vec<Vec<u64>>,
}

impl Renaming {
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

    /// The counterparts of the options of both sets.
    fn image_of(&mut self, one: &[u64], other: &[u64]) -> &[u64] {
        self.image.fill(0);
        for (i, (one, other)) in one.iter().zip(other).enumerate() {
            for option in bits::members(&[one & other]) {
                bits::set(&mut self.image, self.to[64 * i + option] as usize);
            }
        }
        &self.image
    }

    fn excludes_alike(&mut self, problem: &Problem, own: Parts<'_>, stored: Parts<'_>) -> bool {
        bits::members(own.left).all(|option| {
            let excluded = problem.excluded(self.to[option] as usize);
            let image = self.image_of(problem.excluded(option), own.left);
            image
                .iter()
                .zip(excluded.iter().zip(stored.left))
                .all(|(image, (a, b))| *image == a & b)
        })
    }

    /// Whether the sets of options that hold an item to be covered are the same, and how often it may and must be covered.
    fn covers_alike(&mut self, problem: &Problem, own: Parts<'_>, stored: Parts<'_>) -> bool {
        let (mut of_own, mut of_stored) =
            (std::mem::take(&mut self.own), std::mem::take(&mut self.stored));
        of_own.clear();
        of_stored.clear();
        let times = |parts: Parts<'_>, place: usize| {
            let times = parts.times[place];
            [times.into(), problem.several[place].need(times).into()]
        };
        for item in bits::members(own.open) {
            of_own.push(self.image_of(problem.holders(item), own.left).to_vec());
        }
        for item in bits::members(stored.open) {
            of_stored.push(common(problem.holders(item), stored.left));
        }
        // Items with bounds are told from others by the two words that follow their sets.
        for (place, several) in problem.several.iter().enumerate() {
            let image = self.image_of(problem.holders(several.item), own.left);
            of_own.push([image, &times(own, place)].concat());
            let common = common(problem.holders(several.item), stored.left);
            of_stored.push([&common[..], &times(stored, place)].concat());
        }
        for sets in [&mut of_own, &mut of_stored] {
            sets.sort_unstable();
            sets.dedup();
        }
        let is_alike = of_own == of_stored;
        (self.own, self.stored) = (of_own, of_stored);
        is_alike
    }
}

/// The options of both sets.
fn common(one: &[u64], other: &[u64]) -> Vec<u64> {
    one.iter().zip(other).map(|(one, other)| one & other).collect()
}
