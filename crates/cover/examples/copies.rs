//! Packings of copies: boxes filled with several copies of each piece, counted by `bits` and by `dlx`.
//!
//! `cargo run --release -p quadrille-cover --example copies` prints both times of ten problems, and the geometric mean of
//! their ratios.

use std::collections::BTreeSet;
use std::time::Instant;

use quadrille_cover::engine::{Bits, Dlx};
use quadrille_cover::{Bounds, Budget, Counters, Problem, Solver};

type Cells = Vec<(i32, i32)>;

/// A piece, drawn in rows that are divided by `/`; and how many copies the box must hold.
type Copies = (&'static str, u32, u32);

/// Name, width and height of a box, the pieces, and whether cells may stay empty.
type Packing = (&'static str, i32, i32, &'static [Copies], bool);

const PACKINGS: [Packing; 10] = [
    ("five tetrominoes twice, 5x8", 5, 8, &[I2, O2, T2, S2, L2], false),
    ("five tetrominoes twice, 4x10", 4, 10, &[I2, O2, T2, S2, L2], false),
    ("12 P-pentominoes, 6x10", 6, 10, &[("oo/oo/o.", 12, 12)], false),
    ("16 L-tetrominoes, 8x8", 8, 8, &[("ooo/o..", 16, 16)], false),
    ("dominoes and trominoes, 6x6", 6, 6, &[("oo", 6, 6), ("oo/o.", 4, 4), ("ooo", 4, 4)], false),
    ("18 L-trominoes, 6x9", 6, 9, &[("oo/o.", 18, 18)], false),
    ("6 to 8 P-pentominoes, rest dominoes, 5x8", 5, 8, &[("oo/oo/o.", 6, 8), ("oo", 0, 5)], false),
    ("8 to 12 T-tetrominoes, rest I, 8x8", 8, 8, &[("ooo/.o.", 8, 12), ("oooo", 0, 8)], false),
    ("6 X-pentominoes, 9x9, with holes", 9, 9, &[(".o./ooo/.o.", 6, 6)], true),
    ("6 L- and 6 P-pentominoes, 6x10", 6, 10, &[("oooo/o...", 6, 6), ("oo/oo/o.", 6, 6)], false),
];

const I2: Copies = ("oooo", 2, 2);
const O2: Copies = ("oo/oo", 2, 2);
const T2: Copies = ("ooo/.o.", 2, 2);
const S2: Copies = (".oo/oo.", 2, 2);
const L2: Copies = ("ooo/o..", 2, 2);

/// The orientations of a piece, turned and reflected, each moved to the corner.
fn orientations(drawn: &str) -> BTreeSet<Cells> {
    let rows = drawn.split('/').zip(0..);
    let mut cells: Cells = rows
        .flat_map(|(row, r)| {
            row.chars().zip(0..).filter(|&(c, _)| c == 'o').map(move |(_, c)| (r, c))
        })
        .collect();
    let mut all = BTreeSet::new();
    for turn in 0..8 {
        cells = cells.iter().map(|&(r, c)| if turn == 4 { (r, -c) } else { (c, -r) }).collect();
        let least = |of: fn(&(i32, i32)) -> i32| cells.iter().map(of).min().unwrap_or(0);
        let (r0, c0) = (least(|cell| cell.0), least(|cell| cell.1));
        let mut moved: Cells = cells.iter().map(|&(r, c)| (r - r0, c - c0)).collect();
        moved.sort_unstable();
        all.insert(moved);
    }
    all
}

fn problem(&(_, width, height, pieces, holes): &Packing) -> Problem {
    let mut builder = Problem::builder();
    for &(drawn, low, high) in pieces {
        builder.primary_bounded(drawn, Bounds { low, high }).expect("names differ");
    }
    let cell = |(r, c): (i32, i32)| format!("{r},{c}");
    for place in (0..height).flat_map(|r| (0..width).map(move |c| (r, c))) {
        let added =
            if holes { builder.secondary(&cell(place)) } else { builder.primary(&cell(place)) };
        added.expect("names differ");
    }
    for &(drawn, ..) in pieces {
        for piece in orientations(drawn) {
            for (r0, c0) in (0..height).flat_map(|r| (0..width).map(move |c| (r, c))) {
                let cells = || piece.iter().map(|&(r, c)| (r + r0, c + c0));
                if cells().all(|(r, c)| r < height && c < width) {
                    let words = std::iter::once(drawn.to_owned()).chain(cells().map(cell));
                    let words: Vec<String> = words.collect();
                    builder.option(words.iter().map(String::as_str)).expect("all items exist");
                }
            }
        }
    }
    builder.build()
}

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let mut logarithms = 0.0;
    for packing in &PACKINGS {
        let problem = problem(packing);
        let count = |engine: &dyn Solver| {
            let begun = Instant::now();
            let tally = engine.tally(&problem, &Budget::default(), Counters::Off)?;
            Ok::<_, quadrille_cover::Unsupported>((tally.solutions, begun.elapsed().as_secs_f64()))
        };
        let ((by_bits, bits), (by_dlx, dlx)) = (count(&Bits)?, count(&Dlx)?);
        assert_eq!(by_bits, by_dlx);
        let (name, ..) = packing;
        println!(
            "{name}: {by_bits} ways, bits {bits:.4} s, dlx {dlx:.4} s, {:.1} times",
            dlx / bits
        );
        logarithms += (dlx / bits).ln();
    }
    println!("geometric mean: {:.1} times", (logarithms / PACKINGS.len() as f64).exp());
    Ok(())
}
