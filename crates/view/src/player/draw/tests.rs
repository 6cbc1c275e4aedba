//! The frames of the player, drawn into a table of characters instead of a terminal.

use quadrille_sudoku::Engine;
use ratatui::Terminal;
use ratatui::backend::TestBackend;
use ratatui::buffer::Buffer;
use ratatui::style::{Color, Modifier};

use super::*;
use crate::picture::testing::puzzle;
use crate::player::board::Board;
use crate::player::hint::Pointed;
use crate::player::keys::{Key, KeyCode};
use crate::player::state::tests::{empty, p1};

fn press(player: &mut Player, keys: &str) {
    for c in keys.chars() {
        player.press(Key::char(c));
    }
}

fn drawn(player: &Player, width: u16, height: u16, colours: bool) -> Buffer {
    let mut terminal = Terminal::new(TestBackend::new(width, height)).unwrap();
    terminal.draw(|frame| draw(frame, player, Theme { colours })).unwrap();
    terminal.backend().buffer().clone()
}

/// The lines of a picture, without the blanks at their ends.
fn lines(player: &Player, width: u16, height: u16) -> Vec<String> {
    let buffer = drawn(player, width, height, true);
    let row = |y| (0..width).map(|x| buffer[(x, y)].symbol()).collect::<String>();
    (0..height).map(|y| row(y).trim_end().to_owned()).collect()
}

#[test]
fn a_board_has_thick_lines_round_regions_and_dashes_in_empty_cells() {
    let lines = lines(&p1(), 80, 24);
    let left: Vec<String> =
        lines[2..6].iter().map(|line| line.chars().skip(2).take(37).collect()).collect();
    assert_eq!(left[0], "┏━━━┯━━━┯━━━┳━━━┯━━━┯━━━┳━━━┯━━━┯━━━┓");
    assert_eq!(left[1], "┃ 1 │ - │ - ┃ - │ - │ 7 ┃ - │ 9 │ - ┃");
    assert_eq!(left[2], "┠───┼───┼───╂───┼───┼───╂───┼───┼───┨");
    let buffer = drawn(&p1(), 80, 24, true);
    assert_eq!((buffer[(2, 4)].symbol(), buffer[(2, 4)].fg), ("┠", Color::Reset));
    assert_eq!((buffer[(6, 4)].symbol(), buffer[(6, 4)].fg), ("┼", Color::DarkGray));
    assert_eq!(left[3], "┃ - │ 3 │ - ┃ - │ 2 │ - ┃ - │ - │ 8 ┃");
}

#[test]
fn regions_and_diagonals_of_rules_are_drawn() {
    let shown = |rules: &str, width| {
        let board = crate::player::state::tests::rules::board(rules);
        let lines = lines(&Player::new(board, Engine::Masks, 1), 80, 24);
        let rules = lines.iter().any(|line| line.contains("Rules       "));
        assert!(rules, "{lines:?}");
        lines[2..].iter().map(|line| line.chars().skip(2).take(width).collect()).collect()
    };
    let jigsaw: Vec<String> = shown("regions:aaab/acbb/ccdb/cddd", 17);
    assert_eq!(jigsaw[..3], ["┏━━━┯━━━┯━━━┳━━━┓", "┃ - │ - │ - ┃ - ┃", "┠───╆━━━╈━━━╃───┨"]);
    let crossed: Vec<String> = shown("4+x", 17);
    assert_eq!(crossed[1], "┃ ╲ │ - ┃ - │ ╱ ┃");
    let windows: Vec<String> = shown("9+x+hyper", 37);
    assert_eq!(windows[3], "┃ - │ ╲ │ ░ ┃ ░ │ - │ ░ ┃ ░ │ ╱ │ - ┃");
    assert_eq!(windows[9], "┃ - │ - │ - ┃ - │ ╳ │ - ┃ - │ - │ - ┃");
}

