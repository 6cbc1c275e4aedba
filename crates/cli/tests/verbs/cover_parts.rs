//! `quadrille cover` on reduced problems, in parts, and with limits of time and memory.

use std::time::{Duration, Instant};

use crate::common::{Folder, encode, json_lines, quadrille, quadrille_on, with_problem as with};

/// Time limit of a test; longer than any of them takes on a slow machine.
const PATIENCE: Duration = Duration::from_secs(120);

fn count(folder: &Folder, more: &str) -> u64 {
    let printed = folder.quadrille(&format!("count p.dlx {more}")).silently();
    printed.trim_end().parse().expect("a number")
}

#[test]
fn options_given_are_in_every_solution() {
    let text = "a b c d e f g\nc e\na d g\nb c f\na d f\nb g\nd e g\n";
    let cover = |given: &str| quadrille_on(text, &format!("cover --all --given {given}"));
    assert_eq!(cover("'f d a'").silently(), "a d f\nb g\nc e\n");
    assert_eq!(cover("5 --given 'c e'").silently(), "b g\nc e\na d f\n");
    let (printed, said) = cover("'d e g'").negative();
    assert_eq!((&*printed, &*said), ("", "standard input: no solution\n"));
    let clash = "--given: options `a d g` and `a d f` clash: both cover item `a`";
    assert_eq!(cover("'a d g' --given 4").error(), clash);
    let unknown = "--given: found `a d`; expected the items of an option, or a number from 1 to 6";
    assert_eq!(cover("'a d'").error(), unknown);
    assert_eq!(cover("7").error(), unknown.replace("a d", "7"));
    assert_eq!(cover("1 --given 'c e'").error(), "--given: option `c e` is given twice");
    assert!(cover("0").error().contains("found `0`") && cover("''").error().contains("found ``"));
    let given = |option| {
        let text = "a b 1 | x\na b\nb a x:r\n1\nb a\n";
        quadrille_on(text, &format!("count --given {option} --stats")).silently()
    };
    assert!(given("1").starts_with("3\n"), "an item of that name comes before a number");
    assert!(given("'x:r  a b'").starts_with("1\n") && given("4").starts_with("1\n"));
}

#[test]
fn preprocessing_says_what_it_did_and_changes_no_solution() {
    let text = "a b c d\na b\na\nb c\nc\nc d\nd c\n";
    let ended = quadrille_on(text, "cover --all --preprocess");
    let said = "preprocessing: 3 options removed, 1 forced, 2 options left, in 3 rounds\n";
    assert_eq!((ended.status, &*ended.stderr), (0, said));
    assert_eq!(ended.stdout, "a b\nc d\n\na b\nd c\n");
    for family in ["pentominoes:3x20", "sudoku:4"] {
        let folder = with(family);
        let without = count(&folder, "");
        assert_eq!(count(&folder, "--preprocess --quiet"), without, "{family}");
    }
}

#[test]
fn any_number_of_jobs_prints_the_same() {
    for family in ["queens:9", "latin:4"] {
        let folder = with(family);
        let cover = |more: &str| {
            let ended = folder.quadrille(&format!("{more} p.dlx"));
            (ended.status, ended.stdout, ended.stderr)
        };
        let without_tests = |(status, printed, said): (i32, String, String)| {
            let kept = printed.lines().filter(|line| !line.starts_with("Tests "));
            (status, kept.map(str::to_owned).collect::<Vec<_>>(), said)
        };
        for mode in ["cover --all", "count", "cover", "cover --limit 7"] {
            assert_eq!(cover(&format!("{mode} --jobs 3")), cover(mode), "{family}");
        }
        // With a memo, the undivided search saves more nodes than the search in parts.
        let counted = "count --stats --engine bits";
        let two = cover(&format!("{counted} --jobs 2"));
        assert_eq!(without_tests(two.clone()), without_tests(cover(counted)), "{family}");
        assert_eq!(two, cover(&format!("{counted} --jobs 3")), "{family}");
        let limit = "count --stats --max-nodes 3000";
        let [one, two, three] = [1, 2, 3].map(|jobs| cover(&format!("{limit} --jobs {jobs}")));
        assert_eq!(two, three, "{family}");
        assert_eq!((two.0, &two.2), (one.0, &one.2), "{family}");
        assert_eq!(two.1.lines().last(), one.1.lines().last(), "{family}");
    }
}

