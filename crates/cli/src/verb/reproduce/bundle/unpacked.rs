//! A bundle that was read, checked against its sums, and unpacked into a temporary folder.

use std::collections::BTreeMap;
use std::fs::{self, File};
use std::io::{BufReader, Read};
use std::path::Path;

use anyhow::{Context, Result, anyhow, bail};
use flate2::read::GzDecoder;
use quadrille_harness::corpus::manifest::library::{Bundled, Library, is_known};
use quadrille_harness::corpus::manifest::sharing::Shares;
use quadrille_harness::files::{self, is_within};
use quadrille_harness::reproduce::again::Again;
use quadrille_harness::reproduce::{SUMS, Table};
use quadrille_results::{Fingerprint, Results, Shown, read_toml};
use tempfile::TempDir;

use super::corpora::{BESIDE, NAMED};
use super::{CORPORA, ROOT};
use crate::verb::reproduce::folder::{ROWS, TABLE};

/// Upper bound on the entries of a bundle; one of a hundred tables has some thousand.
const MOST_ENTRIES: usize = 100_000;

pub struct Unpacked {
    files: BTreeMap<String, Vec<u8>>,
    /// The files of corpora, on disk for as long as this lives.
    folder: TempDir,
}

impl Unpacked {
    /// Reads a bundle, and compares all its files with its sums.
    pub fn read(path: &Path) -> Result<Self> {
        let name = path.shown();
        let file = File::open(path).with_context(|| name.to_string())?;
        let files = entries(file).with_context(|| {
            format!(
                "{name} cannot be unpacked; expected an archive that `reproduce --bundle` has written, of {} MiB at most",
                files::CORPUS >> 20
            )
        })?;
        check_sums(&files).with_context(|| name.to_string())?;
        let folder = tempfile::tempdir().context("cannot create a temporary folder")?;
        let unpacked = Self { files, folder };
        unpacked.create_folders().context("cannot create a folder in a temporary folder")?;
        unpacked.write_corpora().context("cannot write into a temporary folder")?;
        Ok(unpacked)
    }

    /// Creates the folder of each table, in which an engine runs that needs no files.
    fn create_folders(&self) -> std::io::Result<()> {
        let suffix = format!("/{TABLE}");
        let tables = self.files.keys().filter_map(|name| name.strip_suffix(&suffix));
        tables
            .map(|name| self.folder.path().join(name).join(BESIDE))
            .try_for_each(fs::create_dir_all)
    }

    fn write_corpora(&self) -> std::io::Result<()> {
        let of_corpora = |name: &str| {
            let mut parts = name.split('/');
            parts.next() == Some(NAMED) || parts.next() == Some(BESIDE)
        };
        for (name, bytes) in self.files.iter().filter(|(name, _)| of_corpora(name)) {
            let path = self.folder.path().join(name);
            fs::create_dir_all(path.parent().unwrap_or(self.folder.path()))?;
            fs::write(path, bytes)?;
        }
        Ok(())
    }

    /// The tables, sorted by name.
    pub fn tables(&self) -> Result<Vec<Table>> {
        let suffix = format!("/{TABLE}");
        let texts = self.files.iter().filter_map(|(name, text)| {
            Some((name.strip_suffix(&suffix)?, str::from_utf8(text).ok()?))
        });
        let tables = texts.map(|(name, text)| {
            let mut table = Table::parse(&format!("{name}.toml"), text)?;
            table.folder = Some(self.folder.path().join(name).join(BESIDE));
            Ok(table)
        });
        let tables: Vec<Table> = tables.collect::<Result<_>>()?;
        if tables.is_empty() {
            bail!("found no table in the bundle; expected a file {TABLE} in a folder");
        }
        Ok(tables)
    }

    /// The library, with the corpora of the bundle before all others.
    pub fn library(&self, library: Library) -> Result<Library> {
        let text = self.files.get(CORPORA).map(Vec::as_slice).unwrap_or_default();
        let shares: Shares =
            read_toml(str::from_utf8(text)?).map_err(|error| anyhow!("{CORPORA}:{error}"))?;
        let left_out = shares.corpus.into_iter().filter(|share| !is_known(&share.name));
        let left_out = left_out.filter_map(|share| Some((share.name, share.obtain?))).collect();
        let folder = self.folder.path().join(NAMED);
        Ok(Library { bundle: Some(Bundled { folder, left_out }), ..library })
    }

    /// Compares the counts of new rows of a step with those in the bundle; none if the bundle has no such rows.
    pub fn compare(&self, table: &str, step: &str, csv: &Path) -> Result<Option<Again>> {
        let name = format!("{table}/{ROWS}/{step}.csv");
        let Some(rows) = self.files.get(&name) else { return Ok(None) };
        let mut results = Results::default();
        results.add(&name, &rows[..], None)?;
        let shown = csv.shown().to_string();
        results.add(&shown, File::open(csv).with_context(|| shown.clone())?, None)?;
        Ok(Some(Again::of(&results)))
    }
}

/// The files of an archive, by their names in its folder.
fn entries(file: File) -> Result<BTreeMap<String, Vec<u8>>> {
    let plain = GzDecoder::new(BufReader::new(file)).take(files::CORPUS);
    let mut files = BTreeMap::new();
    for entry in tar::Archive::new(plain).entries()? {
        let mut entry = entry?;
        let path = entry.path()?.into_owned();
        let inner = path.strip_prefix(ROOT).ok().filter(|inner| is_within(inner));
        let Some(name) =
            inner.and_then(Path::to_str).filter(|_| entry.header().entry_type().is_file())
        else {
            bail!("found the entry {}; expected files in the folder {ROOT}", path.shown());
        };
        let mut bytes = Vec::new();
        entry.read_to_end(&mut bytes)?;
        if files.insert(name.to_owned(), bytes).is_some() || files.len() > MOST_ENTRIES {
            bail!("found {name} twice, or too many files; expected each file once");
        }
    }
    Ok(files)
}

/// Checks that the list of sums has every other file, each with its hash.
fn check_sums(files: &BTreeMap<String, Vec<u8>>) -> Result<()> {
    let text =
        files.get(SUMS).with_context(|| format!("found no {SUMS}; expected it in a bundle"))?;
    let sums = str::from_utf8(text)?.lines().filter_map(|line| line.split_once("  "));
    let sums: BTreeMap<&str, &str> = sums.map(|(sum, name)| (name, sum)).collect();
    for (name, bytes) in files.iter().filter(|(name, _)| *name != SUMS) {
        let (found, expected) = (Fingerprint::of(bytes).to_string(), sums.get(&**name));
        if expected != Some(&&*found) {
            let expected = expected.unwrap_or(&"no such file");
            bail!("{name} was changed: found the sha256 {found}; {SUMS} has {expected}");
        }
    }
    match sums.keys().find(|name| !files.contains_key(**name)) {
        Some(missing) => bail!("found no {missing}, which {SUMS} lists; expected the whole bundle"),
        None => Ok(()),
    }
}
