//! Unit propagation along hints: how a line of a proof derives a clause.
//!
//! A line says that options cannot all be chosen. Suppose they are; then each hint, a constraint derived before, must choose or
//! exclude at least one option more, and the last hint must fail.

use std::collections::HashMap;

use super::formula::{Constraint, Formula};
use super::incidence::Incidence;

/// What is known of an option.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Value {
    Open,
    Chosen,
    Excluded,
}

/// What a constraint does.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Effect {
    Nothing,
    Propagates,
    Fails,
}

/// The clauses derived, and the space for a derivation.
pub(super) struct Propagation {
    values: Vec<Value>,
    /// The options that are not open.
    known: Vec<u32>,
    /// The clauses by their numbers: options that cannot all be chosen.
    clauses: HashMap<u64, Box<[u32]>>,
    /// Size of the clauses in bytes, and upper bound on it.
    bytes: usize,
    most: usize,
    /// Number of clauses derived.
    pub derived: u64,
}

/// Size of a clause without its options, in bytes.
const CLAUSE: usize = 64;

impl Propagation {
    /// No clauses yet; those that are not deleted may take `most` bytes.
    pub(super) fn new(options: usize, most: usize) -> Self {
        Self {
            values: vec![Value::Open; options],
            known: Vec::new(),
            clauses: HashMap::new(),
            bytes: 0,
            most,
            derived: 0,
        }
    }

    /// Derives the clause that these options, counted from 1, cannot all be chosen.
    pub(super) fn derive(
        &mut self,
        formula: &Formula<'_>,
        options: &[u64],
        hints: &[u64],
    ) -> Result<(), String> {
        let derived = self.suppose(options).and_then(|()| self.propagate(formula, hints));
        for option in self.known.drain(..) {
            self.values[option as usize] = Value::Open;
        }
        derived?;
        self.bytes += CLAUSE + 4 * options.len();
        if self.bytes > self.most {
            let most = self.most;
            return Err(format!(
                "the clauses that are not deleted take more than {most} bytes, the limit of this check"
            ));
        }
        self.derived += 1;
        let clause = options.iter().map(|&option| option as u32 - 1).collect();
        self.clauses.insert(self.last(formula), clause);
        Ok(())
    }

    /// The number of the clause derived last.
    pub(super) fn last(&self, formula: &Formula<'_>) -> u64 {
        formula.number() + self.derived
    }

    /// Whether the clause of this number is there and says that no options at all can be chosen.
    pub(super) fn is_contradiction(&self, id: u64) -> bool {
        self.clauses.get(&id).is_some_and(|options| options.is_empty())
    }

    /// Deletes a clause.
    pub(super) fn delete(&mut self, id: u64) -> Result<(), String> {
        let options = self.clauses.remove(&id);
        let options =
            options.ok_or_else(|| format!("{id} is no clause that was derived and not deleted"))?;
        self.bytes -= CLAUSE + 4 * options.len();
        Ok(())
    }

    fn suppose(&mut self, options: &[u64]) -> Result<(), String> {
        for &option in options {
            let place = option.checked_sub(1).map(|place| place as usize);
            match place.and_then(|place| self.values.get(place)) {
                None => return Err(format!("there is no option {option}")),
                Some(Value::Open) => self.set(option as u32 - 1, Value::Chosen),
                Some(_) => return Err(format!("option {option} stands twice")),
            }
        }
        Ok(())
    }

    fn propagate(&mut self, formula: &Formula<'_>, hints: &[u64]) -> Result<(), String> {
        for (i, &hint) in hints.iter().enumerate() {
            // The clause is taken out while it is applied, as this changes the values.
            let effect = match formula.get(hint) {
                Some(constraint) => self.apply(formula.incidence, constraint),
                None => {
                    let Some(clause) = self.clauses.remove(&hint) else {
                        return Err(format!(
                            "hint {hint} is neither a constraint of the formula nor a clause that was derived before and not deleted"
                        ));
                    };
                    let effect = self.not_all(&clause);
                    self.clauses.insert(hint, clause);
                    effect
                }
            };
            match effect {
                Effect::Propagates => {}
                Effect::Fails if i + 1 == hints.len() => return Ok(()),
                Effect::Fails => return Err(format!("hint {hint} fails before the last hint")),
                Effect::Nothing => {
                    return Err(format!("hint {hint} neither chooses nor excludes an option"));
                }
            }
        }
        Err("the hints do not derive the clause".to_owned())
    }

    fn apply(&mut self, incidence: &Incidence, constraint: Constraint<'_>) -> Effect {
        match constraint {
            Constraint::AtLeastOne(item) => {
                let mut open = None;
                for &(option, _) in incidence.holders(item) {
                    match self.value(option) {
                        Value::Excluded => {}
                        Value::Open if open.is_none() => open = Some(option),
                        _ => return Effect::Nothing,
                    }
                }
                self.set_last(open, Value::Chosen)
            }
            Constraint::AtMostOne(item) => {
                let options = || incidence.holders(item).iter().map(|&(option, _)| option);
                let mut chosen = options().filter(|&o| self.value(o) == Value::Chosen);
                match (chosen.next(), chosen.next()) {
                    (None, _) => Effect::Nothing,
                    (Some(_), Some(_)) => Effect::Fails,
                    (Some(chosen), None) => self.exclude(options().filter(|&o| o != chosen)),
                }
            }
            Constraint::ExcludesLater { item, option, colour } => {
                let mut later = incidence.excluded_later(item, (option, colour));
                match self.value(option) {
                    Value::Excluded => Effect::Nothing,
                    Value::Chosen => self.exclude(later),
                    Value::Open => {
                        if later.any(|later| self.value(later) == Value::Chosen) {
                            self.set(option, Value::Excluded);
                            Effect::Propagates
                        } else {
                            Effect::Nothing
                        }
                    }
                }
            }
            Constraint::NotBoth(options) => self.not_all(&options),
            Constraint::NotAll(options) => self.not_all(options),
        }
    }

    fn not_all(&mut self, options: &[u32]) -> Effect {
        let mut open = None;
        for &option in options {
            match self.value(option) {
                Value::Chosen => {}
                Value::Open if open.is_none() => open = Some(option),
                _ => return Effect::Nothing,
            }
        }
        self.set_last(open, Value::Excluded)
    }

    /// Excludes options, none of which may be chosen.
    fn exclude(&mut self, options: impl Iterator<Item = u32>) -> Effect {
        let mut effect = Effect::Nothing;
        for option in options {
            match self.value(option) {
                Value::Chosen => return Effect::Fails,
                Value::Excluded => {}
                Value::Open => {
                    self.set(option, Value::Excluded);
                    effect = Effect::Propagates;
                }
            }
        }
        effect
    }

    /// Sets the only option of a clause that can still satisfy it.
    fn set_last(&mut self, open: Option<u32>, value: Value) -> Effect {
        match open {
            None => Effect::Fails,
            Some(option) => {
                self.set(option, value);
                Effect::Propagates
            }
        }
    }

    fn value(&self, option: u32) -> Value {
        self.values[option as usize]
    }

    fn set(&mut self, option: u32, value: Value) {
        self.values[option as usize] = value;
        self.known.push(option);
    }
}
