//! A draft of a table, from a run: what a table of one's own needs and a run knows.

use std::fmt::Write;
use std::path::Path;

use quadrille_results::statistics::cells::Cells;
use quadrille_results::{Clock, Counts, Name, Results, WHOLE_CORPUS};
use toml::{Table as Toml, Value};

use super::figure::Column;
use super::table::{Table, TableError};
use crate::run::environment::RunFile;

/// Name of the only plan.
const PLAN: &str = "measured";

/// The text of a table with the plan of a run, the fingerprints of its corpora, and its verdicts, counts and times as figures. The
/// author replaces them by the published ones. `file` is the path of the table's file; corpora that are files are to be beside it, and
/// paths of engines within its folder become relative to it.
///
/// # Errors
/// A run whose rows make no table, such as one on standard input.
pub fn draft(file: &str, results: &Results, run: &RunFile) -> Result<String, TableError> {
    let notes = |key: &str| {
        let of = run.corpus.iter().filter_map(move |corpus| corpus.get(key)?.as_str());
        of.map(str::to_owned).collect::<Vec<String>>()
    };
    let (named, pins) = (notes("name"), notes("sha256"));
    // A corpus has one name in the rows, and another by which a plan opens it: that of its file.
    let opened: Vec<String> = if run.plan.corpora.is_empty() {
        named.clone()
    } else {
        let file_name = |path: &String| {
            Path::new(path).file_name().map(|name| name.to_string_lossy().into_owned())
        };
        run.plan.corpora.iter().map(|path| file_name(path).unwrap_or_default()).collect()
    };
    if opened.len() != named.len() || pins.len() != named.len() {
        return Err(TableError(format!(
            "{file}: found {} corpora in the plan of the run, and {} in its run file; expected as many: run each corpus once, \
             without --keep-going",
            opened.len(),
            named.len()
        )));
    }
    let mut plan = run.plan.clone();
    (plan.corpora, plan.engines) = (opened.clone(), run.engines.clone());
    let folder = Path::new(file).parent().unwrap_or(Path::new(""));
    plan.engine = plan.engine.into_iter().map(|program| program.relative_to(folder)).collect();
    let plan = Value::try_from(plan).map_err(|error| TableError(format!("{file}: {error}")))?;
    let pins = opened.iter().cloned().zip(pins.into_iter().map(Value::from));
    let head: Toml = [
        ("title", "A table".into()),
        ("about", "What it shows, in a sentence or two.".into()),
        ("source", "Author, title, year, where".into()),
        ("pins", Value::Table(pins.collect())),
        ("plan", Value::Table([(PLAN.to_owned(), plan)].into_iter().collect())),
    ]
    .into_iter()
    .map(|(key, value)| (key.to_owned(), value))
    .collect();
    let mut text = "# Figures are those of a run on this machine: replace them by the published ones, and say what was published \
                    where.\n"
        .to_owned();
    text += &head.to_string();
    let called = |name: Name| {
        let place = named.iter().position(|one| one == results.text(name));
        place.map_or_else(|| results.text(name), |place| &*opened[place])
    };
    let cells = Cells::of(results, Clock::Wall, |_| true)
        .map_err(|error| TableError(format!("{file}: {error}")))?;
    for cell in &cells.all {
        let case = results.case(cell.case);
        let quoted = |text: &str| Value::from(text).to_string();
        let mut line = |key: &str, value: &str| {
            writeln!(text, "{key} = {value}").expect("writing to a string does not fail");
        };
        line("\n[[figure]]\ncorpus", &quoted(called(case.corpus)));
        if results.text(case.instance) != WHOLE_CORPUS {
            line("instance", &quoted(results.text(case.instance)));
        }
        line("engine", &quoted(results.text(cell.engine)));
        line(Column::Verdict.name(), &quoted(cell.verdict.name()));
        // Counts may be larger than an integer of TOML.
        for (place, name) in Counts::NAMES.into_iter().enumerate() {
            if let Some(count) = cell.counts.get(place, results) {
                line(
                    name,
                    &count.parse::<i64>().map_or_else(|_| quoted(&count), |n| n.to_string()),
                );
            }
        }
        if let Some(time) = cells.median(cell) {
            line(Column::Milliseconds.name(), &format!("{:.6}", time / 1e6));
        }
    }
    Table::parse(file, &text)?;
    Ok(text)
}
