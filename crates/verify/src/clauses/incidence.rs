//! An exact cover problem as the lists of the items of each option, and of the options of each item.

use crate::lines::Lines;
use crate::problem::Entry;
use crate::refusal::Refusal;
use crate::text;

/// An option of an item, with the colour it gives the item.
pub(super) type Holder = (u32, Option<u32>);

/// A problem in which every primary item is to be covered exactly once.
pub(super) struct Incidence {
    pub primary: usize,
    options: Vec<Vec<Entry>>,
    /// By item, its options in ascending order.
    holders: Vec<Vec<Holder>>,
    /// By item, whether some option gives it a colour.
    pub is_coloured: Vec<bool>,
}

impl Incidence {
    pub(super) fn read(lines: Lines<'_>) -> Result<Self, Refusal> {
        let (items, bounds, options) = text::entries(lines)?;
        if let Some(item) = bounds.iter().position(|&bounds| bounds != (1, 1)) {
            let why = format_args!(
                "item {} may be covered several times; expected items to be covered exactly once, the only ones in this form",
                item + 1
            );
            return Err(Refusal::line("problem.dlx", 1, why));
        }
        let mut holders = vec![Vec::new(); items];
        let mut is_coloured = vec![false; items];
        for (o, option) in options.iter().enumerate() {
            for &(item, colour) in option {
                holders[item].push((o as u32, colour));
                is_coloured[item] |= colour.is_some();
            }
        }
        Ok(Self { primary: bounds.len(), options, holders, is_coloured })
    }

    pub(super) fn options(&self) -> usize {
        self.options.len()
    }

    pub(super) fn items(&self) -> usize {
        self.holders.len()
    }

    /// The options of an item, in ascending order.
    pub(super) fn holders(&self, item: usize) -> &[Holder] {
        &self.holders[item]
    }

    /// The options of an item after one of them that exclude it, in ascending order.
    pub(super) fn excluded_later(
        &self,
        item: usize,
        (option, colour): Holder,
    ) -> impl Iterator<Item = u32> {
        let first = self.holders[item].partition_point(|&(other, _)| other <= option);
        let later = self.holders[item][first..].iter();
        later
            .filter(move |(_, other)| colour.is_none() || colour != *other)
            .map(|&(other, _)| other)
    }

    /// Why options are no solution.
    pub(super) fn is_solution(&self, options: &[u32]) -> Result<(), String> {
        let mut covered: Vec<Option<Option<u32>>> = vec![None; self.items()];
        for &option in options {
            for &(item, colour) in &self.options[option as usize] {
                match covered[item] {
                    Some(before) if before.is_none() || before != colour => {
                        return Err(format!("item {} is covered twice", item + 1));
                    }
                    _ => covered[item] = Some(colour),
                }
            }
        }
        match covered[..self.primary].iter().position(Option::is_none) {
            Some(item) => Err(format!("item {} is not covered", item + 1)),
            None => Ok(()),
        }
    }
}
