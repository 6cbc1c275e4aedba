//! `--checkpoint` of `count` and `cover`: searches that are killed or stopped, and continued.

mod common;

use std::thread;
use std::time::Duration;

use common::{Folder, encode, end, interrupt, kill, wait_until, with_problem as with};
use serde_json::Value;

fn parts_done(folder: &Folder) -> usize {
    let Ok(bytes) = std::fs::read(folder.path("c.json")) else { return 0 };
    let first_line = bytes.split_inclusive(|&byte| byte == b'\n').next().expect("it is not empty");
    let contents: Value =
        serde_json::from_slice(first_line).expect("it is whole whenever it is there");
    contents["done"].as_array().expect("a list").len()
}

/// Starts a search repeatedly, and kills it each time after it has finished some more parts.
fn kill_again_and_again(folder: &Folder, args: &str, times: u32, pause: Duration) {
    for time in 0..times {
        let before = parts_done(folder);
        let mut child = folder.start(args);
        // Kill some time after the first new parts; the moment varies.
        let mut has_ended = false;
        wait_until("new parts", || {
            has_ended = child.try_wait().expect("it can be waited for").is_some();
            has_ended || parts_done(folder) > before + 2 * time as usize
        });
        if has_ended {
            return;
        }
        thread::sleep(pause * time);
        kill(child);
        assert!(parts_done(folder) > before, "what was done is kept");
    }
}

#[test]
fn a_count_killed_again_and_again_ends_as_one_undisturbed() {
    for (jobs, stats) in [("1", ""), ("2", "--stats")] {
        let folder = with("dominoes:6x8");
        // `auto` would choose `memo`, which counts this problem without parts.
        let count = format!("count p.dlx --engine bits --jobs {jobs}");
        let plain = format!("{count} --progress");
        let expected = folder.quadrille(&format!("{plain} {stats}")).positive();
        assert_eq!(expected.lines().next(), Some("167089"));
        let args = format!("{count} --checkpoint c.json {stats}");
        kill_again_and_again(&folder, &args, 5, Duration::from_millis(3));
        assert_eq!(folder.quadrille(&args).silently(), expected);
        let all = parts_done(&folder);
        assert!(all > 3, "{all} parts");
        // A finished search is recognised at once.
        assert_eq!(folder.quadrille(&args).silently(), expected);
    }
}

#[test]
fn solutions_written_between_kills_are_all_there_and_in_order() {
    let folder = with("queens:12");
    folder.quadrille("cover p.dlx --all --out expected").silently();
    for jobs in ["1", "2"] {
        let args = format!("cover p.dlx --all --jobs {jobs} --checkpoint c.json --out mine");
        kill_again_and_again(&folder, &args, 4, Duration::from_millis(7));
        if !folder.path("mine").exists() {
            folder.quadrille(&args).silently();
        }
        assert!(folder.read("mine") == folder.read("expected"));
        assert!(!folder.path("mine.part").exists());
        let refused = folder.quadrille(&args);
        let taken = "mine already exists; name another file, or overwrite it with --force";
        assert_eq!(refused.error(), taken);
        std::fs::remove_file(folder.path("mine")).expect("it is there");
        folder.quadrille(&args).error_begins("mine.part: found 0 bytes; the checkpoint expects ");
        std::fs::remove_file(folder.path("c.json")).expect("it is there");
    }
}

#[test]
fn what_another_search_wrote_is_not_overwritten_by_a_new_checkpoint() {
    let folder = with("queens:6");
    folder.write("mine.part", "precious");
    let args = "cover p.dlx --all --out mine --checkpoint c.json";
    folder.quadrille(args).error_begins("mine.part: found 8 bytes, and the checkpoint is new;");
    assert_eq!(folder.read("mine.part"), "precious");
    assert!(!folder.path("c.json").exists());
    folder.quadrille(&format!("{args} --force")).silently();
    assert!(!folder.path("mine.part").exists());
}

#[test]
fn solutions_of_a_part_that_did_not_end_are_not_kept() {
    let folder = with("pentominoes:4x15");
    folder.quadrille("cover p.dlx --all --stats --out expected").silently();
    for jobs in ["1", "2"] {
        let args = format!("cover p.dlx --all --stats --jobs {jobs} --out mine");
        let args = format!("{args} --force --checkpoint c.json");
        // Each search ends within a part, whose solutions so far are in the file.
        for nodes in ["50000", "100000", "200000"] {
            folder.quadrille(&format!("{args} --max-nodes {nodes}")).negative();
        }
        folder.quadrille(&args).silently();
        assert!(folder.read("mine") == folder.read("expected"));
        std::fs::remove_file(folder.path("c.json")).expect("it is there");
    }
}

