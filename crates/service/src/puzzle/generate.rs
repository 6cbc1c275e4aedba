//! Puzzles by a recipe, each with random numbers of its own.

use std::collections::BTreeMap;

use quadrille_cover::CancelToken;
use quadrille_cover::random::Stream;
use quadrille_sudoku::engine::human::Technique;
use quadrille_sudoku::generate::{Aim, Failure, Generator, Made, Method, Symmetry};

/// The methods by their names, and what they do.
pub const METHODS: &[(&str, Method, &str)] = &[
    ("top-down", Method::TopDown, "Remove clues from a full grid"),
    ("bottom-up", Method::BottomUp, "Add digits until one solution is left"),
    ("unbiased", Method::Unbiased, "Minimal puzzles, equally likely for the same number of clues"),
    (
        "hard",
        Method::Hard { aim: Aim::Forks, steps: 200 },
        "Change a puzzle step by step, and never make it easier",
    ),
];

/// The symmetries of the cells with clues, by their names.
pub const SYMMETRIES: &[(&str, Symmetry, &str)] = &[
    ("none", Symmetry::None, "No symmetry required"),
    ("rotational", Symmetry::Rotational, "The same after half a turn"),
    ("diagonal", Symmetry::Diagonal, "The same when reflected in the main diagonal"),
    ("mirror", Symmetry::Mirror, "The same when left and right are exchanged"),
    ("full", Symmetry::Full, "The same under every turn and reflection"),
];

/// The name of a technique where it is asked for: without blanks and capital letters.
pub fn technique_name(technique: Technique) -> String {
    technique.name().to_lowercase().replace(' ', "-")
}

/// The technique of a name.
///
/// # Errors
/// The names expected, if there is none.
pub fn technique(name: &str) -> Result<Technique, String> {
    let wanted = name.to_lowercase().replace(' ', "-");
    let found = Technique::ALL.into_iter().find(|&known| technique_name(known) == wanted);
    found
        .ok_or_else(|| format!("expected one of {}", Technique::ALL.map(technique_name).join(", ")))
}

/// The outcome of all attempts at one puzzle.
#[derive(Debug)]
pub struct Tried {
    /// The puzzle; `None` if all attempts failed, or if cancelled.
    pub made: Option<Made>,
    /// How often an attempt failed, by the reason.
    pub failures: BTreeMap<Failure, u64>,
}

/// Makes the puzzle of a number: attempts until one succeeds, `attempts` have failed, or the work is cancelled. The same seed and
/// number give the same puzzle everywhere, whatever else is made.
pub fn puzzle(
    generator: &Generator,
    (seed, number): (u64, u64),
    attempts: u64,
    cancel: &CancelToken,
) -> Tried {
    let mut stream = Stream::new(seed, number);
    let mut failures = BTreeMap::new();
    for _ in 0..attempts {
        if cancel.is_cancelled() {
            break;
        }
        match generator.attempt(&mut stream) {
            // A puzzle of an attempt that was cut short is not that of the seed.
            Ok(_) if cancel.is_cancelled() => break,
            Ok(made) => return Tried { made: Some(made), failures },
            Err(failure) => *failures.entry(failure).or_default() += 1,
        }
    }
    Tried { made: None, failures }
}
