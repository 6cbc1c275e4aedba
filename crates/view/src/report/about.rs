//! What was run, from the run file beside a file of results, and warnings about circumstances that affect times.
//!
//! The run file is read as a TOML table, so that run files written by other versions can be shown as far as possible.

use std::path::Path;

use quadrille_results::{Notes, Source};
use toml::{Table, Value};

#[derive(Debug)]
pub(super) struct About {
    /// The file's name without its folder.
    pub name: String,
    pub rows: usize,
    /// Facts about the run, as pairs of a name and a value, in reading order.
    pub facts: Vec<(&'static str, String)>,
    /// The command that repeats the run.
    pub command: Option<String>,
    pub corpora: Vec<CorpusFacts>,
    pub warnings: Vec<String>,
    /// The text of the run file.
    pub run_file: Option<String>,
}

#[derive(Debug, PartialEq)]
pub(super) struct CorpusFacts {
    pub name: String,
    pub instances: String,
    pub task: String,
    /// The limit of tests for each search; empty if the run had none.
    pub tests: String,
    pub sha256: String,
}

impl About {
    pub fn of(source: &Source) -> Self {
        let name = file_name(&source.name);
        let mut warnings = Vec::new();
        if let Some(line) = source.tail {
            warnings.push(format!(
                "{name}: line {line} is incomplete and was left out; the run was not finished."
            ));
        }
        let mut about = Self {
            rows: source.rows,
            facts: Vec::new(),
            command: None,
            corpora: Vec::new(),
            warnings,
            run_file: None,
            name,
        };
        if let Some(Notes(table)) = &source.notes {
            about.read(table);
        }
        about
    }

    fn read(&mut self, run: &Table) {
        self.facts = facts(run);
        self.warn(run);
        let words = run.get("command").and_then(Value::as_array);
        self.command = words.map(|words| {
            // The first word is the path of the program on the machine of the run, which may differ elsewhere.
            let rest = words.iter().skip(1).map(|word| format!(" {}", quoted(&text(word))));
            std::iter::once("quadrille".to_owned()).chain(rest).collect()
        });
        let corpora = run.get("corpus").and_then(Value::as_array).into_iter().flatten();
        let corpus = |corpus: &Value| {
            let field = |key: &str| corpus.get(key).map(text).unwrap_or_default();
            CorpusFacts {
                name: field("name"),
                instances: field("instances"),
                task: field("task"),
                tests: field("tests"),
                sha256: field("sha256"),
            }
        };
        self.corpora = corpora.map(corpus).collect();
        self.run_file = Some(run.to_string());
    }

