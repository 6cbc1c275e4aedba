//! Exact cover problems made from others, by changes of a few options. The order of items and options stays, because the
//! size of a search depends on it.

use std::collections::HashSet;

use quadrille_cover::random::{Stream, shuffle};
use quadrille_cover::{OptionId, Problem, verify};

use super::Solved;
use crate::engine::searched::FirstSolution;

/// How often two options of a solution are drawn, of which two items are to be exchanged.
const TRIES: usize = 20;

/// The words of a problem in DLX text.
struct Text {
    items: String,
    options: Vec<Vec<String>>,
}

impl Text {
    fn of(problem: &Problem) -> Self {
        let text = problem.to_string();
        let (items, options) = text.split_once('\n').unwrap_or((&text, ""));
        let words = |line: &str| line.split(' ').map(str::to_owned).collect();
        Self { items: items.to_owned(), options: options.lines().map(words).collect() }
    }

    fn problem(&self) -> Option<Problem> {
        let options: Vec<String> = self.options.iter().map(|words| words.join(" ")).collect();
        Problem::parse(format!("{}\n{}\n", self.items, options.join("\n"))).ok()
    }

    /// Puts new options in the places of others that are not `kept`, as far as there are some, so that the number of options
    /// stays. Returns the places of the new ones.
    fn put(&mut self, new: Vec<Vec<String>>, kept: &[usize], stream: &mut Stream) -> Vec<usize> {
        let kept: HashSet<usize> = kept.iter().copied().collect();
        let mut free: Vec<usize> =
            (0..self.options.len()).filter(|place| !kept.contains(place)).collect();
        shuffle(&mut free, stream);
        let put = |option| {
            if let Some(place) = free.pop() {
                self.options[place] = option;
                return place;
            }
            self.options.push(option);
            self.options.len() - 1
        };
        new.into_iter().map(put).collect()
    }
}

/// A problem with two solutions or more, made from one with this solution: two of its options exchange an item, and the
/// new options are added to the old ones.
pub fn with_several(
    problem: &Problem,
    solution: &[OptionId],
    stream: &mut Stream,
) -> Option<Problem> {
    let kept: Vec<usize> = solution.iter().map(|option| option.index()).collect();
    let primary = primary_names(problem);
    for _ in 0..TRIES {
        let mut text = Text::of(problem);
        let mut places = kept.clone();
        shuffle(&mut places, stream);
        let [one, two, ..] = places[..] else { break };
        let mut new = [text.options[one].clone(), text.options[two].clone()];
        let item = |words: &[String], stream: &mut Stream| {
            let places: Vec<usize> =
                (0..words.len()).filter(|&place| primary.contains(&*words[place])).collect();
            (!places.is_empty()).then(|| places[stream.below(places.len())])
        };
        let (Some(from), Some(to)) = (item(&new[0], stream), item(&new[1], stream)) else {
            continue;
        };
        let [first, second] = &mut new;
        if first.contains(&second[to]) || second.contains(&first[from]) {
            continue; // an item with a multiplicity is in both
        }
        std::mem::swap(&mut first[from], &mut second[to]);
        let added = text.put(new.into(), &kept, stream);
        let Some(made) = text.problem() else { continue };
        let others = kept.iter().copied().filter(|place| ![one, two].contains(place));
        let other: Option<Vec<OptionId>> =
            others.chain(added).map(|place| made.option_id(place)).collect();
        if other.is_some_and(|other| verify(&made, &other).is_ok())
            && verify(&made, solution).is_ok()
        {
            return Some(made);
        }
    }
    // An option that stands twice gives two solutions as well.
    let mut text = Text::of(problem);
    let again = text.options.get(*kept.first()?)?.clone();
    text.put(vec![again], &kept, stream);
    text.problem()
}

/// A problem with a solution, made from one without: options that exclude none of each other are chosen at random, and new
/// ones cover what is left.
pub fn with_some(problem: &Problem, stream: &mut Stream) -> Option<Problem> {
    if problem.has_multiplicities() {
        return None;
    }
    let mut text = Text::of(problem);
    let mut places: Vec<usize> = (0..text.options.len()).collect();
    shuffle(&mut places, stream);
    let primary = primary_names(problem);
    let (mut covered, mut chosen): (HashSet<&str>, _) = (HashSet::new(), Vec::new());
    let options = text.options.clone();
    for place in places {
        let names = || options[place].iter().map(|word| name(word)).filter(|name| !name.is_empty());
        if names().any(|name| primary.contains(name)) && !names().any(|name| covered.contains(name))
        {
            covered.extend(names());
            chosen.push(place);
        }
    }
    let left: Vec<String> = problem
        .item_ids()
        .filter(|&item| problem.is_primary(item))
        .map(|item| problem.item_name(item).to_owned())
        .filter(|name| !covered.contains(&**name))
        .collect();
    let longest = options.iter().map(Vec::len).max().unwrap_or(1).max(1);
    let new = left.chunks(longest).map(<[String]>::to_vec).collect();
    text.put(new, &chosen, stream);
    text.problem()
}

/// A problem with as many solutions, of which this is known: without an option that is in none of the known solutions.
pub fn with_as_many(problem: &Problem, solved: Option<&Solved>, stream: &mut Stream) -> Problem {
    let kept: HashSet<usize> = match solved {
        Some(Solved::None) => HashSet::new(),
        Some(Solved::One(one)) => indices(one).collect(),
        Some(Solved::Several(one, two)) => indices(one).chain(indices(two)).collect(),
        None => return problem.clone(),
    };
    let mut text = Text::of(problem);
    let free: Vec<usize> = (0..text.options.len()).filter(|place| !kept.contains(place)).collect();
    if !free.is_empty() {
        text.options.remove(free[stream.below(free.len())]);
    }
    text.problem().unwrap_or_else(|| problem.clone())
}

fn indices(solution: &FirstSolution) -> impl Iterator<Item = usize> {
    let options: &[OptionId] = match solution {
        FirstSolution::Options(options) => options,
        FirstSolution::Grid(_) => &[],
    };
    options.iter().map(|option| option.index())
}

/// The name of the item in a word of an option; empty for a cost.
fn name(word: &str) -> &str {
    if word.starts_with('|') { "" } else { word.split(':').next().unwrap_or_default() }
}

fn primary_names(problem: &Problem) -> HashSet<&str> {
    let primary = problem.item_ids().filter(|&item| problem.is_primary(item));
    primary.map(|item| problem.item_name(item)).collect()
}
