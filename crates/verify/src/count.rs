//! The walk along a certificate: counts the solutions of a problem.
//!
//! A sub-problem is a set of primary items still to be covered, how often the others may still be covered, and a set of
//! options left. The certificate says which item to branch on; everything else is computed here. So no
//! certificate can make the count wrong.

use std::marker::PhantomData;

use crate::Limits;
use crate::bits;
use crate::number::Number;
use crate::problem::Problem;
use crate::refusal::Refusal;
use crate::steps::{Step, Steps};

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
    /// The option from which on the next branch is sought, and the number of branches with an option that are left.
    from: usize,
    branches: u32,
    /// Whether a branch without any option of the item is to follow.
    closes: bool,
    total: N,
    /// Where the sub-problem is kept, if its count is to be stored.
    key: Option<usize>,
}

/// The walk along a certificate, and the sub-problems stored.
pub(crate) struct Walk<'p, N, V> {
    problem: &'p Problem,
    limits: Limits,
    /// By level: options left, items to be covered once, and how often the others may still be covered.
    left: Vec<u64>,
    open: Vec<u64>,
    times: Vec<u32>,
    frames: Vec<Frame<N>>,
    /// The option chosen in each frame; `None` in the branch without one.
    chosen: Vec<Option<usize>>,
    solution: Vec<usize>,
    /// The sub-problems stored, one after the other, and by number the place of each and its count.
    keys: Vec<u64>,
    stored: Vec<(usize, N)>,
    /// Number of steps so far.
    pub steps: u64,
    visit: PhantomData<V>,
}

impl<'p, N: Number, V: Visit> Walk<'p, N, V> {
    pub(crate) fn new(problem: &'p Problem, limits: Limits) -> Self {
        Self {
            problem,
            limits,
            left: Vec::new(),
            open: Vec::new(),
            times: Vec::new(),
            frames: Vec::new(),
            chosen: Vec::new(),
            solution: Vec::new(),
            keys: Vec::new(),
            stored: Vec::new(),
            steps: 0,
            visit: PhantomData,
        }
    }

