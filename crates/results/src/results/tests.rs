//! Tests of reading results back.

use super::*;
use crate::{COLUMNS, Record};
use crate::{Isolation, Proved, Task, Timing, Verdict};
use proptest::prelude::*;

/// A whole row.
const ROW: &str = "3,run-1,systems,P1,7,edca57d2e0bf551bb7c98a233fee6ceac1cf93b795eb71edeb6c4af9e2ba2190,\
                   masks,0.2.0,unique,3,0,2,4,ok,1,1266,71,143,7,4000,2000,,,1100,unverified,engine,17,900,,,,";

fn with(changes: &[(&str, &str)]) -> String {
    let mut fields: Vec<&str> = ROW.split(',').collect();
    for (column, text) in changes {
        fields[COLUMNS.iter().position(|name| name == column).unwrap()] = text;
    }
    fields.join(",")
}

fn file(rows: &[String]) -> String {
    let head = COLUMNS.join(",");
    std::iter::once(&head).chain(rows).fold(String::new(), |text, line| text + line + "\n")
}

fn read(text: &str) -> Result<Results, RowError> {
    let mut results = Results::default();
    results.add("r.csv", text.as_bytes(), None).map(|()| results)
}

#[track_caller]
fn refused(text: &str) -> String {
    read(text).unwrap_err().to_string()
}

