//! The rotation of the words of a row, as shifts.

use super::column_of;

/// A rotation of each word, as the shift up, and the shift down of the bits that wrap around.
#[derive(Clone, Copy)]
pub(super) struct Turn {
    pub(super) up: [u16; 32],
    pub(super) down: [u16; 32],
}

/// Band b becomes band b - c.
pub(super) const BACK: Turn = turns([0, 3, 6, 0]);
/// Band b becomes band b + c.
pub(super) const ON: Turn = turns([0, 6, 3, 0]);

/// The rotation of all lanes; `down` has the shift down for each column.
const fn turns(down: [u16; 4]) -> Turn {
    let mut turn = Turn { up: [0; 32], down: [15; 32] };
    let mut lane = 0;
    while lane < 32 {
        let down = down[column_of(lane)];
        if down > 0 {
            (turn.up[lane], turn.down[lane]) = (9 - down, down);
        }
        lane += 1;
    }
    turn
}
