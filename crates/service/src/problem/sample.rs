//! Random solutions.

use std::ops::ControlFlow;

use quadrille_cover::diagram::Diagram;
use quadrille_cover::engine::Iso;
use quadrille_cover::random::{Stream, shuffle};
use quadrille_cover::{
    Auto, BigUint, Bounds, Budget, CancelToken, Counters, Entry, OptionId, Outcome, Problem,
    ProblemError, Solver, Unsupported, Visitor,
};

use crate::Error;

/// The engines that draw random solutions.
const SAMPLERS: [&str; 3] = ["diagram", "iso", DESCENT];

/// The name of the engine of random descents.
pub const DESCENT: &str = "descent";

/// Nodes after which the first descent of a solution begins anew in another order. Each further one has twice as many.
const FIRST_NODES: u64 = 1000;

/// What draws random solutions, each with the same probability but for descents.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Sampler {
    /// The decision diagram of all solutions.
    Diagram,
    /// Counts up to isomorphism, for problems whose diagram would be too large.
    Iso,
    /// The first solution of a search whose options are in random order, for problems whose solutions nothing counts. Some solutions
    /// are likelier than others.
    Descent,
}

/// What was drawn.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Drawn {
    /// As many as were asked for, or none of a problem without solutions; and the number of all solutions, if it is known.
    All(Option<BigUint>),
    /// Fewer, because the budget or the visitor ended it.
    Stopped,
}

impl Sampler {
    /// The sampler of an engine's name, where `auto` is the diagram.
    ///
    /// # Errors
    /// No such engine draws solutions.
    pub fn by_name(name: &str) -> Result<Self, Error> {
        match name {
            "auto" | "diagram" => Ok(Self::Diagram),
            DESCENT => Ok(Self::Descent),
            _ if name == Iso.name() => Ok(Self::Iso),
            _ => Err(Error::Input(format!(
                "engine: found \"{name}\"; expected \"{}\"",
                SAMPLERS.join("\" or \"")
            ))),
        }
    }

    /// Passes `number` solutions to `visit`, drawn with random numbers from the seed.
    ///
    /// # Errors
    /// The problem is not of a kind that it handles.
    pub fn draw(
        self,
        problem: &Problem,
        (number, seed): (u64, u64),
        budget: &Budget,
        visit: &mut Visitor<'_>,
    ) -> Result<Drawn, Unsupported> {
        let mut stream = Stream::new(seed, 0);
        let mut drawn = 0;
        let is_stopped = || budget.cancel.as_ref().is_some_and(CancelToken::is_cancelled);
        let mut take = |solution: &[OptionId]| {
            drawn += 1;
            match visit(solution) {
                ControlFlow::Continue(()) if drawn < number && !is_stopped() => {
                    ControlFlow::Continue(())
                }
                _ => ControlFlow::Break(()),
            }
        };
        let all = match self {
            Self::Iso if number == 0 => Some(BigUint::ZERO),
            Self::Iso => Iso.sample(problem, budget, &mut stream, &mut take)?,
            Self::Diagram => {
                let Some(diagram) = Diagram::compile(problem, budget)? else {
                    return Ok(Drawn::Stopped);
                };
                let count = diagram.count();
                let mut solutions = std::iter::from_fn(|| diagram.sample(&mut stream));
                if number > 0 {
                    _ = solutions.try_for_each(|solution| take(&solution));
                }
                Some(count)
            }
            Self::Descent => {
                let is_none = number > 0 && descents(problem, budget, &mut stream, &mut take)?;
                is_none.then_some(BigUint::ZERO)
            }
        };
        let is_none = all == Some(BigUint::ZERO);
        let is_known = all.is_some() || self == Self::Descent;
        Ok(if is_known && (drawn == number || is_none) { Drawn::All(all) } else { Drawn::Stopped })
    }
}

/// Passes solutions to `visit` until it breaks or the budget is spent: each the first of a search with the options in a random order,
/// which begins anew in another order after some nodes. Returns whether there is none.
fn descents(
    problem: &Problem,
    budget: &Budget,
    stream: &mut Stream,
    visit: &mut Visitor<'_>,
) -> Result<bool, Unsupported> {
    let (mut most, mut left) = (FIRST_NODES, budget.nodes);
    let mut is_tight = false;
    loop {
        // Of two solutions of which one is a part of the other, a search finds the larger one first.
        is_tight = !is_tight && problem.has_multiplicities();
        let (shuffled, order) =
            shuffled(problem, is_tight, stream).expect("its parts are of a problem");
        let nodes = left.map_or(most, |left| left.min(most));
        let attempt = Budget { nodes: Some(nodes), solutions: Some(1), ..budget.clone() };
        let mut found = None;
        let search = Auto.search(&shuffled, &attempt, Counters::Off, &mut |solution| {
            found = Some(
                solution.iter().map(|option| order[option.index()]).collect::<Vec<OptionId>>(),
            );
            ControlFlow::Break(())
        })?;
        left = left.map(|left| left - search.stats.nodes.unwrap_or(nodes).clamp(1, nodes));
        match found {
            Some(solution) if visit(&solution).is_break() => return Ok(false),
            Some(_) => most = FIRST_NODES,
            None if search.outcome == Outcome::Exhausted && !is_tight => return Ok(true),
            None if search.outcome == Outcome::Exhausted => {}
            None => most *= 2,
        }
        if left == Some(0) || budget.cancel.as_ref().is_some_and(CancelToken::is_cancelled) {
            return Ok(false);
        }
    }
}

/// The problem with its options in a random order, and which option each of them was. `is_tight` gives each item with bounds a random number
/// within them.
fn shuffled(
    problem: &Problem,
    is_tight: bool,
    stream: &mut Stream,
) -> Result<(Problem, Vec<OptionId>), ProblemError> {
    let mut order: Vec<OptionId> = problem.option_ids().collect();
    shuffle(&mut order, stream);
    let mut builder = Problem::builder();
    let mut held = vec![0u32; problem.items()];
    problem
        .option_ids()
        .flat_map(|option| problem.option(option))
        .for_each(|entry| held[entry.item.index()] += 1);
    for item in problem.item_ids() {
        let name = problem.item_name(item);
        match problem.bounds(item) {
            Some(Bounds { low, high }) if is_tight => {
                let most = high.min(held[item.index()]).max(low);
                let times = low + stream.below((most - low + 1) as usize) as u32;
                builder.primary_bounded(name, Bounds { low: times, high: times.max(1) })?
            }
            Some(bounds) => builder.primary_bounded(name, bounds)?,
            None => builder.secondary(name)?,
        };
    }
    for &option in &order {
        for &entry in problem.option(option) {
            let colour = entry.colour.map(|colour| builder.colour(problem.colour_name(colour)));
            builder.push(Entry { colour: colour.transpose()?, ..entry })?;
        }
        builder.finish_option()?;
    }
    Ok((builder.build(), order))
}
