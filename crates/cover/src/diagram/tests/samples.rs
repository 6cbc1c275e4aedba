//! Random solutions are uniform, by chi-squared over all solutions; places and marginals are those of an enumeration.

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

/// Checks places and marginals against all solutions, which another engine enumerates.
fn check_places(spec: &str) {
    let problem = family::build(spec).unwrap();
    let diagram = compiled(&problem);
    let solutions = usize::try_from(&diagram.count()).unwrap();
    let mut is_seen = vec![false; solutions];
    let mut holding = vec![0u64; problem.options()];
    for solution in crate::Auto.all(&problem).unwrap() {
        let index = diagram.index_of(&solution).unwrap();
        for option in &solution {
            holding[option.index()] += 1;
        }
        assert_eq!(diagram.nth(&index).map(sorted), Some(sorted(solution)), "{spec}");
        let is_again = std::mem::replace(&mut is_seen[usize::try_from(&index).unwrap()], true);
        assert!(!is_again, "{spec}: {index}");
    }
    assert!(is_seen.iter().all(|&seen| seen), "{spec}");
    let holding: Vec<BigUint> = holding.into_iter().map(Into::into).collect();
    assert_eq!(diagram.marginals(), holding, "{spec}");
}

#[test]
#[cfg_attr(miri, ignore = "slow")]
fn samples_are_uniform_and_places_are_those_of_all_solutions() {
    for spec in ["queens:8", "langford:8", "dominoes:4x6"] {
        check_samples(spec, 100_000);
        check_places(spec);
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
        check_places(spec);
        check_samples(spec, 10_000_000);
    }
}

#[test]
#[ignore = "measures"]
fn a_million_samples_a_second() {
    for spec in ["dominoes:8x8", "pentominoes:6x10"] {
        let diagram = compiled(&family::build(spec).unwrap());
        let mut stream = Stream::new(9, 0);
        let start = std::time::Instant::now();
        let options: usize =
            (0..5_000_000).map(|_| diagram.sample(&mut stream).unwrap().len()).sum();
        let seconds = start.elapsed().as_secs_f64();
        println!("{spec}: {:.2} million samples a second, {options} options", 5.0 / seconds);
    }
}
