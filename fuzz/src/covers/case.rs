//! Makes a problem, and the aspect to test, from bytes.
//!
//! Random options hardly ever form an exact cover. So options are made for a planned cover: an option may be
//! restricted to the items that this cover still lacks, or may have all of them. When the cover lacks no item, another
//! one is planned. Missing bytes count as zeros, so all inputs give problems, and short inputs give small ones.

use arbitrary::{Arbitrary, Result, Unstructured};
use quadrille_cover::{Bounds, Colour, ItemId, Problem, ProblemBuilder};

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
        let mut plan = Plan::begin(bytes)?;
        while !bytes.is_empty() && plan.options < MOST_OPTIONS {
            plan.option(bytes)?;
        }
        Ok(Self { problem: plan.builder.build(), aspect, parameter })
    }
}

/// A problem under construction.
struct Plan {
    builder: ProblemBuilder,
    primary: Vec<ItemId>,
    secondary: Vec<ItemId>,
    colours: [Colour; 3],
    /// Which primary items the cover being planned still lacks.
    lacking: Vec<bool>,
    /// Whether options may be repeated many times. One problem in eight allows this, because such problems take long.
    has_many_copies: bool,
    options: usize,
}

impl Plan {
    fn begin(bytes: &mut Unstructured<'_>) -> Result<Self> {
        // Mostly 0 to 9 items, and sometimes up to 65, which is more than a vector register has lanes.
        let primary: u8 = bytes.arbitrary()?;
        let primary = if primary < 200 { primary % 10 } else { primary - 190 };
        let [secondary, kind]: [u8; 2] = bytes.arbitrary()?;
        let mut builder = Problem::builder();
        let has_bounds = kind % 4 == 1;
        let has_many_copies = kind / 16 % 8 == 1;
        let preferred: u16 = if kind / 4 % 4 == 1 { bytes.arbitrary()? } else { 0 };
        let mut items = Vec::new();
        for i in 0..primary {
            let bounds = if has_bounds { bounds(bytes.arbitrary()?) } else { Bounds::ONCE };
            let mark = if preferred >> (i % 16) & 1 == 1 { "#" } else { "" };
            let item = builder.primary_bounded(&format!("{mark}p{i}"), bounds);
            items.push(item.expect("a new name, and bounds that can be met"));
        }
        let secondary = (0..secondary % 6)
            .map(|i| builder.secondary(&format!("s{i}")).expect("a new name"))
            .collect();
        let colours = ["red", "green", "blue"].map(|c| builder.colour(c).expect("a name"));
        let lacking = vec![true; items.len()];
        Ok(Self {
            builder,
            primary: items,
            secondary,
            colours,
            lacking,
            has_many_copies,
            options: 0,
        })
    }

    /// Adds an option, once or several times.
    fn option(&mut self, bytes: &mut Unstructured<'_>) -> Result<()> {
        let flags: u8 = bytes.arbitrary()?;
        let flag = |bit: u32| flags >> bit & 1 == 1;
        let mut entries: Vec<(ItemId, Option<Colour>)> = Vec::new();
        let own = self.own(flag(0), flag(1), bytes)?;
        entries.extend(own.iter().map(|&i| (self.primary[i], None)));
        for _ in 0..u8::from(flag(2)) + u8::from(flag(3)) {
            let which: u8 = bytes.arbitrary()?;
            let Some(&item) = self.secondary.get(usize::from(which / 4)) else { continue };
            let colour = usize::from(which % 4).checked_sub(1).map(|c| self.colours[c]);
            if entries.iter().all(|&(other, _)| other != item) {
                entries.push((item, colour));
            }
        }
        if entries.is_empty() {
            return Ok(());
        }
        if flag(4) {
            entries.reverse();
        }
        let cost: u8 = if flag(5) { bytes.arbitrary()? } else { 0 };
        let times = match (flag(6), flag(7)) {
            (true, true) if self.has_many_copies => {
                1 + usize::from(bytes.arbitrary::<u8>()?) * 5 / 4
            }
            (true, _) => 2,
            (false, _) => 1,
        };
        for _ in 0..times.min(MOST_OPTIONS - self.options) {
            self.builder.push_cost(u64::from(cost)).expect("costs are small");
            self.builder.option_of(entries.iter().copied()).expect("each item stands once");
            self.options += 1;
        }
        Ok(())
    }

    /// The primary items of an option: up to eight neighbouring items, or, if `fits`, only those of them that the
    /// planned cover lacks. If `ends` as well, all items that the cover lacks.
    fn own(&mut self, fits: bool, ends: bool, bytes: &mut Unstructured<'_>) -> Result<Vec<usize>> {
        if self.primary.is_empty() {
            return Ok(Vec::new());
        }
        let own = if ends && fits {
            (0..self.primary.len()).filter(|&i| self.lacking[i]).collect()
        } else {
            let [from, mask]: [u8; 2] = bytes.arbitrary()?;
            let bits = (0..8.min(self.primary.len())).filter(|bit| mask >> bit & 1 == 1);
            let items = bits.map(|bit| (usize::from(from) + bit) % self.primary.len());
            items.filter(|&i| !fits || self.lacking[i]).collect::<Vec<_>>()
        };
        if fits {
            for &i in &own {
                self.lacking[i] = false;
            }
            if !self.lacking.contains(&true) {
                self.lacking.fill(true);
            }
        }
        Ok(own)
    }
}

fn bounds(byte: u8) -> Bounds {
    let low = u32::from(byte % 4);
    Bounds { low, high: (low + u32::from(byte / 4 % 3)).max(1) }
}
