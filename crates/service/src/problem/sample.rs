//! Random solutions.

use std::ops::ControlFlow;

use quadrille_cover::diagram::Diagram;
use quadrille_cover::engine::Iso;
use quadrille_cover::random::Stream;
use quadrille_cover::{
    BigUint, Budget, CancelToken, OptionId, Problem, Solver, Unsupported, Visitor,
};

use crate::Error;

/// The engines that draw random solutions.
const SAMPLERS: [&str; 2] = ["diagram", "iso"];

/// What draws random solutions, each with the same probability.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Sampler {
    /// The decision diagram of all solutions.
    Diagram,
    /// Counts up to isomorphism, for problems whose diagram would be too large.
    Iso,
}

impl Sampler {
    /// The sampler of an engine's name, where `auto` is the diagram.
    ///
    /// # Errors
    /// No such engine draws solutions.
    pub fn by_name(name: &str) -> Result<Self, Error> {
        match name {
            "auto" | "diagram" => Ok(Self::Diagram),
            _ if name == Iso.name() => Ok(Self::Iso),
            _ => Err(Error::Input(format!(
                "engine: found \"{name}\"; expected \"{}\"",
                SAMPLERS.join("\" or \"")
            ))),
        }
    }

    /// Passes `number` solutions to `visit`, drawn with random numbers from the seed, and returns the number of all; `None` if the
    /// budget or `visit` ended it before.
    ///
    /// # Errors
    /// The problem is not of a kind that it handles.
    pub fn draw(
        self,
        problem: &Problem,
        (number, seed): (u64, u64),
        budget: &Budget,
        visit: &mut Visitor<'_>,
    ) -> Result<Option<BigUint>, Unsupported> {
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
                let Some(diagram) = Diagram::compile(problem, budget)? else { return Ok(None) };
                let count = diagram.count();
                let mut solutions = std::iter::from_fn(|| diagram.sample(&mut stream));
                if number > 0 {
                    _ = solutions.try_for_each(|solution| take(&solution));
                }
                Some(count)
            }
        };
        Ok(all.filter(|all| drawn == number || *all == BigUint::ZERO))
    }
}
