//! The instances of the charts as text and as pictures, for those whose corpora are at hand.
//!
//! Sudokus are drawn by the script of the page, which copies the first digit of a board for every given: a picture for
//! each puzzle would make the page many times larger.

#[cfg(feature = "corpora")]
mod written;

use std::collections::{BTreeMap, HashMap};

use quadrille_results::Fingerprint;
use serde::Serialize;

/// Where the text of an instance is: its place in [`Texts`], or why it is not there.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
#[serde(untagged)]
pub(super) enum Place {
    At(usize),
    Missing(&'static str),
}

impl Place {
    pub const NOT_AT_HAND: Self = Self::Missing("not at hand");
}

/// The instances as text, and what the script needs to draw them.
#[derive(Debug, Default, Serialize)]
pub(super) struct Texts {
    #[serde(rename = "texts")]
    written: Vec<Written>,
    /// For each side of a board, its picture with one digit, in the first cell.
    boards: BTreeMap<usize, String>,
    #[serde(skip)]
    places: HashMap<Fingerprint, Place>,
}

#[derive(Debug, PartialEq, Serialize)]
pub(super) struct Written {
    text: String,
    /// The number of rows of a Sudoku.
    #[serde(skip_serializing_if = "Option::is_none")]
    side: Option<usize>,
    /// A solution of an exact cover problem on its board.
    #[serde(skip_serializing_if = "Option::is_none")]
    picture: Option<String>,
}

impl Texts {
    /// Where the text of an instance is.
    pub fn place(&self, fingerprint: Option<Fingerprint>) -> Place {
        let place = fingerprint.and_then(|fingerprint| self.places.get(&fingerprint));
        place.copied().unwrap_or(Place::NOT_AT_HAND)
    }
}
