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

#[cfg(test)]
mod tests {
    use super::*;
    use quadrille_sudoku::{Grid, Order, Puzzle};

    fn change(history: &mut History, board: &mut Board, cell: usize, digit: u8) {
        history.record(board.clone());
        board.set(cell, digit);
    }

    #[test]
    fn changes_are_taken_back_and_made_again_in_order() {
        let mut board = Board::new(&Puzzle::new(Grid::empty(Order::NINE)));
        let mut history = History::default();
        let mut boards = vec![board.clone()];
        for cell in 0..81 {
            change(&mut history, &mut board, cell, (cell % 9) as u8 + 1);
            boards.push(board.clone());
        }
        for expected in boards.iter().rev().skip(1) {
            assert!(history.undo(&mut board));
            assert_eq!(&board, expected);
        }
        assert!(!history.undo(&mut board));
        for expected in &boards[1..] {
            assert!(history.redo(&mut board));
            assert_eq!(&board, expected);
        }
        assert!(!history.redo(&mut board));
    }

    #[test]
    fn after_another_change_there_is_nothing_to_redo() {
        let mut board = Board::new(&Puzzle::new(Grid::empty(Order::NINE)));
        let mut history = History::default();
        change(&mut history, &mut board, 0, 1);
        history.undo(&mut board);
        change(&mut history, &mut board, 0, 2);
        assert!(!history.redo(&mut board));
        assert_eq!(board.grid().digit(0), 2);
    }
}
