//! Counts the solutions of small states with multiplicities.

use super::super::state::Times;

/// The items to be covered, level after level.
#[derive(Default)]
pub(super) struct Several {
    items: Vec<Item>,
}

#[derive(Clone, Copy)]
struct Item {
    holders: u64,
    times: Times,
}

impl Several {
    /// Begins with items: the options of each, and its times if it has bounds.
    pub(super) fn begin(&mut self, items: impl Iterator<Item = (u64, Option<u64>)>) {
        let once = Times { least: 1, most: 1 };
        let item = |(holders, times): (u64, Option<u64>)| Item {
            holders,
            times: times.map_or(once, Times::of),
        };
        self.items.clear();
        self.items.extend(items.map(item));
    }

    /// Counts the solutions with the options `left`, of which each excludes some; the items to be covered are those from `from` on.
    pub(super) fn search(
        &mut self,
        excluded: &[u64],
        left: u64,
        from: usize,
        nodes: &mut u64,
    ) -> u64 {
        *nodes += 1;
        let (mut best, mut fewest) = (None, u32::MAX);
        for item in &self.items[from..] {
            let size = (item.holders & left).count_ones();
            let Times { least, most } = item.times;
            if size < least {
                return 0;
            }
            if (least > 0 || most < size) && size - least < fewest {
                (best, fewest) = (Some(*item), size - least);
            }
        }
        let Some(item) = best else { return independent(excluded, left, nodes) };
        let mut options = item.holders & left;
        if item.times == (Times { least: 1, most: 1 }) {
            let mut solutions = 0;
            while options != 0 {
                solutions += self.take(excluded, left, from, options.trailing_zeros(), nodes);
                options &= options - 1;
            }
            return solutions;
        }
        let option = options.trailing_zeros();
        let with = self.take(excluded, left, from, option, nodes);
        with + self.search(excluded, left & !(1 << option), from, nodes)
    }

    /// Counts the solutions that hold an option.
    fn take(
        &mut self,
        excluded: &[u64],
        mut left: u64,
        from: usize,
        option: u32,
        nodes: &mut u64,
    ) -> u64 {
        let end = self.items.len();
        left &= !excluded[option as usize];
        for place in from..end {
            let Item { holders, times } = self.items[place];
            let times = times.after((holders >> option & 1) as u32);
            if times.most == 0 {
                left &= !holders;
            } else {
                self.items.push(Item { holders, times });
            }
        }
        let solutions = self.search(excluded, left, end, nodes);
        self.items.truncate(end);
        solutions
    }
}

/// The number of sets of the options `left` without exclusions.
fn independent(excluded: &[u64], left: u64, nodes: &mut u64) -> u64 {
    let (mut most, mut option, mut rest) = (1, 0, left);
    while rest != 0 {
        let of = (excluded[rest.trailing_zeros() as usize] & left).count_ones();
        if of > most {
            (most, option) = (of, rest.trailing_zeros() as usize);
        }
        rest &= rest - 1;
    }
    if most == 1 {
        return 1 << left.count_ones();
    }
    *nodes += 2;
    independent(excluded, left & !excluded[option], nodes)
        + independent(excluded, left & !(1 << option), nodes)
}
