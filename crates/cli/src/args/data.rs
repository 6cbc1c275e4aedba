//! Corpora that are not shipped, and engines that are other programs.

use std::path::PathBuf;

use anyhow::{Result, bail};
use clap::Args;
use quadrille_harness::corpus::manifest::library::Library;
use quadrille_harness::process::{Program, declaration};
use quadrille_results::Shown;

#[derive(Clone, Debug, Default, Args)]
pub struct Data {
    /// Folder of manifests and of corpora that are not shipped [default: the value of the environment
    /// variable `QUADRILLE_DATA`]
    #[arg(long, value_name = "DIR")]
    pub data: Option<PathBuf>,
}

impl Data {
    /// All corpora that can be named: those that are shipped, and those of the folder of data.
    pub fn library(&self) -> Result<Library> {
        let variable = std::env::var_os("QUADRILLE_DATA").filter(|value| !value.is_empty());
        let (folder, named_by) = match (&self.data, variable) {
            (Some(named), _) => (named.clone(), "--data "),
            (None, Some(named)) => (named.into(), "QUADRILLE_DATA="),
            (None, None) => return Ok(Library::default()),
        };
        if !folder.is_dir() {
            bail!("{named_by}{}: found no such folder", folder.shown());
        }
        Ok(Library { folder: Some(folder), bundle: None })
    }
}

/// Consent to start the engines that a file declares.
#[derive(Clone, Debug, Default, Args)]
pub struct Consent {
    /// Start the engines that the plan, table or bundle declares, which can be any commands; with =HASH, only if their
    /// declarations have this hash [default: ask on a terminal, and refuse elsewhere]
    #[arg(long, value_name = "HASH", num_args = 0..=1, require_equals = true)]
    #[expect(
        clippy::option_option,
        reason = "clap's type for an option whose value may be left out"
    )]
    pub allow_engines: Option<Option<String>>,
}

#[derive(Clone, Debug, Default, Args)]
pub struct Programs {
    /// Also measure engines that are other programs, declared in this TOML file (docs/PROTOCOL.md)
    #[arg(long, value_name = "FILE")]
    pub engines: Vec<PathBuf>,
}

impl Programs {
    /// The declared engines.
    pub fn read(&self) -> Result<Vec<Program>> {
        let read = self.engines.iter().map(|path| declaration::read(path));
        Ok(read.collect::<Result<Vec<_>, _>>().map_err(anyhow::Error::msg)?.concat())
    }
}
