//! Engines that end too early, or do not start: the failure is recorded for the right instance, the other instances
//! are answered, and no process is left running.

use std::fs;
use std::process::{Command, Stdio};
use std::time::Instant;

use quadrille_harness::process::start_beside;
use quadrille_results::Verdict;
use rustix::process::{Signal, kill_process};

use super::*;

/// Whether the process with this number is still running.
pub fn is_alive(process: &str) -> bool {
    let stat = fs::read_to_string(format!("/proc/{process}/stat")).unwrap_or_default();
    let state = stat.rsplit_once(") ").and_then(|(_, fields)| fields.chars().next());
    state.is_some_and(|state| !"ZX".contains(state))
}

/// Waits until a condition holds.
pub fn wait_until(what: &str, is_so: impl Fn() -> bool) {
    let start = Instant::now();
    while !is_so() {
        assert!(start.elapsed() < Duration::from_secs(20), "{what} took too long");
        std::thread::sleep(Duration::from_millis(5));
    }
}

/// The process ids in a file, one on each line.
pub fn numbers(file: &Path) -> Vec<String> {
    fs::read_to_string(file).unwrap_or_default().lines().map(str::to_owned).collect()
}

#[test]
fn a_crash_is_blamed_on_the_instance_it_happened_at() {
    let corpus = puzzles(40);
    // One engine flushes each answer; the other loses the answers that it has not flushed.
    for manner in ["prompt-crashes", "crashes"] {
        let mut session = session(manner, &corpus.instances[17]);
        let asked = ask(&mut session, &corpus);
        let (place, fault) = only_fault(&asked);
        assert_eq!((place, fault.verdict), (17, Verdict::Crash));
        let told = fault.to_string();
        assert!(told.contains("signal: 6"), "{told}");
        assert!(
            told.ends_with("error ends with: assertion failed: at the very end / in solver.c"),
            "{told}"
        );
        assert!(asked.times.is_none() && asked.failures >= 2, "{}", asked.failures);
        // The next batch gets a new process.
        let others = Corpus { instances: corpus.instances[..5].to_vec(), ..corpus.clone() };
        assert_eq!(ask(&mut session, &others).failures, 0);
    }
}

#[test]
fn an_end_before_the_answer_is_no_answer() {
    let corpus = puzzles(10);
    for (manner, expected) in [
        ("leaves", "ended (exit status: 0) before `done`"),
        ("half-a-line", "in the middle of a line"),
    ] {
        let asked = ask(&mut session(manner, &corpus.instances[9]), &corpus);
        let (place, fault) = only_fault(&asked);
        assert!(place == 9 && fault.to_string().contains(expected), "{fault}");
    }
}

#[test]
fn a_closed_pipe_is_not_waited_for() {
    let hello = "printf 'quadrille 2\\nname s\\nversion 1\\ntakes sudoku\\nready\\n'";
    let program = shell(&format!("{hello}; read -r batch; exec >&-; sleep 1000"));
    let mut session = Session::start(program, SessionLimits::default()).unwrap();
    let asked = ask(&mut session, &puzzles(1));
    let (_, fault) = only_fault(&asked);
    assert!(fault.to_string().starts_with("closed its standard output "), "{fault}");
}

#[test]
fn one_that_leaves_a_child_with_its_pipes_is_not_waited_for() {
    let folder = tempfile::tempdir().unwrap();
    let children = folder.path().join("children");
    let corpus = puzzles(2);
    let mut program = unruly(&["leaves-children", &text(&corpus.instances[1])]);
    program.env.insert("UNRULY_CHILDREN".into(), children.display().to_string());
    let mut session = Session::start(program, SessionLimits::default()).unwrap();
    let asked = ask(&mut session, &corpus);
    let (place, fault) = only_fault(&asked);
    assert!(place == 1 && fault.to_string().starts_with("ended ("), "{fault}");
    let children = numbers(&children);
    assert!(!children.is_empty());
    wait_until("the end of the children", || !children.iter().any(|child| is_alive(child)));
}

