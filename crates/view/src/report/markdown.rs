//! The report as Markdown, without the charts and the table of instances. The dialect is GitHub's, which has tables.

use std::fmt::Write;

use super::Report;
use super::published::{HEAD, Published};
use super::summary::{COLUMNS, Summary};

/// The whole text.
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
        line("\n| corpus | instances | task | limit of tests | SHA-256 |\n|---|--:|---|--:|---|");
        for corpus in &source.corpora {
            let fields =
                [&corpus.name, &corpus.instances, &corpus.task, &corpus.tests, &corpus.sha256];
            line(&row(fields.map(String::as_str)));
        }
    }
    out
}

fn published_figures(table: &Published) -> String {
    let mut text = format!("{}\n\nPublished in:\n\n", escaped(&table.about));
    text += &list(&table.numbered_sources());
    text += &format!("\n{}\n|---|---|---|---|--:|--:|--:|---|---|\n", row(HEAD));
    for figures in &table.rows {
        text += &row(figures.iter().map(String::as_str));
        text.push('\n');
    }
    text.push('\n');
    text + &list(&table.notes)
}

fn list(items: &[String]) -> String {
    items.iter().fold(String::new(), |text, item| text + "- " + &escaped(item) + "\n")
}

fn table(summary: &Summary) -> String {
    let mut text = format!("### {}\n\n", escaped(&summary.heading));
    text += &row(std::iter::once("engine").chain(COLUMNS));
    text += "\n|---|";
    text.extend(std::iter::repeat_n("--:|", COLUMNS.len()));
    text.push('\n');
    for (engine, columns) in &summary.rows {
        let fields = std::iter::once(engine).chain(columns);
        text += &row(fields.map(String::as_str));
        text.push('\n');
    }
    text
}

fn row<'f>(fields: impl IntoIterator<Item = &'f str>) -> String {
    fields.into_iter().fold("|".to_owned(), |row, field| row + " " + &escaped(field) + " |")
}

/// Escapes text, so that no character of it is Markdown and no line ends in it.
fn escaped(text: &str) -> String {
    let mut escaped = String::new();
    for c in text.chars() {
        match c {
            '\\' | '`' | '*' | '_' | '[' | ']' | '<' | '>' | '|' | '#' | '&' | '~' | '!' | '$' => {
                escaped.extend(['\\', c]);
            }
            c if c.is_control() || matches!(c, '\u{2028}' | '\u{2029}') => escaped.push(' '),
            c => escaped.push(c),
        }
    }
    escaped
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
    write!(block, "{fence}sh\n{code}\n{fence}").expect("writing to a string does not fail");
    block
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn nothing_in_a_name_is_markdown() {
        assert_eq!(row(["a|b", "<b>\n*x*"]), r"| a\|b | \<b\> \*x\* |");
        assert_eq!(escaped("[l](javascript:x) \u{2028}`"), "\\[l\\](javascript:x)  \\`");
        assert_eq!(fenced("a ```` b"), "`````sh\na ```` b\n`````");
    }
}
