//! The steps of a check: what an engine is asked, and what its answers say about it.

mod answers;
mod proofs;
pub mod set;

use std::time::Duration;

use quadrille_cover::engine::Dlx;
use quadrille_cover::{Budget, Outcome, Solver};
use quadrille_harness::corpus::Count;
use quadrille_harness::digest::Digest;
use quadrille_harness::engine::searched::Searched;
use quadrille_harness::measure::native::Trial;
use quadrille_harness::process::{Kind, Question, Reply, Session};
use quadrille_harness::{Instance, engine};
use quadrille_results::{Task, Verdict};

use super::samples::Samples;
use crate::output::plural;

pub enum Finding {
    Right(String),
    /// Nothing is wrong, but the author may not know it.
    Note(String),
    /// What is wrong, and how to mend it.
    Wrong(String),
}

use Finding::{Note, Right, Wrong};

/// A step: it asks a session about samples.
type Step = fn(&mut Session, &Samples) -> Vec<Finding>;

/// The steps after the greeting, in order.
pub const ALL: [(&str, Step); 6] = [
    ("answers", answers::check),
    ("batch", batch),
    ("limits", limits),
    ("proofs", proofs::check),
    ("cache", cache),
    ("overhead", overhead),
];

/// What an engine says of itself.
pub fn greeting(session: &Session, took: Duration) -> Vec<Finding> {
    let hello = &session.external.hello;
    let kinds: Vec<String> = hello.takes.iter().map(|&kind: &Kind| kind.into()).collect();
    let tasks: Vec<&str> = hello.tasks.iter().map(|&task: &Task| task.name()).collect();
    let counters =
        if hello.counters.is_empty() { "nothing".into() } else { hello.counters.join(" ") };
    let prepared = session.prepared().map_or_else(String::new, |prepared| {
        let may = hello.prepares.as_secs();
        format!(" with {prepared:.0?} of CPU time, of {may} s that it may use")
    });
    vec![Right(format!(
        "{} {}, started in {took:.0?}{prepared}; takes {}; tasks {}; counts {counters}{}",
        hello.name,
        hello.version,
        kinds.join(" "),
        tasks.join(" "),
        if hello.proofs { "; writes certificates" } else { "" },
    ))]
}

/// Asks about more instances at once than a pipe has room for.
fn batch(session: &mut Session, samples: &Samples) -> Vec<Finding> {
    const INSTANCES: usize = 1500;
    let Some(task) = session.external.hello.tasks.first().copied() else { return Vec::new() };
    let Some(easy) = samples.easy.first() else { return Vec::new() };
    let asked = session.ask(&Question::new(task), &vec![easy; INSTANCES]);
    let faults: Vec<String> =
        asked.replies.iter().filter_map(|reply| fault(reply, easy, task).err()).collect();
    match (faults.first(), asked.failures) {
        (Some(first), _) => {
            let (more, puzzle) = (plural(faults.len(), "instance"), answers::shown(easy));
            vec![Wrong(format!(
                "{more} of {INSTANCES} in one batch failed, each asked about {puzzle}; the first: {first}"
            ))]
        }
        (None, 1..) => vec![Wrong(format!(
            "the engine had to be started {} times for one batch, so the batch has no time",
            asked.failures + 1
        ))],
        (None, 0) => vec![Right(format!("{INSTANCES} instances in one batch"))],
    }
}

/// Sets a limit of one test or node, which the counted search exceeds.
fn limits(session: &mut Session, samples: &Samples) -> Vec<Finding> {
    let hello = session.external.hello.clone();
    // Of a Sudoku there is no cheapest solution.
    let task = hello.tasks.iter().rfind(|&&task| task != Task::Cheapest);
    let (Some(&task), Some(hard)) = (task, samples.hard.first()) else {
        return Vec::new();
    };
    let counts = |counter| hello.counters.contains(&counter);
    let mut findings = Vec::new();
    for (counter, limit) in [
        ("tests", Question { tests: Some(1), ..Question::new(task) }),
        ("nodes", Question { nodes: Some(1), ..Question::new(task) }),
    ] {
        if !counts(counter) {
            continue;
        }
        let reply = session.ask(&limit, &[hard]).replies.swap_remove(0);
        let answered = match &reply {
            Ok(answered) if answered.searched.search.outcome != Outcome::BudgetSpent => answered,
            _ => {
                findings.push(Right(format!("gives up at `{counter}=1`")));
                continue;
            }
        };
        let stats = answered.searched.search.stats;
        let counted = if counter == "tests" { stats.tests } else { stats.nodes };
        findings.push(match counted {
            Some(2..) => Wrong(format!(
                "answered with {counter}={} although the request said `{counter}=1`; answer `NUMBER budget` when the \
                 search reaches the limit, or leave `{counter}` out of the line `counters` (asked about {})",
                counted.unwrap_or_default(),
                answers::shown(hard)
            )),
            _ => Right(format!("answers within `{counter}=1`")),
        });
    }
    if findings.is_empty() {
        findings.push(Note(
            "counts neither tests nor nodes, so only a limit of time ends a search".into(),
        ));
    }
    findings
}

