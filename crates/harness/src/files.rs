//! Reads files whose names come from a command line or from another file.
//!
//! Every read is bounded, so that a device without an end cannot fill the memory. A name that another file gives leads
//! to a regular file within the folder of that file: the author of the file may be a stranger.

use std::fs::{self, File};
use std::io::{self, Read};
use std::os::unix::fs::{MetadataExt, OpenOptionsExt};
use std::path::{Component, Path};

use rustix::fs::OFlags;

/// Upper bound on the bytes of a plan, table, manifest, declaration of engines or run file: a manifest with 300,000
/// instances is smaller.
pub const DESCRIPTION: u64 = 64 << 20;

/// Upper bound on the bytes of a file that is read into memory as a whole: an exact cover problem, or the puzzles of a
/// manifest, such as 13 million of 9x9.
pub const CORPUS: u64 = 1 << 30;

/// The bytes of a file of any kind, up to a number.
///
/// # Errors
/// A file that cannot be read or is longer.
pub fn bytes(path: &Path, most: u64) -> io::Result<Vec<u8>> {
    bounded(File::open(path)?, most)
}

/// The bytes of a source, up to a number.
///
/// # Errors
/// A source that cannot be read or is longer.
pub fn bounded(source: impl Read, most: u64) -> io::Result<Vec<u8>> {
    let mut bytes = Vec::new();
    source.take(most + 1).read_to_end(&mut bytes)?;
    if bytes.len() as u64 > most {
        let most = most >> 20;
        let what = format!("found more than {most} MiB; expected a file of {most} MiB at most");
        return Err(io::Error::new(io::ErrorKind::FileTooLarge, what));
    }
    Ok(bytes)
}

/// The text of a description of any kind of file, as a command line may name it.
///
/// # Errors
/// A file that cannot be read, is not UTF-8, or is longer than [`DESCRIPTION`].
pub fn text(path: &Path) -> io::Result<String> {
    in_utf8(bytes(path, DESCRIPTION)?)
}

/// The text of a description in a regular file.
///
/// # Errors
/// As for [`text`]; a device, a pipe or a folder.
pub fn regular_text(path: &Path) -> io::Result<String> {
    in_utf8(bounded(regular(path)?, DESCRIPTION)?)
}

fn in_utf8(bytes: Vec<u8>) -> io::Result<String> {
    let what = |_| "found bytes that are not UTF-8; expected a text file in UTF-8";
    String::from_utf8(bytes).map_err(what).map_err(io::Error::other)
}

/// Opens a regular file. Never waits, as opening a named pipe may.
///
/// # Errors
/// A file that cannot be opened; a device, a pipe or a folder.
pub fn regular(path: &Path) -> io::Result<File> {
    let expect = |about: fs::Metadata| {
        let what = "found a device, a pipe or a folder; expected a regular file";
        about.is_file().then_some(()).ok_or_else(|| io::Error::other(what))
    };
    // Before it is opened, because opening a device may change its state.
    expect(fs::metadata(path)?)?;
    let flags = OFlags::NONBLOCK.bits().cast_signed();
    let file = File::options().read(true).custom_flags(flags).open(path)?;
    expect(file.metadata()?)?;
    Ok(file)
}

/// Whether a path leads to this open file.
pub fn is_at(file: &File, path: &Path) -> bool {
    let number = |about: fs::Metadata| (about.dev(), about.ino());
    let there = fs::metadata(path).map(number).ok();
    there.is_some() && there == file.metadata().map(number).ok()
}

/// Whether a name, as it is written, leads to a place within its folder: it is relative and does not go up.
pub fn is_within(name: &Path) -> bool {
    name.components().all(|part| matches!(part, Component::Normal(_) | Component::CurDir))
}

/// Checks that a path in a folder does not leave it through a link.
///
/// # Errors
/// A path that leads elsewhere or nowhere.
pub fn stays_within(folder: &Path, path: &Path) -> io::Result<()> {
    let folder = if folder == Path::new("") { Path::new(".") } else { folder };
    if path.canonicalize()?.starts_with(folder.canonicalize()?) {
        return Ok(());
    }
    Err(io::Error::other("found a link out of its folder; expected a file in that folder"))
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::os::unix::fs::symlink;

    #[test]
    fn a_source_without_an_end_is_given_up() {
        let error = bounded(io::repeat(0), 3 << 20).unwrap_err().to_string();
        assert_eq!(error, "found more than 3 MiB; expected a file of 3 MiB at most");
        assert_eq!(bounded(&b"abc"[..], 3).unwrap(), b"abc");
        assert!(bytes(Path::new("/dev/zero"), 10).is_err());
    }

    #[test]
    fn only_regular_files_are_opened() {
        let folder = tempfile::tempdir().unwrap();
        let pipe = folder.path().join("pipe");
        let made = std::process::Command::new("mkfifo").arg(&pipe).status().unwrap();
        assert!(made.success());
        for other in [&*pipe, Path::new("/dev/zero"), folder.path()] {
            let error = regular(other).unwrap_err().to_string();
            assert!(error.ends_with("expected a regular file"), "{error}");
        }
        let file = folder.path().join("file");
        fs::write(&file, [0xff]).unwrap();
        assert!(regular(&file).is_ok());
        assert!(regular_text(&file).unwrap_err().to_string().contains("not UTF-8"));
    }

    #[test]
    fn a_name_stays_in_its_folder() {
        for (name, within) in
            [("a", true), ("./b/c", true), ("../a", false), ("b/../../a", false), ("/a", false)]
        {
            assert_eq!(is_within(Path::new(name)), within, "{name}");
        }
        let folder = tempfile::tempdir().unwrap();
        let [inner, outer] = ["inner", "outer"].map(|name| folder.path().join(name));
        fs::create_dir(&inner).unwrap();
        fs::write(&outer, "").unwrap();
        fs::write(inner.join("file"), "").unwrap();
        symlink(&outer, inner.join("out")).unwrap();
        symlink("file", inner.join("link")).unwrap();
        assert!(stays_within(&inner, &inner.join("file")).is_ok());
        assert!(stays_within(&inner, &inner.join("link")).is_ok());
        let error = stays_within(&inner, &inner.join("out")).unwrap_err().to_string();
        assert!(error.starts_with("found a link out of its folder"), "{error}");
        let reached = inner.join("../outer");
        assert!(stays_within(&inner, &reached).is_err());
    }
}
