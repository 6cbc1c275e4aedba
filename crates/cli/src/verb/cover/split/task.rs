//! A shard of a divided search: some parts of a generation, within a budget of nodes.

use std::io::{self, Seek, Write};
use std::ops::ControlFlow;

use anyhow::{Result, anyhow, bail};
use quadrille_cover::parallel::{Division, OneByOne};
use quadrille_cover::{Budget, CancelToken, Counters, OptionId, Outcome, Tally};
use quadrille_harness::shards::{Folder, ShardAbout, ShardId};
use quadrille_results::Shown;
use quadrille_service::problem::Smaller;

use super::state::State;
use super::{Enumeration, read};
use crate::output::json::write_line;
use crate::output::message::tell;
use crate::output::plural;
use crate::status::Status;
use crate::verb::cover::checkpoint::contents::{Contents, Divided, Done, Place};
use crate::verb::cover::lines::Lines;
use crate::work::shards;

/// Does a shard, the one given or that of the scheduler.
pub fn shard(folder: &Folder, k: usize, quiet: bool, stop: &CancelToken) -> Result<Status> {
    let job = read(folder)?;
    let state = State::read(folder, &job);
    let shown = folder.path().shown();
    if state.parts.is_empty() {
        say(quiet, &format!("{shown}: all parts are done; `quadrille merge {shown}` adds up"));
        return Ok(Status::Positive);
    }
    if k >= state.of {
        // The array of an earlier generation may have had more shards.
        say(
            quiet,
            &format!(
                "{shown}: nothing to do for shard {k}: generation {} has {}",
                state.generation,
                plural(state.of, "shard")
            ),
        );
        return Ok(Status::Positive);
    }
    let id = ShardId { generation: state.generation, k, of: state.of };
    if !state.missing.contains(&k) {
        say(quiet, &format!("{shown}: shard {} is done already", id.name()));
        return Ok(Status::Positive);
    }
    if let Some(why) = state.wrong.get(&k) {
        bail!("{why}");
    }
    let smaller = job.problem(folder, stop)?;
    let parts: Vec<&Place> = state.parts_of(k).collect();
    let division = job.division(folder, smaller.problem())?;
    let mut task = Task::new(&job, &smaller, stop)?;
    let shard = shards::Task { folder, id, jobs: None, is_quiet: quiet };
    shards::write(&shard, &ShardAbout::here(None), |mut writer| {
        if !task.work(&division, &parts)? {
            return Ok(None);
        }
        let Task { contents, mut solutions, .. } = task;
        write_line(&mut writer, &contents.sealed()?)?;
        solutions.rewind()?;
        io::copy(&mut solutions, &mut writer)?;
        Ok(Some(writer))
    })
}

fn say(quiet: bool, message: &str) {
    if !quiet {
        tell(message);
    }
}

/// Parts being searched one after another.
struct Task<'t> {
    job: &'t Enumeration,
    smaller: &'t Smaller,
    stop: &'t CancelToken,
    /// Nodes searched so far, those of parts that exceeded the budget included.
    nodes: u64,
    contents: Contents,
    /// The text of the solutions of finished parts.
    solutions: std::fs::File,
    lines: Lines,
}

impl<'t> Task<'t> {
    fn new(job: &'t Enumeration, smaller: &'t Smaller, stop: &'t CancelToken) -> Result<Self> {
        let contents = Contents::new(job.about.clone());
        let solutions = tempfile::tempfile()?;
        Ok(Self { job, smaller, stop, nodes: 0, contents, solutions, lines: Lines::default() })
    }

    /// Searches parts until the budget is spent. False if interrupted.
    fn work(&mut self, whole: &Division<'_>, parts: &[&Place]) -> Result<bool> {
        // Parts of one division come one after another.
        let siblings = parts.chunk_by(|one, next| above(one) == above(next));
        for places in siblings {
            if self.nodes >= self.job.budget {
                self.contents.left.extend(places.iter().map(|&place| place.clone()));
                continue;
            }
            let division = descend(whole, above(places[0]))?;
            let mut searched = OneByOne::new(self.job.engine()?, &division)?;
            for &place in places {
                if !self.part(place, &division, &mut searched)? {
                    return Ok(false);
                }
            }
        }
        Ok(true)
    }

