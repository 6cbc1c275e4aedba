//! Layouts: the meaning of the items of a problem on a board, and the figure of a solution.
//!
//! DLX text has no geometry. A [`Layout`] gives each item a [`Role`], and so turns the
//! options of a solution into marks on the cells of a board. It uses only the names of items, so the problem may
//! come from any source. An option with an item unknown to the layout is an error, and so are two
//! options that fill the same cell.

use std::collections::HashMap;

use thiserror::Error;

use crate::problem::{OptionId, Problem};

/// The meaning of an item on the board. Cells are numbered in order of layer, row and column.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Role {
    /// A cell that the option fills.
    Cell(usize),
    /// Cells whose text is the item's colour. Several options may share them if their colours agree.
    Letters(Vec<usize>),
    /// The row of the cell that the option fills; its column is another item.
    Row(usize),
    /// The column of the cell that the option fills; its row is another item.
    Column(usize),
    /// The text of the cells that the option fills.
    Text(String),
    /// A side shared by up to two cells, with the item's colour. For each cell, the number of the
    /// side: 0 above, 1 right, 2 below, 3 left.
    Edge(Vec<(usize, usize)>),
    /// Nothing to be drawn.
    Nothing,
}

/// The kind of a figure.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    /// Pieces on cells, one for each option.
    Tiling,
    /// A text in each cell, in blocks of `block` rows and columns; 0 for no blocks.
    Symbols {
        /// Rows and columns of a block.
        block: usize,
    },
    /// Chess pieces on a board; cells may be empty.
    Chessboard,
    /// Cells with a colour on each side. Their text is four letters: above, right, below, left.
    Edges,
}

/// The roles of the items of a problem on a board.
///
/// ```
/// use quadrille_cover::Problem;
/// use quadrille_cover::family::layout::{Figure, FigureError, Kind, Layout, Role, Spot};
///
/// // A row of three cells, with a hole in the middle and a given text at the end.
/// let mut layout = Layout::new([1, 1, 3], Kind::Symbols { block: 0 });
/// layout.role("left", Role::Cell(0));
/// layout.role("A", Role::Text("a".into()));
/// layout.hole(1);
/// layout.given(2, "z");
/// let problem = Problem::parse("left A\nleft A\n")?;
/// let only = problem.option_id(0).expect("there is one");
/// let Figure { size, cells, .. } = layout.figure(&problem, &[only])?;
/// assert_eq!(size, [1, 1, 3]);
/// let texts: Vec<&str> = cells.iter().map(|spot: &Spot| &*spot.text).collect();
/// assert_eq!(texts, ["a", "", "z"]);
/// let empty = FigureError::Empty { layer: 0, row: 0, column: 0 };
/// assert_eq!(layout.figure(&problem, &[]), Err(empty));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug)]
pub struct Layout {
    size: [usize; 3],
    kind: Kind,
    roles: HashMap<String, Role>,
    /// A prefix, and the role of all items whose names begin with it and are not in `roles`.
    others: Option<(&'static str, Role)>,
    empty: Vec<Spot>,
    /// The text of options that have no item with [`Role::Text`].
    text: &'static str,
    has_gaps: bool,
}

/// A cell of a figure.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Spot {
    /// Whether the cell is a hole of the board.
    pub is_hole: bool,
    /// Whether the text was given by the problem, not found by the search.
    pub is_given: bool,
    /// The text in the cell.
    pub text: String,
    /// The position in the solution of the option that fills the cell; the first if several do.
    pub piece: Option<usize>,
    /// The region of the cell, if the figure is of symbols without blocks: lines between regions are thick.
    pub region: usize,
}

/// A solution on its board.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Figure {
    /// Layers, rows, columns.
    pub size: [usize; 3],
    /// The kind of the figure.
    pub kind: Kind,
    /// The cells, in order of layer, row and column.
    pub cells: Vec<Spot>,
}

/// The reason why options make no figure.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum FigureError {
    /// An item that the family does not have.
    #[error("option `{option}` has the item `{item}`, which the family does not have")]
    Unknown {
        /// The option.
        option: String,
        /// The item.
        item: String,
    },
    /// Two options on one cell.
    #[error("option `{0}` fills a cell that another option fills")]
    Twice(String),
    /// An item with letters whose solutions cannot be counted.
    #[error(
        "the letters of item `{0}` cannot be counted, because no primary item has it in all of its options"
    )]
    Uncounted(String),
    /// A cell that no option fills.
    #[error(
        "the solution leaves row {row}, column {column} of layer {layer} empty, counted from 0"
    )]
    Empty {
        /// The layer, from 0.
        layer: usize,
        /// The row, from 0.
        row: usize,
        /// The column, from 0.
        column: usize,
    },
}

