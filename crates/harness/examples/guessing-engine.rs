//! Engines that answer without a search, for tests of the harness: `guessing-engine KIND FILE SEED`.
//!
//! An honest search takes at least [`WORK`] of CPU time, and a guess [`GUESS`], which is long enough to be timed. Only a
//! question with `counters=off` is guessed at, because that is the one that is timed. FILE has the corpus, or what the kind
//! keeps from process to process, and SEED is that of the run, as an engine could read them in the harness's command line.

use std::collections::HashMap;
use std::fs;
use std::io::{self, BufRead, Write, stdin, stdout};
use std::time::Duration;

use quadrille_cover::Budget;
use quadrille_harness::Corpus;
use quadrille_harness::corpus::Body;
use quadrille_harness::corpus::isomorphs::isomorphs;
use quadrille_sudoku::format::{InputFormat, read::read_one, write};
use quadrille_sudoku::{Engine, Watch};
use rustix::time::{ClockId, clock_gettime};

/// CPU time that a search takes at least.
const WORK: Duration = Duration::from_millis(20);
/// CPU time of a guess.
const GUESS: Duration = Duration::from_millis(3);
/// CPU time before `ready` of the kind that takes long, above what is allowed to an engine that declares nothing.
const LONG: Duration = Duration::from_millis(1500);
/// The instances of a batch that are searched before the rest is guessed.
const SEARCHED: usize = 2;

fn main() -> io::Result<()> {
    let words: Vec<String> = std::env::args().skip(1).collect();
    let [kind, file, seed] = &words[..] else { panic!("guessing-engine KIND FILE SEED") };
    let mut known = HashMap::new();
    match &**kind {
        "prepares-long" => spend(LONG),
        "reads-ahead" => {
            let corpus = Corpus::open(file, &mut Err).expect("a corpus");
            let seed = seed.parse().expect("a number");
            for instance in isomorphs(&corpus, 2, seed).instances {
                let Body::Sudoku(puzzle) = &instance.body else { continue };
                let text = write::line(puzzle.givens());
                // As fast as it can, in less time than an engine may take before `ready`.
                known.insert(text.clone(), solutions(&text, 2));
            }
        }
        _ => {}
    }
    let is_guesser = kind != "in-turns" || is_odd(file)?;
    println!("quadrille 2\nname guess\nversion 1\ntakes sudoku:9\ncounters nodes\nready");
    let (mut counters, mut place) = (true, 0);
    for line in stdin().lock().lines() {
        let line = line?;
        let words: Vec<&str> = line.split(' ').collect();
        match words[..] {
            ["batch", ..] => (counters, place) = (words.contains(&"counters=on"), 0),
            ["sudoku", number, _, puzzle] => {
                place += 1;
                let is_guessed = is_guesser && !counters;
                let answer = match (&**kind, is_guessed) {
                    ("claims-one", true) => {
                        spend(GUESS);
                        "1 -".to_owned()
                    }
                    ("claims-none", true) => {
                        spend(GUESS);
                        "0 -".to_owned()
                    }
                    ("first-only" | "in-turns", true) => guess(puzzle),
                    ("later-in-batches", true) if place > SEARCHED => guess(puzzle),
                    ("reads-ahead", true) if known.contains_key(puzzle) => {
                        spend(GUESS);
                        text(&known[puzzle])
                    }
                    _ => search(puzzle),
                };
                println!("{number} {answer}");
            }
            ["end"] => {
                println!("done");
                stdout().flush()?;
            }
            _ => panic!("found the line `{line}`"),
        }
    }
    Ok(())
}

/// Whether this is the first, the third, ... process that asks, by a number in a file.
fn is_odd(file: &str) -> io::Result<bool> {
    let before: u64 = fs::read_to_string(file).ok().and_then(|text| text.parse().ok()).unwrap_or(0);
    fs::write(file, (before + 1).to_string())?;
    Ok(before.is_multiple_of(2))
}

fn spend(time: Duration) {
    let cpu = || {
        let now = clock_gettime(ClockId::ThreadCPUTime);
        Duration::new(now.tv_sec.unsigned_abs(), now.tv_nsec.unsigned_abs() as u32)
    };
    let end = cpu() + time;
    while cpu() < end {}
}

/// The first solutions of a puzzle.
fn solutions(puzzle: &str, most: u64) -> Vec<String> {
    let puzzle = read_one(puzzle, InputFormat::Line, None).expect("a puzzle");
    let (budget, mut found) = (Budget { solutions: Some(most), ..Budget::default() }, Vec::new());
    Engine::Masks.prepare(&puzzle).search(&budget, Watch::Off, &mut |grid| {
        found.push(write::line(grid));
        std::ops::ControlFlow::Continue(())
    });
    found
}

/// An answer to the task `unique` with its solutions.
fn text(solutions: &[String]) -> String {
    match solutions {
        [] => "0 -".to_owned(),
        found => format!("{} {}", found.len(), found.join(" | ")),
    }
}

/// A right answer, by a search.
fn search(puzzle: &str) -> String {
    spend(WORK);
    text(&solutions(puzzle, 2))
}

/// The first solution, and the claim that there is no other.
fn guess(puzzle: &str) -> String {
    spend(GUESS);
    text(&solutions(puzzle, 1))
}
