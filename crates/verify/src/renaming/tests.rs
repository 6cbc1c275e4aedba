use std::collections::BTreeSet;

use super::*;

/// Pseudo-random numbers (a linear congruential generator).
struct Random(u64);

impl Random {
    fn below(&mut self, most: usize) -> usize {
        self.0 =
            self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (self.0 >> 33) as usize % most
    }
}

/// Up to three primary items, one of them with bounds or none, and one secondary item; up to five options.
fn random_problem(random: &mut Random) -> Problem {
    let primary = 2 + random.below(2);
    let mut bounds = vec![(1, 1); primary];
    if random.below(2) == 0 {
        bounds.iter_mut().skip(1).for_each(|bounds| *bounds = (random.below(2) as u32, 2));
    }
    let secondary = random.below(2);
    let mut options = Vec::new();
    for _ in 0..2 + random.below(4) {
        let first = random.below(primary);
        let mut option = vec![(first, None)];
        option.extend(
            (0..primary).filter(|&i| i != first && random.below(3) == 0).map(|i| (i, None)),
        );
        if secondary > 0 && random.below(2) == 0 {
            option.push((primary, [None, Some(1), Some(2)][random.below(3)]));
        }
        options.push(option);
    }
    Problem::new(primary + secondary, &bounds, &options)
}

/// A set of options, a set of items to be covered once, and times.
type Sub = (Vec<u64>, Vec<u64>, Vec<u32>);

fn random_part(problem: &Problem, random: &mut Random) -> Sub {
    let open = problem.once[0] & random.below(8) as u64;
    let times =
        problem.several.iter().map(|several| random.below(several.high as usize + 1) as u32);
    let times: Vec<u32> = times.collect();
    let is_held = |option: &usize| {
        let covers = problem.covers(*option)[0];
        covers & !open == 0 && problem.several_of(*option).iter().all(|&i| times[i as usize] > 0)
    };
    let left = (0..problem.options).filter(is_held).filter(|_| random.below(4) > 0);
    (vec![left.fold(0, |left, option| left | 1 << option)], vec![open], times)
}

fn parts((left, open, times): &Sub) -> Parts<'_> {
    Parts { left, open, times }
}

/// What makes sets of options solutions, with options renamed.
fn shape(problem: &Problem, parts: Parts<'_>, to: &[u32]) -> impl PartialEq + use<> {
    let image = |set: &[u64]| -> BTreeSet<u32> {
        bits::members(parts.left).filter(|&option| bits::has(set, option)).map(|o| to[o]).collect()
    };
    let once = bits::members(parts.open).map(|item| image(problem.holders(item)));
    let several = problem.several.iter().zip(parts.times);
    let several =
        several.map(|(it, &times)| (image(problem.holders(it.item)), times, it.need(times)));
    let excluded = bits::members(parts.left).map(|o| (to[o], image(problem.excluded(o))));
    (
        bits::members(parts.left).count(),
        excluded.collect::<BTreeSet<_>>(),
        several.collect::<BTreeSet<_>>(),
        once.collect::<BTreeSet<_>>(),
    )
}

#[test]
fn a_renaming_is_accepted_if_all_sets_are_the_same() {
    let mut random = Random(1);
    let (mut accepted, mut of_bounds) = (0, 0);
    let mut renaming = Renaming::default();
    for _ in 0..200_000 {
        let problem = random_problem(&mut random);
        let [own, stored] = [0; 2].map(|_| random_part(&problem, &mut random));
        let mut given: Vec<u32> = bits::members(&stored.0).map(|option| option as u32).collect();
        for i in (1..given.len()).rev() {
            given.swap(i, random.below(i + 1));
        }
        // What is not left has no counterpart.
        let mut to = vec![99; problem.options];
        for option in bits::members(&own.0) {
            to[option] = given.pop().unwrap_or(99);
        }
        let same: Vec<u32> = (0..problem.options as u32).collect();
        let (own, stored) = (parts(&own), parts(&stored));
        let expected = shape(&problem, own, &to) == shape(&problem, stored, &same);
        renaming.to = to;
        assert_eq!(renaming.check(&problem, own, stored).is_ok(), expected, "{problem:?}");
        accepted += usize::from(expected);
        of_bounds += usize::from(expected && !problem.several.is_empty());
    }
    assert!(accepted > 1000 && of_bounds > 100, "{accepted} {of_bounds}");
}
