//! Engines in processes of their own: engines that follow the protocol, and engines that violate it.

mod cheats;
mod endings;
mod guesses;
mod limits;
mod lines;
mod right;
mod rows;
#[path = "../runs/sink.rs"]
#[allow(dead_code, reason = "no disk is full here")]
mod sink;

use std::path::Path;
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use quadrille_harness::engine::searched::Judgement;
use quadrille_harness::process::{BatchReply, Program, Question, Session, SessionLimits};
use quadrille_harness::{Body, Corpus, Instance};
use quadrille_results::{Task, Verdict};
use quadrille_sudoku::format::write;

/// Held by a test whose engines have helpers of which nothing tells whose they are: these count for every engine of this
/// program, also for those of other tests.
static HELPERS: Mutex<()> = Mutex::new(());

/// Waits until no other test has such helpers.
fn alone() -> MutexGuard<'static, ()> {
    HELPERS.lock().unwrap_or_else(PoisonError::into_inner)
}

/// A limit of time that is long enough for a right answer on a busy machine.
const PATIENCE: Duration = Duration::from_secs(60);
/// A limit of time that is long enough for a small batch, and short enough for a test to wait for.
const IMPATIENCE: Duration = Duration::from_secs(1);

fn engine() -> String {
    example("unruly-engine")
}

/// The path of an example of this crate, which cargo builds with its tests.
fn example(name: &str) -> String {
    let test = std::env::current_exe().expect("this program is somewhere");
    let places = test.ancestors().map(|folder| folder.join("examples").join(name));
    let engine = places.into_iter().find(|engine| engine.exists());
    let engine = engine.expect("to be built first: cargo build -p quadrille-harness --examples");
    engine.display().to_string()
}

fn program(name: &str, command: Vec<String>) -> Program {
    let (folder, takes) = (env!("CARGO_MANIFEST_DIR").into(), None);
    Program { name: name.into(), command, folder, env: [].into(), takes, sandbox: false }
}

/// The engine `unruly-engine`, which misbehaves according to its arguments.
fn unruly(words: &[&str]) -> Program {
    let words = words.iter().map(|&word| word.to_owned());
    program("unruly", std::iter::once(engine()).chain(words).collect())
}

fn shell(script: &str) -> Program {
    program("shell", ["sh", "-c", script].map(str::to_owned).into())
}

fn patient() -> SessionLimits {
    SessionLimits { time: Some(PATIENCE), ..SessionLimits::default() }
}

fn impatient() -> SessionLimits {
    SessionLimits { time: Some(IMPATIENCE), ..SessionLimits::default() }
}

/// A session with `unruly-engine`, which misbehaves in this manner at one puzzle.
fn session(manner: &str, poison: &Instance) -> Session {
    let program = unruly(&[manner, &text(poison)]);
    Session::start(program, patient()).expect("it starts")
}

fn text(instance: &Instance) -> String {
    match &instance.body {
        Body::Sudoku(puzzle) => write::line(puzzle.givens()),
        Body::Cover(problem) => problem.to_string().trim_end().to_owned(),
    }
}

/// Some 9x9 puzzles with one solution each.
fn puzzles(count: usize) -> Corpus {
    let mut corpus = Corpus::open("generated-9x9", &mut Err).expect("it is shipped");
    corpus.instances.truncate(count);
    corpus
}

fn ask(session: &mut Session, corpus: &Corpus) -> BatchReply {
    let instances: Vec<&Instance> = corpus.instances.iter().collect();
    session.ask(&Question::new(Task::Unique), &instances)
}

/// The only instance that failed, with its fault.
fn only_fault(asked: &BatchReply) -> (usize, &Judgement) {
    let faults = asked.replies.iter().enumerate().filter_map(|(place, reply)| match reply {
        Err(fault) if fault.verdict != Verdict::Unsupported => Some((place, fault)),
        _ => None,
    });
    let faults: Vec<_> = faults.collect();
    assert_eq!(faults.len(), 1, "{faults:?}");
    for reply in asked.replies.iter().flatten() {
        assert_eq!((reply.searched.search.stats.solutions, &reply.searched.unlawful), (1, &None));
    }
    faults[0]
}
