//! Many names in few words.

/// Largest number of names and ranges before the others are only counted.
const MOST: usize = 12;
/// Smallest number of names that are written as a range.
const RANGE: usize = 3;

/// Names with their ranges, such as `p0 to p9 q1`, and whether all are there. Others are counted at the end.
pub fn summary(names: &[&str]) -> (String, bool) {
    let mut words = Vec::new();
    let mut told = 0;
    while told < names.len() && words.len() < MOST {
        let rest = &names[told..];
        let run = 1 + rest.windows(2).take_while(|pair| follows(pair[0], pair[1])).count();
        if run >= RANGE {
            words.push(format!("{} to {}", rest[0], rest[run - 1]));
            told += run;
        } else {
            words.push(rest[0].to_owned());
            told += 1;
        }
    }
    let is_whole = told == names.len();
    let more = if is_whole { String::new() } else { format!(" and {} more", names.len() - told) };
    (words.join(" ") + &more, is_whole)
}

/// Whether two names are the same but for a number at the end, which is one larger in the second name.
fn follows(first: &str, second: &str) -> bool {
    let split = |name: &str| {
        let stem = name.trim_end_matches(|c: char| c.is_ascii_digit());
        Some((stem.to_owned(), name[stem.len()..].parse::<u64>().ok()?))
    };
    let (Some((a, m)), Some((b, n))) = (split(first), split(second)) else { return false };
    a == b && m.checked_add(1) == Some(n)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_in_a_row_are_a_range() {
        let whole = |names: &[&str]| summary(names);
        assert_eq!(
            whole(&["p8", "p9", "p10", "q11", "q12", "x"]),
            ("p8 to p10 q11 q12 x".into(), true)
        );
        assert_eq!(whole(&["a", "b", "c"]), ("a b c".into(), true));
        assert_eq!(
            whole(&["18446744073709551615", "0", "99999999999999999999"]).0.matches(' ').count(),
            2
        );
        let odd: Vec<String> = (0..15).map(|i| format!("a{}", 2 * i)).collect();
        let odd: Vec<&str> = odd.iter().map(|name| &**name).collect();
        let (text, is_whole) = summary(&odd);
        assert!(!is_whole && text.ends_with("a22 and 3 more"), "{text}");
    }
}
