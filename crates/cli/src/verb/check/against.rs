//! Puzzles of other files, to be found again up to isomorphism.
//!
//! Of each puzzle the canonical form and the givens are kept, packed: of a puzzle with 25 clues each takes 32 bytes with its line, and its entry
//! in a hash table 5 to 11. Hashes only lead to grids, which are compared as a whole.

use std::hash::BuildHasher;

use anyhow::{Result, bail};
use foldhash::fast::FixedState;
use hashbrown::HashTable;
use quadrille_cover::CancelToken;
use quadrille_results::Shown;
use quadrille_service::puzzle::solve;
use quadrille_sudoku::Grid;
use quadrille_sudoku::format::read::Found;

use crate::args::{Source, jobs_or_cores};
use crate::input;
use crate::input::batches::{self, Batch};
use crate::output::message::tell;
use crate::output::plural;
use quadrille_tables::Refused;

/// Bytes of a chunk of packed grids. Chunks never move, so the memory never doubles.
const CHUNK: usize = 1 << 22;

/// Bytes in front of a packed grid: the line of its puzzle.
const LINE: usize = 4;

pub struct Others {
    files: Vec<File>,
    forms: Grids,
    givens: Grids,
}

struct File {
    name: String,
    /// Puzzles read, and those that could not be read or have no canonical form.
    puzzles: u64,
    refused: u64,
    /// Puzzles that were found in it, and those of them with the same digits in the same cells.
    hits: u64,
    copies: u64,
}

/// Where a puzzle was found.
#[derive(Debug, PartialEq, Eq)]
pub struct Match {
    /// The file and the line.
    pub place: String,
    /// Whether the puzzle there has the same digits in the same cells.
    pub is_copy: bool,
}

impl Match {
    /// The place, if the puzzle there is a copy.
    pub fn copy_of(&self) -> Option<&str> {
        self.is_copy.then_some(&*self.place)
    }
}

impl Others {
    pub fn read(files: &[String], jobs: Option<usize>, cancel: &CancelToken) -> Result<Self> {
        let mut others =
            Self { files: Vec::new(), forms: Grids::default(), givens: Grids::default() };
        for name in files {
            others.add_file(name, jobs, cancel)?;
        }
        Ok(others)
    }

    fn add_file(&mut self, name: &str, jobs: Option<usize>, cancel: &CancelToken) -> Result<()> {
        let source = input::open(&Source::auto(name), cancel)?;
        self.begin(source.name.shown().to_string())?;
        for grids in batches::start(source, jobs_or_cores(jobs), cancel, grids)? {
            let grids = grids?;
            for grid in grids {
                match grid {
                    Ok((line, Some([form, givens]))) => {
                        self.forms.add(line, &form)?;
                        self.givens.add(line, &givens)?;
                    }
                    Ok((line, None)) => {
                        let what = "found a puzzle without a canonical form (restricted candidates, or too many symmetries); it is left out";
                        self.refuse(name, &format!("{line}:1: {what}"));
                    }
                    Err(refused) => self.refuse(name, &refused.text),
                }
                self.files.last_mut().expect("it was just added").puzzles += 1;
            }
        }
        Ok(())
    }

    /// Begins a file. Its name is printed among verdicts, and added to tables.
    fn begin(&mut self, name: String) -> Result<()> {
        self.files.push(File { name, puzzles: 0, refused: 0, hits: 0, copies: 0 });
        self.forms.begin_file()?;
        self.givens.begin_file()
    }

    fn refuse(&mut self, name: &str, what: &str) {
        tell(format_args!("error: {name}:{what}"));
        self.files.last_mut().expect("it was just added").refused += 1;
    }

