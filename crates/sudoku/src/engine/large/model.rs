//! The puzzle after singles, as groups of literals. Exactly one literal of each group is true.
//!
//! A variable stands for a candidate, that is, for a digit in a cell. Further variables stand for a digit
//! somewhere in a *minirow* (the n cells that a row and a region share) or in a *minicolumn*. They make long
//! rules short, and make locked candidates (pointing, claiming) follow by plain propagation:
//!
//! - a cell holds exactly one of its candidates;
//! - a digit stands in exactly one minirow of a row, and of a region; likewise for minicolumns;
//! - a digit is either outside a minirow, or in exactly one of its cells.
//!
//! A minirow with one candidate left needs no variable: the candidate stands for it.

use super::literal::Lit;
use super::remaining::GroupUpdate;
use crate::engine::lists::Lists;

/// The number of literals that are handled between two looks at the token that cancels.
const LOOK: usize = 1 << 12;

/// The groups of a puzzle, with tables for propagation.
pub(super) struct Model {
    pub(super) variables: usize,
    /// The groups. Exactly one literal of each is true.
    pub(super) groups: Lists<Lit>,
    /// The number of groups that stand for cells. They come first.
    pub(super) cell_groups: usize,
    pub(super) groups_of: Lists<u32>,
    /// For each literal, the groups to update when it becomes true: those in which it stands, then
    /// those of its negation.
    pub(super) updates: Lists<[GroupUpdate; 4]>,
    /// For each literal, the literals implied within its groups, which are the negations of the other
    /// literals there. Each is listed once. If a literal implies both another and its negation, the
    /// literal's own negation is added at the end.
    pub(super) implied: Lists<Lit>,
    /// For each literal, the cells and digits that it places.
    pub(super) placed_by: Lists<(u16, u8)>,
    /// The cells and digits placed before the search.
    pub(super) placed: Vec<(u16, u8)>,
}

impl Model {
    /// `None` if it was stopped: the tables of a large grid hold hundreds of millions of literals.
    pub(super) fn new(
        variables: usize,
        groups: Lists<Lit>,
        cell_groups: usize,
        places: &[(Lit, (u16, u8))],
        placed: Vec<(u16, u8)>,
        may_go_on: &dyn Fn() -> bool,
    ) -> Option<Self> {
        let literals = 2 * variables;
        let groups_of = (0..groups.len())
            .flat_map(|group| groups.get(group).iter().map(move |lit| (lit.index(), group as u32)));
        let groups_of = Lists::gathered(literals, groups_of);
        let each = (0..groups.len()).map(|group| groups.get(group).len());
        let mut implied = Lists::with_capacity(literals, each.map(|len| len * (len - 1)).sum());
        // For each literal, the last literal found to imply it.
        let mut implied_by = vec![u32::MAX; literals];
        for literal in 0..literals {
            if literal % LOOK == 0 && !may_go_on() {
                return None;
            }
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
            implied.end_list();
        }
        let updates = updates(&groups_of, groups.len() as u32);
        let placed_by =
            Lists::gathered(literals, places.iter().map(|&(lit, place)| (lit.index(), place)));
        Some(Self {
            variables,
            groups,
            cell_groups,
            groups_of,
            updates,
            implied,
            placed_by,
            placed,
        })
    }
}

/// The updates for each literal in blocks of four, the last block padded with updates of the
/// dummy group `none`.
fn updates(groups_of: &Lists<u32>, none: u32) -> Lists<[GroupUpdate; 4]> {
    let literals = groups_of.len();
    let mut updates = Lists::with_capacity(literals, literals + groups_of.items.len() / 2);
    for literal in 0..literals {
        let own = groups_of.get(literal).iter().map(|&group| GroupUpdate::settled(group));
        let others = groups_of.get(literal ^ 1).iter().map(|&group| GroupUpdate::loses(group));
        let mut four = [GroupUpdate::settled(none); 4];
        let mut filled = 0;
        for group in own.chain(others) {
            four[filled % 4] = group;
            filled += 1;
            if filled % 4 == 0 {
                updates.items.push(four);
                four = [GroupUpdate::settled(none); 4];
            }
        }
        if filled % 4 > 0 {
            updates.items.push(four);
        }
        updates.end_list();
    }
    updates
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
        let model = Model::new(4, groups, 0, &[], Vec::new(), &|| true).unwrap();
        // Each literal is listed once, although two groups imply two of them.
        let expected = [!lits[1], !lits[2], lits[1], !lits[3], !lits[0]];
        assert_eq!(model.implied.get(lits[0].index()), expected);
        assert_eq!(model.implied.get(lits[2].index()), [!lits[0], !lits[1], !lits[3]]);
    }

    #[test]
    fn a_model_can_be_stopped() {
        let mut groups = Lists::new();
        groups.push([Lit::positive(0)]);
        assert!(Model::new(1, groups, 0, &[], Vec::new(), &|| false).is_none());
    }
}
