//! The arguments of `sheet`.

use std::path::PathBuf;

use clap::Args;
use quadrille_view::picture::sheet::Caption;
use quadrille_view::picture::sheet::pdf::Paper;

use super::{Source, choice};

#[derive(Debug, Args)]
pub struct Sheet {
    #[command(flatten)]
    pub source: Source,
    /// Rules of the grids, with `+` between them, such as 2x3, x+hyper or a file with regions; `quadrille help RULES` explains them
    #[arg(long, value_name = "RULES")]
    pub rules: Option<String>,
    /// Write the sheet to this file, whose name ends in .pdf, .html or .svg; an SVG of several pages is FILE-1.svg, FILE-2.svg and so on
    #[arg(long, value_name = "FILE")]
    pub out: PathBuf,
    /// Beginning of the heading of each page [default: the name of the file of puzzles]
    #[arg(long, value_name = "TEXT")]
    pub title: Option<String>,
    /// What stands under each puzzle beside its number, with commas between: name, rules, difficulty, rating, level, clues, or
    /// `none` for the number alone [default: rules,level,clues]
    #[arg(long, value_name = "PART,...", value_parser = captions)]
    pub caption: Option<Captions>,
    /// Put N puzzles on each page, and twice as many solutions [default: 6 up to 9 rows, 2 up to 16 rows, otherwise 1]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u8).range(1..=30))]
    pub per_page: Option<u8>,
    /// Large digits and captions, and one puzzle on each page unless --per-page says otherwise
    #[arg(long)]
    pub large_print: bool,
    /// Leave out the solutions
    #[arg(long)]
    pub no_solutions: bool,
    /// Size of the paper of a PDF
    #[arg(long, value_name = "NAME", default_value = "a4", value_parser = choice(PAPERS))]
    pub paper: Paper,
    /// Overwrite existing files
    #[arg(long)]
    pub force: bool,
    /// Skip puzzles that cannot be read
    #[arg(long)]
    pub keep_going: bool,
    /// Print no messages except errors
    #[arg(long)]
    pub quiet: bool,
}

/// The parts of the line under a puzzle.
#[derive(Clone, Debug)]
pub struct Captions(pub Vec<Caption>);

const PAPERS: &[(&str, Paper, &str)] =
    &[("a4", Paper::A4, "210 by 297 mm"), ("letter", Paper::Letter, "8.5 by 11 inches")];

fn captions(text: &str) -> Result<Captions, String> {
    if text == "none" {
        return Ok(Captions(Vec::new()));
    }
    let one = |name: &str| {
        let found = Caption::ALL.into_iter().find(|(known, ..)| *known == name);
        found.map(|(_, caption, _)| caption).ok_or_else(|| {
            let names = Caption::ALL.map(|(name, ..)| name).join(", ");
            format!("found '{name}'; expected none, or some of {names}")
        })
    };
    text.split(',').map(one).collect::<Result<_, _>>().map(Captions)
}
