//! Makes a problem, and the aspect to test, from bytes. Missing bytes count as zeros, so all inputs give problems, and
//! short inputs give small ones.

use arbitrary::{Arbitrary, Result, Unstructured};
use quadrille_cover::{Bounds, Problem};

use crate::plan::{COLOURS, Plan};

/// Largest number of options. It is above 256, so that options may exceed a set of 256 bits, and the options of an item
/// may exceed a counter of one byte.
const MOST_OPTIONS: usize = 400;

/// The aspect of a problem to test besides finding all its solutions. N is derived from the `parameter` of the case.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Aspect {
    /// Stop after N solutions.
    Solutions,
    /// Stop after N nodes.
    Nodes,
    /// Stop after N tests.
    Tests,
    /// Limit the memory to N bytes.
    Memory,
    /// The visitor cancels the search after N solutions.
    Cancelled,
    /// Remove options and force others before the search.
    Preprocess,
    /// Choose some options in advance.
    Given,
    /// Search in parts, with several workers.
    Parallel,
    /// Find the cheapest solutions.
    Cheapest,
    /// Use the short forms of a search: `first`, `all`, `count` and the iterator over solutions.
    Short,
}

impl Aspect {
    const ALL: [Self; 10] = [
        Self::Solutions,
        Self::Nodes,
        Self::Tests,
        Self::Memory,
        Self::Cancelled,
        Self::Preprocess,
        Self::Given,
        Self::Parallel,
        Self::Cheapest,
        Self::Short,
    ];
}

/// A problem, and the aspect to test.
#[derive(Clone, Debug)]
pub struct Case {
    /// The problem.
    pub problem: Problem,
    /// The aspect to test.
    pub aspect: Aspect,
    /// A number for the aspect, from which a limit of nodes or of solutions, the options to choose and so on are
    /// derived.
    pub parameter: u16,
}

impl<'a> Arbitrary<'a> for Case {
    fn arbitrary(bytes: &mut Unstructured<'a>) -> Result<Self> {
        let aspect = *bytes.choose(&Aspect::ALL)?;
        let parameter = bytes.arbitrary()?;
        Ok(Self { problem: problem(bytes)?, aspect, parameter })
    }
}

fn problem(bytes: &mut Unstructured<'_>) -> Result<Problem> {
    // Mostly 0 to 9 items, and sometimes up to 65, which is more than a vector register has lanes.
    let primary: u8 = bytes.arbitrary()?;
    let primary = if primary < 200 { primary % 10 } else { primary - 190 };
    let [secondary, kind]: [u8; 2] = bytes.arbitrary()?;
    let mut builder = Problem::builder();
    let has_bounds = kind % 4 == 1;
    // One problem in eight allows this, because such problems take long.
    let has_many_copies = kind / 16 % 8 == 1;
    let preferred: u16 = if kind / 4 % 4 == 1 { bytes.arbitrary()? } else { 0 };
    let mut items = Vec::new();
    for i in 0..primary {
        let bounds = if has_bounds { bounds(bytes.arbitrary()?) } else { Bounds::ONCE };
        let mark = if preferred >> (i % 16) & 1 == 1 { "#" } else { "" };
        let item = builder.primary_bounded(&format!("{mark}p{i}"), bounds);
        items.push(item.expect("a new name, and bounds that can be met"));
    }
    let secondary = usize::from(secondary % 6);
    items.extend((0..secondary).map(|i| builder.secondary(&format!("s{i}")).expect("a new name")));
    let colours: [_; COLOURS] =
        ["red", "green", "blue"].map(|c| builder.colour(c).expect("a name"));
    let mut plan = Plan::new(usize::from(primary), secondary, has_many_copies);
    let mut options = 0;
    while !bytes.is_empty() && options < MOST_OPTIONS {
        let Some(option) = plan.option(bytes)? else { continue };
        let times = option.times.min(MOST_OPTIONS - options);
        for _ in 0..times {
            let entries = option.entries.iter();
            let entries = entries.map(|&(i, colour)| (items[i], colour.map(|c| colours[c])));
            builder.push_cost(u64::from(option.cost)).expect("costs are small");
            builder.option_of(entries).expect("each item stands once");
        }
        options += times;
    }
    Ok(builder.build())
}

fn bounds(byte: u8) -> Bounds {
    let low = u32::from(byte % 4);
    Bounds { low, high: (low + u32::from(byte / 4 % 3)).max(1) }
}
