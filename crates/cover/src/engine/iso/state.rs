//! The states of a search: by level, the options left, the primary items to be covered, and how often those with bounds are.
//!
//! An item with bounds is open as long as these can exclude a set of the options left that hold it. So options may be left that no open
//! item holds, of which any set without exclusions may be chosen.

mod forced;
mod several;

pub(crate) use self::forced::Alternatives;
use self::several::Propagated;
pub(crate) use self::several::Times;
use super::super::model::{Model, bits, size};
use super::order::Rule;

/// A stack of states. Each state is a set of options, a set of primary items, and the [`Times`] of each item with bounds.
pub(crate) struct States {
    words: usize,
    /// Number of words of both sets, and of the whole state.
    sets: usize,
    length: usize,
    rows: Vec<u64>,
    /// By primary item to be covered, its number of branches, as [`States::propagate`] found it last: that of its options left, or of its
    /// options but those without which it cannot be covered as often as it must.
    pub(crate) sizes: Vec<u32>,
}

/// A connected part of a state.
pub(crate) struct Part {
    pub(crate) options: Vec<u64>,
    pub(crate) open: Vec<u64>,
    /// By item with bounds, its [`Times`] if it is open, otherwise 0.
    pub(crate) times: Vec<u64>,
}

/// The mark of an alternative that leaves an option where others choose one.
pub(crate) const LEFT: u32 = 1 << 31;

impl States {
    /// The state at level 0: all options, all primary items.
    pub(crate) fn new(model: &Model) -> Self {
        let (words, sets) = (model.words(), model.words() + model.item_words);
        let (rows, sizes) = (Vec::new(), vec![0; model.primary]);
        let length = sets + model.several().len();
        let mut states = Self { words, sets, length, rows, sizes };
        states.ensure(0);
        for option in 0..model.options() {
            states.rows[option / 64] |= 1 << (option % 64);
        }
        for item in 0..model.primary {
            states.rows[words + item / 64] |= 1 << (item % 64);
        }
        let times = Times::of_all(model);
        states.rows[sets..].iter_mut().zip(times).for_each(|(word, times)| *word = times.word());
        states
    }

    fn ensure(&mut self, level: usize) {
        let length = (level + 1) * self.length;
        if self.rows.len() < length {
            self.rows.resize(length, 0);
        }
    }

    #[inline(always)]
    pub(crate) fn options(&self, level: usize) -> &[u64] {
        &self.rows[level * self.length..][..self.words]
    }

    #[inline(always)]
    pub(crate) fn open(&self, level: usize) -> &[u64] {
        &self.rows[level * self.length..][self.words..self.sets]
    }

    /// By item with bounds, its [`Times`] at a level.
    #[inline(always)]
    pub(crate) fn times(&self, level: usize) -> &[u64] {
        &self.rows[level * self.length..][self.sets..self.length]
    }

    #[inline(always)]
    fn row_mut(&mut self, level: usize) -> (&mut [u64], &mut [u64]) {
        self.rows[level * self.length..][..self.sets].split_at_mut(self.words)
    }

    /// The alternatives of a state: the options of an item, or one option and that it is left. Of these [`follow`](Self::follow)
    /// makes states, in which the solutions are those of this one.
    #[inline(always)]
    pub(crate) fn alternatives(
        &self,
        model: &Model,
        level: usize,
        rule: &Rule,
        alternatives: &mut Vec<u32>,
    ) {
        let (options, open) = (self.options(level), self.open(level));
        if model.has_multiplicities() && self.leaves_option(model, level, rule, alternatives) {
            return;
        }
        let item = rule.choose(open, &self.sizes);
        for (i, word) in model.holders(item, options) {
            alternatives.extend(bits(&[word]).map(|option| (64 * i + option) as u32));
        }
    }

    #[inline(always)]
    pub(crate) fn follow(&mut self, model: &Model, level: usize, alternative: u32) {
        if alternative & LEFT == 0 {
            return self.choose(model, level, alternative as usize);
        }
        let option = (alternative & !LEFT) as usize;
        self.copy_down(level);
        self.leave(level + 1, option);
    }

    pub(crate) fn leave(&mut self, level: usize, option: usize) {
        self.row_mut(level).0[option / 64] &= !(1 << (option % 64));
    }

    fn copy_down(&mut self, level: usize) {
        self.ensure(level + 1);
        self.rows
            .copy_within(level * self.length..(level + 1) * self.length, (level + 1) * self.length);
    }

    /// Chooses an option: the next level is this one without the options excluded and the items covered.
    #[inline(always)]
    pub(crate) fn choose(&mut self, model: &Model, level: usize, option: usize) {
        if model.has_multiplicities() {
            self.copy_down(level);
            return self.take(model, level + 1, option);
        }
        self.ensure(level + 1);
        let (above, below) = self.rows.split_at_mut((level + 1) * self.length);
        let (above, below) = (&above[level * self.length..], &mut below[..self.length]);
        let taken = model.table.excluded_by(option).iter().chain(model.covers(option));
        for ((below, above), taken) in below.iter_mut().zip(above).zip(taken) {
            *below = above & !taken;
        }
    }

    /// All that tells the state at a level from others.
    pub(crate) fn whole(&self, level: usize) -> &[u64] {
        &self.rows[level * self.length..][..self.length]
    }

    pub(crate) fn part(&self, level: usize) -> Part {
        let [options, open, times] =
            [self.options(level), self.open(level), self.times(level)].map(<[u64]>::to_vec);
        Part { options, open, times }
    }

