//! The player, played without a terminal.

mod aids;
pub(in crate::player) mod rules;

use super::*;
use crate::picture::testing::{P1, puzzle};
use crate::player::files::{LoadError, Loaded, SaveError};
use crate::player::keys::KeyCode;
use crate::player::thread;

pub(in crate::player) fn empty(n: usize) -> Player {
    Player::empty(Order::new(n).unwrap(), Engine::Masks, 1)
}

pub(in crate::player) fn p1() -> Player {
    Player::new(Board::new(&puzzle(P1)), Engine::Masks, 1)
}

fn code(player: &mut Player, code: KeyCode) -> Option<Request> {
    player.press(Key::plain(code))
}

/// Types characters; returns the request of the last one.
fn keys(player: &mut Player, keys: &str) -> Option<Request> {
    keys.chars().map(|c| code(player, KeyCode::Char(c))).last().flatten()
}

fn digit(player: &Player) -> u8 {
    player.board.grid().digit(player.cursor)
}

/// Carries out a request, as the terminal does.
fn work(player: &mut Player, request: Option<Request>) {
    let work = thread::start(request.expect("a request"));
    for _ in 0..60_000 {
        if let Some(done) = work.next().expect("the engine is sound") {
            return player.done(done);
        }
        std::thread::sleep(Duration::from_millis(1));
    }
    panic!("the work took more than a minute");
}

#[test]
fn the_cursor_wraps_round_at_every_edge_of_every_size() {
    for n in 2..=5 {
        let mut player = empty(n);
        let side = n * n;
        keys(&mut player, "h");
        assert_eq!(player.cursor, side - 1);
        keys(&mut player, "k");
        assert_eq!(player.cursor, side * side - 1);
        code(&mut player, KeyCode::Right);
        assert_eq!(player.cursor, side * (side - 1));
        code(&mut player, KeyCode::Down);
        assert_eq!(player.cursor, 0);
    }
}

#[test]
fn raising_and_lowering_wrap_round_through_empty() {
    for n in 2..=5 {
        let mut player = empty(n);
        let side = (n * n) as u8;
        let raised: Vec<u8> = (0..=side)
            .map(|_| {
                keys(&mut player, "+");
                digit(&player)
            })
            .collect();
        assert_eq!(raised, (1..=side).chain([0]).collect::<Vec<_>>());
        keys(&mut player, "-");
        assert_eq!(digit(&player), side);
        keys(&mut player, "-");
        assert_eq!(digit(&player), side - 1);
    }
}

#[test]
fn numbers_above_nine_take_two_strokes_and_one_undo() {
    let mut player = empty(5);
    keys(&mut player, "25");
    assert_eq!(digit(&player), 25);
    keys(&mut player, "3");
    assert_eq!(digit(&player), 3, "253 is not a digit, so a new number begins");
    keys(&mut player, "l10");
    assert_eq!(digit(&player), 10, "the 0 is a stroke, not an erasure");
    keys(&mut player, "0");
    assert_eq!(digit(&player), 0);
    keys(&mut player, "1hl2");
    assert_eq!(digit(&player), 2, "after a move a new number begins");
    keys(&mut player, "uuuu");
    assert_eq!(
        (digit(&player), player.board.grid().digit(0)),
        (0, 3),
        "both strokes of 10 are undone together"
    );
    keys(&mut player, "uu");
    assert_eq!(player.board.grid().filled(), 0);
    keys(&mut player, "1u2r");
    assert_eq!(digit(&player), 2, "after another change there is nothing to redo");
}

#[test]
fn a_second_stroke_after_one_that_changed_nothing_is_undone_alone() {
    let mut player = empty(4);
    keys(&mut player, "1lh12");
    assert_eq!(digit(&player), 12);
    keys(&mut player, "u");
    assert_eq!(digit(&player), 1);
    keys(&mut player, "f12");
    assert_eq!(digit(&player), 1, "a given takes no stroke");
    assert!(player.message.text.contains("given"));
}

