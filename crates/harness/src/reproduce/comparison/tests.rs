//! Comparisons of rows that are made here.

use std::fs::File;

use quadrille_cover::CancelToken;

use super::*;
use crate::corpus::manifest::library::Library;
use crate::machine::cores::Cores;
use crate::reproduce::Table;
use crate::run::RunContext;
use crate::run::reading;
use crate::run::resume::Done;

const HEAD: &str = "title = 't'\nabout = 'a'\nsource = 's'\n[pins]\n\
    systems = 'b9913f8321377a526da10814b51f556eae683fdd45bc9a455a57835c81e229fa'\n";

fn compare(rest: &str) -> Comparison {
    let table = Table::parse("x.toml", &format!("{HEAD}{rest}")).unwrap();
    let mut table = ResolvedTable::new(table, &Library::default(), &[]).unwrap();
    let (cancel, cores, done) = (CancelToken::new(), Cores::default(), Done::default());
    let context = RunContext {
        run_id: "r",
        cancel: &cancel,
        cores: &cores,
        done: &done,
        progress: &|_| (),
        waiting: &|_| (),
    };
    let folder = tempfile::tempdir().unwrap();
    let mut results = Vec::new();
    for i in 0..table.steps.len() {
        let path = folder.path().join(format!("{i}.csv"));
        let out = Box::new(File::create(&path).unwrap());
        if let Some(made) = table.steps[i].run(out, &context).unwrap() {
            table.made(i, made).unwrap();
        }
        results.push(reading::read([path.to_str().unwrap()]).unwrap());
    }
    Comparison::of(&table, &results).unwrap()
}

fn told(comparison: &Comparison) -> Vec<String> {
    let line = |line: &Line| {
        let ours = match &line.ours {
            None => "-".to_owned(),
            Some(OurValue::Text(text)) => text.clone(),
            Some(OurValue::Number { value, .. }) => format!("{value:.2}"),
        };
        let finding = match line.finding {
            Finding::Equal => "equal".to_owned(),
            Finding::Differs => "differs".to_owned(),
            Finding::Beside(ratio) => ratio.map_or("beside".to_owned(), |r| format!("{r:.2}")),
        };
        format!("{} {} {ours} {finding}", line.engine(), line.column.name())
    };
    comparison.lines.iter().map(line).collect()
}

const PLANS: &str = "[plan.a]\ncorpora = ['systems']\nengines = ['masks', 'singles']\ntask = 'first'\n\
    [plan.b]\ncorpora = ['systems']\nengines = ['masks']\ntask = 'all'\nfilter = '/P1$'\n";

/// The problem with pigeons has more options than a checker takes.
#[test]
fn a_count_that_is_not_proved_differs_where_proofs_are_demanded() {
    let table = |demand: &str| {
        let figure = |instance: &str, solutions: u64| {
            format!("[[figure]]\ncorpus = 'c'\ninstance = '{instance}'\nsolutions = {solutions}\n")
        };
        let counts = "instances = ['pigeonhole:8193x2', 'queens:6']\nengines = ['dlx']\n";
        let figures = figure("pigeonhole:8193x2", 0) + &figure("queens:6", 4);
        let plan = "[plan.p]\ncorpora = ['systems']\nengines = ['masks']\nfilter = '/P1$'\n";
        let of_plan = "[[figure]]\ncorpus = 'systems'\ninstance = 'P1'\nsolutions = 1\n";
        let steps = format!("[count.c]\n{demand}{counts}{plan}{demand}");
        told(&compare(&(steps + &figures + of_plan)))
    };
    let equal = ["dlx solutions 0 equal", "dlx solutions 4 equal", "masks solutions 1 equal"];
    assert_eq!(table(""), equal);
    let unproved = "dlx solutions 0, not proved differs";
    assert_eq!(table("prove = true\n"), [unproved, equal[1], equal[2]]);
}

