//! The claim `classes`: how many solutions there are up to symmetries that are listed.
//!
//! Each symmetry is checked as a renaming of the whole problem, so it takes solutions to solutions. From each representative, the
//! symmetries make all solutions of its class. If no representative is in the class of one before it, and the classes have as many solutions
//! together as the certificate counts, then the representatives are one of each class. This needs no knowledge of groups.

use std::collections::HashSet;
use std::rc::Rc;
use std::time::Instant;

use num_bigint::BigUint;

use crate::Limits;
use crate::lines::Lines;
use crate::listed::{SOLUTIONS, each_solution, options_of};
use crate::problem::Problem;
use crate::refusal::{Refusal, shortened};
use crate::renaming::{Parts, Renaming};

pub(crate) const SYMMETRIES: &str = "symmetries.txt";

/// Upper bound on the memory of a stored solution besides its options, in bytes: its allocation, its place in a set that has been
/// enlarged, and its place in the list of those whose images are not made yet.
const EACH: usize = 128;

/// Checks that the solutions listed are one of each class, `number` in all, of a problem with `counted` solutions.
pub(crate) fn check(
    problem: &Problem,
    (symmetries, solutions): (Lines<'_>, Lines<'_>),
    limits: Limits,
    (number, counted): (u64, &BigUint),
) -> Result<(), Refusal> {
    let mut classes = Classes::read(problem, symmetries, limits)?;
    let listed = each_solution(problem, solutions, |lines, options| classes.add(lines, options))?;
    let found = classes.found.len();
    if *counted != found.into() {
        let why = format_args!(
            "the solutions listed and their images have {found} solutions together; counted {counted}, so a class is missing"
        );
        return Err(Refusal::whole(SOLUTIONS, why));
    }
    if number != listed {
        let why =
            format_args!("claims {number} classes; {SOLUTIONS} has one solution each of {listed}");
        return Err(Refusal::whole("MANIFEST", why));
    }
    Ok(())
}

/// The symmetries, and the solutions of all classes so far.
struct Classes {
    /// By symmetry and option, the option that it is taken to.
    symmetries: Vec<Vec<u16>>,
    /// Solutions as numbers of options, in ascending order.
    found: HashSet<Rc<[u16]>>,
    /// Upper bound on the memory in use, in bytes.
    bytes: usize,
    limits: Limits,
}

impl Classes {
    /// Reads the symmetries, and checks that they are symmetries.
    fn read(problem: &Problem, mut lines: Lines<'_>, limits: Limits) -> Result<Self, Refusal> {
        let mut classes = Self { symmetries: Vec::new(), found: HashSet::new(), bytes: 0, limits };
        let highest: Vec<u32> = problem.several.iter().map(|several| several.high).collect();
        let left = problem.all();
        let whole = Parts { left: &left, open: &problem.once, times: &highest };
        while let Some(line) = lines.next()? {
            let images = options_of(&line, problem);
            let Some(images) = images.filter(|images| images.len() == problem.options) else {
                let why = format_args!(
                    "found `{}`; expected the number of an option for each of the {} options",
                    shortened(&line),
                    problem.options
                );
                return Err(lines.refusal(why));
            };
            let mut renaming = Renaming::of_all(images.iter().map(|&to| to as u32).collect());
            renaming.check(problem, whole, whole).map_err(|why| {
                lines.refusal(format_args!("found no symmetry of the problem: {why}"))
            })?;
            classes.take(&lines, 2 * images.len())?;
            classes.symmetries.push(images.iter().map(|&to| to as u16).collect());
        }
        Ok(classes)
    }

    /// Adds the class of a solution, which must not be in one of those before.
    fn add(&mut self, lines: &Lines<'_>, options: &[usize]) -> Result<(), Refusal> {
        let first: Rc<[u16]> = options.iter().map(|&option| option as u16).collect();
        if !self.found.insert(first.clone()) {
            return Err(lines.refusal(
                "found a solution that the symmetries make of one listed before; expected one solution of each class",
            ));
        }
        self.take(lines, 2 * options.len())?;
        let (mut open, mut image) = (vec![first], Vec::new());
        while let Some(solution) = open.pop() {
            for symmetry in 0..self.symmetries.len() {
                let to = &self.symmetries[symmetry];
                image.clear();
                image.extend(solution.iter().map(|&option| to[option as usize]));
                image.sort_unstable();
                if !self.found.contains(&image[..]) {
                    self.take(lines, 2 * image.len())?;
                    let image: Rc<[u16]> = image[..].into();
                    self.found.insert(image.clone());
                    open.push(image);
                }
            }
            if self.limits.until.is_some_and(|until| Instant::now() > until) {
                let why =
                    "the limit of time has passed before all images of this solution are made";
                return Err(lines.refusal(why).of_limit());
            }
        }
        Ok(())
    }

    /// Takes memory for one more symmetry or solution, which has this number of bytes.
    fn take(&mut self, lines: &Lines<'_>, bytes: usize) -> Result<(), Refusal> {
        self.bytes += bytes + EACH;
        if self.bytes <= self.limits.stored {
            return Ok(());
        }
        let why = format_args!(
            "the symmetries and the solutions of the classes so far take more than {} bytes, which is the limit of this check",
            self.limits.stored
        );
        Err(lines.refusal(why).of_limit())
    }
}

#[cfg(test)]
mod tests;
