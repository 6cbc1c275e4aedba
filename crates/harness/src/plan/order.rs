//! The order of a run. A block is all engines on one instance, or on a whole corpus as one batch. Each repetition has a
//! new random order of blocks, drawn from the seed.

use quadrille_cover::random::{Stream, shuffle};

use crate::corpus::{Corpus, Instance};
use crate::engine::Engine;
use crate::plan::Plan;

/// The blocks of a run, in the order in which they start.
pub struct Order<'p> {
    plan: &'p Plan,
    /// The subjects of all corpora.
    subjects: Vec<Subject>,
    /// Indices of `subjects` in the order of the run. Each repetition has all of them.
    places: Vec<u32>,
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

impl<'p> Order<'p> {
    /// Draws the order of a plan.
    pub fn new(plan: &'p Plan) -> Self {
        let of_corpus = |(corpus, opened): (usize, &Corpus)| {
            let instances = if plan.batch { 0..1 } else { 0..opened.instances.len() };
            let instance = |place| (!plan.batch).then_some(place);
            instances.map(move |place| Subject { corpus, instance: instance(place) })
        };
        let subjects: Vec<Subject> = plan.corpora.iter().enumerate().flat_map(of_corpus).collect();
        let round = |repetition| {
            let mut order: Vec<u32> = (0..subjects.len() as u32).collect();
            shuffle(&mut order, &mut Stream::new(plan.seed, u64::from(repetition) * STREAMS));
            order
        };
        let places = (0..plan.repetitions).flat_map(round).collect();
        Self { plan, subjects, places }
    }

    /// The greatest possible number of turns in a block.
    pub fn width(&self) -> usize {
        self.plan.engines.len() * if self.plan.twice { 2 } else { 1 }
    }

    /// The block with this number; `None` after the last.
    pub fn block(&self, number: usize) -> Option<Block<'p>> {
        let plan = self.plan;
        let subject = self.subjects[*self.places.get(number)? as usize];
        let (round, within) = (number / self.subjects.len(), number % self.subjects.len());
        let corpus = &plan.corpora[subject.corpus];
        let instance = subject.instance.map(|place| &corpus.instances[place]);
        let sides: &[_] = if plan.twice { &["-a", "-b"] } else { &[""] };
        let of_engine = |engine: &'p Engine| {
            sides.iter().map(move |&side| Turn { engine: engine.clone(), side })
        };
        let mut turns: Vec<Turn> = plan.engines_for(corpus, instance).flat_map(of_engine).collect();
        let stream = round as u64 * STREAMS + within as u64 + 1;
        shuffle(&mut turns, &mut Stream::new(plan.seed, stream));
        let repetition = round as u32 + 1;
        Some(Block { number, repetition, subject, corpus, instance, turns })
    }
}
