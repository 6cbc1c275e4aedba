//! The sub-problems of a count with a memo, after the first line of its checkpoint.
//!
//! They are appended in blocks. A block is the number of bytes of its records (32 bits), their sha256 in hexadecimal digits, and the
//! records. A record is the numbers of bytes of a sub-problem and of its number of solutions (32 bits each), and both. All numbers have
//! their lowest byte first. A block that is cut off or damaged ends the file: what it and later blocks held is counted again.

use std::fs::File;
use std::io::{BufReader, Read, Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

use anyhow::{Context, Result};
use num_bigint::BigUint;
use quadrille_cover::CancelToken;
use quadrille_cover::search::Keeper;
use quadrille_results::{Fingerprint, Shown};

/// Number of bytes of records at which a block is written, however little time has passed.
const BLOCK: usize = 1 << 20;
/// Number of bytes of a block before its records.
const HEAD: usize = 4 + 64;
/// Upper bound on the time between two writes.
const SELDOM: Duration = Duration::from_secs(10);
/// Writes take one in this many parts of the time, unless they would be seldom.
const SHARE: u32 = 100;

/// The time after a write before the next one.
pub fn pause(write: Duration) -> Duration {
    SELDOM.min(write.saturating_mul(SHARE))
}

/// Writes sub-problems to the file of a checkpoint, and reads those that are there.
pub struct MemoFile<'s> {
    path: PathBuf,
    /// Number of bytes of the first line.
    begin: u64,
    /// Ends the search if the file cannot be written.
    stop: &'s CancelToken,
    state: Mutex<State>,
}

struct State {
    file: File,
    /// Records that are not written yet.
    records: Vec<u8>,
    written: Instant,
    /// How long after that the next block is written.
    pause: Duration,
    /// Numbers of sub-problems read and kept.
    restored: u64,
    kept: u64,
    failed: Option<std::io::Error>,
}

impl<'s> MemoFile<'s> {
    /// The sub-problems in a checkpoint whose first line has `begin` bytes.
    pub fn open(path: &Path, begin: u64, stop: &'s CancelToken) -> Result<Self> {
        let file = File::options().read(true).write(true).open(path);
        let file = file.with_context(|| path.shown().to_string())?;
        let state = State {
            file,
            records: Vec::new(),
            written: Instant::now(),
            pause: Duration::ZERO,
            restored: 0,
            kept: 0,
            failed: None,
        };
        Ok(Self { path: path.to_owned(), begin, stop, state: Mutex::new(state) })
    }

    fn state(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Writes what is left. Returns the numbers of sub-problems restored and kept by this search.
    pub fn finish(&self) -> Result<(u64, u64)> {
        let mut state = self.state();
        state.write();
        let failed = state.failed.take();
        failed
            .map_or(Ok((state.restored, state.kept)), Err)
            .with_context(|| self.path.shown().to_string())
    }
}

impl Keeper for MemoFile<'_> {
    fn restore(&self, take: &mut dyn FnMut(&[u8], &BigUint)) {
        let mut state = self.state();
        // An engine that begins again with larger numbers restores what it has kept itself.
        state.write();
        match state.read(self.begin, take) {
            Ok(restored) => state.restored = restored,
            Err(error) => state.fail(error, self.stop),
        }
    }

    fn keep(&self, sub_problem: &[u8], solutions: &BigUint) {
        let mut state = self.state();
        let solutions = solutions.to_bytes_le();
        for length in [sub_problem.len(), solutions.len()] {
            state.records.extend_from_slice(&(length as u32).to_le_bytes());
        }
        state.records.extend_from_slice(sub_problem);
        state.records.extend_from_slice(&solutions);
        state.kept += 1;
        if state.records.len() >= BLOCK || state.written.elapsed() >= state.pause {
            state.write();
            if state.failed.is_some() {
                self.stop.cancel();
            }
        }
    }
}

impl State {
    fn fail(&mut self, error: std::io::Error, stop: &CancelToken) {
        self.failed = Some(error);
        stop.cancel();
    }

    /// Writes the records as a block. After a failure nothing more is written.
    fn write(&mut self) {
        let records = std::mem::take(&mut self.records);
        self.written = Instant::now();
        if records.is_empty() || self.failed.is_some() {
            return;
        }
        let length = (records.len() as u32).to_le_bytes();
        let block = [&length[..], checksum(&records).as_bytes(), &records].concat();
        let written = self.file.write_all(&block).and_then(|()| self.file.sync_data());
        self.failed = written.err();
        self.pause = pause(self.written.elapsed());
        self.written = Instant::now();
    }

