//! Boards on which each cell shows the weight of its item.

use super::layout::{Figure, Kind, Layout, Role, Spot};
use crate::problem::{ItemId, Problem};

impl Layout {
    /// The board with the weights of its cells, such as those of a reason why it has no solution (`why::Reason::Weights`), and the weights of
    /// items that are not cells. Cells with positive weights are like given texts, those with negative weights like texts that were
    /// found.
    ///
    /// ```
    /// use quadrille_cover::family;
    ///
    /// let spec = "dominoes:2x4:mutilated";
    /// let problem = family::build(spec)?;
    /// let layout = family::layout(spec)?.expect("squares have places");
    /// let weights: Vec<_> = problem.item_ids().zip([1, -1, 1]).collect();
    /// let (board, others) = layout.weights(&problem, &weights);
    /// let texts: Vec<&str> = board.cells.iter().map(|spot| &*spot.text).collect();
    /// assert_eq!(texts, ["", "+1", "-1", "+1", "", "", "", ""]);
    /// assert!(board.cells[1].is_given && board.cells[0].is_hole && others.is_empty());
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Panics
    /// If an item does not belong to the problem.
    pub fn weights(
        &self,
        problem: &Problem,
        weights: &[(ItemId, i64)],
    ) -> (Figure, Vec<(ItemId, i64)>) {
        let cells = self.cells().iter();
        let mut cells: Vec<Spot> =
            cells.map(|spot| Spot { is_hole: spot.is_hole, ..Spot::default() }).collect();
        let mut others = Vec::new();
        for &(item, weight) in weights {
            let Some(&Role::Cell(cell)) = self.role_of(problem.item_name(item)) else {
                others.push((item, weight));
                continue;
            };
            let piece = Some(usize::from(weight < 0));
            let (is_given, text) = (weight > 0, format!("{weight:+}"));
            cells[cell] = Spot { is_given, text, piece, ..Spot::default() };
        }
        let kind = match self.kind() {
            kind @ Kind::Symbols { .. } => kind,
            _ => Kind::Symbols { block: 0 },
        };
        (Figure { size: self.size(), kind, cells }, others)
    }
}
