//! Tables written again with columns added.

use super::*;

#[test]
fn rows_of_any_width_are_written_with_the_width_of_the_table() {
    let columns = [("verdict", Type::Text)];
    let text = format!("id,puzzle\n1\n2,{PUZZLE},a,\"b,c\"\n3,\"{PUZZLE}\n4,{PUZZLE}\n");
    let new = rewritten(slow(text, 9), &columns, &[Value::Text("v".into())]);
    let new = String::from_utf8(new).unwrap();
    let expected = format!(
        "id,puzzle,verdict\n1,,v\n2,\"{PUZZLE},a,b,c\",v\n3,\"\"\"{PUZZLE}\",v\n4,{PUZZLE},v\n"
    );
    assert_eq!(new, expected);
    let again = read(&new).unwrap();
    assert_eq!(again.len(), 4, "no row takes in another");
}

#[test]
fn added_names_are_free_however_often_they_are_added() {
    let columns = [("verdict", Type::Text), ("reason", Type::Text)];
    let mut text = format!("puzzle,reason\n{PUZZLE},x\n");
    for _ in 0..4 {
        let new = rewritten(slow(text, 99), &columns, &[Value::Missing, Value::Missing]);
        text = String::from_utf8(new).unwrap();
    }
    let head: Vec<&str> = text.lines().next().unwrap().split(',').collect();
    assert_eq!(head[..4], ["puzzle", "reason", "verdict", "quadrille_reason"]);
    assert_eq!(head[4..6], ["quadrille_verdict", "quadrille_2_reason"]);
    let names: std::collections::BTreeSet<_> = head.iter().collect();
    assert_eq!(names.len(), head.len(), "{head:?}");
}

/// The text of a table written again.
fn rewritten(input: Input, columns: &[(&'static str, Type)], values: &[Value]) -> Vec<u8> {
    let Content::Table(mut table) = open(input, &Wanted::default()).unwrap() else {
        panic!("text")
    };
    let mut writer = Writer::new(Vec::new(), &table, columns).unwrap();
    while let Some(block) = table.next_block(2, &mut || ()) {
        for row in block.unwrap().rows() {
            writer.row(row.raw, values).unwrap();
        }
    }
    writer.finish().unwrap()
}

#[test]
fn a_table_is_written_again_with_columns_added() {
    let columns = [("verdict", Type::Text), ("level", Type::Whole), ("rating", Type::Number)];
    let values = [Value::Text("a, \"b\"".into()), Value::Whole(3), Value::Missing];
    let write =
        |text: &str| String::from_utf8(rewritten(slow(text, 7), &columns, &values)).unwrap();
    let added = "\"a, \"\"b\"\"\",3,";
    assert_eq!(
        write(&format!("puzzle,level\r\n{PUZZLE},\"x\ny\"\r\n{PUZZLE}\n")),
        format!(
            "puzzle,level,verdict,quadrille_level,rating\n{PUZZLE},\"x\ny\",{added}\n{PUZZLE},,{added}\n"
        )
    );
    assert_eq!(write(&format!("{PUZZLE},x\n")), format!("{PUZZLE},x,{added}\n"));
    let added = "\"verdict\":\"a, \\\"b\\\"\",\"level\":3,\"rating\":null";
    assert_eq!(
        write(&format!("{{ \"puzzle\": \"{PUZZLE}\" }}\n{{x\n{{}}\n")),
        format!(
            "{{ \"puzzle\": \"{PUZZLE}\" ,{added}}}\n{{\"text\":\"{{x\",{added}}}\n{{{added}}}\n"
        )
    );
    assert_eq!(
        write(&format!("[\"{PUZZLE}\"]")),
        format!("[\n{{\"puzzle\":\"{PUZZLE}\",{added}}}\n]\n")
    );
}

#[test]
fn what_was_compressed_is_compressed_again() {
    let text = format!("puzzle\n{PUZZLE}\n");
    let mut gzip = flate2::write::GzEncoder::new(Vec::new(), flate2::Compression::fast());
    gzip.write_all(text.as_bytes()).unwrap();
    let packed = [gzip.finish().unwrap(), zstd::encode_all(text.as_bytes(), 1).unwrap()];
    for packed in packed {
        assert_eq!(rows_of(slow(packed.clone(), 5), &Wanted::default()).unwrap().len(), 1);
        let again = rewritten(slow(packed.clone(), 5), &[("n", Type::Whole)], &[Value::Whole(1)]);
        assert_eq!(again[..2], packed[..2]);
        let mut bytes = quadrille_tables::unpacked(slow(again, 100)).unwrap();
        let mut found = String::new();
        bytes.read_to_string(&mut found).unwrap();
        assert_eq!(found, format!("puzzle,n\n{PUZZLE},1\n"));
        let cut = packed[..packed.len() - 6].to_vec();
        assert!(
            rows_of(slow(cut, 5), &Wanted::default())
                .unwrap_err()
                .contains("cannot be read further")
        );
    }
}