    /// Passes all records of whole blocks to `take`, cuts off what follows, and returns the number of records.
    fn read(&mut self, begin: u64, take: &mut dyn FnMut(&[u8], &BigUint)) -> std::io::Result<u64> {
        self.file.seek(SeekFrom::Start(begin))?;
        let mut left = self.file.metadata()?.len().saturating_sub(begin);
        let mut reader = BufReader::new(&self.file);
        let (mut end, mut count) = (begin, 0);
        while let Some(records) = block(&mut reader, &mut left)? {
            let Some(found) = each_record(&records, take) else { break };
            count += found;
            end += (HEAD + records.len()) as u64;
        }
        self.file.set_len(end)?;
        self.file.seek(SeekFrom::Start(end))?;
        Ok(count)
    }
}

fn checksum(records: &[u8]) -> String {
    Fingerprint::of(records).to_string()
}

/// The records of the next block; `None` if no whole block follows. `left` is the number of bytes that follow.
fn block(reader: &mut impl Read, left: &mut u64) -> std::io::Result<Option<Vec<u8>>> {
    let (mut length, mut sum) = ([0; 4], [0; HEAD - 4]);
    let Some(after) = left.checked_sub(HEAD as u64) else { return Ok(None) };
    reader.read_exact(&mut length)?;
    reader.read_exact(&mut sum)?;
    let length = u32::from_le_bytes(length);
    let Some(after) = after.checked_sub(length.into()) else { return Ok(None) };
    *left = after;
    let mut records = vec![0; length as usize];
    reader.read_exact(&mut records)?;
    Ok((checksum(&records).as_bytes() == sum).then_some(records))
}

/// Passes each record to `take`, and returns their number; `None` if they are malformed.
fn each_record(mut records: &[u8], take: &mut dyn FnMut(&[u8], &BigUint)) -> Option<u64> {
    let mut count = 0;
    while !records.is_empty() {
        let (lengths, rest) = records.split_first_chunk::<8>()?;
        let [a, b, c, d, e, f, g, h] = *lengths;
        let [sub_problem, solutions] = [[a, b, c, d], [e, f, g, h]].map(u32::from_le_bytes);
        let (sub_problem, rest) = rest.split_at_checked(sub_problem as usize)?;
        let (solutions, rest) = rest.split_at_checked(solutions as usize)?;
        take(sub_problem, &BigUint::from_bytes_le(solutions));
        records = rest;
        count += 1;
    }
    Some(count)
}

#[cfg(test)]
mod tests {
    use std::fs;

    use super::*;

    fn restored(path: &Path) -> Vec<(Vec<u8>, BigUint)> {
        let stop = CancelToken::default();
        let kept = MemoFile::open(path, 6, &stop).unwrap();
        let mut all = Vec::new();
        kept.restore(&mut |sub_problem, solutions| {
            all.push((sub_problem.to_vec(), solutions.clone()));
        });
        assert_eq!(kept.finish().unwrap(), (all.len() as u64, 0));
        all
    }

    /// Whatever is cut off or changed, what is read was written.
    #[test]
    fn what_is_read_was_written() {
        let folder = tempfile::tempdir().unwrap();
        let path = &folder.path().join("c");
        fs::write(path, "first\n").unwrap();
        let stop = CancelToken::default();
        let kept = MemoFile::open(path, 6, &stop).unwrap();
        let mut written = Vec::new();
        for i in 0..5u8 {
            let record = (vec![i; usize::from(i)], BigUint::from(7u32) << (60 * u32::from(i)));
            kept.restore(&mut |_, _| {});
            kept.keep(&record.0, &record.1);
            written.push(record);
        }
        assert_eq!(kept.finish().unwrap(), (4, 5));
        assert_eq!(restored(path), written);
        let bytes = fs::read(path).unwrap();
        for at in 6..bytes.len() {
            fs::write(path, &bytes[..at]).unwrap();
            assert!(written.starts_with(&restored(path)));
            let mut changed = bytes.clone();
            changed[at] ^= 1;
            fs::write(path, changed).unwrap();
            let found = restored(path);
            assert!(found.len() < written.len() && written.starts_with(&found), "{at}");
            assert_eq!(restored(path), found, "the rest is cut off");
        }
    }
}
