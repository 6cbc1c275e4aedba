//! Files in memory, checked as the worker checks them.

use std::io::{Cursor, Read, Write};

use serde_json::Value;

use super::*;

const P4: &str =
    "530070000600195000098000060800060003400803001700020006060000280000419005000080079";
const S4: &str =
    "534678912672195348198342567859761423426853791713924856961537284287419635345286179";

/// What is found in a file, and the table back.
fn check(file: &[u8], asked: &CheckRequest) -> Result<(Value, String), String> {
    let mut table = Vec::new();
    let found = checked(
        Box::new(Cursor::new(file.to_vec())),
        asked,
        &mut |piece| table.extend(piece),
        &mut |_| (),
    );
    let found = found.map_err(|error| error.to_string())?;
    let text = match table.starts_with(&[0x1f, 0x8b]) {
        false => String::from_utf8(table).expect("text"),
        true => {
            let mut text = String::new();
            let table = Input::Stream(Box::new(Cursor::new(table)));
            let mut unpacked = quadrille_tables::unpacked(table).expect("gzip");
            unpacked.read_to_string(&mut text).expect("whole");
            text
        }
    };
    Ok((serde_json::to_value(&found).expect("JSON"), text))
}

fn with_table() -> CheckRequest {
    CheckRequest { table: true, ..CheckRequest::default() }
}

fn file() -> String {
    let wrong = S4.replacen('5', "6", 1);
    let clash = P4.replacen("53", "55", 1);
    let small = "1..43..2.1..4..1,1234341221434321";
    let empty = ".".repeat(81);
    format!(
        "id,quiz,solution\n1,{P4},{S4}\n2,{P4},{wrong}\n3,{empty},{S4}\n4,{clash},\n5,12x,{S4}\n6,{P4},\n7,{small}\n8,{P4},no\n"
    )
}

#[test]
fn each_row_has_its_verdict_and_the_table_comes_back() {
    let (found, table) = check(file().as_bytes(), &with_table()).expect("a table");
    for (name, count) in [
        ("rows", 8),
        ("unique", 5),
        ("multiple", 1),
        ("none", 1),
        ("invalid", 1),
        ("right", 2),
        ("wrong", 2),
        ("one_of_several", 1),
        ("missing", 2),
        ("faulty", 6),
    ] {
        assert_eq!(found[name], count, "{name}");
    }
    assert_eq!(found["faults"].as_array().map(Vec::len), Some(6));
    assert_eq!(
        found["faults"][2]["reason"],
        "digit 5 stands twice in row 1: at row 1 column 1 and row 1 column 2"
    );
    let why = |place: usize| found["faults"][place]["reason"].as_str().unwrap_or_default();
    assert_eq!(why(0), "the answer has 6 at row 1 column 1, the puzzle 5");
    assert!(why(5).contains("column solution: found"), "{}", why(5));
    assert!(found["faults"][0]["row"].as_str().unwrap_or_default().starts_with("2,53"), "the row");
    let lines: Vec<&str> = table.lines().collect();
    assert_eq!(
        lines[0],
        "id,quiz,solution,verdict,solutions,quadrille_solution,given_answer,reason"
    );
    assert_eq!(lines[1], format!("1,{P4},{S4},unique,1,{S4},right,"));
    assert!(lines[2].ends_with(&format!(",unique,1,{S4},wrong,")), "{}", lines[2]);
    assert!(lines[3].ends_with(",multiple,2,,one of several,"), "{}", lines[3]);
    assert!(lines[5].starts_with(&format!("5,12x,{S4},invalid,,,,")), "{}", lines[5]);
    assert!(lines[8].ends_with(&format!(",unique,1,{S4},wrong,")), "{}", lines[8]);
    assert!(lines[7].ends_with(",unique,1,1234341221434321,right,"), "{}", lines[7]);
    let without = check(file().as_bytes(), &CheckRequest::default()).expect("a table");
    assert_eq!((&without.0["faulty"], &*without.1), (&6.into(), ""));
}

