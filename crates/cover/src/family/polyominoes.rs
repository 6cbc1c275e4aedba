//! Polyominoes and polycubes: fill an area with the pieces of a set.
//!
//! Module `pieces` says how a set is written. Polyominoes may be rotated and turned over, unless they are one-sided. Polycubes may be
//! rotated in space; mirror images are different pieces.
//!
//! How often each piece is used:
//!
//! - as often as the set says, if some word of it states bounds, or with `gaps`, which lets cells stay free;
//! - otherwise once, or as often as it has copies, if the pieces have as many cells in total as the area;
//! - at most that often if they have more cells, or with `use=K`: then K pieces are used in all;
//! - any number of times with `any`.
//!
//! With `cylinder` the left and the right side of the area are joined, with `torus` the upper and the lower one, too. A placement is a
//! set of cells: there is one of a bar that goes all round a ring, wherever it begins.
//!
//! A cell of a piece that has a colour lies on a cell of the area with that colour, or on one without; a piece may lie in the same cells in
//! several ways, if its colours then lie otherwise. Coloured problems are not reduced.
//!
//! The reduced problem keeps one of each set of solutions that reflections and rotations of the area map to each other
//! (module `symmetry`). Each piece must be used, and pieces that are used exactly once must show every symmetry: if there are
//! copies, or pieces that are the mirror images of others, a solution and its image might differ in these only, and the
//! problem is refused.
//!
//! Items: with `use=K` first `pieces`, which counts them; the pieces (not with `any`), each named by its drawing in `X` and `.`; and the
//! cells, named as [`Area`] says; primary items first. Numbers of copies are multiplicities; cells that may stay free, and pieces that are used
//! at most once where none has a multiplicity, are secondary items. An option is a piece with the
//! cells it covers; pieces are sorted by their number of cells, then in lexicographic order of these.
//!
//! Source: S. W. Golomb, *Polyominoes* (1965); D. A. Klarner, in *Handbook of Discrete and
//! Computational Geometry* (1997), chapter 12. Counts: the 8 tetracubes fill 2x4x4 in 1390 ways and
//! 2x2x8 in 224, up to symmetry; dominoes are OEIS A099390, dominoes and monominoes A028420.

use super::area::Area;
use super::board::{self, Board, Piece};
use super::layout::{Layout, Role};
use super::pieces::{self, Copies, Pieces};
use super::shape::{self, Coloured, Dimensions, Turns};
use super::{Family, FamilyError, MOST_OPTIONS};
use crate::problem::{Bounds, ItemId, Problem, ProblemBuilder};

pub(super) const POLYOMINOES: Family = Family {
    name: "polyominoes",
    parameters: "PIECES:(RxC | LxRxC | DRAWING)[:one-sided][:any | :reduced][:gaps][:use=K[-L]][:cylinder | :torus]",
    about: "polyominoes (5, 1-4, F, ##/#., ab/a., 2x4, 0-3xF) in an area; any: any number of each; gaps: cells may stay free; use: of K pieces",
    example: "polyominoes:1-4:4x7",
    read: |words| read(&POLYOMINOES, words)?.problem(),
    layout: Some(|words| Ok(read(&POLYOMINOES, words)?.layout())),
};

pub(super) const POLYCUBES: Family = Family {
    name: "polycubes",
    parameters: "PIECES:LxRxC[:any | :reduced][:gaps][:use=K[-L]]",
    about: "polycubes (5, 1-4, ##/#.+#., 2x4) in an area; flags as those of polyominoes",
    example: "polycubes:4:2x4x4",
    read: |words| read(&POLYCUBES, words)?.problem(),
    layout: Some(|words| Ok(read(&POLYCUBES, words)?.layout())),
};

/// The item that counts the pieces, in problems that bound their number.
const COUNTER: &str = "pieces";

/// The pieces and the area of a spec, for programs that show or change them.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Packing {
    /// The area that is filled.
    pub area: Area,
    /// The drawing of each piece, in `#` and `.`, with the largest number of copies that may be used, in the order of the items.
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
    let drawing = |((_, shape), copies): ((_, Coloured), Copies)| {
        (shape::name(&shape).replace('X', "#"), copies.high)
    };
    Ok(Some(Packing { area, pieces: pieces.into_iter().map(drawing).collect() }))
}

