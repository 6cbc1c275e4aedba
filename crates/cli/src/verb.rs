//! The verbs, one a module.

pub mod check;
pub mod compare;
pub mod completions;
pub mod consent;
pub mod cover;
pub mod doctor;
pub mod encode;
pub mod engine;
pub mod estimate;
pub mod gate;
pub mod generate;
pub mod list;
pub mod merge;
pub mod missing;
pub mod play;
pub mod race;
pub mod rank;
pub mod report;
pub mod reproduce;
pub mod run;
pub mod slurm;
pub mod solve;
pub mod transform;
pub mod verify;
pub mod web;
