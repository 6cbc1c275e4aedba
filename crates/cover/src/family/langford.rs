//! Langford pairs: put 1, 1, 2, 2, ... n, n in a row so that there are exactly `d` numbers between the two
//! copies of each number `d`, as in 2 3 1 2 1 3.
//!
//! Items: each number, `d1` to `dn`, and each of the 2n places, from `s1` on. An option is a number
//! with its two places. There are solutions only if n is 0 or 3 modulo 4.
//!
//! Every solution read backwards is another solution. The reduced problem keeps one of each such pair: it
//! allows one number only where its first place is in the lower half of its range. That
//! number must be odd, because an even number can be symmetric in the row, its own mirror
//! image. The largest odd number is taken because it has the fewest options.
//!
//! Source: C. D. Langford, *The Mathematical Gazette* 42 (1958), 228; D. E. Knuth, *TAOCP* 4B,
//! 7.2.2.1. Counts up to reversal: OEIS A014552.

use super::layout::{Kind, Layout, Role};
use super::{Family, FamilyError, plain, primaries};
use crate::problem::Problem;

pub(super) const FAMILY: Family = Family {
    name: "langford",
    parameters: "N[:reduced]",
    about: "Langford pairs of 1 to N; reduced: one of each two mirror images",
    example: "langford:7",
    read: |words| match words {
        [n, "reduced"] => problem(FAMILY.number(&[n])?, true),
        _ => problem(FAMILY.number(words)?, false),
    },
    layout: Some(|words| {
        let n = FAMILY.number(&words[..1])?;
        FAMILY.admit(n, |n| n * n)?;
        Ok(layout(n))
    }),
};

fn problem(n: usize, is_reduced: bool) -> Result<Problem, FamilyError> {
    FAMILY.admit(n, |n| 3.0 * n * (n - 1.0) / 2.0)?;
    let largest_odd = if n.is_multiple_of(2) { n - 1 } else { n };
    let mut builder = Problem::builder();
    let numbers = primaries(&mut builder, 'd', 1..=n)?;
    let places = primaries(&mut builder, 's', 1..=2 * n)?;
    for (d, &number) in (1..).zip(&numbers) {
        // The first place of a number and the first place of its mirror image add up to this.
        let mirror_sum = 2 * n - d;
        let is_kept = |first: &usize| !is_reduced || d != largest_odd || 2 * first < mirror_sum;
        for first in (1..mirror_sum).filter(is_kept) {
            // Places are numbered from 1, and the second is d + 1 after the first.
            builder.option_of(plain([number, places[first - 1], places[first + d]]))?;
        }
    }
    Ok(builder.build())
}

fn layout(n: usize) -> Layout {
    let mut layout = Layout::new([1, 1, 2 * n], Kind::Symbols { block: 0 });
    for d in 1..=n {
        layout.role(format!("d{d}"), Role::Text(d.to_string()));
    }
    for place in 1..=2 * n {
        layout.role(format!("s{place}"), Role::Cell(place - 1));
    }
    layout
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use crate::family::pin;

    /// The mirror image of an option `d3 s1 s5`, for 2n places.
    fn mirrored(option: &str, n: usize) -> String {
        let mut words = option.split(' ');
        let number = words.next().unwrap();
        let places = words.rev().map(|s| 2 * n + 1 - s[1..].parse::<usize>().unwrap());
        places.fold(number.to_owned(), |text, place| format!("{text} s{place}"))
    }

    /// Of one number, the reduced problem has exactly one of each option and its mirror image.
    #[test]
    fn what_is_left_out_are_the_mirror_images_of_one_number() {
        for n in 1..=24 {
            let options =
                |spec: &str| -> BTreeSet<String> { pin::lines(spec).into_iter().skip(1).collect() };
            let whole = options(&format!("langford:{n}"));
            let kept = options(&format!("langford:{n}:reduced"));
            let odd = if n % 2 == 0 { n - 1 } else { n };
            let of_odd = |option: &&String| option.starts_with(&format!("d{odd} s"));
            let left_out: BTreeSet<_> = whole.difference(&kept).cloned().collect();
            let images = kept.iter().filter(of_odd).map(|option| mirrored(option, n)).collect();
            assert_eq!(left_out, images, "n = {n}");
            assert!(kept.is_subset(&whole), "n = {n}");
        }
    }
}
