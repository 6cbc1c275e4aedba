//! Subtrees of many sizes, searched whole, to which the [model](super::model) is fitted.
//!
//! A path goes down at random to a leaf. From there it is climbed: at each node the siblings of the path are searched, so that the size of
//! the node's subtree is known, until that costs more than a path may.

use super::ground::Kind;
use super::model::{Features, Logs};
use super::top::Open;
use super::work::Work;
use crate::random::Stream;

/// Least number of nodes of a subtree from which the model learns.
const LEAST: u64 = 4;

/// Descends from a node and climbs up again for about the cost `most`. Adds the subtrees searched whole to `samples`.
pub(super) fn climb(
    work: &mut Work<'_>,
    from: &Open,
    logs: &Logs,
    most: u64,
    stream: &mut Stream,
    samples: &mut Vec<(Features, f64)>,
) {
    let mut path = Vec::new();
    let mut chosen = from.chosen();
    let mut state = work.node(&chosen);
    while let Kind::Branch(item, _) = state.kind() {
        let options = work.ground.options_of(&state, item);
        let one = options[stream.below(options.len())];
        path.push((state.clone(), options, one));
        work.choose(&mut state, one);
        chosen.push(one);
    }
    let until = work.spent.saturating_add(most);
    let mut nodes = 1;
    while let Some((state, options, one)) = path.pop() {
        chosen.pop();
        nodes += 1;
        for option in options.into_iter().filter(|&option| option != one) {
            let left = work.nodes_for(until.saturating_sub(work.spent));
            if left == 0 {
                return;
            }
            chosen.push(option);
            let below = work.search(&chosen, left);
            chosen.pop();
            if !below.complete {
                return;
            }
            nodes += below.nodes;
            if below.nodes >= LEAST {
                let mut child = state.clone();
                work.choose(&mut child, option);
                samples.push((logs.features(&child), below.nodes as f64));
            }
        }
        samples.push((logs.features(&state), nodes as f64));
    }
}
