//! How many solutions sub-problems have that were searched before.
//!
//! A sub-problem is known by its whole key, never by a hash alone: hashes only say where to look.
//! Where no item is secondary, the key is the set of items covered; otherwise the set of
//! options left, which says the same and how secondary items were used besides.
//!
//! Looking up costs time, and on many problems no sub-problem ever comes again. So nothing is looked up in a
//! search that soon ends; then a few look-ups are tried, and if they find next to nothing it is tried again
//! much later. And for each number of items left it is watched how many nodes look-ups save; where it
//! is too few, they end.

use std::hash::BuildHasher;

use foldhash::fast::FixedState;
use hashbrown::HashTable;

use super::number::Number;
use super::rows::{List, Rows};

/// Sub-problems with fewer items left are searched at once.
const LEAST_LEFT: usize = 4;
/// Nodes that branch before anything is looked up. After so many look-ups, if fewer than one in so many found
/// anything, nothing is looked up for a while, longer each time.
const NAP: u64 = 1024;
/// None in tests, which are of small problems.
const FIRST_NAP: u64 = if cfg!(any(test, fuzzing)) { 0 } else { NAP };
const LONGER: u64 = 4;
const GLANCE: u64 = 256;
const FOUND_ONE_IN: u64 = 16;
/// Sub-problems that there is room for from the first on.
const FIRST_ROOM: usize = 2 * GLANCE as usize;
/// After so many look-ups at a number of items left it is asked for the first time whether they pay, then each
/// time after twice as many.
const FIRST_TRIAL: u64 = 512;
/// A look-up pays if it saves so many nodes, on average.
const WORTH: f64 = 0.7;
/// Whether a sub-problem falls apart is seen to where on average so many nodes are searched below, and to begin
/// with as long as it takes no more than some hundred nodes.
const NODES_BELOW: u64 = 256;
const SEEN_AT_FIRST: u64 = 512;
/// To see it takes about as long as this many nodes, and one more for so many words of exclusions. Where nothing
/// fell apart, that is at most one node in so many.
const NODES_TO_SEE: u64 = 4;
const WORDS_A_NODE: usize = 512;
const ONE_IN: u64 = 64;

/// After so many nodes that branch it is seen whether a memo pays that must; it does if it saves so many for each
/// one searched. If it saves next to none it is hopeless, which is seen earlier.
const PROBATION: u64 = 1 << 17;
const MUST_SAVE: f64 = 2.0;
const FIRST_SIGHT: u64 = 1 << 13;
const HOPELESS: f64 = 0.05;

/// Room for a memo.
#[derive(Clone, Copy)]
pub(in super::super) struct Room {
    /// Most bytes of what is known.
    pub(in super::super) bytes: usize,
    /// Whether to give up early where few nodes are saved.
    pub(in super::super) must_pay: bool,
}

/// What is known of a sub-problem.
pub(super) enum Looked<'m, N> {
    /// How many solutions it has.
    Known(&'m N),
    Unknown,
    /// The memo must pay, and does not; whether it does not even in parts of the problem.
    GivesUp {
        hopeless: bool,
    },
}

/// What is known, and what is being found out.
pub(super) struct Memo<N> {
    /// Words of a key.
    words: usize,
    room: Room,
    /// Where each sub-problem is in `keys` and `numbers`.
    places: HashTable<u32>,
    keys: Vec<u64>,
    numbers: Vec<N>,
    hasher: FixedState,
    /// Whether look-ups pay, by items left.
    trials: Vec<Trial>,
    glance: Glance,
    /// Before this node that branches there is nothing to be done.
    quiet_until: u64,
    /// The sub-problems being searched, by level.
    open: List<Open<N>>,
    open_keys: Rows<u64>,
    /// Nodes that branched so far.
    nodes: u64,
    /// What it took to see that nothing fell apart, in nodes.
    seeing: u64,
}

/// Whether to look up at all.
#[derive(Clone, Copy)]
enum Glance {
    /// Not before that node that branches; how long the nap is.
    Nap { until: u64, nap: u64 },
    /// So many look-ups were tried after a nap, and so many found something.
    Tries { looks: u64, hits: u64, nap: u64 },
    /// Sub-problems do come again.
    Awake,
}

impl Glance {
    /// Whether to look up at the node of that number.
    #[inline(always)]
    fn is_open(&mut self, node: u64) -> bool {
        match *self {
            Self::Awake => true,
            Self::Nap { until, .. } if node < until => false,
            _ => self.wakes(node),
        }
    }

    /// After a nap, or after another try.
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

    /// Nothing is looked up before that node.
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

/// A sub-problem being searched.
#[derive(Clone)]
struct Open<N> {
    /// The hash of its key; `None` if it is not to be known.
    hash: Option<u64>,
    left: u32,
    /// What was counted when it was begun.
    before: N,
    nodes_before: u64,
}

/// How look-ups fare.
#[derive(Clone, Copy)]
struct Trial {
    off: bool,
    looks: u64,
    hits: u64,
    /// Sub-problems searched, and the nodes they took.
    searched: u64,
    nodes: u64,
    next: u64,
    /// Whether a sub-problem fell apart.
    fell_apart: bool,
}

impl Trial {
    /// About how many nodes were not searched.
    fn saved(&self) -> f64 {
        self.hits as f64 * self.nodes as f64 / self.searched.max(1) as f64
    }
}

impl<N: Number> Memo<N> {
    /// For a problem of so many items, with keys of so many words.
    pub(super) fn new(items: usize, words: usize, room: Room) -> Self {
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
        Self {
            words,
            room,
            places: HashTable::new(),
            keys: Vec::new(),
            numbers: Vec::new(),
            hasher: FixedState::default(),
            trials: vec![trial; items + 1],
            glance: Glance::Nap { until: FIRST_NAP, nap: NAP },
            quiet_until: FIRST_NAP,
            open: List::new(vec![open; items + 1]),
            open_keys: Rows::new(items + 1, words, 0),
            nodes: 0,
            seeing: 0,
        }
    }

