//! The Sudoku engines, and the registry that names and runs them.
//!
//! | layer | modules |
//! |---|---|
//! | registry | [`Engine`] names the engines; [`Prepared`] runs one on a puzzle |
//! | engines | `naive`, [`singles`], [`human`], `masks`, `large`, `dlx`, and [`lanes`], which may pass a search on to `large` |
//! | shared | `observer`, `step`, `deduction`, `uniqueness`, `lists` |
//!
//! A module uses only the layers below its own. Each engine is a search function that is generic over a
//! `StepObserver`; without an observer it compiles to code without counters.

mod deduction;
mod dlx;
pub mod human;
pub mod lanes;
mod large;
mod lists;
pub(crate) mod masks;
mod naive;
mod observer;
mod prepared;
pub mod singles;
mod step;
mod uniqueness;

use std::fmt;
use std::ops::ControlFlow;

use quadrille_cover::Budget;
use quadrille_cover::search::{Outcome, Search};

use self::lanes::Instructions;
pub(crate) use self::observer::StepObserver;
pub use self::observer::{StepListener, Watch};
pub use self::prepared::{Prepared, Visitor};
pub use self::step::{Step, UniqueBy, Why};
pub use self::uniqueness::Uniqueness;
use crate::grid::{Grid, Order, Puzzle};

/// A Sudoku engine. Systems A to E are the older programs whose methods some engines follow; `docs/COUNTERS.md`
/// names them.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Engine {
    /// Recursive search over the empty cells (system A).
    NaiveTree,
    /// Recursive backtracking that places a digit first and checks it after (system B).
    NaiveFirst,
    /// The search of `NaiveFirst` as a loop instead of a recursion (system C).
    NaiveIterative,
    /// `NaiveIterative`, with the cells sorted by number of candidates before the search (system C).
    NaiveOrdered,
    /// Closes cells that have a unique candidate (see [`singles`]); never guesses (system D).
    Singles,
    /// The techniques of human players, an extension of system D; never guesses.
    Human,
    /// Bit masks, singles and a copy of the state for each choice (system E).
    Masks,
    /// Propagation, choices and clauses learnt from conflicts, for grids of any size.
    Large,
    /// Dancing links on the puzzle as an exact cover problem.
    Dlx,
    /// All candidates of a 9x9 grid at once, in vector registers. The instructions are an upper bound, so the
    /// engine uses the best ones up to this bound that the machine has.
    Lanes(Instructions),
}

impl Engine {
    /// All engines, the simplest first.
    pub const ALL: [Self; 10] = [
        Self::NaiveTree,
        Self::NaiveFirst,
        Self::NaiveIterative,
        Self::NaiveOrdered,
        Self::Singles,
        Self::Human,
        Self::Masks,
        Self::Large,
        Self::Dlx,
        Self::LANES,
    ];

    /// [`Lanes`](Self::Lanes) with the best instructions that the machine has.
    pub const LANES: Self = Self::Lanes(Instructions::Avx512);

    /// The engine that solves grids of this size fastest.
    pub fn fastest(order: Order) -> Self {
        match order.n() {
            2 => Self::Masks,
            3 => Self::LANES,
            _ => Self::Large,
        }
    }