    fn warn(&mut self, run: &Table) {
        let name = &self.name;
        let at = |path: &[&str]| find(run, path);
        let jobs = at(&["jobs"]).and_then(Value::as_integer).unwrap_or(1);
        let disturbance = at(&["disturbance"]).and_then(Value::as_float);
        let mut warn = |what: String| self.warnings.push(format!("{name}: {what}"));
        if jobs > 1 {
            let by = disturbance.map_or_else(String::new, |factor| {
                format!("; a probe took {factor:.2} times as long in parallel as alone")
            });
            warn(format!("{jobs} instances were searched in parallel, which disturbs times{by}."));
        }
        if at(&["pinned"]).and_then(Value::as_bool) == Some(false) {
            warn("workers were not pinned to cores.".to_owned());
        }
        if let Some(profile) = at(&["build", "profile"]).map(text).filter(|p| p != "release") {
            warn(format!("the program was built with the profile `{profile}`, not `release`."));
        }
        if let Some(governor) =
            at(&["machine", "governor"]).map(text).filter(|g| g != "performance")
        {
            warn(format!(
                "the frequency governor of the processor was `{governor}`, not `performance`."
            ));
        }
        if at(&["machine", "turbo"]).and_then(Value::as_bool) == Some(true) {
            warn("turbo was on, so the processor could exceed its nominal frequency.".to_owned());
        }
        let noise = at(&["noise"]).and_then(Value::as_table).into_iter().flatten();
        let factors: Vec<String> =
            noise.map(|(engine, factor)| format!("{engine} {}", text(factor))).collect();
        if !factors.is_empty() {
            warn(format!(
                "two measurements of the same searches differ by a factor of up to: {}.",
                factors.join(", ")
            ));
        }
    }
}

/// A warning that names the files without a run file.
pub(super) fn without_run_file(sources: &[Source]) -> Option<String> {
    let mut names = sources.iter().filter(|source| source.notes.is_none()).map(|one| &one.name);
    let first = file_name(names.next()?);
    Some(match names.count() {
        0 => format!(
            "{first} has no run file beside it, so the machine and the build of the run are unknown."
        ),
        more => format!(
            "{first} and {more} more have no run files beside them, so the machines and the builds of these runs \
             are unknown."
        ),
    })
}

/// The differences between the runs of several files that can affect times.
pub(super) fn differences(sources: &[Source]) -> Vec<String> {
    let mut with_notes = sources.iter().filter_map(|source| Some((source, source.notes.as_ref()?)));
    let Some((first, notes)) = with_notes.next() else { return Vec::new() };
    let mut told = Vec::new();
    for (source, others) in with_notes {
        let found: Vec<String> = notes
            .differences(others)
            .into_iter()
            .map(|(what, values)| {
                // Run files state the limits that there are.
                let is_limit = what.starts_with("limits.")
                    || what.starts_with("corpus.") && what.rsplit('.').next() == Some("tests");
                let absent = if is_limit { "no limit" } else { "not recorded" };
                let [one, other] = values.map(|value| value.unwrap_or_else(|| absent.to_owned()));
                format!("{what} ({one}; {other})")
            })
            .collect();
        if !found.is_empty() {
            let (one, other) = (file_name(&first.name), file_name(&source.name));
            told.push(format!("{one} and {other} differ in {}.", found.join(", ")));
        }
    }
    told
}

fn facts(run: &Table) -> Vec<(&'static str, String)> {
    let mut facts = Vec::new();
    let at = |path: &[&str]| find(run, path).map(text).filter(|text| !text.is_empty());
    let mut add = |what, parts: Vec<Option<String>>| {
        let parts: Vec<String> = parts.into_iter().flatten().collect();
        if !parts.is_empty() {
            facts.push((what, parts.join(", ")));
        }
    };
    let with = |before: &str, path: &[&str], after: &str| {
        at(path).map(|text| format!("{before}{text}{after}"))
    };
    let either = |path: &[&str], yes: &str, no: &str| {
        let flag = find(run, path).and_then(Value::as_bool);
        flag.map(|flag| if flag { yes } else { no }.to_owned())
    };
    add("Run", vec![at(&["run_id"])]);
    add("Started", vec![at(&["started"])]);
    add("Resumed", vec![at(&["resumed"])]);
    add("Seed", vec![at(&["seed"])]);
    add(
        "Repetitions",
        vec![
            at(&["repetitions"]),
            either(&["twice"], "each measured twice", "").filter(|t| !t.is_empty()),
        ],
    );
    add("Jobs", vec![at(&["jobs"]), either(&["pinned"], "pinned to cores", "not pinned to cores")]);
    add("Disturbance", vec![at(&["disturbance"])]);
    add(
        "Limits",
        vec![
            with("", &["limits", "seconds"], " s"),
            with("", &["limits", "nodes"], " nodes"),
            with("", &["limits", "memory_bytes"], " bytes of memory"),
        ],
    );
    add(
        "Machine",
        vec![
            at(&["machine", "cpu"]),
            with("", &["machine", "cores"], " cores"),
            at(&["machine", "system"]),
            with("governor ", &["machine", "governor"], ""),
            either(&["machine", "turbo"], "turbo", "no turbo"),
        ],
    );
    add("Instructions used by lanes", vec![at(&["machine", "lanes"])]);
    add("Clock", vec![with("", &["clock_cost_ns"], " ns per measurement")]);
    add(
        "Build",
        vec![
            with("quadrille ", &["build", "version"], ""),
            with("revision ", &["build", "revision"], ""),
            at(&["build", "rustc"]),
            with("flags ", &["build", "rustflags"], ""),
            with("profile ", &["build", "profile"], ""),
        ],
    );
    add("SHA-256 of the program", vec![at(&["build", "sha256"])]);
    facts
}

fn find<'t>(run: &'t Table, path: &[&str]) -> Option<&'t Value> {
    let (first, rest) = path.split_first()?;
    rest.iter().try_fold(run.get(*first)?, |value, key| value.get(key))
}

