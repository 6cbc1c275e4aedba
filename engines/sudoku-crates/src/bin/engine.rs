//! Published crates as engines for quadrille: `quadrille-engine-sudoku CRATE`, as docs/PROTOCOL.md describes.
//!
//! A crate that can count without returning solutions does so, so its answers to the task `all` have no digest and no time.

use std::process::ExitCode;

use quadrille_engine::{About, Answer, Batch, Found, Instance, serve};
use quadrille_sudoku::Order;
use quadrille_sudoku::engine::lanes::Cells;
use quadrille_sudoku::format::InputFormat;
use quadrille_sudoku::format::read::read_one;

/// A crate: its name, its version, and a function that finds solutions up to the batch's limit.
struct Peer {
    name: &'static str,
    version: &'static str,
    ask: fn(Cells, &Batch) -> Answer,
}

const PEERS: [Peer; 3] = [
    Peer { name: "sudoku", version: "0.8.0", ask: ask_sudoku },
    Peer { name: "msolve", version: "0.6.0", ask: ask_msolve },
    Peer { name: "sudoku-solver", version: "0.6.1", ask: ask_sudoku_solver },
];

fn main() -> ExitCode {
    let words: Vec<String> = std::env::args().skip(1).collect();
    let peer = match &words[..] {
        [name] => PEERS.iter().find(|peer| peer.name == name),
        _ => None,
    };
    let Some(peer) = peer else {
        let names = PEERS.map(|peer| peer.name).join(", ");
        eprintln!("error: found {words:?}; expected one of {names}");
        return ExitCode::from(2);
    };
    let Peer { name, version, ask } = peer;
    let about = About { name, version, takes: &["sudoku:9"], counters: &[] };
    let served = serve(&about, |batch, instance| {
        let Instance::Sudoku { puzzle, .. } = instance else { return Answer::Unsupported };
        let puzzle = read_one(puzzle, InputFormat::Line, Some(Order::NINE));
        let cells = puzzle.ok().and_then(|puzzle| Cells::try_from(puzzle.givens().cells()).ok());
        cells.map_or(Answer::Unsupported, |cells| ask(cells, batch))
    });
    match served {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("error: {error}");
            ExitCode::from(2)
        }
    }
}

/// The number of solutions, and the first two as far as they are known.
type Counted = (usize, [Option<Cells>; 2]);

/// Searches and builds the answer.
fn answer(batch: &Batch, search: impl FnOnce() -> Counted) -> Answer {
    let (solutions, found) = search();
    let text = |cells: Cells| cells.map(|digit| char::from(b'0' + digit)).iter().collect();
    let found = found.into_iter().flatten().map(text);
    Answer::Found(Found::of(batch, solutions as u64, found))
}

/// Counts what an iterator finds.
fn counted(mut solutions: impl Iterator<Item = Cells>) -> Counted {
    let found = [solutions.next(), solutions.next()];
    (found.iter().flatten().count() + solutions.count(), found)
}

/// The batch's limit of solutions.
fn most(batch: &Batch) -> usize {
    usize::try_from(batch.most()).unwrap_or(usize::MAX)
}

fn ask_sudoku(cells: Cells, batch: &Batch) -> Answer {
    let Ok(board) = sudoku::Sudoku::from_bytes(cells) else { return Answer::Unsupported };
    answer(batch, || match batch.limit {
        Some(1) => match board.some_solution() {
            Some(solution) => (1, [Some(solution.to_bytes()), None]),
            None => (0, [None; 2]),
        },
        Some(_) => {
            let solutions = board.solutions_up_to(most(batch));
            counted(solutions.into_iter().map(sudoku::Sudoku::to_bytes))
        }
        None => (board.solutions_count_up_to(usize::MAX), [None; 2]),
    })
}

fn ask_msolve(cells: Cells, batch: &Batch) -> Answer {
    let board = msolve::Sudoku::from(cells);
    answer(batch, || match batch.limit {
        Some(_) => counted(board.iter().take(most(batch)).map(|solution| solution.to_array())),
        None => (board.count_solutions(usize::MAX), [None; 2]),
    })
}

fn ask_sudoku_solver(cells: Cells, batch: &Batch) -> Answer {
    let mut rows = [[0; 9]; 9];
    for (row, digits) in rows.iter_mut().zip(cells.chunks(9)) {
        row.copy_from_slice(digits);
    }
    let board = sudoku_solver::Board::from(&rows);
    answer(batch, || {
        let solutions = sudoku_solver::SolutionIter::new(&board).take(most(batch));
        counted(
            solutions.map(|solved| std::array::from_fn(|cell| solved.get_cell(cell % 9, cell / 9))),
        )
    })
}
