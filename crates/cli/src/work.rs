//! How work is spread over threads, and how an interrupt ends it.

pub mod early;
pub mod interrupt;
pub mod memory;
pub mod panics;
pub mod pipeline;
pub mod shards;
pub mod threads;
