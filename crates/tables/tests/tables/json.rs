//! Tables in JSON, and lists in brackets.

use super::*;

/// Each name was looked for among all others.
#[test]
fn rows_of_json_may_have_many_keys() {
    let row = |row: usize| {
        let keys: Vec<String> = (0..60_000).map(|key| format!("\"k{row}_{key}\":1")).collect();
        format!("{{\"puzzle\":\"{PUZZLE}\",{}}}\n", keys.join(","))
    };
    let found = read(&(0..3).map(row).collect::<String>()).unwrap();
    assert_eq!(found.iter().filter(|row| row.2.as_deref() == Ok(PUZZLE)).count(), 3);
}

#[test]
fn a_bad_row_of_a_json_array_is_one_refused_row() {
    let good = format!("{{\"puzzle\":\"{PUZZLE}\"}}");
    let bad = [
        ("{\"puzzle\" \"x\"}", "found what is not a row of JSON (expected `:`)"),
        ("{\"puzzle\":\"x\",}", "found what is not a row of JSON"),
        ("{\"puzzle\":[1,2,3]}", "found a line of length 3; expected 16, 81, "),
        ("word", "found what is not a row of JSON"),
        ("{\"puzzle\":\"\\ud800\"}", "column puzzle: "),
        ("{\"a\":[1,\"puzzle\":\"x\"}", "found a closing bracket that does not fit"),
        ("{\"puzzle\":\"x", "found the end of a line within a string"),
        ("{\"puzzle\":\"x\"", "found the begin of another row within a row"),
    ];
    for (bad, why) in bad {
        for (first, last) in [("[", "\n]"), ("", "")] {
            let text = format!("{first}{good},\n{bad},\n{good},\n{good}{last}");
            for pace in [1, 7, 1000] {
                let (rows, error) = in_short(&text, pace);
                assert_eq!(error, None, "{text}");
                assert_eq!(rows.len(), 4, "{text}: {rows:?}");
                assert_eq!(
                    (&*rows[0], &*rows[3]),
                    (&*format!("1 {PUZZLE}"), &*format!("4 {PUZZLE}"))
                );
                assert!(
                    rows[1].contains("row 2, column puzzle: ") && rows[1].contains(why),
                    "{rows:?}"
                );
            }
        }
        // Also if it comes first. An array that begins with a word may be a file of SudoCue.
        if bad == "word" {
            continue;
        }
        for text in [format!("[{bad},\n{good}]"), format!("{bad}\n{good}\n{good}\n")] {
            let (rows, error) = in_short(&text, 5);
            assert_eq!(error, None, "{text}");
            assert!(rows.len() >= 2 && rows[1] == format!("2 {PUZZLE}"), "{text}: {rows:?}");
        }
    }
}

#[test]
fn a_json_array_that_is_not_whole_is_refused() {
    let good = format!("{{\"puzzle\":\"{PUZZLE}\"}}");
    for (text, rows, error) in [
        (format!("[{good},\n{good}\n"), 2, "line 3: found the end of an array without its bracket"),
        (format!("[{good},\n"), 1, "line 2: found the end of an array without its bracket"),
        (format!("[{good}]\n{good}"), 1, "line 2: found text behind the array of rows"),
        (format!("[{good}] x"), 1, "line 1: found text behind the array of rows"),
    ] {
        for pace in [1, 1000] {
            let (found, why) = in_short(&text, pace);
            assert_eq!(found.len(), rows, "{text}: {found:?}");
            assert!(why.as_ref().is_some_and(|why| why.starts_with(error)), "{text}: {why:?}");
        }
    }
    let (rows, error) = in_short(&format!("[{good} {good},{good}]\n"), 3);
    assert_eq!((rows.len(), error), (3, None));
    assert!(
        rows[1].starts_with("row 2, column puzzle: found no comma before this row"),
        "{rows:?}"
    );
    let (rows, error) = in_short(&format!("[{good},\n{{\"puzzle\""), 3);
    assert_eq!((rows.len(), error), (2, None));
    assert!(rows[1].contains("found the end of the table within a row"), "{rows:?}");
}

#[test]
fn other_fields_of_json_may_hold_anything() {
    let deep = "[".repeat(500) + &"]".repeat(500);
    for other in ["\"\\ud800\"", &deep, "1e999"] {
        let row = format!("{{\"other\":{other},\"puzzle\":\"{PUZZLE}\"}}");
        for text in [format!("{row}\n{row}\n"), format!("[{row},{row}]")] {
            let (rows, error) = in_short(&text, 9);
            assert_eq!((rows, error), (vec![format!("1 {PUZZLE}"), format!("2 {PUZZLE}")], None));
        }
    }
}

#[test]
fn a_name_that_comes_later_in_json_is_known() {
    let text =
        format!("{{\"puzzle\":\"{PUZZLE}\"}}\n{{\"puzzle\":\"{PUZZLE}\",\"answer\":\"{FULL}\"}}\n");
    let found = read(&text).unwrap();
    assert_eq!(found[1].3.as_deref(), Some(FULL));
}

#[test]
fn bare_arrays_of_json_are_one_puzzle_or_a_table_of_puzzles() {
    let cells: Vec<String> = PUZZLE.replace('.', "0").chars().map(String::from).collect();
    let side = if cells.len() == 16 { 4 } else { 9 };
    let list = format!("[{}]", cells.join(","));
    let rows: Vec<_> = cells.chunks(side).map(|row| format!("[{}]", row.join(", "))).collect();
    let matrix = format!("[{}]", rows.join(",\n"));
    for one in [&list, &matrix] {
        let (rows, error) = in_short(one, 7);
        assert_eq!((rows, error), (vec![format!("1 {PUZZLE}")], None), "{one}");
        for many in [format!("[{one},\n{one}]"), format!("[\n{one}\n,{one}]\n")] {
            let (rows, error) = in_short(&many, 5);
            assert_eq!(
                (rows, error),
                (vec![format!("1 {PUZZLE}"), format!("2 {PUZZLE}")], None),
                "{many}"
            );
        }
    }
}

#[test]
fn lists_as_text_in_fields_are_puzzles() {
    let cells: Vec<String> = PUZZLE.replace('.', "0").chars().map(String::from).collect();
    let (json, numpy) = (format!("[{}]", cells.join(", ")), format!("[{}]", cells.join(" ")));
    for text in [
        format!("puzzle,solution\n\"{json}\",x\n"),
        format!("id;grid\n1;{json}\n"),
        format!("puzzle\tx\n{numpy}\t7\n"),
        format!("\"{json}\",7.1\n"),
        format!("id,puzzle\n1,\"{}\"\n", numpy.replacen("0 0", "0\n 0", 3)),
    ] {
        let (rows, error) = in_short(&text, 100);
        assert_eq!((rows, error), (vec![format!("1 {PUZZLE}")], None), "{text}");
    }
}
