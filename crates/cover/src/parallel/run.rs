//! A search in parts: one part after another on the calling thread, or with workers.

use std::ops::ControlFlow;
use std::thread;

use super::PartObserver;
use super::account::Account;
use super::board::{Board, Spot};
use super::delivery::{Delivery, Gather, Guard, News, PartEnd};
use super::division::{Division, Part};
use crate::problem::{ItemId, OptionId, Problem};
use crate::search::{
    Budget, Counters, Found, Leaf, Outcome, Probe, ProbedSearch, Solver, Tally, Unsupported,
    Visitor, run_probed,
};

/// Memory of a worker, in bytes: its stack and what the system keeps for a thread, and tables for each entry of the problem.
const WORKER: usize = 1 << 18;
const WORKER_ENTRY: usize = 64;

#[derive(Clone, Copy)]
pub(super) struct Run<'r> {
    pub(super) engine: &'r dyn Solver,
    pub(super) division: &'r Division<'r>,
    pub(super) budget: &'r Budget,
    pub(super) counting: Counters,
    pub(super) bounded: bool,
}

/// How a search ended, with the sums over its parts.
pub(super) type End<'r> = Result<(Outcome, Account<'r>), Unsupported>;

impl<'r> Run<'r> {
    /// Searches one part within the rest of the budget.
    pub(super) fn part(
        &self,
        board: &mut Board<'_>,
        part: usize,
        rest: Budget,
        visit: Option<&mut Visitor<'_>>,
    ) -> PartEnd {
        let part = &self.division.parts[part];
        let rest = part.budget(rest);
        let Some(visit) = visit else { return self.one(board, part, &rest, None) };
        if part.members.images.is_none() {
            return self.one(board, part, &rest, Some(visit));
        }
        let most = rest.solutions.unwrap_or(u64::MAX);
        // The engine does not know how many images there are.
        let rest = Budget { solutions: None, ..rest };
        let mut images = (0, Vec::new());
        let mut visit = |solution: &[OptionId]| part.visit(solution, most, &mut images, visit);
        let tally = self.one(board, part, &rest, Some(&mut visit))?;
        let mut search = tally.search;
        search.stats.solutions = images.0;
        Ok(Tally { search, solutions: images.0.into(), ..tally })
    }

    /// Searches a part and none of those that symmetries take it to.
    fn one(
        &self,
        board: &mut Board<'_>,
        part: &Part,
        rest: &Budget,
        visit: Option<&mut Visitor<'_>>,
    ) -> PartEnd {
        let problem = self.division.problem;
        if part.moves.is_empty() && part.some.is_none() {
            return self.engine_on(problem, rest, visit);
        }
        board.stand_at(&part.moves);
        let leaf = match board.spot() {
            Spot::Solution => Some(Leaf::Solution),
            Spot::DeadEnd => Some(Leaf::DeadEnd),
            Spot::Branch(..) => None,
        };
        if let Some(leaf) = leaf {
            let mut ignore = |_: &[OptionId]| ControlFlow::Continue(());
            let visit = visit.unwrap_or(&mut ignore);
            let search = run_probed(Alone(leaf, &part.prefix), rest, self.counting, visit);
            return Ok(Tally::new(search.stats.solutions.into(), search));
        }
        let open = problem.option_ids().filter(|&option| {
            let wanted = |(item, some): &(ItemId, Vec<OptionId>)| {
                problem.option(option).iter().all(|entry| entry.item != *item)
                    || some.binary_search(&option).is_ok()
            };
            board.is_open(option) && part.some.as_ref().is_none_or(wanted)
        });
        let reduced = problem.nameless(&part.prefix, open);
        let reduced = reduced.expect("the division chose compatible options");
        let Some(visit) = visit else { return self.engine_on(&reduced.problem, rest, None) };
        let mut whole = part.prefix.clone();
        let mut visit_whole = |solution: &[OptionId]| {
            whole.truncate(part.prefix.len());
            whole.extend(solution.iter().map(|option| reduced.options[option.index()]));
            visit(&whole)
        };
        self.engine_on(&reduced.problem, rest, Some(&mut visit_whole))
    }

