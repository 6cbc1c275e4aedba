//! Exact cover: problems, their solutions and pictures.

mod ask;
mod build;
mod feed;
mod matrix;
pub mod problem;
pub mod solutions;