#[test]
fn every_size_is_drawn_in_the_least_window_and_in_larger_ones() {
    for n in 2..=5 {
        let mut player = empty(n);
        press(&mut player, "hk-"); // the highest digit into the last cell
        let side = n * n;
        let (width, height) = fit(0, 0, player.board.order(), (false, false)).unwrap_err();
        for (width, height) in [(width, height), (width + 7, height + 3), (200, 60)] {
            let text = lines(&player, width, height).join("\n");
            for corner in ["┏", "┓", "┗", "┛"] {
                assert_eq!(text.matches(corner).count(), 1, "{corner} in\n{text}");
            }
            // The dashes of all other cells, except those in the panel.
            let rows = text.lines().filter(|line| line.contains('┃'));
            let dashes: usize =
                rows.map(|line| line.rsplit_once('┃').unwrap().0.matches(" -").count()).sum();
            assert_eq!(dashes, side * side - 1, "{text}");
            assert!(text.contains(&format!("{side}")) && text.contains("? help"), "{text}");
        }
    }
}

#[test]
fn a_window_too_small_says_what_is_needed() {
    let text = lines(&empty(5), 80, 24).join(" ");
    assert!(
        text.starts_with("This window has 80 columns and 24 rows. A 25x25 grid needs 86 and 36"),
        "{text}"
    );
    for (width, height) in [(1, 1), (3, 2), (20, 5), (39, 10)] {
        drawn(&empty(2), width, height, true); // the text may be cut off, but nothing panics
    }
}

#[test]
fn colours_are_those_of_system_b() {
    let mut player = p1();
    let solution = Engine::Masks.first(&player.board.puzzle()).unwrap();
    press(&mut player, "l6"); // typed
    player.board.fill(&solution);
    press(&mut player, "l");
    let buffer = drawn(&player, 80, 24, true);
    let cell = |column: u16| &buffer[(4 + 4 * column, 3)];
    assert_eq!((cell(0).symbol(), cell(0).fg), ("1", Color::Red));
    assert_eq!((cell(1).symbol(), cell(1).fg), ("6", Color::Reset));
    assert_eq!((cell(2).symbol(), cell(2).bg), ("2", Color::Blue));
    assert_eq!((cell(3).symbol(), cell(3).fg), ("8", Color::Green));
    press(&mut player, "h8l");
    let buffer = drawn(&player, 80, 24, true);
    let bad: Vec<u16> = (0..9).filter(|x| buffer[(4 + 4 * x, 3)].bg == Color::Yellow).collect();
    assert_eq!(bad, [1, 3], "both 8s");
    assert_eq!(buffer[(3 + 4, 3)].symbol(), "!");
}

#[test]
fn without_colours_there_are_none_and_still_four_looks() {
    let mut player = p1();
    let solution = Engine::Masks.first(&player.board.puzzle()).unwrap();
    press(&mut player, "l6");
    player.board.fill(&solution);
    press(&mut player, "lc");
    let buffer = drawn(&player, 100, 40, false);
    assert!(buffer.content.iter().all(|c| c.fg == Color::Reset && c.bg == Color::Reset));
    let mut looks: Vec<Modifier> = (0..4).map(|x| buffer[(4 + 6 * x, 3)].modifier).collect();
    looks.sort_by_key(Modifier::bits);
    looks.dedup();
    assert_eq!(looks.len(), 4, "{looks:?}");
}

#[test]
fn candidates_stand_in_the_cells_or_in_the_panel() {
    let mut player = p1();
    press(&mut player, "lc");
    // Found by hand: row 1 contains 1, 7, 9; column 2 contains 3, 1, 4; the region contains 1, 3, 9.
    let large = lines(&player, 100, 40);
    let text: String = large[2].chars().skip(9).take(5).collect();
    assert_eq!(text, "  2  ", "{large:#?}");
    let rows: Vec<String> =
        large[2..5].iter().map(|l| l.chars().skip(9).take(5).collect()).collect();
    assert_eq!(rows, ["  2  ", "  5 6", "  8  "]);
    assert!(lines(&player, 80, 24).iter().any(|line| line.contains("Candidates  2 5 6 8")));
    assert!(lines(&player, 40, 19).iter().any(|line| line.ends_with("column 2: 2 5 6 8")));
}

#[test]
fn the_longest_panel_of_every_size_is_shown_to_its_end() {
    for n in 2..=5 {
        let mut player = empty(n);
        press(&mut player, "ct");
        let text = lines(&player, 130, 36).join("\n");
        let last = format!(" {} ", n * n);
        let after = text.split("Candidates").nth(1).expect("there are candidates");
        assert!(after.contains(&last), "{n}: {text}");
    }
}