    fn engine_on(
        &self,
        problem: &Problem,
        rest: &Budget,
        visit: Option<&mut Visitor<'_>>,
    ) -> PartEnd {
        match visit {
            None => self.engine.tally(problem, rest, self.counting),
            Some(visit) => {
                let search = self.engine.search(problem, rest, self.counting, visit)?;
                Ok(Tally::new(search.stats.solutions.into(), search))
            }
        }
    }

    /// Searches one part after another, on the calling thread.
    pub(super) fn alone(
        &self,
        mut account: Account<'r>,
        parts: Vec<Option<Tally>>,
        mut visit: Option<&mut Visitor<'_>>,
        observer: &mut dyn PartObserver,
    ) -> End<'r> {
        let mut board = Board::new(self.division.problem);
        for (part, earlier) in parts.into_iter().enumerate() {
            let about = &self.division.parts[part];
            account.add_top(about.before);
            let known = earlier.is_some();
            let tally = match earlier {
                Some(tally) => tally,
                None => self.part(&mut board, part, account.rest(), visit.as_deref_mut())?,
            };
            account.add(about, &tally);
            match tally.search.outcome {
                Outcome::Exhausted if account.is_over() => {
                    return Ok((Outcome::BudgetSpent, account));
                }
                Outcome::Exhausted if account.has_enough() => {
                    return Ok((Outcome::Stopped, account));
                }
                Outcome::Exhausted if !known => observer.ended(part, &tally),
                Outcome::Exhausted => {}
                outcome => return Ok((outcome, account)),
            }
        }
        Ok(self.at_the_end(account))
    }

    /// The result after all parts were searched to their end.
    fn at_the_end(&self, mut account: Account<'r>) -> (Outcome, Account<'r>) {
        account.add_top(self.division.after);
        let outcome = if account.is_over() { Outcome::BudgetSpent } else { Outcome::Exhausted };
        (outcome, account)
    }

    /// Searches parts with `jobs` scoped threads, or with as many as can be started: if none can, on the
    /// calling thread.
    pub(super) fn with_workers(
        &self,
        jobs: usize,
        mut account: Account<'r>,
        parts: Vec<Option<Tally>>,
        visit: Option<&mut Visitor<'_>>,
        observer: &mut dyn PartObserver,
    ) -> End<'r> {
        let workers = jobs.min(parts.len()).min(self.affordable());
        let visiting = visit.is_some();
        let before = account.clone();
        account.add_top(self.division.parts[0].before);
        let delivery = Delivery::new(parts.clone(), account.rest(), self.bounded && visiting);
        thread::scope(|scope| {
            let work = || self.work(&delivery, visiting);
            let start = |_: &usize| thread::Builder::new().spawn_scoped(scope, work).is_ok();
            if (0..workers).take_while(start).count() == 0 {
                return self.alone(before, parts, visit, observer);
            }
            let end = self.receive(&delivery, account, visit, observer);
            delivery.stop();
            end
        })
    }

    /// The number of workers for which half of the limit of memory is enough; at least one.
    fn affordable(&self) -> usize {
        let each = WORKER + WORKER_ENTRY * self.division.problem.entries();
        self.budget.memory.map_or(usize::MAX, |bytes| (bytes / 2 / each).max(1))
    }

    /// The loop of a worker thread: takes parts and searches them.
    fn work(&self, delivery: &Delivery, visiting: bool) {
        let _guard = Guard(delivery);
        let mut board = Board::new(self.division.problem);
        let worker = delivery.hire();
        while let Some((part, rest)) = delivery.next(worker) {
            let ended = if visiting {
                let mut gather = Gather::new(delivery, part);
                let ended =
                    self.part(&mut board, part, rest, Some(&mut |found| gather.push(found)));
                _ = gather.finish();
                ended
            } else {
                self.part(&mut board, part, rest, None)
            };
            delivery.end(part, ended);
        }
    }

    /// Searches a part on the calling thread, within the exact rest of the budget.
    fn again(
        &self,
        part: usize,
        account: &Account<'_>,
        visit: Option<&mut Visitor<'_>>,
    ) -> PartEnd {
        let mut board = Board::new(self.division.problem);
        self.part(&mut board, part, account.rest(), visit)
    }

    /// The loop of the calling thread: takes what the workers find, in the order of the tree.
    fn receive(
        &self,
        delivery: &Delivery,
        mut account: Account<'r>,
        mut visit: Option<&mut Visitor<'_>>,
        observer: &mut dyn PartObserver,
    ) -> End<'r> {
        let visiting = visit.is_some();
        // Number of solutions visited of the part at the head.
        let mut found = 0;
        let mut head = 0;
        while head < self.division.parts() {
            let position = || delivery.position(|part| self.division.share(part));
            if self.budget.cancel.as_ref().is_some_and(|token| !token.goes_on(position)) {
                account.add_solutions(found);
                let ahead = (head..self.division.parts()).filter(|_| !visiting);
                for part in ahead {
                    account.add_solutions(delivery.solutions(part) * self.division.times(part));
                }
                return Ok((Outcome::BudgetSpent, account));
            }
            let (tally, known) = match delivery.wait() {
                News::Nothing => continue,
                // The scope of the threads panics again once all workers have ended.
                News::Panic => return Ok((Outcome::BudgetSpent, account)),
                News::Fresh(parts) => {
                    for part in parts.into_iter().filter(|_| !visiting) {
                        delivery.ended(part).iter().for_each(|tally| observer.ended(part, tally));
                    }
                    continue;
                }
                News::Solutions(batch) => {
                    let visit = visit
                        .as_deref_mut()
                        .expect("only a search with a visitor delivers solutions");
                    if account.visit(&batch, &mut found, visit).is_break() {
                        account.add_solutions(found);
                        return Ok((Outcome::Stopped, account));
                    }
                    continue;
                }
                News::Head { ended, known } => {
                    let tally = ended?;
                    let whole = tally.search.outcome == Outcome::Exhausted
                        && !account.may_be_over(&self.division.parts[head], &tally);
                    if whole || !self.bounded || known {
                        (tally, known)
                    } else {
                        // The head is searched again, because its worker had more budget than earlier parts left.
                        drop(delivery.take_head());
                        (self.again(head, &account, visit.as_deref_mut())?, false)
                    }
                }
                News::Overflow => (self.again(head, &account, visit.as_deref_mut())?, false),
            };
            if let Some(visit) = visit.as_deref_mut() {
                for batch in delivery.take_head() {
                    if account.visit(&batch, &mut found, visit).is_break() {
                        account.add_solutions(found);
                        return Ok((Outcome::Stopped, account));
                    }
                }
            }
            found = 0;
            account.add(&self.division.parts[head], &tally);
            match tally.search.outcome {
                Outcome::Exhausted if visiting && !known => observer.ended(head, &tally),
                Outcome::Exhausted => {}
                outcome => return Ok((outcome, account)),
            }
            if account.is_over() {
                return Ok((Outcome::BudgetSpent, account));
            }
            if account.has_enough() {
                return Ok((Outcome::Stopped, account));
            }
            head += 1;
            if let Some(part) = self.division.parts.get(head) {
                account.add_top(part.before);
            }
            delivery.advance(account.rest());
        }
        Ok(self.at_the_end(account))
    }
}

/// The search of a part that is a single node.
struct Alone<'p>(Leaf, &'p [OptionId]);

impl ProbedSearch<[OptionId]> for Alone<'_> {
    fn run<P: Probe>(self, probe: &mut P, found: &mut Found<'_, [OptionId]>) -> Outcome {
        if !probe.enter() {
            return Outcome::BudgetSpent;
        }
        probe.leaf(self.0);
        let stops = self.0 == Leaf::Solution && found.solution(self.1).is_break();
        if stops { Outcome::Stopped } else { Outcome::Exhausted }
    }
}
