//! The table that a run ends with.

use crate::output::plural;
use comfy_table::{CellAlignment, Table, presets};
use quadrille_harness::Plan;
use quadrille_harness::summary::{Cell, Summary};

/// Engines by corpora: the median CPU time of a search, and how much was answered if not all.
pub fn render(plan: &Plan, summary: &Summary, rows: usize, out: &str) -> String {
    let corpora: Vec<&str> = plan
        .corpora
        .iter()
        .map(|corpus| corpus.name.as_str())
        .filter(|&name| summary.cells.keys().any(|(corpus, _)| corpus == name))
        .collect();
    let mut table = Table::new();
    table.load_style(presets::NOTHING);
    let mut head = vec!["engine".to_owned()];
    head.extend(corpora.iter().map(|&name| name.to_owned()));
    table.set_header(head);
    for engine in &plan.engines {
        let cell = |&corpus: &&str| {
            let key = (corpus.to_owned(), engine.name.to_owned());
            summary.cells.get(&key).map_or_else(String::new, describe)
        };
        let cells: Vec<String> = corpora.iter().map(cell).collect();
        if cells.iter().any(|cell| !cell.is_empty()) {
            let name = engine.name.to_owned();
            table.add_row(std::iter::once(name).chain(cells));
        }
    }
    for (i, column) in table.column_iter_mut().enumerate() {
        column.set_padding((2 * u16::from(i > 0), 0));
        if i > 0 {
            column.set_cell_alignment(CellAlignment::Right);
        }
    }
    let lines: Vec<_> = table.to_string().lines().map(|l| l.trim_end().to_owned()).collect();
    format!("{}\n\n{}\n", lines.join("\n"), footing(summary, rows, plan.jobs, out))
}

/// `12.3 µs`, and `85%` if not every instance was answered.
fn describe(cell: &Cell) -> String {
    let time = cell.median().map_or_else(|| "-".to_owned(), duration);
    if cell.ok == cell.rows {
        return time;
    }
    // Rounded down: 100% would be a lie.
    format!("{time} {}%", 100 * cell.ok / cell.rows)
}

fn duration(nanoseconds: f64) -> String {
    let (value, unit) = match nanoseconds {
        ..1e3 => (nanoseconds, "ns"),
        ..1e6 => (nanoseconds / 1e3, "µs"),
        ..1e9 => (nanoseconds / 1e6, "ms"),
        _ => (nanoseconds / 1e9, "s"),
    };
    let decimals = if value < 10.0 { 2 } else { usize::from(value < 100.0) };
    format!("{value:.decimals$} {unit}")
}

fn footing(summary: &Summary, rows: usize, jobs: usize, out: &str) -> String {
    let verdicts: Vec<String> = summary
        .verdicts
        .iter()
        .map(|(verdict, count)| format!("{count} {}", format!("{verdict:?}").to_lowercase()))
        .collect();
    let finished = match summary.rows() {
        finished if finished < rows => format!("{finished} of {}", plural(rows as u64, "row")),
        finished => plural(finished as u64, "row"),
    };
    let side_by_side = if jobs > 1 { format!(", {jobs} side by side") } else { String::new() };
    format!(
        "Median CPU time of a search over the instances answered; % answered, if not all{side_by_side}.\n\
         {finished}: {}. Written to {out}",
        verdicts.join(", "),
    )
}
