//! System E's table made again: a puzzle of difficulty 5 generated and then solved.
//!
//! For each size 100 puzzles, one after the other, from streams 0 to 99 of seed 1; each timed from
//! the recipe to the solution that `masks` finds. The time to beat is the one published in 2006.
//!
//! `cargo bench --bench level_five`

use std::time::{Duration, Instant};

use quadrille_cover::random::Stream;
use quadrille_sudoku::generate::{Maker, Recipe};
use quadrille_sudoku::{Engine, Level, Order};

/// Rows of a grid, and milliseconds as published ("Projet IF3", system E).
const PUBLISHED: [(usize, u64); 3] = [(9, 5), (16, 80), (25, 1000)];
const PUZZLES: u64 = 100;

fn main() {
    println!("size   published  median     fastest    slowest    published/median");
    for (side, published) in PUBLISHED {
        let order = Order::from_side(side).expect("a size");
        let recipe = Recipe { level: Level::new(5), ..Recipe::new(order) };
        let maker = Maker::new(recipe).expect("a recipe that can be followed");
        let mut times: Vec<Duration> = (0..PUZZLES).map(|i| timed(&maker, i)).collect();
        times.sort_unstable();
        let median = (times[times.len() / 2 - 1] + times[times.len() / 2]) / 2;
        let published = Duration::from_millis(published);
        println!(
            "{:<6} {:<10} {:<10} {:<10} {:<10} {:.1}",
            format!("{side}x{side}"),
            format!("{published:?}"),
            format!("{median:.2?}"),
            format!("{:.2?}", times[0]),
            format!("{:.2?}", times[times.len() - 1]),
            published.as_secs_f64() / median.as_secs_f64(),
        );
    }
}

/// Generates a puzzle and solves it.
fn timed(maker: &Maker, i: u64) -> Duration {
    let start = Instant::now();
    let mut stream = Stream::new(1, i);
    let made = loop {
        if let Ok(made) = maker.attempt(&mut stream) {
            break made;
        }
    };
    let solution = Engine::Masks.first(&made.puzzle).expect("it has a solution");
    let time = start.elapsed();
    assert!(made.puzzle.is_solved_by(&solution), "{:?}", made.puzzle);
    assert_eq!(quadrille_sudoku::rate::level(&made.puzzle), Level::new(5));
    time
}
