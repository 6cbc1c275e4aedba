//! Compares the mean number of clues of minimal puzzles drawn by the unbiased method with the published mean.
//!
//! The test, stated before it was run: N = 1500 puzzles, chosen beforehand, from streams 0 to N - 1 of
//! seed 1. Under the hypothesis that the sampler is unbiased, the weighted mean of their clue counts
//! differs from 26.577 (D. Berthier, 5 926 343 puzzles) by its sampling error alone. The standard error
//! of the mean is the linearised one of a ratio of two sums. The hypothesis is rejected at the level of
//! 1 %, which is |z| >= 2.576.
//!
//! ```console
//! $ cargo run --release -p quadrille-sudoku --example unbiased_mean -- --puzzles 1500 --seed 1
//! ```

use std::process::ExitCode;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Instant;

use quadrille_cover::random::Stream;
use quadrille_sudoku::generate::{Failure, Generator, Method, Recipe, unbiased};
use quadrille_sudoku::grid::Order;

/// The mean number of clues of all minimal puzzles, and of the successes without weights (D. Berthier,
/// "Classification results").
const PUBLISHED: [(&str, f64); 2] = [("weighted", 26.577), ("not weighted", 25.667)];
/// The share of minimal puzzles with each number of clues, in per cent, from 20 clues on (D. Berthier,
/// "The real distribution of minimal puzzles").
const PUBLISHED_PER_CENT: [f64; 13] = [
    1.32e-7, 3.4e-5, 0.00348, 0.148, 2.28, 13.42, 31.91, 32.71, 15.48, 3.598, 0.41, 0.0241, 0.00102,
];
/// The number of all minimal puzzles.
const PUBLISHED_ALL: f64 = 3.1055e37;
/// The number of all full grids (B. Felgenhauer, F. Jarvis, 2005).
const GRIDS: f64 = 6_670_903_752_021_072_936_960.0;
/// The bound on |z| at which the hypothesis is rejected.
const CRITICAL: f64 = 2.576;

/// A puzzle that the generator returned.
#[derive(Clone, Copy)]
struct Drawn {
    clues: usize,
    /// The number of successful trials in the block of trials from which the puzzle was drawn.
    successes: f64,
    /// The number of blocks of trials, of which the last is the first with a success.
    blocks: u64,
}

/// The weight of a puzzle in a mean.
type Weigh = fn(&Drawn) -> f64;

fn main() -> ExitCode {
    let [puzzles, seed, jobs] = match options() {
        Ok(options) => options,
        Err(message) => {
            eprintln!("{message}");
            return ExitCode::from(2);
        }
    };
    let start = Instant::now();
    let drawn = draw_all(puzzles, seed, jobs);
    let seconds = start.elapsed().as_secs_f64();
    report_cost(&drawn, seconds * jobs as f64);
    report_clues(&drawn);
    let weighs: [Weigh; 2] = [|d| d.successes * unbiased::weight(d.clues), |d| d.successes];
    let z = PUBLISHED.iter().zip(weighs).map(|(&(name, published), weigh)| {
        let (mean, error, deviation) = mean(&drawn, weigh);
        let z = (mean - published) / error;
        println!("{name}: mean {mean:.4}, standard error {error:.4}, standard deviation {deviation:.3}; published {published}, z = {z:+.2}");
        z
    });
    let z = z.collect::<Vec<_>>()[0];
    if z.abs() < CRITICAL {
        println!("not rejected: |z| < {CRITICAL}");
        ExitCode::SUCCESS
    } else {
        println!("rejected: |z| >= {CRITICAL}");
        ExitCode::FAILURE
    }
}

/// The values of `--puzzles`, `--seed` and `--jobs`.
fn options() -> Result<[u64; 3], String> {
    let names = ["--puzzles", "--seed", "--jobs"];
    let mut values = [1500, 1, 1];
    let mut arguments = std::env::args().skip(1);
    while let Some(name) = arguments.next() {
        let option = names.iter().position(|&known| known == name);
        let value = arguments.next().and_then(|value| value.parse().ok());
        match (option, value) {
            (Some(option), Some(value)) => values[option] = value,
            _ => return Err(format!("found {name}; expected one of {names:?} and a number")),
        }
    }
    let few = values[0] < 2 || values[2] < 1;
    if few { Err("too few; give at least 2 puzzles and 1 job".to_owned()) } else { Ok(values) }
}

