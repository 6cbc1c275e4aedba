//! The memo: a hash table with the numbers of solutions of the sub-problems searched so far.
//!
//! Whole keys are compared, never hashes alone. Without secondary items, the key of a sub-problem is the set
//! of items covered. With secondary items it is the set of options left, which also shows which secondary
//! items are used and in which colours; with multiplicities it also says how often items are to be covered.
//!
//! Look-ups cost time, and in many problems no sub-problem occurs twice. Two mechanisms bound the cost:
//! - [`Glance`] begins with a *nap* without look-ups, so a short search has none. After the nap it tries
//!   [`GLANCE`] look-ups. If too few of them hit, the next, longer nap begins.
//! - [`Trial`] measures, for each number of items left, how many nodes look-ups save. If they save too
//!   few, look-ups at this number of items end.

mod room;
mod stored;

pub(in super::super) use self::room::{Rivals, Room};
use self::stored::Stored;
use super::number::Number;
use super::rows::Rows;

/// Sub-problems with fewer uncovered items than this are searched without a look-up.
const LEAST_LEFT: usize = 4;
/// Length of the first nap (see [`Glance`]), in branching nodes.
const NAP: u64 = 1024;
/// [`NAP`], but 0 in tests, whose problems are too small for a nap.
const FIRST_NAP: u64 = if cfg!(any(test, fuzzing)) { 0 } else { NAP };
/// Each nap is longer than the one before by this factor.
const LONGER: u64 = 4;
/// Number of look-ups tried after a nap.
const GLANCE: u64 = 256;
/// The next nap begins if, of [`GLANCE`] look-ups, fewer than one in this many found its sub-problem.
const FOUND_ONE_IN: u64 = 16;
/// Number of look-ups, at one number of items left, after which a [`Trial`] first decides whether look-ups
/// pay. It decides again each time that the number of look-ups has doubled.
const FIRST_TRIAL: u64 = 512;
/// Look-ups pay if each saves at least this many nodes on average.
const WORTH: f64 = 0.7;
/// [`WORTH`] where the steps become a certificate.
const WORTH_TRACED: f64 = 0.1;
/// Sub-problems are checked for components if on average at least this many nodes are searched below them.
const NODES_BELOW: u64 = 256;
/// Until unsuccessful component checks have cost this much, in search nodes, [`NODES_BELOW`] is not required.
const SEEN_AT_FIRST: u64 = 512;
/// Cost of one component check, in search nodes: this many, plus one for each [`WORDS_A_NODE`] words of the
/// table of exclusions.
const NODES_TO_SEE: u64 = 4;
const WORDS_A_NODE: usize = 512;
/// Component checks that found a single component may cost at most one node for this many branching nodes.
const ONE_IN: u64 = 64;

/// Number of branching nodes after which a memo with [`Room::must_pay`] gives up if it saves fewer than [`HOPELESS`]
/// nodes for each branching node.
pub(in super::super) const TRIAL: u64 = 1 << 13;
const HOPELESS: f64 = 0.05;

/// First byte of what is kept: other engines begin with other bytes.
const MARK: u8 = b'm';
/// A sub-problem is kept for a later count if this many branching nodes at least were searched for it.
const KEPT: u64 = if cfg!(any(test, fuzzing)) { 1 } else { 1 << 8 };

/// Number of branching nodes after which [`Rivals`] are asked first.
const FIRST_QUESTION: u64 = if cfg!(any(test, fuzzing)) { 1 << 3 } else { 1 << 9 };

pub(super) enum Lookup<'m, N> {
    Known(&'m N),
    Unknown,
    /// The memo has [`Room::must_pay`] and saves next to no nodes.
    GivesUp,
    /// [`Room::rivals`] are to be asked; otherwise as `Unknown`.
    Asks,
}

/// The memo, and the state of the sub-problems being searched.
pub(super) struct Memo<'k, N> {
    room: Room<'k>,
    stored: Stored<N>,
    /// By number of uncovered items: the statistics that decide whether look-ups pay.
    trials: Vec<Trial>,
    glance: Glance,
    /// The number of the branching node before which neither a look-up nor a decision to give up is due.
    quiet_until: u64,
    /// The sub-problems being searched, by level.
    open: Vec<Open<N>>,
    open_keys: Rows<u64>,
    /// Number of branching nodes so far, and that at which [`Room::rivals`] are asked next.
    nodes: u64,
    question: u64,
    /// Cost of the component checks that found a single component, in nodes.
    seeing: u64,
    /// The place of the sub-problem that was found last.
    found: u32,
}

/// Whether look-ups are made at all.
#[derive(Clone, Copy)]
enum Glance {
    /// No look-ups before branching node `until`; `nap` is the length of this nap.
    Nap { until: u64, nap: u64 },
    /// Look-ups are tried after a nap: `looks` so far, of which `hits` found their sub-problem.
    Tries { looks: u64, hits: u64, nap: u64 },
    /// Sub-problems occur again: look-ups are made from now on.
    Awake,
}

