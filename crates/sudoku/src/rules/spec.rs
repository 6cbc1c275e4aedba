//! Rules as a user writes them: names, sizes and drawings with `+` between them.

use std::fmt;
use std::str::FromStr;

use super::drawing::Drawing;
use super::{LARGEST, RulesError, SMALLEST};

/// The names of rules, with what each says.
pub const NAMES: [(&str, &str); 9] = [
    ("latin", "No boxes: each digit once in each row and column"),
    ("x", "Each digit once on each of the two diagonals"),
    ("hyper", "Each digit once in each box that lies between the boxes (windoku)"),
    ("disjoint", "Each digit once among the cells that have the same place in their boxes"),
    ("anti-knight", "No equal digits a move of a knight apart"),
    ("anti-king", "No equal digits a move of a king apart"),
    ("non-consecutive", "No digits that follow each other side by side"),
    ("signs", "A smaller digit at the tip of each sign that stands between two cells of a puzzle"),
    (
        "samurai",
        "Five grids of 9x9, of which the one in the middle shares a box with each of the others",
    ),
];

/// Other names of these.
const ALIASES: [(&str, &str); 8] = [
    ("diagonal", "x"),
    ("diagonals", "x"),
    ("windoku", "hyper"),
    ("antiknight", "anti-knight"),
    ("antiking", "anti-king"),
    ("nonconsecutive", "non-consecutive"),
    ("disjoint-groups", "disjoint"),
    ("greater-than", "signs"),
];

/// Rules that are known and not among these.
const REFUSED: [&str; 16] = [
    "killer",
    "sum",
    "sums",
    "cages",
    "kakuro",
    "sandwich",
    "little-killer",
    "arrow",
    "thermo",
    "kropki",
    "xv",
    "skyscraper",
    "palindrome",
    "renban",
    "whispers",
    "even-odd",
];

/// What begins a drawing that stands in the text itself.
pub(super) const DRAWN: &str = "regions:";

/// One of the rules between two `+`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Term {
    /// This number of rows, with the boxes that are usual for it.
    Size(usize),
    /// Boxes of these rows and columns.
    Boxes(usize, usize),
    /// A drawing of regions.
    Regions(Drawing),
    /// One of [`NAMES`].
    Named(&'static str),
}

impl Term {
    /// The number of digits, if the rule says it.
    fn side(&self) -> Option<usize> {
        match self {
            Self::Size(side) => Some(*side),
            Self::Boxes(rows, columns) => Some(rows * columns),
            Self::Regions(drawing) => Some(drawing.side),
            Self::Named(name) => (*name == "samurai").then_some(9),
        }
    }
}

/// Rules of grids, whose size may follow from a puzzle.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Spec {
    pub(super) terms: Vec<Term>,
}

impl Spec {
    /// Reads rules: names ([`NAMES`]), a number of rows such as `9`, boxes such as `2x3` (2 rows, 3 columns), a drawing such as
    /// `regions:aabb/aabb/ccdd/ccdd`, and files with drawings, with `+` between them. `of_file` returns the text of a file.
    ///
    /// # Errors
    /// There is no such rule or file, or the rules contradict each other.
    pub fn parse(
        text: &str,
        of_file: &mut dyn FnMut(&str) -> Result<String, String>,
    ) -> Result<Self, RulesError> {
        // Futoshiki is two of our rules.
        let terms = text.split('+').map(str::trim).flat_map(|term| {
            match term {
                "futoshiki" => "latin+signs",
                term => term,
            }
            .split('+')
        });
        let terms = terms.map(|term| parse_term(term, of_file));
        let spec = Self { terms: terms.collect::<Result<_, _>>()? };
        spec.is_consistent(text)?;
        Ok(spec)
    }