#[test]
fn a_limit_of_time_leaves_the_answer_unknown() {
    let folder = with("latin:12");
    for jobs in ["1", "2"] {
        let args = format!("count p.dlx --time-limit 0.2 --jobs {jobs}");
        let begun = Instant::now();
        let (printed, said) = folder.quadrille(&args).negative();
        assert!(begun.elapsed() < PATIENCE);
        assert_eq!(printed, "", "a number would be taken for the whole");
        assert!(said.starts_with("p.dlx: stopped at the limit, with "), "{said}");
        assert!(said.ends_with("use a larger --time-limit\n"), "{said}");
    }
    let folder = with("dominoes:10x10:mutilated");
    let (printed, _) = folder.quadrille("cover p.dlx --time-limit 0.1 --output json").negative();
    let object = &json_lines(&printed)[0];
    assert_eq!((&object["outcome"], &object["answer"]), (&"budget".into(), &"unknown".into()));
    assert_eq!(count(&with("queens:8"), "--time-limit 100"), 92);
    let bad = quadrille("cover --time-limit soon");
    assert_eq!(bad.status, 2);
}

#[test]
fn progress_is_said_where_it_is_asked_for() {
    let folder = with("queens:11");
    let ended = folder.quadrille("count p.dlx --stats --progress");
    assert_eq!((ended.status, ended.stdout.lines().next()), (0, Some("2680")));
    let last = ended.stderr.lines().last().expect("a line at the end at least");
    assert!(last.starts_with("100.0 % of the tree by estimate, "), "{last}");
    assert!(last.contains(", 2680 solutions, ") && last.ends_with(" nodes/s"), "{last}");
    folder.quadrille("count p.dlx --jobs 2").silently();
}

/// `--progress` does not divide a search: a count with a memo takes as long as without it.
#[test]
fn progress_leaves_a_count_with_a_memo_whole() {
    let args = "count dominoes:12x12 --stats";
    let plain = quadrille(args).silently();
    let ended = quadrille(&format!("{args} --progress"));
    assert_eq!((ended.status, &ended.stdout), (0, &plain));
    let last = ended.stderr.lines().last().expect("a line at the end at least");
    let whole = "100.0 % of the tree by estimate, 53060477521960000 solutions, ";
    assert!(last.starts_with(whole) && last.ends_with(" nodes/s"), "{last}");
}

/// Parts without a common memo would take fifty times as long.
#[test]
fn jobs_that_are_not_used_are_said_to_be_not_used() {
    for (jobs, noted) in [("1", false), ("2", true)] {
        let ended = quadrille(&format!("count latin:6 --jobs {jobs}"));
        assert_eq!((ended.status, &*ended.stdout), (0, "812851200\n"));
        let note = "--jobs 2 is not used as long as `memo` counts, on one thread, because sub-problems occur again; \
                    `--engine bits` searches in parts\n";
        // A count that takes less than a second says nothing.
        let said = &*ended.stderr;
        assert!(said.is_empty() || noted && said == note, "{jobs}: {said}");
    }
}

#[test]
fn a_search_keeps_within_its_memory() {
    let folder = with("latin:40");
    let (_, said) = folder.quadrille("cover p.dlx --engine dlx --max-memory 1").negative();
    assert!(said.contains("so far; use a larger --max-memory\n"), "{said}");
    folder.quadrille("cover p.dlx --engine dlx --max-memory 100").positive();
    folder.write("d.dlx", encode("dominoes:8x8"));
    assert_eq!(folder.quadrille("count d.dlx --max-memory 1").silently(), "12988816\n");
}

/// A count of solutions that exceeds 64 bits.
#[test]
fn large_numbers_of_solutions_are_whole_in_json_too() {
    for jobs in ["", "--jobs 2"] {
        let args = "count dominoes:12x12 --output json";
        let json = json_lines(&quadrille(&format!("{args} {jobs}")).positive());
        assert_eq!(json[0]["solutions"], "53060477521960000");
        let items: Vec<String> = (0..70).map(|i| format!("a{i}")).collect();
        let options = items.join("\n");
        let text = format!("{}\n{options}\n{options}\n", items.join(" "));
        let args = "count --output json";
        let json = json_lines(&quadrille_on(&text, &format!("{args} {jobs}")).positive());
        assert_eq!(json[0]["solutions"], (1u128 << 70).to_string());
    }
}

#[test]
fn solutions_go_to_a_file_that_is_whole_or_not_there() {
    let folder = with("queens:8");
    let printed = folder.quadrille("cover p.dlx --all").silently();
    let out = "cover p.dlx --all --out out";
    assert_eq!(folder.quadrille(out).silently(), "");
    assert_eq!(folder.read("out"), printed);
    let taken = "out already exists; name another file, or overwrite it with --force";
    assert_eq!(folder.quadrille(out).error(), taken);
    let stats = format!("{out} --force --stats --jobs 2");
    assert!(folder.quadrille(&stats).silently().ends_with("Nodes 1049\n"));
    assert_eq!(folder.read("out"), printed);
    folder.quadrille("cover p.dlx --all --out half --max-nodes 500").negative();
    assert!(!folder.path("half").exists());
}
