//! What `compare` is told.

use clap::Args;

use super::{Output, Times};

#[derive(Debug, Args)]
pub struct Compare {
    /// Results to hold the others against; if there are no others, a file with two runs, or with the engines named
    #[arg(value_name = "A")]
    pub a: String,
    /// Results to be held against them
    #[arg(value_name = "B")]
    pub b: Option<String>,
    /// Two engines: the first of A, the second of B, or both of A; every engine with itself unless named
    #[arg(long, value_name = "X,Y", value_parser = two)]
    pub engines: Option<(String, String)>,
    #[command(flatten)]
    pub times: Times,
    /// How to print it
    #[arg(long, value_name = "NAME", default_value = "plain")]
    pub output: Output,
}

fn two(text: &str) -> Result<(String, String), String> {
    match text.split_once(',') {
        Some((x, y)) if !x.is_empty() && !y.is_empty() && !y.contains(',') => {
            Ok((x.to_owned(), y.to_owned()))
        }
        _ => Err("expected two names with a comma between them".to_owned()),
    }
}
