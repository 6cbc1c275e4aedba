//! From what singles left to groups of which exactly one literal is true.

use super::model::{Lists, Lit};
use super::root::Root;

/// No literal here.
const NOWHERE: Lit = Lit(u32::MAX);

/// Variables and groups as they come, before any are found to be equal.
pub(super) struct Rules {
    /// Variables 0 .. `placements.len()` are candidates: the cell and the digit of each.
    pub(super) placements: Vec<(u16, u8)>,
    /// All variables, those of minirows and minicolumns among them.
    pub(super) variables: usize,
    pub(super) groups: Lists<Lit>,
}

/// The rules of what singles left, or `None` if a digit has no place in a unit.
pub(super) fn rules(root: &Root) -> Option<Rules> {
    let order = root.grid.order();
    let (n, side) = (order.n(), order.side());
    let mut placements = Vec::new();
    let mut groups = Lists::new();
    // The variable of a digit in a cell, by digit first, so that lines are near each other.
    let mut variable_of = vec![NOWHERE; side * order.cells()];
    for (cell, &candidates) in root.candidates.iter().enumerate() {
        let mut mask = candidates;
        if mask == 0 {
            continue;
        }
        let first = placements.len();
        while mask != 0 {
            let digit = mask.trailing_zeros() as usize;
            mask &= mask - 1;
            variable_of[digit * order.cells() + cell] = Lit::positive(placements.len());
            placements.push((cell as u16, digit as u8 + 1));
        }
        groups.push((first..placements.len()).map(Lit::positive));
    }
    let mut variables = placements.len();
    // Which line a unit's minilines lie in, and which cells a miniline has.
    let row_cell = |line: usize, at: usize| line * side + at;
    let column_cell = |line: usize, at: usize| at * side + line;
    let mut minilines = vec![NOWHERE; side * n];
    let mut list = Vec::with_capacity(side + 1);
    for digit in 0..side {
        let here = &variable_of[digit * order.cells()..][..order.cells()];
        for (across, first_unit) in [(true, 0), (false, side)] {
            for line in 0..side {
                let lacks = root.lacking[first_unit + line] >> digit & 1 == 1;
                let minis = &mut minilines[line * n..][..n];
                minis.fill(NOWHERE);
                if !lacks {
                    continue;
                }
                for (part, mini) in minis.iter_mut().enumerate() {
                    list.clear();
                    list.push(NOWHERE);
                    for at in part * n..part * n + n {
                        let cell = if across { row_cell(line, at) } else { column_cell(line, at) };
                        list.extend(Some(here[cell]).filter(|&lit| lit != NOWHERE));
                    }
                    *mini = match list[..] {
                        [_] => NOWHERE,
                        [_, only] => only,
                        _ => {
                            let new = Lit::positive(variables);
                            variables += 1;
                            list[0] = !new;
                            groups.push(list.iter().copied());
                            new
                        }
                    };
                }
                let places = minis.iter().copied().filter(|&lit| lit != NOWHERE);
                list.clear();
                list.extend(places);
                if list.is_empty() {
                    return None;
                }
                groups.push(list.iter().copied());
            }
            for region in 0..side {
                if root.lacking[2 * side + region] >> digit & 1 == 0 {
                    continue;
                }
                let (band, stack) = (region / n, region % n);
                let (line, part) = if across { (band, stack) } else { (stack, band) };
                list.clear();
                let minis = (line * n..line * n + n).map(|line| minilines[line * n + part]);
                list.extend(minis.filter(|&lit| lit != NOWHERE));
                if list.is_empty() {
                    return None;
                }
                groups.push(list.iter().copied());
            }
        }
    }
    Some(Rules { placements, variables, groups })
}
