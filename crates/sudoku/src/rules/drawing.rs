//! Regions drawn with a character for each cell: those with the same character are one region.
//!
//! ```text
//! aaab
//! accb
//! dccb
//! ddb b
//! ```
//!
//! Blanks and blank lines do not count, a `#` begins a comment, and a cell with `.` is in no region.

use std::fmt;

use super::{LARGEST, RulesError, SMALLEST};

#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Drawing {
    pub(super) side: usize,
    signs: Vec<char>,
}

impl Drawing {
    /// Reads a drawing, with its rows on lines or with `/` between them.
    pub(super) fn parse(text: &str) -> Result<Self, RulesError> {
        let without_comment = |line: &str| line.split('#').next().unwrap_or_default().to_owned();
        let lines = text.lines().map(without_comment).enumerate();
        let rows = lines.flat_map(|(line, text)| {
            let row = |row: &str| row.chars().filter(|c| !c.is_whitespace()).collect::<Vec<_>>();
            let rows: Vec<_> = text.split('/').map(|part| (line + 1, row(part))).collect();
            rows
        });
        let rows: Vec<(usize, Vec<char>)> = rows.filter(|(_, row)| !row.is_empty()).collect();
        let side = rows.len();
        if !(SMALLEST..=LARGEST).contains(&side) {
            return Err(RulesError(format!(
                "found a drawing of {side} rows; expected 4 to 25 rows, each with a character for each cell"
            )));
        }
        if let Some((line, row)) = rows.iter().find(|(_, row)| row.len() != side) {
            let found = row.len();
            return Err(RulesError(format!(
                "line {line}: found a row of {found} cells in a drawing of {side} rows; expected {side} cells"
            )));
        }
        let drawing = Self { side, signs: rows.into_iter().flat_map(|(_, row)| row).collect() };
        match drawing.regions().into_iter().find(|(_, cells)| cells.len() > side) {
            Some((sign, cells)) => Err(RulesError(format!(
                "found a region `{sign}` of {} cells in a drawing of {side} rows; expected {side} cells, one for each digit",
                cells.len()
            ))),
            None => Ok(drawing),
        }
    }

    /// The regions in the order of their first cells, each with its character.
    pub(super) fn regions(&self) -> Vec<(char, Vec<u16>)> {
        let mut regions: Vec<(char, Vec<u16>)> = Vec::new();
        for (cell, &sign) in self.signs.iter().enumerate().filter(|&(_, &sign)| sign != '.') {
            match regions.iter_mut().find(|(known, _)| *known == sign) {
                Some((_, cells)) => cells.push(cell as u16),
                None => regions.push((sign, vec![cell as u16])),
            }
        }
        regions
    }

    /// Requires that each cell is in a region with as many cells as there are digits.
    pub(super) fn divides_all(&self) -> Result<(), RulesError> {
        let expected = "expected each cell in a region, and one cell of it for each digit; for regions beside the boxes write the \
                        size before the file, such as 9+FILE";
        if let Some(cell) = self.signs.iter().position(|&sign| sign == '.') {
            let (row, column) = (cell / self.side + 1, cell % self.side + 1);
            return Err(RulesError(format!("found `.` at row {row} column {column}; {expected}")));
        }
        match self.regions().into_iter().find(|(_, cells)| cells.len() < self.side) {
            Some((sign, cells)) => Err(RulesError(format!(
                "found a region `{sign}` of {} cells; {expected}",
                cells.len()
            ))),
            None => Ok(()),
        }
    }
}

impl fmt::Display for Drawing {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let rows = self.signs.chunks(self.side).map(|row| row.iter().collect::<String>());
        f.write_str(&rows.collect::<Vec<_>>().join("/"))
    }
}
