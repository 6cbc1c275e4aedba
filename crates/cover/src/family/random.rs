//! Random problems from a seed, the same on every machine and in every version.
//!
//! - *Exact cover by 3-sets*: items are from `x0` on, options are different random triples of items, all equally
//!   likely. One of the 21 problems that R. M. Karp showed NP-complete (*Complexity of Computer Computations* (1972), 85-103,
//!   as a case of exact cover; M. R. Garey and D. S. Johnson, *Computers and Intractability* (1979),
//!   SP2). With `planted` the options include those of a random solution, so that there is at least one
//!   solution. With all C(n, 3) triples there are n!/(6^(n/3) (n/3)!) solutions: OEIS A025035.
//! - *Constraint networks* of Model RB: K. Xu and W. Li, *Journal of Artificial Intelligence Research*
//!   12 (2000), 93-103; the FRB benchmarks of K. Xu. Each of m constraints is between two
//!   random different variables and forbids t different pairs of their d values. Secondary
//!   items are the variables, from `v0` on, with their value as the colour; primary items are the constraints, from
//!   `k0` on; an option is a constraint with a pair that it allows. A solution assigns values to the variables
//!   that occur in constraints. With `planted` ("forced satisfiable") a random assignment is chosen first, and no
//!   constraint forbids it. The model uses d = n^a and m = r n ln n. Most problems with a smaller r than
//!   -a / ln(1 - p), where p = t/d^2, have solutions, most with a larger r have none, and the hardest are near it. The
//!   benchmarks have a = 0.8 and p = 0.25.

use std::collections::BTreeSet;

use super::{Family, FamilyError, plain, primaries};
use crate::problem::{Colour, ItemId, Problem, ProblemError};
use crate::random::{Stream, shuffle};

pub(super) const X3C: Family = Family {
    name: "x3c",
    parameters: "N:OPTIONS[:planted][:seed=S]",
    about: "exact cover by 3-sets: N items, a multiple of 3, and random triples of them",
    example: "x3c:54:180:planted:seed=1",
    read: |words| {
        let (words, seed) = X3C.seed(words)?;
        let (words, is_planted) = planted(words);
        let [items, options] = words else { return Err(X3C.misread(words)) };
        three_sets(X3C.number(&[items])?, X3C.number(&[options])?, is_planted, seed)
    },
    layout: None,
};

pub(super) const FRB: Family = Family {
    name: "frb",
    parameters: "VARIABLES:VALUES:CONSTRAINTS:FORBIDDEN[:planted][:seed=S]",
    about: "random constraint networks of Model RB; each constraint forbids FORBIDDEN pairs of values",
    example: "frb:14:6:40:14:planted:seed=1",
    read: |words| {
        let (words, seed) = FRB.seed(words)?;
        let (words, is_planted) = planted(words);
        let [_, _, _, _] = words else { return Err(FRB.misread(words)) };
        let mut numbers = [0; 4];
        for (number, word) in numbers.iter_mut().zip(words) {
            *number = FRB.number(&[word])?;
        }
        constraint_network(numbers, is_planted, seed)
    },
    layout: None,
};

/// The words without the optional last word `planted`, and whether it was there.
fn planted<'w, 'a>(words: &'w [&'a str]) -> (&'w [&'a str], bool) {
    match words {
        [rest @ .., "planted"] => (rest, true),
        _ => (words, false),
    }
}

