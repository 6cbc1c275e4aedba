//! Open nodes drawn at random, with the size of the subtree of each.
//!
//! A node is drawn with a known probability (Hansen and Hurwitz 1943), and its subtree is searched whole if it seems small.
//! Otherwise its top is opened, and one of the open nodes there is drawn in turn. If a search reaches its limit, one of the
//! nodes that it has not entered is drawn. So what is found below a node, divided by the probabilities, has the true
//! size as its mean, however wrong the guesses are.

use super::model::{Logs, Model};
use super::top::{Node, Open, Top};
use super::work::Work;
use crate::random::Stream;

/// Share of the probability that is divided evenly among nodes, for those whose guess is far too small.
const EVEN: f64 = 0.1;
/// Number of open nodes from which the next one is drawn, on the way down a very large tree.
const WIDTH: usize = 24;
/// A search that enters this multiple of the guessed number of nodes is given up.
pub(super) const EXCESS: f64 = 16.0;

/// Estimated sizes of the tree below a node: what was found there, divided by the probabilities of drawing it.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct SubtreeEstimate {
    pub(super) nodes: f64,
    pub(super) solutions: f64,
    /// Nodes and solutions that were found, not divided by anything.
    pub(super) seen: (u64, u64),
    pub(super) given_up: bool,
}

/// The probabilities of drawing one of several nodes.
pub(super) struct Lots {
    /// By node, the probability of drawing this one or one before.
    sums: Vec<f64>,
}

impl Lots {
    pub(super) fn new(guesses: impl Iterator<Item = f64> + Clone) -> Self {
        let (count, all) =
            guesses.clone().fold((0.0, 0.0), |(n, sum), guess| (n + 1.0, sum + guess));
        let mut sum = 0.0;
        let sums = guesses.map(|guess| {
            sum += (1.0 - EVEN) * guess / all + EVEN / count;
            sum
        });
        Self { sums: sums.collect() }
    }

    pub(super) fn probability(&self, node: usize) -> f64 {
        self.sums[node] - node.checked_sub(1).map_or(0.0, |before| self.sums[before])
    }

    /// The node at a place from 0 to 1.
    pub(super) fn at(&self, place: f64) -> usize {
        let most = self.sums.last().copied().unwrap_or(1.0);
        self.sums.partition_point(|&sum| sum <= place * most).min(self.sums.len() - 1)
    }
}

/// A random number from 0 to less than 1.
pub(super) fn uniform(stream: &mut Stream) -> f64 {
    (stream.word() >> 11) as f64 / (1u64 << 53) as f64
}

pub(super) struct Rules<'r> {
    pub(super) logs: &'r Logs,
    pub(super) model: &'r Model,
    /// A subtree is searched whole if its guess is not larger.
    pub(super) whole: f64,
}

impl Rules<'_> {
    pub(super) fn below(
        &self,
        work: &mut Work<'_>,
        node: &Open,
        stream: &mut Stream,
    ) -> SubtreeEstimate {
        let mut found = SubtreeEstimate::default();
        let mut weight = 1.0;
        let mut node = node.clone();
        while !work.is_cancelled() {
            let rest = if node.guess <= self.whole {
                let limit = (EXCESS * node.guess.min(self.whole)).max(1000.0) as u64;
                let below = work.search(&node.chosen(), limit);
                found.add(weight, below.nodes, below.solutions);
                if below.complete {
                    return found;
                }
                found.given_up = true;
                let mut top = Top::default();
                for chosen in below.rest {
                    let state = work.node(&chosen);
                    top.add(Node { chosen, state }, self.logs, self.model);
                }
                top
            } else {
                let mut top = Top::default();
                top.put(node);
                let limits = (WIDTH, self.whole / 2.0, u64::MAX);
                top.grow(work, limits, self.logs, self.model);
                top
            };
            found.add(weight, rest.nodes, rest.solutions);
            if rest.len() == 0 {
                return found;
            }
            let open = rest.into_open();
            let lots = Lots::new(open.iter().map(|node| node.guess));
            let drawn = lots.at(uniform(stream));
            weight /= lots.probability(drawn);
            node = open.into_iter().nth(drawn).expect("the node was drawn from these");
        }
        found
    }
}

impl SubtreeEstimate {
    fn add(&mut self, weight: f64, nodes: u64, solutions: u64) {
        self.nodes += weight * nodes as f64;
        self.solutions += weight * solutions as f64;
        self.seen.0 += nodes;
        self.seen.1 += solutions;
    }
}