#[test]
fn what_is_no_engine_does_not_start() {
    let error =
        |program| Session::start(program, patient()).expect_err("it does not start").to_string();
    let told = error(unruly(&["not-an-engine"]));
    assert!(told.contains("found `Hello, world!`; expected `quadrille 2`"), "{told}");
    let told = error(unruly(&["dies-at-start"]));
    assert!(
        told.contains(
            "failed before it wrote `ready` (docs/PROTOCOL.md): it ended (exit status: 3) before `done`; its \
             standard error ends with: no licence"
        ),
        "{told}"
    );
    let told = error(shell("exec no-such-program-anywhere"));
    assert!(told.contains("no-such-program-anywhere"), "{told}");
    let missing = program("missing", vec!["/no/such/engine".to_owned()]);
    let told = error(missing);
    assert!(
        told.contains("cannot start `/no/such/engine`") && told.contains("build it first"),
        "{told}"
    );
}

#[test]
fn one_that_cannot_start_again_fails_for_all_that_is_left() {
    let folder = tempfile::tempdir().unwrap();
    let mark = folder.path().join("started");
    let (mark, corpus) = (mark.display(), puzzles(5));
    let hello = "printf 'quadrille 2\\nname s\\nversion 1\\ntakes sudoku\\nready\\n'";
    let program = shell(&format!("[ -e {mark} ] && exit 1; touch {mark}; {hello}; read -r batch"));
    let mut session = Session::start(program, patient()).unwrap();
    for _ in 0..2 {
        let asked = ask(&mut session, &corpus);
        assert_eq!(asked.replies.len(), 5);
        for reply in &asked.replies {
            let Err(fault) = reply else { panic!("{reply:?}") };
            assert!(fault.to_string().starts_with("could not be started again: "), "{fault}");
        }
    }
}

#[test]
fn an_end_between_two_batches_is_blamed_on_no_instance() {
    let corpus = puzzles(1);
    let mut session = Session::start(unruly(&["honest"]), patient()).unwrap();
    for failures in [0, 1] {
        let asked = ask(&mut session, &corpus);
        assert_eq!(asked.failures, failures);
        assert!(asked.replies[0].is_ok() && asked.times.is_some());
        let process = session.process_id().expect("it is there");
        kill_process(process, Signal::KILL).unwrap();
        wait_until("its end", || !is_alive(&process.to_string()));
    }
}

#[test]
fn another_engine_under_the_same_name_is_refused() {
    let corpus = puzzles(2);
    // The engine's version differs between processes. The engine does not hang, so the test must kill it.
    let mut session = Session::start(unruly(&["changes"]), patient()).unwrap();
    assert_eq!(ask(&mut session, &corpus).failures, 0);
    let process = session.process_id().expect("it is there");
    kill_process(process, Signal::KILL).unwrap();
    let asked = ask(&mut session, &corpus);
    let Err(why) = &asked.replies[1] else { panic!("{asked:?}") };
    let why = why.to_string();
    assert!(why.starts_with("could not be started again: "), "{why}");
    assert!(why.contains("was unruly") && why.contains("start the run again"), "{why}");
}

#[test]
fn a_batch_of_nothing_but_failures_is_given_up() {
    let one = puzzles(1).instances.remove(0);
    let mut session = session("prompt-leaves", &one);
    let asked = session.ask(&Question::new(Task::First), &vec![&one; 5000]);
    assert_eq!((asked.replies.len(), asked.failures), (5000, 100));
    let Some(Err(last)) = asked.replies.last() else { panic!("it failed") };
    assert!(
        last.verdict == Verdict::Crash
            && last.to_string().starts_with("got no more instances after 100 failures in a row"),
        "{last}"
    );
}

