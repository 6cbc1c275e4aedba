//! Where the user keeps corpora that are not shipped.

use std::path::PathBuf;

use anyhow::{Result, bail};
use clap::Args;
use quadrille_harness::manifest::library::Library;

#[derive(Debug, Args)]
pub struct Data {
    /// The folder of corpora that are not shipped, and of manifests; `QUADRILLE_DATA` names it too
    #[arg(long, value_name = "DIR")]
    pub data: Option<PathBuf>,
}

impl Data {
    /// Every corpus that can be named.
    pub fn library(&self) -> Result<Library> {
        let variable = std::env::var_os("QUADRILLE_DATA").filter(|value| !value.is_empty());
        let (folder, named_by) = match (&self.data, variable) {
            (Some(named), _) => (named.clone(), "--data "),
            (None, Some(named)) => (named.into(), "QUADRILLE_DATA="),
            (None, None) => return Ok(Library::default()),
        };
        if !folder.is_dir() {
            bail!("{named_by}{}: found no such folder", folder.display());
        }
        Ok(Library::new(Some(folder)))
    }
}
