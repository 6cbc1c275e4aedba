//! Small problems, of which half are symmetric on purpose: every engine that counts without visiting solutions counts as many
//! as `naive`, also with other names and in another order.

use std::sync::Mutex;

use arbitrary::Unstructured;
use quadrille_cover::engine::{Auto, Domains, Frontier, Iso, Memo, Naive};
use quadrille_cover::isomorph::{Part, isomorph};
use quadrille_cover::parallel::Parallel;
use quadrille_cover::random::Stream;
use quadrille_cover::search::{Keeper, Whole};
use quadrille_cover::symmetry::{Method, Symmetries};
use quadrille_cover::{BigUint, Budget, Counters, Outcome, Problem, Solver};

use crate::copies;

/// Budget of `naive`. An input for which it does not suffice is left out, so that executions stay fast.
const MOST: Budget =
    Budget { nodes: Some(200), tests: Some(2_000), solutions: None, memory: None, cancel: None };

/// The engines compared with `naive`.
const ENGINES: [&dyn Solver; 5] = [&Iso, &Frontier, &Memo, &Domains, &Auto];

/// Everything of a problem that an isomorph may change.
const PARTS: [Part; 4] = [Part::Items, Part::Options, Part::Entries, Part::Names];

/// What is tested besides plain counts.
#[derive(Clone, Copy, Debug)]
enum Aspect {
    /// Nothing more.
    Plain,
    /// Two workers, with one of the engines.
    Workers,
    /// What one count keeps, another count begins with.
    Kept,
    /// A limit of memory, within which an engine counts everything or gives up.
    Memory,
    /// Classes of solutions.
    Classes,
}

/// A problem, and what to test.
struct Case {
    problem: Problem,
    aspect: Aspect,
    parameter: u16,
}

impl Case {
    fn of(bytes: &[u8]) -> Self {
        let mut bytes = Unstructured::new(bytes);
        let [aspect, low, high] = bytes.arbitrary().expect("bytes do not run out");
        // Threads take long to start.
        let aspect = match aspect % 64 {
            1 => Aspect::Workers,
            2..6 => Aspect::Kept,
            6..10 => Aspect::Memory,
            10..14 => Aspect::Classes,
            _ => Aspect::Plain,
        };
        let problem = copies::problem(&mut bytes).expect("bytes do not run out");
        Self { problem, aspect, parameter: u16::from_le_bytes([low, high]) }
    }
}

/// The problem that the bytes encode, for people.
pub fn shown(bytes: &[u8]) -> String {
    let Case { problem, aspect, parameter } = Case::of(bytes);
    format!("{aspect:?} {parameter}\n{problem}")
}

/// Makes a problem from the bytes and tests it. Returns `false` if the problem takes too much work and was left out.
pub fn run(bytes: &[u8]) -> bool {
    let Case { problem, aspect, parameter } = Case::of(bytes);
    let known = Naive.tally(&problem, &MOST, Counters::Off).expect("it handles everything");
    if known.search.outcome != Outcome::Exhausted {
        return false;
    }
    let expected = known.solutions;
    for engine in ENGINES {
        counts(engine, &problem, &expected);
    }
    let renamed = isomorph(&problem, &PARTS, &mut Stream::new(u64::from(parameter), 0));
    let parameter = usize::from(parameter);
    // Forms depend on names and order the most. All five engines would take much longer.
    counts(&Iso, &renamed, &expected);
    counts(ENGINES[parameter % ENGINES.len()], &renamed, &expected);
    match aspect {
        Aspect::Plain => {}
        Aspect::Workers => {
            let engine = ENGINES[parameter / ENGINES.len() % ENGINES.len()];
            counts(&Parallel::new(engine, 2), &renamed, &expected);
        }
        Aspect::Kept => kept(&renamed, &expected),
        Aspect::Memory => within(&renamed, &expected, 4 * parameter),
        Aspect::Classes => classes([&problem, &renamed], &expected),
    }
    true
}

/// Checks that an engine counts all solutions.
fn counts(engine: &dyn Solver, problem: &Problem, expected: &BigUint) {
    let tally = engine.tally(problem, &Budget::default(), Counters::Off).expect("it is small");
    let about = || format!("{} in\n{problem}", engine.name());
    assert_eq!(&tally.solutions, expected, "{}", about());
    assert_eq!(tally.search.outcome, Outcome::Exhausted, "{}", about());
}

/// Sub-problems and their numbers of solutions.
#[derive(Default)]
struct Kept(Mutex<Vec<(Vec<u8>, BigUint)>>);

impl Keeper for Kept {
    fn restore(&self, take: &mut dyn FnMut(&[u8], &BigUint)) {
        let kept = self.0.lock().expect("one thread").clone();
        for (key, count) in &kept {
            take(key, count);
        }
    }

    fn keep(&self, sub_problem: &[u8], solutions: &BigUint) {
        self.0.lock().expect("one thread").push((sub_problem.to_vec(), solutions.clone()));
    }
}

/// Checks that a count that begins with what an earlier one kept gives the same number.
fn kept(problem: &Problem, expected: &BigUint) {
    for engine in [&Iso as &dyn Solver, &Frontier, &Memo, &Auto] {
        let kept = Kept::default();
        for time in ["first", "second"] {
            let counted =
                engine.tally_whole(problem, &Budget::default(), Counters::Off, 1, Some(&kept));
            if let Whole::Counted(tally) = counted.expect("it is small") {
                let name = engine.name();
                assert_eq!(&tally.solutions, expected, "{name}, {time} count of\n{problem}");
            }
        }
    }
}

/// Checks that engines with this many bytes count everything or give up.
fn within(problem: &Problem, expected: &BigUint, bytes: usize) {
    let budget = Budget { memory: Some(bytes), ..Budget::default() };
    for engine in ENGINES {
        let about = || format!("{} within {budget:?} in\n{problem}", engine.name());
        let tally = engine.tally(problem, &budget, Counters::Off).expect("it is small");
        match tally.search.outcome {
            Outcome::Exhausted => assert_eq!(&tally.solutions, expected, "{}", about()),
            Outcome::BudgetSpent => assert!(&tally.solutions <= expected, "{}", about()),
            other => panic!("{other:?}: {}", about()),
        }
    }
}

/// Checks that isomorphs have as many symmetries and classes of solutions, by either method, and that the classes have all solutions.
fn classes(problems: [&Problem; 2], expected: &BigUint) {
    let found = problems.map(|problem| {
        let budget = Budget::default();
        let symmetries = Symmetries::new(problem, &budget).expect("it is small");
        let [one, other] = [Method::Enumerate, Method::Levels].map(|method| {
            let classes = symmetries.classes(method, &Memo, &budget).expect("it is small");
            let sum: BigUint = classes.iter().map(|class| &class.solutions).sum();
            assert_eq!(&sum, expected, "{method:?} in\n{problem}");
            let own = classes.into_iter().map(|class| (class.solutions, class.symmetries));
            let mut own: Vec<_> = own.collect();
            own.sort_unstable();
            own
        });
        assert_eq!(one, other, "classes by both methods in\n{problem}");
        (symmetries.order().clone(), one)
    });
    assert_eq!(found[0], found[1], "symmetries and classes of isomorphs of\n{}", problems[0]);
}