impl Glance {
    /// Whether branching node number `node` makes a look-up.
    #[inline(always)]
    fn is_open(&mut self, node: u64) -> bool {
        match *self {
            Self::Awake => true,
            Self::Nap { until, .. } if node < until => false,
            _ => self.wakes(node),
        }
    }

    /// The part of [`is_open`](Self::is_open) after a nap: tries look-ups, then decides whether the next nap begins.
    #[cold]
    fn wakes(&mut self, node: u64) -> bool {
        *self = match *self {
            Self::Awake => Self::Awake,
            Self::Nap { nap, .. } => Self::Tries { looks: 0, hits: 0, nap },
            Self::Tries { looks, .. } if looks < GLANCE => return true,
            Self::Tries { hits, .. } if hits * FOUND_ONE_IN >= GLANCE => Self::Awake,
            Self::Tries { nap, .. } => Self::Nap { until: node + nap * LONGER, nap: nap * LONGER },
        };
        !matches!(self, Self::Nap { .. })
    }

    /// The branching node before which no look-up is made.
    fn until(&self) -> u64 {
        if let Self::Nap { until, .. } = *self { until } else { 0 }
    }

    #[inline(always)]
    fn looked(&mut self, hit: bool) {
        if let Self::Tries { looks, hits, .. } = self {
            *looks += 1;
            *hits += u64::from(hit);
        }
    }
}

#[derive(Clone)]
struct Open<N> {
    /// The hash of its key; `None` if its number of solutions will not be stored.
    hash: Option<u64>,
    left: u32,
    /// Number of solutions counted before this sub-problem was begun.
    before: N,
    nodes_before: u64,
}

/// Statistics of the look-ups at one number of uncovered items, and whether they pay.
#[derive(Clone, Copy)]
struct Trial {
    off: bool,
    looks: u64,
    hits: u64,
    /// Number of sub-problems searched, and of the branching nodes in them.
    searched: u64,
    nodes: u64,
    next: u64,
    fell_apart: bool,
}

impl Trial {
    fn saved(&self) -> f64 {
        self.hits as f64 * self.nodes as f64 / self.searched.max(1) as f64
    }
}

impl<'k, N: Number> Memo<'k, N> {
    /// A memo for a search with at most `most` levels, and as many items left, and keys of `words` words.
    pub(super) fn new(most: usize, words: usize, room: Room<'k>) -> Self {
        let open = Open { hash: None, left: 0, before: N::ZERO, nodes_before: 0 };
        let trial = Trial {
            off: false,
            looks: 0,
            hits: 0,
            searched: 0,
            nodes: 0,
            next: FIRST_TRIAL,
            fell_apart: false,
        };
        let mut memo = Self {
            room,
            stored: Stored::new(words),
            trials: vec![trial; most + 1],
            glance: Glance::Nap { until: FIRST_NAP, nap: NAP },
            quiet_until: FIRST_NAP,
            question: if room.rivals.is_some() { FIRST_QUESTION } else { u64::MAX },
            open: vec![open; most + 1],
            open_keys: Rows::new(most + 1, words, 0),
            nodes: 0,
            seeing: 0,
            found: 0,
        };
        memo.restore(words);
        memo
    }

