//! The lines that an engine writes in answer to a batch. They are parsed after the clock has stopped.

use std::ops::ControlFlow;

use super::certificate::CertificateFolder;
use super::child::too_long;
use super::protocol::{Hello, Misfit, Question, longest_answer, number, text};
use super::reply::{self, Reply};
use crate::corpus::Instance;
use crate::engine::searched::Judgement;

/// Bytes allowed for long numbers of solutions, in one line and in all lines of a batch together.
const DIGITS: usize = 1 << 16;

/// The lines written so far. Their length and number are bounded, so that no engine can fill the memory.
pub struct Transcript<'i> {
    instances: &'i [&'i Instance],
    /// Where the engine may write certificates.
    folder: Option<CertificateFolder>,
    /// The lines, each with its line feed.
    text: Vec<u8>,
    lines: usize,
    /// Whether the last line is the one that ends the batch.
    is_done: bool,
    most_bytes: usize,
    /// Upper bound on the bytes of a line.
    pub longest_line: usize,
}

impl<'i> Transcript<'i> {
    /// An empty transcript for answers about these instances, of which certificates may be in `folder`.
    pub fn new(instances: &'i [&'i Instance], folder: Option<CertificateFolder>) -> Self {
        let lengths = || instances.iter().map(|instance| longest_answer(instance));
        Self {
            instances,
            folder,
            text: Vec::new(),
            lines: 0,
            is_done: false,
            most_bytes: lengths().sum::<usize>() + DIGITS,
            longest_line: lengths().max().unwrap_or(0) + DIGITS,
        }
    }

    /// The number of bytes kept so far.
    pub fn bytes(&self) -> usize {
        self.text.len()
    }

    /// Keeps a line. Returns `Break` if no more lines are expected.
    pub fn listen(&mut self, line: &[u8]) -> ControlFlow<()> {
        self.text.extend_from_slice(line);
        self.text.push(b'\n');
        self.lines += 1;
        self.is_done = line.starts_with(b"done");
        // One line too many is kept, so that `read` can report it.
        if self.is_done || self.lines > self.instances.len() || self.text.len() > self.most_bytes {
            return ControlFlow::Break(());
        }
        ControlFlow::Continue(())
    }

    /// Reads the answers into `replies`. The first instance has the number `first`. An error ends the reading and
    /// belongs to the first instance without a reply. Without an error, the last lines of the batch may still be missing.
    pub fn read(
        &self,
        hello: &Hello,
        question: &Question,
        first: u64,
        replies: &mut Vec<Reply>,
    ) -> Result<(), Judgement> {
        let mut lines = self.text.split(|&byte| byte == b'\n');
        for number in (first..).take(self.lines - usize::from(self.is_done)) {
            let line = lines.next().expect("lines are counted");
            let Some(instance) = self.instances.get(replies.len()) else {
                return Err(Misfit::new(line, "`done` after the last answer").extra());
            };
            if number_of_instance(line)? != number {
                let expected = format!("the answer to number {number}, as answers come in order");
                return Err(Misfit::new(line, expected).into());
            }
            // If the line has the right number but no valid answer, only its instance fails.
            let certificate = self.folder.as_ref().map(|folder| folder.certificate(number));
            replies.push(reply::read(line, hello, question, instance, certificate));
        }
        if self.text.len() > self.most_bytes {
            return Err(too_long(self.most_bytes));
        }
        if !self.is_done {
            return Ok(());
        }
        if replies.len() < self.instances.len() {
            let expected = format!("an answer to number {}", first + replies.len() as u64);
            return Err(Misfit::new(b"done", expected).into());
        }
        Ok(done(lines.next().expect("lines are counted"))?)
    }
}

fn number_of_instance(line: &[u8]) -> Result<u64, Misfit> {
    let digits = line.split(|&byte| byte == b' ' || byte == b'\r').next().unwrap_or_default();
    let parsed = std::str::from_utf8(digits).ok().and_then(number);
    parsed
        .ok_or_else(|| Misfit::new(line, "an answer, which begins with the number of its instance"))
}

