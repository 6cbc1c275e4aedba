//! Turns the grid after singles into groups, of each of which exactly one literal is true.

use super::literal::Lit;
use super::root::Root;
use crate::engine::lists::Lists;

/// Stands for no literal.
const NOWHERE: Lit = Lit(u32::MAX);

/// The variables and groups before equal literals are merged.
pub(super) struct InitialRules {
    /// Variables 0 .. `placements.len()` are candidates: the cell and the digit of each.
    pub(super) placements: Vec<(u16, u8)>,
    /// The number of variables, those of minirows and minicolumns included.
    pub(super) variables: usize,
    pub(super) groups: Lists<Lit>,
}

/// The rules of the grid after singles, or `None` if a digit has no place in a unit.
pub(super) fn rules(root: &Root) -> Option<InitialRules> {
    let order = root.grid.order();
    let (n, side, units) = (order.n(), order.side(), &order.layout().units);
    let mut placements = Vec::new();
    let mut groups = Lists::new();
    // The variable of each digit in each cell, sorted by digit, so that a row's literals of a digit are
    // neighbours.
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
    // A miniline is a minirow or a minicolumn.
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
                    let cells = &units[first_unit + line][part * n..][..n];
                    let lits = cells.iter().map(|&cell| here[cell as usize]);
                    list.extend(lits.filter(|&lit| lit != NOWHERE));
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
    Some(InitialRules { placements, variables, groups })
}
