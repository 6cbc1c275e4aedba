//! Heat maps against the figures of all solutions.

use super::*;
use crate::engine::Dlx;
use crate::family;
use crate::search::{Solution, Solver};

/// The heat of some solutions of a problem, from their options.
fn heat(spec: &str, problem: &Problem, solutions: &[Solution]) -> Result<Heat, FigureError> {
    let layout = family::layout(spec).unwrap().unwrap();
    let mut marginals = vec![BigUint::ZERO; problem.options()];
    solutions.iter().flatten().for_each(|option| marginals[option.index()] += 1u32);
    layout.heat(problem, &marginals, &solutions.len().into())
}

/// What is expected, counted in the figure of each solution.
fn counted(
    spec: &str,
    problem: &Problem,
    solutions: &[Solution],
    places: Places,
) -> Vec<(String, Vec<BigUint>)> {
    let layout = family::layout(spec).unwrap().unwrap();
    let mut maps: BTreeMap<(usize, String), Vec<BigUint>> = BTreeMap::new();
    for solution in solutions {
        let figure = layout.figure(problem, solution).unwrap();
        let [layers, rows, columns] = figure.size;
        let steps = [(1, columns), (columns, rows), (rows * columns, layers)];
        let mut add = |text: &str, place: usize| {
            let new = vec![BigUint::ZERO; figure.cells.len() * places.of_a_cell()];
            maps.entry((text.chars().count(), text.to_owned())).or_insert(new)[place] += 1u32;
        };
        for (cell, spot) in figure.cells.iter().enumerate() {
            // A mate's symbol stands behind that of the square that is given.
            let own = if spec.starts_with("mates") { &spot.text[1..] } else { &*spot.text };
            match places {
                Places::Cells if spot.piece.is_some() || spot.is_given => add(own, cell),
                Places::Cells => {}
                Places::Sides => {
                    let letters = own.char_indices().map(|(i, _)| &own[i..=i]);
                    letters.enumerate().for_each(|(side, letter)| add(letter, 4 * cell + side));
                }
                Places::Joins => {
                    for (way, (step, length)) in steps.into_iter().enumerate() {
                        let is_inside = cell / step % length + 1 < length;
                        if is_inside && figure.cells[cell + step].piece == spot.piece {
                            add("", 3 * cell + way);
                        }
                    }
                }
            }
        }
    }
    maps.into_iter().map(|((_, text), numbers)| (text, numbers)).collect()
}

#[test]
fn each_place_is_taken_as_often_as_in_the_figures_of_all_solutions() {
    for (spec, places, maps) in [
        ("queens:6", Places::Cells, 1),
        ("queens:7:r0c1", Places::Cells, 1),
        ("langford:7", Places::Cells, 7),
        ("langford:8:reduced", Places::Cells, 8),
        ("pentominoes:3x20", Places::Cells, 12),
        ("polyominoes:1-4:4x7", Places::Cells, 8),
        ("soma", Places::Cells, 7),
        ("polycubes:4:2x4x4", Places::Cells, 8),
        ("latin:4", Places::Cells, 4),
        ("mates:5", Places::Cells, 5),
        ("sudoku:2x2", Places::Cells, 4),
        ("debruijn:4x4", Places::Cells, 2),
        ("wordsquare:3:bit,ice,ten,tea,ace,eat,its", Places::Cells, 7),
        ("wordsquare:2:double:ab,cd,ac,bd", Places::Cells, 4),
        ("macmahon:2x3:free", Places::Sides, 2),
        ("dominoes:4x5", Places::Joins, 1),
        ("dominoes:4x4:mutilated", Places::Joins, 0),
        ("polyominoes:3:3x4:any", Places::Joins, 1),
        ("polycubes:2:2x2x3:any", Places::Joins, 1),
    ] {
        let problem = family::build(spec).unwrap();
        let solutions = Dlx.all(&problem).unwrap();
        let expected = counted(spec, &problem, &solutions, places);
        let heat = heat(spec, &problem, &solutions).unwrap();
        assert_eq!((&heat.maps, heat.places), (&expected, places), "{spec}");
        assert_eq!(heat.maps.len(), maps, "{spec}");
    }
}

#[test]
fn every_family_with_a_layout_has_heat() {
    let mut drawn = 0;
    for example in family::FAMILIES.iter().map(|family| family.example) {
        if family::layout(example).unwrap().is_none() {
            continue;
        }
        drawn += 1;
        let problem = family::build(example).unwrap();
        let solution = [Dlx.first(&problem).unwrap().expect("an example with a solution")];
        let heat = heat(example, &problem, &solution).unwrap();
        let expected = counted(example, &problem, &solution, heat.places);
        assert_eq!(heat.maps, expected, "{example}");
        assert!(!expected.is_empty(), "{example}");
    }
    assert!(drawn > 10, "{drawn}");
}

#[test]
fn problems_that_are_not_of_the_family_are_refused() {
    let refused = |spec: &str, text: &str| {
        let problem = Problem::parse(text).unwrap();
        heat(spec, &problem, &Dlx.all(&problem).unwrap()).unwrap_err()
    };
    let unknown = FigureError::Unknown { option: "x".into(), item: "x".into() };
    assert_eq!(refused("dominoes:1x2", "x\nx\n"), unknown);
    let empty = FigureError::Empty { layer: 0, row: 0, column: 1 };
    assert_eq!(refused("dominoes:1x2", "a0\na0\n"), empty);
    // The cell is no primary item, and both options fill it in one colour.
    let twice = refused("latin:1", "r00 c00 | p00\nr00 p00:x\nc00 p00:x\n");
    assert_eq!(twice, FigureError::Twice("c00 p00:x".into()));
    // Both words of the second row have a letter in the first cell, but only one has a letter in the other cell.
    let square = "A0 A1 | 00 01 11\nA0 00:a 01:b\nA1 01:b 11:c\nA1 01:b\n";
    assert_eq!(refused("wordsquare:2:ab,bc", square), FigureError::Uncounted("11".into()));
}
