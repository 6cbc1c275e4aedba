//! Pseudo-Boolean formula (OPB) and proof (`VeriPB`, version 3), as text.
//!
//! Variable `x1` says whether the first option is chosen, and so on. The formula has, in this order:
//!
//! - by primary item, that exactly one of its options is chosen: `1 x1 1 x2 = 1 ;`. This is two constraints, *at least one* and
//!   *at most one*;
//! - by secondary item without colours that two options or more have, that at most one is chosen: `1 ~x1 1 ~x2 1 ~x3 >= 2 ;`;
//! - by secondary item with colours, for each of its options that excludes n > 0 of the later ones there, that none of these is
//!   chosen with it: `2 ~x1 1 ~x4 1 ~x7 >= 2 ;`;
//! - by solution, that it is not chosen: `1 ~x1 1 ~x5 >= 1 ;`.
//!
//! Source: S. Gocht and J. Nordström, *Certifying parity reasoning efficiently using pseudo-Boolean proofs*, AAAI 2021; the
//! manual of `VeriPB` 3.

use std::io::{self, Write};

use super::table::Table;
use super::text::{Text, number};

/// The numbers of the constraints, counted from 1; those of the formula come first, and of these the solutions last.
pub(super) struct Veripb {
    /// By secondary item without colours, the constraint *at most one*, or 0.
    at_most_one: Vec<u64>,
    /// By place of an option among those of an item with colours, the constraint that it excludes later ones, or 0.
    excludes_later: Vec<u64>,
    primary: usize,
    constraints: u64,
}

impl Veripb {
    pub(super) fn new(table: &Table) -> Self {
        let mut excludes_later = Vec::new();
        let mut at_most_one = vec![0; table.items - table.primary];
        let mut constraints = 2 * table.primary as u64;
        let mut next = || {
            constraints += 1;
            constraints
        };
        for item in table.primary..table.items {
            if !table.is_coloured[item] {
                if table.holders(item as u32).len() > 1 {
                    at_most_one[item - table.primary] = next();
                }
                continue;
            }
            excludes_later.resize(table.places(), 0);
            for (place, options) in later(table, item as u32) {
                if options.len() > 1 {
                    excludes_later[place as usize] = next();
                }
            }
        }
        Self { at_most_one, excludes_later, primary: table.primary, constraints }
    }

    /// Writes the formula without the solutions, which are excluded at its end.
    pub(super) fn formula(
        &self,
        table: &Table,
        solutions: u64,
        out: &mut Text<'_>,
    ) -> io::Result<()> {
        let constraints = self.constraints - self.primary as u64 + solutions;
        let variables = table.options.len();
        writeln!(out.lines, "* #variable= {variables} #constraint= {constraints}")?;
        for item in 0..table.primary as u32 {
            let holders = table.holders(item).iter();
            holders.for_each(|holder| variable(&mut out.lines, b"1 x", holder.option));
            out.lines.extend_from_slice(b"= 1 ;\n");
            out.end_line()?;
        }
        for item in table.primary as u32..table.items as u32 {
            if table.is_coloured[item as usize] {
                for (_, options) in later(table, item).filter(|(_, options)| options.len() > 1) {
                    let most = options.len() - 1;
                    number(&mut out.lines, most);
                    variable(&mut out.lines, b" ~x", options[0]);
                    at_least(&mut out.lines, options[1..].iter().copied(), most);
                    out.end_line()?;
                }
            } else if table.holders(item).len() > 1 {
                let options = table.holders(item).iter().map(|holder| holder.option);
                at_least(&mut out.lines, options, table.holders(item).len() - 1);
                out.end_line()?;
            }
        }
        Ok(())
    }

    /// The constraint that excludes a solution.
    pub(super) fn solution(text: &mut Vec<u8>, options: &[u32]) {
        at_least(text, options.iter().copied(), 1);
    }

    /// Number of constraints of the formula before the solutions.
    pub(super) fn constraints(&self) -> u64 {
        self.constraints
    }