#[test]
fn counts_must_be_as_published() {
    let figure = |rest: &str| format!("[[figure]]\ncorpus = 'systems'\ninstance = 'P1'\n{rest}\n");
    let comparison = compare(
        &[
            PLANS,
            &figure("engine = 'masks'\ntests = 135\nforks = 11"),
            &figure("engine = 'masks'\nplan = 'b'\nforks = 71"),
            &figure("engine = 'singles'\nverdict = 'stalled'\nopen_cells = 57"),
            &figure("engine = 'singles'\nsolutions = 1"),
            &figure("engine = 'nobody'\nnodes = 3"),
            &figure("engine = 'nobody'\nnodes = 3\nexact = false"),
            &figure("engine = 'theirs'\nbeside = 'masks'\nforks = 5\nexact = false"),
            &figure("plan = 'a'\nmax_depth = 6"),
            &figure("engine = 'masks'\nsolution = '1'"),
        ]
        .concat(),
    );
    assert_eq!(
        told(&comparison),
        [
            "masks tests 135 equal",
            "masks forks 10 differs",
            "masks forks 71 equal",
            "singles verdict stalled equal",
            "singles open_cells 57 equal",
            "singles solutions - differs",
            "nobody nodes - differs",
            "nobody nodes - beside",
            "theirs forks 10 2.00",
            "singles max_depth 0 differs",
            "masks max_depth 6 equal",
            "masks solution 162857493534129678789643521475312986913586742628794135356478219241935867897261354 \
             differs",
        ]
    );
    assert_eq!(comparison.tally(), (5, 5, 2));
    assert_eq!(comparison.differing().count(), 5);
    assert_eq!(comparison.lines[8].ours_by, "masks");
}

#[test]
fn a_corpus_has_means_and_shares_and_rates() {
    let text = "[plan.single]\ncorpora = ['systems']\nengines = ['masks', 'singles']\ntask = 'first'\n\
        [plan.batch]\ncorpora = ['systems']\nengines = ['masks']\ntask = 'first'\nbatch = true\nrepetitions = 3\n\
        [[figure]]\ncorpus = 'systems'\n\
        ours = ['no_guess_percent', 'guesses_per_puzzle', 'puzzles_per_second', 'usec_per_puzzle', 'milliseconds']\n\
        [[figure]]\ncorpus = 'systems'\nengine = 'masks'\nforks = 203\n";
    let comparison = compare(text);
    let line = |engine: &str, column: Column| {
        let mut lines = comparison.lines.iter();
        lines.find(|line| line.engine() == engine && line.column == column).unwrap().ours.clone()
    };
    // G1 to G4, P3, P4 and C1 of thirteen take none; E1 98, empty 47, P2 13, P1 10, G5 and G6 8 each.
    let Some(OurValue::Number { value, interval: None }) = line("masks", Column::NoGuessPercent)
    else {
        panic!("a share")
    };
    assert!((value - 700.0 / 13.0).abs() < 1e-9);
    let Some(OurValue::Number { value, .. }) = line("masks", Column::GuessesPerPuzzle) else {
        panic!("a mean")
    };
    assert!((value - (98.0 + 47.0 + 13.0 + 10.0 + 8.0 + 8.0) / 13.0).abs() < 1e-9);
    assert_eq!(line("singles", Column::NoGuessPercent), None, "it has not answered all");
    assert_eq!(line("singles", Column::Milliseconds), None);
    let number = |column| match line("masks", column) {
        Some(OurValue::Number { value, interval: Some((low, high)) }) => {
            assert!(low <= value && value <= high && low > 0.0);
            value
        }
        other => panic!("{other:?}"),
    };
    let product = number(Column::UsecPerPuzzle) * number(Column::PuzzlesPerSecond);
    assert!((product / 1e6 - 1.0).abs() < 1e-9, "one of three is in the middle either way");
    assert!(number(Column::Milliseconds) > 0.0);
    assert_eq!(line("masks", Column::Forks), Some(OurValue::Text("184".into())), "of the batch");
}

#[test]
fn orders_agree_or_not() {
    let line = |published: &str, ours: f64| Line {
        figures: toml::from_str(&format!("milliseconds = {published}")).unwrap(),
        ours_by: "e".into(),
        column: Column::Milliseconds,
        ours: Some(OurValue::Number { value: ours, interval: None }),
        finding: Finding::Beside(None),
    };
    let tau = |pairs: &[(&str, f64)]| {
        let lines: Vec<Line> = pairs.iter().map(|&(theirs, ours)| line(theirs, ours)).collect();
        agreements(&lines).first().map(|agreement| (agreement.pairs, agreement.tau))
    };
    assert_eq!(tau(&[("5", 0.3), ("80", 3.0), ("1000", 27.5)]), Some((3, 1.0)));
    assert_eq!(tau(&[("5", 0.3), ("80", 0.2), ("1000", 0.1)]), Some((3, -1.0)));
    assert_eq!(tau(&[("5", 0.3), ("80", 3.0)]), None, "two say nothing");
    assert_eq!(tau(&[("5", 0.3), ("80", 3.0), ("'fast'", 1.0)]), None);
}
