//! An engine for quadrille: Sudokus of all sizes and exact cover problems through the SAT solver `CaDiCaL`.
//!
//! A problem is encoded as clauses (`encode.rs`), which the solver gets for each search. Each solution becomes a clause that forbids it, until there is no further solution or the
//! limit is reached. A solution of an exact cover problem is never a subset of another solution, so the clause that
//! forbids it says that one of its options is not chosen.
//!
//! The engine has no counters, because a SAT solver does not make a search tree; it ignores limits of tests and nodes.

mod encode;

use std::process::ExitCode;

use cadical::Solver;
use quadrille_cover::{OptionId, Problem};
use quadrille_engine::{About, Answer, Batch, Digest, Found, Instance, Task, serve};
use quadrille_sudoku::Order;
use quadrille_sudoku::encode::{Decoder, to_problem};
use quadrille_sudoku::format::read::read_one;
use quadrille_sudoku::format::{InputFormat, write};

use encode::Clauses;

fn main() -> ExitCode {
    let version = format!("{}+{}", env!("CARGO_PKG_VERSION"), <Solver>::new().signature());
    let about =
        About { name: "sat", version: &version, takes: &["sudoku", "cover"], counters: &[] };
    match serve(&about, answer) {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("error: {error}");
            ExitCode::from(2)
        }
    }
}

fn answer(batch: &Batch, instance: Instance<'_>) -> Answer {
    match instance {
        Instance::Sudoku { rows, puzzle } => {
            let puzzle = read_one(puzzle, InputFormat::Auto, Order::from_side(rows));
            let Ok(puzzle) = puzzle else { return Answer::Unsupported };
            let Ok(problem) = to_problem(&puzzle) else { return Answer::Found(Found::default()) };
            let decoder = Decoder::new(&puzzle);
            let digits = |options: &[OptionId]| {
                decoder.grid(options).cells().iter().map(|&digit| digit.into()).collect()
            };
            answer_cover(batch, &problem, digits, |options| write::line(&decoder.grid(options)))
        }
        Instance::Cover { text } => match Problem::parse(text) {
            Ok(problem) => {
                let numbers = |options: &[OptionId]| {
                    options.iter().map(|option| option.index() as u64).collect::<Vec<_>>()
                };
                let words = |options: &[OptionId]| {
                    let words = numbers(options).into_iter().map(|number| number.to_string());
                    words.collect::<Vec<_>>().join(" ")
                };
                answer_cover(batch, &problem, numbers, words)
            }
            Err(_) => Answer::Unsupported,
        },
    }
}

/// Answers with solutions as `write` writes them; `numbers` are those of which their digest is made.
fn answer_cover(
    batch: &Batch,
    problem: &Problem,
    numbers: impl Fn(&[OptionId]) -> Vec<u64>,
    write: impl Fn(&[OptionId]) -> String,
) -> Answer {
    let Some(clauses) = Clauses::of(problem) else { return Answer::Unsupported };
    let options: Vec<OptionId> = problem.option_ids().collect();
    let mut digest = (batch.task == Task::All).then(Digest::default);
    let (solutions, found) = search(&clauses, &options, batch.most(), &mut |chosen| {
        if let Some(digest) = &mut digest {
            digest.add(numbers(chosen));
        }
    });
    let found = Found::of(batch, solutions, found.iter().map(|options| write(options)));
    Answer::Found(Found { digest, ..found })
}

/// The number of solutions up to a limit, and the first two solutions. Each is passed to `visit`, its options ascending.
fn search(
    clauses: &Clauses,
    options: &[OptionId],
    most: u64,
    visit: &mut dyn FnMut(&[OptionId]),
) -> (u64, Vec<Vec<OptionId>>) {
    let mut solver = <Solver>::new();
    solver.reserve(clauses.variables);
    for clause in &clauses.clauses {
        solver.add_clause(clause.iter().copied());
    }
    let (mut solutions, mut found) = (0, Vec::new());
    while solutions < most {
        match solver.solve() {
            Some(true) => solutions += 1,
            Some(false) => break,
            // A panic ends the process without an answer. A count without the missing solutions would be wrong.
            None => panic!("the solver gave up: it has no memory left"),
        }
        let variables = options.iter().zip(1..);
        let chosen: Vec<(&OptionId, i32)> =
            variables.filter(|&(_, variable)| solver.value(variable) == Some(true)).collect();
        let solution: Vec<OptionId> = chosen.iter().map(|&(&option, _)| option).collect();
        visit(&solution);
        if found.len() < 2 {
            found.push(solution);
        }
        if solutions < most {
            solver.add_clause(chosen.into_iter().map(|(_, variable)| -variable));
        }
    }
    (solutions, found)
}

