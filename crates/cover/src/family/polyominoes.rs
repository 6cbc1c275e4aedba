//! Polyominoes and polycubes: fill an area with the pieces of a set.
//!
//! A set is all pieces of n cells, such as `5`, or of m to n cells, such as `1-4`; or a list of drawings separated
//! by commas, such as `##/##,###/.#.`, each optionally after a number of copies, as in `3x##/#.`.
//! Polyominoes may be rotated and turned over, unless they are one-sided. Polycubes may be rotated
//! in space; mirror images are different pieces.
//!
//! If the pieces have as many cells in total as the area, each piece is used once. If they have more cells, each
//! piece is used at most once; then pieces are secondary items, or, if there are copies, primary items that may
//! stay uncovered. With `any`, each piece may be used any number of times.
//!
//! The reduced problem keeps one of each set of solutions that reflections and rotations of the area map to each other
//! (module `symmetry`). Each piece must be used, and pieces that are used exactly once must show every symmetry: if there are
//! copies, or pieces that are the mirror images of others, a solution and its image might differ in these only, and the
//! problem is refused.
//!
//! Items: the pieces (not with `any`), each named by its drawing in `X` and `.`; and the cells, named
//! as [`Area`] says; primary items first. Copies are a multiplicity. An option is a piece with the
//! cells it covers; pieces are sorted by their number of cells, then in lexicographic order of these.
//!
//! Source: S. W. Golomb, *Polyominoes* (1965); D. A. Klarner, in *Handbook of Discrete and
//! Computational Geometry* (1997), chapter 12. Counts: the 8 tetracubes fill 2x4x4 in 1390 ways and
//! 2x2x8 in 224, up to symmetry; dominoes are OEIS A099390, dominoes and monominoes A028420.

use std::collections::BTreeMap;
use std::ops::RangeInclusive;

use super::area::Area;
use super::board::{self, Board, Piece};
use super::layout::Layout;
use super::shape::{self, Dimensions, Shape, Turns};
use super::{Family, FamilyError, MOST_OPTIONS};
use crate::problem::{Bounds, ItemId, Problem, ProblemBuilder};

pub(super) const POLYOMINOES: Family = Family {
    name: "polyominoes",
    parameters: "(N | M-N | DRAWINGS):(RxC | LxRxC | DRAWING)[:one-sided][:any | :reduced]",
    about: "all polyominoes of N squares, or those drawn, fill an area; any: any number of each",
    example: "polyominoes:1-4:4x7",
    read: |words| read(&POLYOMINOES, words)?.problem(),
    layout: Some(|words| Ok(read(&POLYOMINOES, words)?.layout())),
};

pub(super) const POLYCUBES: Family = Family {
    name: "polycubes",
    parameters: "(N | M-N | DRAWINGS):LxRxC[:any | :reduced]",
    about: "all polycubes of N cubes, or those drawn, fill an area; any: any number of each",
    example: "polycubes:4:2x4x4",
    read: |words| read(&POLYCUBES, words)?.problem(),
    layout: Some(|words| Ok(read(&POLYCUBES, words)?.layout())),
};

/// Upper bounds on the number of cells of enumerated pieces: squares and cubes.
const MOST_SQUARES: usize = 10;
const MOST_CUBES: usize = 8;

/// The pieces and the area of a spec, for programs that show or change them.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Packing {
    /// The area that is filled.
    pub area: Area,
    /// The drawing of each piece, in `#` and `.`, with its number of copies, in the order of the items.
    pub pieces: Vec<(String, u32)>,
}

/// The pieces and the area that a spec of `polyominoes` or `polycubes` names; `None` for another family.
///
/// ```
/// use quadrille_cover::family::polyominoes::packing;
///
/// let found = packing("polyominoes:2x##/#.,#:.##/###/.##")?.expect("it is of this family");
/// assert_eq!(found.pieces, [("#".into(), 1), ("##/#.".into(), 2)]);
/// assert_eq!((found.area.size(), found.area.count()), ([1, 3, 3], 7));
/// assert_eq!(packing("queens:8")?, None);
/// # Ok::<(), quadrille_cover::family::FamilyError>(())
/// ```
///
/// # Errors
/// Parameters of the wrong form. Whether the pieces can fill the area does not matter.
pub fn packing(spec: &str) -> Result<Option<Packing>, FamilyError> {
    let (family, words) = super::split(spec)?;
    if ![POLYOMINOES.name, POLYCUBES.name].contains(&family.name) {
        return Ok(None);
    }
    let Filling { pieces, area, .. } = read(family, &words)?;
    let drawing =
        |((_, shape), copies): ((_, Shape), u32)| (shape::name(&shape).replace('X', "#"), copies);
    Ok(Some(Packing { area, pieces: pieces.into_iter().map(drawing).collect() }))
}

