//! Rows do not depend on the number of workers or on the order of the instances.

use quadrille_cover::CancelToken;
use quadrille_harness::{Plan, engine};
use quadrille_results::{Record, Task, Verdict};

use crate::sink::Sink;
use crate::{plan, rows_of, run_into, shipped};

fn mixture() -> Plan {
    let corpora = vec![
        shipped("systems", 6),
        shipped("multiple", 5),
        shipped("none", 5),
        shipped("generated-16x16", 1),
        shipped("families", 3),
    ];
    plan(corpora, 20_000)
}

/// The columns that do not depend on the clock, sorted by corpus, instance and engine.
fn sorted(mut rows: Vec<Record>) -> Vec<Record> {
    for row in &mut rows {
        (row.iterations, row.wall_ns, row.cpu_ns) = (None, None, None);
        row.cold_ns = None;
    }
    let place = |row: &Record| (row.corpus.clone(), row.instance.clone(), row.engine.clone());
    rows.sort_by_cached_key(place);
    rows
}

#[test]
fn rows_are_the_same_at_any_number_of_jobs() {
    let (_, alone) = rows_of(&mixture());
    let expected = sorted(alone);
    for jobs in 2..=4 {
        let (_, together) = rows_of(&Plan { jobs, ..mixture() });
        assert_eq!(sorted(together), expected, "at {jobs} jobs");
    }
}

#[test]
fn another_seed_changes_the_order_and_nothing_else() {
    let (_, rows) = rows_of(&mixture());
    let (_, others) = rows_of(&Plan { seed: 2, ..mixture() });
    let order = |rows: &[Record]| -> Vec<(String, String)> {
        rows.iter().map(|row| (row.instance.clone(), row.engine.clone())).collect()
    };
    assert_ne!(order(&rows), order(&others));
    let anywhere = |rows| {
        let mut rows = sorted(rows);
        for row in &mut rows {
            (row.block, row.position) = (0, 0);
        }
        rows
    };
    assert_eq!(anywhere(rows), anywhere(others));
}

#[test]
fn one_worker_writes_blocks_in_their_order() {
    let (_, rows) = rows_of(&mixture());
    assert!(rows.is_sorted_by_key(|row| (row.block, row.position)));
    // A block has every engine that accepts its instance, each at a different position.
    for block in rows.chunk_by(|a, b| a.block == b.block) {
        let mut names: Vec<&str> = block.iter().map(|row| &*row.engine).collect();
        names.sort_unstable();
        names.dedup();
        let first = &block[0];
        let corpora = mixture().corpora;
        let instances = corpora.iter().filter(|corpus| corpus.name == first.corpus);
        let mut instances = instances.flat_map(|corpus| &corpus.instances);
        let instance = instances.find(|instance| instance.id == first.instance).expect("one");
        let takers = engine::all().iter().filter(|engine| engine.takes(&instance.body)).count();
        assert_eq!(names.len(), takers);
        assert!(block.iter().enumerate().all(|(i, row)| row.position == i));
        assert!(block.iter().all(|row| row.sha256 == block[0].sha256));
    }
}

#[test]
fn every_row_says_what_it_is() {
    let (summary, rows) = rows_of(&mixture());
    for row in &rows {
        assert_eq!((row.schema, &*row.run_id, row.repetition), (5, "test", 1));
        assert_eq!(row.sha256.len(), 64);
        assert!(engine::by_name(&row.engine).is_some());
        assert!(row.tests.is_some() && row.forks.is_some(), "{row:?}");
        assert_eq!(row.nodes.is_some(), !["singles", "human"].contains(&&*row.engine), "{row:?}");
        let all = matches!(&*row.corpus, "multiple" | "families");
        assert_eq!(row.task, if all { Task::All } else { Task::Unique });
    }
    for (verdict, count) in &summary.verdicts {
        assert_eq!(rows.iter().filter(|row| row.verdict == *verdict).count(), *count);
    }
    assert!(summary.verdicts[&Verdict::Ok] > 50, "{:?}", summary.verdicts);
    assert!(summary.verdicts[&Verdict::Budget] > 0, "{:?}", summary.verdicts);
}

#[test]
fn progress_adds_up_to_all_rows() {
    let plan = Plan { jobs: 2, ..mixture() };
    let told = std::sync::atomic::AtomicUsize::new(0);
    let count = |rows| {
        told.fetch_add(rows, std::sync::atomic::Ordering::Relaxed);
    };
    run_into(&Sink::default(), &plan, &CancelToken::new(), &count).unwrap();
    assert_eq!(told.into_inner(), plan.rows());
}
