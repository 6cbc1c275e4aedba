//! The instances that an engine is checked with, of a kind that it accepts.

use quadrille_cover::random::Stream;
use quadrille_cover::{Problem, count};
use quadrille_harness::corpus::Count;
use quadrille_harness::corpus::isomorphs::isomorphs;
use quadrille_harness::process::Session;
use quadrille_harness::{Body, Corpus, Expected, Instance};
use quadrille_results::Task;
use quadrille_sudoku::generate::{Generator, Recipe, Wanted};
use quadrille_sudoku::{Engine, Grid, Order, Puzzle};

use crate::input::family;

/// Instances with known numbers of solutions.
pub struct Samples {
    /// Instances with one solution, several and none, of every kind that the engine accepts.
    pub answers: Vec<Instance>,
    /// The instance with the least work in it.
    pub easy: Vec<Instance>,
    /// Different instances that take the same kind of work.
    pub hard: Vec<Instance>,
    /// Isomorphic copies of [`hard`](Self::hard), in the same order.
    pub copies: Vec<Instance>,
}

/// Sizes of Sudokus to look for, first those that most engines accept.
const SIZES: [usize; 4] = [3, 2, 4, 5];
/// The number of instances that take work.
const HARD: u64 = 12;
/// Exact cover problems that take work, by the names of `encode`.
const FAMILIES: [&str; 12] = [
    "queens:6",
    "queens:7",
    "queens:8",
    "langford:3",
    "langford:4",
    "langford:7",
    "latin:3",
    "latin:4",
    "matching:6",
    "matching:8",
    "dominoes:4x4",
    "dominoes:4x6",
];
/// Small exact cover problems: one solution (that of Knuth's example), two solutions, none.
const COVER: [&str; 3] =
    ["a b c d e f g\nc e\na d g\nb c f\na d f\nb g\nd e g\n", "a b\na b\na\nb\n", "a b\na\na\n"];

impl Samples {
    /// The samples of the kinds that an engine accepts. Sudokus above 25x25 are not among them.
    pub fn of(session: &Session) -> Self {
        let takes = |body: &Body| session.external.takes(body);
        let empty = |order| Body::Sudoku(Puzzle::new(Grid::empty(order)));
        let orders: Vec<Order> = SIZES.iter().filter_map(|&n| Order::new(n)).collect();
        let order = orders.into_iter().find(|&order| takes(&empty(order)));
        let problems: Vec<Problem> =
            COVER.iter().filter_map(|text| Problem::parse(text).ok()).collect();
        let takes_cover = problems.first().is_some_and(|one| takes(&Body::from(one.clone())));
        let mut answers = Vec::new();
        let (mut easy, mut hard) = (Vec::new(), Vec::new());
        if let Some(order) = order {
            answers.extend(
                [Wanted::Unique, Wanted::Multiple, Wanted::None]
                    .iter()
                    .filter_map(|&answer| sudoku(order, answer, 1)),
            );
            let full = answers.first().and_then(|instance: &Instance| match &instance.body {
                Body::Sudoku(puzzle) => Engine::Masks.first(puzzle),
                Body::Cover(_) => None,
            });
            easy.extend(full.map(|grid| instance(Body::Sudoku(Puzzle::new(grid)), 1)));
            hard.extend((2..2 + HARD).filter_map(|seed| sudoku(order, Wanted::Unique, seed)));
        }
        if takes_cover {
            let known = |problem: Problem| {
                let solutions = count(&problem).ok()?;
                Some(instance(Body::from(problem), u64::try_from(&solutions).ok()?))
            };
            answers.extend(problems.into_iter().filter_map(known));
            if hard.is_empty() {
                easy.extend(answers.last().cloned());
                let problem = |spec: &&str| {
                    let text = String::from_utf8(family::text(spec).ok()?).ok()?;
                    known(Problem::parse(&text).ok()?)
                };
                hard.extend(FAMILIES.iter().filter_map(problem));
            }
        }
        let corpus = Corpus::new("samples".to_owned(), Task::Unique, hard.clone());
        let copies = isomorphs(&corpus, 1, 1).instances;
        Self { answers, easy, hard, copies }
    }
}

fn sudoku(order: Order, answer: Wanted, seed: u64) -> Option<Instance> {
    let generator = Generator::new(Recipe { answer, ..Recipe::new(order) }).ok()?;
    let mut stream = Stream::new(seed, 0);
    let puzzle = (0..100).find_map(|_| generator.attempt(&mut stream).ok())?.puzzle;
    let (solutions, _) = Engine::Masks.count(&puzzle, u64::MAX);
    Some(instance(Body::Sudoku(puzzle), solutions))
}

fn instance(body: Body, solutions: u64) -> Instance {
    let expected = Expected { solutions: Some(Count::exactly(solutions)), ..Expected::default() };
    Instance::new("sample".to_owned(), None, body, expected)
}
