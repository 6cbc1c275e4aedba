//! Compares every kernel with dancing links, node by node.

use std::ops::ControlFlow;

use proptest::prelude::*;

use super::block::Bytes;
#[cfg(target_arch = "x86_64")]
use super::block::avx2::{YmmBytes, YmmWords};
use super::block::plain::{PlainBytes, PlainWords};
#[cfg(target_arch = "x86_64")]
use super::recount::{MOST_ITEMS, Recount};
#[cfg(target_arch = "x86_64")]
use super::rows::Fixed;
use super::rows::Length;
use super::sizes::{Dense, Sizes, Sparse, chunks};
use super::*;
use crate::engine::planted::planted;
use crate::engine::{Dlx, Memo};
use crate::family;
#[cfg(target_arch = "x86_64")]
use crate::instructions::{Avx2, Avx512Popcnt};
use crate::search::Whole;

#[derive(Debug, PartialEq)]
struct Seen {
    outcome: Outcome,
    nodes: Option<u64>,
    forks: Option<u64>,
    max_depth: Option<u64>,
    solutions: Vec<Vec<OptionId>>,
}

/// Searches with counters and without, checks that both find the same, and returns what was found.
fn seen(mut search: impl FnMut(&Budget, Counters, &mut Visitor<'_>) -> Ended, most: u64) -> Seen {
    let mut run = |budget: &Budget, counters| {
        let mut solutions = Vec::new();
        let mut visit = |solution: &[OptionId]| {
            solutions.push(solution.to_vec());
            ControlFlow::Continue(())
        };
        let Ended { outcome, stats } = search(budget, counters, &mut visit);
        let (nodes, forks, max_depth) = (stats.nodes, stats.forks, stats.max_depth);
        Seen { outcome, nodes, forks, max_depth, solutions }
    };
    let counted = run(&Budget { nodes: Some(most), ..Budget::default() }, Counters::On);
    // The search without counters has no limit of nodes, so it is stopped at the last solution found with them.
    let some = counted.solutions.len() as u64;
    if counted.outcome == Outcome::Exhausted || some > 0 {
        let limit = (counted.outcome != Outcome::Exhausted).then_some(some);
        let silent = run(&Budget { solutions: limit, ..Budget::default() }, Counters::Off);
        assert_eq!(silent.solutions, counted.solutions);
    }
    counted
}

/// A search with one kernel, that is, one implementation of `Sizes` and one of `Length`.
struct Kernel<'t, S: Sizes, L: Length>(&'t Table, S::Machine, L);

impl<S: Sizes, L: Length> ProbedSearch<[OptionId]> for Kernel<'_, S, L> {
    fn run<P: Probe>(self, probe: &mut P, found: &mut Found<'_, [OptionId]>) -> Outcome {
        match Search::<S, L, u128>::new(self.1, self.0, self.2).run(probe, Some(found)) {
            (search::KernelEnd::As(outcome), _) => outcome,
            _ => panic!("more solutions than were visited, or a memo"),
        }
    }
}

fn with<S: Sizes, L: Length>(table: &Table, machine: S::Machine, words: L, most: u64) -> Seen {
    seen(
        |budget, counters, visit| {
            run_probed(Kernel::<S, L>(table, machine, words), budget, counters, visit)
        },
        most,
    )
}

/// Compares every kernel that can search a problem with dancing links, up to `most` nodes.
fn check(problem: &Problem, most: u64) {
    let links =
        seen(|budget, counters, visit| Dlx.search(problem, budget, counters, visit).unwrap(), most);
    let table = &Table::new(problem);
    let bits = seen(
        |budget, counters, visit| Bits.search(problem, budget, counters, visit).unwrap(),
        most,
    );
    assert_eq!(bits, links);
    let words = table.words;
    assert_eq!(with::<Sparse<PlainWords>, _>(table, (), words, most), links);
    let small = table.sizes.iter().all(|&size| size < 255);
    let items = table.sizes.len();
    if small {
        assert_eq!(with::<Sparse<PlainBytes>, _>(table, (), words, most), links);
    }
    if small && items <= 64 {
        assert_eq!(with::<Dense<PlainBytes, 2>, _>(table, (), words, most), links);
    }
    if items <= 80 {
        assert_eq!(with::<Dense<PlainWords, 5>, _>(table, (), words, most), links);
    }
    #[cfg(target_arch = "x86_64")]
    if let Some(machine) = Avx2::detect() {
        assert_eq!(with::<Sparse<YmmWords>, _>(table, machine, words, most), links);
        if small && items <= 128 {
            assert_eq!(with::<Dense<YmmBytes, 4>, _>(table, machine, words, most), links);
        }
        if items <= 80 {
            assert_eq!(with::<Dense<YmmWords, 5>, _>(table, machine, words, most), links);
        }
        if small && words == 2 && items <= 96 {
            assert_eq!(with::<Dense<YmmBytes, 3>, _>(table, machine, Fixed::<2>, most), links);
        }
    }
    #[cfg(target_arch = "x86_64")]
    if let Some(machine) = Avx512Popcnt::detect().filter(|_| items <= MOST_ITEMS) {
        type Widest<L> = Recount<16, L>;
        assert_eq!(with::<Widest<usize>, _>(table, (machine, words), words, most), links);
        match words {
            2 => {
                let two = Fixed::<2>;
                assert_eq!(with::<Widest<Fixed<2>>, _>(table, (machine, two), two, most), links);
            }
            3 => {
                let three = Fixed::<3>;
                assert_eq!(
                    with::<Widest<Fixed<3>>, _>(table, (machine, three), three, most),
                    links
                );
            }
            _ => {}
        }
        if items <= 8 {
            assert_eq!(with::<Recount<1, usize>, _>(table, (machine, words), words, most), links);
        }
    }
}

