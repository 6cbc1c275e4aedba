//! `quadrille play` in a real terminal.

#![cfg(unix)]

mod common;

use std::process::Command;
use std::thread;
use std::time::{Duration, Instant};

use common::puzzles::*;
use common::screen::Screen;
use common::{Folder, quadrille};

const WINDOW: (u16, u16) = (100, 40);

const RED: Option<u8> = Some(1);
const GREEN: Option<u8> = Some(2);
const BLUE: Option<u8> = Some(4);

/// A folder with the player running in it.
fn play(args: &[&str]) -> (Folder, Screen) {
    let folder = Folder::new();
    let screen = Screen::play(&folder.path(""), WINDOW, args);
    screen.wait_for("? help");
    (folder, screen)
}

/// A grid as on the screen, with `-` for an empty cell.
fn dashed(puzzle: &str) -> Vec<String> {
    puzzle.replace(['0', '.'], "-").chars().map(String::from).collect()
}

#[test]
#[ignore = "needs tmux, which .ci/run installs"]
fn the_cursor_wraps_round_at_the_edges() {
    let (_folder, screen) = play(&[]);
    screen.wait_for("row 1 column 1 ");
    for (key, place) in [
        ("Left", "row 1 column 9"),
        ("Up", "row 9 column 9"),
        ("Right", "row 9 column 1"),
        ("Down", "row 1 column 1"),
        ("h", "row 1 column 9"),
        ("k", "row 9 column 9"),
        ("l", "row 9 column 1"),
        ("j", "row 1 column 1"),
    ] {
        screen.press(&[key]).wait_for(place);
    }
}

#[test]
#[ignore = "needs tmux, which .ci/run installs"]
fn digits_are_typed_raised_lowered_and_clashes_shown_as_they_happen() {
    let (_folder, screen) = play(&[]);
    screen.press(&["5"]).wait_for("5, typed");
    screen.press(&["-", "-"]).wait_for("3, typed");
    screen.press(&["+", "+", "+", "+", "+", "+"]).wait_for("9, typed");
    screen.press(&["+"]).wait_until("an empty cell", |text| !text.contains("typed"));
    screen.press(&["-"]).wait_for("9, typed");
    screen.press(&["Right", "9"]);
    let text =
        screen.wait_for("digit 9 stands twice in row 1: at row 1 column 1 and row 1 column 2");
    assert!(text.contains("┃!9 │!9 │"), "{text}");
    screen.press(&["BSpace"]).wait_without("stands twice");
}

#[test]
#[ignore = "needs tmux, which .ci/run installs"]
fn the_engine_solves_in_green_around_red_givens() {
    let (_folder, screen) = play(&[P1]);
    assert_eq!(screen.cells(), dashed(P1));
    let text = screen.press(&["s"]).wait_for("solved by masks");
    // The published counts of system E.
    assert!(text.contains("Tests       135 ") && text.contains("Forks       10 "), "{text}");
    assert_eq!(screen.cells(), dashed(P1_SOLUTION));
    for (cell, given) in screen.coloured_cells().iter().zip(P1.chars()).skip(1) {
        let expected = if given == '0' { GREEN } else { RED };
        assert_eq!(cell[0].ink, expected, "{cell:?}");
    }
    assert_eq!(screen.coloured_cells()[0][0].paper, BLUE, "the cursor");
    screen.press(&["x"]).wait_for("Open cells  58");
    assert_eq!(screen.cells(), dashed(P1));
    screen.press(&["u"]).wait_for("Open cells  0 ");
    screen.press(&["X"]).wait_for("Open cells  81");
    screen.press(&["C-z", "C-z"]).wait_for("Open cells  58");
    screen.press(&["r"]).wait_for("Open cells  0 ");
}

