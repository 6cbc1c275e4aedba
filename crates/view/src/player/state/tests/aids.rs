//! What helps a person who plays: hints, pencil marks, wrong digits, difficulties.

use super::*;

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
    let mut player = Player::new(Board::new(&puzzle(g5)), Engine::Masks, 1);
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
