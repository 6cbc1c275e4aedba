//! `prove` and `verify`.

use std::fs;

use crate::common::{Folder, first_line, kill, wait_until};

#[track_caller]
fn verified(folder: &Folder, name: &str) -> String {
    let text = folder.quadrille(&format!("verify {name}")).silently();
    let rest = text.strip_prefix(&format!("{name}: VERIFIED ")).expect("it is verified");
    rest.split(':').next().unwrap().to_owned()
}

#[test]
fn counts_lists_and_single_solutions_are_proved() {
    let folder = Folder::new();
    let cover = |family, options: &str| {
        let ended = folder.quadrille(&format!("prove {family} --out p {options}"));
        let claim = verified(&folder, "p");
        fs::remove_dir_all(folder.path("p")).unwrap();
        (ended, claim)
    };
    let (counted, claim) = cover("queens:8", "--count");
    assert_eq!((counted.silently(), &*claim), ("92\n".to_owned(), "count 92"));
    let (listed, claim) = cover("queens:6", "--all");
    assert_eq!((listed.silently().matches("\n\n").count(), &*claim), (3, "all 4"));
    assert_eq!(cover("queens:8", "").1, "some 1");
    assert_eq!(cover("queens:8", "--limit 5").1, "some 5");
    assert_eq!(cover("queens:6", "--limit 5").1, "all 4");
    let (none, claim) = cover("langford:5", "");
    assert_eq!((none.negative().0, &*claim), (String::new(), "all 0"));
    assert_eq!(cover("dominoes:6x6", "--count --gzip").1, "count 6728");
}

#[test]
fn what_is_the_same_but_for_names_is_counted_once_in_a_proof() {
    let folder = Folder::new();
    for (name, engine, head) in [
        ("auto", "auto", "xcd 2"),
        ("iso", "iso", "xcd 2"),
        ("frontier", "frontier", "xcd 2"),
        ("memo", "memo", "xcd 1"),
    ] {
        let family = if name == "auto" { "latin:6" } else { "latin:5" };
        let args = format!("prove {family} --count --engine {engine} --out {name}");
        let count = folder.quadrille(&args).silently();
        assert_eq!(verified(&folder, name), format!("count {}", count.trim_end()));
        let certificate = fs::read(folder.path(name).join("certificate.xcd")).unwrap();
        assert!(certificate.starts_with(head.as_bytes()), "{name}");
    }
}

#[test]
fn costs_and_options_in_no_solution_are_left_out() {
    let folder = Folder::with("p.dlx", "a 0:2|b | x\na x |3\nx\na b |1\nb\nb x:1\n");
    let all = folder.quadrille("prove p.dlx --all --out p").silently();
    assert_eq!(folder.read("p/problem.dlx"), "a 0:2|b | x\na x\na b\nb\nb x:1\n");
    assert_eq!(verified(&folder, "p"), "all 5");
    assert_eq!(folder.read("p/solutions.txt").lines().count(), 5);
    assert!(all.contains("a x"), "{all}");
    assert_eq!(folder.names("p").len(), 6);
}

#[test]
fn nothing_is_left_behind_where_there_is_no_proof() {
    let folder = Folder::new();
    let cover = |options: &str| {
        let ended = folder.quadrille(&format!("prove dominoes:12x12 --count --out p {options}"));
        assert_eq!(folder.names("."), Vec::<String>::new());
        ended
    };
    assert_eq!(
        cover("--max-bytes 20000").error(),
        "the folder of the proof would take more than 20000 bytes; allow more by --max-bytes"
    );
    let (_, messages) = cover("--max-nodes 100").negative();
    assert!(messages.contains("no folder was written, because the search"), "{messages}");
    let (_, messages) = cover("--time-limit 0").negative();
    assert!(messages.contains("no folder was written, because the search"), "{messages}");
    cover("--engine dlx").error_has("invalid value 'dlx'");
    cover("--limit 3").error_has("cannot be used with");
}

#[test]
fn a_closed_pipe_makes_no_weaker_claim() {
    let folder = Folder::new();
    for form in ["xcd", "veripb"] {
        let mut child = folder.start(&format!("prove langford:11 --all --out p --form {form}"));
        drop(first_line(&mut child));
        assert_eq!(child.wait().unwrap().code(), Some(141), "{form}");
        assert_eq!(folder.names("."), Vec::<String>::new(), "{form}");
    }
    folder
        .quadrille("prove queens:6 --all --engine iso --out p --form veripb")
        .error_begins("--engine: found iso with a form");
}

