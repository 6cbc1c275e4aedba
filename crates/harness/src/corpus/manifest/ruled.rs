//! Puzzles of a file that says their rules in its first line, such as `# rules: 2x3+x`. They are exact cover problems, for the engines of
//! these.

use std::fs::File;
use std::io::{BufRead, Read};
use std::path::Path;

use quadrille_sudoku::rules::read::{Asked, Found, MARK, Reader};

use crate::corpus::{Body, CorpusError, Expected, Instance, OnInstance, OnRefused};

/// Whether the first line of a file says rules.
pub(super) fn says_rules(path: &Path) -> bool {
    let mut head = [0; MARK.len()];
    let read = File::open(path).and_then(|mut file| file.read_exact(&mut head));
    read.is_ok() && head == *MARK.as_bytes()
}

/// Passes each puzzle of a source to `each`, named after its line. A puzzle with two givens that exclude each other is refused.
pub(super) fn visit(
    name: &str,
    input: impl BufRead,
    refused: &mut OnRefused<'_>,
    each: &mut OnInstance<'_>,
) -> Result<(), CorpusError> {
    let mut is_empty = true;
    for found in Reader::new(input, Asked::OfSource) {
        is_empty = false;
        let problem = found.map_err(|error| error.to_string()).and_then(|found| {
            let Found { rules, givens, line } = found;
            let fault = |fault| {
                format!("{line}: found a puzzle without a solution, as {fault}; omit the puzzle")
            };
            rules.to_problem(&givens).map(|(problem, _)| (line, problem)).map_err(fault)
        });
        match problem {
            Ok((line, problem)) => {
                let body = Body::from(problem);
                each(Instance::new(line.to_string(), Some(line), body, Expected::default()));
            }
            Err(error) => refused(CorpusError::Unreadable(format!("{name}:{error}")))?,
        }
    }
    if is_empty {
        let what = format!("{name}: found no puzzle; expected at least one");
        return Err(CorpusError::Unreadable(what));
    }
    Ok(())
}
