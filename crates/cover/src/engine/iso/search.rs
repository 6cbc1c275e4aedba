//! The search: states are propagated, taken apart, and looked up by their forms; only classes that are new branch.
//!
//! A search may pause when it has made a number of forms, and go on later.

use std::sync::atomic::{AtomicBool, Ordering};

use super::super::model::{Model, size};
use super::classes::{Classes, Looked};
use super::count::Count;
use super::form::FormBuilder;
use super::order::Rule;
use super::small::Small;
use super::state::{Part, States};
use super::worth::Worth;
#[cfg(target_arch = "x86_64")]
use crate::instructions::{Avx2, Work};
use crate::search::{Keeper, Position, Probe};

/// States of up to this many options are counted without forms. In tests, whose problems are small, they are fewer.
const SMALL: usize = if cfg!(any(test, fuzzing)) { 4 } else { 40 };
/// The same with multiplicities: any set of options may be a solution, so the numbers are fewer.
const SMALL_OF_SEVERAL: usize = if cfg!(any(test, fuzzing)) { 4 } else { 20 };

/// A class is kept for a later count if this many nodes at least were searched for it.
pub(super) const KEPT: u64 = if cfg!(any(test, fuzzing)) { 1 } else { 1 << 8 };

/// First bytes of keys: those of forms, and of states without a form. Other engines begin with other bytes.
pub(super) const FORM: u8 = b'f';
pub(super) const STATE: u8 = b's';

pub(in super::super) enum Ended {
    Counted(Count),
    /// A limit of work was reached, or another worker has counted.
    Paused,
    /// The budget does not allow another node.
    Spent,
}

/// A search by one rule, and its state.
pub(in super::super) struct Search<'m> {
    model: &'m Model,
    classes: &'m Classes,
    rule: &'m Rule,
    /// The number of this worker; workers begin with different alternatives.
    worker: usize,
    /// Whether another worker has counted; ends this search.
    is_done: &'m AtomicBool,
    keeper: Option<&'m dyn Keeper>,
    states: States,
    /// By level, the node whose alternatives or parts are being searched.
    frames: Vec<Frame>,
    alternatives: Vec<u32>,
    keys: Vec<u8>,
    forms: FormBuilder,
    small: Small,
    worth: Worth,
    nodes: u64,
    /// Number of nodes searched in small states, without forms, and the number at which the search pauses.
    small_nodes: u64,
    small_limit: u64,
    /// Number of forms made so far, and the number at which the search pauses.
    made: u64,
    limit: u64,
    step: Step,
}

struct Frame {
    /// The sum over the alternatives searched, or the product over the parts.
    total: Count,
    kind: Kind,
}

enum Kind {
    Branch(Branch),
    /// The parts not yet searched; the smallest is the last.
    Product(Vec<Part>),
}

/// A node whose alternatives are `alternatives[begin..end]`.
struct Branch {
    begin: usize,
    next: usize,
    end: usize,
    /// Alternatives from `begin` up to here were put off, because other workers count their classes.
    put_off: usize,
    /// Whether alternatives are searched even if other workers count their classes.
    insists: bool,
    /// Where its key begins in `Search::keys`.
    key: usize,
    /// The hash of the key, if the class is to be closed.
    hash: Option<u64>,
    nodes_before: u64,
}

#[derive(Clone)]
enum Step {
    /// The innermost frame has ended with this number of solutions.
    Value(Count),
    Enter {
        level: usize,
        is_connected: bool,
        insists: bool,
    },
}

enum Entered {
    Value(Count),
    /// Another worker counts its class.
    Open,
    Pushed,
    Spent,
    Paused,
}

#[cfg(target_arch = "x86_64")]
struct Compiled<'r, 'm, P> {
    search: &'r mut Search<'m>,
    probe: &'r mut P,
    forms: u64,
}

#[cfg(target_arch = "x86_64")]
impl<P: Probe> Work<Avx2> for Compiled<'_, '_, P> {
    type Output = Ended;

    #[inline(always)]
    fn run(self, _: Avx2) -> Ended {
        self.search.run_here(self.probe, self.forms)
    }
}

