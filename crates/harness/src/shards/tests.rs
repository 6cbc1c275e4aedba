//! Shards after every kind of interruption and damage.

use std::fs;
use std::io::{Read, Write};
use std::path::Path;

use proptest::prelude::*;
use serde_json::json;
use tempfile::{TempDir, tempdir};

use super::*;

fn manifest(shards: usize) -> Manifest {
    let binary = Binary { version: "1".to_owned(), sha256: "00".to_owned() };
    Manifest { format: FORMAT, shards, binary, job: Job::Cover(json!({"file": "queens:8"})) }
}

fn about() -> ShardAbout {
    ShardAbout { cpu: Some("a processor".to_owned()), attempt: 1, ..ShardAbout::here(Some(500)) }
}

fn folder(shards: usize) -> (TempDir, Folder) {
    let place = tempdir().unwrap();
    let folder = Folder::create(&place.path().join("job"), &manifest(shards)).unwrap();
    (place, folder)
}

fn publish(folder: &Folder, k: usize, payload: &[u8]) -> Published {
    let mut shard = folder.begin(folder.shard(k).unwrap(), &about()).unwrap();
    shard.write_all(payload).unwrap();
    shard.calibrated(Some(510));
    shard.publish().unwrap()
}

fn payload(folder: &Folder, k: usize) -> Option<String> {
    let shard = folder.read(folder.shard(k).unwrap()).unwrap()?;
    let mut text = String::new();
    shard.payload().read_to_string(&mut text).unwrap();
    Some(text)
}

fn file(folder: &Folder, name: &str) -> PathBuf {
    folder.path().join("shards").join(name)
}

fn fault(folder: &Folder, k: usize) -> String {
    let error = folder.read(folder.shard(k).unwrap()).unwrap_err().to_string();
    let begin = format!("{}: ", file(folder, &format!("0-{k}")).display());
    let (fault, _) = error.strip_prefix(&begin).unwrap().split_once("; do this shard").unwrap();
    fault.to_owned()
}

fn count(folder: &Path) -> usize {
    fs::read_dir(folder).unwrap().count()
}

#[test]
fn a_shard_is_read_as_it_was_written() {
    let (_place, folder) = folder(3);
    assert!(matches!(publish(&folder, 1, b"one\ntwo\n"), Published::First));
    assert!(matches!(publish(&folder, 2, b""), Published::First));
    assert_eq!(payload(&folder, 0), None);
    assert_eq!(payload(&folder, 1).unwrap(), "one\ntwo\n");
    assert_eq!(payload(&folder, 2).unwrap(), "");
    let shard = folder.read(folder.shard(1).unwrap()).unwrap().unwrap();
    assert_eq!((shard.footer.lines, shard.footer.bytes), (2, 8));
    assert_eq!(
        (shard.header.about.calibration_ns, shard.footer.calibration_ns),
        (Some(500), Some(510))
    );
    assert_eq!(folder.missing().unwrap().numbers, [0]);
    assert_eq!(count(&folder.path().join("unfinished")), 0);
    let error = folder.shard(3).unwrap_err().to_string();
    assert!(error.contains("found the shard number 3; expected 0 to 2"), "{error}");
}

#[test]
fn the_second_publisher_loses_and_leaves_nothing() {
    let (_place, folder) = folder(1);
    let id = folder.shard(0).unwrap();
    let mut slow = folder.begin(id, &about()).unwrap();
    slow.write_all(b"slow\n").unwrap();
    assert!(matches!(publish(&folder, 0, b"fast\n"), Published::First));
    assert!(matches!(slow.publish().unwrap(), Published::Second));
    assert_eq!(payload(&folder, 0).unwrap(), "fast\n");
    assert_eq!(count(&folder.path().join("unfinished")), 0);
}

