//! Puzzles of other files, to be found again up to isomorphism.
//!
//! Of each puzzle the canonical form is kept, packed: a puzzle with 25 clues takes 32 bytes with its line, and its entry in a
//! hash table 5 to 11. Hashes only lead to forms, which are compared as a whole.

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

/// Bytes of a chunk of packed forms. Chunks never move, so the memory never doubles.
const CHUNK: usize = 1 << 22;

/// Bytes in front of a packed form: the line of its puzzle.
const LINE: usize = 4;

pub struct Others {
    files: Vec<File>,
    /// Entries of the table are places in all chunks, in words of four bytes.
    table: HashTable<u32>,
    chunks: Vec<Vec<u8>>,
    hasher: FixedState,
}

struct File {
    name: String,
    /// The place of its first form.
    first: u32,
    /// Puzzles read, and those that could not be read or have no canonical form.
    puzzles: u64,
    refused: u64,
    /// Puzzles that were found in it.
    hits: u64,
}

impl Others {
    pub fn read(files: &[String], jobs: Option<usize>, cancel: &CancelToken) -> Result<Self> {
        let mut others = Self {
            files: Vec::new(),
            table: HashTable::new(),
            chunks: Vec::new(),
            hasher: FixedState::default(),
        };
        for name in files {
            others.add_file(name, jobs, cancel)?;
        }
        Ok(others)
    }

    fn add_file(&mut self, name: &str, jobs: Option<usize>, cancel: &CancelToken) -> Result<()> {
        let source = input::open(&Source::auto(name), cancel)?;
        let file = File {
            // It is printed among verdicts, and added to tables.
            name: source.name.shown().to_string(),
            first: self.next()?,
            puzzles: 0,
            refused: 0,
            hits: 0,
        };
        self.files.push(file);
        for forms in batches::start(source, jobs_or_cores(jobs), cancel, forms)? {
            let forms = forms?;
            for form in forms {
                match form {
                    Ok((line, Some(form))) => self.add(line, &form)?,
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

    fn refuse(&mut self, name: &str, what: &str) {
        tell(format_args!("error: {name}:{what}"));
        self.files.last_mut().expect("it was just added").refused += 1;
    }

    /// The place of the next form.
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

    fn add(&mut self, line: usize, form: &[u8]) -> Result<()> {
        let hash = self.hasher.hash_one(form);
        if self.table.find(hash, |&place| self.form(place) == form).is_some() {
            return Ok(());
        }
        let length = (LINE + form.len()).next_multiple_of(4);
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
        chunk.extend_from_slice(form);
        chunk.resize(end, 0);
        let Self { table, chunks, hasher, .. } = self;
        table.insert_unique(hash, place, |&place| hasher.hash_one(form_at(chunks, place)));
        Ok(())
    }

    fn form(&self, place: u32) -> &[u8] {
        form_at(&self.chunks, place)
    }

    /// The file and the line of an isomorph of a puzzle, given the puzzle's canonical form. Counts what it finds.
    pub fn find(&mut self, form: &Grid) -> Option<String> {
        let form = packed(form);
        let hash = self.hasher.hash_one(&*form);
        let place = *self.table.find(hash, |&place| *self.form(place) == *form)?;
        let at = place as usize * 4;
        let line = &self.chunks[at / CHUNK][at % CHUNK..][..LINE];
        let line = u32::from_le_bytes(line.try_into().expect("four bytes"));
        let file = self.files.iter_mut().rev().find(|file| file.first <= place)?;
        file.hits += 1;
        Some(format!("{} line {line}", file.name))
    }

    /// A line for each file: how many of the puzzles checked are in it.
    pub fn summary(&self) -> String {
        let lines = self.files.iter().map(|File { name, puzzles, refused, hits, .. }| {
            let refused = if *refused > 0 { format!(", {refused} refused") } else { String::new() };
            format!(
                "\n{hits} isomorphic to one of {name} ({}{refused})",
                plural(*puzzles, "puzzle")
            )
        });
        lines.collect()
    }

    /// Whether every puzzle of the files could be read.
    pub fn is_whole(&self) -> bool {
        self.files.iter().all(|file| file.refused == 0)
    }
}

/// The packed form at a place. How long it is, its first bytes say.
fn form_at(chunks: &[Vec<u8>], place: u32) -> &[u8] {
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

/// The line and the packed canonical form of each puzzle of a batch.
type Form = Result<(usize, Option<Vec<u8>>), Refused>;

fn forms(batch: Batch) -> Vec<Form> {
    let form = |Found { puzzle, line, .. }| {
        let ordinary = puzzle.candidates().is_none();
        let form = solve::canonical(&puzzle).filter(|_| ordinary);
        (line, form.as_ref().map(packed))
    };
    let found = batch.into_iter().flat_map(|item| item.found(None));
    found.map(|found| found.map(form)).collect()
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
        let mut others = Others {
            files: vec![File { name: "f".into(), first: 0, puzzles: 0, refused: 0, hits: 0 }],
            table: HashTable::new(),
            chunks: Vec::new(),
            hasher: FixedState::default(),
        };
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
            others.add(line, &packed(grid)).unwrap();
            others.add(line + 1000, &packed(grid)).unwrap();
        }
        assert_eq!(others.table.len(), grids.len());
        for (line, grid) in grids.iter().enumerate() {
            assert_eq!(others.find(grid), Some(format!("f line {line}")));
        }
        assert_eq!(others.files[0].hits, grids.len() as u64);
        let mut other = grids[3].clone();
        other.set(0, 0);
        assert_eq!(others.find(&other), None);
    }
}
