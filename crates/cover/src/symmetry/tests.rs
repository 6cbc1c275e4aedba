//! Symmetries and classes against all permutations of small problems, and against known numbers.

use std::collections::{BTreeMap, BTreeSet};

use super::*;
use crate::engine::copied::random_problem;
use crate::engine::{Auto, Bits, Naive};
use crate::family;
use crate::isomorph::{Part, isomorph};
use crate::problem::{Colour, ItemId};
use crate::random::Stream;
use crate::search::Solver;
use crate::verify;

/// A random problem, at least half of the time with symmetries, sometimes with equal options or multiplicities.
fn varied(stream: &mut Stream) -> Problem {
    let text = random_problem(stream).to_string();
    let (head, options) = text.split_once('\n').unwrap();
    let mut options: Vec<String> = options.lines().map(str::to_owned).collect();
    if let (0, [a, b, ..]) = (stream.below(2), &head.split(' ').collect::<Vec<_>>()[..])
        && *b != "|"
    {
        // With its image under the exchange of `a` and `b`, each option keeps that a symmetry.
        let exchanged = |word: &str| match word {
            word if word == *a => (*b).to_owned(),
            word if word == *b => (*a).to_owned(),
            word => word.to_owned(),
        };
        let image =
            |option: &String| option.split(' ').map(exchanged).collect::<Vec<String>>().join(" ");
        let is_moved =
            |option: &&String| option.split(' ').filter(|w| w == a || w == b).count() == 1;
        let images: Vec<String> = options.iter().filter(is_moved).map(image).collect();
        options.extend(images);
    }
    for _ in 0..if stream.below(3) == 0 { stream.below(3) } else { 0 } {
        let again = options.get(stream.below(options.len().max(1))).cloned();
        options.extend(again);
    }
    let bounded = stream.below(4) == 0;
    let mut is_primary = true;
    let words = head.split(' ').map(|word| {
        is_primary &= word != "|";
        let with = bounded && is_primary && stream.below(2) == 0;
        if with { format!("1:2|{word}") } else { word.to_owned() }
    });
    let head = words.collect::<Vec<_>>().join(" ");
    Problem::parse(&(head + "\n" + &options.join("\n") + "\n")).unwrap()
}

/// A point: an item, and a colour if it is a colour of that item.
type Point = (ItemId, Option<Colour>);
/// The points of an option, in ascending order.
type Content = BTreeSet<Point>;

fn content(problem: &Problem, option: OptionId) -> Content {
    problem.option(option).iter().map(|entry| (entry.item, entry.colour)).collect()
}

fn contents(problem: &Problem, options: impl IntoIterator<Item = OptionId>) -> Vec<Content> {
    let mut all: Vec<_> = options.into_iter().map(|option| content(problem, option)).collect();
    all.sort();
    all
}

fn image(all: &[Content], map: &BTreeMap<Point, Point>) -> Vec<Content> {
    let one = |content: &Content| content.iter().map(|point| map[point]).collect();
    let mut images: Vec<Content> = all.iter().map(one).collect();
    images.sort();
    images
}

/// All symmetries, by trying all permutations of the points.
fn brute_force(problem: &Problem) -> Vec<BTreeMap<Point, Point>> {
    let choosable = problem.option_ids().filter(|&option| problem.is_choosable(option));
    let options = contents(problem, choosable);
    let mut points: BTreeSet<Point> = options.iter().flatten().copied().collect();
    let held: Vec<Point> = points.iter().map(|&(item, _)| (item, None)).collect();
    points.extend(held);
    let mut all = Vec::new();
    let mut map = BTreeMap::new();
    let points: Vec<Point> = points.into_iter().collect();
    permute(problem, &points, &mut map, &mut |map| {
        if image(&options, map) == options {
            all.push(map.clone());
        }
    });
    all
}

fn permute(
    problem: &Problem,
    points: &[Point],
    map: &mut BTreeMap<Point, Point>,
    visit: &mut dyn FnMut(&BTreeMap<Point, Point>),
) {
    // A point's item comes before its colours.
    let Some(&point) = points.get(map.len()) else { return visit(map) };
    let kind = |(item, colour): Point| {
        (problem.is_primary(item), problem.bounds(item).map(|b| (b.low, b.high)), colour.is_some())
    };
    for &there in points {
        let agrees = match point.1 {
            None => true,
            Some(_) => map[&(point.0, None)].0 == there.0,
        };
        if kind(point) == kind(there) && agrees && map.values().all(|taken| *taken != there) {
            map.insert(point, there);
            permute(problem, points, map, visit);
            map.remove(&point);
        }
    }
}

