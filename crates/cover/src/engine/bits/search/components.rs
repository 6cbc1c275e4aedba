//! Sub-problems that split into independent components, whose numbers of solutions are multiplied.
//!
//! The components are the connected components of the graph of exclusions among the options left.

#![allow(unsafe_code)]

use super::super::number::Number;
use super::super::rows::Length;
use super::super::sizes::Sizes;
use super::super::table::Table;
use super::{Level, Search};
use crate::search::Probe;

/// What to do after a component has been searched.
pub(super) enum AfterComponent {
    /// Search another component, with `left` uncovered items. Its root is at the level `Search::base`.
    Component {
        left: usize,
    },
    /// Nothing: all components of the node at this level have been searched.
    Whole {
        level: usize,
    },
    Overflow,
}

/// A component: its options and its primary items, as bits.
struct Component {
    options: Vec<u64>,
    items: Vec<u64>,
}

/// A node that was split into components.
pub(super) struct Apart<N> {
    level: usize,
    /// The value of `Search::base` before the split.
    base: usize,
    /// Number of options chosen before the node.
    chosen: usize,
    /// The components not yet searched. The last is the smallest and is searched next.
    rest: Vec<Component>,
    /// The product of the numbers of solutions of the components searched.
    product: N,
    /// Number of solutions counted before the node.
    before: N,
}

impl<N: Number> Apart<N> {
    /// Splits a node with the options `left`, and sets the count `total` aside; `None` if there is only one
    /// component.
    ///
    /// # Safety
    /// The set bits of `left` must be numbers of options.
    unsafe fn new(
        table: &Table,
        left: &[u64],
        level: usize,
        base: usize,
        chosen: usize,
        total: &mut N,
    ) -> Option<Self> {
        // SAFETY: the caller promises that the bits are numbers of options.
        let mut rest = unsafe { components(table, left) };
        if rest.is_empty() {
            return None;
        }
        // Small components first: if one has no solution, the larger ones need no search.
        rest.sort_by_key(|component| std::cmp::Reverse(size(&component.options)));
        let before = std::mem::replace(total, N::ZERO);
        Some(Self { level, base, chosen, rest, product: N::one(), before })
    }

    fn next(&mut self) -> Option<Component> {
        self.rest.pop()
    }

    /// Multiplies the product by `total`, the count of a component, and sets `total` to 0. Returns false if
    /// the product overflows its type.
    #[must_use]
    fn multiply(&mut self, total: &mut N) -> bool {
        let number = std::mem::replace(total, N::ZERO);
        if number.is_zero() {
            self.rest.clear();
        }
        self.product.multiply(&number)
    }

    pub(super) fn before(&self) -> &N {
        &self.before
    }

    pub(super) fn level(&self) -> usize {
        self.level
    }

    /// Sets `total` to the count before the node plus the product. Returns false if the sum overflows its type.
    #[must_use]
    fn finish(&self, total: &mut N) -> bool {
        *total = self.before.clone();
        total.add(&self.product)
    }
}

