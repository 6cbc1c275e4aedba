//! Kinds of files of other programs.

use super::super::testing::{EASY, found, read, rows};
use super::super::{Reader, read_one};
use crate::format::InputFormat::{Auto, Letters};
use crate::format::write;
use crate::grid::{Candidates, Grid, Order, Puzzle};

/// Sixteen rows, shifted, as digits from 1; 0 where empty.
fn sixteen() -> Vec<usize> {
    let digit = |row: usize, column: usize| (row % 4 * 4 + row / 4 + column) % 16 + 1;
    (0..256).map(|cell| if cell * 5 % 7 < 2 { 0 } else { digit(cell / 16, cell % 16) }).collect()
}

fn written(symbols: &str, empty: char) -> String {
    let symbols: Vec<char> = symbols.chars().collect();
    sixteen().iter().map(|&digit| if digit == 0 { empty } else { symbols[digit - 1] }).collect()
}

#[test]
fn digits_then_letters_and_hexadecimal_digits() {
    let expected = written("abcdefghijklmnop", '.');
    let expected = [format!("1:{}", expected.trim_end_matches('.'))];
    for symbols in ["123456789ABCDEFG", "123456789abcdefg", "0123456789ABCDEF", "abcdefghijklmnop"]
    {
        let text = written(symbols, '.');
        for text in [rows(&text), text.clone() + "\n", format!("a17 {text} 7.2\n")] {
            assert_eq!(read(&text, Auto, None), expected, "{text}");
        }
    }
    assert_eq!(read(written("123456789ABCDEFG", '0'), Auto, None), expected);
    let late = rows(&written("123456789ABCDEFG", '.').replacen('G', "H", 1));
    assert!(
        found(&read(&late, Auto, None)[0]).contains("found `H`"),
        "{:?}",
        read(&late, Auto, None)
    );
    let strict = read(written("123456789ABCDEFG", '.'), Letters, None);
    assert!(strict[0].contains("expected a letter"), "{strict:?}");
    let twenty_five = format!("9P{}", "1".repeat(623));
    let puzzle = read_one(&twenty_five, Auto, None).unwrap();
    assert_eq!([0, 1, 2].map(|cell| puzzle.givens().digit(cell)), [9, 25, 1]);
}

/// Rows may lack digits or letters, which then do not say how the others are written; and bands may have a blank line between them.
#[test]
fn rows_of_large_grids_are_read_like_those_around_them() {
    let expected = written("abcdefghijklmnop", '.');
    let expected = [format!("1:{}", expected.trim_end_matches('.'))];
    let hexadecimal = rows(&written("0123456789ABCDEF", '.'));
    let bands = |text: &str| {
        let lines: Vec<&str> = text.lines().collect();
        lines.chunks(4).map(|band| band.join("\n") + "\n").collect::<Vec<_>>().join("\n")
    };
    let spaced = hexadecimal.chars().map(|c| if c == '\n' { "\n".into() } else { format!("{c} ") });
    for text in [&hexadecimal, &spaced.collect::<String>()] {
        assert_eq!(read(bands(text), Auto, None), expected, "{text}");
    }
    let quoted: String = rows(&written("abcdefghijklmnop", '-'))
        .lines()
        .flat_map(|row| ["\"", row, "\",\n"])
        .collect();
    assert_eq!(read(&quoted, Auto, None), expected, "{quoted}");
    let no_letters = rows(&("*".repeat(16) + &written("0123456789ABCDEF", '*')[16..])).replacen(
        "****************",
        "**0****1********",
        1,
    );
    let puzzle = read_one(&no_letters, Auto, None).unwrap();
    assert_eq!([2, 7].map(|cell| puzzle.givens().digit(cell)), [1, 2]);
    // Four lines of 4x4 puzzles, four times, are still puzzles.
    let small = bands(&"1...............\n".repeat(16));
    assert_eq!(read(&small, Auto, None).len(), 16);
}

