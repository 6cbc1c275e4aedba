//! An engine for tests of the harness: it implements the protocol, and can violate it in every way.
//!
//! `unruly-engine MANNER [POISON]` gives right answers, but misbehaves at the puzzle POISON, or always if the manner does
//! not depend on a puzzle. `unruly-engine drive COMMAND...` is a harness that waits for such an engine.

use std::io::{self, BufRead, BufWriter, Stdout, Write, stdin, stdout};
use std::ops::ControlFlow;
use std::path::Path;
use std::process::{Command, Stdio, exit};
use std::thread::sleep;
use std::time::{Duration, Instant};

use quadrille_cover::{Budget, Counters, Outcome, Problem, Search, Solver, engine::Dlx};
use quadrille_harness::process::{Program, Question, Session, SessionLimits};
use quadrille_harness::{Corpus, Instance};
use quadrille_results::Task;
use quadrille_sudoku::format::{InputFormat, read::read_one, write};
use quadrille_sudoku::{Engine, Watch};
use rustix::fs::MemfdFlags;

const FOR_EVER: Duration = Duration::from_secs(1000);
/// The length of a search that has a time: more than ten times the cost of a question.
const LONG: Duration = Duration::from_millis(30);

fn main() -> io::Result<()> {
    let words: Vec<String> = std::env::args().skip(1).collect();
    let words: Vec<&str> = words.iter().map(String::as_str).collect();
    match words[..] {
        ["drive", ref command @ ..] => drive(command),
        ["sleep"] => sleep(FOR_EVER),
        ["not-an-engine"] => println!("Hello, world!"),
        ["dies-at-start"] => {
            eprintln!("no licence found");
            exit(3);
        }
        [manner] => Unruly::new(manner, "").serve()?,
        [manner, poison] => Unruly::new(manner, poison).serve()?,
        _ => exit(2),
    }
    Ok(())
}

/// Sends an empty grid to an engine, and waits.
fn drive(command: &[&str]) {
    let command = command.iter().map(|&word| word.to_owned()).collect();
    let (name, folder, env, takes) = ("driven".into(), ".".into(), [].into(), None);
    let program = Program { name, command, folder, env, takes, sandbox: false };
    let mut session = Session::start(program, SessionLimits::default()).expect("it starts");
    let corpus = Corpus::open("systems", &mut Err).expect("it is shipped");
    let instances: Vec<&Instance> = corpus.instances.iter().collect();
    session.ask(&Question::new(Task::Unique), &instances);
}

struct Unruly<'a> {
    manner: &'a str,
    poison: &'a str,
    out: BufWriter<Stdout>,
    kept: Vec<String>,
    limit: Option<u64>,
}

impl<'a> Unruly<'a> {
    fn new(manner: &'a str, poison: &'a str) -> Self {
        let out = BufWriter::with_capacity(1 << 16, stdout());
        Self { manner, poison, out, kept: Vec::new(), limit: None }
    }

    fn serve(mut self) -> io::Result<()> {
        if self.manner == "ends-once-then-takes-memory" {
            let mark = std::env::var("UNRULY_MARK").expect("where it says that it was here");
            if Path::new(&mark).exists() {
                take_memory();
            }
            std::fs::write(mark, "")?;
        }
        let version = if self.manner == "changes" { std::process::id() } else { 1 };
        println!("quadrille 2\nname unruly\nversion {version}\ntakes sudoku cover");
        println!("counters tests forks nodes max_depth\nready");
        let mut lines = stdin().lock().lines();
        while let Some(line) = lines.next().transpose()? {
            let words: Vec<&str> = line.splitn(4, ' ').collect();
            match words[..] {
                ["batch", ..] => {
                    let mut limits = line.split(' ').filter_map(|word| word.strip_prefix("limit="));
                    self.limit = limits.next().map(|limit| limit.parse().expect("a number"));
                }
                ["sudoku", number, _, puzzle] => self.answer(number, puzzle, None)?,
                ["cover", number, count] => {
                    let text: io::Result<Vec<String>> =
                        lines.by_ref().take(count.parse().expect("a number")).collect();
                    let text = text?.join("\n");
                    self.answer(number, &text, Some(&Problem::parse(&text).expect("a problem")))?;
                }
                ["end"] => self.end()?,
                _ => panic!("found the line `{line}`"),
            }
        }
        Ok(())
    }

    fn answer(&mut self, number: &str, text: &str, problem: Option<&Problem>) -> io::Result<()> {
        if self.manner == "ends-once-then-takes-memory" {
            exit(0);
        }
        if !self.poison.is_empty() && text == self.poison && !self.misbehave(number)? {
            return Ok(());
        }
        let start = Instant::now();
        let mut found = search(text, problem, self.limit);
        while self.manner == "slow" && start.elapsed() < LONG {
            found = search(text, problem, self.limit);
        }
        let ns = start.elapsed().as_nanos();
        let (search, solutions) = found;
        assert!(matches!(search.outcome, Outcome::Exhausted | Outcome::Stopped));
        let stats = search.stats;
        let mut answer = format!(
            "{number} {} {solutions} tests={} forks={} nodes={} max_depth={}",
            stats.solutions,
            stats.tests.unwrap_or(0),
            stats.forks.unwrap_or(0),
            stats.nodes.unwrap_or(0),
            stats.max_depth.unwrap_or(0)
        );
        match self.manner {
            "boasts" => answer += " ns=1",
            "exaggerates" => answer += &format!(" ns={}", ns * 10),
            _ => answer += &format!(" ns={ns}"),
        }
        match self.manner {
            "keeps-back" | "reverses" => self.kept.push(answer),
            _ => writeln!(self.out, "{answer}")?,
        }
        if self.manner.starts_with("prompt") {
            self.out.flush()?;
        }
        Ok(())
    }