/// Pieces and the area that they fill.
struct Filling {
    family: &'static Family,
    /// The parameters of the spec.
    asked: String,
    /// The pieces by size, then shape, each with its number of copies.
    pieces: BTreeMap<(usize, Shape), u32>,
    area: Area,
    turns: Turns,
    /// Whether each piece may be used any number of times.
    any: bool,
    /// Whether one solution of each set of images is kept.
    reduced: bool,
}

fn read(family: &'static Family, words: &[&str]) -> Result<Filling, FamilyError> {
    let [set, area, flags @ ..] = words else { return Err(family.misread(words)) };
    let dimensions = match family.name {
        "polycubes" => Dimensions::Three,
        _ => Dimensions::Two,
    };
    let mut known = [("one-sided", false), ("any", false), ("reduced", false)];
    for flag in flags {
        match known.iter_mut().find(|(name, is_set)| name == flag && !is_set) {
            Some((_, is_set)) => *is_set = true,
            None => return Err(family.misread(words)),
        }
    }
    let [one_sided, any, reduced] = known.map(|(_, is_set)| is_set);
    if any && reduced {
        return Err(family.refuse(words.join(":"), "`any` or `reduced`, but not both"));
    }
    let area = family.area(area)?;
    if one_sided && (dimensions == Dimensions::Three || !area.is_flat()) {
        return Err(family.refuse(words.join(":"), "a flat area for one-sided pieces"));
    }
    let turns = if one_sided { Turns::Plane } else { Turns::Space };
    let pieces = pieces(family, set, dimensions, turns)?;
    Ok(Filling { family, asked: words.join(":"), pieces, area, turns, any, reduced })
}

/// The pieces of a set, each with its number of copies.
fn pieces(
    family: &Family,
    set: &str,
    dimensions: Dimensions,
    turns: Turns,
) -> Result<BTreeMap<(usize, Shape), u32>, FamilyError> {
    let mut pieces = BTreeMap::new();
    if let Some(orders) = orders(set) {
        let most = if dimensions == Dimensions::Two { MOST_SQUARES } else { MOST_CUBES };
        if orders.is_empty() || *orders.start() == 0 || *orders.end() > most {
            let (squares, cubes) = ("pieces of 1 to 10 squares", "pieces of 1 to 8 cubes");
            let expected = if dimensions == Dimensions::Two { squares } else { cubes };
            return Err(family.refuse(set, expected));
        }
        for order in orders {
            let shapes = shape::enumerate(order, dimensions, turns);
            pieces.extend(shapes.into_iter().map(|shape| ((order, shape), 1)));
        }
        return Ok(pieces);
    }
    for word in set.split(',') {
        let wrong = || family.refuse(word, "a number of cells, or a drawing such as 2x##/#.");
        let (copies, drawing) = match word.split_once('x') {
            Some((copies, drawing)) => (copies.parse().ok().filter(|&n| n > 0), drawing),
            None => (Some(1), word),
        };
        let drawn = shape::draw(drawing).filter(|shape| !shape.is_empty());
        let (Some(copies), Some(shape)) = (copies, drawn) else { return Err(wrong()) };
        let settled = shape::settled(shape);
        if dimensions == Dimensions::Two && shape::sides(&settled)[0] > 1 {
            return Err(family.refuse(word, "pieces of one layer; polycubes may have several"));
        }
        let piece = (settled.len(), shape::canonical(&settled, turns));
        let count: &mut u32 = pieces.entry(piece).or_default();
        *count = count.saturating_add(copies);
    }
    Ok(pieces)
}

