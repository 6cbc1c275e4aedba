//! Repeated measurements, and `--aa`, which measures everything twice.

use std::collections::{BTreeMap, BTreeSet};

use quadrille_harness::Plan;
use quadrille_results::{Record, Verdict};

use crate::{plan, rows_of, shipped};

fn small() -> Plan {
    plan(vec![shipped("systems", 4), shipped("families", 3)], 20_000)
}

/// The columns of a row that do not depend on the clock, and so must be the same in every repetition.
fn essence(row: &Record) -> (String, String, Record) {
    let untimed = Record {
        run_id: String::new(),
        block: 0,
        position: 0,
        repetition: 0,
        iterations: None,
        wall_ns: None,
        cpu_ns: None,
        instructions: None,
        cycles: None,
        branch_misses: None,
        cache_misses: None,
        cold_ns: None,
        ..row.clone()
    };
    (row.instance.clone(), row.engine.clone(), untimed)
}

#[test]
fn repetitions_differ_in_nothing_but_times_and_order() {
    for (batch, jobs) in [(false, 1), (false, 2), (true, 2)] {
        let plan = Plan { repetitions: 3, batch, jobs, ..small() };
        let (_, rows) = rows_of(&plan);
        let (_, once) = rows_of(&Plan { repetitions: 1, ..plan.clone() });
        assert_eq!(rows.len(), 3 * once.len());
        let mut of_each: BTreeMap<u32, Vec<_>> = BTreeMap::new();
        for row in &rows {
            of_each.entry(row.repetition).or_default().push(essence(row));
        }
        assert_eq!(of_each.keys().copied().collect::<Vec<_>>(), [1, 2, 3]);
        let mut expected: Vec<_> = once.iter().map(essence).collect();
        let by_name = |a: &(String, String, Record), b: &(String, String, Record)| {
            (&a.0, &a.1, &a.2.corpus).cmp(&(&b.0, &b.1, &b.2.corpus))
        };
        expected.sort_by(by_name);
        for (repetition, mut rows) in of_each {
            rows.sort_by(by_name);
            assert_eq!(rows, expected, "repetition {repetition}, batch {batch}, {jobs} jobs");
        }
        // Each place in the order is used once, and all rows of a repetition come before those of the next.
        let places: BTreeSet<_> = rows.iter().map(|row| (row.block, row.position)).collect();
        assert_eq!(places.len(), rows.len());
        let last = |repetition| {
            rows.iter().filter(|row| row.repetition == repetition).map(|row| row.block).max()
        };
        let first = |repetition| {
            rows.iter().filter(|row| row.repetition == repetition).map(|row| row.block).min()
        };
        assert!(last(1) < first(2) && last(2) < first(3));
    }
}

#[test]
fn each_repetition_has_an_order_of_its_own() {
    let (_, rows) = rows_of(&Plan { repetitions: 2, ..small() });
    let order = |repetition| -> Vec<_> {
        let of_it = rows.iter().filter(|row| row.repetition == repetition);
        of_it.map(|row| (row.corpus.clone(), row.instance.clone(), row.engine.clone())).collect()
    };
    assert_ne!(order(1), order(2));
}

#[test]
fn twice_is_two_runs_of_the_same_side_by_side() {
    let (summary, rows) = rows_of(&Plan { twice: true, repetitions: 2, ..small() });
    assert_eq!(summary.wrong, [""; 0]);
    let side = |name: &str| -> Vec<_> { rows.iter().filter(|row| row.run_id == name).collect() };
    let (a, b) = (side("test-a"), side("test-b"));
    assert_eq!((a.len(), b.len()), (rows.len() / 2, rows.len() / 2));
    let key = |row: &&Record| (row.block, row.engine.clone());
    let essences = |rows: &[&Record]| {
        let of_each = rows.iter().map(|row| (key(row), essence(row).2));
        of_each.collect::<Vec<_>>()
    };
    let sorted = |mut rows: Vec<((usize, String), Record)>| {
        rows.sort_by(|a, b| a.0.cmp(&b.0));
        rows
    };
    assert_eq!(sorted(essences(&a)), sorted(essences(&b)), "in the same blocks");
    // Neither side always comes first.
    let first = |name: &str, other: &[&Record]| {
        side(name)
            .iter()
            .filter(|row| {
                let partner = other.iter().find(|other| key(other) == key(row)).unwrap();
                row.position < partner.position
            })
            .count()
    };
    assert!(first("test-a", &b) > 0 && first("test-b", &a) > 0);
    assert!(rows.iter().any(|row| row.verdict == Verdict::Ok));
}