#[test]
#[ignore = "needs tmux, which .ci/run installs"]
fn any_engine_can_be_chosen() {
    let (_folder, screen) = play(&["--engine", "naive-first", P1]);
    // The published count of system B.
    screen.press(&["s"]).wait_for("Tests       80491 ");
    screen.press(&["x", "e"]).wait_for("Engine      naive-iterative");
    screen.press(&["e", "e", "s"]).wait_for("singles stalls with 57 open cells");
}

#[test]
#[ignore = "needs tmux, which .ci/run installs"]
fn a_search_is_stepped_through_forwards_and_back() {
    let (_folder, screen) = play(&["--engine", "naive-tree", P4]);
    screen.press(&["t"]).wait_for("at the beginning");
    let counts = |step: u32, tests: u32, forks: u32| {
        let expected = [
            format!("Step        {step} "),
            format!("Tests       {tests} "),
            format!("Forks       {forks} "),
        ];
        screen.wait_until(&expected.join(", "), |text| {
            expected.iter().all(|count| text.contains(count))
        })
    };
    // Row 1 column 3 of P4 has the candidates 1, 2 and 4; each cell takes nine tests.
    screen.press(&["Right"]);
    assert!(counts(1, 9, 1).contains("try row 1 column 3 = 1"));
    screen.press(&["Right", "Right"]);
    counts(3, 27, 3);
    let third = screen.cells();
    screen.press(&["Left"]);
    counts(2, 18, 2);
    assert_ne!(screen.cells(), third);
    screen.press(&["Right"]);
    counts(3, 27, 3);
    assert_eq!(screen.cells(), third);
    screen.press(&["Home"]);
    counts(0, 0, 0);
    assert_eq!(screen.cells(), dashed(P4));

    screen.press(&[">"; 12]).wait_for("Speed       100000 steps/s");
    screen.press(&["Space"]).wait_for("State       solution 1");
    assert_eq!(screen.cells(), dashed(P4_SOLUTION));
    screen.press(&["Space"]).wait_for("search complete: 1 solution");
    screen.press(&["Escape"]).wait_for(" Board ");
    assert_eq!(screen.cells(), dashed(P4), "the board is as it was");
}

#[test]
#[ignore = "needs tmux, which .ci/run installs"]
fn a_search_pauses_at_each_solution() {
    let (_folder, screen) = play(&["--engine", "naive-tree", P2]);
    screen.press(&["t"]).press(&[">"; 12]).wait_for("100000 steps/s");
    for solution in 1..=3 {
        screen.press(&["Space"]).wait_for(&format!("State       solution {solution} "));
        assert!(solves(&screen.cells().concat(), &dotted(P2)));
    }
    screen.press(&["Enter"]).wait_for("kept the digits found so far by naive-tree");
    screen.wait_for("solved");
}

#[test]
#[ignore = "needs tmux, which .ci/run installs"]
fn a_search_that_never_ends_is_left() {
    let (_folder, screen) = play(&["--engine", "naive-first", "--size", "25"]);
    screen.press(&["s"]).wait_for("naive-first is solving … Esc stops it");
    screen.press(&["Escape"]).wait_for("stopped");
    screen.press(&["t"]).wait_for("step 0");
    screen.press(&["Space"]).wait_for("running");
    screen.press(&["Escape"]).wait_for("unsolved");
}

