//! Tables of words and figures: ratios, times, probabilities.

use std::io::Write;
use std::ops::Range;

use anyhow::Result;
use comfy_table::{CellAlignment, Table, presets};

pub use quadrille_view::figures::{
    UNKNOWN, digits, duration, interval, or_unknown, probability, ratio, share,
};
use quadrille_view::markdown::table_of;
use serde_json::Value;

use super::json::{csv_field, write_known};
use super::page;
use crate::args::TableOutput;

/// The language that a table is written in.
#[derive(Clone, Copy, Debug)]
pub enum Language {
    /// Columns that stand below each other.
    Plain,
    Markdown,
    /// With the rules of the package `booktabs`.
    Latex,
}

/// Prints rows as objects of JSON or lines of CSV, or else the text of them in another language.
pub fn print_as(
    output: TableOutput,
    rows: impl Iterator<Item = Value>,
    text: impl Fn(Language) -> String,
) -> Result<()> {
    let mut out = page();
    match output {
        TableOutput::Plain => out.write_all(text(Language::Plain).as_bytes())?,
        TableOutput::Markdown => out.write_all(text(Language::Markdown).as_bytes())?,
        TableOutput::Latex => out.write_all(text(Language::Latex).as_bytes())?,
        TableOutput::Json => write_known(&mut out, rows)?,
        TableOutput::Csv => {
            let mut csv = csv::Writer::from_writer(&mut out);
            for (i, row) in rows.enumerate() {
                let fields = row.as_object().expect("a row is an object");
                if i == 0 {
                    csv.write_record(fields.keys())?;
                }
                csv.write_record(fields.values().map(csv_field))?;
            }
            csv.flush()?;
        }
    }
    Ok(out.flush()?)
}

/// A table in plain text, as [`table_in`] writes it.
pub fn table<'h>(
    head: impl IntoIterator<Item = &'h str>,
    figures: Range<usize>,
    rows: &[Vec<String>],
) -> String {
    table_in(Language::Plain, head, figures, rows)
}

/// A table with names of columns as its head. Columns in the range `figures` are aligned to the right, others to the left. A
/// column without a word or figure in any row is left out.
pub fn table_in<'h>(
    language: Language,
    head: impl IntoIterator<Item = &'h str>,
    figures: Range<usize>,
    rows: &[Vec<String>],
) -> String {
    let head: Vec<&str> = head.into_iter().collect();
    let silent = |i: usize| rows.iter().all(|row| row[i] == UNKNOWN || row[i].is_empty());
    let shown: Vec<usize> = (0..head.len()).filter(|&i| !silent(i)).collect();
    let right: Vec<bool> = shown.iter().map(|i| figures.contains(i)).collect();
    let lines = std::iter::once(shown.iter().map(|&i| head[i]).collect())
        .chain(rows.iter().map(|row| shown.iter().map(|&i| &*row[i]).collect()));
    match language {
        Language::Plain => plain(&right, lines),
        Language::Markdown => table_of(&right, lines),
        Language::Latex => latex(&right, lines),
    }
}

fn plain<'t>(right: &[bool], mut lines: impl Iterator<Item = Vec<&'t str>>) -> String {
    let mut table = Table::new();
    table.load_style(presets::NOTHING);
    table.set_header(lines.next().unwrap_or_default());
    table.add_rows(lines);
    for (place, column) in table.column_iter_mut().enumerate() {
        column.set_padding((2 * u16::from(place > 0), 0));
        if right[place] {
            column.set_cell_alignment(CellAlignment::Right);
        }
    }
    table.to_string().lines().fold(String::new(), |text, line| text + line.trim_end() + "\n")
}

fn latex<'t>(right: &[bool], lines: impl Iterator<Item = Vec<&'t str>>) -> String {
    let columns: String = right.iter().map(|&right| if right { 'r' } else { 'l' }).collect();
    let mut lines = lines.map(|cells| {
        let cells: Vec<String> = cells.into_iter().map(in_latex).collect();
        cells.join(" & ") + " \\\\\n"
    });
    let head = lines.next().unwrap_or_default();
    let rows: String = lines.collect();
    format!(
        "\\begin{{tabular}}{{{columns}}}\n\\toprule\n{head}\\midrule\n{rows}\\bottomrule\n\\end{{tabular}}\n"
    )
}

/// A text without characters that LaTeX takes for commands.
fn in_latex(text: &str) -> String {
    let mut written = String::new();
    for character in text.chars() {
        match character {
            '&' | '%' | '$' | '#' | '_' | '{' | '}' => written.extend(['\\', character]),
            '\\' => written.push_str("\\textbackslash{}"),
            '~' => written.push_str("\\textasciitilde{}"),
            '^' => written.push_str("\\textasciicircum{}"),
            'µ' => written.push_str("\\textmu{}"),
            // In LaTeX's own encoding of fonts these would be other signs.
            '<' => written.push_str("\\textless{}"),
            '>' => written.push_str("\\textgreater{}"),
            '|' => written.push_str("\\textbar{}"),
            other => written.push(other),
        }
    }
    written
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
    #[test]
    fn a_table_is_written_in_each_language() {
        let rows = [["a_1", "1.0 µs"], ["b|c", "< 50%"]].map(|row| row.map(str::to_owned).to_vec());
        let written = |language| table_in(language, ["name", "figure"], 1..2, &rows);
        let markdown = "| name | figure |\n|---|--:|\n| a\\_1 | 1.0 µs |\n| b\\|c | \\< 50% |\n";
        assert_eq!(written(Language::Markdown), markdown);
        assert_eq!(
            written(Language::Latex),
            r"\begin{tabular}{lr}
\toprule
name & figure \\
\midrule
a\_1 & 1.0 \textmu{}s \\
b\textbar{}c & \textless{} 50\% \\
\bottomrule
\end{tabular}
"
        );
    }
}
