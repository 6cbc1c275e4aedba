//! Files from other people: they start no program without consent, reach no file outside of their folder, fill no
//! memory, and give no command to the terminal.

use std::fs;
use std::os::unix::fs::symlink;
use std::process::Command;
use std::time::{Duration, Instant};

use crate::common::puzzles::P1;
use crate::common::screen::Screen;
use crate::common::{Ended, Folder};

/// An engine that leaves the file `started` and answers nothing.
const ENGINE: &str = "touch started\nprintf 'quadrille 2\\nname e\\nversion 1\\ntakes sudoku:9\\nready\\n'\n\
    while read -r word number rest; do case $word in sudoku) echo \"$number unsupported\";; end) echo done;; esac; done\n";

const DECLARED: &str = "[[engine]]\nname = 'e'\ncommand = ['sh', 'e.sh']\n";

fn with_engine() -> Folder {
    let folder = Folder::with("e.sh", ENGINE);
    folder.write("p.txt", format!("{P1}\n"));
    folder.write("e.toml", DECLARED);
    folder
}

/// Whether the engine was started since the last call.
fn was_started(folder: &Folder) -> bool {
    fs::remove_file(folder.path("started")).is_ok()
}

/// The hash that a refusal asks for.
fn hash(ended: &Ended) -> String {
    let (_, rest) = ended.stderr.split_once("--allow-engines=").expect("a refusal with a hash");
    rest.chars().take_while(char::is_ascii_hexdigit).collect()
}

#[test]
fn a_plan_starts_engines_only_with_consent() {
    let folder = with_engine();
    let plan = format!("corpora = ['p.txt']\nengines = ['e']\n{DECLARED}");
    folder.write("plan.toml", &plan);
    let run = "run plan.toml --out - --quiet";
    let refused = folder.quadrille(run);
    let says = "plan.toml declares engines, which are programs that this command would start:";
    assert_eq!(refused.error(), says);
    assert!(refused.stderr.contains("\n  e: sh e.sh (in "), "{refused:?}");
    assert!(refused.stderr.ends_with("to start them, use --allow-engines\n"), "{refused:?}");
    assert!(!was_started(&folder));
    folder.quadrille(&format!("{run} --allow-engines")).positive();
    assert!(was_started(&folder));
    // Declared, but not to be started.
    folder.write("plan.toml", plan.replace("['e']", "['masks']"));
    folder.quadrille(run).positive();
    assert!(!was_started(&folder));
    // Named on the command line.
    folder.quadrille("run --corpus p.txt --engines e.toml --engine e --out -").positive();
    assert!(was_started(&folder));
}

#[test]
fn on_a_terminal_the_user_is_asked() {
    let folder = with_engine();
    let plan = format!("corpora = ['p.txt']\nengines = ['e']\n{DECLARED}");
    folder.write("plan.toml", plan);
    for (answer, status) in [("n", 2), ("y", 0)] {
        let screen = Screen::start(&folder.path(""), (160, 30), "run plan.toml --out - --quiet");
        screen.wait_for("e: sh e.sh (in ");
        screen.wait_for("Start them? [y/N]");
        assert!(!was_started(&folder));
        screen.press(&[answer, "Enter"]).wait_for(&format!("ended {status}"));
        assert_eq!(was_started(&folder), status == 0);
    }
}

#[test]
fn an_engine_of_a_plan_may_be_declared_beside_it() {
    let folder = with_engine();
    let plan = "corpora = ['p.txt']\nengines = ['e']\n";
    for more in ["", DECLARED] {
        folder.write("plan.toml", format!("{plan}{more}"));
        folder.quadrille("run plan.toml --engines e.toml --out - --quiet").positive();
        assert!(was_started(&folder));
    }
}

#[test]
fn a_table_starts_engines_only_with_consent() {
    let folder = with_engine();
    folder.write(
        "t.toml",
        format!(
            "title = 't'\nabout = 'a'\nsource = 's'\n[plan.p]\ncorpora = ['systems']\nengines = ['masks', 'e']\ntask = 'first'\n\
             filter = '/P1$'\n{}\n\
             [pins]\nsystems = 'b9913f8321377a526da10814b51f556eae683fdd45bc9a455a57835c81e229fa'\n\
             [[figure]]\ncorpus = 'systems'\ninstance = 'P1'\nengine = 'masks'\ntests = 135\n",
            DECLARED.replace("[[engine]]", "[[plan.p.engine]]")
        ),
    );
    let run = "reproduce t.toml --out o --quiet";
    folder.quadrille(run).error_begins("the table t declares engines");
    assert!(!was_started(&folder) && !folder.path("o").exists());
    folder.quadrille(&format!("{run} --allow-engines")).positive();
    assert!(was_started(&folder));
}

