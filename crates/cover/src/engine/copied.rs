//! Random problems with copies of a part, for tests of engines that look for equal and isomorphic sub-problems.

use std::collections::BTreeMap;

use crate::problem::Problem;
use crate::random::{Stream, shuffle};

/// A random problem with up to three copies of a random part, which options of the whole may join. Some options are in
/// one copy only, so that the copies are often not quite the same.
///
/// All items and options are shuffled.
pub(crate) fn random_problem(stream: &mut Stream) -> Problem {
    let copies = 1 + stream.below(3);
    with_copies(stream, copies, false)
}

/// A random problem of two or three copies of a random part, which can be exchanged: each option is in every copy, and an option of
/// the whole holds the same item of each copy.
pub(crate) fn symmetric_problem(stream: &mut Stream) -> Problem {
    let copies = 2 + stream.below(2);
    with_copies(stream, copies, true)
}

fn with_copies(stream: &mut Stream, copies: usize, are_same: bool) -> Problem {
    let (primary, secondary) = (2 + stream.below(3), stream.below(3));
    let items = |copy: usize| {
        let name = move |kind: char, i: usize| format!("{kind}{copy}.{i}");
        (0..primary).map(move |i| name('p', i)).chain((0..secondary).map(move |i| name('s', i)))
    };
    let mut options: Vec<Vec<String>> = Vec::new();
    for _ in 0..3 + stream.below(8) {
        // The same items and colours in each copy; sometimes in one only, which breaks the symmetry.
        let mut chosen: Vec<(usize, Option<char>)> = Vec::new();
        for i in 0..primary + secondary {
            if stream.below(2) == 0 {
                let is_coloured = i >= primary && stream.below(3) > 0;
                chosen.push((i, is_coloured.then(|| ['x', 'y'][stream.below(2)])));
            }
        }
        let only = (!are_same && stream.below(8) == 0).then(|| stream.below(copies));
        for copy in (0..copies).filter(|copy| only.is_none_or(|only| only == *copy)) {
            let names: Vec<String> = items(copy).collect();
            let word = |&(i, colour): &(usize, Option<char>)| match colour {
                Some(colour) => format!("{}:{colour}", names[i]),
                None => names[i].clone(),
            };
            options.push(chosen.iter().map(word).collect());
        }
    }
    for _ in 0..stream.below(4) {
        let same = stream.below(primary);
        let join = |copy: usize| items(copy).nth(if are_same { same } else { copy % primary });
        options.push((0..copies).filter_map(join).collect());
    }
    options.retain(|option| option.iter().any(|word| word.starts_with('p')));
    let (first, second) = (0..copies).flat_map(items).partition(|name| name.starts_with('p'));
    written(first, second, options, stream)
}

/// The problem with bounds on about half of its primary items: the same on items of the same name in each copy.
pub(crate) fn with_bounds(problem: &Problem, stream: &mut Stream) -> Problem {
    let text = problem.to_string();
    let (head, rest) = text.split_once('\n').expect("a line of items");
    let (first, second) = head.split_once(" |").unwrap_or((head, ""));
    let mut bounds: BTreeMap<&str, String> = BTreeMap::new();
    let word = |word| {
        let bounds = bounds.entry(str::split_once(word, '.').map_or(word, |(_, name)| name));
        let bounds = bounds.or_insert_with(|| {
            let low = stream.below(3);
            let high = (low + stream.below(4)).max(1);
            if stream.below(2) == 0 { String::new() } else { format!("{low}:{high}|") }
        });
        format!("{bounds}{word}")
    };
    let words: Vec<String> = first.split_whitespace().map(word).collect();
    let text = format!("{} |{second}\n{rest}", words.join(" "));
    Problem::parse(&text).unwrap_or_else(|error| panic!("{error}: {text}"))
}

/// The same problem with other names of items, and with items and options in another order.
pub(super) fn renamed(problem: &Problem, stream: &mut Stream) -> Problem {
    let text = problem.to_string();
    let (head, rest) = text.split_once('\n').expect("a line of items");
    let (first, second) = head.split_once(" |").unwrap_or((head, ""));
    let [first, second] = [first, second].map(|items| items.split_whitespace().collect::<Vec<_>>());
    let name = |word: &'_ str| word.rfind('|').map_or(0, |bar| bar + 1);
    let mut numbers: Vec<usize> = (0..first.len() + second.len()).collect();
    shuffle(&mut numbers, stream);
    let new: BTreeMap<&str, String> = first
        .iter()
        .chain(&second)
        .zip(numbers)
        .map(|(&old, n)| (&old[name(old)..], format!("i{n}")))
        .collect();
    let item = |word: &str| format!("{}{}", &word[..name(word)], new[&word[name(word)..]]);
    let word = |word: &str| match word.split_once(':') {
        Some((item, colour)) => format!("{}:{colour}", new[item]),
        None => new[word].clone(),
    };
    let options = rest.lines().map(|line| line.split(' ').map(word).collect()).collect();
    let [first, second] = [first, second].map(|items| items.into_iter().map(item).collect());
    written(first, second, options, stream)
}

/// The problem of these items, primary and secondary, and options, all in a random order.
fn written(
    mut first: Vec<String>,
    mut second: Vec<String>,
    mut options: Vec<Vec<String>>,
    stream: &mut Stream,
) -> Problem {
    shuffle(&mut first, stream);
    shuffle(&mut second, stream);
    shuffle(&mut options, stream);
    let head = format!("{} | {}", first.join(" "), second.join(" "));
    let head = head.trim_end_matches([' ', '|']).to_owned();
    let lines: Vec<String> =
        [head].into_iter().chain(options.iter().map(|option| option.join(" "))).collect();
    Problem::parse(&(lines.join("\n") + "\n")).unwrap_or_else(|error| panic!("{error}: {lines:#?}"))
}
