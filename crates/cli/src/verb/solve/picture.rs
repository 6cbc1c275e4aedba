//! `solve --picture`: the puzzle, its solution or its search tree, drawn into a file.

use std::path::{Path, PathBuf};

use anyhow::{Result, bail};
use quadrille_cover::{Outcome, Search};
use quadrille_results::Shown;
use quadrille_sudoku::engine::singles::Closing;
use quadrille_sudoku::format::write;
use quadrille_sudoku::rules::read as ruled;
use quadrille_sudoku::{Grid, Puzzle};
use quadrille_view::picture::grid::{self, Board};
use quadrille_view::picture::sheet::{Entry, Sheet};
use quadrille_view::picture::tree::{self, Branching, SearchTree};

use super::choice::engine_of_tree;
use crate::args::{Drawn, Solve};
use crate::output::message::tell;
use crate::output::{Destination, first_solution, is_stdout, plural};
use crate::verb::sheet::title;

/// Draws each puzzle after its search, or all of them on a sheet at the end.
pub struct Pictures<'a> {
    args: &'a Solve,
    path: &'a Path,
    begun: usize,
    /// The file of the puzzle begun last: `grid.svg`, or `grid-3.svg` for the third of several.
    target: PathBuf,
    /// Where the picture begun last goes.
    out: Option<Destination>,
    entries: Vec<Entry>,
}

impl<'a> Pictures<'a> {
    /// The pictures that the arguments ask for, if any.
    pub fn new(args: &'a Solve) -> Result<Option<Self>> {
        let Some(path) = args.picture.file.as_deref() else { return Ok(None) };
        let is_sheet = matches!(args.picture.what, Drawn::Sheet { .. });
        let (made, others) =
            if is_sheet { ("html", ["svg", "pdf"]) } else { ("svg", ["html", "pdf"]) };
        let ends_in =
            |other: &&&str| path.extension().is_some_and(|found| found.eq_ignore_ascii_case(other));
        if let Some(other) = others.iter().find(ends_in) {
            let sheet =
                if *other == "pdf" { ", or the verb `sheet`, which writes PDF" } else { "" };
            bail!("{}: found a name that ends in .{other}; expected .{made}{sheet}", path.shown());
        }
        let (target, entries) = (path.to_owned(), Vec::new());
        let mut pictures = Self { args, path, begun: 0, target, out: None, entries };
        if is_sheet {
            pictures.open()?;
        }
        Ok(Some(pictures))
    }

    fn is_sheet(&self) -> bool {
        matches!(self.args.picture.what, Drawn::Sheet { .. })
    }

    /// Whether pictures are printed instead of solutions.
    pub fn are_on_stdout(&self) -> bool {
        is_stdout(self.path)
    }

    /// Begins the next puzzle and its file, before the search.
    pub fn begin(&mut self, others_follow: impl FnOnce() -> bool) -> Result<()> {
        self.begun += 1;
        if self.is_sheet() {
            return Ok(());
        }
        if self.begun > 1 || others_follow() {
            if self.are_on_stdout() {
                bail!(
                    "--picture -: found several puzzles; expected one, as standard output has room for one \
                     picture; name a file such as a.svg, to draw a-1.svg, a-2.svg and so on, or use --draw sheet"
                );
            }
            let mut name = self.path.file_stem().unwrap_or_default().to_owned();
            name.push(format!("-{}", self.begun));
            if let Some(extension) = self.path.extension() {
                name.push(".");
                name.push(extension);
            }
            self.target = self.path.with_file_name(name);
        }
        self.open()
    }

    /// An empty tree to be grown by the search, if trees are drawn.
    pub fn tree(&self) -> Option<SearchTree> {
        let branching = Branching::of(engine_of_tree(self.args));
        let Drawn::Tree { nodes } = self.args.picture.what else { return None };
        Some(SearchTree::new(branching, nodes))
    }

    /// Draws the puzzle begun last, or keeps it for the sheet.
    pub fn draw(
        &mut self,
        puzzle: &Puzzle,
        search: &Search,
        solution: Option<&Grid>,
        tree: Option<&SearchTree>,
    ) -> Result<()> {
        if self.is_sheet() {
            self.entries.push(Entry::new(puzzle, solution));
            return Ok(());
        }
        let picture = match tree {
            Some(tree) => self.draw_tree(puzzle, search, tree),
            None => self.draw_grids(puzzle, search, solution),
        };
        self.write(&picture)
    }

