//! A deterministic sample of instances, because a page with every instance of a large run would be too large to open.

use std::collections::BTreeSet;

use super::field::Field;

/// Selects `most` cases to show, or all if there are no more. The selection always contains the fastest and the slowest
/// case of each engine, and for every two engines the cases with the smallest and the largest ratio of their times,
/// even if these are more than `most`. The others are spread evenly.
pub(super) fn cases(field: &Field<'_>, most: usize) -> Vec<usize> {
    let all = field.table.cases.len();
    if all <= most {
        return (0..all).collect();
    }
    let mut chosen = BTreeSet::new();
    for a in 0..field.lines.len() {
        chosen.extend(ends((0..all).filter_map(|case| Some((case, field.time(a, case)?)))));
        for b in 0..a {
            let ratio = |case| Some((case, field.time(a, case)? / field.time(b, case)?));
            chosen.extend(ends((0..all).filter_map(ratio)));
        }
    }
    let rest: Vec<usize> = (0..all).filter(|case| !chosen.contains(case)).collect();
    let room = most.saturating_sub(chosen.len());
    chosen.extend((0..room).map(|i| rest[i * rest.len() / room]));
    chosen.into_iter().collect()
}

/// The indices of the smallest and the largest value. Among equal values, the first one counts.
fn ends(values: impl Iterator<Item = (usize, f64)>) -> Vec<usize> {
    let mut ends: Option<[(usize, f64); 2]> = None;
    for value in values {
        let [least, greatest] = ends.get_or_insert([value; 2]);
        if value.1 < least.1 {
            *least = value;
        }
        if value.1 > greatest.1 {
            *greatest = value;
        }
    }
    ends.into_iter().flatten().map(|(case, _)| case).collect()
}

/// At most `most` of the given points, spread evenly, including the first and the last. `most` is at least 2.
pub(super) fn points<T: Copy>(all: &[T], most: usize) -> Vec<T> {
    if all.len() <= most {
        return all.to_vec();
    }
    (0..most).map(|i| all[i * (all.len() - 1) / (most - 1)]).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ends_are_the_first_of_their_kind() {
        let values = [3.0, 1.0, 4.0, 1.0, 4.0];
        assert_eq!(ends(values.into_iter().enumerate()), [1, 2]);
        assert_eq!(ends([(7, 2.0)].into_iter()), [7, 7]);
        assert!(ends(std::iter::empty()).is_empty());
    }

    #[test]
    fn points_keep_both_ends() {
        let all: Vec<usize> = (0..1000).collect();
        let some = points(&all, 100);
        assert_eq!((some.len(), some[0], some[99]), (100, 0, 999));
        assert!(some.windows(2).all(|pair| pair[0] < pair[1]));
        assert_eq!(points(&all[..5], 100), [0, 1, 2, 3, 4]);
    }
}