/// Checks the line that ends a batch, which may have a time by the engine's own clock.
fn done(line: &[u8]) -> Result<(), Misfit> {
    let misfit = || Misfit::new(line, "`done`, or `done ns=` and a whole number below 2^64");
    match text(line).map_err(|_| misfit())?.strip_prefix("done") {
        Some("") => Ok(()),
        rest => {
            let ns = rest.and_then(|rest| number::<u64>(rest.strip_prefix(" ns=")?));
            ns.map(|_| ()).ok_or_else(misfit)
        }
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

    #[test]
    fn answers_count_up_to_where_they_fit() {
        let problem = Problem::parse("a\na\n").unwrap();
        let instance = Instance::new("x".into(), None, Body::from(problem), Expected::default());
        let no_number = "expected an answer, which begins with the number";
        let no_end = "expected `done`, or `done ns=` and a whole number";
        for (lines, expected, end) in [
            ("5 1 0|6 1 0|7 1 0|done", 3, Ok(())),
            ("5 1 0|6 1 0|7 1 0|done\r", 3, Ok(())),
            ("5 1 0|6 1 0|7 1 0|done ns=17", 3, Ok(())),
            ("5 1 0|6 1 0|7 1 0|done.", 3, Err(no_end)),
            ("5 1 0|6 1 0|7 1 0|done ns=", 3, Err(no_end)),
            ("5 1 0|6 1 0|7 1 0|done ns=x", 3, Err(no_end)),
            ("5 1 0|6 1 0|7 1 0|done 17", 3, Err(no_end)),
            ("5 1 0", 1, Ok(())),
            ("5 1 0|7 1 0|6 1 0|done", 1, Err("found `7 1 0`; expected the answer to number 6")),
            ("5 1 0|hello|7 1 0|done", 1, Err("found `hello`; expected an answer, which")),
            ("|done", 0, Err(no_number)),
            ("x 1|done", 0, Err(no_number)),
            ("-5 1|done", 0, Err(no_number)),
            (" 5 1|done", 0, Err(no_number)),
            ("18446744073709551616 1|done", 0, Err(no_number)),
            ("5 1 0|done", 1, Err("expected an answer to number 6")),
            ("5 1 0|6 1 0|7 1 0|8 1 0", 3, Err("found `8 1 0`; expected `done`")),
            // A malformed answer to the right instance is a failure of that instance alone.
            ("5 1 0|6 many|7 1 0|done", 3, Ok(())),
        ] {
            let instances = [&instance; 3];
            let mut transcript = Transcript::new(&instances, None);
            for (place, line) in lines.split('|').enumerate() {
                let is_end = place == 3 || line.starts_with("done");
                assert_eq!(transcript.listen(line.as_bytes()).is_break(), is_end, "{lines}");
            }
            let (hello, question) = (Hello::default(), Question::new(Task::All));
            let mut replies = Vec::new();
            let total = transcript.read(&hello, &question, 5, &mut replies);
            assert_eq!(replies.len(), expected, "{lines}");
            match (total, end) {
                (Ok(()), Ok(())) => {}
                (Err(fault), Err(end)) => assert!(fault.to_string().contains(end), "{fault}"),
                (found, expected) => panic!("found {found:?}, expected {expected:?}"),
            }
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
            let bytes: Vec<u8> = bytes.into_iter().filter(|&byte| byte != b'\n').collect();
            for line in [&bytes[..], words.as_bytes()] {
                for line in [line.to_vec(), [b"1 1 ", line].concat(), [b"done", line].concat()] {
                    let instances = [&instance];
                    for instances in [&instances[..], &[]] {
                        let mut transcript = Transcript::new(instances, None);
                        let _ = transcript.listen(&line);
                        let question = Question::new(Task::First);
                        let _ = transcript.read(&Hello::default(), &question, 1, &mut Vec::new());
                    }
                }
            }
        }
    }
}
