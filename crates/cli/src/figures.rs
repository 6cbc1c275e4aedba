//! Figures of statistics in print: ratios, times, probabilities, and tables of them.

use std::ops::Range;

use comfy_table::{CellAlignment, Table, presets};

/// What is not known.
pub const UNKNOWN: &str = "-";

/// `1.003`, `2.50`, `41.2`, `1041`: as many figures as mean something.
pub fn ratio(value: f64) -> String {
    let decimals = match value {
        ..1.9995 => 3,
        ..9.995 => 2,
        ..99.95 => 1,
        _ => 0,
    };
    format!("{value:.decimals$}")
}

/// `0.98 to 1.02`.
pub fn interval(interval: Option<(f64, f64)>) -> String {
    or_unknown(interval, |(low, high)| format!("{} to {}", ratio(low), ratio(high)))
}

/// `12.3 µs`.
pub fn duration(nanoseconds: f64) -> String {
    let (value, unit) = match nanoseconds {
        ..1e3 => (nanoseconds, "ns"),
        ..1e6 => (nanoseconds / 1e3, "µs"),
        ..1e9 => (nanoseconds / 1e6, "ms"),
        _ => (nanoseconds / 1e9, "s"),
    };
    let decimals = if value < 10.0 { 2 } else { usize::from(value < 100.0) };
    format!("{value:.decimals$} {unit}")
}

/// `0.041`, `< 0.001`.
pub fn probability(p: f64) -> String {
    if p < 0.001 { "< 0.001".to_owned() } else { format!("{p:.3}") }
}

/// `85%`, rounded down: 100% of not all would be a lie.
pub fn share(share: f64) -> String {
    format!("{}%", (100.0 * share).floor())
}

/// A value in print, or a dash.
pub fn or_unknown<T>(value: Option<T>, print: impl FnOnce(T) -> String) -> String {
    value.map_or_else(|| UNKNOWN.to_owned(), print)
}

/// Columns under their heads. `figures` are those of figures, which stand to the right, others are words. A column
/// that says nothing in any row is left out.
pub fn table(head: &[&str], figures: Range<usize>, rows: &[Vec<String>]) -> String {
    let silent = |i: usize| rows.iter().all(|row| row[i] == UNKNOWN || row[i].is_empty());
    let shown: Vec<usize> = (0..head.len()).filter(|&i| !silent(i)).collect();
    let mut table = Table::new();
    table.load_style(presets::NOTHING);
    table.set_header(shown.iter().map(|&i| head[i]));
    for row in rows {
        table.add_row(shown.iter().map(|&i| row[i].clone()));
    }
    for (place, column) in table.column_iter_mut().enumerate() {
        column.set_padding((2 * u16::from(place > 0), 0));
        if figures.contains(&shown[place]) {
            column.set_cell_alignment(CellAlignment::Right);
        }
    }
    table.to_string().lines().fold(String::new(), |text, line| text + line.trim_end() + "\n")
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
        assert_eq!([0.0004, 0.0412].map(probability), ["< 0.001", "0.041"]);
        assert_eq!([1.0, 0.999].map(share), ["100%", "99%"]);
        let times = [211.0, 12_340.0, 4.5e6, 2e10].map(duration);
        assert_eq!(times, ["211 ns", "12.3 µs", "4.50 ms", "20.0 s"]);
        assert_eq!(interval(None), "-");
    }

    #[test]
    fn columns_without_a_word_are_left_out() {
        let rows =
            [["a", "-", "1.0"], ["bc", "", "12.0"]].map(|row| row.map(str::to_owned).to_vec());
        assert_eq!(
            table(&["name", "none", "figure"], 1..3, &rows),
            "name  figure\na        1.0\nbc      12.0\n"
        );
    }
}
