//! Files that are there whole or not at all.
//!
//! What is written goes to a file of another name in the same folder. `finish` brings it to the
//! disk and renames it; without that it is removed, whatever went wrong, save that the process is
//! killed outright: then the next file of that name removes it (`stale`). A file that exists is
//! replaced only by force. What is no file, such as a device or a pipe, is never replaced but
//! written to as it is.

mod stale;

use std::fs::{self, File};
use std::io::{self, BufWriter, Write};
use std::path::{Path, PathBuf};

use anyhow::{Context, Result, anyhow, bail};
use tempfile::{Builder, NamedTempFile};

/// A file being written that gets its name when it is finished.
#[derive(Debug)]
pub struct WholeFile {
    /// As it was given, for messages.
    path: PathBuf,
    out: Out,
}

#[derive(Debug)]
enum Out {
    /// A file of another name, and the name it will have; whether another may have that now.
    Part { part: BufWriter<NamedTempFile>, target: PathBuf, force: bool },
    /// A device or a pipe.
    Device(BufWriter<File>),
}

impl WholeFile {
    /// Begins a file. `force` is whether one of that name may be replaced.
    ///
    /// # Errors
    /// A file of that name without `force`, a folder of that name, a folder that is not there or
    /// cannot be written to.
    pub fn create(path: &Path, force: bool) -> Result<Self> {
        let shown = path.display();
        if path.is_dir() {
            bail!("{shown}: found a folder; expected the name of a file");
        }
        if is_device(path) {
            let device = File::options().write(true).open(path);
            let device = BufWriter::new(device.with_context(|| shown.to_string())?);
            return Ok(Self { path: path.to_owned(), out: Out::Device(device) });
        }
        if path.exists() && !force {
            return Err(taken(path));
        }
        // Through a link, its target is what is to be replaced.
        let target = path.canonicalize().unwrap_or_else(|_| path.to_owned());
        let part = begin(&target).map_err(|error| match error.kind() {
            io::ErrorKind::NotFound => anyhow!("{shown}: its folder is not there; make it first"),
            // The error itself would tell the other name.
            kind => anyhow!("{shown}: {kind}"),
        })?;
        let out = Out::Part { part: BufWriter::new(part), target, force };
        Ok(Self { path: path.to_owned(), out })
    }

    /// Brings everything to the disk and gives the file its name.
    ///
    /// # Errors
    /// Something could not be written, or a file of that name has come up since, without force.
    pub fn finish(self) -> Result<()> {
        let path = self.path.clone();
        self.persist(false)?.map_or_else(|| Err(taken(&path)), |_| Ok(()))
    }

    /// The same, and it is locked as soon as it has its name, where files can be locked. `None` if a file of that
    /// name has come up since, without force.
    ///
    /// # Errors
    /// Something could not be written.
    pub fn finish_locked(self) -> Result<Option<File>> {
        self.persist(true)
    }

    fn persist(self, lock: bool) -> Result<Option<File>> {
        let path = self.path;
        let named = |error: io::Error| anyhow!(error).context(path.display().to_string());
        match self.out {
            Out::Device(device) => {
                let device = device.into_inner().map_err(|error| named(error.into_error()))?;
                Ok(Some(device))
            }
            Out::Part { part, target, force } => {
                let part = part.into_inner().map_err(|error| named(error.into_error()))?;
                part.as_file().sync_all().map_err(named)?;
                if lock {
                    // Nobody else knows of it yet, so this fails only where files cannot be locked.
                    let _ = part.as_file().try_lock();
                }
                let renamed =
                    if force { part.persist(&target) } else { part.persist_noclobber(&target) };
                match renamed {
                    Ok(file) => Ok(Some(file)),
                    Err(error) if error.error.kind() == io::ErrorKind::AlreadyExists => Ok(None),
                    Err(error) => Err(named(error.error)),
                }
            }
        }
    }
}

impl Write for WholeFile {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        match &mut self.out {
            Out::Part { part, .. } => part.write(bytes),
            Out::Device(device) => device.write(bytes),
        }
    }

    fn flush(&mut self) -> io::Result<()> {
        match &mut self.out {
            Out::Part { part, .. } => part.flush(),
            Out::Device(device) => device.flush(),
        }
    }
}

