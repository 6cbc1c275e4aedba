//! Checks every figure that systems A to E publish; docs/COUNTERS.md names their sources.

use std::ops::ControlFlow;

use quadrille_cover::{Budget, Outcome, SearchStats};
use quadrille_sudoku::engine::singles::Closing;
use quadrille_sudoku::{Engine, Grid, Order, Puzzle, Watch};

const P1: &str =
    "100007090030020008009600500005300900010080002600004000300000010040000007007000300";
const P1_SOLUTION: &str =
    "162857493534129678789643521475312986913586742628794135356478219241935867897261354";
const P2: &str =
    "100007090030020008009600500005300900010080002600004000300000010040000007007000000";
const P3: &str =
    "003040060094000328000903000008410000076000540000076900000507000459000230010030800";
const P4: &str =
    "530070000600195000098000060800060003400803001700020006060000280000419005000080079";
const G: [&str; 6] = [
    "000001080204070035070056210060205001300000006100607020031860070720010804050700000",
    "000010030100070006049200701000380104030000020208049000607001480500030009090020000",
    "000006031209030406600802000800005010002000900050200003000607009907020300520400000",
    "040060013000004009002085000800006000059010630000500004000630200100700000720040050",
    "010405800052800010000010006001000700800030004007000200600070000070008640004600090",
    "004690001190003040600010089070129004042006190901008020410060003000500010200031400",
];

fn puzzle(text: &str) -> Puzzle {
    let digit = |c: char| c.to_digit(10).expect("digits only") as u8;
    Puzzle::new(Grid::from_cells(text.chars().map(digit).collect()).expect("a whole grid"))
}

fn text(grid: &Grid) -> String {
    grid.cells().iter().map(|&digit| char::from(b'0' + digit)).collect()
}

/// Searches for up to `limit` solutions; returns the counters and the first solution.
fn search(engine: Engine, puzzle: &Puzzle, limit: Option<u64>) -> (SearchStats, Option<String>) {
    let budget = Budget { solutions: limit, ..Budget::default() };
    let mut first = None;
    let search = engine.search(puzzle, &budget, Watch::Count, &mut |grid| {
        assert!(puzzle.is_solved_by(grid), "{engine} gave {grid:?}");
        first.get_or_insert_with(|| text(grid));
        ControlFlow::Continue(())
    });
    assert_ne!(search.outcome, Outcome::BudgetSpent);
    (search.stats, first)
}

fn first(engine: Engine, puzzle_text: &str) -> SearchStats {
    search(engine, &puzzle(puzzle_text), Some(1)).0
}

fn all(engine: Engine, puzzle_text: &str) -> SearchStats {
    search(engine, &puzzle(puzzle_text), None).0
}

#[test]
fn system_a_counts_every_solution() {
    let stats = all(Engine::NaiveTree, P1);
    assert_eq!((stats.solutions, stats.tests), (1, Some(169_956)));
    assert_eq!((stats.nodes, stats.forks), (Some(18_885), Some(5376)));
    let stats = all(Engine::NaiveTree, P2);
    assert_eq!((stats.solutions, stats.tests), (90, Some(277_956)));
    assert_eq!((stats.nodes, stats.forks), (Some(30_974), Some(8627)));
    let (_, solution) = search(Engine::NaiveTree, &puzzle(P1), None);
    assert_eq!(solution.as_deref(), Some(P1_SOLUTION));
}

#[test]
fn system_b_stops_at_the_first_solution() {
    let expected = [(P1, 80_491), (P3, 17_260), (P4, 37_652), (G[0], 1048), (G[4], 468_509)];
    for (puzzle, tests) in expected {
        assert_eq!(first(Engine::NaiveFirst, puzzle).tests, Some(tests), "{puzzle}");
        // System C visits the same values in the same order.
        assert_eq!(first(Engine::NaiveIterative, puzzle), first(Engine::NaiveFirst, puzzle));
    }
    assert_eq!(first(Engine::NaiveFirst, P1).forks, Some(2592));
}

#[test]
fn system_c_finds_no_solution_of_its_4x4_page() {
    let digit = |c: char| if c == '.' { 0 } else { c as u8 - b'0' };
    let cells = "..2.41....32..4.".chars().map(digit).collect();
    let page = Puzzle::new(Grid::from_cells(cells).unwrap());
    for engine in Engine::ALL {
        let (stats, _) = search(engine, &page, None);
        assert_eq!(stats.solutions, 0, "{engine}");
    }
    assert_eq!(Engine::NaiveIterative.count(&page, 1), (0, Outcome::Exhausted));
}