#[cfg(test)]
mod tests {
    use quadrille_cover::engine::Dlx;
    use quadrille_cover::random::Stream;
    use quadrille_cover::{BigUint, Solver as _, family, verify};

    use super::*;

    /// The number of solutions; the first solution is verified.
    fn count(problem: &Problem) -> BigUint {
        let clauses = Clauses::of(problem).expect("there are no multiplicities");
        let options: Vec<OptionId> = problem.option_ids().collect();
        let (solutions, found) = search(&clauses, &options, u64::MAX, &mut |_| ());
        assert_eq!(found.len() as u64, solutions.min(2));
        for options in &found {
            assert_eq!(verify(problem, options), Ok(()));
        }
        assert!(found.len() < 2 || found[0] != found[1]);
        solutions.into()
    }

    /// A small random problem with primary and secondary items; some options have colours.
    fn random(stream: &mut Stream) -> Problem {
        let (primary, secondary) = (2 + stream.below(4), stream.below(4));
        let name = |item: usize| format!("i{item}");
        let mut text = (0..primary).map(name).collect::<Vec<_>>().join(" ");
        if secondary > 0 {
            text += " |";
        }
        for item in primary..primary + secondary {
            text += &format!(" {}", name(item));
        }
        text.push('\n');
        for _ in 0..5 + stream.below(25) {
            let mut words = Vec::new();
            for item in 0..primary + secondary {
                let colour =
                    ["", ":red", ":blue"][if item < primary { 0 } else { stream.below(3) }];
                if stream.below(3) == 0 {
                    words.push(format!("{}{colour}", name(item)));
                }
            }
            if !words.is_empty() {
                text += &format!("{}\n", words.join(" "));
            }
        }
        Problem::parse(text).expect("it is a problem")
    }

    #[test]
    fn as_many_solutions_as_dancing_links_finds() {
        let mut stream = Stream::new(1, 0);
        let (mut with_colours, mut with_solutions) = (0, 0);
        for _ in 0..500 {
            let problem = random(&mut stream);
            let expected = Dlx.count(&problem).expect("it takes it");
            with_colours += usize::from(problem.has_colours());
            with_solutions += usize::from(expected > BigUint::ZERO);
            assert_eq!(count(&problem), expected, "{problem}");
        }
        assert!(with_colours > 100 && with_solutions > 100, "{with_colours} {with_solutions}");
    }

    #[test]
    fn families_have_the_solutions_that_are_known() {
        for (spec, expected) in
            &[("queens:6", 4_u32), ("langford:7", 52), ("latin:4", 576), ("pigeonhole:5", 0)]
        {
            assert_eq!(
                count(&family::build(spec).expect("a family")),
                BigUint::from(*expected),
                "{spec}"
            );
        }
    }

    #[test]
    fn a_limit_ends_it_and_multiplicities_are_not_taken() {
        let batch = Batch { limit: Some(3), ..Batch::default() };
        let answer = |text| answer(&batch, Instance::Cover { text });
        let Answer::Found(found) = answer("a b\na\nb\na b\na\nb\n") else { panic!("it is taken") };
        assert_eq!(found.solutions, 3);
        assert_eq!(answer("2|a\na\na\n"), Answer::Unsupported);
        let Answer::Found(none) = answer("a\n") else { panic!("it is taken") };
        assert_eq!((none.solutions, none.first), (0, None));
        let every = Batch { limit: None, ..batch };
        let empty = Instance::Sudoku { rows: 4, puzzle: "................" };
        let Answer::Found(all) = super::answer(&every, empty) else { panic!("it is taken") };
        assert_eq!(all.solutions, 288);
        let clash = Instance::Sudoku { rows: 4, puzzle: "11.............." };
        assert_eq!(super::answer(&every, clash), Answer::Found(Found::default()));
    }
}
