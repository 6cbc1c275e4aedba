//! Facts about the board, the search and the cell under the cursor, in words.

use quadrille_sudoku::grid::CellName;

use super::board::Origin;
use super::scene::{STRUCK, Scene};
use super::state::{Message, Mode, Player};

/// A label and its value. An empty label stands between two groups of facts.
pub type Fact = (&'static str, String);

/// What the player says: the last message, a step of a search, or a question.
pub fn said(player: &Player) -> Message {
    let said = |text, bad| Message { text, bad };
    match &player.mode {
        Mode::Editing => player.message.clone(),
        Mode::Asking(_) => Message::default(),
        Mode::Confirming(question, _) => said(question.text(), true),
        Mode::Waiting(what) => said(format!("{what} … Esc stops it, q quits"), false),
        Mode::Stepping(stepping) => said(stepping.words(), false),
    }
}

/// All facts, in groups.
pub fn facts(player: &Player, scene: &Scene) -> Vec<Fact> {
    let (grid, side) = (&scene.grid, scene.grid.order().side());
    let mut facts = vec![
        ("Size", format!("{side}x{side}")),
        ("Givens", player.board.count(Origin::Given).to_string()),
        ("Open cells", (grid.cells().len() - grid.filled()).to_string()),
        blank(),
    ];
    if let Some(rules) = &scene.rules {
        facts.insert(1, ("Rules", rules.title()));
    }
    facts.extend(search(player));
    facts.push(("State", state(player, scene)));
    facts.push(blank());
    facts.push(("Cell", CellName { order: scene.grid.order(), cell: scene.cursor }.to_string()));
    facts.push(("Digit", digit(scene)));
    facts.extend(candidates(scene).map(|candidates| ("Candidates", candidates)));
    facts.extend(marks(player, scene).map(|marks| ("Marks", marks)));
    facts
}

/// The facts about the engine and the counts of its search.
fn search(player: &Player) -> Vec<Fact> {
    let unknown = || "-".to_owned();
    if let Mode::Stepping(stepping) = player.behind() {
        let counts = stepping.reel.counts();
        vec![
            ("Engine", stepping.engine.to_string()),
            ("Step", counts.steps.to_string()),
            ("Tests", counts.tests.to_string()),
            ("Forks", counts.forks.to_string()),
            ("Solutions", counts.solutions.to_string()),
            ("Speed", format!("{} steps/s", stepping.speed())),
        ]
    } else {
        let count = |count: Option<u64>| count.map_or_else(unknown, |count| count.to_string());
        vec![
            ("Engine", player.solver().to_owned()),
            ("Tests", count(player.stats.and_then(|stats| stats.tests))),
            ("Forks", count(player.stats.and_then(|stats| stats.forks))),
        ]
    }
}

fn blank() -> Fact {
    ("", String::new())
}

/// The state of the grid or of the search in a few words.
pub fn state(player: &Player, scene: &Scene) -> String {
    match player.behind() {
        Mode::Stepping(stepping) => stepping.state(),
        Mode::Waiting(_) => "working".into(),
        _ if scene.has_clash => "clash".into(),
        _ if scene.grid.is_full() => "solved".into(),
        _ => "unsolved".into(),
    }
}

pub fn digit(scene: &Scene) -> String {
    let digit = scene.grid.digit(scene.cursor);
    match scene.origin(scene.cursor) {
        None => "-".into(),
        Some(Origin::Given) => format!("{digit}, given"),
        Some(Origin::Typed) => format!("{digit}, typed"),
        Some(Origin::Found) => format!("{digit}, found"),
    }
}

/// The pencil marks of the cell under the cursor, if it has some or if numbers are typed as pencil marks.
pub fn marks(player: &Player, scene: &Scene) -> Option<String> {
    let digits = scene.marks(scene.cursor).unwrap_or_default();
    let digits: Vec<String> = digits.iter().map(u8::to_string).collect();
    let shown = if digits.is_empty() { "-".to_owned() } else { digits.join(" ") };
    if player.pencil {
        Some(format!("{shown}  (typing)"))
    } else {
        (!digits.is_empty()).then_some(shown)
    }
}

/// The candidates of the cell under the cursor, if candidates are shown and the cell is empty. A mark stands before
/// each candidate that the step on display strikes out.
pub fn candidates(scene: &Scene) -> Option<String> {
    let candidates = scene.candidates(scene.cursor)?;
    if scene.origin(scene.cursor).is_some() {
        return None;
    }
    let sign = |digit| if scene.is_struck(scene.cursor, digit) { STRUCK } else { "" };
    let digits: Vec<String> =
        candidates.iter().map(|&digit| format!("{}{digit}", sign(digit))).collect();
    Some(if digits.is_empty() { "none".into() } else { digits.join(" ") })
}