    /// Misbehaves according to the manner. Returns whether the puzzle must still get its right answer.
    fn misbehave(&mut self, number: &str) -> io::Result<bool> {
        let manner = self.manner.strip_prefix("prompt-").unwrap_or(self.manner);
        match manner {
            "crashes" => {
                eprintln!("assertion failed: at the very end\nin solver.c");
                std::process::abort();
            }
            "leaves" => exit(0),
            "hangs" => sleep(FOR_EVER),
            "hangs-with-children" => {
                for _ in 0..2 {
                    have_child()?;
                }
                sleep(FOR_EVER);
            }
            "leaves-children" => {
                have_child()?;
                exit(0);
            }
            "shouts" => loop {
                eprintln!("warning!");
            },
            "takes-memory" => take_memory(),
            "fills-memfd" => fill(rustix::fs::memfd_create("kept", MemfdFlags::CLOEXEC)?.into()),
            "keeps-memfd" => {
                let mut file: std::fs::File =
                    rustix::fs::memfd_create("kept", MemfdFlags::CLOEXEC)?.into();
                (0..200).try_for_each(|_| file.write_all(&vec![1; 1 << 20]))?;
                std::mem::forget(file);
                return Ok(true);
            }
            "fills-shared-file" => {
                let path = std::env::var("UNRULY_MARK").expect("where to write");
                let options = std::fs::OpenOptions::new().write(true).create_new(true).open(path);
                fill(options?)
            }
            "talks-nonsense" => writeln!(self.out, "what?")?,
            "misspells" => writeln!(self.out, "{number} 1 misspelt")?,
            "skips" => {}
            "repeats" => {
                writeln!(self.out, "{number} 0 -")?;
                return Ok(true);
            }
            "half-a-line" => {
                write!(self.out, "{number} 1 5346")?;
                self.out.flush()?;
                exit(0);
            }
            "endless-line" => loop {
                self.out.write_all(&[b'5'; 4096])?;
            },
            "endless-lines" => loop {
                writeln!(self.out, "{number} unsupported")?;
            },
            "counts-wrong" => writeln!(self.out, "{number} 0 -")?,
            "places-wrong" => writeln!(self.out, "{number} 1 {}", "123456789".repeat(9))?,
            "gives-up" => writeln!(self.out, "{number} budget tests=7")?,
            "stalls" => writeln!(self.out, "{number} stalled")?,
            "refuses" => writeln!(self.out, "{number} unsupported")?,
            "says-done-early" => {
                writeln!(self.out, "done")?;
                self.out.flush()?;
            }
            _ => panic!("there is no manner {manner}"),
        }
        Ok(false)
    }

    fn end(&mut self) -> io::Result<()> {
        if self.manner == "reverses" {
            self.kept.reverse();
        }
        for answer in self.kept.drain(..) {
            writeln!(self.out, "{answer}")?;
        }
        match self.manner {
            "never-done" => {}
            "misspells-done" => writeln!(self.out, "done and dusted")?,
            "says-more" => writeln!(self.out, "done\nand one more thing")?,
            "says-more-later" => {
                writeln!(self.out, "done")?;
                self.out.flush()?;
                sleep(Duration::from_millis(20));
                writeln!(self.out, "and one more thing")?;
            }
            "total" => writeln!(self.out, "done ns=12345")?,
            _ => writeln!(self.out, "done")?,
        }
        self.out.flush()
    }
}

fn take_memory() -> ! {
    let mut taken = Vec::new();
    loop {
        taken.push(vec![1_u8; 1 << 20]);
        sleep(Duration::from_millis(1));
    }
}

/// Writes more and more into a file in memory.
fn fill(mut file: std::fs::File) -> ! {
    loop {
        file.write_all(&vec![1; 1 << 20]).expect("there is memory");
        sleep(Duration::from_millis(1));
    }
}

/// Starts a process that would outlive this one, and writes its id to the file named by `UNRULY_CHILDREN`.
fn have_child() -> io::Result<()> {
    let child = Command::new(std::env::current_exe()?).arg("sleep").stdin(Stdio::null()).spawn()?;
    let told = std::env::var_os("UNRULY_CHILDREN").expect("a test says where to tell of them");
    let mut told = std::fs::OpenOptions::new().append(true).create(true).open(told)?;
    writeln!(told, "{}", child.id())
}

/// Searches a puzzle; returns the result with its solutions as the protocol writes them: both if there are two and the limit
/// is two, otherwise the first.
fn search(text: &str, problem: Option<&Problem>, limit: Option<u64>) -> (Search, String) {
    let budget = Budget { solutions: limit, ..Budget::default() };
    let most = if limit == Some(2) { 2 } else { 1 };
    let mut shown: Vec<String> = Vec::new();
    let mut show = |solution: String| {
        if shown.len() < most {
            shown.push(solution);
        }
        ControlFlow::Continue(())
    };
    let search = if let Some(problem) = problem {
        let mut visit = |options: &[quadrille_cover::OptionId]| {
            let numbers = options.iter().map(|option| option.index().to_string());
            show(numbers.collect::<Vec<_>>().join(" "))
        };
        Dlx.search(problem, &budget, Counters::On, &mut visit).expect("it takes it")
    } else {
        let puzzle = read_one(text, InputFormat::Auto, None).expect("a puzzle");
        let mut visit = |grid: &quadrille_sudoku::Grid| show(write::line(grid));
        Engine::Masks.search(&puzzle, &budget, Watch::Count, &mut visit)
    };
    (search, if shown.is_empty() { "-".to_owned() } else { shown.join(" | ") })
}
