//! First searches: of each instance by a process that has seen none of its class, and of decoys in place of the instances.

use std::time::Duration;

use super::decoy::{Decoy, Solved, decoys, short, solve};
use super::distinct::rounds;
use super::easy::easy;
use super::{ProcessMeasured, Sessions};
use crate::corpus::Instance;
use crate::engine::searched::Judgement;
use crate::process::{BatchReply, Question, Reply, Times};

/// The cost of asking an engine that fails at questions about no instance: more than one costs on most machines.
const ASKING: Duration = Duration::from_micros(100);

/// The first searches, by processes that had seen none of the instances.
pub(super) struct FirstSearches {
    pub asked: BatchReply,
    /// The cost of asking.
    pub asking: Times,
    /// What was wrong with answers about decoys, by the indices of the instances that they stood for.
    pub faults: Vec<(usize, String)>,
}

impl ProcessMeasured<'_> {
    /// Asks about every instance once, without counters, and about decoys in place of the instances: before or after, so that
    /// the engine cannot know which of the two counts.
    pub(super) fn ask_first(&mut self) -> Result<FirstSearches, Judgement> {
        let rounds = rounds(self.instances);
        let mut known = self.known();
        let is_early = known.iter().all(Option::is_some) && self.sessions.stream.below(2) == 0;
        let mut faults = Vec::new();
        if is_early {
            faults = self.ask_decoys(&rounds, &known)?;
        }
        let (asked, asking) = self.ask_rounds(&rounds, self.instances)?;
        if !is_early && asked.replies.iter().all(Result::is_ok) {
            for (solved, reply) in known.iter_mut().zip(&asked.replies) {
                *solved = solved.take().or_else(|| Solved::claimed(reply));
            }
            faults = self.ask_decoys(&rounds, &known)?;
        }
        Ok(FirstSearches { asked, asking, faults })
    }

    /// What is known of the solutions of each instance, without the engine.
    fn known(&mut self) -> Vec<Option<Solved>> {
        let Sessions { limits, solved, .. } = &mut *self.sessions;
        let budget = short(limits.cancel.clone().unwrap_or_default());
        if let [instance] = self.instances {
            let of_one = || solve(&instance.body, &budget);
            return vec![solved.entry(instance.sha256).or_insert_with(of_one).clone()];
        }
        self.instances.iter().map(|instance| solve(&instance.body, &budget)).collect()
    }

    /// Asks about decoys as if they were the instances. Returns what is wrong with the answers.
    fn ask_decoys(
        &mut self,
        rounds: &[Vec<usize>],
        known: &[Option<Solved>],
    ) -> Result<Vec<(usize, String)>, Judgement> {
        let task = self.question.task;
        let budget = short(self.sessions.limits.cancel.clone().unwrap_or_default());
        let decoys = decoys(self.instances, known, task, &mut self.sessions.stream, &budget);
        let Some(decoys) = decoys else { return Ok(Vec::new()) };
        let instances: Vec<&Instance> = decoys.iter().map(|decoy| &decoy.instance).collect();
        let (asked, _) = self.ask_rounds(rounds, &instances)?;
        let replies = decoys.iter().zip(&asked.replies).enumerate();
        let fault = |(place, (decoy, reply)): (usize, (&Decoy, &Reply))| {
            Some((place, decoy.fault(task, reply)?))
        };
        Ok(replies.filter_map(fault).collect())
    }

    /// Asks about instances, of which each round is sent to a new process. Also returns the cost of asking.
    pub(super) fn ask_rounds(
        &mut self,
        rounds: &[Vec<usize>],
        instances: &[&Instance],
    ) -> Result<(BatchReply, Times), Judgement> {
        let question = Question { counters: false, proofs: false, ..self.question };
        let session = self.sessions.of(self.external)?;
        let mut replies: Vec<Option<Reply>> = vec![None; instances.len()];
        let unknown = Times {
            wall: ASKING,
            cpu: Some(ASKING),
            idle: None,
            refused: Duration::ZERO,
            peak: None,
        };
        let (mut times, mut failures, mut asking): (_, _, Option<Times>) = (None, 0, None);
        for (number, round) in rounds.iter().enumerate() {
            let easy = easy(&instances[round[0]].body);
            let cost = session.refresh(&question, &easy).unwrap_or(unknown);
            asking = Some(asking.map_or(cost, |sum| sum + cost));
            let of_round: Vec<&Instance> = round.iter().map(|&i| instances[i]).collect();
            let asked = session.ask(&question, &of_round);
            failures += asked.failures;
            times = match (times, asked.times) {
                (None, now) if number == 0 => now,
                (before, now) => before.zip(now).map(|(before, now): (Times, Times)| before + now),
            };
            for (&place, reply) in round.iter().zip(asked.replies) {
                replies[place] = Some(reply);
            }
        }
        let replies = replies.into_iter().map(|reply| reply.expect("each is in a round")).collect();
        Ok((BatchReply { replies, times, failures }, asking.unwrap_or(unknown)))
    }
}
