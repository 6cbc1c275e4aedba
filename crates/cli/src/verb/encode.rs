//! `quadrille encode`: a named problem as DLX text.

use std::io::Write;
use std::path::Path;

use anyhow::{Context, Result, anyhow, bail};
use quadrille_cover::{Problem, family};
use quadrille_sudoku::encode::to_problem;
use quadrille_sudoku::format::InputFormat;
use quadrille_sudoku::{Grid, Order, Puzzle};

use crate::Status;
use crate::args::{Encode, Source};
use crate::input;
use crate::output::stdout;
use crate::whole_file::WholeFile;

pub fn run(args: &Encode) -> Result<Status> {
    let problem = match args.family.split_once(':') {
        Some(("sudoku", what)) => sudoku(what)?,
        _ if args.family == "sudoku" => sudoku("9")?,
        _ => family::build(&args.family).map_err(|error| match error {
            family::FamilyError::Unknown(_) => anyhow!("{error}, sudoku"),
            _ => error.into(),
        })?,
    };
    let text = problem.to_string();
    match args.out.as_deref() {
        Some(path) if path != Path::new("-") => {
            let mut file = WholeFile::create(path, args.force)?;
            file.write_all(text.as_bytes()).with_context(|| path.display().to_string())?;
            file.finish()?;
        }
        _ => {
            let mut out = stdout();
            out.write_all(text.as_bytes())?;
            out.flush()?;
        }
    }
    Ok(Status::Positive)
}

/// The problem of an empty grid, a puzzle, or the first puzzle of a file.
fn sudoku(what: &str) -> Result<Problem> {
    let order = what.parse().ok().and_then(Order::from_side);
    let puzzle = match order {
        Some(order) => Puzzle::new(Grid::empty(order)),
        None => read(what)?,
    };
    to_problem(&puzzle).map_err(|clash| anyhow!("sudoku has no solution: {clash}"))
}

fn read(what: &str) -> Result<Puzzle> {
    let source = Source { input: Some(what.to_owned()), format: InputFormat::Auto, size: None };
    let mut puzzles =
        input::puzzles(&source).with_context(|| format!("`sudoku:{what}` names no size"))?;
    let name = puzzles.name;
    let mut next = || puzzles.reader.next().transpose().map_err(|e| anyhow!("{name}:{e}"));
    let Some(found) = next()? else { bail!("{name}: found no puzzle; expected one") };
    if let Some(second) = next()? {
        bail!("{name}:{}: found a second puzzle; expected one only", second.line);
    }
    Ok(found.puzzle)
}
