//! A number of solutions as a share of all.

use num_bigint::BigUint;
use quadrille_cover::family::heat::Heat;

/// A number of solutions, of this number.
#[derive(Clone, Copy, Debug)]
pub(super) struct Share<'n> {
    pub(super) number: &'n BigUint,
    pub(super) of: &'n BigUint,
}

impl Share<'_> {
    pub(super) fn is_positive(self) -> bool {
        *self.number > BigUint::ZERO
    }

    /// The number of these parts, rounded, if the whole is `parts`.
    fn rounded(self, parts: u32) -> u64 {
        let doubled = self.of * 2u32;
        u64::try_from((self.number * 2u32 * parts + self.of) / doubled).unwrap_or(u64::MAX)
    }

    /// The share, from 0 to 1, to nine digits.
    pub(super) fn part(self) -> f64 {
        self.rounded(1_000_000_000) as f64 / 1e9
    }

    /// The percentage without its sign. Only all solutions are 100 %, and only none is 0 %.
    pub(super) fn percent(self) -> String {
        match self.rounded(100) {
            0 if self.is_positive() => "<1".to_owned(),
            100 if self.number != self.of => ">99".to_owned(),
            percent => percent.to_string(),
        }
    }

    /// The percentage to two decimals.
    pub(super) fn in_words(self) -> String {
        match self.rounded(10_000) {
            0 if self.is_positive() => "less than 0.01 %".to_owned(),
            parts => format!("{}.{:02} %", parts / 100, parts % 100),
        }
    }
}

/// The share with the full colour: the largest share of a place, rounded up to a number that is easy to read.
pub(super) fn top_of_scale(heat: &Heat) -> f64 {
    let numbers = heat.maps.iter().flat_map(|(_, numbers)| numbers);
    let Some(number) = numbers.max() else { return 1.0 };
    let largest = Share { number, of: &heat.solutions }.part();
    let tops = [0.01, 0.02, 0.04, 0.06, 0.08, 0.1, 0.12, 0.16, 0.2, 0.25, 0.3, 0.4, 0.5, 0.6, 0.8];
    tops.into_iter().find(|top| largest <= *top).unwrap_or(1.0)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_none_is_0_and_only_all_are_100_percent() {
        let percent = |number: u32, of: u32| {
            let (number, of) = (&number.into(), &of.into());
            let share = Share { number, of };
            (share.percent(), share.in_words())
        };
        let pair = |a: &str, b: &str| (a.to_owned(), b.to_owned());
        assert_eq!(percent(0, 7), pair("0", "0.00 %"));
        assert_eq!(percent(7, 7), pair("100", "100.00 %"));
        assert_eq!(percent(1, 1000), pair("<1", "0.10 %"));
        assert_eq!(percent(999, 1000), pair(">99", "99.90 %"));
        assert_eq!(percent(1, 1_000_000), pair("<1", "less than 0.01 %"));
        assert_eq!(percent(18, 92), pair("20", "19.57 %"));
        let (number, of) = (&BigUint::from(3u32).pow(300), &(BigUint::from(3u32).pow(300) * 4u32));
        assert!((Share { number, of }.part() - 0.25).abs() < 1e-12);
    }
}
