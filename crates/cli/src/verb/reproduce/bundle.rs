//! All files of reproduced tables as one archive that can be cited, and that `--from-bundle` runs again elsewhere.
//!
//! The same files give the same archive, byte for byte: entries are sorted by name and have no time and no
//! owner. `SHA256SUMS` lists their hashes in the format of `sha256sum -c`.

pub mod corpora;
pub mod lacking;
mod readme;
pub mod unpacked;

use std::collections::BTreeMap;
use std::io::Write;
use std::path::Path;

use anyhow::{Context, Result, bail};
use flate2::{Compression, GzBuilder};
use quadrille_harness::files;
use quadrille_harness::reproduce::table::Work;
use quadrille_harness::reproduce::{ResolvedTable, SUMS, Table};
use quadrille_results::{Fingerprint, Shown};
use tar::{Builder, Header};

use self::corpora::Corpora;
use self::lacking::Lacking;
use super::folder::Folder;

/// Name of the folder in the archive.
const ROOT: &str = "quadrille-reproduce";

/// Name of the list of corpora.
const CORPORA: &str = "CORPORA.toml";

/// Files beside those of the tables: how to cite this program, and the licence of the corpora that it ships.
const OWN: [(&str, &str); 2] = [
    ("CITATION.cff", include_str!(concat!(env!("CARGO_MANIFEST_DIR"), "/CITATION.cff"))),
    ("LICENSE-MIT", include_str!(concat!(env!("CARGO_MANIFEST_DIR"), "/LICENSE-MIT"))),
];

/// Writes a compressed tar archive of the files of the tables, their corpora, a README, and the list of their hashes.
pub fn write(
    folders: &[Folder],
    tables: &[Table],
    corpora: Corpora,
    lacking: &[Lacking],
    out: &mut impl Write,
) -> Result<()> {
    let mut files = BTreeMap::new();
    for folder in folders {
        for name in folder.files() {
            let path = folder.path.join(&name);
            let bytes = files::bytes(&path, files::CORPUS);
            let bytes = bytes.with_context(|| path.shown().to_string())?;
            files.insert(format!("{}/{name}", folder.table), bytes);
        }
    }
    let readme = readme::text(tables, &corpora.shares, lacking, &files)?;
    files.extend(corpora.files);
    files.insert(readme::NAME.to_owned(), readme.into_bytes());
    files.insert(CORPORA.to_owned(), toml::to_string(&corpora.shares)?.into_bytes());
    files.extend(OWN.map(|(name, text)| (name.to_owned(), text.as_bytes().to_vec())));
    let sums = files.iter().map(|(name, bytes)| format!("{}  {name}\n", Fingerprint::of(bytes)));
    let sums: String = sums.collect();
    files.insert(SUMS.to_owned(), sums.into_bytes());
    let compressed = GzBuilder::new().mtime(0).write(out, Compression::best());
    let mut archive = Builder::new(compressed);
    for (name, bytes) in &files {
        let mut header = Header::new_gnu();
        header.set_size(bytes.len() as u64);
        header.set_mode(0o644);
        header.set_mtime(0);
        header.set_uid(0);
        header.set_gid(0);
        archive.append_data(&mut header, format!("{ROOT}/{name}"), &bytes[..])?;
    }
    archive.into_inner()?.finish()?;
    Ok(())
}

/// Refuses tables whose text has paths of this machine: engines declared by absolute paths.
pub fn refuse_local_paths(tables: &[ResolvedTable]) -> Result<()> {
    for table in tables.iter().map(|ready| &ready.table) {
        let steps = table.steps();
        let requests = steps.iter().filter_map(|step| match &step.work {
            Work::Plan(request) => Some(request),
            Work::Generate(_) | Work::Count(_) => None,
        });
        for program in requests.flat_map(|request| &request.engine) {
            let words = program.command.iter().chain(program.env.values()).map(Path::new);
            if let Some(path) = words.chain([&*program.folder]).find(|path| path.is_absolute()) {
                bail!(
                    "{}: the engine `{}` is declared by the path {}; expected a path relative to the table, because a \
                     bundle has no paths of one machine",
                    table.name,
                    program.name,
                    path.shown()
                );
            }
        }
    }
    Ok(())
}