    /// Where a puzzle was found, by its canonical form and its givens: the first copy, otherwise the first isomorph. Counts what it finds.
    pub fn find(&mut self, form: &Grid, givens: &Grid) -> Option<Match> {
        let copy = self.givens.find(&packed(givens));
        let (file, line) = copy.or_else(|| self.forms.find(&packed(form)))?;
        let file = &mut self.files[file];
        file.hits += 1;
        file.copies += u64::from(copy.is_some());
        Some(Match { place: format!("{} line {line}", file.name), is_copy: copy.is_some() })
    }

    /// A line for each file: how many of the puzzles checked are in it.
    pub fn summary(&self) -> String {
        let more = |count: u64, words: &str| match count {
            0 => String::new(),
            count => format!(", {count} {words}"),
        };
        let lines = self.files.iter().map(|File { name, puzzles, refused, hits, copies }| {
            let refused = more(*refused, "refused");
            let puzzles = plural(*puzzles, "puzzle");
            let copies = more(*copies, "of them copies");
            format!("\n{hits} isomorphic to one of {name} ({puzzles}{refused}){copies}")
        });
        lines.collect()
    }

    /// Whether every puzzle of the files could be read.
    pub fn is_whole(&self) -> bool {
        self.files.iter().all(|file| file.refused == 0)
    }
}

/// Packed grids, each once, with the line of the first puzzle that has it.
#[derive(Default)]
struct Grids {
    /// Entries of the table are places in all chunks, in words of four bytes.
    table: HashTable<u32>,
    chunks: Vec<Vec<u8>>,
    hasher: FixedState,
    /// The place of the first grid of each file.
    files: Vec<u32>,
}

impl Grids {
    /// What is added from now on belongs to another file.
    fn begin_file(&mut self) -> Result<()> {
        let place = self.next()?;
        self.files.push(place);
        Ok(())
    }

    /// The place of the next grid.
    fn next(&self) -> Result<u32> {
        let last = self.chunks.last().map_or(0, Vec::len);
        let bytes = self.chunks.len().saturating_sub(1) * CHUNK + last;
        match u32::try_from(bytes / 4) {
            Ok(place) => Ok(place),
            Err(_) => bail!(
                "--against: found more than 16 GiB of puzzles; expected fewer, or several commands"
            ),
        }
    }

    fn add(&mut self, line: usize, grid: &[u8]) -> Result<()> {
        let hash = self.hasher.hash_one(grid);
        if self.table.find(hash, |&place| grid_at(&self.chunks, place) == grid).is_some() {
            return Ok(());
        }
        let length = (LINE + grid.len()).next_multiple_of(4);
        if self.chunks.last().is_none_or(|chunk| chunk.len() + length > CHUNK) {
            if let Some(last) = self.chunks.last_mut() {
                last.resize(CHUNK, 0);
            }
            self.chunks.push(Vec::with_capacity(CHUNK));
        }
        let place = self.next()?;
        let chunk = self.chunks.last_mut().expect("it was just added");
        let end = chunk.len() + length;
        chunk.extend_from_slice(&u32::try_from(line).unwrap_or(u32::MAX).to_le_bytes());
        chunk.extend_from_slice(grid);
        chunk.resize(end, 0);
        let Self { table, chunks, hasher, .. } = self;
        table.insert_unique(hash, place, |&place| hasher.hash_one(grid_at(chunks, place)));
        Ok(())
    }

    /// The number of the file that has a grid, and the line.
    fn find(&self, grid: &[u8]) -> Option<(usize, u32)> {
        let hash = self.hasher.hash_one(grid);
        let place = *self.table.find(hash, |&place| *grid_at(&self.chunks, place) == *grid)?;
        let at = place as usize * 4;
        let line = &self.chunks[at / CHUNK][at % CHUNK..][..LINE];
        let line = u32::from_le_bytes(line.try_into().expect("four bytes"));
        Some((self.files.partition_point(|&first| first <= place) - 1, line))
    }
}

