//! One puzzle in several hundred layouts: each is read as that puzzle, or refused.

use std::collections::BTreeMap;

use super::super::Reader;
use super::super::testing::EASY;
use crate::format::InputFormat;
use crate::format::write::line;

/// A full grid of a side, shifted by row and band, with every third cell emptied; as digits.
fn cells(n: usize) -> Vec<usize> {
    let side = n * n;
    if n == 3 {
        return EASY.bytes().map(|byte| usize::from(byte.saturating_sub(b'0'))).collect();
    }
    let digit = |row: usize, column: usize| (row % n * n + row / n + column) % side + 1;
    let all = (0..side * side).map(|cell| digit(cell / side, cell % side));
    all.enumerate().map(|(cell, digit)| if cell * 7 % 3 == 0 { 0 } else { digit }).collect()
}

#[derive(Clone, Copy, Debug, PartialEq)]
enum Symbols {
    Digits,
    Letters,
    /// Digits, then letters, in either case.
    Mixed(char),
    Numbers,
}

fn symbol(digit: usize, symbols: Symbols, empty: &str) -> String {
    match symbols {
        _ if digit == 0 => empty.to_owned(),
        Symbols::Digits | Symbols::Numbers => digit.to_string(),
        Symbols::Letters => char::from(b'a' + digit as u8 - 1).to_string(),
        Symbols::Mixed(_) if digit < 10 => digit.to_string(),
        Symbols::Mixed(first) => char::from(first as u8 + digit as u8 - 10).to_string(),
    }
}

