//! Tables of any shape, read in pieces of any length.

mod columns;
mod json;
mod written;

use std::io::{Cursor, Read, Write};

use proptest::prelude::*;
use quadrille_sudoku::format::write;
use quadrille_tables::{Columns, Content, Input, Kind, Type, Value, Wanted, Writer, open};

const PUZZLE: &str = "1..43..2.1..4..1";
const FULL: &str = "1234341221434321";

/// A source that gives a few bytes at a time.
struct Slow(Cursor<Vec<u8>>, usize);

impl Read for Slow {
    fn read(&mut self, buffer: &mut [u8]) -> std::io::Result<usize> {
        let most = buffer.len().min(self.1);
        self.0.read(&mut buffer[..most])
    }
}

fn slow(text: impl Into<Vec<u8>>, pace: usize) -> Input {
    Input::Stream(Box::new(Slow(Cursor::new(text.into()), pace)))
}

/// What was read of a row: its number, its line, its puzzle or why there is none, and its answer.
type Read4 = (u64, u64, Result<String, String>, Option<String>);

fn rows_of(input: Input, wanted: &Wanted) -> Result<Vec<Read4>, String> {
    let mut table = match open(input, wanted).map_err(|error| error.to_string())? {
        Content::Table(table) => table,
        Content::Text(_) => return Err("text".to_owned()),
    };
    let mut rows = Vec::new();
    while let Some(block) = table.next_block(3, &mut || ()) {
        let block = block.map_err(|error| error.to_string())?;
        assert_eq!(block.rows().count(), block.len());
        for row in block.rows() {
            let puzzle = row.puzzle().map(|puzzle| write::line(puzzle.givens()));
            let answer = row.answer().map(|text| String::from_utf8_lossy(text).into_owned());
            rows.push((
                row.number,
                row.place(),
                puzzle.map_err(|e| e.text.trim_start().to_owned()),
                answer,
            ));
        }
    }
    Ok(rows)
}

fn read(text: &str) -> Result<Vec<Read4>, String> {
    rows_of(slow(text, 1 << 20), &Wanted::default())
}

/// What was read, each row in short: its number with the puzzle, or with why there is none; and the error that ended the reading.
fn in_short(text: &str, pace: usize) -> (Vec<String>, Option<String>) {
    let opened = open(slow(text, pace), &Wanted::default());
    let Content::Table(mut table) = opened.unwrap_or_else(|error| panic!("{text}: {error}")) else {
        panic!("text: {text}")
    };
    let (mut rows, mut error) = (Vec::new(), None);
    while let Some(block) = table.next_block(3, &mut || ()) {
        match block {
            Err(why) => error = Some(why.to_string()),
            Ok(block) => rows.extend(block.rows().map(|row| match row.puzzle() {
                Ok(puzzle) => format!("{} {}", row.number, write::line(puzzle.givens())),
                Err(why) => why.text.trim_start().to_owned(),
            })),
        }
    }
    (rows, error)
}

#[test]
fn tables_of_every_shape_are_found() {
    let expected = vec![(1, PUZZLE, Some(FULL)), (2, FULL, None)];
    for text in [
        format!("quizzes,solutions\n{PUZZLE},{FULL}\n{FULL},\n"),
        format!("\u{feff}Puzzle;answer;x\r\n{PUZZLE};{FULL};\"a;b\"\r\n\r\n{FULL};;\r\n"),
        format!("# made by hand\n\nid\tboard\tsolution\n7\t{PUZZLE}\t{FULL}\n8\t{FULL}\t\n"),
        format!("source,question,answer,rating\na,{PUZZLE},{FULL},3\n\"b\nc\",{FULL},,4"),
        format!("first,second\n{PUZZLE},{FULL}\n{FULL},\n"),
        format!("x,{PUZZLE},{FULL}\ny,{FULL},\n"),
        format!("{{\"puzzle\":\"{PUZZLE}\",\"solution\":\"{FULL}\"}}\n{{\"solution\":null,\"puzzle\":\"{FULL}\"}}\n"),
        format!("[{{\"a\":1,\"grid\":\"{PUZZLE}\",\"solution\":\"{FULL}\"}}, {{\"grid\":\"{FULL}\"}}]"),
        format!("[\n  {{\n    \"grid\": \"{PUZZLE}\",\n    \"solution\": \"{FULL}\"\n  }},\n  {{\n    \"grid\": \"{FULL}\"\n  }}\n]\n"),
        format!("{{\n  \"grid\": \"{PUZZLE}\",\n \"solution\": \"{FULL}\"}}\n{{\"grid\": \"{FULL}\"}}"),
        "{\"puzzle\":[[1,0,0,4],[3,null,0,2],[0,1,0,0],[4,0,0,1]],\"answer\":\"1234341221434321\"}\n{\"puzzle\":[1,2,3,4,3,4,1,2,2,1,4,3,4,3,2,1]}\n".to_owned(),
    ] {
        let found = read(&text).unwrap_or_else(|error| panic!("{text}: {error}"));
        let found: Vec<_> = found.iter().map(|(row, _, puzzle, answer)| (*row, puzzle.as_deref().unwrap(), answer.as_deref())).collect();
        assert_eq!(found, expected, "{text}");
    }
    let strings = read(&format!("[\"{PUZZLE}\", \"{FULL}\"]")).unwrap();
    assert_eq!(strings[1].2.as_deref(), Ok(FULL));
    assert_eq!(read(&format!("puzzle\n{PUZZLE}\n")).unwrap()[0].1, 2, "the line");
}

