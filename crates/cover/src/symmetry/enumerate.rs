//! Classes of solutions by visiting all solutions: each is joined with its images under the symmetries that make all others.

use std::collections::HashSet;
use std::hash::BuildHasher;
use std::ops::ControlFlow;

use foldhash::fast::FixedState;
use hashbrown::HashTable;
use num_bigint::BigUint;

use super::{Class, Limits, Symmetries, SymmetryError};
use crate::problem::OptionId;
use crate::room;
use crate::search::{Budget, Counters, Outcome, Solver};

pub(crate) fn classes(
    symmetries: &Symmetries<'_>,
    engine: &dyn Solver,
    budget: &Budget,
) -> Result<Vec<Class>, SymmetryError> {
    let structure = &symmetries.structure;
    let limits = Limits::of(budget);
    let mut all = Solutions::default();
    let order = usize::try_from(symmetries.order()).unwrap_or(usize::MAX);
    let (mut numbers, mut ended) = (Vec::new(), Ok(()));
    let mut visit = |solution: &[OptionId]| {
        numbers.clear();
        numbers.extend(solution.iter().filter_map(|option| structure.numbers[option.index()]));
        numbers.sort_unstable();
        all.insert(&numbers);
        ended = limits.check(all.bytes(order));
        if ended.is_ok() { ControlFlow::Continue(()) } else { ControlFlow::Break(()) }
    };
    let search = engine.search(symmetries.problem, budget, Counters::Off, &mut visit)?;
    ended?;
    if search.outcome == Outcome::BudgetSpent {
        limits.check(0)?;
        return Err(SymmetryError::Memory);
    }
    let lengths = all.orbits(symmetries, &limits)?;
    let first = lengths.into_iter().enumerate().filter(|(_, length)| *length > 0);
    Ok(first
        .map(|(place, length)| {
            debug_assert!(symmetries.order() % length == BigUint::ZERO, "a length divides");
            symmetries.class(all.get(place), symmetries.order() / length)
        })
        .collect())
}

/// By partial solution, the number of those in its orbit if it is the first of these; otherwise 0.
pub(super) fn sizes(
    symmetries: &Symmetries<'_>,
    partial: &[Vec<OptionId>],
    limits: &Limits<'_>,
) -> Result<Vec<u32>, SymmetryError> {
    let structure = &symmetries.structure;
    let mut all = Solutions::default();
    for options in partial {
        let numbers = options.iter().filter_map(|option| structure.numbers[option.index()]);
        let mut numbers: Vec<u16> = numbers.collect();
        numbers.sort_unstable();
        all.insert(&numbers);
        limits.check(all.bytes(1))?;
    }
    all.orbits(symmetries, limits)
}

/// As [`Symmetries::images_of`].
pub(super) fn images(symmetries: &Symmetries<'_>, partial: &[OptionId]) -> Vec<Vec<OptionId>> {
    let generators = symmetries.on_options();
    let taken = |image: &[OptionId]| {
        let mut there: Vec<OptionId> = partial.iter().map(|option| image[option.index()]).collect();
        there.sort_unstable();
        there
    };
    let first: Vec<OptionId> = symmetries.problem.option_ids().collect();
    let mut seen: HashSet<Vec<OptionId>, FixedState> = HashSet::default();
    seen.insert(taken(&first));
    let mut images = vec![first];
    let mut next = 0;
    while let Some(image) = images.get(next).cloned() {
        next += 1;
        for generator in &generators {
            let further: Vec<OptionId> =
                image.iter().map(|option| generator[option.index()]).collect();
            if seen.insert(taken(&further)) {
                images.push(further);
            }
        }
    }
    images
}

/// Different solutions, each as the numbers of its options, in ascending order.
#[derive(Default)]
struct Solutions {
    numbers: Vec<u16>,
    ends: Vec<usize>,
    places: HashTable<u32>,
}

impl Solutions {
    fn get(&self, place: usize) -> &[u16] {
        let from = if place == 0 { 0 } else { self.ends[place - 1] };
        &self.numbers[from..self.ends[place]]
    }

    fn find(&self, numbers: &[u16]) -> Option<usize> {
        let is_same = |&place: &u32| self.get(place as usize) == numbers;
        self.places.find(hash(numbers), is_same).map(|&place| place as usize)
    }

    fn insert(&mut self, numbers: &[u16]) {
        if self.find(numbers).is_some() {
            return;
        }
        let place = self.ends.len() as u32;
        room::reserve(&mut self.numbers, numbers.len());
        self.numbers.extend_from_slice(numbers);
        room::reserve(&mut self.ends, 1);
        self.ends.push(self.numbers.len());
        let Self { numbers: all, ends, .. } = self;
        let of = |&place: &u32| {
            let from = if place == 0 { 0 } else { ends[place as usize - 1] };
            hash(&all[from..ends[place as usize]])
        };
        self.places.insert_unique(hash(numbers), place, of);
    }

    /// Size in bytes with a solution more, with what [`orbits`](Self::orbits) will need for each, and with the classes, of which
    /// there will be about one for as many solutions as there are symmetries.
    fn bytes(&self, order: usize) -> usize {
        let one = self.ends.first().copied().unwrap_or(0);
        let numbers = room::of_vec(&self.numbers, one) + room::of_vec(&self.ends, 1);
        let orbits = self.ends.len() * 2 * size_of::<u32>();
        let class = size_of::<Class>() + one * size_of::<OptionId>() + 64;
        numbers + room::of_table(&self.places, 1) + orbits + self.ends.len() / order * class
    }

    /// By solution, the number of solutions in its orbit if it is the first of these; otherwise 0.
    fn orbits(
        &self,
        symmetries: &Symmetries<'_>,
        limits: &Limits<'_>,
    ) -> Result<Vec<u32>, SymmetryError> {
        let mut above: Vec<u32> = (0..self.ends.len() as u32).collect();
        let root = |above: &mut Vec<u32>, mut place: u32| {
            while above[place as usize] != place {
                above[place as usize] = above[above[place as usize] as usize];
                place = above[place as usize];
            }
            place
        };
        let mut image = Vec::new();
        for generator in &symmetries.generators {
            let options = symmetries.structure.action(generator).expect("it is a symmetry");
            for place in 0..self.ends.len() {
                if place.is_multiple_of(1 << 10) {
                    limits.check(0)?;
                }
                image.clear();
                image.extend(self.get(place).iter().map(|&number| options[number as usize]));
                image.sort_unstable();
                let there = self.find(&image).expect("a symmetry takes solutions to solutions");
                let (a, b) = (root(&mut above, place as u32), root(&mut above, there as u32));
                above[a.max(b) as usize] = a.min(b);
            }
        }
        let mut lengths = vec![0; self.ends.len()];
        for place in 0..self.ends.len() {
            lengths[root(&mut above, place as u32) as usize] += 1;
        }
        Ok(lengths)
    }
}

fn hash(numbers: &[u16]) -> u64 {
    FixedState::default().hash_one(numbers)
}
