//! Singles: full houses, hidden singles, naked singles.

use super::state::{State, digits};
use crate::engine::deduction::{Because, Deduction, Technique};

pub(super) fn full_house(state: &State) -> Option<Deduction> {
    (0..3 * state.side()).filter(|&unit| state.open_in(unit) == 1).find_map(|unit| {
        let cells = state.layout().units[unit].iter().map(|&cell| cell as usize);
        let cell = cells.into_iter().find(|&cell| state.count(cell) == 1)?;
        let digit = digits(state.candidates(cell)).next()?;
        let because = Because::OnlyPlace(state.unit(unit));
        Some(Deduction::place(state.order(), Technique::FullHouse, (cell, digit), because))
    })
}

pub(super) fn hidden_in_region(state: &State) -> Option<Deduction> {
    let side = state.side();
    hidden_in(state, Technique::HiddenSingleInRegion, 2 * side..3 * side)
}

pub(super) fn hidden_in_line(state: &State) -> Option<Deduction> {
    hidden_in(state, Technique::HiddenSingleInLine, 0..2 * state.side())
}

fn hidden_in(
    state: &State,
    technique: Technique,
    mut units: std::ops::Range<usize>,
) -> Option<Deduction> {
    units.find_map(|unit| {
        let digit =
            state.all_digits().find(|&digit| state.places(unit, digit).is_power_of_two())?;
        let cell = state.cells(unit, digit).next()?;
        let because = Because::OnlyPlace(state.unit(unit));
        Some(Deduction::place(state.order(), technique, (cell, digit), because))
    })
}

pub(super) fn naked(state: &State) -> Option<Deduction> {
    let cell = state.open_cells().find(|&cell| state.candidates(cell).is_power_of_two())?;
    let digit = digits(state.candidates(cell)).next()?;
    let because = Because::OnlyCandidate;
    Some(Deduction::place(state.order(), Technique::NakedSingle, (cell, digit), because))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::engine::human::testing::{at, blank};
    use crate::grid::{Grid, Puzzle, Unit};

    fn placed(state: &State, technique: Technique) -> Option<((usize, u8), Because)> {
        let deduction = state.found(technique)?;
        assert_eq!(deduction.struck, []);
        Some((deduction.placed?, deduction.because))
    }

    #[test]
    fn the_last_open_cell_of_a_unit_gets_the_digit_it_lacks() {
        let mut grid = Grid::empty(crate::grid::Order::NINE);
        (1..9).for_each(|digit| grid.set(at(4, digit as usize), digit));
        let state = State::new(&Puzzle::new(grid));
        let expected = ((at(4, 9), 9), Because::OnlyPlace(Unit::Row(3)));
        assert_eq!(placed(&state, Technique::FullHouse), Some(expected));
        assert_eq!(placed(&blank(), Technique::FullHouse), None);
    }

    #[test]
    fn a_digit_goes_to_the_one_place_left_in_a_region() {
        let mut state = blank();
        for (row, column) in [(2, 5), (3, 8), (5, 2), (7, 3)] {
            state.place(at(row, column), 1);
        }
        let expected = ((at(1, 1), 1), Because::OnlyPlace(Unit::Region(0)));
        assert_eq!(placed(&state, Technique::HiddenSingleInRegion), Some(expected));
    }

    #[test]
    fn a_digit_goes_to_the_one_place_left_in_a_row_or_column() {
        let in_row = blank().with_row(1, 7, &[4]);
        let expected = ((at(1, 4), 7), Because::OnlyPlace(Unit::Row(0)));
        assert_eq!(placed(&in_row, Technique::HiddenSingleInLine), Some(expected));
        assert_eq!(placed(&in_row, Technique::HiddenSingleInRegion), None);
        let in_column = blank().with_column(6, 7, &[9]);
        let expected = ((at(9, 6), 7), Because::OnlyPlace(Unit::Column(5)));
        assert_eq!(placed(&in_column, Technique::HiddenSingleInLine), Some(expected));
    }

    #[test]
    fn a_cell_gets_its_last_candidate() {
        let state = blank().with(at(3, 7), &[8]);
        let deduction = state.found(Technique::NakedSingle).unwrap();
        assert_eq!(
            deduction.to_string(),
            "row 3 column 7 = 8: naked single, the only candidate left"
        );
        assert_eq!(deduction.placed, Some((at(3, 7), 8)));
        assert_eq!(placed(&blank(), Technique::NakedSingle), None);
    }
}
