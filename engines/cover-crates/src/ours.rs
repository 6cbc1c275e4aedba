//! The engines of quadrille that are compared.

use std::ops::ControlFlow;

use quadrille_cover::engine::by_name;
use quadrille_cover::{Budget, Counters, Problem, Solver};

use crate::contender::{Count, Engine};

/// For each engine: the name in the tables, the name in quadrille, and the task.
const OURS: &[(&str, &str, Task)] = &[
    ("auto", "auto", Task::Visit),
    ("auto, counting", "auto", Task::Count),
    ("bits", "bits", Task::Visit),
    ("cells", "cells", Task::Visit),
    ("dlx", "dlx", Task::Visit),
];

/// The task of an engine.
#[derive(Clone, Copy, PartialEq)]
enum Task {
    /// Visit every solution.
    Visit,
    /// Count the solutions without visiting them.
    Count,
}

/// All engines of quadrille in the comparison.
pub fn all() -> Vec<Engine> {
    let engine = |&(name, known, task): &(&'static str, &str, Task)| {
        let solver = by_name(known).expect("an engine there is");
        let counts = task == Task::Count;
        Engine { name, counts, prepare: Box::new(move |problem| prepare(solver, problem, task)) }
    };
    OURS.iter().map(engine).collect()
}

fn prepare<'p>(
    solver: &'static dyn Solver,
    problem: &'p Problem,
    task: Task,
) -> Result<Count<'p>, String> {
    // With a budget of 0 nodes, an engine only checks whether it accepts the problem.
    let nothing = Budget { nodes: Some(0), ..Budget::default() };
    let mut visit = |_: &[_]| ControlFlow::Continue(());
    solver.search(problem, &nothing, Counters::Off, &mut visit).map_err(|e| e.to_string())?;
    Ok(match task {
        Task::Visit => Box::new(move || {
            let mut visited = 0_u64;
            let mut visit = |_: &[_]| {
                visited += 1;
                ControlFlow::Continue(())
            };
            let search = solver.search(problem, &Budget::default(), Counters::Off, &mut visit);
            search.expect("it takes the problem");
            visited.to_string()
        }),
        Task::Count => {
            Box::new(move || solver.count(problem).expect("it takes the problem").to_string())
        }
    })
}