#[test]
fn help_names_every_key_of_the_moment() {
    let mut player = p1();
    press(&mut player, "?");
    let text = lines(&player, 100, 40).join("\n");
    for (_, _, line) in keys::EDITING {
        assert!(text.contains(line), "{line} in\n{text}");
    }
    press(&mut player, "?t?");
    let text = lines(&player, 80, 24).join("\n");
    assert!(text.contains("one step forwards, one back"), "{text}");
}

#[test]
fn help_is_read_to_its_end_in_every_window() {
    for (width, height) in [(40, 19), (48, 30), (80, 21), (80, 24), (100, 19)] {
        let mut player = p1();
        press(&mut player, "?");
        let mut read = String::new();
        for _ in 0..6 {
            read += &lines(&player, width, height).join("\n");
            player.press(Key::plain(KeyCode::PageDown));
        }
        for (key, _, line) in keys::EDITING {
            // A line may be wrapped between any two words, so each word is looked for.
            let told = line.split_whitespace().all(|word| read.contains(word));
            assert!(read.contains(key) && told, "{line}, {width}x{height}: {read}");
        }
        assert!(player.help);
        press(&mut player, "5");
        assert!(!player.help && player.board == p1().board);
    }
}

#[test]
fn a_long_name_shows_its_end_while_it_is_typed() {
    let mut player = p1();
    press(&mut player, &format!("w{}end", "x".repeat(200)));
    let text = lines(&player, 80, 24).join("\n");
    assert!(text.contains("Save as: xxx") && text.contains("xend\n"), "{text}");
}

/// A puzzle that `human` solves by forcing chains, one of which takes 965 characters of text.
const CHAINED: &str =
    "6....3.1......95....42..6.9..1.7..4.4..89...5.5.........6.....1..3.1..722........";

/// The player at the step of `human` with the longest text, and that text.
fn in_a_forcing_chain() -> (Player, String) {
    let mut player = Player::new(Board::new(&puzzle(CHAINED)), Engine::Human, 1);
    press(&mut player, "t");
    for _ in 0..7 {
        press(&mut player, "l");
        while player.is_moving() {
            player.tick(std::time::Duration::ZERO).unwrap();
            std::thread::sleep(std::time::Duration::from_millis(1));
        }
    }
    let Mode::Stepping(stepping) = &player.mode else { panic!("{:?}", player.mode) };
    let words = stepping.words();
    assert!(words.starts_with("forcing chains: ") && words.len() == 965, "{words}");
    (player, words)
}

/// The framed text, read page by page to its end.
fn read_to_the_end(player: &mut Player, width: u16, height: u16) -> String {
    let mut read: Vec<String> = Vec::new();
    let mut page = Vec::new();
    loop {
        let screen = lines(player, width, height);
        let framed = screen.iter().skip_while(|line| !line.contains("hide ╮")).skip(1);
        let framed = framed.take_while(|line| !line.contains('╰'));
        let inner = |line: &String| {
            line.strip_suffix('│').unwrap().rsplit_once("│ ").unwrap().1.trim().to_owned()
        };
        let next: Vec<String> = framed.map(inner).collect();
        if next == page {
            return read.join(" ");
        }
        let overlap = (0..=next.len().min(read.len())).rev().find(|&n| read.ends_with(&next[..n]));
        read.extend_from_slice(&next[overlap.unwrap()..]);
        page = next;
        player.press(Key::plain(KeyCode::PageDown));
    }
}

#[test]
fn the_longest_words_are_shown_in_full_in_every_window() {
    let (mut player, words) = in_a_forcing_chain();
    for (width, height) in [(40, 19), (40, 25), (60, 30), (76, 22), (80, 24), (100, 24)] {
        assert_eq!(read_to_the_end(&mut player, width, height), words, "{width}x{height}");
        for _ in 0..20 {
            player.press(Key::plain(KeyCode::PageUp));
        }
    }
    // In a large window the whole text fits into the message.
    let text = lines(&player, 100, 40).join(" ");
    let text = text.split_whitespace().collect::<Vec<_>>().join(" ");
    assert!(text.contains(&words) && text.contains("Forks"), "{text}");
}