#[test]
fn families_are_searched_as_dancing_links_search_them() {
    for spec in [
        "queens:4",
        "queens:8",
        "langford:7",
        "dominoes:4x4",
        "dominoes:8x8",
        "latin:4",
        "latin:5",
        "latin:6:reduced",
        "matching:16",
        "steiner:7",
        "steiner:9",
        "debruijn:4x4",
        "pigeonhole:5",
        "partitions:7",
        "partitions:9",
        "partitions:10",
        "soma",
        "pentominoes:6x10",
        "pentominoes:8x8-hole",
    ] {
        check(&family::build(spec).unwrap(), 3000);
    }
}

#[test]
fn what_has_nothing_to_search_is_searched() {
    let problem = |text: &str| Problem::parse(text).unwrap();
    check(&Problem::builder().build(), 10);
    check(&problem("a\n"), 10);
    check(&problem("a b\na\n"), 10);
    check(&problem("a b | x\nx\na x:c\nb x:d\nb x:c\n"), 10);
}

fn counted_with_memo(problem: &Problem) -> BigUint {
    Memo.count(problem).unwrap()
}

#[test]
fn counts_have_no_upper_bound() {
    let mut builder = Problem::builder();
    for i in 0..200 {
        builder.primary(&format!("p{i}")).unwrap();
    }
    for i in 0..200 {
        builder.option([&*format!("p{i}")]).unwrap();
        builder.option([&*format!("p{i}")]).unwrap();
    }
    assert_eq!(counted_with_memo(&builder.build()), BigUint::from(2u32).pow(200));
}

#[test]
fn tilings_by_dominoes_are_those_of_kasteleyn() {
    // Numbers of coverings: OEIS A004003.
    for (spec, count) in [
        ("dominoes:8x8", "12988816"),
        ("dominoes:10x10", "258584046368"),
        ("dominoes:12x12", "53060477521960000"),
        ("dominoes:14x14", "112202208776036178000000"),
        ("dominoes:16x16", "2444888770250892795802079170816"),
    ] {
        let problem = family::build(spec).unwrap();
        assert_eq!(counted_with_memo(&problem), count.parse::<BigUint>().unwrap(), "{spec}");
    }
}

#[test]
fn counters_and_budgets_are_of_one_search_also_where_counts_are_large() {
    // A path covered by single items and pairs of neighbours: Fibonacci numbers, beyond 128 bits from 186 items on.
    let path = |items: usize| {
        let mut builder = Problem::builder();
        let names: Vec<String> = (0..items).map(|i| i.to_string()).collect();
        for name in &names {
            builder.primary(name).unwrap();
        }
        for (i, name) in names.iter().enumerate() {
            builder.option([&**name]).unwrap();
            if let Some(next) = names.get(i + 1) {
                builder.option([&**name, next]).unwrap();
            }
        }
        builder.build()
    };
    let nodes = |items, most| {
        let budget = Budget { nodes: Some(most), ..Budget::default() };
        let search = Memo.tally(&path(items), &budget, Counters::On).unwrap().search;
        assert_eq!(search.outcome, Outcome::Exhausted);
        search.stats.nodes.unwrap()
    };
    let before = nodes(185, 1000);
    assert_eq!(nodes(186, before + 10), before + 2);
}

