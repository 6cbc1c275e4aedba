//! The formula: derived again from the problem and the list of solutions, and compared with the file.

use std::io::{BufRead, BufReader, Read};

use super::incidence::Incidence;
use super::opb::Opb;
use super::solutions::Solutions;
use crate::refusal::{Refusal, shortened};

/// A constraint of a formula, or a clause derived from it.
#[derive(Clone, Copy, Debug)]
pub(super) enum Constraint<'f> {
    /// At least one option of the item is chosen.
    AtLeastOne(usize),
    /// At most one option of the item is chosen.
    AtMostOne(usize),
    /// If the option is chosen, then none of those of the item that come later and exclude it.
    ExcludesLater { item: usize, option: u32, colour: Option<u32> },
    /// Not all options are chosen.
    NotAll(&'f [u32]),
}

/// A formula.
pub(super) struct Formula<'f> {
    pub incidence: &'f Incidence,
    solutions: &'f Solutions,
    constraints: &'f Opb<'f>,
}

impl<'f> Formula<'f> {
    pub(super) fn new(
        incidence: &'f Incidence,
        solutions: &'f Solutions,
        constraints: &'f Opb<'f>,
    ) -> Self {
        Self { incidence, solutions, constraints }
    }

    /// Number of constraints.
    pub(super) fn number(&self) -> u64 {
        self.constraints.number() + self.solutions.len() as u64
    }

    /// The constraint of a number; `None` if the formula has none of that number.
    pub(super) fn get(&self, id: u64) -> Option<Constraint<'f>> {
        let solutions = id.checked_sub(1)?;
        match solutions.checked_sub(self.constraints.number()) {
            None => Some(self.constraints.get(id)),
            Some(k) if k < self.solutions.len() as u64 => {
                Some(Constraint::NotAll(self.solutions.get(k as usize)))
            }
            Some(_) => None,
        }
    }
}

/// A file whose lines are known.
pub(super) struct Expected<'f> {
    file: &'f str,
    bytes: BufReader<Box<dyn Read + 'f>>,
    line: u64,
    found: Vec<u8>,
}

impl<'f> Expected<'f> {
    pub(super) fn new(file: &'f str, bytes: Box<dyn Read + 'f>) -> Self {
        Self { file, bytes: BufReader::new(bytes), line: 0, found: Vec::new() }
    }

    /// Compares the next line, and empties the text.
    pub(super) fn line(&mut self, expected: &mut String) -> Result<(), Refusal> {
        self.line += 1;
        expected.push('\n');
        self.found.clear();
        let mut bytes = self.bytes.by_ref().take(expected.len() as u64);
        let read = bytes.read_until(b'\n', &mut self.found);
        read.map_err(|error| Refusal::reading(self.file, &error))?;
        if self.found != expected.as_bytes() {
            let found = String::from_utf8_lossy(&self.found);
            let why = format_args!(
                "found `{}`; expected `{}`, which follows from problem.dlx and solutions.txt",
                shortened(found.trim_end_matches('\n')),
                shortened(expected.trim_end_matches('\n'))
            );
            return Err(Refusal::line(self.file, self.line, why));
        }
        expected.clear();
        Ok(())
    }

    /// Checks that the file ends here.
    pub(super) fn end(&mut self) -> Result<(), Refusal> {
        let rest = self.bytes.fill_buf().map_err(|error| Refusal::reading(self.file, &error))?;
        if rest.is_empty() {
            return Ok(());
        }
        Err(Refusal::line(
            self.file,
            self.line + 1,
            "found a line more than follows from problem.dlx and solutions.txt",
        ))
    }
}