fn draw_all(puzzles: u64, seed: u64, jobs: u64) -> Vec<Drawn> {
    let recipe = Recipe { method: Method::Unbiased, ..Recipe::new(Order::NINE) };
    let generator = Generator::new(recipe).expect("a valid recipe");
    let next = AtomicU64::new(0);
    let work = || {
        let numbers = std::iter::repeat_with(|| next.fetch_add(1, Ordering::Relaxed));
        let numbers = numbers.take_while(|&number| number < puzzles);
        numbers.map(|number| (number, draw(&generator, seed, number))).collect::<Vec<_>>()
    };
    let mut drawn: Vec<_> = std::thread::scope(|scope| {
        let workers: Vec<_> = (0..jobs).map(|_| scope.spawn(work)).collect();
        workers.into_iter().flat_map(|worker| worker.join().expect("no worker fails")).collect()
    });
    // Floating-point sums depend on the order of the terms.
    drawn.sort_by_key(|&(number, _)| number);
    drawn.into_iter().map(|(_, drawn)| drawn).collect()
}

fn draw(generator: &Generator, seed: u64, number: u64) -> Drawn {
    let mut stream = Stream::new(seed, number);
    let mut blocks = 1;
    loop {
        match generator.attempt(&mut stream) {
            Ok(made) => {
                let clues = made.puzzle.clues();
                let weight = made.weight.expect("the unbiased method weighs");
                let successes = (weight / unbiased::weight(clues)).round();
                return Drawn { clues, successes, blocks };
            }
            Err(Failure::NoMinimal) => blocks += 1,
            Err(failure) => panic!("stream {number} of seed {seed}: {failure}"),
        }
    }
}

fn report_cost(drawn: &[Drawn], seconds: f64) {
    let trials: u64 = drawn.iter().map(|d| d.blocks * unbiased::TRIALS).sum();
    let successes: f64 = drawn.iter().map(|d| d.successes).sum();
    let weights: f64 = drawn.iter().map(|d| d.successes * unbiased::weight(d.clues)).sum();
    let trials = trials as f64;
    println!(
        "{} puzzles, {successes} successes in {trials} trials, one in {:.0}",
        drawn.len(),
        trials / successes
    );
    println!(
        "{:.2} microseconds of a job's time per trial, full grids included",
        seconds * 1e6 / trials
    );
    println!("all minimal puzzles: {:.3e}; published {PUBLISHED_ALL:e}", GRIDS * weights / trials);
}

fn report_clues(drawn: &[Drawn]) {
    println!("clues  puzzles  successes  % weighted  published");
    let weight = |d: &Drawn| d.successes * unbiased::weight(d.clues);
    let all: f64 = drawn.iter().map(weight).sum();
    for clues in 17..=40 {
        let with: Vec<&Drawn> = drawn.iter().filter(|d| d.clues == clues).collect();
        let published = clues.checked_sub(20).and_then(|i| PUBLISHED_PER_CENT.get(i));
        if with.is_empty() && published.is_none() {
            continue;
        }
        // Rust's sum of an empty list of floating-point numbers is -0; adding 0 makes it 0.
        let successes = 0.0 + with.iter().map(|d| d.successes).sum::<f64>();
        let per_cent = 0.0 + 100.0 * with.iter().map(|d| weight(d)).sum::<f64>() / all;
        let published = published.map_or_else(|| "-".to_owned(), ToString::to_string);
        println!("{clues:5}  {:7}  {successes:9}  {per_cent:10.4}  {published:>9}", with.len());
    }
}

/// The mean number of clues with these weights, its standard error, and the standard deviation of
/// the clues.
fn mean(drawn: &[Drawn], weigh: Weigh) -> (f64, f64, f64) {
    let sum = |of: &dyn Fn(&Drawn) -> f64| drawn.iter().map(of).sum::<f64>();
    let weights = sum(&weigh);
    let mean = sum(&|d| weigh(d) * d.clues as f64) / weights;
    let from_mean = |d: &Drawn| d.clues as f64 - mean;
    let variance = sum(&|d| weigh(d) * from_mean(d).powi(2)) / weights;
    let n = drawn.len() as f64;
    let residuals = sum(&|d| (weigh(d) * from_mean(d)).powi(2));
    (mean, (residuals * n / (n - 1.0)).sqrt() / weights, variance.sqrt())
}
