//! What is drawn, looked at in a terminal that is only a table of characters.

use quadrille_sudoku::format::{InputFormat, read::read_one};
use quadrille_sudoku::{Engine, Order};
use ratatui::Terminal;
use ratatui::backend::TestBackend;
use ratatui::buffer::Buffer;
use ratatui::crossterm::event::{KeyCode, KeyEvent, KeyModifiers};
use ratatui::style::{Color, Modifier};

use super::*;
use crate::player::board::Board;

const P1: &str =
    "100007090030020008009600500005300900010080002600004000300000010040000007007000300";

fn p1() -> Player {
    let puzzle = read_one(P1, InputFormat::Auto, None).unwrap();
    Player::new(Board::new(&puzzle), Engine::Masks, 1)
}

fn empty(n: usize) -> Player {
    Player::empty(Order::new(n).unwrap(), Engine::Masks, 1)
}

fn press(player: &mut Player, keys: &str) {
    for c in keys.chars() {
        player.press(KeyEvent::new(KeyCode::Char(c), KeyModifiers::NONE));
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
fn every_size_is_drawn_in_the_least_window_and_in_larger_ones() {
    for n in 2..=5 {
        let mut player = empty(n);
        press(&mut player, "hk-"); // the highest digit into the last cell
        let side = n * n;
        let (width, height) = fit(0, 0, player.board.order(), false).unwrap_err();
        for (width, height) in [(width, height), (width + 7, height + 3), (200, 60)] {
            let text = lines(&player, width, height).join("\n");
            for corner in ["┏", "┓", "┗", "┛"] {
                assert_eq!(text.matches(corner).count(), 1, "{corner} in\n{text}");
            }
            // The dashes of all other cells, those of the panel aside.
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
        text.starts_with("This window has 80 columns and 24 rows. A 25x25 grid takes 86 and 36"),
        "{text}"
    );
    for (width, height) in [(1, 1), (3, 2), (20, 5), (39, 10)] {
        drawn(&empty(2), width, height, true); // whatever is legible, and no panic
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
    // By hand: row 1 has 1, 7, 9; column 2 has 3, 1, 4; the region has 1, 3, 9.
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
fn a_long_name_shows_its_end_while_it_is_typed() {
    let mut player = p1();
    press(&mut player, &format!("w{}end", "x".repeat(200)));
    let text = lines(&player, 80, 24).join("\n");
    assert!(text.contains("Save as: xxx") && text.contains("xend\n"), "{text}");
}
