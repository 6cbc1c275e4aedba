//! The tables compiled into the binary: `reports/*.toml`.

use include_dir::{Dir, include_dir};

use crate::corpus::manifest::library::stems;

static TABLES: Dir<'static> = include_dir!("$OUT_DIR/tables");

/// The names of the tables, sorted.
pub fn names() -> Vec<String> {
    let mut names: Vec<String> = stems(&TABLES).collect();
    names.sort();
    names
}

/// The text of the table with this name.
pub fn text(name: &str) -> Option<&'static str> {
    TABLES.get_file(format!("{name}.toml"))?.contents_utf8()
}