    /// Draws the puzzle under rules begun last, or keeps it for the sheet.
    pub fn draw_ruled(
        &mut self,
        ruled::Found { rules, givens, .. }: &ruled::Found,
        search: &Search,
        solution: Option<&[u8]>,
    ) -> Result<()> {
        if self.is_sheet() {
            self.entries.push(Entry::ruled(rules, givens, solution));
            return Ok(());
        }
        let draw = |digits: &[u8]| {
            let board = Board::ruled(rules, givens, digits);
            if self.args.picture.what != Drawn::Candidates {
                return board;
            }
            let candidates = rules.candidates(digits);
            board.with_candidates(|cell| candidates[cell].into())
        };
        let clues = plural(givens.iter().filter(|&&digit| digit > 0).count(), "clue");
        let mut boards = vec![draw(givens).captioned(format!("{clues}{}", unsolved(search)))];
        boards.extend(solution.map(|digits| draw(digits).captioned(first_solution(search))));
        let title = format!("a puzzle of {clues} under the rules {}", rules.title());
        self.write(&grid::picture(&title, &boards))
    }

    /// Writes the sheet, unless it lacks a puzzle and `--keep-going` was not given.
    pub fn finish(mut self, is_cut_short: bool) -> Result<()> {
        let Drawn::Sheet { per_page } = self.args.picture.what else { return Ok(()) };
        if is_cut_short {
            bail!(
                "{}: not drawn, as a puzzle is unreadable; use --keep-going to draw the others",
                self.path.shown()
            );
        }
        let sheet = Sheet { per_page, ..Sheet::new(title(&self.args.source.input)) };
        self.write(&sheet.html(&self.entries))
    }

    fn draw_grids(&self, puzzle: &Puzzle, search: &Search, solution: Option<&Grid>) -> String {
        let with_candidates = |board: Board, closing: &Closing| match self.args.picture.what {
            Drawn::Candidates => board.with_candidates(|cell| closing.candidates(cell)),
            _ => board,
        };
        let mut closing = Closing::new(puzzle);
        let clues = plural(puzzle.clues(), "clue");
        let before = with_candidates(Board::puzzle(puzzle), &closing);
        let mut boards = vec![before.captioned(format!("{clues}{}", unsolved(search)))];
        if let Some(grid) = solution {
            let after = with_candidates(Board::filled(puzzle, grid), &closing);
            boards.push(after.captioned(first_solution(search)));
        } else if search.outcome == Outcome::Stalled {
            closing.close_all();
            let open = plural(closing.open(), "open cell");
            let after = with_candidates(Board::filled(puzzle, closing.grid()), &closing);
            boards.push(after.captioned(format!("stalled with {open}")));
        }
        let side = puzzle.order().side();
        grid::picture(&format!("a {side}x{side} puzzle of {clues}"), &boards)
    }

    fn draw_tree(&self, puzzle: &Puzzle, search: &Search, tree: &SearchTree) -> String {
        let left_out = tree.left_out();
        if left_out > 0 && !self.args.quiet {
            let drawn = tree.nodes().len();
            let name = if self.are_on_stdout() { Path::new("picture") } else { &*self.target };
            let name = name.shown();
            tell(format_args!(
                "{name}: {drawn} nodes are drawn, {left_out} are left out; use a larger `--draw tree:N`"
            ));
        }
        let side = puzzle.order().side();
        let what = match side {
            ..=9 if puzzle.candidates().is_none() => write::line(puzzle.givens()),
            _ => format!("a {side}x{side} puzzle"),
        };
        let title = format!("{} on {what}", engine_of_tree(self.args));
        tree::picture(&title, puzzle.order(), tree, search)
    }

    /// Begins the file of the puzzle begun last.
    fn open(&mut self) -> Result<()> {
        self.out = Some(Destination::open(Some(&self.target), self.args.picture.force)?);
        Ok(())
    }

    fn write(&mut self, picture: &str) -> Result<()> {
        self.out.take().map_or(Ok(()), |out| out.finish_with(picture.as_bytes()))
    }
}

/// The end of the caption of a puzzle without a solution.
fn unsolved(search: &Search) -> &'static str {
    match (search.stats.solutions, search.outcome) {
        (0, Outcome::Exhausted) => ", no solution",
        (0, Outcome::BudgetSpent) => ", stopped at the limit",
        _ => "",
    }
}
