//! The progress bar, shown on a terminal only.

use indicatif::{ProgressBar, ProgressDrawTarget, ProgressStyle};

/// A bar by a template of `indicatif`, on standard error if `shown`. Without a `length` it is a spinner.
pub fn bar(template: &str, length: Option<u64>, shown: bool) -> ProgressBar {
    let target = if shown { ProgressDrawTarget::stderr() } else { ProgressDrawTarget::hidden() };
    let style = ProgressStyle::with_template(template).expect("the templates are constants");
    let style = style.with_key(
        "rate",
        |state: &indicatif::ProgressState, out: &mut dyn std::fmt::Write| {
            _ = write!(out, "{}/s", rate(state.per_sec()));
        },
    );
    ProgressBar::with_draw_target(length, target).with_style(style)
}

/// A rate with three digits, and from a thousand on with a unit: `4.74`, `41.2`, `1.10k`, `24.4M`.
pub fn rate(a_second: f64) -> String {
    match a_second {
        1e6.. => format!("{}M", three_figures(a_second / 1e6)),
        1e3.. => format!("{}k", three_figures(a_second / 1e3)),
        _ => three_figures(a_second),
    }
}

/// A number with three digits, or more before the point, and three decimals below 1: `1041`, `4.74`, `0.211`.
pub fn three_figures(value: f64) -> String {
    let decimals = match value {
        ..1.0 => 3,
        ..10.0 => 2,
        ..100.0 => 1,
        _ => 0,
    };
    format!("{value:.decimals$}")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rates_have_three_digits() {
        let rates = [0.0, 0.21149, 41.23, 999.0, 1104.8914, 24_390_242.0].map(rate);
        assert_eq!(rates, ["0.000", "0.211", "41.2", "999", "1.10k", "24.4M"]);
    }
}
