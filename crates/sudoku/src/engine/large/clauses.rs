//! Learnt clauses: at least one literal of each is true.
//!
//! The first two literals of a clause are watched, that is, the clause is examined only when one of these
//! becomes false (Moskewicz et al., *Chaff*, 2001). With each watch another literal of the clause is kept,
//! the blocker. While the blocker is true the clause need not be examined.

use super::literal::Lit;

/// A clause, identified by its start in the arena.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(super) struct ClauseId(pub(super) u32);

/// A clause that watches a literal, with its blocker.
#[derive(Clone, Copy)]
pub(super) struct Watched {
    pub(super) clause: ClauseId,
    pub(super) blocker: Lit,
}

/// Data of a clause beside its literals.
#[derive(Clone, Copy)]
struct Entry {
    clause: ClauseId,
    /// The lowest number of levels of choices on which its literals stood when it took part in a conflict.
    /// A clause of low glue is more useful (Audemard and Simon, *Predicting learnt clauses quality*, 2009).
    glue: u32,
    /// The number of the last conflict in which the clause took part.
    used: u64,
}

/// Number of words in the arena before the literals of a clause: the number of literals, and the index of
/// the entry.
const HEAD: usize = 2;

pub(super) struct Clauses {
    arena: Vec<u32>,
    entries: Vec<Entry>,
    /// For each literal, the clauses to examine when it becomes false.
    pub(super) watches: Vec<Vec<Watched>>,
    /// For each literal, whether any clause watches it. Most literals are not watched, and these bytes are
    /// few enough to stay in the cache.
    pub(super) is_watched: Vec<bool>,
}

impl Clauses {
    pub(super) fn new(literals: usize) -> Self {
        Self {
            arena: Vec::new(),
            entries: Vec::new(),
            watches: vec![Vec::new(); literals],
            is_watched: vec![false; literals],
        }
    }

    fn len_of(&self, clause: ClauseId) -> usize {
        self.arena[clause.0 as usize] as usize
    }

    #[inline]
    pub(super) fn lits_mut(&mut self, clause: ClauseId) -> &mut [u32] {
        let first = clause.0 as usize + HEAD;
        let len = self.len_of(clause);
        &mut self.arena[first..first + len]
    }

    pub(super) fn lits(&self, clause: ClauseId) -> impl Iterator<Item = Lit> + '_ {
        let first = clause.0 as usize + HEAD;
        self.arena[first..first + self.len_of(clause)].iter().map(|&lit| Lit(lit))
    }

    /// Adds a clause of two literals or more; the first two are watched.
    pub(super) fn add(&mut self, lits: &[Lit], glue: u32, used: u64) -> ClauseId {
        let clause = ClauseId(self.arena.len() as u32);
        self.arena.push(lits.len() as u32);
        self.arena.push(self.entries.len() as u32);
        self.arena.extend(lits.iter().map(|lit| lit.0));
        self.entries.push(Entry { clause, glue, used });
        self.watch(lits[0], Watched { clause, blocker: lits[1] });
        self.watch(lits[1], Watched { clause, blocker: lits[0] });
        clause
    }

    #[inline]
    pub(super) fn watch(&mut self, lit: Lit, watched: Watched) {
        self.watches[lit.index()].push(watched);
        self.is_watched[lit.index()] = true;
    }

    pub(super) fn use_at(&mut self, clause: ClauseId, conflict: u64, glue: u32) {
        let entry = &mut self.entries[self.arena[clause.0 as usize + 1] as usize];
        entry.used = conflict;
        entry.glue = entry.glue.min(glue);
    }

    /// Drops the worse half of the clauses whose glue is above `lowest` and for which `keep` is false. The
    /// other clauses move, so `moved` is called with the old and the new place of each.
    pub(super) fn drop_half(
        &mut self,
        lowest: u32,
        keep: impl Fn(ClauseId) -> bool,
        mut moved: impl FnMut(ClauseId, ClauseId),
    ) {
        let mut ranked: Vec<usize> = (0..self.entries.len())
            .filter(|&at| self.entries[at].glue > lowest && !keep(self.entries[at].clause))
            .collect();
        ranked.sort_unstable_by_key(|&at| {
            let entry = &self.entries[at];
            (std::cmp::Reverse(entry.glue), entry.used, at)
        });
        let mut dropped = vec![false; self.entries.len()];
        for &at in &ranked[..ranked.len() / 2] {
            dropped[at] = true;
        }
        let (arena, entries) = (std::mem::take(&mut self.arena), std::mem::take(&mut self.entries));
        self.watches.iter_mut().for_each(Vec::clear);
        self.is_watched.fill(false);
        let mut lits = Vec::new();
        for (entry, _) in entries.iter().zip(dropped).filter(|(_, dropped)| !dropped) {
            let first = entry.clause.0 as usize + HEAD;
            let len = arena[entry.clause.0 as usize] as usize;
            lits.clear();
            lits.extend(arena[first..first + len].iter().map(|&lit| Lit(lit)));
            let new = self.add(&lits, entry.glue, entry.used);
            moved(entry.clause, new);
        }
    }
}
