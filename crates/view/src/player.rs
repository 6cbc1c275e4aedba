//! The interactive Sudoku grid: typing, solving, hints, stepping through a search, drawing.
//!
//! [`Player`] is a state machine without a terminal. It receives [`Key`]s, returns a [`Request`] for anything that takes time or accesses
//! files, and receives the result. [`Scene`], [`facts()`] and [`said`] are what it shows.
//!
//! With the feature `terminal`, `draw` draws it into a frame, `run` connects it to the terminal, and each search runs in a thread, so
//! that the player can leave a search that never ends. Without the feature, nothing needs an operating system: the caller carries
//! requests out with [`done`].
//!
//! Sources: the editor follows system B, a backtracking solver with an editor on a handheld computer. Stepping through
//! a search, with a pause at each solution, follows system A (`picture::grid` names the program).

mod board;
#[cfg(feature = "terminal")]
mod draw;
mod facts;
mod files;
mod hint;
mod history;
mod houses;
mod keys;
mod prompt;
mod reading;
mod reel;
mod scene;
mod searching;
#[cfg(feature = "terminal")]
mod shape;
mod state;
mod stepping;
#[cfg(feature = "terminal")]
mod terminal;
#[cfg(feature = "terminal")]
mod theme;
#[cfg(feature = "terminal")]
mod thread;
mod work;

pub use board::{Board, Origin};
#[cfg(feature = "terminal")]
pub use draw::draw;
pub use facts::{Fact, facts, said};
pub use files::{
    Files, LARGEST, LoadError, Loaded, SaveError, empty, empty_under, read, read_under, text,
};
pub use keys::{EDITING, Key, KeyCode, KeyHelp, STEPPING};
pub use quadrille_sudoku::engine::human::Challenge;
pub use scene::Scene;
pub use state::{Message, Player};
#[cfg(feature = "terminal")]
pub use terminal::run;
#[cfg(feature = "terminal")]
pub use theme::Theme;
pub use work::{Answer, Broken, Done, Request, Solved, done};
