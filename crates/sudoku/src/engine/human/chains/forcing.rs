//! Forcing chains: whichever candidate of a cell is right, or whichever place of a digit in a
//! unit, a chain from there shows that the same candidate is wrong.
//!
//! Two such chains make an alternating chain, so here there are three or more. Of all forcing chains
//! those with the fewest links in total are taken.

use super::LONGEST;
use super::walk::Walk;
use super::web::{Links, Node, Web};
use crate::engine::deduction::{Because, Deduction, Premise, Technique};
use crate::engine::human::Ask;
use crate::engine::human::state::{State, digits};

pub(in super::super) fn forcing_chains(state: &State, ask: &mut Ask<'_>) -> Option<Deduction> {
    let web = Web::new(state, Links::Any, ask)?;
    let mut walk = Walk::new(&web);
    let mut wrong = Vec::with_capacity(web.len());
    for node in 0..web.len() {
        if !ask(1) {
            return None;
        }
        wrong.push(walk.wrong_if(node, LONGEST));
    }
    let mut meeting = Meeting { met: vec![Met::default(); web.len()], premise: 0 };
    let mut best = None;
    let mut fewest = u32::MAX;
    for (premise, starts) in premises(state, &web) {
        if !ask(0) {
            return None;
        }
        if let Some((links, end)) = meeting.nearest(&starts, &wrong, fewest) {
            fewest = links;
            best = Some((premise, starts, end));
        }
    }
    let (from, starts, end) = best?;
    let chains = starts.into_iter().map(|start| {
        walk.wrong_if(start, LONGEST);
        walk.path(state, end, false)
    });
    let chains = chains.collect();
    let struck = vec![web.candidate(end)];
    Deduction::strike(state.order(), Technique::ForcingChains, struck, || Because::Chains {
        from,
        chains,
    })
}

/// The premises: cells with three candidates or more, and digits with three places or more in a
/// unit. Each comes with the candidates from which its chains start.
fn premises(state: &State, web: &Web) -> impl Iterator<Item = (Premise, Vec<Node>)> {
    let cells = state.open_cells().filter(|&cell| state.count(cell) > 2).map(|cell| {
        let nodes = digits(state.candidates(cell)).map(|digit| web.node(state, (cell, digit)));
        (Premise::Cell(cell), nodes.collect())
    });
    let units = (0..3 * state.side()).flat_map(move |unit| {
        let open = move |digit: &u8| state.places(unit, *digit).count_ones() > 2;
        state.all_digits().filter(open).map(move |digit| {
            let nodes = state.cells(unit, digit).map(|cell| web.node(state, (cell, digit)));
            (Premise::Unit(state.unit(unit), digit), nodes.collect())
        })
    });
    cells.chain(units)
}

/// Finds the candidates that the chains from all starts of a premise reach.
struct Meeting {
    met: Vec<Met>,
    premise: u32,
}

/// The last premise from which chains reached a candidate, and the number of these chains and of their links.
#[derive(Clone, Copy, Default)]
struct Met {
    premise: u32,
    chains: u32,
    links: u32,
}

impl Meeting {
    /// The candidate that is wrong from every start, by the fewest links in total, and that number
    /// of links; `None` if there is none with less than `most` links.
    fn nearest(
        &mut self,
        starts: &[Node],
        wrong: &[Vec<(u32, u32)>],
        mut most: u32,
    ) -> Option<(u32, Node)> {
        self.premise += 1;
        let mut nearest = None;
        for (chains, &start) in (0..).zip(starts) {
            for &(node, links) in &wrong[start] {
                let met = &mut self.met[node as usize];
                if chains == 0 {
                    *met = Met { premise: self.premise, chains: 1, links };
                } else if (met.premise, met.chains) == (self.premise, chains) {
                    met.chains += 1;
                    met.links += links;
                } else {
                    continue; // an earlier chain does not reach this candidate
                }
                if chains as usize + 1 == starts.len() && met.links < most {
                    most = met.links;
                    nearest = Some((most, node as usize));
                }
            }
        }
        nearest
    }
}
