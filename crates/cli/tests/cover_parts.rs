//! `quadrille cover` on reduced problems, in parts, with a limit of time, and from a checkpoint.

mod common;

use std::process::{Child, Stdio};
use std::thread;
use std::time::{Duration, Instant};

use common::{Folder, json_lines, quadrille, quadrille_on};
use serde_json::Value;

/// Time limit of a test; longer than any of them takes on a slow machine.
const PATIENCE: Duration = Duration::from_secs(120);

fn encode(family: &str) -> String {
    quadrille(&["encode", family]).silently()
}

/// A folder with a problem in `p.dlx`.
fn with(family: &str) -> Folder {
    Folder::with("p.dlx", encode(family))
}

fn count(folder: &Folder, more: &[&str]) -> u64 {
    let printed = folder.quadrille(&[&["cover", "p.dlx", "--count"], more].concat()).silently();
    printed.trim_end().parse().expect("a number")
}

#[test]
fn options_given_are_in_every_solution() {
    let text = "a b c d e f g\nc e\na d g\nb c f\na d f\nb g\nd e g\n";
    let cover = |given: &[&str]| {
        let mut args = vec!["cover", "--all"];
        for option in given {
            args.extend(["--given", option]);
        }
        quadrille_on(text, &args)
    };
    assert_eq!(cover(&["f d a"]).silently(), "a d f\nb g\nc e\n");
    assert_eq!(cover(&["5", "c e"]).silently(), "b g\nc e\na d f\n");
    let (printed, said) = cover(&["d e g"]).negative();
    assert_eq!((&*printed, &*said), ("", "standard input: no solution\n"));
    let clash = "--given: options `a d g` and `a d f` clash: both cover item `a`";
    assert_eq!(cover(&["a d g", "4"]).error(), clash);
    let unknown = "--given: found `a d`; expected the items of an option, or a number from 1 to 6";
    assert_eq!(cover(&["a d"]).error(), unknown);
    assert_eq!(cover(&["7"]).error(), unknown.replace("a d", "7"));
    assert_eq!(cover(&["1", "c e"]).error(), "--given: option `c e` is given twice");
    assert!(
        cover(&["0"]).error().contains("found `0`") && cover(&[""]).error().contains("found ``")
    );
    let given = |option| {
        let text = "a b 1 | x\na b\nb a x:r\n1\nb a\n";
        quadrille_on(text, &["cover", "--given", option, "--count", "--stats"]).silently()
    };
    assert!(given("1").starts_with("3\n"), "an item of that name comes before a number");
    assert!(given("x:r  a b").starts_with("1\n") && given("4").starts_with("1\n"));
}

#[test]
fn choices_at_the_root_share_out_the_solutions() {
    let folder = with("queens:8");
    let all = count(&folder, &[]);
    let text = folder.read("p.dlx");
    // The options come after the line that names the family and the line of items.
    let of_first_row = text.lines().skip(2).filter(|line| line.split(' ').any(|item| item == "r0"));
    let counts: Vec<u64> =
        of_first_row.map(|option| count(&folder, &["--given", option])).collect();
    assert_eq!(counts.len(), 8);
    assert_eq!(counts.iter().sum::<u64>(), all);
}

#[test]
fn preprocessing_says_what_it_did_and_changes_no_solution() {
    let text = "a b c d\na b\na\nb c\nc\nc d\nd c\n";
    let ended = quadrille_on(text, &["cover", "--all", "--preprocess"]);
    let said = "preprocessing: 3 options removed, 1 forced, 2 options left, in 3 rounds\n";
    assert_eq!((ended.status, &*ended.stderr), (0, said));
    assert_eq!(ended.stdout, "a b\nc d\n\na b\nd c\n");
    for family in ["langford:8", "pentominoes:3x20", "sudoku:4", "debruijn:4x4"] {
        let folder = with(family);
        let without = count(&folder, &[]);
        assert_eq!(count(&folder, &["--preprocess", "--quiet"]), without, "{family}");
    }
}

