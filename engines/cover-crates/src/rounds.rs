//! Lets the engines take turns on an instance, and judges their answers.

use std::collections::BTreeMap;

use anyhow::Result;

use crate::contender::YARDSTICK;
use crate::hands::{Counted, Failure, Hand};
use crate::instance::Instance;

/// The result of an engine on an instance.
#[derive(Clone, Debug, PartialEq)]
pub enum Cell {
    /// The engine did not search this instance.
    NotAsked,
    /// The right number of solutions, and the CPU milliseconds of each round.
    Times(Vec<f64>),
    /// A wrong number of solutions.
    Wrong(String),
    /// The engine gave no number of solutions.
    Failed(Failure),
}

impl Cell {
    /// The median of the times, if all answers are right.
    pub fn milliseconds(&self) -> Option<f64> {
        match self {
            Self::Times(times) => Some(median(times.clone())),
            _ => None,
        }
    }
}

/// The results of all engines on an instance.
pub struct Row {
    pub name: String,
    /// The right number of solutions; `None` if it is not known and no engine answered.
    pub solutions: Option<String>,
    /// The result of each engine, in the order of the engines.
    pub cells: Vec<Cell>,
}

/// Lets the engines solve an instance in turns, each round in the opposite order of the round before. An engine
/// that gave no answer is left out of the later rounds.
pub fn play(hands: &mut [Hand<'_>], instance: &Instance, rounds: usize) -> Result<Row> {
    let mut said: Vec<Result<Vec<Counted>, Failure>> = Vec::new();
    let mut asked = Vec::new();
    for hand in &mut *hands {
        asked.push(hand.contender.counts || !instance.countless);
        let is_asked = asked.last() == Some(&true);
        let loaded = if is_asked { hand.load(&instance.file)? } else { Ok(()) };
        said.push(loaded.map(|()| Vec::new()));
    }
    for round in 0..rounds {
        let mut order: Vec<usize> = (0..hands.len()).filter(|&place| asked[place]).collect();
        if round % 2 == 1 {
            order.reverse();
        }
        for place in order {
            let Ok(times) = &mut said[place] else { continue };
            match hands[place].run()? {
                Ok(counted) => times.push(counted),
                Err(failure) => said[place] = Err(failure),
            }
        }
    }
    let names: Vec<&str> = hands.iter().map(|hand| &*hand.contender.name).collect();
    let solutions = instance.solutions.clone().or_else(|| believed(&names, &said));
    let judge = |(said, asked): (Result<Vec<Counted>, Failure>, bool)| match said {
        _ if !asked => Cell::NotAsked,
        Ok(counts) => judged(&counts, solutions.as_deref()),
        Err(failure) => Cell::Failed(failure),
    };
    let cells = said.into_iter().zip(asked).map(judge).collect();
    Ok(Row { name: instance.name.clone(), solutions, cells })
}

/// The number of solutions that most engines found. Among numbers found equally often, the number of the reference
/// crate, or else the last in alphabetical order.
fn believed(names: &[&str], said: &[Result<Vec<Counted>, Failure>]) -> Option<String> {
    let mut votes: BTreeMap<&str, (usize, bool)> = BTreeMap::new();
    for (name, said) in names.iter().zip(said) {
        if let Some(first) = said.as_ref().ok().and_then(|counts| counts.first()) {
            let (votes, is_yardstick) = votes.entry(&first.solutions).or_default();
            *votes += 1;
            *is_yardstick |= *name == YARDSTICK;
        }
    }
    let most = votes.into_iter().max_by_key(|&(_, votes)| votes);
    most.map(|(solutions, _)| solutions.to_owned())
}

fn judged(counts: &[Counted], solutions: Option<&str>) -> Cell {
    match counts.iter().find(|counted| Some(&*counted.solutions) != solutions) {
        Some(wrong) => Cell::Wrong(wrong.solutions.clone()),
        None => Cell::Times(counts.iter().map(|counted| counted.milliseconds).collect()),
    }
}

pub fn median(mut values: Vec<f64>) -> f64 {
    values.sort_by(f64::total_cmp);
    let middle = values.len() / 2;
    if values.len() % 2 == 1 {
        values[middle]
    } else {
        f64::midpoint(values[middle - 1], values[middle])
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn counted(solutions: &str) -> Counted {
        Counted { solutions: solutions.to_owned(), milliseconds: 2.0 }
    }

    #[test]
    fn most_are_believed_and_the_yardstick_where_they_are_even() {
        let believed = |said: &[(&str, &str)]| {
            let names: Vec<&str> = said.iter().map(|&(name, _)| name).collect();
            let said: Vec<_> = said.iter().map(|&(_, n)| Ok(vec![counted(n)])).collect();
            believed(&names, &said)
        };
        assert_eq!(believed(&[]), None);
        assert_eq!(believed(&[("a", "7"), (YARDSTICK, "8"), ("b", "7")]).as_deref(), Some("7"));
        assert_eq!(believed(&[("a", "9"), (YARDSTICK, "8")]).as_deref(), Some("8"));
        assert_eq!(believed(&[(YARDSTICK, "9"), ("a", "8")]).as_deref(), Some("9"));
    }

    #[test]
    fn one_wrong_count_is_enough() {
        let counts = [counted("4"), counted("4")];
        assert_eq!(judged(&counts, Some("4")).milliseconds(), Some(2.0));
        assert_eq!(judged(&[counted("4"), counted("5")], Some("4")), Cell::Wrong("5".to_owned()));
    }

    #[test]
    fn the_median_is_in_the_middle() {
        assert_eq!(median(vec![3.0, 1.0, 2.0, 10.0]), 2.5);
        assert_eq!(median(vec![3.0, 1.0, 2.0]), 2.0);
    }
}
