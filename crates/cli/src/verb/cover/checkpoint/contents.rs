//! The results of parts as JSON, in a checkpoint and in shards.

use std::fmt;

use anyhow::Result;
use num_bigint::BigUint;
use quadrille_cover::parallel::RULE;
use quadrille_cover::{Outcome, Search, SearchStats, Tally};
use quadrille_results::{Fingerprint, digits};
use quadrille_service::problem::Smaller;
use serde::{Deserialize, Serialize};
use serde_with_macros::skip_serializing_none;

use crate::args::request::Request;

const FORMAT: u32 = 4;

/// The properties of a search that must be the same when it continues, or when its parts are put together.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct About {
    format: u32,
    /// The sha256 of the problem read, of the options chosen in advance and of the reduced problem.
    problem: String,
    pub engine: String,
    /// The version of the rule by which the problem is divided into parts.
    rule: u32,
    /// Number of parts of the whole problem.
    pub parts: usize,
    /// Whether one of the parts that symmetries take to each other is searched for all of them.
    pub symmetry: bool,
    /// Whether tests, forks and depth are counted beside nodes.
    pub counters: bool,
    /// Whether solutions are kept, or their number alone.
    pub solutions: bool,
}

#[derive(Debug, Serialize, Deserialize)]
pub struct Contents {
    #[serde(flatten)]
    pub about: About,
    /// Length of the text of solutions for the finished parts.
    pub bytes: u64,
    pub done: Vec<Done>,
    /// Parts that exceeded the budget of a task.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub divided: Vec<Divided>,
    /// Parts that a task did not begin, because its budget was spent.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub left: Vec<Place>,
    /// The sha256 of the contents with this field empty.
    #[serde(default)]
    pub sha256: String,
}

/// The result of a finished part.
#[skip_serializing_none]
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct Done {
    pub part: Place,
    /// Number of solutions, in decimal digits, because it may exceed the numbers that JSON holds exactly.
    solutions: String,
    tests: Option<u64>,
    forks: Option<u64>,
    nodes: Option<u64>,
    max_depth: Option<u64>,
    /// Length of the text of its solutions, in a shard with solutions.
    pub bytes: Option<u64>,
}

/// A part that is divided further, and the number of its parts.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Divided {
    pub part: Place,
    pub parts: usize,
}

/// The place of a part in the tree, as `3.17`: part 3 of the problem is divided further, and this is part 17 of that
/// division. Places are in the order of the tree.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(try_from = "String", into = "String")]
pub struct Place(Vec<usize>);

impl Place {
    /// The place of a part of the whole problem.
    pub fn of(part: usize) -> Self {
        Self(vec![part])
    }

    /// The place of a part of this part.
    pub fn below(&self, part: usize) -> Self {
        Self(self.0.iter().copied().chain([part]).collect())
    }

    /// The number, if this is a part of the whole problem.
    pub fn whole(&self) -> Option<usize> {
        if let [part] = *self.0 { Some(part) } else { None }
    }

    /// The numbers from the division of the whole problem on; at least one.
    pub fn numbers(&self) -> &[usize] {
        &self.0
    }
}

impl From<Place> for String {
    fn from(place: Place) -> Self {
        place.to_string()
    }
}

impl TryFrom<String> for Place {
    type Error = String;

    fn try_from(text: String) -> Result<Self, String> {
        let numbers: Option<Vec<usize>> = text.split('.').map(digits).collect();
        numbers.map(Self).ok_or_else(|| format!("found the part `{text}`; expected `3` or `3.17`"))
    }
}

impl fmt::Display for Place {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let numbers: Vec<String> = self.0.iter().map(usize::to_string).collect();
        f.write_str(&numbers.join("."))
    }
}

impl Contents {
    /// The contents of a search without results.
    pub fn new(about: About) -> Self {
        let (done, divided, left) = Default::default();
        Self { about, bytes: 0, done, divided, left, sha256: String::new() }
    }

    /// The contents with their checksum.
    pub fn sealed(mut self) -> Result<Self> {
        self.sha256 = self.checksum()?;
        Ok(self)
    }

    /// The checksum of the contents, whatever the field `sha256` has.
    pub fn checksum(&mut self) -> Result<String> {
        let written = std::mem::take(&mut self.sha256);
        let checksum = Fingerprint::of(&serde_json::to_vec(self)?).to_string();
        self.sha256 = written;
        Ok(checksum)
    }
}

impl About {
    /// The properties of a search in this number of parts.
    pub fn new(request: &Request, smaller: &Smaller, counters: bool, parts: usize) -> Self {
        Self {
            format: FORMAT,
            problem: fingerprint(smaller),
            engine: if request.proof.is_some() {
                format!("{} with a certificate", request.asked.engine)
            } else {
                request.asked.engine.clone()
            },
            rule: RULE,
            parts,
            symmetry: false,
            counters,
            solutions: !request.asked.question.is_count(),
        }
    }

