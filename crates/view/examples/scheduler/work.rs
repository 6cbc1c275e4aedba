//! Work in shards: a plan, whose shards are known in advance, and a search, whose generations follow from its budget.

use std::f64::consts::TAU;

use quadrille_cover::random::Stream;

use super::RATE;
use super::cluster::{Cluster, microseconds, uniform};

/// Standard deviation of the logarithm of the times of shards of a plan, as measured with 768 puzzles a shard.
pub const SIGMA_SHARD: f64 = 0.25;
/// Standard deviation of the logarithm of the nodes of parts, as measured with queens.
pub const SIGMA_PART: f64 = 0.5;
/// The same for a tree that is lopsided.
pub const SIGMA_SKEWED: f64 = 1.5;

/// Time from the start of a task's process to its first row, in seconds: the binary, the corpora and the manifest are read.
const START_PLAN: f64 = 0.15;
/// The same for a search, and the part of it for each part of the division of the whole problem, which is made again, up to a limit.
const START: f64 = 0.02;
const START_PART: f64 = 2e-5;
const LONGEST_START: f64 = 0.2;
/// Time in which a part is divided, for each of its parts, in seconds.
const DIVIDE_PART: f64 = 1.3e-5;
/// Time to merge a row, in seconds.
const MERGE_ROW: f64 = 1.9e-6;
/// Upper bound on the parts of a generation that are simulated; the files of more parts would be slow to read, too.
const MOST_PARTS: usize = 4_000_000;

/// Steps of the rule of division for each node, as measured with 16 and 17 queens.
const STEPS: f64 = 58.0;

#[derive(Clone, Copy, Debug)]
pub enum Work {
    Plan(Plan),
    Search(Search),
}

/// A plan of `run`, `check` or `generate`.
#[derive(Clone, Copy, Debug)]
pub struct Plan {
    pub shards: usize,
    pub rows: f64,
    /// Standard deviation of the logarithm of the times of shards.
    pub sigma: f64,
}

/// A search that `cover --split` divides.
#[derive(Clone, Copy, Debug)]
pub struct Search {
    pub shards: usize,
    pub budget: u64,
    /// Standard deviation of the logarithm of the nodes of parts.
    pub sigma: f64,
}

impl Search {
    /// A search of `nodes` nodes, whose budget is `share` of the nodes for each shard.
    #[expect(clippy::cast_sign_loss, reason = "numbers of nodes are not negative")]
    pub fn new(nodes: f64, shards: usize, share: f64, sigma: f64) -> Self {
        Self { shards, budget: (nodes * share / shards as f64).round() as u64, sigma }
    }
}

/// How the work ended.
#[derive(Clone, Copy, Debug, Default)]
pub struct Ended {
    /// Time from the first submission to the end of the merge, in microseconds.
    pub makespan: u64,
    pub generations: u32,
    pub tasks: usize,
    pub killed: u64,
}

impl Ended {
    /// The time of one worker for the work, in seconds, divided by the time of all workers.
    pub fn efficiency(&self, work: f64, workers: usize) -> f64 {
        work / (workers as f64 * super::seconds(self.makespan))
    }
}

/// The tasks of some work, which do not depend on the number of workers.
pub struct Tasks {
    /// The times of the tasks of each generation, in microseconds.
    generations: Vec<Vec<u64>>,
    /// The time of the merge, in microseconds.
    merge: u64,
    /// The time between two generations, in microseconds.
    gap: u64,
}

impl Tasks {
    /// Runs the generations, one after another.
    pub fn run(&self, cluster: &Cluster, stream: &mut Stream) -> Ended {
        let mut ended = Ended { makespan: self.merge, ..Ended::default() };
        for tasks in &self.generations {
            let finished = cluster.run(tasks, stream);
            ended.makespan += finished.makespan + self.gap;
            ended.generations += 1;
            ended.tasks += tasks.len();
            ended.killed += finished.killed;
        }
        ended
    }
}

impl Work {
    /// The number of shards, the budget in nodes (0 for a plan), and sigma.
    pub fn parameters(&self) -> (usize, u64, f64) {
        match *self {
            Self::Plan(Plan { shards, sigma, .. }) => (shards, 0, sigma),
            Self::Search(Search { shards, budget, sigma }) => (shards, budget, sigma),
        }
    }

