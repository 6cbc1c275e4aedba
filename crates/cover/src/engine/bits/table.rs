//! The problem as bitsets: which options exclude which, and which hold an item.

use std::collections::HashMap;

use super::block::Width;
use super::rows::{Length, List, Rows};
use crate::problem::{Colour, OptionId, Problem};

/// With more options than this the table, which has a bit for each pair, would be too large: 32 MB.
pub(super) const MOST_OPTIONS: usize = 1 << 14;
/// The most bytes that a table and what is kept of nodes may take.
pub(super) const MOST_BYTES: usize = 1 << 28;

/// Options are numbered from 0, those that can be chosen alone; sets of them have `words` words.
pub(super) struct Table {
    /// What the options are in the problem.
    pub(super) options: List<OptionId>,
    /// Words in a set of options.
    pub(super) words: usize,
    /// For each option, those that it excludes, itself among them.
    excluded: Rows<u64>,
    /// For each primary item, the options that hold it.
    holders: Rows<u64>,
    /// The words of these that are not empty, from the first to the last.
    spans: List<(u32, u32)>,
    /// For each option, its primary items: from `starts[o]` to `starts[o + 1]`.
    items: List<u16>,
    starts: List<u32>,
    /// For each option, how many primary items it has.
    lengths: List<u32>,
    /// How many options each primary item has.
    pub(super) sizes: Vec<u32>,
    /// Whether some option holds a secondary item.
    pub(super) has_secondary: bool,
}

impl Table {
    /// What a table takes, in bytes, and what is kept of each node on the way down: at most as many as there
    /// are items, each with the options left, sizes of two bytes, and for a memo the items covered, twice; and
    /// for a memo the items of each option.
    pub(super) fn bytes(problem: &Problem) -> usize {
        let (words, primary) = (problem.options().div_ceil(64), problem.primary());
        let node = words * 8 + primary * 2 + 2 * primary / 8;
        (problem.options() + problem.items()) * words * 8
            + primary * node
            + problem.options() * primary / 8
    }

    /// The table of a problem with at most [`MOST_OPTIONS`] options and no more than 65536 primary
    /// items.
    pub(super) fn new(problem: &Problem) -> Self {
        let options: Vec<OptionId> =
            problem.option_ids().filter(|&option| problem.is_choosable(option)).collect();
        let mut words = options.len().div_ceil(64).max(2);
        if words > 4 {
            // As many as are looked at at once.
            words = words.next_multiple_of(8);
        }
        let primary = problem.primary();
        let mut holders = Rows::new(problem.items(), words, 0);
        let mut coloured: HashMap<(usize, Colour), Vec<u64>> = HashMap::new();
        let (mut items, mut starts, mut sizes) = (Vec::new(), vec![0], vec![0; primary]);
        for (o, &option) in options.iter().enumerate() {
            for entry in problem.option(option) {
                let item = entry.item.index();
                holders.row_mut(item, words)[o / 64] |= 1 << (o % 64);
                if let Some(colour) = entry.colour {
                    let same = coloured.entry((item, colour)).or_insert_with(|| vec![0; words]);
                    same[o / 64] |= 1 << (o % 64);
                }
                if item < primary {
                    items.push(item as u16);
                    sizes[item] += 1;
                }
            }
            starts.push(items.len() as u32);
        }
        let mut excluded = Rows::new(options.len(), words, 0);
        for (o, &option) in options.iter().enumerate() {
            let row = excluded.row_mut(o, words);
            for entry in problem.option(option) {
                let item = entry.item.index();
                let holders = holders.row(item, words);
                match entry.colour.map(|colour| &coloured[&(item, colour)]) {
                    None => row.iter_mut().zip(holders).for_each(|(row, all)| *row |= all),
                    Some(same) => {
                        for ((row, all), same) in row.iter_mut().zip(holders).zip(same) {
                            *row |= all & !same;
                        }
                    }
                }
            }
        }
        let has_secondary = problem.entries() > items.len();
        let spans = (0..primary).map(|item| span(holders.row(item, words))).collect();
        let lengths = starts.windows(2).map(|ends| ends[1] - ends[0]).collect();
        Self {
            options: List::new(options),
            words,
            excluded,
            holders,
            spans: List::new(spans),
            items: List::new(items),
            starts: List::new(starts),
            lengths: List::new(lengths),
            sizes,
            has_secondary,
        }
    }

    /// Whether all sizes of items are of that width.
    pub(super) fn fits<W: Width>(&self) -> bool {
        self.sizes.iter().all(|&size| size < W::COVERED)
    }

    /// How many options one excludes on average, rounded down.
    #[cfg(target_arch = "x86_64")]
    pub(super) fn degree(&self) -> usize {
        let of = |option| -> usize {
            let excluded = self.excluded.row(option, self.words).iter();
            excluded.map(|word| word.count_ones() as usize).sum()
        };
        (0..self.options.len()).map(of).sum::<usize>() / self.options.len().max(1)
    }

    /// The options that one excludes, itself among them.
    #[inline(always)]
    pub(super) fn excluded(&self, option: usize, length: impl Length) -> &[u64] {
        self.excluded.row(option, length)
    }

    /// Some words of a set of options, from the first to before the last, and the set of the options
    /// that hold an item: they are all in these words.
    #[inline(always)]
    pub(super) fn holders<L: Length>(&self, item: usize, length: L) -> (usize, usize, &[u64]) {
        let holders = self.holders.row(item, length);
        if L::KNOWN {
            return (0, length.length(), holders);
        }
        let (first, end) = self.spans.at(item);
        (first as usize, end as usize, holders)
    }

    /// How many primary items an option has.
    #[inline(always)]
    pub(super) fn length(&self, option: usize) -> usize {
        self.lengths.at(option) as usize
    }

    /// The primary items of an option.
    #[inline(always)]
    pub(super) fn items(&self, option: usize) -> &[u16] {
        self.items.slice(self.starts.at(option) as usize, self.starts.at(option + 1) as usize)
    }
}

/// The words that are not empty, from the first to the last.
fn span(words: &[u64]) -> (u32, u32) {
    let first = words.iter().position(|&word| word != 0).unwrap_or(0);
    let end = words.iter().rposition(|&word| word != 0).map_or(first, |last| last + 1);
    (first as u32, end as u32)
}
