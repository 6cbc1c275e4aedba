//! What people look at: pictures, and the terminal player.
//!
//! | module | what it holds |
//! |---|---|
//! | [`picture`] | grids, candidates, search trees and sheets of puzzles, drawn |
//! | [`player`] | the grid one plays on in a terminal |

pub mod picture;
pub mod player;
