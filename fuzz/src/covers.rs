//! Small exact cover problems of every kind: compares each engine with `naive`, and checks `naive` with `verify`.
//!
//! | module | contents |
//! |---|---|
//! | `case` | makes a problem, and the property to test, from bytes |
//! | `whole` | tests that every engine finds all solutions, visited or counted |
//! | `aspect` | tests budgets, parts or reduced problems: one of them for each input |

mod aspect;
mod case;
mod whole;

use arbitrary::{Arbitrary, Unstructured};
use quadrille_cover::Solution;

pub use self::case::{Aspect, Case};
use self::whole::Known;

/// Makes a problem from the bytes and tests it. Problems that take too much work are left out.
pub fn run(bytes: &[u8]) -> bool {
    let case = Case::arbitrary(&mut Unstructured::new(bytes)).expect("bytes do not run out");
    let Some(mut known) = Known::find(&case.problem) else { return false };
    known.hold_engines();
    aspect::check(&known, case.aspect, case.parameter);
    true
}

/// Solutions as sets: sorts the options of each solution, and the solutions.
fn sets(mut solutions: Vec<Solution>) -> Vec<Solution> {
    for solution in &mut solutions {
        solution.sort_unstable();
    }
    solutions.sort_unstable();
    solutions
}
