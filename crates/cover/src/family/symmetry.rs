//! One solution of each set that the symmetries of a family map to each other.
//!
//! Take a piece that is used exactly once. Of its placements that symmetries map to each other one is kept, the first. Some symmetries
//! may leave that placement as it is, such as a reflection that leaves a piece on its axis: these choose among the placements of a
//! second piece, those that leave both pieces as they are choose among the placements of a third, and so on. What a piece may do then
//! depends on the symmetries left by the pieces before. This is the colour of a secondary item, a *mark*, between each piece
//! and the next one.
//!
//! If every piece is used once and keeps its name under all symmetries, exactly one solution of each orbit remains, also
//! of orbits of solutions that are symmetric: the positions of all pieces say everything about a solution.
//!
//! Source: symmetry breaking by the orbits and stabilisers of a chain of objects, as in the method of C. C. Sims for permutation groups
//! (*Computational Methods in the Study of Permutation Groups*, 1970).

use std::collections::BTreeSet;

use crate::problem::{Colour, ItemId, ProblemBuilder, ProblemError};

/// A set of symmetries, of which there are 48 at most: bit `g` is set if symmetry `g` belongs to the set.
pub(super) type Symmetries = u64;

/// What each symmetry makes of the placements of a piece: symmetry `g` maps placement `p` to `images[g][p]`.
pub(super) type Images = Vec<Vec<usize>>;

/// The placements that are kept of the pieces of a chain.
pub(super) struct Chain {
    pub(super) steps: Vec<Step>,
    /// The sets of symmetries that may be left after the last piece.
    pub(super) left: BTreeSet<Symmetries>,
    /// For each mark, the sets of symmetries that are its colours.
    marks: Vec<Vec<Symmetries>>,
}

/// The placements kept of one piece.
pub(super) struct Step {
    pub(super) piece: usize,
    pub(super) kept: Vec<MarkedPlacement>,
}

/// A placement, with the number of each mark that it holds and the number of the colour.
pub(super) struct MarkedPlacement {
    pub(super) placement: usize,
    marks: Vec<(usize, usize)>,
}

/// A placement that is kept if the symmetries left by the pieces before are `before`, and leaves those of `after`.
#[derive(Clone, Copy)]
struct Choice {
    placement: usize,
    before: Symmetries,
    after: Symmetries,
}

impl Chain {
    /// Chooses pieces until no symmetry is left, or none can be removed: first the piece `first` if there is one, then always
    /// the piece with the fewest placements left. `pieces` are the images of the pieces that are used exactly once and that
    /// every symmetry maps to themselves; `None` for other pieces. There are `order` symmetries.
    pub(super) fn new(order: usize, first: Option<usize>, pieces: &[Option<Images>]) -> Self {
        let all = u64::MAX >> (64 - order);
        let mut left = BTreeSet::from([all]);
        let mut chosen: Vec<(usize, Vec<Choice>)> = Vec::new();
        let mut marks = Vec::new();
        while left.iter().any(|group| group.count_ones() > 1) {
            let open = (0..pieces.len())
                .filter(|&piece| chosen.iter().all(|&(earlier, _)| earlier != piece))
                .filter(|&piece| !chosen.is_empty() || first.is_none_or(|first| first == piece));
            let steps =
                open.filter_map(|piece| Some((piece, choices(&left, pieces[piece].as_ref()?))));
            let steps = steps
                .filter(|(_, choices)| choices.iter().any(|choice| choice.after != choice.before));
            let Some(step) = steps.min_by_key(|(_, choices)| choices.len()) else { break };
            if !chosen.is_empty() {
                marks.push(left.iter().copied().collect());
            }
            left = step.1.iter().map(|choice| choice.after).collect();
            chosen.push(step);
        }
        let mut chain = Self { steps: Vec::new(), left, marks };
        for (index, (piece, choices)) in chosen.into_iter().enumerate() {
            let kept = chain.kept(index, &choices);
            chain.steps.push(Step { piece, kept });
        }
        chain
    }

