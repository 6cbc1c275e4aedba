use super::InputFormat::{Auto, Grid, Letters, Line, Numbers, Stream, Triples};
use super::testing::{EASY, found, read, rows};
use super::*;

#[test]
fn a_field_that_holds_three_numbers_is_no_puzzle() {
    for text in ["1 2 3", " 0,1, 2\n", "0\t0\t1", "1 2 3 # cut", "7 8 99"] {
        let error = read_field(text, None).unwrap_err();
        assert!(error.what().starts_with("found three numbers"), "{text}: {error}");
    }
    assert_eq!(read_field("1 2 3\n0 0 7", None).unwrap().givens().filled(), 2);
    assert_eq!(read_field(EASY, None).unwrap(), read_one(EASY, Auto, None).unwrap());
    assert_eq!(read_one("1 2 3", Triples, None).unwrap().givens().filled(), 1);
}

/// A line that does not end. Reading more than 2 MiB of it fails the test.
struct Endless(usize);

impl std::io::Read for Endless {
    fn read(&mut self, buffer: &mut [u8]) -> std::io::Result<usize> {
        self.0 += buffer.len();
        assert!(self.0 < 2 << 20, "the reader reads on instead of reporting the line");
        buffer.fill(b'y');
        Ok(buffer.len())
    }
}

#[test]
fn a_line_that_does_not_end_is_told_of_at_once() {
    for (before, format) in [
        ("", Auto),
        ("", Line),
        ("", Stream),
        ("123456789\n.........\n", Auto),
        ("123456789\n.........\n", Grid),
        ("0 0 1\n", Auto),
        ("0 0 1\n", Triples),
    ] {
        let source = std::io::Read::chain(before.as_bytes(), Endless(0));
        let mut reader = Reader::new(std::io::BufReader::new(source), format, None);
        let run = reader.next_run(100);
        assert!(run.is_none(), "{format:?}");
        let error = reader.next().expect("something is wrong").unwrap_err();
        let line = before.lines().count() + 1;
        let start =
            format!("{line}:1: found a line of more than 1048576 bytes; expected one puzzle");
        assert!(error.to_string().starts_with(&start), "{format:?}: {error}");
    }
}

#[test]
fn one_puzzle_a_line() {
    let zeros = EASY.replace('.', "0");
    let text = format!("\u{feff}# easy\r\n{EASY}\r\n\r\n  {zeros} # again\r\n");
    for format in [Auto, Line] {
        assert_eq!(read(&text, format, None), [format!("2:{EASY}"), format!("4:{EASY}")]);
        assert_eq!(read("", format, None), [""; 0]);
        assert_eq!(read("\n# nothing\n", format, None), [""; 0]);
    }
    assert_eq!(read("1..4.3..........", Auto, None), ["1:1..4.3"]);
}

#[test]
fn lines_of_letters() {
    let sixteen = format!("aP`0.{}", ".".repeat(251));
    let twenty_five = format!("b{}", "`".repeat(624));
    let text = format!("{sixteen}\n{twenty_five}\n");
    for format in [Auto, Line, Letters] {
        assert_eq!(read(&text, format, None), ["1:ap", "2:b"]);
    }
    assert_eq!(read("ab..c..d`a0.B...", Letters, 2), ["1:12..3..4.1..2"]);
    let nine = read("ab......i".repeat(9), Letters, None);
    assert_eq!(nine, [format!("1:{}", "12......9".repeat(9))]);
}

#[test]
fn a_wrong_cell_is_pointed_at() {
    let place = |text: &str, format| found(&read(text, format, None)[0]).to_owned();
    let bad = |cells: &str| EASY.replacen("98", cells, 1);
    assert_eq!(place(&bad("x8"), Auto), "1:20: found `x`");
    assert_eq!(place(&format!("  {}", bad("é8")), Line), "1:22: found `é`");
    assert_eq!(place(&rows(&bad("9x")), Grid), "3:3: found `x`");
    assert_eq!(place("12..\n.7..\n....\n....", Auto), "2:2: found 7 in a 4x4 grid");
    assert_eq!(place("1 2 3 4\n1 2 x 4", Numbers), "2:5: found `x`");
    assert_eq!(place("1 2 3 4\n1 2 13 4", Auto), "2:5: found 13 in a 4x4 grid");
    assert_eq!(place("| 1 2 | 3 9 |", Auto), "1:11: found 9 in a 4x4 grid");
    assert_eq!(place("12..............", Letters), "1:1: found `1`");
    assert_eq!(place(&format!("ab7h{}", ".".repeat(252)), Auto), "1:4: found `h`");
}

