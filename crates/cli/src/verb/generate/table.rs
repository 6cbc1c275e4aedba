//! Generated puzzles as a table, with what a maker of puzzle books wants to know of each.

use quadrille_cover::CancelToken;
use quadrille_service::puzzle::solve;
use quadrille_sudoku::engine::human::{Assume, Technique, solve};
use quadrille_sudoku::format::write;
use quadrille_sudoku::generate::Made;
use quadrille_sudoku::rate::{Level, level};
use quadrille_sudoku::{Engine, Uniqueness};
use quadrille_tables::{Form, Sheet, Type, Value};

use crate::args::{Generate, GenerateOutput};

/// The table that the arguments ask for, if they ask for one.
pub fn sheet(args: &Generate) -> Option<Sheet> {
    let columns: Vec<_> = columns(args).into_iter().filter(|(_, is_asked)| *is_asked).collect();
    let columns: Vec<_> = columns.into_iter().map(|(column, _)| column).collect();
    Some(Sheet::new(form(args.output)?, &columns))
}

fn form(output: GenerateOutput) -> Option<Form> {
    Some(match output {
        GenerateOutput::Csv => Form::Csv,
        GenerateOutput::Jsonl => Form::JsonLines,
        GenerateOutput::Parquet => Form::Parquet,
        _ => return None,
    })
}

/// The columns, and whether each is asked for.
fn columns(args: &Generate) -> [((&'static str, Type), bool); 9] {
    [
        (("puzzle", Type::Text), true),
        (("solution", Type::Text), true),
        (("clues", Type::Whole), true),
        (("level", Type::Whole), true),
        (("rating", Type::Number), true),
        (("technique", Type::Text), true),
        (("techniques", Type::Text), true),
        (("path", Type::Text), args.path),
        (("canonical", Type::Text), true),
    ]
}

/// The row of a puzzle; `None` if no table is asked for, or if cancelled. A puzzle without exactly one solution has neither
/// solution nor rating.
pub fn row(args: &Generate, made: &Made, cancel: &CancelToken) -> Option<Vec<Value>> {
    form(args.output)?;
    let puzzle = &made.puzzle;
    let unique = puzzle.uniqueness() == Uniqueness::Unique;
    let solution = if unique { Engine::LANES.first(puzzle) } else { None };
    let (mut path, mut hardest, mut techniques) = (Vec::new(), None, Vec::new());
    if unique {
        let rating = solve(puzzle, Assume::OneSolution, |step| {
            if args.path {
                path.push(format!("{step:#}"));
            }
        });
        hardest = rating.hardest().filter(|_| rating.is_solved());
        techniques =
            rating.techniques().map(|(technique, steps)| format!("{steps} {technique}")).collect();
    }
    let level = if unique { level(puzzle) } else { None };
    let canonical = solve::canonical(puzzle);
    if cancel.is_cancelled() {
        return None;
    }
    let rating = hardest.map(|found| found.difficulty().number());
    let values = [
        Value::text(Some(write::line(puzzle.givens()))),
        Value::text(solution.as_ref().map(write::line)),
        Value::Whole(puzzle.clues().cast_signed() as i64),
        Value::whole(level.map(Level::number)),
        Value::number(rating),
        Value::text(hardest.map(Technique::name)),
        Value::text(Some(techniques.join("; ")).filter(|_| unique)),
        Value::text(Some(path.join(" | ")).filter(|_| unique)),
        Value::text(canonical.as_ref().map(write::line)),
    ];
    let asked = columns(args).into_iter().zip(values);
    Some(asked.filter(|((_, is_asked), _)| *is_asked).map(|(_, value)| value).collect())
}