#[derive(Clone, Debug)]
struct Layout {
    n: usize,
    symbols: Symbols,
    empty: &'static str,
    /// Between cells, and the width of each.
    between: &'static str,
    width: usize,
    /// Between boxes; nothing for the same as between cells.
    bar: &'static str,
    /// Whether the bar is at both ends of a row, too.
    closed: bool,
    rule: Option<[&'static str; 2]>,
    is_line: bool,
    bands_apart: bool,
    heading: &'static str,
}

impl Layout {
    fn text(&self) -> String {
        let Self { n, between, bar, width, .. } = *self;
        let side = n * n;
        let row = |row: &[usize]| {
            let boxes: Vec<String> = row
                .chunks(n)
                .map(|part| {
                    let cells: Vec<_> =
                        part.iter().map(|&digit| symbol(digit, self.symbols, self.empty)).collect();
                    cells
                        .iter()
                        .map(|cell| format!("{cell:>width$}"))
                        .collect::<Vec<_>>()
                        .join(between)
                })
                .collect();
            let pad = if bar.is_empty() || between.is_empty() { "" } else { " " };
            let joined = match bar {
                "" => boxes.join(between),
                bar => boxes.join(&format!("{pad}{bar}{pad}")),
            };
            if self.closed { format!("{bar}{pad}{joined}{pad}{bar}") } else { joined }
        };
        let cells = cells(n);
        let rows: Vec<String> = cells.chunks(side).map(row).collect();
        if self.is_line {
            return self.heading.to_owned() + &rows.join(between) + "\n";
        }
        let length = rows[0].chars().count();
        let rule = self.rule.map(|[corner, dash]| {
            let part = (length.saturating_sub(n + 1)) / n;
            format!("{corner}{}\n", format!("{}{corner}", dash.repeat(part)).repeat(n))
        });
        let mut text = self.heading.to_owned();
        for (band, rows) in rows.chunks(n).enumerate() {
            if band > 0 && self.bands_apart {
                text.push('\n');
            }
            text += rule.as_deref().unwrap_or("");
            text += &(rows.join("\n") + "\n");
        }
        text + rule.as_deref().unwrap_or("")
    }
}

fn layouts() -> Vec<Layout> {
    let mut all = Vec::new();
    let kinds = [
        (2, Symbols::Digits),
        (3, Symbols::Digits),
        (4, Symbols::Letters),
        (4, Symbols::Mixed('A')),
        (4, Symbols::Mixed('a')),
        (4, Symbols::Numbers),
        (5, Symbols::Letters),
        (5, Symbols::Mixed('A')),
        (5, Symbols::Numbers),
    ];
    let frames = [
        ("", false, None),
        ("|", false, None),
        ("|", true, None),
        ("|", true, Some(["+", "-"])),
        ("│", true, Some(["┼", "─"])),
        ("║", true, Some(["╬", "═"])),
        ("!", true, Some(["+", "-"])),
        (":", true, Some([":", "-"])),
        ("|", false, Some(["+", "="])),
    ];
    for (n, symbols) in kinds {
        let is_numbers = symbols == Symbols::Numbers;
        for (bar, closed, rule) in frames {
            for empty in [".", "0", "_", "*", "-", "x", "~", " "] {
                for (between, width) in [
                    ("", 1),
                    (" ", 1),
                    (" ", 2),
                    (" ", 3),
                    (",", 1),
                    (", ", 1),
                    (";", 1),
                    ("\t", 1),
                ] {
                    let framed = !bar.is_empty();
                    let is_sheet = between.contains([',', ';', '\t']);
                    if is_numbers && between.is_empty() || framed && is_sheet || empty == " " && !framed && !is_sheet
                        // There it is the 24th letter.
                        || empty == "x" && (n, symbols) == (5, Symbols::Letters)
                    {
                        continue;
                    }
                    let width = if is_numbers && width == 1 && empty == " " { 2 } else { width };
                    let layout = Layout {
                        n,
                        symbols,
                        empty,
                        between,
                        width,
                        bar,
                        closed,
                        rule,
                        is_line: false,
                        bands_apart: false,
                        heading: "",
                    };
                    all.push(layout.clone());
                    if !framed {
                        all.push(Layout { is_line: true, ..layout.clone() });
                        all.push(Layout { bands_apart: true, ..layout.clone() });
                        all.push(Layout { heading: "Grid 01\n", ..layout });
                    }
                }
            }
        }
    }
    all
}

/// What becomes of a text: `read` if it is the puzzle alone, `refused`, or what else was read.
fn outcome(text: &str, n: usize) -> String {
    let expected: String = cells(n)
        .iter()
        .map(|&digit| symbol(digit, if n < 4 { Symbols::Digits } else { Symbols::Letters }, "."))
        .collect();
    let found: Vec<_> = Reader::new(text.as_bytes(), InputFormat::Auto, None).collect();
    match &found[..] {
        [Ok(one)] if line(one.puzzle.givens()) == expected => "read".to_owned(),
        found if found.iter().any(Result::is_ok) => format!("{found:?}"),
        [Err(error), ..] => {
            assert!(error.to_string().contains("expected"), "{error}");
            "refused".to_owned()
        }
        [] => "lost".to_owned(),
        _ => unreachable!(),
    }
}

#[test]
fn a_puzzle_in_another_layout_is_that_puzzle_or_refused() {
    let (mut counts, mut wrong, mut refused) = (BTreeMap::new(), Vec::new(), Vec::new());
    for layout in layouts() {
        let text = layout.text();
        let outcome = outcome(&text, layout.n);
        match &*outcome {
            "read" => {}
            "refused" => refused.push(layout),
            _ => wrong.push(format!("{layout:?}\n{text}{outcome}")),
        }
        *counts.entry(outcome.chars().take(8).collect::<String>()).or_insert(0) += 1;
    }
    assert!(wrong.is_empty(), "{counts:?}\n{}", wrong[..wrong.len().min(3)].join("\n"));
    // In grids of letters the signs of other layouts are letters, or no cells.
    let is_common = |layout: &Layout| matches!(layout.empty, "." | "0") && layout.n < 4;
    let missed: Vec<_> = refused.iter().filter(|layout| is_common(layout)).collect();
    assert!(missed.is_empty(), "{counts:?}\n{:?}\n{}", missed[0], missed[0].text());
    assert!(counts["read"] > 3500, "{counts:?}");
}

/// Rows as programs write them, and what stands above a grid.
#[test]
fn brackets_quotes_and_headings_are_no_cells() {
    let whole = |first: &str, [open, close]: [&str; 2], last: &str, between: &str| {
        let cell = |&digit: &usize| symbol(digit, Symbols::Numbers, "0");
        let row = |row: &[usize]| {
            format!("{open}{}{close}", row.iter().map(cell).collect::<Vec<_>>().join(between))
        };
        first.to_owned() + &cells(3).chunks(9).map(row).collect::<Vec<_>>().join("\n") + last
    };
    for text in [
        whole("[", ["[", "],"], "]\n", ", "),
        whole("grid = [\n", ["  [", "],"], "\n]\n", ", "),
        whole("array([", ["[", "],"], "])", ", "),
        whole("[", ["[", "]"], "]", " "),
        whole("x = np.array([", ["(", "),"], "])\n", ", "),
        whole("{", ["{", "},"], "}", ","),
        whole("", ["\"", "\""], "\n", ""),
        whole("[", ["\"", "\","], "]\n", ""),
        whole("", ["\"", "\""], "\n", "\",\"").replace("\"0\"", "\"\""),
        whole("", ["'", "'"], "\n", "';'"),
    ] {
        assert_eq!(outcome(&text, 3), "read", "{text}");
    }
    for heading in [
        "Easy",
        "Name: 53 of them",
        "Puzzle #12 (hard)",
        "== 7 ==",
        "-- Puzzle 1 --",
        "// a comment",
        "; a comment",
        "7)",
        "(7)",
        "7:",
        "9x9",
        "Sudoku No. 3",
        "Very easy",
        "Diabolical, 26 clues, rating 7.2",
        "(26 clues)",
        "The 1st grid",
        "puzzle 1, rating 7.2",
        "Schwierigkeit: leicht",
        "\u{141}atwe",
    ] {
        for between in ["\n", "\n\n"] {
            for grid in [whole("", ["", ""], "\n", ""), whole("", ["", ""], "\n", " ")] {
                assert_eq!(outcome(&format!("{heading}{between}{grid}"), 3), "read", "{heading}");
            }
        }
    }
}

/// An identifier, a name or an address before the puzzle, and a rating or a name after it.
#[test]
fn what_stands_around_a_puzzle_is_no_part_of_it() {
    let before = [
        "",
        "17 ",
        "0123456789ab ",
        "1234123412341234 ",
        "name\t",
        "id;",
        "7.2,",
        "https://example.org/?bd=",
        "puzzle: ",
        "\"",
        "#1 https://x.org/p/",
    ];
    let after = ["", " 7.2", "  1.2", "\tname", ";9.9;x", ",3,4", "&x=1", "\" 4", "/", " | 1 | 2"];
    for (before, after) in before.iter().flat_map(|before| after.map(|after| (before, after))) {
        for empty in [".", "0"] {
            let text = format!("{before}{}{after}\n", EASY.replace('.', empty));
            let outcome = outcome(&text, 3);
            let may_be_refused = before.starts_with('#');
            assert!(outcome == "read" || may_be_refused && outcome == "lost", "{text}{outcome}");
            let twice = text.clone() + &text;
            let count = Reader::new(twice.as_bytes(), InputFormat::Auto, None).flatten().count();
            assert_eq!(count, if outcome == "read" { 2 } else { 0 }, "{twice}");
        }
    }
}
