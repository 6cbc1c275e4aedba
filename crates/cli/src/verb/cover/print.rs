//! Prints solutions when they are found, and counts at the end of the search.

use std::io::{BufWriter, Write};

use anyhow::Result;
use quadrille_cover::engine::auto::Choice;
use quadrille_cover::search::Changed;
use quadrille_cover::why::Reason;
use quadrille_cover::{OptionId, Outcome, Search, Tally};
use quadrille_service::problem::Smaller;
use quadrille_sudoku::Uniqueness;
use serde_json::Value;

use super::lines::{Lines, Texts};
use super::picture::Pictures;
use super::why::Explained;
use crate::args::Output;
use crate::args::request::{Question, Request};
use crate::output::json::{self, Json};
use crate::output::{Destination, counts, first_solution, is_stdout, stdout};
use crate::work::early;

/// Prints solutions when they are found; keeps them for JSON, which is one object.
pub struct Printer<'a> {
    pub request: &'a Request,
    pub smaller: &'a Smaller,
    /// The choice of the engine `auto`.
    pub choice: Option<Choice>,
    pub out: Destination,
    /// Whether the destination contains solutions.
    pub begun: bool,
    /// Solutions as options of the problem read, and their costs, with `--cheapest`.
    pub kept: (Vec<Vec<OptionId>>, Vec<u64>),
    pub lines: Lines,
    pub pictures: Option<Pictures>,
    /// The reason why there is no solution, as JSON.
    pub why: Option<Value>,
}

impl<'a> Printer<'a> {
    /// Prints to the destination of the arguments.
    pub fn open(
        request: &'a Request,
        smaller: &'a Smaller,
        pictures: Option<Pictures>,
    ) -> Result<Self> {
        let out = match (&pictures, request.out.as_deref().filter(|path| !is_stdout(path))) {
            (Some(pictures), _) if pictures.have_stdout() => Destination::Nowhere,
            (_, path) => Destination::open(path, request.force)?,
        };
        Ok(Self::new(request, smaller, out, pictures))
    }

    /// Prints to a destination without solutions so far.
    pub fn new(
        request: &'a Request,
        smaller: &'a Smaller,
        out: Destination,
        pictures: Option<Pictures>,
    ) -> Self {
        let (kept, lines) = Default::default();
        Self { request, smaller, choice: None, out, begun: false, kept, lines, pictures, why: None }
    }

    pub fn add(&mut self, solution: &[OptionId]) -> Result<()> {
        early::end();
        if let Some(pictures) = &mut self.pictures
            && let Some(drawn) = pictures.add(&self.smaller.read, &self.smaller.whole(solution))?
        {
            self.separate()?;
            return Ok(write!(self.out, "{drawn}")?);
        }
        if self.request.output == Output::Json {
            let (solutions, costs) = &mut self.kept;
            if solutions.is_empty() || self.request.asked.question.several() {
                solutions.push(self.smaller.whole(solution).into_owned());
                costs.extend(
                    self.request.asked.question.cheapest().map(|_| self.smaller.cost(solution)),
                );
            }
        } else if !self.request.asked.question.is_count() {
            self.separate()?;
            let whole = self.smaller.whole(solution);
            self.out.write_all(self.lines.of(&self.smaller.read, &whole))?;
            if self.request.asked.question.cheapest().is_some() {
                writeln!(self.out, "Cost {}", self.smaller.cost(solution))?;
            }
        }
        Ok(())
    }

    /// Takes the reason why there is no solution.
    pub fn explain(&mut self, explained: Option<&Explained>) {
        let Some(Explained { reason, json, .. }) = explained else { return };
        self.why = Some(json.clone());
        if let (Some(pictures), Reason::Weights(weights)) = (&mut self.pictures, reason) {
            pictures.weigh(self.smaller.problem(), weights);
        }
    }

    /// Writes a blank line, except before the first solution.
    fn separate(&mut self) -> Result<()> {
        if std::mem::replace(&mut self.begun, true) {
            self.out.write_all(b"\n")?;
        }
        Ok(())
    }

    /// Brings a file of solutions to the disk.
    pub fn secure(&mut self) -> Result<()> {
        if let Destination::File(file) = &mut self.out {
            file.secure()?;
        }
        Ok(())
    }

    /// Length of a file of solutions; otherwise 0.
    pub fn bytes(&self) -> u64 {
        if let Destination::File(file) = &self.out { file.bytes } else { 0 }
    }

    /// Prints what is known only at the end of the search.
    pub fn finish(mut self, tally: &Tally, wall_ns: u64) -> Result<()> {
        early::end();
        let (request, search) = (self.request, &tally.search);
        let stats = search.stats;
        let known = search.outcome != Outcome::BudgetSpent;
        if request.output == Output::Json {
            let (solutions, costs) = self.kept;
            let mut texts = Texts::default();
            for &option in solutions.iter().flatten() {
                texts.get(&self.smaller.read, option);
            }
            let solutions = solutions.iter().map(|solution| texts.words(solution));
            let several = request.asked.question.several();
            let json = Json {
                engine: Some(match (tally.changed, self.choice) {
                    (Some(changed), _) => changed.engine,
                    (None, Some(choice)) => choice.engine.name(),
                    (None, None) => &request.asked.engine,
                }),
                solution: solutions.clone().next(),
                cost: costs.first().map(|&cost| json::count(cost)),
                costs: (several && request.asked.question.cheapest().is_some())
                    .then(|| costs.into_iter().map(json::count).collect()),
                all: several.then(|| solutions.collect()),
                seed: request.asked.question.sample().map(|(_, seed)| seed),
                index: match &request.asked.question {
                    Question::Nth(nth) => Some(json::big_count(&nth.0)),
                    _ => None,
                },
                wall_ns: Some(wall_ns),
                why: self.why.take(),
                ..Json::default()
            };
            let mut json = json.with(search);
            json.solutions = Some(json::big_count(&tally.solutions));
            if request.asked.question.cheapest().is_some_and(|k| stats.solutions >= k as u64) {
                // More expensive solutions may exist, so the answer is that of a search that was stopped.
                json.answer =
                    Some(Uniqueness::of(&Search { outcome: Outcome::Stopped, stats }).into());
            }
            // A line may be as long as all solutions together, and is written in very small pieces.
            let mut out = BufWriter::with_capacity(1 << 16, &mut self.out);
            json::write_line(&mut out, &json)?;
            out.flush()?;
            drop(out);
        } else {
            // An incomplete number would be mistaken for the complete one.
            if request.asked.question.is_count() && known {
                writeln!(self.out, "{}", tally.solutions)?;
            }
            if request.stats {
                let mut stdout = stdout();
                let out: &mut dyn Write =
                    if self.out.is_stdout() { &mut self.out } else { &mut stdout };
                match (tally.changed, self.choice) {
                    (Some(Changed { engine, why }), _) => writeln!(out, "Engine {engine}: {why}")?,
                    (None, Some(choice)) => writeln!(out, "Engine {choice}")?,
                    (None, None) => {}
                }
                for (name, count) in counts(stats) {
                    writeln!(out, "{name} {count}")?;
                }
                out.flush()?;
            }
        }
        // An incomplete file of solutions would be mistaken for a complete one.
        if known || self.out.is_stdout() {
            self.out.finish()?;
        }
        let caption = match &request.asked.question {
            Question::Sample { .. } => format!("a random one of {} solutions", tally.solutions),
            Question::Nth(nth) => format!("solution {nth} of {}", tally.solutions),
            _ => first_solution(search),
        };
        self.pictures.map_or(Ok(()), |pictures| pictures.finish(&caption))
    }
}
