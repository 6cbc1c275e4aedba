//! Colours; or, where `NO_COLOR` asks for none, bold, underlined and reversed text.
//!
//! Source of the colours: system B. Givens red, found digits green, the cursor blue.

use ratatui::style::{Color, Modifier, Style};

use super::board::Origin;

/// How things look.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Theme {
    /// Whether there are colours.
    pub colours: bool,
}

/// What is to be known of a cell to colour it.
#[derive(Clone, Copy, Debug)]
pub struct CellLook {
    /// Where its digit came from; `None` if it is empty.
    pub origin: Option<Origin>,
    /// The cursor is on it.
    pub cursor: bool,
    /// Its digit clashes.
    pub clash: bool,
    /// It is of the reason of a step.
    pub reason: bool,
}

impl Theme {
    /// In colours, unless the environment has a `NO_COLOR` that is not empty
    /// (<https://no-color.org>).
    pub fn of_environment() -> Self {
        Self { colours: std::env::var_os("NO_COLOR").is_none_or(|value| value.is_empty()) }
    }

    fn pick(self, coloured: Style, plain: Style) -> Style {
        if self.colours { coloured } else { plain }
    }

    /// A cell.
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

    /// The candidates of a cell.
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

    /// A candidate that is struck, in a cell of any look.
    pub fn struck(self) -> Style {
        self.pick(fg(Color::White).bg(Color::Red).bold(), Style::new().reversed().bold())
    }

    /// Lines within regions, labels, dashes.
    pub fn faint(self) -> Style {
        self.pick(fg(Color::DarkGray), Style::new())
    }

    /// The title, and the thick lines, which may stand over thin ones.
    pub fn title(self) -> Style {
        fg(Color::Reset).bold()
    }

    /// What one is to press.
    pub fn key(self) -> Style {
        self.pick(fg(Color::Cyan).bold(), Style::new().bold())
    }

    /// What is wrong.
    pub fn bad(self) -> Style {
        self.pick(fg(Color::Yellow).bold(), Style::new().bold())
    }
}

fn fg(colour: Color) -> Style {
    Style::new().fg(colour)
}