fn side_by_side(problems: &[Problem]) -> Problem {
    let mut builder = Problem::builder();
    let name = |p: usize, item: usize| format!("{p}.{item}");
    for primary in [true, false] {
        for (p, problem) in problems.iter().enumerate() {
            for item in (0..problem.items()).filter(|&item| (item < problem.primary()) == primary) {
                let item = name(p, item);
                if primary { builder.primary(&item) } else { builder.secondary(&item) }.unwrap();
            }
        }
    }
    for (p, problem) in problems.iter().enumerate() {
        for option in problem.option_ids() {
            let entries: Vec<String> = problem
                .option(option)
                .iter()
                .map(|entry| {
                    let colour = entry.colour.map_or(String::new(), |c| format!(":{}", c.index()));
                    name(p, entry.item.index()) + &colour
                })
                .collect();
            builder.option(entries.iter().map(String::as_str)).unwrap();
        }
    }
    builder.build()
}

#[test]
fn counts_of_components_are_multiplied() {
    let board = || family::build("dominoes:6x6").unwrap();
    let boards: Vec<_> = (0..20).map(|_| board()).collect();
    let many = side_by_side(&boards);
    assert_eq!(counted_with_memo(&many), BigUint::from(6728u32).pow(20));
    // If one of the problems has no solution, the whole has none, wherever that problem stands.
    let mut boards = vec![board(), family::build("dominoes:8x8:mutilated").unwrap(), board()];
    for _ in 0..boards.len() {
        boards.rotate_left(1);
        assert_eq!(counted_with_memo(&side_by_side(&boards)), BigUint::ZERO);
    }
    // Queens have secondary items, so the keys of their sub-problems are sets of options.
    let queens = || family::build("queens:8").unwrap();
    let mixed = side_by_side(&[queens(), board(), queens()]);
    assert_eq!(counted_with_memo(&mixed), (92u32 * 6728 * 92).into());
}

/// The problem has two components: `a` and `b` have two covers, the corners of a cycle of odd length have none.
#[test]
fn solutions_of_a_component_are_none_of_the_whole() {
    let cycle: Vec<String> = (0..9).map(|i| format!("c{i}")).collect();
    let sides: Vec<String> =
        (0..9).map(|i| format!("{} {}", cycle[i], cycle[(i + 1) % 9])).collect();
    let text = format!("a b {}\na b\na b\n{}\n", cycle.join(" "), sides.join("\n"));
    let problem = Problem::parse(text).unwrap();
    let whole = Memo.tally(&problem, &Budget::default(), Counters::On).unwrap();
    assert_eq!((whole.search.outcome, whole.solutions), (Outcome::Exhausted, BigUint::ZERO));
    let nodes = whole.search.stats.nodes.unwrap();
    assert!(nodes > 5, "{nodes}");
    for most in 0..nodes {
        let budget = Budget { nodes: Some(most), ..Budget::default() };
        let tally = Memo.tally(&problem, &budget, Counters::On).unwrap();
        assert_eq!(
            (tally.search.outcome, tally.solutions),
            (Outcome::BudgetSpent, BigUint::ZERO),
            "within {most} nodes"
        );
    }
}

#[test]
fn what_falls_apart_in_the_search_is_seen_to() {
    // Rooms of 6 x 6 cells in a row, with a door from each to the next. A domino in the first door would leave
    // the first room an odd number of cells, so none lies there; then none lies in the next door, and so on.
    // So each room has its 6728 tilings.
    let rooms = 12;
    let mut builder = Problem::builder();
    let name = |room: usize, row: usize, column: usize| format!("{room},{row},{column}");
    let cells = |room| (0..6).flat_map(move |row| (0..6).map(move |column| (room, row, column)));
    for (room, row, column) in (0..rooms).flat_map(cells) {
        builder.primary(&name(room, row, column)).unwrap();
    }
    for (room, row, column) in (0..rooms).flat_map(cells) {
        let here = name(room, row, column);
        if column < 5 {
            builder.option([&*here, &name(room, row, column + 1)]).unwrap();
        } else if row == 2 && room + 1 < rooms {
            builder.option([&*here, &name(room + 1, row, 0)]).unwrap();
        }
        if row < 5 {
            builder.option([&*here, &name(room, row + 1, column)]).unwrap();
        }
    }
    let problem = builder.build();
    assert_eq!(counted_with_memo(&problem), BigUint::from(6728u32).pow(rooms as u32));
    let budget = Budget { nodes: Some(100_000), ..Budget::default() };
    let tally = Memo.tally(&problem, &budget, Counters::On).unwrap();
    assert_eq!(tally.search.outcome, Outcome::Exhausted, "{:?}", tally.search.stats);
}

