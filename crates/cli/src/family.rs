//! Named problems: the families of exact cover, whose files are read here, and Sudoku.

use std::fs;

use anyhow::{Context, Result, anyhow, bail};
use quadrille_cover::Problem;
use quadrille_cover::family::layout::{Kind, Role};
use quadrille_cover::family::{self, FamilyError, Layout};
use quadrille_sudoku::encode::to_problem;
use quadrille_sudoku::format::{InputFormat, write};
use quadrille_sudoku::{Grid, Order, Puzzle};

use crate::args::Source;
use crate::input;

/// How `encode` says in a comment which problem it wrote, and `cover` knows where its items lie.
const MARK: &str = "| family ";

/// A problem that was named, and a spec that names it without the files of puzzles and shapes.
struct Named {
    problem: Problem,
    spec: String,
}

/// The problem that a spec names.
fn problem(spec: &str) -> Result<Named> {
    if let Some(what) = of_sudoku(spec) {
        let puzzle = sudoku(what)?;
        let clash = |clash| anyhow!("sudoku has no solution: {clash}");
        let problem = to_problem(&puzzle).map_err(clash)?;
        return Ok(Named { problem, spec: inlined(&puzzle) });
    }
    let problem = family::build_with(spec, of_file).map_err(with_sudoku)?;
    Ok(Named { problem, spec: family::inlined(spec, of_file)? })
}

/// Where the items of the problem lie that a spec names.
pub fn layout(spec: &str) -> Result<Layout> {
    if let Some(what) = of_sudoku(spec) {
        return sudoku_layout(&sudoku(what)?);
    }
    let spec = family::inlined(spec, of_file).map_err(with_sudoku)?;
    let layout = family::layout(&spec).map_err(with_sudoku)?;
    layout.ok_or_else(|| anyhow!("`{spec}` is nothing that could be drawn: its items lie nowhere"))
}

/// The comment that names a problem in DLX text.
fn comment(spec: &str) -> String {
    format!("{MARK}{spec}\n")
}

/// The spec in a comment of DLX text; the first, if there are several.
pub fn in_comment(text: &[u8]) -> Option<&str> {
    let lines = text.split(|&byte| byte == b'\n').filter_map(|line| str::from_utf8(line).ok());
    let mut specs = lines
        .filter_map(|line| line.trim_start_matches('\u{feff}').strip_prefix(MARK).map(str::trim));
    specs.next()
}

/// DLX text of the problem that a spec names, as `encode` writes it.
pub fn text(spec: &str) -> Result<Vec<u8>> {
    let Named { problem, spec } = problem(spec)?;
    Ok(format!("{}{problem}", comment(&spec)).into_bytes())
}

fn of_file(file: &str) -> Result<String, String> {
    fs::read_to_string(file).map_err(|error| error.to_string())
}

/// An error that names Sudoku too, where it names all families.
fn with_sudoku(error: FamilyError) -> anyhow::Error {
    match error {
        FamilyError::Unknown(_) => anyhow!("{error}, sudoku"),
        _ => error.into(),
    }
}

/// What comes after `sudoku:`; 9 if nothing does.
fn of_sudoku(spec: &str) -> Option<&str> {
    match spec.split_once(':') {
        Some(("sudoku", what)) => Some(what),
        None if spec == "sudoku" => Some("9"),
        _ => None,
    }
}

/// The empty grid of a size, a puzzle, or the first puzzle of a file; the last two perhaps with a size
/// before them.
fn sudoku(what: &str) -> Result<Puzzle> {
    let order = |text: &str| text.parse().ok().and_then(Order::from_side);
    if let Some(order) = order(what) {
        return Ok(Puzzle::new(Grid::empty(order)));
    }
    match what.split_once(':') {
        Some((rows, puzzle)) if order(rows).is_some() => read(puzzle, order(rows)),
        _ => read(what, None),
    }
}

fn read(what: &str, size: Option<Order>) -> Result<Puzzle> {
    let source = Source { input: Some(what.to_owned()), format: InputFormat::Auto, size };
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

/// A spec that has the puzzle in it.
fn inlined(puzzle: &Puzzle) -> String {
    let rows = puzzle.order().side();
    if puzzle.clues() == 0 {
        return format!("sudoku:{rows}");
    }
    format!("sudoku:{rows}:{}", write::line(puzzle.givens()))
}

/// Where the items of a Sudoku lie. Their names are those of the problem of the empty grid, of whose
/// options each tells the cell and the digit.
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_comment_of_encode_is_found() {
        let found = |text: &str| in_comment(text.as_bytes()).map(str::to_owned);
        assert_eq!(found(&format!("{}a b\na b\n", comment("queens:8"))), Some("queens:8".into()));
        assert_eq!(found("\u{feff}| another\r\n| family soma\r\na\r\n"), Some("soma".into()));
        assert_eq!(found("a | family\na\n"), None);
    }

    #[test]
    fn a_puzzle_may_have_its_size_before_it() {
        let puzzle = "1234........432.";
        let spec = |what: &str| problem(&format!("sudoku:{what}")).unwrap().spec;
        assert_eq!(spec(puzzle), "sudoku:4:1234........432.");
        assert_eq!(spec(&format!("4:{puzzle}")), spec(puzzle));
        assert_eq!(spec("16"), "sudoku:16");
    }
}
