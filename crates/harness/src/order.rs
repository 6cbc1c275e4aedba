//! The order of a run: blocks of all engines on one instance, or on a whole corpus as one batch, drawn
//! anew from the seed for each repetition.

use quadrille_cover::random::{Stream, shuffle};

use crate::corpus::{Corpus, Instance};
use crate::engines::Engine;
use crate::plan::Plan;

/// The blocks of a run in the order in which they are begun.
pub struct Order<'p> {
    plan: &'p Plan,
    /// For each corpus, how many subjects there are in it and in those before it.
    ends: Vec<usize>,
    /// For each repetition, the numbers of the subjects in the order of that repetition.
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

impl Block<'_> {
    /// The fingerprint of what it is about.
    pub fn sha256(&self) -> String {
        self.instance.map_or_else(|| self.corpus.sha256.clone(), |i| i.sha256.to_string())
    }
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

    /// What there is to be measured.
    pub fn subjects(&self) -> usize {
        self.ends.last().copied().unwrap_or(0)
    }

    /// The subject of that number, in the order of the corpora.
    fn subject(&self, number: usize) -> Subject {
        let corpus = self.ends.partition_point(|&end| end <= number);
        let begin = corpus.checked_sub(1).map_or(0, |before| self.ends[before]);
        Subject { corpus, instance: (!self.plan.batch).then(|| number - begin) }
    }

    /// The most turns that a block may have.
    pub fn width(&self) -> usize {
        self.plan.engines.len() * if self.plan.twice { 2 } else { 1 }
    }

    /// The block of that number; none once all have been.
    pub fn block(&self, number: usize) -> Option<Block<'p>> {
        let plan = self.plan;
        let round = number.checked_div(self.subjects())?;
        let within = number % self.subjects();
        let subject = self.subject(self.rounds.get(round)?[within] as usize);
        let corpus = &plan.corpora[subject.corpus];
        let instance = subject.instance.map(|place| &corpus.instances[place]);
        let engines = match instance {
            Some(instance) => plan.engines_for(corpus, instance),
            None => plan.engines_for_all_of(corpus),
        };
        let sides: &[_] = if plan.twice { &[Some(Side::A), Some(Side::B)] } else { &[None] };
        let of_engine =
            |engine: Engine| sides.iter().map(move |&side| Turn { engine: engine.clone(), side });
        let mut turns: Vec<Turn> = engines.into_iter().flat_map(of_engine).collect();
        let stream = round as u64 * STREAMS + within as u64 + 1;
        shuffle(&mut turns, &mut Stream::new(plan.seed, stream));
        let repetition = round as u32 + 1;
        Some(Block { number, repetition, subject, corpus, instance, turns })
    }
}
