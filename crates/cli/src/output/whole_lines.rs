//! Standard output in whole lines: when a disk is full, a pipe closes or a verb ends with an error, the
//! output ends with a complete line.
//!
//! Lines are collected and written together. If a file takes only a part of them, the file is cut back
//! to the last line that is complete.

use std::fs::File;
use std::io::{self, Seek, Write};
use std::ops::Range;
use std::sync::atomic::{AtomicU64, Ordering};

/// Bytes collected before they are written to a file; a write takes time of its own.
const BATCH: usize = 1 << 16;
/// As [`BATCH`], for a pipe or a terminal, whose reader may be waiting.
const SMALL_BATCH: usize = 8192;

/// Bytes that a pipe takes together or not at all: `PIPE_BUF` of Linux (POSIX allows 512). A process
/// killed while its pipe is full has therefore written whole lines.
const TOGETHER: usize = 4096;

/// Number of writes begun and ended, so that it is odd during a write.
static WRITES: AtomicU64 = AtomicU64::new(0);

/// The write that is under way; `None` if none is.
pub fn write_under_way() -> Option<u64> {
    Some(WRITES.load(Ordering::Relaxed)).filter(|writes| writes % 2 == 1)
}

/// A writer that passes on whole lines only, except when it is flushed.
#[derive(Debug)]
pub struct WholeLines {
    /// Standard output, or the error with which every write fails.
    out: io::Result<File>,
    /// Bytes not written yet.
    gathered: Vec<u8>,
    /// Bytes collected before they are written, and the most that are written together.
    batch: usize,
    together: usize,
    /// Bytes of `gathered` up to its last line end. Searching for that line end at each write would take
    /// time quadratic in the length of a long line.
    whole: usize,
    failed: bool,
}

impl WholeLines {
    /// A writer to a file, a pipe or a terminal. Without one, writes fail with this error.
    pub fn new(out: io::Result<File>) -> Self {
        let is_file =
            out.as_ref().is_ok_and(|out| out.metadata().is_ok_and(|about| about.is_file()));
        let (batch, together) = if is_file { (BATCH, BATCH) } else { (SMALL_BATCH, TOGETHER) };
        let gathered = Vec::with_capacity(2 * batch);
        Self { out, gathered, batch, together, whole: 0, failed: false }
    }

    fn write_to_out(&mut self, bytes: Range<usize>) -> io::Result<usize> {
        match &mut self.out {
            Ok(out) => {
                WRITES.fetch_add(1, Ordering::Relaxed);
                let written = out.write(&self.gathered[bytes]);
                WRITES.fetch_add(1, Ordering::Relaxed);
                written
            }
            Err(error) => Err(io::Error::new(error.kind(), error.to_string())),
        }
    }

    /// Writes the first `length` bytes of `gathered`.
    fn pass_on(&mut self, length: usize) -> io::Result<()> {
        let (mut written, mut end) = (0, 0);
        while written < length {
            if written >= end {
                end = written + together(&self.gathered[written..length], self.together);
            }
            match self.write_to_out(written..end) {
                Ok(0) => return Err(self.fail(written, io::ErrorKind::WriteZero.into())),
                Ok(more) => written += more,
                Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
                Err(error) => return Err(self.fail(written, error)),
            }
        }
        self.gathered.drain(..length);
        self.whole = self.whole.saturating_sub(length);
        Ok(())
    }

    /// Cuts the file back after `written` bytes and refuses further writes. Returns the error of the write, with the name of
    /// the file, even if cutting back failed.
    fn fail(&mut self, written: usize, error: io::Error) -> io::Error {
        self.failed = true;
        let cut = written - lines(&self.gathered[..written]);
        if cut > 0
            && let Ok(out) = &mut self.out
        {
            let _ = cut_back(out, cut as u64);
        }
        self.gathered.clear();
        self.whole = 0;
        match error.kind() {
            // The reader closed the pipe on purpose and needs no message.
            io::ErrorKind::BrokenPipe => error,
            kind => io::Error::new(kind, format!("standard output: {error}")),
        }
    }
}

/// The length of the leading lines that fit into `most` bytes, or of the first line if that is longer.
fn together(bytes: &[u8], most: usize) -> usize {
    match bytes.get(..most).map(lines) {
        None => bytes.len(),
        Some(0) => bytes.split_inclusive(|&byte| byte == b'\n').next().unwrap_or(bytes).len(),
        Some(length) => length,
    }
}

/// The length of the whole lines at the beginning.
fn lines(bytes: &[u8]) -> usize {
    bytes.iter().rposition(|&byte| byte == b'\n').map_or(0, |newline| newline + 1)
}