#[test]
fn a_memo_that_must_pay_gives_up_where_it_does_not() {
    let whole = |spec: &str| {
        let problem = family::build(spec).unwrap();
        let tally = Memo.tally_whole(&problem, &Budget::default(), Counters::Off, 2, None).unwrap();
        match tally {
            Whole::Counted(tally) => tally.solutions.to_string(),
            Whole::InParts { engine, .. } => engine.map_or("in parts", Solver::name).to_owned(),
        }
    };
    assert_eq!(whole("dominoes:14x14"), "112202208776036178000000");
    assert_eq!(whole("queens:8"), "92", "ended before");
    assert_eq!(whole("queens:13"), "bits", "no sub-problem comes again");
}

#[test]
fn a_memo_without_room_counts_all_the_same() {
    let problem = family::build("dominoes:6x6").unwrap();
    let table = Table::bytes(&problem);
    for room in [0, 1000, 20_000] {
        let budget = Budget { memory: Some(table + room), ..Budget::default() };
        let tally = Memo.tally(&problem, &budget, Counters::On).unwrap();
        assert_eq!(tally.solutions, 6728u32.into());
    }
    let budget = Budget { memory: Some(table - 1), ..Budget::default() };
    let tally = Memo.tally(&problem, &budget, Counters::On).unwrap();
    assert_eq!(tally.search.outcome, Outcome::BudgetSpent);
}

/// Checks the count with a memo, for each implementation of `Sizes`.
fn counted_by_all_kinds(problem: &Problem, expected: &BigUint) {
    fn counted<S: Sizes>(machine: S::Machine, table: &Table) -> BigUint {
        let search = Search::<S, usize, u128>::new(machine, table, table.words);
        let budget = Budget::default();
        let mut probe = Silent::new(&budget);
        match search
            .with_memo(Room {
                bytes: 1 << 20,
                must_pay: false,
                traced: false,
                limit: None,
                keeper: None,
                rivals: None,
            })
            .run(&mut probe, None)
        {
            (search::KernelEnd::As(Outcome::Exhausted), total) => total.into(),
            _ => panic!("it has no limit"),
        }
    }
    let table = &Table::new(problem);
    assert_eq!(&counted::<Sparse<PlainWords>>((), table), expected);
    if chunks::<Bytes>(table.sizes.len()) <= 2 && table.fits::<Bytes>() {
        assert_eq!(&counted::<Dense<PlainBytes, 2>>((), table), expected);
    }
    #[cfg(target_arch = "x86_64")]
    if let Some(machine) = Avx512Popcnt::detect().filter(|_| table.sizes.len() <= 40) {
        assert_eq!(&counted::<Recount<5, usize>>((machine, table.words), table), expected);
    }
}

proptest! {
    #[test]
    fn random_problems_are_searched_as_dancing_links_search_them(
        seed: u64,
        items in prop_oneof![1usize..12, 8usize..70, 60usize..300],
        secondary in 0usize..6,
        share in 0usize..5,
    ) {
        check(&planted(seed, items, secondary, items * share / 2, 0), 500);
    }

    #[test]
    fn components_are_counted_as_each_alone(
        parts in prop::collection::vec((any::<u64>(), 1usize..14, 0usize..4, 0usize..6), 1..5),
    ) {
        let problems: Vec<_> = parts
            .into_iter()
            .map(|(seed, items, secondary, share)| planted(seed, items, secondary, items * share / 3, 0))
            .collect();
        let mut expected = BigUint::from(1u32);
        for problem in &problems {
            expected *= Dlx.count(problem).unwrap();
        }
        let whole = side_by_side(&problems);
        prop_assert_eq!(&counted_with_memo(&whole), &expected);
        counted_by_all_kinds(&whole, &expected);
    }

    #[test]
    fn random_problems_are_counted_as_they_are_visited(
        seed: u64,
        items in 1usize..40,
        secondary in 0usize..6,
        share in 0usize..6,
    ) {
        let problem = planted(seed, items, secondary, items * share / 3, 0);
        let budget = Budget { nodes: Some(100_000), ..Budget::default() };
        let visited = Dlx.tally(&problem, &budget, Counters::Off).unwrap();
        if visited.search.outcome == Outcome::Exhausted {
            prop_assert_eq!(&counted_with_memo(&problem), &visited.solutions);
            counted_by_all_kinds(&problem, &visited.solutions);
            prop_assert_eq!(&Bits.count(&problem).unwrap(), &visited.solutions);
        }
    }
}
