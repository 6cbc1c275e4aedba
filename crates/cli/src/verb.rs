//! The verbs, one a module.

pub mod check;
pub mod cover;
pub mod doctor;
pub mod encode;
pub mod generate;
pub mod list;
pub mod play;
pub mod run;
pub mod solve;
