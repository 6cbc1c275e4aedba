//! Puzzles of cubes as `BurrTools` stores them: shapes, and problems to put some of them together to another.
//!
//! A problem becomes that of `quadrille_cover::family::assembly`: pieces may be rotated and not reflected, and all solutions are there, also those
//! that symmetries of the result map to each other. The piece `S1` is the first shape, as the program shows it.
//!
//! A cube without a colour fits everywhere, and everything fits one. Other cubes fit where the problem has a pair of their colours. What is not
//! about assemblies (groups, weights, stored solutions) has no meaning here.
//!
//! Source: the user guide of `BurrTools`, chapters *Adding Colour* and *Defining Puzzles*; files that come with the program.

use std::collections::HashSet;

use quadrille_cover::family::assembly::{Cube, Part, Target, problem};
use quadrille_cover::{Bounds, TextError};
use roxmltree::{Document, Node};

use super::{Rewritten, looks_like, place};

const ABOUT: &str = "a puzzle of BurrTools";

/// Grids that the program has, by their numbers.
const GRIDS: [&str; 5] =
    ["cubes", "triangular prisms", "spheres", "rhombic tetrahedra", "tetrahedra and octahedra"];

/// Upper bound on the elements of a file, for each of which a hundred bytes are needed.
const MOST_ELEMENTS: u32 = 1 << 22;

/// Whether a text that begins like this is such a file.
pub(super) fn may_be(text: &str) -> bool {
    text.starts_with('<') && text.contains("<puzzle version=")
}

/// The problem with this number, from 1. Without a number there must be one problem.
pub(super) fn rewrite(text: &str, number: Option<&str>) -> Rewritten {
    let body = text.trim_start();
    let options = roxmltree::ParsingOptions { nodes_limit: MOST_ELEMENTS, ..Default::default() };
    let document = Document::parse_with_options(body, options).map_err(|error| {
        let (line, column) = (error.pos().row as usize, error.pos().col as usize);
        let before = place(text, body).0 - 1;
        looks_like(ABOUT, error.to_string(), (line + before, column))
    })?;
    let reader = Reader { text, body };
    let root = document.root_element();
    let grid = child(root, "gridType").and_then(|grid| grid.attribute("type")).unwrap_or("0");
    if grid != "0" {
        let name = grid.parse().ok().and_then(|grid: usize| GRIDS.get(grid).copied());
        let what =
            format!("found a grid of {}; expected one of cubes", name.unwrap_or("an unknown kind"));
        return Err(reader.wrong(child(root, "gridType").unwrap_or(root), &what));
    }
    let of = |node: Node<'_, '_>, list: &str, name: &'static str| -> Vec<_> {
        let list = child(node, list).into_iter().flat_map(|list| list.children());
        list.filter(|node| node.has_tag_name(name)).map(|node| node.id()).collect()
    };
    let shapes = of(root, "shapes", "voxel");
    let problems = of(root, "problems", "problem");
    let chosen = match (number, problems.len()) {
        (None, 1) => Some(0),
        (None, _) => None,
        (Some(number), _) => number
            .parse()
            .ok()
            .filter(|number| (1..=problems.len()).contains(number))
            .map(|number: usize| number - 1),
    };
    let node = |id| document.get_node(id).expect("it is of this document");
    let Some(chosen) = chosen else {
        let names: Vec<String> = (1..)
            .zip(&problems)
            .map(|(number, &id)| {
                format!("{number} `{}`", node(id).attribute("name").unwrap_or_default())
            })
            .collect();
        let what = format!(
            "found {} problems ({}); write the line `| format: xmpuzzle:1` before the unpacked text, with the number of one",
            problems.len(),
            names.join(", ")
        );
        return Err(reader.wrong(root, &what));
    };
    let chosen = node(problems[chosen]);
    if chosen.attribute("maxHoles").is_some() {
        let what =
            "found a limit of holes (`maxHoles`), which is not read; expected a problem without";
        return Err(reader.wrong(chosen, what));
    }
    let shape = |of: Node<'_, '_>| {
        let id = of.attribute("id").and_then(|id| id.parse::<usize>().ok());
        let found = id.and_then(|id| Some((id, node(*shapes.get(id)?))));
        found.ok_or_else(|| {
            reader.wrong(
                of,
                &format!("found no shape of this `id`; expected a number below {}", shapes.len()),
            )
        })
    };
    let result = child(chosen, "result")
        .ok_or_else(|| reader.wrong(chosen, "found no result; expected `<result id=.../>`"))?;
    let target = reader.voxels(shape(result)?.1)?;
    let (mut parts, mut used) = (Vec::new(), HashSet::new());
    for id in of(chosen, "shapes", "shape") {
        let part = node(id);
        let (number, drawn) = shape(part)?;
        if !used.insert(number) {
            return Err(reader.wrong(
                part,
                "found a shape a second time; expected its number of copies in one place",
            ));
        }
        let bounds = reader.bounds(part)?;
        if bounds.high > 0 {
            parts.push(Part {
                name: format!("S{}", number + 1),
                cubes: reader.piece(drawn)?,
                bounds,
            });
        }
    }
    let pairs = reader.pairs(chosen)?;
    let fits = |piece: usize, result: usize| {
        piece == 0 || result == 0 || pairs.contains(&(piece - 1, result - 1))
    };
    let problem =
        problem(&target, &parts, fits).map_err(|error| reader.wrong(chosen, &error.to_string()))?;
    if problem.primary() == 0 {
        return Err(reader.wrong(
            chosen,
            "found neither a piece nor a cube to be filled; expected one at least",
        ));
    }
    Ok(problem.to_string())
}

