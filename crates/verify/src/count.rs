//! The walk along a certificate: counts the solutions of a problem.
//!
//! A sub-problem is a set of primary items still to be covered, how often the others may still be covered, and a set of
//! options left. The certificate says which item to branch on; everything else is computed here. So no
//! certificate can make the count wrong.

use std::marker::PhantomData;
use std::time::Instant;

use crate::Limits;
use crate::beside::{Comparison, Helper, Whole};
use crate::bits;
use crate::number::Number;
use crate::problem::Problem;
use crate::refusal::{LATE, Refusal};
use crate::renaming::{Parts, Renaming};
use crate::steps::{Step, Steps};
use crate::stored::Stored;

/// After this many branches the walk looks at the clock.
const LOOK: u32 = 1 << 10;

/// What the walk does with solutions.
pub(crate) trait Visit {
    /// Whether every solution is visited, so that the certificate may refer to no stored sub-problem.
    const ALL: bool;
    /// Receives the options of a solution, in the order of the walk.
    fn solution(&mut self, options: &[usize]) -> Result<(), Refusal>;
}

/// Counts without visiting.
pub(crate) struct Count;

impl Visit for Count {
    const ALL: bool = false;
    fn solution(&mut self, _: &[usize]) -> Result<(), Refusal> {
        Ok(())
    }
}

/// Why a walk ended early.
pub(crate) enum Ended {
    /// The count overflows its type.
    Overflow,
    Refused(Refusal),
}

impl From<Refusal> for Ended {
    fn from(refusal: Refusal) -> Self {
        Self::Refused(refusal)
    }
}

/// A sub-problem whose branches are being counted.
struct Frame<N> {
    item: usize,
    /// The place of the item in `Problem::several`.
    several: Option<usize>,
    /// Number of branches with an option that are left.
    branches: u32,
    /// Whether a branch without any option of the item is to follow.
    closes: bool,
    total: N,
    /// The place of the sub-problem in `Walk::stored`, if its count is to be stored.
    key: Option<u32>,
}

impl Parts<'_> {
    /// What tells the sub-problem from others.
    fn key(&self, problem: &Problem) -> impl Iterator<Item = u64> {
        let left = if problem.is_pure { &[] } else { self.left };
        let times = self.times.iter().map(|&times| u64::from(times));
        self.open.iter().chain(left).copied().chain(times)
    }
}

/// The options left, items to be covered once and times of the sub-problem that has a [key](Parts::key).
fn of_key<'k>(problem: &Problem, key: &'k [u64]) -> (Vec<u64>, &'k [u64], Vec<u32>) {
    let (open, rest) = key.split_at(problem.item_words);
    let (left, times) = if problem.is_pure {
        (problem.covered_by(open), rest)
    } else {
        let (left, times) = rest.split_at(problem.words);
        (left.to_vec(), times)
    };
    (left, open, times.iter().map(|&times| times as u32).collect())
}

/// The walk along a certificate, and the sub-problems stored.
pub(crate) struct Walk<'p, N, V> {
    problem: &'p Problem,
    limits: Limits,
    /// The states of all levels, one after the other. Options already branched on are taken out of `left`.
    left: Vec<u64>,
    open: Vec<u64>,
    times: Vec<u32>,
    frames: Vec<Frame<N>>,
    /// The option chosen in each frame; `None` in the branch without one.
    chosen: Vec<Option<usize>>,
    solution: Vec<usize>,
    stored: Stored<N>,
    renaming: Renaming,
    /// Who checks renamings, too.
    pub helper: Option<Helper<'p>>,
    /// Number of steps so far.
    pub steps: u64,
    /// Number of branches entered and left so far, of which a single step may have thousands.
    branches: u32,
    visit: PhantomData<V>,
}

impl<'p, N: Number, V: Visit> Walk<'p, N, V> {
    pub(crate) fn new(problem: &'p Problem, limits: Limits) -> Self {
        let Problem { words, item_words, several, is_pure, .. } = problem;
        let key = item_words + if *is_pure { 0 } else { words + several.len() };
        Self {
            problem,
            limits,
            left: Vec::new(),
            open: Vec::new(),
            times: Vec::new(),
            frames: Vec::new(),
            chosen: Vec::new(),
            solution: Vec::new(),
            stored: Stored::new(key),
            renaming: Renaming::default(),
            helper: None,
            steps: 0,
            branches: 0,
            visit: PhantomData,
        }
    }

