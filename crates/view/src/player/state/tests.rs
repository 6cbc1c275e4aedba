//! The player, played without a terminal.

use quadrille_sudoku::format::{InputFormat, read::read_one};
use ratatui::crossterm::event::KeyModifiers;

use super::*;
use crate::player::files::{LoadError, Loaded, SaveError};

const P1: &str =
    "100007090030020008009600500005300900010080002600004000300000010040000007007000300";

fn empty(n: usize) -> Player {
    Player::empty(Order::new(n).unwrap(), Engine::Masks, 1)
}

fn p1() -> Player {
    let puzzle = read_one(P1, InputFormat::Auto, None).unwrap();
    Player::new(Board::new(&puzzle), Engine::Masks, 1)
}

fn code(player: &mut Player, code: KeyCode) -> Option<Request> {
    player.press(KeyEvent::new(code, KeyModifiers::NONE))
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
    let work = match request {
        Some(Request::Solve(engine, puzzle)) => super::super::work::Work::solve(engine, puzzle),
        Some(Request::Generate { order, challenge, seed, number }) => {
            super::super::work::Work::generate(order, challenge, seed, number)
        }
        Some(Request::Compare(puzzle)) => super::super::work::Work::compare(puzzle),
        other => panic!("{other:?}"),
    };
    for _ in 0..60_000 {
        if let Some(done) = work.done().expect("the engine is sound") {
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
fn engines_go_round() {
    let mut player = empty(3);
    let seen: Vec<Engine> = Engine::ALL
        .iter()
        .map(|_| {
            keys(&mut player, "e");
            player.engine
        })
        .collect();
    assert_eq!(seen.last(), Some(&Engine::Masks));
    assert!(Engine::ALL.iter().all(|engine| seen.contains(engine)));
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
    player.press(KeyEvent::new(KeyCode::Char('c'), KeyModifiers::CONTROL));
    assert!(player.is_over());
}

#[test]
fn a_board_of_another_size_keeps_the_cursor_inside() {
    let mut player = empty(5);
    keys(&mut player, "hk");
    let small = Board::new(&Puzzle::new(quadrille_sudoku::Grid::empty(Order::new(2).unwrap())));
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
            if stepping.counts().steps > 0 {
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
fn a_hint_says_where_then_what_then_why() {
    let mut player = p1();
    keys(&mut player, "n");
    assert_eq!((&*player.message.text, player.cursor), ("look at region 7", 0));
    assert_eq!(player.pointed().reason.len(), 9, "the region is marked");
    keys(&mut player, "n");
    assert_eq!(player.message.text, "region 7: hidden single in a region, digit 1");
    assert_eq!(player.cursor, 0, "the cell is not given away");
    keys(&mut player, "n");
    // The only single that system D finds in P1.
    let single = "row 8 column 3 = 1: hidden single in a region, the only place left in region 7";
    assert_eq!(player.message.text, single);
    assert_eq!(player.cursor, 7 * 9 + 2);
    keys(&mut player, "n");
    assert_eq!(player.message.text, "look at region 7", "the hint begins anew");
    keys(&mut player, "nnjn");
    assert_eq!(player.message.text, "look at region 7", "another key ends the hint");
    keys(&mut player, "nn1n");
    assert_eq!(player.message.text, "no known technique applies: the next step needs a guess");
}

#[test]
fn a_hint_of_several_steps_is_told_step_by_step() {
    // G5 of system D, which singles alone do not solve.
    let g5 = "010405800052800010000010006001000700800030004007000200600070000070008640004600090";
    let puzzle = read_one(g5, InputFormat::Auto, None).unwrap();
    let mut player = Player::new(Board::new(&puzzle), Engine::Masks, 1);
    keys(&mut player, "nnn");
    while let Some((_, digit)) = player.message.text.split_once(" = ") {
        let digit = digit[..1].to_owned();
        keys(&mut player, &(digit + "nnn"));
    }
    let first = player.message.text.clone();
    let steps: usize = first.strip_prefix("1 of ").unwrap()[..1].parse().unwrap();
    let mut cell = player.cursor;
    for step in 2..=steps {
        keys(&mut player, "n");
        assert!(player.message.text.starts_with(&format!("{step} of {steps}: look at ")));
        keys(&mut player, "nn");
        assert!(player.message.text.starts_with(&format!("{step} of {steps}: ")));
        cell = player.cursor;
    }
    assert!(player.message.text.contains(" = "), "{}", player.message.text);
    keys(&mut player, "nnn");
    assert_eq!(player.message.text, first, "after the last step comes the first again");
    keys(&mut player, "lnnn");
    assert_eq!(player.message.text, first, "another key ends the hint");
    assert_eq!(player.board.grid().digit(cell), 0, "a hint places no digit");
}

#[test]
fn help_is_closed_by_any_key_which_does_nothing_else() {
    let mut player = empty(3);
    keys(&mut player, "?");
    assert!(player.help);
    keys(&mut player, "5");
    assert!(!player.help && digit(&player) == 0);
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

#[test]
fn what_a_hint_points_at_stays_while_candidates_are_shown_or_help_is_read() {
    let mut player = p1();
    keys(&mut player, "n");
    let (pointed, message) = (player.pointed(), player.message.clone());
    assert_eq!(pointed.reason.len(), 9, "a region");
    keys(&mut player, "c?xv");
    assert_eq!((player.pointed(), player.message.clone()), (pointed, message));
    keys(&mut player, "h");
    assert_eq!(player.pointed(), Pointed::default());
}

/// The marks of the cell under the cursor.
fn marks(player: &Player) -> Vec<u8> {
    let mask = player.board.marks(player.cursor);
    crate::player::board::digits_of(player.board.order(), mask.into())
}

#[test]
fn pencil_marks_are_typed_instead_of_digits() {
    let mut player = p1();
    keys(&mut player, "lp265");
    assert_eq!((marks(&player), digit(&player)), (vec![2, 5, 6], 0));
    keys(&mut player, "2");
    assert_eq!(marks(&player), [5, 6], "a second time removes a mark");
    keys(&mut player, "u");
    assert_eq!(marks(&player), [2, 5, 6]);
    keys(&mut player, "h7");
    assert!(player.message.text.starts_with("this cell has a digit"));
    keys(&mut player, "lp6");
    assert_eq!((marks(&player), digit(&player)), (vec![2, 5, 6], 6), "marks wait under a digit");
    keys(&mut player, "0");
    assert_eq!((marks(&player), digit(&player)), (vec![2, 5, 6], 0));
    keys(&mut player, "0");
    assert_eq!(marks(&player), [0; 0], "an empty cell loses its marks");
    keys(&mut player, "u6x");
    assert_eq!((marks(&player), digit(&player)), (vec![2, 5, 6], 0));
    keys(&mut player, "x");
    assert!(!player.board.has_marks());
    keys(&mut player, "u");
    assert!(keys(&mut player, "q").is_none() && !player.is_over(), "the marks would be lost");
    player.saved("a.txt", Ok(()));
    keys(&mut player, "nq");
    assert!(player.is_over());
}

#[test]
fn pencil_marks_above_nine_take_two_strokes_and_one_undo() {
    let mut player = empty(4);
    keys(&mut player, "p12");
    assert_eq!(marks(&player), [12]);
    keys(&mut player, "1lh1");
    assert_eq!(marks(&player), [12], "1 was marked, and then not");
    keys(&mut player, "hl10");
    assert_eq!(marks(&player), [10, 12]);
    keys(&mut player, "u");
    assert_eq!(marks(&player), [12]);
    keys(&mut player, "h0");
    assert_eq!(marks(&player), [0; 0]);
}

#[test]
fn wrong_digits_are_shown_without_the_right_ones() {
    let mut player = p1();
    let asked = keys(&mut player, "l6m");
    work(&mut player, asked);
    assert_eq!((&*player.message.text, player.message.bad), ("no digit is wrong", false));
    // The solution has a 6 in row 1 column 2, a 2 in column 3 and an 8 in column 4.
    let asked = keys(&mut player, "5lp13plp8pm");
    work(&mut player, asked);
    let expected = "1 digit is wrong: row 1 column 2; the right digit is not among the pencil marks \
                    of row 1 column 3";
    assert_eq!((&*player.message.text, player.cursor), (expected, 1));
    assert_eq!((player.pointed().wrong, player.pointed().reason), (vec![1], vec![2]));
    keys(&mut player, "l");
    assert_eq!(player.pointed(), Pointed::default());
    let mut player = empty(2);
    assert_eq!(keys(&mut player, "m"), None);
    assert!(player.message.text.starts_with("there are no givens"));
    let asked = keys(&mut player, "1fm");
    work(&mut player, asked);
    assert!(player.message.text.starts_with("the givens have several solutions"));
    let asked = keys(&mut player, "f2l3j4hf");
    assert_eq!(asked, None);
    assert_eq!(keys(&mut player, "m"), Some(Request::Compare(player.board.givens())));
    player.cancelled();
    assert_eq!(player.message.text, "stopped");
}

#[test]
fn new_puzzles_are_as_difficult_as_was_chosen() {
    let mut player = empty(3);
    keys(&mut player, "dd");
    assert_eq!(player.message.text, "new puzzles are medium, rating 2.3 to 2.8; g generates one");
    let asked = keys(&mut player, "g");
    let challenge = Challenge::Medium;
    let order = Order::NINE;
    assert_eq!(asked, Some(Request::Generate { order, challenge, seed: 1, number: 0 }));
    work(&mut player, asked);
    assert!(player.message.text.ends_with(" givens, one solution, medium, rating 2.3 to 2.8"));
    let mut small = empty(2);
    let asked = keys(&mut small, "dddg");
    work(&mut small, asked);
    let expected =
        "found no puzzle (hard, rating 3.0 to 4.2) in 10000 attempts; d chooses another difficulty";
    assert_eq!(small.message.text, expected);
}