#[test]
fn a_row_is_read_as_it_stands() {
    let text = file(&[with(&[])]);
    let mut rows = Rows::new("r.csv", text.as_bytes()).unwrap();
    let (line, row): (u64, Row<'_>) = rows.next_row().unwrap().unwrap();
    assert_eq!(
        (line, row.run_id, row.corpus, row.instance, row.line),
        (2, "run-1", "systems", "P1", Some(7))
    );
    let sha256 = row.sha256.to_string();
    assert!(sha256.starts_with("ed") && sha256.ends_with("90"), "{sha256}");
    assert_eq!((row.engine, row.engine_version, row.task), ("masks", "0.2.0", Task::Unique));
    assert_eq!((row.block, row.position, row.repetition, row.iterations), (3, 0, 2, Some(4)));
    assert_eq!((row.verdict, row.solutions), (Verdict::Ok, Some("1")));
    let counts = [row.tests, row.forks, row.nodes, row.max_depth];
    assert_eq!(counts, [1266, 71, 143, 7].map(Some));
    assert_eq!((row.wall_ns, row.cpu_ns), (Some(4000), Some(2000)));
    assert_eq!((row.instructions, row.max_rss_bytes), (None, None));
    assert_eq!((row.cold_ns, row.timing), (Some(1100), Some(Timing::Unverified)));
    assert_eq!((row.proved, row.cost, row.first_ns), (Some(Proved::Engine), Some(17), Some(900)));
    assert_eq!((row.cycles, row.branch_misses, row.cache_misses), (None, None, None));
    assert_eq!(rows.next_row::<Row<'_>>().unwrap(), None);
    assert_eq!((rows.whole_bytes, rows.tail), (text.len() as u64, None));
}

#[test]
fn times_are_those_of_one_search_and_of_answers() {
    let time = |changes: &[(&str, &str)]| {
        let results = read(&file(&[with(changes)])).unwrap();
        let entry = results.entries[0];
        (entry.time(Clock::Cpu), entry.time(Clock::Wall))
    };
    assert_eq!(time(&[]), (Some(500.0), Some(1000.0)));
    assert_eq!(time(&[("cpu_ns", "")]), (None, Some(1000.0)));
    assert_eq!(time(&[("cpu_ns", "0")]), (None, Some(1000.0)));
    assert_eq!(time(&[("iterations", "")]), (None, None));
    assert_eq!(time(&[("verdict", "budget")]), (None, None));
    let short = [("iterations", ""), ("timing", "short")];
    assert_eq!(time(&short), (None, None));
    let entry = read(&file(&[with(&short)])).unwrap().entries[0];
    assert_eq!(
        [Clock::Cpu, Clock::Wall].map(|clock| entry.bound(clock)),
        [2000.0, 4000.0].map(Some)
    );
    assert_eq!(read(&file(&[with(&[])])).unwrap().entries[0].bound(Clock::Cpu), None);
}

#[test]
fn counters_are_told_from_each_other_and_from_nothing() {
    let other = with(&[("instance", "P2"), ("solutions", ""), ("forks", ""), ("nodes", "144")]);
    let results = read(&file(&[with(&[]), other])).unwrap();
    let [one, other] = [0, 1].map(|i| results.entries[i].counts);
    let known = |counts: &Counts| [0, 1, 2, 3, 4].map(|place| counts.get(place, &results));
    assert_eq!(known(&one), ["1", "1266", "71", "143", "7"].map(|n| Some(n.to_owned())));
    assert_eq!(known(&other)[..3], [None, Some("1266".to_owned()), None]);
    assert_eq!((one.forks(), other.forks()), (Some(71), None));
    assert_eq!(one.differing(&one, true), [0; 0]);
    assert_eq!(one.differing(&other, true), [0, 2, 3]);
    assert_eq!(one.differing(&other, false), [3]);
    assert_eq!(other.differing(&one, true), [3]);
    let mut filled = other;
    assert!(!filled.fill(&one), "the nodes are others");
    assert_eq!(filled.forks(), Some(71));
    assert!(filled.fill(&other));
}

/// Files that earlier versions wrote, which lack the columns added since.
#[test]
fn files_of_older_schemas_are_read() {
    let head = COLUMNS[..23].join(",");
    assert!(head.ends_with(",instructions,max_rss_bytes"), "{head}");
    let since = ["cold_ns", "timing", "proved", "cost", "first_ns"].map(|column| (column, ""));
    let row = with(&[&[("schema", "1")], &since[..]].concat());
    let text = format!("{head}\n{}\n", row.strip_suffix(",,,,,,,,,").unwrap());
    let mut rows = Rows::new("r.csv", text.as_bytes()).unwrap();
    let (_, row): (u64, Row<'_>) = rows.next_row().unwrap().unwrap();
    assert_eq!((row.schema, row.max_rss_bytes, row.cold_ns, row.timing), (1, None, None, None));
    assert_eq!((row.proved, row.cost, row.first_ns), (None, None, None));
    assert_eq!((row.wall_ns, row.cpu_ns), (Some(4000), Some(2000)));
    // Columns that every version has are still needed.
    let found = refused(&text.replacen(",cpu_ns", ",seconds", 1));
    assert!(found.contains("found a head line without `cpu_ns`; expected"), "{found}");
    // Rows of both versions are compared and ranked together.
    let mut results = read(&text).unwrap();
    results.add("s.csv", file(&[with(&[])]).as_bytes(), None).unwrap();
    assert_eq!(results.entries[0].time(Clock::Cpu), results.entries[1].time(Clock::Cpu));
    assert_eq!(results.entries[0].case, results.entries[1].case);
    let unverified = results.entries.iter().map(|entry| entry.is_unverified);
    assert_eq!(unverified.collect::<Vec<_>>(), [false, true]);
    let warning = results.unverified().expect("there is one");
    assert!(warning.starts_with("unverified times: 1 of masks ("), "{warning}");
    assert_eq!(read(&text).unwrap().unverified(), None);
}

#[test]
fn columns_may_stand_in_any_order_with_others_among_them() {
    let mut columns: Vec<(&str, &str)> =
        COLUMNS.iter().map(|name| &**name).zip(ROW.split(',')).collect();
    columns.reverse();
    columns.insert(5, ("mine", "\"x, y\""));
    let (head, row): (Vec<_>, Vec<_>) = columns.into_iter().unzip();
    let results = read(&format!("\u{feff}{}\r\n{}\r\n", head.join(","), row.join(","))).unwrap();
    let entry = results.entries[0];
    assert_eq!((results.text(entry.engine), entry.repetition), ("masks", 2));
}

#[test]
fn what_is_no_row_is_told_by_its_place() {
    let broken = |changes: &[(&str, &str)]| refused(&file(&[with(&[]), with(changes)]));
    let number = "a whole number, or nothing";
    for (column, text, at, expected) in [
        ("cpu_ns", "fast", 138, number),
        ("cpu_ns", "+4", 138, number),
        ("schema", "6", 1, "1 to 5, the columns that this version reads"),
        ("verdict", "fine", 114, "one of `ok`, `wrong`, `stalled`, "),
        ("task", "some", 99, "one of `first`, `unique`, `all`, `count`, `cheapest`; "),
        ("repetition", "0", 110, "a whole number from 1; "),
        ("sha256", "ed", 22, "64 hexadecimal digits; "),
        ("solutions", "many", 117, number),
        ("timing", "well", 150, "`repeated`, `once`, `short`, `unverified` or nothing; "),
        ("isolation", "well", 178, "`sandbox` or nothing; "),
        ("proved", "well", 161, "`engine`, `quadrille` or nothing; "),
        ("engine", "", 87, "a name without "),
        ("engine", "\u{1b}[2J", 87, "a name without characters that cannot be printed; "),
    ] {
        let found = broken(&[(column, text)]);
        let text = text.replace('\u{1b}', r"\u{1b}");
        let expected = format!("r.csv:3:{at}: found `{text}` as {column}; expected {expected}");
        assert!(found.starts_with(&expected), "{found}\n{expected}");
        let remedy = match column {
            "schema" => "use the version that wrote the file",
            _ => "remove it, or make the file again",
        };
        assert!(found.ends_with(remedy), "what to do: {found}");
    }
    let short = refused(&file(&[with(&[]), "1,run,systems".to_owned()]));
    assert!(
        short.starts_with("r.csv:3:1: found 3 fields; expected 32, as in the first line; "),
        "{short}"
    );
    let bytes =
        [file(&[]).as_bytes(), &with(&[("engine", "?")]).replace('?', "@").into_bytes()].concat();
    let bytes: Vec<u8> =
        bytes.into_iter().map(|b| if b == b'@' { 0xff } else { b }).chain(*b"\n").collect();
    let found = Results::default().add("r.csv", &*bytes, None).unwrap_err().to_string();
    assert!(found.contains("as engine; expected text in UTF-8"), "{found}");
}

#[test]
fn what_are_no_results_is_told() {
    assert!(
        refused("").starts_with(
            "r.csv:1:1: found no line; expected the columns of results: schema,run_id,"
        )
    );
    let foreign = refused("name,time\na,1\n");
    assert!(
        foreign
            .starts_with("r.csv:1:1: found `name,time`; expected the columns of results: schema,"),
        "{foreign}"
    );
    assert!(foreign.contains("has `quadrille run` written this file?"), "{foreign}");
    let lacking = refused(&file(&[]).replace(",forks,nodes,", ","));
    assert!(lacking.contains("found a head line without `forks`, `nodes`; expected"), "{lacking}");
    let long = refused(&"x".repeat(3 << 20));
    assert!(long.contains("a line that does not end within a million bytes"), "{long}");
}

#[test]
fn a_file_that_breaks_off_is_read_up_to_there() {
    let whole = file(&[with(&[]), with(&[("repetition", "3")])]);
    let cut = &whole[..whole.len() - 30];
    let results = read(cut).unwrap();
    assert_eq!(results.entries.len(), 1);
    assert_eq!(results.sources[0].tail, Some(3));
    // Even if only the line end is missing: the last field might have gone on.
    assert_eq!(read(&whole[..whole.len() - 1]).unwrap().entries.len(), 1);
    let no_head = &COLUMNS.join(",")[..20];
    assert!(refused(no_head).contains("found no line"), "{}", refused(no_head));
}

/// The rows behind a stray quote are in its field. They must not be lost, wherever the file ends.
#[test]
fn a_quote_that_stays_open_is_no_unfinished_row() {
    let rows: Vec<String> = ["1", "2", "3"].map(|n| with(&[("repetition", n)])).into();
    let whole = file(&rows);
    for column in 0..COLUMNS.len() {
        let mut fields: Vec<String> = rows[0].split(',').map(str::to_owned).collect();
        fields[column].insert(0, '"');
        let broken = whole.replacen(&rows[0], &fields.join(","), 1);
        for text in [&*broken, &broken[..broken.len() - 1], &broken[..broken.len() - 7]] {
            let found = refused(text);
            assert!(
                found.starts_with("r.csv:2: found a field that begins with `\"` and goes on"),
                "{found}"
            );
        }
    }
    // In the last row it is what a run that was killed may leave.
    let cut = format!("{whole}1,\"run");
    assert_eq!(read(&cut).unwrap().sources[0].tail, Some(5));
}

fn record() -> impl Strategy<Value = Record> {
    let name = || "[a-z,\" é~*]{1,9}";
    let count = || prop::option::of(0u64..u64::MAX);
    (
        (name(), name(), name(), name(), prop::option::of(1usize..999), any::<u64>()),
        (0usize..9, 0usize..9, 1u32..9, count(), "[0-9]{1,30}", 0usize..4),
        (count(), count(), count(), count(), count(), count(), count(), count()),
        prop::sample::select(vec![
            Verdict::Ok,
            Verdict::Stalled,
            Verdict::Timeout,
            Verdict::Unsupported,
        ]),
    )
        .prop_map(|(names, numbers, counts, verdict)| Record {
            schema: 5,
            run_id: names.0,
            corpus: names.1,
            instance: names.2,
            line: names.4,
            sha256: Fingerprint::of(&names.5.to_le_bytes()).to_string(),
            engine: names.3,
            engine_version: String::new(),
            task: [Task::First, Task::Unique, Task::All, Task::Count][numbers.5],
            block: numbers.0,
            position: numbers.1,
            repetition: numbers.2,
            iterations: numbers.3,
            verdict,
            solutions: Some(numbers.4),
            tests: counts.0,
            forks: counts.1,
            nodes: counts.2,
            max_depth: counts.3,
            wall_ns: counts.4,
            cpu_ns: counts.5,
            instructions: counts.6,
            max_rss_bytes: counts.7,
            cold_ns: counts.0,
            timing: [None, Some(Timing::Once), Some(Timing::Repeated), Some(Timing::Short)]
                [numbers.5],
            proved: [Some(Proved::Quadrille), None, Some(Proved::Engine)][numbers.5 % 3],
            cost: counts.1,
            first_ns: counts.2,
            cycles: counts.3,
            branch_misses: counts.4,
            cache_misses: counts.5,
            isolation: [None, Some(Isolation::Sandbox)][numbers.5 % 2],
        })
}

proptest! {
    /// What a run writes is read back, and of a file cut anywhere the rows that got through whole.
    #[test]
    fn rows_come_back_as_they_were_written(
        records in prop::collection::vec(record(), 0..6),
        cut in any::<prop::sample::Index>(),
    ) {
        let mut rows = csv::WriterBuilder::new().has_headers(false).from_writer(Vec::new());
        for record in &records {
            rows.serialize(record).unwrap();
        }
        let bytes = [file(&[]).into_bytes(), rows.into_inner().unwrap()].concat();
        for end in [bytes.len(), cut.index(bytes.len() + 1)] {
            let Ok(mut rows) = Rows::new("r.csv", &bytes[..end]) else {
                prop_assert!(end < file(&[]).len());
                continue;
            };
            let mut count = 0;
            while let Some((_, row)) = rows.next_row::<Record>().unwrap() {
                prop_assert_eq!(&row, &records[count]);
                count += 1;
            }
            let (whole, broken_off) = bytes[..end].split_at(rows.whole_bytes as usize);
            prop_assert!(whole.ends_with(b"\n") && !broken_off.contains(&b'\n'));
            prop_assert_eq!(rows.tail.is_some(), !broken_off.is_empty());
            prop_assert!(end < bytes.len() || count == records.len());
        }
    }

    #[test]
    fn any_bytes_are_read_or_refused(bytes in prop::collection::vec(any::<u8>(), 0..200), begin in any::<bool>()) {
        let head = if begin { file(&[]) } else { String::new() };
        _ = Results::default().add("r.csv", &*[head.as_bytes(), &bytes].concat(), None);
    }
}
