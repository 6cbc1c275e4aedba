//! Instructions retired, through the kernel's perf events; on Linux only.

use std::io;

#[cfg(target_os = "linux")]
use perf_event::{Builder, Counter, events::Hardware};

/// A running counter of the instructions that the thread retires which started it, in user mode.
pub struct Instructions {
    #[cfg(target_os = "linux")]
    counter: Counter,
}

#[cfg(target_os = "linux")]
impl Instructions {
    /// Starts to count.
    ///
    /// # Errors
    /// If the kernel or the machine does not let them be counted.
    pub fn start() -> io::Result<Self> {
        let mut counter = Builder::new(Hardware::INSTRUCTIONS).build()?;
        counter.enable()?;
        let mut instructions = Self { counter };
        // Some virtual machines open the counter and never count.
        let before = instructions.read()?;
        std::hint::black_box((0..1000u64).map(std::hint::black_box).sum::<u64>());
        if instructions.read()? == before {
            return Err(io::ErrorKind::Unsupported.into());
        }
        Ok(instructions)
    }

    /// How many there were so far.
    ///
    /// # Errors
    /// If the kernel does not say.
    pub fn read(&mut self) -> io::Result<u64> {
        self.counter.read()
    }
}

#[cfg(not(target_os = "linux"))]
impl Instructions {
    /// Starts to count.
    ///
    /// # Errors
    /// Always: only Linux lets them be counted like this.
    pub fn start() -> io::Result<Self> {
        Err(io::ErrorKind::Unsupported.into())
    }

    /// How many there were so far.
    ///
    /// # Errors
    /// Always.
    pub fn read(&mut self) -> io::Result<u64> {
        Err(io::ErrorKind::Unsupported.into())
    }
}
