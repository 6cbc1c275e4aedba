//! Prints solutions when they are found, and counts at the end of the search.

use std::io::Write;

use anyhow::Result;
use quadrille_cover::engine::auto::Choice;
use quadrille_cover::search::Changed;
use quadrille_cover::why::Reason;
use quadrille_cover::{OptionId, Outcome, Search, Tally};
use quadrille_service::problem::Smaller;
use quadrille_sudoku::Uniqueness;
use serde_json::Value;

use super::lines::{self, Lines, Texts};
use super::picture::Pictures;
use super::why::Explained;
use crate::args::Output;
use crate::args::request::{Question, Request};
use crate::output::json::{self, Json};
use crate::output::{Destination, counts, first_solution, is_stdout, stdout};
use crate::verb::estimate::duration;
use crate::work::early;

/// Bytes of JSON that are gathered before they are written.
const PIECE: usize = 1 << 16;

/// Bytes of a certificate that are written in a second, and that are checked: about the most and the least of what docs/PROOFS.md has for
/// large ones.
const WRITTEN: f64 = 3e6;
const CHECKED: f64 = 12e6;

/// The beginning of an object with a list of solutions.
const LIST: &[u8] = br#"{"all":["#;

/// Prints solutions when they are found. JSON is one object, whose list of solutions comes first, so that it need not be kept.
pub struct Printer<'a> {
    pub request: &'a Request,
    pub smaller: &'a Smaller,
    /// The choice of the engine `auto`.
    pub choice: Option<Choice>,
    pub out: Destination,
    /// Whether the destination contains solutions.
    pub begun: bool,
    /// The first solution as options of the problem read, and the costs of all with `--cheapest`, for JSON.
    first: Option<Vec<OptionId>>,
    costs: Vec<u64>,
    texts: Texts,
    /// JSON that is not written yet.
    json: Vec<u8>,
    lines: Lines,
    pub pictures: Option<Pictures>,
    /// The reason why there is no solution, as JSON.
    pub why: Option<Value>,
    /// An estimate of the size of a certificate, in bytes.
    pub certificate: Option<u64>,
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
        let (first, costs, texts, json, lines) = Default::default();
        let (choice, begun, why) = Default::default();
        Self {
            request,
            smaller,
            choice,
            out,
            begun,
            first,
            costs,
            texts,
            json,
            lines,
            pictures,
            why,
            certificate: None,
        }
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
            let question = &self.request.asked.question;
            let whole = self.smaller.whole(solution);
            self.costs.extend(question.cheapest().map(|_| self.smaller.cost(solution)));
            if question.several() {
                self.list(&whole)?;
            }
            self.first.get_or_insert_with(|| whole.into_owned());
        } else if !self.request.asked.question.is_count() {
            let whole = self.smaller.whole(solution);
            if self.request.numbers {
                self.begun = true;
                self.out.write_all(lines::line_of_numbers(&whole).as_bytes())?;
            } else {
                self.separate()?;
                self.out.write_all(self.lines.of(&self.smaller.read, &whole))?;
            }
            if self.request.asked.question.cheapest().is_some() {
                writeln!(self.out, "Cost {}", self.smaller.cost(solution))?;
            }
        }
        Ok(())
    }

    /// Adds a solution to the list that JSON begins with.
    fn list(&mut self, solution: &[OptionId]) -> Result<()> {
        let begun = std::mem::replace(&mut self.begun, true);
        self.json.extend_from_slice(if begun { b"," } else { LIST });
        let words = self.texts.words(&self.smaller.read, solution);
        json::write(&mut self.json, &words)?;
        if self.json.len() >= PIECE {
            self.out.write_all(&self.json)?;
            self.out.flush()?;
            self.json.clear();
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
            let Self { first, costs, mut texts, json: mut text, .. } = self;
            let several = request.asked.question.several();
            let json = Json {
                engine: Some(match (tally.changed, self.choice) {
                    (Some(changed), _) => changed.engine,
                    (None, Some(choice)) => choice.engine.name(),
                    (None, None) => &request.asked.engine,
                }),
                solution: first.as_ref().map(|first| texts.words(&self.smaller.read, first)),
                numbers: first.as_deref().map(lines::numbers),
                cost: costs.first().map(|&cost| json::count(cost)),
                costs: (several && request.asked.question.cheapest().is_some())
                    .then(|| costs.into_iter().map(json::count).collect()),
                seed: request.asked.question.sample().map(|(_, seed)| seed),
                index: match &request.asked.question {
                    Question::Nth(nth) => Some(json::big_count(&nth.0)),
                    _ => None,
                },
                wall_ns: Some(wall_ns),
                why: self.why.take(),
                certificate_bytes: self.certificate.map(json::count),
                ..Json::default()
            };
            let mut json = json.with(search);
            json.solutions = Some(json::big_count(&tally.solutions));
            if request.asked.question.cheapest().is_some_and(|k| stats.solutions >= k as u64) {
                // More expensive solutions may exist, so the answer is that of a search that was stopped.
                json.answer =
                    Some(Uniqueness::of(&Search { outcome: Outcome::Stopped, stats }).into());
            }
            if several {
                text.extend_from_slice(if self.begun { b"]," } else { br#"{"all":[],"# });
            }
            let rest = text.len();
            json::write_line(&mut text, &json)?;
            // The list is part of the same object.
            text.drain(rest..rest + usize::from(several));
            self.out.write_all(&text)?;
        } else {
            // An incomplete number would be mistaken for the complete one.
            if request.asked.question.is_count() && known {
                writeln!(self.out, "{}", tally.solutions)?;
            }
            if let Some(bytes) = self.certificate.filter(|_| known) {
                let seconds = |each: f64| duration(bytes as f64 / each);
                let (write, check) = (seconds(WRITTEN), seconds(CHECKED));
                let megabytes = bytes as f64 / 1e6;
                writeln!(
                    self.out,
                    "Certificate about {megabytes:.3} MB: {write} to write, {check} to check"
                )?;
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
            Question::Sample { .. } if search.outcome == Outcome::Stopped => {
                "a random solution".to_owned()
            }
            Question::Sample { .. } => format!("a random one of {} solutions", tally.solutions),
            Question::Nth(nth) => format!("solution {nth} of {}", tally.solutions),
            _ => first_solution(search),
        };
        self.pictures.map_or(Ok(()), |pictures| pictures.finish(&caption))
    }
}
