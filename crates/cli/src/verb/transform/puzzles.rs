//! Isomorphs of puzzles.
//!
//! A thread reads puzzles in batches, and this module writes their isomorphs one by one, so that memory is constant
//! however many isomorphs a puzzle has.

use std::io::Write;

use anyhow::{Result, bail};
use quadrille_cover::CancelToken;
use quadrille_harness::corpus::isomorphs;
use quadrille_service::puzzle::solve;
use quadrille_sudoku::canonical::{self, Part, Transform as Symmetry};
use quadrille_sudoku::format::read::Found;
use quadrille_sudoku::format::write;
use serde::Serialize;

use super::parts;
use super::provenance::{HashedInput, Source, Written, manifest};
use crate::args::{Transform, TransformOutput, TransformPart};
use crate::input::batches::Batch;
use crate::input::{self, batches};
use crate::output::described::Described;
use crate::output::message::tell;
use crate::output::{json, plural};
use crate::status::Status;
use quadrille_tables::Refused;

pub fn run(args: &Transform, cancel: &CancelToken) -> Result<Status> {
    let parts = parts(&args.change, &Part::ALL, "puzzles", part)?;
    let mut hash = None;
    let source =
        input::open_through(&args.source, cancel, |bytes| hash = Some(HashedInput::around(bytes)))?;
    let hash = hash.expect("the bytes went through it");
    let name = source.name.clone();
    let target = Described::open(args.out.as_deref(), args.force)?;
    let mut writer = Writer { args, parts, cancel, target, written: Written::default() };
    let mut status = Status::Positive;
    for batch in batches::start(source, 1, cancel, |batch: Batch| batch)? {
        let batch = batch?;
        let goes_on = writer.write_all(batch, &mut |message: &str| {
            tell(format_args!("error: {name}:{message}"));
            status = Status::Bad;
            args.keep_going
        })?;
        writer.target.puzzles.flush()?;
        if !goes_on {
            break;
        }
    }
    let Writer { target, written, .. } = writer;
    if cancel.is_cancelled() {
        return target.abandon("the command was interrupted").map(|()| Status::Interrupted);
    }
    if status == Status::Bad && !args.keep_going {
        let why = "a puzzle could not be read; use --keep-going to leave such puzzles out";
        return target.abandon(why).map(|()| Status::Bad);
    }
    if written.sources + written.refused == 0 {
        bail!("{name}: found no puzzle; expected at least one");
    }
    let of = Source::new(&args.source.input, hash);
    target.finish(|sha256| manifest(args, &written, &of, sha256))?;
    if !args.quiet && args.out.is_some() {
        let (puzzles, sources) = (plural(written.puzzles, "puzzle"), written.sources);
        tell(format_args!("{puzzles} from {}", plural(sources, "puzzle")));
    }
    Ok(status)
}

struct Writer<'a> {
    args: &'a Transform,
    parts: Vec<Part>,
    cancel: &'a CancelToken,
    target: Described,
    written: Written,
}

/// Told of a puzzle for which nothing is written, with its place. Says whether to go on.
type OnRefused<'r> = dyn FnMut(&str) -> bool + 'r;

