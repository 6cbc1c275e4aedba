//! Whether a second engine confirms the verdict of the first.
//!
//! Engines of one kind share ideas, and often code, so both may contain the same mistake. Engines of
//! different kinds share only the grid.

use quadrille_sudoku::{Engine, Puzzle};
use quadrille_tables::Answer;

use super::claim::Claim;

/// The name of the method by which an engine searches.
pub fn kind(engine: Engine) -> &'static str {
    match engine {
        Engine::NaiveTree | Engine::NaiveFirst | Engine::NaiveIterative | Engine::NaiveOrdered => {
            "backtracking"
        }
        Engine::Singles | Engine::Human | Engine::Masks | Engine::Lanes(_) => {
            "deduction from candidates"
        }
        Engine::Large => "learning from conflicts",
        Engine::Dlx => "exact cover",
    }
}

/// Why a verdict is doubtful.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Doubt {
    pub why: String,
    /// Whether the engines contradict each other, so that one of them is wrong. Otherwise the second engine
    /// found no answer.
    pub contradiction: bool,
}

/// Compares the claims of two engines, and checks their solutions against the rules. The answer of the
/// first must be known.
///
/// # Errors
/// A doubt remains.
pub fn compare(puzzle: &Puzzle, first: &Claim, second: &Claim) -> Result<(), Doubt> {
    let (one, two) = (first.engine, second.engine);
    let unconfirmed = |why| Err(Doubt { why, contradiction: false });
    let disagree = |what: String| {
        let why = format!("{what}; an engine is wrong: please report this puzzle");
        Err(Doubt { why, contradiction: true })
    };
    for claim in [first, second] {
        if !claim.has_true_solutions(puzzle) {
            return disagree(format!("{} shows a wrong solution", claim.engine));
        }
    }
    let [a, b] = [first, second].map(|claim| claim.answer.name());
    if second.answer == Answer::Unknown {
        return unconfirmed(format!("{one} says {a}, {two} cannot tell"));
    }
    if first.answer != second.answer {
        return disagree(format!("{one} says {a}, {two} says {b}"));
    }
    if first.answer == Answer::Unique && first.solutions[0] != second.solutions[0] {
        return disagree(format!("{one} and {two} show different solutions"));
    }
    match (&first.clues, &second.clues) {
        (Some(a), Some(b)) if a.open || b.open => {
            unconfirmed(format!("{one} and {two} say unique, but not both which clues are needed"))
        }
        (Some(a), Some(b)) if a != b => {
            disagree(format!("{one} and {two} say that different clues are needed"))
        }
        _ => Ok(()),
    }
}

#[cfg(test)]
mod tests {
    use quadrille_cover::Search;
    use quadrille_cover::search::{Outcome, SearchStats};
    use quadrille_sudoku::Grid;

    use super::super::claim::Clues;
    use super::*;

    const SOLUTION: &str = "1234341221434321";
    const WRONG: &str = "1234341221434312";

    /// A claim with these solutions, and with the cells of redundant clues.
    fn claim(engine: Engine, answer: Answer, solutions: &[&str], redundant: &[usize]) -> Claim {
        let search = Search { outcome: Outcome::Exhausted, stats: SearchStats::default() };
        let grid = |text: &&str| text.parse::<Puzzle>().expect("a grid").givens().clone();
        let solutions: [Option<Grid>; 2] = [0, 1].map(|i| solutions.get(i).map(grid));
        let clues = Some(Clues { redundant: redundant.to_vec(), open: false });
        Claim { engine, answer, search, wall_ns: None, solutions, clues }
    }

    /// Compares a claim of `dlx` with that of `masks`, which tells the truth about a unique puzzle.
    fn crossed(claim_of_dlx: &Claim) -> Result<(), Doubt> {
        let puzzle = "12..34......4...".parse().expect("a puzzle");
        compare(&puzzle, &claim(Engine::Masks, Answer::Unique, &[SOLUTION], &[1]), claim_of_dlx)
    }

    #[test]
    fn a_lie_is_found_out() {
        for (answer, solutions, what) in [
            (Answer::Multiple, &[WRONG][..], "dlx shows a wrong solution"),
            (Answer::Multiple, &[SOLUTION, SOLUTION], "dlx shows a wrong solution"),
            (Answer::Multiple, &[SOLUTION, WRONG], "dlx shows a wrong solution"),
            (Answer::None, &[], "masks says unique, dlx says none"),
            (Answer::Unique, &[], "masks and dlx show different solutions"),
            (Answer::Unique, &[SOLUTION], "masks and dlx say that different clues are needed"),
        ] {
            let why = format!("{what}; an engine is wrong: please report this puzzle");
            let lie = crossed(&claim(Engine::Dlx, answer, solutions, &[]));
            assert_eq!(lie, Err(Doubt { why, contradiction: true }));
        }
    }

    #[test]
    fn engines_that_agree_or_know_too_little_do_not_contradict_each_other() {
        let mut same = claim(Engine::Dlx, Answer::Unique, &[SOLUTION], &[1]);
        assert_eq!(crossed(&same), Ok(()));
        same.clues = Some(Clues { redundant: Vec::new(), open: true });
        assert!(crossed(&same).is_err_and(|doubt| !doubt.contradiction));
    }
}