#[test]
fn any_number_of_jobs_prints_the_same() {
    for family in ["queens:11", "langford:10", "latin:4", "dominoes:6x6"] {
        let folder = with(family);
        let cover = |more: &[&str]| {
            let ended = folder.quadrille(&[&["cover", "p.dlx"], more].concat());
            (ended.status, ended.stdout, ended.stderr)
        };
        let without_tests = |(status, printed, said): (i32, String, String)| {
            let kept = printed.lines().filter(|line| !line.starts_with("Tests "));
            (status, kept.map(str::to_owned).collect::<Vec<_>>(), said)
        };
        for mode in [&["--all"][..], &["--count"], &[], &["--limit", "7"]] {
            let alone = cover(mode);
            for jobs in ["2", "3"] {
                assert_eq!(cover(&[mode, &["--jobs", jobs]].concat()), alone, "{family}");
            }
        }
        // With a memo, the undivided search saves more nodes than the search in parts.
        let counted = ["--count", "--stats", "--engine", "bits"];
        let two = cover(&[&counted[..], &["--jobs", "2"]].concat());
        assert_eq!(without_tests(two.clone()), without_tests(cover(&counted)), "{family}");
        assert_eq!(two, cover(&[&counted[..], &["--jobs", "3"]].concat()), "{family}");
        let limit = ["--count", "--stats", "--max-nodes", "3000"];
        let [one, two, three] =
            ["1", "2", "3"].map(|jobs| cover(&[&limit[..], &["--jobs", jobs]].concat()));
        assert_eq!(two, three, "{family}");
        assert_eq!((two.0, &two.2), (one.0, &one.2), "{family}");
        assert_eq!(two.1.lines().last(), one.1.lines().last(), "{family}");
    }
}

#[test]
fn what_learns_counts_the_same_with_any_number_of_jobs() {
    let folder = Folder::new();
    folder.quadrille(&["encode", "queens:10", "--out", "p.dlx"]).silently();
    for engine in ["memo", "auto", "bits"] {
        let with = |jobs: &str| {
            let args = ["cover", "p.dlx", "--all", "--stats", "--engine", engine, "--jobs", jobs];
            folder.quadrille(&args).silently()
        };
        let one = with("1");
        assert!(one.contains("\nNodes "), "{engine}");
        for jobs in ["2", "3"] {
            assert_eq!(with(jobs), one, "{engine} with {jobs} jobs");
        }
    }
}

#[test]
fn a_limit_of_time_leaves_the_answer_unknown() {
    let folder = with("latin:6");
    for jobs in ["1", "2"] {
        let args = ["cover", "p.dlx", "--time-limit", "0.2", "--jobs", jobs];
        let begun = Instant::now();
        let (printed, said) = folder.quadrille(&[&args[..], &["--count"]].concat()).negative();
        assert!(begun.elapsed() < PATIENCE);
        assert_eq!(printed, "", "a number would be taken for the whole");
        assert!(said.starts_with("p.dlx: stopped at the limit, with "), "{said}");
        assert!(
            said.ends_with("use a larger --time-limit, --max-tests or --max-nodes\n"),
            "{said}"
        );
    }
    let folder = with("dominoes:10x10:mutilated");
    let args = ["cover", "p.dlx", "--time-limit", "0.1", "--output", "json"];
    let (printed, _) = folder.quadrille(&args).negative();
    let object = &json_lines(&printed)[0];
    assert_eq!((&object["outcome"], &object["answer"]), (&"budget".into(), &"unknown".into()));
    assert_eq!(count(&with("queens:8"), &["--time-limit", "100"]), 92);
    let bad = quadrille(&["cover", "--time-limit", "soon"]);
    assert_eq!(bad.status, 2);
}

#[test]
fn progress_is_said_where_it_is_asked_for() {
    let folder = with("queens:11");
    let ended = folder.quadrille(&["cover", "p.dlx", "--count", "--stats", "--progress"]);
    assert_eq!((ended.status, ended.stdout.lines().next()), (0, Some("2680")));
    let last = ended.stderr.lines().last().expect("a line at the end at least");
    assert!(last.starts_with("100.0 % of the tree by estimate, "), "{last}");
    assert!(last.contains(", 2680 solutions, ") && last.ends_with(" nodes/s"), "{last}");
    folder.quadrille(&["cover", "p.dlx", "--count", "--jobs", "2"]).silently();
}

/// Starts a search in a folder.
fn start(folder: &Folder, args: &[&str]) -> Child {
    let mut command = folder.command();
    command.args(args).stdin(Stdio::null()).stdout(Stdio::piped()).stderr(Stdio::piped());
    command.spawn().expect("the binary starts")
}