#[test]
fn a_manifest_is_published_once() {
    let (_place, folder) = folder(2);
    let again = Folder::create(folder.path(), &manifest(2)).unwrap();
    assert_eq!(again.hash(), folder.hash());
    let job = Job::Cover(json!({"file": "queens:9"}));
    let other = Manifest { job, ..manifest(3) };
    let error = Folder::create(folder.path(), &other).unwrap_err().to_string();
    let differences =
        "differs in shards: 2 there, 3 now; job.cover.file: \"queens:8\" there, \"queens:9\" now;";
    assert!(error.contains(differences), "{error}");
    for none in [0, MOST_SHARDS + 1] {
        assert!(Folder::create(folder.path(), &manifest(none)).is_err());
    }
    let text = fs::read_to_string(folder.path().join("manifest.json")).unwrap();
    for (stated, changed, expected) in [
        ("\"format\": 1", "\"format\": 2", "found format 2; expected format 1"),
        ("\"shards\": 2", "\"shards\": 0", "found 0 shards; expected 1 to 1000000"),
    ] {
        fs::write(folder.path().join("manifest.json"), text.replace(stated, changed)).unwrap();
        let error = Folder::open(folder.path()).unwrap_err().to_string();
        assert!(error.contains(expected), "{error}");
    }
    let error = Folder::open(Path::new("/nowhere")).unwrap_err().to_string();
    assert!(error.contains("found no manifest.json"), "{error}");
    let mine = Binary { sha256: "01".to_owned(), ..folder.manifest().binary.clone() };
    assert!(folder.refuse_other_binary(&folder.manifest().binary).is_ok());
    let error = folder.refuse_other_binary(&mine).unwrap_err().to_string();
    assert!(error.contains("found another binary"), "{error}");
}

/// Leaves what a process leaves that is killed before it publishes: its file, which no process locks.
fn kill(folder: &Folder, k: usize, payload: &[u8], host: &str, attempt: u32) {
    let name = format!("0-{k}.{attempt}.{host}.4000000.abcdefgh.part");
    fs::write(folder.path().join("unfinished").join(name), payload).unwrap();
}

#[test]
fn what_a_killed_process_leaves_never_counts_and_is_removed() {
    let (_place, folder) = folder(11);
    let host = crate::machine::host::name();
    // A whole shard, killed between the link and the removal of the first name: the shard is there.
    publish(&folder, 0, b"whole\n");
    let whole = fs::read(file(&folder, "0-0")).unwrap();
    for end in [0, 1, whole.len() / 2, whole.len()] {
        kill(&folder, 1, &whole[..end], &host, 2);
        assert_eq!(payload(&folder, 1), None);
        assert_eq!(folder.missing().unwrap().numbers, (1..11).collect::<Vec<_>>());
    }
    kill(&folder, 10, b"", &host, 7);
    kill(&folder, 1, b"", "an.other.host", 5);
    let shard = folder.begin(folder.shard(1).unwrap(), &about()).unwrap();
    assert_eq!(shard.about().attempt, 6);
    assert_eq!(
        count(&folder.path().join("unfinished")),
        3,
        "another shard, another host, and this one"
    );
    let second = folder.begin(folder.shard(1).unwrap(), &about()).unwrap();
    assert_eq!(second.about().attempt, 7);
    assert_eq!(count(&folder.path().join("unfinished")), 4, "a file whose process lives stays");
    drop((shard, second));
    folder.remove_unfinished();
    assert_eq!(count(&folder.path().join("unfinished")), 0);
}

#[test]
fn a_publisher_whose_file_was_removed_says_so_unless_the_shard_is_there() {
    let (_place, folder) = folder(1);
    let id = folder.shard(0).unwrap();
    let [early, late] = [0, 1].map(|_| folder.begin(id, &about()).unwrap());
    folder.remove_unfinished();
    assert!(early.publish().is_err());
    publish(&folder, 0, b"a\n");
    assert!(matches!(late.publish().unwrap(), Published::Second));
}

#[test]
fn every_byte_changed_or_cut_off_is_refused_and_repaired() {
    let (_place, folder) = folder(2);
    publish(&folder, 0, b"some,row\nanother,row\n");
    let path = file(&folder, "0-0");
    let whole = fs::read(&path).unwrap();
    for place in 0..whole.len() {
        for bit in [1, 0x20, 0x80] {
            let mut changed = whole.clone();
            changed[place] ^= bit;
            fs::write(&path, &changed).unwrap();
            assert!(folder.read(folder.shard(0).unwrap()).is_err(), "byte {place}, bit {bit}");
        }
        fs::write(&path, &whole[..place]).unwrap();
        assert!(folder.read(folder.shard(0).unwrap()).is_err(), "{place} bytes");
        fs::write(&path, &whole[place + 1..]).unwrap();
        assert!(folder.read(folder.shard(0).unwrap()).is_err(), "without the first {place}");
    }
    fs::write(&path, [&*whole, &*whole].concat()).unwrap();
    assert!(fault(&folder, 0).starts_with("damaged: "));
    fs::write(&path, &whole[..whole.len() - 1]).unwrap();
    assert!(fault(&folder, 0).starts_with("truncated: "));
    let missing = folder.missing().unwrap();
    assert_eq!((missing.numbers, missing.refused.len()), (vec![0, 1], 1));
    let Published::Repaired(error) = publish(&folder, 0, b"new\n") else {
        panic!("it was refused")
    };
    assert!(error.to_string().contains("/shards/0-0: truncated"), "{error}");
    assert_eq!(payload(&folder, 0).unwrap(), "new\n");
    assert_eq!(count(&folder.path().join("refused")), 1);
}

