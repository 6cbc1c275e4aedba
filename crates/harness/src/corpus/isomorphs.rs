//! Isomorphic copies of instances, which separate luck on one presentation of a puzzle from speed.
//!
//! A Sudoku is changed by a random symmetry ([`Transform`]), which preserves the number of solutions and the difficulty
//! for a human. The items, the options and the entries of each option of an exact cover problem are shuffled.

use quadrille_cover::isomorph::{Part, isomorph};
use quadrille_cover::random::Stream;
use quadrille_sudoku::Grid;
use quadrille_sudoku::canonical::Transform;

use crate::corpus::{Body, Corpus, Expected, Instance};

/// The corpus with every instance replaced by `copies` isomorphs, drawn from the seed and named `ID~1`, `ID~2` and so
/// on.
pub fn isomorphs(corpus: &Corpus, copies: u32, seed: u64) -> Corpus {
    let all = corpus.instances.iter().enumerate();
    let instances = all.flat_map(|(place, instance)| isomorphs_of(instance, place, copies, seed));
    let instances = instances.collect();
    let Corpus { name, task, tests, files, .. } = corpus.clone();
    Corpus { tests, files, ..Corpus::new(name, task, instances) }
}

/// The isomorphs of the instance at a place of its corpus, from 0.
pub fn isomorphs_of(
    instance: &Instance,
    place: usize,
    copies: u32,
    seed: u64,
) -> impl Iterator<Item = Instance> {
    (1..=copies).map(move |copy| {
        let mut stream = stream(seed, copy, place as u64);
        let (body, solution) = match &instance.body {
            Body::Sudoku(puzzle) => {
                let transform = Transform::random(puzzle.order(), &mut stream);
                let apply = |grid: &Grid| transform.apply(grid);
                let solution = instance.expected.solution.as_deref().map(apply);
                (Body::Sudoku(transform.apply_to_puzzle(puzzle)), solution.map(Box::new))
            }
            Body::Cover(problem) => {
                (Body::from(isomorph(problem, &Part::ORDER, &mut stream)), None)
            }
        };
        let expected = Expected { solution, ..instance.expected.clone() };
        let id = format!("{}~{copy}", instance.id);
        Instance::new(id, instance.line, body, expected)
    })
}

/// The random stream of an isomorph: its number among those of its instance, from 1, and the place of the instance in
/// its corpus, from 0. The isomorphs do not depend on how many there are.
pub fn stream(seed: u64, copy: u32, place: u64) -> Stream {
    Stream::new(seed, (u64::from(copy) << 40) + place)
}

#[cfg(test)]
mod tests {
    use super::*;
    use quadrille_cover::{Problem, Solver, engine::Dlx};
    use quadrille_sudoku::canonical;

    fn shipped(name: &str, instances: usize) -> Corpus {
        let mut corpus = Corpus::open(name, &mut Err).unwrap();
        corpus.instances.truncate(instances);
        corpus
    }

    #[test]
    fn copies_of_a_sudoku_are_isomorphic_to_it_and_so_are_their_solutions() {
        let corpus = shipped("generated-9x9", 4);
        let copies = isomorphs(&corpus, 3, 7);
        assert_eq!(copies.instances.len(), 12);
        for (i, copy) in copies.instances.iter().enumerate() {
            let original = &corpus.instances[i / 3];
            assert_eq!(copy.id, format!("{}~{}", original.id, i % 3 + 1));
            assert_eq!(copy.line, original.line);
            let [Body::Sudoku(one), Body::Sudoku(other)] = [&original.body, &copy.body] else {
                panic!("Sudokus")
            };
            assert_ne!(one, other, "one of 10^12 is the same");
            assert!(canonical::isomorphic(one.givens(), other.givens()));
            assert_eq!(copy.expected.solutions, original.expected.solutions);
            if let Some(solution) = &copy.expected.solution {
                assert!(other.is_solved_by(solution));
            }
        }
        let drawn = |seed| isomorphs(&corpus, 3, seed).sha256;
        assert_eq!(drawn(7), copies.sha256);
        assert_ne!(drawn(8), copies.sha256);
        // The first copies do not depend on the number of copies.
        let more = isomorphs(&corpus, 5, 7);
        assert_eq!(more.instances[0].sha256, copies.instances[0].sha256);
        assert_eq!(more.instances[5].sha256, copies.instances[3].sha256);
    }

    #[test]
    fn copies_of_a_problem_have_as_many_solutions_in_another_order() {
        let text =
            "a b 2:3|c #d | x y\na x:red\na b |3\nc x:red y\nc\nb c y:blue |1\n#d x:red\n#d\nc b\n";
        let problem = Problem::parse(text).unwrap();
        let expected = Expected::default();
        let instance = Instance::new("p".into(), None, Body::from(problem.clone()), expected);
        let corpus = Corpus::new("problems".into(), quadrille_results::Task::All, vec![instance]);
        let mut sorted = text.split_whitespace().collect::<Vec<_>>();
        sorted.sort_unstable();
        for copy in isomorphs(&corpus, 20, 1).instances {
            let Body::Cover(copy) = copy.body else { panic!("a problem") };
            assert_eq!(Dlx.count(&copy).unwrap(), Dlx.count(&problem).unwrap());
            let copied = copy.to_string();
            assert_ne!(copied, problem.to_string());
            let mut words = copied.split_whitespace().collect::<Vec<_>>();
            words.sort_unstable();
            assert_eq!(words, sorted);
        }
    }
}
