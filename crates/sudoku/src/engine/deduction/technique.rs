//! The techniques by name, in order of difficulty.

use std::fmt;

/// A technique of the human player, easiest first.
///
/// The numbers of [`difficulty`](Self::difficulty) are those that the program Sudoku Explainer (N.
/// Juillerat) publishes for the techniques it knows, without its additions for the length of a chain; the
/// numbers of the other techniques are chosen between these. `docs/TECHNIQUES.md` lists them.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Technique {
    /// The last open cell of a unit.
    FullHouse,
    /// A digit with one place left in a region.
    HiddenSingleInRegion,
    /// A digit with one place left in a row or column.
    HiddenSingleInLine,
    /// A cell with one candidate left.
    NakedSingle,
    /// A digit whose places in a region lie in one line.
    Pointing,
    /// A digit whose places in a line lie in one region.
    Claiming,
    /// Two cells of a unit with two candidates in total.
    NakedPair,
    /// A digit whose places in two parallel lines lie in two lines across.
    XWing,
    /// Two digits whose places in a unit are two cells.
    HiddenPair,
    /// Three cells of a unit with three candidates in total.
    NakedTriple,
    /// A fish of three lines.
    Swordfish,
    /// Three digits whose places in a unit are three cells.
    HiddenTriple,
    /// A pivot of two candidates with two pincers.
    XyWing,
    /// A pivot of three candidates with two pincers.
    XyzWing,
    /// Two cells with the same two candidates, one of which cannot be in both.
    WWing,
    /// Three corners of a rectangle have the same two candidates and no other.
    UniqueRectangle1,
    /// Two or three corners of a rectangle have the same third candidate.
    UniqueRectangle2,
    /// One of two corners of a rectangle must hold one of its two digits, so neither corner holds the other digit.
    UniqueRectangle4,
    /// Four cells of a unit with four candidates in total.
    NakedQuad,
    /// A fish of four lines.
    Jellyfish,
    /// Four digits whose places in a unit are four cells.
    HiddenQuad,
    /// One open cell has three candidates, all others two; without one of the three, every digit has
    /// two places in every unit.
    BugPlusOne,
    /// An X-wing with further places, all in one region.
    FinnedXWing,
    /// A swordfish with further places, all in one region.
    FinnedSwordfish,
    /// A jellyfish with further places, all in one region.
    FinnedJellyfish,
    /// Places of a digit in two colours, one of which is right.
    Colouring,
    /// A chain of places of one digit.
    XChain,
    /// A chain of cells with two candidates.
    XyChain,
    /// An alternating chain of any candidates.
    AlternatingChain,
    /// Chains from every candidate of a cell, or every place of a digit, to the same end.
    ForcingChains,
}

impl Technique {
    /// The techniques in the order in which they are tried, with their names and their difficulties
    /// in tenths.
    const TABLE: [(Self, &str, u8); 30] = [
        (Self::FullHouse, "full house", 10),
        (Self::HiddenSingleInRegion, "hidden single in a region", 12),
        (Self::HiddenSingleInLine, "hidden single in a line", 15),
        (Self::NakedSingle, "naked single", 23),
        (Self::Pointing, "pointing", 26),
        (Self::Claiming, "claiming", 28),
        (Self::NakedPair, "naked pair", 30),
        (Self::XWing, "X-wing", 32),
        (Self::HiddenPair, "hidden pair", 34),
        (Self::NakedTriple, "naked triple", 36),
        (Self::Swordfish, "swordfish", 38),
        (Self::HiddenTriple, "hidden triple", 40),
        (Self::XyWing, "XY-wing", 42),
        (Self::XyzWing, "XYZ-wing", 44),
        (Self::WWing, "W-wing", 44),
        (Self::UniqueRectangle1, "unique rectangle type 1", 45),
        (Self::UniqueRectangle2, "unique rectangle type 2", 46),
        (Self::UniqueRectangle4, "unique rectangle type 4", 47),
        (Self::NakedQuad, "naked quad", 50),
        (Self::Jellyfish, "jellyfish", 52),
        (Self::HiddenQuad, "hidden quad", 54),
        (Self::BugPlusOne, "BUG+1", 56),
        (Self::FinnedXWing, "finned X-wing", 58),
        (Self::FinnedSwordfish, "finned swordfish", 60),
        (Self::FinnedJellyfish, "finned jellyfish", 62),
        (Self::Colouring, "simple colouring", 64),
        (Self::XChain, "X-chain", 66),
        (Self::XyChain, "XY-chain", 68),
        (Self::AlternatingChain, "alternating chain", 71),
        (Self::ForcingChains, "forcing chains", 82),
    ];

    /// All techniques, in the order in which they are tried.
    pub const ALL: [Self; 30] = {
        let mut all = [Self::FullHouse; 30];
        let mut at = 0;
        while at < all.len() {
            all[at] = Self::TABLE[at].0;
            at += 1;
        }
        all
    };

    /// The name that players use.
    pub fn name(self) -> &'static str {
        Self::TABLE[self as usize].1
    }

    /// How hard the technique is for a human player.
    pub fn difficulty(self) -> Difficulty {
        Difficulty { tenths: Self::TABLE[self as usize].2 }
    }

    /// Whether the technique assumes that the puzzle has one solution. Used on a puzzle with several
    /// solutions, it may lose some or all of them.
    pub fn assumes_one_solution(self) -> bool {
        matches!(
            self,
            Self::UniqueRectangle1
                | Self::UniqueRectangle2
                | Self::UniqueRectangle4
                | Self::BugPlusOne
        )
    }
}

impl fmt::Display for Technique {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.name())
    }
}

/// A difficulty, such as 4.2. Harder techniques have higher numbers.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Difficulty {
    /// Ten times the difficulty, such as 42 for 4.2.
    pub tenths: u8,
}

impl Difficulty {
    /// The difficulty as a number, such as 4.2.
    pub fn number(self) -> f64 {
        f64::from(self.tenths) / 10.0
    }
}

impl fmt::Display for Difficulty {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}.{}", self.tenths / 10, self.tenths % 10)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn techniques_are_tried_in_order_of_difficulty() {
        assert!(Technique::ALL.is_sorted_by_key(|technique| technique.difficulty()));
        assert!(Technique::ALL.is_sorted_by(|a, b| a < b), "each once, as they are declared");
        assert_eq!(Technique::XyWing.difficulty().to_string(), "4.2");
    }
}
