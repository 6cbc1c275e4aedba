//! The interactive Sudoku grid for the terminal: typing, solving, stepping through a search, drawing.
//!
//! [`Player`] is a state machine without a terminal. It receives keys, returns a [`Request`] for anything that takes time or accesses
//! files, and receives the result. [`draw()`] draws it into a frame, and [`run`] connects it to the terminal. Each search runs in a
//! thread, so that the player can leave a search that never ends.
//!
//! Sources: the editor follows system B, a backtracking solver with an editor on a handheld computer. Stepping through
//! a search, with a pause at each solution, follows system A (`picture::grid` names the program).

mod board;
mod challenge;
mod draw;
mod files;
mod hint;
mod history;
mod keys;
mod pointed;
mod prompt;
mod reading;
mod reel;
mod shape;
mod state;
mod stepping;
mod terminal;
mod theme;
mod work;

pub use board::{Board, Origin};
pub use challenge::Challenge;
pub use draw::draw;
pub use files::{Files, LARGEST, LoadError, Loaded, SaveError, read};
pub use state::{Player, Request};
pub use terminal::run;
pub use theme::Theme;
pub use work::Broken;