#[test]
fn small_grids_take_one_stroke_and_refuse_what_is_no_digit() {
    let mut player = empty(2);
    keys(&mut player, "12");
    assert_eq!(digit(&player), 2);
    keys(&mut player, "5");
    assert_eq!((digit(&player), &*player.message.text), (2, "digits in this grid go from 1 to 4"));
    for eraser in ['0', '.', ' '] {
        keys(&mut player, "3");
        assert_eq!(digit(&player), 3);
        code(&mut player, KeyCode::Char(eraser));
        assert_eq!(digit(&player), 0);
    }
    keys(&mut player, "3");
    code(&mut player, KeyCode::Backspace);
    assert_eq!(digit(&player), 0);
}

#[test]
fn a_clash_is_told_as_it_happens_and_goes_when_it_goes() {
    let mut player = p1();
    keys(&mut player, "l1");
    assert!(player.message.bad);
    let told = "digit 1 stands twice in row 1: at row 1 column 1 and row 1 column 2";
    assert_eq!(player.message.text, told);
    keys(&mut player, "j");
    assert_eq!(player.message.text, told, "the clash is still there");
    assert_eq!(keys(&mut player, "s"), None, "a clash needs no search");
    assert_eq!(player.message.text, format!("no solution: {told}"));
    keys(&mut player, "k0");
    assert_eq!(player.message, Message::default());
}

#[test]
fn givens_are_kept_until_they_are_freed() {
    let mut player = p1();
    keys(&mut player, "5");
    assert_eq!(digit(&player), 1);
    assert!(player.message.text.contains("press f"));
    keys(&mut player, "f5");
    assert_eq!(digit(&player), 5);
    keys(&mut player, "f");
    assert_eq!(player.board.count(Origin::Given), 23);
    keys(&mut player, "u");
    assert_eq!(
        player.board.count(Origin::Given),
        0,
        "turning digits into givens is undone as well"
    );
}

#[test]
fn an_engine_solves_around_what_is_typed_and_x_clears_it() {
    let mut player = p1();
    keys(&mut player, "l6");
    let asked = keys(&mut player, "s");
    work(&mut player, asked);
    assert_eq!(player.board.count(Origin::Found), 57);
    assert_eq!(player.board.origin(1), Some(Origin::Typed));
    assert!(player.board.givens().is_solved_by(player.board.grid()));
    assert!(player.stats.is_some() && player.message.text == "solved by masks");
    keys(&mut player, "x");
    assert_eq!(player.board.grid().filled(), 23);
    keys(&mut player, "u");
    assert!(player.board.grid().is_full());
    keys(&mut player, "Xuu");
    assert_eq!(player.board.grid().filled(), 24, "all digits of a solution are undone together");
}

#[test]
fn what_has_no_solution_and_what_stalls_is_said() {
    let mut player = p1();
    let asked = keys(&mut player, "l8s"); // the solution has a 6 in this cell
    work(&mut player, asked);
    assert_eq!(player.message.text, "masks found that this grid has no solution");
    keys(&mut player, "u");
    while player.engine != Engine::Singles {
        keys(&mut player, "e");
    }
    let asked = keys(&mut player, "s");
    work(&mut player, asked);
    assert_eq!(
        player.message.text,
        "singles stalls with 57 open cells: the next step needs a guess"
    );
    assert_eq!(player.board.count(Origin::Found), 1);
}

#[test]
fn puzzles_are_generated_one_after_another_and_undone() {
    let mut player = empty(2);
    let mut made = Vec::new();
    for number in 0..2 {
        let asked = keys(&mut player, "g");
        let order = player.board.order();
        let challenge = Challenge::Any;
        assert_eq!(asked, Some(Request::Generate { order, challenge, seed: 1, number }));
        work(&mut player, asked);
        made.push(player.board.clone());
    }
    assert_ne!(made[0], made[1]);
    keys(&mut player, "u");
    assert_eq!(player.board, made[0]);
    assert!(
        keys(&mut player, "q").is_none() && !player.is_over(),
        "neither puzzle has digits to lose"
    );
}

