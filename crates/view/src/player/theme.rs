//! The colours of the player, or bold, underlined and reversed text instead if `NO_COLOR` is set.
//!
//! Source of the colours: system B. Givens are red, found digits green, the cursor blue.

use ratatui::style::{Color, Modifier, Style};

use super::board::Origin;

/// The styles of all parts of the player.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Theme {
    /// Whether there are colours.
    pub colours: bool,
}

/// The facts about a cell that determine its style.
#[derive(Clone, Copy, Debug)]
pub struct CellLook {
    /// The origin of its digit; `None` if the cell is empty.
    pub origin: Option<Origin>,
    /// Whether the cursor is on the cell.
    pub cursor: bool,
    /// Whether its digit stands a second time in its row, column or region.
    pub clash: bool,
    /// Whether the cell is part of the reason for a step.
    pub reason: bool,
}

impl Theme {
    /// Has colours, unless the environment variable `NO_COLOR` is set and not empty (<https://no-color.org>).
    pub fn of_environment() -> Self {
        Self { colours: std::env::var_os("NO_COLOR").is_none_or(|value| value.is_empty()) }
    }

    fn pick(self, coloured: Style, plain: Style) -> Style {
        if self.colours { coloured } else { plain }
    }

    /// The style of a cell.
    pub fn cell(self, look: CellLook) -> Style {
        let style = match look.origin {
            Some(Origin::Given) => {
                self.pick(fg(Color::Red).bold(), Style::new().add_modifier(Modifier::BOLD))
            }
            Some(Origin::Found) => {
                self.pick(fg(Color::Green), Style::new().add_modifier(Modifier::UNDERLINED))
            }
            Some(Origin::Typed) => Style::new(),
            None => self.faint(),
        };
        let style = if look.clash {
            self.pick(style.bg(Color::Yellow).fg(Color::Black), style.reversed())
        } else if look.reason {
            self.of_a_reason(style)
        } else {
            style
        };
        if look.cursor {
            self.pick(style.bg(Color::Blue).fg(Color::White).bold(), style.reversed().bold())
        } else {
            style
        }
    }

    /// The style of a cell's candidates.
    pub fn marks(self, look: CellLook) -> Style {
        if look.cursor {
            self.pick(fg(Color::White).bg(Color::Blue), Style::new().reversed())
        } else if look.reason {
            self.of_a_reason(Style::new())
        } else {
            self.pick(fg(Color::Cyan), Style::new())
        }
    }

    fn of_a_reason(self, style: Style) -> Style {
        self.pick(style.fg(Color::Black).bg(Color::Cyan), style.underlined())
    }

    /// The style of a candidate that is struck out.
    pub fn struck(self) -> Style {
        self.pick(fg(Color::White).bg(Color::Red).bold(), Style::new().reversed().bold())
    }

    /// The style of lines within regions, of labels and of dashes.
    pub fn faint(self) -> Style {
        self.pick(fg(Color::DarkGray), Style::new())
    }

    /// The style of the title and of thick lines. It names the default colour, because thick lines are drawn over thin
    /// lines, whose colour would remain.
    pub fn title(self) -> Style {
        fg(Color::Reset).bold()
    }

    /// The style of keys to press.
    pub fn key(self) -> Style {
        self.pick(fg(Color::Cyan).bold(), Style::new().bold())
    }

    /// The style of errors.
    pub fn bad(self) -> Style {
        self.pick(fg(Color::Yellow).bold(), Style::new().bold())
    }
}

fn fg(colour: Color) -> Style {
    Style::new().fg(colour)
}
