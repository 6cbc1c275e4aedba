//! Numbers as text: ratios, times, probabilities, shares and counts.

use std::fmt::Display;

/// Text of an unknown value.
pub const UNKNOWN: &str = "-";

/// A ratio: [`digits`], and below 0.1 as a fraction, too: `0.00488 (1/205)`.
pub fn ratio(value: f64) -> String {
    let text = digits(value);
    if value > 0.0 && value < 0.1 { format!("{text} (1/{})", digits(1.0 / value)) } else { text }
}

/// A number, with fewer decimal places the larger it is, and with three significant digits below 0.1: `0.00488`, `1.003`,
/// `2.50`, `41.2`, `1041`.
pub fn digits(value: f64) -> String {
    let decimals = match value.abs() {
        0.0 => 3,
        small @ ..0.1 => (1..300).take_while(|&zeros| small < 0.1_f64.powi(zeros)).count() + 3,
        ..1.9995 => 3,
        ..9.995 => 2,
        ..99.95 => 1,
        _ => 0,
    };
    format!("{value:.decimals$}")
}

/// An interval of numbers, such as `0.980 to 1.020`, or a dash if it is unknown.
pub fn interval(interval: Option<(f64, f64)>) -> String {
    or_unknown(interval, |(low, high)| format!("{} to {}", digits(low), digits(high)))
}

/// A time in the largest unit in which it is at least 1, such as `12.3 µs`.
pub fn duration(nanoseconds: f64) -> String {
    let (value, unit) = scaled(nanoseconds);
    let decimals = if value < 10.0 { 2 } else { usize::from(value < 100.0) };
    format!("{value:.decimals$} {unit}")
}

/// A time in the largest unit in which it is at least 1, and the unit.
pub(crate) fn scaled(nanoseconds: f64) -> (f64, &'static str) {
    match nanoseconds {
        ..1e3 => (nanoseconds, "ns"),
        ..1e6 => (nanoseconds / 1e3, "µs"),
        ..1e9 => (nanoseconds / 1e6, "ms"),
        _ => (nanoseconds / 1e9, "s"),
    }
}

/// A probability: `0.041`, or `< 0.001`.
pub fn probability(p: f64) -> String {
    if p < 0.001 { "< 0.001".to_owned() } else { format!("{p:.3}") }
}

/// A share of a whole in percent, such as `85%` or, below 10 %, `8.5%`. It is rounded down, so that `100%` always means
/// all, but a share above 0 is never written as 0.
pub fn share(share: f64) -> String {
    // Without this small addition 29 of 100 would become 28%, because 0.29 has no exact binary form.
    let percent = 100.0 * share + 1e-9;
    match percent {
        10.0.. => format!("{}%", percent.floor()),
        0.1.. => format!("{:.1}%", (10.0 * percent).floor() / 10.0),
        1e-8.. => "< 0.1%".to_owned(),
        _ => "0%".to_owned(),
    }
}

/// A count with its noun, such as `1 solution` or `2 solutions`.
pub fn plural(count: impl Copy + Display, what: &str) -> String {
    let count = count.to_string();
    let s = if count == "1" { "" } else { "s" };
    format!("{count} {what}{s}")
}

/// A value as text, or a dash if it is unknown.
pub fn or_unknown<T>(value: Option<T>, print: impl FnOnce(T) -> String) -> String {
    value.map_or_else(|| UNKNOWN.to_owned(), print)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn figures_are_rounded_to_what_they_mean() {
        assert_eq!(
            [0.5, 1.0029, 2.5, 41.23, 1041.4].map(ratio),
            ["0.500", "1.003", "2.50", "41.2", "1041"]
        );
        assert_eq!([1.9999, 9.999, 99.99].map(ratio), ["2.00", "10.0", "100"]);
        assert_eq!(
            [0.1, 0.0999, 1.0 / 205.0, 1.0 / 12_345.0, 0.0].map(ratio),
            ["0.100", "0.0999 (1/10.0)", "0.00488 (1/205)", "0.0000810 (1/12345)", "0.000"]
        );
        assert_eq!(interval(Some((0.004_512, 1.0))), "0.00451 to 1.000");
        assert_eq!([0.0004, 0.0412].map(probability), ["< 0.001", "0.041"]);
        assert_eq!([1.0, 0.999, 0.29, 0.1].map(share), ["100%", "99%", "29%", "10%"]);
        let small = [0.0999, 0.05, 1.0 / 53.0, 1.0 / 213.0, 1e-4, 0.0].map(share);
        assert_eq!(small, ["9.9%", "5.0%", "1.8%", "0.4%", "< 0.1%", "0%"]);
        let times = [211.0, 12_340.0, 4.5e6, 2e10].map(duration);
        assert_eq!(times, ["211 ns", "12.3 µs", "4.50 ms", "20.0 s"]);
        assert_eq!(interval(None), "-");
    }
}
