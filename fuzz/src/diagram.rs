//! Decision diagrams of small problems, and the reader of diagrams.
//!
//! Bytes that begin as every diagram does, with a `q`, are read as the text of a diagram; all others make a small problem, whose
//! diagram is compared with the solutions that `naive` finds.
//!
//! | module | contents |
//! |---|---|
//! | `text` | reads any text, as it is and with its numbers of lines and solutions set right |
//! | `agrees` | checks that all that a diagram says agrees with each other |
//! | `models` | counts the models of a diagram written as a formula |

mod agrees;
mod models;
mod text;

use arbitrary::Unstructured;
use quadrille_cover::diagram::{Diagram, HEAD};
use quadrille_cover::isomorph::{Part, isomorph};
use quadrille_cover::random::Stream;
use quadrille_cover::{BigUint, Budget, Problem};

use crate::copies;
use crate::covers::{Known, sets};

/// Reads the bytes as a diagram, or makes a problem from them. Returns `false` if the problem takes too much work and was left out.
pub fn run(bytes: &[u8]) -> bool {
    if is_text(bytes) {
        text::check(&String::from_utf8_lossy(bytes));
        return true;
    }
    let (parameter, problem) = made(bytes);
    let Some(known) = Known::find(&problem) else { return false };
    let diagram = compiled(&problem, &Budget::default()).expect("there is no limit");
    assert_eq!(diagram.count(), BigUint::from(known.sets.len()), "in\n{problem}");
    let all = diagram.solutions_from(&BigUint::ZERO).collect();
    assert_eq!(sets(all), known.sets, "in\n{problem}");
    agrees::check(&diagram);
    // The order of items and options changes the diagram, and not the number of solutions.
    let renamed = isomorph(&problem, &Part::ORDER, &mut Stream::new(u64::from(parameter), 0));
    let other = compiled(&renamed, &Budget::default()).expect("there is no limit");
    assert_eq!(other.count(), diagram.count(), "in\n{renamed}");
    let most = usize::from(parameter);
    for budget in [
        Budget { nodes: Some(u64::from(parameter) % 64), ..Budget::default() },
        Budget { memory: Some(4 * most), ..Budget::default() },
    ] {
        if let Some(other) = compiled(&problem, &budget) {
            assert_eq!(other.count(), diagram.count(), "within {budget:?} in\n{problem}");
        }
    }
    true
}

/// The text or the problem that the bytes encode, for people.
pub fn shown(bytes: &[u8]) -> String {
    if is_text(bytes) {
        return String::from_utf8_lossy(bytes).into_owned();
    }
    let (parameter, problem) = made(bytes);
    format!("{parameter}\n{problem}")
}

fn is_text(bytes: &[u8]) -> bool {
    bytes.is_empty() || bytes.first() == HEAD.as_bytes().first()
}

/// A number and a problem from bytes.
fn made(bytes: &[u8]) -> (u16, Problem) {
    let mut bytes = Unstructured::new(bytes);
    let parameter = bytes.arbitrary().expect("bytes do not run out");
    (parameter, copies::problem(&mut bytes).expect("bytes do not run out"))
}

fn compiled(problem: &Problem, budget: &Budget) -> Option<Diagram> {
    Diagram::compile(problem, budget).expect("it is small and has no multiplicities")
}
