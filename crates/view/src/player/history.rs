//! Undo and redo: the boards before and after each change.

use super::board::Board;

/// The boards before the current one, and those whose changes were undone. Their number is not limited, because a 25x25
/// board takes about one kilobyte.
#[derive(Debug, Default)]
pub struct History {
    past: Vec<Board>,
    future: Vec<Board>,
}

impl History {
    /// Records the board as it is before a change.
    pub fn record(&mut self, before: Board) {
        self.past.push(before);
        self.future.clear();
    }

    /// Undoes the last change. Returns `false` if there is none.
    pub fn undo(&mut self, board: &mut Board) -> bool {
        Self::swap(&mut self.past, &mut self.future, board)
    }

    /// Redoes the last change undone. Returns `false` if there is none.
    pub fn redo(&mut self, board: &mut Board) -> bool {
        Self::swap(&mut self.future, &mut self.past, board)
    }

    fn swap(from: &mut Vec<Board>, to: &mut Vec<Board>, board: &mut Board) -> bool {
        let Some(other) = from.pop() else { return false };
        to.push(std::mem::replace(board, other));
        true
    }
}
