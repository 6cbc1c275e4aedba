//! The two sides of a comparison, chosen from one or two files.

use thiserror::Error;

use super::super::cells::{Cells, RepeatedRow};
use super::Unpaired;
use crate::{Clock, Entry, Name, Results};

/// Two sides of a comparison.
#[derive(Clone, Debug)]
pub struct Sides {
    /// Side A, the base.
    pub a: Cells,
    /// Side B, which is compared with side A.
    pub b: Cells,
    /// The pairs of engines that are compared: one of A and one of B.
    pub engines: Vec<(Name, Name)>,
    /// The names of the sides in messages.
    pub names: (String, String),
}

/// Why there are not two sides.
#[derive(Debug, Error)]
pub enum SidesError {
    /// A row occurs twice.
    #[error(transparent)]
    Repeated(#[from] RepeatedRow),
    /// One file that cannot be divided into two sides: the number of runs in the file, in words.
    #[error(
        "found one file, with {0}; expected two engines of it (--engines X,Y), a second file, or a file \
         with two runs, as one that measures everything twice makes"
    )]
    OneSide(String),
    /// An engine compared with itself on the same rows.
    #[error("found the engine `{0}` twice; expected two engines of a file, or two files")]
    Itself(String),
    /// A named engine of which there is no row: the side's name, the engine, and the engines on the side.
    #[error("{0}: found no row of the engine `{1}`; expected one of {2}")]
    Unknown(String, String, String),
    /// Two versions of an engine on one side: the side's name, the engine, and its versions.
    #[error(
        "{0}: found two versions of {1}, {2} and {3}; expected one version on each side: put the versions into two \
         files"
    )]
    TwoVersions(String, String, String, String),
    /// The sides have no engine in common: the name of each side, followed by its engines or `none`.
    #[error("found no engine in common: {0} has {1}; {2} has {3}; name two with --engines X,Y")]
    Disjoint(String, String, String, String),
}

impl Sides {
    /// The two sides of one or two files. Two files are the two sides; if two engines are named, only the first is
    /// taken from A and only the second from B. In one file, the two named engines are the sides, or else its two runs.
    ///
    /// # Errors
    /// If the files cannot be divided into two sides with engines in common.
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
        // Side A is the run whose name comes first in the alphabet.
        runs.sort_by_key(|&run| results.text(run));
        match runs[..] {
            [a, b] => {
                let names = (results.text(a).to_owned(), results.text(b).to_owned());
                let of_side = |entry: &Entry, side| entry.run == [a, b][side as usize];
                Self::new(results, clock, names, None, of_side)
            }
            [] => Err(SidesError::OneSide("no rows".to_owned())),
            [_] => Err(SidesError::OneSide("one run".to_owned())),
            _ => Err(SidesError::OneSide(format!("{} runs", runs.len()))),
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
                let known = list(results, &there);
                return Err(SidesError::Unknown(side.to_owned(), named.to_owned(), known));
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
            return Err(SidesError::Disjoint(names.0, engines_a, names.1, engines_b));
        }
        Ok(Self { a, b, engines: pairs, names })
    }

    /// Notes the engines that only one side has.
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
    Err(SidesError::TwoVersions(side.to_owned(), engine, one, other))
}

fn list(results: &Results, cells: &Cells) -> String {
    let mut names: Vec<&str> =
        cells.engines().into_iter().map(|(engine, _)| results.text(engine)).collect();
    names.sort_unstable();
    names.dedup();
    if names.is_empty() { "none".to_owned() } else { names.join(", ") }
}
