//! What people look at: pictures, reports, and the terminal player.
//!
//! | module | what it holds |
//! |---|---|
//! | [`picture`] | grids, candidates, search trees and sheets of puzzles, drawn |
//! | [`report`] | what result files come to, as a page and as Markdown |
//! | [`figures`] | ratios, times and shares in print |
//! | [`player`] | the grid one plays on in a terminal |

pub mod figures;
pub mod picture;
pub mod player;
pub mod report;

#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;
