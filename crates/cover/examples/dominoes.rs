//! # How many ways to lay dominoes
//!
//! A domino covers two neighbouring squares. In how many ways do thirty-two of them cover a
//! chessboard? A search can find the answer by finding every way, but the number of ways grows so
//! fast with the board that finding all of them soon takes too long. *Counting* them does not.
//!
//!     cargo run --release -p quadrille-cover --example dominoes
//!
//! ```text
//! 4x4: 36 ways
//! 8x8: 12988816 ways
//! Visiting the first 300000 ways takes 1156476 nodes;
//! counting all ways takes 6373 nodes.
//! Asked to count, auto takes memo: the problem fits into bitsets, and solutions are only counted
//! Asked to visit, auto takes bits: the problem fits into bitsets
//! 12x12: 53060477521960000 ways
//! 16x16: 2444888770250892795802079170816 ways
//! 8x8 without two corners: 0 ways
//! ```

use std::error::Error;
use std::f64::consts::PI;
use std::ops::ControlFlow;

use quadrille_cover::engine::{Auto, Memo};
use quadrille_cover::{Budget, Counters, Outcome, Problem, ProblemError, Solver};

// Every square is an item, and so the board is covered when the items are. An option is a domino in a
// place: the two squares that it covers.

/// Dominoes on a square board, of which some squares may be missing.
fn board(side: usize, is_there: impl Fn(usize, usize) -> bool) -> Result<Problem, ProblemError> {
    let name = |row: usize, column: usize| format!("{row},{column}");
    let squares = || {
        let all = (0..side).flat_map(|row| (0..side).map(move |column| (row, column)));
        all.filter(|&(row, column)| is_there(row, column))
    };
    let mut builder = Problem::builder();
    for (row, column) in squares() {
        builder.primary(&name(row, column))?;
    }
    for (row, column) in squares() {
        for (below, beside) in [(0, 1), (1, 0)] {
            let (r, c) = (row + below, column + beside);
            if r < side && c < side && is_there(r, c) {
                builder.option([name(row, column), name(r, c)].iter().map(String::as_str))?;
            }
        }
    }
    Ok(builder.build())
}

// Begin with a small board, whose count is easily believed: a board of four by four has 36 ways. The chessboard
// has 12988816 ways, which can still be visited one by one in a second or more. How much work is that? Ask the
// search for its counters, and stop it early: after 300000 ways it has gone through about four nodes for each
// way.
//
// Now think of the board half covered: the upper rows are full, and a ragged edge runs through the
// middle. What comes below depends on the edge alone, and not on how the upper part was covered. There
// are thousands of ways to cover that part for every edge, and a search that visits solutions makes
// the same search below the edge for each of them. A search that only counts may make it once,
// write down the number, and use it whenever the same squares are left. That is what `memo` does,
// and `tally` is the call for it.

/// The number of nodes for visiting 300000 ways, and for counting all ways, as text.
fn visited_and_counted(board: &Problem) -> Result<String, Box<dyn Error>> {
    let some = Budget::solutions(300_000);
    let mut look = |_: &[_]| ControlFlow::Continue(());
    let visited = Auto.search(board, &some, Counters::On, &mut look)?;
    assert_eq!(visited.outcome, Outcome::Stopped);
    let counted = Memo.tally(board, &Budget::default(), Counters::On)?;
    assert_eq!(counted.search.outcome, Outcome::Exhausted);
    assert_eq!(counted.solutions, 12_988_816u32.into());
    let nodes = |search: quadrille_cover::Search| search.stats.nodes.ok_or("nodes were counted");
    Ok(format!(
        "Visiting the first 300000 ways takes {} nodes;\n\
         counting all ways takes {} nodes.\n",
        nodes(visited)?,
        nodes(counted.search)?,
    ))
}

// `auto` chooses the engine and gives a reason; it leaves `memo` on the way if another engine will be done sooner, as `frontier` is on larger
// boards, which goes through the squares in a fixed order. A memo compares whole keys, so two
// different sets of squares are never confused, and the counts are exact. Counts have
// no upper bound: the number of ways on a board of 16 by 16 does not fit into 64 bits, nor into 100.
//
// Is the count right? There is a formula to compare with: in 1961 P. W. Kasteleyn, and
// H. N. V. Temperley and M. E. Fisher, found that the number of ways is a product of cosines. A product in
// floating point has no thirty digits, but twelve are enough to tell a wrong count.

/// Kasteleyn's product for a square board of an even side.
fn kasteleyn(side: u32) -> f64 {
    let term = |j: u32| 4.0 * (PI * f64::from(j) / f64::from(side + 1)).cos().powi(2);
    let half = || 1..=side / 2;
    half().flat_map(|j| half().map(move |k| term(j) + term(k))).product()
}

/// The count on a full board, compared with the product.
fn count(side: u32) -> Result<String, Box<dyn Error>> {
    let ways = Auto.count(&board(side as usize, |_, _| true)?)?;
    let expected = kasteleyn(side);
    let found: f64 = ways.to_string().parse()?;
    assert!((found / expected - 1.0).abs() < 1e-12, "{found} ways, but the product is {expected}");
    Ok(format!("{side}x{side}: {ways} ways\n"))
}

// The last board is the oldest of these puzzles. Saw off two opposite corners: in how many ways
// can thirty-one dominoes cover the sixty-two squares? People see that both corners were white, that
// every domino covers a white square and a black one, and that there are two black squares too
// many. The search does not know this argument and has to try; with the memo it ends at once.

/// The story in numbers.
///
/// # Errors
/// Never, unless this example has a mistake.
pub fn story() -> Result<String, Box<dyn Error>> {
    let mut text = count(4)? + &count(8)?;
    let chessboard = board(8, |_, _| true)?;
    text += &visited_and_counted(&chessboard)?;
    let choices = [Auto.choice_to_count(&chessboard), Auto.choice(&chessboard)];
    text += &format!("Asked to count, auto takes {}\n", choices[0]);
    text += &format!("Asked to visit, auto takes {}\n", choices[1]);
    text += &(count(12)? + &count(16)?);
    let sawn_off = |row, column| (row, column) != (0, 0) && (row, column) != (7, 7);
    let ways = Auto.count(&board(8, sawn_off)?)?;
    text += &format!("8x8 without two corners: {ways} ways\n");
    Ok(text)
}

fn main() -> Result<(), Box<dyn Error>> {
    print!("{}", story()?);
    Ok(())
}