    /// Counts the solutions among the options `left`, and reads the steps for them.
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
            let Some(number) = done else {
                done = self.next_branch(steps, visit)?;
                continue;
            };
            let Some(frame) = self.frames.last_mut() else { return Ok(number) };
            frame.total = frame.total.plus(&number).ok_or(Ended::Overflow)?;
            self.chosen.pop();
            done = self.next_branch(steps, visit)?;
        }
    }

    /// Makes room for the state of a level.
    fn make_level(&mut self, level: usize) {
        let Problem { words, item_words, several, .. } = self.problem;
        self.left.resize(self.left.len().max((level + 1) * words), 0);
        self.open.resize(self.open.len().max((level + 1) * item_words), 0);
        self.times.resize(self.times.len().max((level + 1) * several.len()), 0);
    }

    /// Enters the sub-problem at the current level. Returns its count if no branch is needed.
    fn enter(&mut self, steps: &mut Steps<'_>, visit: &mut V) -> Result<Option<N>, Ended> {
        let level = self.frames.len();
        let problem = self.problem;
        let left = &self.left[level * problem.words..][..problem.words];
        let open = &self.open[level * problem.item_words..][..problem.item_words];
        let times = &self.times[level * problem.several.len()..][..problem.several.len()];
        if bits::is_empty(open) && bits::is_empty(left) {
            let is_covered = problem.several.iter().zip(times).all(|(of, &t)| need(of, t) == 0);
            if is_covered {
                self.solution.clear();
                self.solution.extend(self.chosen.iter().flatten());
                visit.solution(&self.solution)?;
            }
            return Ok(Some(N::small(is_covered.into())));
        }
        self.steps += 1;
        let (item, stores) = match steps.next()? {
            Step::Same { ago } => {
                if V::ALL {
                    let why = "found a reference to a stored sub-problem; expected the solutions themselves";
                    return Err(steps.refusal(why).into());
                }
                let number = self.stored.len().checked_sub(ago + 1);
                let Some((place, number)) = number.map(|number| &self.stored[number]) else {
                    let stored = self.stored.len();
                    let why =
                        format!("found {ago} back; expected one of {stored} stored sub-problems");
                    return Err(steps.refusal(why).into());
                };
                if !self.is_key(*place, left, open, times) {
                    let why = "the stored sub-problem that is named differs from this one";
                    return Err(steps.refusal(why).into());
                }
                return Ok(Some(number.clone()));
            }
            Step::Branch { item, stores } => (item, stores),
        };
        let several = problem.place(item);
        let is_open = match several {
            _ if item >= problem.primary => false,
            Some(place) => times[place] > 0,
            None => bits::has(open, item),
        };
        if !is_open {
            let item = item + 1;
            let why = format!("found a branch on item {item}, which is not to be covered here");
            return Err(steps.refusal(why).into());
        }
        let options = bits::common(problem.holders(item), left);
        let need = several.map_or(1, |place| need(&problem.several[place], times[place]));
        // The first option chosen leaves enough others for what the item needs.
        let branches = (options + 1).saturating_sub(need.max(1));
        let key = if stores && !V::ALL {
            let bytes = 8 * self.keys.len() + self.stored.len() * size_of::<(usize, N)>();
            if bytes > self.limits.stored {
                let most = self.limits.stored / 1_000_000;
                let why = format!(
                    "stored sub-problems take more than {most} MB, the limit of this check"
                );
                return Err(steps.refusal(why).into());
            }
            let place = self.keys.len();
            self.keys.extend_from_slice(open);
            if !problem.is_pure {
                self.keys.extend_from_slice(left);
                self.keys.extend(times.iter().map(|&times| u64::from(times)));
            }
            Some(place)
        } else {
            None
        };
        let (from, total, closes) = (0, N::small(0), need == 0);
        self.frames.push(Frame { item, several, from, branches, closes, total, key });
        self.make_level(level + 1);
        Ok(None)
    }

    /// Whether the sub-problem kept at a place is this one.
    fn is_key(&self, place: usize, left: &[u64], open: &[u64], times: &[u32]) -> bool {
        let key = &self.keys[place..];
        let (of_open, rest) = key.split_at(open.len());
        if of_open != open || self.problem.is_pure {
            return of_open == open;
        }
        let (of_left, rest) = rest.split_at(left.len());
        of_left == left && times.iter().zip(rest).all(|(&times, &kept)| u64::from(times) == kept)
    }

    /// Enters the next branch of the last frame. Returns the count of the frame after its last branch, or that of
    /// the branch if it is known at once.
    fn next_branch(&mut self, steps: &mut Steps<'_>, visit: &mut V) -> Result<Option<N>, Ended> {
        let problem = self.problem;
        let level = self.frames.len() - 1;
        let frame = &mut self.frames[level];
        let holders = problem.holders(frame.item);
        let (above, below) = self.left[level * problem.words..].split_at_mut(problem.words);
        let below = &mut below[..problem.words];
        let (open, open_below) =
            self.open[level * problem.item_words..].split_at_mut(problem.item_words);
        let (times, times_below) =
            self.times[level * problem.several.len()..].split_at_mut(problem.several.len());
        times_below[..times.len()].copy_from_slice(times);
        if frame.branches > 0 {
            frame.branches -= 1;
            let option = bits::next_common(holders, above, frame.from);
            let option = option.expect("there are at least as many options as branches");
            frame.from = option + 1;
            let excluded = problem.excluded(option);
            for i in 0..problem.words {
                below[i] = above[i] & !excluded[i];
            }
            if frame.several.is_some() {
                remove_up_to(below, holders, option);
            }
            let covers = problem.covers(option);
            for i in 0..problem.item_words {
                open_below[i] = open[i] & !covers[i];
            }
            for &place in problem.several_of(option) {
                let times = &mut times_below[place as usize];
                *times -= 1;
                if *times == 0 {
                    let holders = problem.holders(problem.several[place as usize].item);
                    below.iter_mut().zip(holders).for_each(|(below, holders)| *below &= !holders);
                }
            }
            self.chosen.push(Some(option));
        } else if frame.closes {
            frame.closes = false;
            for i in 0..problem.words {
                below[i] = above[i] & !holders[i];
            }
            open_below[..problem.item_words].copy_from_slice(open);
            times_below[frame.several.expect("items to be covered once are needed")] = 0;
            self.chosen.push(None);
        } else {
            let frame = self.frames.pop().expect("a frame is there");
            if let Some(place) = frame.key {
                self.stored.push((place, frame.total.clone()));
            }
            return Ok(Some(frame.total));
        }
        self.enter(steps, visit)
    }
}

/// How often an item must still be covered that may still be covered this number of times.
fn need(of: &crate::problem::Several, times: u32) -> u32 {
    times.saturating_sub(of.high - of.low)
}

/// Removes the options of `holders` up to `option`.
fn remove_up_to(left: &mut [u64], holders: &[u64], option: usize) {
    for i in 0..=option / 64 {
        let mask = if i < option / 64 { u64::MAX } else { u64::MAX >> (63 - option % 64) };
        left[i] &= !(holders[i] & mask);
    }
}