impl<'m> Search<'m> {
    pub(super) fn new(
        model: &'m Model,
        classes: &'m Classes,
        rule: &'m Rule,
        worker: usize,
        is_done: &'m AtomicBool,
    ) -> Self {
        Self {
            model,
            classes,
            rule,
            worker,
            is_done,
            keeper: None,
            states: States::new(model),
            frames: Vec::new(),
            alternatives: Vec::new(),
            keys: Vec::new(),
            forms: FormBuilder::new(model),
            small: Small::default(),
            worth: Worth::default(),
            nodes: 0,
            small_nodes: 0,
            small_limit: u64::MAX,
            made: 0,
            limit: u64::MAX,
            step: Step::Enter { level: 0, is_connected: false, insists: true },
        }
    }

    pub(super) fn begin(&mut self, state: &Part) {
        self.frames.clear();
        self.alternatives.clear();
        self.keys.clear();
        self.states.put(self.model, 0, state);
        self.step = Step::Enter { level: 0, is_connected: false, insists: true };
    }

    /// Passes classes to a keeper from now on.
    pub(super) fn keep(&mut self, keeper: Option<&'m dyn Keeper>) {
        self.keeper = keeper;
    }

    pub(in super::super) fn made(&self) -> u64 {
        self.made
    }

    /// Number of nodes searched in small states, without forms.
    pub(in super::super) fn small_nodes(&self) -> u64 {
        self.small_nodes
    }

    /// Counts the solutions, from the beginning or from the last pause, and pauses when `forms` more forms were made.
    pub(in super::super) fn run<P: Probe>(&mut self, probe: &mut P, forms: u64) -> Ended {
        self.run_rationed(probe, forms, u64::MAX)
    }

    /// The same as [`Self::run`], and pauses also when `small` more nodes of small states were searched.
    pub(in super::super) fn run_rationed<P: Probe>(
        &mut self,
        probe: &mut P,
        forms: u64,
        small: u64,
    ) -> Ended {
        self.small_limit = self.small_nodes.saturating_add(small);
        #[cfg(target_arch = "x86_64")]
        if let Some(machine) = Avx2::detect() {
            return machine.run(Compiled { search: self, probe, forms });
        }
        self.run_here(probe, forms)
    }

    #[inline(always)]
    fn run_here<P: Probe>(&mut self, probe: &mut P, forms: u64) -> Ended {
        self.limit = self.made.saturating_add(forms);
        loop {
            let entered = match self.step.clone() {
                Step::Value(count) => Entered::Value(count),
                Step::Enter { level, is_connected, insists } => {
                    self.enter(level, is_connected, insists, probe)
                }
            };
            match entered {
                Entered::Pushed => {}
                Entered::Value(count) => match self.frames.last_mut() {
                    None => return Ended::Counted(count),
                    Some(Frame { total, kind: Kind::Branch(_) }) => *total = total.plus(&count),
                    Some(Frame { total, kind: Kind::Product(_) }) => *total = total.times(&count),
                },
                Entered::Open => self.put_off(),
                Entered::Spent => return Ended::Spent,
                Entered::Paused => return Ended::Paused,
            }
            self.step = self.advance();
        }
    }

    /// Goes on with the innermost frame: searches its next alternative or part, or ends it.
    #[inline(always)]
    fn advance(&mut self) -> Step {
        let level = self.frames.len();
        let Some(Frame { total, kind }) = self.frames.last_mut() else {
            unreachable!("the search has ended if there is no frame");
        };
        match kind {
            Kind::Product(parts) => {
                if let Some(part) = parts.pop().filter(|_| !total.is_zero()) {
                    self.states.put(self.model, level, &part);
                    return Step::Enter { level, is_connected: true, insists: true };
                }
            }
            Kind::Branch(branch) => {
                if branch.next == branch.end && branch.put_off > branch.begin {
                    // Only those put off are left. They are searched now, even if other workers count their classes.
                    branch.end = std::mem::replace(&mut branch.put_off, branch.begin);
                    branch.next = branch.begin;
                    branch.insists = true;
                }
                if branch.next < branch.end {
                    let alternative = self.alternatives[branch.next];
                    branch.next += 1;
                    let insists = branch.insists;
                    self.states.follow(self.model, level - 1, alternative);
                    return Step::Enter { level, is_connected: false, insists };
                }
                self.alternatives.truncate(branch.begin);
                if let Some(hash) = branch.hash {
                    let nodes = self.nodes - branch.nodes_before;
                    let key = &self.keys[branch.key..];
                    self.classes.close(hash, key, total, nodes);
                    if let Some(keeper) = self.keeper.filter(|_| nodes >= KEPT) {
                        keeper.keep(key, &total.unbounded());
                    }
                }
                self.keys.truncate(branch.key);
            }
        }
        Step::Value(self.frames.pop().map_or(Count::ZERO, |frame| frame.total))
    }

