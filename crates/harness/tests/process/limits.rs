//! Engines that exceed their limit of time or memory.

use quadrille_cover::CancelToken;
use quadrille_results::Verdict;

use super::endings::{is_alive, numbers, wait_until};
use super::*;

#[test]
fn one_that_hangs_is_ended_with_its_children() {
    let folder = tempfile::tempdir().unwrap();
    let children = folder.path().join("children");
    let corpus = puzzles(10);
    let mut program = unruly(&["prompt-hangs-with-children", &text(&corpus.instances[6])]);
    program.env.insert("UNRULY_CHILDREN".into(), children.display().to_string());
    let mut session = Session::start(program, impatient()).unwrap();
    let asked = ask(&mut session, &corpus);
    let (place, fault) = only_fault(&asked);
    assert_eq!((place, fault.verdict), (6, Verdict::Timeout));
    assert!(fault.to_string().starts_with("wrote nothing for 1 s"), "{fault}");
    // The instance fails twice: in a batch, and alone.
    let children = numbers(&children);
    assert_eq!((children.len(), asked.failures), (4, 2));
    wait_until("the end of the children", || !children.iter().any(|child| is_alive(child)));
}

#[test]
fn one_that_keeps_answers_back_is_blamed_for_no_others_silence() {
    let corpus = puzzles(20);
    let program = unruly(&["hangs", &text(&corpus.instances[13])]);
    let asked = ask(&mut Session::start(program, impatient()).unwrap(), &corpus);
    let (place, fault) = only_fault(&asked);
    assert_eq!((place, fault.verdict), (13, Verdict::Timeout));
}

#[test]
fn shouting_is_no_answer() {
    let corpus = puzzles(3);
    let program = unruly(&["prompt-shouts", &text(&corpus.instances[1])]);
    let asked = ask(&mut Session::start(program, impatient()).unwrap(), &corpus);
    let (place, fault) = only_fault(&asked);
    assert!(place == 1 && fault.verdict == Verdict::Timeout, "{fault}");
    assert!(fault.to_string().ends_with("warning! / warning! / warning!"), "{fault}");
}

#[test]
fn one_that_takes_too_much_memory_is_ended() {
    let corpus = puzzles(3);
    let limit = 200 << 20;
    let limits = SessionLimits { memory: Some(limit), ..patient() };
    let program = unruly(&["prompt-takes-memory", &text(&corpus.instances[1])]);
    let asked = ask(&mut Session::start(program, limits).unwrap(), &corpus);
    let (place, fault) = only_fault(&asked);
    assert_eq!((place, fault.verdict), (1, Verdict::Memout));
    let told = fault.to_string();
    assert!(
        told.contains(&format!(" bytes of memory, more than the limit of {limit}, ")),
        "{told}"
    );
    let used: u64 = told.split(' ').nth(1).expect("a number").parse().unwrap();
    assert!(told.starts_with("used ") && used > limit, "{told}");
}

/// Memory that is in no mapping of the process, with a control group where there is one, and without.
#[cfg(target_os = "linux")]
#[test]
fn files_in_memory_count() {
    let corpus = puzzles(2);
    let limit = 100_000_000;
    for manner in ["prompt-fills-memfd", "prompt-fills-shared-file"] {
        for ungrouped in [false, true] {
            let file = tempfile::Builder::new().tempdir_in("/dev/shm").unwrap();
            let mut program = unruly(&[manner, &text(&corpus.instances[1])]);
            let mark = file.path().join("file").display().to_string();
            program.env.insert("UNRULY_MARK".into(), mark);
            let limits = SessionLimits { memory: Some(limit), ungrouped, ..patient() };
            let asked = ask(&mut Session::start(program, limits).unwrap(), &corpus);
            let (place, fault) = only_fault(&asked);
            assert_eq!((place, fault.verdict), (1, Verdict::Memout), "{manner}, {ungrouped}");
            let told = fault.to_string();
            let used: u64 = told.split(' ').nth(1).expect("a number").parse().unwrap();
            // A megabyte each millisecond, seen 40 times a second; ten times as much on a busy machine.
            assert!((limit..limit + 500_000_000).contains(&used), "{told}");
        }
    }
}

