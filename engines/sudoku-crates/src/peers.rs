//! The published crates that are compared.

use std::ops::ControlFlow;

use dlx::choose::{mrv_chooser, no_tiebreak, prefer_any};
use dlx::{OptOrder, Uint};
use exact_covers::{DlSolver, Solver as _};
use quadrille_cover::{Entry, OptionId, Problem};
use quadrille_sudoku::Puzzle;
use quadrille_sudoku::encode::{Decoder, to_problem};
use quadrille_sudoku::engine::lanes::Cells;

use crate::contender::{Answer, Asked, Contender, OneByOne, Question, Said, cells};

/// All published crates that are compared.
pub fn all() -> Vec<Contender> {
    vec![
        Contender::new("crate sudoku 0.8.0", usize::MAX, |puzzles| {
            let board = |puzzle| sudoku::Sudoku::from_bytes(cells(puzzle)).expect("digits");
            Box::new(OneByOne::new(puzzles.into_iter().map(board).collect(), ask_sudoku))
        }),
        Contender::new("crate msolve 0.6.0", 5000, |puzzles| {
            let board = |puzzle| msolve::Sudoku::from(cells(puzzle));
            Box::new(OneByOne::new(puzzles.into_iter().map(board).collect(), ask_msolve))
        }),
        Contender::new("crate sudoku-solver 0.6.1", 100, |puzzles| {
            Box::new(OneByOne::new(puzzles.into_iter().map(board).collect(), ask_sudoku_solver))
        }),
        Contender::new("crate dlx 0.8.5", 1000, |puzzles| {
            Box::new(OneByOne::new(puzzles.into_iter().map(Encoded::new).collect(), ask_dlx))
        }),
        Contender::new("crate exact-covers 0.3.0", 1000, |puzzles| {
            let encoded = puzzles.into_iter().map(Encoded::new).collect();
            Box::new(OneByOne::new(encoded, ask_exact_covers))
        }),
    ]
}

fn ask_sudoku(puzzle: &sudoku::Sudoku, asked: Asked) -> Answer {
    Some(match asked.question {
        Question::Unique => Said::Count(puzzle.solutions_count_up_to(2) as u64),
        Question::First => Said::First(puzzle.some_solution().map(sudoku::Sudoku::to_bytes)),
    })
}

fn ask_msolve(puzzle: &msolve::Sudoku, asked: Asked) -> Answer {
    Some(match asked.question {
        Question::Unique => Said::Count(puzzle.count_solutions(2) as u64),
        Question::First => Said::First(puzzle.solve_one().map(|solved| solved.to_array())),
    })
}

fn board(puzzle: &Puzzle) -> sudoku_solver::Board {
    let mut rows = [[0; 9]; 9];
    for (row, digits) in rows.iter_mut().zip(puzzle.givens().cells().chunks(9)) {
        row.copy_from_slice(digits);
    }
    sudoku_solver::Board::from(&rows)
}

fn ask_sudoku_solver(board: &sudoku_solver::Board, asked: Asked) -> Answer {
    Some(match asked.question {
        Question::Unique => {
            Said::Count(sudoku_solver::SolutionIter::new(board).take(2).count() as u64)
        }
        Question::First => Said::First(
            sudoku_solver::solve(board)
                .map(|solved| std::array::from_fn(|cell| solved.get_cell(cell % 9, cell / 9))),
        ),
    })
}

/// A puzzle as an exact cover problem, with items and options as numbers.
struct Encoded {
    items: Vec<Uint>,
    /// The options in ascending order: cell by cell, digit by digit.
    options: Vec<Vec<Uint>>,
    decoder: Decoder,
    ids: Vec<OptionId>,
}

impl Encoded {
    fn new(puzzle: &Puzzle) -> Self {
        let problem: Problem = to_problem(puzzle).expect("no givens clash");
        let ids: Vec<OptionId> = problem.option_ids().collect();
        let item = |entry: &Entry| entry.item.index() as Uint;
        let option = |&id: &OptionId| problem.option(id).iter().map(item).collect();
        let options: Vec<Vec<Uint>> = ids.iter().map(option).collect();
        debug_assert!(options.is_sorted());
        let items = (0..problem.items() as Uint).collect();
        Self { items, options, decoder: Decoder::new(puzzle), ids }
    }

    /// The digits of a solution, from the indices of its options.
    fn digits(&self, options: impl IntoIterator<Item = usize>) -> Option<Cells> {
        let ids: Vec<OptionId> = options.into_iter().map(|option| self.ids[option]).collect();
        self.decoder.grid(&ids).cells().try_into().ok()
    }
}

/// Answers with the crate `dlx`. The time includes building its links, as it does for the engine `dlx` of quadrille.
fn ask_dlx(puzzle: &Encoded, asked: Asked) -> Answer {
    let items = puzzle.items.len() as Uint;
    let mut problem = dlx::x::make_problem(items, 0, &puzzle.options, OptOrder::Seq);
    let mut solver = dlx::Solver::new(&mut problem);
    let mut chooser = mrv_chooser(prefer_any(), no_tiebreak());
    let mut count = 0;
    while count < asked.question.limit() && solver.next_solution(&mut chooser) {
        count += 1;
    }
    Some(match asked.question {
        Question::Unique => Said::Count(count),
        Question::First if count == 0 => Said::First(None),
        Question::First => {
            let options = solver.fmt_solution().iter().map(|&option| option as usize);
            Said::First(puzzle.digits(options))
        }
    })
}

/// Answers with the crate `exact-covers`. The time includes building its links, as it does for the crate `dlx`.
fn ask_exact_covers(puzzle: &Encoded, asked: Asked) -> Answer {
    let mut solver: DlSolver<Uint, ()> = DlSolver::new(&puzzle.items, &[]);
    for option in &puzzle.options {
        solver.add_option(option, []);
    }
    let mut count = 0;
    let mut first = None;
    solver.solve(|mut solution| {
        count += 1;
        if asked.question == Question::First {
            let mut items = Vec::new();
            let mut chosen = Vec::new();
            while solution.next(&mut items) {
                let mut option: Vec<Uint> = items.iter().map(|&(&item, _)| item).collect();
                option.sort_unstable();
                chosen.extend(puzzle.options.binary_search(&option));
            }
            first = puzzle.digits(chosen);
        }
        if count < asked.question.limit() {
            ControlFlow::Continue(())
        } else {
            ControlFlow::Break(())
        }
    });
    Some(match asked.question {
        Question::Unique => Said::Count(count),
        Question::First => Said::First(first),
    })
}
