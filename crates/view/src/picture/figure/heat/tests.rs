//! Heat maps read back from their SVG and from their text.

use quadrille_cover::diagram::Diagram;
use quadrille_cover::engine::Dlx;
use quadrille_cover::family::layout::Role;
use quadrille_cover::family::{self, Layout};
use quadrille_cover::{Budget, Problem, Solver};
use roxmltree::Node;

use super::*;
use crate::picture::testing::{of_class, parse};

fn heat_of(layout: &Layout, problem: &Problem) -> Heat {
    let diagram = Diagram::compile(problem, &Budget::default()).unwrap().expect("no limit");
    layout.heat(problem, &diagram.marginals(), &diagram.count()).unwrap()
}

fn heat(spec: &str) -> Heat {
    heat_of(&family::layout(spec).unwrap().unwrap(), &family::build(spec).unwrap())
}

fn titles(text: &str) -> Vec<String> {
    let drawn = parse(text);
    let shades = of_class(&drawn, "heat").into_iter().flat_map(|group| group.children());
    let titles =
        shades.filter_map(|shade| shade.children().find(|node| node.has_tag_name("title")));
    titles.filter_map(|node| node.text().map(str::to_owned)).collect()
}

#[test]
fn each_square_is_titled_with_the_queens_counted_on_it() {
    let problem = family::build("queens:6").unwrap();
    let layout = family::layout("queens:6").unwrap().unwrap();
    let mut counted = [0u32; 36];
    let solutions = Dlx.all(&problem).unwrap();
    for solution in &solutions {
        let figure = layout.figure(&problem, solution).unwrap();
        for (number, spot) in counted.iter_mut().zip(&figure.cells) {
            *number += u32::from(spot.piece.is_some());
        }
    }
    let found = titles(&picture("queens:6", &heat("queens:6")));
    assert_eq!(found.len(), 36);
    for (cell, title) in found.iter().enumerate() {
        let (row, column) = (cell / 6 + 1, cell % 6 + 1);
        let expected = format!(
            "♛: row {row}, column {column}: {} of 4 solutions, {}.00 %",
            counted[cell],
            counted[cell] * 25
        );
        assert_eq!(*title, expected);
    }
}

fn number(node: &Node<'_, '_>, attribute: &str) -> f64 {
    crate::picture::testing::number(*node, attribute)
}

#[test]
fn every_family_with_a_layout_has_a_map_whose_shades_are_shares_of_the_largest() {
    for spec in [
        "queens:6",
        "langford:7",
        "pentominoes:3x20",
        "polyominoes:1-4:4x7",
        "polycubes:4:2x4x4",
        "latin:4",
        "mates:5",
        "sudoku:2x2",
        "debruijn:4x4",
        "macmahon:2x3:free",
        "wordsquare:3:bit,ice,ten,tea,ace,eat,its",
        "dominoes:4x5",
        "polycubes:2:2x2x3:any",
    ] {
        let heat = heat(spec);
        assert!(heat.solutions > BigUint::ZERO, "{spec}");
        let text = picture(spec, &heat);
        let drawn = parse(&text);
        let boards = of_class(&drawn, "board");
        assert_eq!(boards.len(), heat.maps.len(), "{spec}");
        let top = top_of_scale(&heat);
        let root = drawn.root_element();
        for (board, (label, numbers)) in boards.iter().zip(&heat.maps) {
            let labels = board.children().filter(|node| node.has_tag_name("text"));
            let labels: Vec<_> = labels.filter_map(|node| node.text()).collect();
            assert_eq!(labels, if label.is_empty() { vec![] } else { vec![&**label] }, "{spec}");
            // The shades of a board come in the order of its places. Places without one have no number either.
            let shades =
                board.descendants().filter(|node| node.attribute("fill-opacity").is_some());
            let shades: Vec<f64> = shades.map(|node| number(&node, "fill-opacity")).collect();
            let mut expected: Vec<f64> = Vec::new();
            for (place, number) in numbers.iter().enumerate() {
                let is_there = match heat.places {
                    Places::Joins => {
                        let [_, rows, columns] = heat.size;
                        let cell = place / 3;
                        let at = [cell / (rows * columns), cell / columns % rows, cell % columns];
                        at[2 - place % 3] + 1 < heat.size[2 - place % 3]
                    }
                    _ => true,
                };
                if is_there {
                    let share = Share { number, of: &heat.solutions }.part();
                    assert!(share <= top, "{spec}");
                    expected.push((share / top * 1000.0).round() / 1000.0);
                } else {
                    assert_eq!(*number, BigUint::ZERO, "{spec}");
                }
            }
            assert_eq!(shades, expected, "{spec}, {label}");
        }
        let [width, height] = ["width", "height"].map(|side| number(&root, side));
        assert!(width < WIDEST + 2.0 * MARGIN && height > 0.0, "{spec}: {width} x {height}");
        let mut caption = of_class(&drawn, "caption").into_iter().filter_map(|node| node.text());
        let caption = caption.next_back().expect("a caption");
        assert!(
            caption.starts_with(&format!("Share of {} solutions ", heat.solutions)),
            "{caption}"
        );
        let lines = text::text(&heat);
        assert!(lines.ends_with(&format!("{caption}, in %\n")), "{lines}");
    }
}

