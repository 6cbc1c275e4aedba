//! The folder of a table: its definition, rows, figures and pages.

use std::fs;
use std::io::{self, Write};
use std::path::{Path, PathBuf};

use anyhow::{Context, Result, bail};

use crate::whole_file::{WholeFile, is_same};

/// Where the rows of a table lie in its folder.
const ROWS: &str = "rows";

/// The folder of a table.
pub struct Folder {
    /// The table.
    pub table: String,
    /// Where it is.
    pub path: PathBuf,
    /// The names of the files of rows.
    steps: Vec<String>,
    force: bool,
}

/// The other files.
pub const TABLE: &str = "table.toml";
pub const FIGURES: &str = "figures.csv";
pub const MARKDOWN: &str = "report.md";
pub const PAGE: &str = "report.html";

impl Folder {
    /// That of a table that has these steps, in a folder for all tables. Nothing is made yet.
    ///
    /// # Errors
    /// If there is such a folder already, without `force`.
    pub fn new(out: &Path, table: &str, steps: Vec<String>, force: bool) -> Result<Self> {
        let path = out.join(table);
        if path.symlink_metadata().is_ok() && !force {
            bail!(
                "{}: there are results already; name another folder with --out, or --force",
                path.display()
            );
        }
        if let Some(file) = path.ancestors().find(|path| path.is_file()) {
            bail!("{}: found a file; expected a folder", file.display());
        }
        Ok(Self { table: table.to_owned(), path, steps, force })
    }

    /// Makes it. What was made of other rows goes.
    pub fn create(&self) -> Result<()> {
        let rows = self.path.join(ROWS);
        fs::create_dir_all(&rows).with_context(|| rows.display().to_string())?;
        for name in [TABLE, FIGURES, MARKDOWN, PAGE] {
            let path = self.path.join(name);
            match fs::remove_file(&path) {
                Err(error) if error.kind() != io::ErrorKind::NotFound => {
                    return Err(error).with_context(|| path.display().to_string());
                }
                _ => {}
            }
        }
        Ok(())
    }

    /// Where the rows of one of the table's steps go.
    pub fn rows(&self, step: &str) -> PathBuf {
        self.path.join(ROWS).join(format!("{step}.csv"))
    }

    /// The files that are in it when all is done, by their names within it. There may be others, which are not ours.
    pub fn files(&self) -> Vec<String> {
        let rows = self
            .steps
            .iter()
            .flat_map(|step| [format!("{ROWS}/{step}.csv"), format!("{ROWS}/{step}.csv.run.toml")]);
        [TABLE, FIGURES, MARKDOWN, PAGE].map(str::to_owned).into_iter().chain(rows).collect()
    }

    /// Whether a path is its own, or that of anything in it.
    pub fn has(&self, path: &Path) -> bool {
        let files = self.files();
        let inside =
            files.iter().map(String::as_str).chain([ROWS]).map(|name| self.path.join(name));
        let folders = [&self.path, self.path.parent().unwrap_or(&self.path)].map(PathBuf::from);
        folders.into_iter().chain(inside).any(|own| is_same(&own, path))
    }

    /// Writes a file, whole or not at all.
    pub fn write(&self, name: &str, text: &str) -> Result<()> {
        let path = self.path.join(name);
        let mut file = WholeFile::create(&path, self.force)?;
        file.write_all(text.as_bytes()).with_context(|| path.display().to_string())?;
        file.finish()
    }
}
