//! Heat maps: in how many solutions each place of a board is taken by what.
//!
//! [`Layout::heat`] reads options as [`Layout::figure`] does. An option adds the number of solutions that hold it to all places that
//! it marks, so no solution is looked at.

use std::collections::{BTreeMap, BTreeSet};

use num_bigint::BigUint;

use super::layout::{FigureError, Kind, Layout, Read, Role, Spot};
use crate::problem::{ItemId, OptionId, Problem};

/// In how many solutions each place of a board is taken by what.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Heat {
    /// Layers, rows, columns.
    pub size: [usize; 3],
    /// The kind of the figures of the solutions.
    pub kind: Kind,
    /// The cells before a solution is drawn, in order of layer, row and column: some are holes, and some have given texts.
    pub cells: Vec<Spot>,
    /// The places that have numbers.
    pub places: Places,
    /// For each text that some place has in some solution, that text, and by place the number of solutions in which the place has it.
    /// Shorter texts come first.
    pub maps: Vec<(String, Vec<BigUint>)>,
    /// Number of all solutions.
    pub solutions: BigUint,
}

/// The places of a board that have numbers.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Places {
    /// The cells: solutions in which the cell is filled with the text.
    Cells,
    /// Four for each cell: solutions in which its side has the text as its colour, in the order above, right, below, left.
    Sides,
    /// Three for each cell: solutions in which one piece covers it and the next cell in its row, in its column, and of the next layer.
    /// This is so for pieces without texts.
    Joins,
}

impl Places {
    /// Number of places of each cell.
    pub fn of_a_cell(self) -> usize {
        match self {
            Self::Cells => 1,
            Self::Sides => 4,
            Self::Joins => 3,
        }
    }
}

impl Layout {
    /// In how many solutions each place of the board is taken by what. `marginals` are by option the number of solutions that hold
    /// it, of this number of `solutions`.
    ///
    /// ```
    /// use quadrille_cover::diagram::Diagram;
    /// use quadrille_cover::{Budget, family};
    ///
    /// let problem = family::build("queens:6")?;
    /// let diagram = Diagram::compile(&problem, &Budget::default())?.expect("there is no limit");
    /// let layout = family::layout("queens:6")?.expect("squares have places");
    /// let heat = layout.heat(&problem, &diagram.marginals(), &diagram.count())?;
    /// let [(queen, squares)] = &heat.maps[..] else { panic!("there are queens only") };
    /// assert_eq!((queen.as_str(), squares.len()), ("♛", 36));
    /// assert_eq!(squares[..6], [0u32, 1, 1, 1, 1, 0].map(Into::into));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    /// Options with items that the layout does not have; options that fill a cell in more or fewer solutions than there are; letters
    /// that cannot be counted, because no primary item has them in all of its options.
    ///
    /// # Panics
    /// If the number of marginals is not that of options.
    pub fn heat(
        &self,
        problem: &Problem,
        marginals: &[BigUint],
        solutions: &BigUint,
    ) -> Result<Heat, FigureError> {
        assert_eq!(marginals.len(), problem.options(), "a number for each option");
        let held =
            problem.option_ids().zip(marginals).filter(|(_, number)| **number > BigUint::ZERO);
        let held = held.map(|(option, number)| Ok((option, self.read(problem, option)?, number)));
        let held = held.collect::<Result<Vec<_>, FigureError>>()?;
        let has_texts = held.iter().any(|(_, read, _)| !read.text.is_empty());
        let places = match self.kind() {
            Kind::Edges => Places::Sides,
            Kind::Tiling if !has_texts => Places::Joins,
            _ => Places::Cells,
        };
        let witnesses = self.witnesses(problem, held.iter().map(|(option, ..)| *option))?;
        let mut maps =
            Maps { maps: BTreeMap::new(), places: self.cells().len() * places.of_a_cell() };
        let mut filled = vec![BigUint::ZERO; self.cells().len()];
        for (option, read, number) in &held {
            for &cell in &read.cells {
                filled[cell] += *number;
                if filled[cell] > *solutions {
                    return Err(FigureError::Twice(problem.option_text(*option)));
                }
            }
            match places {
                Places::Cells => {
                    read.cells.iter().for_each(|&cell| maps.add(&read.text, cell, number));
                }
                Places::Sides => sides(read, |letter, place| maps.add(letter, place, number)),
                Places::Joins => {
                    joins(self.size(), &read.cells, |place| maps.add("", place, number));
                }
            }
            for (item, cells, letter) in self.letters(problem, *option) {
                if problem.option(*option).iter().any(|entry| entry.item == witnesses[&item]) {
                    for &cell in cells {
                        maps.add(letter, cell, number);
                        filled[cell] += *number;
                    }
                }
            }
        }
        for (cell, spot) in self.cells().iter().enumerate().filter(|(_, spot)| spot.is_given) {
            maps.add(&spot.text, cell, solutions);
        }
        self.check_full(|cell| filled[cell] == *solutions)?;
        let mut maps: Vec<_> = maps.maps.into_iter().collect();
        // Numbers stay in their order.
        maps.sort_by_key(|(text, _)| text.chars().count());
        Ok(Heat {
            size: self.size(),
            kind: self.kind(),
            cells: self.cells().to_vec(),
            places,
            maps,
            solutions: solutions.clone(),
        })
    }

