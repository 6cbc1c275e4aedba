//! Commands that end early: by an interrupt, or because the reader of their output closes the pipe.

#![cfg(unix)]

#[path = "../common/mod.rs"]
mod common;
mod files;

use std::fs::File;
use std::io::{BufRead, BufReader, Read, Write};
use std::os::fd::AsFd;
use std::process::{Child, Command, Stdio};
use std::thread;
use std::time::Duration;

use common::puzzles::*;
use common::rows::rows;
use common::{Folder, end, first_line, interrupt, interrupted, kill, next_line, typed, wait_until};

/// Waits until a pipe without a reader is full: until the number of bytes in it does not grow any more.
fn wait_until_full(pipe: &impl AsFd) {
    let mut before = 0;
    wait_until("a full pipe", || {
        thread::sleep(Duration::from_millis(300));
        let now = rustix::io::ioctl_fionread(pipe).expect("a pipe tells how much is in it");
        now > 0 && std::mem::replace(&mut before, now) == now
    });
}

/// A folder with a problem of hundreds of millions of solutions.
fn with_latin_squares() -> Folder {
    let folder = Folder::new();
    folder.quadrille("encode latin:6 --out latin.dlx").silently();
    folder
}

#[test]
fn a_closed_pipe_ends_every_verb_quietly() {
    let folder = with_latin_squares();
    folder.write("many.txt", format!("{P1}\n").repeat(20_000));
    for args in [
        "solve --all",
        "solve --all --output decorated",
        &format!("solve --trace --engine naive-first {P1}"),
        "solve --trace --all --engine masks --size 25",
        "solve many.txt",
        "solve --engine lanes many.txt",
        "check many.txt",
        "cover latin.dlx --all",
        "sample queens:8 --number 100000000",
        "generate --count 1000000",
        "transform many.txt --isomorphs 1000000",
        "encode queens:200",
        "run --corpus many.txt --engine masks --out - --quiet",
        &format!("solve {P1} --engine naive-first --draw tree:9999 --picture - --quiet"),
    ] {
        let mut child = folder.start(args);
        let (line, stdout) = first_line(&mut child);
        drop(stdout);
        assert!(line.ends_with('\n'), "{args:?}");
        assert_eq!(end(child), (Some(141), String::new()), "{args:?}");
    }
}

/// The exit status is that of the answer, even if the reader closes the pipe.
#[test]
fn a_gate_that_nobody_reads_stays_shut() {
    let folder = Folder::new();
    let run = "run --corpus systems --engine masks --quiet --out";
    folder.quadrille(&format!("{run} base.csv")).silently();
    folder.quadrille(&format!("{run} new.csv --max-tests 50")).silently();
    let mut child = folder.start("gate base.csv new.csv --counts-only");
    drop(child.stdout.take());
    assert_eq!(end(child), (Some(1), String::new()));
}

#[test]
fn nobody_need_listen_to_a_verbose_search() {
    let mut child = Folder::new().start(&format!("solve --verbose 4 --engine naive-first {P1}"));
    drop(child.stderr.take());
    let mut printed = String::new();
    child.stdout.take().expect("a pipe").read_to_string(&mut printed).expect("text");
    assert!(printed.contains("162857493"), "the solution: {printed}");
    assert_eq!(end(child).0, Some(0));
}

#[test]
fn an_interrupted_search_ends_with_130() {
    let folder = with_latin_squares();
    for args in [
        "solve --all --output line",
        "solve --all --output line --engine dlx",
        "cover latin.dlx --all",
        "sample queens:8 --number 100000000",
        "generate --count 1000000",
        &format!("transform {P1} --isomorphs 1000000"),
    ] {
        let (text, _) = interrupted(folder.start(args));
        assert!(text.ends_with('\n'), "{args:?}: whole lines");
    }
}

/// Its pipe is full, so that it cannot end by itself.
#[test]
fn an_interrupt_does_not_wait_for_a_reader() {
    let folder = with_latin_squares();
    for args in [
        "cover latin.dlx --all",
        "cover latin.dlx --all --output json",
        "generate --count 1000000",
        &format!("transform {P1} --isomorphs 1000000"),
    ] {
        let child = folder.start(args);
        wait_until_full(child.stdout.as_ref().expect("its output is a pipe"));
        interrupt(&child);
        let (status, said) = end(child);
        assert_eq!(status, Some(130), "{args:?}");
        assert!(said.contains("standard output is not read"), "{args:?}: {said}");
        assert!(!said.contains(common::ENDED_LATE), "{args:?}: {said}");
    }
}