#[test]
fn files_are_asked_for_and_never_replaced_unasked() {
    let mut player = empty(2);
    keys(&mut player, "1wa.txt");
    let save = |replace| Some(Request::Save { name: "a.txt".into(), replace });
    assert_eq!(code(&mut player, KeyCode::Enter), save(false));
    player.saved("a.txt", Err(SaveError::Exists));
    assert_eq!(keys(&mut player, "q"), None);
    assert_eq!(keys(&mut player, "n"), None);
    assert!(matches!(player.mode, Mode::Editing));
    player.saved("a.txt", Err(SaveError::Exists));
    assert_eq!(keys(&mut player, "y"), save(true));
    player.saved("a.txt", Ok(()));
    keys(&mut player, "w");
    assert_eq!(code(&mut player, KeyCode::Enter), save(false), "the name is remembered");
    keys(&mut player, "oelse");
    assert_eq!(code(&mut player, KeyCode::Enter), Some(Request::Load("else".into())));
    player.loaded("else", Err(LoadError::Empty));
    assert_eq!(player.message.text, "else: found no puzzle; expected one");
    assert_eq!(digit(&player), 1, "the board has not changed");
    keys(&mut player, "q");
    assert!(player.is_over(), "everything is saved");
}

#[test]
fn quitting_asks_if_something_would_be_lost() {
    let mut player = p1();
    keys(&mut player, "l6q");
    assert!(!player.is_over());
    keys(&mut player, "nq");
    assert!(!player.is_over());
    keys(&mut player, "y");
    assert!(player.is_over());
    let mut player = p1();
    player.press(Key::control('c'));
    assert!(player.is_over());
}

#[test]
fn a_board_of_another_size_keeps_the_cursor_inside() {
    let mut player = empty(5);
    keys(&mut player, "hk");
    let small = Board::new(&quadrille_sudoku::Puzzle::new(quadrille_sudoku::Grid::empty(
        Order::new(2).unwrap(),
    )));
    player.loaded("small", Ok(Loaded { board: small, more: false }));
    assert_eq!(player.cursor, 0);
    keys(&mut player, "u");
    assert_eq!(player.board.order().side(), 25);
    keys(&mut player, "hkr");
    assert!(player.cursor < 16);
}

#[test]
fn a_search_is_left_as_it_was_or_its_digits_are_kept() {
    let mut player = p1();
    let before = player.board.clone();
    for leave in [KeyCode::Esc, KeyCode::Enter] {
        keys(&mut player, "t");
        for _ in 0..1000 {
            let Mode::Stepping(stepping) = &player.mode else { panic!("{:?}", player.mode) };
            if stepping.reel.counts().steps > 0 {
                break;
            }
            if !player.is_moving() {
                code(&mut player, KeyCode::Right);
            }
            player.tick(Duration::from_millis(1)).unwrap();
            std::thread::sleep(Duration::from_millis(1));
        }
        assert_eq!(player.board, before);
        code(&mut player, leave);
        assert!(matches!(player.mode, Mode::Editing));
    }
    assert_eq!(player.board.count(Origin::Found), 1);
    keys(&mut player, "u");
    assert_eq!(player.board, before);
}

#[test]
fn q_quits_while_an_engine_works_and_asks_first_if_something_would_be_lost() {
    let mut player = p1();
    keys(&mut player, "sq");
    assert!(player.is_over(), "no digit would be lost");

    let mut player = p1();
    let asked = keys(&mut player, "l6s");
    keys(&mut player, "q");
    assert!(!player.is_over() && matches!(player.mode, Mode::Confirming(Question::Quit, _)));
    keys(&mut player, "n");
    assert!(matches!(player.mode, Mode::Waiting(_)), "the engine is still working");
    keys(&mut player, "q");
    work(&mut player, asked);
    assert!(
        matches!(player.mode, Mode::Confirming(Question::Quit, _)),
        "the question is still open"
    );
    assert!(
        player.board.grid().is_full(),
        "the solution found while the question was open is on the board"
    );
    keys(&mut player, "n");
    assert!(matches!(player.mode, Mode::Editing));
    keys(&mut player, "qy");
    assert!(player.is_over());
}

#[test]
fn q_quits_while_a_search_is_stepped_through() {
    let mut player = p1();
    keys(&mut player, "t q");
    assert!(player.is_over());
    let mut player = p1();
    keys(&mut player, "l6t q");
    assert!(
        !player.is_over() && !player.is_moving(),
        "no step is taken while the question is open"
    );
    keys(&mut player, "n");
    assert!(
        matches!(player.mode, Mode::Stepping(_)) && player.is_moving(),
        "steps are taken again"
    );
    keys(&mut player, "qy");
    assert!(player.is_over());
}