#[test]
fn texts_json_and_gzip_are_checked_as_well() {
    let (found, table) =
        check(format!("{P4}\n# a comment\n12x\n").as_bytes(), &with_table()).expect("a text");
    assert_eq!(
        (&found["unique"], &found["invalid"], &found["is_judged"]),
        (&1.into(), &1.into(), &false.into())
    );
    assert!(table.starts_with("line,puzzle,verdict,solutions,solution,reason\n1,53..7"), "{table}");
    let json = format!("{{\"puzzle\":\"{P4}\",\"solution\":\"{S4}\"}}\n").repeat(2);
    let (found, table) = check(json.as_bytes(), &with_table()).expect("JSON Lines");
    assert_eq!(found["right"], 2);
    assert!(table.contains("\"verdict\":\"unique\""), "{table}");
    let mut packed = flate2::write::GzEncoder::new(Vec::new(), flate2::Compression::fast());
    packed.write_all(file().as_bytes()).expect("memory");
    let packed = packed.finish().expect("memory");
    let (found, table) = check(&packed, &with_table()).expect("gzip");
    assert_eq!((&found["rows"], table.lines().count()), (&8.into(), 9));
    let cut = check(&packed[..packed.len() / 2], &with_table());
    let said = cut.map_or_else(|error| error, |(found, _)| found["broken"].to_string());
    assert!(said.contains("expected a whole file"), "{said}");
}

#[test]
fn columns_are_named_and_chosen() {
    let open = |text: &str, asked: &CheckRequest| {
        let content = opened(Box::new(Cursor::new(text.as_bytes().to_vec())), asked);
        content.map(|content| contents(&content)).map_err(|error| error.to_string())
    };
    let text = format!("quiz,solution,solutions\n{P4},{S4},{S4}\n");
    let found = open(&text, &CheckRequest::default()).expect("a table");
    assert_eq!((found.kind, found.columns.len(), found.more), ("CSV", 3, 0));
    assert_eq!(
        (found.answers.as_deref(), &*found.passed_over),
        (Some("solution"), &["solutions".to_owned()][..])
    );
    let asked = CheckRequest { answers: Some("solutions".into()), ..CheckRequest::default() };
    assert_eq!(open(&text, &asked).expect("a table").answers.as_deref(), Some("solutions"));
    let asked = CheckRequest { column: Some("<b>".into()), ..CheckRequest::default() };
    let said = open(&text, &asked).expect_err("no such column");
    assert!(said.starts_with("--column: found no column <b>; expected one of quiz"), "{said}");
    assert_eq!(open(P4, &CheckRequest::default()).expect("a text").kind, "text");
}

#[test]
fn hostile_files_are_refused_or_their_rows_are() {
    let many = format!("puzzle{}\n{P4}\n", ",x".repeat(400_000));
    let long = format!("puzzle,x\n{P4},{}\n", "y".repeat(3_000_000));
    let binary: Vec<u8> = (0..=255).cycle().take(100_000).collect();
    let quotes = format!("puzzle,x\n{P4},\"{}\n", "y\n".repeat(1000));
    for file in [
        many.as_bytes(),
        long.as_bytes(),
        &binary,
        quotes.as_bytes(),
        b"",
        b"PAR1xxxxPAR1",
        b"\x28\xb5\x2f\xfdxx",
    ] {
        if let Ok((found, _)) = check(file, &with_table()) {
            assert_eq!(found["unique"], 0, "{}", found["first"]);
            assert!(found.to_string().len() < 1_000_000, "only beginnings are shown");
        }
    }
}

#[test]
fn puzzles_are_made_and_checked_under_rules() {
    let under = |rules: &str| CheckRequest { rules: Some(rules.to_owned()), ..with_table() };
    for rules in ["2x3+x", "4", "latin+signs+5", "regions:aaabb/acabb/cccdb/ecddd/eeeed"] {
        let text = ruled::made(rules, 3, 1).expect(rules);
        assert_eq!(text.lines().count(), 4, "{text}");
        for asked in [rules, "file"] {
            let (found, table) = check(text.as_bytes(), &under(asked)).expect(rules);
            assert_eq!(
                (&found["rows"], &found["unique"]),
                (&3.into(), &3.into()),
                "{rules}: {found}"
            );
            assert!(
                table.starts_with("line,puzzle,verdict,solutions,solution,reason\n2,"),
                "{table}"
            );
        }
    }
    let text = format!("{}\n12\n", ".".repeat(36));
    let (found, _) = check(text.as_bytes(), &under("2x3")).expect("a text");
    assert_eq!((&found["multiple"], &found["invalid"]), (&1.into(), &1.into()), "{found}");
    for (rules, why) in [("killer", "sums"), ("mine", "paste the drawing"), ("2x3+9", "one size")] {
        let error = check(text.as_bytes(), &under(rules)).unwrap_err();
        assert!(error.starts_with("rules: found") && error.contains(why), "{error}");
        assert_eq!(ruled::made(rules, 1, 1).unwrap_err(), error);
    }
    assert!(ruled::made("file", 1, 1).is_err());
}