    /// Counts the solutions among the options `left`, and reads the steps for them. Of a walk that does not visit all
    /// solutions, `left` must be all options.
    pub(crate) fn count(
        &mut self,
        left: &[u64],
        steps: &mut Steps<'_>,
        visit: &mut V,
    ) -> Result<N, Ended> {
        self.frames.clear();
        self.chosen.clear();
        self.make_level(0);
        self.left[..left.len()].copy_from_slice(left);
        self.open[..self.problem.item_words].copy_from_slice(&self.problem.once);
        let highest = self.problem.several.iter().map(|several| several.high);
        self.times.iter_mut().zip(highest).for_each(|(times, high)| *times = high);
        let mut done = self.enter(steps, visit)?;
        loop {
            if let Some(number) = done {
                let Some(frame) = self.frames.last_mut() else { return Ok(number) };
                frame.total = frame.total.plus(&number).ok_or(Ended::Overflow)?;
                self.chosen.pop();
            }
            done = if self.descend() { self.enter(steps, visit)? } else { Some(self.leave()) };
            self.branches = self.branches.wrapping_add(1);
            if self.branches.is_multiple_of(LOOK) && self.is_late() {
                return Err(steps.refusal(LATE).of_limit().into());
            }
        }
    }

    fn is_late(&self) -> bool {
        self.limits.until.is_some_and(|until| Instant::now() > until)
    }

    /// Makes room for the state of a level.
    fn make_level(&mut self, level: usize) {
        let Problem { words, item_words, several, .. } = self.problem;
        if self.left.len() < (level + 1) * words || self.open.len() < (level + 1) * item_words {
            self.left.resize((level + 1) * words, 0);
            self.open.resize((level + 1) * item_words, 0);
            self.times.resize((level + 1) * several.len(), 0);
        }
    }

    /// Enters the sub-problem at the current level. Returns its count if no branch is needed.
    fn enter(&mut self, steps: &mut Steps<'_>, visit: &mut V) -> Result<Option<N>, Ended> {
        let level = self.frames.len();
        let problem = self.problem;
        let state = Parts {
            left: &self.left[level * problem.words..][..problem.words],
            open: &self.open[level * problem.item_words..][..problem.item_words],
            times: &self.times[level * problem.several.len()..][..problem.several.len()],
        };
        if bits::is_empty(state.open) && bits::is_empty(state.left) {
            let mut several = problem.several.iter().zip(state.times);
            let is_covered = several.all(|(of, &times)| of.need(times) == 0);
            if is_covered && V::ALL {
                self.solution.clear();
                self.solution.extend(self.chosen.iter().flatten());
                visit.solution(&self.solution)?;
            }
            return Ok(Some(N::small(is_covered.into())));
        }
        self.steps += 1;
        let (item, stores) = match steps.next()? {
            Step::Same { .. } | Step::Renamed { .. } | Step::Branch { stores: true, .. }
                if V::ALL =>
            {
                let why =
                    "found a stored sub-problem; expected branches alone, as solutions are visited";
                return Err(steps.refusal(why).into());
            }
            Step::Branch { item, stores } => (item, stores),
            Step::Same { ago, is_last } => {
                let place = find(&self.stored, ago, steps)?;
                if !self.stored.key(place).iter().copied().eq(state.key(problem)) {
                    let why = format!(
                        "the sub-problem stored {ago} before the last differs from this one"
                    );
                    return Err(steps.refusal(why).into());
                }
                let count = self.stored.count(place).clone();
                if is_last {
                    self.stored.forget(ago);
                }
                return Ok(Some(count));
            }
            Step::Renamed { ago } => {
                let place = find(&self.stored, ago, steps)?;
                self.renaming.read(problem, state.left, steps)?;
                let (left, open, times) = of_key(problem, self.stored.key(place));
                let stored = Parts { left: &left, open, times: &times };
                let refusal = || {
                    steps.refusal(format_args!(
                        "the sub-problem stored {ago} before the last is another: "
                    ))
                };
                match &self.helper {
                    Some(helper) if helper.has_refused() => return Err(refusal().into()),
                    Some(helper) if helper.has_time() => {
                        let [own, stored] = [state, stored].map(Whole::of);
                        let (to, refusal) = (self.renaming.to.clone(), refusal());
                        helper.pass(Comparison { to, own, stored, refusal });
                    }
                    _ => {
                        let compared = self.renaming.check(problem, state, stored);
                        compared.map_err(|why| refusal().because(why))?;
                    }
                }
                return Ok(Some(self.stored.count(place).clone()));
            }
        };
        let several = problem.place(item);
        let is_open = match several {
            _ if item >= problem.primary => false,
            Some(place) => state.times[place] > 0,
            None => bits::has(state.open, item),
        };
        if !is_open {
            let item = item + 1;
            let why = format!(
                "found a branch on item {item}; expected a primary item that is to be covered"
            );
            return Err(steps.refusal(why).into());
        }
        let span = problem.span(item);
        let options = bits::common(&problem.holders(item)[span.clone()], &state.left[span]);
        let need = several.map_or(1, |place| problem.several[place].need(state.times[place]));
        // The first option chosen leaves enough others for what the item needs.
        let branches = (options + 1).saturating_sub(need.max(1));
        let key = stores.then(|| self.stored.keep(state.key(problem)));
        if stores && self.stored.bytes() > self.limits.stored {
            let most = self.limits.stored / 1_000_000;
            let why =
                format!("stored sub-problems take more than {most} MB, the limit of this check");
            return Err(steps.refusal(why).of_limit().into());
        }
        self.frames.push(Frame {
            item,
            several,
            branches,
            closes: need == 0,
            total: N::small(0),
            key,
        });
        self.make_level(level + 1);
        Ok(None)
    }

