//! A record with what is known only when it is printed, and its JSON.

use quadrille_service::puzzle::check::Record;
use quadrille_tables::Given;
use serde::Serialize;
use serde_with_macros::skip_serializing_none;

use super::against::Match;
use crate::output::json::Json;

/// A record, and what is printed beside it.
#[derive(Debug, Default)]
pub struct Printed {
    pub record: Record,
    /// If the table is to be written again, the row as it stands there, and whether the table has a column of answers.
    pub row: Option<(Vec<u8>, bool)>,
    /// The line of the first puzzle that this one repeats.
    pub duplicate_of: Option<usize>,
    /// Where isomorphs are looked for: whether this one has the same digits as the puzzle of that line.
    pub is_copy: bool,
    /// Where an isomorph or a copy is, if these are looked for in other files.
    pub found: Option<Match>,
}

/// A record as JSON: the fields of every verb, and those of `check`.
#[skip_serializing_none]
#[derive(Serialize)]
pub struct Object<'r> {
    #[serde(flatten)]
    known: Json<'r, &'r str>,
    minimal: Option<bool>,
    redundant: Option<&'r [String]>,
    level: Option<u8>,
    duplicate_of: Option<usize>,
    canonical: Option<&'r str>,
    given_answer: Option<Given>,
    isomorph_of: Option<&'r str>,
    copy_of: Option<&'r str>,
}

impl<'r> Object<'r> {
    pub fn of(Printed { record, duplicate_of, found, .. }: &'r Printed) -> Self {
        let solutions: Vec<&str> = record.solutions.iter().map(String::as_str).collect();
        let known = Json {
            puzzle: record.puzzle.clone(),
            engine: record.engine,
            answer: Some(record.answer),
            reason: record.reason.clone(),
            line: Some(record.line),
            name: record.name.as_deref(),
            solution: solutions.first().copied(),
            all: Some(solutions).filter(|solutions| solutions.len() > 1),
            rating: record.rating,
            technique: record.technique,
            wall_ns: record.wall_ns,
            ..Json::default()
        };
        Self {
            known: match &record.search {
                Some(search) => known.with(search),
                None => known,
            },
            minimal: record.minimal,
            redundant: record.redundant.as_deref(),
            level: record.level,
            duplicate_of: *duplicate_of,
            canonical: record.canonical.as_deref(),
            given_answer: record.given,
            isomorph_of: found.as_ref().map(|found| &*found.place),
            copy_of: found.as_ref().and_then(Match::copy_of),
        }
    }
}
