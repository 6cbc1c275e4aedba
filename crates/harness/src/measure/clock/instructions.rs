//! Instructions retired, through the kernel's perf events; on Linux only.

use std::io;

#[cfg(target_os = "linux")]
use perf_event::{Builder, Counter, events::Hardware};

/// A running counter of the instructions that its thread retires in user mode.
pub struct Instructions {
    #[cfg(target_os = "linux")]
    counter: Counter,
}

#[cfg(target_os = "linux")]
impl Instructions {
    /// Starts a counter for the calling thread.
    ///
    /// # Errors
    /// If the kernel or the machine does not support it.
    pub fn start() -> io::Result<Self> {
        let mut counter = Builder::new(Hardware::INSTRUCTIONS).build()?;
        counter.enable()?;
        let mut instructions = Self { counter };
        // Some virtual machines open the counter but never count.
        let before = instructions.read()?;
        std::hint::black_box((0..1000u64).map(std::hint::black_box).sum::<u64>());
        if instructions.read()? == before {
            return Err(io::ErrorKind::Unsupported.into());
        }
        Ok(instructions)
    }

    /// The number of instructions so far.
    ///
    /// # Errors
    /// If the kernel does not report it.
    pub fn read(&mut self) -> io::Result<u64> {
        self.counter.read()
    }
}

#[cfg(not(target_os = "linux"))]
#[expect(missing_docs, reason = "as above; only Linux has such a counter")]
impl Instructions {
    pub fn start() -> io::Result<Self> {
        Err(io::ErrorKind::Unsupported.into())
    }

    pub fn read(&mut self) -> io::Result<u64> {
        Err(io::ErrorKind::Unsupported.into())
    }
}