/// The packed grid at a place. How long it is, its first bytes say.
fn grid_at(chunks: &[Vec<u8>], place: u32) -> &[u8] {
    let at = place as usize * 4;
    let text = &chunks[at / CHUNK][at % CHUNK + LINE..];
    let (side, cells) = size(text[0]);
    let (mask, filled) = match text[0] & FULL {
        0 => {
            let mask = cells.div_ceil(8);
            (mask, text[1..=mask].iter().map(|byte| byte.count_ones() as usize).sum())
        }
        _ => (0, cells),
    };
    let digits = if side < 16 { filled.div_ceil(2) } else { filled };
    &text[..1 + mask + digits]
}

/// The bit of the first byte that says that no cell is empty; the other bits are the order of the grid.
const FULL: u8 = 0x80;

/// The side and the number of cells of a grid, from the first byte of its packed form.
fn size(first: u8) -> (usize, usize) {
    let n = usize::from(first & !FULL);
    (n * n, n * n * n * n)
}

/// A grid in few bytes: its order, a bit for each cell with a digit unless all have one, and the digits.
fn packed(grid: &Grid) -> Vec<u8> {
    let (cells, side) = (grid.cells(), grid.order().side());
    let is_full = grid.is_full();
    let mut form = vec![grid.order().n() as u8 | if is_full { FULL } else { 0 }];
    if !is_full {
        let bits = |cells: &[u8]| {
            cells.iter().rev().fold(0, |bits, &digit| bits << 1 | u8::from(digit > 0))
        };
        form.extend(cells.chunks(8).map(bits));
    }
    let digits: Vec<u8> = cells.iter().copied().filter(|&digit| digit > 0).collect();
    match side {
        ..16 => form.extend(digits.chunks(2).map(|pair| pair[0] << 4 | pair.get(1).unwrap_or(&0))),
        _ => form.extend(digits),
    }
    form
}

/// The line of a puzzle, and its canonical form and its givens, packed.
type Packed = Result<(usize, Option<[Vec<u8>; 2]>), Refused>;

fn grids(batch: Batch) -> Vec<Packed> {
    let grids = |Found { puzzle, line, .. }| {
        let ordinary = puzzle.candidates().is_none();
        let form = solve::canonical(&puzzle).filter(|_| ordinary);
        (line, form.map(|form| [packed(&form), packed(puzzle.givens())]))
    };
    let found = batch.into_iter().flat_map(|item| item.found(None));
    found.map(|found| found.map(grids)).collect()
}

#[cfg(test)]
mod tests {
    use quadrille_cover::random::Stream;
    use quadrille_sudoku::Order;
    use quadrille_sudoku::generate::full_grid;

    use super::*;

    #[test]
    fn packed_forms_differ_where_grids_differ_and_say_how_long_they_are() {
        let mut stream = Stream::new(1, 0);
        let mut kept = Grids::default();
        kept.begin_file().unwrap();
        let mut grids = Vec::new();
        for order in Order::all().take(4) {
            let full = full_grid(order, &mut stream);
            for kept in (0..=order.cells()).step_by(order.cells() / 16) {
                let keep = |(cell, &digit)| if cell < kept { digit } else { 0 };
                let cells = full.cells().iter().enumerate().map(keep).collect();
                grids.push(Grid::from_cells(cells).unwrap());
            }
        }
        for (line, grid) in grids.iter().enumerate() {
            kept.add(line, &packed(grid)).unwrap();
            kept.add(line + 1000, &packed(grid)).unwrap();
        }
        assert_eq!(kept.table.len(), grids.len());
        for (line, grid) in grids.iter().enumerate() {
            assert_eq!(kept.find(&packed(grid)), Some((0, line as u32)));
        }
        let mut other = grids[3].clone();
        other.set(0, 0);
        assert_eq!(kept.find(&packed(&other)), None);
        kept.begin_file().unwrap();
        kept.add(7, &packed(&other)).unwrap();
        assert_eq!(kept.find(&packed(&other)), Some((1, 7)));
        assert_eq!(kept.find(&packed(&grids[5])), Some((0, 5)));
    }
}
