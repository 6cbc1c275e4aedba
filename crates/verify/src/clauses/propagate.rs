//! Unit propagation along hints: how a line of a proof derives a clause.
//!
//! A line says that options cannot all be chosen. Suppose they are; then each hint, a constraint derived before, must choose or
//! exclude at least one option more, and the last hint must fail.

use std::collections::HashMap;

use super::formula::Formula;
use super::incidence::Incidence;
use super::opb::Constraint;

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

#[cfg(test)]
mod tests {
    use super::super::opb::Opb;
    use super::super::solutions::Solutions;
    use super::*;
    use crate::lines::Lines;

    /// By option, what is known of it, and the effect of a constraint.
    fn applied(chosen: &[u32], excluded: &[u32], constraint: Constraint<'_>) -> (String, Effect) {
        let incidence = incidence();
        let mut propagation = Propagation::new(incidence.options(), 1000);
        for (options, value) in [(chosen, Value::Chosen), (excluded, Value::Excluded)] {
            for &option in options {
                propagation.set(option, value);
            }
        }
        let effect = propagation.apply(&incidence, constraint);
        let shown = |value: &Value| match value {
            Value::Open => '?',
            Value::Chosen => '1',
            Value::Excluded => '0',
        };
        (propagation.values.iter().map(shown).collect(), effect)
    }

    fn incidence() -> Incidence {
        let text: &[u8] = b"a b | x\na x:R\na b x:G\nb x:R\na\n";
        Incidence::read(Lines::new("p", Box::new(text), 100)).unwrap()
    }

    #[test]
    fn constraints_do_what_follows_from_them_and_no_more() {
        let done = |values: &str, effect| (values.to_owned(), effect);
        let least = Constraint::AtLeastOne(0);
        assert_eq!(applied(&[], &[0], least), done("0???", Effect::Nothing));
        assert_eq!(applied(&[], &[0, 1], least), done("00?1", Effect::Propagates));
        assert_eq!(applied(&[3], &[0, 1], least), done("00?1", Effect::Nothing));
        assert_eq!(applied(&[], &[0, 1, 3], least), done("00?0", Effect::Fails));
        let most = Constraint::AtMostOne(0);
        assert_eq!(applied(&[], &[0, 1], most), done("00??", Effect::Nothing));
        assert_eq!(applied(&[1], &[], most), done("01?0", Effect::Propagates));
        assert_eq!(applied(&[1], &[0, 3], most), done("01?0", Effect::Nothing));
        assert_eq!(applied(&[1, 3], &[], most), done("?1?1", Effect::Fails));
        let later = Constraint::ExcludesLater { item: 2, option: 0, colour: Some(0) };
        assert_eq!(applied(&[0], &[], later), done("10??", Effect::Propagates));
        assert_eq!(applied(&[1], &[], later), done("01??", Effect::Propagates));
        assert_eq!(applied(&[2], &[], later), done("??1?", Effect::Nothing), "the same colour");
        assert_eq!(applied(&[0, 1], &[], later), done("11??", Effect::Fails));
        let not = Constraint::NotAll(&[0, 2]);
        assert_eq!(applied(&[2], &[], not), done("0?1?", Effect::Propagates));
        assert_eq!(applied(&[], &[], not), done("????", Effect::Nothing));
        assert_eq!(applied(&[2], &[0], not), done("0?1?", Effect::Nothing));
        assert_eq!(applied(&[0, 2], &[], not), done("1?1?", Effect::Fails));
    }

    #[test]
    fn a_clause_needs_hints_in_order_and_room() {
        let incidence = incidence();
        let none = Lines::new("s", Box::new(&b""[..]), 100);
        let solutions = Solutions::read(&incidence, none, 0, 100).unwrap();
        let opb = Opb::new(&incidence);
        let formula = Formula::new(&incidence, &solutions, &opb);
        let mut propagation = Propagation::new(incidence.options(), 2 * CLAUSE);
        let mut derive =
            |options: &[u64], hints: &[u64]| propagation.derive(&formula, options, hints);
        // Options 1 and 2 have `a`, of which 2 is the constraint *at most one*.
        assert_eq!(derive(&[1, 2], &[2]), Ok(()));
        assert_eq!(derive(&[1, 3], &[2]), Err("the hints do not derive the clause".to_owned()));
        assert_eq!(derive(&[1, 2], &[2, 4]), Err("hint 2 fails before the last hint".to_owned()));
        assert_eq!(
            derive(&[1], &[3]),
            Err("hint 3 neither chooses nor excludes an option".to_owned())
        );
        assert_eq!(derive(&[5], &[2]), Err("there is no option 5".to_owned()));
        assert_eq!(derive(&[1, 1], &[2]), Err("option 1 stands twice".to_owned()));
        assert!(derive(&[1], &[99]).unwrap_err().starts_with("hint 99 is neither"));
        assert!(derive(&[2, 4], &[2]).unwrap_err().contains("take more than 128 bytes"));
        let first = formula.number() + 1;
        assert!(propagation.delete(first).is_ok());
        assert!(propagation.delete(first).is_err() && propagation.delete(1).is_err());
    }
}