struct Filling {
    family: &'static Family,
    /// The parameters of the spec.
    asked: String,
    pieces: Pieces,
    /// Whether each piece is used as often as its copies say, whatever the number of cells.
    is_bounded: bool,
    area: Area,
    turns: Turns,
    flags: Flags,
}

/// What a spec says after the pieces and the area.
#[derive(Clone, Copy, Default)]
struct Flags {
    one_sided: bool,
    /// Whether each piece may be used any number of times.
    any: bool,
    /// Whether one solution of each set of images is kept.
    reduced: bool,
    gaps: bool,
    uses: Option<Bounds>,
    /// Whether the left and the right side are joined, and whether all sides are.
    cylinder: bool,
    torus: bool,
}

impl Flags {
    /// The flags; `None` if one is not known or stands twice.
    fn read(words: &[&str]) -> Option<Self> {
        let mut flags = Self::default();
        for (place, &word) in words.iter().enumerate() {
            let flag = match word.split_once('=') {
                Some(("use", number)) if flags.uses.is_none() => {
                    let (low, high) = number.split_once('-').unwrap_or((number, number));
                    let bounds = Bounds { low: low.parse().ok()?, high: high.parse().ok()? };
                    flags.uses = Some(bounds).filter(|b| b.low <= b.high && b.high > 0);
                    flags.uses?;
                    continue;
                }
                _ => match word {
                    "one-sided" => &mut flags.one_sided,
                    "any" => &mut flags.any,
                    "reduced" => &mut flags.reduced,
                    "gaps" => &mut flags.gaps,
                    "cylinder" => &mut flags.cylinder,
                    "torus" => &mut flags.torus,
                    _ => return None,
                },
            };
            *flag = !words[..place].contains(&word);
            if !*flag {
                return None;
            }
        }
        Some(flags)
    }
}

fn read(family: &'static Family, words: &[&str]) -> Result<Filling, FamilyError> {
    let [set, area, flags @ ..] = words else { return Err(family.misread(words)) };
    let dimensions = match family.name {
        "polycubes" => Dimensions::Three,
        _ => Dimensions::Two,
    };
    let flags = Flags::read(flags).ok_or_else(|| family.misread(words))?;
    let refuse = |expected| Err(family.refuse(words.join(":"), expected));
    if flags.any && flags.reduced {
        return refuse("`any` or `reduced`, but not both");
    }
    let wraps = [flags.torus, flags.torus || flags.cylinder];
    if flags.torus && flags.cylinder || wraps[1] && flags.reduced {
        return refuse("one of `cylinder`, `torus` and `reduced`");
    }
    if flags.reduced && flags.uses.is_some() {
        return refuse("`use=K` or `reduced`, but not both");
    }
    if flags.any && flags.gaps && flags.uses.is_none() {
        return refuse("`use=K` beside `any` and `gaps`, which allow for no piece at all");
    }
    let area = family.area(area)?.wrapped(wraps);
    let is_solid = dimensions == Dimensions::Three || !area.is_flat();
    if is_solid && flags.one_sided {
        return refuse("a flat area for one-sided pieces");
    }
    if is_solid && wraps[1] {
        return refuse("a flat area for `cylinder` and `torus`");
    }
    let turns = if flags.one_sided { Turns::Plane } else { Turns::Space };
    let (pieces, is_bounded) = pieces::read(family, set, dimensions, turns)?;
    if is_bounded && (flags.any || flags.reduced) {
        return refuse("numbers of copies without bounds beside `any` and `reduced`");
    }
    let is_coloured = |(_, shape): &(usize, Coloured)| shape.iter().any(|cell| cell[3] > 0);
    if flags.reduced && (area.is_coloured() || pieces.keys().any(is_coloured)) {
        return refuse("no colours beside `reduced`");
    }
    let asked = words.join(":");
    Ok(Filling { family, asked, pieces, is_bounded, area, turns, flags })
}

