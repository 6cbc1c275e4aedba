//! Engines that guess in place of a search, or that solved the corpus before they were asked: none gets a time that it did
//! not work for.

use quadrille_harness::plan::Limits;
use quadrille_harness::plan::request::Request;
use quadrille_harness::{Plan, corpus::isomorphs::isomorphs};
use quadrille_results::Record;

use super::rows::external;
use super::sink::rows_of;
use super::*;

/// The least CPU time of an honest search, in nanoseconds, without the tenth by which clocks may differ.
const LEAST: f64 = 0.9 * 20e6;
const REPETITIONS: u32 = 2;

/// The kinds of `examples/guessing-engine.rs` and the corpora with which they are tried.
const KINDS: [(&str, &str); 5] = [
    ("honest", "generated-9x9"),
    ("claims-one", "generated-9x9"),
    ("claims-none", "none"),
    ("first-only", "generated-9x9"),
    ("later-in-batches", "generated-9x9"),
];

fn guesser(kind: &str, file: &str, seed: u64) -> Program {
    let words = [kind, file, &seed.to_string()].map(str::to_owned);
    program("guess", std::iter::once(example("guessing-engine")).chain(words).collect())
}

fn plan(program: Program, corpus: Corpus, batch: bool) -> Plan {
    Plan {
        corpora: vec![corpus],
        engines: vec![external(program)],
        task: Some(Task::Unique),
        limits: Limits { wall: Some(PATIENCE), ..Limits::default() },
        batch,
        repetitions: REPETITIONS,
        jobs: 1,
        ..Plan::default()
    }
}

/// Instances of a corpus that the engine takes.
fn some(corpus: &str, count: usize) -> Corpus {
    let mut corpus = Corpus::open(corpus, &mut Err).expect("it is shipped");
    corpus.instances.retain(|instance| match &instance.body {
        Body::Sudoku(puzzle) => puzzle.order().side() == 9,
        Body::Cover(_) => false,
    });
    corpus.instances.truncate(count);
    corpus
}

/// No row has a time for less than an honest search takes.
fn are_worked_for(rows: &[Record], instances: usize, kind: &str) {
    for row in rows {
        for time in [row.cpu_ns, row.wall_ns].into_iter().flatten() {
            let one = time as f64 / instances as f64;
            assert!(one >= LEAST, "{kind}: {one} ns in {row:?}");
        }
    }
}

fn no_guess_has_a_time(tries: usize, puzzles: usize, batch: bool) {
    let _alone = alone();
    for (kind, corpus) in KINDS {
        let corpus = some(corpus, puzzles);
        let instances = corpus.instances.len();
        let of_a_run = REPETITIONS as usize * if batch { 1 } else { instances };
        for _ in 0..tries.div_ceil(of_a_run) {
            let (summary, rows) = rows_of(&plan(guesser(kind, "", 0), corpus.clone(), batch));
            assert_eq!(rows.len(), of_a_run);
            are_worked_for(&rows, if batch { instances } else { 1 }, kind);
            let is_honest = kind == "honest" || kind == "later-in-batches" && !batch;
            let timed = rows.iter().filter(|row| row.cpu_ns.is_some()).count();
            assert_eq!(timed == rows.len(), is_honest, "{kind}: {summary:?}");
            assert_eq!(summary.wrong.is_empty(), is_honest);
        }
        println!("{kind}, batch {batch}: {} runs of {of_a_run} rows", tries.div_ceil(of_a_run));
    }
}

#[test]
fn guesses_have_no_time() {
    no_guess_has_a_time(1, 3, false);
    no_guess_has_a_time(1, 8, true);
}

#[test]
#[ignore = "takes some minutes; `.ci/nightly` runs it"]
fn guesses_never_have_a_time() {
    no_guess_has_a_time(200, 20, false);
}

#[test]
#[ignore = "takes some minutes; `.ci/nightly` runs it"]
fn guesses_never_have_a_time_in_batches() {
    no_guess_has_a_time(200, 8, true);
}

