//! The order of a run. A block is all engines on one instance, or on a whole corpus as one batch. Each repetition has a
//! new random order of blocks, drawn from the seed.

use quadrille_cover::random::{Stream, shuffle};

use crate::corpus::{Corpus, Instance};
use crate::engine::Engine;
use crate::plan::Plan;

/// The blocks of a run or of a part of it, in the order in which they start.
pub struct Order<'p> {
    plan: &'p Plan,
    /// The subjects of all corpora; empty for a part of a run.
    subjects: Vec<Subject>,
    /// Indices of `subjects` in the order of the run. Each repetition has all of them.
    places: Vec<u32>,
}

/// A part of a run: some of its blocks, with the numbers that they have in the run.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Part {
    /// The number of subjects of the whole run.
    pub subjects: usize,
    /// The blocks, by increasing number. Their subjects are instances of the part.
    pub blocks: Vec<(usize, Subject)>,
}

/// What a block is about: one instance, or a whole corpus as one batch.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Subject {
    /// The index of the corpus.
    pub corpus: usize,
    /// The index of the instance; `None` for the whole corpus as one batch.
    pub instance: Option<usize>,
}

/// All engines on one instance, or on a whole corpus as one batch.
pub struct Block<'p> {
    /// The block's place in the order of the run, from 0.
    pub number: usize,
    /// The repetition, from 1.
    pub repetition: u32,
    pub subject: Subject,
    pub corpus: &'p Corpus,
    /// The instance; `None` for the whole corpus.
    pub instance: Option<&'p Instance>,
    pub turns: Vec<Turn>,
}

/// The measurement of one engine in a block, which makes one row.
#[derive(Clone, Debug)]
pub struct Turn {
    pub engine: Engine,
    /// The end of the run's name in the row: `-a` or `-b` if everything is measured twice, otherwise nothing.
    pub side: &'static str,
}

/// Random streams reserved for a repetition, which uses one for the order of blocks, then one for each block.
const STREAMS: u64 = 1 << 40;

/// A random order of all subjects for one repetition, which is counted from 0. Every shard draws it from the same seed, so that all agree.
pub fn drawn_order(seed: u64, repetition: u32, subjects: usize) -> Vec<u32> {
    let mut order: Vec<u32> = (0..subjects as u32).collect();
    shuffle(&mut order, &mut Stream::new(seed, u64::from(repetition) * STREAMS));
    order
}

impl<'p> Order<'p> {
    /// Draws the order of a plan.
    pub fn new(plan: &'p Plan) -> Self {
        if plan.part.is_some() {
            return Self { plan, subjects: Vec::new(), places: Vec::new() };
        }
        let of_corpus = |(corpus, opened): (usize, &Corpus)| {
            let instances = if plan.batch { 0..1 } else { 0..opened.instances.len() };
            let instance = |place| (!plan.batch).then_some(place);
            instances.map(move |place| Subject { corpus, instance: instance(place) })
        };
        let subjects: Vec<Subject> = plan.corpora.iter().enumerate().flat_map(of_corpus).collect();
        let draw = |repetition| drawn_order(plan.seed, repetition, subjects.len());
        let places = (0..plan.repetitions).flat_map(draw).collect();
        Self { plan, subjects, places }
    }

    /// The greatest possible number of turns in a block.
    pub fn width(&self) -> usize {
        self.plan.engines.len() * if self.plan.twice { 2 } else { 1 }
    }

    /// The block at a place in this order, from 0; `None` after the last. In the order of a whole run, the place is the
    /// number of the block.
    pub fn block(&self, place: usize) -> Option<Block<'p>> {
        let (number, subject, subjects) = match &self.plan.part {
            Some(part) => {
                let (number, subject) = *part.blocks.get(place)?;
                (number, subject, part.subjects)
            }
            None => (place, self.subjects[*self.places.get(place)? as usize], self.subjects.len()),
        };
        let corpus = &self.plan.corpora[subject.corpus];
        let instance = subject.instance.map(|place| &corpus.instances[place]);
        let about = (subject, corpus, instance);
        Some(Block::new(self.plan, number, subjects, about))
    }
}

impl<'p> Block<'p> {
    /// The block with a number in a run with this number of subjects.
    pub fn new(
        plan: &'p Plan,
        number: usize,
        subjects: usize,
        (subject, corpus, instance): (Subject, &'p Corpus, Option<&'p Instance>),
    ) -> Self {
        let (round, within) = (number / subjects, number % subjects);
        let sides: &[_] = if plan.twice { &["-a", "-b"] } else { &[""] };
        let of_engine = |engine: &'p Engine| {
            sides.iter().map(move |&side| Turn { engine: engine.clone(), side })
        };
        let mut turns: Vec<Turn> = plan.engines_for(corpus, instance).flat_map(of_engine).collect();
        let stream = round as u64 * STREAMS + within as u64 + 1;
        shuffle(&mut turns, &mut Stream::new(plan.seed, stream));
        let repetition = round as u32 + 1;
        Self { number, repetition, subject, corpus, instance, turns }
    }
}
