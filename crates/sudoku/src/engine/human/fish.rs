//! Fish: a digit whose places in k parallel lines (the base) all lie in k lines across (the cover).
//!
//! X-wing, swordfish and jellyfish have two, three and four lines. A *finned* fish has further places, its
//! fins, all in one region. Then either the fish or a fin is right, so candidates that both would strike
//! are struck.

use super::Ask;
use super::combine::combine;
use super::state::{State, bits};
use crate::engine::deduction::{Because, Candidate, Deduction, Technique};

pub(super) fn plain(
    state: &State,
    technique: Technique,
    k: usize,
    ask: &mut Ask<'_>,
) -> Option<Deduction> {
    each_net(state, k as u32, ask, |net| {
        combine(&net.sets, k, k as u32, &mut |chosen, cover| {
            let base = net.base(chosen);
            let struck = bits(cover).flat_map(|place| net.across(place, !base)).collect();
            net.catch(technique, struck, base, cover, Vec::new())
        })
    })
}

pub(super) fn finned(
    state: &State,
    technique: Technique,
    k: usize,
    ask: &mut Ask<'_>,
) -> Option<Deduction> {
    // Besides k - 1 cover lines, the places may lie in all n lines through the regions with the fins.
    let most = k - 1 + state.n();
    each_net(state, most as u32, ask, |net| {
        combine(&net.sets, k, most as u32, &mut |chosen, union| {
            (0..state.n()).find_map(|stack| {
                let inside = union & stripe(state.n(), stack);
                let outside = union & !inside;
                let needed = k.checked_sub(outside.count_ones() as usize)?;
                subsets_of(inside)
                    .filter(|part| part.count_ones() as usize == needed && *part != inside)
                    .find_map(|part| {
                        net.with_fins(technique, chosen, outside, part, inside & !part)
                    })
            })
        })
    })
}

/// The places of a digit in all rows, or in all columns.
struct Net<'s> {
    state: &'s State,
    digit: u8,
    /// The numbers of the first base line and of the first line across, as units.
    first: (usize, usize),
    /// The base lines with few places for the digit, counted from the first base line, and the places in each.
    lines: Vec<usize>,
    sets: Vec<u128>,
}

/// Calls `find` for every digit with the rows, and with the columns, that have at most `most` places.
fn each_net(
    state: &State,
    most: u32,
    ask: &mut Ask<'_>,
    mut find: impl FnMut(&Net<'_>) -> Option<Deduction>,
) -> Option<Deduction> {
    let side = state.side();
    state.all_digits().map_while(|digit| ask(1).then_some(digit)).find_map(|digit| {
        [(0, side), (side, 0)].into_iter().find_map(|first| {
            let few = |line: &usize| {
                (2..=most).contains(&state.places(first.0 + line, digit).count_ones())
            };
            let lines: Vec<usize> = (0..side).filter(few).collect();
            let sets = lines.iter().map(|line| state.places(first.0 + line, digit)).collect();
            find(&Net { state, digit, first, lines, sets })
        })
    })
}

impl Net<'_> {
    /// The chosen base lines as a mask of places in a line across.
    fn base(&self, chosen: &[usize]) -> u128 {
        chosen.iter().fold(0, |base, &index| base | 1 << self.lines[index])
    }

    /// The candidates in a line across, at the places of a mask.
    fn across(&self, line: usize, at: u128) -> impl Iterator<Item = Candidate> + '_ {
        let unit = self.first.1 + line;
        let places = self.state.places(unit, self.digit) & at;
        self.state.cells_at(unit, places).map(|cell| (cell, self.digit))
    }

    /// The fish whose cover lines are `outside` and `part`, with the places in the lines `finned`
    /// as fins; `None` if the fins lie in several regions or nothing is struck.
    fn with_fins(
        &self,
        technique: Technique,
        chosen: &[usize],
        outside: u128,
        part: u128,
        finned: u128,
    ) -> Option<Deduction> {
        let n = self.state.n();
        let with_fin = chosen.iter().filter(|&&index| self.sets[index] & finned != 0);
        let mut bands = with_fin.map(|&index| self.lines[index] / n);
        let band = bands.next()?;
        if bands.any(|other| other != band) {
            return None; // the fins lie in two regions
        }
        let base = self.base(chosen);
        let at = stripe(n, band) & !base;
        let struck = bits(part).flat_map(|line| self.across(line, at)).collect();
        let fins = bits(finned).flat_map(|line| self.across(line, base)).map(|(cell, _)| cell);
        self.catch(technique, struck, base, outside | part, fins.collect())
    }

    fn catch(
        &self,
        technique: Technique,
        struck: Vec<Candidate>,
        base: u128,
        cover: u128,
        fins: Vec<usize>,
    ) -> Option<Deduction> {
        let lines =
            |first: usize, mask| bits(mask).map(|line| self.state.unit(first + line)).collect();
        Deduction::strike(self.state.order(), technique, struck, || Because::Fish {
            digit: self.digit,
            base: lines(self.first.0, base),
            cover: lines(self.first.1, cover),
            fins,
        })
    }
}

