//! The panel beside the grid, with facts about the board, the search and the cell under the cursor. If there is no room
//! for the panel, a strip of two lines under the grid shows the most important facts.

use quadrille_sudoku::grid::CellName;
use ratatui::Frame;
use ratatui::layout::{Margin, Rect};
use ratatui::text::{Line, Span};
use ratatui::widgets::{Block, BorderType, Paragraph};

use super::grid::{STRUCK, Scene};
use super::words::wrapped;
use crate::player::board::Origin;
use crate::player::state::{Mode, Player};
use crate::player::theme::Theme;

/// Width of a label, in columns.
const LABEL: usize = 12;

/// A label and its value; a row with an empty label continues the value of the row before.
type Entry = (&'static str, String);

/// Draws the panel.
pub fn draw(frame: &mut Frame<'_>, player: &Player, scene: &Scene, theme: Theme, area: Rect) {
    let title = match player.behind() {
        Mode::Stepping(_) => " Search ",
        _ => " Board ",
    };
    let block =
        Block::bordered().border_type(BorderType::Rounded).border_style(theme.faint()).title(title);
    let width = area.width as usize - 4 - LABEL;
    let entries = entries(player, scene, width);
    let line = |(label, value): Entry| {
        Line::from(vec![Span::styled(format!("{label:<LABEL$}"), theme.faint()), Span::raw(value)])
    };
    let lines: Vec<Line<'_>> = entries.into_iter().map(line).collect();
    frame.render_widget(block, area);
    frame.render_widget(Paragraph::new(lines), area.inner(Margin::new(2, 1)));
}

fn entries(player: &Player, scene: &Scene, width: usize) -> Vec<Entry> {
    let mut entries = vec![
        ("Size", size(scene)),
        ("Givens", player.board.count(Origin::Given).to_string()),
        ("Open cells", open(scene).to_string()),
        blank(),
    ];
    entries.extend(search(player));
    entries.push(("State", state(player, scene)));
    entries.push(blank());
    entries.push(("Cell", CellName { order: scene.grid.order(), cell: scene.cursor }.to_string()));
    entries.push(("Digit", digit(scene)));
    if let Some(candidates) = candidates(scene) {
        let mut label = "Candidates";
        for line in wrapped(&candidates, width) {
            entries.push((std::mem::take(&mut label), line));
        }
    }
    if let Some(marks) = marks(player, scene) {
        let mut label = "Marks";
        for line in wrapped(&marks, width) {
            entries.push((std::mem::take(&mut label), line));
        }
    }
    entries
}

/// The entries about the engine and the counts of its search.
fn search(player: &Player) -> Vec<Entry> {
    let unknown = || "-".to_owned();
    if let Mode::Stepping(stepping) = player.behind() {
        let counts = stepping.counts();
        vec![
            ("Engine", stepping.engine().to_string()),
            ("Step", counts.steps.to_string()),
            ("Tests", counts.tests.to_string()),
            ("Forks", counts.forks.to_string()),
            ("Solutions", counts.solutions.to_string()),
            ("Speed", format!("{} steps/s", stepping.speed())),
        ]
    } else {
        let count = |count: Option<u64>| count.map_or_else(unknown, |count| count.to_string());
        vec![
            ("Engine", player.engine.to_string()),
            ("Tests", count(player.stats.and_then(|stats| stats.tests))),
            ("Forks", count(player.stats.and_then(|stats| stats.forks))),
        ]
    }
}

/// The most important facts of the panel in two lines, for windows without room for the panel.
pub fn strip<'a>(player: &Player, scene: &Scene, theme: Theme) -> Vec<Line<'a>> {
    let counts: Vec<String> = if let Mode::Stepping(stepping) = player.behind() {
        let counts = stepping.counts();
        vec![
            stepping.engine().to_string(),
            format!("step {}", counts.steps),
            format!("tests {}", counts.tests),
            format!("forks {}", counts.forks),
            format!("{}/s", stepping.speed()),
            state(player, scene),
        ]
    } else {
        let stats = player.stats.unwrap_or_default();
        let count = |name, count: Option<u64>| count.map(|count| format!("{name} {count}"));
        let counted = [count("tests", stats.tests), count("forks", stats.forks)];
        let engine = [player.engine.to_string()].into_iter();
        engine.chain(counted.into_iter().flatten()).chain([state(player, scene)]).collect()
    };
    let cell = CellName { order: scene.grid.order(), cell: scene.cursor };
    let about = match (candidates(scene), marks(player, scene)) {
        (Some(candidates), _) => format!("{cell}: {candidates}"),
        (None, Some(marks)) => format!("{cell}: marks {marks}"),
        (None, None) => format!("{cell}: {}", digit(scene)),
    };
    vec![Line::raw(counts.join("  ")), Line::styled(about, theme.faint())]
}

fn blank() -> Entry {
    ("", String::new())
}

fn size(scene: &Scene) -> String {
    let side = scene.grid.order().side();
    format!("{side}x{side}")
}

fn open(scene: &Scene) -> usize {
    scene.grid.cells().len() - scene.grid.filled()
}

/// The state of the grid or of the search in a few words.
fn state(player: &Player, scene: &Scene) -> String {
    match player.behind() {
        Mode::Stepping(stepping) => stepping.state(),
        Mode::Waiting(_) => "working".into(),
        _ if scene.grid.clash().is_some() => "clash".into(),
        _ if scene.grid.is_full() => "solved".into(),
        _ => "unsolved".into(),
    }
}

fn digit(scene: &Scene) -> String {
    let digit = scene.grid.digit(scene.cursor);
    match scene.origin(scene.cursor) {
        None => "-".into(),
        Some(Origin::Given) => format!("{digit}, given"),
        Some(Origin::Typed) => format!("{digit}, typed"),
        Some(Origin::Found) => format!("{digit}, found"),
    }
}

/// The pencil marks of the cell under the cursor, if it has some or if numbers are typed as pencil marks.
fn marks(player: &Player, scene: &Scene) -> Option<String> {
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
fn candidates(scene: &Scene) -> Option<String> {
    let candidates = scene.candidates(scene.cursor)?;
    if scene.origin(scene.cursor).is_some() {
        return None;
    }
    let sign = |digit| if scene.is_struck(scene.cursor, digit) { STRUCK } else { "" };
    let digits: Vec<String> =
        candidates.iter().map(|&digit| format!("{}{digit}", sign(digit))).collect();
    Some(if digits.is_empty() { "none".into() } else { digits.join(" ") })
}
