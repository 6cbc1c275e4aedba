//! Instructions retired, through the kernel's perf events; on Linux only.

use std::io;

#[cfg(target_os = "linux")]
pub use perf_event::Counter;

/// Stands for the counter on systems without perf events. It has no values, because `start` fails there.
#[cfg(not(target_os = "linux"))]
pub enum Counter {}

#[cfg(not(target_os = "linux"))]
#[expect(missing_docs, reason = "as on Linux")]
impl Counter {
    pub fn read(&mut self) -> io::Result<u64> {
        match *self {}
    }
}

/// Starts a counter of the instructions that the calling thread retires in user mode.
///
/// # Errors
/// If the kernel or the machine does not support it.
#[cfg(target_os = "linux")]
pub fn start() -> io::Result<Counter> {
    use perf_event::{Builder, events::Hardware};
    let mut counter = Builder::new(Hardware::INSTRUCTIONS).build()?;
    counter.enable()?;
    // Some virtual machines open the counter but never count.
    let before = counter.read()?;
    std::hint::black_box((0..1000u64).map(std::hint::black_box).sum::<u64>());
    if counter.read()? == before {
        return Err(io::ErrorKind::Unsupported.into());
    }
    Ok(counter)
}

#[cfg(not(target_os = "linux"))]
#[expect(missing_docs, reason = "as on Linux")]
pub fn start() -> io::Result<Counter> {
    Err(io::ErrorKind::Unsupported.into())
}
