//! `solve --picture`: what was searched, drawn into a file.

use std::io::Write;
use std::path::{Path, PathBuf};

use anyhow::{Context, Result, bail};
use quadrille_cover::{Outcome, Search};
use quadrille_sudoku::engine::singles::Closing;
use quadrille_sudoku::format::write;
use quadrille_sudoku::{Grid, Puzzle};
use quadrille_view::picture::grid::{self, Board};
use quadrille_view::picture::sheet::{self, Entry};
use quadrille_view::picture::tree::{self, Branching, SearchTree};

use crate::args::{Drawn, Solve};
use crate::output::{plural, stdout};
use crate::tell::tell;
use crate::whole_file::WholeFile;

/// Draws one puzzle after another, or all of them on a sheet at the end.
pub struct Pictures<'a> {
    args: &'a Solve,
    what: Drawn,
    path: &'a Path,
    /// Puzzles begun.
    begun: usize,
    /// Whether there are several, each with a file of its own.
    several: bool,
    /// The file of the picture that was begun last, unless it goes to standard output.
    file: Option<WholeFile>,
    entries: Vec<Entry>,
}

impl<'a> Pictures<'a> {
    /// What the command line asks to be drawn, if anything.
    pub fn new(args: &'a Solve) -> Result<Option<Self>> {
        let Some(path) = args.picture.file.as_deref() else { return Ok(None) };
        let what = args.picture.what;
        let (made, other) = if what == Drawn::Sheet { ("html", "svg") } else { ("svg", "html") };
        if path.extension().is_some_and(|found| found.eq_ignore_ascii_case(other)) {
            bail!("{}: found a name in .{other}; expected one in .{made}", path.display());
        }
        let entries = Vec::new();
        let mut pictures = Self { args, what, path, begun: 0, several: false, file: None, entries };
        if what == Drawn::Sheet {
            pictures.open()?;
        }
        Ok(Some(pictures))
    }

    /// Whether pictures take the place of all else that is printed.
    pub fn are_on_stdout(&self) -> bool {
        self.path == Path::new("-")
    }

    /// Begins the next puzzle, which others may follow, and its picture before anything is
    /// searched.
    pub fn begin(&mut self, others_follow: impl FnOnce() -> bool) -> Result<()> {
        self.begun += 1;
        if self.what == Drawn::Sheet {
            return Ok(());
        }
        self.several = self.begun > 1 || others_follow();
        if self.several && self.are_on_stdout() {
            bail!(
                "a picture on standard output shows one puzzle, found more; name a file, which \
                 gives each a number, or --draw sheet"
            );
        }
        self.open()
    }

    /// An empty tree for the engine to grow, if it is the tree that is drawn.
    pub fn tree(&self) -> Option<SearchTree> {
        let branching = Branching::of(self.args.engine());
        (self.what == Drawn::Tree).then(|| SearchTree::new(branching, self.args.picture.tree_nodes))
    }

    /// Draws the puzzle that was begun last, or keeps it for the sheet.
    pub fn draw(
        &mut self,
        puzzle: &Puzzle,
        search: &Search,
        solution: Option<&Grid>,
        tree: Option<&SearchTree>,
    ) -> Result<()> {
        if self.what == Drawn::Sheet {
            self.entries.push(Entry::new(puzzle.clone(), solution.cloned()));
            return Ok(());
        }
        let picture = match tree {
            Some(tree) => self.draw_tree(puzzle, search, tree),
            None => self.draw_grids(puzzle, search, solution),
        };
        self.write(&picture)
    }

    /// Writes the sheet, unless a puzzle is missing on it that nobody asked to pass over.
    pub fn finish(mut self, is_cut_short: bool) -> Result<()> {
        if self.what != Drawn::Sheet {
            return Ok(());
        }
        if is_cut_short {
            bail!("{}: not drawn; --keep-going draws the other puzzles", self.path.display());
        }
        let fitting = self.entries.iter().map(|entry| sheet::puzzles_a_page(entry.order())).min();
        let per_page = self.args.picture.per_page.or(fitting).unwrap_or(1);
        let sheet = sheet::html(&self.title(), &self.entries, per_page);
        self.write(&sheet)
    }

