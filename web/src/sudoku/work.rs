//! The work of a game, which another worker does: what is asked, what comes back, and both as JSON.

use quadrille_cover::{CancelToken, Outcome, Search, SearchStats};
use quadrille_sudoku::format::{InputFormat, read::read_one, write};
use quadrille_sudoku::{Engine, Order, Puzzle};
use quadrille_view::player::{self, Answer, Challenge, Done, Request, Solved};
use serde::{Deserialize, Serialize};
use wasm_bindgen::prelude::*;

use crate::{Refused, json};

/// Work for another worker, which the page can end at any time. Puzzles are texts.
#[derive(Debug, Deserialize, PartialEq, Serialize)]
#[serde(tag = "what", rename_all = "lowercase")]
pub(super) enum SudokuRequest {
    Solve { engine: String, puzzle: String },
    Generate { n: usize, challenge: usize, seed: u64, number: u64 },
    Compare { puzzle: String },
    Cancel,
}

/// The result of work. Grids are texts.
#[derive(Debug, Deserialize, PartialEq, Serialize)]
#[serde(tag = "what", rename_all = "lowercase")]
pub(super) enum Brought {
    Solved {
        engine: String,
        outcome: String,
        solutions: u64,
        tests: Option<u64>,
        forks: Option<u64>,
        grid: Option<String>,
        is_one_of_several: bool,
    },
    Generated {
        puzzle: Option<String>,
    },
    Compared {
        answer: String,
        solution: Option<String>,
    },
}

/// Carries out work that a game asked for, and returns its result, which the game takes.
///
/// # Errors
/// If the text is no work that [`Sudoku`](super::Sudoku) asks for.
#[wasm_bindgen]
pub fn sudoku_work(asked: &str) -> Result<String, Refused> {
    let request = serde_json::from_str(asked).ok().and_then(request);
    let done = request.and_then(|request| player::done(&request, &CancelToken::new()));
    let done = done.ok_or_else(|| Refused::new("found no work for an engine"))?;
    Ok(json(&brought(&done)))
}

/// A request as the page hands it on; `None` for files, which are the page's own.
pub(super) fn asked(request: &Request) -> Option<SudokuRequest> {
    let text = |puzzle: &Puzzle| write::line(puzzle.givens());
    Some(match request {
        Request::Solve(engine, puzzle) => {
            SudokuRequest::Solve { engine: engine.name().to_owned(), puzzle: text(puzzle) }
        }
        &Request::Generate { order, challenge, seed, number } => {
            let place = Challenge::ALL.iter().position(|&one| one == challenge);
            SudokuRequest::Generate { n: order.n(), challenge: place.unwrap_or(0), seed, number }
        }
        Request::Compare(puzzle) => SudokuRequest::Compare { puzzle: text(puzzle) },
        Request::Cancel => SudokuRequest::Cancel,
        // The page has no rules.
        Request::Under(..) | Request::Load(_) | Request::Save { .. } => return None,
    })
}

fn request(asked: SudokuRequest) -> Option<Request> {
    let puzzle = |text: &str| read_one(text, InputFormat::Auto, None).ok();
    Some(match asked {
        SudokuRequest::Solve { engine, puzzle: text } => {
            Request::Solve(Engine::from_name(&engine)?, puzzle(&text)?)
        }
        SudokuRequest::Generate { n, challenge, seed, number } => {
            let (order, challenge) = (Order::new(n)?, *Challenge::ALL.get(challenge)?);
            Request::Generate { order, challenge, seed, number }
        }
        SudokuRequest::Compare { puzzle: text } => Request::Compare(puzzle(&text)?),
        SudokuRequest::Cancel => return None,
    })
}

fn brought(done: &Done) -> Brought {
    match done {
        Done::Solved(Solved { engine, search, grid, is_one_of_several }) => Brought::Solved {
            engine: engine.name().to_owned(),
            outcome: search.outcome.name().to_owned(),
            solutions: search.stats.solutions,
            tests: search.stats.tests,
            forks: search.stats.forks,
            grid: grid.as_ref().map(write::line),
            is_one_of_several: *is_one_of_several,
        },
        Done::Generated(puzzle) => Brought::Generated {
            puzzle: puzzle.as_ref().map(|puzzle| write::line(puzzle.givens())),
        },
        Done::Compared(answer) => {
            let (answer, solution) = match answer {
                Answer::One(grid) => ("one", Some(write::line(grid))),
                Answer::Several => ("several", None),
                Answer::None => ("none", None),
                Answer::Unknown => ("unknown", None),
            };
            Brought::Compared { answer: answer.to_owned(), solution }
        }
    }
}

/// The result of work on a grid of a size; `None` if it is of another size.
pub(super) fn of_brought(brought: Brought, order: Order) -> Option<Done> {
    let grid = |text: Option<String>| match text {
        None => Some(None),
        Some(text) => {
            let puzzle = read_one(&text, InputFormat::Auto, None).ok()?;
            (puzzle.order() == order).then(|| Some(puzzle.givens().clone()))
        }
    };
    Some(match brought {
        Brought::Solved {
            engine,
            outcome,
            solutions,
            tests,
            forks,
            grid: text,
            is_one_of_several,
        } => {
            const OUTCOMES: [Outcome; 4] =
                [Outcome::Exhausted, Outcome::Stopped, Outcome::BudgetSpent, Outcome::Stalled];
            let outcome = OUTCOMES.into_iter().find(|one| one.name() == outcome)?;
            let stats = SearchStats { solutions, tests, forks, ..SearchStats::default() };
            let search = Search { outcome, stats };
            let (engine, grid) = (Engine::from_name(&engine)?, grid(text)?);
            Done::Solved(Solved { engine, search, grid, is_one_of_several })
        }
        Brought::Generated { puzzle } => Done::Generated(grid(puzzle)?.map(Puzzle::new)),
        Brought::Compared { answer, solution } => {
            Done::Compared(match (&*answer, grid(solution)?) {
                ("one", Some(solution)) => Answer::One(solution),
                ("several", None) => Answer::Several,
                ("none", None) => Answer::None,
                _ => Answer::Unknown,
            })
        }
    })
}

#[cfg(test)]
mod tests {
    use quadrille_sudoku::Grid;

    use super::*;

    #[test]
    fn results_come_back_as_they_were() {
        for answer in
            [Answer::One(Grid::empty(Order::NINE)), Answer::Several, Answer::None, Answer::Unknown]
        {
            let done = Done::Compared(answer);
            assert_eq!(of_brought(brought(&done), Order::NINE), Some(done.clone()));
        }
        let search = Search {
            outcome: Outcome::Stopped,
            stats: SearchStats { solutions: 1, ..SearchStats::default() },
        };
        let grid = Some(Grid::empty(Order::NINE));
        let solved = Solved { engine: Engine::Masks, search, grid, is_one_of_several: true };
        let done = Done::Solved(solved);
        assert_eq!(of_brought(brought(&done), Order::NINE), Some(done.clone()));
        let generated = Done::Generated(Some(Puzzle::new(Grid::empty(Order::NINE))));
        assert_eq!(of_brought(brought(&generated), Order::NINE), Some(generated.clone()));
        assert_eq!(of_brought(brought(&generated), Order::new(2).expect("an order")), None);
    }
}
