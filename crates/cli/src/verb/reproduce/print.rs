//! A reproduced table as text and CSV.

use anyhow::Result;
use quadrille_harness::reproduce::ResolvedTable;
use quadrille_harness::reproduce::comparison::{Comparison, Line, OurValue};
use quadrille_results::Shown;
use quadrille_view::report::published::{HEAD, Published};

use super::folder::Folder;
use crate::output::table::{UNKNOWN, table};

/// Upper bound on the characters of a cell: room for any number, but not for a grid.
const WIDE: usize = 40;

/// Our figures beside the published ones, as a table for the terminal.
pub fn plain(ready: &ResolvedTable, published: &Published, folder: &Folder) -> String {
    let Published { title, rows, notes, .. } = published;
    let cell = |text: &String| shortened(text);
    let rows: Vec<Vec<String>> = rows.iter().map(|row| row.iter().map(cell).collect()).collect();
    let mut text = format!("{}: {title}\n\n", ready.table.name);
    text += &table(HEAD, 4..7, &rows);
    text.push('\n');
    for source in published.numbered_sources() {
        text += &format!("Published in: {source}\n");
    }
    for note in notes {
        text += &format!("{note}\n");
    }
    text + &format!("Written to {}\n\n", folder.path.shown())
}

/// The beginning and end of a long text, such as a grid. Figures that differ are also printed whole.
fn shortened(text: &str) -> String {
    let cells: Vec<char> = text.chars().collect();
    if cells.len() <= WIDE {
        return text.to_owned();
    }
    let part = |cells: &[char]| cells.iter().collect::<String>();
    format!("{}...{}", part(&cells[..9]), part(&cells[cells.len() - 9..]))
}

pub fn csv(published: &Published) -> Result<String> {
    let mut csv = csv::Writer::from_writer(Vec::new());
    csv.write_record(HEAD)?;
    for row in &published.rows {
        csv.write_record(row)?;
    }
    Ok(String::from_utf8(csv.into_inner()?)?)
}

/// A line for each figure that differs from the published one.
pub fn differing(ready: &ResolvedTable, comparison: &Comparison) -> Vec<String> {
    let line = |line: &Line| {
        let ours = match &line.ours {
            Some(OurValue::Text(text)) => text.clone(),
            Some(OurValue::Number { value, .. }) => value.to_string(),
            None => "nothing".to_owned(),
        };
        format!(
            "differs: {}: {} of {} on {}: found {ours}; published {}",
            ready.table.name,
            line.column.name(),
            if line.engine().is_empty() { "any engine" } else { line.engine() },
            line.subject(),
            line.published().map_or(UNKNOWN, |published| &published.0)
        )
    };
    comparison.differing().map(line).collect()
}
