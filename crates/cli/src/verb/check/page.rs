//! Records as text, JSON or CSV, with their messages and counts.

use std::fmt::Write as _;
use std::io::{self, Write};

use quadrille_service::puzzle::check::BEYOND;
use quadrille_sudoku::canonical::Same;
use quadrille_tables::Answer;
use serde_json::Value;

use super::against::Match;
use super::printed::{Object, Printed};
use super::rewrite::{NewRow, values};
use super::tally::Tally;
use crate::args::{Check, CheckOutput};
use crate::output::json;

/// The reason given to `expect` where text is written to memory.
const ROOM: &str = "writing to memory does not fail";

/// Records as text for standard output, with messages for standard error, each at its place in the text.
#[derive(Default)]
pub struct Page {
    text: Vec<u8>,
    /// Messages, each with the length of the text before it.
    messages: Vec<(usize, String)>,
    /// For `--output table`, rows instead of text.
    pub rows: Vec<NewRow>,
    pub tally: Tally,
}

impl Page {
    /// Writes the text to `out`, and passes each message to `tell` at its place.
    pub fn write(&self, out: &mut impl Write, mut tell: impl FnMut(&str)) -> io::Result<()> {
        let mut written = 0;
        for (place, message) in &self.messages {
            out.write_all(&self.text[written..*place])?;
            // Keeps verdicts and messages in order if both go to the same terminal or file.
            out.flush()?;
            tell(message);
            written = *place;
        }
        out.write_all(&self.text[written..])
    }

    /// Adds, in plain text, that the puzzle of a line is unique, and perhaps that its answer is right.
    pub fn add_unique(&mut self, line: u64, name: Option<&str>, is_right: bool) {
        match name {
            Some(name) => self.text.extend_from_slice(name.as_bytes()),
            None => self.text.extend_from_slice(itoa::Buffer::new().format(line).as_bytes()),
        }
        let words: &[u8] = if is_right { b": unique, answer right\n" } else { b": unique\n" };
        self.text.extend_from_slice(words);
    }

    pub fn add(&mut self, printed: &Printed, args: &Check) {
        self.tally.add_record(printed);
        let record = &printed.record;
        self.messages.extend(record.message.clone().map(|message| (self.text.len(), message)));
        match args.output {
            CheckOutput::Plain => {
                match &record.name {
                    Some(name) => write!(self.text, "{name}"),
                    None => write!(self.text, "{}", record.line),
                }
                .expect(ROOM);
                writeln!(self.text, ": {}", plain(printed, args)).expect(ROOM);
            }
            CheckOutput::Json => {
                json::write_line(&mut self.text, &Object::of(printed)).expect(ROOM);
            }
            CheckOutput::Table => {
                if let Some((row, is_judged)) = &printed.row {
                    let values = values(printed, args, *is_judged);
                    self.rows.push((row.clone(), values));
                }
            }
            CheckOutput::Csv => {
                let object = serde_json::to_value(Object::of(printed)).expect(ROOM);
                let mut row = csv::Writer::from_writer(&mut self.text);
                let fields = COLUMNS.split(',').map(|column| field(column, &object));
                row.write_record(fields).expect(ROOM);
            }
        }
    }
}

