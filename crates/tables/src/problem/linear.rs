//! Linear constraints on variables that are 0 or 1, as an exact cover problem: a variable is an option, a constraint an item.
//!
//! | constraint | item |
//! |---|---|
//! | sum = 1 | primary |
//! | sum <= 1 | secondary; with the bounds `0:1` if it has a variable that no primary item has, because such an option is never chosen |
//! | low <= sum <= high | primary, with these bounds |
//!
//! A sum may have -1 before each variable in place of 1. Nothing else is a cover.

mod tokens;

use std::collections::{HashMap, HashSet};
use std::fmt::Write;

use quadrille_cover::{MAX_COSTS, TextError, is_control};

use super::{Rewritten, looks_like, place};
pub(super) use tokens::Tokens;

/// Upper bound on numbers in a constraint, so that no sum of them is too large to compute.
const LARGEST: i64 = 1 << 53;

/// Upper bound on the bytes of a name, as in CPLEX.
const LONGEST_NAME: usize = 255;

/// A variable with its coefficient; `is_negated` is 1 - variable.
pub(super) struct Term<'t> {
    pub coefficient: i64,
    pub name: &'t str,
    pub is_negated: bool,
}

struct Row<'t> {
    name: Option<&'t str>,
    at: &'t str,
    variables: Vec<usize>,
    low: Option<i64>,
    high: Option<i64>,
}

/// The constraints of a text, as far as it is read.
pub(super) struct Linear<'t> {
    about: &'static str,
    text: &'t str,
    /// Variables in the order of the text, each where it is first.
    pub variables: Vec<&'t str>,
    number_of: HashMap<&'t str, usize>,
    costs: Vec<u64>,
    rows: Vec<Row<'t>>,
    /// Number of constraints read, of which two may be a row.
    read: usize,
    /// By variable, the number of the last constraint that has it, from 1.
    last: Vec<usize>,
}

impl<'t> Linear<'t> {
    pub(super) fn new(about: &'static str, text: &'t str) -> Self {
        Self {
            about,
            text,
            variables: Vec::new(),
            number_of: HashMap::new(),
            costs: Vec::new(),
            rows: Vec::new(),
            read: 0,
            last: Vec::new(),
        }
    }

    pub(super) fn wrong(&self, at: &str, what: &str) -> TextError {
        looks_like(self.about, what.to_owned(), place(self.text, at))
    }

    /// The number of a variable, which is added if it is new.
    pub(super) fn variable(&mut self, name: &'t str) -> usize {
        let number = *self.number_of.entry(name).or_insert(self.variables.len());
        if number == self.variables.len() {
            self.variables.push(name);
            self.costs.push(0);
            self.last.push(0);
        }
        number
    }