impl<S: Sizes, L: Length, N: Number> Search<'_, S, L, N> {
    /// Splits a node about to branch into components, if a check is worthwhile and finds several. The first
    /// component is put at the new base, one level down. Returns the number of items of that component.
    ///
    /// # Safety
    /// The level must exist and have uncovered items.
    #[inline(always)]
    pub(super) unsafe fn fall_apart(&mut self, level: usize, left: usize) -> Option<usize> {
        let known = self.memo.as_mut()?;
        let words = self.table.options.len() * self.table.words;
        if !known.memo.may_fall_apart(level, left, words) {
            return None;
        }
        let active = self.active.get(level);
        let chosen = self.chosen.len();
        let total = &mut self.total;
        // SAFETY: the set of options left holds only numbers of options.
        let apart = unsafe { Apart::new(self.table, active, level, self.base, chosen, total)? };
        known.memo.fell_apart(left, words);
        known.apart.push(apart);
        self.base = level + 1;
        // The alternatives of the components come after those of the levels above.
        // SAFETY: the caller promises that the level exists, so the one before exists.
        unsafe {
            let end = if level == 0 { 0 } else { self.levels.at(level - 1).end };
            self.levels.put(level, Level { next: end, end, ..Level::default() });
        }
        self.component()
    }

    /// Puts the next component of the innermost split node at the base and returns its number of items;
    /// `None` after the last component.
    #[inline(never)]
    fn component(&mut self) -> Option<usize> {
        let known = self.memo.as_mut()?;
        let component = known.apart.last_mut()?.next()?;
        let level = self.base;
        self.active.get_mut(level).copy_from_slice(&component.options);
        self.sizes.keep(self.table, (level - 1, level), &component.items);
        if let Some(covered) = &mut known.covered {
            // Bits beyond the last item stay clear, as at the root.
            let all = self.table.sizes.len();
            for (i, word) in covered.get_mut(level).iter_mut().enumerate() {
                let items = all.saturating_sub(64 * i).min(64);
                let mask = if items == 64 { u64::MAX } else { (1 << items) - 1 };
                *word = mask & !component.items[i];
            }
        }
        Some(component.items.iter().map(|word| word.count_ones() as usize).sum())
    }

    /// What to do after the search at the base; `None` if the base is the root of the whole problem.
    #[inline(never)]
    pub(super) fn after_component<P: Probe>(&mut self, probe: &mut P) -> Option<AfterComponent> {
        let known = self.memo.as_mut()?;
        let apart = known.apart.last_mut()?;
        for _ in apart.chosen..self.chosen.len() {
            probe.took_back();
        }
        self.chosen.truncate(apart.chosen);
        if !apart.multiply(&mut self.total) {
            return Some(AfterComponent::Overflow);
        }
        if let Some(left) = self.component() {
            return Some(AfterComponent::Component { left });
        }
        let known = self.memo.as_mut()?;
        let apart = known.apart.pop()?;
        if !apart.finish(&mut self.total) {
            return Some(AfterComponent::Overflow);
        }
        self.base = apart.base;
        known.memo.close(apart.level, &self.total);
        Some(AfterComponent::Whole { level: apart.level })
    }
}

/// The components of the options `left`; empty if there is only one.
///
/// # Safety
/// The set bits of `left` must be numbers of options.
unsafe fn components(table: &Table, left: &[u64]) -> Vec<Component> {
    // Usually there is only one component, for which nothing is allocated.
    let Some(start) = first(left) else { return Vec::new() };
    // SAFETY: the caller promises that bits are numbers of options, here and below.
    if unsafe { reached(table, left, start) } == left {
        return Vec::new();
    }
    let mut rest = left.to_vec();
    let mut found = Vec::new();
    while let Some(start) = first(&rest) {
        // SAFETY: as above.
        let options = unsafe { reached(table, &rest, start) };
        rest.iter_mut().zip(&options).for_each(|(rest, options)| *rest &= !options);
        let mut items = vec![0; table.sizes.len().div_ceil(64)];
        each(&options, |option| {
            // SAFETY: as above.
            for &item in unsafe { table.items(option) } {
                items[item as usize / 64] |= 1 << (item % 64);
            }
        });
        found.push(Component { options, items });
    }
    found
}

/// The options of the set `there` that are connected with the option `first`.
///
/// # Safety
/// `first` and the set bits of `there` must be numbers of options.
unsafe fn reached(table: &Table, there: &[u64], first: usize) -> Vec<u64> {
    let mut reached = vec![0; there.len()];
    let mut open = vec![0; there.len()];
    reached[first / 64] |= 1 << (first % 64);
    open[first / 64] |= 1 << (first % 64);
    while let Some(option) = self::first(&open) {
        open[option / 64] &= !(1 << (option % 64));
        // SAFETY: `open` holds `first` and bits of `there`.
        let excluded = unsafe { table.excluded(option, table.words) };
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
