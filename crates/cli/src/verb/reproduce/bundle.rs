//! All files of reproduced tables as one archive that can be cited.
//!
//! The same files give the same archive, byte for byte: entries are sorted by name and have no time and no
//! owner. `SHA256SUMS` lists their hashes in the format of `sha256sum -c`.

use std::collections::BTreeMap;
use std::fs;
use std::io::Write;

use anyhow::{Context, Result};
use flate2::{Compression, GzBuilder};
use quadrille_harness::reproduce::SUMS;
use quadrille_results::Fingerprint;
use tar::{Builder, Header};

use super::folder::Folder;

/// Name of the folder in the archive.
const ROOT: &str = "quadrille-reproduce";

/// Writes a compressed tar archive of the files of the tables, and of the list of their hashes.
pub fn write(folders: &[Folder], out: &mut impl Write) -> Result<()> {
    let mut files = BTreeMap::new();
    for folder in folders {
        for name in folder.files() {
            let path = folder.path.join(&name);
            let bytes = fs::read(&path).with_context(|| path.display().to_string())?;
            files.insert(format!("{}/{name}", folder.table), bytes);
        }
    }
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
