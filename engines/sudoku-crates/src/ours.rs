//! The engines of quadrille.

use std::ops::ControlFlow;

use quadrille_cover::{Budget, Outcome};
use quadrille_sudoku::engine::lanes::batch::Solved;
use quadrille_sudoku::engine::lanes::{Cells, Instructions, Lanes};
use quadrille_sudoku::{Engine, Prepared, Watch};

use crate::contender::{Answer, Asked, Contender, OneByOne, Question, Ready, Said, cells};

/// Number of tests after which the naive engines give up on a puzzle, which takes them one or two milliseconds.
pub const TESTS: u64 = 300_000;

/// All engines of quadrille, the fastest first.
pub fn all() -> Vec<Contender> {
    let mut all = Vec::new();
    for instructions in Instructions::ALL.into_iter().rev().filter(|some| some.are_there()) {
        let solver = move || Lanes::with(instructions).expect("they are there");
        let name = label(instructions);
        all.push(Contender::new(format!("lanes, batch, {name}"), usize::MAX, move |puzzles| {
            Box::new(Batch::new(solver(), puzzles.into_iter().map(cells).collect()))
        }));
        all.push(Contender::new(
            format!("lanes, one at a time, {name}"),
            usize::MAX,
            move |puzzles| {
                let mut lanes = solver();
                let puzzles = puzzles.into_iter().map(cells).collect();
                Box::new(OneByOne::new(puzzles, move |puzzle, asked| {
                    Some(match asked.question {
                        Question::Unique => Said::Count(lanes.count(puzzle, 2)),
                        Question::First => Said::First(lanes.first(puzzle)),
                    })
                }))
            },
        ));
    }
    // All engines so far are ways to use `lanes` and search the same tree, so only one of them counts the forks.
    all[0].counts = Some(Engine::LANES);
    let others = [
        (Engine::Masks, 5000, None),
        (Engine::Large, 1000, None),
        (Engine::Dlx, 1000, None),
        (Engine::Singles, 5000, None),
        (Engine::NaiveOrdered, 25, Some(TESTS)),
        (Engine::NaiveFirst, 25, Some(TESTS)),
        (Engine::NaiveIterative, 25, Some(TESTS)),
        (Engine::NaiveTree, 25, Some(TESTS)),
    ];
    all.extend(others.map(|(engine, sample, tests)| one_by_one(engine, sample, tests)));
    all
}

/// The name of an instruction set on this machine.
fn label(instructions: Instructions) -> &'static str {
    match instructions {
        Instructions::Avx512 => "AVX-512",
        Instructions::Avx2 => "AVX2",
        Instructions::Baseline if cfg!(target_arch = "x86_64") => "SSE2",
        Instructions::Baseline => "baseline",
    }
}

fn one_by_one(engine: Engine, sample: usize, tests: Option<u64>) -> Contender {
    let mut contender = Contender::new(engine.name(), sample, move |puzzles| {
        let prepared = puzzles.into_iter().map(|puzzle| engine.prepare(puzzle)).collect();
        Box::new(OneByOne::new(prepared, search))
    });
    contender.counts = Some(engine);
    contender.tests = tests;
    contender
}

fn search(prepared: &Prepared<'_>, Asked { question, tests }: Asked) -> Answer {
    let budget = Budget { tests, solutions: Some(question.limit()), ..Budget::default() };
    let mut first = None;
    let search = prepared.search(&budget, Watch::Off, &mut |grid| {
        if question == Question::First {
            first = grid.cells().try_into().ok();
        }
        ControlFlow::Continue(())
    });
    let answered = matches!(search.outcome, Outcome::Exhausted | Outcome::Stopped);
    let said = match question {
        Question::Unique => Said::Count(search.stats.solutions),
        Question::First => Said::First(first),
    };
    answered.then_some(said)
}

/// `lanes` with all puzzles in one batch.
struct Batch {
    lanes: Lanes,
    puzzles: Vec<Cells>,
    counts: Vec<u64>,
    solved: Vec<Solved>,
    asked: Question,
}

impl Batch {
    fn new(lanes: Lanes, puzzles: Vec<Cells>) -> Self {
        Self { lanes, puzzles, counts: Vec::new(), solved: Vec::new(), asked: Question::Unique }
    }
}

impl Ready for Batch {
    fn run(&mut self, asked: Asked) {
        self.asked = asked.question;
        match asked.question {
            Question::Unique => self.lanes.count_batch(&self.puzzles, 2, &mut self.counts),
            Question::First => self.lanes.solve_batch(&self.puzzles, 1, &mut self.solved),
        }
    }

    fn answers(&self) -> Vec<Answer> {
        match self.asked {
            Question::Unique => self.counts.iter().map(|&n| Some(Said::Count(n))).collect(),
            Question::First => self
                .solved
                .iter()
                .map(|solved| Some(Said::First(solved.first().copied())))
                .collect(),
        }
    }
}
