//! The report as a page.
//!
//! Names in result files may contain anything. `maud` escapes all text of the page. The data for the script are in the
//! page as JSON that cannot end its `script` element, and the script adds names to the page as text only.

use maud::{DOCTYPE, Markup, PreEscaped, html};
use serde::Serialize;

use super::Report;
use super::about::{About, CorpusFacts};
use super::chart::Chart;
use super::instance::Texts;
use super::published::{HEAD, Published, is_figure};
use super::side_by_side::{Row, SideBySide};
use super::summary::{COLUMNS, Summary};

const STYLE: &str = include_str!("assets/report.css");
/// The parts of the script, in the order of their use.
const SCRIPT: [&str; 5] = [
    include_str!("assets/basics.js"),
    include_str!("assets/drawing.js"),
    include_str!("assets/figures.js"),
    include_str!("assets/instances.js"),
    include_str!("assets/report.js"),
];

/// The content security policy: the page may use only what it contains.
const POLICY: &str = "default-src 'none'; script-src 'unsafe-inline'; style-src 'unsafe-inline'; img-src data:; \
    base-uri 'none'; form-action 'none'";

/// The data that the script reads.
#[derive(Serialize)]
struct Data<'r> {
    clock: &'r str,
    engines: &'r [String],
    #[serde(skip_serializing_if = "<[_]>::is_empty")]
    styles: &'r [[usize; 2]],
    charts: &'r [Chart],
    #[serde(flatten)]
    texts: &'r Texts,
}

pub(super) fn page(report: &Report) -> String {
    let Report { clock, engines, styles, charts, texts, .. } = report;
    let data = Data { clock, engines, styles, charts, texts };
    let page = html! {
        (DOCTYPE)
        html lang="en" {
            head {
                meta charset="utf-8";
                meta http-equiv="Content-Security-Policy" content=(POLICY);
                meta name="viewport" content="width=device-width, initial-scale=1";
                meta name="color-scheme" content="light dark";
                link rel="icon" href="data:,";
                title { (report.title) }
                style { (PreEscaped(STYLE)) }
            }
            body {
                header {
                    h1 { (report.title) }
                    p { (report.extent) "." }
                    nav {
                        @if report.published.is_some() { a href="#published" { "Published figures" } " " }
                        @if report.side_by_side.is_some() { a href="#sides" { "Side by side" } " " }
                        a href="#summary" { "Summary" } " "
                        a href="#charts" { "Charts" } " "
                        a href="#instances" { "Instances" } " "
                        a href="#run" { "What was run" }
                    }
                }
                main {
                    @if let Some(table) = &report.published { (published(table)) }
                    @if !report.warnings.is_empty() { (warnings(&report.warnings)) }
                    @if let Some(tables) = &report.side_by_side { (side_by_side(tables)) }
                    section #summary {
                        h2 { "Summary" }
                        @for table in &report.summaries { (summary(table)) }
                        ul.notes { @for note in report.notes() { li { (note) } } }
                    }
                    (figures(charts))
                    (instances())
                    section #run {
                        h2 { "What was run" }
                        @for source in &report.sources { (about(source)) }
                    }
                }
                footer { p { "Made by quadrille " (env!("CARGO_PKG_VERSION")) "." } }
                div #tooltip role="tooltip" hidden {}
                dialog #detail aria-labelledby="detail-name" {
                    form method="dialog" { button { "Close" } }
                    h2 #detail-name {}
                    p #detail-corpus {}
                    div #detail-body {}
                }
                script type="application/json" #data { (PreEscaped(json(&data))) }
                script { (PreEscaped(format!("\"use strict\";\n(() => {{\n{}}})();\n", SCRIPT.concat()))) }
            }
        }
    };
    page.into_string() + "\n"
}

fn published(table: &Published) -> Markup {
    html! {
        section #published {
            h2 { "Published figures" }
            p { (table.about) }
            @for source in table.numbered_sources() { p { "Published in: " (source) } }
            (wide(&html! {
                table {
                    thead { tr { @for (i, head) in HEAD.iter().enumerate() {
                        th.figure[is_figure(i)] { (head) }
                    } } }
                    tbody { @for row in &table.rows {
                        tr { @for (i, field) in row.iter().enumerate() {
                            td.figure[is_figure(i)] { (field) }
                        } }
                    } }
                }
            }))
            ul.notes { @for note in &table.notes { li { (note) } } }
        }
    }
}

fn warnings(warnings: &[String]) -> Markup {
    html! {
        section #warnings {
            h2 { "Warnings" }
            ul { @for warning in warnings { li { (warning) } } }
        }
    }
}

