//! An exact cover problem as clauses.
//!
//! Option number o is variable o + 1. A primary item becomes one clause, which says that one of its options is chosen,
//! and the constraint that no two of its options are chosen. A secondary item becomes the constraint alone. If several
//! options give a secondary item the same colour, they imply a variable for this colour, which stands for them in the
//! constraint. A constraint on few literals is encoded pair by pair, on many literals with a sequential counter (C.
//! Sinz, "Towards an optimal CNF encoding of Boolean cardinality constraints", CP 2005).

use std::collections::BTreeMap;

use quadrille_cover::{Colour, ItemId, Problem};

/// Clauses as in the DIMACS format: a literal is the number of a variable, or its negative if the variable is negated.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Clauses {
    /// The clauses.
    pub clauses: Vec<Vec<i32>>,
    /// The largest number of a variable.
    pub variables: i32,
}

/// Largest number of literals in an at-most-one constraint that is encoded pair by pair; up to this number, pairs take
/// fewer clauses than a counter.
const FEW: usize = 5;

impl Clauses {
    /// The clauses of a problem; `None` if it has multiplicities.
    pub fn of(problem: &Problem) -> Option<Self> {
        if problem.has_multiplicities() {
            return None;
        }
        let variables = i32::try_from(problem.options()).ok()?;
        let mut clauses = Self { clauses: Vec::new(), variables };
        // The options of each item, by colour.
        let mut lists: BTreeMap<ItemId, Vec<(Option<Colour>, i32)>> = BTreeMap::new();
        for (option, variable) in problem.option_ids().zip(1..) {
            if !problem.is_choosable(option) {
                clauses.clauses.push(vec![-variable]);
            }
            for entry in problem.option(option) {
                lists.entry(entry.item).or_default().push((entry.colour, variable));
            }
        }
        for item in problem.item_ids() {
            let list = lists.remove(&item).unwrap_or_default();
            if problem.is_primary(item) {
                let variables: Vec<i32> = list.into_iter().map(|(_, variable)| variable).collect();
                clauses.at_most_one(&variables);
                clauses.clauses.push(variables);
            } else {
                let by_colour = clauses.by_colour(&list);
                clauses.at_most_one(&by_colour);
            }
        }
        Some(clauses)
    }

    /// Literals of which at most one may be true: the options without a colour, and for each colour its only option or
    /// a variable that all its options imply.
    fn by_colour(&mut self, list: &[(Option<Colour>, i32)]) -> Vec<i32> {
        let mut alone = Vec::new();
        let mut colours: BTreeMap<usize, Vec<i32>> = BTreeMap::new();
        for &(colour, variable) in list {
            match colour {
                Some(colour) => colours.entry(colour.index()).or_default().push(variable),
                None => alone.push(variable),
            }
        }
        for options in colours.into_values() {
            let [only] = options[..] else {
                let colour = self.variable();
                self.clauses.extend(options.iter().map(|&option| vec![-option, colour]));
                alone.push(colour);
                continue;
            };
            alone.push(only);
        }
        alone
    }

    fn variable(&mut self) -> i32 {
        self.variables =
            self.variables.checked_add(1).expect("there are fewer than 2^31 variables");
        self.variables
    }

    fn at_most_one(&mut self, of: &[i32]) {
        if of.len() <= FEW {
            for (place, &one) in of.iter().enumerate() {
                self.clauses.extend(of[..place].iter().map(|&other| vec![-one, -other]));
            }
            return;
        }
        // The variable `before` is true if one of the literals before `one` is true.
        let mut before: Option<i32> = None;
        for (place, &one) in of.iter().enumerate() {
            if let Some(before) = before {
                self.clauses.push(vec![-before, -one]);
            }
            if place + 1 == of.len() {
                return;
            }
            let now = self.variable();
            self.clauses.push(vec![-one, now]);
            self.clauses.extend(before.map(|before| vec![-before, now]));
            before = Some(now);
        }
    }
}
