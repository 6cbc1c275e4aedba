//! The puzzles of the five systems, grids of every size, and a check of solutions that shares no code with the binary.

use std::collections::HashSet;

pub const P1: &str =
    "100007090030020008009600500005300900010080002600004000300000010040000007007000300";
pub const P1_SOLUTION: &str =
    "162857493534129678789643521475312986913586742628794135356478219241935867897261354";
/// P1 without the 3 in cell 78: 90 solutions.
pub const P2: &str =
    "100007090030020008009600500005300900010080002600004000300000010040000007007000000";
pub const P3: &str =
    "003040060094000328000903000008410000076000540000076900000507000459000230010030800";
pub const P3_SOLUTION: &str =
    "583742169794651328261983754928415673376829541145376982832597416459168237617234895";
pub const P4: &str =
    "530070000600195000098000060800060003400803001700020006060000280000419005000080079";
pub const P4_SOLUTION: &str =
    "534678912672195348198342567859761423426853791713924856961537284287419635345286179";
/// System C's 4x4 example, which has no solution.
pub const C1: &str = "..2.41....32..4.";
/// A puzzle that system D calls easy.
pub const G1: &str =
    "000001080204070035070056210060205001300000006100607020031860070720010804050700000";
pub const G1_SOLUTION: &str =
    "596321487214978635873456219967285341382194756145637928431869572729513864658742193";
/// A puzzle that system D calls difficult: it stalls with 50 open cells.
pub const G5: &str =
    "010405800052800010000010006001000700800030004007000200600070000070008640004600090";
/// The first solution of the empty grid, as system E finds it.
pub const EMPTY_SOLUTION: &str =
    "123456789456789123789123456231674895875912364694538217317265948542897631968341572";

/// A 9x9 puzzle whose first two givens clash.
pub fn clashing() -> String {
    format!("11{}", ".".repeat(79))
}

/// A puzzle as printed, with `.` for an empty cell.
pub fn dotted(puzzle: &str) -> String {
    puzzle.replace('0', ".")
}

/// A puzzle with this number of rows, one row on each line.
pub fn in_rows(puzzle: &str, side: usize) -> String {
    let cells: Vec<char> = puzzle.chars().collect();
    cells.chunks(side).map(|row| row.iter().collect::<String>() + "\n").collect()
}

/// The numbers of a full grid of `n * n` rows; each row is the row above shifted by `n`.
pub fn full_grid(n: usize) -> Vec<usize> {
    let side = n * n;
    let cells = (0..side * side).map(|cell| (cell / side, cell % side));
    cells.map(|(row, column)| (n * (row % n) + row / n + column) % side + 1).collect()
}

/// The same grid with every other cell empty (0).
pub fn sparse_grid(n: usize) -> Vec<usize> {
    let side = n * n;
    let emptied = |cell: usize| (cell / side + cell % side).is_multiple_of(2);
    let cells = full_grid(n).into_iter().enumerate();
    cells.map(|(cell, digit)| if emptied(cell) { 0 } else { digit }).collect()
}

/// The numbers of a grid as symbols: digits up to 9x9, letters from `a` beyond.
pub fn symbols(grid: &[usize]) -> String {
    let first = if grid.len() > 81 { b'a' } else { b'1' };
    let symbol =
        |&digit: &usize| if digit == 0 { '.' } else { char::from(first - 1 + digit as u8) };
    grid.iter().map(symbol).collect()
}

/// The cells of a line: words if the line has blanks, otherwise characters.
fn cells(line: &str) -> Vec<String> {
    if line.contains(' ') {
        return line.split_whitespace().map(str::to_owned).collect();
    }
    line.chars().map(String::from).collect()
}

/// Whether a line is a valid full grid that contains every given of another line.
pub fn solves(solution: &str, puzzle: &str) -> bool {
    let (solution, puzzle) = (cells(solution), cells(puzzle));
    let side = solution.len().isqrt();
    let n = side.isqrt();
    let keeps = |(given, found): (&String, &String)| given == "." || given == "0" || given == found;
    let fits = n.pow(4) == solution.len() && puzzle.len() == solution.len();
    let mut units = vec![HashSet::new(); 3 * side];
    for (cell, digit) in solution.iter().enumerate().filter(|&(_, digit)| digit != ".") {
        let (row, column) = (cell / side, cell % side);
        let region = row / n * n + column / n;
        for unit in [row, side + column, 2 * side + region] {
            units[unit].insert(digit);
        }
    }
    fits && puzzle.iter().zip(&solution).all(keeps) && units.iter().all(|unit| unit.len() == side)
}

/// Grids, triples, comments and unreadable lines among runs of puzzles.
pub fn a_bit_of_everything() -> String {
    let mut text = String::new();
    for i in 0..60 {
        text += &format!("{P1}\n{P2}\n# a comment\n{}", in_rows(P4, 9));
        text += &format!("{C1}\n\n{P3}\r\n0 0 1\n0 1 1\n\n{}\n", clashing());
        text += &format!("{}\n", symbols(&sparse_grid(4)));
        text += &format!("{P1} # {i}\n{}\n{}\n", &P1[i..], G5.replace('0', "."));
    }
    text
}
