//! Engines that pretend to be fast, for tests of the harness: `cheating-engine KIND FOLDER`.
//!
//! An honest search takes at least [`WORK`] of CPU time, or [`LITTLE`] of the kinds that end in `-briefly`, so a shorter time
//! was not worked for. What a cheat stores is stored in FOLDER, or in memory.

use std::collections::HashMap;
use std::fs;
use std::io::{self, BufRead, Write, stdin, stdout};
use std::os::unix::process::CommandExt;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::thread::sleep;
use std::time::Duration;

use quadrille_cover::Budget;
use quadrille_sudoku::canonical::canonical_with;
use quadrille_sudoku::format::{InputFormat, read::read_one, write};
use quadrille_sudoku::{Engine, Grid, Watch};
use rustix::process::{setpriority_process, setsid};
use rustix::thread::{CpuSet, sched_getaffinity, sched_setaffinity};
use rustix::time::{ClockId, clock_gettime};

/// CPU time that a search takes at least.
const WORK: Duration = Duration::from_millis(20);
const LITTLE: Duration = Duration::from_millis(1);
/// CPU time before a stored answer of the kinds that end in `-late`: as if the machine had been busy.
const LATE: Duration = Duration::from_millis(2);
const NONE: &str = "-";
const SEPARATOR: &str = " | ";
/// The file that a helper finds in its folder until it is to end.
const STARTED: &str = "started";
/// Time between two looks for a file.
const PAUSE: Duration = Duration::from_micros(200);

fn main() -> io::Result<()> {
    let words: Vec<String> = std::env::args().skip(1).collect();
    let words: Vec<&str> = words.iter().map(String::as_str).collect();
    match words[..] {
        ["helper", "service", folder] => {
            _ = setsid();
            help(WORK, Path::new(folder), true);
            Ok(())
        }
        ["helper", kind, folder] => {
            help(work_of(kind), Path::new(folder), false);
            Ok(())
        }
        ["starts-helper", kind, folder] => {
            // Its parent ends at once, so the helper is no descendant of the engine any more.
            start(&["helper", kind, folder]).map(drop)
        }
        ["worker", priority, puzzle, folder] => work_alone(priority, puzzle, Path::new(folder)),
        ["starts-worker", priority, puzzle, folder] => {
            start_alone(&["worker", priority, puzzle, folder]).map(drop)
        }
        ["link", left, puzzle, folder] => link(left.parse().expect("a number"), puzzle, folder),
        ["waits", priority, _folder] => wait_for_core(priority),
        ["ignored-child" | "urgent-child", folder] if std::env::var_os(IGNORES).is_none() => {
            // An ignored signal stays ignored in a new program. The time of a child that ends is then lost.
            let mut env = Command::new("env");
            env.arg("--ignore-signal=CHLD").arg(std::env::current_exe()?);
            Err(env.args([words[0], folder]).env(IGNORES, "1").exec())
        }
        [kind, folder] => Cheat::new(kind, folder).serve(),
        _ => panic!("cheating-engine VERSION KIND FOLDER"),
    }
}

/// The variable of a process that ignores the ends of its children.
const IGNORES: &str = "CHEAT_IGNORES";
/// How many processes one after the other do the work of a search.
const LINKS: u32 = 8;

/// Starts a process that nothing connects with this one, once it has a session of its own.
fn start_alone(words: &[&str]) -> io::Result<std::process::Child> {
    let mut command = Command::new(std::env::current_exe()?);
    command.args(words).env_clear();
    command.stdin(Stdio::null()).stdout(Stdio::null()).stderr(Stdio::null()).spawn()
}

/// Goes to the first core that this process may use, with another priority: 19 is the last to get the core, -20 the first,
/// if the system allows it.
fn go_to_core(priority: &str) {
    let cores = sched_getaffinity(None).expect("the cores of this thread");
    let first = (0..CpuSet::MAX_CPU).find(|&core| cores.is_set(core)).expect("a core");
    let mut one = CpuSet::new();
    one.set(first);
    sched_setaffinity(None, &one).expect("it is one of its cores");
    _ = setpriority_process(None, priority.parse().expect("a number"));
}

/// Searches one puzzle in a session of its own, and ends.
fn work_alone(priority: &str, puzzle: &str, folder: &Path) -> io::Result<()> {
    _ = setsid();
    go_to_core(priority);
    store(folder, puzzle, &search(WORK, puzzle))
}

/// Does a part of the work, and leaves the rest to the next process.
fn link(left: u32, puzzle: &str, folder: &str) -> io::Result<()> {
    _ = setsid();
    let answer = search(WORK / LINKS, puzzle);
    if left == 0 {
        return store(Path::new(folder), puzzle, &answer);
    }
    start_alone(&["link", &(left - 1).to_string(), puzzle, folder]).map(drop)
}

