//! How work is spread over threads, and how an interrupt ends it.

pub mod early;
pub mod interrupt;
pub mod lanes;
pub mod memory;
pub mod panics;
pub mod pipeline;
pub mod prover;
pub mod shards;
pub mod threads;

/// Upper bound on the search for a canonical form, in nodes, so that no grid delays all others. Grids
/// that exceed it count as too symmetric. Empty, cyclic and generated grids need far fewer nodes.
pub const CANONICAL_NODES: u64 = 20_000;
