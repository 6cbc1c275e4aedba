//! The layer after a step, as a merge of sorted lists.
//!
//! Whatever moves a state makes in a step, keys that lose the same bits keep their order: bits that stay keep their
//! relative places, and a move adds the same number to all of them. So the next layer is a merge of sorted
//! lists, one for each move and each value of the bits lost, and needs no hash table.

use std::sync::atomic::{AtomicUsize, Ordering};

use super::kept::SOON;
use super::key::Key;
use super::layer::{Layer, add};
use super::plan::{Bits, Step};
use crate::parallel::crew;
use crate::search::CancelToken;

/// Layers with fewer states are made by one worker: to start the others would take as long.
const SHARED: usize = if cfg!(any(test, fuzzing)) { 4 } else { 1 << 14 };
/// Number of states merged between two looks at the limits.
const TURN: usize = 1 << 12;

#[derive(Clone, Copy)]
pub(in super::super) struct Limits<'l> {
    /// Upper bound on the size of what a step makes and of what it is made from, in bytes.
    pub(in super::super) room: usize,
    /// Number of workers that make a large layer.
    pub(in super::super) jobs: usize,
    pub(in super::super) stop: &'l CancelToken,
}

/// Why there is no layer after a step. The layer before it is as it was.
pub(super) enum Unmade<K> {
    /// Both layers together do not fit into the room.
    Full(Layer<K>),
    /// The step was cancelled. The layer before it is here if it is small; to bring back a large one would delay the end.
    Cancelled(Option<Layer<K>>),
}

/// How far all workers may go.
struct Pace<'p> {
    /// Number of states made by all workers, as of their last looks.
    made: AtomicUsize,
    most: usize,
    stop: &'p CancelToken,
}

impl Pace<'_> {
    fn goes_on(&self, more: usize) -> bool {
        let made = self.made.fetch_add(more, Ordering::Relaxed) + more;
        made <= self.most && !self.stop.is_cancelled()
    }
}

impl<K: Key> Layer<K> {
    /// The layer after a step, made by several workers if it is large, in the buffers of `spare`, which then holds those of this layer.
    pub(super) fn after(
        mut self,
        step: &Step,
        limits: &Limits<'_>,
        spare: &mut Self,
    ) -> Result<Self, Unmade<K>> {
        let Limits { room, jobs, stop } = *limits;
        self.widen(step.moves.len());
        let groups = self.groups(step);
        let each = self.each_bytes();
        if self.wastes(room) {
            self.shrink();
        }
        if self.resident().saturating_add(spare.resident()) > room {
            *spare = Self::empty(self.words);
        }
        self.shift(step);
        let cursors = Self::cursors(step, &groups);
        let taken = self.resident() + cursors.len() * (size_of::<Cursor<K>>() + size_of::<K>() + 8);
        let most = room.saturating_sub(taken) / each;
        let pace = Pace { made: AtomicUsize::new(0), most, stop };
        let several = if jobs > 1 && self.states() >= SHARED { jobs } else { 1 };
        let first = std::mem::replace(spare, Self::empty(self.words)).emptied(self.words);
        let next = self.merged(cursors, first, several, &pace);
        let bytes: usize = next.iter().map(Self::bytes).sum();
        let copied = bytes - next[0].bytes();
        if stop.is_cancelled() || bytes / each > most || bytes.saturating_add(copied) > room {
            let cancelled = stop.is_cancelled();
            if cancelled && self.states() > SOON {
                return Err(Unmade::Cancelled(None));
            }
            self.shift_back(step, &groups);
            return Err(if cancelled { Unmade::Cancelled(Some(self)) } else { Unmade::Full(self) });
        }
        *spare = self;
        if spare.resident() + bytes + copied > room {
            *spare = Self::empty(spare.words);
        }
        let joined = next.into_iter().reduce(|mut all, part| {
            all.keys.extend(part.keys);
            all.ways.extend(part.ways);
            all
        });
        Ok(joined.expect("there is a part"))
    }

    /// The lists to be merged.
    fn cursors(step: &Step, groups: &[(K, usize)]) -> Vec<Cursor<K>> {
        let stays = step.stays();
        let mut cursors = Vec::new();
        let mut from = 0;
        for &(lost, end) in groups {
            for made in &step.moves {
                let fits = |bits: &Bits| {
                    let value = lost.moved(bits.from - stays, 0, bits.length);
                    value == K::of(Bits { from: 0, ..*bits })
                };
                if made.closing.iter().all(fits) {
                    let all = |list: &[Bits]| list.iter().fold(K::ZERO, |key, &b| key.or(K::of(b)));
                    let mask = made.test.iter().map(|bits| {
                        let ones = u64::MAX >> (64 - bits.length);
                        K::of(Bits { value: ones, ..*bits })
                    });
                    cursors.push(Cursor {
                        next: from,
                        end,
                        mask: mask.fold(K::ZERO, K::or),
                        value: all(&made.test),
                        add: all(&made.add),
                    });
                }
            }
            from = end;
        }
        cursors
    }