/// A TOML value as text. Strings have no quotes, and the items of a list are separated by commas.
fn text(value: &Value) -> String {
    match value {
        Value::String(text) => text.clone(),
        Value::Array(items) => items.iter().map(text).collect::<Vec<_>>().join(", "),
        other => other.to_string(),
    }
}

/// A word of a command, in quotes if a shell would not take it as it is.
fn quoted(word: &str) -> String {
    let plain = |c: char| c.is_ascii_alphanumeric() || "-_./:=,+@%".contains(c);
    if !word.is_empty() && word.chars().all(plain) {
        word.to_owned()
    } else {
        format!("'{}'", word.replace('\'', r"'\''"))
    }
}

pub(super) fn file_name(path: &str) -> String {
    Path::new(path).file_name().map_or(path.into(), |name| name.to_string_lossy()).into_owned()
}

#[cfg(test)]
mod tests {
    use super::*;
    use quadrille_results::read_toml;

    const RUN: &str = r#"
        run_id = "r-1"
        command = ["/somewhere/quadrille", "run", "--corpus", "it's mine.txt", "--seed", "7"]
        seed = 7
        jobs = 2
        pinned = false
        disturbance = 1.23456
        [limits]
        seconds = 2.5
        [build]
        profile = "debug"
        [machine]
        cpu = "a processor"
        cores = 4
        governor = "powersave"
        turbo = true
        [noise]
        masks = 1.04
        [[corpus]]
        name = "systems"
        sha256 = "abc"
        instances = 13
        task = "unique"
    "#;

    fn source(run: &str) -> Source {
        let notes = Some(read_toml(run).unwrap());
        Source { name: "folder/r.csv".into(), notes, rows: 3, tail: None }
    }

    #[test]
    fn the_run_file_is_told() {
        let about = About::of(&source(RUN));
        let expected = r"quadrille run --corpus 'it'\''s mine.txt' --seed 7";
        assert_eq!(about.command.as_deref(), Some(expected));
        let fact = |what: &str| about.facts.iter().find(|fact| fact.0 == what).map(|fact| &*fact.1);
        assert_eq!(fact("Machine"), Some("a processor, 4 cores, governor powersave, turbo"));
        assert_eq!(fact("Jobs"), Some("2, not pinned to cores"));
        assert_eq!(fact("Limits"), Some("2.5 s"));
        assert_eq!(fact("Clock"), None);
        let corpus = &about.corpora[0];
        assert_eq!((&*corpus.name, &*corpus.instances, &*corpus.tests), ("systems", "13", ""));
    }

    #[test]
    fn what_spoils_times_is_a_warning() {
        let warnings = About::of(&source(RUN)).warnings.join("\n");
        for expected in [
            "2 instances",
            "1.23 times",
            "not pinned",
            "`debug`",
            "`powersave`",
            "turbo",
            "masks 1.04",
        ] {
            assert!(warnings.contains(expected), "{expected}: {warnings}");
        }
        let calm = "jobs = 1\npinned = true\n[build]\nprofile = \"release\"\n";
        assert!(About::of(&source(calm)).warnings.is_empty());
        let nothing = Source { notes: None, ..source(calm) };
        assert!(About::of(&nothing).warnings.is_empty());
        let told = |sources: &[Source]| without_run_file(sources).unwrap_or_default();
        assert!(told(&[source(calm), nothing.clone()]).starts_with("r.csv has no run file"));
        assert!(
            told(&[nothing.clone(), nothing]).starts_with("r.csv and 1 more have no run files")
        );
        assert_eq!(told(&[source(calm)]), "");
    }

    #[test]
    fn runs_that_differ_are_named() {
        let other =
            Source { name: "s.csv".into(), ..source(&RUN.replace("a processor", "another")) };
        let told = differences(&[source(RUN), other]);
        assert_eq!(told, ["r.csv and s.csv differ in machine.cpu (a processor; another)."]);
        assert!(differences(&[source(RUN), source(RUN)]).is_empty());
        let limited = Source { name: "s.csv".into(), ..source(&format!("{RUN}tests = 5000\n")) };
        let other = source(&RUN.replace("seconds = 2.5", "").replace("turbo = true", ""));
        let told = differences(&[source(RUN), limited, other]).join("\n");
        assert!(told.contains("corpus.systems.tests (no limit; 5000)"), "{told}");
        assert!(told.contains("limits.seconds (2.5; no limit)"), "{told}");
        assert!(told.contains("machine.turbo (true; not recorded)"), "{told}");
    }
}