    /// Searches a part, unless the budget is spent. False if interrupted.
    fn part(
        &mut self,
        place: &Place,
        division: &Division<'_>,
        searched: &mut OneByOne<'_>,
    ) -> Result<bool> {
        let budget = self.job.budget;
        if self.nodes >= budget {
            self.contents.left.push(place.clone());
            return Ok(true);
        }
        let part = *place.numbers().last().expect("a place has a number");
        let limits =
            Budget { nodes: Some(budget), cancel: Some(self.stop.clone()), ..Budget::default() };
        let before = self.contents.bytes;
        let tally = self.search(part, searched, &limits)?;
        if self.stop.is_cancelled() {
            return Ok(false);
        }
        self.nodes = self.nodes.saturating_add(tally.search.stats.nodes.unwrap_or(0));
        match tally.search.outcome {
            Outcome::Exhausted => {
                let bytes = self.job.about.solutions.then(|| self.contents.bytes - before);
                let mut done = Done::new(place.clone(), &tally);
                done.bytes = bytes;
                self.contents.done.push(done);
            }
            Outcome::BudgetSpent => {
                self.solutions.set_len(before)?;
                self.solutions.seek(io::SeekFrom::Start(before))?;
                self.contents.bytes = before;
                let parts = division.below(part).parts();
                self.contents.divided.push(Divided { part: place.clone(), parts });
            }
            outcome => bail!(
                "part {place}: found a search that ended by `{}`; expected it to be exhausted",
                outcome.name()
            ),
        }
        Ok(true)
    }

    /// Searches a part, and adds the text of its solutions, if they are kept.
    fn search(
        &mut self,
        part: usize,
        searched: &mut OneByOne<'_>,
        limits: &Budget,
    ) -> Result<Tally> {
        let about = &self.job.about;
        let counters = if about.counters { Counters::On } else { Counters::Nodes };
        if !about.solutions {
            return Ok(searched.tally(part, limits, counters)?);
        }
        let Self { smaller, lines, .. } = self;
        let (mut out, mut bytes, mut failed) = (io::BufWriter::new(&self.solutions), 0, None);
        let mut visit = |solution: &[OptionId]| {
            let whole = smaller.whole(solution);
            let text = lines.of(&smaller.read, &whole);
            // Solutions are separated by a blank line, those of different parts when they are put together.
            let separator: &[u8] = if bytes > 0 { b"\n" } else { b"" };
            bytes += (separator.len() + text.len()) as u64;
            match out.write_all(separator).and_then(|()| out.write_all(text)) {
                Ok(()) => ControlFlow::Continue(()),
                Err(error) => {
                    failed = Some(error);
                    ControlFlow::Break(())
                }
            }
        };
        let tally = searched.search(part, limits, counters, &mut visit)?;
        match failed.map_or_else(|| out.flush(), Err) {
            Ok(()) => self.contents.bytes += bytes,
            Err(error) => return Err(error.into()),
        }
        Ok(tally)
    }
}

/// The numbers of the divided parts above a place.
fn above(place: &Place) -> &[usize] {
    let numbers = place.numbers();
    &numbers[..numbers.len() - 1]
}

/// The division of a part of a part, and so on.
fn descend<'p>(whole: &Division<'p>, numbers: &[usize]) -> Result<Division<'p>> {
    numbers.iter().try_fold(whole.clone(), |division, &part| {
        if part >= division.parts() {
            return Err(anyhow!(
                "found part {part} of a division into {}; expected a smaller number",
                plural(division.parts(), "part")
            ));
        }
        Ok(division.below(part))
    })
}
