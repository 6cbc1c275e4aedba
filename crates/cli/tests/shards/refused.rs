//! Shards and rows that `merge` refuses, each by its name.

use std::fs;
use std::io::{Read, Write};

use quadrille_harness::shards::{Folder as Shards, ShardAbout};

use super::common::{Folder, kill};
use super::{divided, missing, shards};

fn run_in_three() -> Folder {
    let folder = Folder::new();
    divided(&folder, "run --corpus systems --engine masks --engine dlx", 3);
    folder
}

/// Replaces the rows of shard 1 by others, in a shard whose checksum is right.
fn forge(folder: &Folder, change: impl FnOnce(&mut Vec<String>)) {
    let shards = Shards::open(&folder.path("d")).unwrap();
    let id = shards.shard(1).unwrap();
    let shard = shards.read(id).unwrap().unwrap();
    let about: ShardAbout = shard.header.about.clone();
    let mut text = String::new();
    shard.payload().read_to_string(&mut text).unwrap();
    fs::remove_file(folder.path("d/shards/0-1")).unwrap();
    let mut forged = shards.begin(id, &about).unwrap();
    let mut rows = text.lines().map(str::to_owned).collect();
    change(&mut rows);
    for row in rows {
        writeln!(forged, "{row}").unwrap();
    }
    forged.publish().unwrap();
}

#[test]
fn a_damaged_shard_is_missing_until_it_is_done_again() {
    let folder = run_in_three();
    let path = folder.path("d/shards/0-1");
    let whole = fs::read(&path).unwrap();
    let mut changed = whole.clone();
    changed[whole.len() / 2] ^= 1;
    let (foreign, lost) = (folder.read("d/shards/0-2"), whole[..whole.len() / 2].to_vec());
    for (bytes, why) in [
        (lost, "truncated: "),
        (changed, "damaged: "),
        (foreign.into_bytes(), "foreign: found a shard of generation 0, number 2"),
    ] {
        fs::write(&path, bytes).unwrap();
        let (numbers, reasons) = missing(&folder).negative();
        assert_eq!(numbers, "1\n");
        assert!(reasons.contains(&format!("d/shards/0-1: {why}")), "{reasons}");
        folder.quadrille("merge d").error_has(&format!("d/shards/0-1: {why}"));
        let again = folder.quadrille("shard d 1");
        assert!(again.stderr.contains("in place of a refused one"), "{again:?}");
    }
    assert_eq!(missing(&folder).silently(), "");
    for name in ["0-01", ".nfs001"] {
        fs::copy(&path, folder.path("d/shards").join(name)).unwrap();
    }
    for verb in ["missing", "merge"] {
        let doubled = folder.quadrille(&format!("{verb} d"));
        let expected = "d/shards/0-01: found a file that is none of the 3 shards";
        assert!(doubled.error().contains(expected), "{doubled:?}");
    }
    fs::remove_file(folder.path("d/shards/0-01")).unwrap();
    let merged = folder.quadrille("merge d");
    assert!(merged.stderr.contains("merged 26 rows of 3 shards"), "{merged:?}");
    merged.positive();
}

/// What a forger does with the rows of a shard.
type Change = fn(&mut Vec<String>);

#[test]
fn forged_rows_are_refused_by_their_place() {
    let second_block = |rows: &[String]| {
        let block = |row: &String| row.split(',').nth(9).unwrap().to_owned();
        rows.iter().position(|row| block(row) != block(&rows[0])).unwrap()
    };
    let cases: [(Change, &str); 6] = [
        (|rows| rows.insert(1, rows[0].clone()), "position 0 twice; expected each row once"),
        (|rows| _ = rows.remove(0), "position 1 directly after the first line"),
        (|rows| _ = rows.pop(), " rows; expected "),
        (|rows| rows.swap(0, 1), "position 1 directly after the first line"),
        (
            |rows| rows[0] = rows[0].replace(",masks,", ",lanes,").replace(",dlx,", ",lanes,"),
            "a row that says another",
        ),
        (|rows| rows[0] = rows[0].replacen(",ok,", ",okay,", 1), "`okay` as verdict"),
    ];
    let folder = run_in_three();
    let right = fs::read(folder.path("d/shards/0-1")).unwrap();
    for (change, expected) in cases {
        fs::write(folder.path("d/shards/0-1"), &right).unwrap();
        forge(&folder, change);
        assert_eq!(missing(&folder).silently(), "");
        let refused = folder.quadrille("merge d");
        let error = refused.error();
        assert!(error.contains("d/shards/0-1:") && error.contains(expected), "{refused:?}");
        assert!(
            !folder.path("d/results.csv").exists()
                && !folder.path("d/results.csv.run.toml").exists()
        );
    }
    fs::write(folder.path("d/shards/0-1"), &right).unwrap();
    let other = folder.read("d/shards/0-2");
    forge(&folder, |rows| {
        rows.truncate(second_block(rows));
        rows.extend(
            other
                .lines()
                .skip(1)
                .map(str::to_owned)
                .filter(|row| row.starts_with(|first: char| first.is_ascii_digit())),
        );
    });
    folder.quadrille("merge d").error_has("which belongs to shard 2; expected rows of shard 1");
}

#[test]
fn a_killed_process_leaves_nothing_that_counts() {
    let folder = Folder::new();
    folder.quadrille("run --corpus systems --engine masks --shards 2 --out d").positive();
    let child = folder.start("shard d 0");
    std::thread::sleep(std::time::Duration::from_millis(300));
    kill(child);
    let is_there = folder.path("d/shards/0-0").exists();
    assert_eq!(missing(&folder).negative().0, if is_there { "1\n" } else { "0,1\n" });
    shards(&folder, if is_there { 1..2 } else { 0..2 });
    folder.quadrille("merge d").positive();
    assert_eq!(fs::read_dir(folder.path("d/unfinished")).unwrap().count(), 0);
}
