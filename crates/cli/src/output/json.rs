//! Results as JSON, one object a line, and the same values as fields of CSV.

use std::io::{self, Write};

use anyhow::Result;
use quadrille_cover::{BigUint, Search};
use quadrille_results::is_printable;
use quadrille_sudoku::Uniqueness;
use quadrille_tables::Answer;
use serde::Serialize;
use serde_json::Value;
use serde_json::ser::Formatter;
use serde_with_macros::skip_serializing_none;

/// The JSON object of a puzzle or problem; fields whose value is unknown are left out.
#[skip_serializing_none]
#[derive(Debug, Default, Serialize)]
pub struct Json<'a, S: Serialize> {
    pub puzzle: Option<String>,
    /// The rules of the puzzle, if they are not those of the ordinary Sudoku.
    pub rules: Option<&'a str>,
    pub engine: Option<&'a str>,
    pub outcome: Option<&'a str>,
    pub answer: Option<Answer>,
    pub reason: Option<String>,
    pub line: Option<usize>,
    /// What a table calls the puzzle.
    pub name: Option<&'a str>,
    pub solutions: Option<Value>,
    pub solution: Option<S>,
    /// The numbers of the options of `solution`, counted from 1.
    pub numbers: Option<Vec<usize>>,
    pub all: Option<Vec<S>>,
    /// Cost of `solution`.
    pub cost: Option<Value>,
    /// Costs of the solutions in `all`.
    pub costs: Option<Vec<Value>>,
    /// The seed of random solutions.
    pub seed: Option<u64>,
    /// The number of `solution` in an order of all solutions, counted from 1.
    pub index: Option<Value>,
    pub clues: Option<usize>,
    pub level: Option<u8>,
    /// The difficulty of the hardest technique that a human player needs.
    pub rating: Option<f64>,
    /// That technique.
    pub technique: Option<&'static str>,
    pub tests: Option<Value>,
    pub forks: Option<Value>,
    pub nodes: Option<Value>,
    pub max_depth: Option<Value>,
    pub weight: Option<f64>,
    pub wall_ns: Option<u64>,
    /// The reason why there is no solution.
    pub why: Option<Value>,
    /// An estimate of the size of a certificate.
    pub certificate_bytes: Option<Value>,
}

impl<S: Serialize> Json<'_, S> {
    /// The object with the outcome and the counts of a search.
    pub fn with(self, search: &Search) -> Self {
        let stats = search.stats;
        Self {
            outcome: Some(search.outcome.name()),
            answer: Some(Uniqueness::of(search).into()),
            solutions: Some(count(stats.solutions)),
            tests: stats.tests.map(count),
            forks: stats.forks.map(count),
            nodes: stats.nodes.map(count),
            max_depth: stats.max_depth.map(count),
            ..self
        }
    }
}

/// JSON in which characters that a terminal may take for commands are escaped, also those that JSON lets pass.
struct Printable;

impl Formatter for Printable {
    fn write_string_fragment<W>(&mut self, writer: &mut W, fragment: &str) -> io::Result<()>
    where
        W: ?Sized + Write,
    {
        if is_printable(fragment) {
            return writer.write_all(fragment.as_bytes());
        }
        let mut units = [0; 2];
        fragment.chars().try_for_each(|c| {
            if is_printable(c.encode_utf8(&mut [0; 4])) {
                return write!(writer, "{c}");
            }
            c.encode_utf16(&mut units).iter().try_for_each(|u| write!(writer, "\\u{u:04x}"))
        })
    }
}

pub fn write(out: &mut impl Write, object: &impl Serialize) -> Result<()> {
    let mut json = serde_json::Serializer::with_formatter(out, Printable);
    Ok(object.serialize(&mut json).map_err(io::Error::from)?)
}

/// Writes an object as a line of JSON.
pub fn write_line(out: &mut impl Write, object: &impl Serialize) -> Result<()> {
    write(out, object)?;
    Ok(writeln!(out)?)
}

/// Writes each object as a line of JSON, without the fields whose value is null, which stands for unknown.
pub fn write_known(out: &mut impl Write, objects: impl IntoIterator<Item = Value>) -> Result<()> {
    for mut object in objects {
        let fields = object.as_object_mut().into_iter();
        fields.for_each(|fields| fields.retain(|_, value| !value.is_null()));
        write_line(out, &object)?;
    }
    Ok(())
}

/// A value as a field of CSV: nothing for null, lists separated by `; `.
pub fn csv_field(value: &Value) -> String {
    match value {
        Value::Null => String::new(),
        Value::String(text) => text.clone(),
        Value::Array(all) => all.iter().map(csv_field).collect::<Vec<_>>().join("; "),
        Value::Number(number) if number.is_f64() => number.as_f64().unwrap_or(f64::NAN).to_string(),
        _ => value.to_string(),
    }
}

/// A count as JSON. Numbers above 2^53 are written as strings, because most readers of JSON would round them.
pub fn count(count: u64) -> Value {
    if count > 1 << 53 { count.to_string().into() } else { count.into() }
}

/// A count of any size as JSON.
pub fn big_count(big: &BigUint) -> Value {
    u64::try_from(big).map_or_else(|_| big.to_string().into(), count)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_a_terminal_may_take_for_a_command_is_escaped() {
        let text = "\u{1b}[2J\u{9b}31m\u{202e}\u{7f} \u{e9}";
        let mut out = Vec::new();
        write_line(&mut out, &text).unwrap();
        let line = String::from_utf8(out).unwrap();
        assert_eq!(line, "\"\\u001b[2J\\u009b31m\\u202e\\u007f \u{e9}\"\n");
        assert_eq!(serde_json::from_str::<String>(&line).unwrap(), text);
    }
}
