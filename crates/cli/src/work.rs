//! How work is spread over threads, and how an interrupt ends it.

pub mod interrupt;
pub mod lanes;
pub mod pipeline;
pub mod threads;
