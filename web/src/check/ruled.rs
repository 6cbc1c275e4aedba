//! Puzzles under rules of a grid: a verdict for each, and puzzles that are made.

use std::io::BufReader;

use quadrille_cover::CancelToken;
use quadrille_service::puzzle::check::{self, Record, Sink};
use quadrille_service::puzzle::ruled::{Examiner, Wanted, make, rules_to_make};
use quadrille_sudoku::generate::Symmetry;
use quadrille_sudoku::rules::read::{Asked, MARK, Reader};
use quadrille_tables::{Bytes, Input, Refused as Unread, TableError};
use wasm_bindgen::prelude::*;

use super::found::CheckSummary;
use super::table::Output;
use super::{CheckRequest, PIECE, Taken};
use crate::Refused;

/// The rules of a text.
fn parse(rules: &str) -> Result<Asked, String> {
    let mut no_file = |_: &str| Err("the page opens no second file; paste the drawing".to_owned());
    Asked::parse(rules, &mut no_file).map_err(|error| format!("rules: {error}"))
}

/// Checks all puzzles of a text under rules, as [`checked`](super::checked) does without them.
pub(super) fn checked(
    input: Bytes,
    rules: &str,
    asked: &CheckRequest,
    write: &mut dyn FnMut(Vec<u8>),
    progress: &mut dyn FnMut(&CheckSummary),
) -> Result<CheckSummary, TableError> {
    let rules = parse(rules).map_err(TableError::Wrong)?;
    let request = check::Request {
        engine: "auto".to_owned(),
        puzzles: true,
        solutions: asked.table,
        ..Default::default()
    };
    let examiner = Examiner::new(request, &CancelToken::new()).expect("`auto` is an engine");
    let output = asked.table.then(Output::of_text);
    let mut taken =
        Taken { found: CheckSummary::new(false), output, is_judged: false, failed: Ok(()) };
    let text = quadrille_tables::unpacked(Input::Stream(input))?;
    for found in Reader::new(BufReader::new(text), rules) {
        let record = match found {
            Ok(found) => examiner.examine(&found).expect("`auto` takes these problems"),
            Err(error) => Some(Record::bad(&Unread::from(error))),
        };
        if let Some(record) = record {
            taken.record(record, None);
        }
        if let Some(piece) = taken.output.as_mut().and_then(|output| output.take(PIECE)) {
            write(piece);
        }
        progress(&taken.found);
    }
    taken.end(write)
}

/// Makes puzzles with one solution under rules, as lines of a text that begins with the rules.
///
/// # Errors
/// There are no such rules, or no grid obeys them.
#[wasm_bindgen]
pub fn check_make(rules: &str, number: u32, seed: u32) -> Result<String, Refused> {
    made(rules, number, seed).map_err(|error| Refused::new(&error))
}

pub(super) fn made(rules: &str, number: u32, seed: u32) -> Result<String, String> {
    let Asked::Spec(spec) = parse(rules)? else {
        return Err("rules: found `file`, which are the rules that a file says; expected the rules of the puzzles to make".to_owned());
    };
    let rules = rules_to_make(&spec, 9).map_err(|error| format!("rules: {error}"))?;
    let mut text = format!("{MARK} {}\n", rules.name());
    let wanted = Wanted { symmetry: Symmetry::None, minimal: false, attempts: 1 };
    for each in 0..number {
        let number = (seed.into(), each.into());
        let made = make(&rules, wanted, number, &CancelToken::new(), &|| ());
        let made = made.map_err(|error| format!("rules: {}: {error}", rules.name()))?;
        text += &made.rules.puzzle_line(&made.givens);
        text.push('\n');
    }
    Ok(text)
}