#[test]
fn a_resumed_run_starts_only_what_was_named_or_confirmed() {
    let folder = with_engine();
    let named = "--corpus p.txt --engines e.toml --engine e --out r.csv";
    folder.quadrille(&format!("run --quiet {named}")).positive();
    assert!(was_started(&folder));
    let resume = |more: &str| {
        let ended = folder.quadrille(&format!("resume --quiet r.csv {more}"));
        (was_started(&folder), ended)
    };
    for more in ["", "--allow-engines", "--allow-engines=00"] {
        let (started, refused) = resume(more);
        assert!(refused.error().starts_with("r.csv.run.toml declares engines"), "{refused:?}");
        assert!(!started, "{more:?}");
    }
    let (started, ended) = resume("--engines e.toml");
    assert!(started && ended.status == 0, "{ended:?}");
    let confirmed = format!("--allow-engines={}", hash(&resume("").1));
    let (started, ended) = resume(&confirmed);
    assert!(started && ended.status == 0, "{ended:?}");
    // Another program under the name of the one that wrote the rows.
    folder.write("other.toml", DECLARED.replace("'e.sh'", "'e.sh', 'more'"));
    let (started, refused) = resume("--engines other.toml");
    let differs =
        "\n  engine.e.command: [\"sh\", \"e.sh\"] then, [\"sh\", \"e.sh\", \"more\"] now\n";
    assert!(!started && refused.stderr.ends_with(differs), "{refused:?}");
    // The run file was changed after the confirmation.
    let changed = folder.read("r.csv.run.toml").replace("\"e.sh\"", "\"-c\", \"touch started\"");
    folder.write("r.csv.run.toml", changed);
    let (started, refused) = resume(&confirmed);
    assert!(!started && refused.error().starts_with("r.csv.run.toml declares"), "{refused:?}");
}

/// A manifest of a file, with these words about it.
fn manifest(file: &str) -> String {
    format!(
        "name = 'mine'\nabout = 'a'\nsource = 's'\nlicence = 'l'\ntask = 'unique'\nfile = '{file}'\n"
    )
}

#[test]
fn a_manifest_reaches_no_file_outside_of_its_folder_and_waits_for_none() {
    let folder = Folder::with("secret.txt", format!("{P1}\n"));
    fs::create_dir(folder.path("theirs")).unwrap();
    symlink("../secret.txt", folder.path("theirs/link.txt")).unwrap();
    symlink("/dev/zero", folder.path("theirs/zero.txt")).unwrap();
    let pipe = folder.path("theirs/pipe.txt");
    assert!(Command::new("mkfifo").arg(&pipe).status().unwrap().success());
    let secret = folder.path("secret.txt").display().to_string();
    let began = Instant::now();
    for (file, expected) in [
        ("../secret.txt", "expected a file in the folder of the manifest"),
        (&*secret, "expected a file in the folder of the manifest"),
        ("link.txt", "found a link out of its folder"),
        ("zero.txt", "found a link out of its folder"),
        ("pipe.txt", "expected a regular file"),
    ] {
        folder.write("theirs/m.toml", manifest(file));
        folder.quadrille("run --corpus theirs/m.toml --engine masks --out -").error_has(expected);
        let listed = folder.quadrille("list corpora --data theirs").silently();
        assert!(listed.contains("unreadable") && listed.contains(expected), "{file}: {listed}");
    }
    // A manifest that is a pipe is neither listed nor waited for, and refused by its name.
    fs::remove_file(folder.path("theirs/m.toml")).unwrap();
    assert!(Command::new("mkfifo").arg(folder.path("theirs/m.toml")).status().unwrap().success());
    folder.quadrille("list corpora --data theirs").silently();
    folder.quadrille("run --corpus theirs/m.toml --out -").error_has("expected a regular file");
    assert!(began.elapsed() < Duration::from_secs(60));
}

#[test]
fn a_plan_reads_only_corpora_of_its_folder() {
    let folder = Folder::with("secret.txt", format!("{P1}\n"));
    fs::create_dir(folder.path("theirs")).unwrap();
    symlink("../secret.txt", folder.path("theirs/link.txt")).unwrap();
    let secret = folder.path("secret.txt").display().to_string();
    for (name, expected) in [
        ("../secret.txt", "it leads out of the folder"),
        (&*secret, "it leads out of the folder"),
        ("secret.txt", "it is not in the folder"),
        ("link.txt", "found a link out of its folder"),
    ] {
        folder.write("theirs/plan.toml", format!("corpora = ['{name}']\nengines = ['masks']\n"));
        folder.quadrille("run theirs/plan.toml --out -").error_has(expected);
    }
}

#[test]
fn every_reader_of_descriptions_is_bounded() {
    let folder = with_engine();
    for args in [
        "run /dev/zero",
        "reproduce /dev/zero",
        "run --engines /dev/zero --corpus p.txt",
        "encode wordsquare:3:@/dev/zero",
    ] {
        folder.quadrille(args).error_has("found more than 64 MiB");
    }
    // Words of a command that are devices or pipes are not read for the fingerprint of the program.
    assert!(Command::new("mkfifo").arg(folder.path("pipe")).status().unwrap().success());
    folder.write("e.toml", DECLARED.replace("'e.sh'", "'e.sh', '/dev/zero', 'pipe'"));
    folder.quadrille("run --corpus p.txt --engines e.toml --engine e --out -").positive();
}

