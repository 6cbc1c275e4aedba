//! Engines that write unexpected lines or wrong answers: the failure is recorded for the right instance, and the other
//! instances are answered.

use super::*;

/// The place and the message of the only failure of an engine that misbehaves at the fifth of ten puzzles, and the
/// number of processes started.
fn failure(manner: &str) -> (usize, String, usize) {
    let corpus = puzzles(10);
    let asked = ask(&mut session(manner, &corpus.instances[4]), &corpus);
    let (place, fault) = only_fault(&asked);
    assert_eq!(fault.verdict, quadrille_results::Verdict::Crash);
    (place, fault.to_string(), asked.failures)
}

/// A misspelt answer costs no process; an answer left out is not taken from the next.
#[test]
fn a_wrong_line_is_a_failure_of_the_instance_it_was_said_about() {
    for (manner, processes, expected) in [
        ("talks-nonsense", 1, "found `what?`; expected an answer, which begins with"),
        ("misspells", 0, "expected a 9x9 grid as solution"),
        ("skips", 1, "005, as answers come in order"),
        ("endless-line", 1, "longer than any answer"),
        ("says-done-early", 1, "found `done`; expected an answer to number "),
    ] {
        let (place, fault, failures) = failure(manner);
        assert_eq!((place, failures), (4, processes), "{manner}");
        assert!(fault.contains(expected), "{fault}");
    }
}

#[test]
fn an_answer_given_twice_is_a_failure_of_the_next() {
    let corpus = puzzles(10);
    let asked = ask(&mut session("repeats", &corpus.instances[4]), &corpus);
    assert_eq!(asked.replies.iter().position(Result::is_err), Some(5));
}

#[test]
fn answers_in_another_order_are_refused() {
    let corpus = puzzles(3);
    let mut session = Session::start(unruly(&["reverses"]), patient()).unwrap();
    let asked = ask(&mut session, &corpus);
    let Err(fault) = &asked.replies[0] else { panic!("{:?}", asked.replies[0]) };
    assert!(fault.to_string().contains("as answers come in order"), "{fault}");
    // The last instance is finally asked alone, so its answer cannot be out of order.
    assert!(asked.replies[2].is_ok());
}

#[test]
fn lines_without_end_take_bounded_memory() {
    let (place, fault, _) = failure("endless-lines");
    assert!(place == 5 && fault.contains("as answers come in order"), "{fault}");
}

#[test]
fn what_comes_after_done_is_refused() {
    let corpus = puzzles(3);
    for (manner, expected) in [
        ("says-more", "expected nothing after `done`"),
        ("misspells-done", "found `done and dusted`; expected `done`, or `done ns=`"),
    ] {
        let mut session = Session::start(unruly(&[manner]), patient()).unwrap();
        let asked = ask(&mut session, &corpus);
        let (place, fault) = only_fault(&asked);
        assert_eq!((place, asked.failures), (2, 1));
        assert!(fault.to_string().contains(expected), "{fault}");
        assert!(asked.times.is_none(), "no time without trust");
    }
}

#[test]
fn what_comes_between_two_batches_costs_the_process_and_no_answer() {
    let corpus = puzzles(3);
    let mut session = Session::start(unruly(&["says-more-later"]), patient()).unwrap();
    for failures in [0, 1] {
        let asked = ask(&mut session, &corpus);
        assert_eq!(asked.failures, failures);
        assert!(asked.replies.iter().all(Result::is_ok));
        std::thread::sleep(Duration::from_millis(300));
    }
}

#[test]
fn an_engine_that_never_says_done_is_told_so() {
    let corpus = puzzles(1);
    let mut session = Session::start(unruly(&["never-done"]), impatient()).unwrap();
    let asked = ask(&mut session, &corpus);
    assert_eq!(only_fault(&asked).1.verdict, quadrille_results::Verdict::Timeout);
}