fn side_by_side(SideBySide { names, tables, unchanged, notes }: &SideBySide) -> Markup {
    html! {
        section #sides {
            h2 { "Side by side" }
            // The style sheet hides the rows, so that this works without JavaScript.
            div.controls { label { input #changed type="checkbox" autocomplete="off"; " only what changed" } }
            @if !unchanged.is_empty() { p.unchanged { (unchanged) } }
            @for (heading, rows) in tables {
                div.compared {
                    h3 { (heading) }
                    (wide(&html! {
                        table {
                            thead { tr { th { "engine" } @for name in names { th.figure { (name) } } } }
                            tbody { @for row in rows { (side_row(row)) } }
                        }
                    }))
                }
            }
            ul.notes { @for note in notes { li { (note) } } }
        }
    }
}

/// An engine on all sides, each in one cell: the median, and under it what differs from the first side.
fn side_row(row: &Row) -> Markup {
    let differences = std::iter::once(&None).chain(&row.differences);
    html! {
        tr.same[!row.is_change()] {
            th { (row.engine) }
            @for ([median, answered], difference) in row.sides.iter().zip(differences) {
                td.figure {
                    (median)
                    @if !answered.is_empty() { div.word { (answered) } }
                    @if let Some(found) = difference {
                        div { (found.ratio) " \u{d7} " span.word { "(" (found.interval) ")" } }
                        div.change[found.is_of_times] { (found.finding) }
                        @if !found.others.is_empty() { div.change { (found.others) } }
                    }
                }
            }
        }
    }
}

fn summary(table: &Summary) -> Markup {
    // A column that is empty in every row is left out.
    let shown: Vec<usize> = (0..COLUMNS.len())
        .filter(|&i| table.rows.iter().any(|(_, row)| !row[i].is_empty() && row[i] != "-"))
        .collect();
    html! {
        h3 { (table.heading) }
        (wide(&html! {
            table {
                thead { tr { th { "engine" } @for &i in &shown { th.figure { (COLUMNS[i]) } } } }
                tbody {
                    @for (engine, row) in &table.rows {
                        tr { th { (engine) } @for &i in &shown { td.figure { (row[i]) } } }
                    }
                }
            }
        }))
    }
}

fn figures(charts: &[Chart]) -> Markup {
    html! {
        section #charts {
            h2 { "Charts" }
            noscript { p { "The charts and the table of instances need JavaScript. The tables above do not." } }
            div.controls {
                label { "Corpus " select #corpus {
                    @for (i, chart) in charts.iter().enumerate() { option value=(i) { (chart.name) } }
                } }
            }
            p #which {}
            div.charts {
                (figure("answered", "Instances answered within a time", &html! {}))
                (figure("profile", "Performance profile", &html! {}))
                (figure("scatter", "One engine against another", &html! {
                    div.controls {
                        label { "horizontal axis " select #across {} }
                        label { "vertical axis " select #up {} }
                    }
                }))
                (figure("spread", "Spread over repetitions", &html! {}))
                (figure("forks", "Forks", &html! {}))
            }
        }
    }
}

fn figure(id: &str, title: &str, controls: &Markup) -> Markup {
    html! {
        figure {
            h3 { (title) }
            (controls)
            div.chart id=(id) {}
            figcaption id={ (id) "-caption" } {}
            div.controls {
                (download(id, "svg", "SVG"))
                (download(id, "csv", "CSV"))
            }
        }
    }
}

/// A button that downloads a chart or the table of instances.
fn download(id: &str, kind: &str, shown: &str) -> Markup {
    html! { button type="button" data-of=(id) data-download=(kind) { "Download " (shown) } }
}

/// A table that scrolls sideways where it is wider than the page.
fn wide(table: &Markup) -> Markup {
    html! {
        p.hint hidden="hidden" { "This table has more columns: scroll it sideways." }
        div.wide role="region" aria-label="Table" { (table) }
    }
}

fn instances() -> Markup {
    html! {
        section #instances {
            h2 { "Instances" }
            div.controls {
                label { "Show " select #shown {
                    option value="times" { "times" }
                    option value="spread" { "fastest to slowest repetition" }
                    option value="forks" { "forks" }
                } }
                label { "Filter " input #filter type="search" placeholder="instance or verdict" autocomplete="off"; }
            }
            p #count {}
            (wide(&html! { table #table { thead {} tbody {} } }))
            div.controls {
                button #more type="button" hidden { "More rows" }
                (download("table", "csv", "CSV"))
            }
        }
    }
}

fn about(source: &About) -> Markup {
    html! {
        h3 { (source.name) }
        @if let Some(command) = &source.command { pre { code { (command) } } }
        dl {
            dt { "Rows" } dd { (source.rows) }
            @for (what, value) in &source.facts { dt { (what) } dd { (value) } }
        }
        @if !source.corpora.is_empty() { (corpora(&source.corpora)) }
        @if let Some(text) = &source.run_file {
            details { summary { "The run file" } pre { code { (text) } } }
        }
    }
}

fn corpora(corpora: &[CorpusFacts]) -> Markup {
    html! {
        (wide(&html! {
            table {
                thead { tr {
                    th { "corpus" } th.figure { "instances" } th { "task" } th.figure { "limit of tests" }
                    th { "SHA-256" }
                } }
                tbody {
                    @for corpus in corpora {
                        tr {
                            th { (corpus.name) }
                            td.figure { (corpus.instances) }
                            td { (corpus.task) }
                            td.figure { (corpus.tests) }
                            td { code { (corpus.sha256) } }
                        }
                    }
                }
            }
        }))
    }
}

/// Data as JSON that can stand in a `script` element. `<`, `>` and `&` have a meaning in HTML (`<` could end the
/// element), and older parsers of JavaScript take U+2028 and U+2029 for line ends. In JSON these five characters occur
/// only in strings, so they can be written as escapes.
fn json(data: &impl Serialize) -> String {
    let text = serde_json::to_string(data).expect("plain data can always be written as JSON");
    text.replace('<', "\\u003c")
        .replace('>', "\\u003e")
        .replace('&', "\\u0026")
        .replace('\u{2028}', "\\u2028")
        .replace('\u{2029}', "\\u2029")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn nothing_in_data_ends_the_script() {
        let hostile = "</script><!-- & \u{2028}\u{2029} \"";
        let text = json(&hostile);
        assert!(!text.contains(['<', '>', '&', '\u{2028}', '\u{2029}']), "{text}");
        assert_eq!(serde_json::from_str::<String>(&text).unwrap(), hostile);
    }

    #[test]
    fn what_is_built_in_cannot_end_its_element() {
        for text in SCRIPT {
            assert!(!text.contains("</script") && !text.contains("<!--"));
        }
        assert!(!STYLE.contains("</style"));
    }
}
