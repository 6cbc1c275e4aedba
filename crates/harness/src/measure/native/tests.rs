use super::*;
use crate::corpus::Corpus;
use crate::engine;
use quadrille_cover::CancelToken;
use quadrille_results::Task;

/// Times a batch of 300 puzzles after `change` has changed the counted answer to puzzle 261.
fn timed(engine: &str, change: impl Fn(&mut CountedAnswer)) -> Result<Timed, TimingError> {
    let corpus = Corpus::open("generated-9x9", &mut Err).unwrap();
    let engine = engine::by_name(engine).unwrap();
    let limit = Task::Unique.limit();
    let budget = Budget { solutions: limit, ..Budget::default() };
    let limits = SearchLimits { budget, wall: None };
    let instances: Vec<&Instance> = corpus.instances[..300].iter().collect();
    let subject = Subject { corpus: 0, instance: None };
    let mut clocks = Clocks::of_this_thread();
    let mut measured = NativeMeasured::new(
        (engine, Task::Unique),
        (subject, &instances),
        &limits,
        None,
        &mut clocks,
    );
    let mut ended = 0;
    let observe = &mut |search: CountedSearch<'_>| {
        ended += usize::from(matches!(search, CountedSearch::Ended(..)));
    };
    assert_eq!(measured.count(observe), Ok(None));
    assert_eq!(ended, 300);
    change(&mut measured.counted[260]);
    measured.time()
}

#[test]
fn every_timed_answer_of_a_batch_is_compared_with_the_counted_one() {
    for engine in ["lanes", "masks"] {
        assert!(timed(engine, |_| ()).is_ok_and(|timed| timed.iterations > 0));
        let mismatch = TimingError::Mismatch(vec![260]);
        let other_count = timed(engine, |counted| counted.solutions = 2);
        assert_eq!(other_count.unwrap_err(), mismatch, "{engine}");
        let other_solution = timed(engine, |counted| {
            let Some(FirstSolution::Grid(grid)) = &mut counted.first else { panic!("a solution") };
            grid.set(80, grid.cells()[80] % 9 + 1);
        });
        assert_eq!(other_solution.unwrap_err(), mismatch, "{engine}");
    }
}

/// An engine that remembered an answer would give it although a limit or a cancelled token leaves no time to search.
#[test]
fn engines_keep_nothing_between_searches() {
    let instance = |corpus: &str, id: &str| {
        let corpus = Corpus::open(corpus, &mut Err).expect("it is shipped");
        corpus.instances.into_iter().find(|instance| instance.id == id).expect("it is there")
    };
    let instances = [instance("systems", "P1"), instance("families", "queens:8")];
    let cancelled = CancelToken::new();
    cancelled.cancel();
    let (mut engines, mut cut_short) = (0, 0);
    for engine in engine::all() {
        for instance in &instances {
            let Some(trial) = Trial::new(engine, instance, Task::All) else { continue };
            let budget = || Budget { solutions: Some(100), ..Budget::default() };
            let none = Budget { cancel: Some(cancelled.clone()), ..budget() };
            let before = trial.uncounted(&none).search.outcome;
            let Some(first) = trial.counted(&budget()) else { continue };
            if first.search.outcome == Outcome::Stalled {
                continue; // an engine that only deduces
            }
            assert!(first.is_answered(), "{} on {}", engine.name, instance.id);
            for _ in 0..3 {
                let silent = trial.uncounted(&budget());
                assert_eq!(
                    (silent.search.outcome, &silent.first),
                    (first.search.outcome, &first.first)
                );
            }
            let again = trial.counted(&budget()).expect("it handled the problem before");
            assert_eq!(again.search, first.search, "{} on {}", engine.name, instance.id);
            assert_eq!(trial.uncounted(&none).search.outcome, before, "{}", engine.name);
            let half = first.search.stats.nodes.filter(|&nodes| nodes > 3).map(|nodes| nodes / 2);
            if half.is_some() {
                let half = Budget { nodes: half, ..budget() };
                let cut = trial.counted(&half).expect("it handled the problem before");
                assert!(!cut.is_answered(), "{} on {}", engine.name, instance.id);
                cut_short += 1;
            }
            engines += 1;
        }
    }
    assert!(engines > 12 && cut_short > 8, "{engines} {cut_short}");
}
