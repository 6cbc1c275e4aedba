//! Exact cover: problems, their solutions and pictures.

mod ask;
mod build;
pub mod diagram;
pub mod estimate;
mod feed;
pub mod lists;
mod matrix;
pub mod objects;
mod problem;
mod questions;
pub mod solutions;
