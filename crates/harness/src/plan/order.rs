//! The order of a run. A block is all engines on one instance, or on a whole corpus as one batch. Each repetition has a
//! new random order of blocks, drawn from the seed.

use quadrille_cover::random::{Stream, shuffle};

use crate::corpus::{Corpus, Instance};
use crate::engine::Engine;
use crate::plan::Plan;

/// The blocks of a run, in the order in which they start.
pub struct Order<'p> {
    plan: &'p Plan,
    /// For each corpus, the number of subjects in it and in the corpora before it.
    ends: Vec<usize>,
    /// For each repetition, the numbers of the subjects in order.
    rounds: Vec<Vec<u32>>,
}

/// The subject of a block.
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
    /// The subject.
    pub subject: Subject,
    /// The corpus.
    pub corpus: &'p Corpus,
    /// The instance; `None` for the whole corpus.
    pub instance: Option<&'p Instance>,
    /// The measurements, in order.
    pub turns: Vec<Turn>,
}

/// One measurement.
#[derive(Clone, Debug)]
pub struct Turn {
    /// The engine.
    pub engine: Engine,
    /// The end of the run's name in the row: `-a` or `-b` if everything is measured twice, otherwise nothing.
    pub side: &'static str,
}

/// Random streams per repetition: one for the order, then one for each block.
const STREAMS: u64 = 1 << 40;

impl<'p> Order<'p> {
    /// Draws the order of a plan.
    pub fn new(plan: &'p Plan) -> Self {
        let subjects = |corpus: &Corpus| if plan.batch { 1 } else { corpus.instances.len() };
        let mut all = 0;
        let mut end = |corpus| {
            all += subjects(corpus);
            all
        };
        let ends: Vec<usize> = plan.corpora.iter().map(&mut end).collect();
        let round = |repetition| {
            let mut order: Vec<u32> = (0..all as u32).collect();
            shuffle(&mut order, &mut Stream::new(plan.seed, u64::from(repetition) * STREAMS));
            order
        };
        let rounds = (0..plan.repetitions).map(round).collect();
        Self { plan, ends, rounds }
    }

    /// The number of subjects.
    pub fn subjects(&self) -> usize {
        self.ends.last().copied().unwrap_or(0)
    }

    /// The subject with this number, in the order of the corpora.
    fn subject(&self, number: usize) -> Subject {
        let corpus = self.ends.partition_point(|&end| end <= number);
        let begin = corpus.checked_sub(1).map_or(0, |before| self.ends[before]);
        Subject { corpus, instance: (!self.plan.batch).then(|| number - begin) }
    }

    /// The greatest possible number of turns in a block.
    pub fn width(&self) -> usize {
        self.plan.engines.len() * if self.plan.twice { 2 } else { 1 }
    }

    /// The block with this number; `None` after the last.
    pub fn block(&self, number: usize) -> Option<Block<'p>> {
        let plan = self.plan;
        let round = number.checked_div(self.subjects())?;
        let within = number % self.subjects();
        let subject = self.subject(self.rounds.get(round)?[within] as usize);
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
