//! The techniques by name, in order of difficulty.

use std::fmt;

/// A technique of the human player, easiest first.
///
/// The numbers of [`difficulty`](Self::difficulty) are those that the program Sudoku Explainer
/// (N. Juillerat) publishes for the techniques it knows, without its additions for the length of
/// a chain; the others are placed between them. `docs/TECHNIQUES.md` lists them.
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
    /// A digit of a region that stands in one line only.
    Pointing,
    /// A digit of a line that stands in one region only.
    Claiming,
    /// Two cells of a unit that share two candidates.
    NakedPair,
    /// A digit in two parallel lines that stands in two crossing ones only.
    XWing,
    /// Two digits of a unit that stand in two cells only.
    HiddenPair,
    /// Three cells of a unit that share three candidates.
    NakedTriple,
    /// A fish of three lines.
    Swordfish,
    /// Three digits of a unit that stand in three cells only.
    HiddenTriple,
    /// A pivot of two candidates with two pincers.
    XyWing,
    /// A pivot of three candidates with two pincers.
    XyzWing,
    /// Two cells with the same two candidates, one of which cannot be in both.
    WWing,
    /// Three corners of a rectangle have the same two candidates and no other.
    UniqueRectangle1,
    /// Corners of a rectangle with one and the same candidate more.
    UniqueRectangle2,
    /// Two corners, of which one must hold one of the two digits.
    UniqueRectangle4,
    /// Four cells of a unit that share four candidates.
    NakedQuad,
    /// A fish of four lines.
    Jellyfish,
    /// Four digits of a unit that stand in four cells only.
    HiddenQuad,
    /// Every open cell but one has two candidates, and every digit two places in a unit.
    BugPlusOne,
    /// An X-wing but for some places in one region.
    FinnedXWing,
    /// A swordfish but for some places in one region.
    FinnedSwordfish,
    /// A jellyfish but for some places in one region.
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
    /// All of them, in the order in which they are tried.
    pub const ALL: [Self; 30] = [
        Self::FullHouse,
        Self::HiddenSingleInRegion,
        Self::HiddenSingleInLine,
        Self::NakedSingle,
        Self::Pointing,
        Self::Claiming,
        Self::NakedPair,
        Self::XWing,
        Self::HiddenPair,
        Self::NakedTriple,
        Self::Swordfish,
        Self::HiddenTriple,
        Self::XyWing,
        Self::XyzWing,
        Self::WWing,
        Self::UniqueRectangle1,
        Self::UniqueRectangle2,
        Self::UniqueRectangle4,
        Self::NakedQuad,
        Self::Jellyfish,
        Self::HiddenQuad,
        Self::BugPlusOne,
        Self::FinnedXWing,
        Self::FinnedSwordfish,
        Self::FinnedJellyfish,
        Self::Colouring,
        Self::XChain,
        Self::XyChain,
        Self::AlternatingChain,
        Self::ForcingChains,
    ];

    /// Its name and its difficulty in tenths.
    fn entry(self) -> (&'static str, u8) {
        match self {
            Self::FullHouse => ("full house", 10),
            Self::HiddenSingleInRegion => ("hidden single in a region", 12),
            Self::HiddenSingleInLine => ("hidden single in a line", 15),
            Self::NakedSingle => ("naked single", 23),
            Self::Pointing => ("pointing", 26),
            Self::Claiming => ("claiming", 28),
            Self::NakedPair => ("naked pair", 30),
            Self::XWing => ("X-wing", 32),
            Self::HiddenPair => ("hidden pair", 34),
            Self::NakedTriple => ("naked triple", 36),
            Self::Swordfish => ("swordfish", 38),
            Self::HiddenTriple => ("hidden triple", 40),
            Self::XyWing => ("XY-wing", 42),
            Self::XyzWing => ("XYZ-wing", 44),
            Self::WWing => ("W-wing", 44),
            Self::UniqueRectangle1 => ("unique rectangle type 1", 45),
            Self::UniqueRectangle2 => ("unique rectangle type 2", 46),
            Self::UniqueRectangle4 => ("unique rectangle type 4", 47),
            Self::NakedQuad => ("naked quad", 50),
            Self::Jellyfish => ("jellyfish", 52),
            Self::HiddenQuad => ("hidden quad", 54),
            Self::BugPlusOne => ("BUG+1", 56),
            Self::FinnedXWing => ("finned X-wing", 58),
            Self::FinnedSwordfish => ("finned swordfish", 60),
            Self::FinnedJellyfish => ("finned jellyfish", 62),
            Self::Colouring => ("simple colouring", 64),
            Self::XChain => ("X-chain", 66),
            Self::XyChain => ("XY-chain", 68),
            Self::AlternatingChain => ("alternating chain", 71),
            Self::ForcingChains => ("forcing chains", 82),
        }
    }

    /// What players call it.
    pub fn name(self) -> &'static str {
        self.entry().0
    }

    /// The technique of that name.
    pub fn from_name(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|technique| technique.name() == name)
    }

    /// How hard it is to find.
    pub fn difficulty(self) -> Difficulty {
        Difficulty { tenths: self.entry().1 }
    }

    /// Whether it concludes from the puzzle having one solution: of a puzzle with several it may
    /// lose some or all.
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

/// A number for difficulty, such as 4.2: the harder the higher.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Difficulty {
    /// Ten times the number.
    pub tenths: u8,
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

    #[test]
    fn names_lead_back_to_techniques() {
        for technique in Technique::ALL {
            assert_eq!(Technique::from_name(technique.name()), Some(technique));
        }
        assert_eq!(Technique::from_name("guessing"), None);
    }
}
