//! Draws the player: a title, the grid, the panel with facts about the board or the search, a message, and the keys.

mod grid;
mod help;
mod panel;
#[cfg(test)]
mod tests;
mod words;

use quadrille_sudoku::Order;
use quadrille_sudoku::rules::Rules;
use ratatui::Frame;
use ratatui::layout::{Margin, Position, Rect};
use ratatui::text::{Line, Span};
use ratatui::widgets::{Paragraph, Wrap};

use super::keys::{self, KeyHelp};
use super::prompt::Prompt;
use super::scene::Scene;
use super::shape::{self, GAP, Layout, PANEL_WIDTH, STRIP_HEIGHT, fit};
use super::state::{Mode, Player};
use super::theme::Theme;
use words::Words;

/// Draws the player into a frame. If the frame is too small, draws the size that is needed.
pub fn draw(frame: &mut Frame<'_>, player: &Player, theme: Theme) {
    let area = frame.area();
    let order = player.board.order();
    // Without thin lines there is room for lines between boxes only.
    let thin = player.board.rules().is_some_and(|rules| !has_boxes(rules, order));
    match fit(area.width, area.height, order, (player.shows_small_digits(), thin)) {
        Ok(layout) => draw_fitting(frame, player, theme, layout),
        Err(needed) => say_too_small(frame, order.side(), needed),
    }
}

/// Whether the regions of rules are the boxes of the ordinary Sudoku.
fn has_boxes(rules: &Rules, order: Order) -> bool {
    let regions = rules.regions();
    (0..order.cells()).all(|cell| regions[cell] == Some(order.region(cell)))
}

fn draw_fitting(frame: &mut Frame<'_>, player: &Player, theme: Theme, layout: Layout) {
    let area = frame.area();
    let scene = Scene::of(player);
    let shape = layout.shape;
    // Rows that are left over are used in this order: a blank row above the grid, more rows for the message if it needs
    // them, a second row of keys, and a blank row above the message.
    let least = shape::message_height(area.width);
    let body = if layout.panel {
        shape.rows().max(shape::PANEL_HEIGHT)
    } else {
        shape.rows() + STRIP_HEIGHT
    };
    let mut spare = area.height.saturating_sub(1 + body + least + 1);
    let blank = u16::from(spare > 1);
    let mut spend = |most: u16| {
        let spent = spare.min(most);
        spare -= spent;
        spent
    };
    let words = Words::of(player, theme);
    let wanted = words.rows(area.width.saturating_sub(2) as usize).saturating_sub(least as usize);
    let wanted = u16::try_from(wanted).unwrap_or(u16::MAX);
    let above_body = spend(blank);
    let message = least + spend(wanted);
    let framed = message - least < wanted && words.may_be_framed(&player.reading);
    let key_rows = 1 + spend(1);
    let above_message = spend(1);

    let row = |y: u16, height: u16| Rect { y, height, ..area }.intersection(area);
    frame.render_widget(title(player, theme), row(0, 1));
    let top = 1 + above_body;
    let used = shape.columns() + if layout.panel { GAP + PANEL_WIDTH } else { 0 };
    let left = GAP.min(area.width.saturating_sub(used));
    grid::draw(frame.buffer_mut(), Position::new(left, top), shape, &scene, theme);
    if layout.panel {
        let x = left + shape.columns() + GAP;
        let mut panel = Rect { x, y: top, width: PANEL_WIDTH, height: body };
        if framed {
            panel = words.draw_framed(frame, &player.reading, theme, panel, true);
        }
        panel::draw(frame, player, &scene, theme, panel);
    } else {
        let strip = row(top + shape.rows(), STRIP_HEIGHT).inner(Margin::new(1, 0));
        frame.render_widget(Paragraph::new(panel::strip(player, &scene, theme)), strip);
    }
    let message_row = row(top + body + above_message, message).inner(Margin::new(1, 0));
    if let Mode::Asking(prompt) = &player.mode {
        ask(frame, prompt, theme, message_row);
    } else if !framed {
        words.draw(frame, message_row);
    }
    let keys_row = row(area.height - key_rows, key_rows).inner(Margin::new(1, 0));
    let told: &[KeyHelp] =
        if let Mode::Stepping(_) = player.behind() { &keys::STEPPING } else { &keys::EDITING };
    frame.render_widget(Paragraph::new(key_lines(told, theme, keys_row)), keys_row);
    if framed && !layout.panel {
        // The text covers the half of the grid above or below the cursor, because it is about the cell under the
        // cursor.
        let above = top + shape.cell_y(shape.order.row(scene.cursor));
        let below = row(above + shape.height, area.height - key_rows - above - shape.height);
        let larger = if above > below.height { row(0, above) } else { below };
        words.draw_framed(frame, &player.reading, theme, larger, larger == below);
    }
    if player.help {
        help::draw(frame, told, &player.help_reading, theme);
    }
}

fn title(player: &Player, theme: Theme) -> Line<'_> {
    let side = player.board.order().side();
    let mut spans =
        vec![Span::styled(" Quadrille", theme.title()), Span::raw(format!("  {side}x{side}"))];
    if let Some(file) = &player.file {
        spans.push(Span::styled(format!("  {file}"), theme.faint()));
    }
    Line::from(spans)
}

/// Draws the line being typed. Of a long line the end is shown, because typing continues there.
fn ask(frame: &mut Frame<'_>, prompt: &Prompt, theme: Theme, area: Rect) {
    let question = prompt.question();
    let room = (area.width as usize).saturating_sub(question.len() + 1);
    let skipped = prompt.text.chars().count().saturating_sub(room);
    let shown: String = prompt.text.chars().skip(skipped).collect();
    let line = Line::from(vec![Span::styled(question, theme.key()), Span::raw(shown)]);
    frame.set_cursor_position(Position::new(area.x + line.width() as u16, area.y));
    frame.render_widget(line, area);
}

/// The keys with their effects, in as many lines as the area has rows. Keys that do not fit are left out from the end.
fn key_lines<'a>(told: &[KeyHelp], theme: Theme, area: Rect) -> Vec<Line<'a>> {
    let mut lines: Vec<Line<'a>> = vec![Line::default()];
    for &(key, word, _) in told.iter().filter(|told| !told.1.is_empty()) {
        let both = [Span::styled(key, theme.key()), Span::raw(format!(" {word}"))];
        let width = both.iter().map(Span::width).sum::<usize>();
        let last = lines.last().map_or(0, Line::width);
        if last > 0 && last + 2 + width > area.width as usize {
            if lines.len() == area.height as usize {
                break;
            }
            lines.push(Line::default());
        }
        if let Some(line) = lines.last_mut() {
            if line.width() > 0 {
                line.push_span("  ");
            }
            line.spans.extend(both);
        }
    }
    lines
}

fn say_too_small(frame: &mut Frame<'_>, side: usize, needed: (u16, u16)) {
    let area = frame.area();
    let text = format!(
        "This window has {} columns and {} rows. A {side}x{side} grid needs {} and {}. Enlarge \
         the window, or press Ctrl-C to quit.",
        area.width, area.height, needed.0, needed.1
    );
    frame.render_widget(Paragraph::new(text).wrap(Wrap { trim: true }), area);
}
