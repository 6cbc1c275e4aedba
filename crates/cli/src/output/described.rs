//! A file of puzzles with a manifest beside it, or puzzles on standard output.

use std::io::Write;
use std::path::Path;

use anyhow::{Result, bail};
use quadrille_harness::corpus::manifest::Manifest;
use quadrille_harness::corpus::manifest::provenance::Hashed;
use quadrille_results::Shown;

use super::message::tell;
use super::whole_file::{WholeFile, is_device};
use super::{Destination, is_stdout};

/// Puzzles, and the manifest of a file. Both files get their names when all puzzles are written.
pub struct Described {
    pub puzzles: Hashed<Destination>,
    manifest: Option<WholeFile>,
}

impl Described {
    /// The target of `--out`.
    pub fn open(out: Option<&Path>, force: bool) -> Result<Self> {
        let puzzles = Hashed::new(Destination::open(out, force)?);
        let mut manifest = None;
        if let Some(path) = out.filter(|path| !is_stdout(path)) {
            let Some(beside) = Manifest::beside(path) else {
                let path = path.shown();
                bail!("{path}: its manifest would have the same name; expected another name");
            };
            if !is_device(path) {
                manifest = Some(WholeFile::create(&beside, force)?);
            }
        }
        Ok(Self { puzzles, manifest })
    }

    /// Ends the output before all puzzles are written. Standard output keeps the puzzles; a file is not written.
    pub fn abandon(self, why: &str) -> Result<()> {
        let (out, _) = self.puzzles.finish();
        if out.is_stdout() {
            return out.finish();
        }
        tell(format_args!("no file was written, because {why}"));
        Ok(())
    }

    /// Gives the files their names, after all puzzles were written. `describe` makes the manifest from the SHA-256 of the
    /// puzzles.
    pub fn finish(self, describe: impl FnOnce(String) -> Manifest) -> Result<()> {
        let (puzzles, sha256) = self.puzzles.finish();
        let Some(mut manifest) = self.manifest else { return puzzles.finish() };
        manifest.write_all(describe(sha256).to_toml().as_bytes())?;
        puzzles.finish_beside(manifest)
    }
}

/// The file name of a path, and the name of a corpus in that file.
pub fn names(path: &Path) -> (String, String) {
    let text =
        |part: Option<&std::ffi::OsStr>| part.unwrap_or_default().to_string_lossy().into_owned();
    (text(path.file_name()), text(path.file_stem()))
}

/// Options as they are written on a command line; one without a value is a flag.
pub fn on_command_line(options: &[(&str, String)]) -> String {
    let written = |(name, value): &(&str, String)| match value.as_str() {
        "" => format!(" --{name}"),
        value => format!(" --{name} {value}"),
    };
    options.iter().map(written).collect()
}