#[test]
fn a_grid_of_candidates_in_a_frame_restricts_them() {
    for n in 2..=5 {
        let order = Order::new(n).unwrap();
        let side = order.side();
        let mask = |cell: usize| {
            (0b1011 << (cell % (side - 3)) | 1 << (cell / side)) & !(u32::MAX << side)
        };
        let mut grid = Grid::empty(order);
        grid.set(side, 2);
        let text = write::candidates(&grid, |cell| mask(cell).into());
        let masks =
            (0..order.cells()).map(|cell| if cell == side { 2 } else { mask(cell) }).collect();
        let expected =
            Puzzle::restricted(&Grid::empty(order), Candidates::from_masks(masks).unwrap());
        let expected = expected.unwrap();
        let drawn = |text: &str| text.replace('|', "│").replace('+', "┼").replace("--", "──");
        for text in [text.clone(), text.replace('=', " "), drawn(&text)] {
            assert_eq!(read_one(&text, Auto, None).unwrap(), expected, "{text}");
            let twice: Vec<_> =
                Reader::new((text.clone() + &text).as_bytes(), Auto, None).collect();
            assert_eq!(twice.len(), 2);
        }
        let wrong = text.replacen(if n < 4 { "=2" } else { "=b" }, "=_", 1);
        let error = read_one(&wrong, Auto, None).unwrap_err().to_string();
        assert!(error.contains("in a grid of candidates; expected"), "{error}");
    }
    let dots = "+---+---+\n| 12 . | 3 4 |\n| 3 4 | 1 2 |\n| 1 2 | 3 4 |\n| 3 4 | 1 2 |\n";
    let error = read_one(dots, Auto, None).unwrap_err().to_string();
    assert!(error.contains("found `.` in a grid of candidates"), "{error}");
}

#[test]
fn the_games_of_xml_are_read_one_by_one() {
    let game = |id: usize| format!("  <game id=\"#{id}\" data=\"{EASY}\" note='7'/>");
    let games = |between: &str| [1, 2, 3].map(game).join(between);
    let head = "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<opensudoku>\n<name>No # 1</name>\n";
    let lines = read(format!("{head}{}\n</opensudoku>\n", games("\n")), Auto, None);
    assert_eq!(lines, [4, 5, 6].map(|line| format!("{line}:{EASY}")));
    let one = read(format!("{head}{}</opensudoku>", games("")), Auto, None);
    assert_eq!(one, [4; 3].map(|line| format!("{line}:{EASY}")));
    let element =
        read(format!("<list>\n<puzzle>{EASY}</puzzle>\n\n<note\n x='1'/></list>"), Auto, None);
    assert_eq!(element, [format!("2:{EASY}")]);
    let short = read(format!("{head}<game data=\"{}\"/>", &EASY[1..]), Auto, None);
    assert_eq!(found(&short[0]), "4:13: found a line of length 80");
}

#[test]
fn two_layouts_that_explain_a_text_are_named() {
    let text = "................\n".repeat(16);
    let expected = "1:1: found 16 lines of 16 cells, which may be 16 grids of 4x4 or one of 16x16; expected a value above 4 that \
                    says so; give the size: `--size 4` or `--size 16`";
    assert_eq!(read(&text, Auto, None), [expected]);
    assert_eq!((read(&text, Auto, 2).len(), read(&text, Auto, 4).len()), (16, 1));
    assert_eq!(read("................\n".repeat(17), Auto, None).len(), 17);
    let clash = read("1...............\n".repeat(16), Auto, None);
    assert_eq!(clash.len(), 16, "a large grid would have the same digit in each row");
}

#[test]
fn a_grid_has_one_sign_for_empty_cells() {
    let text = rows(&EASY.replace('.', "_"));
    assert_eq!(read(&text, Auto, None), [format!("1:{EASY}")]);
    let two = read(text.replacen("6__", "6..", 1).replacen("195___", "195...", 1), Auto, None);
    assert_eq!(found(&two[0]), "2:1: found empty cells as `.` and others of the grid as `_`");
}
