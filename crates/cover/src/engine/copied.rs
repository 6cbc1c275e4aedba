//! Random problems with copies of a part, for tests of engines that look for equal and isomorphic sub-problems.

use crate::problem::Problem;
use crate::random::{Stream, shuffle};

/// A random problem with up to three copies of a random part, which options of the whole may join.
///
/// All items and options are shuffled.
pub(crate) fn random_problem(stream: &mut Stream) -> Problem {
    let copies = 1 + stream.below(3);
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
        let only = (stream.below(8) == 0).then(|| stream.below(copies));
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
        let join = |copy: usize| items(copy).nth(copy % primary);
        options.push((0..copies).filter_map(join).collect());
    }
    options.retain(|option| option.iter().any(|word| word.starts_with('p')));
    let (mut first, mut second): (Vec<String>, Vec<String>) =
        (0..copies).flat_map(items).partition(|name| name.starts_with('p'));
    shuffle(&mut first, stream);
    shuffle(&mut second, stream);
    shuffle(&mut options, stream);
    let head = format!("{} | {}", first.join(" "), second.join(" "));
    let head = head.trim_end_matches([' ', '|']).to_owned();
    let lines: Vec<String> =
        [head].into_iter().chain(options.iter().map(|option| option.join(" "))).collect();
    Problem::parse(&(lines.join("\n") + "\n")).unwrap_or_else(|error| panic!("{error}: {lines:#?}"))
}
