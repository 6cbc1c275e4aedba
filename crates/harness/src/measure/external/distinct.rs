//! Instances of which none is another in disguise: a process that has searched one cannot know the answer of another.

use std::collections::HashMap;
use std::hash::BuildHasher;

use foldhash::fast::FixedState;
use quadrille_cover::{Entry, Problem};
use quadrille_sudoku::canonical::canonical_within;

use crate::corpus::{Body, Instance};

/// Upper bound on the search for the canonical form of a large grid, in nodes. Beyond it, grids of one size and number of
/// clues count as the same.
const NODES: u64 = 2000;
/// How many times the items and options of a problem are told apart by their neighbours.
const REFINEMENTS: usize = 3;

/// Divides instances, by their indices, into as few rounds as there are instances in the largest class. No round has two
/// of one class.
pub(super) fn rounds(instances: &[&Instance]) -> Vec<Vec<usize>> {
    if instances.len() == 1 {
        return vec![vec![0]];
    }
    let mut members: HashMap<u64, usize, FixedState> = HashMap::default();
    let mut rounds: Vec<Vec<usize>> = Vec::new();
    for (place, instance) in instances.iter().enumerate() {
        let round = members.entry(class(&instance.body)).or_default();
        if *round == rounds.len() {
            rounds.push(Vec::new());
        }
        rounds[*round].push(place);
        *round += 1;
    }
    rounds
}

/// The hash of an instance's class. Isomorphic instances have the same class; other instances may have it by chance, or
/// if telling them apart would take long, which costs no more than a process started again.
fn class(body: &Body) -> u64 {
    let hash = FixedState::default();
    match body {
        Body::Sudoku(puzzle) => {
            let (order, givens) = (puzzle.order(), puzzle.givens());
            match canonical_within(givens, NODES) {
                Some(form) => hash.hash_one((order.side(), form.cells())),
                None => hash.hash_one((order.side(), givens.filled())),
            }
        }
        Body::Cover(problem) => class_of_cover(problem, &hash),
    }
}

/// The class of a problem under renaming and reordering of items, options and colours: items are told apart by the options
/// that they are in, and options by their items, several times over (colour refinement).
fn class_of_cover(problem: &Problem, hash: &FixedState) -> u64 {
    let of_item = |item| {
        hash.hash_one((
            problem.is_primary(item),
            problem.bounds(item).map(|bounds| (bounds.low, bounds.high)),
        ))
    };
    let mut items: Vec<u64> = problem.item_ids().map(of_item).collect();
    let mut options = vec![0; problem.options()];
    for _ in 0..REFINEMENTS {
        let mut neighbours = vec![0u64; items.len()];
        for id in problem.option_ids() {
            let entries = problem.option(id).iter();
            let of_entry =
                |entry: &Entry| hash.hash_one((items[entry.item.index()], entry.colour.is_some()));
            // Sums do not depend on the order.
            let sum = entries.clone().map(of_entry).fold(0, u64::wrapping_add);
            let option = hash.hash_one((sum, problem.cost(id)));
            options[id.index()] = option;
            for entry in entries {
                let sum = &mut neighbours[entry.item.index()];
                *sum = sum.wrapping_add(option);
            }
        }
        for (item, sum) in items.iter_mut().zip(neighbours) {
            *item = hash.hash_one((*item, sum));
        }
    }
    let sum = |all: &[u64]| all.iter().copied().fold(0, u64::wrapping_add);
    hash.hash_one((items.len(), options.len(), sum(&items), sum(&options)))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Corpus;
    use crate::corpus::Expected;
    use crate::corpus::isomorphs::isomorphs;

    fn rounds_of(corpus: &Corpus) -> Vec<Vec<usize>> {
        rounds(&corpus.instances.iter().collect::<Vec<_>>())
    }

    #[test]
    fn isomorphs_never_share_a_round() {
        for name in ["systems", "generated-9x9", "generated-16x16", "families"] {
            let mut corpus = Corpus::open(name, &mut Err).expect("it is shipped");
            corpus.instances.truncate(9);
            let whole = rounds_of(&corpus);
            assert_eq!(whole, [(0..corpus.instances.len()).collect::<Vec<_>>()], "{name}");
            let copies = isomorphs(&corpus, 3, 1);
            assert_eq!(copies.instances.len(), 3 * corpus.instances.len());
            let found = rounds_of(&copies);
            assert_eq!(found.len(), 3, "{name}");
            for round in found {
                let mut originals: Vec<usize> = round.iter().map(|place| place / 3).collect();
                originals.dedup();
                assert_eq!(originals.len(), corpus.instances.len(), "{name}");
            }
        }
    }

    #[test]
    fn the_same_text_and_renamed_items_are_the_same() {
        let instance = |text: &str| {
            let problem = Problem::parse(text).expect("it is a problem");
            Instance::new("x".into(), None, Body::from(problem), Expected::default())
        };
        let texts = ["a b\na\nb\na b\n", "a b\na\nb\na b\n", "p q\nq p\nq\np\n", "a b\na\nb\na\n"];
        let all = texts.map(instance);
        assert_eq!(rounds(&all.iter().collect::<Vec<_>>()), [vec![0, 3], vec![1], vec![2]]);
    }
}
