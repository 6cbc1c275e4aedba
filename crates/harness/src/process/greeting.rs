//! Waits for an engine's introduction, but not for one that will not come.
//!
//! The most frequent mistake of a new engine is that it does not flush its output: it has written its introduction, and
//! waits for a question, while the introduction stays in its own buffer. Such a process uses no processor time. Its
//! standard input is then closed, at which it ends and its output is flushed, so the mistake is known for certain.

use std::ops::ControlFlow;
use std::time::{Duration, Instant};

use quadrille_results::Verdict;

use super::child::{Blame, Process, SessionLimits};
use super::protocol::LONGEST_OF_HELLO;
use super::silence::{FLUSH, STUCK};
use super::usage;
use crate::engine::searched::Judgement;

/// Time an engine has to introduce itself, long because engines in some languages are compiled as they start.
const START: Duration = Duration::from_secs(60);
/// Time between two looks at the processor time.
const LOOK: Duration = Duration::from_millis(250);
/// Time a process has to write what it kept back, after its standard input is closed.
const LAST_WORDS: Duration = Duration::from_secs(2);

/// Gives each line of output to `listen` until `listen` returns `Break`.
pub fn listen(
    process: &mut Process,
    limits: &SessionLimits,
    listen: &mut dyn FnMut(&[u8]) -> ControlFlow<()>,
) -> Result<(), Blame> {
    let start = Instant::now();
    let mut idle_since = (start, usage::cpu(process.group));
    loop {
        match process.talk(b"", limits, (Some(LOOK), LONGEST_OF_HELLO), listen) {
            Err((fault, _)) if fault.verdict == Verdict::Timeout => {}
            ended => return ended,
        }
        let cpu = usage::cpu(process.group);
        if cpu != idle_since.1 {
            idle_since = (Instant::now(), cpu);
        }
        let is_idle = cpu.is_some() && idle_since.0.elapsed() >= STUCK;
        let is_stuck = is_idle && usage::is_asleep(process.group);
        if !is_stuck && start.elapsed() < START {
            continue;
        }
        process.close_input();
        let kept_back = process.talk(b"", limits, (Some(LAST_WORDS), LONGEST_OF_HELLO), listen);
        let what = match (kept_back, is_stuck) {
            (Ok(()), _) => format!(
                "wrote its introduction only when its standard input was closed, so it does not flush its output; {FLUSH}"
            ),
            (Err(_), true) => format!(
                "wrote nothing and used no processor time for {STUCK:?}; if it has written its introduction, {FLUSH}"
            ),
            (Err(_), false) => {
                format!("wrote nothing for {START:?}; if it has written its introduction, {FLUSH}")
            }
        };
        let stderr = process.stderr_tail();
        return Err((Judgement::new(Verdict::Crash, format!("{what}{stderr}")), false));
    }
}