#[test]
fn a_checkpoint_knows_what_was_given_and_forced() {
    let folder = Folder::new();
    folder.write("p.dlx", "a b c d\na b\na\nb\nc\nd\nc d\n");
    folder.write("forced.dlx", "a b c d e\na b\na\nb\nc\nd\nc d\ne\n");
    folder.write("other.dlx", "a b c d f\na b\na\nb\nc\nd\nc d\nf\n");
    let cover = |input: &str, more: &str| {
        folder.quadrille(&format!("count {input} --checkpoint c.json {more}"))
    };
    // The given options differ, although they leave the same problem to search.
    cover("p.dlx", "--given 'a b'").silently();
    cover("p.dlx", "--given a --given b").error_has("the sha256 of its problem");
    std::fs::remove_file(folder.path("c.json")).expect("it is there");
    cover("forced.dlx", "--preprocess --quiet").silently();
    cover("other.dlx", "--preprocess --quiet").error_has("the sha256 of its problem");
}

#[test]
fn two_processes_do_not_write_one_checkpoint() {
    let folder = with("latin:6");
    let args = "count p.dlx --engine dlx --checkpoint c.json";
    let mut first = folder.start(args);
    wait_until("a part", || parts_done(&folder) > 0);
    let second = folder.quadrille(args);
    assert!(first.try_wait().expect("it can be asked").is_none(), "the first is not done");
    assert_eq!(
        second.error(),
        "c.json: another process is writing to this file; wait for it, or name another file"
    );
    kill(first);
}

/// A search whose time is up before there is anything to save leaves the checkpoint unchanged.
#[test]
fn time_that_is_up_at_once_spoils_no_checkpoint() {
    let folder = with("latin:12");
    let args = "count p.dlx --jobs 2 --checkpoint c.json";
    let hurried = format!("{args} --time-limit 0.000001");
    let (_, said) = folder.quadrille(&hurried).negative();
    assert!(
        said.starts_with(
            "c.json: unchanged, because the search ended before there was anything to save"
        ),
        "{said}"
    );
    assert!(!folder.path("c.json").exists());
    // Long enough to save something, and far too short to search the problem.
    folder.quadrille(&format!("{args} --max-nodes 50000")).negative();
    let saved = || std::fs::read(folder.path("c.json")).expect("it is there");
    let before = saved();
    folder.quadrille(&hurried).negative();
    assert!(saved().starts_with(&before), "more may be saved, and nothing is lost");
}

#[test]
fn a_checkpoint_with_counters_serves_who_needs_none() {
    let folder = with("queens:12");
    let args = "count p.dlx --jobs 1 --checkpoint c.json";
    folder.quadrille(&format!("{args} --max-nodes 50000")).negative();
    assert!(parts_done(&folder) > 0);
    assert_eq!(folder.quadrille(args).silently(), "14200\n");
    let error = folder.quadrille("cover p.dlx --all --out c.json --checkpoint c.json");
    assert_eq!(
        error.error(),
        "--checkpoint: found the same file as in --out; expected two different files"
    );
}

#[cfg(unix)]
#[test]
fn an_interrupt_keeps_what_is_done() {
    let folder = with("latin:6");
    // The number of finished parts depends on the machine.
    for seconds in [1, 2, 4, 8, 16] {
        let child = folder.start("count p.dlx --jobs 2 --checkpoint c.json --engine bits");
        thread::sleep(Duration::from_secs(seconds));
        let before = parts_done(&folder);
        interrupt(&child);
        assert_eq!(end(child).0, Some(130));
        assert!(parts_done(&folder) >= before);
        if parts_done(&folder) > 0 {
            return;
        }
    }
    panic!("nothing is kept");
}