    /// The constraint that one of the options of an item is chosen.
    pub(super) fn at_least_one(item: u32) -> u64 {
        2 * u64::from(item) + 1
    }

    /// A constraint by which a chosen option excludes another one: the hint is the item they share, the one chosen and the
    /// other. `excludes` is called for each option that this constraint excludes, perhaps the chosen one among them.
    pub(super) fn exclusion(
        &self,
        table: &Table,
        (item, chosen, other): (u32, u32, u32),
        mut excludes: impl FnMut(u32),
    ) -> u64 {
        if !table.is_coloured[item as usize] {
            table.holders(item).iter().for_each(|holder| excludes(holder.option));
            return match (item as usize).checked_sub(self.primary) {
                None => 2 * u64::from(item) + 2,
                Some(secondary) => self.at_most_one[secondary],
            };
        }
        let place = place(table, item, chosen.min(other));
        if chosen < other {
            let later = table.holders_after(item, place).iter();
            let entry = table.entries(chosen).iter().find(|entry| entry.place == place);
            let colour = entry.expect("the option has the item").colour;
            later
                .filter(|later| later.is_excluded_by(colour))
                .for_each(|later| excludes(later.option));
        } else {
            excludes(other);
        }
        self.excludes_later[place as usize]
    }

    /// The begin of a proof whose formula has this number of constraints.
    pub(super) fn begin(text: &mut Vec<u8>, constraints: u64) {
        text.extend_from_slice(b"pseudo-Boolean proof version 3.0\nf ");
        number(text, constraints);
        text.extend_from_slice(b";\n");
    }

    /// A line: the options cannot all be chosen, as follows from the hints by unit propagation, each after the ones before.
    pub(super) fn line(text: &mut Vec<u8>, options: &[u32], hints: &[u64]) {
        text.extend_from_slice(b"rup ");
        for &option in options {
            variable(text, b"1 ~x", option);
        }
        text.extend_from_slice(b">= 1 :");
        for &hint in hints {
            text.push(b' ');
            number(text, hint);
        }
        text.extend_from_slice(b";\n");
    }

    /// Constraints that no later line refers to.
    pub(super) fn delete(text: &mut Vec<u8>, ids: &[u64]) {
        text.extend_from_slice(b"del id");
        for &id in ids {
            text.push(b' ');
            number(text, id);
        }
        text.extend_from_slice(b";\n");
    }

    /// The end of a proof whose contradiction has this number.
    pub(super) fn end(text: &mut Vec<u8>, contradiction: u64) {
        text.extend_from_slice(b"output NONE;\nconclusion UNSAT : ");
        number(text, contradiction);
        text.extend_from_slice(b";\nend pseudo-Boolean proof;\n");
    }
}

/// Each option of an item with colours, by its place, followed by the later ones that it excludes there.
pub(super) fn later(table: &Table, item: u32) -> impl Iterator<Item = (u32, Vec<u32>)> {
    table.holders(item).iter().map(move |holder| {
        let place = place(table, item, holder.option);
        let later = table.holders_after(item, place).iter();
        let excluded = later.filter(|later| later.is_excluded_by(holder.colour));
        (place, std::iter::once(holder).chain(excluded).map(|holder| holder.option).collect())
    })
}

/// The place of an option among those of an item.
fn place(table: &Table, item: u32, option: u32) -> u32 {
    let entry = table.entries(option).iter().find(|entry| entry.item == item);
    entry.expect("the option has the item").place
}

fn variable(text: &mut Vec<u8>, before: &[u8], option: u32) {
    text.extend_from_slice(before);
    number(text, option + 1);
    text.push(b' ');
}

/// The constraint that at least `least` of the options are not chosen.
fn at_least(text: &mut Vec<u8>, options: impl Iterator<Item = u32>, least: usize) {
    options.for_each(|option| variable(text, b"1 ~x", option));
    text.extend_from_slice(b">= ");
    number(text, least);
    text.extend_from_slice(b" ;\n");
}