#[test]
#[ignore = "needs tmux, which .ci/run installs"]
fn what_is_saved_is_loaded_again_and_never_replaced_unasked() {
    let (folder, screen) = play(&[P1]);
    screen.press(&["Right", "6", "w"]).wait_for("Save as:");
    screen.type_text("mine.txt").wait_for("Save as: mine.txt");
    screen.press(&["Enter"]).wait_for("saved to mine.txt");
    let saved = folder.read("mine.txt");
    assert!(saved.contains(&dotted(P1)) && saved.contains(&dotted(P1).replacen("1.", "16", 1)));

    screen.press(&["2", "w", "Enter"]).wait_for("mine.txt already exists. Replace it? y / n");
    screen.press(&["n"]).wait_without("Replace");
    assert_eq!(folder.read("mine.txt"), saved);

    screen.press(&["o"]).wait_for("Open file:");
    screen.type_text("mine.txt").press(&["Enter"]).wait_for("opened mine.txt");
    let cells = screen.wait_for("6, typed");
    assert!(cells.contains("Givens      23"), "{cells}");
    screen.press(&["2", "w", "Enter", "y"]).wait_for("saved to mine.txt");
    assert_ne!(folder.read("mine.txt"), saved);

    screen.press(&["o"]).type_text("nowhere.txt").press(&["Enter"]);
    screen.wait_for("nowhere.txt: No such file");
    screen.press(&["q"]).wait_for("ended 0");
    let names = std::fs::read_dir(folder.path("")).expect("a folder").map(|file| {
        let name = file.expect("a file").file_name();
        name.into_string().expect("a name in UTF-8")
    });
    assert_eq!(names.filter(|name| name.contains("mine")).count(), 1, "no part is left");
}

#[test]
#[ignore = "needs tmux, which .ci/run installs"]
fn a_saved_game_is_resumed_from_the_command_line() {
    let typed = dotted(P1).replacen("1.", "16", 1);
    let folder = Folder::with("mine.txt", format!("{}\n{typed}\n", dotted(P1)));
    let screen = Screen::play(&folder.path(""), WINDOW, &["mine.txt"]);
    // The terminal may show the first rows before the last ones.
    screen
        .wait_until("the whole grid", |text| text.contains("Givens      23") && text.contains('┗'));
    assert_eq!(screen.cells(), dashed(&typed));
}

#[test]
#[ignore = "needs tmux, which .ci/run installs"]
fn a_window_too_small_says_so_until_it_is_enlarged() {
    let (_folder, screen) = play(&["--size", "16"]);
    screen.press(&["1", "2"]).wait_for("12, typed");
    screen.resize((50, 20));
    screen.wait_for("This window has 50 columns and 20 rows. A 16x16");
    screen.wait_for("grid needs 57 and 27. Enlarge the window");
    screen.resize((64, 30));
    screen.wait_for("row 1 column 1: 12, typed");
    assert_eq!(screen.cells().len(), 256);
    screen.resize(WINDOW);
    screen.wait_for("Digit       12, typed");
}

#[test]
#[ignore = "needs tmux, which .ci/run installs"]
fn grids_of_every_size_are_drawn_typed_into_and_generated() {
    for (size, highest, corner) in
        [("4", 4, "row 4 column 4"), ("16", 16, "row 16 column 16"), ("25", 25, "row 25 column 25")]
    {
        let (_folder, screen) = play(&["--size", size, "--seed", "1"]);
        assert_eq!(screen.cells(), vec!["-"; highest * highest]);
        screen.press(&["Left", "Up", "-"]).wait_for(corner);
        screen.wait_for(&format!("{highest}, typed"));
        assert_eq!(screen.cells().last(), Some(&highest.to_string()));
        if highest < 25 {
            screen.press(&["g"]).wait_for("puzzle 1 of seed 1");
            let made =
                quadrille(&["generate", "--quiet", "--size", size, "--seed", "1"]).silently();
            assert_eq!(symbols(&numbers(&screen.cells())), made.trim_end());
        }
    }
}

/// The digits of the cells as drawn, 0 for an empty cell.
fn numbers(cells: &[String]) -> Vec<usize> {
    cells.iter().map(|cell| cell.parse().unwrap_or(0)).collect()
}