#[test]
fn a_checkpoint_of_another_search_is_refused() {
    let folder = with("queens:10");
    folder.write("other.dlx", encode("queens:9"));
    let cover = |input: &str, more: &str| {
        folder.quadrille(&format!("count {input} --checkpoint c.json {more}"))
    };
    assert_eq!(cover("p.dlx", "").silently(), "724\n");
    let another = "c.json: found the checkpoint of another search: ";
    let difference = |input: &str, more: &str| {
        let refused = cover(input, more);
        refused.error().strip_prefix(another).expect("it says so").to_owned()
    };
    assert!(difference("other.dlx", "").starts_with("the sha256 of its problem is "));
    let engine = difference("p.dlx", "--engine naive");
    assert_eq!(engine, "its engine is auto; expected naive; name another file");
    let counters = "it is without counters; expected with counters; omit --stats, --max-nodes and --max-tests; name another file";
    assert_eq!(difference("p.dlx", "--stats"), counters);
    assert_eq!(difference("p.dlx", "--max-nodes 10"), counters);
    assert!(difference("p.dlx", "--given 1").starts_with("the sha256 of its problem is "));

    let text = folder.read("c.json");
    let rule = text.replace("\"rule\":4", "\"rule\":0");
    assert_ne!(rule, text);
    folder.write("c.json", rule);
    let rule = "its rule of division is 0; expected 4; name another file";
    assert_eq!(difference("p.dlx", ""), rule);
    // The file of an earlier version, whose parts were numbers.
    let earlier = text.replace("\"format\":4", "\"format\":3").replace("\"0\"", "0");
    folder.write("c.json", earlier);
    let format = "its format is 3; expected 4; name another file";
    assert_eq!(difference("p.dlx", ""), format);
    for bad in ["", "something else", "{}", &text.replace("\"done\":[{", "\"done\":[{},{")] {
        folder.write("c.json", bad);
        cover("p.dlx", "").error_begins("c.json: not a checkpoint: ");
    }
    let part = text.replace("\"part\":\"0\"", "\"part\":\"1000\"");
    assert_ne!(part, text);
    folder.write("c.json", part);
    cover("p.dlx", "").error_has("part 1000 is unknown or listed twice");

    for asked in ["cover", "cover --all", "count --limit 3", "cover --all --out -"] {
        let args = format!("{asked} p.dlx --checkpoint c.json");
        folder.quadrille(&args).error_begins("--checkpoint: expected `count`");
    }
}

/// A count with a memo is not divided. Until it is complete, its checkpoint has the sub-problems counted.
#[test]
fn a_count_with_a_memo_goes_on_from_its_sub_problems() {
    let folder = with("dominoes:12x12");
    let args = "count p.dlx --checkpoint c.json";
    let stopped = format!("{args} --max-nodes 9000");
    let saved = |said: &str| -> u64 {
        let count =
            said.split_once("c.json: ").and_then(|(_, rest)| rest.split_once(" sub-problem"));
        count.and_then(|(count, _)| count.parse().ok()).expect("the number saved")
    };
    let mut before = 0;
    // A count that began anew each time would never end.
    let ended = loop {
        let ended = folder.quadrille(&stopped);
        if ended.status == 0 {
            break ended;
        }
        let (_, said) = ended.negative();
        assert!(saved(&said) > before, "{said}");
        before = saved(&said);
        assert_eq!(parts_done(&folder), 0);
    };
    assert!(before > 10);
    assert_eq!(ended.silently(), "53060477521960000\n");
    assert_eq!(parts_done(&folder), 1);
    let complete = folder.read("c.json");
    assert_eq!(folder.quadrille(args).silently(), "53060477521960000\n");
    assert_eq!(folder.read("c.json"), complete);
    // What follows the first line is part of a count that is not complete.
    folder.write("c.json", complete + "more");
    folder.quadrille(args).error_begins("c.json: found a damaged checkpoint");
}

#[test]
fn a_count_with_a_memo_killed_again_and_again_ends_as_one_undisturbed() {
    let folder = with("latin:6");
    let args = "count p.dlx --engine memo --checkpoint c.json";
    let length = || std::fs::metadata(folder.path("c.json")).map_or(0, |about| about.len());
    for time in 1..5 {
        let before = length();
        let mut child = folder.start(args);
        wait_until("something to keep", || {
            length() > before + 5000 * time || child.try_wait().expect("it runs").is_some()
        });
        kill(child);
    }
    assert!(length() > 20_000, "{}", length());
    // A block that is cut off is counted again.
    let bytes = std::fs::read(folder.path("c.json")).expect("it is there");
    std::fs::write(folder.path("c.json"), &bytes[..bytes.len() - 3]).expect("it can be written");
    assert_eq!(folder.quadrille(args).silently(), "812851200\n");
}

