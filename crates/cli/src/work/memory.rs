//! What a limit of memory leaves for a search.

use std::fs;
use std::sync::OnceLock;

use rustix::param::page_size;

/// The memory of the program before it read a problem, in bytes.
static PROGRAM: OnceLock<usize> = OnceLock::new();

/// To be called before a problem is read.
pub fn note_program() {
    PROGRAM.get_or_init(in_use);
}

/// What a limit in megabytes (10^6 bytes) for the whole process without the problem leaves for a search, in bytes. The program
/// itself takes some ten megabytes; if that is more than half of the limit, a half is left.
pub fn besides_program(megabytes: usize) -> usize {
    let all = megabytes.saturating_mul(1_000_000);
    all - PROGRAM.get().copied().unwrap_or(0).min(all / 2)
}

/// The memory that the system has given to this process; 0 where it does not say.
fn in_use() -> usize {
    let pages = || fs::read_to_string("/proc/self/statm").ok()?.split(' ').nth(1)?.parse().ok();
    pages().map_or(0, |pages: usize| pages * page_size())
}
