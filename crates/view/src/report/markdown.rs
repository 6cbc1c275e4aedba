//! The report as Markdown, without the charts and the table of instances. The dialect is GitHub's, which has tables.

use std::fmt::Write;

use super::Report;
use super::published::{HEAD, Published, is_figure};
use super::side_by_side::SideBySide;
use super::summary::{COLUMNS, Summary};
use crate::markdown::{escaped, table_of};

pub(super) fn text(report: &Report) -> String {
    let mut out = String::new();
    let mut line = |text: &str| {
        out += text;
        out.push('\n');
    };
    line(&format!("# {}\n", escaped(&report.title)));
    if let Some(published) = &report.published {
        line(&published_figures(published));
    }
    line(&format!("{}.\n", escaped(&report.extent)));
    if !report.warnings.is_empty() {
        line(&format!("## Warnings\n\n{}", list(&report.warnings)));
    }
    if let Some(tables) = &report.side_by_side {
        line(&format!("## Side by side\n\n{}", side_by_side(tables)));
    }
    line("## Summary\n");
    for summary in &report.summaries {
        line(&table(summary));
    }
    line(&list(&report.notes()));
    line("## What was run");
    for source in &report.sources {
        line(&format!("\n### {}\n", escaped(&source.name)));
        if let Some(command) = &source.command {
            line(&format!("{}\n", fenced(command)));
        }
        line(&format!("- Rows: {}", source.rows));
        for (what, value) in &source.facts {
            line(&format!("- {what}: {}", escaped(value)));
        }
        if source.corpora.is_empty() {
            continue;
        }
        let rows = source.corpora.iter().map(|corpus| {
            let fields =
                [&corpus.name, &corpus.instances, &corpus.task, &corpus.tests, &corpus.sha256];
            fields.map(String::as_str)
        });
        let head = ["corpus", "instances", "task", "limit of tests", "SHA-256"];
        let right = [false, true, false, true, false];
        line(&format!("\n{}", table_of(&right, std::iter::once(head).chain(rows)).trim_end()));
    }
    out
}

fn published_figures(table: &Published) -> String {
    let mut text = format!("{}\n\nPublished in:\n\n", escaped(&table.about));
    text += &list(&table.numbered_sources());
    let right: Vec<bool> = (0..HEAD.len()).map(is_figure).collect();
    let rows = table.rows.iter().map(|row| row.each_ref().map(String::as_str));
    text += &format!("\n{}\n", table_of(&right, std::iter::once(HEAD).chain(rows)));
    text + &list(&table.notes)
}

fn side_by_side(SideBySide { names, tables, notes, .. }: &SideBySide) -> String {
    let base = &names[0];
    let mut text = String::new();
    for (heading, rows) in tables {
        let mut heads = vec!["engine".to_owned(), base.clone()];
        for name in &names[1..] {
            heads.extend([
                name.clone(),
                format!("{name} / {base}"),
                "95 % interval".into(),
                "finding".into(),
            ]);
        }
        let mut right = vec![true; heads.len()];
        right[0] = false;
        let mut lines = vec![heads];
        for found in rows {
            let side = |[median, answered]: &[String; 2]| {
                if answered.is_empty() { median.clone() } else { format!("{median}, {answered}") }
            };
            let mut fields = vec![found.engine.clone(), side(&found.sides[0])];
            for (one, difference) in found.sides[1..].iter().zip(&found.differences) {
                fields.push(side(one));
                fields.extend(difference.as_ref().map_or_else(Default::default, |found| {
                    let finding = [found.finding, &found.others].map(str::to_owned);
                    let finding: Vec<String> =
                        finding.into_iter().filter(|text| !text.is_empty()).collect();
                    [found.ratio.clone(), found.interval.clone(), finding.join("; ")]
                }));
            }
            lines.push(fields);
        }
        let lines = lines.iter().map(|fields| fields.iter().map(String::as_str));
        text += &format!("### {}\n\n{}\n", escaped(heading), table_of(&right, lines));
    }
    text + &list(notes)
}

fn list(items: &[String]) -> String {
    items.iter().fold(String::new(), |text, item| text + "- " + &escaped(item) + "\n")
}

fn table(summary: &Summary) -> String {
    let mut right = [true; COLUMNS.len() + 1];
    right[0] = false;
    let head: Vec<&str> = std::iter::once("engine").chain(COLUMNS).collect();
    let rows = summary.rows.iter().map(|(engine, columns)| {
        std::iter::once(engine).chain(columns).map(String::as_str).collect()
    });
    format!(
        "### {}\n\n{}",
        escaped(&summary.heading),
        table_of(&right, std::iter::once(head).chain(rows))
    )
}

/// A block of code between fences of backticks, longer than any row of backticks in the code.
fn fenced(code: &str) -> String {
    let mut longest = 0;
    let mut run = 0;
    for c in code.chars() {
        run = if c == '`' { run + 1 } else { 0 };
        longest = longest.max(run);
    }
    let fence = "`".repeat(3.max(longest + 1));
    let mut block = String::new();
    _ = write!(block, "{fence}sh\n{code}\n{fence}");
    block
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn nothing_in_a_command_ends_its_block() {
        assert_eq!(fenced("a ```` b"), "`````sh\na ```` b\n`````");
    }
}
