//! The table that a run ends with.

use crate::figures::duration;
use crate::output::plural;
use comfy_table::{CellAlignment, Table, presets};
use quadrille_harness::Plan;
use quadrille_harness::summary::{Cell, Summary};

/// Engines by corpora: the median CPU time of a search, and how much was answered if not all. Of
/// batches, the time a puzzle takes of it, and how many puzzles that is in a second.
pub fn render(
    plan: &Plan,
    disturbance: Option<f64>,
    summary: &Summary,
    rows: usize,
    out: &str,
) -> String {
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
            let key = (corpus.to_owned(), engine.name().to_owned());
            let describe = if plan.batch { describe_batch } else { describe };
            summary.cells.get(&key).map_or_else(String::new, describe)
        };
        let cells: Vec<String> = corpora.iter().map(cell).collect();
        if cells.iter().any(|cell| !cell.is_empty()) {
            let name = engine.name().to_owned();
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
    format!("{}\n\n{}\n", lines.join("\n"), footing(plan, disturbance, summary, rows, out))
}

/// `12.3 µs`, and `85%` if not every instance was answered.
fn describe(cell: &Cell) -> String {
    let time = cell.median().map_or_else(|| "-".to_owned(), duration);
    // Of batches that were there before a resume it may not be known.
    if cell.ok == cell.instances {
        return time;
    }
    // Rounded down: 100% would be a lie.
    format!("{time} {}%", 100 * cell.ok / cell.instances)
}

/// `0.211 µs 4.74M/s`, or `- 85%` if not every instance was answered.
fn describe_batch(cell: &Cell) -> String {
    let Some(nanoseconds) = cell.median() else { return describe(cell) };
    let microseconds = three_figures(nanoseconds / 1e3);
    let a_second = match 1e9 / nanoseconds {
        rate @ 1e6.. => format!("{}M", three_figures(rate / 1e6)),
        rate @ 1e3.. => format!("{}k", three_figures(rate / 1e3)),
        rate => three_figures(rate),
    };
    format!("{microseconds} µs {a_second}/s")
}

/// `0.211`, `4.74`, `41.2`, `1041`.
fn three_figures(value: f64) -> String {
    let decimals = match value {
        ..1.0 => 3,
        ..10.0 => 2,
        ..100.0 => 1,
        _ => 0,
    };
    format!("{value:.decimals$}")
}

fn footing(
    plan: &Plan,
    disturbance: Option<f64>,
    summary: &Summary,
    rows: usize,
    out: &str,
) -> String {
    let verdicts: Vec<String> = summary
        .verdicts
        .iter()
        .map(|(verdict, count)| format!("{count} {}", verdict.name()))
        .collect();
    let finished = match summary.rows() {
        finished if finished < rows => format!("{finished} of {}", plural(rows as u64, "row")),
        finished => plural(finished as u64, "row"),
    };
    let jobs = plan.jobs;
    let side_by_side = disturbance.map_or_else(String::new, |factor| {
        format!(", {jobs} side by side, where a probe took {factor:.2} times as long as alone")
    });
    let what = if plan.batch {
        "CPU time of a puzzle within its corpus as one batch, and puzzles a second; % answered, where \
         not all"
    } else {
        "Median CPU time of a search over the instances answered; % answered, if not all"
    };
    let verdicts =
        if verdicts.is_empty() { String::new() } else { format!(": {}", verdicts.join(", ")) };
    format!("{what}{side_by_side}.\n{finished}{verdicts}. Written to {out}")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_batch_is_told_by_what_a_puzzle_takes_and_how_many_are_done_in_a_second() {
        let cell = |ok, times| Cell { instances: 200, ok, times };
        assert_eq!(describe_batch(&cell(200, vec![211.0])), "0.211 µs 4.74M/s");
        assert_eq!(describe_batch(&cell(200, vec![41_230.0])), "41.2 µs 24.3k/s");
        assert_eq!(describe_batch(&cell(200, vec![2_500_000.0])), "2500 µs 400/s");
        assert_eq!(describe_batch(&cell(199, vec![])), "- 99%");
    }
}
