//! All files of reproduced tables as one archive that can be cited.
//!
//! The same files give the same archive, byte for byte: entries are sorted by name and have no time and no
//! owner. `SHA256SUMS` lists their hashes in the format of `sha256sum -c`.

use std::collections::BTreeMap;
use std::io::Write;

use anyhow::Result;
use flate2::{Compression, GzBuilder};
use quadrille_harness::reproduce::SUMS;
use quadrille_results::fingerprint;
use tar::{Builder, Header};

use super::contents;
use super::folder::Folder;

/// Name of the folder in the archive.
const ROOT: &str = "quadrille-reproduce";

/// Files by their names within the archive.
pub type Files = BTreeMap<String, Vec<u8>>;

/// The files of the tables, and the list of their hashes.
pub fn of_folders(folders: &[Folder]) -> Result<Files> {
    let mut files = Files::new();
    for folder in folders {
        for name in folder.files() {
            let bytes = contents(&folder.path.join(&name))?;
            files.insert(format!("{}/{name}", folder.table), bytes);
        }
    }
    let sums = files.iter().map(|(name, bytes)| format!("{}  {name}\n", fingerprint(bytes)));
    let sums: String = sums.collect();
    files.insert(SUMS.to_owned(), sums.into_bytes());
    Ok(files)
}

/// Writes a compressed tar archive of the files.
pub fn write(files: &Files, out: &mut impl Write) -> Result<()> {
    let compressed = GzBuilder::new().mtime(0).write(out, Compression::best());
    let mut archive = Builder::new(compressed);
    for (name, bytes) in files {
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