/// The numbers of cells of a set that is written like `5` or `1-4`.
fn orders(set: &str) -> Option<RangeInclusive<usize>> {
    let (first, last) = set.split_once('-').unwrap_or((set, set));
    Some(first.parse().ok()?..=last.parse().ok()?)
}

impl Filling {
    fn problem(&self) -> Result<Problem, FamilyError> {
        let cells = self.area.count();
        let in_piece =
            |((size, _), &copies): (&(usize, Shape), &u32)| size.saturating_mul(copies as usize);
        let all = self.pieces.iter().map(in_piece).fold(0, usize::saturating_add);
        if !self.any && all < cells {
            let expected = "pieces with at least as many cells as the area, or the flag `any`";
            return Err(self.family.refuse(&self.asked, expected));
        }
        if self.reduced && all != cells {
            let expected = "pieces with as many cells as the area, so that each is used";
            return Err(self.family.refuse(&self.asked, expected));
        }
        let turned: Vec<Vec<Shape>> = self
            .pieces
            .keys()
            .map(|(_, shape)| shape::orientations(shape, self.turns).into_iter().collect())
            .collect();
        self.limit(turned.iter().flatten())?;
        let mut builder = Problem::builder();
        let (board, items) = self.items(&mut builder, all == cells)?;
        if self.reduced {
            let pieces = turned.into_iter().zip(items).zip(self.pieces.values());
            let piece = |((orientations, item), &copies): ((_, Option<ItemId>), &u32)| {
                Some(Piece { item: item?, copies, orientations })
            };
            let pieces: Vec<Piece> = pieces.filter_map(piece).collect();
            let laid = board.lay_reduced(&mut builder, &pieces, None)?;
            return laid.map(|()| builder.build()).ok_or_else(|| {
                let expected = "pieces used once that a reflection or rotation of the area cannot \
                                leave all where they are";
                self.family.refuse(&self.asked, expected)
            });
        }
        for (orientations, item) in turned.iter().zip(items) {
            board.lay(&mut builder, item, orientations)?;
        }
        Ok(builder.build())
    }

    /// The items of the cells, and of each piece unless any number may be used.
    fn items(
        &self,
        builder: &mut ProblemBuilder,
        all: bool,
    ) -> Result<(Board<'_>, Vec<Option<ItemId>>), FamilyError> {
        if self.any {
            return Ok((Board::new(builder, &self.area)?, vec![None; self.pieces.len()]));
        }
        let mut items = Vec::new();
        // Secondary items have no multiplicity, so if a piece has copies, all pieces are primary.
        let secondary = !all && self.pieces.values().all(|&copies| copies == 1);
        if secondary {
            let board = Board::new(builder, &self.area)?;
            for (_, shape) in self.pieces.keys() {
                items.push(Some(builder.secondary(&shape::name(shape))?));
            }
            return Ok((board, items));
        }
        for ((_, shape), &copies) in &self.pieces {
            let bounds = Bounds { low: if all { copies } else { 0 }, high: copies };
            items.push(Some(builder.primary_bounded(&shape::name(shape), bounds)?));
        }
        Ok((Board::new(builder, &self.area)?, items))
    }

