//! Random solutions are uniform, by chi-squared over all solutions.

use super::*;

/// Draws samples, and checks with chi-squared that each solution has the same probability. Chi-squared of `n` degrees of freedom has the mean `n` and the
/// variance `2n`; five standard deviations are exceeded by chance less than once in 10^5 draws, as the distribution for few degrees has
/// a longer tail than the normal one.
fn check_samples(spec: &str, samples: u32) {
    let problem = family::build(spec).unwrap();
    let diagram = compiled(&problem);
    let solutions = usize::try_from(&diagram.count()).unwrap();
    let mut drawn = vec![0u32; solutions];
    let mut stream = Stream::new(8, 0);
    for _ in 0..samples {
        let index = diagram.index_of(&diagram.sample(&mut stream).unwrap()).unwrap();
        drawn[usize::try_from(&index).unwrap()] += 1;
    }
    let expected = f64::from(samples) / solutions as f64;
    let squares = drawn.iter().map(|&times| (f64::from(times) - expected).powi(2));
    let chi_squared = squares.sum::<f64>() / expected;
    let degrees = solutions as f64 - 1.0;
    let deviations = (chi_squared - degrees) / (2.0 * degrees).sqrt();
    println!(
        "{spec}: {solutions} solutions, {samples} samples, chi-squared {chi_squared:.0}, {deviations:+.2} standard deviations"
    );
    assert!(deviations.abs() < 5.0, "{spec}: chi-squared {chi_squared} of {degrees} degrees");
}

#[test]
#[cfg_attr(miri, ignore = "slow")]
fn samples_are_uniform() {
    for spec in ["queens:8", "langford:8", "dominoes:4x6"] {
        check_samples(spec, 100_000);
    }
}

#[test]
#[ignore = "long"]
fn ten_million_samples_are_uniform() {
    for spec in [
        "langford:8",
        "queens:9",
        "queens:10",
        "dominoes:6x6",
        "pentominoes:6x10",
        "soma",
        "queens:12",
        "langford:11",
        "latin:5",
        "dominoes:6x8",
    ] {
        check_samples(spec, 10_000_000);
    }
}
