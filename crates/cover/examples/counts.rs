//! Compares every engine with a table of counts: `counts FOLDER [SECONDS [ENGINE...]]`.
//!
//! The folder has `COUNTS.csv`, with columns `instance` and `solutions` (or `name` and `count`), and
//! `INSTANCE.dlx` for each of its rows. Each engine that accepts a problem visits the solutions, of which
//! the first thousand are verified, and then counts them; each search is stopped after SECONDS
//! [default: 60]. If the table has `dlx2_nodes` and `dlx2_updates`, the counters of `dlx` must equal them.
//!
//! For each engine the output shows the result of visiting, then of counting: `=` and the seconds if the count is
//! right, `!` and the seconds if it is wrong, `>` and the seconds if the search was stopped, `-` if the engine
//! does not handle the problem. The exit status is 0 if no result is wrong.

use std::collections::HashMap;
use std::error::Error;
use std::ops::ControlFlow;
use std::path::Path;
use std::process::ExitCode;
use std::sync::mpsc::{RecvTimeoutError, channel};
use std::thread;
use std::time::{Duration, Instant};

use num_bigint::BigUint;
use quadrille_cover::engine::{ENGINES, by_name};
use quadrille_cover::{
    Budget, CancelToken, Counters, OptionId, Outcome, Problem, Solver, Tally, Unsupported, verify,
};

/// Upper bound on the number of solutions that are verified in each search.
const VERIFIED: u64 = 1000;

fn main() -> Result<ExitCode, Box<dyn Error>> {
    let mut args = std::env::args().skip(1);
    let folder = args.next().ok_or("usage: counts FOLDER [SECONDS [ENGINE...]]")?;
    let folder = Path::new(&folder);
    let limit = Duration::from_secs_f64(args.next().as_deref().unwrap_or("60").parse()?);
    let named: Option<Vec<_>> = args.map(|name| by_name(&name)).collect();
    let mut engines = named.ok_or("unknown engine; expected a name such as dlx")?;
    if engines.is_empty() {
        engines.extend(ENGINES.iter().copied());
    }

    print!("{:<16} {:>12}", "instance", "solutions");
    for engine in &engines {
        print!("  {:<15}", engine.name());
    }
    println!();
    let mut wrong = 0;
    for row in rows(&std::fs::read_to_string(folder.join("COUNTS.csv"))?)? {
        let problem = Problem::parse(std::fs::read(folder.join(format!("{}.dlx", row.name)))?)?;
        print!("{:<16} {:>12}", row.name, row.solutions);
        for &engine in &engines {
            let visited = tried(limit, |budget| visit(engine, &problem, budget, &row));
            let counted = tried(limit, |budget| {
                let tally = engine.tally(&problem, budget, Counters::Off)?;
                Ok(agrees(&tally, &row))
            });
            wrong += [&visited, &counted].iter().filter(|text| text.contains('!')).count();
            print!("  {visited:<7} {counted:<7}");
        }
        println!();
    }
    if wrong > 0 {
        println!("{wrong} results are wrong");
    }
    Ok(if wrong == 0 { ExitCode::SUCCESS } else { ExitCode::FAILURE })
}

struct Row {
    name: String,
    solutions: BigUint,
    /// The counters `nodes` and `updates` of DLX2, if the table has them.
    nodes_and_updates: Option<(u64, u64)>,
}

fn rows(table: &str) -> Result<Vec<Row>, Box<dyn Error>> {
    let mut lines = table.lines();
    let head: Vec<&str> = lines.next().ok_or("COUNTS.csv is empty")?.split(',').collect();
    let row = |line: &str| -> Result<Row, Box<dyn Error>> {
        let fields: HashMap<&str, &str> = head.iter().copied().zip(line.split(',')).collect();
        let one_of = |names: [&str; 2]| {
            let field = names.iter().find_map(|name| fields.get(name)).copied();
            field.ok_or_else(|| format!("COUNTS.csv has no column `{}`", names[0]))
        };
        let number = |name: &str| fields.get(name)?.parse::<u64>().ok();
        Ok(Row {
            name: one_of(["instance", "name"])?.to_owned(),
            solutions: one_of(["solutions", "count"])?.parse()?,
            nodes_and_updates: number("dlx2_nodes").zip(number("dlx2_updates")),
        })
    };
    lines.filter(|line| !line.is_empty()).map(row).collect()
}

/// Whether the count is right; `None` if the search did not end.
type Verdict = Option<bool>;

fn visit(
    engine: &dyn Solver,
    problem: &Problem,
    budget: &Budget,
    row: &Row,
) -> Result<Verdict, Unsupported> {
    let (mut visited, mut verified) = (0u64, true);
    let mut visit = |solution: &[OptionId]| {
        visited += 1;
        verified &= visited > VERIFIED || verify(problem, solution).is_ok();
        ControlFlow::Continue(())
    };
    let as_dlx2 = row.nodes_and_updates.filter(|_| engine.name() == "dlx");
    let counters = if as_dlx2.is_some() { Counters::On } else { Counters::Off };
    let search = engine.search(problem, budget, counters, &mut visit)?;
    let found = search.stats.nodes.zip(search.stats.tests);
    let solutions = visited.into();
    let verdict = agrees(&Tally::new(solutions, search), row);
    Ok(verdict.map(|right| right && verified && as_dlx2.is_none_or(|known| found == Some(known))))
}

fn agrees(tally: &Tally, row: &Row) -> Verdict {
    let ended = tally.search.outcome == Outcome::Exhausted;
    // A search that was stopped may have found fewer solutions, but never more.
    let right =
        if ended { tally.solutions == row.solutions } else { tally.solutions <= row.solutions };
    (ended || !right).then_some(right)
}

/// Runs a search and stops it at the limit; returns the text to print.
fn tried(limit: Duration, run: impl FnOnce(&Budget) -> Result<Verdict, Unsupported>) -> String {
    let cancel = CancelToken::new();
    let budget = Budget { cancel: Some(cancel.clone()), ..Budget::default() };
    let (ended, end) = channel::<()>();
    let start = Instant::now();
    let verdict = thread::scope(|scope| {
        scope.spawn(move || {
            if end.recv_timeout(limit) == Err(RecvTimeoutError::Timeout) {
                cancel.cancel();
            }
        });
        let verdict = run(&budget);
        drop(ended);
        verdict
    });
    let seconds = start.elapsed().as_secs_f64();
    match verdict {
        Ok(Some(true)) => format!("={seconds:.3}"),
        Ok(Some(false)) => format!("!{seconds:.3}"),
        Ok(None) => format!(">{seconds:.1}"),
        Err(_) => "-".into(),
    }
}
