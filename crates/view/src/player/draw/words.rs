//! The text below the grid: the last message, a step of a hint or of a search, or a question.
//!
//! The text is drawn in the rows of the message, which include rows that the window has to spare. A text that is still
//! too long is drawn in a frame instead, in the place of the panel or over the part of the grid above or below the
//! cursor.

use ratatui::Frame;
use ratatui::layout::{Margin, Rect};
use ratatui::style::Style;
use ratatui::text::{Line, Span};
use ratatui::widgets::{Block, BorderType, Clear, Paragraph};

use crate::player::facts::said;
use crate::player::reading::Reading;
use crate::player::state::{Message, Mode, Player};
use crate::player::theme::Theme;

/// The text to show.
pub struct Words {
    text: String,
    style: Style,
    title: &'static str,
    /// Whether the text changes too fast to be read, because a search runs automatically.
    fleeting: bool,
}

impl Words {
    /// The text to show in the current mode, which is empty while a name is typed.
    pub fn of(player: &Player, theme: Theme) -> Self {
        let Message { text, bad } = said(player);
        let style = if bad { theme.bad() } else { Style::new() };
        let (title, fleeting) = match &player.mode {
            Mode::Stepping(stepping) => (" Step ", stepping.running),
            Mode::Editing if player.is_hinting() => (" Hint ", false),
            _ => (" Message ", false),
        };
        Self { text, style, title, fleeting }
    }

    /// Number of rows that the text takes in a given number of columns.
    pub fn rows(&self, width: usize) -> usize {
        wrapped(&self.text, width).len()
    }

    /// Whether the text may be drawn in a frame if it is too long for the rows of the message.
    pub fn may_be_framed(&self, reading: &Reading) -> bool {
        !self.fleeting && !reading.hidden
    }

    /// Draws the text into an area. If the text is longer, the last row ends with a mark and the key that shows all.
    pub fn draw(&self, frame: &mut Frame<'_>, area: Rect) {
        let (width, height) = (area.width as usize, area.height as usize);
        let mut lines = wrapped(&self.text, width);
        if lines.len() > height {
            let more = if self.fleeting { " …" } else { " … v: all" };
            lines.truncate(height);
            if let Some(last) = lines.last_mut() {
                let room = width.saturating_sub(more.chars().count());
                *last = last.chars().take(room).chain(more.chars()).collect();
            }
        }
        let lines: Vec<Line<'_>> = lines.into_iter().map(Line::raw).collect();
        frame.render_widget(Paragraph::new(lines).style(self.style), area);
    }

    /// Draws the text in a frame, no larger than needed, at the lower end of an area if `below`, else at the upper end.
    /// Returns the rest of the area.
    pub fn draw_framed(
        &self,
        frame: &mut Frame<'_>,
        reading: &Reading,
        theme: Theme,
        area: Rect,
        below: bool,
    ) -> Rect {
        let lines = wrapped(&self.text, area.width.saturating_sub(4) as usize);
        let needed = u16::try_from(lines.len() + 2).unwrap_or(u16::MAX);
        let height = needed.min(area.height);
        let left = area.height - height;
        let framed = Rect { y: area.y + if below { left } else { 0 }, height, ..area };
        let inner = framed.inner(Margin::new(2, 1));
        let page = inner.height as usize;
        let first = reading.first_row(lines.len(), page);
        let mut block = Block::bordered()
            .border_type(BorderType::Rounded)
            .border_style(theme.faint())
            .title(self.title);
        if lines.len() > page {
            let shown = format!(" {}-{} of {} ", first + 1, first + page, lines.len());
            let keys = Span::styled(" PgUp PgDn", theme.key());
            block = block.title_bottom(Line::from(vec![keys, Span::raw(shown)]));
        }
        let hide = [Span::styled(" v", theme.key()), Span::raw(" hide ")];
        block = block.title(Line::from(hide.to_vec()).right_aligned());
        let shown: Vec<Line<'_>> =
            lines.into_iter().skip(first).take(page).map(Line::raw).collect();
        frame.render_widget(Clear, framed);
        frame.render_widget(block, framed);
        frame.render_widget(Paragraph::new(shown).style(self.style), inner);
        Rect { y: area.y + if below { 0 } else { height }, height: left, ..area }
    }
}

/// Splits a text into lines of at most the given number of columns; a word that is longer than a line is broken.
pub fn wrapped(text: &str, width: usize) -> Vec<String> {
    let width = width.max(1);
    let columns = |text: &str| Span::raw(text).width();
    let mut lines = vec![String::new()];
    for word in text.split(' ') {
        let used = lines.last().map_or(0, |line| columns(line));
        if used > 0 && used + 1 + columns(word) > width {
            lines.push(String::new());
        } else if used > 0 {
            push(&mut lines, ' ');
        }
        for char in word.chars() {
            let used = lines.last().map_or(0, |line| columns(line));
            if used > 0 && used + columns(char.encode_utf8(&mut [0; 4])) > width {
                lines.push(String::new());
            }
            push(&mut lines, char);
        }
    }
    lines
}

fn push(lines: &mut [String], char: char) {
    if let Some(line) = lines.last_mut() {
        line.push(char);
    }
}

#[cfg(test)]
mod tests {
    use super::wrapped;

    #[test]
    fn words_are_wrapped_between_them_and_the_longest_within() {
        assert_eq!(wrapped("one two three", 7), ["one two", "three"]);
        assert_eq!(wrapped("a verylongname b", 5), ["a", "veryl", "ongna", "me b"]);
        assert_eq!(wrapped("", 5), [""]);
    }
}