/// The mask of the n lines through one row or column of regions.
fn stripe(n: usize, index: usize) -> u128 {
    ((1 << n) - 1) << (index * n)
}

/// The subsets of a set, except the empty one.
fn subsets_of(set: u128) -> impl Iterator<Item = u128> {
    let after = move |&subset: &u128| Some((subset - 1) & set).filter(|&next| next != 0);
    std::iter::successors(Some(set).filter(|&set| set != 0), after)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::engine::human::testing::{all, at, blank, cells};

    const LINES: [usize; 4] = [2, 5, 7, 9];
    const ACROSS: [usize; 4] = [3, 8, 4, 6];

    /// The digit 5 at two places in each of `k` rows: row i has columns i and i + 1 of `k` columns,
    /// cyclically.
    fn ring(k: usize) -> State {
        (0..k).fold(blank(), |state, i| {
            state.with_row(LINES[i], 5, &[ACROSS[i], ACROSS[(i + 1) % k]])
        })
    }

    #[test]
    fn as_many_rows_as_columns_strike_the_digit_from_the_columns() {
        let techniques = [Technique::XWing, Technique::Swordfish, Technique::Jellyfish];
        for (technique, k) in techniques.into_iter().zip(2..) {
            let (struck, text) = ring(k).struck_by(technique);
            let rows = (1..=9).filter(|row| !LINES[..k].contains(row));
            let expected = rows.flat_map(|row| ACROSS[..k].iter().map(move |&c| at(row, c)));
            assert_eq!(struck, all(expected, &[5]), "{text}");
        }
        let text = ring(2).struck_by(Technique::XWing).1;
        let begin =
            "X-wing: 5 in rows 2 and 5 stands in columns 3 and 8 only, so it is struck from ";
        assert!(text.starts_with(begin), "{text}");
    }

    #[test]
    fn as_many_columns_as_rows_strike_the_digit_from_the_rows() {
        let state = blank().with_column(2, 5, &[1, 9]).with_column(6, 5, &[1, 9]);
        let (struck, _) = state.struck_by(Technique::XWing);
        let columns = [1, 3, 4, 5, 7, 8, 9];
        let expected = columns.into_iter().flat_map(|column| [at(1, column), at(9, column)]);
        assert_eq!(struck, all(expected, &[5]));
    }

    #[test]
    fn fins_leave_what_sees_them_all() {
        // The fin, row 7 column 9, sees only those cells of column 8 that are in region 9.
        let state = blank().with_row(2, 5, &[3, 8]).with_row(7, 5, &[3, 8, 9]);
        assert_eq!(state.found(Technique::XWing), None);
        let (struck, text) = state.struck_by(Technique::FinnedXWing);
        assert_eq!(struck, all(cells([(8, 8), (9, 8)]), &[5]), "{text}");
        assert!(text.contains("columns 3 and 8 only but for row 7 column 9, so it is"), "{text}");
    }

    #[test]
    fn larger_fish_have_fins_too() {
        let swordfish = blank().with_row(1, 5, &[1, 4]).with_row(4, 5, &[4, 8]);
        let swordfish = swordfish.with_row(7, 5, &[1, 8, 9]);
        assert_eq!(swordfish.found(Technique::FinnedXWing), None);
        let (struck, text) = swordfish.struck_by(Technique::FinnedSwordfish);
        assert_eq!(struck, all(cells([(8, 8), (9, 8)]), &[5]), "{text}");
        let jellyfish = blank().with_row(1, 5, &[1, 4]).with_row(4, 5, &[4, 8]);
        let jellyfish = jellyfish.with_row(2, 5, &[8, 6]).with_row(7, 5, &[6, 1, 3]);
        let (struck, text) = jellyfish.struck_by(Technique::FinnedJellyfish);
        assert_eq!(struck, all(cells([(8, 1), (9, 1)]), &[5]), "{text}");
    }

    #[test]
    fn fins_in_two_regions_spoil_the_fish() {
        let state = blank().with_row(2, 5, &[3, 8, 9]).with_row(7, 5, &[3, 8, 9]);
        assert_eq!(state.found(Technique::FinnedXWing), None);
    }
}
