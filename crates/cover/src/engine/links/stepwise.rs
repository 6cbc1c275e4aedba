//! A search in pieces of a few nodes, with all its steps: for pages and programs that show Algorithm X at work.

use std::fmt;
use std::ops::ControlFlow;

use super::Dlx;
use super::recorder::{Recorder, SearchStep};
use super::solutions::{Resume, searching};
use crate::problem::{OptionId, Problem};
use crate::search::{Budget, Found, Outcome, Solver, Unsupported};

/// A search of dancing links that is made in pieces, made by [`Dlx::stepwise`].
///
/// The search runs only within [`steps`](Self::steps), on the calling thread. It has its own tables, so it may outlive the problem.
pub struct Stepwise {
    search: Box<dyn Resume>,
    recorder: Recorder,
    has_ended: bool,
}

impl Dlx {
    /// A search whose steps are returned in pieces.
    ///
    /// ```
    /// use quadrille_cover::engine::SearchStep::{Branch, Choose, Solution, TakeBack};
    /// use quadrille_cover::{Dlx, Problem};
    ///
    /// let problem = Problem::parse("a b c\nb c\na\na b\n")?;
    /// let [a, _, c] = [0, 1, 2].map(|i| problem.item_ids().nth(i).expect("there are three"));
    /// let [first, second] = [0, 1].map(|i| problem.option_id(i).expect("there are three"));
    /// let mut search = Dlx.stepwise(&problem)?;
    /// assert_eq!(search.steps(2), [Branch(c), Choose(first), Branch(a), Choose(second)]);
    /// // Node 3 is the solution. The third option shares an item with the first.
    /// assert_eq!(search.steps(1)[..2], [Solution, TakeBack(second)]);
    /// assert!(search.has_ended() && search.steps(1).is_empty());
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    /// On a problem too large for 32-bit links.
    pub fn stepwise(self, problem: &Problem) -> Result<Stepwise, Unsupported> {
        self.accepts(problem)?;
        Ok(Stepwise { search: searching(problem), recorder: Recorder::default(), has_ended: false })
    }
}

impl Stepwise {
    /// Enters this number of further nodes, fewer if the search ends before, and returns the steps to there. The last piece ends with
    /// the steps back to the root.
    pub fn steps(&mut self, nodes: u64) -> Vec<SearchStep> {
        if !self.has_ended {
            let mut visit = |_: &[OptionId]| ControlFlow::Continue(());
            let mut found = Found::new(&Budget::default(), &mut visit);
            self.recorder.left = nodes;
            if self.search.record(&mut self.recorder, &mut found) == Outcome::Exhausted {
                self.has_ended = true;
                while self.recorder.go_up() {}
            }
        }
        std::mem::take(&mut self.recorder.steps)
    }

    /// Whether the whole tree was searched.
    pub fn has_ended(&self) -> bool {
        self.has_ended
    }
}

impl fmt::Debug for Stepwise {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Stepwise").field("has_ended", &self.has_ended).finish_non_exhaustive()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::family;
    use crate::problem::ItemId;
    use crate::search::Counters;

    /// Follows all steps; returns the number of nodes and the solutions.
    fn follow(problem: &Problem, piece: u64) -> (u64, Vec<Vec<OptionId>>) {
        let mut search = Dlx.stepwise(problem).unwrap();
        let (mut levels, mut chosen) = (Vec::new(), Vec::new());
        let (mut nodes, mut solutions) = (0, Vec::new());
        while !search.has_ended() {
            for step in search.steps(piece) {
                match step {
                    SearchStep::Branch(item) => levels.push((item, false)),
                    SearchStep::Leave(item) => assert_eq!(levels.pop(), Some((item, false))),
                    SearchStep::Choose(option) => {
                        let (item, is_tried) = levels.last_mut().unwrap();
                        assert!(!std::mem::replace(is_tried, true));
                        assert!(problem.option(option).iter().any(|entry| entry.item == *item));
                        chosen.push(option);
                    }
                    SearchStep::TakeBack(option) => {
                        assert!(std::mem::replace(&mut levels.last_mut().unwrap().1, false));
                        assert_eq!(chosen.pop(), Some(option));
                    }
                    SearchStep::Finish(item) => {
                        assert_eq!(levels.last(), Some(&(item, false)));
                        levels.last_mut().unwrap().1 = true;
                    }
                    SearchStep::Unfinish(item) => {
                        assert_eq!(levels.last(), Some(&(item, true)));
                        levels.last_mut().unwrap().1 = false;
                    }
                    SearchStep::DeadEnd(_) => {}
                    SearchStep::Solution => solutions.push(chosen.clone()),
                }
                let is_node = matches!(
                    step,
                    SearchStep::Branch(_) | SearchStep::DeadEnd(_) | SearchStep::Solution
                );
                nodes += u64::from(is_node);
            }
        }
        assert!(levels.is_empty() && chosen.is_empty());
        (nodes, solutions)
    }

    #[test]
    fn the_steps_are_those_of_the_search() {
        let several = "1:2|a 2:3|b 0:2|c d\na b\nb c\nb d\na c\nc\na d\nb\n";
        let coloured = "a 2|b | x y\na x:1\nb x:1 y\nb x:2\nb x:1\na y:3\n";
        let texts = [several, coloured].map(|text| Problem::parse(text).unwrap());
        let specs = [
            "queens:6",
            "pentominoes:3x20",
            "wordsquare:3:bit,ice,ten",
            "polyominoes:2x#,##,###:1x7",
        ];
        let built = specs.map(|spec| family::build(spec).unwrap());
        for problem in texts.iter().chain(&built) {
            let tally = Dlx.tally(problem, &Budget::default(), Counters::On).unwrap();
            let all = Dlx.all(problem).unwrap();
            for piece in [1, 7, u64::MAX] {
                let (nodes, solutions) = follow(problem, piece);
                assert_eq!(Some(nodes), tally.search.stats.nodes);
                assert_eq!(solutions, all);
            }
        }
    }

    #[test]
    fn an_item_without_options_ends_the_search_at_once() {
        let problem = Problem::parse("a b\na\n").unwrap();
        let mut search = Dlx.stepwise(&problem).unwrap();
        assert!(search.steps(0).is_empty() && !search.has_ended());
        assert_eq!(search.steps(1), [SearchStep::DeadEnd(ItemId(1))]);
        assert!(search.has_ended());
    }
}