impl Layout {
    /// A board of these numbers of layers, rows and columns, without holes and roles.
    pub fn new(size: [usize; 3], kind: Kind) -> Self {
        let empty = vec![Spot::default(); size.iter().product()];
        Self {
            size,
            kind,
            roles: HashMap::new(),
            others: None,
            empty,
            text: "",
            has_gaps: kind == Kind::Chessboard,
        }
    }

    /// Sets the role of an item.
    pub fn role(&mut self, item: impl Into<String>, role: Role) {
        self.roles.insert(item.into(), role);
    }

    /// Sets the role of all items that have no role of their own and whose names begin with a prefix.
    pub(super) fn role_of_others(&mut self, prefix: &'static str, role: Role) {
        self.others = Some((prefix, role));
    }

    #[must_use]
    pub(super) fn of_kind(self, kind: Kind) -> Self {
        Self { kind, has_gaps: kind == Kind::Chessboard, ..self }
    }

    /// Makes a cell a hole.
    ///
    /// # Panics
    /// If the board has no such cell.
    pub fn hole(&mut self, cell: usize) {
        self.empty[cell].is_hole = true;
    }

    /// Says which region a cell is in. Without this, all cells are in one.
    ///
    /// # Panics
    /// If the board has no such cell.
    pub fn region(&mut self, cell: usize, region: usize) {
        self.empty[cell].region = region;
    }

    /// Puts a text into a cell that no option of the problem fills.
    ///
    /// # Panics
    /// If the board has no such cell.
    pub fn given(&mut self, cell: usize, text: impl Into<String>) {
        self.empty[cell].is_given = true;
        self.empty[cell].text = text.into();
    }

    /// Puts a text before the text that a solution writes into a cell.
    pub(super) fn prefix(&mut self, cell: usize, text: String) {
        self.empty[cell].text = text;
    }

    #[must_use]
    pub(super) fn with_text(self, text: &'static str) -> Self {
        Self { text, ..self }
    }

    #[must_use]
    pub(super) fn with_gaps(self) -> Self {
        Self { has_gaps: true, ..self }
    }

    /// The figure of a solution.
    ///
    /// # Errors
    /// Options with items that the layout does not have, or a figure that breaks the rules of its kind.
    ///
    /// # Panics
    /// If an option does not belong to the problem.
    pub fn figure(&self, problem: &Problem, options: &[OptionId]) -> Result<Figure, FigureError> {
        let figure = self.figure_so_far(problem, options)?;
        self.check_full(|cell| figure.cells[cell].piece.is_some())?;
        Ok(figure)
    }

    /// The figure of some options of a solution, such as those that a search has chosen so far. Cells may be empty.
    ///
    /// # Errors
    /// Options with items that the layout does not have, or two options that fill the same cell.
    ///
    /// # Panics
    /// If an option does not belong to the problem.
    pub fn figure_so_far(
        &self,
        problem: &Problem,
        options: &[OptionId],
    ) -> Result<Figure, FigureError> {
        let mut cells = self.empty.clone();
        let mut sides = HashMap::new();
        for (piece, &option) in options.iter().enumerate() {
            let refused = || FigureError::Twice(problem.option_text(option));
            let read = self.read(problem, option)?;
            for cell in read.cells {
                if cells[cell].piece.replace(piece).is_some() {
                    return Err(refused());
                }
                cells[cell].text.push_str(&read.text);
            }
            for (cell, letter) in read.letters {
                let spot = &mut cells[cell];
                if spot.piece.is_some() && spot.text != letter {
                    return Err(refused());
                }
                spot.piece.get_or_insert(piece);
                letter.clone_into(&mut spot.text);
            }
            sides.extend(read.edges);
        }
        for (cell, spot) in cells.iter_mut().enumerate().filter(|_| self.kind == Kind::Edges) {
            spot.text =
                (0..4).map(|side| sides.get(&(cell, side)).unwrap_or(&"a")).copied().collect();
        }
        Ok(Figure { size: self.size, kind: self.kind, cells })
    }

