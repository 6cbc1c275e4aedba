//! The introduction of an engine: its name and version, and what it accepts.

use quadrille_results::Task;

use super::{Kind, Misfit, VERSION, number, text};
use crate::corpus::Body;

/// The introduction of an engine.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Hello {
    /// Its name.
    pub name: String,
    /// Its version.
    pub version: String,
    /// The instances it accepts.
    pub takes: Vec<Kind>,
    /// The questions it answers.
    pub tasks: Vec<Task>,
    /// The counters it reports, of `tests`, `forks`, `nodes` and `max_depth`.
    pub counters: Vec<&'static str>,
}

impl Hello {
    /// Whether the engine accepts an instance.
    pub fn takes(&self, body: &Body) -> bool {
        self.takes.iter().any(|kind| kind.includes(body))
    }
}

/// The names of all counters.
pub(super) const COUNTERS: [&str; 4] = ["tests", "forks", "nodes", "max_depth"];

/// Upper bound on the bytes of a line of the introduction.
pub(in crate::process) const LONGEST_OF_HELLO: usize = 1000;

/// An introduction while its lines come in. It is short: the first line that does not fit ends it, and no line may come
/// twice.
#[derive(Debug, Default)]
pub struct Greeting {
    greeted: bool,
    name: Option<String>,
    version: Option<String>,
    takes: Option<Vec<Kind>>,
    tasks: Option<Vec<Task>>,
    counters: Option<Vec<&'static str>>,
}

impl Greeting {
    /// Adds the next line. Returns the introduction once it is complete.
    ///
    /// # Errors
    /// If the line does not fit.
    pub fn line(&mut self, line: &[u8]) -> Result<Option<Hello>, Misfit> {
        let misfit = |expected: &str| Misfit::new(line, expected);
        let text = text(line)?;
        let (key, rest) = text.split_once(' ').unwrap_or((text, ""));
        if !self.greeted {
            let version = if key == "quadrille" { number::<u32>(rest.trim()) } else { None };
            if version != Some(VERSION) {
                let expected =
                    format!("`quadrille {VERSION}`, the version of the protocol, first of all");
                return Err(misfit(&expected));
            }
            self.greeted = true;
            return Ok(None);
        }
        let is_new = match key {
            "name" => set(&mut self.name, name(rest).ok_or_else(|| misfit(NAME))?),
            "version" => set(&mut self.version, name(rest).ok_or_else(|| misfit(NAME))?),
            "takes" => {
                let kinds: Vec<Kind> =
                    rest.split_whitespace().map(str::parse).collect::<Result<_, _>>()?;
                if kinds.is_empty() {
                    return Err(misfit("the instances it accepts, as in `takes sudoku:9 cover`"));
                }
                set(&mut self.takes, kinds)
            }
            "tasks" => {
                let tasks = words(rest, &[Task::First, Task::Unique, Task::All], Task::name)?;
                set(&mut self.tasks, tasks)
            }
            "counters" => set(&mut self.counters, words(rest, &COUNTERS, |name| name)?),
            "ready" if rest.is_empty() => return self.hello(line).map(Some),
            _ => {
                return Err(misfit(
                    "`name`, `version`, `takes`, `tasks` or `counters` with a value, or `ready`",
                ));
            }
        };
        if is_new { Ok(None) } else { Err(misfit(&format!("one line that begins with `{key}`"))) }
    }

    /// The introduction, if no line is missing.
    fn hello(&mut self, line: &[u8]) -> Result<Hello, Misfit> {
        let missing =
            |what| Misfit::new(line, format!("a line that begins with `{what}` before it"));
        Ok(Hello {
            name: self.name.take().ok_or_else(|| missing("name"))?,
            version: self.version.take().ok_or_else(|| missing("version"))?,
            takes: self.takes.take().ok_or_else(|| missing("takes"))?,
            tasks: self.tasks.take().unwrap_or_else(|| vec![Task::First, Task::Unique, Task::All]),
            counters: self.counters.take().unwrap_or_default(),
        })
    }
}

const NAME: &str = "one word that can be printed";

