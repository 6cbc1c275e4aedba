//! Prints solutions when they are found, and counts at the end of the search.

use std::io::Write;

use anyhow::Result;
use quadrille_cover::engine::auto::Choice;
use quadrille_cover::{OptionId, Outcome, Search, Tally};

use super::picture::Pictures;
use super::smaller::Smaller;
use crate::args::{Cover, Output};
use crate::output::json::{self, Answer, Count, Json, Solutions};
use crate::output::{Destination, stdout, write_stats};

/// Prints solutions when they are found; keeps them for JSON, which is one object.
pub struct Printer<'a> {
    args: &'a Cover,
    smaller: &'a Smaller,
    /// The choice of the engine `auto`.
    choice: Option<Choice>,
    out: Destination,
    /// Whether a solution was printed.
    begun: bool,
    /// Solutions, each a list of options in words.
    kept: Vec<Vec<String>>,
    /// Costs of these solutions, with `--cheapest`.
    costs: Vec<u64>,
    pictures: Option<Pictures>,
}

impl<'a> Printer<'a> {
    /// `begun`: the destination already contains solutions.
    pub fn new(
        args: &'a Cover,
        smaller: &'a Smaller,
        choice: Option<Choice>,
        out: Destination,
        begun: bool,
        pictures: Option<Pictures>,
    ) -> Self {
        Self { args, smaller, choice, out, begun, kept: Vec::new(), costs: Vec::new(), pictures }
    }

    pub fn add(&mut self, solution: &[OptionId]) -> Result<()> {
        if let Some(pictures) = &mut self.pictures
            && let Some(drawn) = pictures.add(self.smaller.read(), &self.smaller.whole(solution))?
        {
            self.separate()?;
            return Ok(write!(self.out, "{drawn}")?);
        }
        if self.args.output == Output::Json {
            if self.kept.is_empty() || self.args.several() {
                self.kept.push(self.smaller.words(solution));
                if self.args.cheapest.is_some() {
                    self.costs.push(self.smaller.cost(solution));
                }
            }
        } else if !self.args.how_many.count {
            let words = self.smaller.words(solution).join("\n");
            self.separate()?;
            writeln!(self.out, "{words}")?;
            if self.args.cheapest.is_some() {
                writeln!(self.out, "Cost {}", self.smaller.cost(solution))?;
            }
        }
        Ok(())
    }

    /// Writes a blank line, except before the first solution.
    fn separate(&mut self) -> Result<()> {
        if std::mem::replace(&mut self.begun, true) {
            writeln!(self.out)?;
        }
        Ok(())
    }

    /// Brings a file of solutions with a checkpoint to the disk.
    pub fn secure(&mut self) -> Result<()> {
        if let Destination::Growing(file) = &mut self.out {
            file.secure()?;
        }
        Ok(())
    }

    /// Length of a file of solutions with a checkpoint; otherwise 0.
    pub fn bytes(&self) -> u64 {
        if let Destination::Growing(file) = &self.out { file.bytes } else { 0 }
    }

    /// Prints what is known only at the end of the search.
    pub fn finish(mut self, tally: &Tally, wall_ns: u64) -> Result<()> {
        let (args, search) = (self.args, &tally.search);
        let stats = search.stats;
        let known = search.outcome != Outcome::BudgetSpent;
        if args.output == Output::Json {
            let costs = || self.costs.iter().copied().map(Count).collect();
            let json = Json {
                engine: Some(self.choice.map_or(&*args.engine, |choice| choice.engine.name())),
                solution: self.kept.first().cloned(),
                cost: self.costs.first().copied(),
                costs: (args.several() && args.cheapest.is_some()).then(costs),
                all: args.several().then(|| std::mem::take(&mut self.kept)),
                wall_ns: Some(wall_ns),
                ..Json::default()
            };
            let mut json = json.with(search);
            json.solutions = Some(Solutions(tally.solutions.clone()));
            if args.cheapest.is_some_and(|k| stats.solutions >= k as u64) {
                // More expensive solutions may exist.
                json.answer = Some(Answer::of(&Search { outcome: Outcome::Stopped, stats }));
            }
            json::write_line(&mut self.out, &json)?;
        } else {
            // An incomplete number would be mistaken for the complete one.
            if args.how_many.count && known {
                writeln!(self.out, "{}", tally.solutions)?;
            }
            if args.stats {
                let counts =
                    [("Tests", stats.tests), ("Forks", stats.forks), ("Nodes", stats.nodes)];
                if self.out.is_stdout() {
                    write_engine_and_stats(&mut self.out, self.choice, &counts)?;
                } else {
                    let mut out = stdout();
                    write_engine_and_stats(&mut out, self.choice, &counts)?;
                    out.flush()?;
                }
            }
        }
        // An incomplete file of solutions would be mistaken for a complete one.
        if known || self.out.is_stdout() {
            self.out.finish()?;
        }
        self.pictures.map_or(Ok(()), |pictures| pictures.finish(search))
    }
}

/// Writes the counts, and the engine that `auto` chose.
fn write_engine_and_stats(
    out: &mut impl Write,
    choice: Option<Choice>,
    counts: &[(&str, Option<u64>)],
) -> Result<()> {
    if let Some(choice) = choice {
        writeln!(out, "Engine {choice}")?;
    }
    write_stats(out, counts)?;
    Ok(())
}