fn child<'a, 'input>(node: Node<'a, 'input>, name: &str) -> Option<Node<'a, 'input>> {
    node.children().find(|child| child.has_tag_name(name))
}

/// The text, and the part of it that is XML.
struct Reader<'t> {
    text: &'t str,
    body: &'t str,
}

impl Reader<'_> {
    fn wrong(&self, node: Node<'_, '_>, what: &str) -> TextError {
        looks_like(ABOUT, what.to_owned(), place(self.text, &self.body[node.range().start..]))
    }

    /// A number in an attribute.
    fn number(&self, node: Node<'_, '_>, name: &str) -> Result<Option<u32>, TextError> {
        let Some(text) = node.attribute(name) else { return Ok(None) };
        let number = text.parse().map_err(|_| {
            self.wrong(node, &format!("found `{name}=\"{text}\"`; expected a whole number"))
        });
        number.map(Some)
    }

    /// How often a piece is used: `count`, or `min` and `max`.
    fn bounds(&self, part: Node<'_, '_>) -> Result<Bounds, TextError> {
        let numbers = ["count", "min", "max"].map(|name| self.number(part, name));
        let [count, low, high] = numbers;
        match (count?, low?, high?) {
            (Some(count), _, _) => Ok(Bounds { low: count, high: count }),
            (None, low, Some(high)) if low.unwrap_or(0) <= high => Ok(Bounds { low: low.unwrap_or(0), high }),
            _ => Err(self.wrong(part, "found no number of copies; expected `count`, or `min` and `max`, of which `max` is not the smaller one")),
        }
    }

    /// The cubes of a shape with their colours, from 1, or 0: `#` fixed, `+` variable, `_` none, each of the first two perhaps followed by its colour, x by x, then y, then z.
    fn voxels(&self, shape: Node<'_, '_>) -> Result<Target, TextError> {
        let sides = ["z", "y", "x"]
            .map(|name| self.number(shape, name).map(|side| side.unwrap_or(0) as usize));
        let [layers, rows, columns] = sides;
        let size = [layers?, rows?, columns?];
        let stated = size.iter().try_fold(1_usize, |all, &side| all.checked_mul(side));
        let mut cubes = Vec::new();
        let text = shape.text().unwrap_or_default();
        let mut signs = text.chars().filter(|c| !c.is_whitespace()).peekable();
        while let Some(sign) = signs.next() {
            let mut colour = 0_usize;
            while let Some(digit) = signs.peek().and_then(|digit| digit.to_digit(10)) {
                colour = colour.saturating_mul(10).saturating_add(digit as usize);
                signs.next();
            }
            cubes.push(match sign {
                '#' | '+' => Some(Cube { colour, is_fixed: sign == '#' }),
                '_' | ' ' if colour == 0 => None,
                _ => return Err(self.wrong(shape, &format!("found `{sign}` in a shape; expected `#`, `+` or `_`, and a colour after one of the first two"))),
            });
        }
        if stated != Some(cubes.len()) || cubes.is_empty() {
            let what = format!(
                "found {} places in a shape of {} x {} x {}",
                cubes.len(),
                size[2],
                size[1],
                size[0]
            );
            return Err(self.wrong(
                shape,
                &format!("{what}; expected as many as its box has, and one at least"),
            ));
        }
        Ok(Target { size, cubes })
    }

    /// The cubes of a piece, none of which may be variable.
    fn piece(&self, shape: Node<'_, '_>) -> Result<Vec<[usize; 4]>, TextError> {
        let Target { size: [_, rows, columns], cubes } = self.voxels(shape)?;
        let mut held = Vec::new();
        for (at, cube) in cubes.iter().enumerate() {
            match cube {
                Some(Cube { colour, is_fixed: true }) => {
                    held.push([at / (rows * columns), at / columns % rows, at % columns, *colour]);
                }
                Some(_) => {
                    return Err(self.wrong(
                        shape,
                        "found a variable cube (`+`) in a piece; expected these only in the result",
                    ));
                }
                None => {}
            }
        }
        if held.is_empty() {
            return Err(self.wrong(shape, "found a piece without cubes; expected one at least"));
        }
        Ok(held)
    }

    /// The colours of a piece and of the result that fit, by their numbers from 0.
    fn pairs(&self, problem: Node<'_, '_>) -> Result<HashSet<(usize, usize)>, TextError> {
        let mut pairs = HashSet::new();
        let Some(list) = child(problem, "bitmap") else { return Ok(pairs) };
        for entry in list.children() {
            if entry.is_text() && entry.text().is_some_and(|text| !text.trim().is_empty()) {
                return Err(self.wrong(list, "found colours that fit as bits, which old files have; expected pairs; store the file again with the program"));
            }
            if entry.has_tag_name("pair") {
                match (self.number(entry, "piece")?, self.number(entry, "result")?) {
                    (Some(piece), Some(result)) => {
                        _ = pairs.insert((piece as usize, result as usize));
                    }
                    _ => {
                        return Err(self.wrong(
                            entry,
                            "found a pair without two colours; expected `piece` and `result`",
                        ));
                    }
                }
            }
        }
        Ok(pairs)
    }
}

#[cfg(test)]
mod tests;