fn three_sets(
    items: usize,
    options: usize,
    is_planted: bool,
    seed: u64,
) -> Result<Problem, FamilyError> {
    let named = || format!("{items}:{options}");
    if items == 0 || !items.is_multiple_of(3) {
        return Err(X3C.refuse(named(), "a number of items that 3 divides"));
    }
    X3C.limit(named(), (options as f64).max(items as f64))?;
    let all = items as u128 * (items as u128 - 1) * (items as u128 - 2) / 6;
    let least = if is_planted { items / 3 } else { 0 };
    if options as u128 > all || options < least {
        return Err(X3C.refuse(named(), "no more options than triples, but N/3 or more if planted"));
    }
    let mut stream = Stream::new(seed, 0);
    let mut triples: Vec<[usize; 3]> = Vec::with_capacity(options);
    let mut drawn = BTreeSet::new();
    if is_planted {
        let mut order: Vec<usize> = (0..items).collect();
        shuffle(&mut order, &mut stream);
        for triple in order.chunks_exact(3) {
            let mut triple = [triple[0], triple[1], triple[2]];
            triple.sort_unstable();
            drawn.insert(triple);
            triples.push(triple);
        }
    }
    while triples.len() < options {
        let mut triple = [0; 3].map(|_| stream.below(items));
        triple.sort_unstable();
        let is_triple = triple[0] < triple[1] && triple[1] < triple[2];
        if is_triple && drawn.insert(triple) {
            triples.push(triple);
        }
    }
    // The planted options get random places among the others.
    shuffle(&mut triples, &mut stream);
    let mut builder = Problem::builder();
    let points = primaries(&mut builder, 'x', 0..items)?;
    for triple in triples {
        builder.option_of(plain(triple.map(|i| points[i])))?;
    }
    Ok(builder.build())
}

