//! Formula in conjunctive normal form (DIMACS) and proof (LRAT, as text).
//!
//! Variable 1 says whether the first option is chosen, and so on. The formula has, in this order:
//!
//! - by primary item, that one of its options is chosen: `1 2 0`;
//! - by pair of options a < b that exclude each other, in ascending order, that not both are chosen: `-1 -2 0`. Options exclude
//!   each other if they share a primary item, or a secondary item unless both give it the same colour;
//! - by solution, that it is not chosen: `-1 -5 0`.
//!
//! Source: L. Cruz-Filipe, M. Heule, W. Hunt, M. Kaufmann and P. Schneider-Kamp, *Efficient certified RAT verification*,
//! CADE 2017.

use std::io::{self, Write};

use super::form::{Form, Text, number};
use super::table::Table;

/// The numbers of the constraints.
pub(super) struct Lrat {
    /// The options after option `o` that it excludes are `later[starts[o]..starts[o + 1]]`, in ascending order.
    later: Vec<u32>,
    starts: Vec<usize>,
    primary: usize,
}

impl Lrat {
    /// Numbers the constraints; `None` if more than `most` pairs of options exclude each other.
    pub(super) fn new(table: &Table, most: usize) -> Option<Self> {
        let (mut later, mut starts) = (Vec::new(), vec![0]);
        let mut options = Vec::new();
        for option in 0..table.options.len() as u32 {
            options.clear();
            for entry in table.entries(option) {
                let others = table.holders_after(entry.item, entry.place).iter();
                let excluded = others.filter(|other| other.is_excluded_by(entry.colour));
                options.extend(excluded.map(|other| other.option));
            }
            options.sort_unstable();
            options.dedup();
            later.extend_from_slice(&options);
            starts.push(later.len());
            if later.len() > most {
                return None;
            }
        }
        Some(Self { later, starts, primary: table.primary })
    }

    fn later(&self, option: u32) -> &[u32] {
        &self.later[self.starts[option as usize]..self.starts[option as usize + 1]]
    }
}

/// The clause that the options are not all chosen.
fn clause(text: &mut Vec<u8>, options: &[u32]) {
    for option in options {
        text.push(b'-');
        number(text, option + 1);
        text.push(b' ');
    }
}

fn numbers(text: &mut Vec<u8>, ids: &[u64]) {
    for &id in ids {
        number(text, id);
        text.push(b' ');
    }
    text.extend_from_slice(b"0\n");
}

impl Form for Lrat {
    fn formula(&self, table: &Table, solutions: u64, out: &mut Text<'_>) -> io::Result<()> {
        let (variables, clauses) = (table.options.len(), self.constraints() + solutions);
        writeln!(out.lines, "p cnf {variables} {clauses}")?;
        for item in 0..table.primary as u32 {
            for holder in table.holders(item) {
                number(&mut out.lines, holder.option + 1);
                out.lines.push(b' ');
            }
            out.lines.extend_from_slice(b"0\n");
            out.end_line()?;
        }
        for option in 0..table.options.len() as u32 {
            for &other in self.later(option) {
                Self::solution(&mut out.lines, &[option, other]);
                out.end_line()?;
            }
        }
        Ok(())
    }

    fn solution(text: &mut Vec<u8>, options: &[u32]) {
        clause(text, options);
        text.extend_from_slice(b"0\n");
    }

    fn constraints(&self) -> u64 {
        (self.primary + self.later.len()) as u64
    }

    fn at_least_one(&self, item: u32) -> u64 {
        u64::from(item) + 1
    }

    fn exclusion(
        &self,
        _table: &Table,
        (_, chosen, other): (u32, u32, u32),
        mut excludes: impl FnMut(u32),
    ) -> u64 {
        excludes(other);
        let (one, two) = (chosen.min(other), chosen.max(other));
        let place = self.later(one).binary_search(&two).expect("the options exclude each other");
        (self.primary + self.starts[one as usize] + place + 1) as u64
    }

    fn begin(_text: &mut Vec<u8>, _constraints: u64) {}

    fn line(text: &mut Vec<u8>, id: u64, options: &[u32], hints: &[u64]) {
        number(text, id);
        text.push(b' ');
        clause(text, options);
        text.extend_from_slice(b"0 ");
        numbers(text, hints);
    }

    fn delete(text: &mut Vec<u8>, last: u64, ids: &[u64]) {
        number(text, last);
        text.extend_from_slice(b" d ");
        numbers(text, ids);
    }

    fn end(_text: &mut Vec<u8>, _contradiction: u64) {}
}