/// Asks about the same instances again: an engine that remembers them takes much less time.
fn cache(session: &mut Session, samples: &Samples) -> Vec<Finding> {
    const GROUP: usize = 4;
    let Some(task) = first_task(session) else { return Vec::new() };
    let question = Question { counters: false, ..Question::new(task) };
    let mut took = |instances: &[Instance]| {
        session
            .ask(&question, &all(instances))
            .times
            .map(|times| times.undisturbed())
            .unwrap_or_default()
    };
    let groups: Vec<_> = samples.hard.chunks(GROUP).zip(samples.copies.chunks(GROUP)).collect();
    // The first group is asked to have the engine compile and load what it needs.
    let Some(((warm, _), groups)) = groups.split_first() else { return Vec::new() };
    took(warm);
    took(warm);
    let slack = Duration::from_micros(300);
    let (mut remembered, mut isomorphic) = (0, 0);
    for (group, copies) in groups {
        let [first, again, copied] = [took(group), took(group).min(took(group)), took(copies)];
        remembered += usize::from(first > again * 3 + slack);
        isomorphic += usize::from(first > copied * 3 + slack);
    }
    let most = |found: usize| found * 2 > groups.len();
    let of_no_use = "as only the first search of a process is timed";
    vec![match (most(remembered), most(isomorphic)) {
        (true, false) => Note(format!(
            "remembers instances that it was asked about before; this gains nothing, {of_no_use}"
        )),
        (true, true) => Note(format!(
            "remembers instances, also under other names of rows, columns and digits; this gains nothing, {of_no_use}"
        )),
        (false, _) => Right("takes as long for an instance that it was asked about before".into()),
    }]
}

/// Measures the cost of a question, and of each further instance in it.
fn overhead(session: &mut Session, samples: &Samples) -> Vec<Finding> {
    const MANY: u32 = 200;
    let (Some(task), Some(easy)) = (first_task(session), samples.easy.first()) else {
        return Vec::new();
    };
    let question = Question { counters: false, ..Question::new(task) };
    let mut least = |instances: u32| {
        let batch = vec![easy; instances as usize];
        (0..20).filter_map(|_| Some(session.ask(&question, &batch).times?.wall)).min()
    };
    let Some((one, many)) = least(1).zip(least(MANY)) else { return Vec::new() };
    let each = many.saturating_sub(one) / (MANY - 1);
    vec![Right(format!(
        "{one:.0?} for a question about an easy instance, {each:.1?} for each further instance"
    ))]
}

fn first_task(session: &Session) -> Option<Task> {
    session.external.hello.tasks.first().copied()
}

fn all(instances: &[Instance]) -> Vec<&Instance> {
    instances.iter().collect()
}

/// Whether the engine answered, or else stalled or does not support the instance. An error says what is wrong.
fn fault(reply: &Reply, instance: &Instance, task: Task) -> Result<bool, String> {
    let answered = match reply {
        Ok(answered) => answered,
        Err(fault) if fault.verdict == Verdict::Unsupported => return Ok(false),
        Err(fault) => return Err(format!("the engine {fault}")),
    };
    if let Some(unlawful) = &answered.searched.unlawful {
        return Err(format!(
            "the engine found {unlawful}; expected a solution that obeys the rules"
        ));
    }
    match answered.searched.search.outcome {
        Outcome::Stalled => return Ok(false),
        Outcome::BudgetSpent => {
            return Err(
                "the engine answered `budget`; expected an answer, as no limit was set".into()
            );
        }
        Outcome::Exhausted | Outcome::Stopped => {}
    }
    let Some(Count::Exactly(solutions)) = &instance.expected.solutions else { return Ok(true) };
    let expected = task.limited((**solutions).clone());
    let digest = answered.searched.digest;
    let of_ours = || Digest::of(&instance.body, &Budget::default()).map(|(digest, _)| digest);
    if answered.solutions == expected && digest.is_some() && digest != of_ours() {
        return Err("found the right number of solutions, with another digest than that of the solutions; see \"Digest\" in \
                    docs/PROTOCOL.md"
            .to_owned());
    }
    if answered.solutions == expected && task == Task::Cheapest {
        let cost = |searched: &Searched| searched.first.as_ref()?.cost(&instance.body);
        let dlx = engine::by_name(Dlx.name()).and_then(|dlx| Trial::new(dlx, instance, task));
        let ours = dlx.and_then(|dlx| dlx.counted(&Budget::default())).and_then(|ours| cost(&ours));
        let found = cost(&answered.searched);
        if found != ours {
            let [found, ours] = [found, ours].map(Option::unwrap_or_default);
            return Err(format!(
                "found a solution that costs {found}; expected one that costs {ours}"
            ));
        }
    }
    if answered.solutions == expected {
        return Ok(true);
    }
    Err(format!("found {} as the number of solutions; expected {expected}", answered.solutions))
}