#[cfg(target_os = "linux")]
#[test]
fn the_peak_has_files_in_memory_once() {
    let corpus = puzzles(1);
    for ungrouped in [false, true] {
        let program = unruly(&["prompt-keeps-memfd", &text(&corpus.instances[0])]);
        let limits = SessionLimits { ungrouped, ..patient() };
        let asked = ask(&mut Session::start(program, limits).unwrap(), &corpus);
        let peak = asked.times.and_then(|times| times.peak).expect("the system says");
        let kept = 200 << 20;
        assert!((kept..kept + kept / 20 + 8_000_000).contains(&peak), "{peak}, {ungrouped}");
    }
}

/// The limit also holds before a restarted engine has sent its greeting.
#[test]
fn one_that_takes_too_much_memory_when_it_is_started_again_has_run_out_of_memory() {
    let corpus = puzzles(3);
    let folder = tempfile::tempdir().unwrap();
    let mut program = unruly(&["ends-once-then-takes-memory"]);
    program.env.insert("UNRULY_MARK".into(), folder.path().join("mark").display().to_string());
    let limits = SessionLimits { memory: Some(200 << 20), ..patient() };
    let asked = ask(&mut Session::start(program, limits).unwrap(), &corpus);
    let verdicts = asked.replies.iter().map(|reply| match reply {
        Err(fault) => fault.verdict,
        reply => panic!("{reply:?}"),
    });
    assert_eq!(verdicts.collect::<Vec<_>>(), [Verdict::Memout; 3]);
}

#[test]
fn an_interrupt_ends_everything() {
    let corpus = puzzles(10);
    let cancel = CancelToken::new();
    let limits = SessionLimits { cancel: Some(cancel.clone()), ..SessionLimits::default() };
    let folder = tempfile::tempdir().unwrap();
    let children = folder.path().join("children");
    let mut program = unruly(&["prompt-hangs-with-children", &text(&corpus.instances[6])]);
    program.env.insert("UNRULY_CHILDREN".into(), children.display().to_string());
    let mut session = Session::start(program, limits).unwrap();
    let process = session.process_id().expect("it is there").to_string();
    let told = children.clone();
    let interrupt = std::thread::spawn(move || {
        wait_until("the seventh puzzle", || numbers(&told).len() == 2);
        cancel.cancel();
    });
    let asked = ask(&mut session, &corpus);
    interrupt.join().unwrap();
    assert!(asked.replies[..6].iter().all(Result::is_ok));
    for reply in &asked.replies[6..] {
        let Err(fault) = reply else { panic!("{reply:?}") };
        assert_eq!(fault.to_string(), "was stopped because the run was cancelled");
    }
    assert!(!is_alive(&process));
    let children = numbers(&children);
    wait_until("the end of the children", || !children.iter().any(|child| is_alive(child)));
}

/// A shell that keeps 30 million bytes and forks ten times. The copies share its pages.
#[test]
fn pages_that_processes_share_are_counted_once() {
    let script = r#"kept=$(head -c 30000000 /dev/zero | tr '\0' x)
        for i in 1 2 3 4 5 6 7 8 9 10; do ( sleep 1000; : "$kept" ) & done
        printf 'quadrille 2\nname s\nversion 1\ntakes sudoku\nready\n'
        while read -r word number rest; do
            case $word in
                sudoku) sleep 0.3; echo "$number stalled";;
                end) echo done;;
            esac
        done"#;
    let limit = 200_000_000;
    let limits = SessionLimits { memory: Some(limit), ..patient() };
    let corpus = puzzles(1);
    let asked = ask(&mut Session::start(shell(script), limits).unwrap(), &corpus);
    assert!(asked.replies[0].is_ok(), "{asked:?}");
    let peak = asked.times.and_then(|times| times.peak).expect("the system says");
    assert!((30_000_000..limit).contains(&peak), "{peak}");
}