    /// The choices of a step with their marks. A mark with one colour only is left out, and a mark that does not matter for a
    /// placement is left out there.
    fn kept(&self, index: usize, choices: &[Choice]) -> Vec<MarkedPlacement> {
        let colours = |mark: usize| self.marks.get(mark).filter(|colours| colours.len() > 1);
        let mark = |mark: usize, group: Symmetries| {
            let number = colours(mark)?.iter().position(|&colour| colour == group);
            Some((mark, number.expect("each set that may be left is a colour")))
        };
        let before = index.checked_sub(1).and_then(colours).map_or(1, Vec::len);
        let mut placements: Vec<usize> = choices.iter().map(|choice| choice.placement).collect();
        placements.sort_unstable();
        placements.dedup();
        let mut kept = Vec::new();
        for placement in placements {
            let own = choices.iter().filter(|choice| choice.placement == placement);
            let own: Vec<&Choice> = own.collect();
            let is_same =
                own.iter().all(|choice| mark(index, choice.after) == mark(index, own[0].after));
            if own.len() == before && is_same {
                kept.push(MarkedPlacement {
                    placement,
                    marks: mark(index, own[0].after).into_iter().collect(),
                });
                continue;
            }
            for choice in own {
                let earlier = index.checked_sub(1).and_then(|earlier| mark(earlier, choice.before));
                let marks = earlier.into_iter().chain(mark(index, choice.after)).collect();
                kept.push(MarkedPlacement { placement, marks });
            }
        }
        kept
    }

    /// Adds the secondary items of the marks, `symmetry.1` and so on.
    pub(super) fn items(&self, builder: &mut ProblemBuilder) -> Result<Marks, ProblemError> {
        let mut marks = Vec::new();
        for (number, colours) in self.marks.iter().enumerate() {
            let is_used = colours.len() > 1;
            let name = format!("{MARK}{}", number + 1);
            marks.push(if is_used { Some(builder.secondary(&name)?) } else { None });
        }
        let most =
            self.marks.iter().map(Vec::len).filter(|&colours| colours > 1).max().unwrap_or(0);
        let colours = (0..most).map(|colour| builder.colour(&colour.to_string()));
        Ok(Marks { items: marks, colours: colours.collect::<Result<_, _>>()? })
    }
}

pub(super) const MARK: &str = "symmetry.";

pub(super) struct Marks {
    items: Vec<Option<ItemId>>,
    colours: Vec<Colour>,
}

impl Marks {
    /// The entries of the marks of a placement.
    pub(super) fn of(
        &self,
        kept: &MarkedPlacement,
    ) -> impl Iterator<Item = (ItemId, Option<Colour>)> {
        let marks = kept.marks.iter();
        marks.filter_map(|&(mark, colour)| Some((self.items[mark]?, Some(self.colours[colour]))))
    }
}

/// The placements of a piece that are kept under each set of symmetries.
fn choices(left: &BTreeSet<Symmetries>, images: &Images) -> Vec<Choice> {
    let mut choices = Vec::new();
    for &before in left {
        for placement in 0..images[0].len() {
            let image = |symmetry: &usize| images[*symmetry][placement];
            let own = || (0..images.len()).filter(|symmetry| before >> symmetry & 1 == 1);
            if own().all(|symmetry| image(&symmetry) >= placement) {
                let fixing = own().filter(|symmetry| image(symmetry) == placement);
                let after = fixing.fold(0, |after, symmetry| after | 1 << symmetry);
                choices.push(Choice { placement, before, after });
            }
        }
    }
    choices
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A placement with its marks.
    type Plain = (usize, Vec<(usize, usize)>);

    /// The placements kept of each piece.
    fn text(chain: &Chain) -> Vec<(usize, Vec<Plain>)> {
        let kept = |kept: &MarkedPlacement| (kept.placement, kept.marks.clone());
        chain.steps.iter().map(|step| (step.piece, step.kept.iter().map(kept).collect())).collect()
    }

    #[test]
    fn a_piece_that_always_moves_removes_all() {
        let row = Some(vec![vec![0, 1, 2, 3], vec![3, 2, 1, 0]]);
        let chain = Chain::new(2, None, &[None, row]);
        assert_eq!(text(&chain), [(1, vec![(0, vec![]), (1, vec![])])]);
        assert_eq!(chain.left, BTreeSet::from([1]));
    }

    /// In a row of three, the first piece may be in the middle; then the second piece must not be on the right.
    #[test]
    fn a_piece_on_the_axis_leaves_the_choice_to_the_next() {
        let row = || Some(vec![vec![0, 1, 2], vec![2, 1, 0]]);
        let chain = Chain::new(2, None, &[row(), row()]);
        let first = (0, vec![(0, vec![(0, 0)]), (1, vec![(0, 1)])]);
        let second = (1, vec![(0, vec![]), (1, vec![]), (2, vec![(0, 0)])]);
        assert_eq!(text(&chain), [first, second]);
        assert_eq!(chain.left, BTreeSet::from([1, 3]));
    }

    #[test]
    fn without_symmetry_all_is_kept() {
        let chain = Chain::new(1, None, &[Some(vec![vec![0, 1]])]);
        assert!(chain.steps.is_empty());
    }
}