#[test]
fn a_shard_of_another_folder_or_number_is_refused() {
    let (_place, ours) = folder(3);
    publish(&ours, 0, b"a\n");
    fs::copy(file(&ours, "0-0"), file(&ours, "0-1")).unwrap();
    let found = fault(&ours, 1);
    let expected = "foreign: found a shard of generation 0, number 0 of 3; expected generation 0, number 1 of 3";
    assert_eq!(found, expected);
    let (_other, theirs) = folder(2);
    publish(&theirs, 0, b"a\n");
    fs::copy(file(&theirs, "0-0"), file(&ours, "0-0")).unwrap();
    let found = fault(&ours, 0);
    assert!(found.starts_with("foreign: found a shard of the manifest "), "{found}");
    assert!(ours.refuse_strangers(&[3], true).is_ok());
    for name in [".0-0.swp", ".nfs001"] {
        fs::write(file(&ours, name), "").unwrap();
    }
    fs::write(file(&ours, "1-0"), "").unwrap();
    assert!(ours.refuse_strangers(&[3], false).is_ok());
    for name in ["0-3", "0-01", "1-0", "0-0~", "0-0.part"] {
        fs::write(file(&ours, name), "").unwrap();
        let error = ours.refuse_strangers(&[3], true).unwrap_err().to_string();
        assert!(
            error.contains(&format!("/shards/{name}: found a file that is none of")),
            "{error}"
        );
        fs::remove_file(file(&ours, name)).unwrap();
    }
}

#[test]
fn whole_lines_only() {
    let (_place, folder) = folder(1);
    let mut shard = folder.begin(folder.shard(0).unwrap(), &about()).unwrap();
    shard.write_all(b"a\nb").unwrap();
    assert!(shard.publish().unwrap_err().to_string().contains("does not end with a line end"));
    assert_eq!(count(&folder.path().join("unfinished")), 0);
}

#[test]
fn numbers_are_taken_from_the_first_source_that_has_one() {
    let of = |given, values: &[(&str, &str)]| {
        let value =
            |name: &str| values.iter().find(|(one, _)| *one == name).map(|(_, v)| (*v).to_owned());
        shard_number(given, value)
    };
    let [slurm, kubernetes] = [("SLURM_ARRAY_TASK_ID", "4"), ("JOB_COMPLETION_INDEX", "5")];
    assert_eq!(of(Some(3), &[slurm, kubernetes]), Ok(3));
    assert_eq!(of(None, &[slurm, kubernetes]), Ok(4));
    assert_eq!(of(None, &[kubernetes]), Ok(5));
    let error = of(None, &[]).unwrap_err();
    for source in ["quadrille shard DIR K", "SLURM_ARRAY_TASK_ID", "JOB_COMPLETION_INDEX"] {
        assert!(error.contains(source), "{error}");
    }
    assert!(
        of(None, &[("SLURM_ARRAY_TASK_ID", "x")])
            .unwrap_err()
            .contains("SLURM_ARRAY_TASK_ID=\"x\"")
    );
    assert_eq!(array_specification(&[]), "");
    assert_eq!(array_specification(&[0, 1, 3, 5, 6, 7]), "0,1,3,5-7");
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(64))]

    #[test]
    fn any_lines_come_back(lines in prop::collection::vec("[^\n]{0,60}", 0..20)) {
        let text = lines.iter().fold(String::new(), |text, line| text + line + "\n");
        let (_place, folder) = folder(1);
        publish(&folder, 0, text.as_bytes());
        prop_assert_eq!(payload(&folder, 0), Some(text));
    }

    #[test]
    fn an_array_specification_names_its_numbers(numbers in prop::collection::btree_set(0usize..50, 0..30)) {
        let numbers: Vec<usize> = numbers.into_iter().collect();
        let text = array_specification(&numbers);
        let parts = text.split(',').filter(|part| !part.is_empty());
        let read: Vec<usize> = parts.flat_map(|part| {
            let (first, last) = part.split_once('-').unwrap_or((part, part));
            first.parse().unwrap()..=last.parse().unwrap()
        }).collect();
        prop_assert_eq!(read, numbers);
    }
}