impl Filling {
    fn problem(&self) -> Result<Problem, FamilyError> {
        let cells = self.area.count();
        let sum = |of: fn(&Copies) -> u32| {
            let in_piece = |((size, _), copies): (&(usize, Coloured), &Copies)| {
                size.saturating_mul(of(copies) as usize)
            };
            self.pieces.iter().map(in_piece).fold(0, usize::saturating_add)
        };
        let (least, all) = (sum(|copies| copies.low), sum(|copies| copies.high));
        let Flags { any, reduced, gaps, uses, .. } = self.flags;
        let refuse = |expected| Err(self.family.refuse(&self.asked, expected));
        if !any && !gaps && all < cells {
            return refuse(
                "pieces with at least as many cells as the area, or the flag `any` or `gaps`",
            );
        }
        if (gaps || self.is_bounded) && !any && uses.is_none() && least > cells {
            return refuse(
                "pieces with at most as many cells as the area, or fewer of them by `use=K`",
            );
        }
        if reduced && all != cells && !gaps {
            return refuse("pieces with as many cells as the area, so that each is used");
        }
        let turned: Vec<Vec<Coloured>> = self
            .pieces
            .keys()
            .map(|(_, shape)| shape::orientations(shape, self.turns).into_iter().collect())
            .collect();
        self.limit(turned.iter().flatten())?;
        let mut builder = Problem::builder();
        let (board, counter, items) = self.items(&mut builder, all == cells)?;
        if reduced {
            let pieces = turned.into_iter().zip(items).zip(self.pieces.values());
            let without_colours = |shape: &Coloured| {
                shape.iter().map(|&[layer, row, column, _]| [layer, row, column]).collect()
            };
            let piece =
                |((orientations, item), copies): ((Vec<Coloured>, Option<ItemId>), &Copies)| {
                    let orientations = orientations.iter().map(without_colours).collect();
                    Some(Piece { item: item?, copies: copies.high, orientations })
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
            board.lay_coloured(&mut builder, &[counter, item], orientations)?;
        }
        Ok(builder.build())
    }

    /// The items of the cells, the item that counts the pieces if their number is bounded, and the item of each piece unless any number
    /// may be used.
    #[expect(clippy::type_complexity, reason = "three kinds of items, named where they are used")]
    fn items(
        &self,
        builder: &mut ProblemBuilder,
        fills: bool,
    ) -> Result<(Board<'_>, Option<ItemId>, Vec<Option<ItemId>>), FamilyError> {
        let Flags { any, gaps, uses, .. } = self.flags;
        let cells = if gaps { Board::with_gaps } else { Board::new };
        let counter = uses.map(|uses| builder.primary_bounded(COUNTER, uses)).transpose()?;
        if any {
            return Ok((cells(builder, &self.area)?, counter, vec![None; self.pieces.len()]));
        }
        let is_exact = self.is_bounded || uses.is_none() && (fills || gaps);
        let bounds = self
            .pieces
            .values()
            .map(|copies| Bounds { low: if is_exact { copies.low } else { 0 }, high: copies.high });
        let bounds: Vec<Bounds> = bounds.collect();
        let mut items = Vec::new();
        // Secondary items have no multiplicity, so if a piece has copies, all pieces are primary; an option needs a primary item.
        let at_most_once = bounds.iter().all(|&bounds| bounds == Bounds { low: 0, high: 1 });
        if at_most_once && (!gaps || counter.is_some()) {
            let board = cells(builder, &self.area)?;
            for (_, shape) in self.pieces.keys() {
                items.push(Some(builder.secondary(&shape::name(shape))?));
            }
            return Ok((board, counter, items));
        }
        for ((_, shape), bounds) in self.pieces.keys().zip(bounds) {
            items.push(Some(builder.primary_bounded(&shape::name(shape), bounds)?));
        }
        Ok((cells(builder, &self.area)?, counter, items))
    }

    fn limit<'s>(&self, shapes: impl Iterator<Item = &'s Coloured>) -> Result<(), FamilyError> {
        let size = self.area.size();
        let [rows, columns] = self.area.wraps();
        let wraps = [false, rows, columns];
        let places = |shape: &Coloured| -> f64 {
            let sides = shape::sides(shape);
            let along = |axis: usize| {
                let most = if wraps[axis] {
                    size[axis]
                } else {
                    (size[axis] + 1).saturating_sub(sides[axis])
                };
                most as f64
            };
            (0..3).map(along).product()
        };
        // What each symmetry makes of each option is stored.
        let symmetries = if self.flags.reduced { 48.0 } else { 1.0 };
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
        let mut layout = board::layout(&self.area, names.zip(letters));
        layout.role(COUNTER, Role::Nothing);
        if self.flags.gaps { layout.with_gaps() } else { layout }
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
    fn colours_lie_on_their_own() {
        let count = |spec: &str| crate::count(&build(spec).unwrap()).unwrap();
        let board = |from: usize| {
            let row = |row: usize| if (row + from).is_multiple_of(2) { "abab" } else { "baba" };
            (0..4).map(row).collect::<Vec<_>>().join("/")
        };
        for from in 0..2 {
            let board = board(from);
            // Each domino of a chessboard has both colours.
            assert_eq!(count(&format!("polyominoes:ab:{board}:any")), 36u32.into());
            assert_eq!(count(&format!("polyominoes:a#:{board}:any")), 36u32.into());
            assert_eq!(build(&format!("polyominoes:aa,##:{board}:gaps")).unwrap().options(), 24);
        }
        assert_eq!(pin::lines("polyominoes:ab:#a"), ["ab a0 a1", "ab a0 a1"]);
        assert_eq!(pin::lines("polyominoes:ab:cc:gaps"), ["ab | a0 a1"]);
        // Without a colour below it, a piece lies in both ways.
        assert_eq!(count("polyominoes:ab:1x2"), 2u32.into());
        assert_eq!(count("polyominoes:ab/a.,#:2x2"), 8u32.into());
        assert_eq!(build("polyominoes:ab:1x2:any:torus").unwrap().options(), 2);
        assert_eq!(count("polycubes:ab+..:#a+bb:any"), 1u32.into());
        assert!(error("polyominoes:ab:1x2:reduced").contains("no colours beside `reduced`"));
        assert!(error("polyominoes:ai:1x2").contains("found `ai`"));
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
        assert!(error("polyominoes:5").contains("expected PIECES:(RxC"));
        assert!(error("polyominoes:5:6x11").contains("pieces with at least as many cells"));
        assert!(error("polyominoes:11:6x11").contains("found `11`"));
        assert!(error("polyominoes:4-3:6x11").contains("found `4-3`"));
        assert!(error("polyominoes:##+##:6x11:any").contains("polycubes may have several"));
        assert!(error("polyominoes:##,:2x2:any").contains("found nothing"));
        assert!(error("polyominoes:0x##:2x2").contains("found `0x##`"));
        assert!(error("polyominoes:2:2x2x2:one-sided").contains("a flat area"));
        assert!(error("polycubes:2:2x2x2:one-sided").contains("a flat area"));
        assert!(error("polyominoes:2:2x2:any:reduced").contains("but not both"));
        assert!(error("polyominoes:2:2x2:any:any").contains("expected PIECES:(RxC"));
        assert!(error("polyominoes:1-2:1x2:reduced").contains("so that each is used"));
        assert!(error("polyominoes:2x##,##/##:2x4:reduced").contains("pieces used once that"));
        assert!(error("polyominoes:2:2x2:many").contains("expected PIECES:(RxC"));
        assert!(error("polyominoes:10:200x200:any").contains("more than 5000000 options"));
        assert!(error("polyominoes:3-2x##:2x2").contains("found `3-2x##`"));
        assert!(error("polyominoes:A:2x2").contains("a letter of a pentomino"));
        assert!(error("polyominoes:2:2x2:any:gaps").contains("`use=K` beside `any` and `gaps`"));
        assert!(error("polyominoes:4:3x3:gaps").contains("at most as many cells as the area"));
        assert!(error("polyominoes:0-2x##:2x2:any").contains("without bounds"));
        assert!(error("polyominoes:2:2x2:torus:cylinder").contains("one of `cylinder`, `torus`"));
        assert!(error("polyominoes:2:2x1x2:torus").contains("a flat area"));
        for flag in ["use=0", "use=2-1", "use=x", "use=1:use=2", "torus:torus", "free"] {
            let refused = error(&format!("polyominoes:2:2x2:any:{flag}"));
            assert!(refused.contains("expected PIECES:(RxC"), "{refused}");
        }
    }
}
