//! The introduction of an engine: its name and version, and what it accepts.

use std::time::Duration;

use quadrille_results::Task;

use super::{Kind, Misfit, OLDEST, VERSION, number, text};

/// The introduction of an engine.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Hello {
    /// The version of the protocol that the engine speaks.
    pub protocol: u32,
    /// The name that the engine gives itself.
    pub name: String,
    /// The engine's version.
    pub version: String,
    /// The kinds of instances that the engine accepts.
    pub takes: Vec<Kind>,
    /// The tasks that the engine accepts.
    pub tasks: Vec<Task>,
    /// The counters that the engine reports, of `tests`, `forks`, `nodes` and `max_depth`.
    pub counters: Vec<&'static str>,
    /// Whether the engine can write certificates of its answers, in the form `xcd`.
    pub proofs: bool,
    /// The most CPU time that the engine uses before its introduction is complete.
    pub prepares: Duration,
}

pub(in crate::process) const COUNTERS: [&str; 4] = ["tests", "forks", "nodes", "max_depth"];

/// The name of the form of certificates.
pub(in crate::process) const PROOFS: &str = "xcd";

/// Upper bound on the bytes of a line of the introduction.
pub(in crate::process) const LONGEST_OF_HELLO: usize = 1000;

/// CPU time that an engine may use before its introduction is complete, if it declares none: interpreters such as Python's
/// start in a tenth of it, also with large libraries.
const PREPARES: Duration = Duration::from_secs(1);
/// Upper bound on the seconds that an engine may declare, which is also the time that it has to introduce itself.
const MOST_SECONDS: u64 = 60;

/// All tasks. Without a line `tasks`, an engine answers all but the last, which it must name.
const TASKS: [Task; 5] = [Task::First, Task::Unique, Task::All, Task::Count, Task::Cheapest];

impl Hello {
    /// The task that the engine is asked about a task of the run; `None` if it does not accept it.
    pub fn asked(&self, task: Task) -> Option<Task> {
        let is_older = task == Task::Count && self.protocol == OLDEST;
        let task = if is_older { Task::All } else { task };
        self.tasks.contains(&task).then_some(task)
    }
}

/// An introduction while its lines are read. Its length is bounded, because an unexpected or repeated line is an
/// error.
#[derive(Debug, Default)]
pub struct Greeting {
    /// The first words of the lines read so far.
    keys: Vec<String>,
    hello: Hello,
}

impl Greeting {
    /// Adds the next line. Returns the introduction once it is complete.
    ///
    /// # Errors
    /// If the line is malformed, unexpected or repeated.
    pub fn line(&mut self, line: &[u8]) -> Result<Option<Hello>, Misfit> {
        let misfit = |expected: &str| Err(Misfit::new(line, expected));
        let text = text(line)?;
        let (key, rest) = text.split_once(' ').unwrap_or((text, ""));
        let is_first = self.keys.is_empty();
        let has = |wanted: &str| self.keys.iter().any(|key| key == wanted);
        let hello = &mut self.hello;
        match key {
            "quadrille" if known_version(rest).is_some() => {
                hello.protocol = known_version(rest).unwrap_or_default();
            }
            _ if is_first => {
                let expected = "the version of the protocol, as the first line";
                return misfit(&format!(
                    "`quadrille {OLDEST}` or `quadrille {VERSION}`, {expected}"
                ));
            }
            "name" => hello.name = name(line, rest)?,
            "version" => hello.version = name(line, rest)?,
            "takes" => {
                let kinds = rest.split_whitespace().map(|word| Kind::try_from(word.to_owned()));
                hello.takes = kinds.collect::<Result<_, _>>()?;
                if hello.takes.is_empty() {
                    return misfit("the instances it accepts, as in `takes sudoku:9 cover`");
                }
            }
            "tasks" => hello.tasks = words(rest, tasks(hello.protocol), Task::name)?,
            "counters" => hello.counters = words(rest, &COUNTERS, |name| name)?,
            "proofs" => hello.proofs = !words(rest, &[PROOFS], |name| name)?.is_empty(),
            "prepares" => {
                let seconds =
                    number(rest.trim()).filter(|seconds| (1..=MOST_SECONDS).contains(seconds));
                let Some(seconds) = seconds else {
                    let what = "seconds of CPU time before `ready`, as in `prepares 5`";
                    return misfit(&format!("1 to {MOST_SECONDS} {what}"));
                };
                hello.prepares = Duration::from_secs(seconds);
            }
            "ready" if rest.is_empty() => {
                if let Some(key) = ["name", "version", "takes"].into_iter().find(|key| !has(key)) {
                    return misfit(&format!("a line that begins with `{key}` before it"));
                }
                if !has("tasks") {
                    hello.tasks = tasks(hello.protocol).to_vec();
                    hello.tasks.retain(|&task| task != Task::Cheapest);
                }
                if !has("prepares") {
                    hello.prepares = PREPARES;
                }
                return Ok(Some(hello.clone()));
            }
            _ => {
                let keys =
                    "`name`, `version`, `takes`, `tasks`, `counters`, `proofs` or `prepares`";
                return misfit(&format!("{keys} with a value, or `ready`"));
            }
        }
        if has(key) {
            return misfit(&format!("only one line that begins with `{key}`"));
        }
        self.keys.push(key.to_owned());
        Ok(None)
    }
}

fn known_version(text: &str) -> Option<u32> {
    number(text.trim()).filter(|version| (OLDEST..=VERSION).contains(version))
}