#[test]
fn a_count_along_a_frontier_goes_on_from_a_layer() {
    let folder = with("dominoes:16x16");
    let args = "count p.dlx --engine frontier --checkpoint c.json";
    let (_, said) = folder.quadrille(&format!("{args} --max-nodes 200")).negative();
    assert!(said.contains("saved; the same command goes on from there"), "{said}");
    assert_eq!(parts_done(&folder), 0);
    // So few steps do not suffice from the beginning.
    let rest = folder.quadrille(&format!("{args} --max-nodes 150"));
    assert_eq!(rest.silently(), "2444888770250892795802079170816\n");
    assert_eq!(parts_done(&folder), 1);
}

#[test]
fn a_certificate_killed_again_and_again_ends_as_one_undisturbed() {
    let folder = with("latin:7");
    for engine in ["frontier", "iso"] {
        let prove = format!("prove p.dlx --count --engine {engine} --quiet");
        folder.quadrille(&format!("{prove} --out {engine}")).silently();
        let args = format!("{prove} --checkpoint c.json --out proof");
        let length = || std::fs::metadata(folder.path("c.json")).map_or(0, |about| about.len());
        let mut kills = 0;
        for _ in 0..4 {
            let before = length();
            let mut child = folder.start(&args);
            let mut has_ended = false;
            wait_until("more steps", || {
                has_ended = child.try_wait().expect("it can be waited for").is_some();
                has_ended || length() > before + 10_000
            });
            if has_ended {
                break;
            }
            kill(child);
            kills += 1;
        }
        assert!(kills > 0, "the steps are kept while it runs");
        if !folder.path("proof").exists() {
            assert_eq!(folder.quadrille(&args).silently(), "61479419904000\n");
        }
        let certificate = |of: &str| std::fs::read(folder.path(of).join("certificate.xcd"));
        assert!(certificate("proof").unwrap() == certificate(engine).unwrap());
        assert!(!folder.path("c.json").exists(), "it goes at the end");
        std::fs::remove_dir_all(folder.path("proof")).unwrap();
    }
}

#[test]
fn what_is_kept_of_a_certificate_is_not_taken_for_a_count() {
    let folder = with("latin:6");
    let prove = |engine: &str| {
        format!("prove p.dlx --count --engine {engine} --checkpoint c.json --out proof")
    };
    let stopped = folder.quadrille(&format!("{} --max-nodes 500", prove("iso"))).negative().1;
    assert!(
        stopped.contains("c.json: ") && stopped.contains("saved; the same command"),
        "{stopped}"
    );
    let count = folder.quadrille("count p.dlx --engine iso --checkpoint c.json");
    count.error_has("its engine is iso with a certificate; expected iso");
    folder.quadrille(&prove("frontier")).error_has("its engine is iso with a certificate");
    folder.quadrille(&prove("memo")).error_begins("--checkpoint: found engine memo");
    std::fs::create_dir(folder.path("taken")).unwrap();
    let taken = prove("iso").replace("proof", "taken").replace("c.json", "new.json");
    folder.quadrille(&taken).error_has("taken");
    assert!(!folder.path("new.json").exists());
    assert_eq!(folder.quadrille(&prove("iso")).positive(), "812851200\n");
}

#[test]
fn a_damaged_checkpoint_is_refused() {
    let folder = with("queens:12");
    let args = "count p.dlx --engine bits --checkpoint c.json";
    folder.quadrille(&format!("{args} --max-nodes 50000")).negative();
    let text = folder.read("c.json");
    let at = text.find("\"solutions\":\"").expect("a number of solutions") + 13;
    let digit = if &text[at..=at] == "1" { "2" } else { "1" };
    folder.write("c.json", format!("{}{digit}{}", &text[..at], &text[at + 1..]));
    let refused = folder.quadrille(args);
    assert_eq!(
        refused.error(),
        "c.json: found a damaged checkpoint, whose contents do not match their checksum; expected the file as it \
         was written; restore it, or delete it and begin again"
    );
    folder.write("c.json", text);
    assert_eq!(folder.quadrille(args).silently(), "14200\n");
}

/// A long test: `cargo test --release -p quadrille-cli --test cover_checkpoint --
/// --ignored`.
#[test]
#[ignore = "takes about ten minutes"]
fn a_long_count_killed_five_times_ends_as_known() {
    let folder = with("queens:17");
    let args = "count p.dlx --jobs 2 --checkpoint c.json";
    kill_again_and_again(&folder, args, 5, Duration::from_secs(20));
    assert_eq!(folder.quadrille(args).silently(), "95815104\n");
}
