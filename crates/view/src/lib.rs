//! The parts that show something to people: pictures, reports, and a Sudoku player.
//!
//! | module | what it holds |
//! |---|---|
//! | [`picture`] | pictures of grids, candidates, search trees and sheets of puzzles |
//! | [`report`] | summaries of result files, as an HTML page and as Markdown |
//! | [`figures`] | numbers as text: ratios, times, probabilities, shares and counts |
//! | [`markdown`] | tables and text in Markdown |
//! | [`reason`] | reasons why a problem has no solution, in words |
//! | [`player`] | the interactive Sudoku grid, for the terminal and for a page |

#![cfg_attr(not(test), warn(clippy::disallowed_methods))]

pub mod figures;
pub mod markdown;
pub mod picture;
pub mod player;
pub mod reason;
pub mod report;

#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;