    /// The name of the file the puzzles come from.
    fn title(&self) -> String {
        let file = self.args.source.input.as_deref().map(Path::new).filter(|path| path.is_file());
        let name = file.and_then(Path::file_stem);
        name.map_or_else(|| "Sudoku".to_owned(), |name| name.to_string_lossy().into_owned())
    }

    fn draw_grids(&self, puzzle: &Puzzle, search: &Search, solution: Option<&Grid>) -> String {
        let with_candidates = |board: Board, closing: &Closing| match self.what {
            Drawn::Candidates => board.with_candidates(|cell| closing.candidates(cell)),
            _ => board,
        };
        let mut closing = Closing::new(puzzle);
        let clues = plural(puzzle.clues() as u64, "clue");
        let before = with_candidates(Board::puzzle(puzzle), &closing);
        let mut boards = vec![before.captioned(format!("{clues}{}", unsolved(search)))];
        if let Some(grid) = solution {
            let after = with_candidates(Board::filled(puzzle, grid), &closing);
            boards.push(after.captioned(solved(search)));
        } else if search.outcome == Outcome::Stalled {
            closing.close_all();
            let open = plural(closing.open() as u64, "open cell");
            let after = with_candidates(Board::filled(puzzle, closing.grid()), &closing);
            boards.push(after.captioned(format!("stalled with {open}")));
        }
        let side = puzzle.order().side();
        grid::picture(&format!("a {side}x{side} puzzle of {clues}"), &boards)
    }

    fn draw_tree(&self, puzzle: &Puzzle, search: &Search, tree: &SearchTree) -> String {
        let left_out = tree.left_out();
        if left_out > 0 && !self.args.quiet {
            let (name, drawn) = (self.name(), tree.nodes().len());
            tell(format_args!(
                "{name}: {drawn} nodes are drawn, {left_out} are left out; raise --tree-nodes"
            ));
        }
        let side = puzzle.order().side();
        let what = match side {
            ..=9 => write::line(puzzle.givens()),
            _ => format!("a {side}x{side} puzzle"),
        };
        let title = format!("{} on {what}", self.args.engine);
        tree::picture(&title, puzzle.order(), tree, search)
    }

    /// The file of the puzzle that was begun last: `grid.svg`, or `grid-3.svg` for the third.
    fn target(&self) -> PathBuf {
        if !self.several {
            return self.path.to_owned();
        }
        let mut name = self.path.file_stem().unwrap_or_default().to_owned();
        name.push(format!("-{}", self.begun));
        if let Some(extension) = self.path.extension() {
            name.push(".");
            name.push(extension);
        }
        self.path.with_file_name(name)
    }

    /// What the picture begun last goes by in messages.
    fn name(&self) -> String {
        if self.are_on_stdout() { "picture".into() } else { self.target().display().to_string() }
    }

    /// Begins the file of the puzzle that was begun last.
    fn open(&mut self) -> Result<()> {
        if !self.are_on_stdout() {
            self.file = Some(WholeFile::create(&self.target(), self.args.picture.force)?);
        }
        Ok(())
    }

    fn write(&mut self, picture: &str) -> Result<()> {
        let Some(mut file) = self.file.take() else {
            let mut out = stdout();
            out.write_all(picture.as_bytes())?;
            out.flush()?;
            return Ok(());
        };
        file.write_all(picture.as_bytes()).with_context(|| self.name())?;
        file.finish()
    }
}

/// What is said of a puzzle beside which there is no solution.
fn unsolved(search: &Search) -> &'static str {
    match (search.stats.solutions, search.outcome) {
        (0, Outcome::Exhausted) => ", no solution",
        (0, Outcome::BudgetSpent) => ", given up at the limit",
        _ => "",
    }
}

/// What is said of the first solution.
fn solved(search: &Search) -> String {
    match (search.stats.solutions, search.outcome) {
        (1, Outcome::Exhausted) => "the only solution".to_owned(),
        (1, _) => "a solution".to_owned(),
        (count, Outcome::Exhausted) => format!("the first of {count} solutions"),
        (count, _) => format!("the first of {count} solutions or more"),
    }
}