/// One that guesses in every second process is right about each row with probability one half, until it is found out; from
/// then on it has no time.
#[test]
fn one_that_guesses_now_and_then_is_found_out() {
    let _alone = alone();
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("processes").display().to_string();
    let (summary, rows) =
        rows_of(&plan(guesser("in-turns", &file, 0), some("generated-9x9", 12), false));
    let caught = rows.iter().position(|row| row.verdict == Verdict::Wrong).expect("or one in 10^7");
    assert!(rows[caught..].iter().all(|row| row.cpu_ns.is_none()));
    let told = &summary.wrong[0];
    assert!(told.contains("as the number of solutions, expected 2, about an instance"), "{told}");
}

/// A decoy proves nothing beside a question that had no answer, and costs the limit of time again. By lot, each row asks about
/// its decoy first or last, so that eight rows have a last one but for once in 256 runs.
#[test]
fn no_decoy_follows_a_question_without_an_answer() {
    let _alone = alone();
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("asked");
    // It refuses the easy questions, which have no cell open but those of the first row, and hangs at all others.
    let script = r#"printf 'quadrille 3\nname s\nversion 1\ntakes sudoku:9\nready\n'
        while read -r word number _ puzzle; do
            case $word in
                sudoku) case ${puzzle#.........} in
                    *.*) echo "$puzzle" >> "$ASKED"; sleep 1000;;
                    *) echo "$number unsupported";;
                esac;;
                end) echo done;;
            esac
        done"#;
    let mut program = shell(script);
    program.env.insert("ASKED".into(), file.display().to_string());
    let corpus = some("generated-9x9", 8);
    let measured: Vec<String> = corpus.instances.iter().map(text).collect();
    let limits = Limits { wall: Some(Duration::from_millis(200)), ..Limits::default() };
    let plan = Plan { limits, repetitions: 1, ..plan(program, corpus, false) };
    let (_, rows) = rows_of(&plan);
    assert!(rows.iter().all(|row| row.verdict == Verdict::Timeout), "{rows:?}");
    let asked = std::fs::read_to_string(file).unwrap();
    let is_decoy = |puzzle: &str| measured.iter().all(|one| one != puzzle);
    let asked: Vec<bool> = asked.lines().map(is_decoy).collect();
    assert_eq!(asked.iter().filter(|is_decoy| !**is_decoy).count(), measured.len());
    assert!(asked.windows(2).all(|two| two != [true, true]) && asked.last() == Some(&false));
}

/// The engine knows the corpus and the seed of the run before it is asked, but not the copies.
#[test]
fn one_that_solves_the_copies_beforehand_does_not_know_them() {
    let _alone = alone();
    let seed = 5;
    let mut request = Request { isomorphs: Some(2), seed, ..Request::default() };
    request.engine.push(guesser("reads-ahead", "systems", seed));
    assert!(request.draw_isomorphs());
    let copies = |seed| isomorphs(&some("systems", 3), 2, seed);
    let drawn = request.isomorph_seed.expect("it was drawn");
    for (copies, is_known) in [(copies(drawn), false), (copies(seed), true)] {
        let (_, rows) = rows_of(&plan(request.engine[0].clone(), copies, false));
        let least = rows.iter().filter_map(|row| row.cpu_ns).min().expect("there are times") as f64;
        // Where it knows them, the test shows that the engine would gain.
        assert_eq!(least < LEAST, is_known, "{least}");
    }
}

#[test]
fn work_before_ready_is_bounded_and_told() {
    let start = |kind| Session::start(guesser(kind, "", 0), SessionLimits::default());
    let error = start("prepares-long").unwrap_err().to_string();
    assert!(error.contains(" of CPU time before `ready`, and may use 1 s; if it needs"), "{error}");
    assert!(error.contains("let it greet with the line `prepares 2`"), "{error}");
    let prepared = start("honest").unwrap().prepared().expect("the system says");
    assert!((Duration::ZERO..Duration::from_secs(1)).contains(&prepared), "{prepared:?}");
}
