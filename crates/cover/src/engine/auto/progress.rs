//! How far `memo` has come, and the work that a rival may do beside it.

/// A rival works for one in this many nodes that `memo` will take in all, and for at most this many times what it has taken.
const OF_ALL: f64 = 128.0;
const OF_DONE: u64 = 2;
/// If one in [`OF_ALL`] nodes is more than [`HOPELESS`] times what `memo` has taken, which is a small part then indeed, a rival works for
/// up to this many times what it has taken.
const OF_HOPELESS: u64 = 4;
const HOPELESS: u64 = 64;

/// The branching nodes that `memo` has taken, and the share of the tree that it has searched with them.
#[derive(Clone, Copy)]
pub(super) struct Progress {
    pub(super) nodes: u64,
    pub(super) share: f64,
    /// Whether there is a limit of memory, within which long trials do not stay.
    pub(super) is_limited: bool,
}

impl Progress {
    /// The nodes that `memo` will take in all, if the rest of the tree is like the share that is searched: fewer if more sub-problems are
    /// known there.
    pub(super) fn all(self) -> f64 {
        self.nodes as f64 / self.share
    }

    /// The nodes before it, as far as that can be told.
    pub(super) fn left(self) -> f64 {
        self.all() - self.nodes as f64
    }

    /// A small part of all nodes; none where long trials may not be.
    pub(super) fn of_all(self) -> u64 {
        #[expect(clippy::cast_sign_loss, reason = "no share is negative")]
        let of_all = (self.all() / OF_ALL) as u64;
        if self.is_limited { 0 } else { of_all }
    }

    /// Whether `memo` will take thousands of times the nodes that it has taken.
    pub(super) fn is_hopeless(self) -> bool {
        self.of_all() / HOPELESS > self.nodes
    }

    /// The work that a rival may do until now, in nodes: one in `one_in` of those taken, or a small part of all.
    pub(super) fn ration(self, one_in: u64) -> u64 {
        let most = if self.is_hopeless() { OF_HOPELESS } else { OF_DONE };
        (self.nodes / one_in).max((self.nodes * most).min(self.of_all()))
    }
}