    /// The engine's name on the command line and in results.
    pub fn name(self) -> &'static str {
        match self {
            Self::NaiveTree => "naive-tree",
            Self::NaiveFirst => "naive-first",
            Self::NaiveIterative => "naive-iterative",
            Self::NaiveOrdered => "naive-ordered",
            Self::Singles => "singles",
            Self::Human => "human",
            Self::Masks => "masks",
            Self::Large => "large",
            Self::Dlx => "dlx",
            Self::Lanes(_) => "lanes",
        }
    }

    /// The engine of that name.
    pub fn from_name(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|engine| engine.name() == name)
    }

    /// What the engine does, in a line.
    pub fn about(self) -> &'static str {
        match self {
            Self::NaiveTree => "recursive search over the empty cells in reading order",
            Self::NaiveFirst => "backtracker that places a digit first and checks it after",
            Self::NaiveIterative => "backtracker of naive-first as a loop, without recursion",
            Self::NaiveOrdered => "naive-iterative, cells with the fewest candidates first",
            Self::Singles => "closes cells with a unique candidate; never guesses, may stall",
            Self::Human => "named techniques from singles to chains; never guesses, may stall",
            Self::Masks => "bit masks, singles in cells, rows, columns and regions, then a choice",
            Self::Large => "unit propagation over cells and minirows, learning from conflicts",
            Self::Dlx => "dancing links on the exact cover problem",
            Self::Lanes(_) => {
                "9x9 grids: all candidates at once in vector registers, then a choice"
            }
        }
    }

    /// Whether the engine is made for grids of this size. `lanes` passes a grid that is not 9x9 on
    /// to `large`, so times measured there would be those of `large`.
    pub fn is_for(self, order: Order) -> bool {
        !matches!(self, Self::Lanes(_)) || order == Order::NINE
    }

    /// Why the engine does not take a puzzle; `None` if it takes the puzzle. Read after the name of the engine, the text
    /// is a sentence.
    ///
    /// A search with an engine that refuses the puzzle finds nothing and ends [`Stalled`](Outcome::Stalled), so that the
    /// candidates of a puzzle are never ignored.
    ///
    /// ```
    /// use quadrille_sudoku::{Engine, Puzzle};
    ///
    /// let puzzle: Puzzle = ["12..", "1234"].concat().repeat(8).parse()?;
    /// assert_eq!(Engine::Dlx.refuses(&puzzle), None);
    /// let why = Engine::NaiveTree.refuses(&puzzle);
    /// assert_eq!(why, Some("does not take puzzles with restricted candidates"));
    /// # Ok::<(), quadrille_sudoku::ReadError>(())
    /// ```
    pub fn refuses(self, puzzle: &Puzzle) -> Option<&'static str> {
        let takes_candidates = match self {
            Self::Singles | Self::Masks | Self::Large | Self::Dlx | Self::Lanes(_) => true,
            // The techniques of `human` would be right, but the givens that it names as reasons would not be all reasons.
            Self::NaiveTree
            | Self::NaiveFirst
            | Self::NaiveIterative
            | Self::NaiveOrdered
            | Self::Human => false,
        };
        let is_refused = puzzle.candidates().is_some() && !takes_candidates;
        is_refused.then_some("does not take puzzles with restricted candidates")
    }

    /// The same engine. If it uses vector instructions, it uses none better than these.
    #[must_use]
    pub fn at_most(self, instructions: Instructions) -> Self {
        match self {
            Self::Lanes(most) => Self::Lanes(most.min(instructions)),
            other => other,
        }
    }

    /// Whether the engine searches a tree, so that it has nodes to count.
    fn has_tree(self) -> bool {
        !matches!(self, Self::Singles | Self::Human)
    }

    /// Does the work that comes before the clock starts, that is, looks for givens that clash, and encodes the
    /// puzzle if the engine needs it encoded.
    pub fn prepare(self, puzzle: &Puzzle) -> Prepared<'_> {
        Prepared::new(self, puzzle)
    }

    /// Prepares the puzzle and searches.
    pub fn search(
        self,
        puzzle: &Puzzle,
        budget: &Budget,
        watch: Watch<'_>,
        visit: &mut Visitor<'_>,
    ) -> Search {
        self.prepare(puzzle).search(budget, watch, visit)
    }

    /// The first solution that this engine finds, if it finds one.
    pub fn first(self, puzzle: &Puzzle) -> Option<Grid> {
        let mut first = None;
        self.search(puzzle, &Budget::solutions(1), Watch::Off, &mut |grid| {
            first = Some(grid.clone());
            ControlFlow::Continue(())
        });
        first
    }

    /// Whether the puzzle has one solution, several or none; `None` if this engine cannot decide within the budget.
    pub fn uniqueness(self, puzzle: &Puzzle, budget: &Budget) -> Option<Uniqueness> {
        let budget = Budget { solutions: Some(2), ..budget.clone() };
        let mut visit = |_: &Grid| ControlFlow::Continue(());
        Uniqueness::of(&self.search(puzzle, &budget, Watch::Off, &mut visit))
    }

    /// The number of solutions that this engine finds, up to `limit`, and how the search ended.
    pub fn count(self, puzzle: &Puzzle, limit: u64) -> (u64, Outcome) {
        let mut visit = |_: &Grid| ControlFlow::Continue(());
        let search = self.search(puzzle, &Budget::solutions(limit), Watch::Off, &mut visit);
        (search.stats.solutions, search.outcome)
    }
}

impl Puzzle {
    /// Whether the puzzle has no solution, exactly one, or several.
    ///
    /// The answer is exact and the call always ends, because it searches without a limit until a second
    /// solution is found or none is left. Most 9x9 puzzles take microseconds (engine `lanes`), most 16x16
    /// and 25x25 puzzles at most a few milliseconds (engine `large`). No bound holds for all large grids,
    /// and a hard one of 25x25 or more can take very long; to search within a limit, call
    /// [`Engine::uniqueness`] with a [`Budget`].
    ///
    /// ```
    /// use quadrille_sudoku::{Puzzle, Uniqueness};
    ///
    /// assert_eq!("1..43..2.1..4..1".parse::<Puzzle>()?.uniqueness(), Uniqueness::Unique);
    /// # Ok::<(), quadrille_sudoku::ReadError>(())
    /// ```
    pub fn uniqueness(&self) -> Uniqueness {
        let engine = Engine::fastest(self.order());
        engine.uniqueness(self, &Budget::default()).expect("a search without a limit is complete")
    }
}

impl fmt::Display for Engine {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.name())
    }
}
