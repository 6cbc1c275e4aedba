//! Files that exist whole or not at all.
//!
//! Text goes to a file of another name in the same folder. `finish` brings that file to the disk and
//! renames it. If `finish` is not reached, the file is removed; after a kill, the next file in the same
//! folder removes it (`stale`). An existing file is replaced only by `force`. A device or a pipe is never
//! replaced, but written to directly.
//!
//! The file of a search with a checkpoint is named `FILE.part` until `finish`, and is never removed.

pub mod stale;

use std::fs::{self, File};
use std::io::{self, BufWriter, Seek, Write};
use std::path::{Path, PathBuf};

use anyhow::{Context, Result, anyhow, bail};
use quadrille_results::Shown;
use tempfile::{Builder, TempPath};

use super::is_stdout;
use super::lock::lock;

/// Size of the buffer of a file, in bytes: large enough that calls of the system take little of the time of writing.
const BUFFER: usize = 1 << 16;

/// A file that gets its name when it is finished. Errors name it.
#[derive(Debug)]
pub struct WholeFile {
    /// The name given, for messages.
    path: PathBuf,
    out: BufWriter<File>,
    /// Bytes written, including those not flushed yet.
    pub bytes: u64,
    /// Absent for a device or a pipe.
    part: Option<Part>,
}

/// The file under the name that it has until it is finished.
#[derive(Debug)]
struct Part {
    name: TempPath,
    /// The name that it gets.
    target: PathBuf,
    /// Whether a file named `target` may be replaced.
    force: bool,
}

impl WholeFile {
    /// Begins a file. With `force`, it may replace an existing file.
    pub fn create(path: &Path, force: bool) -> Result<Self> {
        let shown = path.shown();
        if path.is_dir() {
            bail!("{shown}: found a folder; expected the name of a file");
        }
        if is_device(path) {
            let device = File::options().write(true).open(path);
            return Ok(Self::new(path, device.with_context(|| shown.to_string())?, 0, None));
        }
        if path.exists() && !force {
            return Err(exists(path));
        }
        // A symbolic link is kept, and the file that it points to is replaced.
        let target = path.canonicalize().unwrap_or_else(|_| path.to_owned());
        let (file, name) = begin(&target).map_err(|error| match error.kind() {
            io::ErrorKind::NotFound => {
                anyhow!("{shown}: its folder does not exist; create it first")
            }
            _ => anyhow!("{shown}: {}", without_name(&error)),
        })?;
        Ok(Self::new(path, file, 0, Some(Part { name, target, force })))
    }

    /// Begins or continues the file of a search with a checkpoint. The first `known` bytes are kept; the checkpoint
    /// does not know the bytes after them, so these are cut off. `None` stands for a new checkpoint, whose file has nothing yet.
    pub fn grow(target: &Path, force: bool, known: Option<u64>) -> Result<Self> {
        let bytes = known.unwrap_or(0);
        let shown = target.shown();
        if target.is_dir() || is_device(target) {
            bail!(
                "{shown}: found a folder or device; expected the name of a file, which --checkpoint needs"
            );
        }
        if target.exists() && !force {
            return Err(exists(target));
        }
        let part = with_suffix(target, ".part");
        let shown = part.shown();
        let mut options = File::options();
        options.write(true).create(bytes == 0).truncate(false);
        let missing = |found: u64| {
            anyhow!(
                "{shown}: found {found} bytes; the checkpoint expects {bytes} or more; put back the file of the \
                 search, or delete it and the checkpoint to begin again. At its end, a search renames the file to --out FILE"
            )
        };
        if bytes > 0 && !part.exists() {
            return Err(missing(0));
        }
        let mut file = options.open(&part).with_context(|| shown.to_string())?;
        lock(&file, &part)?;
        let found = file.metadata()?.len();
        if found < bytes {
            return Err(missing(found));
        }
        if known.is_none() && found > 0 && !force {
            bail!(
                "{shown}: found {found} bytes, and the checkpoint is new; expected no file of that name, because solutions are \
                 written to it; move it away, or replace it with --force"
            );
        }
        file.set_len(bytes).and_then(|()| file.seek(io::SeekFrom::End(0)))?;
        let mut name = TempPath::try_from_path(&part)?;
        name.disable_cleanup(true);
        let part = Part { name, target: target.to_owned(), force };
        Ok(Self::new(target, file, bytes, Some(part)))
    }

    fn new(path: &Path, file: File, bytes: u64, part: Option<Part>) -> Self {
        Self { path: path.to_owned(), out: BufWriter::with_capacity(BUFFER, file), bytes, part }
    }

    pub fn write(path: &Path, force: bool, text: &[u8]) -> Result<()> {
        let mut file = Self::create(path, force)?;
        file.write_all(text)?;
        file.finish().map(drop)
    }

    /// Brings everything to the disk and gives the file its name. Where files can be locked, the returned
    /// file is locked.
    pub fn finish(mut self) -> Result<File> {
        self.secure()?;
        let Self { path, out, part, .. } = self;
        let (file, _) = out.into_parts();
        let Some(Part { name, target, force }) = part else { return Ok(file) };
        let renamed = if force { name.persist(&target) } else { name.persist_noclobber(&target) };
        match renamed.map_err(|error| error.error) {
            Ok(()) => Ok(file),
            Err(error) if error.kind() == io::ErrorKind::AlreadyExists => Err(exists(&path)),
            Err(error) => Err(named(&path, &error).into()),
        }
    }

