//! Simple colouring: if a digit has exactly two places in a unit, they get different colours.
//!
//! If one place of a colour is right, all places of that colour are right and all of the other are
//! wrong. So one colour is right. A colour is wrong if two of its places see each other, and a
//! candidate is wrong if it sees both colours.

use super::Ask;
use super::state::State;
use crate::engine::deduction::{Because, Deduction, Technique};

/// The first deduction from a colour two of whose places see each other, or from a candidate that
/// sees both colours.
pub(super) fn find(state: &State, ask: &mut Ask<'_>) -> Option<Deduction> {
    state.all_digits().map_while(|digit| ask(1).then_some(digit)).find_map(|digit| {
        let mut done = vec![false; state.grid().cells().len()];
        state.open_cells().find_map(|cell| {
            let is_new = state.has(cell, digit) && !done[cell];
            let colours = is_new.then(|| colour(state, digit, cell, &mut done))?;
            conclude(state, digit, colours)
        })
    })
}

/// The places of a digit that strong links connect with a cell, in two colours.
fn colour(state: &State, digit: u8, start: usize, done: &mut [bool]) -> [Vec<usize>; 2] {
    let mut colours = [vec![start], Vec::new()];
    let mut waiting = vec![(start, 0)];
    done[start] = true;
    while let Some((cell, colour)) = waiting.pop() {
        for unit in state.layout().units_of(cell) {
            if state.places(unit, digit).count_ones() == 2 {
                for other in state.cells(unit, digit).filter(|&other| other != cell) {
                    if !std::mem::replace(&mut done[other], true) {
                        colours[1 - colour].push(other);
                        waiting.push((other, 1 - colour));
                    }
                }
            }
        }
    }
    colours
}

fn conclude(state: &State, digit: u8, colours: [Vec<usize>; 2]) -> Option<Deduction> {
    if colours[1].is_empty() {
        return None;
    }
    let clash = |colour: &[usize]| {
        let seen = |(index, &a): (usize, &usize)| {
            colour[index + 1..].iter().find(|&&b| state.sees(a, b)).map(|&b| [a, b])
        };
        colour.iter().enumerate().find_map(seen)
    };
    let technique = Technique::Colouring;
    for (wrong, right) in [(0, 1), (1, 0)] {
        if let Some(clash) = clash(&colours[wrong]) {
            let struck = colours[wrong].iter().map(|&cell| (cell, digit)).collect();
            let colours = [colours[wrong].clone(), colours[right].clone()];
            return Deduction::strike(state.order(), technique, struck, || Because::Colours {
                digit,
                colours,
                clash: Some(clash),
            });
        }
    }
    let sees_any = |cell, colour: &[usize]| colour.iter().any(|&other| state.sees(cell, other));
    let outside = state.open_cells().filter(|cell| {
        state.has(*cell, digit)
            && !colours.iter().any(|colour| colour.contains(cell))
            && colours.iter().all(|colour| sees_any(*cell, colour))
    });
    let struck = outside.map(|cell| (cell, digit)).collect();
    Deduction::strike(state.order(), technique, struck, || Because::Colours {
        digit,
        colours,
        clash: None,
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::engine::human::testing::{all, at, blank, cells};

    /// Row 8 column 2, row 8 column 9, row 9 column 7, row 3 column 7, in two colours alternately.
    fn four_in_a_line() -> State {
        let region = cells([(8, 9), (9, 7)]);
        blank().with_row(8, 5, &[2, 9]).with_column(7, 5, &[3, 9]).with_region(9, 5, &region)
    }

    #[test]
    fn what_sees_both_colours_is_struck() {
        let (struck, text) = four_in_a_line().struck_by(Technique::Colouring);
        assert_eq!(struck, [(at(3, 2), 5)]);
        let colours = "5 stands either in row 3 column 7 and row 8 column 9 or in row 9 column 7";
        assert!(text.contains(colours), "{text}");
    }

    #[test]
    fn a_colour_that_sees_itself_is_wrong() {
        // Now row 3 column 2 has the same colour as row 8 column 2.
        let (struck, text) =
            four_in_a_line().with_row(3, 5, &[2, 7]).struck_by(Technique::Colouring);
        assert_eq!(struck, all(cells([(3, 2), (8, 2), (9, 7)]), &[5]), "{text}");
        assert!(text.contains("see each other"), "{text}");
    }

    #[test]
    fn three_places_in_a_unit_have_no_colour() {
        let state = blank().with_row(8, 5, &[2, 9]).with_column(7, 5, &[3, 9]);
        assert_eq!(state.found(Technique::Colouring), None);
    }
}
