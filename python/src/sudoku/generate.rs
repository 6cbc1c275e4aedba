//! `generate`: puzzles by a recipe.

use std::sync::{Mutex, PoisonError};

use numpy::{PyArray1, PyArrayMethods};
use pyo3::IntoPyObjectExt;
use pyo3::prelude::*;
use quadrille_service::puzzle::generate::{self as service, METHODS, SYMMETRIES};
use quadrille_service::puzzle::ruled::{ATTEMPTS, Wanted};
use quadrille_sudoku::Order;
use quadrille_sudoku::engine::human::Difficulty;
use quadrille_sudoku::generate::{Generator, Recipe};

use super::blocks;
use super::boards::{Boards, Invalid};
use super::ruled;
use crate::errors::{self, input};
use crate::interruptible::{interruptible, jobs};
use crate::numbers;

fn choice<T: Copy>(argument: &str, name: &str, all: &[(&str, T, &str)]) -> PyResult<T> {
    let found = all.iter().find(|(known, ..)| *known == name);
    found.map(|&(_, value, _)| value).ok_or_else(|| {
        let names: Vec<_> = all.iter().map(|(known, ..)| *known).collect();
        input(format!("{argument}: found \"{name}\"; expected one of {}", names.join(", ")))
    })
}

fn difficulty(value: f64) -> PyResult<Difficulty> {
    let tenths = (value * 10.0).round();
    if (0.0..=255.0).contains(&tenths) {
        return Ok(Difficulty { tenths: tenths as u8 });
    }
    Err(input(format!("rating: found {value}; expected two difficulties, such as (3.0, 4.2)")))
}

/// A range of ratings, as the command line writes it, such as `"3.0..4.2"`, or as two numbers.
#[derive(FromPyObject)]
pub enum Rating<'py> {
    Text(String),
    Numbers((f64, f64)),
    Other(Bound<'py, PyAny>),
}

impl Rating<'_> {
    fn range(self) -> PyResult<(f64, f64)> {
        let found = match self {
            Self::Numbers(range) => return Ok(range),
            Self::Text(text) => {
                let (low, high) = text.split_once("..").unwrap_or((&text, &text));
                let range = low.trim().parse().ok().zip(high.trim().parse().ok());
                match range {
                    Some(range) => return Ok(range),
                    None => format!("\"{text}\""),
                }
            }
            Self::Other(object) => object.repr()?.to_string(),
        };
        Err(input(format!(
            "rating: found {found}; expected two difficulties, such as (3.0, 4.2) or \"3.0..4.2\""
        )))
    }
}