    /// A node is about to branch, with so many items left. The number of solutions below it, if it is
    /// known; if not, it will be when the level is [`closed`](Self::close).
    #[inline(always)]
    pub(super) fn look(
        &mut self,
        level: usize,
        left: usize,
        key: &[u64],
        total: &N,
    ) -> Looked<'_, N> {
        self.nodes += 1;
        if self.nodes < self.quiet_until {
            self.open.at_mut(level).hash = None;
            return Looked::Unknown;
        }
        self.look_up(level, left, key, total)
    }

    #[inline(never)]
    fn look_up(&mut self, level: usize, left: usize, key: &[u64], total: &N) -> Looked<'_, N> {
        if self.room.must_pay && (self.nodes == FIRST_SIGHT || self.nodes == PROBATION) {
            let saved = self.saved();
            let least = if self.nodes == PROBATION { MUST_SAVE } else { HOPELESS };
            if saved < least {
                return Looked::GivesUp { hopeless: saved < HOPELESS };
            }
        }
        let trial = &mut self.trials[left];
        let open = self.open.at_mut(level);
        open.hash = None;
        if left < LEAST_LEFT || trial.off {
            return Looked::Unknown;
        }
        if !self.glance.is_open(self.nodes) {
            self.quiet_until = self.glance.until().min(self.next_sight());
            return Looked::Unknown;
        }
        trial.looks += 1;
        let hash = self.hasher.hash_one(key);
        let place = self
            .places
            .find(hash, |&place| &self.keys[place as usize * self.words..][..self.words] == key);
        self.glance.looked(place.is_some());
        if let Some(&place) = place {
            trial.hits += 1;
            return Looked::Known(&self.numbers[place as usize]);
        }
        if trial.looks >= trial.next {
            trial.next *= 2;
            let pays = trial.saved() >= WORTH * trial.looks as f64;
            trial.off = trial.searched > 0 && !pays && !trial.fell_apart;
        }
        *open = Open {
            hash: Some(hash),
            left: left as u32,
            before: total.clone(),
            nodes_before: self.nodes,
        };
        self.open_keys.row_mut(level, self.words).copy_from_slice(key);
        Looked::Unknown
    }

    /// Whether to see if the sub-problem just looked up falls apart, which means to walk over so many words at
    /// most.
    #[inline(always)]
    pub(super) fn may_fall_apart(&mut self, level: usize, left: usize, words: usize) -> bool {
        if self.open.at_mut(level).hash.is_none() {
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

    /// A sub-problem with so many items did.
    pub(super) fn fell_apart(&mut self, left: usize, words: usize) {
        self.trials[left].fell_apart = true;
        // Components pay even where no sub-problem comes again.
        self.glance = Glance::Awake;
        self.seeing -= NODES_TO_SEE + (words / WORDS_A_NODE) as u64;
    }

    /// The node at a level is searched.
    #[inline(always)]
    pub(super) fn close(&mut self, level: usize, total: &N) {
        if let Some(hash) = self.open.at_mut(level).hash {
            self.keep(level, hash, total);
        }
    }

    #[inline(never)]
    fn keep(&mut self, level: usize, hash: u64, total: &N) {
        let open = self.open.at_mut(level);
        let trial = &mut self.trials[open.left as usize];
        trial.searched += 1;
        trial.nodes += self.nodes - open.nodes_before + 1;
        let number = total.since(&open.before);
        if self.bytes() >= self.room.bytes {
            return;
        }
        let words = self.words;
        if self.numbers.is_empty() {
            self.places.reserve(FIRST_ROOM, |_| unreachable!("there is nothing to be moved"));
            self.keys.reserve(FIRST_ROOM * words);
            self.numbers.reserve(FIRST_ROOM);
        }
        let place = self.numbers.len() as u32;
        self.keys.extend_from_slice(self.open_keys.row(level, words));
        self.numbers.push(number);
        let (keys, hasher) = (&self.keys, &self.hasher);
        self.places.insert_unique(hash, place, |&place| {
            hasher.hash_one(&keys[place as usize * words..][..words])
        });
    }

    /// The next node that branches at which it is seen whether a memo pays that must.
    fn next_sight(&self) -> u64 {
        let mut sights = [FIRST_SIGHT, PROBATION].into_iter().filter(|_| self.room.must_pay);
        sights.find(|&sight| self.nodes < sight).unwrap_or(u64::MAX)
    }

    /// About how many nodes it saves for each that is searched.
    #[cold]
    fn saved(&self) -> f64 {
        self.trials.iter().map(Trial::saved).sum::<f64>() / self.nodes as f64
    }

    /// About what is known takes.
    fn bytes(&self) -> usize {
        self.numbers.len() * (8 * self.words + size_of::<N>() + 5)
    }
}
