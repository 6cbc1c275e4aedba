//! Engines that follow the protocol: answers, counters, times, grid sizes, batches.

use quadrille_cover::{Budget, Outcome};
use quadrille_harness::engine;
use quadrille_harness::measure::native::Trial;
use quadrille_harness::process::{Kind, Reply};

use super::*;

/// The first instances of every shipped corpus.
fn some_of_everything() -> Vec<Instance> {
    let names = ["systems", "generated-9x9", "multiple", "none", "generated-16x16", "families"];
    let corpora = names.map(|name| Corpus::open(name, &mut Err).expect("it is shipped"));
    corpora.into_iter().flat_map(|corpus| corpus.instances.into_iter().take(12)).collect()
}

#[test]
fn an_external_engine_gives_the_answers_and_counters_of_the_one_it_wraps() {
    let instances = some_of_everything();
    let mut session = Session::start(unruly(&["honest"]), SessionLimits::default()).unwrap();
    for task in [Task::First, Task::Unique] {
        let asked = session.ask(&Question::new(task), &instances.iter().collect::<Vec<_>>());
        assert_eq!(asked.failures, 0);
        for (reply, instance) in asked.replies.iter().zip(&instances) {
            let name = if matches!(instance.body, Body::Cover(_)) { "dlx" } else { "masks" };
            let trial = Trial::new(engine::by_name(name).unwrap(), instance, task).unwrap();
            let budget = Budget { solutions: task.limit(), ..Budget::default() };
            let expected = trial.counted(&budget).unwrap();
            let found = &reply.as_ref().expect("it answered").searched;
            assert_eq!(found.search, expected.search, "{}", instance.id);
            assert!(found.first == expected.first && found.unlawful.is_none(), "{}", instance.id);
        }
    }
}

#[test]
fn all_solutions_are_a_number_and_the_first() {
    let corpus = Corpus::open("families", &mut Err).unwrap();
    let queens = corpus.instances.iter().find(|instance| instance.id == "queens:8");
    let queens = queens.expect("it is a family");
    let mut session = Session::start(unruly(&["honest"]), SessionLimits::default()).unwrap();
    let asked = session.ask(&Question::new(Task::All), &[queens]);
    let answered = asked.replies[0].as_ref().expect("it answers");
    assert_eq!(answered.solutions, 92_u32.into());
    assert_eq!(answered.searched.search.outcome, Outcome::Exhausted);
    assert!(answered.searched.first.is_some());
}

#[test]
fn a_huge_batch_goes_through_however_the_engine_reads_and_writes() {
    let one = puzzles(1).instances.remove(0);
    let instances = vec![&one; 100_000];
    // An engine may flush each answer, all answers at the end of the batch, or whenever its buffer is full.
    for manner in ["prompt", "keeps-back", "honest"] {
        let mut session = Session::start(unruly(&[manner]), patient()).unwrap();
        let asked = session.ask(&Question::new(Task::First), &instances);
        assert_eq!((asked.replies.len(), asked.failures), (100_000, 0));
        assert!(asked.replies.iter().all(Result::is_ok), "{manner}");
        assert!(asked.times.is_some(), "it was answered in one go");
    }
}

#[test]
fn times_are_taken_from_outside_whatever_the_engine_says_of_them() {
    let corpus = puzzles(50);
    for manner in ["honest", "exaggerates", "boasts", "total"] {
        let times = ask(&mut Session::start(unruly(&[manner]), patient()).unwrap(), &corpus).times;
        let times = times.expect("it was answered in one go");
        assert!(
            times.wall > Duration::from_nanos(12345) && times.cpu.is_some(),
            "{manner}: {times:?}"
        );
    }
}

/// The same engine, in a sandbox where this machine lets us make one.
#[test]
fn an_engine_in_a_sandbox_answers_and_is_timed_as_without_one() {
    if let Err(error) = quadrille_harness::process::sandbox::check() {
        println!("no sandbox on this machine: {error}");
        return;
    }
    let program = Program { sandbox: true, ..unruly(&["honest"]) };
    let mut session = Session::start(program, patient()).unwrap();
    let asked = ask(&mut session, &puzzles(20));
    assert!(asked.replies.iter().all(Result::is_ok), "{:?}", asked.replies);
    let times = asked.times.expect("it was answered in one go");
    assert!(
        times.cpu.is_some_and(|cpu| cpu > Duration::ZERO),
        "the time is that of what runs inside"
    );
    assert!(times.peak.is_some_and(|peak| peak > 100_000), "{times:?}");
}

#[test]
fn memory_is_that_of_the_batch() {
    let mut session = Session::start(unruly(&["honest"]), patient()).unwrap();
    let peak = ask(&mut session, &puzzles(3)).times.and_then(|times| times.peak);
    let peak = peak.expect("the system says");
    assert!((100_000..1 << 30).contains(&peak), "{peak}");
}

fn is_unsupported(reply: &Reply) -> bool {
    reply.as_ref().is_err_and(|fault| fault.verdict == Verdict::Unsupported)
}

#[test]
fn what_it_does_not_take_it_is_not_asked() {
    let instances = some_of_everything();
    let kind = Kind::try_from("sudoku:9".to_owned()).unwrap();
    let nines: Vec<bool> = instances.iter().map(|instance| kind.includes(&instance.body)).collect();
    let program = Program { takes: Some(vec![kind]), ..unruly(&["honest"]) };
    let mut session = Session::start(program, patient()).unwrap();
    let asked = session.ask(&Question::new(Task::Unique), &instances.iter().collect::<Vec<_>>());
    let answered: Vec<bool> = asked.replies.iter().map(Result::is_ok).collect();
    assert_eq!(answered, nines);
    assert!(nines.contains(&true) && nines.contains(&false));
    let unsupported = asked.replies.iter().filter(|reply| is_unsupported(reply));
    assert_eq!(unsupported.count(), nines.iter().filter(|&&nine| !nine).count());
}

#[test]
fn a_question_that_it_does_not_answer_it_is_not_asked() {
    let hello = "printf 'quadrille 2\\nname s\\nversion 1\\ntakes sudoku\\ntasks all\\nready\\n'";
    let program = shell(&format!("{hello}; read -r line && exit 1"));
    let corpus = puzzles(2);
    let mut session = Session::start(program, patient()).unwrap();
    let asked = ask(&mut session, &corpus);
    assert!(asked.replies.iter().all(is_unsupported));
    assert_eq!((asked.replies.len(), asked.failures), (2, 0));
}

#[test]
fn nothing_asked_is_nothing_answered() {
    let mut session = Session::start(unruly(&["honest"]), patient()).unwrap();
    let asked = session.ask(&Question::new(Task::Unique), &[]);
    assert!(asked.replies.is_empty() && asked.failures == 0);
}

#[test]
fn an_answer_that_is_none_is_told_as_it_is() {
    let corpus = puzzles(10);
    for (manner, outcome) in [("gives-up", Outcome::BudgetSpent), ("stalls", Outcome::Stalled)] {
        let asked = ask(&mut session(manner, &corpus.instances[4]), &corpus);
        let searched = &asked.replies[4].as_ref().expect("it says so").searched;
        assert_eq!((searched.search.outcome, asked.failures), (outcome, 0));
    }
    let asked = ask(&mut session("refuses", &corpus.instances[4]), &corpus);
    assert!(is_unsupported(&asked.replies[4]) && asked.times.is_some());
}