/// What is listed as JSON is written while it is found, so that no limit is lost on it.
#[test]
fn solutions_in_json_are_not_kept() {
    let folder = Folder::with("p.dlx", "a b\na\nb\na b\n");
    let json = folder.quadrille("cover p.dlx --all --output json").silently();
    assert!(json.starts_with(r#"{"all":[["#), "{json}");
    folder.write("none.dlx", "a b\na\n");
    let none = folder.quadrille("cover none.dlx --all --output json");
    assert!(none.negative().0.starts_with(r#"{"all":[],"#));
    let large = "cover dominoes:8x8 --all --output json --out o.json";
    let limited = folder.quadrille(&format!("{large} --time-limit 0.5"));
    assert!(limited.stderr.contains("stopped at the limit"), "{limited:?}");
}

/// Quick puzzles make batches large. The puzzles after them are refuted only after a long search, so that the first
/// batch with some of them takes a second or more.
#[test]
fn an_interrupt_does_not_wait_for_a_batch() {
    const STALLS: &str =
        "............12.34....34.12.......................................................";
    let folder = Folder::with("mixed.txt", format!("{P1}\n").repeat(20_000));
    let text = folder.read("mixed.txt") + &format!("{STALLS}\n").repeat(5000);
    folder.write("mixed.txt", text);
    let check = "check --instructions baseline mixed.txt";
    let solve = "solve --engine lanes --output line --instructions baseline mixed.txt";
    for args in [check, solve] {
        for _ in 0..3 {
            let mut child = folder.start(args);
            let mut stdout = BufReader::new(child.stdout.take().expect("a pipe"));
            let mut text = String::new();
            // A batch has at most 1024 puzzles, so the first of these has been started.
            for _ in 0..18_900 {
                stdout.read_line(&mut text).expect("a line of text");
            }
            thread::sleep(Duration::from_millis(100));
            interrupt(&child);
            stdout.read_to_string(&mut text).expect("the rest");
            let (status, said) = end(child);
            // The batches in flight take longer than the grace of a verb that does not end by itself.
            assert!(!said.contains(common::ENDED_LATE), "{args:?}: {said}");
            assert_eq!(status, Some(130), "{args:?}: {said}");
            assert!(text.ends_with('\n'), "{args:?}: whole lines");
            if args.starts_with("check") {
                let verdicts: Vec<&str> = text.lines().collect();
                for (i, verdict) in verdicts.iter().enumerate() {
                    let answer = if i < 20_000 { "unique" } else { "none" };
                    assert_eq!(*verdict, format!("{}: {answer}", i + 1));
                }
                let summary = format!("{} puzzles: ", verdicts.len());
                assert!(said.contains(&summary), "{summary} {said}");
            } else {
                assert!(text.lines().all(|line| line == P1_SOLUTION));
            }
        }
    }
}

/// The naive engine does not finish the empty 25x25 grid, which has solutions.
#[test]
fn an_interrupted_search_does_not_say_that_there_is_no_solution() {
    let child = Folder::new().start("solve --engine naive-first --size 25");
    thread::sleep(Duration::from_millis(300));
    interrupt(&child);
    assert_eq!(end(child), (Some(130), String::new()));
}

/// The diagram of all Latin squares of order 7 takes more memory than there is.
#[test]
fn an_interrupted_compilation_leaves_no_file() {
    let folder = Folder::new();
    for question in ["compile latin:7 --out latin.qdd", "sample latin:7"] {
        let child = folder.start(question);
        thread::sleep(Duration::from_millis(300));
        interrupt(&child);
        assert_eq!(end(child), (Some(130), String::new()), "{question:?}");
        assert!(!folder.path("latin.qdd").exists());
    }
}

#[test]
fn a_puzzle_is_answered_as_soon_as_it_is_read_and_waiting_can_be_interrupted() {
    let (child, mut stdin, mut stdout) = typed("solve --output line");
    stdin.write_all(format!("{P1}\n").as_bytes()).expect("it is read");
    assert_eq!(next_line(&mut stdout).trim_end(), P1_SOLUTION);
    // The command waits for more input. The second interrupt ends it without grace; sent at once, it would merge with
    // the first.
    interrupt(&child);
    thread::sleep(Duration::from_millis(500));
    interrupt(&child);
    assert_eq!(end(child), (Some(130), String::new()));
}

/// The input pipe stays open, and the text written to it does not end its line.
#[test]
fn a_line_without_an_end_is_refused_before_its_end() {
    for verb in ["check", "solve"] {
        let (mut child, mut stdin, _stdout) = typed(&format!("{verb} -"));
        let writer = thread::spawn(move || {
            // A command that has its answer need not read further.
            let _ = stdin.write_all(&vec![b'y'; 3 << 20]);
            stdin
        });
        let mut stderr = BufReader::new(child.stderr.take().expect("a pipe"));
        let line = next_line(&mut stderr);
        let expected = "error: standard input:1:1: found a line of more than 1048576 bytes; expected \
                        one puzzle or one row a line; end each with a newline\n";
        assert_eq!(line, expected, "{verb}");
        // `check` waits for the end of the line and for further lines.
        if verb == "check" {
            interrupt(&child);
        }
        let status = if verb == "check" { 130 } else { 2 };
        assert_eq!(end(child).0, Some(status), "{verb}");
        drop(writer.join().expect("it writes"));
    }
}

#[test]
fn an_interrupted_run_leaves_whole_rows() {
    let folder = Folder::new();
    let mut child = folder.start("run --corpus generated-9x9 --jobs 2 --out out.csv");
    wait_until("rows, which are flushed ten times a second", || {
        assert!(child.try_wait().expect("it can be waited for").is_none(), "it runs for long");
        let rows = File::open(folder.path("out.csv"));
        rows.is_ok_and(|file| BufReader::new(file).lines().count() >= 100)
    });
    interrupt(&child);
    let mut table = String::new();
    child.stdout.take().expect("a pipe").read_to_string(&mut table).expect("text");
    let how_to_go_on = "to continue: quadrille resume out.csv\n".to_owned();
    assert_eq!(end(child), (Some(130), how_to_go_on));

    let csv = folder.read("out.csv");
    assert!(csv.ends_with('\n'));
    let found = rows(&csv);
    let all = 3000 * quadrille_sudoku::Engine::ALL.len();
    assert!((99..all).contains(&found.len()), "{} rows", found.len());
    assert!(found.iter().all(|row| ["ok", "stalled", "budget"].contains(&&*row["verdict"])));
    assert!(table.contains(&format!("{} of {all} rows", found.len())), "{table}");
    let run_file: toml::Table = folder.read("out.csv.run.toml").parse().expect("TOML");
    assert_eq!(run_file["run_id"].as_str(), Some(&*found[0]["run_id"]));
}
