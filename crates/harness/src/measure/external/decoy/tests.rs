use quadrille_cover::family;
use quadrille_sudoku::Order;
use quadrille_sudoku::canonical::canonical;
use quadrille_sudoku::generate::{Generator, Recipe, Wanted};

use super::*;
use crate::Corpus;

fn instances(bodies: impl IntoIterator<Item = Body>) -> Vec<Instance> {
    let instance = |body| Instance::new("x".into(), None, body, Expected::default());
    bodies.into_iter().map(instance).collect()
}

/// Some puzzles of a size with none, one or several solutions.
fn puzzles(order: usize, answer: Wanted, count: usize) -> Vec<Body> {
    let recipe = Recipe { answer, ..Recipe::new(Order::new(order).unwrap()) };
    let generator = Generator::new(recipe).unwrap();
    let mut stream = Stream::new(7, 0);
    let made = std::iter::repeat_with(|| generator.attempt(&mut stream)).flatten();
    made.take(count).map(|made| Body::Sudoku(made.puzzle)).collect()
}

/// Small problems with exactly one solution, and with none.
fn problems() -> Vec<Body> {
    let texts = [
        "a b c d e f g\nc e\na d g\nb c f\na d f\nb g\nd e g\n",
        "a b c | x y\na x:red\nb x:red y\nc y\na b x:blue\n",
        "a 2|b c\na b\nb c\n",
        "a\na\n",
        "a b\na\n",
        "a b c\na b\nb c\na c\n",
    ];
    let families = ["pigeonhole:5", "queens:3", "langford:5"];
    let families = families.map(|spec| family::build(spec).unwrap());
    let texts = texts.map(|text| Problem::parse(text).unwrap());
    texts.into_iter().chain(families).map(Body::from).collect()
}

fn count(body: &Body) -> u64 {
    match solve(body, &short(CancelToken::new())).expect("it is small") {
        Solved::None => 0,
        Solved::One(_) => 1,
        Solved::Several(..) => 2,
    }
}

fn form(body: &Body) -> Option<Grid> {
    let Body::Sudoku(puzzle) = body else { return None };
    Some(canonical(puzzle.givens()))
}

fn known(instances: &[Instance]) -> Vec<Option<Solved>> {
    instances.iter().map(|one| solve(&one.body, &short(CancelToken::new()))).collect()
}

/// Whether an instance is a decoy or stands for one, its number of solutions is within what is said of it.
fn are_what_they_say(instances: &[Instance], task: Task, seed: u64) -> Vec<Decoy> {
    let known = known(instances);
    let all: Vec<&Instance> = instances.iter().collect();
    let mut stream = Stream::new(seed, 0);
    let made = decoys(&all, &known, task, &mut stream, &short(CancelToken::new()))
        .expect("there are some");
    assert_eq!(made.len(), instances.len());
    for decoy in &made {
        let found = count(&decoy.instance.body);
        assert!((decoy.least..=decoy.most).contains(&found), "{found} of {decoy:?}");
    }
    made
}

#[test]
fn decoys_have_other_answers_and_the_rest_has_the_same() {
    for (bodies, are_new) in [
        (puzzles(3, Wanted::Unique, 30), true),
        (puzzles(3, Wanted::None, 30), true),
        // Forms of these are not always found, and there are few of the smaller ones.
        (puzzles(4, Wanted::Unique, 3), false),
        (puzzles(2, Wanted::Unique, 10), false),
        (problems(), false),
    ] {
        let instances = instances(bodies);
        for seed in 0..5 {
            let made = are_what_they_say(&instances, Task::Unique, seed);
            let other = made.iter().zip(&instances);
            let other = other
                .filter(|(decoy, one)| count(&decoy.instance.body) != count(&one.body))
                .count();
            assert!(
                other >= LEAST.min(instances.len()) && other <= instances.len() / 2 + LEAST,
                "{other}"
            );
            if are_new {
                // None is an isomorph of a measured one, which a process could have stored.
                let measured: Vec<Grid> =
                    instances.iter().filter_map(|one| form(&one.body)).collect();
                let is_known = |decoy: &Decoy| {
                    form(&decoy.instance.body).is_some_and(|form| measured.contains(&form))
                };
                assert_eq!(made.iter().filter(|decoy| is_known(decoy)).count(), 0);
            }
        }
    }
}

/// Each alone, as a row of one instance has it.
#[test]
fn one_instance_has_one_decoy() {
    let unique = puzzles(3, Wanted::Unique, 20);
    let none = puzzles(3, Wanted::None, 5);
    for (body, seed) in unique.into_iter().chain(none).chain(problems()).zip(0..) {
        let before = count(&body);
        let [decoy] = &are_what_they_say(&instances([body.clone()]), Task::Unique, seed)[..] else {
            panic!("there is one");
        };
        assert_ne!(count(&decoy.instance.body), before);
        let size = |body: &Body| match body {
            Body::Sudoku(puzzle) => puzzle.givens().filled(),
            Body::Cover(problem) => problem.options(),
        };
        let (found, expected) = (size(&decoy.instance.body), size(&body));
        assert!(found == expected || matches!(body, Body::Cover(_)) && found <= expected + 2);
    }
}

#[test]
fn answers_that_show_themselves_need_no_decoys() {
    let budget = short(CancelToken::new());
    let mut stream = Stream::new(1, 0);
    let mut are_made = |bodies: Vec<Body>, task| {
        let instances = instances(bodies);
        let known = known(&instances);
        let all: Vec<&Instance> = instances.iter().collect();
        decoys(&all, &known, task, &mut stream, &budget).is_some()
    };
    assert!(!are_made(puzzles(3, Wanted::Multiple, 3), Task::Unique));
    assert!(!are_made(puzzles(3, Wanted::Unique, 3), Task::First));
    assert!(are_made(puzzles(3, Wanted::Unique, 3), Task::All));
    assert!(are_made(puzzles(3, Wanted::None, 3), Task::First));
    assert!(!are_made(vec![family::build("queens:8").unwrap().into()], Task::All));
}

#[test]
fn large_corpora_have_decoys_at_few_places() {
    let corpus = Corpus::open("generated-9x9", &mut Err).unwrap();
    let made = are_what_they_say(&corpus.instances, Task::Unique, 3);
    let decoys = made.iter().filter(|decoy| decoy.most > 1).count();
    assert_eq!(decoys, corpus.instances.len() / ONE_IN);
}
