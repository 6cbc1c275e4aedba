//! Choosing a few of many sets such that their union is small, as the techniques `subsets` and `fish` need it.

/// Calls `visit` with every choice of `k` sets whose union has at most `most` elements, and with
/// that union, until `visit` returns a value.
pub(super) fn combine<T>(
    sets: &[u128],
    k: usize,
    most: u32,
    visit: &mut impl FnMut(&[usize], u128) -> Option<T>,
) -> Option<T> {
    choose(sets, k, most, &mut Vec::with_capacity(k), 0, visit)
}

fn choose<T>(
    sets: &[u128],
    k: usize,
    most: u32,
    chosen: &mut Vec<usize>,
    union: u128,
    visit: &mut impl FnMut(&[usize], u128) -> Option<T>,
) -> Option<T> {
    if chosen.len() == k {
        return visit(chosen, union);
    }
    let first = chosen.last().map_or(0, |&last| last + 1);
    for (index, &set) in sets.iter().enumerate().skip(first) {
        let union = union | set;
        if union.count_ones() <= most {
            chosen.push(index);
            let made = choose(sets, k, most, chosen, union, visit);
            chosen.pop();
            if made.is_some() {
                return made;
            }
        }
    }
    None
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sets_are_chosen_in_every_way_with_a_small_union() {
        let mut seen = Vec::new();
        let nothing = combine(&[0b0011, 0b0110, 0b1001, 0b0101], 2, 3, &mut |chosen, union| {
            seen.push((chosen.to_vec(), union));
            None::<()>
        });
        assert_eq!(nothing, None);
        let expected = [
            ([0, 1], 0b0111),
            ([0, 2], 0b1011),
            ([0, 3], 0b0111),
            ([1, 3], 0b0111),
            ([2, 3], 0b1101),
        ];
        assert_eq!(seen, expected.map(|(chosen, union)| (chosen.to_vec(), union)));
    }

    #[test]
    fn the_first_that_something_is_made_of_ends_it() {
        let made = combine(&[1, 2, 4], 1, 1, &mut |chosen, _| (chosen[0] > 0).then_some(chosen[0]));
        assert_eq!(made, Some(1));
    }
}