    /// The tasks of work that takes one worker `seconds`. `None` if a generation has too many parts.
    pub fn tasks(&self, seconds: f64, cluster: &Cluster, stream: &mut Stream) -> Option<Tasks> {
        match self {
            Self::Plan(plan) => Some(plan.tasks(seconds, cluster, stream)),
            Self::Search(search) => search.tasks(seconds * RATE, cluster, stream),
        }
    }
}

impl Plan {
    fn tasks(&self, seconds: f64, cluster: &Cluster, stream: &mut Stream) -> Tasks {
        let times = shares(self.shards, self.sigma, seconds, stream);
        let times = times.iter().map(|time| microseconds(START_PLAN + time)).collect();
        let merge = cluster.read * self.shards as f64 + MERGE_ROW * self.rows;
        Tasks {
            generations: vec![times],
            merge: microseconds(merge),
            gap: microseconds(cluster.gap),
        }
    }
}

/// A part of the tree: its nodes, and the number of the division that made it; 0 is the division of the whole tree.
#[derive(Clone, Copy, Debug)]
struct Part {
    nodes: f64,
    division: usize,
}

impl Search {
    fn tasks(&self, nodes: f64, cluster: &Cluster, stream: &mut Stream) -> Option<Tasks> {
        let budget = self.budget as f64;
        // The number of parts of each division.
        let mut divisions = Vec::new();
        let mut divide = |nodes: f64, least: f64, divisions: &mut Vec<usize>| -> Vec<Part> {
            let division = divisions.len();
            divisions.push(parts(nodes, least));
            let sizes = shares(divisions[division], self.sigma, nodes, stream);
            sizes.into_iter().map(|nodes| Part { nodes, division }).collect()
        };
        let mut parts = divide(nodes, 1e7, &mut divisions);
        let start = (START + START_PART * parts.len() as f64).min(LONGEST_START);
        let (mut generations, mut all) = (Vec::new(), 0);
        while !parts.is_empty() {
            let of = self.shards.min(parts.len());
            let mut left: Vec<Vec<Part>> = vec![Vec::new(); parts.len()];
            // On average half of the shards of this generation are done when a task begins.
            let read = cluster.read * (all as f64 + of as f64 / 2.0);
            let (mut tasks, mut next) = (Vec::with_capacity(of), 0);
            for k in 0..of {
                let (mut used, mut time, mut at) = (0.0, start + read, 0);
                for number in (k..parts.len()).step_by(of) {
                    let part = parts[number];
                    if used >= budget {
                        left[number].push(part);
                        continue;
                    }
                    if part.division != at {
                        // The division that made this part is made again.
                        at = part.division;
                        time += DIVIDE_PART * divisions[at] as f64;
                    }
                    used += part.nodes.min(budget);
                    if part.nodes > budget {
                        // What was searched of this part is searched again by the next generation.
                        left[number] = divide(part.nodes, 0.0, &mut divisions);
                        time += DIVIDE_PART * left[number].len() as f64;
                        next += left[number].len();
                        if next > MOST_PARTS {
                            return None;
                        }
                    }
                }
                tasks.push(microseconds(time + used / RATE));
            }
            all += tasks.len();
            generations.push(tasks);
            parts = left.into_iter().flatten().collect();
        }
        let divided: usize = divisions.iter().skip(1).sum();
        let merge = start + cluster.read * all as f64 + DIVIDE_PART * divided as f64;
        let gap = microseconds(cluster.gap);
        Some(Tasks { generations, merge: microseconds(merge), gap })
    }
}

/// The number of parts into which the rule of `quadrille_cover::parallel` divides a tree, if it allows `least` steps in a part.
#[expect(clippy::cast_sign_loss, reason = "numbers of steps are not negative")]
fn parts(nodes: f64, least: f64) -> usize {
    let steps = STEPS * nodes;
    let size = (steps / 200.0).min(1e7).max(steps / 16_384.0).max(least);
    (steps / size).ceil().max(1.0) as usize
}

/// Random sizes with this sum, distributed log-normally.
fn shares(number: usize, sigma: f64, sum: f64, stream: &mut Stream) -> Vec<f64> {
    let mut sizes: Vec<f64> = (0..number).map(|_| (sigma * normal(stream)).exp()).collect();
    let scale = sum / sizes.iter().sum::<f64>();
    for size in &mut sizes {
        *size *= scale;
    }
    sizes
}

/// A normally distributed random number (Box and Muller).
fn normal(stream: &mut Stream) -> f64 {
    let (radius, angle) = (-2.0 * uniform(stream).ln(), TAU * uniform(stream));
    radius.sqrt() * angle.cos()
}
