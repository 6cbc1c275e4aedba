//! Explains deductions in words, for a learner.

use std::fmt;

use super::{Because, Candidate, Claim, Deduction, Link, Premise, Technique};
use crate::grid::{CellName, Unit};

impl fmt::Display for Deduction {
    /// The explanation, such as `row 1 column 2 = 9: naked single, ...` if a digit is placed. If candidates are struck,
    /// it is such as `X-wing: 5 in rows 2 and 7 stands in columns 3 and 8 only, so it is struck from row 4 column 3,
    /// row 9 column 8`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let words = Words { deduction: self, is_short: f.alternate() };
        if let Some((cell, digit)) = self.placed {
            write!(f, "{} = {digit}: ", words.cell(cell))?;
        }
        write!(f, "{}", self.technique)?;
        let separator = if self.placed.is_some() { ", " } else { ": " };
        write!(f, "{separator}{}", words.reason())?;
        if self.struck.is_empty() {
            return Ok(());
        }
        write!(f, ", so {}", words.strikes())
    }
}

/// A deduction, and whether cells and units have their short names.
struct Words<'d> {
    deduction: &'d Deduction,
    is_short: bool,
}

impl Words<'_> {
    fn cell(&self, cell: usize) -> String {
        self.name(CellName { order: self.deduction.order, cell })
    }

    fn name(&self, named: impl fmt::Display) -> String {
        if self.is_short { format!("{named:#}") } else { named.to_string() }
    }

    /// The names of several units of one kind, such as `rows 2 and 7`.
    fn lines(&self, units: &[Unit]) -> String {
        if self.is_short {
            return listed(units.iter().map(|unit| format!("{unit:#}")), "and");
        }
        let kind = match units.first() {
            Some(Unit::Row(_)) => "rows",
            Some(Unit::Column(_)) => "columns",
            Some(Unit::Region(_)) | None => "regions",
        };
        format!("{kind} {}", listed(units.iter().map(|unit| unit.index() + 1), "and"))
    }

    /// The names of cells, such as `row 1 column 2 and row 3 column 4`; `word` joins the last two.
    fn cells(&self, cells: &[usize], word: &str) -> String {
        listed(cells.iter().map(|&cell| self.cell(cell)), word)
    }

    fn reason(&self) -> String {
        match &self.deduction.because {
            Because::OnlyPlace(unit) => format!("the only place left in {}", self.name(unit)),
            Because::OnlyCandidate => "the only candidate left".to_owned(),
            Because::Locked { digit, within, to } => {
                format!("{digit} in {} stands in {} only", self.name(within), self.name(to))
            }
            Because::Subset { unit, cells, digits } => {
                let (cells, digits) = (self.cells(cells, "and"), listed(digits, "and"));
                let unit = self.name(unit);
                if self.deduction.technique.name().starts_with("naked") {
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
                let (base, cover) = (self.lines(base), self.lines(cover));
                format!("{digit} in {base} stands in {cover} only{but}")
            }
            Because::Wing { pivot, pincers, digit } => {
                let mut cells = pincers.to_vec();
                if self.deduction.technique == Technique::XyzWing {
                    cells.push(*pivot);
                }
                let (cells, pivot) = (self.cells(&cells, "or"), self.cell(*pivot));
                format!("whatever {pivot} holds, {digit} stands in {cells}")
            }
            Because::Bridge { ends, unit, linked, digit } => {
                let ends = self.cells(ends, "or");
                let (both, unit) = (ends.replace(" or ", " and "), self.name(unit));
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
                        format!("{swap}, and {x} in {} stands in {roof} only", self.name(unit))
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
                    Premise::Unit(unit, digit) => {
                        format!("wherever {digit} stands in {}", self.name(unit))
                    }
                };
                let chains = chains.iter().map(|chain| self.chain(chain));
                format!("{from}: {}", chains.collect::<Vec<_>>().join("; "))
            }
        }
    }

    /// A chain in words, with the unit of each link: `if row 1 column 2 is not 3, then row 1 column 5 is 3 (row 1),
    /// then ...`.
    fn chain(&self, chain: &[Claim]) -> String {
        let claims = chain.iter().map(|&Claim { cell, digit, stands, by }| {
            let by = match by {
                None => String::new(),
                Some(Link::Cell) => " (same cell)".to_owned(),
                Some(Link::Unit(unit)) => format!(" ({})", self.name(unit)),
            };
            format!("{} is {}{digit}{by}", self.cell(cell), if stands { "" } else { "not " })
        });
        let claims: Vec<_> = claims.collect();
        format!("if {}", claims.join(", then "))
    }

    /// The strikes in words: `it is struck from row 1 column 2`, or `5 is struck from ...; 6 from ...`.
    fn strikes(&self) -> String {
        let struck = &self.deduction.struck;
        let mut digits: Vec<u8> = struck.iter().map(|&(_, digit)| digit).collect();
        digits.sort_unstable();
        digits.dedup();
        let from = digits.iter().map(|&digit| {
            let cells = struck.iter().filter(|&&(_, d)| d == digit);
            let cells: Vec<_> = cells.map(|&(cell, _): &Candidate| self.cell(cell)).collect();
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
        match self.deduction.because {
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