    fn is_consistent(&self, text: &str) -> Result<(), RulesError> {
        let mut sides: Vec<usize> = self.terms.iter().filter_map(Term::side).collect();
        sides.dedup();
        if let [first, second, ..] = sides[..] {
            return Err(RulesError(format!(
                "found rules for {first} and for {second} digits in `{text}`; expected one size"
            )));
        }
        let is_boxed = self.terms.iter().any(|term| matches!(term, Term::Boxes(..)));
        let is_sized = self.terms.iter().any(|term| matches!(term, Term::Size(_)));
        let (is_latin, is_samurai) = (self.has("latin"), self.has("samurai"));
        if is_latin && (is_boxed || is_samurai) || is_boxed && is_sized {
            return Err(RulesError(format!(
                "found several rules about boxes in `{text}`; expected only one of a number of rows, boxes such as 2x3, latin and \
                 samurai"
            )));
        }
        if self.terms.iter().enumerate().any(|(place, term)| self.terms[..place].contains(term)) {
            return Err(RulesError(format!("found a rule twice in `{text}`; expected it once")));
        }
        Ok(())
    }

    /// The number of digits, if the rules say it; otherwise the rules fit grids of several sizes.
    pub fn side(&self) -> Option<usize> {
        self.terms.iter().find_map(Term::side)
    }

    pub(super) fn has(&self, name: &str) -> bool {
        self.terms.iter().any(|term| matches!(term, Term::Named(known) if *known == name))
    }
}

fn parse_term(
    term: &str,
    of_file: &mut dyn FnMut(&str) -> Result<String, String>,
) -> Result<Term, RulesError> {
    let name = ALIASES.iter().find(|(alias, _)| *alias == term).map_or(term, |(_, name)| *name);
    if let Some((name, _)) = NAMES.iter().find(|(known, _)| *known == name) {
        return Ok(Term::Named(name));
    }
    if let Some(drawing) = term.strip_prefix(DRAWN) {
        return Drawing::parse(drawing).map(Term::Regions);
    }
    let sizes: Option<Vec<usize>> = term.split('x').map(|part| part.parse().ok()).collect();
    let is_side = |side: usize| (SMALLEST..=LARGEST).contains(&side);
    match sizes.as_deref() {
        Some(&[side]) if is_side(side) => return Ok(Term::Size(side)),
        Some(&[rows, columns])
            if rows.checked_mul(columns).is_some_and(is_side) && rows.min(columns) > 1 =>
        {
            return Ok(Term::Boxes(rows, columns));
        }
        Some(_) => {
            return Err(RulesError(format!(
                "found the size `{term}`; expected 4 to 25 rows, such as 9, or boxes of 4 to 25 cells, such as 2x3"
            )));
        }
        None => {}
    }
    if REFUSED.contains(&&*term.to_lowercase()) {
        return Err(RulesError(format!(
            "found the rule `{term}`, which needs sums, lines or marks beside the digits; expected rules of cells alone: {}",
            names()
        )));
    }
    let text = of_file(term).map_err(|why| {
        RulesError(format!(
            "found the rule `{term}`, which is no file of that name ({why}); expected {}, a number of rows such as 9, boxes such as \
             2x3, or a file with a drawing of regions",
            names()
        ))
    })?;
    let drawing = Drawing::parse(&text).map_err(|error| RulesError(format!("{term}: {error}")));
    drawing.map(Term::Regions)
}

fn names() -> String {
    NAMES.map(|(name, _)| name).join(", ")
}

impl FromStr for Spec {
    type Err = RulesError;

    /// As [`Spec::parse`], without files.
    fn from_str(text: &str) -> Result<Self, RulesError> {
        Self::parse(text, &mut |_| Err("files are not read here".to_owned()))
    }
}

impl fmt::Display for Spec {
    /// The rules as [`Spec::parse`] reads them, with drawings in place of files.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let terms = self.terms.iter().map(|term| match term {
            Term::Size(side) => side.to_string(),
            Term::Boxes(rows, columns) => format!("{rows}x{columns}"),
            Term::Regions(drawing) => format!("{DRAWN}{drawing}"),
            Term::Named(name) => (*name).to_owned(),
        });
        f.write_str(&terms.collect::<Vec<_>>().join("+"))
    }
}
