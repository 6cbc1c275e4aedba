//! Numbers of times that no choice of options can give to the items, known without a search.
//!
//! As a vector over the items, the numbers of times that a solution covers them are a sum of the vectors of its options. So they lie in
//! the space that these span: pieces that fill a box have as many cells as the box, whichever they are. The space is kept as a basis in
//! echelon form, modulo a prime: what is outside of the space modulo the prime is outside of it.

use crate::problem::{Bounds, ItemId, Problem, State};

/// A prime below 2^31, so that products fit in a word.
const PRIME: u64 = (1 << 31) - 1;
/// Upper bound on the steps that the basis may take, which is some tenths of a second.
const MOST_STEPS: usize = 1 << 30;

/// The space of the options, over the items whose numbers are fixed and then those that are decided one after another.
pub(super) struct Sums {
    fixed: Vec<u64>,
    /// By item that is decided, whether its number is known then: an item with colours may be covered any number of times in one.
    is_known: Vec<bool>,
    /// By place, the vector of the basis that begins there, with a 1.
    basis: Vec<Option<Vec<u64>>>,
}

impl Sums {
    /// The space of the options of a problem; `None` if it would take long to find.
    pub(super) fn new(problem: &Problem, items: &[ItemId]) -> Option<Self> {
        let mut is_coloured = vec![false; problem.items()];
        for entry in problem.option_ids().flat_map(|option| problem.option(option)) {
            is_coloured[entry.item.index()] |= entry.colour.is_some();
        }
        let is_known: Vec<bool> = items.iter().map(|item| !is_coloured[item.index()]).collect();
        let exactly = |item: ItemId| match problem.bounds(item) {
            Some(Bounds { low, high }) if low == high && !items.contains(&item) => Some(low),
            _ => None,
        };
        let fixed: Vec<(ItemId, u32)> =
            problem.item_ids().filter_map(|item| Some((item, exactly(item)?))).collect();
        let known = items.iter().zip(&is_known).filter(|(_, is_known)| **is_known);
        let order = fixed.iter().map(|(item, _)| item).chain(known.map(|(item, _)| item));
        let mut places = vec![None; problem.items()];
        let mut size = 0_usize;
        for item in order {
            places[item.index()] = Some(size);
            size += 1;
        }
        if size.saturating_mul(size).saturating_mul(problem.options()) > MOST_STEPS {
            return None;
        }
        let fixed = fixed.iter().map(|&(_, times)| u64::from(times)).collect();
        let mut sums = Self { fixed, is_known, basis: vec![None; size] };
        for option in problem.option_ids().filter(|&option| problem.is_choosable(option)) {
            let mut vector = vec![0; size];
            for entry in problem.option(option) {
                if let Some(place) = places[entry.item.index()] {
                    vector[place] = 1;
                }
            }
            if let Some(place) = sums.reduce(&mut vector, size) {
                let factor = inverse(vector[place]);
                for number in &mut vector {
                    *number = *number * factor % PRIME;
                }
                sums.basis[place] = Some(vector);
            }
        }
        Some(sums)
    }

    /// Whether some sum of options covers the first items as often as these states say, and those that are fixed, too.
    pub(super) fn admit(&self, states: &[State]) -> bool {
        let mut vector = self.fixed.clone();
        for (state, _) in states.iter().zip(&self.is_known).filter(|(_, is_known)| **is_known) {
            let State::Times(times) = state else { unreachable!("the item has no colours") };
            vector.push(u64::from(*times));
        }
        let known = vector.len();
        vector.resize(self.basis.len(), 0);
        self.reduce(&mut vector, known).is_none()
    }

    /// Subtracts vectors of the basis, up to the first place of the first `known` ones that none of them begins at and that is not 0.
    fn reduce(&self, vector: &mut [u64], known: usize) -> Option<usize> {
        for place in 0..known {
            let factor = vector[place] % PRIME;
            if factor == 0 {
                continue;
            }
            let Some(basis) = &self.basis[place] else { return Some(place) };
            for (number, basis) in vector[place..].iter_mut().zip(&basis[place..]) {
                *number = (*number + (PRIME - factor) * basis) % PRIME;
            }
        }
        None
    }
}

/// The number by which a product is 1 modulo the prime: its power by Fermat's theorem.
fn inverse(number: u64) -> u64 {
    let (mut base, mut exponent, mut power) = (number % PRIME, PRIME - 2, 1);
    while exponent > 0 {
        if exponent & 1 == 1 {
            power = power * base % PRIME;
        }
        base = base * base % PRIME;
        exponent >>= 1;
    }
    power
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::family;

    fn admits(spec: &str, times: &[u32]) -> bool {
        let problem = family::build(spec).unwrap();
        let pieces = problem.item_ids().filter(|&item| problem.bounds(item) != Some(Bounds::ONCE));
        let items: Vec<ItemId> = pieces.collect();
        let states: Vec<State> = times.iter().map(|&times| State::Times(times)).collect();
        Sums::new(&problem, &items).expect("it is small").admit(&states)
    }

    #[test]
    fn pieces_have_as_many_cells_as_the_box() {
        // Squares, dominoes and L-trominoes in a box of 30.
        let spec = "polyominoes:0-30x#,0-30x##,0-30x##/#.:5x6";
        for (times, expected) in [
            (&[][..], true),
            (&[29], true),
            (&[0, 15, 0], true),
            (&[0, 15, 1], false),
            (&[0, 0, 10], true),
            (&[1, 1, 9], true),
            (&[30, 0, 0], true),
            (&[28, 0, 0], false),
        ] {
            assert_eq!(admits(spec, times), expected, "{times:?}");
        }
    }

    #[test]
    fn the_inverse_of_a_number_makes_one() {
        for number in [1, 2, 3, 12345, PRIME - 1] {
            assert_eq!(number * inverse(number) % PRIME, 1);
        }
    }
}
