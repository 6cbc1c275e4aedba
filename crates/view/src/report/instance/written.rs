//! The instances of corpora, written and drawn.

use std::collections::HashMap;
use std::ops::ControlFlow;

use quadrille_cover::engine::Dlx;
use quadrille_cover::{Budget, Counters, Problem, Solver, family};
use quadrille_harness::corpus::{Body, Corpus, Instance};
use quadrille_results::Fingerprint;
use quadrille_sudoku::format::write;
use quadrille_sudoku::{Grid, Order, Puzzle};

use super::{Place, Texts, Written};
use crate::picture::{figure, grid};

/// Largest number of bytes of all texts and pictures together, so that the page stays small enough to open.
const MOST: usize = 400_000;
/// Largest number of characters of the text of one problem.
const MOST_OF_ONE: usize = 2_000;
/// Largest number of nodes of the search for a solution to draw, which takes less than a second.
const NODES: u64 = 200_000;

/// The place of a text for which there is no room.
const LEFT_OUT: Place = Place::Missing("left out");

impl Texts {
    /// The texts of the instances with these fingerprints, as far as they are in the corpora.
    pub fn of(
        shown: impl Iterator<Item = Fingerprint>,
        corpora: impl IntoIterator<Item = Corpus>,
    ) -> Self {
        let mut places: HashMap<Fingerprint, Place> =
            shown.map(|fingerprint| (fingerprint, Place::NOT_AT_HAND)).collect();
        let mut all = Self::default();
        let mut room = MOST;
        for instance in corpora.into_iter().flat_map(|corpus| corpus.instances) {
            let Some(place) = places.get_mut(&instance.sha256) else { continue };
            if *place != Place::NOT_AT_HAND {
                continue;
            }
            let written = Written::of(&instance);
            let size = written.text.len() + written.picture.as_ref().map_or(0, String::len);
            let Some(left) = room.checked_sub(size) else {
                *place = LEFT_OUT;
                continue;
            };
            room = left;
            *place = Place::At(all.written.len());
            if let Body::Sudoku(puzzle) = &instance.body {
                let order = puzzle.order();
                all.boards.entry(order.side()).or_insert_with(|| board(order));
            }
            all.written.push(written);
        }
        all.places = places;
        all
    }
}

impl Written {
    fn of(instance: &Instance) -> Self {
        match &instance.body {
            Body::Sudoku(puzzle) => Self {
                text: write::puzzle(puzzle),
                side: Some(puzzle.order().side()),
                picture: None,
            },
            Body::Cover(problem) => Self {
                text: beginning(problem.to_string()),
                side: None,
                picture: solution(&instance.id, problem),
            },
        }
    }
}

/// The first [`MOST_OF_ONE`] characters of a text, in whole lines if it has several.
fn beginning(text: String) -> String {
    let all = text.chars().count();
    if all <= MOST_OF_ONE {
        return text;
    }
    let begin: String = text.chars().take(MOST_OF_ONE).collect();
    let begin = begin.rsplit_once('\n').map_or(&*begin, |(lines, _)| lines);
    format!("{begin}\n... {all} characters in all")
}

/// A board of a size with the digit 1 in its first cell.
fn board(order: Order) -> String {
    let mut givens = Grid::empty(order);
    givens.set(0, 1);
    grid::picture("", &[grid::Board::puzzle(&Puzzle::new(givens))])
}

/// A solution of a problem whose name is that of a family with its parameters, if one is found quickly.
fn solution(name: &str, problem: &Problem) -> Option<String> {
    // A number after `~` belongs to an isomorph, which has the items of its original.
    let (spec, _) = name.split_once('~').unwrap_or((name, ""));
    let layout = family::layout(spec).ok()??;
    let budget = Budget { nodes: Some(NODES), ..Budget::solutions(1) };
    let mut first = None;
    let mut visit = |solution: &[_]| {
        first = Some(solution.to_vec());
        ControlFlow::Break(())
    };
    Dlx.search(problem, &budget, Counters::Off, &mut visit).ok()?;
    let figure = layout.figure(problem, &first?).ok()?;
    Some(figure::picture(spec, &figure, ""))
}

#[cfg(test)]
mod tests {
    use super::*;
    use quadrille_harness::corpus::Expected;

    fn of(id: &str, problem: &str) -> Written {
        let body = Body::from(Problem::parse(problem).unwrap());
        Written::of(&Instance::new(id.into(), None, body, Expected::default()))
    }

    #[test]
    fn problems_of_families_are_drawn_and_others_are_not() {
        let queens = family::build("queens:6").unwrap().to_string();
        for name in ["queens:6", "queens:6~2"] {
            let picture = of(name, &queens).picture.expect("there is a solution");
            assert_eq!(picture.matches('\u{265b}').count(), 6);
        }
        assert_eq!(of("latin:4", &queens).picture, None);
        let plain = of("mine", "a b\na\nb\n");
        assert_eq!(plain, Written { text: "a b\na\nb\n".into(), side: None, picture: None });
    }

    #[test]
    fn long_problems_are_cut_between_lines() {
        let options = "a\n".repeat(3000);
        let text = of("long", &format!("a\n{options}")).text;
        assert!(text.len() < MOST_OF_ONE + 50 && text.ends_with("\na\n... 6002 characters in all"));
        let line = "ä".repeat(MOST_OF_ONE + 1);
        assert!(beginning(line).ends_with("ä\n... 2001 characters in all"));
    }

    #[test]
    fn a_board_has_one_digit_to_copy() {
        for order in Order::all() {
            let text = board(order);
            let count = |what: &str| text.matches(what).count();
            assert_eq!((count("class=\"tint\""), count("<text"), count(">1<")), (1, 1, 1));
        }
    }
}
