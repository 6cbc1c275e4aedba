//! The order of a run: blocks of all engines on one instance, or on a whole corpus as one batch, drawn
//! anew from the seed for each repetition.

use quadrille_cover::random::{Stream, shuffle};

use crate::corpus::{Corpus, Instance};
use crate::engines::Engine;
use crate::plan::Plan;

/// The blocks of a run in the order in which they are begun.
pub struct Order<'p> {
    plan: &'p Plan,
    /// What blocks are about, in the order of the corpora.
    subjects: Vec<Subject>,
    /// For each repetition, the subjects in the order of that repetition.
    rounds: Vec<Vec<u32>>,
}

/// What a block is about.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Subject {
    /// The place of the corpus.
    pub corpus: usize,
    /// The place of the instance; none if it is the whole corpus, as one batch.
    pub instance: Option<usize>,
}

/// All engines on one instance, or on a whole corpus.
pub struct Block<'p> {
    /// Its place in the order of the run, from 0.
    pub number: usize,
    /// Which repetition it belongs to, from 1.
    pub repetition: u32,
    /// What it is about.
    pub subject: Subject,
    /// The corpus.
    pub corpus: &'p Corpus,
    /// The instance; none if it is the whole corpus.
    pub instance: Option<&'p Instance>,
    /// What is measured, in its order.
    pub turns: Vec<Turn>,
}

/// One measurement.
#[derive(Clone, Debug)]
pub struct Turn {
    /// The engine.
    pub engine: Engine,
    /// Which of two runs it belongs to, where everything is measured twice.
    pub side: Option<Side>,
}

/// One of two runs of the same things, made side by side.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Side {
    /// The one.
    A,
    /// The other.
    B,
}

impl Side {
    /// The name of a run of which this is one side.
    pub fn run_id(side: Option<Self>, run_id: &str) -> String {
        match side {
            None => run_id.to_owned(),
            Some(Self::A) => format!("{run_id}-a"),
            Some(Self::B) => format!("{run_id}-b"),
        }
    }
}

/// Streams of random numbers that one repetition draws from: one for its order, one for each block.
const STREAMS: u64 = 1 << 40;

impl<'p> Order<'p> {
    /// Draws the order of a plan.
    pub fn new(plan: &'p Plan) -> Self {
        let mut subjects = Vec::new();
        for (place, corpus) in plan.corpora.iter().enumerate() {
            if plan.batch {
                subjects.push(Subject { corpus: place, instance: None });
            } else {
                let instances = 0..corpus.instances.len();
                subjects.extend(instances.map(|i| Subject { corpus: place, instance: Some(i) }));
            }
        }
        let round = |repetition| {
            let mut order: Vec<u32> = (0..subjects.len() as u32).collect();
            shuffle(&mut order, &mut Stream::new(plan.seed, u64::from(repetition) * STREAMS));
            order
        };
        let rounds = (0..plan.repetitions).map(round).collect();
        Self { plan, subjects, rounds }
    }

    /// What there is to be measured, in the order of the corpora.
    pub fn subjects(&self) -> &[Subject] {
        &self.subjects
    }

    /// The most turns that a block may have.
    pub fn width(&self) -> usize {
        self.plan.engines.len() * if self.plan.twice { 2 } else { 1 }
    }

    /// The block of that number; none once all have been.
    pub fn block(&self, number: usize) -> Option<Block<'p>> {
        let plan = self.plan;
        let round = number.checked_div(self.subjects.len())?;
        let within = number % self.subjects.len();
        let subject = self.subjects[self.rounds.get(round)?[within] as usize];
        let corpus = &plan.corpora[subject.corpus];
        let instance = subject.instance.map(|place| &corpus.instances[place]);
        let engines = match instance {
            Some(instance) => plan.engines_for(corpus, instance),
            None => plan.engines_for_all_of(corpus),
        };
        let sides: &[_] = if plan.twice { &[Some(Side::A), Some(Side::B)] } else { &[None] };
        let of_engine = |engine: Engine| sides.iter().map(move |&side| Turn { engine, side });
        let mut turns: Vec<Turn> = engines.into_iter().flat_map(of_engine).collect();
        let stream = round as u64 * STREAMS + within as u64 + 1;
        shuffle(&mut turns, &mut Stream::new(plan.seed, stream));
        let repetition = round as u32 + 1;
        Some(Block { number, repetition, subject, corpus, instance, turns })
    }
}
