//! Rows that time a whole corpus as one batch.

use quadrille_cover::CancelToken;
use quadrille_harness::{Corpus, Engine, Plan, engine};
use quadrille_results::{Record, Task, Verdict};

use crate::sink::Sink;
use crate::{plan, rows_of, run_into, shipped};

fn mixture() -> Plan {
    let corpora = vec![
        shipped("multiple", 5),
        shipped("none", 20),
        shipped("generated-9x9", 40),
        shipped("generated-16x16", 2),
        shipped("families", 3),
    ];
    Plan { batch: true, ..plan(corpora, 20_000) }
}

/// The sum of a column, if every row has it.
fn sum(rows: &[&Record], column: impl Fn(&Record) -> Option<u64>) -> Option<u64> {
    rows.iter().map(|&row| column(row)).sum()
}

#[test]
fn a_batch_has_the_counters_of_all_its_instances() {
    for task in [Task::Unique, Task::First, Task::All] {
        let batches = Plan { task: Some(task), ..mixture() };
        let (summary, rows) = rows_of(&batches);
        assert_eq!(summary.wrong, [""; 0]);
        let (_, instances) = rows_of(&Plan { batch: false, ..batches.clone() });
        let mut answered = 0;
        for row in &rows {
            let corpus = batches.corpora.iter().find(|corpus| corpus.name == row.corpus).unwrap();
            let about = (&*row.instance, row.line, &row.sha256, row.task);
            assert_eq!(about, ("*", None, &corpus.sha256, task));
            let of_it = |one: &&Record| (&one.corpus, &one.engine) == (&row.corpus, &row.engine);
            let alone: Vec<_> = instances.iter().filter(of_it).collect();
            assert_eq!(alone.len(), corpus.instances.len(), "{row:?}");
            let open = alone.iter().find(|one| one.verdict != Verdict::Ok);
            assert_eq!(row.verdict, open.map_or(Verdict::Ok, |one| one.verdict), "{row:?}");
            let timed = [row.iterations, row.wall_ns, row.cpu_ns].map(|time| time.is_some());
            assert_eq!(timed, [row.verdict == Verdict::Ok; 3], "{row:?}");
            let counts = [row.tests, row.forks, row.nodes, row.max_depth];
            if row.verdict != Verdict::Ok {
                assert_eq!((counts, &row.solutions), ([None; 4], &None));
                continue;
            }
            answered += 1;
            let solutions = |row: &Record| row.solutions.as_ref()?.parse().ok();
            assert_eq!(solutions(row), sum(&alone, solutions), "{row:?}");
            let totals = [
                sum(&alone, |row| row.tests),
                sum(&alone, |row| row.forks),
                sum(&alone, |row| row.nodes),
                alone.iter().map(|row| row.max_depth).max().unwrap(),
            ];
            // In a batch `lanes` shares sweeps between puzzles, and stops at other places than when it searches one puzzle.
            let stopped = task == Task::First && row.corpus != "none"
                || task == Task::Unique && row.corpus == "multiple";
            match (&*row.engine, stopped) {
                ("lanes", true) => assert_eq!(counts, [None; 4]),
                ("lanes", false) => assert_eq!(counts, [None, totals[1], totals[2], totals[3]]),
                _ => assert_eq!(counts, totals, "{row:?}"),
            }
        }
        assert!(answered > 10, "{answered} batches were answered");
    }
}

#[test]
fn batches_come_in_an_order_drawn_from_the_seed_and_are_the_same_at_any_number_of_jobs() {
    let quick = || {
        let names = ["masks", "lanes", "large"];
        let engines = engine::all()
            .into_iter()
            .filter(|engine| names.contains(&engine.name))
            .map(Engine::Native);
        Plan { engines: engines.collect(), ..mixture() }
    };
    let untimed = |plan: &Plan| {
        let (_, mut rows) = rows_of(plan);
        for row in &mut rows {
            (row.iterations, row.wall_ns, row.cpu_ns) = (None, None, None);
            row.cold_ns = None;
        }
        rows.sort_by_key(|row| (row.block, row.position));
        rows
    };
    let one = untimed(&quick());
    assert_eq!(untimed(&Plan { jobs: 3, ..quick() }), one);
    let order = |rows: &[Record]| -> Vec<(String, String)> {
        rows.iter().map(|row| (row.corpus.clone(), row.engine.clone())).collect()
    };
    assert_ne!(order(&untimed(&Plan { seed: 2, ..quick() })), order(&one));
}

#[test]
fn an_engine_must_take_every_instance_of_a_batch() {
    let mut corpus = shipped("generated-9x9", 2);
    corpus.instances.extend(shipped("generated-16x16", 1).instances);
    let corpus = Corpus::new("mixed".to_owned(), Task::Unique, corpus.instances);
    let (summary, rows) = rows_of(&Plan { batch: true, ..plan(vec![corpus], 1_000) });
    let lanes = rows.iter().find(|row| row.engine == "lanes").expect("it takes two of them");
    assert_eq!((lanes.verdict, lanes.wall_ns), (Verdict::Unsupported, None));
    let cell = &summary.cells[&("mixed".to_owned(), "lanes".to_owned())];
    assert_eq!((cell.instances, cell.ok), (3, 0));
}

#[test]
fn a_batch_that_is_stopped_leaves_no_row() {
    let plan = Plan { batch: true, ..plan(vec![shipped("generated-9x9", 200)], 2_000) };
    let (sink, cancel) = (Sink::default(), CancelToken::new());
    cancel.cancel();
    let summary = run_into(&sink, &plan, &cancel, &|_| ()).expect("to be stopped is no error");
    assert_eq!((sink.rows().len(), summary.rows(), summary.wrong.len()), (0, 0, 0));
}