#[test]
fn no_text_from_files_gives_commands_to_the_terminal() {
    const CLEAR: &str = "\u{1b}[2J\u{9b}31m\u{202e}";
    let folder = Folder::new();
    let in_toml = "\\u001b[2J\\u009b31m\\u202e";
    folder.write(
        "m.toml",
        format!(
            "name = \"n{in_toml}\"\nabout = \"a{in_toml}\"\nsource = 's'\nlicence = 'l'\ntask = 'unique'\n\
             file = \"f{in_toml}\"\nobtain = \"o{in_toml}\"\n"
        ),
    );
    let hostile = format!("x{CLEAR}.txt");
    folder.write(&hostile, "not a puzzle\n");
    folder.write(&format!("{hostile}.toml"), "name = 1");
    // Files that are what is expected, so that messages about their lines and their answers name them.
    let [puzzles, unsolvable, problem, results, words] =
        ["p", "u", "d", "r.csv", "w"].map(|kind| format!("{kind}{CLEAR}"));
    let no_solution = format!("11{}", &P1[2..]);
    folder.write("puzzles.txt", format!("{P1}\n"));
    folder.write(&puzzles, format!("{P1}\n{no_solution}\nnone\n"));
    folder.write(&unsolvable, format!("{no_solution}\n"));
    folder.write(&problem, "a b\na\nc\n");
    folder.write(&words, "no\non\n");
    let words = format!("wordsquare:@{words}");
    let measured = format!("run --corpus puzzles.txt --engine masks --out {results}");
    folder.quadrille(&measured).positive();
    let missing = format!("missing{CLEAR}");
    let list = "list corpora --data .";
    for args in [
        list,
        "run --corpus m.toml",
        &format!("run --corpus {hostile}"),
        &format!("run {hostile}"),
        &format!("run --corpus {missing}"),
        &format!("run --engines {missing}"),
        &format!("resume {missing}"),
        &format!("check {hostile}"),
        &format!("solve {hostile}"),
        &format!("solve p q {hostile}"),
        &format!("reproduce {hostile}"),
        &format!("rank {hostile}"),
        &format!("rank {missing}"),
        &format!("cover {hostile}"),
        &format!("generate --out {hostile}"),
        &format!("encode {missing}"),
        &format!("encode {words}"),
        &format!("check {puzzles}"),
        &format!("check puzzles.txt --against {puzzles}"),
        &format!("check {puzzles} --against {hostile}"),
        &format!("check {puzzles} --shards {hostile}"),
        &format!("check {puzzles} --column {missing}"),
        &format!("prove {unsolvable} --out {unsolvable}"),
        &format!("solve {unsolvable} --engines {hostile}"),
        &format!("solve {unsolvable} --draw tree --out {unsolvable}"),
        &format!("transform {puzzles} --out {unsolvable}"),
        &format!("transform {hostile}"),
        &format!("cover {problem} --stats"),
        &format!("cover {problem} --out {problem}"),
        &format!("count {problem} --checkpoint {hostile}"),
        &format!("prove {problem} --out {hostile}"),
        &format!("compile {problem} --out {hostile}"),
        &format!("compile {problem} --index-of {hostile}"),
        &format!("cover {problem} --given {missing}"),
        &format!("count {problem} --out {hostile} --shards 64"),
        &format!("cover {missing}"),
        &format!("estimate {problem}"),
        &format!("estimate {hostile}"),
        &format!("verify {hostile}"),
        &format!("verify {missing}"),
        &format!("run {hostile} --corpus {puzzles}"),
        &format!("run --corpus puzzles.txt --out {hostile}"),
        &format!("run --corpus puzzles.txt --engines {hostile}"),
        &format!("missing {hostile}"),
        &format!("merge {hostile}"),
        &format!("slurm {hostile}"),
        &format!("rank {results}"),
        &format!("compare {results} {hostile}"),
        &format!("compare {results} {results}"),
        &format!("gate {results} {missing}"),
        &format!("report {results} --out {hostile}"),
        &format!("race {hostile} {missing}"),
        &format!("engine check {hostile}"),
        &format!("play {hostile}"),
        &format!("list engines --engines {hostile}"),
        &format!("help {missing}"),
    ] {
        let Ended { stdout, stderr, .. } = folder.quadrille(args);
        for text in [stdout, stderr] {
            let control = text.chars().find(|&c| c.is_control() && c != '\n' || c == '\u{202e}');
            assert_eq!(control, None, "{args:?}: {text:?}");
        }
    }
    let listed = folder.quadrille(list).silently();
    assert!(listed.contains("a\\u{1b}[2J\\u{9b}31m\\u{202e}"), "{listed}");
}