    /// Prepares the state of the next branch of the last frame; `false` if there is none.
    fn descend(&mut self) -> bool {
        let problem = self.problem;
        let Problem { words, item_words, several, .. } = problem;
        let level = self.frames.len() - 1;
        let frame = &mut self.frames[level];
        let holders = problem.holders(frame.item);
        let (left, below) = self.left[level * words..][..2 * words].split_at_mut(*words);
        let (open, open_below) =
            self.open[level * item_words..][..2 * item_words].split_at_mut(*item_words);
        let (times, times_below) =
            self.times[level * several.len()..][..2 * several.len()].split_at_mut(several.len());
        times_below.copy_from_slice(times);
        if frame.branches > 0 {
            frame.branches -= 1;
            let span = problem.span(frame.item);
            let first = 64 * span.start;
            let option = bits::first_common(&holders[span.clone()], &left[span]);
            let option = first + option.expect("there are at least as many options as branches");
            bits::subtract(below, left, problem.excluded(option));
            bits::subtract(open_below, open, problem.covers(option));
            // The branches after this one are without this option.
            bits::clear(left, option);
            for &place in problem.several_of(option) {
                let times = &mut times_below[place as usize];
                *times -= 1;
                if *times == 0 {
                    bits::remove(below, problem.holders(several[place as usize].item));
                }
            }
            self.chosen.push(Some(option));
            true
        } else if frame.closes {
            frame.closes = false;
            bits::subtract(below, left, holders);
            open_below.copy_from_slice(open);
            times_below[frame.several.expect("items to be covered once are needed")] = 0;
            self.chosen.push(None);
            true
        } else {
            false
        }
    }

    /// Leaves the last frame; returns its count.
    fn leave(&mut self) -> N {
        let frame = self.frames.pop().expect("the walk ends when the first frame is left");
        if let Some(place) = frame.key {
            self.stored.put(place, frame.total.clone());
        }
        frame.total
    }
}

/// The place of the sub-problem stored `ago` places before the last one.
fn find<N: Number>(stored: &Stored<N>, ago: usize, steps: &Steps<'_>) -> Result<u32, Refusal> {
    stored.find(ago).ok_or_else(|| {
        let stored = stored.len();
        steps.refusal(format_args!(
            "found sub-problem {ago} before the last; expected one of {stored} stored ones that is not forgotten"
        ))
    })
}

#[cfg(test)]
mod tests;
