//! Counts the solutions of states of up to 64 options: each set of options is one word.

mod several;

use self::several::Several;
use super::super::model::{Model, bits};

/// The largest state, in options.
pub(super) const MOST: usize = 64;

/// Counts small states, in memory that is used again.
#[derive(Default)]
pub(super) struct Small {
    options: Vec<usize>,
    /// By option, the options that it excludes, itself among them.
    excluded: Vec<u64>,
    /// The options of the items to be covered, level after level.
    holders: Vec<u64>,
    several: Several,
}

impl Small {
    /// The number of solutions of a state of at most [`MOST`] options, and the number of nodes searched.
    pub(super) fn count(
        &mut self,
        model: &Model,
        options: &[u64],
        open: &[u64],
        times: &[u64],
    ) -> (u64, u64) {
        let Self { options: numbers, excluded, holders, several } = self;
        numbers.clear();
        numbers.extend(bits(options));
        excluded.clear();
        for &option in &*numbers {
            excluded.push(gather(numbers, model.table.excluded_by(option)));
        }
        holders.clear();
        for item in bits(open) {
            let held = model.holders(item, options);
            let held = held.flat_map(|(i, word)| bits_of(i, word));
            let place = |option| numbers.binary_search(&option).expect("the option is left");
            holders.push(held.fold(0, |set, option| set | 1 << place(option)));
        }
        let all = u64::MAX >> (MOST - numbers.len());
        let mut nodes = 0;
        if model.has_multiplicities() {
            let times = bits(open).map(|item| model.several_place(item).map(|place| times[place]));
            several.begin(holders.iter().copied().zip(times));
            return (several.search(excluded, all, 0, &mut nodes), nodes);
        }
        (self.search(all, 0, &mut nodes), nodes)
    }

    /// Counts the solutions with the options `left`; the items to be covered are those of `holders[from..]`.
    fn search(&mut self, left: u64, from: usize, nodes: &mut u64) -> u64 {
        *nodes += 1;
        let end = self.holders.len();
        let sized = self.holders[from..].iter().map(|holders| holders & left);
        let Some(mut options) = sized.min_by_key(|options| options.count_ones()) else { return 1 };
        let mut solutions = 0;
        while options != 0 {
            let option = options.trailing_zeros();
            options &= options - 1;
            for place in from..end {
                let holders = self.holders[place];
                if holders >> option & 1 == 0 {
                    self.holders.push(holders);
                }
            }
            solutions += self.search(left & !self.excluded[option as usize], end, nodes);
            self.holders.truncate(end);
        }
        solutions
    }
}

/// The bits of the options `numbers` in a set of options.
fn gather(numbers: &[usize], set: &[u64]) -> u64 {
    numbers.iter().rev().fold(0, |word, option| word << 1 | set[option / 64] >> (option % 64) & 1)
}

fn bits_of(i: usize, word: u64) -> impl Iterator<Item = usize> {
    let mut rest = word;
    std::iter::from_fn(move || {
        let bit = (rest != 0).then(|| 64 * i + rest.trailing_zeros() as usize);
        rest &= rest.wrapping_sub(1);
        bit
    })
}
