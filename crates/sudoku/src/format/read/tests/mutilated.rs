//! What a writer has written, with something lost or doubled, is never read as other puzzles without an error.

use proptest::collection::vec;
use proptest::prelude::*;

use super::super::Reader;
use crate::format::InputFormat;
use crate::format::write;
use crate::grid::{Candidates, Grid, Order, Puzzle};

/// A writer, the largest order that it takes here, and whether a puzzle is one line.
type Writer = (fn(&Puzzle) -> String, usize, bool);

fn with_candidates(puzzle: &Puzzle) -> String {
    let all = puzzle.candidates();
    write::candidates(puzzle.givens(), |cell| all.map_or(1, |all| all.mask(cell).into()))
}

/// In larger grids a line is numbers with one blank between them, and `36` without its 6 is a 3: no reader can see it.
const WRITERS: [Writer; 5] = [
    (|puzzle| write::plain(puzzle.givens()), 7, false),
    (|puzzle| write::line(puzzle.givens()) + "\n", 5, true),
    (|puzzle| write::decorated(puzzle.givens()), 7, false),
    (with_candidates, 5, false),
    (|puzzle| write::puzzle(puzzle) + "\n", 5, true),
];

/// Puzzles of an order whose givens do not all repeat, so that they are no grids of another size; with candidates if asked for.
fn puzzle(n: usize, with_candidates: bool) -> impl Strategy<Value = Puzzle> {
    let order = Order::new(n).unwrap();
    let side = order.side();
    let masks = vec(any::<(u32, u32)>(), order.cells());
    (vec(prop::option::weighted(0.4, 1..=side as u8), order.cells()), masks).prop_map(
        move |(cells, masks)| {
            let mut cells: Vec<u8> = cells.into_iter().map(Option::unwrap_or_default).collect();
            // The largest digit says how large the grid is.
            cells[0] = side as u8;
            let givens = Grid::from_cells(cells).unwrap();
            if !with_candidates {
                return Puzzle::new(givens);
            }
            let all = u32::MAX >> (32 - side);
            let mask = |(few, more): &(u32, u32)| {
                ((few & more) | 1 << (few % side as u32) | 1 << (more % side as u32)) & all
            };
            let masks = Candidates::from_masks(masks.iter().map(mask).collect()).unwrap();
            Puzzle::restricted(&Grid::empty(order), masks).unwrap()
        },
    )
}

#[derive(Clone, Copy, Debug)]
enum Damage {
    Character,
    Blank,
    Word,
    Line,
    /// All lines of frames, or one.
    Frame,
    LineEnd,
    /// The text from a place on, or up to it.
    Rest,
    /// A blank for a tab, or two for one.
    Tab,
    /// A line in two.
    Split,
}

fn damaged(text: &str, damage: Damage, place: prop::sample::Index, twice: bool) -> String {
    let is_rule =
        |line: &str| line.starts_with(['+', '-']) && !line.contains(char::is_alphanumeric);
    let parts: Vec<(usize, usize)> = match damage {
        Damage::Character | Damage::Split => {
            text.char_indices().map(|(at, c)| (at, at + c.len_utf8())).collect()
        }
        Damage::Blank | Damage::Tab => {
            text.match_indices(' ').map(|(at, _)| (at, at + 1)).collect()
        }
        Damage::LineEnd => text.match_indices('\n').map(|(at, _)| (at, at + 1)).collect(),
        Damage::Word | Damage::Line | Damage::Frame => {
            let at = |part: &str| part.as_ptr() as usize - text.as_ptr() as usize;
            let place = |part: &str| (at(part), at(part) + part.len());
            match damage {
                Damage::Word => text.split_whitespace().map(place).collect(),
                Damage::Line => text.split_inclusive('\n').map(place).collect(),
                _ => text.split_inclusive('\n').filter(|line| is_rule(line)).map(place).collect(),
            }
        }
        Damage::Rest => {
            (0..text.len()).map(|at| if twice { (0, at) } else { (at, text.len()) }).collect()
        }
    };
    if parts.is_empty() {
        return text.to_owned();
    }
    let (start, end) = *place.get(&parts);
    let (before, part, after) = (&text[..start], &text[start..end], &text[end..]);
    match damage {
        Damage::Tab => format!("{before}\t{after}"),
        Damage::Split => format!("{before}\n{part}{after}"),
        Damage::Frame if !twice => {
            text.split_inclusive('\n').filter(|line| !is_rule(line)).collect()
        }
        _ if twice && !matches!(damage, Damage::Rest) => format!("{before}{part}{part}{after}"),
        _ => format!("{before}{after}"),
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(1000))]

    #[test]
    fn what_is_damaged_is_never_another_puzzle(
        (writer, puzzles) in (0..WRITERS.len()).prop_flat_map(|writer| (2..=WRITERS[writer].1).prop_flat_map(move |n| {
            (Just(writer), vec(puzzle(n, writer > 2), 1..4))
        })),
        damage in prop::sample::select(&[
            Damage::Character, Damage::Blank, Damage::Word, Damage::Line, Damage::Frame, Damage::LineEnd, Damage::Rest, Damage::Tab,
            Damage::Split,
        ][..]),
        place: prop::sample::Index,
        twice: bool,
        is_apart: bool,
    ) {
        let (write, _, is_line) = WRITERS[writer];
        let texts: Vec<_> = puzzles.iter().map(write).collect();
        let whole = texts.join(if is_apart { "\n" } else { "" });
        let text = damaged(&whole, damage, place, twice);
        let found: Result<Vec<_>, _> =
            Reader::new(text.as_bytes(), InputFormat::Auto, None).map(|found| found.map(|found| found.puzzle)).collect();
        let Ok(found) = found else { return Ok(()) };
        // The rest of a line of candidates may be as long as a line of cells: nothing in it says that it was longer.
        let is_line_of_cells = |line: &str| [16, 81, 256, 625].contains(&line.len());
        let is_like_cells = writer == 4 && matches!(damage, Damage::Rest) && text.lines().any(is_line_of_cells);
        if found != puzzles && !is_like_cells {
            // A whole puzzle is lost or doubled: nothing in the text says so.
            let is_whole = is_line || matches!(damage, Damage::Rest);
            prop_assert!(is_whole, "{whole}\n{text}");
            prop_assert!(found.iter().all(|one| puzzles.contains(one)), "{whole}\n{text}");
            prop_assert!(found.len() <= puzzles.len() + 1);
        }
    }
}