impl Writer<'_> {
    /// Writes the isomorphs of a batch. False if no more puzzles are to be taken.
    fn write_all(&mut self, batch: Batch, refused: &mut OnRefused<'_>) -> Result<bool> {
        let size = self.args.source.size;
        for found in batch.into_iter().flat_map(|item| item.found(size)) {
            if !self.write(found, refused)? {
                return Ok(false);
            }
        }
        Ok(true)
    }

    fn write(
        &mut self,
        found: Result<Found, Refused>,
        refused: &mut OnRefused<'_>,
    ) -> Result<bool> {
        let found = match found {
            Ok(found) => found,
            Err(error) => return Ok(self.refuse(&error.to_string(), refused)),
        };
        let Found { puzzle, line, .. } = &found;
        let grid = puzzle.givens();
        let has_form = matches!(self.args.output, TransformOutput::Line | TransformOutput::Json);
        if puzzle.candidates().is_some() && (self.args.canonical || !has_form) {
            let what = format!(
                "{line}:1: found a puzzle with restricted candidates; expected givens only, or random isomorphs written \
                 with --output line or json"
            );
            return Ok(self.refuse(&what, refused));
        }
        if self.args.canonical {
            match canonical::transform_within(grid, solve::CANONICAL_NODES) {
                Some(transform) => self.print(&found, None, &transform)?,
                None => {
                    let what = format!(
                        "{line}:1: found a grid with too many symmetries for a canonical form; expected another grid"
                    );
                    return Ok(self.refuse(&what, refused));
                }
            }
        } else {
            for copy in 1..=self.args.isomorphs {
                let mut stream = isomorphs::stream(self.args.seed, copy, self.written.sources);
                let transform = Symmetry::random_of(puzzle.order(), &self.parts, &mut stream);
                self.print(&found, Some(copy), &transform)?;
                if self.cancel.is_cancelled() {
                    return Ok(false);
                }
            }
        }
        self.written.sources += 1;
        Ok(!self.cancel.is_cancelled())
    }

    fn refuse(&mut self, message: &str, refused: &mut OnRefused<'_>) -> bool {
        self.written.refused += 1;
        refused(message)
    }

    fn print(
        &mut self,
        Found { puzzle, line, name }: &Found,
        isomorph: Option<u32>,
        transform: &Symmetry,
    ) -> Result<()> {
        let image = transform.apply_to_puzzle(puzzle);
        let grid = image.givens();
        self.written.puzzles += 1;
        self.written.histogram.add(puzzle.clues(), None, None);
        let out = &mut self.target.puzzles;
        let text = match self.args.output {
            TransformOutput::Line => write::puzzle(&image) + "\n",
            TransformOutput::Plain => write::plain(grid) + "\n",
            TransformOutput::Decorated => write::decorated(grid) + "\n",
            TransformOutput::Json => {
                let places = |places: &[u8]| places.iter().map(|place| place + 1).collect();
                let side = puzzle.order().side() as u8;
                let object = Object {
                    puzzle: write::puzzle(&image),
                    line: *line,
                    name: name.as_deref(),
                    isomorph,
                    clues: puzzle.clues(),
                    transposed: transform.is_transposed(),
                    rows: places(transform.rows()),
                    columns: places(transform.columns()),
                    digits: (1..=side).map(|digit| transform.digit(digit)).collect(),
                };
                return json::write_line(out, &object);
            }
        };
        Ok(out.write_all(text.as_bytes())?)
    }
}

/// A puzzle in JSON, with the transformation that made it. Rows, columns and digits count from 1.
#[derive(Serialize)]
struct Object<'f> {
    puzzle: String,
    line: usize,
    /// What the table calls the puzzle; absent if it has no name.
    #[serde(skip_serializing_if = "Option::is_none")]
    name: Option<&'f str>,
    /// The number of the isomorph of its source; absent for a canonical form.
    #[serde(skip_serializing_if = "Option::is_none")]
    isomorph: Option<u32>,
    clues: usize,
    /// Whether rows became columns, before they were permuted.
    transposed: bool,
    /// The new place of each row.
    rows: Vec<u8>,
    /// The new place of each column.
    columns: Vec<u8>,
    /// The new name of each digit.
    digits: Vec<u8>,
}

/// The part of a puzzle; `None` for a part of a problem.
fn part(asked: TransformPart) -> Option<Part> {
    match asked {
        TransformPart::Digits => Some(Part::Digits),
        TransformPart::Bands => Some(Part::Bands),
        TransformPart::Stacks => Some(Part::Stacks),
        TransformPart::Rows => Some(Part::Rows),
        TransformPart::Columns => Some(Part::Columns),
        TransformPart::Transposition => Some(Part::Transposition),
        _ => None,
    }
}