#[test]
fn text_is_left_to_the_reader_of_text() {
    let nine = "1........".repeat(9);
    for text in [
        "",
        "\n",
        PUZZLE,
        "1..4\n3..2\n.1..\n4..1\n",
        "1,0,0,4,3,0,0,2,0,1,0,0,4,0,0,1\n",
        "Grid 01, easy\n003020600\n900305001\n",
        "[Puzzle]\n...\n",
        "| 1 . | . 4 |\n",
        &format!("{nine} # a comment, with a comma\n{nine}\n"),
        &format!("# puzzle,solution\n{nine}\n"),
        &format!("{nine} name, with a comma\n"),
        "0 5 1\n",
    ] {
        for pace in [1, 1000] {
            let content = open(slow(text, pace), &Wanted::default()).unwrap();
            let Content::Text(mut bytes) = content else { panic!("a table: {text}") };
            let mut all = String::new();
            bytes.read_to_string(&mut all).unwrap();
            assert_eq!(all, text);
        }
    }
}

/// Read as text, its rows would lose all columns but the first.
/// Puzzles beside each other are a list: as a table, all but the first of a line would be lost.
#[test]
fn puzzles_beside_each_other_are_no_table() {
    const OTHER: &str = "2.1.........34..";
    for line in [
        format!("{PUZZLE},{OTHER}"),
        format!("['{PUZZLE}', '{OTHER}']"),
        format!("{PUZZLE};{OTHER}\n"),
    ] {
        for text in [line.clone(), format!("# a comment\n{line}")] {
            let found = open(slow(text.clone(), 1 << 20), &Wanted::default());
            assert!(matches!(found, Ok(Content::Text(_))), "{text}");
        }
    }
    assert!(read(&format!("{PUZZLE},{FULL}\n")).is_ok());
}

#[test]
fn a_first_row_that_is_too_long_is_refused() {
    let names: Vec<String> = (0..150_000).map(|number| number.to_string()).collect();
    let names = names.join(",");
    let long = "x".repeat(200);
    for (first, shown) in [
        ("puzzle", "puzzle"),
        // As an index without a name is written.
        ("", ""),
        ("0", "0"),
        (PUZZLE, PUZZLE),
        (&long, &format!("{}...", &long[..100])),
    ] {
        let wide = format!("{first},{names},{names}\n{PUZZLE},1\n");
        for (separator, line) in [(",", 1), (";", 3), ("\t", 3)] {
            let text = "# by hand\n\n".repeat(line / 2) + &wide.replace(',', separator);
            let error = read(&text).unwrap_err();
            let expected = format!(
                "line {line}: found a first row of more than 1048576 bytes, beginning with `{shown}`; expected a shorter one"
            );
            assert!(error.starts_with(&expected), "{error}");
        }
    }
    let rows = format!("{PUZZLE},1\n").repeat(1 << 16);
    let error = read(&format!("puzzle,\"id\n{rows}")).unwrap_err();
    assert!(
        error.contains("does not end within 1048576 bytes; expected a closing quote"),
        "{error}"
    );
    // Without columns, one line is lost and no other.
    assert_eq!(read(&format!("{long}{}\n{PUZZLE}\n", "x".repeat(2 << 20))), Err("text".to_owned()));
}

/// A small compressed file may hold gigabytes of blank lines and comments.
#[test]
fn blank_lines_and_comments_before_a_table_are_not_kept() {
    for lines in ["#\n", "\n", "\r\n", "# x\n\n"] {
        let head = format!("#\n{}", lines.repeat(1 << 20));
        let found = read(&format!("{head}puzzle,id\n{PUZZLE},1\n")).unwrap();
        let line = head.matches('\n').count() as u64 + 2;
        assert_eq!(found, [(1, line, Ok(PUZZLE.to_owned()), None)], "{lines:?}");
        let text = open(slow(format!("{head}0 5 1\n"), 1 << 20), &Wanted::default()).unwrap();
        let Content::Text(mut text) = text else { panic!("a table after {lines:?}") };
        let mut all = String::new();
        text.read_to_string(&mut all).unwrap();
        assert_eq!(
            (all.matches('\n').count() as u64, all.trim_start_matches(['#', ' ', 'x', '\r', '\n'])),
            (line - 1, "0 5 1\n")
        );
    }
}