/// Numbers of classes and of solutions, of each pair of orders.
fn summary(classes: &[Class]) -> BTreeMap<(BigUint, BigUint), usize> {
    let mut all = BTreeMap::new();
    for class in classes {
        *all.entry((class.symmetries.clone(), class.solutions.clone())).or_default() += 1;
    }
    all
}

fn total(classes: &[Class]) -> BigUint {
    classes.iter().map(|class| &class.solutions).sum()
}

/// Classes by each method that handles the problem; they agree with each other and with the count.
fn classes_of(problem: &Problem) -> (BigUint, Vec<Class>) {
    let budget = Budget::default();
    let symmetries = Symmetries::new(problem, &budget).unwrap();
    let classes = symmetries.classes(Method::Enumerate, &Naive, &budget).unwrap();
    for class in &classes {
        assert_eq!(verify(problem, &class.solution), Ok(()), "{problem}");
    }
    assert_eq!(total(&classes), Naive.count(problem).unwrap(), "{problem}");
    match symmetries.classes(Method::Levels, &Naive, &budget) {
        Ok(other) => {
            for class in &other {
                assert_eq!(verify(problem, &class.solution), Ok(()), "{problem}");
            }
            assert_eq!(summary(&other), summary(&classes), "{problem}");
        }
        Err(error) => assert!(problem.has_multiplicities(), "{error}"),
    }
    (symmetries.order, classes)
}

#[test]
fn symmetries_and_classes_are_those_of_all_permutations() {
    let mut stream = Stream::new(1, 0);
    let (mut symmetric, mut several, mut bounded) = (0, 0, 0);
    for _ in 0..if cfg!(miri) { 5 } else { 1500 } {
        let problem = varied(&mut stream);
        if problem.items() > 7 {
            continue;
        }
        let group = brute_force(&problem);
        let (order, classes) = classes_of(&problem);
        assert_eq!(order, group.len().into(), "{problem}");
        let mut orbits = BTreeSet::new();
        for solution in Naive.all(&problem).unwrap() {
            let solution = contents(&problem, solution);
            orbits.insert(group.iter().map(|map| image(&solution, map)).min());
        }
        assert_eq!(classes.len(), orbits.len(), "{problem}");
        for class in &classes {
            let solution = contents(&problem, class.solution.iter().copied());
            let own = group.iter().filter(|map| image(&solution, map) == solution).count();
            assert_eq!(class.symmetries, own.into(), "{problem}");
            assert!(orbits.remove(&group.iter().map(|map| image(&solution, map)).min()));
        }
        symmetric += usize::from(group.len() > 1);
        several += usize::from(classes.len() > 1);
        bounded += usize::from(problem.has_multiplicities() && !classes.is_empty());
    }
    assert!(
        cfg!(miri) || symmetric > 250 && several > 200 && bounded > 100,
        "{symmetric} {several} {bounded}"
    );
}

fn compare_shuffled(problems: usize, seed: u64) {
    let mut stream = Stream::new(seed, 0);
    let mut larger = 0;
    for _ in 0..problems {
        let problem = varied(&mut stream);
        let (order, classes) = classes_of(&problem);
        let parts = [Part::Items, Part::Options, Part::Entries, Part::Names];
        let (again, shuffled) = classes_of(&isomorph(&problem, &parts, &mut stream));
        assert_eq!(again, order, "{problem}");
        assert_eq!(summary(&shuffled), summary(&classes), "{problem}");
        larger += usize::from(order > BigUint::from(1u32) && classes.len() > 1);
    }
    assert!(larger * 20 > problems, "{larger} of {problems}");
}

#[test]
fn shuffled_problems_have_the_same_symmetries_and_classes() {
    // `.ci/nightly` has an optimised build.
    let problems = if cfg!(debug_assertions) { 800 } else { 2000 };
    compare_shuffled(if cfg!(miri) { 5 } else { problems }, 2);
}

#[test]
#[ignore = "long"]
fn many_shuffled_problems_have_the_same_symmetries_and_classes() {
    compare_shuffled(200_000, 3);
}

/// The order of the group, and the numbers of classes and of solutions.
fn numbers(spec: &str, method: Method) -> [String; 3] {
    let problem = family::build(spec).unwrap();
    let budget = Budget::default();
    let symmetries = Symmetries::new(&problem, &budget).unwrap();
    let classes = symmetries.classes(method, &Bits, &budget).unwrap();
    [symmetries.order().to_string(), classes.len().to_string(), total(&classes).to_string()]
}