    /// Refuses a problem with too many options.
    fn limit<'s>(&self, shapes: impl Iterator<Item = &'s Shape>) -> Result<(), FamilyError> {
        let size = self.area.size();
        let places = |shape: &Shape| -> f64 {
            let sides = shape::sides(shape);
            let along = |axis: usize| (size[axis] + 1).saturating_sub(sides[axis]) as f64;
            (0..3).map(along).product()
        };
        // What each symmetry makes of each option is stored.
        let symmetries = if self.reduced { 48.0 } else { 1.0 };
        let options: f64 = shapes.map(places).sum::<f64>() * symmetries;
        if options > MOST_OPTIONS as f64 {
            return Err(FamilyError::TooLarge(format!("{}:{}", self.family.name, self.asked)));
        }
        Ok(())
    }

    /// Labels the pieces A to Z, then a to z, in their order; further pieces have no label.
    fn layout(&self) -> Layout {
        let letters = ('A'..='Z').chain('a'..='z').map(String::from);
        let letters = letters.chain(std::iter::repeat(String::new()));
        let names = self.pieces.keys().map(|(_, shape)| shape::name(shape));
        board::layout(&self.area, names.zip(letters))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::family::{build, error, pin};

    #[test]
    fn small_sets_as_text() {
        let monomino_and_domino = ["X XX a0 a1 a2", "X a0", "X a1", "X a2", "XX a0 a1", "XX a1 a2"];
        assert_eq!(pin::lines("polyominoes:1-2:1x3"), monomino_and_domino);
        assert_eq!(pin::lines("polyominoes:2:1x3:any"), ["a0 a1 a2", "a0 a1", "a1 a2"]);
        let some = ["a0 a1 | X XX", "X a0", "X a1", "XX a0 a1"];
        assert_eq!(pin::lines("polyominoes:1-2:1x2"), some);
        let copies = ["3:3|X a0 a1 a2", "X a0", "X a1", "X a2"];
        assert_eq!(pin::lines("polyominoes:2x#,#:1x3"), copies);
        let left_over = ["0:3|X 0:1|XX a0 a1", "X a0", "X a1", "XX a0 a1"];
        assert_eq!(pin::lines("polyominoes:3x#,##:1x2"), left_over);
    }

    #[test]
    fn other_families_are_cases_of_these() {
        assert_eq!(build("polyominoes:2:8x8:any"), build("dominoes:8x8"));
        let problem = |spec: &str| build(spec).unwrap();
        let (soma, drawn) = (
            problem("soma"),
            problem(
                "polycubes:##/#.,###/#..,###/.#.,##./.##,##/#.+../#.,##/#.+.#/..,##/#.+#./..:3x3x3",
            ),
        );
        let size = |problem: &Problem| [problem.primary(), problem.options(), problem.entries()];
        assert_eq!(size(&drawn), size(&soma));
        for area in ["6x10", "3x4x5", "3x5"] {
            let pentominoes = problem(&format!("pentominoes:{area}"));
            assert_eq!(size(&problem(&format!("polyominoes:5:{area}"))), size(&pentominoes));
        }
    }

    #[test]
    fn one_sided_pieces_are_not_turned_over() {
        // Seven tetrominoes, whose 19 orientations have 3 x 3 places and more on a board of 4x4.
        let free = build("polyominoes:4:4x4:any").unwrap();
        let one_sided = build("polyominoes:4:4x4:one-sided:any").unwrap();
        assert_eq!(free.options(), one_sided.options());
        assert_eq!(build("polyominoes:4:4x7:one-sided").unwrap().primary(), 7 + 28);
        let alone =
            |flags: &str| build(&format!("polyominoes:##./.##:2x3:any{flags}")).unwrap().options();
        assert_eq!((alone(""), alone(":one-sided")), (2, 1));
    }

    #[test]
    fn refuses_what_makes_no_sense() {
        assert!(error("polyominoes:5").contains("expected (N | M-N | DRAWINGS):"));
        assert!(error("polyominoes:5:6x11").contains("pieces with at least as many cells"));
        assert!(error("polyominoes:11:6x11").contains("found `11`"));
        assert!(error("polyominoes:4-3:6x11").contains("found `4-3`"));
        assert!(error("polyominoes:##+##:6x11:any").contains("polycubes may have several"));
        assert!(error("polyominoes:##,:2x2:any").contains("found nothing"));
        assert!(error("polyominoes:0x##:2x2").contains("found `0x##`"));
        assert!(error("polyominoes:2:2x2x2:one-sided").contains("a flat area"));
        assert!(error("polycubes:2:2x2x2:one-sided").contains("a flat area"));
        assert!(error("polyominoes:2:2x2:any:reduced").contains("but not both"));
        assert!(error("polyominoes:2:2x2:any:any").contains("expected (N | M-N | DRAWINGS):"));
        assert!(error("polyominoes:1-2:1x2:reduced").contains("so that each is used"));
        assert!(error("polyominoes:2x##,##/##:2x4:reduced").contains("pieces used once that"));
        assert!(error("polyominoes:2:2x2:many").contains("expected (N | M-N | DRAWINGS):"));
        assert!(error("polyominoes:10:200x200:any").contains("more than 5000000 options"));
    }
}
