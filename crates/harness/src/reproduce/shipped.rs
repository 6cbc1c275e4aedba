//! The tables compiled into the binary: `reports/*.toml`.

use include_dir::{Dir, include_dir};

static TABLES: Dir<'static> = include_dir!("$OUT_DIR/tables");

/// The names of the tables, sorted.
pub fn names() -> Vec<String> {
    let stem = |file: &include_dir::File<'_>| {
        file.path().file_stem().unwrap_or_default().to_string_lossy().into_owned()
    };
    let mut names: Vec<String> = TABLES.files().map(stem).collect();
    names.sort();
    names
}

/// The text of the table with this name.
pub fn text(name: &str) -> Option<&'static str> {
    TABLES.get_file(format!("{name}.toml"))?.contents_utf8()
}
