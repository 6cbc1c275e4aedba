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

/// What threads take beside tables, in bytes: stacks, buffers, and what the allocator keeps for each.
const THREADS: usize = 4_000_000;

/// What a limit in bytes for the whole process without the problem leaves for a search. The program
/// itself takes some ten megabytes; if that is more than three quarters of the limit, a quarter is left.
pub fn besides_program(all: usize) -> usize {
    map_large_vectors();
    let program = PROGRAM.get().copied().unwrap_or(0) + THREADS;
    all - program.min(all / 4 * 3)
}

/// Keeps what is freed from staying with this process.
///
/// The C library of GNU takes vectors of more than 128 KiB from the system one by one, and gives them back when they are
/// freed; but with each one freed it raises this bound, up to 32 MiB. From then on tables that grow leave holes, which took a
/// quarter of the memory.
#[cfg(all(target_os = "linux", target_env = "gnu"))]
fn map_large_vectors() {
    const LARGE: std::ffi::c_int = 128 << 10;
    // SAFETY: the function sets a number, behind a lock of its own. If it fails, the bound is raised as before.
    #[allow(unsafe_code)]
    unsafe {
        libc::mallopt(libc::M_MMAP_THRESHOLD, LARGE)
    };
}

#[cfg(not(all(target_os = "linux", target_env = "gnu")))]
fn map_large_vectors() {}

/// The memory that the system has given to this process; 0 where it does not say.
fn in_use() -> usize {
    let pages = || fs::read_to_string("/proc/self/statm").ok()?.split(' ').nth(1)?.parse().ok();
    pages().map_or(0, |pages: usize| pages * page_size())
}
