//! Counts up to isomorphism in little memory, by several workers and within budgets. `agreement` compares them with plain searches.

use super::*;
use crate::family;
use crate::parallel::Parallel;
use crate::search::CancelToken;
use crate::search::Outcome;

#[test]
fn a_small_memo_drops_classes_and_never_the_answer() {
    let problem = family::build("latin:5").unwrap();
    for memory in [bits::Table::bytes(&problem), 1 << 15, 1 << 17] {
        let budget = Budget { memory: Some(memory), ..Budget::default() };
        let tally = Iso.tally(&problem, &budget, Counters::On).unwrap();
        assert_eq!(tally.solutions, 161_280u32.into(), "{memory} bytes");
    }
    let budget = Budget { memory: Some(1), ..Budget::default() };
    let tally = Iso.tally(&problem, &budget, Counters::On).unwrap();
    assert_eq!(tally.search.outcome, Outcome::BudgetSpent);
}

#[test]
fn workers_share_a_memo() {
    for (problem, count) in [("latin:6", 812_851_200u64), ("steiner:13", 1_197_504_000)] {
        let problem = family::build(problem).unwrap();
        for jobs in 1..=4 {
            assert_eq!(Parallel::new(&Iso, jobs).count(&problem).unwrap(), count.into(), "{jobs}");
        }
    }
}

#[test]
fn budgets_end_a_count() {
    let problem = family::build("latin:6").unwrap();
    let tally = |budget: Budget| Iso.tally(&problem, &budget, Counters::On).unwrap();
    let spent = tally(Budget { nodes: Some(50), ..Budget::default() });
    assert_eq!((spent.search.outcome, spent.search.stats.nodes), (Outcome::BudgetSpent, Some(50)));
    let enough = tally(Budget::solutions(1000));
    assert_eq!((enough.search.outcome, enough.solutions), (Outcome::Stopped, 1000u32.into()));
    let cancel = CancelToken::new();
    cancel.cancel();
    let cancelled = tally(Budget { cancel: Some(cancel), ..Budget::default() });
    assert_eq!(cancelled.search.outcome, Outcome::BudgetSpent);
}

/// Renamed states have equal forms where refinement tells all items apart.
#[test]
fn names_do_not_change_a_form() {
    let form = |text: &str| {
        let model = Model::new(&Problem::parse(text).unwrap());
        let states = state::States::new(&model);
        let mut builder = form::FormBuilder::new(&model);
        assert!(builder.make(&model, states.options(0), states.open(0), states.times(0)));
        builder.form
    };
    let one = form("a b c | d e\na b d:x\nb c d:y\na e\nc\nb e\na b c\n");
    let two = form("z y x | v w\ny\nx w\ny z x\nz w\nx z v:q\nz y v:p\n");
    assert_eq!(one, two);
    let other = form("z y x | v w\ny\nx w\ny z x\nz w\nx z v:q\nz y v:q\n");
    assert_ne!(one, other, "the colours agree here");
}
