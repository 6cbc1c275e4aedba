//! The rows in the file when a run is stopped, when the disk is full, and while a run continues.

use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::{Duration, Instant};

use quadrille_cover::CancelToken;
use quadrille_harness::{Body, Corpus, Engine, Expected, Instance, Plan, RunError, engine};
use quadrille_results::COLUMNS;
use quadrille_results::Task;

use crate::sink::{Sink, read};
use crate::{plan, run_into, shipped};

fn puzzles() -> Plan {
    plan(vec![shipped("generated-9x9", 60)], 2_000)
}

#[test]
fn a_run_stopped_in_the_middle_leaves_whole_rows() {
    for jobs in [1, 2] {
        let plan = Plan { jobs, ..puzzles() };
        let (sink, cancel) = (Sink::default(), CancelToken::new());
        let finished = AtomicUsize::new(0);
        let summary = run_into(&sink, &plan, &cancel, &|rows| {
            if finished.fetch_add(rows, Ordering::Relaxed) > 70 {
                cancel.cancel();
            }
        });
        let summary = summary.expect("to be stopped is no error");
        let rows = sink.rows();
        assert!((70..plan.rows()).contains(&rows.len()), "{} of {}", rows.len(), plan.rows());
        // The summary describes the rows in the file.
        assert_eq!(summary.rows(), rows.len());
        assert_eq!(summary.wrong.len(), 0, "what was cut off is not a wrong answer");
        assert_eq!(finished.into_inner(), rows.len());
    }
}

#[test]
fn a_search_that_is_cut_off_leaves_no_row() {
    // Almost 13 million solutions, each checked: the search is still running when it is stopped, and its solutions so
    // far are not an answer.
    let problem = quadrille_cover::family::build("dominoes:8x8").unwrap();
    let instance = Instance::new("long".into(), None, Body::from(problem), Expected::default());
    let corpus = Corpus::new("long".into(), Task::All, vec![instance]);
    let dlx = engine::by_name("dlx").into_iter().map(Engine::Native).collect();
    let plan = Plan { engines: dlx, ..plan(vec![corpus], u64::MAX) };
    let (sink, cancel) = (Sink::default(), CancelToken::new());
    let summary = std::thread::scope(|scope| {
        scope.spawn(|| {
            std::thread::sleep(Duration::from_millis(100));
            cancel.cancel();
        });
        run_into(&sink, &plan, &cancel, &|_| ()).expect("to be stopped is no error")
    });
    assert_eq!(sink.rows(), []);
    assert_eq!((summary.rows(), summary.wrong.len()), (0, 0));
}

#[test]
fn a_run_stopped_before_it_begins_leaves_the_head_line() {
    let (sink, cancel) = (Sink::default(), CancelToken::new());
    cancel.cancel();
    let summary = run_into(&sink, &puzzles(), &cancel, &|_| ()).unwrap();
    assert_eq!((summary.rows(), sink.rows().len()), (0, 0));
    assert_eq!(sink.written(), COLUMNS.join(",") + "\n");
}

#[test]
fn a_full_disk_ends_the_run_and_keeps_the_rows_before() {
    let head = COLUMNS.join(",").len() + 1;
    for room in [0, 1, head - 1, head, head + 1, head + 500, 10_000, 20_000] {
        let (sink, cancel) = (Sink::with_room(room), CancelToken::new());
        let plan = Plan { jobs: 2, ..puzzles() };
        let error = run_into(&sink, &plan, &cancel, &|_| ()).expect_err("it does not fit");
        assert!(matches!(error, RunError::Write(_)), "{error}");
        assert_eq!(cancel.is_cancelled(), room >= head, "no worker goes on for nothing");

        // The file was filled completely, with whole rows and the beginning of one that no longer fits.
        let text = sink.written();
        assert_eq!(text.len(), room);
        let whole = text.rfind('\n').map_or(0, |end| end + 1);
        if whole > 0 {
            let rows = read(&text[..whole]);
            assert_eq!(rows.len() + 1, text[..whole].lines().count());
            let fields = text[whole..].split(',').count();
            assert!(fields <= COLUMNS.len(), "{}", &text[whole..]);
        }
    }
}

#[test]
fn a_disk_that_is_full_at_the_very_end_is_an_error_too() {
    // A run of one puzzle is so short that its rows are written when it ends.
    let sink = Sink::with_room(COLUMNS.join(",").len() + 500);
    let plan = plan(vec![shipped("generated-9x9", 1)], 2_000);
    let error = run_into(&sink, &plan, &CancelToken::new(), &|_| ()).expect_err("it does not fit");
    assert!(matches!(error, RunError::Write(_)), "{error}");
}

#[test]
fn rows_can_be_read_while_the_run_goes_on() {
    let sink = Sink::default();
    let (told, seen) = (AtomicUsize::new(0), AtomicUsize::new(0));
    // The test holds up the only worker in its second block, so the run cannot end before the rows of the first block
    // are visible. After a minute it gives up: then the writer waits for the end of the run, which is a fault.
    let progress = |_| {
        if told.fetch_add(1, Ordering::Relaxed) == 1 {
            let patience = Instant::now() + Duration::from_secs(60);
            while Instant::now() < patience && seen.load(Ordering::Relaxed) == 0 {
                std::thread::sleep(Duration::from_millis(5));
                seen.store(read(&sink.flushed()).len(), Ordering::Relaxed);
            }
        }
    };
    run_into(&sink, &puzzles(), &CancelToken::new(), &progress).unwrap();
    let engines = quadrille_sudoku::Engine::ALL.len();
    assert_eq!(seen.into_inner(), engines, "the first block: all engines on one puzzle");
}
