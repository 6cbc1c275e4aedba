//! Files with sections, headings and frames.

use std::io::BufReader;

use super::super::Reader;
use super::super::testing::{EASY, found, in_runs, one_by_one, read, rows};
use crate::format::InputFormat::{Auto, Grid, Line};

#[test]
fn a_file_of_sudocue_begins_with_facts() {
    let text = format!("#AA. Writer\n#DSample\n#B01-02-2026\n#SBook\n#LEasy\n{}", rows(EASY));
    for format in [Auto, Grid] {
        assert_eq!(read(&text, format, None), [format!("6:{EASY}")]);
    }
}

#[test]
fn only_the_section_of_the_puzzle_is_read() {
    let state = EASY.replacen("53.", "534", 1);
    let text = format!(
        "#AA. Writer\n[Puzzle]\n{}[State]\n{}\n[PencilMarks]\n,,12,3\n[puzzle]\n{EASY}\n",
        rows(EASY),
        rows(&state)
    );
    assert_eq!(read(&text, Auto, None), [format!("3:{EASY}"), format!("26:{EASY}")]);
    let lines = format!("[State]\n{EASY}\n{EASY}\n[Puzzle]\n{EASY}\n");
    for capacity in [100, 8192] {
        let open = || BufReader::with_capacity(capacity, lines.as_bytes());
        let in_runs = in_runs(Reader::new(open(), Auto, None), 10);
        assert_eq!(in_runs, one_by_one(Reader::new(open(), Auto, None)));
        assert_eq!(in_runs.len(), 1, "the state is no puzzle, on one line neither");
    }
}

#[test]
fn other_text_in_brackets_is_refused() {
    assert_eq!(found(&read("[Title]", Auto, None)[0]), "1:1: found `[`");
    assert_eq!(found(&read("[Puzzle]", Line, None)[0]), "1:1: found `[`");
    let cut = format!("[Puzzle]\n{}[State]\n", &rows(EASY)[..30]);
    assert_eq!(found(&read(cut, Auto, None)[0]), "2:1: found a grid that ends after 3 of its rows");
}

#[test]
fn a_file_of_simple_sudoku_has_a_frame() {
    let row = |row: &[u8]| {
        let parts: Vec<_> = row.chunks(3).map(String::from_utf8_lossy).collect();
        parts.join("|")
    };
    let (mut dashes, mut stars) = (String::new(), String::from(" *-----------*\n"));
    for (i, cells) in EASY.as_bytes().chunks(9).enumerate() {
        let rule = i > 0 && i % 3 == 0;
        dashes += &format!("{}{}\n", if rule { "-----------\n" } else { "" }, row(cells));
        stars += &format!("{} |{}|\n", if rule { " |---+---+---|\n" } else { "" }, row(cells));
    }
    stars += " *-----------*\n";
    for format in [Auto, Grid] {
        let found = read(dashes.clone() + &stars, format, None);
        assert_eq!(found, [format!("1:{EASY}"), format!("13:{EASY}")]);
    }
    let wrong = stars.replacen('8', "x", 1);
    assert_eq!(found(&read(wrong, Auto, None)[0]), "4:5: found `x`");
    assert_eq!(found(&read("**.*", Auto, None)[0]), "1:1: found `*`");
}
