use super::*;
use crate::corpus::Corpus;
use crate::engine;
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
    let mut measured =
        NativeMeasured::new(engine, (subject, &instances), &limits, None, &mut clocks);
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