#[test]
fn numbers_are_those_of_the_literature() {
    for (spec, expected) in [
        ("queens:8", ["8", "12", "92"]),
        ("dominoes:4x4", ["8", "9", "36"]),
        ("partitions:6", ["720", "11", "203"]),
        // Main classes: rows, columns and symbols may be exchanged, too.
        ("latin:4", ["82944", "2", "576"]),
        ("steiner:7", ["5040", "1", "30"]),
        ("steiner:9", ["362880", "1", "840"]),
        ("one-factorisations:6:matchings", ["720", "1", "6"]),
        ("one-factorisations:8:matchings", ["40320", "6", "6240"]),
    ] {
        for method in [Method::Enumerate, Method::Levels] {
            assert_eq!(numbers(spec, method), expected, "{spec}");
        }
    }
    assert_eq!(numbers("latin:5", Method::Levels), ["10368000", "2", "161280"]);
    assert_eq!(numbers("steiner:13", Method::Levels), ["6227020800", "2", "1197504000"]);
}

#[test]
#[ignore = "long"]
fn larger_numbers_are_those_of_the_literature() {
    let of = |spec, method, expected: [&str; 3]| assert_eq!(numbers(spec, method), expected);
    of("soma", Method::Enumerate, ["48", "240", "11520"]);
    of("pentominoes:6x10", Method::Enumerate, ["4", "2339", "9356"]);
    of("pentominoes:6x10", Method::Levels, ["4", "2339", "9356"]);
    of("queens:12", Method::Enumerate, ["8", "1787", "14200"]);
    of("latin:6", Method::Levels, ["2239488000", "12", "812851200"]);
    of("one-factorisations:8", Method::Levels, ["203212800", "6", "31449600"]);
    of("steiner:15", Method::Levels, ["1307674368000", "80", "60281712691200"]);
}

/// A corner, a side and the middle of a board of 4x4; in the other families symmetries take each option to all others.
#[test]
fn kinds_of_options_are_those_of_symmetries() {
    let kinds = [("queens:4", 3), ("latin:4", 1), ("sudoku:2x2", 1), ("one-factorisations:6", 1)];
    for (spec, number) in kinds {
        let problem = family::build(spec).unwrap();
        assert_eq!(kinds_of_options(&problem), Some(number), "{spec}");
        let shuffled = isomorph(&problem, &Part::ORDER, &mut Stream::new(1, 0));
        assert_eq!(kinds_of_options(&shuffled), Some(number), "{spec}, shuffled");
    }
}

#[test]
fn generators_are_told_in_cycles() {
    let told = |text: &str| {
        let problem = Problem::parse(text).unwrap();
        let symmetries = Symmetries::new(&problem, &Budget::default()).unwrap();
        let cycles = |one: Vec<Vec<String>>| one.iter().map(|c| c.join(" ")).collect::<Vec<_>>();
        let told: Vec<_> = symmetries.generators().into_iter().map(cycles).collect();
        (symmetries.order().to_string(), told)
    };
    assert_eq!(told("a b\na\nb\na b\n"), ("2".into(), vec![vec!["a b".to_owned()]]));
    assert_eq!(told("a b\na\nb\na\n"), ("1".into(), vec![]), "two options are equal");
    let colours = "a b c | x y\na x:red\na x:blue y:red\na y:blue\nb c\nb\nc\n";
    let (order, generators) = told(colours);
    assert_eq!(order, "4");
    let all: BTreeSet<String> = generators.concat().into_iter().collect();
    let expected = ["b c", "x y", "x:blue y:red", "x:red y:blue"].map(str::to_owned);
    assert_eq!(all, expected.into());
}

#[test]
fn limits_end_a_search() {
    let problem = family::build("latin:5").unwrap();
    let cancel = CancelToken::new();
    let stopped = Budget { cancel: Some(cancel.clone()), ..Budget::default() };
    let symmetries = Symmetries::new(&problem, &stopped).unwrap();
    cancel.cancel();
    assert_eq!(Symmetries::new(&problem, &stopped).err(), Some(SymmetryError::Cancelled));
    let small = Budget { memory: Some(1_000), ..Budget::default() };
    for method in [Method::Enumerate, Method::Levels] {
        let found = symmetries.classes(method, &Auto, &stopped);
        assert_eq!(found, Err(SymmetryError::Cancelled));
        let found = symmetries.classes(method, &Naive, &small);
        assert_eq!(found, Err(SymmetryError::Memory), "{method:?}");
    }
    let large = family::build("partitions:16").unwrap();
    let error = Symmetries::new(&large, &Budget::default()).unwrap_err();
    assert_eq!(error, SymmetryError::TooLarge(16 + 65535));
}