    /// Takes the costs of the variables from the sum that is to be as small as possible.
    pub(super) fn objective(&mut self, terms: &[Term<'t>]) -> Result<(), TextError> {
        for term in terms {
            let variable = self.variable(term.name);
            let cost = u64::try_from(term.coefficient).ok().filter(|_| !term.is_negated);
            let costs = cost.and_then(|cost| self.costs[variable].checked_add(cost));
            let Some(cost) = costs.filter(|&cost| cost <= MAX_COSTS / terms.len() as u64) else {
                let what = format!(
                    "found the cost {}{} of `{}`; expected whole numbers from 0, whose sum is at most {MAX_COSTS}",
                    if term.is_negated { "~" } else { "" },
                    term.coefficient,
                    term.name
                );
                return Err(self.wrong(term.name, &what));
            };
            self.costs[variable] = cost;
        }
        Ok(())
    }

    /// Adds the constraint low <= sum <= high.
    pub(super) fn constraint(
        &mut self,
        (name, at): (Option<&'t str>, &'t str),
        terms: &[Term<'t>],
        (low, high): (Option<i64>, Option<i64>),
    ) -> Result<(), TextError> {
        self.read += 1;
        let (mut constant, mut sign, mut variables) = (0, 0, Vec::with_capacity(terms.len()));
        for term in terms {
            let variable = self.variable(term.name);
            let coefficient = if term.is_negated { -term.coefficient } else { term.coefficient };
            if term.coefficient == 0 {
                continue;
            }
            if coefficient.abs() != 1 || sign == -coefficient {
                let what = format!(
                    "found the coefficient {coefficient} of `{}`; expected 1 before each variable of a constraint, or -1 before each: only \
                     such sums are covers",
                    term.name
                );
                return Err(self.wrong(term.name, &what));
            }
            if std::mem::replace(&mut self.last[variable], self.read) == self.read {
                let what = format!(
                    "found `{}` a second time in a constraint; expected it once",
                    term.name
                );
                return Err(self.wrong(term.name, &what));
            }
            sign = coefficient;
            constant += if term.is_negated { term.coefficient } else { 0 };
            variables.push(variable);
        }
        if variables.is_empty() {
            return Err(
                self.wrong(at, "found a constraint without variables; expected one at least")
            );
        }
        let (low, high) = (low.map(|low| low - constant), high.map(|high| high - constant));
        let (low, high) =
            if sign < 0 { (high.map(|high| -high), low.map(|low| -low)) } else { (low, high) };
        // Of two constraints, one after the other and of the same variables, each may be one bound, if the second has no name of its own.
        if let Some(before) = self.rows.last_mut()
            && name.is_none()
            && (before.low.is_none() && high.is_none() || before.high.is_none() && low.is_none())
            && before.variables == variables
        {
            before.low = before.low.or(low);
            before.high = before.high.or(high);
            return Ok(());
        }
        let is_bad = |name: &str| {
            name.len() > LONGEST_NAME || name.contains(|c| is_control(c) || c == '\u{feff}')
        };
        if name.is_some_and(is_bad) {
            let what = format!(
                "found a name that cannot be shown; expected {LONGEST_NAME} bytes at most, and no control character"
            );
            return Err(self.wrong(at, &what));
        }
        self.rows.push(Row { name, at, variables, low, high });
        Ok(())
    }

    /// The problem, with its options in the order of the variables.
    pub(super) fn knuth(self) -> Rewritten {
        let mut bounds = Vec::with_capacity(self.rows.len());
        // By variable: whether a primary item has it, and whether any item has it.
        let (mut has_primary, mut has_item) =
            (vec![false; self.variables.len()], vec![false; self.variables.len()]);
        for row in &self.rows {
            row.variables.iter().for_each(|&variable| has_item[variable] = true);
            let is_secondary = (row.low, row.high) == (None, Some(1));
            let low = row.low.unwrap_or(0).max(0);
            let high =
                row.high.unwrap_or(low.max(i64::try_from(row.variables.len()).unwrap_or(i64::MAX)));
            if high < low.max(1) || high > i64::from(u32::MAX) {
                let what = format!(
                    "found a sum from {low} to {high}; expected a least number that is not above the largest, and a largest of 1 or more"
                );
                return Err(self.wrong(row.at, &what));
            }
            bounds.push((!is_secondary).then_some((low, high)));
            if !is_secondary {
                row.variables.iter().for_each(|&variable| has_primary[variable] = true);
            }
        }
        // An option without a primary item is never chosen, so one of its secondary items becomes primary.
        for (row, bounds) in self.rows.iter().zip(&mut bounds) {
            if bounds.is_none() && row.variables.iter().any(|&variable| !has_primary[variable]) {
                *bounds = Some((0, 1));
                row.variables.iter().for_each(|&variable| has_primary[variable] = true);
            }
        }
        if let Some(free) = has_item.iter().position(|has_item| !has_item) {
            let what = format!(
                "`{}` is in no constraint, so that it may be 0 or 1; expected a variable that is covered; leave it out",
                self.variables[free]
            );
            return Err(self.wrong(self.variables[free], &what));
        }
        if self.rows.is_empty() {
            return Err(self.wrong(self.text, "found no constraint; expected one at least"));
        }
        let (items, options) = (self.items(&bounds)?, self.options(&bounds));
        Ok(items + &options)
    }

    /// The line of the items, primary ones first.
    fn items(&self, bounds: &[Option<(i64, i64)>]) -> Rewritten {
        let mut seen = HashSet::new();
        let (mut primary, mut secondary) = (String::new(), String::new());
        for ((number, row), bounds) in self.rows.iter().enumerate().zip(bounds) {
            if let Some(name) = row.name
                && !seen.insert(name)
            {
                let what =
                    format!("found a second constraint `{name}`; give each a name of its own");
                return Err(self.wrong(row.at, &what));
            }
            let line = if bounds.is_some() { &mut primary } else { &mut secondary };
            if let Some((low, high)) = bounds.filter(|&bounds| bounds != (1, 1)) {
                _ = write!(line, "{low}:{high}|");
            }
            match row.name {
                Some(name) => _ = write!(line, "{name} "),
                None => _ = write!(line, "{} ", number + 1),
            }
        }
        let bar = if secondary.is_empty() { "" } else { "| " };
        Ok(format!("{primary}{bar}{secondary}").trim_end().to_owned() + "\n")
    }

    /// A line for each variable, as an option: the names of its constraints, then its cost.
    fn options(&self, bounds: &[Option<(i64, i64)>]) -> String {
        let mut held = vec![Vec::new(); self.variables.len()];
        for is_primary in [true, false] {
            for (number, row) in self.rows.iter().enumerate() {
                if bounds[number].is_some() == is_primary {
                    row.variables.iter().for_each(|&variable| held[variable].push(number));
                }
            }
        }
        let mut order: Vec<usize> = (0..self.variables.len()).collect();
        // Variables that are x and a number are in the order of these.
        let numbered =
            |name: &&str| name.strip_prefix('x').and_then(|digits| digits.parse::<u64>().ok());
        if let Some(numbers) = self.variables.iter().map(numbered).collect::<Option<Vec<u64>>>() {
            order.sort_by_key(|&variable| numbers[variable]);
        }
        let mut text = String::new();
        for variable in order {
            for &number in &held[variable] {
                match self.rows[number].name {
                    Some(name) => _ = write!(text, "{name} "),
                    None => _ = write!(text, "{} ", number + 1),
                }
            }
            match self.costs[variable] {
                0 => _ = text.pop(),
                cost => _ = write!(text, "|{cost}"),
            }
            text.push('\n');
        }
        text
    }
}

#[cfg(test)]
mod tests;
