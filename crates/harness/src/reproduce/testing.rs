//! The context of a run, for tests of its steps.

use quadrille_cover::CancelToken;
use quadrille_results::Record;

use crate::machine::cores::Cores;
use crate::measure::clock::Clocks;
use crate::run::RunContext;
use crate::run::resume::Done;

/// Calls `run` with a context that pins no thread. Returns its result and the rows it emitted.
pub fn with_context<T>(
    cancel: &CancelToken,
    run: impl FnOnce(&RunContext<'_>, &mut Clocks, &mut dyn FnMut(Record) -> bool) -> T,
) -> (T, Vec<Record>) {
    let (cores, done, mut rows) = (Cores::any(), Done::nothing(), Vec::new());
    let context = RunContext { run_id: "r", cancel, cores: &cores, done: &done, progress: &|_| () };
    let mut emit = |row| {
        rows.push(row);
        true
    };
    let result = run(&context, &mut Clocks::of_this_thread(), &mut emit);
    (result, rows)
}