fn tasks(protocol: u32) -> &'static [Task] {
    if protocol == OLDEST { &TASKS[..3] } else { &TASKS }
}

/// A name or version: one printable ASCII word without quotes and commas.
fn name(line: &[u8], rest: &str) -> Result<String, Misfit> {
    let is_fine = |c: char| c.is_ascii_graphic() && !matches!(c, ',' | '"' | '\'');
    let is_word = !rest.is_empty() && rest.chars().all(is_fine);
    is_word
        .then(|| rest.to_owned())
        .ok_or_else(|| Misfit::new(line, "one word of printable ASCII without quotes and commas"))
}

/// Reads words, each of which is the name of one of the values `all`.
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

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn read(said: &str) -> Result<Option<Hello>, Misfit> {
        let mut greeting = Greeting::default();
        let mut hello = None;
        for line in said.split('\n') {
            assert_eq!(hello, None, "nothing comes after `ready`");
            hello = greeting.line(line.as_bytes())?;
        }
        Ok(hello)
    }

    #[test]
    fn tasks_and_counters_may_be_left_out() {
        let hello = read("quadrille 2\ntakes cover\nversion 1.0-beta\r\nname m\nready").unwrap();
        let expected = Hello {
            protocol: 2,
            name: "m".to_owned(),
            version: "1.0-beta".to_owned(),
            takes: vec![Kind::Cover],
            tasks: vec![Task::First, Task::Unique, Task::All],
            counters: vec![],
            proofs: false,
            prepares: PREPARES,
        };
        assert_eq!(hello, Some(expected));
    }

    #[test]
    fn an_engine_of_version_2_counts_by_its_task_all() {
        let asked = |version, tasks| {
            let said = format!("quadrille {version}\ntakes cover\nversion 1\nname m{tasks}\nready");
            read(&said).unwrap().unwrap().asked(Task::Count)
        };
        assert_eq!(asked(2, ""), Some(Task::All));
        assert_eq!(asked(2, "\ntasks first"), None);
        assert_eq!(asked(3, ""), Some(Task::Count));
        assert_eq!(asked(3, "\ntasks first all"), None);
        assert!(read("quadrille 2\ntasks count").is_err());
        let cheapest = |tasks| {
            let said = format!("quadrille 3\ntakes cover\nversion 1\nname m{tasks}\nready");
            read(&said).unwrap().unwrap().asked(Task::Cheapest)
        };
        assert_eq!(cheapest(""), None, "it must be named");
        assert_eq!(cheapest("\ntasks first cheapest"), Some(Task::Cheapest));
    }

    #[test]
    fn what_does_not_fit_is_named() {
        for (said, expected) in [
            (
                "Hello, world",
                "found `Hello, world`; expected `quadrille 2` or `quadrille 3`, the version",
            ),
            (
                "quadrille 1",
                "found `quadrille 1`; expected `quadrille 2` or `quadrille 3`, the version",
            ),
            ("quadrille 2\nready", "begins with `name` before it"),
            ("quadrille 2\nname a\nname b", "one line that begins with `name`"),
            ("quadrille 2\nname a b", "expected one word"),
            ("quadrille 2\nname ", "expected one word"),
            ("quadrille 2\nversion 1,2", "expected one word"),
            ("quadrille 2\ntakes ", "as in `takes sudoku:9 cover`"),
            ("quadrille 2\ntakes chess", "found `chess`; expected `sudoku`"),
            ("quadrille 3\ntasks some", "one of first, unique, all, count, cheapest"),
            ("quadrille 2\ncounters tasts", "one of tests, forks, nodes"),
            ("quadrille 2\nproofs lrat", "found `lrat`; expected one of xcd"),
            ("quadrille 2\nprepares 0", "found `prepares 0`; expected 1 to 60 seconds"),
            ("quadrille 2\nprepares 61", "expected 1 to 60 seconds"),
            ("quadrille 2\nprepares", "expected 1 to 60 seconds"),
            ("quadrille 2\nready set", "found `ready set`; expected `name`"),
        ] {
            let error = read(said).unwrap_err().to_string();
            assert!(error.contains(expected), "{error}");
        }
    }

    proptest! {
        #[test]
        fn no_bytes_do_harm(lines: Vec<Vec<u8>>, greeted: bool) {
            let mut greeting = Greeting::default();
            for line in greeted.then_some(b"quadrille 2".to_vec()).into_iter().chain(lines) {
                let _ = greeting.line(&line);
            }
        }

        /// The lines between the first and `ready` may come in any order.
        #[test]
        fn any_order_of_lines_will_do(
            mut lines in Just(vec![
                "name mine", "version 2", "takes sudoku:9 cover", "tasks first all", "counters nodes  tests\r",
                "proofs xcd", "prepares 7",
            ]).prop_shuffle(),
        ) {
            lines.insert(0, "quadrille 2\r");
            lines.push("ready");
            let hello = read(&lines.join("\n")).unwrap().unwrap();
            prop_assert_eq!((&*hello.name, &*hello.version), ("mine", "2"));
            let kinds: Vec<String> = hello.takes.into_iter().map(String::from).collect();
            prop_assert_eq!(kinds, ["sudoku:9", "cover"]);
            prop_assert_eq!(hello.tasks, [Task::First, Task::All]);
            prop_assert_eq!(hello.counters, ["nodes", "tests"]);
            prop_assert!(hello.proofs);
            prop_assert_eq!(hello.prepares, Duration::from_secs(7));
        }
    }
}