/// Whether there is something that is neither a file nor a folder, such as a device or a pipe.
/// Nothing should be put beside it.
pub fn is_device(path: &Path) -> bool {
    path.exists() && !path.is_file() && !path.is_dir()
}

/// Whether two names are of the same file, which need not be there yet.
pub fn is_same(one: &Path, other: &Path) -> bool {
    place(one) == place(other)
}

/// Where a file is, links followed; of one that is not there, its name in its folder, if that is.
fn place(path: &Path) -> PathBuf {
    let in_folder = || Some(folder_of(path).canonicalize().ok()?.join(path.file_name()?));
    path.canonicalize().ok().or_else(in_folder).unwrap_or_else(|| path.to_owned())
}

/// The folder that a file is in, or would be.
fn folder_of(path: &Path) -> &Path {
    path.parent().filter(|folder| *folder != Path::new("")).unwrap_or(Path::new("."))
}

/// Refuses to make a file of the name of one that is to be read.
///
/// # Errors
/// If it is one of those.
pub fn refuse_input<'p>(made: &Path, read: impl IntoIterator<Item = &'p Path>) -> Result<()> {
    if read.into_iter().any(|read| is_same(read, made)) {
        bail!("{}: found among what is to be read; expected another name", made.display());
    }
    Ok(())
}

fn taken(path: &Path) -> anyhow::Error {
    anyhow!("{}: there is such a file already; name another, or --force", path.display())
}

/// A file beside the target, with the permissions that the target has or a new file would get.
fn begin(target: &Path) -> io::Result<NamedTempFile> {
    let folder = folder_of(target);
    let prefix = stale::prefix(target);
    stale::remove(folder, &prefix);
    let mut builder = Builder::new();
    builder.prefix(&prefix).suffix(stale::SUFFIX).rand_bytes(stale::RANDOM);
    #[cfg(unix)]
    let ordinary = {
        use std::os::unix::fs::PermissionsExt;
        fs::Permissions::from_mode(0o666)
    };
    #[cfg(unix)]
    builder.permissions(ordinary);
    let part = loop {
        let part = builder.tempfile_in(folder)?;
        if stale::claim(part.as_file(), part.path()) {
            break part;
        }
    };
    if let Ok(old) = fs::metadata(target) {
        part.as_file().set_permissions(old.permissions())?;
    }
    Ok(part)
}

#[cfg(test)]
mod tests {
    use super::*;
    use tempfile::tempdir;

