//! Every engine on problems that are small enough for Miri (`.ci/nightly`), of every kind of table: with colours,
//! with multiplicities, and with nothing to search.

use std::ops::ControlFlow;

use quadrille_cover::engine::{Bits, Cells, Dlx, ENGINES, Naive};
use quadrille_cover::estimate::{Effort, estimate};
use quadrille_cover::{Auto, Budget, Counters, Outcome, Problem, Solver, family, verify};

/// Two solutions: `b` and `c` agree on the colour of `x`, or `a` covers both.
const COLOURED: &str = "p q r | x y\np q x y:A\np r x:A y\np x:B\nq x:A\nr x:B\nq r y:B\np x:A\n";

fn problems() -> Vec<Problem> {
    let texts = ["a\n", "a b\na\n", "a b | x\nx\na x:c\nb x:d\nb x:c\n", COLOURED];
    let families = ["queens:4", "queens:5", "langford:3", "dominoes:2x4", "matching:6", "latin:3"];
    let texts = texts.map(|text| Problem::parse(text).expect("the text is right"));
    let families = families.map(|spec| family::build(spec).expect("a family"));
    texts.into_iter().chain(families).collect()
}

#[test]
fn every_engine_counts_what_dancing_links_count() {
    for problem in problems() {
        let expected = Dlx.count(&problem).expect("`dlx` takes every problem");
        for engine in ENGINES.iter().filter(|engine| engine.refuses(&problem).is_none()) {
            let counted = engine.count(&problem).expect("it handles the problem");
            assert_eq!(counted, expected, "{}", engine.name());
            let all = engine.all(&problem).expect("it handles the problem");
            assert_eq!(all.len().to_string(), expected.to_string(), "{}", engine.name());
        }
    }
}

/// Subtrees are searched one after the other with one set of tables, also where a search is given up.
#[test]
fn estimates_search_subtrees_of_small_problems() {
    for problem in problems() {
        let all = Bits.tally(&problem, &Budget::default(), Counters::On).expect("bits takes it");
        for nodes in [1, 40, 10_000] {
            let effort = Effort { nodes, ..Effort::default() };
            let made = estimate(&problem, &effort).expect("there are no multiplicities");
            assert!(Some(made.nodes.seen) <= all.search.stats.nodes);
            if made.is_exact {
                let exact = (Some(made.nodes.seen), made.solutions.seen);
                assert_eq!(exact, (all.search.stats.nodes, all.search.stats.solutions));
            }
        }
    }
}

#[test]
fn sizes_are_counted_up_again_where_items_are_many() {
    // With more than 1024 items `cells` saves no sizes; with more than 128 it tracks forced items.
    let items = if cfg!(miri) { 130 } else { 1100 };
    let names: Vec<String> = (0..items).map(|i| format!("i{i}")).collect();
    let single: Vec<String> = names[3..].to_vec();
    let text = format!("{}\ni0\ni1 i2\ni0 i1\ni2\n{}\n", names.join(" "), single.join("\n"));
    let problem = Problem::parse(text).expect("the text is right");
    assert_eq!(Cells.count(&problem).expect("no multiplicities"), 2u32.into());
}

#[test]
fn forced_options_of_a_huge_problem_take_no_search() {
    // 20,000 items with one option each: too many for `bits`. Eight queens are all that is left to search.
    let queens = family::build("queens:8").expect("a family").to_string();
    let (items, options) = queens.split_once('\n').expect("a line of items");
    let names: Vec<String> = (0..20_000).map(|i| format!("i{i}")).collect();
    let text = format!("{} {items}\n{}\n{options}", names.join(" "), names.join("\n"));
    let problem = Problem::parse(text).expect("the text is right");
    let tally = Auto.tally(&problem, &Budget::default(), Counters::On).expect("no multiplicities");
    assert_eq!(tally.solutions, 92u32.into());
    let nodes = tally.search.stats.nodes.expect("they are counted");
    assert!(nodes < 3000, "{nodes} nodes");
    let first = Auto.first(&problem).expect("no multiplicities").expect("there are 92");
    assert_eq!((first.len(), verify(&problem, &first)), (20_008, Ok(())));
}

#[test]
fn the_naive_engine_keeps_within_its_memory() {
    let names: Vec<String> = (0..3000).map(|i| format!("i{i}")).collect();
    let text = format!("{}\n{}\n", names.join(" "), names.join("\n"));
    let problem = Problem::parse(text).expect("the text is right");
    let with = |memory| {
        let budget = Budget { memory: Some(memory), ..Budget::default() };
        Naive.search(&problem, &budget, Counters::On, &mut |_| ControlFlow::Continue(()))
    };
    // The lists of all levels take 8 bytes for each option and item left: 36 MB.
    let search = with(1_000_000).expect("it takes every problem");
    assert_eq!(search.outcome, Outcome::BudgetSpent);
    assert!(search.stats.nodes < Some(200), "{:?}", search.stats);
    assert_eq!(with(50_000_000).expect("as above").outcome, Outcome::Exhausted);
}
