//! Columns that are asked for, and names of rows.

use std::borrow::Cow;

use super::*;

/// The column of puzzles is asked for.
fn column(name: &str) -> Wanted {
    Wanted { columns: name.into(), kind: None }
}

/// A message that names columns stays short.
#[test]
fn of_many_columns_the_first_are_named() {
    let names: Vec<String> = (0..60_000).map(|number| format!("k{number}")).collect();
    let row = |first: &str| {
        let keys: Vec<String> = names.iter().map(|name| format!("\"{name}\":1")).collect();
        format!("{{\"{first}\":1,{}}}\n", keys.join(","))
    };
    let error = read(&row("id")).unwrap_err();
    let expected = "found no column of puzzles among id, k0, k1, k2, k3, k4, k5, k6, k7, k8, k9, k10, k11, k12, k13, k14, k15, k16, \
        k17, k18 and 59981 more; expected one named";
    assert!(error.starts_with(expected), "{error}");
    let error = rows_of(slow(row("puzzle"), 1 << 20), &column("60002")).unwrap_err();
    let expected = "k17, k18 and 59981 more, or a number from 1 to 60001";
    assert!(error.ends_with(expected), "{error}");
}

/// All formats number the same columns by the same numbers, and say the same of a number that no column has.
#[test]
fn columns_have_the_same_numbers_in_every_format() {
    for text in [
        format!("id,puzzle,other\n7,{PUZZLE},{FULL}\n"),
        format!("id\tpuzzle\tother\n7\t{PUZZLE}\t{FULL}\n"),
        format!("{{\"id\":7,\"puzzle\":\"{PUZZLE}\",\"other\":\"{FULL}\"}}\n"),
        format!("[{{\"id\":7,\"puzzle\":\"{PUZZLE}\",\"other\":\"{FULL}\"}}]"),
    ] {
        let opened = |name: &str| {
            rows_of(slow(&*text, 1000), &column(name)).map(|mut rows| rows.remove(0).2)
        };
        assert_eq!(opened("2"), Ok(Ok(PUZZLE.to_owned())), "{text}");
        assert_eq!(opened("3"), Ok(Ok(FULL.to_owned())), "{text}");
        let refused = opened("1").unwrap().unwrap_err();
        assert!(refused.contains("row 1, column id: "), "{refused}");
        let error = "--column: found no column 4; expected one of id, puzzle, other, or a number from 1 to 3";
        assert_eq!(opened("4"), Err(error.to_owned()), "{text}");
    }
}

#[test]
fn a_column_that_is_not_there_is_an_error() {
    assert!(rows_of(slow(PUZZLE, 99), &column("x")).is_err());
    let error = read("{\"a\":1,\"b\":2}\n").unwrap_err();
    assert!(
        error.starts_with("found no column of puzzles among a, b; expected one named puzzle"),
        "{error}"
    );
}

#[test]
fn rows_have_the_names_that_the_table_gives_them() {
    let names = |text: &str, name_by: Option<&str>| -> Vec<Option<String>> {
        let names = name_by.map(|name| format!("names={name}")).unwrap_or_default();
        let wanted = if names.is_empty() { Wanted::default() } else { column(&names) };
        let Content::Table(mut table) = open(slow(text, 1 << 20), &wanted).unwrap() else {
            panic!("text: {text}")
        };
        let blocks = std::iter::from_fn(|| Some(table.next_block(100, &mut || ())?.unwrap()));
        blocks
            .flat_map(|block| {
                block.rows().map(|row| row.name().map(Cow::into_owned)).collect::<Vec<_>>()
            })
            .collect()
    };
    let named =
        |names: &[&str]| names.iter().map(|&name| Some(name.to_owned())).collect::<Vec<_>>();
    assert_eq!(
        names(&format!("id,puzzle\na,{PUZZLE}\n\"b, c\",{PUZZLE}\n"), None),
        named(&["a", "b, c"])
    );
    assert_eq!(names(&format!("{{\"ID\": 7, \"puzzle\": \"{PUZZLE}\"}}\n"), None), named(&["7"]));
    assert_eq!(names(&format!("x1 {PUZZLE} 7.2\nx2 {PUZZLE} 1.0\n"), None), named(&["x1", "x2"]));
    let table = format!(
        "puzzle,source,name\n{PUZZLE},s,n\n{PUZZLE},,\n{PUZZLE},\u{1b}[31m,{}\n",
        "x".repeat(101)
    );
    let unnamed = || vec![None, None];
    assert_eq!(names(&table, None), [named(&["n"]), unnamed()].concat());
    assert_eq!(names(&table, Some("source")), [named(&["s"]), unnamed()].concat());
    assert_eq!(names(&table, Some("1")), [None, None, None], "puzzles are no names");
    assert_eq!(names(&format!("{PUZZLE},7\n"), None), [None], "nothing says that 7 is a name");
    let same = format!("id,puzzle\n7,{PUZZLE}\n7,{PUZZLE}\n");
    assert_eq!(names(&same, None), unnamed(), "what rows share is no name");
    assert_eq!(names(&same, Some("id")), named(&["7", "7"]));
    let twice = ["a", "b", "a", "c", "d"];
    let rows = twice.map(|name| format!("{name},{PUZZLE}\n")).concat();
    let text = format!("id,puzzle\n{rows}");
    assert_eq!(names(&text, None), named(&twice), "one name given twice is a mistake");
    let error = open(slow(table, 1 << 20), &column("names=x")).err().unwrap().to_string();
    assert_eq!(
        error,
        "--column names=: found no column x; expected one of puzzle, source, name, or a number from 1 to 3"
    );
    let rows = read(&format!("id,puzzle\na7,{PUZZLE}\nb8,1..x\n")).unwrap();
    assert!(
        rows[1]
            .2
            .as_ref()
            .unwrap_err()
            .starts_with("3:1: row 2 (`b8`), column puzzle: at character"),
        "{rows:?}"
    );
}
