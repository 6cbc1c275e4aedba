//! Four small families on a set of n points, each a known sequence to count.
//!
//! - *Perfect matchings* of the complete graph: items `x0` on, an option for each pair.
//!   (n - 1)(n - 3) ... 1 solutions for even n, OEIS A001147.
//! - *Set partitions*: items `x0` on, an option for each subset that is not empty, in the order
//!   of binary numbers, `x0` being the lowest bit. The Bell numbers, OEIS A000110; Knuth's
//!   *extreme* problem, with every option there can be (*TAOCP* 4B, 7.2.2.1).
//! - *Steiner triple systems*: items are the pairs, `x0.1` on, and options the triples, each
//!   with its three pairs. There are solutions if n is 1 or 3 modulo 6 (T. P. Kirkman,
//!   *Cambridge and Dublin Mathematical Journal* 2 (1847), 191-204): n! divided by the number
//!   of symmetries, which for 7 points makes 7!/168 = 30 and for 9 points 9!/432 = 840.
//! - *Pigeonholes*: n + 1 pigeons `p0` on, each in one of n holes, `h0` on, which are secondary.
//!   No solution, and n! ways to go wrong; the classic of proof complexity (A. Haken,
//!   *Theoretical Computer Science* 39 (1985), 297-308).

use super::{Family, FamilyError, plain, primaries};
use crate::problem::Problem;

pub(super) const MATCHING: Family = Family {
    name: "matching",
    parameters: "N",
    about: "perfect matchings of the complete graph on N points",
    example: "matching:16",
    read: |words| matching(MATCHING.number(words)?),
};

pub(super) const PARTITIONS: Family = Family {
    name: "partitions",
    parameters: "N",
    about: "partitions of a set of N points",
    example: "partitions:11",
    read: |words| partitions(PARTITIONS.number(words)?),
};

pub(super) const STEINER: Family = Family {
    name: "steiner",
    parameters: "N",
    about: "Steiner triple systems on N points",
    example: "steiner:9",
    read: |words| steiner(STEINER.number(words)?),
};

pub(super) const PIGEONHOLE: Family = Family {
    name: "pigeonhole",
    parameters: "N",
    about: "N + 1 pigeons in N holes: no solution",
    example: "pigeonhole:9",
    read: |words| pigeonhole(PIGEONHOLE.number(words)?),
};

/// Perfect matchings of the complete graph on n points.
///
/// # Errors
/// If `n` is 0 or too large.
pub fn matching(n: usize) -> Result<Problem, FamilyError> {
    MATCHING.admit(n, |n| n * (n - 1.0) / 2.0)?;
    let mut builder = Problem::builder();
    let points = primaries(&mut builder, 'x', 0..n)?;
    for (i, &a) in points.iter().enumerate() {
        for &b in &points[i + 1..] {
            builder.option_of(plain([a, b]))?;
        }
    }
    Ok(builder.build())
}

/// Partitions of a set of n points.
///
/// # Errors
/// If `n` is 0 or too large.
pub fn partitions(n: usize) -> Result<Problem, FamilyError> {
    PARTITIONS.admit(n, f64::exp2)?;
    let mut builder = Problem::builder();
    let points = primaries(&mut builder, 'x', 0..n)?;
    for subset in 1..1_u32 << n {
        let members = points.iter().enumerate().filter(|(i, _)| subset >> i & 1 == 1);
        builder.option_of(plain(members.map(|(_, &point)| point)))?;
    }
    Ok(builder.build())
}

/// Steiner triple systems on n points.
///
/// # Errors
/// If `n` is less than 2, for there would be no pair; or too large.
pub fn steiner(n: usize) -> Result<Problem, FamilyError> {
    STEINER.admit(n, |n| n * (n - 1.0) * (n - 2.0) / 6.0)?;
    if n == 1 {
        return Err(STEINER.refuse(n, "a pair of points at least"));
    }
    let mut builder = Problem::builder();
    let mut pairs = vec![Vec::new(); n]; // pairs[i] are those of i and i + 1, i + 2, ...
    for (i, pairs) in pairs.iter_mut().enumerate() {
        for j in i + 1..n {
            pairs.push(builder.primary(&format!("x{i}.{j}"))?);
        }
    }
    let pair = |i: usize, j: usize| pairs[i][j - i - 1];
    for i in 0..n {
        for j in i + 1..n {
            for k in j + 1..n {
                builder.option_of(plain([pair(i, j), pair(i, k), pair(j, k)]))?;
            }
        }
    }
    Ok(builder.build())
}

/// n + 1 pigeons in n holes.
///
/// # Errors
/// If `n` is 0 or too large.
pub fn pigeonhole(n: usize) -> Result<Problem, FamilyError> {
    PIGEONHOLE.admit(n, |n| n * (n + 1.0))?;
    let mut builder = Problem::builder();
    let pigeons = primaries(&mut builder, 'p', 0..=n)?;
    let mut holes = Vec::new();
    for hole in 0..n {
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
        assert_eq!(pin::lines("matching:3"), ["x0 x1 x2", "x0 x1", "x0 x2", "x1 x2"]);
        assert_eq!(pin::lines("partitions:2"), ["x0 x1", "x0", "x1", "x0 x1"]);
        assert_eq!(pin::lines("steiner:3"), ["x0.1 x0.2 x1.2", "x0.1 x0.2 x1.2"]);
        assert_eq!(pin::lines("pigeonhole:1"), ["p0 p1 | h0", "p0 h0", "p1 h0"]);
    }

    #[test]
    fn a_single_point() {
        assert_eq!(pin::lines("matching:1"), ["x0"]);
        assert_eq!(pin::lines("partitions:1"), ["x0", "x0"]);
        assert!(build("steiner:1").unwrap_err().to_string().contains("expected a pair of points"));
        assert_eq!(pin::lines("steiner:2"), ["x0.1"]);
    }

    #[test]
    fn the_largest_that_is_admitted() {
        assert!(matches!(partitions(23), Err(FamilyError::TooLarge(_))));
        assert!(matches!(steiner(312), Err(FamilyError::TooLarge(_))));
        assert_eq!(steiner(100).unwrap().options(), 161_700);
    }

    #[test]
    fn text_is_pinned() {
        pin::check("matching:16", [16, 0, 120, 240], 0x292f_da56_82a6_7ad1);
        pin::check("partitions:11", [11, 0, 2047, 11264], 0x76b0_7265_bdcb_fd27);
        pin::check("steiner:9", [36, 0, 84, 252], 0x5a97_0de0_f9c8_d603);
        pin::check("pigeonhole:9", [10, 9, 90, 180], 0x337d_276b_25ab_3d91);
    }
}
