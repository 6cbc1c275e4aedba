//! Three small families on a set of n points, with known numbers of solutions.
//!
//! - *Set partitions*: items from `x0` on, an option for each non-empty subset, in the order
//!   of binary numbers with `x0` as the lowest bit. The counts are the Bell numbers, OEIS A000110; Knuth's
//!   *extreme* problem, with every possible option (*TAOCP* 4B, 7.2.2.1).
//! - *Steiner triple systems*: items are the pairs, from `x0.1` on, and options the triples, each
//!   with its three pairs. There are solutions if n is 1 or 3 modulo 6 (T. P. Kirkman,
//!   *Cambridge and Dublin Mathematical Journal* 2 (1847), 191-204): n! divided by the number
//!   of symmetries, which for 7 points makes 7!/168 = 30 and for 9 points 9!/432 = 840; OEIS
//!   A030128. In the reduced problem the triples of the first point are 0 1 2, 0 3 4 and so on, so that each
//!   system represents (n - 2)(n - 4) ... 1 systems.
//! - *Pigeonholes*: m pigeons, from `p0` on, each in one of n holes, from `h0` on, which are secondary:
//!   n!/(n - m)! solutions. With n + 1 pigeons there is no solution, but n! dead ends; this is the classic
//!   problem of proof complexity (A. Haken, *Theoretical Computer Science* 39 (1985), 297-308).

use super::{Family, FamilyError, plain, primaries};
use crate::problem::Problem;

pub(super) const PARTITIONS: Family = Family {
    name: "partitions",
    parameters: "N",
    about: "partitions of a set of N points",
    example: "partitions:11",
    read: |words| partitions(PARTITIONS.number(words)?),
    layout: None,
};

pub(super) const STEINER: Family = Family {
    name: "steiner",
    parameters: "N[:reduced]",
    about: "Steiner triple systems on N points; reduced: the first point's triples given",
    example: "steiner:9",
    read: |words| match words {
        [n, "reduced"] => {
            triples(STEINER.number(&[n])?, |[i, j, k]| i > 0 || j % 2 == 1 && k == j + 1)
        }
        _ => triples(STEINER.number(words)?, |_| true),
    },
    layout: None,
};

pub(super) const PIGEONHOLE: Family = Family {
    name: "pigeonhole",
    parameters: "(N | MxN)",
    about: "M pigeons in N holes [default: N + 1 pigeons, without a solution]",
    example: "pigeonhole:9",
    read: |words| match words {
        [sides] if sides.contains('x') => {
            let (pigeons, holes) = PIGEONHOLE.rectangle(words)?;
            pigeonhole(pigeons, holes)
        }
        _ => {
            let holes = PIGEONHOLE.number(words)?;
            pigeonhole(holes.saturating_add(1), holes)
        }
    },
    layout: None,
};

fn partitions(n: usize) -> Result<Problem, FamilyError> {
    PARTITIONS.admit(n, f64::exp2)?;
    let mut builder = Problem::builder();
    let points = primaries(&mut builder, 'x', 0..n)?;
    for subset in 1..1_u32 << n {
        let members = points.iter().enumerate().filter(|(i, _)| subset >> i & 1 == 1);
        builder.option_of(plain(members.map(|(_, &point)| point)))?;
    }
    Ok(builder.build())
}

/// The systems of those triples for which `keep` is true.
fn triples(n: usize, keep: impl Fn([usize; 3]) -> bool) -> Result<Problem, FamilyError> {
    STEINER.admit(n, |n| n * (n - 1.0) * (n - 2.0) / 6.0)?;
    if n == 1 {
        return Err(STEINER.refuse(n, "a pair of points at least"));
    }
    let mut builder = Problem::builder();
    let mut pairs = vec![Vec::new(); n]; // pairs[i]: the items of the pairs of i with i + 1, i + 2, ...
    for (i, pairs) in pairs.iter_mut().enumerate() {
        for j in i + 1..n {
            pairs.push(builder.primary(&format!("x{i}.{j}"))?);
        }
    }
    let pair = |i: usize, j: usize| pairs[i][j - i - 1];
    for i in 0..n {
        for j in i + 1..n {
            for k in (j + 1..n).filter(|&k| keep([i, j, k])) {
                builder.option_of(plain([pair(i, j), pair(i, k), pair(j, k)]))?;
            }
        }
    }
    Ok(builder.build())
}

fn pigeonhole(pigeons: usize, holes: usize) -> Result<Problem, FamilyError> {
    PIGEONHOLE.admit(pigeons.min(holes), |_| pigeons as f64 * holes as f64)?;
    let mut builder = Problem::builder();
    let pigeons = primaries(&mut builder, 'p', 0..pigeons)?;
    let count = holes;
    let mut holes = Vec::new();
    for hole in 0..count {
        holes.push(builder.secondary(&format!("h{hole}"))?);
    }
    for &pigeon in &pigeons {
        for &hole in &holes {
            builder.option_of(plain([pigeon, hole]))?;
        }
    }
    Ok(builder.build())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::family::{build, pin};

    #[test]
    fn small_sets_as_text() {
        assert_eq!(pin::lines("partitions:2"), ["x0 x1", "x0", "x1", "x0 x1"]);
        assert_eq!(pin::lines("steiner:3"), ["x0.1 x0.2 x1.2", "x0.1 x0.2 x1.2"]);
        assert_eq!(pin::lines("pigeonhole:1"), ["p0 p1 | h0", "p0 h0", "p1 h0"]);
        assert_eq!(pin::lines("pigeonhole:1x2"), ["p0 | h0 h1", "p0 h0", "p0 h1"]);
        assert_eq!(build("pigeonhole:9"), build("pigeonhole:10x9"));
    }

    #[test]
    fn a_single_point() {
        assert_eq!(pin::lines("partitions:1"), ["x0", "x0"]);
        assert!(build("steiner:1").unwrap_err().to_string().contains("expected a pair of points"));
        assert_eq!(pin::lines("steiner:2"), ["x0.1"]);
    }

    #[test]
    fn the_largest_that_is_admitted() {
        assert!(matches!(partitions(23), Err(FamilyError::TooLarge(_))));
        assert!(matches!(triples(312, |_| true), Err(FamilyError::TooLarge(_))));
        assert_eq!(triples(100, |_| true).unwrap().options(), 161_700);
    }
}
