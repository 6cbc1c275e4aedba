//! Forcing chains: whichever candidate of a cell is right, or whichever place of a digit in a
//! unit, a chain from it ends in the same candidate being wrong.
//!
//! With two candidates to start from this is an alternating chain; so here there are three or
//! more. Of all that is found the one with the fewest links is taken.

use super::LONGEST;
use super::walk::Walk;
use super::web::{Links, Node, Web};
use crate::engine::human::Ask;
use crate::engine::human::deduction::{Because, Deduction, Premise};
use crate::engine::human::state::{State, digits};
use crate::engine::human::technique::Technique;

pub(in super::super) fn forcing_chains(state: &State, ask: &mut Ask<'_>) -> Option<Deduction> {
    let web = Web::new(state, Links::Any);
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
        if let Some((links, end)) = meeting.nearest(&starts, &wrong, fewest) {
            fewest = links;
            best = Some((premise, starts, end));
        }
    }
    let (from, starts, end) = best?;
    let chains = starts.into_iter().map(|start| {
        walk.wrong_if(start, LONGEST);
        walk.path(end, false)
    });
    let chains = chains.collect();
    let struck = vec![web.candidate(end)];
    Deduction::strike(state, Technique::ForcingChains, struck, || Because::Chains { from, chains })
}

/// Cells with three candidates and more, and digits with as many places in a unit.
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

/// Where chains meet.
struct Meeting {
    met: Vec<Met>,
    premise: u32,
}

/// The premise that last met a candidate, by how many chains, of how many links together.
#[derive(Clone, Copy, Default)]
struct Met {
    premise: u32,
    chains: u32,
    links: u32,
}

impl Meeting {
    /// The candidate that is wrong from every start, by the fewest links together if that is
    /// below `most`.
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
                    continue; // some chain before does not end there
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
