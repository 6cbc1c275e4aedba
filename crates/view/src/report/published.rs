//! A comparison with published figures as text, for the terminal, for pages and for Markdown.

#[cfg(feature = "corpora")]
mod comparison;

/// The heads of the columns.
pub const HEAD: [&str; 9] = [
    "corpus",
    "instance",
    "engine",
    "figure",
    "published",
    "ours",
    "95 % interval",
    "finding",
    "source",
];

/// A published table with our figures beside the published ones, as text.
#[derive(Clone, Debug)]
pub struct Published {
    /// The name of the table.
    pub title: String,
    /// A description of the table.
    pub about: String,
    /// One row for each figure, with the columns of [`HEAD`].
    pub rows: Vec<[String; HEAD.len()]>,
    /// The sources of the figures; the table's own source comes first. If there are several, rows refer to them by number.
    pub sources: Vec<String>,
    /// Remarks below the table: how many figures differ, what the columns mean, and what was left out.
    pub notes: Vec<String>,
}

impl Published {
    /// The sources, with the numbers by which rows refer to them if there are several.
    pub fn numbered_sources(&self) -> Vec<String> {
        match &self.sources[..] {
            [only] => vec![only.clone()],
            several => (1..).zip(several).map(|(i, source)| format!("[{i}] {source}")).collect(),
        }
    }
}

/// Whether a column of [`HEAD`] has numbers, which are aligned to the right.
pub(super) fn is_figure(column: usize) -> bool {
    (4..7).contains(&column)
}
