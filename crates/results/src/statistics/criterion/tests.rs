//! Tests of the criterion: figures worked out by hand, and rates of error on simulated blocks.

use quadrille_cover::random::Stream;

use super::super::simulated::{normal, uniform};
use super::*;

/// An estimate of `log` with the variance of one part.
fn estimate(log: f64, deviation: f64, freedom: f64) -> Estimate {
    let part = Variance { value: deviation * deviation, freedom };
    Estimate { log, parts: vec![part], drift: 0.0, noise: Some(0.0) }
}

fn finding(estimate: Estimate) -> Finding {
    judge(&[Some(estimate).into()], 0.03)[0].finding
}

fn close(found: f64, expected: f64) -> bool {
    (found - expected).abs() < 1e-3
}

/// Tables of Student's distribution.
#[test]
fn a_variance_of_few_degrees_reaches_far() {
    for (freedom, expected) in [(1.0, 12.706), (2.0, 4.303), (8.0, 2.306), (30.0, 2.042)] {
        let found = Variance { value: 1e-4, freedom }.reach() * 100.0;
        assert!(close(found, expected), "{found} {expected}");
    }
    // Deviations -1, 0 and 1: a variance of 1, and a third of it for the mean.
    let mean = Variance::of_mean(&[4.0, 5.0, 6.0]).unwrap();
    assert!(close(mean.value, 1.0 / 3.0) && close(mean.freedom, 2.0));
    assert_eq!((Variance::of_mean(&[4.0]), Variance::of_mean(&[])), (None, None));
    // (1 + 1)^2 / (1 / 4 + 1 / 6).
    let one = |freedom| Variance { value: 1.0, freedom };
    let sum = Variance::of_sum(&[one(4.0), one(6.0)]).unwrap();
    assert!(close(sum.value, 2.0) && close(sum.freedom, 9.6), "{sum:?}");
    assert_eq!(Variance::of_sum(&[]), None);
}

#[test]
fn findings_follow_the_interval() {
    for (percent, expected) in [
        (8.0, Finding::Slower),
        (4.0, Finding::Undecided),
        (2.0, Finding::Undecided),
        (0.5, Finding::Equal),
        (-2.0, Finding::NoSlower),
        (-8.0, Finding::Faster),
    ] {
        // Half of the interval is 2 %.
        let found = finding(estimate(f64::ln_1p(percent / 100.0), 0.01, 1e6));
        assert_eq!(found, expected, "{percent}");
    }
    let unknown = Estimate { noise: None, ..estimate(0.5, 0.01, 9.0) };
    assert_eq!(finding(unknown), Finding::NoiseUnknown);
    assert_eq!(
        finding(Estimate { parts: Vec::new(), ..estimate(0.5, 0.01, 9.0) }),
        Finding::TooFew
    );
    assert_eq!(judge(&[None.into()], 0.03)[0].finding, Finding::TooFew);
}

#[test]
fn what_cannot_be_told_apart_is_tolerated() {
    let noisy = Estimate { noise: Some(0.08), ..estimate(0.07, 0.001, 9.0) };
    let judged = judge(&[Some(noisy).into()], 0.03)[0];
    assert!(close(judged.tolerance, 0.08_f64.exp()), "{judged:?}");
    assert_ne!(judged.finding, Finding::Slower);
    // A drift of the machine makes the interval wider on both sides.
    let drifted = Estimate { drift: 0.05, ..estimate(0.07, 0.001, 9.0) };
    assert_eq!(finding(drifted.clone()), Finding::Undecided);
    let (low, high) = drifted.interval().unwrap();
    assert!(low < 0.02_f64.exp() && high > 0.12_f64.exp(), "{low} {high}");
    assert_eq!(finding(estimate(0.07, 0.001, 9.0)), Finding::Slower);
}

