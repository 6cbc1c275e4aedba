//! Spreads and parallelisms of the projective space of three dimensions over the field of q elements, for a prime q.
//!
//! - A *spread* is a set of lines that holds each point once: items are the points, from `x0` on, options the lines.
//! - A *parallelism* is a set of spreads that holds each line once: items are the lines, from `l0` on, options the spreads.
//!
//! Points are vectors of four coordinates whose first one that is not 0 is 1, in lexicographic order; lines are in the
//! order of their points.
//!
//! | q | points | lines | spreads | parallelisms |
//! |---|---|---|---|---|
//! | 2 | 15 | 35 | 56 | 240 |
//! | 3 | 40 | 130 | 8424 | |
//!
//! Source: R. H. F. Denniston, *Some packings of projective spaces* (1972): parallelisms for q = 2 are the solutions of Kirkman's
//! schoolgirl problem in that space.

use std::collections::BTreeSet;

use super::{Family, FamilyError, plain, primaries};
use crate::engine::Dlx;
use crate::problem::Problem;
use crate::search::Solver;

pub(super) const SPREADS: Family = Family {
    name: "spreads",
    parameters: "Q",
    about: "spreads of lines in the projective space of 3 dimensions over Q elements, Q prime",
    example: "spreads:2",
    read: |words| spreads(SPREADS.number(words)?),
    layout: None,
};

pub(super) const PARALLELISMS: Family = Family {
    name: "parallelisms",
    parameters: "Q",
    about: "parallelisms of the same space: all lines in spreads; Q = 2 or 3",
    example: "parallelisms:2",
    read: |words| parallelisms(PARALLELISMS.number(words)?),
    layout: None,
};

fn spreads(q: usize) -> Result<Problem, FamilyError> {
    // (q^2 + 1)(q^2 + q + 1) lines.
    SPREADS.admit(q, |q| (q * q + 1.0) * (q * q + q + 1.0))?;
    if q < 2 || (2..q).any(|divisor| q.is_multiple_of(divisor)) {
        return Err(SPREADS.refuse(q, "a prime number"));
    }
    let (points, lines) = space(q);
    let mut builder = Problem::builder();
    let items = primaries(&mut builder, 'x', 0..points)?;
    for line in lines {
        builder.option_of(plain(line.into_iter().map(|point| items[point])))?;
    }
    Ok(builder.build())
}

/// There are too many spreads for larger fields.
fn parallelisms(q: usize) -> Result<Problem, FamilyError> {
    if !(2..=3).contains(&q) {
        return Err(PARALLELISMS.refuse(q, "2 or 3"));
    }
    let lines = spreads(q)?;
    let mut builder = Problem::builder();
    let items = primaries(&mut builder, 'l', 0..lines.options())?;
    let found = Dlx.all(&lines).expect("dancing links handle every problem");
    let mut spreads: Vec<Vec<usize>> =
        found.iter().map(|spread| spread.iter().map(|line| line.index()).collect()).collect();
    for spread in &mut spreads {
        spread.sort_unstable();
    }
    spreads.sort_unstable();
    for spread in spreads {
        builder.option_of(plain(spread.into_iter().map(|line| items[line])))?;
    }
    Ok(builder.build())
}

/// The number of points of the space over the field of `q` elements, and the points of each line.
fn space(q: usize) -> (usize, BTreeSet<Vec<usize>>) {
    let vectors = (0..q.pow(4)).map(|number| [3, 2, 1, 0].map(|place| number / q.pow(place) % q));
    let is_point = |vector: &[usize; 4]| vector.iter().find(|&&x| x != 0) == Some(&1);
    let points: Vec<[usize; 4]> = vectors.filter(is_point).collect();
    let mut lines = BTreeSet::new();
    for (i, a) in points.iter().enumerate() {
        for b in &points[i + 1..] {
            // The points of the line are b, and a + m b for each m.
            let sums = (0..q).map(|m| [0, 1, 2, 3].map(|x| (a[x] + m * b[x]) % q));
            let on_line: BTreeSet<usize> =
                sums.chain([*b]).map(|vector| place(&points, vector, q)).collect();
            lines.insert(on_line.into_iter().collect());
        }
    }
    (points.len(), lines)
}

/// The place of the point that a vector other than 0 is a multiple of.
fn place(points: &[[usize; 4]], vector: [usize; 4], q: usize) -> usize {
    let mut multiples = (1..q).map(|m| vector.map(|x| x * m % q));
    multiples
        .find_map(|multiple| points.binary_search(&multiple).ok())
        .expect("one multiple of a vector begins with 1")
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::family::{build, error};

    #[test]
    fn spaces_have_their_points_and_lines() {
        for (q, points, lines) in [(2, 15, 35), (3, 40, 130), (5, 156, 806)] {
            let (found, of_space) = space(q);
            assert_eq!((found, of_space.len()), (points, lines));
            assert!(of_space.iter().all(|line| line.len() == q + 1));
        }
    }

    #[test]
    fn counts_are_those_published() {
        for (q, count) in [(2, 56u32), (3, 8424)] {
            assert_eq!(Dlx.count(&spreads(q).unwrap()).unwrap(), count.into(), "{q}");
        }
        assert_eq!(build("parallelisms:3").unwrap().options(), 8424);
    }

    #[test]
    fn refuses_other_fields() {
        assert!(error("spreads:4").contains("expected a prime number"));
        assert!(error("spreads:1").contains("expected a prime number"));
        assert!(error("spreads:x").contains("expected Q"));
        assert!(error("parallelisms:5").contains("expected 2 or 3"));
    }
}