    pub(crate) fn put(&mut self, model: &Model, level: usize, part: &Part) {
        self.ensure(level);
        let (options, open) = self.row_mut(level);
        options.copy_from_slice(&part.options);
        open.copy_from_slice(&part.open);
        self.rows[level * self.length..][self.sets..self.length].copy_from_slice(&part.times);
        for item in bits(&part.open) {
            self.sizes[item] = model.size(item, &part.options);
            if let Some(place) = model.several_place(item) {
                self.sizes[item] = Times::of(part.times[place]).branches(self.sizes[item]);
            }
        }
    }

    /// Chooses options that must be chosen, and removes options that cannot be, until nothing more follows. Returns false
    /// if some item has no option left. Solutions of the state before and after correspond one to one: those before have
    /// the options chosen, too, each of which is passed to `chose`.
    #[inline(always)]
    pub(crate) fn propagate(
        &mut self,
        model: &Model,
        level: usize,
        mut chose: impl FnMut(usize),
    ) -> bool {
        loop {
            let mut is_done = true;
            for word in 0..model.item_words {
                let mut rest = self.open(level)[word];
                while rest != 0 {
                    let item = 64 * word + rest.trailing_zeros() as usize;
                    let options = self.options(level);
                    let size = model.size(item, options);
                    if model.has_multiplicities()
                        && let Some(place) = model.several_place(item)
                    {
                        match self.propagate_several(model, level, (item, place), size) {
                            Propagated::Nothing => {}
                            Propagated::Chose(option) => {
                                chose(option);
                                is_done = false;
                            }
                            Propagated::DeadEnd => return false,
                        }
                        rest &= rest - 1;
                        rest &= self.open(level)[word];
                        continue;
                    }
                    match size {
                        0 => return false,
                        1 => {
                            let Some(option) = model.first(item, options) else { return false };
                            chose(option);
                            self.take(model, level, option);
                            is_done = false;
                        }
                        _ => self.sizes[item] = size,
                    }
                    rest &= rest - 1;
                    rest &= self.open(level)[word];
                }
            }
            if is_done && !self.subsume(model, level) {
                return true;
            }
        }
    }

    /// Looks for pairs of items of which the first has only options that hold the second, too: the second is covered with
    /// the first, so its other options go. Returns whether options went.
    #[inline(always)]
    fn subsume(&mut self, model: &Model, level: usize) -> bool {
        let Self { words, sets, length, rows, sizes } = self;
        let (options, open) = rows[level * *length..][..*sets].split_at_mut(*words);
        let several = model.several_set();
        let mut is_cut = false;
        for word in 0..model.item_words {
            let mut rest = open[word] & !several[word];
            while rest != 0 {
                let a = 64 * word + rest.trailing_zeros() as usize;
                rest &= rest - 1;
                let Some(option) = model.first(a, options) else { return true };
                for entry in model.entries(option) {
                    let b = entry.item as usize;
                    let is_primary = b < model.primary;
                    // Sizes may be too large since options went, which only delays what follows.
                    let is_open = || {
                        (open[b / 64] & !several[b / 64]) >> (b % 64) & 1 == 1
                            && sizes[b] >= sizes[a]
                    };
                    if b == a || model.is_coloured[b] || is_primary && !is_open() {
                        continue;
                    }
                    if model.any_without(a, b, options) {
                        continue;
                    }
                    if model.any_without(b, a, options) {
                        model.keep_only(b, a, options);
                        is_cut = true;
                    } else if is_primary {
                        // Both have the same options, so one of the two is enough.
                        open[b / 64] &= !(1 << (b % 64));
                        if b / 64 == word {
                            rest &= !(1 << (b % 64));
                        }
                    }
                }
            }
        }
        is_cut
    }

    /// The connected parts of the state at a level, the smallest first; empty if the state is connected.
    #[inline(always)]
    pub(crate) fn parts(&self, model: &Model, level: usize) -> Vec<Part> {
        let (options, open) = (self.options(level), self.open(level));
        let mut rest = options.to_vec();
        let mut parts = Vec::new();
        while let Some(start) = lowest(&rest) {
            let part = reached(model, &rest, open, start);
            if part == options {
                return Vec::new();
            }
            rest.iter_mut().zip(&part).for_each(|(rest, part)| *rest &= !part);
            let mut own = vec![0; open.len()];
            for option in bits(&part) {
                let covered = model.covers(option).iter().zip(open);
                own.iter_mut().zip(covered).for_each(|(own, (a, b))| *own |= a & b);
            }
            let times = self.times_of(model, level, &own);
            parts.push(Part { options: part, open: own, times });
        }
        parts.sort_by_key(|part| size(&part.options));
        parts
    }
}

/// The options of the set `there` that are connected with the option `start` by exclusions, or by open items with bounds.
#[inline(always)]
fn reached(model: &Model, there: &[u64], open: &[u64], start: usize) -> Vec<u64> {
    let mut reached = vec![0; there.len()];
    // Those reached whose exclusions are still to be followed.
    let mut todo = vec![0; there.len()];
    reached[start / 64] |= 1 << (start % 64);
    let mut next = Some(start);
    while let Some(option) = next {
        let mut missing = 0;
        let sets = reached.iter_mut().zip(&mut todo).zip(there);
        for (((reached, todo), there), excluded) in sets.zip(model.table.excluded_by(option)) {
            let met = excluded & there;
            *todo |= met & !*reached;
            *reached |= met;
            missing |= there & !*reached;
        }
        if model.has_multiplicities() {
            several::reach(model, there, open, option, (&mut reached, &mut todo));
            missing = there.iter().zip(&reached).fold(0, |missing, (a, b)| missing | a & !b);
        }
        todo[option / 64] &= !(1 << (option % 64));
        next = lowest(&todo).filter(|_| missing != 0);
    }
    reached
}

#[inline(always)]
fn lowest(set: &[u64]) -> Option<usize> {
    bits(set).next()
}
