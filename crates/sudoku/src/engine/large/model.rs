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

use super::left::Told;

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
    pub(super) fn new() -> Self {
        Self { items: Vec::new(), starts: vec![0] }
    }
    pub(super) fn with_capacity(lists: usize, items: usize) -> Self {
        let mut starts = Vec::with_capacity(lists + 1);
        starts.push(0);
        Self { items: Vec::with_capacity(items), starts }
    }
    pub(super) fn push(&mut self, list: impl IntoIterator<Item = T>) {
        self.items.extend(list);
        self.starts.push(self.items.len() as u32);
    }
    pub(super) fn items(&self) -> &[T] {
        &self.items
    }
    /// The items, and where each list starts, and the last one ends.
    pub(super) fn parts_mut(&mut self) -> (&mut [T], &[u32]) {
        (&mut self.items, &self.starts)
    }
    pub(super) fn len(&self) -> usize {
        self.starts.len() - 1
    }
    #[inline]
    pub(super) fn get(&self, list: usize) -> &[T] {
        &self.items[self.starts[list] as usize..self.starts[list + 1] as usize]
    }

    /// The lists 0 .. `lists` of these items, each with the number of its list.
    pub(super) fn gathered(lists: usize, items: impl Iterator<Item = (usize, T)> + Clone) -> Self
    where
        T: Default,
    {
        let mut starts = vec![0u32; lists + 1];
        for (list, _) in items.clone() {
            starts[list + 1] += 1;
        }
        for list in 0..lists {
            starts[list + 1] += starts[list];
        }
        let mut next = starts.clone();
        let mut gathered = vec![T::default(); starts[lists] as usize];
        for (list, item) in items {
            gathered[next[list] as usize] = item;
            next[list] += 1;
        }
        Self { items: gathered, starts }
    }
}

/// The rules of what is left.
pub(super) struct Model {
    /// All variables.
    pub(super) variables: usize,
    /// Of each group exactly one literal is true.
    pub(super) groups: Lists<Lit>,
    /// The first so many are those of cells.
    pub(super) cell_groups: usize,
    /// The groups in which each literal stands.
    pub(super) groups_of: Lists<u32>,
    /// The groups that hear of it when a literal becomes true: its own, then those of its negation.
    pub(super) told: Lists<[Told; 4]>,
    /// What follows from each literal within its groups: that the others of them are false. Each
    /// once; at the end its own negation, if another and its negation both follow.
    pub(super) implied: Lists<Lit>,
    /// The cells and digits that each literal places.
    pub(super) placed_by: Lists<(u16, u8)>,
    /// The cells and digits placed already.
    pub(super) placed: Vec<(u16, u8)>,
}

impl Model {
    pub(super) fn new(
        variables: usize,
        groups: Lists<Lit>,
        cell_groups: usize,
        places: &[(Lit, (u16, u8))],
        placed: Vec<(u16, u8)>,
    ) -> Self {
        let literals = 2 * variables;
        let groups_of = (0..groups.len())
            .flat_map(|group| groups.get(group).iter().map(move |lit| (lit.index(), group as u32)));
        let groups_of = Lists::gathered(literals, groups_of);
        let each = (0..groups.len()).map(|group| groups.get(group).len());
        let mut implied = Lists::with_capacity(literals, each.map(|len| len * (len - 1)).sum());
        // The literal last seen to imply each.
        let mut implied_by = vec![u32::MAX; literals];
        for literal in 0..literals {
            let mut both = false;
            for &group in groups_of.get(literal) {
                let others = groups.get(group as usize).iter().filter(|o| o.index() != literal);
                for &other in others {
                    let by = std::mem::replace(&mut implied_by[(!other).index()], literal as u32);
                    if by != literal as u32 {
                        implied.items.push(!other);
                        both |= implied_by[other.index()] == literal as u32;
                    }
                }
            }
            if both {
                implied.items.push(Lit(literal as u32 ^ 1));
            }
            implied.starts.push(implied.items.len() as u32);
        }
        let told = told(&groups_of, groups.len() as u32);
        let placed_by =
            Lists::gathered(literals, places.iter().map(|&(lit, place)| (lit.index(), place)));
        Self { variables, groups, cell_groups, groups_of, told, implied, placed_by, placed }
    }
}

/// The groups that hear of each literal, filled up to fours with one that is none.
fn told(groups_of: &Lists<u32>, none: u32) -> Lists<[Told; 4]> {
    let literals = groups_of.len();
    let mut told = Lists::with_capacity(literals, literals + groups_of.items.len() / 2);
    for literal in 0..literals {
        let own = groups_of.get(literal).iter().map(|&group| Told::settled(group));
        let others = groups_of.get(literal ^ 1).iter().map(|&group| Told::loses(group));
        let mut four = [Told::settled(none); 4];
        let mut filled = 0;
        for group in own.chain(others) {
            four[filled % 4] = group;
            filled += 1;
            if filled % 4 == 0 {
                told.items.push(four);
                four = [Told::settled(none); 4];
            }
        }
        if filled % 4 > 0 {
            told.items.push(four);
        }
        told.starts.push(told.items.len() as u32);
    }
    told
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_implies_a_literal_and_its_negation_implies_its_own_negation() {
        let lits = [0, 1, 2, 3].map(Lit::positive);
        let mut groups = Lists::new();
        groups.push([lits[0], lits[1], lits[2]]);
        groups.push([lits[0], !lits[1], lits[3]]);
        groups.push([lits[0], lits[2], lits[3]]);
        let model = Model::new(4, groups, 0, &[], Vec::new());
        // Each once, too, although two groups say it of two of them.
        let expected = [!lits[1], !lits[2], lits[1], !lits[3], !lits[0]];
        assert_eq!(model.implied.get(lits[0].index()), expected);
        assert_eq!(model.implied.get(lits[2].index()), [!lits[0], !lits[1], !lits[3]]);
    }
}
