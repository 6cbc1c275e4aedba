//! Classes of solutions level by level: of partial solutions that a symmetry takes to each other, one is extended.
//!
//! A partial solution is extended in every way that covers one item, and by all options that are forced then. The new ones are
//! told apart by an order of the points along one path: two of them are the same if the symmetry between their orders exists, which is checked.
//! Some that are isomorphic are kept both, which costs time and no more. Solutions are told apart by canonical orders, so that
//! of each class one is left.
//!
//! Each class is found: let a symmetry take a partial solution P to the P' kept for it. Each solution that contains P is taken to
//! one that contains P', and that solution contains one of the extensions of P', whatever item they cover. Any item
//! may be chosen, and the choice need not be the same for P and P'.
//!
//! A partial solution that needs no option more, but may have some, is a solution, and is extended by each of them.
//!
//! Source: this project, in the way of programs that classify combinatorial designs (P. Kaski and P. R. J. Östergård, *Classification Algorithms for
//! Codes and Designs*, 2006).

use std::collections::BTreeMap;

use hashbrown::HashTable;
use num_bigint::BigUint;

use crate::engine::Iso;
use crate::engine::iso::state::{Part, States};
use crate::engine::model::{Model, bits};
use crate::refine::Partition;
use crate::room;
use crate::search::{Budget, Solver, Unsupported};
use crate::symmetry::search::{self, Goal};
use crate::symmetry::structure::{Labelled, Structure};
use crate::symmetry::{Class, Limits, Method, Symmetries, SymmetryError, enumerate};

impl Symmetries<'_> {
    /// All classes of solutions, one solution of each. The engine visits the solutions with [`Method::Enumerate`].
    ///
    /// # Errors
    /// If the budget ends the search, or the method or the engine does not handle the problem.
    pub fn classes(
        &self,
        method: Method,
        engine: &dyn Solver,
        budget: &Budget,
    ) -> Result<Vec<Class>, SymmetryError> {
        match method {
            Method::Enumerate => enumerate::classes(self, engine, budget),
            Method::Levels => by_levels(self, budget),
        }
    }
}

fn by_levels(symmetries: &Symmetries<'_>, budget: &Budget) -> Result<Vec<Class>, SymmetryError> {
    if let Some(what) = Iso.refuses(symmetries.problem) {
        return Err(Unsupported { engine: "the method levels", what }.into());
    }
    // Options that are equal may then be chosen together, but partial solutions hold one of them.
    if symmetries.problem.has_multiplicities()
        && symmetries.structure.copies.iter().any(|&copies| copies > 1)
    {
        let what = "equal options beside items with multiplicities; use the method enumerate";
        return Err(Unsupported { engine: "the method levels", what }.into());
    }
    let limits = Limits::of(budget);
    let mut extender = Extender::new(symmetries);
    let mut levels: BTreeMap<usize, PartialSolutions> = BTreeMap::new();
    let (mut whole, mut orders) = (PartialSolutions::default(), Vec::new());
    let mut partition = Partition::default();
    let mut todo = PartialSolutions::default();
    // Nothing is chosen at first but what is forced.
    let mut found = Vec::new();
    extender.close(&[], &mut found);
    loop {
        for (marks, is_whole) in found.drain(..) {
            if is_whole {
                let form = search::search(&symmetries.structure, &marks, Goal::Form, &limits)?;
                if whole.keep(&symmetries.structure, form.hash, &form.points, &marks) {
                    orders.push(form.order);
                }
                continue;
            }
            let hash = search::one_path(&symmetries.structure, &marks, &mut partition);
            let order = &partition.order[..symmetries.structure.points.len()];
            let level = levels.entry(marks.len()).or_default();
            level.keep(&symmetries.structure, hash, order, &marks);
        }
        let bytes: usize =
            levels.values().chain([&whole, &todo]).map(PartialSolutions::bytes).sum();
        limits.check(bytes + whole.bytes_of_classes())?;
        while todo.entries.is_empty() {
            let Some((_, next)) = levels.pop_first() else {
                let class =
                    |(entry, order): (Entry, BigUint)| symmetries.class(&entry.marks, order);
                return Ok(whole.entries.into_iter().zip(orders).map(class).collect());
            };
            todo = PartialSolutions { places: HashTable::new(), ..next };
            todo.entries.reverse();
        }
        let entry = todo.entries.pop().expect("there is one");
        extender.extend(&entry.marks, &mut found);
    }
}

/// Partial solutions of which no two are known to be isomorphic.
#[derive(Default)]
struct PartialSolutions {
    entries: Vec<Entry>,
    places: HashTable<u32>,
}

struct Entry {
    hash: u64,
    order: Box<[u16]>,
    /// The options chosen, in ascending order.
    marks: Box<[u16]>,
}

impl PartialSolutions {
    /// Keeps a partial solution unless one is there from which a symmetry leads to it. Returns whether it was kept.
    fn keep(&mut self, structure: &Structure, hash: u64, order: &[u16], marks: &[u16]) -> bool {
        let here = Labelled { order, marks };
        let Self { entries, places } = self;
        let is_same = |&place: &u32| {
            let Entry { hash: other, order, marks } = &entries[place as usize];
            *other == hash && structure.between(&Labelled { order, marks }, &here).is_some()
        };
        if places.find(hash, is_same).is_some() {
            return false;
        }
        let place = entries.len() as u32;
        places.insert_unique(hash, place, |&place| entries[place as usize].hash);
        room::reserve(entries, 1);
        entries.push(Entry { hash, order: order.into(), marks: marks.into() });
        true
    }

