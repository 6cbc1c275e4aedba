//! The rotation of the words of a row, as shifts.

use super::lane;

/// A rotation of each word, as the shift up, and the shift down of the bits that wrap around.
#[derive(Clone, Copy)]
pub(super) struct Turn {
    pub(super) up: [u16; 32],
    pub(super) down: [u16; 32],
}

/// Band b becomes band b - c.
pub(super) const BACK: Turn = turns([0, 3, 6]);
/// Band b becomes band b + c.
pub(super) const ON: Turn = turns([0, 6, 3]);

/// The rotation of all lanes; `down` has the shift down for each column.
const fn turns(down: [u16; 3]) -> Turn {
    let mut turn = Turn { up: [0; 32], down: [15; 32] };
    let mut i = 0;
    while i < 27 {
        let (column, digit) = (i / 9, i % 9);
        let lane = lane(column, digit);
        if down[column] > 0 {
            turn.up[lane] = 9 - down[column];
            turn.down[lane] = down[column];
            if digit == 8 {
                turn.up[lane + 1] = 9 - down[column];
                turn.down[lane + 1] = down[column];
            }
        }
        i += 1;
    }
    turn
}
