//! Where a search is: its number of solutions so far, and its share of the tree.

use super::super::number::Number;
use super::super::rows::Length;
use super::super::sizes::Sizes;
use super::components::Apart;
use super::{Level, Search};
use crate::search::Position;

impl<S: Sizes, L: Length, N: Number> Search<'_, S, L, N> {
    /// The number of solutions counted before the search ended early. Solutions of a component are not
    /// solutions of the problem, so within components it is the number counted before the outermost split.
    #[cold]
    pub(super) fn so_far(&self) -> N {
        let outermost = self.memo.as_ref().and_then(|known| known.apart.first());
        outermost.map_or(&self.total, Apart::before).clone()
    }

    /// The position of a node at this level. Within components it is that of the outermost node that was split.
    #[cold]
    #[inline(never)]
    pub(super) fn position(&self, level: usize) -> Position {
        let outermost = self.memo.as_ref().and_then(|known| known.apart.first());
        let mut begin = 0;
        let levels = (0..outermost.map_or(level, Apart::level)).map(|level| {
            let Level { next, end, .. } = self.levels.get(level);
            let begin = std::mem::replace(&mut begin, end);
            (next.saturating_sub(begin + 1) as usize, (end - begin) as usize)
        });
        let position = Position::new(levels, self.so_far().unbounded());
        Position { memo: self.memo.as_ref().map(|known| known.memo.size()), ..position }
    }
}
