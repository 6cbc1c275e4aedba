//! 9x9 Sudoku side by side: quadrille's engines and published crates, on lists of puzzles.
//!
//! ```text
//! cargo run --release -- [--rounds N] [--seed N] [[NAME=]FILE...]
//! ```
//!
//! A file has one puzzle on each line, 81 characters [default: the shipped lists]. Each engine answers two
//! questions about each puzzle: whether it has one solution, several or none, and what a solution is. First the
//! engine answers untimed, and its answers are checked against the rules and those of `lanes`. A wrong answer
//! ends the program with exit status 1 and an error that names the puzzle. Then the engine is timed, over enough
//! iterations to make the cost of the clock negligible, and the answers are checked again. Engines, questions and
//! lists take turns in an order drawn from the seed, drawn again in every round [default: 5 rounds]. Times are CPU
//! times of the thread, as medians over the rounds. Slow engines receive a sample of each list, evenly spread. The
//! tables are Markdown. Bad usage or a file that cannot be read ends the program with exit status 2.
//!
//! The time excludes converting puzzles to the engine's input, bytes or an exact cover problem. It includes
//! everything else, up to the number of solutions or the 81 digits of a solution.

mod contender;
mod corpus;
mod ours;
mod peers;
mod referee;
mod table;

use std::io::{IsTerminal, stderr};
use std::path::Path;
use std::process::ExitCode;

use anyhow::{Context, Result, bail, ensure};
use quadrille_cover::random::{Stream, shuffle};
use rustix::time::{ClockId, clock_gettime};

use contender::{Asked, Contender, Question};
use corpus::Corpus;
use referee::Referee;
use table::Tables;

const USAGE: &str = "usage: quadrille-peers-sudoku [--rounds N] [--seed N] [[NAME=]FILE...]";

/// Shortest time that is measured, in CPU seconds; shorter searches are repeated and timed together.
const SHORTEST: f64 = 0.01;

fn main() -> ExitCode {
    match arguments(std::env::args().skip(1)) {
        Ok(arguments) => run(arguments),
        Err(error) => {
            eprintln!("error: {error:#}\n{USAGE}");
            ExitCode::from(2)
        }
    }
}

fn run(Arguments { rounds, seed, corpora }: Arguments) -> ExitCode {
    let contenders: Vec<Contender> = ours::all().into_iter().chain(peers::all()).collect();
    let referees: Vec<Referee<'_>> = corpora.iter().map(Referee::new).collect();
    let mut tables = Tables::new(&contenders, &corpora);
    let mut stream = Stream::new(seed, 0);
    for round in 1..=rounds {
        let mut turns = turns(contenders.len(), corpora.len());
        shuffle(&mut turns, &mut stream);
        for (number, &(contender, corpus, question)) in turns.iter().enumerate() {
            if stderr().is_terminal() {
                eprint!("\rround {round} of {rounds}, turn {} of {} ", number + 1, turns.len());
            }
            let turn = take_turn(&contenders[contender], &referees[corpus], question);
            match turn {
                Ok(turn) => tables.add(contender, corpus, question, turn),
                Err(disagreement) => {
                    eprintln!("wrong: {disagreement}");
                    return ExitCode::FAILURE;
                }
            }
        }
    }
    for (c, contender) in contenders.iter().enumerate() {
        for (corpus, referee) in referees.iter().enumerate() {
            tables.count(c, corpus, referee.counted(contender));
        }
    }
    print!("{}", tables.to_markdown(rounds, seed));
    ExitCode::SUCCESS
}

struct Arguments {
    rounds: usize,
    seed: u64,
    corpora: Vec<Corpus>,
}

fn arguments(mut arguments: impl Iterator<Item = String>) -> Result<Arguments> {
    let (mut rounds, mut seed, mut corpora) = (5, 0, Vec::new());
    while let Some(argument) = arguments.next() {
        match &*argument {
            "--rounds" => rounds = number("--rounds", arguments.next())? as usize,
            "--seed" => seed = number("--seed", arguments.next())?,
            option if option.starts_with('-') => {
                bail!("found the option {option}; expected --rounds, --seed or a file")
            }
            named => corpora.push(match named.split_once('=') {
                Some((name, file)) => Corpus::read(name, Path::new(file))?,
                None => {
                    let file = Path::new(named);
                    Corpus::read(&file.file_stem().unwrap_or_default().to_string_lossy(), file)?
                }
            }),
        }
    }
    ensure!(rounds > 0, "--rounds: found 0; expected at least one round");
    if corpora.is_empty() {
        corpora = corpus::shipped()?;
    }
    Ok(Arguments { rounds, seed, corpora })
}

fn number(option: &str, value: Option<String>) -> Result<u64> {
    let value = value.with_context(|| format!("{option}: found nothing; expected a number"))?;
    value.parse().ok().with_context(|| format!("{option}: found `{value}`; expected a number"))
}

/// All measurements of a round, each as an engine, a list and a question.
fn turns(contenders: usize, corpora: usize) -> Vec<(usize, usize, Question)> {
    let mut turns = Vec::new();
    for contender in 0..contenders {
        for corpus in 0..corpora {
            turns.extend(Question::ALL.map(|question| (contender, corpus, question)));
        }
    }
    turns
}

/// The result of one measurement.
#[derive(Clone, Copy, Debug)]
pub struct Turn {
    /// Number of puzzles that the engine received.
    pub puzzles: usize,
    /// Number of puzzles that the engine answered.
    pub answered: usize,
    /// Microseconds of CPU time for each answered puzzle; `None` if no puzzle was answered.
    pub microseconds: Option<f64>,
}

/// Asks an engine a question about a list, and times the engine on the puzzles that it answers.
///
/// # Errors
/// If an answer is wrong; the error names the puzzle and the reason.
fn take_turn(
    contender: &Contender,
    referee: &Referee<'_>,
    question: Question,
) -> Result<Turn, String> {
    let mut places = referee.corpus.sample(contender.sample);
    let mut ready = contender.ready(referee.corpus, &places);
    ready.run(Asked { question, tests: contender.tests });
    let answers = ready.answers();
    let puzzles = places.len();
    referee.judge(contender, &places, &answers)?;
    if answers.iter().any(Option::is_none) {
        let mut answered = answers.iter().map(Option::is_some);
        places.retain(|_| answered.next() == Some(true));
        if places.is_empty() {
            return Ok(Turn { puzzles, answered: 0, microseconds: None });
        }
        ready = contender.ready(referee.corpus, &places);
    }
    let mut iterations = 1;
    loop {
        let start = cpu_seconds();
        for _ in 0..iterations {
            ready.run(Asked { question, tests: None });
        }
        let seconds = cpu_seconds() - start;
        referee.judge(contender, &places, &ready.answers())?;
        // A short first iteration is not used, because the caches are still cold.
        if iterations > 1 || seconds > 10.0 * SHORTEST {
            let answered = places.len();
            let microseconds = Some(seconds * 1e6 / (iterations * answered) as f64);
            return Ok(Turn { puzzles, answered, microseconds });
        }
        iterations = 2 + (SHORTEST / seconds.max(1e-9)) as usize;
    }
}

fn cpu_seconds() -> f64 {
    let now = clock_gettime(ClockId::ThreadCPUTime);
    now.tv_sec as f64 + now.tv_nsec as f64 / 1e9
}
