//! Hints under rules of a grid: the next single by any house.

use std::collections::VecDeque;

use quadrille_cover::CancelToken;
use quadrille_sudoku::rules::{House, Kind, Rules};
use quadrille_sudoku::{Grid, Puzzle, Uniqueness};

use super::{Hint, Lead, Pointed, in_words, only};
use crate::player::work::search;

/// Nodes of the search that shows, before a hint, that the grid has a solution.
const NODES: u64 = 20_000;

/// Hints for a grid under rules: the next single, by any house, or why there is none.
pub fn hints(rules: &Rules, grid: &Grid) -> VecDeque<Hint> {
    if let Some(fault) = rules.fault(grid.cells()) {
        return only(fault, None);
    }
    if grid.is_full() {
        return only("the grid is complete and correct".into(), None);
    }
    let (_, search) = search(rules, &Puzzle::new(grid.clone()), Some(NODES), &CancelToken::new());
    if Uniqueness::of(&search) == Some(Uniqueness::None) {
        return only("this grid has no solution: at least one digit is wrong".into(), None);
    }
    let candidates = rules.candidates(grid.cells());
    let whole = rules.houses().iter().filter(|house| house.cells.len() == rules.side());
    let single = whole.flat_map(|house| (1..=rules.side() as u8).map(move |digit| (house, digit)));
    let single = single.filter_map(|(house, digit)| {
        let cells = || house.cells.iter().copied().map(usize::from);
        let mut places = cells().filter(|&cell| candidates[cell] >> (digit - 1) & 1 == 1);
        let place = places.next().filter(|_| places.next().is_none())?;
        let open = cells().filter(|&cell| grid.digit(cell) == 0).count();
        Some((open > 1, house.kind, house, digit, place))
    });
    // Last open cells come first, then places in regions, in lines and in other houses.
    let is_line = |kind| matches!(kind, Kind::Row | Kind::Column);
    let hidden =
        single.min_by_key(|&(open, kind, ..)| (open, kind != Kind::Region, !is_line(kind)));
    if let Some((is_hidden, _, house, digit, cell)) = hidden {
        let name = if is_hidden { "hidden single" } else { "full house" };
        return in_words(vec![hidden_single(rules, house, (name, digit), cell)]);
    }
    let naked = (0..rules.cells()).find(|&cell| candidates[cell].is_power_of_two());
    match naked {
        Some(cell) => {
            let (digit, name) = (candidates[cell].trailing_zeros() + 1, rules.cell_name(cell));
            let text =
                format!("{name} = {digit}: naked single, the only digit that the rules leave");
            let lead = Lead { place: name, cells: vec![cell], technique: "naked single".into() };
            in_words(vec![hint(lead, text, cell, vec![cell])])
        }
        None => {
            only("no single applies: the next step needs more than the houses show".into(), None)
        }
    }
}

fn hidden_single(rules: &Rules, house: &House, (name, digit): (&str, u8), cell: usize) -> Hint {
    let cells = house.cells.iter().copied().map(usize::from).collect::<Vec<_>>();
    let text =
        format!("{} = {digit}: {name}, the only place left in {house}", rules.cell_name(cell));
    let technique = format!("{name}, {digit}");
    let lead = Lead { place: house.to_string(), cells: cells.clone(), technique };
    hint(lead, text, cell, cells)
}

fn hint(lead: Lead, text: String, cell: usize, reason: Vec<usize>) -> Hint {
    let pointed = Pointed { reason, ..Pointed::default() };
    Hint { number: String::new(), lead: Some(lead), text, cell: Some(cell), pointed }
}
