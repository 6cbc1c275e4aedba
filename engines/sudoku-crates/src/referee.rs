//! Checks whether answers are right, and counts forks.

use std::ops::ControlFlow;

use quadrille_cover::{Budget, Outcome};
use quadrille_sudoku::engine::lanes::Lanes;
use quadrille_sudoku::engine::lanes::batch::Solved;
use quadrille_sudoku::format::write;
use quadrille_sudoku::{Grid, Watch};

use crate::contender::{Answer, Contender, Said, cells};
use crate::corpus::Corpus;

/// Knows the answer of `lanes` to every puzzle of a list, and compares the engines' answers with it.
pub struct Referee<'c> {
    pub corpus: &'c Corpus,
    known: Vec<Solved>,
}

/// The forks of an engine in deciding for each puzzle of a list whether it has one solution.
#[derive(Clone, Copy, Debug)]
pub struct Counted {
    /// Number of puzzles that the engine received.
    pub puzzles: usize,
    /// Number of puzzles that the engine answered.
    pub answered: usize,
    /// Number of puzzles answered without a fork.
    pub without_fork: usize,
    /// Number of forks in the answered puzzles.
    pub forks: u64,
}

impl<'c> Referee<'c> {
    pub fn new(corpus: &'c Corpus) -> Self {
        let puzzles: Vec<_> = corpus.puzzles.iter().map(cells).collect();
        let mut known = Vec::new();
        Lanes::new().solve_batch(&puzzles, 2, &mut known);
        Self { corpus, known }
    }

    /// Checks the answers for the puzzles in these places against the rules and the known answers.
    ///
    /// # Errors
    /// If an answer is wrong; the error names the puzzle and the reason.
    pub fn judge(
        &self,
        contender: &Contender,
        places: &[usize],
        answers: &[Answer],
    ) -> Result<(), String> {
        assert_eq!(places.len(), answers.len(), "{} answers every puzzle", contender.name);
        for (&place, answer) in places.iter().zip(answers) {
            self.judge_one(place, answer).map_err(|reason| {
                let puzzle = write::line(self.corpus.puzzles[place].givens());
                format!("{} {reason}: {puzzle} of {}", contender.name, self.corpus.name)
            })?;
        }
        Ok(())
    }

    fn judge_one(&self, place: usize, answer: &Answer) -> Result<(), String> {
        let known = &self.known[place];
        match answer {
            None => Ok(()),
            Some(Said::Count(count)) if *count == known.count => Ok(()),
            Some(Said::Count(count)) => {
                Err(format!("counts {count} solutions where lanes counts {}", known.count))
            }
            Some(Said::First(None)) if known.count == 0 => Ok(()),
            Some(Said::First(None)) => Err("finds no solution where lanes finds one".to_owned()),
            Some(Said::First(Some(digits))) => {
                let grid = Grid::from_cells(digits.to_vec());
                match grid.filter(|grid| self.corpus.puzzles[place].is_solved_by(grid)) {
                    None => Err("finds a grid that is no solution".to_owned()),
                    Some(_) if known.count == 0 => {
                        Err("finds a solution where lanes finds none".to_owned())
                    }
                    Some(_) if known.count == 1 && known.first() != Some(digits) => {
                        Err("finds another solution than lanes, which finds only one".to_owned())
                    }
                    Some(_) => Ok(()),
                }
            }
        }
    }

    /// The forks of an engine on this list; `None` if the engine does not count forks.
    pub fn counted(&self, contender: &Contender) -> Option<Counted> {
        let engine = contender.counts?;
        let places = self.corpus.sample(contender.sample);
        let mut counted = Counted { puzzles: places.len(), answered: 0, without_fork: 0, forks: 0 };
        let budget = Budget { tests: contender.tests, solutions: Some(2), ..Budget::default() };
        for place in places {
            let mut visit = |_: &Grid| ControlFlow::Continue(());
            let puzzle = &self.corpus.puzzles[place];
            let search = engine.search(puzzle, &budget, Watch::Count, &mut visit);
            if matches!(search.outcome, Outcome::Exhausted | Outcome::Stopped) {
                let forks = search.stats.forks?;
                counted.answered += 1;
                counted.without_fork += usize::from(forks == 0);
                counted.forks += forks;
            }
        }
        Some(counted)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::contender::Question;
    use crate::corpus::shipped;

    #[test]
    fn wrong_answers_are_seen() {
        let corpora = shipped().unwrap();
        let referees: Vec<_> = corpora.iter().map(Referee::new).collect();
        let [one, several, none] = &referees[..] else { panic!("three lists") };
        let right = *one.known[0].first().unwrap();
        let mut wrong = right;
        wrong.swap(0, 1);
        let solution = |cells| Some(Said::First(Some(cells)));
        assert_eq!(one.judge_one(0, &solution(right)), Ok(()));
        assert!(one.judge_one(0, &solution(wrong)).unwrap_err().contains("no solution"));
        assert!(one.judge_one(1, &solution(right)).unwrap_err().contains("no solution"));
        assert!(one.judge_one(0, &Some(Said::First(None))).is_err());
        for (referee, right) in [(one, 1), (several, 2), (none, 0)] {
            for count in 0..=2 {
                let judged = referee.judge_one(0, &Some(Said::Count(count)));
                assert_eq!(judged.is_ok(), count == right, "{count} of {right}");
            }
        }
        assert_eq!(none.judge_one(0, &Some(Said::First(None))), Ok(()));
    }

    /// All engines, ours and the peers', on a sample of each list.
    #[test]
    fn all_agree() {
        for corpus in shipped().unwrap() {
            let referee = Referee::new(&corpus);
            for contender in crate::ours::all().into_iter().chain(crate::peers::all()) {
                let places = corpus.sample(20);
                for question in Question::ALL {
                    let mut ready = contender.ready(&corpus, &places);
                    ready.run(crate::contender::Asked { question, tests: Some(20_000) });
                    assert_eq!(referee.judge(&contender, &places, &ready.answers()), Ok(()));
                }
            }
        }
    }
}