#[test]
fn hostile_names_are_escaped() {
    let hostile = "<script>&\"'\u{2028}]]>";
    let mut layout = Layout::new([1, 1, 2], Kind::Symbols { block: 0 });
    layout.role("left", Role::Cell(0));
    layout.role("right", Role::Cell(1));
    layout.role("A", Role::Text(hostile.to_owned()));
    let problem = Problem::parse("left right | A\nleft A\nleft\nright\n").unwrap();
    let text = picture(hostile, &heat_of(&layout, &problem));
    assert!(!text.contains("<script>"), "{text}");
    let drawn = parse(&text);
    let labels = of_class(&drawn, "given");
    assert_eq!(labels.iter().filter_map(Node::text).next_back(), Some(hostile));
    assert!(
        titles(&text).contains(&format!("{hostile}: row 1, column 1: 1 of 2 solutions, 50.00 %"))
    );
}

/// The luminance of a colour, from 0 to 1, by the definition of WCAG 2.
fn luminance(colour: [f64; 3]) -> f64 {
    let linear =
        colour.map(|c| if c <= 0.04045 { c / 12.92 } else { ((c + 0.055) / 1.055).powf(2.4) });
    0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2]
}

fn rgb(hex: &str) -> [f64; 3] {
    [1, 3, 5].map(|i| f64::from(u8::from_str_radix(&hex[i..i + 2], 16).unwrap()) / 255.0)
}

#[test]
fn numbers_can_be_read_on_every_shade_and_shades_grow_steadily() {
    for (screen, paper) in ["#ffffff", "#0f141a"].into_iter().enumerate() {
        assert!(crate::picture::STYLE.contains(&format!(".paper {{ fill: {paper}; }}")));
        let mut before = luminance(rgb(paper));
        for step in 0..=1000 {
            let shade = f64::from(step) / 1000.0;
            let [full, paper] = [FULL[screen], paper].map(rgb);
            let mixed: [f64; 3] =
                std::array::from_fn(|i| shade * full[i] + (1.0 - shade) * paper[i]);
            let ground = luminance(mixed);
            let is_pale = shade < STRONG;
            let text = luminance(rgb(PALE[if is_pale { screen } else { 1 - screen }]));
            let contrast = (ground.max(text) + 0.05) / (ground.min(text) + 0.05);
            assert!(contrast >= 4.5, "{contrast} at {shade} on screen {screen}");
            assert!(if screen == 0 { ground <= before } else { ground >= before });
            before = ground;
        }
    }
}

#[test]
fn boards_of_percentages_are_text() {
    let queens = text::text(&heat("queens:4"));
    let expected = "\
        ♛
┌───────────────────┐
│  .   50   50    . │
│ 50    .    .   50 │
│ 50    .    .   50 │
│  .   50   50    . │
└───────────────────┘
Share of 2 solutions with ♛ in the cell, in %
";
    assert_eq!(queens, expected.trim_start());
    let dominoes = text::text(&heat("dominoes:2x3"));
    let expected = "\
o 33 o 33 o
67   33   67
o 33 o 33 o
Share of 3 solutions in which one piece covers both cells, in %
";
    assert_eq!(dominoes, expected);
    let cubes = text::text(&heat("polycubes:2:2x1x2:any"));
    let expected = "\
(50) 50 (50)       o   50  o
Share of 2 solutions in which one piece covers both cells; round places lead to the next layer, in %
";
    assert_eq!(cubes, expected);
    let latin = text::text(&heat("latin:2"));
    let expected = "\
0            1
┌─────────┐  ┌─────────┐
│ 50   50 │  │ 50   50 │
│ 50   50 │  │ 50   50 │
└─────────┘  └─────────┘
Share of 2 solutions with the symbol above the board in the cell, in %
";
    assert_eq!(latin, expected);
}

#[test]
fn only_none_is_0_and_only_all_are_100_percent() {
    let percent = |number: u32, of: u32| {
        let (number, of) = (&number.into(), &of.into());
        let share = Share { number, of };
        (share.percent(), share.in_words())
    };
    let pair = |a: &str, b: &str| (a.to_owned(), b.to_owned());
    assert_eq!(percent(0, 7), pair("0", "0.00 %"));
    assert_eq!(percent(7, 7), pair("100", "100.00 %"));
    assert_eq!(percent(1, 1000), pair("<1", "0.10 %"));
    assert_eq!(percent(999, 1000), pair(">99", "99.90 %"));
    assert_eq!(percent(1, 1_000_000), pair("<1", "less than 0.01 %"));
    assert_eq!(percent(18, 92), pair("20", "19.57 %"));
    let (number, of) = (&BigUint::from(3u32).pow(300), &(BigUint::from(3u32).pow(300) * 4u32));
    assert!((Share { number, of }.part() - 0.25).abs() < 1e-12);
}