#[test]
fn the_checker_in_python_takes_large_bounds_and_several_folders() {
    let folder = Folder::with("p.dlx", "0:1000000000|a b\na b\nb\n");
    folder.quadrille("prove p.dlx --count --out large").silently();
    folder.quadrille("prove queens:6 --count --out q").silently();
    let answers = |folders: [&str; 2]| {
        let mut command = std::process::Command::new("python3");
        command.args(["-I", concat!(env!("CARGO_MANIFEST_DIR"), "/xcheck.py")]);
        let output = command.args(folders.iter().map(|name| folder.path(name))).output().unwrap();
        (String::from_utf8(output.stdout).unwrap(), output.status.code())
    };
    let both = "VERIFIED count 2\nVERIFIED count 4\n".to_owned();
    assert_eq!(answers(["large", "q"]), (both, Some(0)));
    let (text, status) = answers(["q", "missing"]);
    assert!(text.ends_with("REFUSED ValueError: MANIFEST: not a file\n"), "{text}");
    assert_eq!(status, Some(1));
}

#[test]
fn a_folder_that_exists_is_not_touched() {
    let folder = Folder::with("p", "mine");
    let ended = folder.quadrille("prove queens:6 --out p");
    assert_eq!(ended.error(), "p already exists; name a new folder, or remove this one");
    assert_eq!(folder.read("p"), "mine");
}

#[test]
fn what_a_killed_search_leaves_the_next_one_removes() {
    let folder = Folder::new();
    let killed = folder.start("prove latin:6 --count --engine memo --out p");
    wait_until("a folder", || !folder.names(".").is_empty());
    // The lock is taken right after the folder was made.
    std::thread::sleep(std::time::Duration::from_millis(200));
    kill(killed);
    assert_eq!(folder.names(".").len(), 1);
    folder.quadrille("prove queens:6 --count --out p").silently();
    assert_eq!(folder.names("."), ["p"]);
}

#[test]
fn puzzles_of_every_kind_are_proved() {
    let puzzles = "12..34....1...4.\n1...............\n11..............\n";
    let folder = Folder::with("puzzles", puzzles);
    let checked = folder.quadrille("prove puzzles --out c --quiet");
    assert_eq!(checked.negative().0.lines().count(), 3);
    assert_eq!(verified(&folder, "c"), "puzzles 3");
    assert_eq!(folder.read("c/puzzles.txt"), puzzles);
    let answers = folder.read("c/answers.txt");
    let kinds: Vec<&str> = answers.lines().map(|line| line.split(' ').next().unwrap()).collect();
    assert_eq!(kinds, ["unique", "several", "none"]);
    folder.quadrille("prove puzzles --count --out s").error_begins("--count: found Sudoku puzzles");
}

#[test]
fn puzzles_of_other_sizes_and_unreadable_ones_have_no_proof() {
    let one = "1...............";
    let other = ".".repeat(81);
    let folder = Folder::with("sizes", format!("{one}\n{other}\n"));
    let ended = folder.quadrille("prove sizes --out p");
    assert_eq!(ended.error(), "found grids of 4 and of 9 rows; prove each size on its own");
    folder.write("bad", format!("{one}\n12x\n"));
    let ended = folder.quadrille("prove bad --out p --quiet");
    let told = "no folder was written, because 1 puzzle cannot be read";
    assert!(ended.stderr.contains(told), "{ended:?}");
    assert!(!folder.path("p").exists());
}

#[test]
fn verify_says_what_is_wrong_and_goes_on() {
    let folder = Folder::new();
    for name in ["a", "b"] {
        folder.quadrille(&format!("prove queens:6 --count --out {name}"));
    }
    let manifest = folder.read("a/MANIFEST").replace("count 4", "count 5");
    folder.write("a/MANIFEST", manifest.replace("exactly 4", "exactly 5"));
    let (answers, _) = folder.quadrille("verify a b c").negative();
    let answers: Vec<&str> = answers.lines().collect();
    assert_eq!(answers[0], "a: REFUSED MANIFEST: claims 5 solutions; counted 4");
    assert!(answers[1].starts_with("b: VERIFIED count 4"), "{answers:?}");
    assert!(answers[2].starts_with("c: REFUSED MANIFEST: cannot be read"), "{answers:?}");
}