#[test]
fn exactly_one() {
    let one = |text: &str| {
        let puzzle = read_one(text, Auto, None);
        puzzle.map(|puzzle| puzzle.clues()).map_err(|error| error.to_string())
    };
    assert_eq!(one(EASY), Ok(30));
    assert_eq!(one(" \n"), Err("1:1: found no puzzle; expected one".into()));
    let second = Err("3:1: found a second puzzle; expected one only".into());
    assert_eq!(one(&format!("{EASY}\n\n{EASY}")), second);
    assert!(one(&format!("{EASY}\nx")).unwrap_err().starts_with("2:1: found"));
    assert_eq!(read_one("", Stream, None).unwrap().clues(), 0);
}

/// Blanks between bands and groups, marks before digits that were placed, headings; `variations` has frames and signs of empty cells.
#[test]
fn the_same_grid_in_other_layouts_is_the_same_puzzle() {
    let rows: Vec<&str> = (0..9).map(|row| &EASY[9 * row..9 * row + 9]).collect();
    let groups = |row: &&str| format!("{} {} {}", &row[..3], &row[3..6], &row[6..]);
    let grouped: Vec<String> = rows.iter().map(groups).collect();
    let bands =
        |rows: &[&str]| rows.chunks(3).map(|band| band.join("\n")).collect::<Vec<_>>().join("\n\n");
    let headed = format!("Grid 01\n{}\nGrid 02\n{}\n", rows.join("\n"), rows.join("\n"));
    assert_eq!(read(&headed, Auto, None), [format!("2:{EASY}"), format!("12:{EASY}")]);
    let texts = [
        grouped.join("\n"),
        grouped.join("\n").replace('.', "0"),
        rows.join(" "),
        bands(&rows),
        bands(&rows).replace('.', "_"),
        EASY.replace('5', "+5"),
        rows.join("\n").replace('3', "+3"),
    ];
    for text in texts {
        assert_eq!(read(&text, Auto, None), [format!("1:{EASY}")], "{text}");
        let twice = format!("{text}\n\n{text}\n");
        assert_eq!(read(&twice, Auto, None).len(), 2, "{twice}");
    }
}

/// A grid that was cut short is not joined to the next one.
#[test]
fn a_band_alone_is_not_part_of_the_next_grid() {
    let rows: Vec<&str> = (0..9).map(|row| &EASY[9 * row..9 * row + 9]).collect();
    let text = format!("{}\n\n{}\n", rows[..3].join("\n"), rows.join("\n"));
    let puzzles = read(&text, Auto, None);
    assert_eq!(found(&puzzles[0]), "1:1: found a grid that ends after 3 of its rows");
    assert_eq!(puzzles[1..], [format!("5:{EASY}")]);
    let six =
        format!("{}\n\n{}\n\n{}\n", rows[..3].join("\n"), rows[3..6].join("\n"), rows.join("\n"));
    assert_eq!(read(&six, Auto, None).last(), Some(&format!("9:{EASY}")));
}

/// A table, as in Markdown, has names, numbers or blanks above its rows.
#[test]
fn the_head_of_a_table_is_no_row() {
    let cells = |row: &str| row.chars().map(String::from).collect::<Vec<_>>().join(" | ");
    let rows: Vec<String> = rows(EASY).lines().map(|row| format!("| {} |", cells(row))).collect();
    for head in [cells("123456789"), " | ".repeat(8)] {
        let text = format!("| {head} |\n|{}\n{}\n", "---|".repeat(9), rows.join("\n"));
        assert_eq!(read(&text, Auto, None).len(), 1, "{text}");
        assert_eq!(read(&text, Auto, None)[0].split(':').nth(1), Some(EASY), "{text}");
    }
}

