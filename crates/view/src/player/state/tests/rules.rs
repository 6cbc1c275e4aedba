//! Boards under rules: made, solved, compared, hinted at, saved and loaded.

use quadrille_cover::CancelToken;
use quadrille_sudoku::Engine;
use quadrille_sudoku::format::InputFormat;
use quadrille_sudoku::rules::Spec;
use quadrille_sudoku::rules::read::Asked;

use crate::player::board::{Board, Origin};
use crate::player::files;
use crate::player::hint::ruled::hints;
use crate::player::houses::clashing;
use crate::player::keys::{Key, KeyCode};
use crate::player::state::Player;

fn spec(rules: &str) -> Spec {
    rules.parse().expect("rules")
}

/// The empty board of rules.
pub fn board(rules: &str) -> Board {
    files::empty_under(spec(rules).rules(None).expect("rules")).expect("it can be shown")
}

/// Presses keys, and carries out the request of the last one.
fn press(player: &mut Player, keys: &str) {
    let requests = keys.chars().map(|c| player.press(Key::plain(KeyCode::Char(c))));
    if let Some(request) = requests.last().flatten() {
        let done = crate::player::done(&request, &CancelToken::new());
        player.done(done.expect("it is work"));
    }
}

#[test]
fn boards_under_rules_are_made_solved_compared_and_hinted_at() {
    for rules in ["4+x", "9+x+hyper", "9+anti-knight", "regions:abbb/aaab/cddd/cccd"] {
        let mut player = Player::new(board(rules), Engine::Masks, 3);
        press(&mut player, "g");
        let givens = player.board().givens();
        assert!(givens.clues() > 0 && player.board().rules().is_some(), "{rules}");
        press(&mut player, "n");
        let first = player.message.text.clone();
        assert!(first.starts_with("look at ") || first.starts_with("no single"), "{first}");
        press(&mut player, "s");
        let solved = player.board().grid().clone();
        let known = spec(rules).rules(None).expect("rules");
        assert!(known.is_solved_by(givens.givens().cells(), solved.cells()), "{rules}");
        assert_eq!(player.message.text, "solved by exact cover");
        press(&mut player, "m");
        assert_eq!(player.message.text, "no digit is wrong");
        // What is saved is what is loaded, by the rules that the file says.
        player.board.turn(Origin::Found, Origin::Typed);
        let text = files::text(player.board());
        let read = |asked| files::read_under(text.as_bytes(), asked, InputFormat::Auto, None);
        let loaded = read(None).expect("a saved game");
        assert_eq!((&loaded.board, loaded.more), (player.board(), false), "{text}");
        assert!(read(Some(Asked::Spec(spec("16")))).is_err());
        assert!(matches!(
            files::read(text.as_bytes(), InputFormat::Auto, None),
            Err(files::LoadError::Ruled)
        ));
    }
}

#[test]
fn digits_that_the_rules_forbid_together_clash() {
    for (rules, cells, clash) in [
        ("9+x", [(0, 5), (80, 5)], "digit 5 stands twice in diagonal 1"),
        ("9+anti-knight", [(2, 5), (21, 5)], "digits 5 and 5 stand a chess move apart"),
        ("9+non-consecutive", [(8, 5), (17, 6)], "digits 5 and 6 stand side by side"),
    ] {
        let mut board = board(rules);
        for (cell, digit) in cells {
            board.set(cell, digit);
        }
        let marked = clashing(board.rules().expect("rules"), board.grid());
        let marked: Vec<usize> = (0..81).filter(|&cell| marked[cell]).collect();
        assert_eq!(marked, cells.map(|(cell, _)| cell), "{rules}");
        let player = Player::new(board, Engine::Masks, 1);
        assert!(player.message.text.starts_with(clash), "{}", player.message.text);
    }
}

#[test]
fn a_hint_is_the_next_single_of_any_house() {
    let mut board = board("4+x");
    // 1, 2 and 3 stand on the falling diagonal, so that 4 is its last digit.
    for (cell, digit) in [(0, 1), (5, 2), (10, 3)] {
        board.set(cell, digit);
    }
    let rules = board.rules().cloned().expect("rules");
    let first = hints(&rules, board.grid());
    let lead = first[0].lead.as_ref().expect("a step");
    assert_eq!((&*lead.place, &*lead.technique), ("diagonal 1", "full house, 4"));
    assert_eq!(first[0].text, "row 4 column 4 = 4: full house, the only place left in diagonal 1");
    board.set(3, 2);
    board.set(12, 2);
    assert!(hints(&rules, board.grid())[0].text.contains("stands twice in diagonal 2"));
}

#[test]
fn what_cannot_be_shown_is_refused() {
    for rules in ["6+x", "samurai", "4+futoshiki"] {
        let refused = files::empty_under(spec(rules).rules(None).expect("rules")).unwrap_err();
        assert!(refused.to_string().contains("expected grids of 4, 9, 16 or 25 rows"), "{refused}");
    }
}