    /// Whether this program reads and writes the format, and divides by the rule.
    pub fn is_of_this_version(&self) -> bool {
        (self.format, self.rule) == (FORMAT, RULE)
    }

    /// Whether these are the properties of a search of this problem.
    pub fn is_of(&self, smaller: &Smaller) -> bool {
        self.problem == fingerprint(smaller) && self.is_of_this_version()
    }

    /// The first property that differs in what was `found`, in words.
    pub fn difference(&self, found: &Self) -> Option<String> {
        let words = |about: &Self| {
            let counted = if about.counters { "with counters" } else { "without counters" };
            let result = if about.solutions { "solutions" } else { "a number" };
            [
                ("its format", about.format.to_string()),
                ("the sha256 of its problem", about.problem.clone()),
                ("its engine", about.engine.clone()),
                ("its rule of division", about.rule.to_string()),
                ("its number of parts", about.parts.to_string()),
                ("its division up to symmetry", about.symmetry.to_string()),
                ("it", counted.to_owned()),
                ("its result", result.to_owned()),
            ]
        };
        let mut pairs = words(found).into_iter().zip(words(self));
        let ((what, found), (_, expected)) = pairs.find(|(found, expected)| found != expected)?;
        let advice = if what == "it" { "; omit --stats, --max-nodes and --max-tests" } else { "" };
        Some(format!("{what} is {found}; expected {expected}{advice}"))
    }
}

impl Done {
    pub fn new(part: Place, tally: &Tally) -> Self {
        let SearchStats { tests, forks, nodes, max_depth, .. } = tally.search.stats;
        let solutions = tally.solutions.to_string();
        Self { part, solutions, tests, forks, nodes, max_depth, bytes: None }
    }

    /// The result; `None` if the number of solutions is malformed.
    pub fn tally(&self) -> Option<Tally> {
        let &Self { tests, forks, nodes, max_depth, .. } = self;
        let solutions: BigUint = digits(&self.solutions)?;
        let visited = u64::try_from(&solutions).unwrap_or(u64::MAX);
        let stats = SearchStats { solutions: visited, tests, forks, nodes, max_depth };
        let search = Search { outcome: Outcome::Exhausted, stats };
        Some(Tally::new(solutions, search))
    }
}

/// The sha256 of what determines what is searched and printed.
fn fingerprint(smaller: &Smaller) -> String {
    Fingerprint::of(smaller.identity().as_bytes()).to_string()
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Whether a file is accepted, and what it is read as.
    fn read(text: &[u8]) -> Option<Contents> {
        let mut contents: Contents = serde_json::from_slice(text).ok()?;
        let checksum = contents.checksum().ok()?;
        (contents.sha256 == checksum).then_some(contents)
    }

    #[test]
    fn places_are_in_the_order_of_the_tree() {
        let place = |text: &str| Place::try_from(text.to_owned()).unwrap();
        let mut places = ["10", "3.17", "2", "3.2.5", "3.2", "3"].map(place);
        places.sort();
        assert_eq!(places.map(|place| place.to_string()), ["2", "3", "3.2", "3.2.5", "3.17", "10"]);
        for text in ["", ".", "3.", "-1", "+1", "a", "99999999999999999999"] {
            assert!(Place::try_from(text.to_owned()).is_err(), "{text}");
        }
    }

    /// Every change of one byte is found, or does not change what is read.
    #[test]
    fn no_changed_byte_gives_another_result() {
        let about = About {
            format: FORMAT,
            problem: "0123456789abcdef".to_owned(),
            engine: "auto".to_owned(),
            rule: RULE,
            parts: 3,
            symmetry: false,
            counters: true,
            solutions: false,
        };
        let done = |part: &str, solutions: &str, nodes, bytes| {
            let part = part.to_owned().try_into().unwrap();
            let solutions = solutions.to_owned();
            Done { part, solutions, tests: None, forks: Some(9), nodes, max_depth: Some(12), bytes }
        };
        let done = vec![
            done("0", "10", Some(71), None),
            done("2.17", "340282366920938463463", None, Some(5)),
        ];
        let divided = vec![Divided { part: Place::of(1), parts: 30 }];
        let contents = Contents { bytes: 1024, done, divided, ..Contents::new(about) };
        let contents = contents.sealed().unwrap();
        let text = serde_json::to_vec(&contents).unwrap();
        assert!(read(&text).is_some());
        let mut harmless = 0;
        for at in 0..text.len() {
            for byte in (0..=255).filter(|&byte| byte != text[at]) {
                let mut changed = text.clone();
                changed[at] = byte;
                if let Some(read) = read(&changed) {
                    assert_eq!(serde_json::to_vec(&read).unwrap(), text);
                    harmless += 1;
                }
            }
        }
        assert!(harmless < 100, "{harmless}");
    }
}