    /// Enters the state at a level: finds its number of solutions, or makes it a frame.
    #[inline(always)]
    fn enter<P: Probe>(
        &mut self,
        level: usize,
        is_connected: bool,
        insists: bool,
        probe: &mut P,
    ) -> Entered {
        if !probe.enter_at(|| self.position()) {
            return Entered::Spent;
        }
        if self.is_done.load(Ordering::Relaxed) {
            return Entered::Paused;
        }
        self.nodes += 1;
        if !is_connected {
            if !self.states.propagate(self.model, level, |_| {}) {
                return Entered::Value(Count::ZERO);
            }
            let parts = self.states.parts(self.model, level);
            if !parts.is_empty() {
                let parts = parts.into_iter().rev().collect();
                self.frames.push(Frame { total: Count::ONE, kind: Kind::Product(parts) });
                return Entered::Pushed;
            }
        }
        let (options, open) = (self.states.options(level), self.states.open(level));
        let times = self.states.times(level);
        let left = size(options);
        if left == 0 {
            return Entered::Value(Count::ONE);
        }
        if left <= if times.is_empty() { SMALL } else { SMALL_OF_SEVERAL } {
            if self.small_nodes >= self.small_limit {
                return Entered::Paused;
            }
            let (count, nodes) = self.small.count(self.model, options, open, times);
            self.nodes += nodes;
            self.small_nodes += nodes;
            return Entered::Value(u128::from(count).into());
        }
        let key = self.keys.len();
        let has_form = self.worth.is_worth(left) && {
            if self.made == self.limit {
                return Entered::Paused;
            }
            self.made += 1;
            self.forms.make(self.model, options, open, times)
        };
        if has_form {
            self.keys.push(FORM);
            self.keys.extend_from_slice(&self.forms.form);
        } else {
            self.keys.push(STATE);
            let words = options.iter().chain(open).chain(times);
            self.keys.extend(words.flat_map(|word| word.to_le_bytes()));
        }
        let looked = self.classes.look(&self.keys[key..]);
        if has_form {
            let found = !matches!(looked, Looked::Unknown(_));
            self.worth.made(left, found);
        }
        let hash = match looked {
            Looked::Unknown(hash) => Some(hash),
            Looked::Open if insists => None,
            known_or_open => {
                self.keys.truncate(key);
                return match known_or_open {
                    Looked::Known(count) => Entered::Value(count),
                    _ => Entered::Open,
                };
            }
        };
        let begin = self.alternatives.len();
        self.states.alternatives(self.model, level, self.rule, &mut self.alternatives);
        let end = self.alternatives.len();
        self.alternatives[begin..].rotate_left(self.worker % (end - begin));
        self.frames.push(Frame {
            total: Count::ZERO,
            kind: Kind::Branch(Branch {
                begin,
                next: begin,
                end,
                put_off: begin,
                insists: false,
                key,
                hash,
                nodes_before: self.nodes,
            }),
        });
        Entered::Pushed
    }

    /// Leaves the alternative just entered for later, because another worker counts its class.
    fn put_off(&mut self) {
        if let Some(Frame { kind: Kind::Branch(branch), .. }) = self.frames.last_mut() {
            self.alternatives.swap(branch.put_off, branch.next - 1);
            branch.put_off += 1;
        }
    }

    pub(in super::super) fn position(&self) -> Position {
        let levels = self.frames.iter().filter_map(|frame| match &frame.kind {
            Kind::Branch(branch) => {
                Some((branch.next.saturating_sub(branch.begin + 1), branch.end - branch.begin))
            }
            Kind::Product(_) => None,
        });
        let mut position = Position::new(levels, 0u32);
        position.memo = Some((self.nodes, self.classes.len()));
        position
    }
}