#[test]
#[ignore = "needs tmux, which .ci/run installs"]
fn candidates_and_hints_come_on_request() {
    let (_folder, screen) = play(&[P1]);
    screen.press(&["Right", "c"]).wait_for("Candidates  2 5 6 8");
    screen.press(&["n"]).wait_for("look at region 7");
    screen.press(&["n"]).wait_for("region 7: hidden single in a region, digit 1");
    screen.press(&["n"]).wait_for("row 8 column 3 = 1: hidden single in a region, the only");
    screen.press(&["1", "n"]).wait_for("no known technique applies");
    screen.press(&["?"]).wait_for("turn typed digits into givens, or back");
}

#[test]
#[ignore = "needs tmux, which .ci/run installs"]
fn pencil_marks_are_typed_saved_and_compared_with_the_solution() {
    let (folder, screen) = play(&[P1]);
    screen.press(&["Right", "p"]).wait_for("numbers are pencil marks now");
    screen.press(&["2", "6"]).wait_for("Marks       2 6");
    screen.press(&["p", "Right", "5"]).wait_for("5, typed");
    // The solution has a 2 in row 1 column 3.
    let text = screen.press(&["m"]).wait_for("1 digit is wrong: row 1 column 3");
    assert!(text.contains("!5"), "{text}");
    screen.press(&["w"]).type_text("mine.txt").press(&["Enter"]).wait_for("saved to mine.txt");
    assert!(folder.read("mine.txt").ends_with("# pencil marks r1c2 2,6\n"));
    screen.press(&["X"]).wait_for("Open cells  81");
    screen.press(&["o"]).type_text("mine.txt").press(&["Enter"]).wait_for("opened mine.txt");
    screen.press(&["Left"]).wait_for("Marks       2 6");
    screen.press(&["q"]).wait_for("ended 0");
}

#[test]
#[ignore = "needs tmux, which .ci/run installs"]
fn a_new_puzzle_has_the_difficulty_chosen() {
    let (_folder, screen) = play(&["--seed", "1"]);
    screen.press(&["d", "d"]).wait_for("new puzzles are medium, rating 2.3 to 2.8");
    screen.press(&["g"]).wait_for("puzzle 1 of seed 1");
    screen.wait_for("one solution, medium, rating 2.3 to 2.8");
    let checked = quadrille(&["check", "--rate", &symbols(&numbers(&screen.cells()))]).positive();
    assert!(checked.contains("rating 2."), "{checked}");
}

/// `human` solves this puzzle by forcing chains; the text of its seventh step has 744 characters.
const CHAINED: &str =
    "6....3.1......95....42..6.9..1.7..4.4..89...5.5.........6.....1..3.1..722........";

#[test]
#[ignore = "needs tmux, which .ci/run installs"]
fn a_long_step_is_read_to_its_end_and_its_strikes_are_marked() {
    let folder = Folder::new();
    for window in [(80, 24), (40, 19)] {
        let screen = Screen::play(&folder.path(""), window, &["--engine", "human", CHAINED]);
        screen.wait_for("? help");
        screen.press(&["c", "t"]).wait_for("human: ");
        screen.press(&["Right"; 7]).wait_for("forcing chains: wherever 3");
        screen.wait_for("PgUp PgDn 1-");
        let is_end = |text: &str| text.contains("so 9 is") && text.contains("4 column 2  ");
        for _ in 0..10 {
            screen.press(&["NPage"]);
        }
        let text = screen.wait_until("the end of the chains", is_end);
        assert!(text.contains("×"), "row 4 column 2 loses a candidate: {text}");
        screen.press(&["v"]).wait_for("… v: all");
        screen.press(&["q"]).wait_for(" icanon ");
    }
    let (_folder, screen) = play(&["--engine", "human", CHAINED]);
    // Row 4 column 2 has the candidates 6, 8 and 9, and loses the 9.
    let crossed = |text: &str| text.lines().any(|line| line.contains("│  8 ×│"));
    screen.press(&["c", "t"]).press(&["Right"; 7]).wait_until("a struck 9 in its cell", crossed);
}

