//! Why a problem has no solution.

use std::fmt;

use quadrille_cover::why::{self, Limits, Reason, Sought};
use quadrille_cover::{CancelToken, Problem};
use quadrille_view::figures::plural;

/// Why there is no short reason.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum NoReason {
    /// The problem has a solution.
    Solution,
    /// The search for a reason was stopped.
    Stopped,
    /// The problem is too large for linear programs: its numbers of items and options, and the largest product of both.
    TooLarge {
        /// Number of items.
        items: usize,
        /// Number of options.
        options: usize,
        /// Upper bound on the product of both.
        most: usize,
    },
    /// None was found with this number of linear programs.
    Nothing {
        /// Number of linear programs.
        programs: usize,
    },
}

impl fmt::Display for NoReason {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Solution => {
                f.write_str("the problem has a solution, so there is no reason against one")
            }
            Self::Stopped => f.write_str("stopped before a reason was found"),
            Self::TooLarge { items, options, most } => write!(
                f,
                "the problem is too large: found {items} items and {options} options; expected a product of at most {most}, because \
                 the linear program takes long"
            ),
            Self::Nothing { programs } => {
                let programs = plural(*programs, "linear program");
                write!(
                    f,
                    "no short reason found; tried {programs}, for the problem and for the cases of items with few \
                     options"
                )
            }
        }
    }
}

/// Looks for a short reason why a problem has no solution.
///
/// # Errors
/// Why there is none.
pub fn reason(problem: &Problem, cancel: &CancelToken) -> Result<Reason, NoReason> {
    let limits = Limits::default();
    match why::find(problem, &limits, cancel) {
        Sought::Reason(reason) => Ok(reason),
        Sought::Solution(_) => Err(NoReason::Solution),
        Sought::Nothing { is_too_large: true, .. } => Err(NoReason::TooLarge {
            items: problem.items(),
            options: problem.options(),
            most: limits.work,
        }),
        Sought::Nothing { .. } if cancel.is_cancelled() => Err(NoReason::Stopped),
        Sought::Nothing { programs, .. } => Err(NoReason::Nothing { programs }),
    }
}
