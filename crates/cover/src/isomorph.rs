//! Isomorphs of a problem: the same problem with its items, its options and the items of each option in another order,
//! or with other names.
//!
//! An isomorph has as many solutions as the problem. The order decides which of several equally good items an engine
//! branches on, and with it the size of the search tree, so isomorphs separate luck from speed.

use std::collections::HashMap;

use crate::problem::{Colour, Problem};
use crate::random::{Stream, shuffle};

/// A part of a problem that [`isomorph`] changes.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Part {
    /// The order of the items. Primary items stay before secondary ones.
    Items,
    /// The order of the options.
    Options,
    /// The order of the items of each option.
    Entries,
    /// The names of items and of colours, which are exchanged among each other. A name that begins with `#` becomes
    /// another such name, because a search prefers to branch on these items ([`Problem::is_preferred`]).
    Names,
}

impl Part {
    /// The parts that make up the order of a problem: all except names.
    pub const ORDER: [Self; 3] = [Self::Items, Self::Options, Self::Entries];
}

/// A random isomorph of a problem. Only these parts are changed; for each of them, all results are equally likely.
///
/// ```
/// use quadrille_cover::Problem;
/// use quadrille_cover::isomorph::{Part, isomorph};
/// use quadrille_cover::random::Stream;
///
/// let problem = Problem::parse("a b c\na b\nb c\na\nc\n")?;
/// let other = isomorph(&problem, &Part::ORDER, &mut Stream::new(1, 0));
/// assert_ne!(other, problem);
/// assert_eq!(quadrille_cover::count(&other), quadrille_cover::count(&problem));
/// # Ok::<(), quadrille_cover::TextError>(())
/// ```
///
/// # Panics
/// If the problem has no primary item, because it has no DLX text then.
pub fn isomorph(problem: &Problem, parts: &[Part], stream: &mut Stream) -> Problem {
    let text = problem.to_string();
    let mut options: Vec<&str> = text.lines().collect();
    let mut items: Vec<&str> = options.remove(0).split(' ').collect();
    let (primary, secondary) = items.split_at_mut(problem.primary());
    if parts.contains(&Part::Items) {
        shuffle(primary, stream);
        // The first word of `secondary` is the bar `|` before the secondary items, which stays there.
        shuffle(secondary.get_mut(1..).unwrap_or_default(), stream);
    }
    if parts.contains(&Part::Options) {
        shuffle(&mut options, stream);
    }
    let mut options: Vec<Vec<&str>> =
        options.into_iter().map(|option| option.split(' ').collect()).collect();
    if parts.contains(&Part::Entries) {
        for words in &mut options {
            // The cost of an option stays at its end.
            let entries = words.iter().take_while(|word| !word.starts_with('|')).count();
            shuffle(&mut words[..entries], stream);
        }
    }
    let renamed = parts.contains(&Part::Names).then(|| Renamed::random(problem, stream));
    let item = |word: &&str| renamed.as_ref().map_or_else(|| (*word).to_owned(), |r| r.item(word));
    let entry =
        |word: &&str| renamed.as_ref().map_or_else(|| (*word).to_owned(), |r| r.entry(word));
    let mut written = items.iter().map(item).collect::<Vec<_>>().join(" ");
    for words in &options {
        written.push('\n');
        written += &words.iter().map(entry).collect::<Vec<_>>().join(" ");
    }
    Problem::parse(written).expect("the text of a problem is valid in any order")
}

/// The new names of items and colours.
struct Renamed<'p> {
    items: HashMap<&'p str, &'p str>,
    colours: HashMap<&'p str, &'p str>,
}

impl<'p> Renamed<'p> {
    fn random(problem: &'p Problem, stream: &mut Stream) -> Self {
        let names = problem.item_ids().map(|item| problem.item_name(item));
        let (preferred, others): (Vec<_>, Vec<_>) = names.partition(|name| name.starts_with('#'));
        let mut items = exchanged(preferred, stream);
        items.extend(exchanged(others, stream));
        let colours = (0..problem.colours()).map(|i| problem.colour_name(Colour(i as u32)));
        Self { items, colours: exchanged(colours.collect(), stream) }
    }

    /// A word of the list of items, such as `a` or `2:3|a`.
    fn item(&self, word: &str) -> String {
        match word.rsplit_once('|') {
            // The bar between primary and secondary items.
            Some((_, "")) => word.to_owned(),
            Some((bounds, name)) => format!("{bounds}|{}", self.items[name]),
            None => self.items[word].to_owned(),
        }
    }

    /// A word of an option, such as `a`, `a:red` or the cost `|7`.
    fn entry(&self, word: &str) -> String {
        match word.split_once(':') {
            _ if word.starts_with('|') => word.to_owned(),
            Some((name, colour)) => format!("{}:{}", self.items[name], self.colours[colour]),
            None => self.items[word].to_owned(),
        }
    }
}

/// Each name with another of them.
fn exchanged<'p>(names: Vec<&'p str>, stream: &mut Stream) -> HashMap<&'p str, &'p str> {
    let mut others = names.clone();
    shuffle(&mut others, stream);
    names.into_iter().zip(others).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    const TEXT: &str =
        "a b 2:3|c #d | x y\na x:red\na b |3\nc x:red y\nc\nb c y:blue |1\n#d x:red\n#d\nc b\n";

    fn drawn(parts: &[Part], seed: u64) -> String {
        let problem = Problem::parse(TEXT).expect("a problem");
        isomorph(&problem, parts, &mut Stream::new(seed, 0)).to_string()
    }

    #[test]
    fn only_the_parts_asked_for_change() {
        let text = Problem::parse(TEXT).expect("a problem").to_string();
        assert_eq!(drawn(&[], 1), text);
        let lines = |text: &str| text.lines().map(str::to_owned).collect::<Vec<_>>();
        let sorted = |mut lines: Vec<String>| {
            lines.sort_unstable();
            lines
        };
        let (items, options) = (drawn(&[Part::Items], 1), drawn(&[Part::Options], 1));
        assert_ne!(items, text);
        assert_eq!(lines(&items)[1..], lines(&text)[1..]);
        assert_ne!(options, text);
        assert_eq!(lines(&options)[0], lines(&text)[0]);
        assert_eq!(sorted(lines(&options)), sorted(lines(&text)));
        let entries = drawn(&[Part::Entries], 1);
        assert_ne!(entries, text);
        for (one, other) in lines(&entries).iter().zip(lines(&text)) {
            let words = |line: &str| sorted(line.split(' ').map(str::to_owned).collect());
            assert_eq!(words(one), words(&other));
        }
    }

    #[test]
    fn preferred_names_and_bounds_stay_what_they_are() {
        for seed in 0..20 {
            let renamed = drawn(&[Part::Names], seed);
            let (items, options) = renamed.split_once('\n').expect("several lines");
            let words: Vec<_> = items.split(' ').collect();
            assert!(words[2].starts_with("2:3|") && words[3] == "#d" && words[4] == "|", "{items}");
            assert_eq!(options.matches(':').count(), 4, "{options}");
            assert_eq!(options.matches("#d").count(), 2, "{options}");
        }
    }
}
