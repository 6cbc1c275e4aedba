//! The next choice of the search: by activity, by room, or by memory.

use super::LearningSearch;
use crate::engine::large::literal::Lit;
use crate::engine::large::restarts::Choices;

/// The number of most active candidates compared for the next choice.
const CONSIDERED: usize = 4;

impl LearningSearch<'_> {
    /// The next choice, or `None` if every cell has its digit.
    pub(super) fn pick(&mut self) -> Option<Lit> {
        match self.restarts.choices {
            Choices::Memory if self.may_restart() => self.pick_by_memory(),
            Choices::Room => {
                let was_true = |lit| self.memory.was_true(lit);
                let by_room = self.trail.pick_by_room(self.model, was_true);
                by_room.or_else(|| self.pick_by_activity())
            }
            _ => self.pick_by_activity(),
        }
    }

    /// The most active free variable as it was before. If that places no digit, a candidate of the same groups that was true is chosen
    /// instead, or, if there is none, the variable as it was not.
    fn pick_by_memory(&mut self) -> Option<Lit> {
        let (model, memory) = (self.model, &self.memory);
        let variable = loop {
            let variable = self.order.pop()?;
            if self.trail.is_free(Lit::positive(variable)) {
                break variable;
            }
        };
        let places = |lit: Lit| model.placed_by.get(lit.index()).len();
        let lit = Lit::positive(variable);
        let is_first = places(lit) >= places(!lit);
        let lit =
            if memory.is_likely(lit) || is_first && !memory.is_likely(!lit) { lit } else { !lit };
        if places(lit) > 0 {
            return Some(lit);
        }
        let groups = model.groups_of.get((!lit).index()).iter();
        let others = groups.flat_map(|&group| model.groups.get(group as usize)).copied();
        let is_free = |&other: &Lit| self.trail.is_free(other) && places(other) > 0;
        let instead = others.filter(is_free).find(|&other| memory.is_likely(other));
        if instead.is_some() {
            self.order.insert(variable);
        }
        instead.or(Some(!lit))
    }

    /// Of the `CONSIDERED` most active free variables, the one with the highest quotient of activity and number of literals remaining in
    /// its smallest group. The literal chosen is the variable or its negation, whichever places more digits.
    fn pick_by_activity(&mut self) -> Option<Lit> {
        // Without this check the heap would be emptied, and would have to be filled again.
        if self.trail.lits().len() == self.model.variables {
            return None;
        }
        let mut best = None;
        let mut most = -1.0;
        let mut others = [0; CONSIDERED];
        let mut considered = 0;
        while considered < CONSIDERED {
            let Some(variable) = self.order.pop() else { break };
            let lit = Lit::positive(variable);
            if !self.trail.is_free(lit) {
                continue;
            }
            let places = |lit: Lit| self.model.placed_by.get(lit.index()).len();
            let lit = if places(lit) >= places(!lit) { lit } else { !lit };
            let remaining = self.trail.fewest_remaining(self.model, lit);
            let worth = self.order.activity[variable] / f64::from(remaining);
            if worth > most {
                (best, most) = (Some(lit), worth);
            }
            others[considered] = variable;
            considered += 1;
        }
        let chosen = best.map(Lit::variable);
        for &variable in others[..considered].iter().filter(|&&other| Some(other) != chosen) {
            self.order.insert(variable);
        }
        best
    }
}
