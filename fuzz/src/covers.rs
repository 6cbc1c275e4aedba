//! Small exact cover problems of every kind: compares each engine with `naive`, and checks `naive` with `verify`.
//!
//! | module | contents |
//! |---|---|
//! | `case` | makes a problem, and the property to test, from bytes |
//! | `whole` | tests that every engine finds all solutions, visited or counted |
//! | `aspect` | tests one more property for each input, such as budgets, search in parts or reduced problems |

mod aspect;
mod case;
mod whole;

use arbitrary::{Arbitrary, Unstructured};
use quadrille_cover::Solution;

pub use self::case::{Aspect, Case};
pub(crate) use self::whole::Known;

/// Makes a problem from the bytes and tests it. Returns `false` if the problem takes too much work and was left out.
pub fn run(bytes: &[u8]) -> bool {
    let case = Case::arbitrary(&mut Unstructured::new(bytes)).expect("bytes do not run out");
    let Some(mut known) = Known::find(&case.problem) else { return false };
    known.hold_engines();
    aspect::check(&known, case.aspect, case.parameter);
    true
}

/// The aspect and the problem that the bytes encode, for people.
pub fn shown(bytes: &[u8]) -> String {
    let case = Case::arbitrary(&mut Unstructured::new(bytes)).expect("bytes do not run out");
    format!("{:?} {}\n{}", case.aspect, case.parameter, case.problem)
}

/// Sorts the options of each solution, and then the solutions, so that solutions can be compared as sets.
pub(crate) fn sets(mut solutions: Vec<Solution>) -> Vec<Solution> {
    for solution in &mut solutions {
        solution.sort_unstable();
    }
    solutions.sort_unstable();
    solutions
}