    /// Looks up a node about to branch, with `left` uncovered items. If its sub-problem is unknown,
    /// [`close`](Self::close) stores its number of solutions when the level ends.
    #[inline(always)]
    pub(super) fn look(
        &mut self,
        level: usize,
        left: usize,
        key: &[u64],
        total: &N,
    ) -> Lookup<'_, N> {
        if self.is_quiet(level) {
            return Lookup::Unknown;
        }
        self.look_up(level, left, key, total)
    }

    /// Begins a node about to branch. Returns whether it needs no look-up; otherwise [`look_up`](Self::look_up) is to follow.
    #[inline(always)]
    pub(super) fn is_quiet(&mut self, level: usize) -> bool {
        self.nodes += 1;
        let is_quiet = self.nodes < self.quiet_until;
        if is_quiet {
            self.open[level].hash = None;
        }
        is_quiet
    }

    /// Looks up a node that [`is_quiet`](Self::is_quiet) has begun.
    #[inline(never)]
    pub(super) fn look_up(
        &mut self,
        level: usize,
        left: usize,
        key: &[u64],
        total: &N,
    ) -> Lookup<'_, N> {
        if self.nodes == TRIAL && self.room.must_pay && self.saved() < HOPELESS {
            return Lookup::GivesUp;
        }
        let trial = &mut self.trials[left];
        let open = &mut self.open[level];
        open.hash = None;
        if self.nodes >= self.question {
            self.question *= 2;
            return Lookup::Asks;
        }
        if left < LEAST_LEFT || trial.off {
            return Lookup::Unknown;
        }
        if !self.glance.is_open(self.nodes) {
            self.quiet_until = self.glance.until().min(self.next_trial()).min(self.question);
            return Lookup::Unknown;
        }
        trial.looks += 1;
        let hash = self.stored.hash(key);
        let place = self.stored.find(hash, key);
        self.glance.looked(place.is_some());
        if let Some(place) = place {
            trial.hits += 1;
            self.found = place;
            return Lookup::Known(self.stored.number(place));
        }
        if trial.looks >= trial.next {
            trial.next *= 2;
            let worth = if self.room.traced { WORTH_TRACED } else { WORTH };
            let pays = trial.saved() >= worth * trial.looks as f64;
            trial.off = trial.searched > 0 && !pays && !trial.fell_apart;
        }
        *open = Open {
            hash: Some(hash),
            left: left as u32,
            before: total.clone(),
            nodes_before: self.nodes,
        };
        self.open_keys.get_mut(level).copy_from_slice(key);
        Lookup::Unknown
    }

    /// Whether to check if the sub-problem just looked up splits into components. The check reads at most
    /// `words` words of exclusions.
    #[inline(always)]
    pub(super) fn may_fall_apart(&mut self, level: usize, left: usize, words: usize) -> bool {
        if self.room.traced || self.open[level].hash.is_none() {
            return false;
        }
        let trial = &self.trials[left];
        let is_large = trial.nodes >= trial.searched * NODES_BELOW && trial.searched > 0;
        if !(self.seeing < SEEN_AT_FIRST || is_large && self.nodes >= ONE_IN * self.seeing) {
            return false;
        }
        self.seeing += NODES_TO_SEE + (words / WORDS_A_NODE) as u64;
        true
    }

    /// Records that a sub-problem with `left` uncovered items split into components.
    pub(super) fn fell_apart(&mut self, left: usize, words: usize) {
        self.trials[left].fell_apart = true;
        // Look-ups go on even if no sub-problem occurs again, because only nodes looked up are checked for components.
        self.glance = Glance::Awake;
        self.seeing -= NODES_TO_SEE + (words / WORDS_A_NODE) as u64;
    }

    /// Records that the node at this level has been searched. Returns whether its number of solutions was stored; `None` if
    /// it was not to be stored.
    #[inline(always)]
    pub(super) fn close(&mut self, level: usize, total: &N) -> Option<bool> {
        self.open[level].hash.map(|hash| self.keep(level, hash, total))
    }

    #[inline(never)]
    fn keep(&mut self, level: usize, hash: u64, total: &N) -> bool {
        let open = &mut self.open[level];
        let trial = &mut self.trials[open.left as usize];
        let nodes = self.nodes - open.nodes_before + 1;
        trial.searched += 1;
        trial.nodes += nodes;
        let number = total.since(&open.before);
        let key = self.open_keys.get(level);
        if let Some(keeper) = self.room.keeper.filter(|_| nodes >= KEPT) {
            let words = key.iter().flat_map(|word| word.to_le_bytes());
            let key: Vec<u8> = std::iter::once(MARK).chain(words).collect();
            keeper.keep(&key, &number.unbounded());
        }
        self.stored.put(hash, key, number, self.room.bytes)
    }

    /// Stores what was kept by an earlier count of the same problem.
    fn restore(&mut self, words: usize) {
        let Some(keeper) = self.room.keeper else { return };
        let Self { stored, room, .. } = self;
        keeper.restore(&mut |key, number| {
            let Some(key) = key.strip_prefix(&[MARK]) else { return };
            let words_of_key =
                key.chunks_exact(8).map(|word| word.try_into().map(u64::from_le_bytes));
            let (key, number) = (words_of_key.collect::<Result<Vec<_>, _>>(), N::of(number));
            if let (Ok(key), Some(number)) = (key, number)
                && key.len() == words
            {
                let hash = stored.hash(&key);
                if !stored.has(hash, &key) {
                    stored.put(hash, &key, number, room.bytes);
                }
            }
        });
        if self.stored.len() > 0 {
            self.room.must_pay = false;
            self.glance = Glance::Awake;
            self.quiet_until = 0;
        }
    }

    /// Whether the sub-problem just looked up will be stored when its level ends.
    pub(super) fn keeps(&self, level: usize) -> bool {
        self.open[level].hash.is_some()
    }

    /// The place of the sub-problem that was found last, in the order of storing, from 0.
    pub(super) fn found(&self) -> usize {
        self.found as usize
    }

    /// The number of branching nodes so far, and of sub-problems stored.
    pub(super) fn size(&self) -> (u64, usize) {
        (self.nodes, self.stored.len())
    }

    /// Asks the rivals whether the memo is to go on, at a share of the tree.
    pub(super) fn ask(&self, share: f64) -> bool {
        self.room.rivals.is_none_or(|rivals| rivals.go_on(self.nodes, share))
    }

    /// Tells the rivals that the memo gives up, at a share of the tree, and returns whether it is to.
    pub(super) fn resign(&self, share: f64) -> bool {
        self.room.rivals.is_none_or(|rivals| rivals.accept(self.nodes, share))
    }

    /// The branching node at which a memo that must pay may give up, if it lies ahead.
    fn next_trial(&self) -> u64 {
        if self.room.must_pay && self.nodes < TRIAL { TRIAL } else { u64::MAX }
    }

    #[cold]
    fn saved(&self) -> f64 {
        self.trials.iter().map(Trial::saved).sum::<f64>() / self.nodes as f64
    }
}