    /// About its size in bytes with a partial solution more. All have about the same length.
    fn bytes(&self) -> usize {
        let one = self.entries.last();
        let one = one.map_or(0, |entry| allocated(&entry.order) + allocated(&entry.marks));
        // What partial solutions of another level took is not all used again.
        self.entries.len() * (one + one / 8)
            + room::of_vec(&self.entries, 1)
            + room::of_table(&self.places, 1)
    }

    /// About the bytes of the classes that are made of them, each with the number of its symmetries.
    fn bytes_of_classes(&self) -> usize {
        let one = self.entries.last().map_or(0, |entry| 2 * allocated(&entry.marks));
        self.entries.len() * (one + size_of::<Class>() + size_of::<BigUint>() + 64)
    }
}

/// About the bytes that an allocation takes.
fn allocated(numbers: &[u16]) -> usize {
    (size_of_val(numbers) + 8).next_multiple_of(16).max(32)
}

struct Extender {
    model: Model,
    states: States,
    /// The state at the root, with one option of equal ones.
    root: Part,
    /// By option of the model its number among the different ones, and the other way.
    numbers: Vec<u16>,
    options: Vec<usize>,
}

impl Extender {
    fn new(symmetries: &Symmetries<'_>) -> Self {
        let structure = &symmetries.structure;
        let model = Model::new(symmetries.problem);
        let states = States::new(&model);
        let mut root = Part { options: vec![0; model.words()], ..states.part(0) };
        let of_problem = model.table.option_ids();
        let numbers: Vec<u16> =
            of_problem.filter_map(|option| structure.numbers[option.index()]).collect();
        let mut options = vec![usize::MAX; structure.options.len()];
        for (option, &number) in numbers.iter().enumerate().rev() {
            options[number as usize] = option;
        }
        for option in &options {
            root.options[option / 64] |= 1 << (option % 64);
        }
        Self { model, states, root, numbers, options }
    }

    /// The extensions of a partial solution that cover one more item, each with all options that are forced then, and whether it is
    /// a solution.
    fn extend(&mut self, marks: &[u16], found: &mut Vec<(Vec<u16>, bool)>) {
        let level = self.choose(marks);
        let (options, open) = (self.states.options(level), self.states.open(level));
        let needs = |&item: &usize| self.needs(level, item) > 0;
        let item = bits(open).filter(needs).min_by_key(|&item| self.model.size(item, options));
        let holders: Vec<usize> = match item {
            Some(item) => {
                let words = self.model.holders(item, options);
                words
                    .flat_map(|(i, word)| {
                        bits(&[word]).map(move |bit| 64 * i + bit).collect::<Vec<_>>()
                    })
                    .collect()
            }
            // The partial solution is a solution; others hold one more option.
            None => bits(options).collect(),
        };
        let mut extended = Vec::new();
        for option in holders {
            extended.clear();
            extended.extend_from_slice(marks);
            extended.push(self.numbers[option]);
            self.close(&extended, found);
        }
    }

    /// How many options more an open item needs in the state at a level.
    fn needs(&self, level: usize, item: usize) -> u32 {
        self.states.times_of_item(&self.model, level, item).map_or(1, |times| times.least)
    }

    /// The level of the state after these choices.
    fn choose(&mut self, marks: &[u16]) -> usize {
        self.states.put(&self.model, 0, &self.root);
        for (level, &number) in marks.iter().enumerate() {
            self.states.choose(&self.model, level, self.options[number as usize]);
        }
        marks.len()
    }

    /// Adds what is forced after these choices, unless that shows that there is no solution.
    fn close(&mut self, marks: &[u16], found: &mut Vec<(Vec<u16>, bool)>) {
        let mut level = self.choose(marks);
        let mut marks = marks.to_vec();
        let model = &self.model;
        loop {
            let (options, open) = (self.states.options(level), self.states.open(level));
            let spare = |item| {
                let (size, needs) = (model.size(item, options), self.needs(level, item));
                (size.checked_sub(needs), item)
            };
            match bits(open).filter(|&item| self.needs(level, item) > 0).map(spare).min() {
                Some((None, _)) => return,
                Some((Some(0), item)) => {
                    let option = model.first(item, options).expect("it has one");
                    marks.push(self.numbers[option]);
                    self.states.choose(model, level, option);
                    level += 1;
                }
                _ => break,
            }
        }
        let part = self.states.part(level);
        let is_whole = bits(&part.open).all(|item| self.needs(level, item) == 0);
        let has_more = is_whole && bits(&part.options).next().is_some();
        self.states.put(model, level + 1, &part);
        if is_whole || self.states.propagate(model, level + 1, |_| {}) {
            marks.sort_unstable();
            // With multiplicities, a solution may be a part of another one.
            if has_more {
                found.push((marks.clone(), false));
            }
            found.push((marks, is_whole));
        }
    }
}