/// A record in words, such as `unique, not minimal (could spare row 1 column 2), level 3, isomorph of line 2`.
fn plain(printed: &Printed, args: &Check) -> String {
    let Printed { record, duplicate_of, found, is_copy, .. } = printed;
    let mut text = record.answer.name().to_owned();
    let mut add = |note: std::fmt::Arguments<'_>| text.write_fmt(note).expect(ROOM);
    match (&record.reason, &*record.solutions) {
        (Some(reason), _) if record.answer != Answer::Invalid => add(format_args!(" ({reason})")),
        (_, [first, second]) if record.answer == Answer::Multiple => {
            add(format_args!(" (two solutions: {first}, {second})"));
        }
        _ => {}
    }
    match (&record.redundant, record.minimal) {
        (None, _) => {}
        (Some(_), Some(true)) => add(format_args!(", minimal")),
        (Some(names), Some(false)) => {
            let any = if names.len() > 1 { "any one of " } else { "" };
            add(format_args!(", not minimal (could spare {any}{})", names.join(", ")));
        }
        (Some(_), None) => add(format_args!(", perhaps not minimal (stopped at the limit)")),
    }
    if let Some(level) = record.level {
        add(format_args!(", level {level}"));
    }
    match (record.technique, record.rating) {
        (Some(technique), Some(rating)) => add(format_args!(", rating {rating:.1} ({technique})")),
        (Some(BEYOND), None) => add(format_args!(", beyond all techniques")),
        _ => {}
    }
    if let Some(given) = record.given {
        add(format_args!(", answer {}", given.name()));
    }
    if let Some(Match { place, is_copy }) = found {
        let same = if *is_copy { "copy of" } else { "isomorph of" };
        add(format_args!(", {same} {place}"));
    }
    if let Some(line) = duplicate_of {
        let isomorphs = args.duplicates == Some(Same::Isomorphs) && !is_copy;
        let same = if isomorphs { "isomorph of" } else { "same as" };
        add(format_args!(", {same} line {line}"));
    }
    if let Some(canonical) = &record.canonical {
        add(format_args!(", canonical {canonical}"));
    }
    if record.too_symmetric {
        add(format_args!(", too symmetric for a canonical form"));
    }
    if record.left_out {
        add(format_args!(", restricted candidates, so neither rated nor compared"));
    }
    text
}

/// The field of a column of CSV, from the JSON object of a record.
fn field(column: &str, object: &Value) -> String {
    match (column, &object[column]) {
        ("second", _) => json::csv_field(&object["all"][1]),
        ("rating", Value::Number(rating)) => rating.to_string(),
        (_, value) => json::csv_field(value),
    }
}

/// The columns of CSV, defined in `docs/FORMATS.md`.
pub const COLUMNS: &str = "line,puzzle,answer,reason,solution,second,minimal,redundant,level,rating,technique,\
    duplicate_of,canonical,tests,forks,nodes,max_depth,given_answer,isomorph_of,copy_of,name";

#[cfg(test)]
mod tests {
    use clap::Parser;
    use quadrille_service::puzzle::check::Record;

    use super::*;
    use crate::args::{Cli, Verb};

    fn args(output: &str) -> Check {
        match Cli::parse_from(["quadrille", "check", "--output", output]).verb {
            Verb::Check(args) => args,
            _ => unreachable!("the verb is `check`"),
        }
    }

    /// The record of a unique puzzle.
    fn printed(line: usize, record: Record) -> Printed {
        Printed { record: Record { line, answer: Answer::Unique, ..record }, ..Printed::default() }
    }

    #[test]
    fn messages_come_before_their_verdicts_in_every_output() {
        for output in ["plain", "json", "csv"] {
            let args = args(output);
            let mut page = Page::default();
            let mut lengths = Vec::new();
            for line in 1..=3 {
                let message = (line == 2).then(|| "look here".to_owned());
                page.add(&printed(line, Record { message, ..Record::default() }), &args);
                lengths.push(page.text.len());
            }
            assert_eq!(page.messages, [(lengths[0], "look here".to_owned())]);
            let (mut out, mut told) = (Vec::new(), Vec::new());
            page.write(&mut out, |message| told.push(message.to_owned())).unwrap();
            assert_eq!((told, out), (vec!["look here".to_owned()], page.text));
        }
    }

    #[test]
    fn a_grid_too_symmetric_says_so() {
        let args = args("plain");
        let print = |too_symmetric| {
            let mut page = Page::default();
            page.add(&printed(7, Record { too_symmetric, ..Record::default() }), &args);
            page.text
        };
        assert_eq!(print(false), b"7: unique\n");
        assert_eq!(print(true), b"7: unique, too symmetric for a canonical form\n");
    }
}
