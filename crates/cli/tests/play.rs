//! `quadrille play` in a real terminal.

#![cfg(unix)]

mod common;

use std::process::Command;

use common::puzzles::*;
use common::screen::Screen;
use common::{Folder, quadrille, wait_until};

const WINDOW: (u16, u16) = (100, 40);

const RED: Option<u8> = Some(1);
const GREEN: Option<u8> = Some(2);
const BLUE: Option<u8> = Some(4);

/// A folder with the player running in it.
fn play(args: &str) -> (Folder, Screen) {
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
fn the_engine_solves_in_green_around_red_givens() {
    let (_folder, screen) = play(P1);
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
fn a_search_pauses_at_each_solution() {
    let (_folder, screen) = play(&format!("--engine naive-tree {P2}"));
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
    let (_folder, screen) = play("--engine naive-first --size 25");
    screen.press(&["s"]).wait_for("naive-first is solving … Esc stops it");
    screen.press(&["Escape"]).wait_for("stopped");
    screen.press(&["t"]).wait_for("step 0");
    screen.press(&["Space"]).wait_for("running");
    screen.press(&["Escape"]).wait_for("unsolved");
}

#[test]
#[ignore = "needs tmux, which .ci/run installs"]
fn what_is_saved_is_loaded_again_and_never_replaced_unasked() {
    let (folder, screen) = play(P1);
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
    let screen = Screen::play(&folder.path(""), WINDOW, "mine.txt");
    // The terminal may show the first rows before the last ones.
    screen
        .wait_until("the whole grid", |text| text.contains("Givens      23") && text.contains('┗'));
    assert_eq!(screen.cells(), dashed(&typed));
}

#[test]
#[ignore = "needs tmux, which .ci/run installs"]
fn a_window_too_small_says_so_until_it_is_enlarged() {
    let (_folder, screen) = play("--size 16");
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
fn the_terminal_is_left_as_it_was_found() {
    let restored = |screen: &Screen, status: &str| {
        let text = screen.wait_for(" icanon");
        assert!(text.contains(status) && text.contains(" echo "), "{text}");
        assert!(!text.contains('┏'), "{text}");
    };
    let (_folder, screen) = play("");
    screen.press(&["5", "q"]).wait_for("not saved. Quit? y / n");
    screen.press(&["y"]);
    restored(&screen, "ended 0");
    let (_folder, screen) = play("--size 4");
    screen.press(&["t", "Right", "C-c"]);
    restored(&screen, "ended 0");
    let (folder, screen) = play("");
    assert!(signal(&folder, "-TERM"));
    restored(&screen, "ended 130");
}

#[test]
#[ignore = "needs tmux, which .ci/run installs"]
fn a_closed_terminal_ends_it() {
    let (folder, screen) = play("--engine naive-first --size 25");
    screen.press(&["s"]).wait_for("is solving");
    screen.close();
    wait_until("the end of the player", || !signal(&folder, "-0"));
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
    quadrille(&format!("play {P1}")).error_has("standard input is not a terminal");
    quadrille("play -").error_has("standard input is needed for keys");
    quadrille("play 12345").error_has("neither a file");
    let folder = Folder::with("bad.txt", "12345\n");
    folder.quadrille("play bad.txt").error_begins("bad.txt:1:1: found");
    folder.write("large.txt", ". ".repeat(36 * 36));
    let large = folder.quadrille("play large.txt");
    assert!(large.error().starts_with("large.txt: found a 36x36 grid"), "{large:?}");
}
