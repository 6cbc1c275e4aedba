//! Property tests: every output is read back unchanged, and reading ends without a panic on any
//! input.

use std::io::BufReader;

use proptest::collection::vec;
use proptest::prelude::*;

use super::InputFormat::{self, Auto, Grid, Line, Numbers, Stream};
use super::read::testing::{in_runs, one_by_one};
use super::read::{Reader, read_one};
use super::write::{self, decorated, line, plain};
use crate::grid::{self, Candidates, Order, Puzzle};

fn order() -> impl Strategy<Value = Order> {
    (2usize..=9).prop_map(|n| Order::new(n).unwrap())
}

/// Grids of every size, from empty to full, most of which break the rules of Sudoku.
fn grid() -> impl Strategy<Value = grid::Grid> {
    (order(), 0.0..=1.0).prop_flat_map(|(order, filled)| {
        let digit = prop::option::weighted(filled, 1..=order.side() as u8);
        vec(digit.prop_map(Option::unwrap_or_default), order.cells())
            .prop_map(|cells| grid::Grid::from_cells(cells).unwrap())
    })
}

/// Whether each row of a grid looks like a small grid on one line, or one row does because a value repeats in it, as in no large grid.
fn is_ambiguous(grid: &grid::Grid) -> bool {
    let n = grid.order().n();
    let is_small = |row: &&[u8]| row.iter().all(|&digit| digit as usize <= n);
    let repeats =
        |row: &[u8]| (1..=n as u8).any(|digit| row.iter().filter(|&&d| d == digit).count() > 1);
    let mut rows = grid.cells().chunks(grid.order().side());
    matches!(n, 4 | 9)
        && (rows.clone().all(|row| is_small(&row))
            || rows.any(|row| is_small(&row) && repeats(row)))
}

/// Text that resembles puzzles, so that it gets past the first checks. Some of it is not UTF-8.
fn likely_text() -> impl Strategy<Value = Vec<u8>> {
    let line = prop_oneof![
        "[0-9.]{1,20}",
        "[1-4.]{16}",
        "[a-p.]{16}",
        "\u{feff}?[.0-9]{81}",
        "([.0-9]{81}\n){2,5}",
        "Grid [0-9]{2}",
        "[.0-9]{81}[ ,;][.0-9 |]{0,90}",
        "[1-4.]{64}",
        "(1[2.]3[4.]5[67.]{2}8[9.]){81}",
        ":[0-9]{4}:[1-9x]:(\\+?[.0-9]){80,81}(:([1-9]{3} ?){0,3}){0,2}:?",
        "\\[(Puzzle|State|Other)\\]",
        " ?\\*[-+|*]{1,13}",
        "([0-9]{1,2} ){1,20}",
        "[0-9]( [0-9]){2}",
        "(\\|[ .0-9]{1,5}){1,9}\\|?",
        "[-+|= ]{1,13}",
        "[ \t]*(#.*)?",
        "Tests [0-9]{1,3}",
        ".{0,30}",
        "[0-9~]{9}",
    ];
    vec((line, prop_oneof![Just("\n"), Just("\r\n"), Just("\r"), Just("\n\n")]), 0..40)
        .prop_map(|lines| lines.into_iter().map(|(line, end)| line + end).collect::<String>())
        .prop_map(|text| text.bytes().map(|b| if b == b'~' { 0xff } else { b }).collect())
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(128))]

    #[test]
    fn every_output_is_read_back(grid in grid()) {
        let order = grid.order();
        let has_symbols = order.n() <= 5;
        let [rows, whole] = if has_symbols { [Grid, Line] } else { [Numbers; 2] };
        let outputs = [(plain(&grid), rows), (line(&grid), whole), (decorated(&grid), Grid)];
        let needed = is_ambiguous(&grid).then_some(order);
        let puzzle = Puzzle::new(grid);
        for (text, format) in &outputs {
            for (format, size) in [(Auto, needed), (Auto, Some(order)), (*format, needed)] {
                prop_assert_eq!(&read_one(text, format, size).unwrap(), &puzzle);
            }
        }
        if has_symbols {
            let stream = read_one(&outputs[0].0, Stream, Some(order));
            prop_assert_eq!(&stream.unwrap(), &puzzle);
        }
    }

    #[test]
    fn candidates_are_read_back(
        n in 2usize..=5,
        masks in vec(any::<(u32, bool)>(), 625),
        format in prop::sample::select(&[Auto, InputFormat::Pencilmarks][..]),
        size: bool,
    ) {
        let order = Order::new(n).unwrap();
        let all = u32::MAX >> (32 - order.side());
        let mask = |&(mask, few): &(u32, bool)| all & if few { mask & mask.rotate_left(7) } else { mask };
        let masks: Vec<u32> = masks[..order.cells()].iter().map(mask).collect();
        let candidates = Candidates::from_masks(masks.clone()).unwrap();
        let puzzle = Puzzle::restricted(&grid::Grid::empty(order), candidates).unwrap();
        let read = read_one(&write::puzzle(&puzzle), format, size.then_some(order)).unwrap();
        prop_assert_eq!(&read, &puzzle);
        let read = read.candidates().map(Candidates::masks);
        prop_assert!(read.is_none_or(|read| read == masks));
    }

    #[test]
    fn many_outputs_in_one_source_are_read_back(grids in vec((grid(), 0..3), 0..6)) {
        let (mut text, mut expected) = (String::new(), Vec::new());
        for (grid, output) in grids.into_iter().filter(|(grid, _)| !is_ambiguous(grid)) {
            text += &match output {
                0 => plain(&grid),
                1 => line(&grid) + "\n",
                _ => decorated(&grid) + "Tests 211\nForks 47\n",
            };
            text.push('\n');
            expected.push(Puzzle::new(grid));
        }
        let reader = Reader::new(text.as_bytes(), Auto, None);
        let found: Vec<_> = reader.map(|found| found.unwrap().puzzle).collect();
        prop_assert_eq!(found, expected);
    }

    #[test]
    fn whatever_is_read_comes_to_an_end(
        bytes in prop_oneof![vec(any::<u8>(), 0..300), likely_text()],
        format in prop::sample::select(&InputFormat::ALL[..]),
        size in prop::option::of(order()),
    ) {
        let lines = bytes.split(|&byte| matches!(byte, b'\n' | b'\r')).count();
        let mut reader = Reader::new(&bytes[..], format, size);
        let mut last = 0;
        for found in reader.by_ref().take(lines + 1) {
            let line = match found {
                Ok(found) => found.line,
                Err(error) => {
                    let message = error.what();
                    prop_assert!(message.starts_with("found "));
                    prop_assert!(!message.contains(char::is_control));
                    error.line
                }
            };
            prop_assert!(line > last, "each line is in one puzzle or error at most");
            last = line;
        }
        prop_assert!(reader.next().is_none());
    }

    #[test]
    fn runs_change_nothing_in_any_text(
        bytes in likely_text(),
        capacity in 1usize..400,
        most in 1usize..5,
        size in prop::option::of(Just(Order::NINE)),
        format in prop::sample::select(&[Auto, Line][..]),
    ) {
        let open = || Reader::new(BufReader::with_capacity(capacity, &bytes[..]), format, size);
        prop_assert_eq!(in_runs(open(), most), one_by_one(open()));
    }
}
