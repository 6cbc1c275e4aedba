//! Small exact cover problems of every kind: each engine against `naive`, and `naive` against `verify`.
//!
//! | module | what it holds |
//! |---|---|
//! | `case` | a problem, and what to try on it, from bytes |
//! | `whole` | every engine finds all solutions, visited or counted |
//! | `aspect` | budgets, parts, what is left of a problem: one of them for each input |

mod aspect;
mod case;
mod whole;

use arbitrary::{Arbitrary, Unstructured};
use quadrille_cover::Solution;

pub use self::case::{Aspect, Case};
use self::whole::Known;

/// Makes a problem of the bytes, and tries it. Problems that are too much work are left out.
pub fn run(bytes: &[u8]) -> bool {
    let case = Case::arbitrary(&mut Unstructured::new(bytes)).expect("bytes do not run out");
    let Some(mut known) = Known::find(&case.problem) else { return false };
    known.hold_engines();
    aspect::check(&known, case.aspect, case.parameter);
    true
}

/// Solutions as sets: the options of each in order, and the solutions, too.
fn sets(mut solutions: Vec<Solution>) -> Vec<Solution> {
    for solution in &mut solutions {
        solution.sort_unstable();
    }
    solutions.sort_unstable();
    solutions
}
