//! The panel beside the grid, with facts about the board, the search and the cell under the cursor. If there is no room
//! for the panel, a strip of two lines under the grid shows the most important facts.

use quadrille_sudoku::grid::CellName;
use ratatui::Frame;
use ratatui::layout::{Margin, Rect};
use ratatui::text::{Line, Span};
use ratatui::widgets::{Block, BorderType, Paragraph};

use super::words::wrapped;
use crate::player::facts::{candidates, digit, facts, marks, state};
use crate::player::scene::Scene;
use crate::player::state::{Mode, Player};
use crate::player::theme::Theme;

/// Width of a label, in columns.
const LABEL: usize = 12;

/// Draws the panel.
pub fn draw(frame: &mut Frame<'_>, player: &Player, scene: &Scene, theme: Theme, area: Rect) {
    let title = match player.behind() {
        Mode::Stepping(_) => " Search ",
        _ => " Board ",
    };
    let block =
        Block::bordered().border_type(BorderType::Rounded).border_style(theme.faint()).title(title);
    let width = area.width as usize - 4 - LABEL;
    let facts = facts(player, scene);
    let lines = facts.into_iter().flat_map(|(mut label, value)| {
        let line = |value| {
            let label = format!("{:<LABEL$}", std::mem::take(&mut label));
            Line::from(vec![Span::styled(label, theme.faint()), Span::raw(value)])
        };
        wrapped(&value, width).into_iter().map(line).collect::<Vec<_>>()
    });
    let lines: Vec<Line<'_>> = lines.collect();
    frame.render_widget(block, area);
    frame.render_widget(Paragraph::new(lines), area.inner(Margin::new(2, 1)));
}

/// The most important facts of the panel in two lines, for windows without room for the panel.
pub fn strip<'a>(player: &Player, scene: &Scene, theme: Theme) -> Vec<Line<'a>> {
    let counts: Vec<String> = if let Mode::Stepping(stepping) = player.behind() {
        let counts = stepping.reel.counts();
        vec![
            stepping.engine.to_string(),
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
        let engine = [player.solver().to_owned()].into_iter();
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
