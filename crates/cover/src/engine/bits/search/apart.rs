//! Sub-problems that fall apart: numbers of solutions of components that have nothing to do with each
//! other are multiplied.
//!
//! Options that exclude each other, directly or through others, are in one component.

use super::super::number::Number;
use super::super::rows::Length;
use super::super::sizes::{Pick, Sizes};
use super::super::table::Table;
use super::{Level, Search};
use crate::search::Probe;

/// What comes after a component.
pub(super) enum Next {
    /// Another one, with so many items; its root is at the base.
    Component { left: usize },
    /// The node that fell apart is searched, at this level.
    Whole { level: usize },
    /// There are more solutions than the type of number holds.
    Overflow,
}

/// A component: its options and its items, as bits.
struct Component {
    options: Vec<u64>,
    items: Vec<u64>,
}

/// A node that fell apart.
pub(super) struct Apart<N> {
    /// Where it is.
    level: usize,
    /// The base of the component it is in.
    base: usize,
    /// Options chosen there.
    chosen: usize,
    /// The components not yet searched, the smallest last.
    rest: Vec<Component>,
    /// The product of the numbers of solutions of those searched.
    product: N,
    /// What was counted before.
    before: N,
}

impl<N: Number> Apart<N> {
    /// With these options left, if they fall apart. What was counted is kept, and counting begins anew.
    fn new(
        table: &Table,
        left: &[u64],
        level: usize,
        base: usize,
        chosen: usize,
        total: &mut N,
    ) -> Option<Self> {
        let mut rest = components(table, left);
        if rest.is_empty() {
            return None;
        }
        // One without a solution, or a small one searched at once, saves the work on others.
        rest.sort_by_key(|component| std::cmp::Reverse(size(&component.options)));
        let before = std::mem::replace(total, N::ZERO);
        Some(Self { level, base, chosen, rest, product: N::one(), before })
    }

    /// The next component to be searched.
    fn next(&mut self) -> Option<Component> {
        self.rest.pop()
    }

    /// A component has so many solutions, and counting begins anew; false if the product is beyond the
    /// type of number.
    #[must_use]
    fn multiply(&mut self, total: &mut N) -> bool {
        let number = std::mem::replace(total, N::ZERO);
        if number.is_zero() {
            self.rest.clear();
        }
        self.product.multiply(&number)
    }

    /// What was counted before.
    pub(super) fn before(self) -> N {
        self.before
    }

    /// Puts together what was counted before and the product; false if that is beyond the type of number.
    #[must_use]
    fn finish(&self, total: &mut N) -> bool {
        *total = self.before.clone();
        total.add(&self.product)
    }
}