#[test]
fn nothing_stays_behind_when_a_session_ends() {
    let mut session = Session::start(unruly(&["honest"]), patient()).unwrap();
    ask(&mut session, &puzzles(1));
    let process = session.process_id().expect("it is there").to_string();
    assert!(is_alive(&process));
    drop(session);
    assert!(!Path::new(&format!("/proc/{process}")).exists(), "not even a zombie");
}

/// The harness is killed, as it may be by a user or by a system that runs out of memory.
#[test]
fn nothing_stays_behind_when_this_program_is_killed() {
    let folder = tempfile::tempdir().unwrap();
    let children = folder.path().join("children");
    let first = Corpus::open("systems", &mut Err).unwrap().instances.remove(0);
    let engine = engine();
    let mut driver = Command::new(&engine);
    driver.args(["drive", &engine, "hangs-with-children", &text(&first)]);
    driver.env("UNRULY_CHILDREN", &children).stdout(Stdio::null());
    let mut driver = start_beside(&mut driver).unwrap();
    wait_until("the birth of two children", || numbers(&children).len() == 2);
    let children = numbers(&children);
    let stat = fs::read_to_string(format!("/proc/{}/stat", children[0])).unwrap();
    let parent = stat.rsplit_once(") ").unwrap().1.split(' ').nth(1).unwrap().to_owned();
    assert!(is_alive(&parent) && children.iter().all(|child| is_alive(child)));
    driver.kill().unwrap();
    driver.wait().unwrap();
    wait_until("the end of the engine", || {
        !is_alive(&parent) && !children.iter().any(|child| is_alive(child))
    });
}

/// A greeting that stays in the buffer of the engine is found out long before the minute that an engine has to start.
#[test]
fn a_greeting_that_is_not_flushed_is_named_within_seconds() {
    let hello = "printf 'quadrille 2\\nname s\\nversion 1\\ntakes sudoku\\nready\\n'";
    for (script, expected) in [
        (
            format!("while read -r line; do :; done; {hello}"),
            "it wrote its introduction only when its standard input was closed, so it does not flush its output; flush",
        ),
        (
            "exec sleep 100".to_owned(),
            "it wrote nothing and used no processor time for 4s; if it has",
        ),
    ] {
        let start = Instant::now();
        let error = Session::start(shell(&script), patient()).expect_err("it does not start");
        let told = error.to_string();
        assert!(told.contains(expected) && told.contains("flush=True"), "{told}");
        assert_eq!(error.verdict, Verdict::Crash);
        assert!(start.elapsed().as_secs() < 30, "{:?}", start.elapsed());
    }
}

/// Answers that stay in the buffer of the engine are found out long before the limit of time; an engine that sleeps while
/// it works elsewhere is waited for.
#[test]
fn an_answer_that_is_not_flushed_is_named_and_one_that_is_late_counts() {
    let start = |when: &str, at_the_end: &str| {
        let script = format!(
            "printf 'quadrille 2\\nname s\\nversion 1\\ntakes sudoku\\nready\\n'; while read -r word number rest; do \
             case $word in sudoku) last=$number;; end) {when};; esac; done; {at_the_end}"
        );
        Session::start(shell(&script), patient()).expect("it starts")
    };
    let answer = "printf '%s 0 -\\ndone\\n' $last";
    let began = Instant::now();
    let asked = ask(&mut start(":", answer), &puzzles(1));
    let (_, fault) = only_fault(&asked);
    let expected =
        "answered only when its standard input was closed, so it does not flush its output; flush";
    assert!(fault.to_string().starts_with(expected), "{fault}");
    assert_eq!(fault.verdict, Verdict::Crash);
    assert!(began.elapsed().as_secs() < 30, "{:?}", began.elapsed());
    let mut late = start(&format!("sleep 6; {answer}"), ":");
    for _ in 0..2 {
        let asked = ask(&mut late, &puzzles(1));
        assert!(asked.replies[0].is_ok() && asked.times.is_some(), "{asked:?}");
        assert_eq!(asked.failures, 0);
    }
}