#[test]
fn rows_that_cannot_be_read_are_named_and_the_rest_is_read() {
    let text =
        format!("id,puzzle\n1,{PUZZLE}\n2,12x4............\n3,{PUZZLE},\n4\n5,\n6,{PUZZLE}\n");
    let found = read(&text).unwrap();
    let faults: Vec<_> = found.iter().filter_map(|row| row.2.as_ref().err()).collect();
    assert_eq!(found.len(), 6);
    assert!(
        faults[0]
            .starts_with("3:1: row 2 (`2`), column puzzle: at character 3: found `x`; expected")
    );
    assert_eq!(
        faults[1],
        "4:1: row 3, column puzzle: found 3 fields; expected 2, as in the first row"
    );
    assert_eq!(
        faults[2],
        "5:1: row 4, column puzzle: found 1 field; expected 2, as in the first row"
    );
    assert_eq!(faults[3], "6:1: row 5 (`5`), column puzzle: found nothing; expected a puzzle");
    assert_eq!(faults.len(), 4);
    let text = format!(
        "{{\"puzzle\":\"{PUZZLE}\"}}\n{{\"puzzle\":\nnull\n{{\"puzzle\":7}}\n{{\"p\":\"\"}}\n{{\"puzzle\":\"{PUZZLE}\"}}\n"
    );
    let found = read(&text).unwrap();
    let faults: Vec<_> = found.iter().filter_map(|row| row.2.as_ref().err()).collect();
    assert_eq!(found.len(), 6);
    assert!(faults[0].starts_with("2:1: row 2, column puzzle: at character"), "{}", faults[0]);
    assert!(faults[1].contains("expected an object"), "{}", faults[1]);
    assert_eq!(faults[2], "4:1: row 4, column puzzle: found 7; expected a string or an array");
    assert_eq!(faults[3], "5:1: row 5, column puzzle: found nothing; expected a puzzle");
}

#[test]
fn three_numbers_in_a_field_are_no_puzzle() {
    let (rows, _) = in_short("id,puzzle\n1,1 2 3\n", 100);
    assert!(rows[0].contains("found three numbers; expected a puzzle"), "{rows:?}");
    let (rows, _) = in_short("{\"puzzle\":\"1 2 3\"}\n{\"puzzle\":[0,0,1]}\n", 100);
    assert!(rows.iter().all(|row| row.contains("found ")), "{rows:?}");
}

#[test]
fn a_stray_quote_costs_one_row() {
    let row = |number: usize| format!("{number},{PUZZLE},x\n");
    // At the end of the file no quote follows; or one that opens or closes another field further down.
    for (stray, second) in [
        (format!("3,\"{PUZZLE},x\n"), String::new()),
        (format!("3,{PUZZLE},\"x\n"), String::new()),
        (format!("\"3,{PUZZLE},x\n"), String::new()),
        (format!("3,\"{PUZZLE},x\n"), format!("7,{PUZZLE},\"x\"\n")),
        (format!("3,{PUZZLE},\"x\n"), format!("7,{PUZZLE},\"x\"\n")),
        (format!("3,{PUZZLE},\"x\n"), format!("7,{PUZZLE},x\"\n")),
        (format!("3,\"{PUZZLE},x\n"), format!("7,{PUZZLE}\",x\n")),
        (format!("\"3,{PUZZLE},x\n"), format!("7\",{PUZZLE},x\n")),
    ] {
        let before: String = (1..3).map(row).collect();
        let after: String = (4..7).map(row).collect();
        let text = format!("id,puzzle,note\n{before}{stray}{after}{second}8,{PUZZLE},x\n");
        for pace in [1, 11, 1000] {
            let (rows, error) = in_short(&text, pace);
            assert_eq!(error, None);
            assert_eq!(rows.len(), 7 + usize::from(!second.is_empty()), "{text}: {rows:?}");
            let refused = &rows[2];
            assert!(refused.starts_with("4:1: row 3, column puzzle: at character "), "{refused}");
            assert!(refused.contains("found a quote that opens a field and "), "{refused}");
            // The line with the second quote may be refused; all others are rows.
            let good = |row: &&String| row.ends_with(PUZZLE);
            assert!(rows.iter().filter(good).count() >= 6, "{text}: {rows:?}");
        }
    }
}