    /// The names in a folder, and what is in the files.
    fn contents(folder: &Path) -> Vec<(String, String)> {
        let entries = fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path());
        let named = |path: PathBuf| {
            let name = path.file_name().unwrap().to_string_lossy().into_owned();
            (name, fs::read_to_string(path).unwrap())
        };
        entries.map(named).collect()
    }

    fn is(name: &str, text: &str) -> Vec<(String, String)> {
        vec![(name.to_owned(), text.to_owned())]
    }

    fn said(error: &anyhow::Error, folder: &Path) -> String {
        format!("{error:#}").replace(&folder.display().to_string(), "FOLDER")
    }

    #[test]
    fn a_file_has_its_name_when_it_is_finished_and_not_before() {
        let folder = tempdir().unwrap();
        let mut file = WholeFile::create(&folder.path().join("new"), false).unwrap();
        file.write_all(b"some").unwrap();
        file.flush().unwrap();
        assert!(!folder.path().join("new").exists());
        file.write_all(b"thing\n").unwrap();
        file.finish().unwrap();
        assert_eq!(contents(folder.path()), is("new", "something\n"));
    }

    #[test]
    fn a_file_that_is_not_finished_leaves_nothing() {
        let folder = tempdir().unwrap();
        let mut file = WholeFile::create(&folder.path().join("new"), false).unwrap();
        file.write_all(b"half").unwrap();
        drop(file);
        assert_eq!(contents(folder.path()), []);
    }

    #[test]
    fn files_begun_side_by_side_leave_each_other_alone() {
        let folder = tempdir().unwrap();
        let path = folder.path().join("new");
        let mut files: Vec<_> = (0..3).map(|_| WholeFile::create(&path, true).unwrap()).collect();
        assert_eq!(contents(folder.path()).len(), 3);
        for (i, mut file) in files.drain(..).enumerate() {
            write!(file, "{i}").unwrap();
            file.finish().unwrap();
            assert_eq!(fs::read_to_string(&path).unwrap(), i.to_string());
        }
        assert_eq!(contents(folder.path()), is("new", "2"));
    }

    #[test]
    fn what_is_there_is_replaced_by_force_only() {
        let folder = tempdir().unwrap();
        let path = folder.path().join("old");
        fs::write(&path, "old").unwrap();
        let error = WholeFile::create(&path, false).unwrap_err();
        let refusal = "FOLDER/old: there is such a file already; name another, or --force";
        assert_eq!(said(&error, folder.path()), refusal);
        let mut file = WholeFile::create(&path, true).unwrap();
        file.write_all(b"new").unwrap();
        assert_eq!(fs::read_to_string(&path).unwrap(), "old", "until it is finished");
        file.finish().unwrap();
        assert_eq!(contents(folder.path()), is("old", "new"));
    }

    #[test]
    fn a_file_that_came_up_meanwhile_is_not_replaced_either() {
        let folder = tempdir().unwrap();
        let path = folder.path().join("theirs");
        let file = WholeFile::create(&path, false).unwrap();
        fs::write(&path, "theirs").unwrap();
        let refusal = "FOLDER/theirs: there is such a file already; name another, or --force";
        assert_eq!(said(&file.finish().unwrap_err(), folder.path()), refusal);
        assert_eq!(contents(folder.path()), is("theirs", "theirs"));
    }

    #[test]
    fn a_folder_is_no_file_and_must_be_there() {
        let folder = tempdir().unwrap();
        let error = WholeFile::create(folder.path(), true).unwrap_err();
        let refusal = "FOLDER: found a folder; expected the name of a file";
        assert_eq!(said(&error, folder.path()), refusal);
        let error = WholeFile::create(&folder.path().join("no/new"), false).unwrap_err();
        let refusal = "FOLDER/no/new: its folder is not there; make it first";
        assert_eq!(said(&error, folder.path()), refusal);
    }

    #[cfg(unix)]
    #[test]
    fn permissions_are_those_of_the_file_replaced_or_of_any_new_file() {
        use std::os::unix::fs::PermissionsExt;
        let folder = tempdir().unwrap();
        let mode = |name: &str| {
            fs::metadata(folder.path().join(name)).unwrap().permissions().mode() & 0o777
        };
        let write = |name: &str| {
            WholeFile::create(&folder.path().join(name), true).unwrap().finish().unwrap();
        };
        fs::write(folder.path().join("ordinary"), "").unwrap();
        write("new");
        assert_eq!(mode("new"), mode("ordinary"));
        let private = fs::Permissions::from_mode(0o640);
        fs::set_permissions(folder.path().join("new"), private).unwrap();
        write("new");
        assert_eq!(mode("new"), 0o640);
    }

    #[cfg(unix)]
    #[test]
    fn a_device_is_written_to_and_a_link_is_followed() {
        let folder = tempdir().unwrap();
        let mut device = WholeFile::create(Path::new("/dev/null"), false).unwrap();
        device.write_all(b"something").unwrap();
        device.finish().unwrap();
        assert!(is_device(Path::new("/dev/null")) && !is_device(folder.path()));

        fs::write(folder.path().join("old"), "old").unwrap();
        std::os::unix::fs::symlink("old", folder.path().join("link")).unwrap();
        let mut file = WholeFile::create(&folder.path().join("link"), true).unwrap();
        file.write_all(b"new").unwrap();
        file.finish().unwrap();
        assert!(folder.path().join("link").is_symlink());
        assert_eq!(fs::read_to_string(folder.path().join("old")).unwrap(), "new");
    }
}
