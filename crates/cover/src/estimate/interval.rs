//! From draws to a number with an interval.
//!
//! Draws are made in pairs, each pair in a stratum of its own. Half of the squared difference of a pair estimates the variance in
//! its stratum. The interval is that of Student's distribution, whose degrees of freedom are those of
//! Satterthwaite (1946): few, if few strata make most of the variance. Its lower and upper end are the estimate
//! divided and multiplied by a number, because estimates of sizes of trees are more often too small
//! than too large. The upper end is raised by the skewness of the draws, as in the expansion of Johnson (1978).

use super::{Blind, Quantity};

/// The 95 % point of the normal distribution: an interval from the 5 % point to the 95 % point holds 90 %.
const POINT: f64 = 1.644_853_626_951_472_7;
/// Least effective number of draws from which an upper end is stated.
const LEAST_EFFECTIVE: f64 = 20.0;
/// Share of a sum that a single draw may have.
const MOST_OF_ONE: f64 = 0.3;
/// Share of a sum that draws with a search given up may have.
const MOST_GIVEN_UP: f64 = 0.5;
/// An interval whose ends are further from the estimate than this factor has no upper end.
const WIDEST: f64 = 4.0;

/// One draw: what it found divided by its probability, and whether a search in it was given up.
#[derive(Clone, Copy, Debug)]
pub(super) struct Draw {
    pub(super) value: f64,
    pub(super) given_up: bool,
}

/// The estimate of a number from pairs of draws, of which `exact` is known without draws and `seen` was seen.
/// If not `all` strata were drawn from, each pair stands for all.
pub(super) fn estimate(pairs: &[[Draw; 2]], all: bool, exact: u64, seen: u64) -> Quantity {
    let count = pairs.len() as f64;
    let values = || pairs.iter().flatten().map(|draw| draw.value);
    let sum: f64 = values().sum();
    let mean = sum / (2.0 * count);
    let squares: f64 = values().map(|value| value * value).sum();
    let effective = if squares > 0.0 { sum * sum / squares } else { 0.0 };
    let spread = |[a, b]: &[Draw; 2]| {
        let mid = f64::midpoint(a.value, b.value);
        let away = if all { a.value - mid } else { mid - mean };
        away * away
    };
    let total: f64 = pairs.iter().map(spread).sum();
    let fourth: f64 = pairs.iter().map(|pair| spread(pair) * spread(pair)).sum();
    let lost = if all { 1.0 } else { count / (count - 1.0).max(1.0) };
    let error = (total * lost).sqrt() / count;
    let freedom = if fourth > 0.0 {
        (3.0 * total * total / fourth).max(3.0).min(count.max(3.0))
    } else {
        count
    };
    let point = student(freedom);
    let factor = |point: f64| if mean > 0.0 { 1.0 + point * error / mean } else { 1.0 };
    let (below, above) = (factor(point), factor(point + raised(values(), mean)));
    let value = exact as f64 + mean;
    let largest = values().fold(0.0, f64::max);
    let given_up: f64 =
        pairs.iter().flatten().filter(|draw| draw.given_up).map(|draw| draw.value).sum();
    let blind = if sum <= 0.0 {
        Some(Blind::NothingDrawn)
    } else if effective < LEAST_EFFECTIVE {
        Some(Blind::FewDraws)
    } else if largest > MOST_OF_ONE * sum {
        Some(Blind::OneDraw)
    } else if given_up > MOST_GIVEN_UP * sum {
        Some(Blind::GivenUp)
    } else if above > WIDEST {
        Some(Blind::Wide)
    } else {
        None
    };
    let low = (exact as f64 + mean / below).max(seen as f64);
    let high = (exact as f64 + mean * above).max(seen as f64);
    // A blind draw says what is at least there only as far as it was seen.
    let low = if blind.is_some() { seen as f64 } else { low };
    Quantity {
        value: value.max(seen as f64),
        low,
        high: blind.is_none().then_some(high),
        seen,
        effective_draws: effective,
        blind,
    }
}

/// By how many standard errors the upper end is raised, if the draws are skewed to the right.
fn raised(values: impl Iterator<Item = f64>, mean: f64) -> f64 {
    let (mut square, mut cube) = (0.0, 0.0);
    for value in values {
        let away = value - mean;
        square += away * away;
        cube += away * away * away;
    }
    if square <= 0.0 {
        return 0.0;
    }
    // The skewness divided by the root of the number of draws, times (2 z^2 + 1) / 6.
    let skewness = cube / (square * square.sqrt());
    (skewness * (2.0 * POINT * POINT + 1.0) / 6.0).max(0.0)
}

/// The 95 % point of Student's distribution, by the expansion of Cornish and Fisher.
fn student(freedom: f64) -> f64 {
    let (z, square) = (POINT, POINT * POINT);
    let terms = [
        z * (square + 1.0) / 4.0,
        z * ((5.0 * square + 16.0) * square + 3.0) / 96.0,
        z * (((3.0 * square + 19.0) * square + 17.0) * square - 15.0) / 384.0,
    ];
    let inverse = 1.0 / freedom;
    z + inverse * (terms[0] + inverse * (terms[1] + inverse * terms[2]))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn pairs(values: &[[f64; 2]]) -> Vec<[Draw; 2]> {
        let draw = |value| Draw { value, given_up: false };
        values.iter().map(|pair| pair.map(draw)).collect()
    }

    #[test]
    fn points_of_student() {
        for (freedom, point) in [(3.0, 2.353), (5.0, 2.015), (30.0, 1.697), (1e9, 1.645)] {
            assert!((student(freedom) - point).abs() < 0.05, "{freedom}: {}", student(freedom));
        }
    }

    #[test]
    fn equal_draws_are_certain() {
        let quantity = estimate(&pairs(&[[5.0, 5.0]; 20]), true, 7, 7);
        assert_eq!((quantity.value, quantity.low, quantity.high), (12.0, 12.0, Some(12.0)));
        assert_eq!(quantity.blind, None);
    }

    #[test]
    fn one_large_draw_leaves_the_upper_end_open() {
        let mut values = [[1.0, 1.0]; 40];
        values[7][0] = 1000.0;
        let quantity = estimate(&pairs(&values), true, 0, 3);
        assert_eq!((quantity.low, quantity.high), (3.0, None));
        assert_eq!(quantity.blind, Some(Blind::FewDraws));
    }

    #[test]
    fn nothing_drawn_is_no_proof() {
        let quantity = estimate(&pairs(&[[0.0, 0.0]; 40]), true, 0, 0);
        assert_eq!((quantity.value, quantity.high), (0.0, None));
        assert_eq!(quantity.blind, Some(Blind::NothingDrawn));
    }
}