#[test]
#[ignore = "needs tmux, which .ci/run installs"]
fn q_quits_while_a_search_runs_and_asks_if_something_would_be_lost() {
    for key in ["s", "t"] {
        let (_folder, screen) = play(&["--engine", "naive-first", "--size", "25"]);
        screen.press(&[key]);
        match key {
            "s" => screen.wait_for("is solving … Esc stops it, q quits"),
            _ => screen.press(&["Space"]).wait_for("running"),
        };
        screen.press(&["q"]).wait_for("ended 0");
    }
    let (_folder, screen) = play(&["--engine", "naive-first", "--size", "25"]);
    screen.press(&["1", "s"]).wait_for("is solving");
    screen.press(&["q"]).wait_for("not saved. Quit? y / n");
    screen.press(&["n"]).wait_for("is solving");
    screen.press(&["q"]).wait_for("not saved. Quit? y / n");
    screen.press(&["y"]).wait_for("ended 0");
}

#[test]
#[ignore = "needs tmux, which .ci/run installs"]
fn without_colours_there_are_none() {
    let folder = Folder::new();
    let screen = Screen::play_with(&folder.path(""), WINDOW, "NO_COLOR=1", &[P1]);
    screen.wait_for("? help");
    screen.press(&["s"]).wait_for("solved by masks");
    let plain = |cell: &Vec<common::screen::Coloured>| {
        cell.iter().all(|c| c.ink.is_none() && c.paper.is_none())
    };
    assert!(screen.coloured_cells().iter().all(plain));
}

#[test]
#[ignore = "needs tmux, which .ci/run installs"]
fn the_terminal_is_left_as_it_was_found() {
    let restored = |screen: &Screen, status: &str| {
        let text = screen.wait_for(" icanon");
        assert!(text.contains(status) && text.contains(" echo "), "{text}");
        assert!(!text.contains('┏'), "{text}");
    };
    let (_folder, screen) = play(&[]);
    screen.press(&["5", "q"]).wait_for("not saved. Quit? y / n");
    screen.press(&["y"]);
    restored(&screen, "ended 0");
    let (_folder, screen) = play(&["--size", "4"]);
    screen.press(&["t", "Right", "C-c"]);
    restored(&screen, "ended 0");
    let (folder, screen) = play(&[]);
    assert!(signal(&folder, "-TERM"));
    restored(&screen, "ended 130");
}

#[test]
#[ignore = "needs tmux, which .ci/run installs"]
fn a_closed_terminal_ends_it() {
    let (folder, screen) = play(&["--engine", "naive-first", "--size", "25"]);
    screen.press(&["s"]).wait_for("is solving");
    screen.close();
    let start = Instant::now();
    while signal(&folder, "-0") {
        assert!(start.elapsed() < Duration::from_secs(60), "it is still there");
        thread::sleep(Duration::from_millis(20));
    }
}

/// Sends a signal to the player; returns `false` if the player has ended.
fn signal(folder: &Folder, signal: &str) -> bool {
    let pid = folder.read("pid");
    let kill = Command::new("kill").args([signal, pid.trim()]).output();
    kill.expect("there is a `kill`").status.success()
}

#[test]
#[ignore = "needs tmux, which .ci/run installs"]
fn what_is_no_terminal_is_refused() {
    let refused = quadrille(&["play", P1]);
    assert!(refused.error().contains("standard input is not a terminal"), "{refused:?}");
    assert!(quadrille(&["play", "-"]).error().contains("standard input is needed for keys"));
    assert!(quadrille(&["play", "12345"]).error().contains("neither a file"));
    let folder = Folder::with("bad.txt", "12345\n");
    assert!(folder.quadrille(&["play", "bad.txt"]).error().starts_with("bad.txt:1:1: found"));
    folder.write("large.txt", ". ".repeat(36 * 36));
    let large = folder.quadrille(&["play", "large.txt"]);
    assert!(large.error().starts_with("large.txt: found a 36x36 grid"), "{large:?}");
}