#[test]
fn long_words_leave_the_grid_in_sight_or_can_be_hidden() {
    let (mut player, _) = in_a_forcing_chain();
    let grid = |lines: &[String]| lines.iter().filter(|line| line.contains('┃')).count();
    assert_eq!(grid(&lines(&player, 80, 24)), 9, "the text takes the place of the panel");
    let (framed, cell) = (lines(&player, 40, 19), player.board.order().row(player.cursor));
    assert!(grid(&framed) < 9 && framed[2 + cell + cell / 3].contains('┃'), "{framed:#?}");
    press(&mut player, "v");
    let hidden = lines(&player, 40, 19);
    assert_eq!(grid(&hidden), 9, "{hidden:#?}");
    assert!(hidden.iter().any(|line| line.ends_with("… v: all")), "{hidden:#?}");
    press(&mut player, "v");
    assert_eq!(lines(&player, 40, 19), framed);
}

#[test]
fn a_long_question_is_asked_in_full() {
    let mut player = p1();
    let name = "n".repeat(300);
    player.saved(&name, Err(crate::player::SaveError::Exists));
    let text = lines(&player, 80, 24).join("\n");
    assert!(text.contains("Replace it? y / n"), "{text}");
}

/// A pair in columns 1 and 2 of row 1 strikes out 1 and 2 in column 4 of that row, which leaves 3 and 4.
fn pointing() -> Player {
    let mut player = empty(2);
    press(&mut player, "c");
    player.cursor = 3;
    let (struck, reason, gone) = (vec![(2, 1), (3, 2)], vec![0, 1], vec![(3, 1)]);
    player.point(Pointed { struck, reason, gone, wrong: Vec::new() });
    player
}

#[test]
fn struck_candidates_are_crossed_out_and_the_reason_is_marked() {
    let buffer = drawn(&pointing(), 80, 24, true);
    let row = |y: u16, cell: u16| -> String {
        // A cell has five columns, of which the first and the last are blank.
        (0..5).map(|x| buffer[(3 + 6 * cell + x, y)].symbol()).collect()
    };
    let cell = |cell| [row(3, cell), row(4, cell)];
    assert_eq!(cell(0), [" 1 2 ", " 3 4 "]);
    assert_eq!(cell(2), [" × 2 ", " 3 4 "], "struck by this step");
    assert_eq!(cell(3), ["   × ", " 3 4 "], "struck by an earlier step");
    assert_eq!((buffer[(4, 3)].bg, buffer[(10, 3)].bg), (Color::Cyan, Color::Cyan), "the reason");
    assert_eq!((buffer[(16, 3)].bg, buffer[(18, 3)].bg), (Color::Red, Color::Reset));
    assert!(lines(&pointing(), 80, 24).iter().any(|line| line.contains("Candidates  ×2 3 4")));

    let buffer = drawn(&pointing(), 80, 24, false);
    assert!(buffer[(16, 3)].modifier.contains(Modifier::REVERSED), "the cross");
    assert!(buffer[(4, 3)].modifier.contains(Modifier::UNDERLINED), "the reason");
}

#[test]
fn where_candidates_have_no_room_their_cells_are_marked() {
    let lines = lines(&pointing(), 40, 14);
    assert!(lines.iter().any(|line| line.trim() == "┃*-*- ┃×-×- ┃"), "{lines:#?}");
    assert!(lines.iter().any(|line| line.ends_with("column 4: ×2 3 4")), "{lines:#?}");
}

#[test]
fn pencil_marks_stand_in_their_cells_or_are_signs() {
    let mut player = empty(2);
    press(&mut player, "p13l2p");
    let drawn = lines(&player, 80, 24);
    assert!(drawn.iter().any(|line| line.contains("┃ 1   │   2 ┃")), "{drawn:#?}");
    assert!(drawn.iter().any(|line| line.contains("┃ 3   │     ┃")), "{drawn:#?}");
    assert!(drawn.iter().any(|line| line.contains("Marks       2 ")), "{drawn:#?}");
    let small = lines(&player, 40, 14);
    assert!(small.iter().any(|line| line.trim() == "┃ : : ┃ - - ┃"), "{small:#?}");
    assert!(small.iter().any(|line| line.ends_with("column 2: marks 2")), "{small:#?}");
    press(&mut player, "c");
    let shown = lines(&player, 80, 24);
    assert!(shown.iter().any(|line| line.contains("┃ 1 2 │ 1 2 ┃")), "candidates: {shown:#?}");
}

#[test]
fn wrong_digits_are_marked() {
    let mut player = p1();
    press(&mut player, "l5");
    player.point(Pointed { wrong: vec![1], ..Pointed::default() });
    assert!(lines(&player, 80, 24).iter().any(|line| line.contains("┃ 1 │!5 │ - ┃")));
}
