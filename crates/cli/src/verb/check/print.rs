//! Records in text, JSON and CSV.

use std::io::{self, Write};

use quadrille_cover::search::SearchStats;
use quadrille_sudoku::Level;
use quadrille_sudoku::format::write;
use quadrille_sudoku::grid::CellName;
use serde::Serialize;

use super::examine::{Clues, Examined, Rated, Record};
use crate::args::{Check, CheckOutput, Duplicates};
use crate::output::{Answer, Json};

/// Why writing to memory cannot fail.
const ROOM: &str = "memory takes everything";

/// Records in print: text for stdout, and messages for stderr that belong in between.
#[derive(Default)]
pub struct Page {
    text: Vec<u8>,
    /// Messages, and how much of the text comes before each.
    messages: Vec<(usize, String)>,
}

impl Page {
    /// Writes the text to `out`, and hands each message to `tell` at its place.
    pub fn write(&self, out: &mut impl Write, mut tell: impl FnMut(&str)) -> io::Result<()> {
        let mut written = 0;
        for (place, message) in &self.messages {
            out.write_all(&self.text[written..*place])?;
            // In order with the verdicts, wherever both go.
            out.flush()?;
            tell(message);
            written = *place;
        }
        out.write_all(&self.text[written..])
    }
}

impl Page {
    /// Adds what says of a line in plain text that its puzzle is unique.
    pub fn unique(&mut self, line: usize) {
        self.text.extend_from_slice(itoa::Buffer::new().format(line).as_bytes());
        self.text.extend_from_slice(b": unique\n");
    }

    /// Adds another page.
    pub fn append(&mut self, page: Self) {
        let before = self.text.len();
        self.text.extend_from_slice(&page.text);
        self.messages.extend(page.messages.into_iter().map(|(at, what)| (before + at, what)));
    }
}

/// Knows how records are to look.
#[derive(Clone, Copy)]
pub struct Printer {
    output: CheckOutput,
    /// Whether canonical forms are printed.
    canonical: bool,
    /// Whether they were asked for, to be printed or for duplicates.
    canonical_wanted: bool,
    same: &'static str,
}

impl Printer {
    /// As the arguments say.
    pub fn new(args: &Check) -> Self {
        let same = match args.duplicates {
            Some(Duplicates::Isomorphs) => "isomorph of",
            Some(Duplicates::Digits) | None => "same as",
        };
        let isomorphs = args.duplicates == Some(Duplicates::Isomorphs);
        let Check { output, canonical, .. } = *args;
        Self { output, canonical, canonical_wanted: canonical || isomorphs, same }
    }

    /// What comes before all records.
    pub fn header(self) -> Vec<u8> {
        match self.output {
            CheckOutput::Plain | CheckOutput::Json => Vec::new(),
            CheckOutput::Csv => (COLUMNS.join(",") + "\n").into_bytes(),
        }
    }