#[test]
fn a_field_in_quotes_may_span_lines() {
    let text = format!(
        "id,puzzle,note\n1,{PUZZLE},\"a\nb, c\"\n2,\"1..4\n3..2\n.1..\n4..1\",\"\"\"x\"\n\"3\n\",{PUZZLE},\n"
    );
    let (rows, error) = in_short(&text, 3);
    assert_eq!(error, None);
    assert_eq!(rows, [1, 2, 3].map(|row| format!("{row} {PUZZLE}")));
}

#[test]
fn a_field_that_is_too_long_is_one_refused_row() {
    let long = "x".repeat(5 << 20);
    let text = format!("id,puzzle\n1,{PUZZLE}\n2,{long}\n3,{PUZZLE}\n");
    let found = read(&text).unwrap();
    let places: Vec<_> = found.iter().map(|row| (row.0, row.1, row.2.is_ok())).collect();
    assert_eq!(places, [(1, 2, true), (2, 3, false), (3, 4, true)]);
    let text =
        format!("{{\"puzzle\":\"{PUZZLE}\"}}\n{{\"a\":\"{long}\"}}\n{{\"puzzle\":\"{PUZZLE}\"}}\n");
    let found = read(&text).unwrap();
    let places: Vec<_> = found.iter().map(|row| (row.0, row.1, row.2.is_ok())).collect();
    assert_eq!(places, [(1, 1, true), (2, 2, false), (3, 3, true)]);
}

#[test]
fn a_quote_that_is_not_closed_costs_one_row() {
    let text =
        format!("id,puzzle\n\"1,{PUZZLE}\n").to_owned() + &format!("2,{PUZZLE}\n").repeat(100_000);
    let found = read(&text).unwrap();
    assert_eq!(found.len(), 100_001);
    let fault = found[0].2.as_ref().unwrap_err();
    assert!(fault.starts_with("2:1: row 1, column puzzle: found a record of more than"), "{fault}");
    assert!(found[1..].iter().all(|row| row.2.is_ok()));
    assert_eq!(found[100_000].1, 100_002);
}

proptest! {
    #[test]
    fn any_field_may_stand_beside_the_puzzle(
        texts in prop::collection::vec("[a,;\"\t\r\n #]{0,6}", 1..12),
        separator in prop::sample::select(vec![b',', b';', b'\t']),
        pace in 1usize..40,
    ) {
        let mut csv = csv::WriterBuilder::new().delimiter(separator).from_writer(Vec::new());
        csv.write_record(["text", "puzzle", "solution"]).unwrap();
        for (row, text) in texts.iter().enumerate() {
            let answer = row.to_string();
            csv.write_record([text.as_str(), PUZZLE, &answer]).unwrap();
        }
        let text = csv.into_inner().unwrap();
        let wanted = Wanted { columns: Columns { answers: Some("solution".into()), ..Columns::default() }, kind: None };
        let found = rows_of(slow(text, pace), &wanted).unwrap();
        prop_assert_eq!(found.len(), texts.len());
        let mut line = 2;
        for (row, (number, place, puzzle, answer)) in found.into_iter().enumerate() {
            prop_assert_eq!(number, row as u64 + 1);
            prop_assert_eq!(place, line);
            prop_assert_eq!(puzzle.as_deref(), Ok(PUZZLE));
            prop_assert_eq!(answer, Some(row.to_string()));
            line += 1 + texts[row].matches('\n').count() as u64;
        }
    }

    #[test]
    fn any_bytes_are_read_without_a_panic(bytes in prop::collection::vec(any::<u8>(), 0..300), json in any::<bool>()) {
        let head: &[u8] = if json { b"[{\"puzzle\":\"1\"}," } else { b"puzzle,b\n" };
        for wanted in [Wanted::default(), Wanted { kind: Some(Kind::Delimited(b',')), ..Wanted::default() }] {
            _ = rows_of(slow(bytes.clone(), 7), &wanted);
            _ = rows_of(slow([head, &bytes].concat(), 7), &wanted);
        }
    }
}

#[test]
fn an_identifier_before_a_puzzle_is_a_column() {
    let text = format!("0123456789ab {PUZZLE}  7.2\nc  {PUZZLE} 1.2\nd {PUZZLE}\n");
    let (rows, error) = in_short(&text, 100);
    assert_eq!(rows, [1, 2, 3].map(|row| format!("{row} {PUZZLE}")));
    assert_eq!(error, None);
}

#[test]
fn a_wrong_puzzle_that_spans_lines_is_not_blamed_on_a_quote() {
    let text = format!("id,puzzle\n1,\"1..4\n3..x\n.1..\n4..1\"\n2,{PUZZLE}\n");
    let (rows, _) = in_short(&text, 9);
    assert!(rows[0].contains("found `x`") && !rows[0].contains("quote"), "{rows:?}");
    assert_eq!(rows[1], format!("2 {PUZZLE}"));
}
