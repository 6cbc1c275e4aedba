//! One-factorisations of the complete graph on n points: all pairs of points in n - 1 rounds, in each of which every
//! point is in one pair. They are the tournaments in which everyone meets everyone once.
//!
//! - *By rounds*: items are the pairs, from `x0.1` on, and each point in each round, from `p0.0` on; an option puts a pair into a
//!   round. As the rounds have names, each one-factorisation counts (n - 1)! times.
//! - *By matchings*: items are the pairs; an option is a perfect matching. Each one-factorisation counts once.
//!
//! | points | one-factorisations | up to isomorphism |
//! |---|---|---|
//! | 4 | 1 | 1 |
//! | 6 | 6 | 1 |
//! | 8 | 6240 | 6 |
//! | 10 | 1225566720 | 396 |
//! | 12 | 252282619805368320 | 526915620 |
//!
//! Source: OEIS A000438; J. H. Dinitz, D. K. Garnick and B. D. `McKay`, *There are 526,915,620 nonisomorphic one-factorizations of
//! K12*, *Journal of Combinatorial Designs* 2 (1994), 273-285.

use super::{Family, FamilyError, plain};
use crate::problem::{ItemId, Problem, ProblemBuilder, ProblemError};

pub(super) const FAMILY: Family = Family {
    name: "one-factorisations",
    parameters: "N[:matchings]",
    about: "one-factorisations of the complete graph of N points; matchings: rounds without names",
    example: "one-factorisations:6",
    read: |words| match words {
        [n, "matchings"] => by_matchings(FAMILY.number(&[n])?),
        _ => by_rounds(FAMILY.number(words)?),
    },
    layout: None,
};

fn by_rounds(n: usize) -> Result<Problem, FamilyError> {
    FAMILY.admit(n, |n| n * (n - 1.0) * (n - 1.0) / 2.0)?;
    let mut builder = Problem::builder();
    let pairs = Pairs::new(&mut builder, n)?;
    let rounds = n - 1;
    let names = (0..n * rounds).map(|i| format!("p{}.{}", i / rounds, i % rounds));
    let places: Vec<ItemId> = names.map(|name| builder.primary(&name)).collect::<Result<_, _>>()?;
    for a in 0..n {
        for b in a + 1..n {
            for round in 0..rounds {
                let items =
                    [pairs.of(a, b), places[a * rounds + round], places[b * rounds + round]];
                builder.option_of(plain(items))?;
            }
        }
    }
    Ok(builder.build())
}

fn by_matchings(n: usize) -> Result<Problem, FamilyError> {
    // (n - 1)(n - 3) ... 1 matchings; of 40 points there are more than 10^20.
    let matchings: f64 = (1..n.min(40) as u32).step_by(2).map(f64::from).product();
    FAMILY.admit(n, |_| 0.0)?;
    FAMILY.limit(format_args!("{n}:matchings"), matchings)?;
    let mut builder = Problem::builder();
    let pairs = Pairs::new(&mut builder, n)?;
    let mut chosen = Vec::new();
    add_matchings(&mut builder, &pairs, &mut vec![false; n], &mut chosen)?;
    Ok(builder.build())
}

/// Adds an option for each perfect matching that has the pairs `chosen`; the first point that is not `paired` is paired next.
fn add_matchings(
    builder: &mut ProblemBuilder,
    pairs: &Pairs,
    paired: &mut [bool],
    chosen: &mut Vec<ItemId>,
) -> Result<(), ProblemError> {
    let Some(a) = paired.iter().position(|&is_paired| !is_paired) else {
        return builder.option_of(plain(chosen.iter().copied())).map(drop);
    };
    paired[a] = true;
    for b in a + 1..paired.len() {
        if !paired[b] {
            paired[b] = true;
            chosen.push(pairs.of(a, b));
            add_matchings(builder, pairs, paired, chosen)?;
            chosen.pop();
            paired[b] = false;
        }
    }
    paired[a] = false;
    Ok(())
}

struct Pairs {
    n: usize,
    items: Vec<ItemId>,
}

impl Pairs {
    fn new(builder: &mut ProblemBuilder, n: usize) -> Result<Self, ProblemError> {
        let names = (0..n).flat_map(|a| (a + 1..n).map(move |b| format!("x{a}.{b}")));
        let items = names.map(|name| builder.primary(&name)).collect::<Result<_, _>>()?;
        Ok(Self { n, items })
    }

    /// The item of two points, of which `a` is the smaller.
    fn of(&self, a: usize, b: usize) -> ItemId {
        let before = a * (2 * self.n - a - 1) / 2;
        self.items[before + b - a - 1]
    }
}

#[cfg(test)]
mod tests {
    use crate::engine::Dlx;
    use crate::family::build;
    use crate::search::Solver;

    #[test]
    fn counts_are_those_published() {
        for (parameters, count) in
            [("5", 0), ("5:matchings", 0), ("6", 6 * 120u32), ("6:matchings", 6)]
        {
            let problem = build(&format!("one-factorisations:{parameters}")).unwrap();
            assert_eq!(Dlx.count(&problem).unwrap(), count.into(), "{parameters}");
        }
    }
}