/// The page of system C gives no figure for its improvement, so this function computes the expected number of
/// tests: it sorts the cells by their number of candidates, and then visits them in that order.
#[test]
fn system_c_fills_the_most_constrained_cells_first() {
    for text in [P3, P1, G[0]] {
        let puzzle = puzzle(text);
        let candidates = Closing::new(&puzzle);
        let mut path: Vec<usize> = (0..81).filter(|&c| candidates.candidates(c) != 0).collect();
        path.sort_by_key(|&cell| (candidates.candidates(cell).count_ones(), cell));
        let layout = Order::NINE.layout();
        let mut cells = puzzle.givens().cells().to_vec();
        let (mut tests, mut at) = (0, 0);
        while at < path.len() {
            let cell = path[at];
            cells[cell] += 1;
            if cells[cell] > 9 {
                cells[cell] = 0;
                at -= 1;
                continue;
            }
            tests += 1;
            let clashes = |&other: &u16| cells[other as usize] == cells[cell];
            at += usize::from(!layout.neighbours[cell].iter().any(clashes));
        }
        assert_eq!(first(Engine::NaiveOrdered, text).tests, Some(tests), "{text}");
    }
    // This order is not always better: reading order takes 17260 tests.
    assert_eq!(first(Engine::NaiveOrdered, P3).tests, Some(79_999));
}

#[test]
fn system_d_tells_easy_grids_from_difficult_ones() {
    for easy in [G[0], G[1], G[2], G[3], P3, P4] {
        let (_, solution) = search(Engine::Singles, &puzzle(easy), None);
        assert_eq!(solution, search(Engine::NaiveFirst, &puzzle(easy), Some(1)).1, "{easy}");
        assert!(solution.is_some());
    }
    for (difficult, open) in [(G[4], 50), (G[5], 45), (P1, 57)] {
        let puzzle = puzzle(difficult);
        let mut closing = Closing::new(&puzzle);
        closing.close_all();
        assert_eq!(closing.open(), open, "{difficult}");
        assert_eq!(Engine::Singles.count(&puzzle, 2), (0, Outcome::Stalled));
    }
}

#[test]
fn system_d_names_the_rules_that_make_a_candidate_unique() {
    let mut closing = Closing::new(&puzzle(G[0]));
    let rules = |closing: &Closing, row: usize, column: usize, digit: u8| {
        closing.rules(9 * row + column, digit).to_string()
    };
    for (row, column) in [(0, 1), (1, 3), (2, 8)] {
        assert!(rules(&closing, row, column, 9).contains("(i)"));
    }
    assert!(rules(&closing, 1, 6, 6).contains("(ii)"));
    assert!(rules(&closing, 0, 0, 5).contains("(iii)"));
    assert!(rules(&closing, 0, 6, 4).contains("(iv)"));
    assert_eq!(rules(&closing, 1, 1, 1), "(ii), (iii), (iv)");
    assert_eq!([rules(&closing, 0, 2, 6), rules(&closing, 8, 0, 6)], ["", ""]);
    closing.close(0, 5);
    assert_ne!(rules(&closing, 0, 2, 6), "");
    assert_ne!(rules(&closing, 8, 0, 6), "");
}

#[test]
fn system_e_counts_tests_and_forks() {
    let empty = Puzzle::new(Grid::empty(Order::NINE));
    let (stats, solution) = search(Engine::Masks, &empty, Some(1));
    assert_eq!((stats.tests, stats.forks), (Some(211), Some(47)));
    assert_eq!(stats.nodes, Some(48), "no cancel: the root and 47 choices");
    assert_eq!(
        solution.as_deref(),
        Some("123456789456789123789123456231674895875912364694538217317265948542897631968341572")
    );
    let hard = "800000000003600000070090200050007000000045700000100030001000068008500010090000400";
    for (puzzle, tests, forks, cancels) in [(P1, 135, 10, 5), (hard, 2016, 98, 92), (P4, 5, 0, 0)] {
        let stats = first(Engine::Masks, puzzle);
        assert_eq!((stats.tests, stats.forks), (Some(tests), Some(forks)), "{puzzle}");
        assert_eq!(stats.nodes, Some(1 + forks + cancels), "{puzzle}");
    }
    assert_eq!(all(Engine::Masks, P1).forks, Some(71));
}

#[test]
fn every_engine_that_ends_finds_the_90_solutions_of_p2() {
    let deduces = |engine| matches!(engine, Engine::Singles | Engine::Human);
    for engine in Engine::ALL.into_iter().filter(|&engine| !deduces(engine)) {
        assert_eq!(all(engine, P2).solutions, 90, "{engine}");
    }
}

#[test]
fn singles_do_not_go_far_beyond_their_tests() {
    for most in [0, 10] {
        let budget = Budget { tests: Some(most), ..Budget::default() };
        let visit = &mut |_: &Grid| ControlFlow::Continue(());
        let search = Engine::Singles.search(&puzzle(P1), &budget, Watch::Count, visit);
        assert_eq!(search.outcome, Outcome::BudgetSpent);
        assert!(search.stats.tests < Some(2 * most + 1), "{:?}", search.stats);
    }
}