/// Makes puzzles with exactly one solution: an array of uint8 of the shape `(count, side * side)`, with 0 for an empty cell. The same seed gives the same puzzles on
/// every machine, and the same as `quadrille generate`.
///
/// With `rules`, such as `"6+x"`, makes a list of `Grid`; then only `size`, `symmetry`, `minimal`, `attempts` and `jobs` may be given as well. Without a
/// symmetry no clue is superfluous.
///
/// - `size`: the side of the grid.
/// - `clues`: the exact number of clues.
/// - `symmetry`: of the pattern of clues: `"none"`, `"rotational"`, `"diagonal"`, `"mirror"` or `"full"`.
/// - `difficulty`: for a human player, `"easy"`, `"medium"`, `"hard"`, `"very-hard"` or `"extreme"`; or the level for a search, from 1 to 5.
/// - `rating`: the lowest and the highest rating, as `rate` gives it, such as `(3.0, 4.2)` or `"3.0..4.2"`.
/// - `technique`: the name of a technique that a human player needs.
/// - `minimal`: whether no clue may be superfluous.
/// - `method`: `"top-down"`, `"bottom-up"`, `"unbiased"` or `"hard"`.
/// - `start`: a puzzle whose clues each puzzle must contain.
/// - `attempts`: after this number of attempts at one puzzle, `GenerateError` is raised [default: 10000; of 16x16 100, of 25x25 30].
/// - `jobs`: the number of threads [default: one for each core].
///
/// >>> import quadrille
/// >>> puzzles = quadrille.generate(3, seed=7, symmetry="rotational")
/// >>> puzzles.shape, quadrille.check(puzzles).tolist()
/// ((3, 81), ['unique', 'unique', 'unique'])
/// >>> quadrille.check(quadrille.generate(2, rules="6+x"), rules="6+x").tolist()
/// ['unique', 'unique']
#[pyfunction]
#[pyo3(signature = (count=1, *, rules=None, seed=0, size=9, clues=None, symmetry="none", difficulty=None, rating=None, technique=None, minimal=false, method="top-down", start=None, attempts=None, jobs=None))]
#[expect(clippy::too_many_arguments, reason = "named arguments of a Python function")]
pub fn generate<'py>(
    py: Python<'py>,
    #[pyo3(from_py_with = numbers::count)] count: usize,
    rules: Option<&str>,
    #[pyo3(from_py_with = numbers::seed)] seed: u64,
    #[pyo3(from_py_with = numbers::size)] size: usize,
    #[pyo3(from_py_with = numbers::clues)] clues: Option<usize>,
    symmetry: &str,
    difficulty: Option<&Bound<'py, PyAny>>,
    rating: Option<Rating>,
    technique: Option<&str>,
    minimal: bool,
    method: &str,
    start: Option<&Bound<'py, PyAny>>,
    #[pyo3(from_py_with = numbers::attempts)] attempts: Option<u64>,
    #[pyo3(from_py_with = numbers::jobs)] jobs: Option<usize>,
) -> PyResult<Bound<'py, PyAny>> {
    let jobs = self::jobs(jobs)?;
    if let Some(rules) = rules {
        let others = [
            (clues.is_some(), "clues"),
            (difficulty.is_some(), "difficulty"),
            (rating.is_some(), "rating"),
            (technique.is_some(), "technique"),
            (method != "top-down", "method"),
            (start.is_some(), "start"),
        ];
        if let Some((_, name)) = others.into_iter().find(|(is_given, _)| *is_given) {
            return Err(input(format!(
                "{name}: found rules=, under which clues are taken from a random grid; expected size, symmetry, minimal, attempts, seed and jobs; omit {name}"
            )));
        }
        let symmetry = choice("symmetry", symmetry, SYMMETRIES)?;
        let attempts = attempts.unwrap_or(ATTEMPTS);
        let wanted = Wanted { symmetry, minimal, attempts };
        return ruled::generate(py, count, rules, size, wanted, seed, jobs)?.into_bound_py_any(py);
    }
    let order = Order::from_side(size).ok_or_else(|| {
        input(format!("size: found {size}; expected the side of a grid: 4, 9, 16 and so on"))
    })?;
    let hardness = |asked: &Bound<'py, PyAny>| {
        let text = asked.str()?.to_string();
        service::hardness(text.trim()).map_err(|expected| {
            let found = asked.repr().map_or(text, |found| found.to_string());
            input(format!("difficulty: found {found}; {expected}"))
        })
    };
    let (low, high) = rating.map(Rating::range).transpose()?.unzip();
    let range = low
        .zip(high)
        .map(|(low, high)| Ok::<_, PyErr>(self::difficulty(low)?..=self::difficulty(high)?));
    let difficulty = difficulty.map(hardness).transpose()?;
    let (level, rating) = service::level_and_rating(difficulty, range.transpose()?)
        .map_err(|message| input(format!("rating: {message}")))?;
    let named = |name: &str| {
        service::technique(name)
            .map_err(|expected| input(format!("technique: found \"{name}\"; {expected}")))
    };
    let from = start
        .map(|start| Boards::read("start", start, Invalid::Raise)?.only())
        .transpose()?
        .flatten();
    let recipe = Recipe {
        clues,
        minimal,
        symmetry: choice("symmetry", symmetry, SYMMETRIES)?,
        method: choice("method", method, METHODS)?,
        level,
        rating,
        technique: technique.map(named).transpose()?,
        from: from.map(|puzzle| puzzle.givens().clone()),
        ..Recipe::new(order)
    };
    let generator = Generator::new(recipe).map_err(|error| input(format!("generate: {error}")))?;
    // Pages of zeros are allocated when a thread writes to them, so a large count is begun, and interrupted, at once.
    let size = count.saturating_mul(order.cells());
    Vec::<u8>::new().try_reserve_exact(size).map_err(|_| {
        input(format!("count: found {count}, which needs more memory than there is; expected a smaller number, with another seed for each call"))
    })?;
    let mut cells = vec![0; size];
    let attempts = attempts.unwrap_or_else(|| service::usual_attempts(order));
    let asked = generator.recipe().rating.clone();
    let failed = Mutex::new(None);
    let places = cells.chunks_exact_mut(order.cells());
    interruptible(py, None, |cancel| {
        blocks::numbered(places, jobs, cancel, |number, place| {
            // Each puzzle has a random stream of its own, so it does not matter which thread makes it.
            let tried =
                service::puzzle(&generator, (seed, number as u64), attempts, cancel, &|_| ());
            match tried.made {
                Some(made) => {
                    place.copy_from_slice(made.puzzle.givens().cells());
                    true
                }
                None => {
                    *failed.lock().unwrap_or_else(PoisonError::into_inner) =
                        Some((number, tried.failures));
                    false
                }
            }
        });
    })?;
    let failed = failed.into_inner().unwrap_or_else(PoisonError::into_inner);
    let Some((number, failures)) = failed else {
        return Ok(PyArray1::from_vec(py, cells).reshape([count, order.cells()])?.into_any());
    };
    let why = failures.with_nearest(asked.as_ref());
    let message = format!(
        "gave up on puzzle {number} after {attempts} attempts ({why}); ask for less, or use a larger attempts="
    );
    Err(errors::generate(message, failures.causes()))
}
