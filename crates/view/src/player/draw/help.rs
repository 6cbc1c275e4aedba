//! The list of keys. It has as many columns as the height of the window requires. If the window is too narrow for
//! these, it has one column, in which long lines are wrapped and which can be scrolled.

use ratatui::Frame;
use ratatui::layout::Rect;
use ratatui::text::{Line, Span};
use ratatui::widgets::{Block, BorderType, Clear, Paragraph};

use super::grid::PENCILLED;
use super::words::wrapped;
use crate::player::keys::KeyHelp;
use crate::player::reading::Reading;
use crate::player::scene::{CLASH, REASON, STRUCK};
use crate::player::theme::Theme;

/// Width of a column of the list, in columns of text: a key with its explanation, of which the longest fits.
const COLUMN: usize = 48;
/// Width of the key alone, in columns.
const KEY: usize = 9;

/// Draws the list over what the frame shows already.
pub fn draw(frame: &mut Frame<'_>, told: &[KeyHelp], reading: &Reading, theme: Theme) {
    let area = frame.area();
    let most = (area.height.saturating_sub(2) as usize).max(1);
    let columns = told.len().div_ceil(most);
    let mut block = Block::bordered().border_type(BorderType::Rounded).title(" Keys ");
    let lines = if columns * COLUMN + 2 <= area.width as usize {
        side_by_side(told, told.len().min(most), theme)
    } else {
        let width = COLUMN.min(area.width.saturating_sub(2) as usize);
        let lines = one_below_another(told, width, theme);
        let first = reading.first_row(lines.len(), most);
        let shown: Vec<_> = lines.iter().skip(first).take(most).cloned().collect();
        if shown.len() < lines.len() {
            let which = format!(" {}-{} of {} ", first + 1, first + shown.len(), lines.len());
            let keys = Span::styled(" PgUp PgDn", theme.key());
            block = block.title(Line::from(vec![keys, Span::raw(which)]).right_aligned());
        }
        shown
    };
    let signs = format!(" {CLASH} wrong  {STRUCK} struck  {REASON} reason  {PENCILLED} marks ");
    let width = lines.iter().map(Line::width).max().unwrap_or(0) as u16 + 2;
    let height = lines.len() as u16 + 2;
    let centred = Rect {
        x: area.width.saturating_sub(width) / 2,
        y: area.height.saturating_sub(height) / 2,
        width,
        height,
    }
    .intersection(area);
    frame.render_widget(Clear, centred);
    frame.render_widget(Paragraph::new(lines).block(block.title_bottom(signs)), centred);
}

fn side_by_side<'a>(told: &[KeyHelp], rows: usize, theme: Theme) -> Vec<Line<'a>> {
    let mut lines = vec![Line::default(); rows];
    for (i, &(key, _, line)) in told.iter().enumerate() {
        let text = format!("{line:<width$}", width = COLUMN - KEY);
        lines[i % rows].spans.extend([key_of(key, theme), Span::raw(text)]);
    }
    lines
}

fn one_below_another<'a>(told: &[KeyHelp], width: usize, theme: Theme) -> Vec<Line<'a>> {
    let room = width.saturating_sub(KEY);
    let lines = told.iter().flat_map(|&(key, _, line)| {
        let rows = wrapped(line, room).into_iter().enumerate();
        rows.map(move |(row, text)| {
            let key = key_of(if row == 0 { key } else { "" }, theme);
            Line::from(vec![key, Span::raw(format!("{text:<room$}"))])
        })
    });
    lines.collect()
}

fn key_of<'a>(key: &str, theme: Theme) -> Span<'a> {
    Span::styled(format!(" {key:>6}  "), theme.key())
}
