//! Exact cover: problems, their solutions and pictures.

mod ask;
pub use ask::budget;
mod build;
mod feed;
mod matrix;
pub mod problem;
pub mod solutions;