/// Is always ready to run, and so seems to wait while another process has the core.
fn wait_for_core(priority: &str) -> ! {
    go_to_core(priority);
    loop {
        std::hint::spin_loop();
    }
}

fn start(words: &[&str]) -> io::Result<std::process::Child> {
    let mut command = Command::new(std::env::current_exe()?);
    command.args(words).process_group(0);
    command.stdin(Stdio::null()).stdout(Stdio::null()).stderr(Stdio::null()).spawn()
}

/// The CPU time that a search of an engine takes at least.
fn work_of(kind: &str) -> Duration {
    if kind.ends_with("-briefly") { LITTLE } else { WORK }
}

fn spend(work: Duration) {
    let cpu = || {
        let now = clock_gettime(ClockId::ThreadCPUTime);
        Duration::new(now.tv_sec.unsigned_abs(), now.tv_nsec.unsigned_abs() as u32)
    };
    let end = cpu() + work;
    while cpu() < end {}
}

/// The solutions of a puzzle, up to two with ` | ` between them, or `-`; after some CPU time.
fn search(work: Duration, puzzle: &str) -> String {
    spend(work);
    let puzzle = read_one(puzzle, InputFormat::Line, None).expect("a puzzle");
    let (budget, mut found) = (Budget { solutions: Some(2), ..Budget::default() }, Vec::new());
    Engine::Masks.prepare(&puzzle).search(&budget, Watch::Off, &mut |grid| {
        found.push(write::line(grid));
        std::ops::ControlFlow::Continue(())
    });
    if found.is_empty() { NONE.to_owned() } else { found.join(SEPARATOR) }
}

/// An answer with its number of solutions.
fn counted(answer: &str) -> String {
    let solutions = if answer == NONE { 0 } else { answer.split(SEPARATOR).count() };
    format!("{solutions} {answer}")
}

/// The process beside an engine: searches each puzzle that is asked for by a file, and keeps the answers. A service stays
/// until it is killed.
fn help(work: Duration, folder: &Path, is_service: bool) {
    let mut known = HashMap::new();
    // The folder itself stays if a file is stored while the folder is removed.
    while is_service || folder.join(STARTED).exists() {
        let asked = fs::read_dir(folder).into_iter().flatten();
        for file in asked.flatten() {
            let name = file.file_name().to_string_lossy().into_owned();
            if let Some(puzzle) = name.strip_suffix(".asked") {
                let answer = known.entry(puzzle.to_owned()).or_insert_with(|| search(work, puzzle));
                // A helper of another process of the engine may do the same.
                _ = fs::remove_file(file.path());
                _ = store(folder, puzzle, answer);
            }
        }
        sleep(PAUSE);
    }
}

fn store(folder: &Path, puzzle: &str, answer: &str) -> io::Result<()> {
    let unfinished = folder.join(format!("{puzzle}.{}.part", std::process::id()));
    fs::write(&unfinished, answer)?;
    fs::rename(unfinished, folder.join(puzzle))
}

struct Cheat<'a> {
    kind: &'a str,
    folder: PathBuf,
    /// Answers by puzzle, or by canonical form.
    known: HashMap<String, String>,
    last: Option<(u64, String)>,
}

impl<'a> Cheat<'a> {
    fn new(kind: &'a str, folder: &str) -> Self {
        Self { kind, folder: folder.into(), known: HashMap::new(), last: None }
    }

    fn serve(mut self) -> io::Result<()> {
        let started = self.folder.join(STARTED);
        let folder = &self.folder.to_string_lossy();
        if self.kind == "helper-outside-briefly" {
            // Or the answers of an earlier process would be found in little more than a tenth of the time.
            fs::remove_dir_all(&self.folder)?;
            fs::create_dir(&self.folder)?;
        }
        if self.kind.starts_with("helper-outside") {
            fs::write(&started, "")?;
            start(&["starts-helper", self.kind, folder])?.wait()?;
        }
        if self.kind == "service" {
            fs::write(&started, "")?;
            let mut command = Command::new(std::env::current_exe()?);
            command.args(["starts-helper", self.kind, folder]).env_clear().process_group(0);
            command.stdin(Stdio::null()).stdout(Stdio::null()).stderr(Stdio::null());
            command.spawn()?.wait()?;
        }
        match self.kind {
            "unreaped-child" | "ignored-child" => drop(start_alone(&["waits", "19", folder])?),
            "urgent-child" => drop(start_alone(&["waits", "0", folder])?),
            _ => {}
        }
        if self.kind == "child" {
            fs::write(&started, "")?;
            start(&["helper", self.kind, folder])?;
        }
        println!("quadrille 2\nname cheat\nversion 1\ntakes sudoku:9\nready");
        if self.kind == "answers-early" {
            self.guess(1)?;
        }
        for line in stdin().lock().lines() {
            let line = line?;
            let words: Vec<&str> = line.split(' ').collect();
            match words[..] {
                ["batch", ..] => {}
                ["sudoku", number, _, puzzle] => {
                    let number: u64 = number.parse().expect("a number");
                    if self.last.as_ref().is_none_or(|(said, _)| *said != number) {
                        self.answer(number, puzzle)?;
                    }
                }
                ["end"] => {
                    println!("done");
                    stdout().flush()?;
                    if self.kind == "answers-early"
                        && let Some((number, _)) = self.last
                    {
                        self.guess(number + 1)?;
                    }
                }
                _ => panic!("found the line `{line}`"),
            }
        }
        Ok(())
    }

