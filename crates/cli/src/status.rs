//! How a verb ended.

use quadrille_results::statistics::criterion::Outcome;

/// How a verb ended, with the exit status. If several ends apply, the last in this list counts.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Status {
    /// Done; the answer is positive.
    Positive = 0,
    /// Done; the answer is negative.
    Negative = 1,
    /// Bad usage or input.
    Bad = 2,
    /// Done; the answer stays open, because times are too noisy to decide.
    Undecided = 3,
    Interrupted = 130,
    /// The reader of standard output closed the pipe before the end, as after the signal for that: not all was done.
    ClosedPipe = 141,
}

impl Status {
    /// Positive if `answer` is true, otherwise negative.
    pub fn of(answer: bool) -> Self {
        if answer { Self::Positive } else { Self::Negative }
    }

    /// Whether new times are acceptable.
    pub fn of_times(outcome: Outcome) -> Self {
        match outcome {
            Outcome::NoWorse | Outcome::Faster => Self::Positive,
            Outcome::Worse => Self::Negative,
            Outcome::Undecided => Self::Undecided,
        }
    }
}
