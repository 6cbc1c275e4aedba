//! Work in shards: a plan, whose shards are known in advance, and a search, whose generations follow from its budget.

use std::f64::consts::TAU;

use quadrille_cover::random::Stream;

use super::RATE;
use super::cluster::{Cluster, microseconds, uniform};

/// Standard deviation of the logarithm of the times of shards of a plan, whose instances are dealt out in turn.
pub const SIGMA_SHARD: f64 = 0.1;
/// Standard deviation of the logarithm of the nodes of parts, as measured with queens.
pub const SIGMA_PART: f64 = 0.5;
/// The same for a tree that is lopsided.
pub const SIGMA_SKEWED: f64 = 1.5;

/// Time from the start of a task's process to its first node or row, in seconds.
const START: f64 = 0.1;
/// Time in which a task of a search reads a shard that is done, in seconds.
const READ: f64 = 50e-6;
/// Time between two generations, in seconds: the mean wait of `slurm --submit` for the queue, and the new array.
const GAP: f64 = 6.0;
/// Time to merge a shard, and a part that was divided, in seconds.
const MERGE_SHARD: f64 = 0.001;
const MERGE_DIVIDED: f64 = 0.02;
/// Upper bound on the parts of a generation that are simulated; the files of more parts would be slow to read, too.
const MOST_PARTS: usize = 4_000_000;

/// Steps of the rule of division for each node.
const STEPS: f64 = 4.3;

#[derive(Clone, Copy, Debug)]
pub enum Work {
    Plan(Plan),
    Search(Search),
}

/// A plan of `run`, `check` or `generate`.
#[derive(Clone, Copy, Debug)]
pub struct Plan {
    pub shards: usize,
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

impl Work {
    /// The number of shards, the budget in nodes (0 for a plan), and sigma.
    pub fn parameters(&self) -> (usize, u64, f64) {
        match *self {
            Self::Plan(Plan { shards, sigma }) => (shards, 0, sigma),
            Self::Search(Search { shards, budget, sigma }) => (shards, budget, sigma),
        }
    }

    /// Simulates work that takes one worker `seconds`. `None` if a generation has too many parts.
    pub fn simulate(&self, seconds: f64, cluster: &Cluster, stream: &mut Stream) -> Option<Ended> {
        match self {
            Self::Plan(plan) => Some(plan.simulate(seconds, cluster, stream)),
            Self::Search(search) => search.simulate(seconds * RATE, cluster, stream),
        }
    }
}

impl Plan {
    fn simulate(&self, seconds: f64, cluster: &Cluster, stream: &mut Stream) -> Ended {
        let times = shares(self.shards, self.sigma, seconds, stream);
        let tasks: Vec<u64> = times.iter().map(|time| microseconds(START + time)).collect();
        let ended = cluster.run(&tasks, stream);
        let merge = microseconds(MERGE_SHARD * self.shards as f64);
        Ended {
            makespan: ended.makespan + merge,
            generations: 1,
            tasks: tasks.len(),
            killed: ended.killed,
        }
    }
}

impl Search {
    fn simulate(&self, nodes: f64, cluster: &Cluster, stream: &mut Stream) -> Option<Ended> {
        let mut parts = shares(parts(nodes, 1e7), self.sigma, nodes, stream);
        let (mut ended, mut divided) = (Ended::default(), 0);
        while !parts.is_empty() {
            let of = self.shards.min(parts.len());
            let mut left: Vec<Option<Vec<f64>>> = vec![None; parts.len()];
            // On average half of the shards of this generation are done when a task begins.
            let read = READ * (ended.tasks as f64 + of as f64 / 2.0);
            let mut tasks = Vec::with_capacity(of);
            for k in 0..of {
                let mut used = 0.0;
                for part in (k..parts.len()).step_by(of) {
                    let nodes = parts[part];
                    if used >= self.budget as f64 {
                        left[part] = Some(vec![nodes]);
                    } else if nodes <= self.budget as f64 {
                        used += nodes;
                    } else {
                        // What was searched of this part is searched again by the next generation.
                        used += self.budget as f64;
                        left[part] =
                            Some(shares(self::parts(nodes, 0.0), self.sigma, nodes, stream));
                        divided += 1;
                    }
                }
                tasks.push(microseconds(START + read + used / RATE));
            }
            let finished = cluster.run(&tasks, stream);
            ended.makespan += finished.makespan + microseconds(GAP);
            ended.generations += 1;
            ended.tasks += tasks.len();
            ended.killed += finished.killed;
            let next: usize = left.iter().flatten().map(Vec::len).sum();
            if next > MOST_PARTS {
                return None;
            }
            parts = left.into_iter().flatten().flatten().collect();
        }
        let merge = MERGE_SHARD * ended.tasks as f64 + MERGE_DIVIDED * f64::from(divided);
        ended.makespan += microseconds(merge);
        Some(ended)
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
    sizes.iter_mut().for_each(|size| *size *= scale);
    sizes
}

/// A normally distributed random number (Box and Muller).
fn normal(stream: &mut Stream) -> f64 {
    let (radius, angle) = (-2.0 * uniform(stream).ln(), TAU * uniform(stream));
    radius.sqrt() * angle.cos()
}
