//! The lines an engine says to a batch: kept as they come, taken apart when the clock has stopped.

use std::ops::ControlFlow;
use std::time::Duration;

use super::fault::Fault;
use super::protocol::{self, Answer, Hello, Misfit, Question, longest_answer};
use super::reply::{Reply, understand};
use crate::corpus::Instance;

/// Room for long numbers of solutions: in one line, and in all of a batch, in bytes.
const DIGITS: usize = 1 << 16;

/// The lines said so far. There is a bound to their length and number, so to the memory they take.
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
    /// Of a batch of these instances.
    pub fn new(instances: &[&Instance]) -> Self {
        let lengths = || instances.iter().map(|instance| longest_answer(instance));
        Self {
            bytes: Vec::new(),
            ends: Vec::with_capacity(instances.len() + 1),
            is_done: false,
            // One too many is enough to know.
            most_lines: instances.len() + 1,
            most_bytes: lengths().sum::<usize>() + DIGITS,
            longest_line: lengths().max().unwrap_or(0) + DIGITS,
        }
    }

    /// How many bytes a line may have.
    pub fn longest_line(&self) -> usize {
        self.longest_line
    }

    /// Takes a line; `Break` if no more is expected.
    pub fn listen(&mut self, line: &[u8]) -> ControlFlow<()> {
        self.bytes.extend_from_slice(line);
        self.ends.push(self.bytes.len());
        self.is_done = line.starts_with(b"done");
        if self.is_done || self.ends.len() >= self.most_lines || self.is_overlong() {
            return ControlFlow::Break(());
        }
        ControlFlow::Continue(())
    }

    /// Whether all lines together have more bytes than answers can have.
    fn is_overlong(&self) -> bool {
        self.bytes.len() > self.most_bytes
    }

    fn lines(&self) -> impl DoubleEndedIterator<Item = &[u8]> {
        (0..self.ends.len()).map(|line| {
            let start = line.checked_sub(1).map_or(0, |before| self.ends[before]);
            &self.bytes[start..self.ends[line]]
        })
    }

    /// What the line that ends the batch says, if it has come: perhaps what it took over all.
    pub fn done(&self) -> Option<Result<Option<Duration>, Misfit>> {
        self.lines().next_back().filter(|_| self.is_done).and_then(protocol::done)
    }

    /// Understands the answers about these instances, of which the first has the number `first`, up to where
    /// nothing is certain any more; and says why, if that is before the end. That failure is the next instance's.
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
            // A line about the right instance that is no answer is a failure of that one alone.
            let reply = understand(line, hello, question, instance);
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
    use quadrille_cover::Problem;

    use super::*;
    use crate::corpus::{Body, Expected};
    use crate::plan::Task;

    fn hello() -> Hello {
        let (name, version) = ("x".to_owned(), "1".to_owned());
        Hello { name, version, takes: vec![], tasks: vec![], counters: vec![] }
    }

    /// How many replies there are to three instances, numbered from 5, and what is said of the fault.
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
        let (replies, fault) = transcript.read(&hello(), &Question::new(Task::All), &instances, 5);
        (replies.len(), fault.map(|fault| fault.to_string()).unwrap_or_default())
    }

    #[test]
    fn answers_count_up_to_where_they_fit() {
        assert_eq!(read(&["5 1 0", "6 1 0", "7 1 0", "done"]), (3, String::new()));
        assert_eq!(read(&["5 1 0"]), (1, String::new()));
        let (replies, fault) = read(&["5 1 0", "7 1 0", "6 1 0", "done"]);
        assert!(
            replies == 1 && fault.contains("found `7 1 0`; expected the answer to number 6"),
            "{fault}"
        );
        let (replies, fault) = read(&["5 1 0", "hello", "7 1 0", "done"]);
        assert!(
            replies == 1 && fault.contains("found `hello`; expected an answer, which"),
            "{fault}"
        );
        let (replies, fault) = read(&["5 1 0", "done"]);
        assert!(replies == 1 && fault.contains("expected an answer to number 6"), "{fault}");
        let (replies, fault) = read(&["5 1 0", "6 1 0", "7 1 0", "8 1 0"]);
        assert!(replies == 3 && fault.contains("found `8 1 0`; expected `done`"), "{fault}");
        let (replies, fault) = read(&["5 1 0", "6 many", "7 1 0", "done"]);
        assert_eq!((replies, fault.as_str()), (3, ""), "a failure of one alone");
    }

    #[test]
    fn what_took_how_long_over_all_comes_last() {
        let mut transcript = Transcript::new(&[]);
        assert!(transcript.done().is_none());
        assert!(transcript.listen(b"done ns=9").is_break());
        assert_eq!(transcript.done(), Some(Ok(Some(Duration::from_nanos(9)))));
    }
}