    /// Merges the lists into the next layer, in parts for each worker, in the order of their keys; the first part has the buffers of
    /// `first`. If a limit ends the merge, the parts lack states, and the caller looks for that.
    fn merged(
        &self,
        cursors: Vec<Cursor<K>>,
        mut first: Self,
        jobs: usize,
        pace: &Pace<'_>,
    ) -> Vec<Self> {
        let bound = |cursors: &[Cursor<K>]| {
            let states: usize = cursors.iter().map(|cursor| cursor.end - cursor.next).sum();
            // Room for every state, or for as many as the limit allows: workers look at it only once in a turn.
            states.min(pace.most.saturating_add(TURN))
        };
        first.reserve(bound(&cursors));
        if jobs > 1 {
            // Worker 0 takes the buffers; the lock only hands them over.
            let own = std::sync::Mutex::new(Some(first));
            let parts = crew(jobs, |worker| {
                let cursors = self.share(&cursors, worker, jobs);
                let own = (worker == 0).then(|| own.lock().ok()?.take()).flatten();
                let mut part = own.unwrap_or_else(|| {
                    let mut part = Self::empty(self.words);
                    part.reserve(bound(&cursors));
                    part
                });
                self.merge(cursors, &mut part, pace);
                part
            });
            if parts.len() == jobs {
                return parts;
            }
            // The system has refused a thread.
            pace.made.store(0, Ordering::Relaxed);
            first = Self::empty(self.words);
            first.reserve(bound(&cursors));
        }
        self.merge(cursors, &mut first, pace);
        vec![first]
    }

    /// The cursors for one worker of several: its share of the keys after the step lies between two keys that lists have at
    /// equal parts of the longest list.
    fn share(&self, cursors: &[Cursor<K>], worker: usize, workers: usize) -> Vec<Cursor<K>> {
        let Some(longest) = cursors.iter().max_by_key(|cursor| cursor.end - cursor.next) else {
            return Vec::new();
        };
        let bound = |part: usize| {
            let place = longest.next + (longest.end - longest.next) * part / workers;
            self.keys[place.min(longest.end - 1)].plus(longest.add)
        };
        let place = |cursor: &Cursor<K>, key: K| {
            let before = |&own: &K| own.plus(cursor.add) < key;
            cursor.next + self.keys[cursor.next..cursor.end].partition_point(before)
        };
        let of_worker = |cursor: &Cursor<K>| Cursor {
            next: if worker == 0 { cursor.next } else { place(cursor, bound(worker)) },
            end: if worker + 1 == workers { cursor.end } else { place(cursor, bound(worker + 1)) },
            ..*cursor
        };
        cursors.iter().map(of_worker).collect()
    }

    /// Merges the lists of the cursors, and adds the numbers of ways of equal keys, as long as the limits allow it.
    fn merge(&self, mut cursors: Vec<Cursor<K>>, next: &mut Self, pace: &Pace<'_>) {
        let words = self.words;
        let heads = cursors.iter_mut().map(|cursor| cursor.seek(&self.keys)).collect();
        let mut heads = Heads::new(heads);
        let mut before = 0;
        loop {
            for _ in 0..TURN {
                let (key, i) = heads.least();
                if key == K::END {
                    return;
                }
                let cursor = &mut cursors[i];
                let ways = &self.ways[cursor.next * words..][..words];
                if next.keys.last() == Some(&key) {
                    let from = next.ways.len() - words;
                    add(&mut next.ways[from..], ways);
                } else {
                    next.keys.push(key);
                    if let [ways] = *ways {
                        next.ways.push(ways);
                    } else {
                        next.ways.extend_from_slice(ways);
                    }
                }
                cursor.next += 1;
                heads.replace(i, cursor.seek(&self.keys));
            }
            if !pace.goes_on(next.states() - before) {
                return;
            }
            before = next.states();
        }
    }
}

/// The first keys of sorted lists, and the least of them: a tournament, in which each inner node holds the loser.
struct Heads<K> {
    keys: Vec<K>,
    /// The winner, then the losers of the inner nodes 1, 2, 3, ...; node `n` is below node `n / 2`.
    nodes: Vec<u32>,
}

impl<K: Key> Heads<K> {
    fn new(mut keys: Vec<K>) -> Self {
        let lists = keys.len().next_power_of_two();
        keys.resize(lists, K::END);
        let mut heads = Self { keys, nodes: vec![0; lists] };
        heads.nodes[0] = if lists == 1 { 0 } else { heads.play(1) };
        heads
    }

    /// Fills the nodes from node `node` down, and returns the winner.
    fn play(&mut self, node: usize) -> u32 {
        let lists = self.keys.len();
        if node >= lists {
            return (node - lists) as u32;
        }
        let (one, two) = (self.play(2 * node), self.play(2 * node + 1));
        let is_first = self.keys[one as usize] <= self.keys[two as usize];
        let (winner, loser) = if is_first { (one, two) } else { (two, one) };
        self.nodes[node] = loser;
        winner
    }

    /// The least key and its list.
    #[inline]
    fn least(&self) -> (K, usize) {
        let list = self.nodes[0] as usize;
        (self.keys[list], list)
    }

    /// Gives the list of the least key another first key.
    #[inline]
    fn replace(&mut self, list: usize, key: K) {
        self.keys[list] = key;
        let (mut winner, mut best) = (list as u32, key);
        let mut node = usize::midpoint(list, self.keys.len());
        while node > 0 {
            let other = self.nodes[node];
            let rival = self.keys[other as usize];
            if rival < best {
                self.nodes[node] = winner;
                (winner, best) = (other, rival);
            }
            node /= 2;
        }
        self.nodes[0] = winner;
    }
}

/// The states to which a move applies, of those that lose the same bits.
#[derive(Clone, Copy)]
struct Cursor<K> {
    next: usize,
    end: usize,
    mask: K,
    value: K,
    add: K,
}

impl<K: Key> Cursor<K> {
    /// Goes on to the next state to which the move applies, and returns the key that it gets, or [`Key::END`].
    #[inline]
    fn seek(&mut self, keys: &[K]) -> K {
        while self.next < self.end {
            let key = keys[self.next];
            if key.and(self.mask) == self.value {
                return key.plus(self.add);
            }
            self.next += 1;
        }
        K::END
    }
}
