//! Features of instances, read from a table or handed over by a caller.

use std::collections::HashMap;
use std::io::Read;

use csv::StringRecord;

use crate::{Fingerprint, RowError};

/// The column by which an instance is known: the fingerprint, as in results.
const SHA256: &str = "sha256";
/// The column of the seconds that it took to find the features.
const SECONDS: &str = "seconds";
/// The column of the name of a problem, which is no feature.
const PROBLEM: &str = "problem";

/// Features of instances.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Features {
    /// The names of the features.
    pub names: Vec<String>,
    /// The features of each instance.
    pub of: HashMap<Fingerprint, FeaturesOfOne>,
}

/// The features of an instance.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct FeaturesOfOne {
    /// Values in the order of [`Features::names`], as far as they are known.
    pub values: Vec<Option<f64>>,
    /// Seconds that it took to find them.
    pub seconds: f64,
}

impl Features {
    /// Adds features of an instance, to those that it has already.
    pub fn add<'n>(
        &mut self,
        instance: Fingerprint,
        features: impl IntoIterator<Item = (&'n str, Option<f64>)>,
        seconds: f64,
    ) {
        let of = self.of.entry(instance).or_default();
        of.seconds += seconds;
        for (name, value) in features {
            let place = self.names.iter().position(|known| known == name).unwrap_or_else(|| {
                self.names.push(name.to_owned());
                self.names.len() - 1
            });
            of.values.resize(of.values.len().max(place + 1), None);
            of.values[place] = value.or(of.values[place]);
        }
    }

    /// The features of an instance, one for each of the names.
    pub fn get(&self, instance: Fingerprint) -> Option<FeaturesOfOne> {
        let mut found = self.of.get(&instance)?.clone();
        found.values.resize(self.names.len(), None);
        Some(found)
    }

    /// Reads a table as `quadrille features --output csv` prints it: a column `sha256`, one or none of `problem` and `seconds`, and
    /// columns of numbers, empty where a feature is not known. `file` is the name of the input in messages.
    ///
    /// # Errors
    /// If the input cannot be read or is no such table.
    pub fn read(&mut self, file: &str, input: impl Read) -> Result<(), RowError> {
        let mut csv = csv::Reader::from_reader(input);
        let unreadable = |error: csv::Error| match error.into_kind() {
            csv::ErrorKind::Io(error) => RowError::Io(file.to_owned(), error),
            csv::ErrorKind::UnequalLengths { pos, expected_len, len } => fault(
                file,
                pos.map_or(0, |pos| pos.line()),
                format!("{len} fields"),
                format!("{expected_len}, as in the first line"),
            ),
            other => RowError::Io(file.to_owned(), std::io::Error::other(format!("{other:?}"))),
        };
        let head = csv.headers().map_err(unreadable)?.clone();
        let Some(sha256) = head.iter().position(|name| name == SHA256) else {
            let found = format!("a head line without `{SHA256}`");
            return Err(fault(
                file,
                1,
                found,
                "the columns of `quadrille features --output csv`".to_owned(),
            ));
        };
        let mut row = StringRecord::new();
        while csv.read_record(&mut row).map_err(unreadable)? {
            let line = row.position().map_or(0, csv::Position::line);
            let wrong = |name: &str, text: &str, expected: &str| {
                fault(
                    file,
                    line,
                    format!("`{}` as {name}", text.escape_debug()),
                    expected.to_owned(),
                )
            };
            let instance = Fingerprint::from_hex(&row[sha256])
                .ok_or_else(|| wrong(SHA256, &row[sha256], "64 hexadecimal digits"))?;
            let (mut features, mut seconds) = (Vec::new(), 0.0);
            for (name, text) in head.iter().zip(&row) {
                if [SHA256, PROBLEM].contains(&name) {
                    continue;
                }
                let value: Option<f64> = match text {
                    "" => None,
                    text => {
                        Some(text.parse().ok().filter(|value: &f64| value.is_finite()).ok_or_else(
                            || wrong(name, text, "a number, or nothing where it is not known"),
                        )?)
                    }
                };
                match name {
                    SECONDS => seconds = value.unwrap_or_default(),
                    name => features.push((name, value)),
                }
            }
            self.add(instance, features, seconds);
        }
        Ok(())
    }
}

fn fault(file: &str, line: u64, found: String, expected: String) -> RowError {
    let remedy = "make the file again with `quadrille features --output csv`";
    RowError::Row { file: file.to_owned(), line, column: 1, found, expected, remedy }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_table_is_read_and_another_adds_to_it() {
        let mut found = Features::default();
        let [one, two] = ["ab", "cd"].map(|byte| byte.repeat(32));
        let ours =
            format!("problem,sha256,items,width,seconds\nx,{one},8,,0.5\ny,{two},9,3,0.25\n");
        found.read("f.csv", ours.as_bytes()).unwrap();
        found.read("g.csv", format!("mine,sha256\n-1e3,{one}\n").as_bytes()).unwrap();
        assert_eq!(found.names, ["items", "width", "mine"]);
        let get = |sha256: &str| found.get(Fingerprint::from_hex(sha256).unwrap()).unwrap();
        assert_eq!(
            get(&one),
            FeaturesOfOne { values: vec![Some(8.0), None, Some(-1000.0)], seconds: 0.5 }
        );
        assert_eq!(
            get(&two),
            FeaturesOfOne { values: vec![Some(9.0), Some(3.0), None], seconds: 0.25 }
        );
        assert_eq!(found.get(Fingerprint::of(b"")), None);
    }

    #[test]
    fn a_fault_is_named_with_its_line() {
        let sha256 = "ab".repeat(32);
        for (text, expected) in [
            ("problem,items\nx,8\n".to_owned(), "f.csv:1:1: found a head line without `sha256`"),
            ("sha256,items\nab,8\n".to_owned(), "f.csv:2:1: found `ab` as sha256; expected 64"),
            (
                format!("sha256,items\n{sha256},8\n{sha256},eight\n"),
                "f.csv:3:1: found `eight` as items; expected a number",
            ),
            (format!("sha256,items\n{sha256},NaN\n"), "f.csv:2:1: found `NaN` as items"),
            (format!("sha256,items\n{sha256}\n"), "f.csv:2:1: found 1 fields; expected 2"),
        ] {
            let error = Features::default().read("f.csv", text.as_bytes()).unwrap_err().to_string();
            assert!(error.starts_with(expected), "{error}");
        }
    }
}
