//! Puzzles, and functions that read pictures back as XML, for tests.

use quadrille_sudoku::format::InputFormat;
use quadrille_sudoku::format::read::read_one;
use quadrille_sudoku::{Grid, Order, Puzzle};
use roxmltree::{Document, Node, ParsingOptions};

pub const P1: &str =
    "100007090030020008009600500005300900010080002600004000300000010040000007007000300";
/// A puzzle with 90 solutions: P1 without the 3 in cell 78.
pub const P2: &str =
    "100007090030020008009600500005300900010080002600004000300000010040000007007000000";
pub const P4: &str =
    "530070000600195000098000060800060003400803001700020006060000280000419005000080079";

pub fn puzzle(text: &str) -> Puzzle {
    read_one(text, InputFormat::Auto, None).expect("a puzzle")
}

/// A full grid: each row of a band is the row above shifted by n, and each band the band above shifted by 1.
pub fn full(order: Order) -> Grid {
    let (n, side) = (order.n(), order.side());
    let cell = |cell: usize| (n * (cell / side % n) + cell / side / n + cell % side) % side + 1;
    Grid::from_cells((0..order.cells()).map(|i| cell(i) as u8).collect()).expect("a grid")
}

/// The grid of [`full`] with two of every three cells emptied.
pub fn sparse(order: Order) -> Puzzle {
    let mut grid = full(order);
    (0..order.cells()).filter(|cell| cell % 3 > 0).for_each(|cell| grid.set(cell, 0));
    Puzzle::new(grid)
}

/// A picture as XML; it must be well-formed.
pub fn parse(picture: &str) -> Document<'_> {
    let options = ParsingOptions { allow_dtd: true, ..ParsingOptions::default() };
    Document::parse_with_options(picture, options).expect("well-formed XML")
}

/// All elements of a class.
pub fn of_class<'a>(document: &'a Document<'a>, class: &str) -> Vec<Node<'a, 'a>> {
    let all = document.descendants();
    all.filter(|node| node.attribute("class").is_some_and(|c| c.split(' ').any(|c| c == class)))
        .collect()
}

/// All elements with a given name below elements of a class.
pub fn under<'a>(document: &'a Document<'a>, class: &str, name: &str) -> Vec<Node<'a, 'a>> {
    let groups = of_class(document, class).into_iter();
    groups.flat_map(|group| group.children().filter(|node| node.has_tag_name(name))).collect()
}

/// The texts below the elements of a class.
pub fn texts<'a>(document: &'a Document<'a>, class: &str) -> Vec<&'a str> {
    under(document, class, "text").into_iter().filter_map(|node| node.text()).collect()
}

/// An attribute as a number.
#[track_caller]
pub fn number(node: Node<'_, '_>, attribute: &str) -> f64 {
    let text = node.attribute(attribute).unwrap_or_else(|| panic!("no {attribute} in {node:?}"));
    text.parse().unwrap_or_else(|_| panic!("{attribute} is no number: {text}"))
}
