//! All that belongs to tables that were made again, as one archive to cite.
//!
//! The archive is the same to the byte wherever the files in it are: entries are in the order of their names and have no
//! time and no owner. `SHA256SUMS` has their fingerprints, as `sha256sum -c` takes them.

use std::collections::BTreeMap;

use anyhow::Result;
use flate2::{Compression, GzBuilder};
use quadrille_harness::fingerprint::fingerprint;
use quadrille_harness::reproduce::SUMS;
use tar::{Builder, Header};

use super::contents;
use super::folder::Folder;

/// The folder that the archive unpacks to.
const ROOT: &str = "quadrille-reproduce";

/// Files by their names within the archive.
pub type Files = BTreeMap<String, Vec<u8>>;

/// The files of these tables, with their fingerprints.
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

/// A tar archive of these files, compressed.
pub fn archive(files: &Files) -> Result<Vec<u8>> {
    let compressed = GzBuilder::new().mtime(0).write(Vec::new(), Compression::best());
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
    Ok(archive.into_inner()?.finish()?)
}

#[cfg(test)]
mod tests {
    use std::io::Read;

    use flate2::read::GzDecoder;

    use super::*;

    /// A table's folder, its files written in an order of their own, and one that is not ours.
    fn folder(backwards: bool) -> (tempfile::TempDir, Folder) {
        let out = tempfile::tempdir().unwrap();
        let folder = Folder::new(out.path(), "t", vec!["x".to_owned()], false).unwrap();
        folder.create().unwrap();
        let mut names = folder.files();
        if backwards {
            names.reverse();
        }
        for name in names {
            folder.write(&name, &format!("in {name}")).unwrap();
        }
        folder.write("notes.txt", "mine").unwrap();
        (out, folder)
    }

    #[test]
    fn the_same_files_make_the_same_bytes() {
        let (_one, one) = folder(false);
        let (_other, other) = folder(true);
        let made = |folder| archive(&of_folders(&[folder]).unwrap()).unwrap();
        assert_eq!(made(one), made(other));
    }

    #[test]
    fn entries_are_in_order_without_time_or_owner_and_have_sums() {
        let (_out, folder) = folder(false);
        let bytes = archive(&of_folders(&[folder]).unwrap()).unwrap();
        let mut archive = tar::Archive::new(GzDecoder::new(&bytes[..]));
        let mut names = Vec::new();
        let mut sums = String::new();
        for entry in archive.entries().unwrap() {
            let mut entry = entry.unwrap();
            let header = entry.header();
            assert_eq!((header.mtime().unwrap(), header.uid().unwrap()), (0, 0));
            names.push(entry.path().unwrap().display().to_string());
            if names.last().unwrap().ends_with(SUMS) {
                entry.read_to_string(&mut sums).unwrap();
            }
        }
        let expected = [
            "SHA256SUMS",
            "t/figures.csv",
            "t/report.html",
            "t/report.md",
            "t/rows/x.csv",
            "t/rows/x.csv.run.toml",
            "t/table.toml",
        ];
        assert_eq!(names, expected.map(|name| format!("{ROOT}/{name}")));
        let first = format!("{}  t/figures.csv", fingerprint(b"in figures.csv"));
        assert_eq!((sums.lines().next(), sums.lines().count()), (Some(&*first), 6));
    }
}
