//! The lines that an engine writes in answer to a batch: kept as they come, parsed after the clock has stopped.

use std::ops::ControlFlow;
use std::time::Duration;

use super::fault::Fault;
use super::protocol::{self, Answer, Hello, Misfit, Question, longest_answer};
use super::reply::{Reply, interpret};
use crate::corpus::Instance;

/// Bytes allowed for long numbers of solutions, in one line and in a whole batch.
const DIGITS: usize = 1 << 16;

/// The lines written so far. Their length and number are bounded, and so is their memory.
pub struct Transcript {
    bytes: Vec<u8>,
    /// Where each line ends.
    ends: Vec<usize>,
    /// Whether the last line is the one that ends the batch.
    is_done: bool,
    most_lines: usize,
    most_bytes: usize,
    longest_line: usize,
}

impl Transcript {
    /// For answers about these instances.
    pub fn new(instances: &[&Instance]) -> Self {
        let lengths = || instances.iter().map(|instance| longest_answer(instance));
        Self {
            bytes: Vec::new(),
            ends: Vec::with_capacity(instances.len() + 1),
            is_done: false,
            // One line too many is enough to report it.
            most_lines: instances.len() + 1,
            most_bytes: lengths().sum::<usize>() + DIGITS,
            longest_line: lengths().max().unwrap_or(0) + DIGITS,
        }
    }

    /// Upper bound on the bytes of a line.
    pub fn longest_line(&self) -> usize {
        self.longest_line
    }

    /// Keeps a line. Returns `Break` if no more lines are expected.
    pub fn listen(&mut self, line: &[u8]) -> ControlFlow<()> {
        self.bytes.extend_from_slice(line);
        self.ends.push(self.bytes.len());
        self.is_done = line.starts_with(b"done");
        if self.is_done || self.ends.len() >= self.most_lines || self.is_overlong() {
            return ControlFlow::Break(());
        }
        ControlFlow::Continue(())
    }

    /// Whether all lines together have more bytes than answers need.
    fn is_overlong(&self) -> bool {
        self.bytes.len() > self.most_bytes
    }

    fn lines(&self) -> impl DoubleEndedIterator<Item = &[u8]> {
        (0..self.ends.len()).map(|line| {
            let start = line.checked_sub(1).map_or(0, |before| self.ends[before]);
            &self.bytes[start..self.ends[line]]
        })
    }

    /// The line that ends the batch, once it has come, with the engine's total time if the line has one.
    pub fn done(&self) -> Option<Result<Option<Duration>, Misfit>> {
        self.lines().next_back().filter(|_| self.is_done).and_then(protocol::done)
    }

    /// Reads the answers about these instances, of which the first has the number `first`. A fault ends the reading; it
    /// belongs to the instance after those with a reply.
    pub fn read(
        &self,
        hello: &Hello,
        question: &Question,
        instances: &[&Instance],
        first: u64,
    ) -> (Vec<Reply>, Option<Fault>) {
        let mut replies = Vec::with_capacity(instances.len());
        let answers = self.ends.len() - usize::from(self.is_done);
        for (line, number) in self.lines().take(answers).zip(first..) {
            let Some(instance) = instances.get(replies.len()) else {
                let shown = Misfit::new(line, "`done` after the last answer").to_string();
                return (replies, Some(Fault::Extra(shown)));
            };
            match Answer::number(line) {
                Ok(found) if found == number => {}
                Ok(_) => {
                    let expected =
                        format!("the answer to number {number}, as answers come in order");
                    return (replies, Some(Misfit::new(line, expected).into()));
                }
                Err(misfit) => return (replies, Some(misfit.into())),
            }
            // A line about the right instance that is no answer is a failure of that instance alone.
            let reply = interpret(line, hello, question, instance);
            replies.push(reply.unwrap_or_else(|misfit| Reply::Failed(misfit.into())));
        }
        let fault = if self.is_overlong() {
            Some(Fault::TooLong(self.most_bytes))
        } else if self.is_done && replies.len() < instances.len() {
            let expected = format!("an answer to number {}", first + replies.len() as u64);
            Some(Misfit::new(b"done", expected).into())
        } else {
            None
        };
        (replies, fault)
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;
    use quadrille_cover::Problem;

    use super::*;
    use crate::corpus::{Body, Expected};
    use quadrille_results::Task;
    use quadrille_sudoku::{Grid, Order, Puzzle};

    /// The number of replies to three instances, numbered from 5, and the message of the fault.
    fn read(lines: &[&str]) -> (usize, String) {
        let problem = Problem::parse("a\na\n").unwrap();
        let instance = Instance::new("x".into(), None, Body::from(problem), Expected::default());
        let instances = [&instance; 3];
        let mut transcript = Transcript::new(&instances);
        for (place, line) in lines.iter().enumerate() {
            let flow = transcript.listen(line.as_bytes());
            assert_eq!(
                flow.is_break(),
                place + 1 == lines.len() && (place == 3 || transcript.is_done)
            );
        }
        let (replies, fault) =
            transcript.read(&Hello::default(), &Question::new(Task::All), &instances, 5);
        (replies.len(), fault.map(|fault| fault.to_string()).unwrap_or_default())
    }

    #[test]
    fn answers_count_up_to_where_they_fit() {
        for (lines, expected, message) in [
            (&["5 1 0", "6 1 0", "7 1 0", "done"][..], 3, ""),
            (&["5 1 0"], 1, ""),
            (
                &["5 1 0", "7 1 0", "6 1 0", "done"],
                1,
                "found `7 1 0`; expected the answer to number 6",
            ),
            (&["5 1 0", "hello", "7 1 0", "done"], 1, "found `hello`; expected an answer, which"),
            (&["5 1 0", "done"], 1, "expected an answer to number 6"),
            (&["5 1 0", "6 1 0", "7 1 0", "8 1 0"], 3, "found `8 1 0`; expected `done`"),
            // A malformed answer to the right instance is a failure of that instance alone.
            (&["5 1 0", "6 many", "7 1 0", "done"], 3, ""),
        ] {
            let (replies, fault) = read(lines);
            assert_eq!((replies, fault.is_empty()), (expected, message.is_empty()), "{fault}");
            assert!(fault.contains(message), "{fault}");
        }
    }

    proptest! {
        /// Any bytes of an engine are read without a panic.
        #[test]
        fn no_bytes_do_harm(bytes: Vec<u8>, words in "[0-9 .a-z=-]{0,40}", is_sudoku: bool) {
            let body = if is_sudoku {
                Body::Sudoku(Puzzle::new(Grid::empty(Order::new(2).unwrap())))
            } else {
                Body::from(Problem::parse("a\na\n").unwrap())
            };
            let instance = Instance::new("x".into(), None, body, Expected::default());
            for line in [&bytes[..], words.as_bytes()] {
                for line in [line.to_vec(), [b"1 1 ", line].concat(), [b"done", line].concat()] {
                    let mut transcript = Transcript::new(&[&instance]);
                    let _ = transcript.listen(&line);
                    let question = Question::new(Task::First);
                    let _ = transcript.read(&Hello::default(), &question, &[&instance], 1);
                    let _ = transcript.done();
                }
            }
        }
    }

    #[test]
    fn what_took_how_long_over_all_comes_last() {
        let mut transcript = Transcript::new(&[]);
        assert!(transcript.done().is_none());
        assert!(transcript.listen(b"done ns=9").is_break());
        assert_eq!(transcript.done(), Some(Ok(Some(Duration::from_nanos(9)))));
    }
}