    /// Answers before the question, which may be the last one again.
    fn guess(&mut self, number: u64) -> io::Result<()> {
        let stored = || fs::read_to_string(self.folder.join("last")).ok();
        let Some(answer) = self.last.take().map(|(_, answer)| answer).or_else(stored) else {
            return Ok(());
        };
        println!("{number} {}", counted(&answer));
        self.last = Some((number, answer));
        stdout().flush()
    }

    fn answer(&mut self, number: u64, puzzle: &str) -> io::Result<()> {
        let folder = &self.folder.to_string_lossy().into_owned();
        let answer = match self.kind {
            "honest" | "bogus-ns" => search(WORK, puzzle),
            "remembers" => self.remembered(puzzle),
            "sleeps-early" => {
                if self.known.is_empty() {
                    sleep(5 * WORK);
                }
                self.remembered(puzzle)
            }
            "table" | "table-late" | "answers-early" => {
                let stored = fs::read_to_string(self.folder.join(puzzle)).ok();
                if stored.is_some() {
                    self.wait_if_late();
                }
                let answer = stored.unwrap_or_else(|| search(WORK, puzzle));
                store(&self.folder, puzzle, &answer)?;
                store(&self.folder, "last", &answer)?;
                answer
            }
            "canonical" => {
                let grid = read_one(puzzle, InputFormat::Line, None).expect("a puzzle");
                let (form, to_form) = canonical_with(grid.givens());
                let each = |answer: &str, map: &dyn Fn(&Grid) -> Grid| {
                    let map = |grid: &str| match read_one(grid, InputFormat::Line, None) {
                        Ok(grid) => write::line(&map(grid.givens())),
                        Err(_) => NONE.to_owned(),
                    };
                    answer.split(SEPARATOR).map(map).collect::<Vec<_>>().join(SEPARATOR)
                };
                let known = self.known.entry(write::line(&form));
                let found = || each(&search(WORK, puzzle), &|grid| to_form.apply(grid));
                each(known.or_insert_with(found), &|grid| to_form.inverse().apply(grid))
            }
            "child"
            | "helper-outside"
            | "helper-outside-briefly"
            | "helper-outside-late"
            | "service" => self.asked_of_helper(puzzle)?,
            "unreaped-child" => self.awaited(puzzle, &["starts-worker", "0", puzzle, folder])?,
            "ignored-child" => self.awaited(puzzle, &["worker", "0", puzzle, folder])?,
            "urgent-child" => self.awaited(puzzle, &["worker", "-20", puzzle, folder])?,
            "links" => self.awaited(puzzle, &["link", &LINKS.to_string(), puzzle, folder])?,
            kind => panic!("there is no kind {kind}"),
        };
        let ns = if self.kind == "bogus-ns" { " ns=1" } else { "" };
        println!("{number} {}{ns}", counted(&answer));
        self.last = Some((number, answer));
        stdout().flush()
    }

    fn wait_if_late(&self) {
        if self.kind.ends_with("-late") {
            spend(LATE);
        }
    }

    /// The answer of the process beside this one.
    fn asked_of_helper(&self, puzzle: &str) -> io::Result<String> {
        let answer = self.folder.join(puzzle);
        let asked = self.folder.join(format!("{puzzle}.asked"));
        if answer.exists() {
            self.wait_if_late();
        }
        while !answer.exists() {
            // Again and again, as a helper may be ended between the question and its answer.
            fs::write(&asked, "")?;
            sleep(PAUSE);
        }
        fs::read_to_string(answer)
    }

    /// The answer that another process stores, which these words start. It is used once only.
    fn awaited(&self, puzzle: &str, words: &[&str]) -> io::Result<String> {
        let answer = self.folder.join(puzzle);
        while !answer.exists() {
            // Again, as it may be ended together with another engine.
            let mut child = start_alone(words)?;
            if self.kind == "unreaped-child" {
                child.wait()?;
            }
            for _ in 0..200 {
                if answer.exists() {
                    break;
                }
                sleep(WORK / 4);
            }
        }
        let found = fs::read_to_string(&answer)?;
        fs::remove_file(answer)?;
        Ok(found)
    }

    fn remembered(&mut self, puzzle: &str) -> String {
        self.known.entry(puzzle.to_owned()).or_insert_with(|| search(WORK, puzzle)).clone()
    }
}
