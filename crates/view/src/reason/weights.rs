//! Weights in words.

use std::cmp::Reverse;
use std::collections::BTreeMap;

use quadrille_cover::family::Layout;
use quadrille_cover::family::layout::Kind;
use quadrille_cover::{Bounds, ItemId, Problem};

/// Weights of a problem's items that cannot balance.
pub struct Weighed<'w> {
    pub problem: &'w Problem,
    pub weights: &'w [(ItemId, i64)],
    pub layout: Option<&'w Layout>,
    /// Whether options were chosen before, so that the problem is what they leave.
    pub is_rest: bool,
}

/// Items with the same weight.
struct Group {
    items: Vec<ItemId>,
    /// How often all of them together must and may be covered.
    low: u64,
    high: u64,
    /// Whether each must be covered exactly once, and whether each may be covered at most once.
    once: bool,
    at_most_once: bool,
}

/// How a group is called.
struct Called {
    /// After a number, such as `dark square` or nothing.
    one: String,
    many: String,
    /// After `covers one`.
    of: String,
    /// After `more`.
    items_of: String,
}

impl Weighed<'_> {
    /// One sentence or more, with a line end.
    pub fn words(&self) -> String {
        let negative = self.weights.iter().any(|&(_, weight)| weight < 0);
        let is_plain = self.weights.iter().all(|&(_, weight)| weight.abs() == 1);
        match self.weights {
            &[(item, _)] => {
                let item = self.problem.item_name(item);
                let no = if self.is_rest { "No option is left for" } else { "No option covers" };
                format!("{no} {item}.\n")
            }
            _ if is_plain && negative => self.groups(),
            _ => self.table(),
        }
    }

    fn group(&self, weight: i64) -> Group {
        let items = self.weights.iter().filter(|it| it.1 == weight).map(|it| it.0);
        let items: Vec<ItemId> = items.collect();
        let bounds: Vec<Bounds> = items
            .iter()
            .map(|&item| self.problem.bounds(item).unwrap_or(Bounds { low: 0, high: 1 }))
            .collect();
        Group {
            low: bounds.iter().map(|bounds| u64::from(bounds.low)).sum(),
            high: bounds.iter().map(|bounds| u64::from(bounds.high)).sum(),
            once: bounds.iter().all(|&bounds| bounds == Bounds::ONCE),
            at_most_once: bounds.iter().all(|bounds| bounds.high == 1),
            items,
        }
    }

    /// The sentence for weights of 1 and -1.
    fn groups(&self) -> String {
        let [first, second] = [self.group(1), self.group(-1)];
        let (begin, [a, b]) = self.called([&first, &second]);
        let rule = self.rule([&first, &second], [&a, &b]);
        let end = if first.once && second.at_most_once {
            let number = |group: &Group, called: &Called| {
                let what = if group.items.len() == 1 { &called.one } else { &called.many };
                format!("{} {what}", group.items.len())
            };
            let each = |group: &Group, how: &str| {
                let each = if group.items.len() == 1 { "" } else { "each " };
                format!("{each}to be covered {how}")
            };
            let are = if first.items.len() == 1 { "is" } else { "are" };
            let most = if second.once { "once" } else { "at most once" };
            format!(
                "But there {are} {}, {}, and only {}, {}.",
                number(&first, &a),
                each(&first, "once"),
                number(&second, &b),
                each(&second, most)
            )
        } else {
            format!(
                "But {} must be covered at least {} in all, and {} can be covered only {} in all.",
                a.items_of,
                times(first.low),
                b.items_of,
                times(second.high)
            )
        };
        format!("{begin}{rule} {end}\n")
    }

    /// What gives the two groups their names, if they need it, and how they are called.
    fn called(&self, groups: [&Group; 2]) -> (String, [Called; 2]) {
        let names = groups.map(|group| {
            let names: Vec<&str> =
                group.items.iter().map(|&item| self.problem.item_name(item)).collect();
            summary(&names)
        });
        let sizes = groups.map(|group| group.items.len());
        let coloured = |noun: &str| {
            ["dark", "light"].map(|colour| Called {
                one: format!("{colour} {noun}"),
                many: format!("{colour} {noun}s"),
                of: format!("{colour} {noun}"),
                items_of: format!("{colour} {noun}s"),
            })
        };
        if let Some((noun, how)) = self.chessboard() {
            let [dark, light] = sizes;
            let left = if self.is_rest { " that are left" } else { "" };
            let begin = format!(
                "Colour the {noun}s{left} {how}, so that {dark} are dark and {light} are light. "
            );
            return (begin, coloured(noun));
        }
        let [(dark, is_whole), (light, both)] = &names;
        if *is_whole && *both && dark.len() + light.len() < 80 {
            let mut place = ["first", "second"].into_iter();
            let called = [dark, light].map(|names| {
                let of = format!("of the {}", place.next().expect("there are two"));
                Called {
                    one: of.clone(),
                    many: of,
                    of: format!("of {names}"),
                    items_of: names.clone(),
                }
            });
            return (String::new(), called);
        }
        let items = |size: usize| if size == 1 { "this item" } else { "these" };
        let call = |size: usize, colour: &str, names: &str| match size {
            1 => format!("Call {} {colour}: {names}. ", items(1)),
            size => format!("Call {} {size} items {colour}: {names}. ", items(size)),
        };
        let begin = call(sizes[0], "dark", dark) + &call(sizes[1], "light", light);
        (begin, coloured("item"))
    }

    /// What holds for every option.
    fn rule(&self, [first, second]: [&Group; 2], [a, b]: [&Called; 2]) -> String {
        let mut signs = vec![0i64; self.problem.items()];
        self.weights.iter().for_each(|&(item, weight)| signs[item.index()] = weight);
        let choosable = self.problem.option_ids().filter(|&o| self.problem.is_choosable(o));
        let counts = choosable.map(|option| {
            let of_sign = |sign: i64| {
                let entries = self.problem.option(option).iter();
                entries.filter(|entry| signs[entry.item.index()] == sign).count()
            };
            [of_sign(1), of_sign(-1)]
        });
        let counts: Vec<[usize; 2]> = counts.collect();
        let touching = || counts.iter().filter(|&&count| count != [0, 0]);
        let are_named = a.one.starts_with("of ");
        if are_named && second.items.len() == 1 {
            let one = if first.items.len() == 1 { &a.items_of } else { &format!("one {}", a.of) };
            return format!("Each option that covers {one} covers {}.", b.items_of);
        }
        if counts.iter().all(|&count| count == [1, 1]) {
            return format!("Each option covers one {} and one {}.", a.of, b.of);
        }
        if touching().all(|&count| count == [1, 1]) {
            return format!("Each option covers one {} and one {}, or neither.", a.of, b.of);
        }
        let items = if are_named { "items of " } else { "" };
        let of = if items.is_empty() { "" } else { "of " };
        if counts.iter().all(|[a, b]| a == b) {
            return format!(
                "Each option covers as many {items}{} as {of}{}.",
                a.items_of, b.items_of
            );
        }
        format!("No option covers more {items}{} than {of}{}.", a.items_of, b.items_of)
    }

    /// If the groups are the two colours of a chessboard, what its cells are called and how it is coloured.
    fn chessboard(&self) -> Option<(&'static str, &'static str)> {
        let (board, others) = self.layout?.weights(self.problem, self.weights);
        let all: Vec<(ItemId, i64)> = self.problem.item_ids().map(|item| (item, 1)).collect();
        // Holes, and cells that options chosen before have covered, belong to no item.
        let (of_items, _) = self.layout?.weights(self.problem, &all);
        let [layers, rows, columns] = board.size;
        let mut parity = None;
        let is_coloured = board.cells.iter().enumerate().all(|(i, spot)| {
            let place = i / (rows * columns) + i / columns % rows + i % columns;
            let dark = (place % 2 == 0) == spot.is_given;
            of_items.cells[i].piece.is_none()
                || spot.piece.is_some() && *parity.get_or_insert(dark) == dark
        });
        let noun = match self.layout?.kind() {
            Kind::Tiling | Kind::Chessboard if layers == 1 => "square",
            _ => "cell",
        };
        let how = if layers == 1 {
            "like a chessboard"
        } else {
            "in two colours, so that neighbours differ"
        };
        (is_coloured && others.is_empty()).then_some((noun, how))
    }

    /// All weights, and what they sum to.
    fn table(&self) -> String {
        let mut groups: BTreeMap<Reverse<i64>, Vec<&str>> = BTreeMap::new();
        for &(item, weight) in self.weights {
            groups.entry(Reverse(weight)).or_default().push(self.problem.item_name(item));
        }
        let width = groups.keys().map(|weight| weight.0.to_string().len()).max().unwrap_or(0) + 1;
        let mut text = "Give items these weights:\n".to_owned();
        for (weight, names) in groups {
            text += &format!("{:>width$}: {}\n", weight.0, summary(&names).0);
        }
        let bounds = |item: ItemId| self.problem.bounds(item).unwrap_or(Bounds { low: 0, high: 1 });
        let least = self.weights.iter().map(|&(item, weight)| {
            let Bounds { low, high } = bounds(item);
            i128::from(weight) * i128::from(if weight > 0 { low } else { high })
        });
        let is_exact = self.weights.iter().all(|&(item, _)| bounds(item).low == bounds(item).high);
        let at_least = if is_exact { "" } else { "at least " };
        text += &format!(
            "In each option the weights sum to at most 0. In a solution they would sum to {at_least}{}.\n",
            least.sum::<i128>()
        );
        text
    }
}

fn times(number: u64) -> String {
    if number == 1 { "once".to_owned() } else { format!("{number} times") }
}

/// Largest number of names and ranges before the others are only counted.
const MOST: usize = 12;
/// Smallest number of names that are written as a range.
const RANGE: usize = 3;

/// Names with their ranges, such as `p0 to p9 q1`, and whether all are there. Others are counted at the end.
fn summary(names: &[&str]) -> (String, bool) {
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
