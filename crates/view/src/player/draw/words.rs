//! The words: what was said last, a step of a hint or of a search, or a question.
//!
//! They stand in the rows of the message, which take what rows the window has to spare. What is
//! longer is framed: in the panel's place, or over the half of the grid where the cursor is not.

use ratatui::Frame;
use ratatui::layout::{Margin, Rect};
use ratatui::style::Style;
use ratatui::text::{Line, Span};
use ratatui::widgets::{Block, BorderType, Clear, Paragraph};

use crate::player::reading::Reading;
use crate::player::state::{Mode, Player};
use crate::player::theme::Theme;

/// What there is to read.
pub struct Words {
    text: String,
    style: Style,
    title: &'static str,
    /// They change too fast to be read to the end.
    fleeting: bool,
}

impl Words {
    /// What is to be read now; nothing while a name is typed.
    pub fn of(player: &Player, theme: Theme) -> Self {
        let said = if player.message.bad { theme.bad() } else { Style::new() };
        let (text, style) = match &player.mode {
            Mode::Editing => (player.message.text.clone(), said),
            Mode::Asking(_) => (String::new(), said),
            Mode::Confirming(question, _) => (question.text(), theme.bad()),
            Mode::Waiting(what) => (format!("{what} … Esc stops it, q quits"), Style::new()),
            Mode::Stepping(stepping) => (stepping.words(), Style::new()),
        };
        let (title, fleeting) = match &player.mode {
            Mode::Stepping(stepping) => (" Step ", stepping.is_running()),
            Mode::Editing if player.is_hinting() => (" Hint ", false),
            _ => (" Message ", false),
        };
        Self { text, style, title, fleeting }
    }

    /// Rows that they take in that many columns.
    pub fn rows(&self, width: usize) -> usize {
        wrapped(&self.text, width).len()
    }

    /// Whether they are framed if there is no room for them elsewhere.
    pub fn may_be_framed(&self, reading: &Reading) -> bool {
        !self.fleeting && !reading.hidden
    }

    /// Draws them into an area, whose last row says so if there are more of them.
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

    /// Draws them in a frame at the lower end of an area, or at its upper one, no larger than
    /// they need; gives what is left of the area.
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

/// Words in lines of at most that many columns; one that is longer than a line is broken.
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