impl<S: Sizes, L: Length, N: Number, T: Pick<S>> Search<'_, S, L, N, T> {
    /// Looks whether a node about to branch falls apart into components, if that is worth while. If so,
    /// the first is at the new base, one level down: how many items it has.
    #[inline(always)]
    pub(super) fn fall_apart(&mut self, level: usize, left: usize) -> Option<usize> {
        let known = self.memo.as_mut()?;
        let words = self.table.options.len() * self.table.words;
        if !known.memo.may_fall_apart(level, left, words) {
            return None;
        }
        let active = self.active.row(level, self.table.words);
        let chosen = self.chosen.len();
        let apart = Apart::new(self.table, active, level, self.base, chosen, &mut self.total)?;
        known.memo.fell_apart(left, words);
        known.apart.push(apart);
        self.base = level + 1;
        // The components' alternatives come after those of the levels above.
        let end = if level == 0 { 0 } else { self.levels.at(level - 1).end };
        self.levels.put(level, Level { next: end, end, ..Level::default() });
        self.component()
    }

    /// Puts the next component of the node that fell apart last at the base: how many items it has. `None`
    /// after the last.
    #[inline(never)]
    fn component(&mut self) -> Option<usize> {
        let known = self.memo.as_mut()?;
        let component = known.apart.last_mut()?.next()?;
        let level = self.base;
        self.active.row_mut(level, self.table.words).copy_from_slice(&component.options);
        self.sizes.keep(self.table, (level - 1, level), &component.items);
        if let Some(covered) = &mut known.covered {
            // Bits beyond the last item stay as they are at the root: clear.
            let words = covered.length();
            let all = self.table.sizes.len();
            for (i, word) in covered.row_mut(level, words).iter_mut().enumerate() {
                let items = all.saturating_sub(64 * i).min(64);
                let mask = if items == 64 { u64::MAX } else { (1 << items) - 1 };
                *word = mask & !component.items[i];
            }
        }
        Some(component.items.iter().map(|word| word.count_ones() as usize).sum())
    }

    /// The component at the base is searched. `None` if it was the whole problem.
    #[inline(never)]
    pub(super) fn after_component<P: Probe>(&mut self, probe: &mut P) -> Option<Next> {
        let known = self.memo.as_mut()?;
        let apart = known.apart.last_mut()?;
        for _ in apart.chosen..self.chosen.len() {
            probe.took_back();
        }
        self.chosen.truncate(apart.chosen);
        if !apart.multiply(&mut self.total) {
            return Some(Next::Overflow);
        }
        if let Some(left) = self.component() {
            return Some(Next::Component { left });
        }
        let known = self.memo.as_mut()?;
        let apart = known.apart.pop()?;
        if !apart.finish(&mut self.total) {
            return Some(Next::Overflow);
        }
        self.base = apart.base;
        known.memo.close(apart.level, &self.total);
        Some(Next::Whole { level: apart.level })
    }
}

/// The components of these options; nothing if there is only one.
fn components(table: &Table, left: &[u64]) -> Vec<Component> {
    // Mostly there is only one, and nothing is to be kept.
    let Some(options) = self::first(left).map(|first| reached(table, left, first)) else {
        return Vec::new();
    };
    if options == left {
        return Vec::new();
    }
    let mut rest = left.to_vec();
    let mut found = Vec::new();
    while let Some(first) = first(&rest) {
        let options = reached(table, &rest, first);
        rest.iter_mut().zip(&options).for_each(|(rest, options)| *rest &= !options);
        let mut items = vec![0; table.sizes.len().div_ceil(64)];
        each(&options, |option| {
            for &item in table.items(option) {
                items[item as usize / 64] |= 1 << (item % 64);
            }
        });
        found.push(Component { options, items });
    }
    found
}

/// The options reached from the first, of those there are.
fn reached(table: &Table, there: &[u64], first: usize) -> Vec<u64> {
    let mut reached = vec![0; there.len()];
    let mut open = vec![0; there.len()];
    reached[first / 64] |= 1 << (first % 64);
    open[first / 64] |= 1 << (first % 64);
    while let Some(option) = self::first(&open) {
        open[option / 64] &= !(1 << (option % 64));
        let excluded = table.excluded(option, table.words);
        let mut missing = 0;
        for i in 0..there.len() {
            let new = excluded[i] & there[i] & !reached[i];
            reached[i] |= new;
            open[i] |= new;
            missing |= there[i] & !reached[i];
        }
        if missing == 0 {
            break;
        }
    }
    reached
}

fn first(bits: &[u64]) -> Option<usize> {
    let word = bits.iter().position(|&word| word != 0)?;
    Some(64 * word + bits[word].trailing_zeros() as usize)
}

fn each(bits: &[u64], mut see: impl FnMut(usize)) {
    for (i, &word) in bits.iter().enumerate() {
        let mut rest = word;
        while rest != 0 {
            see(64 * i + rest.trailing_zeros() as usize);
            rest &= rest - 1;
        }
    }
}

fn size(bits: &[u64]) -> u32 {
    bits.iter().map(|word| word.count_ones()).sum()
}