#[test]
fn p_values_are_adjusted_as_by_hand() {
    // 0.01 * 4, 0.02 * 3, 0.03 * 2 and 0.4: the third is no smaller than the second.
    let found = holm(&[0.03, 0.01, 0.4, 0.02]);
    let expected = [0.06, 0.04, 0.4, 0.06];
    assert!(found.iter().zip(expected).all(|(a, b)| (a - b).abs() < 1e-12), "{found:?}");
    assert_eq!(holm(&[]), [0.0; 0]);
    assert_eq!(holm(&[0.3]), [0.3]);
    assert_eq!(holm(&[0.9, 0.8]), [1.0, 1.0]);
}

#[test]
fn a_slower_line_among_many_must_be_slower_to_be_found() {
    // With a probability of 0.01 alone, which is below 0.025, and of 0.1 among ten.
    let one = || Some(estimate(0.03_f64.ln_1p() + 0.0233, 0.01, 1e6));
    assert_eq!(judge(&[one().into()], 0.03)[0].finding, Finding::Slower);
    let nothing = || Some(estimate(0.0, 0.001, 1e6));
    let many = std::iter::once(one()).chain((0..9).map(|_| nothing()));
    let many: Vec<Bounded> = many.map(Into::into).collect();
    let judged = judge(&many, 0.03);
    assert_eq!(judged[0].finding, Finding::Undecided);
    assert!(close(judged[0].p_slower.unwrap(), 0.1), "{:?}", judged[0]);
    assert!(judged[1..].iter().all(|line| line.finding == Finding::Equal));
}

/// The rest of ten values without two at either end; the outliers count as the values next to them that are kept.
#[test]
fn disturbed_blocks_do_not_matter() {
    let logs = [9.0, 3.0, 4.0, 5.0, 6.0, 7.0, 8.0, 1e9, -1e9, 2.0];
    let found = Estimate::of_blocks(&logs).unwrap();
    assert!(close(found.log, 5.5), "{found:?}");
    // 3 3 3 4 5 6 7 8 8 8: squares of distances from 5.5 sum up to 42.5, over 6 times 5.
    assert!(
        close(found.parts[0].value, 42.5 / 30.0) && close(found.parts[0].freedom, 5.0),
        "{found:?}"
    );
    assert!(Estimate::of_blocks(&[1.0]).is_none() && Estimate::of_blocks(&[]).is_none());
}

/// Of 400 races of 40 blocks, the number with each outcome: slower by `truth`, with the noise of a busy machine. A
/// tenth of the blocks is disturbed and takes up to half as long again, on one side or the other.
fn races(truth: f64, noise: f64) -> [usize; 4] {
    let mut outcomes = [0; 4];
    for seed in 0..400 {
        let mut stream = Stream::new(seed, 3);
        let mut block = || {
            let spike = if uniform(&mut stream) < 0.1 { uniform(&mut stream) - 0.5 } else { 0.0 };
            truth.ln_1p() + noise * normal(&mut stream) + spike
        };
        let logs: Vec<f64> = (0..40).map(|_| block()).collect();
        let judged = judge(&[Estimate::of_blocks(&logs).into()], 0.02)[0];
        outcomes[judged.finding.outcome() as usize] += 1;
    }
    outcomes
}

#[test]
fn races_err_as_rarely_as_they_say() {
    // Equal sides are never found to be different, and 5 % is found in nine of ten.
    let [worse, no_worse, ..] = races(0.0, 0.03);
    assert!(worse == 0 && no_worse > 360, "{worse} {no_worse}");
    let [worse, no_worse, ..] = races(0.05, 0.03);
    assert!(worse > 360 && no_worse == 0, "{worse} {no_worse}");
    // At the tolerance itself, either claim is false in at most one of forty.
    for noise in [0.01, 0.03, 0.1] {
        let [worse, no_worse, ..] = races(0.02, noise);
        assert!(worse <= 16 && no_worse <= 16, "{worse} {no_worse} at {noise}");
    }
    // On a machine that is far too noisy, hardly anything is claimed.
    let [worse, no_worse, undecided, _] = races(0.0, 0.3);
    assert!(worse <= 10 && undecided > 360, "{worse} {no_worse} {undecided}");
}
