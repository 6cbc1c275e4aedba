//! Families and single problems in parts: large trees, long lists of solutions, interrupts, panics.

use super::*;

#[test]
fn a_problem_is_refused_as_a_whole_even_if_its_parts_would_be_handled() {
    let graph = family::build("matching:184").unwrap();
    assert_eq!(Bits.refuses(&graph), Some("more than 16384 options"));
    for jobs in 1..3 {
        let refused = Parallel::new(&Bits, jobs).count(&graph).unwrap_err();
        assert_eq!((refused.engine, Some(refused.what)), ("bits", Bits.refuses(&graph)));
    }
}

#[test]
fn families_are_divided_and_counted_as_the_whole() {
    for spec in ["queens:9", "langford:8", "dominoes:6x6", "steiner:9", "debruijn:4x4", "latin:4"] {
        let problem = family::build(spec).unwrap();
        for engine in engines_of_one_tree(&problem) {
            let (whole, all) = exhaust(engine, &problem);
            let division = Division::by_size(&problem, 2000.0);
            assert!(division.parts() > 3, "{spec}: {} parts", division.parts());
            let shares: f64 = (0..division.parts()).map(|part| division.share(part)).sum();
            assert!((shares - 1.0).abs() < 1e-9);
            for jobs in [1, 2] {
                let budget = Budget::default();
                let (tally, found) = search_parts(engine, jobs, &division, &budget, &mut ());
                assert_eq!(without_tests(tally.search), without_tests(whole), "{spec}");
                assert_eq!(found, all, "{spec}");
            }
        }
    }
}

#[test]
fn large_trees_are_divided_evenly_and_small_ones_are_not_divided() {
    let parts = |spec: &str| Division::new(&family::build(spec).unwrap()).parts();
    assert_eq!(parts("queens:8"), 1);
    assert_eq!(parts("langford:7"), 1);
    for spec in ["queens:12", "latin:5", "pigeonhole:9"] {
        let problem = family::build(spec).unwrap();
        let division = Division::new(&problem);
        assert!(division.parts() > 10, "{spec}: {} parts", division.parts());
        let mut notes = Notes::default();
        let parallel = Parallel::new(&quadrille_cover::engine::Dlx, 2);
        let budget = Budget::default();
        let whole = parallel.tally_parts(&division, &budget, Counters::On, &mut notes).unwrap();
        let nodes = |tally: &Tally| tally.search.stats.nodes.unwrap();
        let largest = notes.ended.values().map(nodes).max().unwrap();
        assert!(largest < nodes(&whole) / 4, "{spec}: {largest} of {}", nodes(&whole));
    }
}

/// More solutions than may wait in memory, under a visitor and under a budget of nodes.
#[test]
fn many_solutions_pass_through_little_memory() {
    let problem = family::build("dominoes:6x8").unwrap();
    let division = Division::by_size(&problem, 300_000.0);
    assert!(division.parts() > 8);
    let engine = &quadrille_cover::engine::Dlx;
    for nodes in [None, Some(400_000)] {
        let budget = Budget { nodes, ..Budget::default() };
        let mut orders = [1, 3].map(|jobs| {
            let mut visited = 0u64;
            let mut digest = 0u64;
            let mut visit = |solution: &[quadrille_cover::OptionId]| {
                visited += 1;
                for option in solution {
                    digest = digest.wrapping_mul(0x100_0000_01b3) ^ option.index() as u64;
                }
                ControlFlow::Continue(())
            };
            let parallel = Parallel::new(engine, jobs);
            let tally = parallel
                .search_parts(&division, &budget, Counters::On, &mut visit, &mut ())
                .unwrap();
            (tally, visited, digest)
        });
        assert!(orders[0].1 > 20_000, "{}", orders[0].1);
        let [alone, together] = &mut orders;
        assert_eq!(alone, together);
    }
}

#[test]
fn a_search_in_parts_can_be_cancelled() {
    let problem = family::build("dominoes:8x8").unwrap();
    for jobs in [1, 2] {
        let cancel = CancelToken::new();
        let budget = Budget { cancel: Some(cancel.clone()), ..Budget::default() };
        let mut seen = 0u64;
        let mut visit = |_: &[_]| {
            seen += 1;
            if seen == 1000 {
                cancel.cancel();
            }
            ControlFlow::Continue(())
        };
        let parallel = Parallel::new(&quadrille_cover::engine::Dlx, jobs);
        let search = parallel.search(&problem, &budget, Counters::On, &mut visit).unwrap();
        assert_eq!(search.outcome, Outcome::BudgetSpent);
        assert_eq!(search.stats.nodes, None, "the number depends on timing");
        assert_eq!(search.stats.solutions, seen);
        assert!(seen < 1_000_000);
        let tally = parallel.tally(&problem, &budget, Counters::Off).unwrap();
        assert_eq!(tally.search.outcome, Outcome::BudgetSpent);
    }
}

#[test]
fn a_visitor_or_an_engine_that_panics_is_heard_of() {
    #[derive(Debug)]
    struct Broken;
    impl Solver for Broken {
        fn name(&self) -> &'static str {
            "broken"
        }
        fn about(&self) -> &'static str {
            "panics"
        }
        fn search(
            &self,
            _: &quadrille_cover::Problem,
            _: &Budget,
            _: Counters,
            _: &mut quadrille_cover::search::Visitor<'_>,
        ) -> Result<Search, quadrille_cover::Unsupported> {
            panic!("as it must")
        }
    }
    let problem = family::build("queens:9").unwrap();
    let division = Division::by_size(&problem, 1000.0);
    for jobs in [1, 2] {
        let broken = std::panic::catch_unwind(|| {
            search_parts(&Broken, jobs, &division, &Budget::default(), &mut ())
        });
        assert!(broken.is_err());
        let visitor = std::panic::catch_unwind(|| {
            let parallel = Parallel::new(&quadrille_cover::engine::Dlx, jobs);
            let mut visit = |_: &[_]| panic!("as it must");
            let budget = Budget::default();
            parallel.search_parts(&division, &budget, Counters::Off, &mut visit, &mut ())
        });
        assert!(visitor.is_err());
    }
}

/// The problems of these tests are divided into several parts.
#[test]
fn random_problems_have_parts() {
    use proptest::strategy::ValueTree;
    let mut runner = proptest::test_runner::TestRunner::deterministic();
    let mut several = 0;
    for _ in 0..300 {
        let problem = problems().new_tree(&mut runner).unwrap().current();
        several += usize::from(Division::by_size(&problem, 40.0).parts() > 3);
    }
    assert!(several > 100, "{several}");
}
