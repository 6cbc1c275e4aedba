//! # Twelve pieces in a box
//!
//! Glue five squares together edge to edge, in every way there is: twelve pieces come out, if turning
//! and turning over makes no new one. They have sixty squares together, and so has a box of 6 by 10.
//! Do they fit? In 1960, C. B. and J. Haselgrove let a computer count the ways: 2339.
//!
//! This is how to get that number with an exact cover: from the box to items and options, and from
//! 9356 solutions to 2339 that differ.
//!
//!     cargo run --release -p quadrille-cover --example pentominoes
//!
//! ```text
//! 2056 ways to lay one piece, 9356 ways to lay all.
//! 389 ways with the cross in its corner, 2339 for all.
//! The first of them:
//! L L X F F T T T W W
//! L X X X F F T W W N
//! L U X U F Z T W N N
//! L U U U Y Z Z Z N V
//! P P P Y Y Y Y Z N V
//! P P I I I I I V V V
//! ```
//!
//! (C. B. and J. Haselgrove, *A computer program for pentominoes*, Eureka 23 (1960), 16-18.)

use std::collections::BTreeSet;
use std::error::Error;

use quadrille_cover::engine::{Auto, Dlx};
use quadrille_cover::{Problem, ProblemError, Solution, Solver, verify};

const ROWS: i32 = 6;
const COLUMNS: i32 = 10;

/// The pieces, named after letters that they look like (S. W. Golomb).
const PIECES: [(char, &str); 12] = [
    ('F', ".## ##. .#."),
    ('I', "#####"),
    ('L', "####. #...."),
    ('N', "##... .###."),
    ('P', "##. ##. #.."),
    ('T', "### .#. .#."),
    ('U', "#.# ###"),
    ('V', "#.. #.. ###"),
    ('W', "#.. ##. .##"),
    ('X', ".#. ### .#."),
    ('Y', "####. .#..."),
    ('Z', "##. .#. .##"),
];

/// A square: its row and column.
type Square = (i32, i32);

// What has to be covered? Every square of the box, once, and every piece has to be used, once. These are
// the *items*, seventy-two. What covers them? A piece in a place: it covers its own item
// and five squares. These are the *options*. An exact cover is a set of options in which every item
// occurs once, and that is a filled box.
//
// So the program lists each way to lay each piece. The solver needs to know nothing about squares.

/// The problem whose options are all ways to lay a piece for which `may` is true.
fn problem(may: impl Fn(char, &[Square]) -> bool) -> Result<Problem, ProblemError> {
    let mut builder = Problem::builder();
    for (piece, _) in PIECES {
        builder.primary(&piece.to_string())?;
    }
    for (row, column) in squares() {
        builder.primary(&name(row, column))?;
    }
    for (piece, drawing) in PIECES {
        for shape in orientations(drawing) {
            for (row, column) in squares() {
                let laid: Vec<Square> = shape.iter().map(|&(r, c)| (r + row, c + column)).collect();
                let fits = laid.iter().all(|&(r, c)| r < ROWS && c < COLUMNS);
                if fits && may(piece, &laid) {
                    let mut items = vec![piece.to_string()];
                    items.extend(laid.iter().map(|&(r, c)| name(r, c)));
                    builder.option(items.iter().map(String::as_str))?;
                }
            }
        }
    }
    Ok(builder.build())
}

fn squares() -> impl Iterator<Item = Square> {
    (0..ROWS).flat_map(|row| (0..COLUMNS).map(move |column| (row, column)))
}

/// The name of a square, from `r0c0` to `r5c9`.
fn name(row: i32, column: i32) -> String {
    format!("r{row}c{column}")
}

// A piece can be turned four ways and turned over, which makes eight orientations; but some orientations of the
// I, and all of the X, are equal. A set keeps each orientation once, if it is moved to the corner first.

/// The different orientations of a piece, each as squares in order from the corner on.
fn orientations(drawing: &str) -> BTreeSet<Vec<Square>> {
    let rows = (0..).zip(drawing.split(' '));
    let mut shape: Vec<Square> = rows
        .flat_map(|(r, row)| (0..).zip(row.chars()).map(move |(c, mark)| ((r, c), mark)))
        .filter_map(|(square, mark)| (mark == '#').then_some(square))
        .collect();
    let mut found = BTreeSet::new();
    for turn in 0..8 {
        // A quarter turn each time; after four quarter turns, the piece is turned over instead.
        shape = shape.iter().map(|&(r, c)| if turn == 4 { (r, -c) } else { (c, -r) }).collect();
        let top = shape.iter().map(|&(r, _)| r).min().unwrap_or(0);
        let left = shape.iter().map(|&(_, c)| c).min().unwrap_or(0);
        shape = shape.iter().map(|&(r, c)| (r - top, c - left)).collect();
        shape.sort_unstable();
        found.insert(shape.clone());
    }
    found
}

// This problem has 9356 solutions, four times too many: turn a filled box by half, hold it to a mirror, do both,
// and it is filled in another way that is not really new. Finding all four and dropping
// three would be a waste, as it is easy to search for one only. All symmetries leave the X the
// same, so whatever is done to the box, the X is still an X, with its centre in
// another quarter. In this box no centre can lie between two quarters, as both sides are even.
// So exactly one of the four has it in the upper left. Omit the options for all other places of the X,
// and the search is a quarter of the work.

/// Whether a piece is not the X, or is the X with its centre in the upper left quarter.
fn in_its_quarter(piece: char, laid: &[Square]) -> bool {
    let (row, column) = laid[2]; // the third of the five squares in order is the centre of the X
    piece != 'X' || row < ROWS / 2 && column < COLUMNS / 2
}

/// Whether a piece is not the X, or is the X as far up and to the left as possible: an easier puzzle.
fn in_its_corner(piece: char, laid: &[Square]) -> bool {
    piece != 'X' || laid[2] == (1, 2)
}

// A solution is a list of options, and an option can be asked for its items: the first is the piece,
// the rest are its squares.

/// The box, with a letter in each square.
fn drawn(problem: &Problem, solution: &Solution) -> String {
    let mut letters = vec!["?"; (ROWS * COLUMNS) as usize];
    for &option in solution {
        let items: Vec<_> = problem.option(option).iter().map(|entry| entry.item).collect();
        for square in &items[1..] {
            letters[square.index() - PIECES.len()] = problem.item_name(items[0]);
        }
    }
    let rows = letters.chunks(COLUMNS as usize).map(|row| row.join(" ") + "\n");
    rows.collect()
}

/// The story in numbers.
///
/// # Errors
/// Never, unless this example has a mistake.
pub fn story() -> Result<String, Box<dyn Error>> {
    let all = problem(|_, _| true)?;
    let four_times = Auto.count(&all)?;
    let mut text =
        format!("{} ways to lay one piece, {four_times} ways to lay all.\n", all.options());

    let quarter = problem(in_its_quarter)?;
    let count = Auto.count(&quarter)?;
    assert_eq!(&count * 4u32, four_times);
    let corner = Auto.count(&problem(in_its_corner)?)?;
    text += &format!("{corner} ways with the cross in its corner, {count} for all.\n");

    // For one solution, the iterator searches only until it finds one.
    let first = Dlx.solutions(&quarter)?.next().ok_or("there are 2339")?;
    verify(&quarter, &first)?;
    text += &format!("The first of them:\n{}", drawn(&quarter, &first));
    Ok(text)
}

fn main() -> Result<(), Box<dyn Error>> {
    print!("{}", story()?);
    Ok(())
}
