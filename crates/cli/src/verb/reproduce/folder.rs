//! The folder of a table: its definition, rows, figures and pages.

use std::fs;
use std::io;
use std::path::{Path, PathBuf};

use anyhow::{Context, Result, bail};
use quadrille_results::Shown;

use crate::output::whole_file::{WholeFile, is_same};

/// The folder of rows within a table's folder.
pub const ROWS: &str = "rows";

pub struct Folder {
    pub table: String,
    pub path: PathBuf,
    /// Names of the steps, each with a file of rows.
    steps: Vec<String>,
    force: bool,
}

/// Names of the files in a table's folder beside the folder of rows.
pub const TABLE: &str = "table.toml";
pub const FIGURES: &str = "figures.csv";
pub const MARKDOWN: &str = "report.md";
pub const PAGE: &str = "report.html";
const FILES: [&str; 4] = [TABLE, FIGURES, MARKDOWN, PAGE];

impl Folder {
    /// The folder `out/table`, which is not created yet.
    pub fn new(out: &Path, table: &str, steps: Vec<String>, force: bool) -> Result<Self> {
        let path = out.join(table);
        if path.symlink_metadata().is_ok() && !force {
            bail!(
                "{} already exists; name another folder with --out, or overwrite its files with --force",
                path.shown()
            );
        }
        if let Some(file) = path.ancestors().find(|path| path.is_file()) {
            bail!("{}: found a file; expected a folder", file.shown());
        }
        Ok(Self { table: table.to_owned(), path, steps, force })
    }

    /// Creates the folder, and removes pages of an earlier run.
    pub fn create(&self) -> Result<()> {
        let rows = self.path.join(ROWS);
        fs::create_dir_all(&rows).with_context(|| rows.shown().to_string())?;
        for name in FILES {
            let path = self.path.join(name);
            if let Err(error) = fs::remove_file(&path)
                && error.kind() != io::ErrorKind::NotFound
            {
                return Err(error).with_context(|| path.shown().to_string());
            }
        }
        Ok(())
    }

    /// The file of rows of a step.
    pub fn rows(&self, step: &str) -> PathBuf {
        self.path.join(ROWS).join(format!("{step}.csv"))
    }

    /// Names of the files of a reproduced table within the folder, which may also contain files of the user.
    pub fn files(&self) -> Vec<String> {
        let rows = self
            .steps
            .iter()
            .flat_map(|step| [format!("{ROWS}/{step}.csv"), format!("{ROWS}/{step}.csv.run.toml")]);
        FILES.map(str::to_owned).into_iter().chain(rows).collect()
    }

    /// Whether a path is that of the folder or of one of its files.
    pub fn has(&self, path: &Path) -> bool {
        let files = self.files();
        let inside =
            files.iter().map(String::as_str).chain([ROWS]).map(|name| self.path.join(name));
        let folders = [&self.path, self.path.parent().unwrap_or(&self.path)].map(PathBuf::from);
        folders.into_iter().chain(inside).any(|own| is_same(&own, path))
    }

    /// Writes a file, whole or not at all.
    pub fn write(&self, name: &str, text: &str) -> Result<()> {
        WholeFile::write(&self.path.join(name), self.force, text.as_bytes())
    }
}
