//! The grid one plays on in a terminal: typed, solved, stepped through, drawn.
//!
//! [`Player`] is a state machine without a terminal: it gets keys, asks for what takes time or
//! touches files with a [`Request`], and is told what came of it. [`draw()`] draws it anywhere,
//! and [`run`] plays it in the terminal. Searches run in threads of their own, so that one that
//! never ends can be left.
//!
//! Source: system B, the handheld backtracker with an editor; stepping through a search with a
//! pause at each solution is system A's.

mod board;
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
pub use draw::draw;
pub use files::{LARGEST, LoadError, Loaded, SaveError, read};
pub use state::{Player, Request};
pub use terminal::run;
pub use theme::Theme;
pub use work::Broken;
