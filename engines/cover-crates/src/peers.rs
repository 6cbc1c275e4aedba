//! The published crates that are compared.
//!
//! Each crate is used as its documentation shows. The time excludes converting names to numbers. It includes building
//! the data structures of the crate, and the search.

use std::ops::ControlFlow;

use dlx::choose::{mrv_chooser, no_tiebreak, prefer_any};
use dlx::{Int, OptOrder, Solve, Uint};
use exact_covers::{DlSolver, Solver as _};
use quadrille_cover::{Entry, Problem};

use crate::contender::{Count, Engine, YARDSTICK};

/// All published crates in the comparison; the reference for ratios comes first.
pub fn all() -> Vec<Engine> {
    let engine = |name, prepare: fn(&Problem) -> Result<Count<'_>, String>| Engine {
        name,
        counts: false,
        prepare: Box::new(move |problem| {
            if problem.has_multiplicities() {
                return Err("items with multiplicities".to_owned());
            }
            prepare(problem)
        }),
    };
    vec![
        engine(YARDSTICK, prepare_dlx),
        engine("crate exact-covers 0.3.0", prepare_exact_covers),
        engine("crate dlx-rs 1.3.0", prepare_dlx_rs),
        engine("crate xcc 0.1.0", prepare_xcc),
    ]
}

/// The options that can be chosen, with `entry` applied to each of their entries.
fn options<T>(problem: &Problem, entry: impl Fn(&Entry) -> T) -> Vec<Vec<T>> {
    let choosable = problem.option_ids().filter(|&option| problem.is_choosable(option));
    choosable.map(|option| problem.option(option).iter().map(&entry).collect()).collect()
}

fn secondary(problem: &Problem) -> usize {
    problem.items() - problem.primary()
}

fn prepare_dlx(problem: &Problem) -> Result<Count<'_>, String> {
    let (primary, secondary) = (problem.primary() as Uint, secondary(problem) as Uint);
    let item = |entry: &Entry| entry.item.index() as Uint;
    if problem.has_colours() {
        let colour = |e: &Entry| e.colour.map_or(0, |colour| colour.index() as Int + 1);
        let options = options(problem, |entry| (item(entry), colour(entry)));
        return Ok(Box::new(move || {
            dance(&mut dlx::c::make_problem(primary, secondary, &options, OptOrder::Seq))
        }));
    }
    let options = options(problem, item);
    Ok(Box::new(move || {
        dance(&mut dlx::x::make_problem(primary, secondary, &options, OptOrder::Seq))
    }))
}

fn dance<P: Solve>(problem: &mut P) -> String {
    let mut solver = dlx::Solver::new(problem);
    let mut chooser = mrv_chooser(prefer_any(), no_tiebreak());
    let mut count = 0_u64;
    while solver.next_solution(&mut chooser) {
        count += 1;
    }
    count.to_string()
}

fn prepare_exact_covers(problem: &Problem) -> Result<Count<'_>, String> {
    let items = |range: std::ops::Range<usize>| range.map(|item| item as u32).collect::<Vec<_>>();
    let (first, second) = (items(0..problem.primary()), items(problem.primary()..problem.items()));
    let entries = options(problem, |entry| {
        (entry.item.index() as u32, entry.colour.map(|colour| colour.index() as u32))
    });
    let is_primary = |&(item, _): &(u32, Option<u32>)| (item as usize) < problem.primary();
    let mut options = Vec::new();
    for option in entries {
        let (must, may): (Vec<_>, Vec<_>) = option.into_iter().partition(is_primary);
        options.push((must.into_iter().map(|(item, _)| item).collect::<Vec<u32>>(), may));
    }
    Ok(Box::new(move || {
        let mut solver: DlSolver<u32, u32> = DlSolver::new(&first, &second);
        for (must, may) in &options {
            solver.add_option(must, may);
        }
        let mut count = 0_u64;
        solver.solve(|_| {
            count += 1;
            ControlFlow::Continue(())
        });
        count.to_string()
    }))
}

fn prepare_dlx_rs(problem: &Problem) -> Result<Count<'_>, String> {
    if problem.has_colours() {
        return Err("colours".to_owned());
    }
    // In this crate the number of the first item is 1.
    let options = options(problem, |entry| entry.item.index() + 1);
    let (primary, secondary) = (problem.primary(), secondary(problem));
    Ok(Box::new(move || {
        let mut solver = dlx_rs::Solver::new_optional(primary, secondary);
        for (name, option) in options.iter().enumerate() {
            solver.add_option(name, option);
        }
        solver.count().to_string()
    }))
}

fn prepare_xcc(problem: &Problem) -> Result<Count<'_>, String> {
    // This crate takes items by name, and reads a colour from `item:colour`.
    let options = options(problem, |entry| match entry.colour {
        Some(colour) => format!("{}:{}", entry.item.index(), colour.index()),
        None => entry.item.index().to_string(),
    });
    let (primary, items) = (problem.primary(), problem.items());
    let build = move || {
        let mut builder = xcc::Matrix::builder();
        builder.add_primary_items(0..primary);
        builder.add_secondary_items(primary..items);
        for (meaning, option) in options.iter().enumerate() {
            builder.add_option(meaning, option);
        }
        builder.build()
    };
    build().map_err(|error| error.to_string())?;
    Ok(Box::new(move || build().expect("it was built before").solve_all().len().to_string()))
}
