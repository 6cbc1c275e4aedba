//! Explains deductions in words, for a learner.

use std::fmt;

use super::{Because, Candidate, Claim, Deduction, Premise, Technique};
use crate::grid::{CellName, Unit};

impl fmt::Display for Deduction {
    /// The explanation, such as `row 1 column 2 = 9: naked single, ...` if a digit is placed. If candidates are struck,
    /// it is such as `X-wing: 5 in rows 2 and 7 stands in columns 3 and 8 only, so it is struck from row 4 column 3,
    /// row 9 column 8`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if let Some((cell, digit)) = self.placed {
            write!(f, "{} = {digit}: ", self.cell(cell))?;
        }
        write!(f, "{}", self.technique)?;
        let separator = if self.placed.is_some() { ", " } else { ": " };
        write!(f, "{separator}{}", self.reason())?;
        if self.struck.is_empty() {
            return Ok(());
        }
        write!(f, ", so {}", self.strikes())
    }
}

impl Deduction {
    fn cell(&self, cell: usize) -> CellName {
        CellName { order: self.order, cell }
    }

    /// The names of cells, such as `row 1 column 2 and row 3 column 4`; `word` joins the last two.
    fn cells(&self, cells: &[usize], word: &str) -> String {
        listed(cells.iter().map(|&cell| self.cell(cell)), word)
    }

    fn reason(&self) -> String {
        match &self.because {
            Because::OnlyPlace(unit) => format!("the only place left in {unit}"),
            Because::OnlyCandidate => "the only candidate left".to_owned(),
            Because::Locked { digit, within, to } => {
                format!("{digit} in {within} stands in {to} only")
            }
            Because::Subset { unit, cells, digits } => {
                let (cells, digits) = (self.cells(cells, "and"), listed(digits, "and"));
                if self.technique.name().starts_with("naked") {
                    format!("{cells} in {unit} hold {digits}")
                } else {
                    format!("{digits} in {unit} stand in {cells} only")
                }
            }
            Because::Fish { digit, base, cover, fins } => {
                let but = match &fins[..] {
                    [] => String::new(),
                    fins => format!(" but for {}", self.cells(fins, "and")),
                };
                format!("{digit} in {} stands in {} only{but}", lines(base), lines(cover))
            }
            Because::Wing { pivot, pincers, digit } => {
                let mut cells = pincers.to_vec();
                if self.technique == Technique::XyzWing {
                    cells.push(*pivot);
                }
                let (cells, pivot) = (self.cells(&cells, "or"), self.cell(*pivot));
                format!("whatever {pivot} holds, {digit} stands in {cells}")
            }
            Because::Bridge { ends, unit, linked, digit } => {
                let ends = self.cells(ends, "or");
                let both = ends.replace(" or ", " and ");
                format!(
                    "{both} cannot both be {linked}, which {unit} needs, so {digit} stands in {ends}"
                )
            }
            Because::Rectangle { corners, digits: [x, y], roof, locked } => {
                let corners = self.cells(corners, "and");
                let swap = format!("{x} and {y} alone in {corners} could change places");
                match locked {
                    Some(unit) => {
                        let roof = self.cells(roof, "and");
                        format!("{swap}, and {x} in {unit} stands in {roof} only")
                    }
                    None => swap,
                }
            }
            Because::BugPlusOne => "else all open cells had two candidates, and each digit two \
                                    places in each unit, which makes two solutions or none"
                .to_owned(),
            Because::Colours { digit, colours: [wrong, right], clash } => {
                let (wrong, right) = (self.cells(wrong, "and"), self.cells(right, "and"));
                let either = format!("{digit} stands either in {wrong} or in {right}");
                match clash {
                    Some(pair) => {
                        format!("{either}, but {} see each other", self.cells(pair, "and"))
                    }
                    None => either,
                }
            }
            Because::Chain(chain) => self.chain(chain),
            Because::Chains { from, chains } => {
                let from = match from {
                    Premise::Cell(cell) => format!("whatever {} holds", self.cell(*cell)),
                    Premise::Unit(unit, digit) => format!("wherever {digit} stands in {unit}"),
                };
                let chains = chains.iter().map(|chain| self.chain(chain));
                format!("{from}: {}", chains.collect::<Vec<_>>().join("; "))
            }
        }
    }

    /// A chain in words: `if row 1 column 2 is not 3, then row 1 column 5 is 3, then ...`.
    fn chain(&self, chain: &[Claim]) -> String {
        let claims = chain.iter().map(|&Claim { cell, digit, stands }| {
            format!("{} is {}{digit}", self.cell(cell), if stands { "" } else { "not " })
        });
        let claims: Vec<_> = claims.collect();
        format!("if {}", claims.join(", then "))
    }

    /// The strikes in words: `it is struck from row 1 column 2`, or `5 is struck from ...; 6 from ...`.
    fn strikes(&self) -> String {
        let mut digits: Vec<u8> = self.struck.iter().map(|&(_, digit)| digit).collect();
        digits.sort_unstable();
        digits.dedup();
        let from = digits.iter().map(|&digit| {
            let cells = self.struck.iter().filter(|&&(_, d)| d == digit);
            let cells: Vec<_> =
                cells.map(|&(cell, _): &Candidate| self.cell(cell).to_string()).collect();
            (digit, cells.join(", "))
        });
        let from: Vec<_> = from.collect();
        match &from[..] {
            [(digit, cells)] if self.subject() == Some(*digit) => {
                format!("it is struck from {cells}")
            }
            all => {
                let parts = all.iter().enumerate().map(|(index, (digit, cells))| {
                    format!("{digit}{} from {cells}", if index == 0 { " is struck" } else { "" })
                });
                parts.collect::<Vec<_>>().join("; ")
            }
        }
    }

    /// The digit that a following `it` refers to: the last digit that the reason names.
    fn subject(&self) -> Option<u8> {
        match self.because {
            Because::Locked { digit, .. }
            | Because::Fish { digit, .. }
            | Because::Wing { digit, .. }
            | Because::Bridge { digit, .. } => Some(digit),
            _ => None,
        }
    }
}

/// The items in a list, such as `a`, `a and b` or `a, b and c`; `word` stands for the `and`.
pub(super) fn listed<T: fmt::Display>(items: impl IntoIterator<Item = T>, word: &str) -> String {
    let mut items: Vec<String> = items.into_iter().map(|item| item.to_string()).collect();
    let last = items.pop().unwrap_or_default();
    if items.is_empty() { last } else { format!("{} {word} {last}", items.join(", ")) }
}

/// The names of several units of one kind, such as `rows 2 and 7`.
fn lines(units: &[Unit]) -> String {
    let kind = match units.first() {
        Some(Unit::Row(_)) => "rows",
        Some(Unit::Column(_)) => "columns",
        Some(Unit::Region(_)) | None => "regions",
    };
    format!("{kind} {}", listed(units.iter().map(|unit| unit.index() + 1), "and"))
}
