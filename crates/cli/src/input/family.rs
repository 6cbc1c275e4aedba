//! Problems named by a spec: the families of exact cover, and Sudoku.
//!
//! `queens:8` is a spec: a family and its parameters. Parameters that name files are read here.

use std::iter;
use std::sync::Arc;

use anyhow::{Context, Result, anyhow, bail};
use quadrille_cover::family::layout::{Kind, Role};
use quadrille_cover::family::{self, Layout};
pub use quadrille_cover::family::{MARK, in_comment};
use quadrille_results::Shown;
use quadrille_sudoku::encode::to_problem;
use quadrille_sudoku::format::write;
use quadrille_sudoku::rules::read::Found;
use quadrille_sudoku::{Grid, Order, Puzzle};

use super::one_puzzle;
use super::rules::{self, of_file};
use crate::args::Source;

/// Where the items of a spec's problem lie on a board.
pub fn layout(spec: &str) -> Result<Layout> {
    if let Some(what) = of_sudoku(spec) {
        return sudoku_layout(&sudoku(what)?);
    }
    if let Some(what) = spec.strip_prefix(RULES) {
        return ruled_layout(&ruled(what)?);
    }
    let spec = family::inlined(spec, of_file)?;
    let layout = family::layout(&spec)?;
    let not_drawn = || anyhow!("`{spec}` cannot be drawn: no item has a place; omit --picture");
    layout.ok_or_else(not_drawn)
}

/// DLX text of a spec's problem, as `encode` writes it. The recorded spec has the contents of files in it
/// instead of their names.
pub fn text(spec: &str) -> Result<Vec<u8>> {
    let (problem, spec) = if let Some(what) = of_sudoku(spec) {
        let puzzle = sudoku(what)?;
        let clash = |clash| anyhow!("sudoku has no solution: {clash}");
        let rows = puzzle.order().side();
        let givens = match puzzle.clues() {
            0 if puzzle.candidates().is_none() => String::new(),
            _ => format!(":{}", write::puzzle(&puzzle)),
        };
        (to_problem(&puzzle).map_err(clash)?, format!("sudoku:{rows}{givens}"))
    } else if let Some(what) = spec.strip_prefix(RULES) {
        let Found { rules, givens, .. } = ruled(what)?;
        let (problem, _) =
            rules.to_problem(&givens).map_err(|why| anyhow!("no solution: {why}"))?;
        let is_empty = givens.iter().all(|&digit| digit == 0) && rules.signs().next().is_none();
        let givens =
            if is_empty { String::new() } else { format!("={}", rules.puzzle_line(&givens)) };
        (problem, format!("{RULES}{}{givens}", rules.name()))
    } else {
        let problem = family::build_with(spec, of_file)?;
        (problem, family::inlined(spec, of_file)?)
    };
    Ok(format!("{MARK}{}\n{problem}", spec.shown()).into_bytes())
}

/// What begins the spec of a grid under rules: `rules:2x3+x` for the empty grid, `rules:2x3+x=` followed by a puzzle or a file.
pub const RULES: &str = "rules:";

/// The puzzle of a spec of rules.
fn ruled(what: &str) -> Result<Found> {
    let (names, puzzle) =
        what.rsplit_once('=').map_or((what, None), |(names, puzzle)| (names, Some(puzzle)));
    let Some(puzzle) = puzzle else {
        let rules = rules::spec(names)?.rules(None)?;
        return Ok(Found { givens: vec![0; rules.cells()], rules: Arc::new(rules), line: 1 });
    };
    let (name, mut reader) = rules::open(&Source::auto(puzzle), names)?;
    match (reader.next(), reader.next()) {
        (Some(found), None) => found.map_err(|error| anyhow!("{name}:{error}")),
        (None, _) => bail!("{name}: found no puzzle; expected one"),
        (_, Some(_)) => bail!("{name}: found a second puzzle; expected only one"),
    }
}

/// Where the items of a grid under rules lie, by the options of the empty grid, each of which begins with its cell.
fn ruled_layout(Found { rules, givens, .. }: &Found) -> Result<Layout> {
    let size = [1, rules.rows(), rules.columns()];
    let mut layout = Layout::new(size, Kind::Symbols { block: 0 });
    for (cell, region) in rules.regions().into_iter().enumerate() {
        match region {
            Some(region) => layout.region(cell, region + 1),
            None if rules.is_cell(cell) => {}
            None => layout.hole(cell),
        }
    }
    let whole = rules.to_problem(&vec![0; rules.cells()]);
    let (problem, decoder) = whole.map_err(|why| anyhow!("{why}"))?;
    for (option, &(cell, digit)) in problem.option_ids().zip(decoder.placements()) {
        let names = problem.option(option).iter().map(|entry| problem.item_name(entry.item));
        let roles = [Role::Cell(usize::from(cell)), Role::Text(digit.to_string())];
        for (name, role) in names.zip(roles.into_iter().chain(iter::repeat(Role::Nothing))) {
            layout.role(name, role);
        }
    }
    for (cell, &digit) in givens.iter().enumerate().filter(|&(_, &digit)| digit > 0) {
        layout.given(cell, digit.to_string());
    }
    Ok(layout)
}

/// The part of a spec after `sudoku:`, or "9" for `sudoku` alone; `None` for another family, such as `sudoku:2x3`, whose boxes
/// are not square.
fn of_sudoku(spec: &str) -> Option<&str> {
    let is_number = |text: &str| !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit());
    let are_sides = |(rows, columns)| is_number(rows) && is_number(columns);
    match spec.split_once(':') {
        Some(("sudoku", what)) if what.split_once('x').is_some_and(are_sides) => None,
        Some(("sudoku", what)) => Some(what),
        None if spec == "sudoku" => Some("9"),
        _ => None,
    }
}

/// A size (the empty grid), or a puzzle or file, with or without a size before it.
fn sudoku(what: &str) -> Result<Puzzle> {
    let order = |text: &str| text.parse().ok().and_then(Order::from_side);
    if let Some(order) = order(what) {
        return Ok(Puzzle::new(Grid::empty(order)));
    }
    let (size, puzzle) = match what.split_once(':') {
        Some((rows, puzzle)) if order(rows).is_some() => (order(rows), puzzle),
        _ => (None, what),
    };
    one_puzzle(puzzle, size).with_context(|| {
        format!("`sudoku:{what}` does not name a size, such as 16, or 2x3 for boxes of 2 rows and 3 columns")
    })
}

/// Where the items of a Sudoku lie. Their names are taken from the empty grid's problem, whose options
/// are in the order of cells, then digits.
fn sudoku_layout(puzzle: &Puzzle) -> Result<Layout> {
    let order = puzzle.order();
    let side = order.side();
    let mut layout = Layout::new([1, side, side], Kind::Symbols { block: order.n() });
    let whole = to_problem(&Puzzle::new(Grid::empty(order))).map_err(|clash| anyhow!("{clash}"))?;
    for (index, option) in whole.option_ids().enumerate() {
        let (cell, digit) = (index / side, index % side + 1);
        let names = whole.option(option).iter().map(|entry| whole.item_name(entry.item));
        let roles = [Role::Cell(cell), Role::Text(digit.to_string()), Role::Nothing, Role::Nothing];
        for (name, role) in names.zip(roles) {
            layout.role(name, role);
        }
    }
    for (cell, &digit) in puzzle.givens().cells().iter().enumerate().filter(|&(_, &d)| d > 0) {
        layout.given(cell, digit.to_string());
    }
    Ok(layout)
}
