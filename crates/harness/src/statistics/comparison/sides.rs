//! What is compared with what.

use thiserror::Error;

use super::super::cells::{Cells, Twice};
use super::Unpaired;
use crate::results::{Clock, Entry, Name, Results};

/// Two sides of a comparison.
#[derive(Clone, Debug)]
pub struct Sides {
    /// What it is held against.
    pub a: Cells,
    /// What is held against it.
    pub b: Cells,
    /// The engines that are compared: of A, and of B.
    pub engines: Vec<(Name, Name)>,
    /// What the sides are called.
    pub names: (String, String),
}

/// Why there are no two sides.
#[derive(Debug, Error)]
pub enum SidesError {
    /// A row is there twice.
    #[error(transparent)]
    Twice(#[from] Twice),
    /// One file, and nothing in it told apart.
    #[error(
        "found one file, with {found}; expected two engines of it (--engines X,Y), a second file, or a file \
         with two runs, as one that measures everything twice makes"
    )]
    OneSide {
        /// How many runs there are in it.
        found: String,
    },
    /// An engine against itself, on the same rows.
    #[error("found the engine `{0}` twice; expected two engines of a file, or two files")]
    Itself(String),
    /// An engine that is not there.
    #[error("{side}: found no row of the engine `{engine}`; expected one of {known}")]
    Unknown {
        /// Where.
        side: String,
        /// Its name.
        engine: String,
        /// Those there are.
        known: String,
    },
    /// Two versions of an engine on one side.
    #[error(
        "{side}: found two versions of {engine}, {one} and {other}; expected one, as a side has to be one thing: keep \
         them in two files"
    )]
    TwoVersions {
        /// Where.
        side: String,
        /// The engine.
        engine: String,
        /// A version.
        one: String,
        /// Another.
        other: String,
    },
    /// No engine is on both sides.
    #[error(
        "found no engine in common: {a} has {engines_a}; {b} has {engines_b}; name two with --engines X,Y"
    )]
    Disjoint {
        /// The one side.
        a: String,
        /// The other.
        b: String,
        /// Its engines, or none.
        engines_a: String,
        /// See `engines_a`.
        engines_b: String,
    },
}

impl Sides {
    /// Two files, or what is told apart in one: two engines, or else two runs. Engines may be named for two
    /// files, too: the first of A, the second of B.
    ///
    /// # Errors
    /// If there are no two sides to be had of it.
    ///
    /// # Panics
    /// If there are neither one nor two files.
    pub fn of(
        results: &Results,
        clock: Clock,
        engines: Option<(&str, &str)>,
    ) -> Result<Self, SidesError> {
        let sources = results.sources();
        assert!(matches!(sources.len(), 1 | 2), "one file or two");
        let file = |i: usize| sources[i].name.clone();
        if sources.len() == 2 {
            let names = (file(0), file(1));
            return Self::new(results, clock, names, engines, |entry, side| entry.source == side);
        }
        if let Some((x, y)) = engines {
            if x == y {
                return Err(SidesError::Itself(x.to_owned()));
            }
            return Self::new(results, clock, (file(0), file(0)), engines, |_, _| true);
        }
        let mut runs: Vec<Name> = results.entries().iter().map(|entry| entry.run).collect();
        runs.sort_unstable();
        runs.dedup();
        // Names are numbered as they come, but the one that is first by name is A.
        runs.sort_by_key(|&run| results.text(run));
        match runs[..] {
            [a, b] => {
                let names = (results.text(a).to_owned(), results.text(b).to_owned());
                let of_side = |entry: &Entry, side| entry.run == [a, b][side as usize];
                Self::new(results, clock, names, None, of_side)
            }
            [] => Err(SidesError::OneSide { found: "no rows".to_owned() }),
            [_] => Err(SidesError::OneSide { found: "one run".to_owned() }),
            _ => Err(SidesError::OneSide { found: format!("{} runs", runs.len()) }),
        }
    }

    fn new(
        results: &Results,
        clock: Clock,
        names: (String, String),
        engines: Option<(&str, &str)>,
        of_side: impl Fn(&Entry, u32) -> bool,
    ) -> Result<Self, SidesError> {
        let engine = |text: &str| results.name(text);
        let side = |number: u32, named: Option<&str>, side: &str| -> Result<Cells, SidesError> {
            let wanted = |entry: &Entry| {
                of_side(entry, number)
                    && named.is_none_or(|named| engine(named) == Some(entry.engine))
            };
            let cells = Cells::of(results, clock, wanted)?;
            if let Some(named) = named.filter(|_| cells.all().is_empty()) {
                let there = Cells::of(results, clock, |entry| of_side(entry, number))?;
                let (side, engine) = (side.to_owned(), named.to_owned());
                return Err(SidesError::Unknown { side, engine, known: list(results, &there) });
            }
            one_version(results, &cells, side)?;
            Ok(cells)
        };
        let (x, y) = engines.unzip();
        let a = side(0, x, &names.0)?;
        let b = side(1, y, &names.1)?;
        let of = |cells: &Cells| cells.engines().into_iter().map(|(engine, _)| engine);
        let mut pairs: Vec<(Name, Name)> = match engines {
            Some(_) => of(&a).zip(of(&b)).collect(),
            None => of(&a).filter(|x| of(&b).any(|y| y == *x)).map(|x| (x, x)).collect(),
        };
        pairs.sort_by_key(|&(x, _)| results.text(x));
        if pairs.is_empty() {
            let (engines_a, engines_b) = (list(results, &a), list(results, &b));
            return Err(SidesError::Disjoint { a: names.0, b: names.1, engines_a, engines_b });
        }
        Ok(Self { a, b, engines: pairs, names })
    }

    /// Engines that the other side does not have.
    pub(super) fn unpaired(&self, results: &Results, only_a: &mut Unpaired, only_b: &mut Unpaired) {
        let left = |cells: &Cells, paired: &dyn Fn(Name) -> bool| {
            let engines = cells.engines().into_iter().filter(|&(engine, _)| !paired(engine));
            let mut left: Vec<String> =
                engines.map(|(engine, _)| results.text(engine).to_owned()).collect();
            left.sort_unstable();
            left
        };
        only_a.engines = left(&self.a, &|engine| self.engines.iter().any(|pair| pair.0 == engine));
        only_b.engines = left(&self.b, &|engine| self.engines.iter().any(|pair| pair.1 == engine));
    }
}

fn one_version(results: &Results, cells: &Cells, side: &str) -> Result<(), SidesError> {
    let engines = cells.engines();
    let Some(two) = engines.windows(2).find(|two| two[0].0 == two[1].0) else { return Ok(()) };
    let text = |name| results.text(name).to_owned();
    let (engine, one, other) = (text(two[0].0), text(two[0].1), text(two[1].1));
    Err(SidesError::TwoVersions { side: side.to_owned(), engine, one, other })
}

fn list(results: &Results, cells: &Cells) -> String {
    let mut names: Vec<&str> =
        cells.engines().into_iter().map(|(engine, _)| results.text(engine)).collect();
    names.sort_unstable();
    names.dedup();
    if names.is_empty() { "none".to_owned() } else { names.join(", ") }
}
