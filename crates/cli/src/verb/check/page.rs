//! Records as text, JSON or CSV, with their messages and counts.

use std::io::{self, Write};

use quadrille_sudoku::Level;
use quadrille_sudoku::canonical::Same;
use quadrille_sudoku::engine::human::Technique;
use quadrille_sudoku::format::write;
use quadrille_sudoku::grid::CellName;
use serde::Serialize;
use serde_json::Value;
use serde_with_macros::skip_serializing_none;

use super::claim::Clues;
use super::examine::{Examined, Rated, Record};
use super::tally::Tally;
use crate::args::{Check, TableOutput};
use crate::output::json::{self, Answer, Json};

/// Why writing to memory cannot fail.
const ROOM: &str = "writing to memory does not fail";

/// Printed records: text for standard output, and messages for standard error at their places.
#[derive(Default)]
pub struct Page {
    text: Vec<u8>,
    /// Messages, each with the length of the text before it.
    messages: Vec<(usize, String)>,
    pub tally: Tally,
}

impl Page {
    /// Writes the text to `out`, and passes each message to `tell` at its place.
    pub fn write(&self, out: &mut impl Write, mut tell: impl FnMut(&str)) -> io::Result<()> {
        let mut written = 0;
        for (place, message) in &self.messages {
            out.write_all(&self.text[written..*place])?;
            // So that verdicts and messages are in order, even if both go to one place.
            out.flush()?;
            tell(message);
            written = *place;
        }
        out.write_all(&self.text[written..])
    }

    /// Adds, in plain text, that the puzzle of a line is unique.
    pub fn add_unique(&mut self, line: usize) {
        self.text.extend_from_slice(itoa::Buffer::new().format(line).as_bytes());
        self.text.extend_from_slice(b": unique\n");
    }

    /// Adds a record.
    pub fn add(&mut self, record: &Record, printer: Printer) {
        self.tally.add_record(record);
        self.messages.extend(record.message.clone().map(|message| (self.text.len(), message)));
        match printer.output {
            TableOutput::Plain => printer.plain(record, &mut self.text),
            TableOutput::Json => {
                json::write_line(&mut self.text, &printer.object(record)).expect(ROOM);
            }
            TableOutput::Csv => {
                let object = serde_json::to_value(printer.object(record)).expect(ROOM);
                let mut row = csv::Writer::from_writer(&mut self.text);
                let fields = COLUMNS.split(',').map(|column| field(column, &object));
                row.write_record(fields).expect(ROOM);
            }
        }
    }
}

/// The form of the records.
#[derive(Clone, Copy)]
pub struct Printer {
    output: TableOutput,
    /// Whether canonical forms are printed.
    canonical: bool,
    /// Whether canonical forms were asked for, to be printed or to find duplicates.
    canonical_asked: bool,
    same: &'static str,
}

impl Printer {
    /// The form that the arguments ask for.
    pub fn new(args: &Check) -> Self {
        let isomorphs = args.duplicates == Some(Same::Isomorphs);
        let same = if isomorphs { "isomorph of" } else { "same as" };
        let Check { output, canonical, .. } = *args;
        Self { output, canonical, canonical_asked: canonical || isomorphs, same }
    }

    /// The text before all records.
    pub fn header(self) -> String {
        match self.output {
            TableOutput::Plain | TableOutput::Json => String::new(),
            TableOutput::Csv => format!("{COLUMNS}\n"),
        }
    }

    /// `7: unique, not minimal (could spare row 1 column 2), level 3, isomorph of line 2`.
    fn plain(self, record: &Record, text: &mut Vec<u8>) {
        let mut notes = String::new();
        if let Some(examined) = &record.puzzle {
            self.note(examined, record.answer, &mut notes);
        }
        let reason = record.reason.as_ref().filter(|_| record.answer != Answer::Invalid);
        let (open, reason, close) = reason.map_or(("", "", ""), |reason| (" (", &**reason, ")"));
        let name = record.answer.name();
        writeln!(text, "{}: {name}{open}{reason}{close}{notes}", record.line).expect(ROOM);
    }

    fn note(self, examined: &Examined, answer: Answer, notes: &mut String) {
        let mut add = |note: String| notes.push_str(&note);
        if let (Answer::Multiple, [Some(first), Some(second)]) = (answer, &examined.claim.solutions)
        {
            add(format!(" (two solutions: {}, {})", write::line(first), write::line(second)));
        }
        if let Some(clues) = &examined.claim.clues {
            add(match clues.minimal() {
                Some(true) => ", minimal".to_owned(),
                Some(false) => {
                    let any = if clues.redundant.len() > 1 { "any one of " } else { "" };
                    let names = clue_names(examined, clues).join(", ");
                    format!(", not minimal (could spare {any}{names})")
                }
                None => ", perhaps not minimal (stopped at the limit)".to_owned(),
            });
        }
        if let Some(level) = examined.level {
            add(format!(", level {level}"));
        }
        match examined.rating {
            Some(Rated::Hardest(technique)) => {
                add(format!(", rating {} ({technique})", technique.difficulty()));
            }
            Some(Rated::Beyond) => add(", beyond all techniques".to_owned()),
            None => {}
        }
        if let Some(line) = examined.duplicate_of {
            add(format!(", {} line {line}", self.same));
        }
        if let Some(line) = self.canonical_line(examined) {
            add(format!(", canonical {line}"));
        } else if self.canonical_asked && examined.canonical.is_none() {
            add(", too symmetric for a canonical form".to_owned());
        }
    }

