//! Where things lie: what the items of a problem mean on a board, and the figure a solution makes.
//!
//! DLX text knows no geometry. A [`Layout`] does: it gives each item a [`Role`], and so turns the
//! options of a solution into marks on the cells of a board. It looks at names alone, so the options may
//! come from anywhere; one with an item that the layout does not know is refused, and so are two
//! options that want the same cell for themselves.

use std::collections::HashMap;

use thiserror::Error;

use crate::problem::{OptionId, Problem};

/// What an item says about the board. Cells are numbered in order of layer, row and column.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Role {
    /// A cell that the option fills.
    Cell(usize),
    /// Cells whose text is the item's colour; options that agree may share them.
    Letters(Vec<usize>),
    /// The row of the cell that the option fills; its column is another item.
    Row(usize),
    /// The column of that cell.
    Column(usize),
    /// The text of the cells that the option fills.
    Text(String),
    /// A side shared by up to two cells, whose colour is the item's: for each the cell and which of
    /// its sides it is: 0 above, 1 right, 2 below, 3 left.
    Edge(Vec<(usize, usize)>),
    /// Nothing that could be drawn.
    Nothing,
}

/// How a figure is to be drawn.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    /// Pieces on cells, each option one.
    Tiling,
    /// A text in each cell; blocks of so many rows and columns stand apart, 0 for none.
    Symbols {
        /// Rows and columns of a block.
        block: usize,
    },
    /// Men on a chessboard; cells may be empty.
    Chessboard,
    /// Cells with a colour on each side. Their text is four letters: above, right, below, left.
    Edges,
}

/// What the items of a problem mean on a board.
///
/// ```
/// use quadrille_cover::Problem;
/// use quadrille_cover::family::layout::{Figure, FigureError, Kind, Layout, Role, Spot};
///
/// // A row of three cells, in the middle a hole, and at the end a text that is given.
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
    /// The role of all other items whose names begin like this.
    others: Option<(&'static str, Role)>,
    /// What stands in each cell whatever the solution is.
    empty: Vec<Spot>,
    /// The text of options that have none.
    text: &'static str,
}

/// A cell of a figure.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Spot {
    /// Whether the board has a hole here.
    pub is_hole: bool,
    /// Whether its text was given, not found.
    pub is_given: bool,
    /// What stands in it.
    pub text: String,
    /// The place in the solution of the option that fills it; the first if several do.
    pub piece: Option<usize>,
}

/// A solution on its board.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Figure {
    /// Layers, rows, columns.
    pub size: [usize; 3],
    /// How it is to be drawn.
    pub kind: Kind,
    /// The cells, in order of layer, row and column.
    pub cells: Vec<Spot>,
}

/// Why options make no figure.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum FigureError {
    /// An item that the family does not have.
    #[error("option `{option}` has the item `{item}`, which the family does not have")]
    Unknown {
        /// The option.
        option: String,
        /// Its item.
        item: String,
    },
    /// Two options on one cell.
    #[error("option `{0}` fills a cell that another option fills")]
    Twice(String),
    /// A cell on which nothing lies.
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
    /// A board of that many layers, rows and columns, without holes, whose items have no role yet.
    pub fn new(size: [usize; 3], kind: Kind) -> Self {
        let empty = vec![Spot::default(); size.iter().product()];
        Self { size, kind, roles: HashMap::new(), others: None, empty, text: "" }
    }

    /// Gives an item its role.
    pub fn role(&mut self, item: impl Into<String>, role: Role) {
        self.roles.insert(item.into(), role);
    }

    /// Gives all other items whose names begin with a prefix a role.
    pub(super) fn role_of_others(&mut self, prefix: &'static str, role: Role) {
        self.others = Some((prefix, role));
    }

    /// The same board, drawn in another way.
    #[must_use]
    pub(super) fn of_kind(self, kind: Kind) -> Self {
        Self { kind, ..self }
    }

    /// Leaves a cell out of the board.
    ///
    /// # Panics
    /// If the board has no such cell.
    pub fn hole(&mut self, cell: usize) {
        self.empty[cell].is_hole = true;
    }

    /// Puts a text into a cell that no option of the problem fills.
    ///
    /// # Panics
    /// If the board has no such cell.
    pub fn given(&mut self, cell: usize, text: impl Into<String>) {
        self.empty[cell].is_given = true;
        self.empty[cell].text = text.into();
    }

    /// Puts a text before whatever a solution writes into a cell.
    pub(super) fn prefix(&mut self, cell: usize, text: String) {
        self.empty[cell].text = text;
    }

    /// Gives a text to options that have none of their own.
    #[must_use]
    pub(super) fn with_text(self, text: &'static str) -> Self {
        Self { text, ..self }
    }

    /// The figure that the options of a solution make.
    ///
    /// # Errors
    /// Options that are not of this layout's problem, or do not fit together.
    ///
    /// # Panics
    /// If an option is not of the problem.
    pub fn figure(&self, problem: &Problem, options: &[OptionId]) -> Result<Figure, FigureError> {
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
        self.check_full(&cells)?;
        Ok(Figure { size: self.size, kind: self.kind, cells })
    }

    /// Refuses a figure with empty cells, unless it may have some.
    fn check_full(&self, cells: &[Spot]) -> Result<(), FigureError> {
        let is_empty = |spot: &Spot| !spot.is_hole && !spot.is_given && spot.piece.is_none();
        let Some(cell) = cells.iter().position(is_empty) else { return Ok(()) };
        if self.kind == Kind::Chessboard {
            return Ok(());
        }
        let [_, rows, columns] = self.size;
        let (layer, rest) = (cell / (rows * columns), cell % (rows * columns));
        Err(FigureError::Empty { layer, row: rest / columns, column: rest % columns })
    }

    fn role_of(&self, item: &str) -> Option<&Role> {
        let other = || self.others.as_ref().filter(|(prefix, _)| item.starts_with(prefix));
        self.roles.get(item).or_else(|| other().map(|(_, role)| role))
    }

    fn read<'p>(&self, problem: &'p Problem, option: OptionId) -> Result<Read<'p>, FigureError> {
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

/// What an option says about the board.
#[derive(Default)]
struct Read<'p> {
    cells: Vec<usize>,
    text: String,
    letters: Vec<(usize, &'p str)>,
    edges: Vec<((usize, usize), &'p str)>,
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
