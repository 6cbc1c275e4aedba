//! Permutations of the lanes of a row.

use super::lane;

/// For each lane, the lane that its word comes from.
pub(super) type From = [u8; 32];

pub(super) const NEXT: From = columns_moved(1);
pub(super) const LAST: From = columns_moved(2);

pub(super) const NINTH: From = {
    let mut from = swapped(0);
    let mut lane = 0;
    while lane < 24 {
        from[lane] = (24 + 2 * (lane / 8) + lane % 2) as u8;
        lane += 1;
    }
    from
};

pub(super) const FIRST: From = {
    let mut from = swapped(0);
    let mut lane = 24;
    while lane < 30 {
        from[lane] = (8 * ((lane - 24) / 2) + lane % 2) as u8;
        lane += 1;
    }
    from
};

pub(super) const fn swapped(apart: usize) -> From {
    let mut from = [0; 32];
    let mut lane = 0;
    while lane < 32 {
        from[lane] = (lane ^ apart) as u8;
        lane += 1;
    }
    from
}

const fn columns_moved(by: usize) -> From {
    let mut from = swapped(0);
    let mut column = 0;
    while column < 3 {
        let other = (column + by) % 3;
        let mut digit = 0;
        while digit < 9 {
            from[lane(column, digit)] = lane(other, digit) as u8;
            digit += 1;
        }
        from[lane(column, 8) + 1] = lane(other, 8) as u8 + 1;
        column += 1;
    }
    from
}