fn constraint_network(
    [variables, values, constraints, forbidden]: [usize; 4],
    is_planted: bool,
    seed: u64,
) -> Result<Problem, FamilyError> {
    let named = || format!("{variables}:{values}:{constraints}:{forbidden}");
    if variables < 2 || values == 0 || constraints == 0 {
        return Err(FRB.refuse(named(), "at least two variables, one value and one constraint"));
    }
    let pairs = values as f64 * values as f64;
    FRB.limit(named(), (pairs * constraints as f64).max(variables as f64))?;
    if forbidden > values * values - usize::from(is_planted) {
        return Err(FRB.refuse(named(), "at most VALUES^2 forbidden pairs, one less if planted"));
    }
    let mut stream = Stream::new(seed, 0);
    let planted: Option<Vec<usize>> =
        is_planted.then(|| (0..variables).map(|_| stream.below(values)).collect());
    let mut builder = Problem::builder();
    let scopes = primaries(&mut builder, 'k', 0..constraints)?;
    let named = |i: usize| format!("v{i}");
    let items: Vec<ItemId> = (0..variables)
        .map(|i| builder.secondary(&named(i)))
        .collect::<Result<_, ProblemError>>()?;
    let colours: Vec<Colour> =
        (0..values).map(|i| builder.colour(&i.to_string())).collect::<Result<_, ProblemError>>()?;
    for scope in scopes {
        let first = stream.below(variables);
        let other = stream.below(variables - 1);
        let second = if other < first { other } else { other + 1 };
        let (x, y) = (first.min(second), first.max(second));
        // Forbids the first pairs in a random order of all pairs except the planted one.
        let kept = planted.as_ref().map(|planted| planted[x] * values + planted[y]);
        let mut order: Vec<usize> = (0..values * values).filter(|&i| Some(i) != kept).collect();
        shuffle(&mut order, &mut stream);
        let mut allowed: Vec<usize> = order.split_off(forbidden);
        allowed.extend(kept);
        allowed.sort_unstable();
        for pair in allowed {
            let (first, second) = (Some(colours[pair / values]), Some(colours[pair % values]));
            builder.option_of([(scope, None), (items[x], first), (items[y], second)])?;
        }
    }
    Ok(builder.build())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::engine::Dlx;
    use crate::family::{build, error, pin};
    use crate::search::Solver;

    fn count(spec: &str) -> u64 {
        Dlx.count(&build(spec).unwrap()).unwrap().try_into().unwrap()
    }

    #[test]
    fn triples_are_different_and_have_three_items() {
        for seed in 0..20 {
            let lines = pin::lines(&format!("x3c:12:100:seed={seed}"));
            let triples: BTreeSet<_> = lines[1..].iter().collect();
            assert_eq!((lines.len(), triples.len()), (101, 100));
            assert!(triples.iter().all(|triple| triple.split(' ').count() == 3));
        }
    }

    #[test]
    fn all_triples_make_as_many_covers_as_the_literature_says() {
        // Numbers of solutions: OEIS A025035.
        for (spec, expected) in
            [("x3c:3:1", 1), ("x3c:6:20", 10), ("x3c:9:84", 280), ("x3c:12:220", 15400)]
        {
            assert_eq!(count(spec), expected, "{spec}");
        }
    }

    #[test]
    fn what_is_planted_is_a_solution() {
        let mut without = 0;
        for seed in 0..20 {
            assert!(count(&format!("x3c:30:40:planted:seed={seed}")) > 0);
            assert!(count(&format!("frb:12:4:40:5:planted:seed={seed}")) > 0);
            without += u64::from(count(&format!("x3c:30:40:seed={seed}")) == 0);
            without += u64::from(count(&format!("frb:12:4:40:5:seed={seed}")) == 0);
        }
        assert!(without > 0, "else nothing needs to be planted");
    }

    /// The number of assignments that no constraint forbids, by trying all of them.
    #[test]
    fn solutions_are_the_assignments_that_every_constraint_allows() {
        for seed in 0..30 {
            let (variables, values, constraints) = (5_usize, 3_usize, 8);
            let spec = format!("frb:{variables}:{values}:{constraints}:3:seed={seed}");
            let lines = pin::lines(&spec);
            let mut allowed = BTreeSet::new();
            let mut met = BTreeSet::new();
            for line in &lines[1..] {
                let words: Vec<&str> = line.split([' ', ':']).collect();
                let variable = |i: usize| words[i][1..].parse::<usize>().unwrap();
                let value = |i: usize| words[i].parse::<usize>().unwrap();
                allowed.insert((words[0].to_owned(), variable(1), value(2), variable(3), value(4)));
                met.extend([variable(1), variable(3)]);
            }
            let of = |code: usize, variable: usize| code / values.pow(variable as u32) % values;
            let holds = |&code: &usize| {
                let unmet_is_zero = (0..variables).all(|v| met.contains(&v) || of(code, v) == 0);
                unmet_is_zero
                    && (0..constraints).all(|k| {
                        let name = format!("k{k}");
                        allowed.iter().any(|(of_k, x, a, y, b)| {
                            *of_k == name && of(code, *x) == *a && of(code, *y) == *b
                        })
                    })
            };
            let expected = (0..values.pow(variables as u32)).filter(holds).count();
            assert_eq!(count(&spec), expected as u64, "{spec}");
        }
    }

    #[test]
    fn a_network_is_as_large_as_was_asked_for() {
        let problem = build("frb:14:6:40:14").unwrap();
        assert_eq!((problem.primary(), problem.items(), problem.options()), (40, 54, 40 * 22));
        assert_eq!(build("frb:14:6:40:14"), build("frb:14:6:40:14:seed=1"));
        assert_ne!(build("frb:14:6:40:14:seed=1"), build("frb:14:6:40:14:seed=2"));
    }

    #[test]
    fn refuses_what_cannot_be_drawn() {
        assert!(error("x3c:10:5").contains("expected a number of items that 3 divides"));
        assert!(error("x3c:6:21").contains("expected no more options than triples"));
        assert!(error("x3c:6:1:planted").contains("but N/3 or more if planted"));
        assert!(error("x3c:6").contains("expected N:OPTIONS[:planted][:seed=S]"));
        assert!(error("x3c:6:5:seed=-1").contains("expected seed= and a number below 2^64"));
        assert!(error("frb:1:2:3:1").contains("expected at least two variables"));
        assert!(error("frb:4:2:3:4:planted").contains("expected at most VALUES^2 "));
        assert!(build("frb:4:2:3:4").is_ok(), "no solution, but a problem");
        assert!(error("frb:4:2:3").contains("expected VARIABLES:VALUES:CONSTRAINTS:FORBIDDEN"));
        assert!(error("frb:4:99999:3:1").contains("more than 5000000 options"));
    }
}
