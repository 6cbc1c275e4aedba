//! The steps of a search as JSON, one object on each line (`--trace --output json`).

use anyhow::Result;
use quadrille_sudoku::engine::human::{Because, Candidate, Claim, Deduction, Link};
use quadrille_sudoku::grid::CellName;
use quadrille_sudoku::{Order, Step};
use serde::Serialize;
use serde_with_macros::skip_serializing_none;

use crate::args::{Solve, SolveOutput};
use crate::output::json::write_line;

/// Writes the steps of one search.
pub struct StepWriter {
    order: Order,
    line: usize,
    written: u64,
}

/// A step, as `docs/FORMATS.md` describes it.
#[skip_serializing_none]
#[derive(Default, Serialize)]
struct JsonStep {
    line: usize,
    step: u64,
    kind: &'static str,
    cell: Option<String>,
    digit: Option<u8>,
    fork: Option<bool>,
    technique: Option<&'static str>,
    difficulty: Option<f64>,
    struck: Option<Vec<Struck>>,
    chains: Option<Vec<Vec<Linked>>>,
    reason: Option<String>,
}

#[derive(Serialize)]
struct Struck {
    cell: String,
    digit: u8,
}

/// A claim of a chain, and the unit by which it follows from the claim before it.
#[skip_serializing_none]
#[derive(Serialize)]
struct Linked {
    cell: String,
    digit: u8,
    stands: bool,
    by: Option<String>,
}

impl StepWriter {
    /// The writer that the arguments ask for, if any, for the puzzle in this line of its source.
    pub fn new(args: &Solve, order: Order, line: usize) -> Option<Self> {
        let is_asked = args.trace && args.output == SolveOutput::Json;
        is_asked.then_some(Self { order, line, written: 0 })
    }

    /// The step as a line of JSON.
    pub fn line(&mut self, step: &Step) -> Result<Vec<u8>> {
        self.written += 1;
        let with = |kind, cell, digit| JsonStep {
            kind,
            cell: Some(self.cell(cell)),
            digit: Some(digit),
            ..JsonStep::default()
        };
        let line = match *step {
            Step::Placed { cell, digit, why } => {
                JsonStep { reason: Some(why.to_string()), ..with("placed", cell, digit) }
            }
            Step::Deduced(ref deduction) => self.deduced(deduction),
            Step::Tried { cell, digit, fork } => {
                JsonStep { fork: Some(fork), ..with("tried", cell, digit) }
            }
            Step::TakenBack { cell, digit } => with("taken back", cell, digit),
            Step::DeadEnd => JsonStep { kind: "dead end", ..JsonStep::default() },
            Step::Solution => JsonStep { kind: "solution", ..JsonStep::default() },
        };
        let mut bytes = Vec::new();
        write_line(&mut bytes, &JsonStep { line: self.line, step: self.written, ..line })?;
        Ok(bytes)
    }

    fn deduced(&self, deduction: &Deduction) -> JsonStep {
        let struck = |&(cell, digit): &Candidate| Struck { cell: self.cell(cell), digit };
        let chains = match &deduction.because {
            Because::Chain(chain) => Some(vec![self.chain(chain)]),
            Because::Chains { chains, .. } => {
                Some(chains.iter().map(|chain| self.chain(chain)).collect())
            }
            _ => None,
        };
        JsonStep {
            kind: if deduction.placed.is_some() { "placed" } else { "struck" },
            cell: deduction.placed.map(|(cell, _)| self.cell(cell)),
            digit: deduction.placed.map(|(_, digit)| digit),
            technique: Some(deduction.technique.name()),
            difficulty: Some(deduction.technique.difficulty().number()),
            struck: Some(deduction.struck.iter().map(struck).collect())
                .filter(|struck: &Vec<_>| !struck.is_empty()),
            chains,
            reason: Some(format!("{deduction:#}")),
            ..JsonStep::default()
        }
    }

    fn chain(&self, chain: &[Claim]) -> Vec<Linked> {
        let linked = |&Claim { cell, digit, stands, by }: &Claim| Linked {
            cell: self.cell(cell),
            digit,
            stands,
            by: by.map(|by| match by {
                Link::Cell => self.cell(cell),
                Link::Unit(unit) => format!("{unit:#}"),
            }),
        };
        chain.iter().map(linked).collect()
    }

    fn cell(&self, cell: usize) -> String {
        format!("{:#}", CellName { order: self.order, cell })
    }
}