    /// Removes the file that this one replaces by `force`, so that there is none of that name until `finish`.
    pub fn remove_old(&self) -> Result<()> {
        let Some(Part { target, force: true, .. }) = &self.part else { return Ok(()) };
        match fs::remove_file(target) {
            Err(error) if error.kind() != io::ErrorKind::NotFound => {
                Err(named(&self.path, &error).into())
            }
            _ => Ok(()),
        }
    }

    /// Brings everything written so far to the disk, except to a device.
    pub fn secure(&mut self) -> io::Result<()> {
        self.flush()?;
        let Some(_) = self.part else { return Ok(()) };
        self.out.get_ref().sync_all().map_err(|error| named(&self.path, &error))
    }
}

impl Write for WholeFile {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        let written = self.out.write(bytes).map_err(|error| named(&self.path, &error))?;
        self.bytes += written as u64;
        Ok(written)
    }

    fn flush(&mut self) -> io::Result<()> {
        self.out.flush().map_err(|error| named(&self.path, &error))
    }
}

/// The error with the name of the file before it.
fn named(path: &Path, error: &io::Error) -> io::Error {
    io::Error::new(error.kind(), format!("{}: {error}", path.shown()))
}

/// Whether the path is that of a device, a pipe or another thing that is neither file nor folder.
/// No file should be put beside it.
pub fn is_device(path: &Path) -> bool {
    path.exists() && !path.is_file() && !path.is_dir()
}

/// The path with a suffix appended to its name.
pub fn with_suffix(path: &Path, suffix: &str) -> PathBuf {
    let mut path = path.as_os_str().to_owned();
    path.push(suffix);
    path.into()
}

/// Whether two paths lead to the same file, which need not exist yet.
pub fn is_same(one: &Path, other: &Path) -> bool {
    place(one) == place(other)
}

/// The path without links; for a file that does not exist, its name in its folder.
fn place(path: &Path) -> PathBuf {
    let in_folder = || Some(folder_of(path).canonicalize().ok()?.join(path.file_name()?));
    path.canonicalize().ok().or_else(in_folder).unwrap_or_else(|| path.to_owned())
}

pub fn folder_of(path: &Path) -> &Path {
    path.parent().filter(|folder| *folder != Path::new("")).unwrap_or(Path::new("."))
}

/// Refuses to write a file that the command reads.
pub fn refuse_input(
    written: &Path,
    read: impl IntoIterator<Item = impl AsRef<Path>>,
) -> Result<()> {
    if !is_stdout(written) && read.into_iter().any(|read| is_same(read.as_ref(), written)) {
        bail!("{}: this file is read by the same command; name another output", written.shown());
    }
    Ok(())
}

/// Refuses to read a file that is standard output: what is written would be read again, or would replace what is not read yet.
pub fn refuse_stdout(read: &File, name: &str) -> Result<()> {
    let is_same = stdout_is(read).unwrap_or(false);
    if is_same {
        bail!(
            "{name}: this file is read, and standard output writes to it; redirect the output to another file"
        );
    }
    Ok(())
}

/// Whether standard output is redirected to a file.
#[cfg(unix)]
fn stdout_is(file: &File) -> io::Result<bool> {
    use std::os::fd::AsFd;
    use std::os::unix::fs::MetadataExt;
    let out = File::from(io::stdout().as_fd().try_clone_to_owned()?).metadata()?;
    let file = file.metadata()?;
    Ok(out.is_file() && (out.dev(), out.ino()) == (file.dev(), file.ino()))
}

/// Whether standard output is redirected to a file: not known on this system.
#[cfg(not(unix))]
#[expect(clippy::unnecessary_wraps, reason = "as on other systems")]
fn stdout_is(_: &File) -> io::Result<bool> {
    Ok(false)
}

/// The error for a file that may not be replaced.
pub fn exists(path: &Path) -> anyhow::Error {
    anyhow!("{} already exists; name another file, or overwrite it with --force", path.shown())
}

/// An error as the system says it, without the name of the unfinished file, which `tempfile` adds.
pub fn without_name(error: &io::Error) -> String {
    let text = error.to_string();
    text.split_once(" at path \"").map_or(&*text, |(said, _)| said).to_owned()
}

/// Creates a locked file beside the target, with the permissions of the target if it exists.
fn begin(target: &Path) -> io::Result<(File, TempPath)> {
    let folder = folder_of(target);
    let prefix = stale::prefix(target);
    stale::remove(folder);
    let mut builder = Builder::new();
    builder.prefix(&prefix).suffix(stale::SUFFIX).rand_bytes(stale::RANDOM);
    #[cfg(unix)]
    builder.permissions(std::os::unix::fs::PermissionsExt::from_mode(0o666));
    let (file, name) = loop {
        let (file, name) = builder.tempfile_in(folder)?.into_parts();
        if stale::claim(&file, &name) {
            break (file, name);
        }
    };
    if let Ok(old) = fs::metadata(target) {
        file.set_permissions(old.permissions())?;
    }
    Ok((file, name))
}

#[cfg(test)]
mod tests {
    use super::*;
    use tempfile::tempdir;

    #[test]
    fn a_file_that_came_up_meanwhile_is_not_replaced_either() {
        let folder = tempdir().unwrap();
        let path = folder.path().join("theirs");
        let file = WholeFile::create(&path, false).unwrap();
        fs::write(&path, "theirs").unwrap();
        assert_eq!(file.finish().unwrap_err().to_string(), exists(&path).to_string());
        assert_eq!(fs::read_to_string(&path).unwrap(), "theirs");
        assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 1);
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
}