    /// The object of JSON, from which the fields of CSV are taken too.
    fn object(self, record: &Record) -> Object {
        let Record { line, answer, reason, .. } = record;
        let known = Json { line: Some(*line), reason: reason.clone(), ..Json::default() };
        let mut object = Object { known, ..Object::default() };
        if let Some(examined) = &record.puzzle {
            let claim = &examined.claim;
            let solutions: Vec<_> = claim.solutions.iter().flatten().map(write::line).collect();
            object.known = Json {
                puzzle: Some(write::line(examined.puzzle.givens())),
                engine: Some(claim.engine.name()),
                solution: solutions.first().cloned(),
                all: Some(solutions).filter(|solutions| solutions.len() > 1),
                wall_ns: claim.wall_ns,
                ..object.known.with(&claim.search)
            };
            let clues = claim.clues.as_ref();
            object.minimal = clues.and_then(Clues::minimal);
            object.redundant = clues.map(|clues| clue_names(examined, clues));
            object.level = examined.level.map(Level::number);
            let hardest = examined.rating.and_then(Rated::hardest);
            let number = |hardest: Technique| f64::from(hardest.difficulty().tenths) / 10.0;
            object.rating = hardest.map(number);
            object.technique = examined.rating.map(|_| hardest.map_or("beyond", Technique::name));
            object.duplicate_of = examined.duplicate_of;
            object.canonical = self.canonical_line(examined);
        }
        object.known.answer = Some(*answer);
        object
    }

    fn canonical_line(self, examined: &Examined) -> Option<String> {
        examined.canonical.as_ref().filter(|_| self.canonical).map(write::line)
    }
}

/// A field of CSV.
fn field(column: &str, object: &Value) -> String {
    match (column, &object[column]) {
        ("second", _) => json::csv_field(&object["all"][1]),
        ("rating", Value::Number(rating)) => rating.to_string(),
        (_, value) => json::csv_field(value),
    }
}

/// The columns of CSV, defined in `docs/FORMATS.md`.
const COLUMNS: &str = "line,puzzle,answer,reason,solution,second,minimal,redundant,level,rating,technique,\
    duplicate_of,canonical,tests,forks,nodes,max_depth";

/// An object of JSON: the fields of every verb, and those of `check`.
#[skip_serializing_none]
#[derive(Default, Serialize)]
struct Object {
    #[serde(flatten)]
    known: Json<'static, String>,
    minimal: Option<bool>,
    redundant: Option<Vec<String>>,
    level: Option<u8>,
    rating: Option<f64>,
    technique: Option<&'static str>,
    duplicate_of: Option<usize>,
    canonical: Option<String>,
}

/// Names of the redundant clues: `row 1 column 2`.
fn clue_names(examined: &Examined, clues: &Clues) -> Vec<String> {
    let order = examined.puzzle.order();
    let names = clues.redundant.iter().map(|&cell| CellName { order, cell }.to_string());
    names.collect()
}

#[cfg(test)]
mod tests {
    use clap::Parser;
    use quadrille_cover::CancelToken;
    use quadrille_sudoku::format::read::Found;

    use super::super::examine::Examiner;
    use super::*;
    use crate::args::{Cli, Verb};

    /// The record of a unique puzzle.
    fn record(line: usize) -> Record {
        let puzzle = "12..34...34.4...";
        let Verb::Check(args) = Cli::parse_from(["quadrille", "check", puzzle]).verb else {
            panic!()
        };
        let puzzle = crate::input::one_puzzle(puzzle, None).unwrap();
        let examiner = Examiner::new(&args, &CancelToken::new()).unwrap();
        examiner.examine(Found { puzzle, line }).unwrap()
    }

    /// Records in print.
    fn page(records: &[Record], output: TableOutput, canonical_asked: bool) -> Page {
        let printer = Printer { output, canonical: false, canonical_asked, same: "same as" };
        let mut page = Page::default();
        for record in records {
            page.add(record, printer);
        }
        page
    }

    #[test]
    fn messages_come_before_their_verdicts_in_every_output() {
        for output in [TableOutput::Plain, TableOutput::Json, TableOutput::Csv] {
            let mut records = [record(1), record(2), record(3)];
            records[1].message = Some("look here".to_owned());
            let (mut out, mut told) = (Vec::new(), Vec::new());
            let page = page(&records, output, false);
            assert_eq!(page.messages, [(page.text.len() / 3, "look here".to_owned())]);
            page.write(&mut out, |message| told.push(message.to_owned())).unwrap();
            assert_eq!((told, out), (vec!["look here".to_owned()], page.text));
        }
    }

    #[test]
    fn a_grid_too_symmetric_says_so() {
        let print = |asked| page(&[record(7)], TableOutput::Plain, asked).text;
        assert_eq!(print(false), b"7: unique\n");
        assert_eq!(print(true), b"7: unique, too symmetric for a canonical form\n");
    }
}