/// One printable word without quotes and commas.
fn name(rest: &str) -> Option<String> {
    let is_fine = |c: char| c.is_ascii_graphic() && !matches!(c, ',' | '"' | '\'');
    (!rest.is_empty() && rest.chars().all(is_fine)).then(|| rest.to_owned())
}

/// Reads words, each the name of one of the values `all`.
fn words<T: Copy>(
    rest: &str,
    all: &[T],
    name: impl Fn(T) -> &'static str,
) -> Result<Vec<T>, Misfit> {
    let value = |word: &str| {
        let value = all.iter().copied().find(|&value| name(value) == word);
        let names: Vec<&str> = all.iter().map(|&value| name(value)).collect();
        value.ok_or_else(|| Misfit::new(word.as_bytes(), format!("one of {}", names.join(", "))))
    };
    rest.split_whitespace().map(value).collect()
}

/// Sets a value. Returns whether there was none before.
fn set<T>(place: &mut Option<T>, value: T) -> bool {
    place.replace(value).is_none()
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn read(said: &str) -> Result<Option<Hello>, Misfit> {
        let mut greeting = Greeting::default();
        let mut hello = None;
        for line in said.lines() {
            assert_eq!(hello, None, "nothing comes after `ready`");
            hello = greeting.line(line.as_bytes())?;
        }
        Ok(hello)
    }

    #[test]
    fn a_hello_says_who_and_what() {
        let said = "quadrille 1\r\nname mine\nversion 1.0-beta\ntakes sudoku:9 cover\ntasks first all\n\
                    counters nodes forks\nready\n";
        let hello = read(said).unwrap().unwrap();
        assert_eq!((hello.name.as_str(), hello.version.as_str()), ("mine", "1.0-beta"));
        assert_eq!(hello.takes.len(), 2);
        assert_eq!(hello.tasks, [Task::First, Task::All]);
        assert_eq!(hello.counters, ["nodes", "forks"]);
    }

    #[test]
    fn tasks_and_counters_may_be_left_out() {
        let hello = read("quadrille 1\ntakes cover\nversion 1\nname m\nready").unwrap().unwrap();
        assert_eq!(hello.tasks, [Task::First, Task::Unique, Task::All]);
        assert!(hello.counters.is_empty());
    }

    #[test]
    fn what_does_not_fit_is_named() {
        for (said, expected) in [
            ("Hello, world", "found `Hello, world`; expected `quadrille 1`"),
            ("quadrille 2", "expected `quadrille 1`"),
            ("quadrille 1\nready", "begins with `name` before it"),
            ("quadrille 1\nname a\nname b", "one line that begins with `name`"),
            ("quadrille 1\nname a b", "expected one word"),
            ("quadrille 1\nname ", "expected one word"),
            ("quadrille 1\nversion 1,2", "expected one word"),
            ("quadrille 1\ntakes ", "as in `takes sudoku:9 cover`"),
            ("quadrille 1\ntakes chess", "found `chess`; expected `sudoku`"),
            ("quadrille 1\ntasks some", "one of first, unique, all"),
            ("quadrille 1\ncounters tasts", "one of tests, forks, nodes"),
            ("quadrille 1\nready set", "found `ready set`; expected `name`"),
        ] {
            let error = read(said).unwrap_err().to_string();
            assert!(error.contains(expected), "{error}");
        }
    }

    proptest! {
        #[test]
        fn no_bytes_do_harm(lines: Vec<Vec<u8>>, greeted: bool) {
            let mut greeting = Greeting { greeted, ..Greeting::default() };
            for line in lines {
                let _ = greeting.line(&line);
            }
        }

        /// What was read is what was said.
        #[test]
        fn any_order_of_lines_will_do(
            mut lines in Just(vec![
                "name mine", "version 2", "takes sudoku", "tasks unique", "counters tests max_depth",
            ]).prop_shuffle(),
        ) {
            lines.insert(0, "quadrille 1");
            lines.push("ready");
            let hello = read(&lines.join("\n")).unwrap().unwrap();
            prop_assert_eq!(hello, Hello {
                name: "mine".to_owned(),
                version: "2".to_owned(),
                takes: vec![Kind::Sudoku],
                tasks: vec![Task::Unique],
                counters: vec!["tests", "max_depth"],
            });
        }
    }
}
