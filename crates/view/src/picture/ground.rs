//! What lies under the digits of a grid: the lines between cells and regions, and the houses of other rules.
//!
//! Lines between regions are thick. A house that is neither a line nor a region has a shade and a dashed outline inside its cells; a
//! diagonal is a dashed line. The tip of a sign between two cells points to the smaller digit.

use std::fmt::Write;

use quadrille_sudoku::Order;
use quadrille_sudoku::rules::{Kind, Rules};
use svg::node::element::{Circle, Group, Path, Rectangle};

use super::short;

/// Style of the houses of other rules.
pub(super) const STYLE: &str = "
.area { fill: #f3ead7; }
.house { fill: none; stroke: #9a7b2f; stroke-width: 1.5; stroke-dasharray: 4 3; }
.sign { fill: none; stroke: #1c2128; stroke-width: 1.8; stroke-linecap: round; stroke-linejoin: round; }
@media screen and (prefers-color-scheme: dark) {
.area { fill: #33301f; }
.house { stroke: #c9ab5f; }
.sign { stroke: #f0f4f8; }
}
";

/// Distance between an outline and the borders of the cells that it surrounds, as a fraction of the side of a cell.
const INSET: f64 = 0.08;

/// The cells of a board, and their houses as far as they are drawn.
#[derive(Clone, Debug)]
pub(super) struct Ground {
    /// The number of digits.
    pub digits: usize,
    /// The number of rows, and of columns.
    pub rows: usize,
    /// The region of each cell; `None` for a hole.
    regions: Vec<Option<usize>>,
    /// The cells of each house that is drawn with a shade.
    areas: Vec<Vec<usize>>,
    /// The first and the last cell of each diagonal.
    diagonals: Vec<[usize; 2]>,
    /// The two cells at each sign, first that with the smaller digit.
    signs: Vec<[usize; 2]>,
}

impl Ground {
    /// The board of the ordinary Sudoku.
    pub fn ordinary(order: Order) -> Self {
        let (rows, n) = (order.side(), order.n());
        let region = |cell: usize| cell / rows / n * n + cell % rows / n;
        Self {
            digits: rows,
            rows,
            regions: (0..order.cells()).map(|cell| Some(region(cell))).collect(),
            areas: Vec::new(),
            diagonals: Vec::new(),
            signs: Vec::new(),
        }
    }

    /// The board of these rules.
    pub fn of(rules: &Rules) -> Self {
        // Cells in no region, as in a Latin square, are one.
        let region = |(cell, region): (usize, Option<usize>)| {
            rules.is_cell(cell).then(|| region.map_or(0, |region| region + 1))
        };
        let (mut areas, mut diagonals) = (Vec::new(), Vec::new());
        for house in rules.houses() {
            let cells: Vec<usize> = house.cells.iter().copied().map(usize::from).collect();
            match house.kind {
                Kind::Window | Kind::Extra => areas.push(cells),
                Kind::Diagonal => diagonals.push([cells[0], cells[cells.len() - 1]]),
                // The cells of a group are scattered, so that an outline would show nothing.
                Kind::Row | Kind::Column | Kind::Region | Kind::Group => {}
            }
        }
        Self {
            digits: rules.side(),
            rows: rules.rows(),
            regions: rules.regions().into_iter().enumerate().map(region).collect(),
            areas,
            diagonals,
            signs: rules.signs().map(|pair| pair.cells.map(usize::from)).collect(),
        }
    }

    /// The number of candidates beside each other in a cell.
    pub fn marks(&self) -> usize {
        (1..=self.digits).find(|n| n * n >= self.digits).expect("the number itself is one")
    }

    /// The row and the column of a cell.
    pub fn place(&self, cell: usize) -> (usize, usize) {
        (cell / self.rows, cell % self.rows)
    }

    /// The shades of houses, for cells of this side in pixels; `None` if there are none.
    pub fn shades(&self, side: f64) -> Option<Group> {
        let shaded = self.areas.iter().flatten().map(|&cell| {
            let (row, column) = self.place(cell);
            let square =
                Rectangle::new().set("x", column as f64 * side).set("y", row as f64 * side);
            square.set("width", side).set("height", side)
        });
        let empty = self.areas.is_empty();
        (!empty).then(|| shaded.fold(Group::new().set("class", "area"), Group::add))
    }

    /// The outlines of houses, and the diagonals; `None` if there are none.
    pub fn outlines(&self, side: f64) -> Option<Path> {
        let mut path = String::new();
        for area in &self.areas {
            self.outline(area, side, &mut path);
        }
        for &[first, last] in &self.diagonals {
            let ((top, a), (bottom, b)) = (self.place(first), self.place(last));
            let (from, to) = if a < b { (a, b + 1) } else { (a + 1, b) };
            let at = [from, top, to, bottom + 1].map(|line| line as f64 * side);
            _ = write!(path, "M{} {}L{} {}", at[0], at[1], at[2], at[3]);
        }
        (!path.is_empty()).then(|| Path::new().set("class", "house").set("d", path))
    }

    /// The outline of an area: a line inside each side of a cell beyond which the area does not go on.
    fn outline(&self, area: &[usize], side: f64, path: &mut String) {
        let is_in = |row: isize, column: isize| {
            area.iter().any(|&cell| {
                let (r, c) = self.place(cell);
                (r.cast_signed(), c.cast_signed()) == (row, column)
            })
        };
        for &cell in area {
            let (row, column) = self.place(cell);
            let (row, column) = (row.cast_signed(), column.cast_signed());
            // For each side of the cell the step across it, as rows and columns.
            for (down, right) in [(-1, 0), (1, 0), (0, -1), (0, 1)] {
                if is_in(row + down, column + right) {
                    continue;
                }
                // At an outer corner the line ends before the border; at an inner one it goes on into the next cell.
                let end = |along: isize| {
                    let (r, c) = (row + along * right.abs(), column + along * down.abs());
                    let bend = match (is_in(r, c), is_in(r + down, c + right)) {
                        (false, _) => -INSET,
                        (true, true) => INSET,
                        (true, false) => 0.0,
                    };
                    0.5 + along as f64 * (0.5 + bend)
                };
                let across = |step: isize| 0.5 + step as f64 * (0.5 - INSET);
                let [x, y] = [column, row].map(|line| line as f64);
                let line = match down {
                    0 => [x + across(right), y + end(-1), x + across(right), y + end(1)],
                    _ => [x + end(-1), y + across(down), x + end(1), y + across(down)],
                };
                let at = line.map(|length| short(length * side));
                _ = write!(path, "M{} {}L{} {}", at[0], at[1], at[2], at[3]);
            }
        }
    }

    /// The signs between cells, each on a disc that hides the line there; `None` if there are none.
    pub fn signs(&self, side: f64) -> Option<Group> {
        let empty = self.signs.is_empty();
        let (mut discs, mut path) = (Group::new().set("class", "paper"), String::new());
        for &[small, large] in &self.signs {
            let [small, large] = [small, large].map(|cell| {
                let (row, column) = self.place(cell);
                [column as f64 + 0.5, row as f64 + 0.5]
            });
            let middle = [0, 1].map(|axis| f64::midpoint(small[axis], large[axis]));
            let disc =
                Circle::new().set("cx", short(middle[0] * side)).set("cy", short(middle[1] * side));
            discs = discs.add(disc.set("r", short(0.15 * side)));
            // From the tip, steps along the line of the two cells and across it.
            let corner = |along: f64, across: f64| {
                let way = [large[0] - small[0], large[1] - small[1]];
                let at =
                    [0, 1].map(|axis| middle[axis] + along * way[axis] + across * way[1 - axis]);
                at.map(|length| short(length * side))
            };
            let [a, tip, b] = [corner(0.08, 0.11), corner(-0.08, 0.0), corner(0.08, -0.11)];
            let line = [a, tip, b].map(|[x, y]| format!("{x} {y}")).join("L");
            _ = write!(path, "M{line}");
        }
        let path = Path::new().set("class", "sign").set("d", path);
        (!empty).then(|| Group::new().add(discs).add(path))
    }

    /// If `thick`, the lines between regions and around the board; otherwise the lines between the cells of a region.
    pub fn lines(&self, side: f64, thick: bool) -> Path {
        let region = |row: usize, column: usize| {
            let is_inside = (1..=self.rows).contains(&row) && (1..=self.rows).contains(&column);
            is_inside.then(|| self.regions[(row - 1) * self.rows + column - 1]).flatten()
        };
        let is_drawn =
            |a: Option<usize>, b: Option<usize>| (a.is_some() || b.is_some()) && (a != b) == thick;
        let mut path = String::new();
        for line in 0..=self.rows {
            let at = line as f64 * side;
            let across = |place| is_drawn(region(line, place + 1), region(line + 1, place + 1));
            for (from, to) in self.runs(across) {
                _ = write!(path, "M{} {at}H{}", from as f64 * side, to as f64 * side);
            }
            let down = |place| is_drawn(region(place + 1, line), region(place + 1, line + 1));
            for (from, to) in self.runs(down) {
                _ = write!(path, "M{at} {}V{}", from as f64 * side, to as f64 * side);
            }
        }
        Path::new().set("class", if thick { "thick" } else { "thin" }).set("d", path)
    }

    /// The runs of places of a line for which a condition holds: their first places, and the places after their last.
    fn runs(&self, holds: impl Fn(usize) -> bool) -> Vec<(usize, usize)> {
        let mut runs: Vec<(usize, usize)> = Vec::new();
        for place in (0..self.rows).filter(|&place| holds(place)) {
            match runs.last_mut() {
                Some((_, end)) if *end == place => *end += 1,
                _ => runs.push((place, place + 1)),
            }
        }
        runs
    }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use super::super::grid::{Board, picture};
    use super::super::testing::{of_class, parse, texts, under};
    use super::*;

    fn rules(spec: &str) -> Rules {
        spec.parse().and_then(|spec: quadrille_sudoku::rules::Spec| spec.rules(None)).unwrap()
    }

    /// The unit lines of a path of horizontal and vertical lines: for each its ends, as row and column.
    fn units(path: &Path, side: f64) -> BTreeSet<[[usize; 2]; 2]> {
        let text = path.get_attributes()["d"].to_string();
        let mut units = BTreeSet::new();
        #[expect(clippy::cast_sign_loss, reason = "nothing lies left of the board or above it")]
        let line = |text: &str| (text.parse::<f64>().unwrap() / side) as usize;
        for part in text.split('M').filter(|part| !part.is_empty()) {
            let way = if part.contains('H') { 'H' } else { 'V' };
            let (from, to) = part.split_once(way).unwrap();
            let (x, y) = from.split_once(' ').unwrap();
            let (x, y, to) = (line(x), line(y), line(to));
            if way == 'H' {
                units.extend((x..to).map(|x| [[y, x], [y, x + 1]]));
            } else {
                units.extend((y..to).map(|y| [[y, x], [y + 1, x]]));
            }
        }
        units
    }

    #[test]
    fn each_border_of_two_cells_is_thick_between_regions_and_thin_within_one() {
        for spec in ["2x3", "3x4", "6+latin", "regions:aaabb/acabb/cccdb/ecddd/eeeed", "samurai"] {
            let rules = rules(spec);
            let ground = Ground::of(&rules);
            let [thick, thin] = [true, false].map(|thick| units(&ground.lines(10.0, thick), 10.0));
            let (regions, rows) = (rules.regions(), rules.rows());
            // A region of the rules, or whether the place is on the board and not a hole.
            let region = |row: usize, column: usize| {
                let inside = (1..=rows).contains(&row) && (1..=rows).contains(&column);
                let cell = inside.then(|| (row - 1) * rows + column - 1);
                cell.filter(|&cell| rules.is_cell(cell)).map(|cell| regions[cell])
            };
            for (row, column) in (0..=rows).flat_map(|row| (0..=rows).map(move |c| (row, c))) {
                let here = region(row + 1, column + 1);
                for (other, unit) in [
                    (region(row, column + 1), [[row, column], [row, column + 1]]),
                    (region(row + 1, column), [[row, column], [row + 1, column]]),
                ] {
                    let is_drawn = here.is_some() || other.is_some();
                    assert_eq!(thick.contains(&unit), is_drawn && here != other, "{spec} {unit:?}");
                    assert_eq!(thin.contains(&unit), is_drawn && here == other, "{spec} {unit:?}");
                }
            }
        }
    }

    #[test]
    fn houses_of_other_rules_are_drawn_and_only_these() {
        for (spec, areas, lines) in [
            ("9", 0, 0),
            ("6+x", 0, 2),
            ("9+hyper", 36, 4 * 12),
            ("9+disjoint+anti-knight", 0, 0),
            ("4+latin+regions:aab./abb./..../....", 6, 2 * 8),
        ] {
            let rules = rules(spec);
            let empty = vec![0; rules.cells()];
            let text = picture(spec, &[Board::ruled(&rules, &empty, &empty)]);
            let drawn = parse(&text);
            assert_eq!(under(&drawn, "area", "rect").len(), areas, "{spec}");
            let outlines = of_class(&drawn, "house");
            let drawn = outlines.iter().map(|path| path.attribute("d").unwrap());
            assert_eq!(drawn.map(|path| path.matches('M').count()).sum::<usize>(), lines, "{spec}");
        }
    }

    #[test]
    fn the_tip_of_a_sign_points_to_the_smaller_digit() {
        use quadrille_sudoku::rules::read::{Asked, Reader};
        let spec = "4+futoshiki".parse().unwrap();
        let text = ".>.^.....<...v......";
        let found = Reader::new(text.as_bytes(), Asked::Spec(spec)).next().unwrap().unwrap();
        let board = Board::ruled(&found.rules, &found.givens, &found.givens);
        let text = picture("", &[board]);
        let drawn = parse(&text);
        let path = of_class(&drawn, "sign")[0].attribute("d").unwrap();
        let mut ways = Vec::new();
        for sign in path.split('M').skip(1) {
            let points: Vec<Vec<f64>> = sign
                .split('L')
                .map(|point| point.split(' ').map(|length| length.parse().unwrap()).collect())
                .collect();
            let to_tip =
                |axis: usize| points[1][axis] - f64::midpoint(points[0][axis], points[2][axis]);
            ways.push(match (to_tip(0), to_tip(1)) {
                (x, y) if y.abs() < 0.1 => {
                    if x > 0.0 {
                        '>'
                    } else {
                        '<'
                    }
                }
                (_, y) => {
                    if y > 0.0 {
                        'v'
                    } else {
                        '^'
                    }
                }
            });
        }
        ways.sort_unstable();
        assert_eq!(ways, ['<', '>', '^', 'v']);
    }

    #[test]
    fn the_ends_of_an_outline_meet() {
        let rules = rules(
            "9+regions:aa......./.aaa...../..aa...../......bbb/......b.b/......bbb/........./........./.........",
        );
        let ground = Ground::of(&rules);
        let path = ground.outlines(100.0).unwrap();
        let text = path.get_attributes()["d"].to_string();
        let mut ends = std::collections::BTreeMap::new();
        for part in text.split('M').filter(|part| !part.is_empty()) {
            for end in part.split('L') {
                *ends.entry(end.to_owned()).or_insert(0) += 1;
            }
        }
        assert!(!ends.is_empty() && ends.values().all(|&count| count == 2), "{ends:?}");
    }

    #[test]
    fn digits_above_nine_are_numbers_and_candidates_fit_the_cell() {
        let rules = rules("3x4");
        let mut givens = vec![0; 144];
        givens[0] = 12;
        let board = Board::ruled(&rules, &givens, &givens);
        let candidates = rules.candidates(&givens);
        let text = picture("", &[board.with_candidates(|cell| candidates[cell].into())]);
        let drawn = parse(&text);
        assert_eq!(texts(&drawn, "given"), ["12"]);
        // The 12 is no candidate of the 11 cells of its row, of 11 of its column, and of 6 more of its box.
        assert_eq!(texts(&drawn, "candidates").len(), 143 * 12 - 11 - 11 - 6);
    }
}
