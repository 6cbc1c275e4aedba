//! Tables of words and figures: ratios, times, probabilities.

use std::ops::Range;

use comfy_table::{CellAlignment, Table, presets};

pub use quadrille_view::figures::{
    UNKNOWN, duration, interval, or_unknown, probability, ratio, share,
};

/// A table with names of columns as its head. Columns in the range `figures` are aligned to the right, others to the left. A
/// column without a word or figure in any row is left out.
pub fn table<'h>(
    head: impl IntoIterator<Item = &'h str>,
    figures: Range<usize>,
    rows: &[Vec<String>],
) -> String {
    let head: Vec<&str> = head.into_iter().collect();
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
    fn columns_without_a_word_are_left_out() {
        let rows =
            [["a", "-", "1.0"], ["bc", "", "12.0"]].map(|row| row.map(str::to_owned).to_vec());
        assert_eq!(
            table(["name", "none", "figure"], 1..3, &rows),
            "name  figure\na        1.0\nbc      12.0\n"
        );
    }
}