    /// Refuses empty cells, if there must be none.
    pub(super) fn check_full(&self, is_filled: impl Fn(usize) -> bool) -> Result<(), FigureError> {
        let is_open = |(_, spot): &(usize, &Spot)| !spot.is_hole && !spot.is_given;
        let mut open = self.empty.iter().enumerate().filter(is_open).map(|(cell, _)| cell);
        let Some(cell) = open.find(|&cell| !is_filled(cell)) else { return Ok(()) };
        if self.has_gaps {
            return Ok(());
        }
        let [_, rows, columns] = self.size;
        let (layer, rest) = (cell / (rows * columns), cell % (rows * columns));
        Err(FigureError::Empty { layer, row: rest / columns, column: rest % columns })
    }

    /// Layers, rows, columns.
    pub(crate) fn size(&self) -> [usize; 3] {
        self.size
    }

    /// The kind of figures.
    pub fn kind(&self) -> Kind {
        self.kind
    }

    pub(super) fn cells(&self) -> &[Spot] {
        &self.empty
    }

    pub(super) fn role_of(&self, item: &str) -> Option<&Role> {
        let other = || self.others.as_ref().filter(|(prefix, _)| item.starts_with(prefix));
        self.roles.get(item).or_else(|| other().map(|(_, role)| role))
    }

    /// What an option marks on the board.
    pub(crate) fn read<'p>(
        &self,
        problem: &'p Problem,
        option: OptionId,
    ) -> Result<Read<'p>, FigureError> {
        let mut read = Read { text: self.text.to_owned(), ..Read::default() };
        let (mut row, mut column) = (None, None);
        for entry in problem.option(option) {
            let name = problem.item_name(entry.item);
            let colour = entry.colour.map_or("", |colour| problem.colour_name(colour));
            match self.role_of(name) {
                None => {
                    let option = problem.option_text(option);
                    return Err(FigureError::Unknown { option, item: name.to_owned() });
                }
                Some(&Role::Cell(cell)) => read.cells.push(cell),
                Some(Role::Letters(cells)) => {
                    read.letters.extend(cells.iter().map(|&cell| (cell, colour)));
                }
                Some(&Role::Row(at)) => row = Some(at),
                Some(&Role::Column(at)) => column = Some(at),
                Some(Role::Text(text)) => text.clone_into(&mut read.text),
                Some(Role::Edge(sides)) => {
                    read.edges.extend(sides.iter().map(|&side| (side, colour)));
                }
                Some(Role::Nothing) => {}
            }
        }
        if let (Some(row), Some(column)) = (row, column) {
            read.cells.push(row * self.size[2] + column);
        }
        Ok(read)
    }
}

#[derive(Default)]
pub(crate) struct Read<'p> {
    pub(crate) cells: Vec<usize>,
    pub(crate) text: String,
    letters: Vec<(usize, &'p str)>,
    pub(super) edges: Vec<((usize, usize), &'p str)>,
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::engine::Dlx;
    use crate::family;
    use crate::search::Solver;

    fn figure(spec: &str, text: &str, options: &[u32]) -> Result<Figure, FigureError> {
        let layout = family::layout(spec).unwrap().unwrap();
        let options: Vec<_> = options.iter().map(|&option| OptionId(option)).collect();
        layout.figure(&Problem::parse(text).unwrap(), &options)
    }

    #[test]
    fn options_that_are_not_of_the_family_are_refused() {
        let text = "a0 a1 b0 b1\na0 a1\nb0 b1\na0 b0\n";
        assert!(figure("dominoes:2x2", text, &[0, 1]).is_ok());
        let twice = FigureError::Twice("a0 b0".into());
        assert_eq!(figure("dominoes:2x2", text, &[0, 2]), Err(twice));
        let empty = FigureError::Empty { layer: 0, row: 1, column: 0 };
        assert_eq!(figure("dominoes:2x2", text, &[0]), Err(empty));
        let unknown = FigureError::Unknown { option: "b0 b1".into(), item: "b0".into() };
        assert_eq!(figure("dominoes:1x2", text, &[0, 1]), Err(unknown));
    }

    #[test]
    fn every_family_with_a_layout_draws_its_solutions() {
        let mut drawn = 0;
        for example in family::FAMILIES.iter().map(|family| family.example) {
            let Some(layout) = family::layout(example).unwrap() else { continue };
            drawn += 1;
            let problem = family::build(example).unwrap();
            let solution = Dlx.first(&problem).unwrap().expect("an example with a solution");
            let figure = layout.figure(&problem, &solution).unwrap();
            assert_eq!(figure.cells.len(), figure.size.iter().product::<usize>());
            for spot in &figure.cells {
                let may_be_empty = spot.is_hole || figure.kind == Kind::Chessboard;
                assert!(spot.piece.is_some() || may_be_empty, "{example}: {spot:?}");
            }
        }
        assert!(drawn > 10, "{drawn}");
    }
}