/// Removes `bytes` from the end of a file, unless another process has written to the file since.
fn cut_back(out: &mut File, bytes: u64) -> io::Result<()> {
    let about = out.metadata()?;
    if about.is_file() && out.stream_position()? == about.len() {
        out.set_len(about.len() - bytes)?;
        out.seek(io::SeekFrom::End(0))?;
    }
    Ok(())
}

impl Write for WholeLines {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        if self.failed {
            return Err(io::ErrorKind::BrokenPipe.into());
        }
        let ended = lines(bytes);
        if ended > 0 {
            self.whole = self.gathered.len() + ended;
        }
        self.gathered.extend_from_slice(bytes);
        if self.gathered.len() >= self.batch {
            self.pass_on(self.whole)?;
        }
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        self.pass_on(self.gathered.len())?;
        self.out.as_mut().map_or(Ok(()), Write::flush)
    }
}

impl Drop for WholeLines {
    fn drop(&mut self) {
        // Errors are lost here, so a caller that must report them calls `flush` before.
        let _ = self.pass_on(self.whole);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::fs;

    fn in_a_file(write: impl FnOnce(&mut WholeLines)) -> String {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("out");
        write(&mut WholeLines::new(File::create(&path)));
        fs::read_to_string(path).unwrap()
    }

    #[test]
    fn a_line_that_is_not_finished_stays_behind() {
        let written = |text: &str| in_a_file(|out| out.write_all(text.as_bytes()).unwrap());
        assert_eq!(written("one\ntwo\nthr"), "one\ntwo\n");
        let long = "x".repeat(3 * BATCH);
        assert_eq!(written(&format!("a\n{long}\n{long}")), format!("a\n{long}\n"));
        assert_eq!(written(&long), "");
    }

    /// The line is written byte by byte. This would take hours if each write searched the whole line for its end.
    #[test]
    fn a_line_of_megabytes_may_come_in_small_pieces() {
        let text = in_a_file(|out| {
            for _ in 0..4 << 20 {
                out.write_all(b"x").unwrap();
            }
            out.write_all(b"\n1\n2").unwrap();
        });
        assert_eq!(text.len(), (4 << 20) + 3);
        assert!(text.ends_with("x\n1\n"));
    }

    /// Lines of many lengths are written into a pipe until the pipe is full.
    #[cfg(unix)]
    #[test]
    fn a_pipe_that_nobody_reads_has_whole_lines() {
        use rustix::fs::{OFlags, fcntl_setfl};
        use std::io::Read;
        use std::os::fd::OwnedFd;

        let (mut reader, writer) = io::pipe().unwrap();
        // A write to the full pipe fails instead of waiting. The pipe then has what it would have if the process
        // had been killed while it waited.
        fcntl_setfl(&writer, OFlags::NONBLOCK).unwrap();
        let mut out = WholeLines::new(Ok(File::from(OwnedFd::from(writer))));
        let mut length = 0;
        let full = loop {
            length = (length + 37) % 500;
            if let Err(error) = writeln!(out, "{}", "x".repeat(length)) {
                break error;
            }
        };
        assert_eq!(full.kind(), io::ErrorKind::WouldBlock);
        drop(out);
        let mut text = String::new();
        reader.read_to_string(&mut text).unwrap();
        assert!(text.len() > TOGETHER && text.ends_with('\n'), "{} bytes", text.len());
    }

    #[test]
    fn a_file_is_cut_back_to_its_last_whole_line() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("out");
        fs::write(&path, "before\none\ntw").unwrap();
        let mut file = File::options().append(true).open(&path).unwrap();
        file.seek(io::SeekFrom::End(0)).unwrap();
        cut_back(&mut file, 2).unwrap();
        assert_eq!(fs::read_to_string(&path).unwrap(), "before\none\n");
        file.seek(io::SeekFrom::Start(3)).unwrap();
        cut_back(&mut file, 2).unwrap();
        assert_eq!(
            fs::read_to_string(&path).unwrap(),
            "before\none\n",
            "the file has bytes after this position"
        );
    }

    #[test]
    fn after_a_failure_nothing_more_is_written() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("out");
        fs::write(&path, "").unwrap();
        let mut out = WholeLines::new(File::open(&path));
        out.write_all(b"one\n").unwrap();
        assert!(out.flush().is_err(), "it is open for reading only");
        assert_eq!(out.write(b"two\n").unwrap_err().kind(), io::ErrorKind::BrokenPipe);
    }
}
