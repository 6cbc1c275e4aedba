//! Prints solutions as they are found, and what is known when the search has ended.

use std::io::Write;

use anyhow::Result;
use quadrille_cover::engine::auto::Choice;
use quadrille_cover::{OptionId, Outcome, Search, Tally};

use super::picture::Pictures;
use super::sink::Sink;
use super::smaller::Smaller;
use crate::args::{Cover, Output};
use crate::output::{Answer, Count, Json, Solutions, stdout, write_stats};

/// Prints solutions as they are found; for JSON, which is one object, keeps them.
pub struct Printer<'a> {
    args: &'a Cover,
    smaller: &'a Smaller,
    /// What `auto` chose.
    choice: Option<Choice>,
    sink: Sink,
    /// Whether a solution was printed.
    begun: bool,
    /// Solutions in words, an option each.
    kept: Vec<Vec<String>>,
    /// What these cost, if the cheapest are wanted.
    costs: Vec<u64>,
    pictures: Option<Pictures<'a>>,
}

impl<'a> Printer<'a> {
    /// `begun`: the sink holds solutions already.
    pub fn new(
        args: &'a Cover,
        smaller: &'a Smaller,
        choice: Option<Choice>,
        sink: Sink,
        begun: bool,
        pictures: Option<Pictures<'a>>,
    ) -> Self {
        Self { args, smaller, choice, sink, begun, kept: Vec::new(), costs: Vec::new(), pictures }
    }

    pub fn add(&mut self, solution: &[OptionId]) -> Result<()> {
        if let Some(pictures) = &mut self.pictures
            && let Some(drawn) = pictures.add(self.smaller.read(), &self.smaller.whole(solution))?
        {
            let blank = if self.begun { "\n" } else { "" };
            self.begun = true;
            write!(self.sink, "{blank}{drawn}")?;
            return Ok(());
        }
        if self.args.output == Output::Json {
            if self.kept.is_empty() || self.args.several() {
                self.kept.push(self.smaller.words(solution));
                if self.args.cheapest.is_some() {
                    self.costs.push(self.smaller.cost(solution));
                }
            }
        } else if !self.args.how_many.count {
            let blank = if self.begun { "\n" } else { "" };
            self.begun = true;
            writeln!(self.sink, "{blank}{}", self.smaller.words(solution).join("\n"))?;
            if self.args.cheapest.is_some() {
                writeln!(self.sink, "Cost {}", self.smaller.cost(solution))?;
            }
        }
        Ok(())
    }

    /// Brings what was printed to the disk, where a checkpoint needs it.
    pub fn secure(&mut self) -> Result<()> {
        self.sink.secure()
    }

    /// How many bytes are in the file that a checkpoint needs; 0 if there is none.
    pub fn bytes(&self) -> u64 {
        self.sink.bytes()
    }

    /// What can be printed only when the search has ended.
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
                // There may be others that are dearer.
                json.answer = Some(Answer::of(&Search { outcome: Outcome::Stopped, stats }));
            }
            json.write(&mut self.sink)?;
        } else {
            // A number that is not the whole number would be taken for it.
            if args.how_many.count && known {
                writeln!(self.sink, "{}", tally.solutions)?;
            }
            if args.stats {
                let counts =
                    [("Tests", stats.tests), ("Forks", stats.forks), ("Nodes", stats.nodes)];
                if matches!(self.sink, Sink::Stdout(_)) {
                    write_engine_and_stats(&mut self.sink, self.choice, &counts)?;
                } else {
                    let mut out = stdout();
                    write_engine_and_stats(&mut out, self.choice, &counts)?;
                    out.flush()?;
                }
            }
        }
        // A file that lacks solutions would be taken for the whole.
        if known || matches!(self.sink, Sink::Stdout(_)) {
            self.sink.finish()?;
        }
        match self.pictures {
            Some(pictures) => pictures.finish(search),
            None => Ok(()),
        }
    }
}

/// What was counted, and by which engine if that was not said.
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