    /// Records in print.
    pub fn print(self, records: &[Record]) -> Page {
        let mut rows = csv::Writer::from_writer(Vec::new());
        let mut page = Page::default();
        for record in records {
            if let Some(message) = &record.message {
                rows.flush().expect(ROOM);
                page.messages.push((page.text.len() + rows.get_ref().len(), message.clone()));
            }
            match self.output {
                CheckOutput::Plain => self.plain(record, &mut page.text),
                CheckOutput::Json => self.json(record, &mut page.text),
                CheckOutput::Csv => rows.write_record(self.fields(record)).expect(ROOM),
            }
        }
        page.text.extend(rows.into_inner().expect(ROOM));
        page
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
        if let (Answer::Multiple, [Some(first), Some(second)]) = (answer, &examined.solutions) {
            add(format!(" (two solutions: {}, {})", write::line(first), write::line(second)));
        }
        if let Some(clues) = &examined.clues {
            add(match clues.minimal() {
                Some(true) => ", minimal".to_owned(),
                Some(false) => {
                    let any = if clues.redundant.len() > 1 { "any one of " } else { "" };
                    let names = clue_names(examined, clues).join(", ");
                    format!(", not minimal (could spare {any}{names})")
                }
                None => ", perhaps not minimal (gave up at the limit)".to_owned(),
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
        } else if self.canonical_wanted && examined.canonical.is_none() {
            add(", too symmetric for a canonical form".to_owned());
        }
    }

    fn json(self, record: &Record, text: &mut Vec<u8>) {
        let Record { line, answer, reason, .. } = record;
        let mut object = Object {
            known: Json { line: Some(*line), reason: reason.clone(), ..Json::default() },
            minimal: None,
            redundant: None,
            level: None,
            rating: None,
            technique: None,
            duplicate_of: None,
            canonical: None,
        };
        let givens = record.puzzle.as_ref().map(|examined| write::line(examined.puzzle.givens()));
        if let Some(examined) = &record.puzzle {
            let solutions: Vec<_> = examined.solutions.iter().flatten().map(write::line).collect();
            object.known = Json {
                puzzle: givens.as_deref(),
                engine: Some(examined.engine.name()),
                solution: solutions.first().cloned(),
                all: Some(solutions).filter(|solutions| solutions.len() > 1),
                wall_ns: examined.wall_ns,
                ..object.known.with(&examined.search)
            };
            let clues = examined.clues.as_ref();
            object.minimal = clues.and_then(Clues::minimal);
            object.redundant = clues.map(|clues| clue_names(examined, clues));
            object.level = examined.level.map(Level::number);
            object.rating = examined.rating.and_then(number);
            object.technique = examined.rating.map(technique);
            object.duplicate_of = examined.duplicate_of;
            object.canonical = self.canonical_line(examined);
        }
        object.known.answer = Some(*answer);
        serde_json::to_writer(&mut *text, &object).expect(ROOM);
        text.push(b'\n');
    }

    /// The fields of a row, as `COLUMNS` names them.
    fn fields(self, record: &Record) -> [String; COLUMNS.len()] {
        let examined = record.puzzle.as_ref();
        let of =
            |get: &dyn Fn(&Examined) -> Option<String>| examined.and_then(get).unwrap_or_default();
        let count = |get: fn(&SearchStats) -> Option<u64>| {
            of(&|examined| get(&examined.search.stats).map(|count| count.to_string()))
        };
        [
            record.line.to_string(),
            of(&|examined| Some(write::line(examined.puzzle.givens()))),
            record.answer.name().to_owned(),
            record.reason.clone().unwrap_or_default(),
            of(&|examined| examined.solutions[0].as_ref().map(write::line)),
            of(&|examined| examined.solutions[1].as_ref().map(write::line)),
            of(&|examined| examined.clues.as_ref()?.minimal().map(|minimal| minimal.to_string())),
            of(&|examined| Some(clue_names(examined, examined.clues.as_ref()?).join("; "))),
            of(&|examined| examined.level.map(|level| level.to_string())),
            of(&|examined| Some(format!("{:.1}", examined.rating.and_then(number)?))),
            of(&|examined| examined.rating.map(technique).map(str::to_owned)),
            of(&|examined| examined.duplicate_of.map(|line| line.to_string())),
            of(&|examined| self.canonical_line(examined)),
            count(|stats| stats.tests),
            count(|stats| stats.forks),
            count(|stats| stats.nodes),
            count(|stats| stats.max_depth),
        ]
    }

    fn canonical_line(self, examined: &Examined) -> Option<String> {
        examined.canonical.as_ref().filter(|_| self.canonical).map(write::line)
    }
}

/// The columns of CSV, defined in `docs/FORMATS.md`.
const COLUMNS: [&str; 17] = [
    "line",
    "puzzle",
    "answer",
    "reason",
    "solution",
    "second",
    "minimal",
    "redundant",
    "level",
    "rating",
    "technique",
    "duplicate_of",
    "canonical",
    "tests",
    "forks",
    "nodes",
    "max_depth",
];

/// An object of JSON: what every verb says, and what only this one does.
#[derive(Serialize)]
struct Object<'a> {
    #[serde(flatten)]
    known: Json<'a, String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    minimal: Option<bool>,
    #[serde(skip_serializing_if = "Option::is_none")]
    redundant: Option<Vec<String>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    level: Option<u8>,
    #[serde(skip_serializing_if = "Option::is_none")]
    rating: Option<f64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    technique: Option<&'static str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    duplicate_of: Option<usize>,
    #[serde(skip_serializing_if = "Option::is_none")]
    canonical: Option<String>,
}

/// The number of the hardest technique.
fn number(rated: Rated) -> Option<f64> {
    match rated {
        Rated::Hardest(technique) => Some(f64::from(technique.difficulty().tenths) / 10.0),
        Rated::Beyond => None,
    }
}

/// The name of the hardest technique.
fn technique(rated: Rated) -> &'static str {
    match rated {
        Rated::Hardest(technique) => technique.name(),
        Rated::Beyond => "beyond",
    }
}

/// The clues that can be spared, as people name cells.
fn clue_names(examined: &Examined, clues: &Clues) -> Vec<String> {
    let order = examined.puzzle.order();
    let names = clues.redundant.iter().map(|&cell| CellName { order, cell }.to_string());
    names.collect()
}

#[cfg(test)]
mod tests {
    use quadrille_cover::search::{Outcome, Search};
    use quadrille_sudoku::{Engine, Grid, Order, Puzzle};

    use super::*;

    /// A record of an empty grid without anything that could be asked for.
    fn record(line: usize) -> Record {
        let examined = Examined {
            puzzle: Puzzle::new(Grid::empty(Order::NINE)),
            engine: Engine::Masks,
            search: Search { outcome: Outcome::Stopped, stats: SearchStats::default() },
            wall_ns: None,
            solutions: [None, None],
            clues: None,
            level: None,
            rating: None,
            canonical: None,
            duplicate_of: None,
            confirmed: false,
            doubt: None,
        };
        let puzzle = Some(examined);
        Record { line, puzzle, answer: Answer::Unique, reason: None, message: None }
    }

    fn printer(output: CheckOutput, canonical_wanted: bool) -> Printer {
        Printer { output, canonical: false, canonical_wanted, same: "same as" }
    }

    #[test]
    fn messages_come_before_their_verdicts_in_every_output() {
        for output in [CheckOutput::Plain, CheckOutput::Json, CheckOutput::Csv] {
            let mut records = [record(1), record(2), record(3)];
            records[1].message = Some("look here".to_owned());
            let (mut out, mut told) = (Vec::new(), Vec::new());
            let page = printer(output, false).print(&records);
            assert_eq!(page.messages, [(page.text.len() / 3, "look here".to_owned())]);
            page.write(&mut out, |message| told.push(message.to_owned())).unwrap();
            assert_eq!((told, out), (vec!["look here".to_owned()], page.text));
        }
    }

    #[test]
    fn a_grid_too_symmetric_says_so() {
        let print = |wanted| printer(CheckOutput::Plain, wanted).print(&[record(7)]).text;
        assert_eq!(print(false), b"7: unique\n");
        assert_eq!(print(true), b"7: unique, too symmetric for a canonical form\n");
    }
}
