//! What is left of a puzzle, as literals and groups of which exactly one literal is true.
//!
//! A variable stands for a candidate: this digit in this cell. Further variables stand for a
//! digit's *minirow* (the n cells that a row and a region share) or *minicolumn*: this digit
//! somewhere in it. They make long rules short, and make locked candidates (pointing, claiming)
//! follow by plain propagation:
//!
//! - a cell holds exactly one of its candidates;
//! - a digit stands in exactly one minirow of a row, and of a region; likewise minicolumns;
//! - either a digit is not in a minirow, or it stands in exactly one cell of it.
//!
//! A minirow with one candidate left is that candidate and needs no variable.

use super::root::Root;

/// A variable, or its negation: 2v or 2v + 1.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Lit(pub(super) u32);

impl Lit {
    pub(super) fn positive(variable: usize) -> Self {
        Self(2 * variable as u32)
    }
    pub(super) fn variable(self) -> usize {
        (self.0 >> 1) as usize
    }
    pub(super) fn index(self) -> usize {
        self.0 as usize
    }
    pub(super) fn is_positive(self) -> bool {
        self.0 & 1 == 0
    }
}

impl std::ops::Not for Lit {
    type Output = Self;
    fn not(self) -> Self {
        Self(self.0 ^ 1)
    }
}

/// Lists one after another in one vector.
#[derive(Default)]
pub(super) struct Lists<T> {
    items: Vec<T>,
    starts: Vec<u32>,
}

impl<T: Copy> Lists<T> {
    fn new() -> Self {
        Self { items: Vec::new(), starts: vec![0] }
    }
    fn push(&mut self, list: impl IntoIterator<Item = T>) {
        self.items.extend(list);
        self.starts.push(self.items.len() as u32);
    }
    pub(super) fn len(&self) -> usize {
        self.starts.len() - 1
    }
    #[inline]
    pub(super) fn get(&self, list: usize) -> &[T] {
        &self.items[self.starts[list] as usize..self.starts[list + 1] as usize]
    }
}

/// The rules of what is left.
pub(super) struct Model {
    /// Variables 0 .. `placements.len()` are candidates: the cell and the digit of each.
    pub(super) placements: Vec<(u16, u8)>,
    /// All variables.
    pub(super) variables: usize,
    /// Of each group exactly one literal is true.
    pub(super) groups: Lists<Lit>,
    /// The groups in which each literal stands.
    pub(super) groups_of: Lists<u32>,
}

/// No literal here.
const NOWHERE: Lit = Lit(u32::MAX);

impl Model {
    /// The model of what singles left, or `None` if a digit has no place in a unit.
    pub(super) fn new(root: &Root) -> Option<Self> {
        let order = root.grid.order();
        let (n, side) = (order.n(), order.side());
        let mut placements = Vec::new();
        let mut groups = Lists::new();
        // The variable of a digit in a cell, by digit first, so that lines are near each other.
        let mut variable_of = vec![NOWHERE; side * order.cells()];
        for (cell, &candidates) in root.candidates.iter().enumerate() {
            let mut mask = candidates;
            if mask == 0 {
                continue;
            }
            let first = placements.len();
            while mask != 0 {
                let digit = mask.trailing_zeros() as usize;
                mask &= mask - 1;
                variable_of[digit * order.cells() + cell] = Lit::positive(placements.len());
                placements.push((cell as u16, digit as u8 + 1));
            }
            groups.push((first..placements.len()).map(Lit::positive));
        }
        let mut variables = placements.len();
        // Which line a unit's minilines lie in, and which cells a miniline has.
        let row_cell = |line: usize, at: usize| line * side + at;
        let column_cell = |line: usize, at: usize| at * side + line;
        let mut minilines = vec![NOWHERE; side * n];
        let mut list = Vec::with_capacity(side + 1);
        for digit in 0..side {
            let here = &variable_of[digit * order.cells()..][..order.cells()];
            for (across, first_unit) in [(true, 0), (false, side)] {
                for line in 0..side {
                    let lacks = root.lacking[first_unit + line] >> digit & 1 == 1;
                    let minis = &mut minilines[line * n..][..n];
                    minis.fill(NOWHERE);
                    if !lacks {
                        continue;
                    }
                    for (part, mini) in minis.iter_mut().enumerate() {
                        list.clear();
                        list.push(NOWHERE);
                        for at in part * n..part * n + n {
                            let cell = if across { row_cell(line, at) } else { column_cell(line, at) };
                            list.extend(Some(here[cell]).filter(|&lit| lit != NOWHERE));
                        }
                        *mini = match list[..] {
                            [_] => NOWHERE,
                            [_, only] => only,
                            _ => {
                                let new = Lit::positive(variables);
                                variables += 1;
                                list[0] = !new;
                                groups.push(list.iter().copied());
                                new
                            }
                        };
                    }
                    let places = minis.iter().copied().filter(|&lit| lit != NOWHERE);
                    list.clear();
                    list.extend(places);
                    if list.is_empty() {
                        return None;
                    }
                    groups.push(list.iter().copied());
                }
                for region in 0..side {
                    if root.lacking[2 * side + region] >> digit & 1 == 0 {
                        continue;
                    }
                    let (band, stack) = (region / n, region % n);
                    let (line, part) = if across { (band, stack) } else { (stack, band) };
                    list.clear();
                    let minis = (line * n..line * n + n).map(|line| minilines[line * n + part]);
                    list.extend(minis.filter(|&lit| lit != NOWHERE));
                    if list.is_empty() {
                        return None;
                    }
                    groups.push(list.iter().copied());
                }
            }
        }
        let groups_of = occurrences(&groups, 2 * variables);
        Some(Self { placements, variables, groups, groups_of })
    }
}

/// The lists in which each literal stands.
fn occurrences(groups: &Lists<Lit>, literals: usize) -> Lists<u32> {
    let mut starts = vec![0u32; literals + 1];
    for lit in &groups.items {
        starts[lit.index() + 1] += 1;
    }
    for index in 0..literals {
        starts[index + 1] += starts[index];
    }
    let mut next = starts.clone();
    let mut items = vec![0u32; groups.items.len()];
    for group in 0..groups.len() {
        for lit in groups.get(group) {
            let at = &mut next[lit.index()];
            items[*at as usize] = group as u32;
            *at += 1;
        }
    }
    Lists { items, starts }
}