/// A list in one line is as many puzzles; other lines with several are refused, but for a solution behind the puzzle.
#[test]
fn several_puzzles_in_a_line_are_a_list_or_an_error() {
    let other = EASY.replace('.', "0").replacen('0', "9", 1);
    for text in [
        format!("['{EASY}', '{other}', '{EASY}']"),
        format!("[\"{EASY}\",\"{other}\",\"{EASY}\"]"),
        format!("{EASY} {other} {EASY}"),
    ] {
        let found = read(&text, Auto, None);
        assert_eq!(found.len(), 3, "{found:?}");
        assert_eq!((&found[0], &found[1]), (&found[2], &format!("1:{}", other.replace('0', "."))));
    }
    assert_eq!(read("['1..43..2.1..4..1', '12..............']", Auto, None).len(), 2);
    for text in [
        format!("{{'Grid0': '{EASY}', 'Grid1': '{other}'}}"),
        format!("[{{\"id\": 0, \"puzzle\": \"{EASY}\"}}, {{\"id\": 1, \"puzzle\": \"{other}\"}}]"),
    ] {
        let found = read(&text, Auto, None);
        assert!(found.len() == 1 && found[0].contains("found 2 puzzles in a line"), "{found:?}");
    }
}

/// A field of a sheet that was lost is no empty cell where these have a sign.
#[test]
fn an_empty_field_beside_a_sign_is_an_error() {
    let sheet: Vec<String> = rows(EASY)
        .lines()
        .map(|row| row.chars().map(String::from).collect::<Vec<_>>().join(","))
        .collect();
    let sheet = sheet.join("\n");
    for text in [sheet.replacen("6,.", "6,", 1), sheet.replacen("5,3,.", ",3,.", 1)] {
        let found = read(&text, Auto, None);
        assert!(found.len() == 1 && found[0].contains("expected one sign for all"), "{found:?}");
    }
    assert_eq!(read(sheet.replace('.', ""), Auto, None), [format!("1:{EASY}")]);
    // Rules that look like a row of empty cells; and blanks of which one is beside a bar, on either side.
    let drawn = "|-|-|-|-|\n";
    let drawn = ["3| | |1", " |1| | ", " | | | ", " | |2|3"]
        .map(|row| format!("{drawn}|{row}|\n"))
        .concat()
        + drawn;
    assert!(read(&drawn, Auto, None).iter().all(|found| found.contains("found ")), "{drawn}");
    let open = " 1 |   \n   |   \n---- ----\n 3 |  1\n   | 2 \n";
    assert!(read(open, Auto, None).iter().all(|found| found.contains("found ")), "{open}");
}

/// Rows are used again, and keep nothing of the line before.
#[test]
fn a_row_that_is_used_again_points_into_its_own_line() {
    let other = EASY.replace('.', "0").replacen('0', "9", 1);
    let map = format!("{{'a': '{EASY}', 'b': '{other}'}}");
    let found = read(format!("{EASY:>300}\n{map}\n{EASY}\n"), Auto, None);
    assert!(found.len() == 3 && found[1].starts_with("2:1: found 2 puzzles"), "{found:?}");
    let found = read(format!("['{EASY}', '{other}']\n{EASY}\n17\n"), Auto, None);
    assert!(found.len() == 4 && found[3].starts_with("3:1: found a line of length 2"), "{found:?}");
}

/// Blank lines are one gap, however many they are.
#[test]
fn bands_may_have_several_blank_lines_between() {
    let rows = rows(EASY);
    let rows: Vec<&str> = rows.lines().collect();
    let text = rows.chunks(3).map(|band| band.join("\n")).collect::<Vec<_>>().join("\n\n \n");
    assert_eq!(read(&text, Auto, None), [format!("1:{EASY}")]);
}

mod kinds;
mod mutilated;
mod sections;
mod variations;