/// The number of parts in a checkpoint.
fn parts_done(folder: &Folder) -> usize {
    let Ok(text) = std::fs::read_to_string(folder.path("c.json")) else { return 0 };
    let contents: Value = serde_json::from_str(&text).expect("it is whole whenever it is there");
    contents["done"].as_array().expect("a list").len()
}

/// Starts a search repeatedly, and kills it each time after it has finished some more parts.
fn kill_again_and_again(folder: &Folder, args: &[&str], times: u32, pause: Duration) {
    for time in 0..times {
        let before = parts_done(folder);
        let mut child = start(folder, args);
        let begun = Instant::now();
        // Kill some time after the first new parts; the moment varies.
        while parts_done(folder) <= before + 2 * time as usize {
            assert!(begun.elapsed() < PATIENCE, "no part is done");
            if child.try_wait().expect("it can be waited for").is_some() {
                return;
            }
            thread::sleep(Duration::from_millis(1));
        }
        thread::sleep(pause * time);
        child.kill().expect("it can be killed");
        child.wait().expect("it ends");
        assert!(parts_done(folder) > before, "what was done is kept");
    }
}

#[test]
fn a_count_killed_again_and_again_ends_as_one_undisturbed() {
    for (jobs, stats) in [("1", &[][..]), ("2", &["--stats"])] {
        let folder = with("dominoes:6x8");
        let plain = ["cover", "p.dlx", "--count", "--jobs", jobs, "--progress"];
        let expected = folder.quadrille(&[&plain[..], stats].concat()).positive();
        assert_eq!(expected.lines().next(), Some("167089"));
        let kept = ["cover", "p.dlx", "--count", "--jobs", jobs, "--checkpoint", "c.json"];
        let args = [&kept[..], &["--checkpoint-every", "0"], stats].concat();
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
    folder.quadrille(&["cover", "p.dlx", "--all", "--out", "expected"]).silently();
    for jobs in ["1", "2"] {
        let kept = ["cover", "p.dlx", "--all", "--jobs", jobs, "--checkpoint", "c.json"];
        let args = [&kept[..], &["--checkpoint-every", "0", "--out", "mine"]].concat();
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
        let gone = folder.quadrille(&args);
        assert!(
            gone.error().starts_with("mine.part: found 0 bytes; the checkpoint expects "),
            "{gone:?}"
        );
        std::fs::remove_file(folder.path("c.json")).expect("it is there");
    }
}

#[test]
fn solutions_of_a_part_that_did_not_end_are_not_kept() {
    let folder = with("pentominoes:4x15");
    folder.quadrille(&["cover", "p.dlx", "--all", "--stats", "--out", "expected"]).silently();
    for jobs in ["1", "2"] {
        let args = ["cover", "p.dlx", "--all", "--stats", "--jobs", jobs, "--out", "mine"];
        let args = [&args[..], &["--force", "--checkpoint", "c.json"]].concat();
        // Each search ends within a part, whose solutions so far are in the file.
        for nodes in ["100000", "200000", "400000"] {
            folder.quadrille(&[&args[..], &["--max-nodes", nodes]].concat()).negative();
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
    let cover = |input: &str, more: &[&str]| {
        let args = ["cover", input, "--count", "--checkpoint", "c.json"];
        folder.quadrille(&[&args[..], more].concat())
    };
    // The given options differ, although they leave the same problem to search.
    cover("p.dlx", &["--given", "a b"]).silently();
    let other = cover("p.dlx", &["--given", "a", "--given", "b"]);
    assert!(other.error().contains("the sha256 of its problem"), "{other:?}");
    std::fs::remove_file(folder.path("c.json")).expect("it is there");
    cover("forced.dlx", &["--preprocess", "--quiet"]).silently();
    let other = cover("other.dlx", &["--preprocess", "--quiet"]);
    assert!(other.error().contains("the sha256 of its problem"), "{other:?}");
}

#[test]
fn two_processes_do_not_write_one_checkpoint() {
    let folder = with("latin:6");
    let args = ["cover", "p.dlx", "--count", "--engine", "dlx", "--checkpoint", "c.json"];
    let mut first = start(&folder, &[&args[..], &["--checkpoint-every", "0"]].concat());
    let deadline = Instant::now() + PATIENCE;
    while parts_done(&folder) == 0 {
        assert!(Instant::now() < deadline, "it writes nothing");
        thread::sleep(Duration::from_millis(5));
    }
    let second = folder.quadrille(&args);
    assert!(first.try_wait().expect("it can be asked").is_none(), "the first is not done");
    assert_eq!(
        second.error(),
        "c.json: another process is writing to this file; wait for it, or name another file"
    );
    first.kill().expect("it can be killed");
    first.wait().expect("it can be waited for");
}

/// A search whose time is up before the problem is divided leaves the checkpoint unchanged.
#[test]
fn time_that_is_up_while_a_problem_is_divided_spoils_no_checkpoint() {
    let folder = with("latin:12");
    let args = ["cover", "p.dlx", "--count", "--jobs", "2", "--checkpoint", "c.json"];
    let hurried = [&args[..], &["--time-limit", "0.001"]].concat();
    let (_, said) = folder.quadrille(&hurried).negative();
    assert!(
        said.starts_with("c.json: unchanged, because the time limit ended before the search began"),
        "{said}"
    );
    assert!(!folder.path("c.json").exists());
    // Long enough to divide the problem, and far too short to search it.
    folder.quadrille(&[&args[..], &["--max-nodes", "100"]].concat()).negative();
    let before = folder.read("c.json");
    folder.quadrille(&hurried).negative();
    assert_eq!(folder.read("c.json"), before);
}

#[test]
fn a_checkpoint_with_counters_serves_who_needs_none() {
    let folder = with("queens:12");
    let args = ["cover", "p.dlx", "--count", "--jobs", "1", "--checkpoint", "c.json"];
    folder.quadrille(&[&args[..], &["--max-nodes", "50000"]].concat()).negative();
    assert!(parts_done(&folder) > 0);
    assert_eq!(folder.quadrille(&args).silently(), "14200\n");
    let both = [&args[..], &["--all", "--out", "c.json"]].concat();
    let both: Vec<&str> = both.into_iter().filter(|&word| word != "--count").collect();
    let error = folder.quadrille(&both);
    assert_eq!(
        error.error(),
        "--checkpoint: found the same file as in --out; expected two different files"
    );
}

#[test]
fn a_search_keeps_within_its_memory() {
    let folder = with("latin:40");
    let (_, said) =
        folder.quadrille(&["cover", "p.dlx", "--engine", "dlx", "--max-memory", "1"]).negative();
    assert!(said.contains("use a larger --max-memory, --max-tests or --max-nodes"), "{said}");
    folder.quadrille(&["cover", "p.dlx", "--engine", "dlx", "--max-memory", "100"]).positive();
    folder.write("d.dlx", encode("dominoes:8x8"));
    assert_eq!(
        folder.quadrille(&["cover", "d.dlx", "--count", "--max-memory", "1"]).silently(),
        "12988816\n"
    );
}

/// A count of solutions that exceeds 64 bits.
#[test]
fn large_numbers_of_solutions_are_whole_in_json_too() {
    for jobs in [&[][..], &["--jobs", "2"]] {
        let args = ["cover", "--family", "dominoes:12x12", "--count", "--output", "json"];
        let json = json_lines(&quadrille(&[&args[..], jobs].concat()).positive());
        assert_eq!(json[0]["solutions"], "53060477521960000");
        let items: Vec<String> = (0..70).map(|i| format!("a{i}")).collect();
        let options = items.join("\n");
        let text = format!("{}\n{options}\n{options}\n", items.join(" "));
        let args = ["cover", "--count", "--output", "json"];
        let json = json_lines(&quadrille_on(&text, &[&args[..], jobs].concat()).positive());
        assert_eq!(json[0]["solutions"], (1u128 << 70).to_string());
    }
}

#[cfg(unix)]
#[test]
fn an_interrupt_keeps_what_is_done() {
    let folder = with("latin:6");
    let kept = ["cover", "p.dlx", "--count", "--jobs", "2", "--checkpoint", "c.json"];
    // The checkpoint is written only at the end; the number of finished parts depends on the machine.
    let args = [&kept[..], &["--checkpoint-every", "1000"]].concat();
    for seconds in [1, 2, 4, 8, 16] {
        let mut child = start(&folder, &args);
        thread::sleep(Duration::from_secs(seconds));
        assert_eq!(parts_done(&folder), 0);
        let mut kill = std::process::Command::new("kill");
        let killed = kill.args(["-INT", &child.id().to_string()]).status();
        assert!(killed.expect("there is a `kill`").success());
        assert_eq!(child.wait().expect("it ends").code(), Some(130));
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
    let cover = |input: &str, more: &[&str]| {
        let args = ["cover", input, "--count", "--checkpoint", "c.json"];
        folder.quadrille(&[&args[..], more].concat())
    };
    assert_eq!(cover("p.dlx", &[]).silently(), "724\n");
    let another = "c.json: found the checkpoint of another search: ";
    let difference = |input: &str, more: &[&str]| {
        let refused = cover(input, more);
        refused.error().strip_prefix(another).expect("it says so").to_owned()
    };
    assert!(difference("other.dlx", &[]).starts_with("the sha256 of its problem is "));
    let engine = difference("p.dlx", &["--engine", "naive"]);
    assert_eq!(engine, "its engine is auto; expected naive; name another file");
    let counters = "it is without counters; expected with counters; name another file";
    assert_eq!(difference("p.dlx", &["--stats"]), counters);
    assert_eq!(difference("p.dlx", &["--max-nodes", "10"]), counters);
    assert!(difference("p.dlx", &["--given", "1"]).starts_with("the sha256 of its problem is "));

    let text = folder.read("c.json");
    let rule = text.replace("\"rule\":3", "\"rule\":0");
    assert_ne!(rule, text);
    folder.write("c.json", rule);
    let rule = "its rule of division is 0; expected 3; name another file";
    assert_eq!(difference("p.dlx", &[]), rule);
    for bad in ["", "something else", "{}", &text.replace("\"done\":[{", "\"done\":[{},{")] {
        folder.write("c.json", bad);
        let refused = cover("p.dlx", &[]);
        assert!(
            refused.error().starts_with("c.json: this file is not a checkpoint: "),
            "{refused:?}"
        );
    }
    let part = text.replace("\"part\":0", "\"part\":1000");
    assert_ne!(part, text);
    folder.write("c.json", part);
    assert!(cover("p.dlx", &[]).error().contains("part 1000 is unknown or listed twice"));

    for more in [&[][..], &["--all"], &["--count", "--limit", "3"], &["--all", "--out", "-"]] {
        let args = [&["cover", "p.dlx", "--checkpoint", "c.json"], more].concat();
        let refused = folder.quadrille(&args);
        assert!(refused.error().starts_with("--checkpoint: expected --count"), "{refused:?}");
    }
}

#[test]
fn solutions_go_to_a_file_that_is_whole_or_not_there() {
    let folder = with("queens:8");
    let printed = folder.quadrille(&["cover", "p.dlx", "--all"]).silently();
    let out = ["cover", "p.dlx", "--all", "--out", "out"];
    assert_eq!(folder.quadrille(&out).silently(), "");
    assert_eq!(folder.read("out"), printed);
    let taken = "out already exists; name another file, or overwrite it with --force";
    assert_eq!(folder.quadrille(&out).error(), taken);
    let stats = [&out[..], &["--force", "--stats", "--jobs", "2"]].concat();
    assert!(folder.quadrille(&stats).silently().ends_with("Nodes 1049\n"));
    assert_eq!(folder.read("out"), printed);
    let half = ["cover", "p.dlx", "--all", "--out", "half", "--max-nodes", "500"];
    folder.quadrille(&half).negative();
    assert!(!folder.path("half").exists());
}

/// A long test: `cargo test --release -p quadrille-cli --test cover_parts --
/// --ignored`.
#[test]
#[ignore = "takes about ten minutes"]
fn a_long_count_killed_five_times_ends_as_known() {
    let folder = with("queens:17");
    let kept = ["cover", "p.dlx", "--count", "--jobs", "2", "--checkpoint", "c.json"];
    let args = [&kept[..], &["--checkpoint-every", "2"]].concat();
    kill_again_and_again(&folder, &args, 5, Duration::from_secs(20));
    assert_eq!(folder.quadrille(&args).silently(), "95815104\n");
}
