//! The verbs of the command line, each in a file: one program, because to link one for each file takes minutes.
//!
//! What measures time, kills processes or is run by its name in scripts is a program of its own.

#[path = "../common/mod.rs"]
mod common;
#[path = "../common/faults.rs"]
mod faults;
#[path = "../common/proofs.rs"]
mod proof_files;
#[path = "../../../results/tests/statistics/synthetic.rs"]
mod synthetic;

mod bad_input;
mod bundle;
mod candidates;
mod cheapest;
mod check;
mod check_options;
mod check_stream;
mod classes_proof;
mod compare;
mod completions;
mod count;
mod cover_diagram;
mod cover_encode;
mod cover_onto;
mod cover_parts;
mod cover_picture;
mod cover_proof;
mod cover_symmetries;
mod cover_why;
mod data;
mod engine_check;
mod estimate;
mod features;
mod files_stay;
mod floors;
mod forgeries;
mod formats;
mod generate;
mod help_list;
mod old_schemas;
mod picture;
mod problem_set;
mod proof_forms;
mod proofs;
mod rank;
mod report;
mod reproduce;
mod rules;
mod run;
mod run_corpora;
mod run_prove;
mod sheet;
mod solve;
mod solve_many;
mod split;
mod strangers;
mod tables;
mod threads;
mod trace;
mod transform;
mod web;

// `faults` is used by an example, too, where `puzzles` is beside it.
use common::puzzles;
