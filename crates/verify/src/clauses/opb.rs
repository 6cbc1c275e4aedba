//! The pseudo-Boolean formula: what its constraints are, and how they are written.

use std::fmt::Write;

use super::expected::Expected;
use super::incidence::Incidence;
use super::solutions::Solutions;
use crate::refusal::Refusal;

/// A constraint of a formula, or a clause derived from it.
#[derive(Clone, Copy, Debug)]
pub(super) enum Constraint<'f> {
    /// At least one option of the item is chosen.
    AtLeastOne(usize),
    /// At most one option of the item is chosen.
    AtMostOne(usize),
    /// If the option is chosen, then none of those of the item that come later and exclude it.
    ExcludesLater { item: usize, option: u32, colour: Option<u32> },
    /// Not all options are chosen.
    NotAll(&'f [u32]),
}

/// The constraints of secondary items, which come after those of primary items.
pub(super) struct Opb<'p> {
    incidence: &'p Incidence,
    secondary: Vec<Constraint<'static>>,
}

impl<'p> Opb<'p> {
    pub(super) fn new(incidence: &'p Incidence) -> Self {
        let mut secondary = Vec::new();
        for item in incidence.primary..incidence.items() {
            if incidence.is_coloured[item] {
                for &(option, colour) in incidence.holders(item) {
                    if incidence.excluded_later(item, (option, colour)).next().is_some() {
                        secondary.push(Constraint::ExcludesLater { item, option, colour });
                    }
                }
            } else if incidence.holders(item).len() > 1 {
                secondary.push(Constraint::AtMostOne(item));
            }
        }
        Self { incidence, secondary }
    }

    /// Compares a file with the formula.
    pub(super) fn compare(
        &self,
        solutions: &Solutions,
        expected: &mut Expected<'_>,
    ) -> Result<(), Refusal> {
        let incidence = self.incidence;
        let lines = incidence.primary + self.secondary.len() + solutions.len();
        let mut line = format!("* #variable= {} #constraint= {lines}", incidence.options());
        expected.line(&mut line)?;
        for item in 0..incidence.primary {
            for &(option, _) in incidence.holders(item) {
                push(&mut line, format_args!("1 x{} ", option + 1));
            }
            line += "= 1 ;";
            expected.line(&mut line)?;
        }
        for &constraint in &self.secondary {
            let least = match constraint {
                Constraint::ExcludesLater { item, option, colour } => {
                    let later: Vec<u32> =
                        incidence.excluded_later(item, (option, colour)).collect();
                    push(&mut line, format_args!("{} ~x{} ", later.len(), option + 1));
                    not(&mut line, later.iter().copied());
                    later.len()
                }
                Constraint::AtMostOne(item) => {
                    let holders = incidence.holders(item);
                    not(&mut line, holders.iter().map(|&(option, _)| option));
                    holders.len() - 1
                }
                _ => unreachable!("secondary items have no other constraints"),
            };
            push(&mut line, format_args!(">= {least} ;"));
            expected.line(&mut line)?;
        }
        for k in 0..solutions.len() {
            not(&mut line, solutions.get(k).iter().copied());
            line += ">= 1 ;";
            expected.line(&mut line)?;
        }
        expected.end()
    }

    /// Number of constraints that follow from the problem alone; they are numbered from 1.
    pub(super) fn number(&self) -> u64 {
        (2 * self.incidence.primary + self.secondary.len()) as u64
    }

    /// The constraint of a number, which is not greater than [`number`](Self::number).
    pub(super) fn get(&self, id: u64) -> Constraint<'static> {
        let place = id as usize - 1;
        match place.checked_sub(2 * self.incidence.primary) {
            Some(secondary) => self.secondary[secondary],
            None if place.is_multiple_of(2) => Constraint::AtLeastOne(place / 2),
            None => Constraint::AtMostOne(place / 2),
        }
    }
}

/// Appends that options are not chosen.
fn not(line: &mut String, options: impl Iterator<Item = u32>) {
    options.for_each(|option| push(line, format_args!("1 ~x{} ", option + 1)));
}

fn push(line: &mut String, text: std::fmt::Arguments<'_>) {
    line.write_fmt(text).expect("a string takes everything");
}
