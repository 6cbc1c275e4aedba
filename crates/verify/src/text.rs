//! The file `problem.dlx`: DLX text without comments, blank lines, costs, and options without a primary item.

use std::collections::HashMap;

use crate::lines::Lines;
use crate::problem::{Entry, MOST_ITEMS, MOST_OPTIONS, Problem};
use crate::refusal::Refusal;

/// Upper bound on the size of the file, in bytes.
pub(crate) const MOST_BYTES: u64 = 1 << 26;

/// Reads a problem. The text has exactly one form, so that its bytes say all that is to be known:
/// words are separated by single blanks, and every line ends with a line feed.
pub(crate) fn read(lines: Lines<'_>) -> Result<Problem, Refusal> {
    let (items, bounds, options) = entries(lines)?;
    Ok(Problem::new(items, &bounds, &options))
}

/// Reads the number of items, the bounds of each primary item, and the items of each option.
#[expect(clippy::type_complexity, reason = "the parts of a problem, which the caller takes apart")]
pub(crate) fn entries(
    mut lines: Lines<'_>,
) -> Result<(usize, Vec<(u32, u32)>, Vec<Vec<Entry>>), Refusal> {
    let head = lines.next()?.unwrap_or_default();
    let (primary, secondary) = match head.split_once(" | ") {
        Some((primary, secondary)) => (primary, Some(secondary)),
        None => (&*head, None),
    };
    let mut numbers = HashMap::new();
    let mut bounds = Vec::new();
    for word in primary.split(' ') {
        let (times, name) = match word.split_once('|') {
            Some((times, name)) => (several(times), name),
            None => (Some((1, 1)), word),
        };
        let Some((low, high)) = times else {
            return Err(lines.refusal(format_args!("found `{word}`; expected bounds such as 2:3")));
        };
        bounds.push((low, high));
        name_item(&lines, &mut numbers, name)?;
    }
    for name in secondary.iter().flat_map(|names| names.split(' ')) {
        name_item(&lines, &mut numbers, name)?;
    }
    if numbers.len() > MOST_ITEMS {
        let items = numbers.len();
        let why = format_args!(
            "found {items} items; expected {MOST_ITEMS} at most, the limit of this check"
        );
        return Err(lines.refusal(why).of_limit());
    }
    let mut colours = HashMap::new();
    let mut options = Vec::new();
    while let Some(line) = lines.next()? {
        if options.len() == MOST_OPTIONS {
            let why =
                format_args!("found more than {MOST_OPTIONS} options, the limit of this check");
            return Err(lines.refusal(why).of_limit());
        }
        let mut option: Vec<Entry> = Vec::new();
        for word in line.split(' ') {
            let (name, colour) = match word.split_once(':') {
                Some((name, colour)) => (name, Some(colour)),
                None => (word, None),
            };
            let Some(&item) = numbers.get(name) else {
                return Err(lines.refusal(format_args!("found `{word}`; expected an item")));
            };
            if option.iter().any(|&(other, _)| other == item) {
                return Err(lines.refusal(format_args!("found item `{name}` twice")));
            }
            if colour.is_some_and(|colour| item < bounds.len() || !is_name(colour)) {
                return Err(lines.refusal(format_args!(
                    "found `{word}`; expected a colour of a secondary item only, by a name"
                )));
            }
            let new = colours.len() as u32;
            let colour =
                colour.map(|colour| *colours.entry((item, colour.to_owned())).or_insert(new));
            option.push((item, colour));
        }
        if option.iter().all(|&(item, _)| item >= bounds.len()) {
            return Err(lines.refusal("found an option without a primary item"));
        }
        options.push(option);
    }
    Ok((numbers.len(), bounds, options))
}

fn name_item(
    lines: &Lines<'_>,
    numbers: &mut HashMap<String, usize>,
    name: &str,
) -> Result<(), Refusal> {
    let number = numbers.len();
    if !is_name(name) {
        return Err(lines.refusal(format_args!("found `{name}`; expected the name of an item")));
    }
    match numbers.insert(name.to_owned(), number) {
        None => Ok(()),
        Some(_) => Err(lines.refusal(format_args!("item `{name}` is named twice"))),
    }
}

fn is_name(word: &str) -> bool {
    !word.is_empty() && !word.contains(|c: char| c <= ' ' || c == '\u{7f}' || c == '|' || c == ':')
}

/// The bounds of an item that may be covered several times.
fn several(times: &str) -> Option<(u32, u32)> {
    let (low, high) = times.split_once(':')?;
    let bounds = (number(low)?, number(high)?);
    Some(bounds).filter(|&(low, high)| low <= high && high > 0 && bounds != (1, 1))
}

/// A number as a writer writes it: without a sign, and without zeros before it.
fn number(digits: &str) -> Option<u32> {
    digits.parse().ok().filter(|number: &u32| number.to_string() == digits)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn parsed(text: &str) -> Result<Problem, String> {
        read(Lines::new("p", Box::new(text.as_bytes()), MOST_BYTES))
            .map_err(|error| error.to_string())
    }

    #[test]
    fn reads_every_kind_of_item() {
        let problem = parsed("a 0:2|b | x y\na x:red\na b\nb y x:red\nb x\n").unwrap();
        assert_eq!((problem.primary, problem.options), (2, 4));
        assert_eq!(problem.holders(1), [0b1110]);
        assert_eq!(problem.excluded(0), [0b1011], "colours agree with option 2, but not with 3");
        assert_eq!(problem.several_of(2), [0]);
        assert_eq!(problem.covers(1), [1]);
        assert!(!problem.is_pure);
    }

    #[test]
    fn refuses_other_forms() {
        let refused = |text: &str| parsed(text).unwrap_err();
        assert_eq!(refused("a\na"), "p:2: found no line feed at the end of the line");
        assert_eq!(refused("a\nb\n"), "p:2: found `b`; expected an item");
        assert_eq!(refused("a b\na a\n"), "p:2: found item `a` twice");
        assert_eq!(refused("a a\n"), "p:1: item `a` is named twice");
        assert_eq!(refused("a  b\n"), "p:1: found ``; expected the name of an item");
        assert_eq!(refused("3:2|a\n"), "p:1: found `3:2|a`; expected bounds such as 2:3");
        assert_eq!(refused("02:3|a\n"), "p:1: found `02:3|a`; expected bounds such as 2:3");
        assert_eq!(refused("1:1|a\n"), "p:1: found `1:1|a`; expected bounds such as 2:3");
        assert_eq!(refused("a | \n"), "p:1: found ``; expected the name of an item");
        assert_eq!(refused("a | x\nx\n"), "p:2: found an option without a primary item");
        assert_eq!(
            refused("a\na:1\n"),
            "p:2: found `a:1`; expected a colour of a secondary item only, by a name"
        );
        assert_eq!(refused("a\n\n"), "p:2: found ``; expected an item");
        assert_eq!(refused(""), "p:1: found ``; expected the name of an item");
    }
}