    /// The letters that an option writes: the item, its cells, and its colour.
    fn letters<'l>(
        &'l self,
        problem: &'l Problem,
        option: OptionId,
    ) -> impl Iterator<Item = (ItemId, &'l [usize], &'l str)> {
        problem.option(option).iter().filter_map(|entry| {
            let Some(Role::Letters(cells)) = self.role_of(problem.item_name(entry.item)) else {
                return None;
            };
            let colour = entry.colour.map_or("", |colour| problem.colour_name(colour));
            Some((entry.item, &**cells, colour))
        })
    }

    /// For each item with letters a primary item whose options all hold it. Each solution has one option with the primary item, so its
    /// options together count the solutions of each letter once, although several options of a solution write the letter.
    fn witnesses(
        &self,
        problem: &Problem,
        options: impl Iterator<Item = OptionId>,
    ) -> Result<BTreeMap<ItemId, ItemId>, FigureError> {
        let mut all = Vec::new();
        let mut of_primary: BTreeMap<ItemId, BTreeSet<ItemId>> = BTreeMap::new();
        for option in options {
            let letters: BTreeSet<ItemId> = self.letters(problem, option).map(|it| it.0).collect();
            let primary = problem.option(option).iter().map(|entry| entry.item);
            for item in primary.filter(|&item| problem.is_primary(item)) {
                let common = of_primary.entry(item).or_insert_with(|| letters.clone());
                common.retain(|item| letters.contains(item));
            }
            all.extend(letters);
        }
        let mut witnesses = BTreeMap::new();
        for (&primary, letters) in &of_primary {
            witnesses.extend(letters.iter().map(|&letter| (letter, primary)));
        }
        match all.into_iter().filter(|item| !witnesses.contains_key(item)).min() {
            Some(item) => Err(FigureError::Uncounted(problem.item_name(item).to_owned())),
            None => Ok(witnesses),
        }
    }
}

/// The numbers of a heat map while they are added, by text and place.
struct Maps {
    maps: BTreeMap<String, Vec<BigUint>>,
    places: usize,
}

impl Maps {
    fn add(&mut self, text: &str, place: usize, number: &BigUint) {
        if !self.maps.contains_key(text) {
            self.maps.insert(text.to_owned(), vec![BigUint::ZERO; self.places]);
        }
        self.maps.get_mut(text).expect("it was inserted")[place] += number;
    }
}

/// Calls `add` with the colour and the place of each side of the cells that an option fills. A side without an item has the colour `a`, as
/// in a figure.
fn sides(read: &Read<'_>, mut add: impl FnMut(&str, usize)) {
    for &cell in &read.cells {
        for side in 0..4 {
            let edge = read.edges.iter().rfind(|(at, _)| *at == (cell, side));
            add(edge.map_or("a", |(_, letter)| letter), 4 * cell + side);
        }
    }
}

/// Calls `add` with the place of each two neighbours among the cells of a piece.
fn joins([layers, rows, columns]: [usize; 3], cells: &[usize], mut add: impl FnMut(usize)) {
    let steps = [(1, columns), (columns, rows), (rows * columns, layers)];
    for &cell in cells {
        for (way, (step, length)) in steps.into_iter().enumerate() {
            if cell / step % length + 1 < length && cells.contains(&(cell + step)) {
                add(3 * cell + way);
            }
        }
    }
}

#[cfg(test)]
mod tests;
