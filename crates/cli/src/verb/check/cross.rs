//! Whether a second engine confirms the verdict of the first.
//!
//! Engines of one kind share ideas, and often code, so both may contain the same mistake. Engines of
//! different kinds share only the grid.

use quadrille_sudoku::{Engine, Puzzle};

use super::claim::Claim;
use crate::output::json::Answer;

/// The method of an engine.
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

/// The engines that can confirm a verdict of this one.
pub fn of_other_kinds(engine: Engine) -> Vec<&'static str> {
    let others = Engine::ALL.into_iter().filter(|&other| kind(other) != kind(engine));
    others.map(Engine::name).collect()
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
    use quadrille_sudoku::format::InputFormat;
    use quadrille_sudoku::format::read::read_one;

    use super::super::claim::Clues;
    use super::*;

    const PUZZLE: &str = "12..34......4...";
    const SOLUTION: &str = "1234341221434321";

    fn puzzle(text: &str) -> Puzzle {
        read_one(text, InputFormat::Auto, None).expect("a puzzle")
    }

    fn grid(text: &str) -> Grid {
        puzzle(text).givens().clone()
    }

    fn claim(engine: Engine, answer: Answer, solutions: [Option<Grid>; 2]) -> Claim {
        let search = Search { outcome: Outcome::Exhausted, stats: SearchStats::default() };
        Claim { engine, answer, search, wall_ns: None, solutions, clues: None }
    }

    /// The doubt if `masks` tells the truth about a unique puzzle and `dlx` claims this.
    fn doubt(answer: Answer, solutions: [Option<Grid>; 2]) -> Result<(), String> {
        let truth = claim(Engine::Masks, Answer::Unique, [Some(grid(SOLUTION)), None]);
        let other = claim(Engine::Dlx, answer, solutions);
        compare(&puzzle(PUZZLE), &truth, &other).map_err(|doubt| doubt.why)
    }

    #[test]
    fn a_lie_is_found_out() {
        let report = "; an engine is wrong: please report this puzzle";
        let lie = |what: &str| Err(format!("{what}{report}"));
        assert_eq!(doubt(Answer::None, [None, None]), lie("masks says unique, dlx says none"));
        let wrong = "1234341221434312";
        for solutions in [
            [Some(grid(wrong)), None],
            [Some(grid(SOLUTION)), Some(grid(SOLUTION))],
            [Some(grid(SOLUTION)), Some(grid(wrong))],
        ] {
            assert_eq!(doubt(Answer::Multiple, solutions), lie("dlx shows a wrong solution"));
        }
        assert_eq!(
            doubt(Answer::Unique, [None, None]),
            lie("masks and dlx show different solutions")
        );
    }

    #[test]
    fn a_lie_about_clues_is_found_out() {
        let with = |engine, redundant: &[usize], open| Claim {
            clues: Some(Clues { redundant: redundant.to_vec(), open }),
            ..claim(engine, Answer::Unique, [Some(grid(SOLUTION)), None])
        };
        let compare = |second| compare(&puzzle(PUZZLE), &with(Engine::Masks, &[1], false), &second);
        let contradiction = |second| compare(second).map_err(|doubt| doubt.contradiction);
        assert_eq!(contradiction(with(Engine::Dlx, &[1], false)), Ok(()));
        assert_eq!(contradiction(with(Engine::Dlx, &[], false)), Err(true));
        assert_eq!(contradiction(with(Engine::Dlx, &[], true)), Err(false));
    }
}
