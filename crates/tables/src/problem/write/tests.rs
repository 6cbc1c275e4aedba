//! What is written is read again as the same problem.

use proptest::collection::vec;
use proptest::prelude::*;
use quadrille_cover::{Bounds, Problem, count};

use super::*;
use crate::read_strictly;

/// Primary items with their bounds, the number of secondary items, and for each option its cost and its items, each with a colour or 0.
type Drawn = (Vec<Bounds>, usize, Vec<(u64, Vec<(usize, usize)>)>);

/// Problems with all that a format might not hold, each of it in some.
fn drawn(holds: &'static [Part]) -> impl Strategy<Value = Drawn> {
    let bounds = (0u32..3, 0u32..3, any::<bool>()).prop_map(move |(low, more, is_plain)| {
        if is_plain || !holds.contains(&Bounded) {
            Bounds::ONCE
        } else {
            Bounds { low, high: (low + more).max(1) }
        }
    });
    let secondary = if holds.contains(&Secondary) { 0..3usize } else { 0..1 };
    (vec(bounds, 1..6), secondary).prop_flat_map(move |(bounds, secondary)| {
        let items = bounds.len() + secondary;
        let option = (0u64..4, vec((0..items, 0usize..3), 1..4));
        (Just(bounds), Just(secondary), vec(option, 1..7))
    })
}

/// The problem, with names that are numbered or words. Items and options that the format cannot hold are left out.
fn build(
    holds: &[Part],
    (bounds, secondary, options): Drawn,
    name: &dyn Fn(usize) -> String,
) -> Option<Problem> {
    let primary = bounds.len();
    let options: Vec<_> = options
        .into_iter()
        .map(|(cost, mut items)| {
            items.sort_unstable();
            items.dedup_by_key(|(item, _)| *item);
            (if holds.contains(&Costs) { cost } else { 0 }, items)
        })
        .filter(|(_, items)| holds.contains(&IdleOptions) || items[0].0 < primary)
        .collect();
    let is_kept = |item: usize| {
        holds.contains(&IdleItems)
            || options.iter().any(|(_, items)| items.iter().any(|&(held, _)| held == item))
    };
    let mut builder = Problem::builder();
    for (item, bounds) in bounds.into_iter().enumerate().filter(|&(item, _)| is_kept(item)) {
        builder.primary_bounded(&name(item), bounds).unwrap();
    }
    for item in (primary..primary + secondary).filter(|&item| is_kept(item)) {
        builder.secondary(&name(item)).unwrap();
    }
    for (cost, items) in &options {
        let words: Vec<String> = items
            .iter()
            .map(|&(item, colour)| match colour {
                1.. if item >= primary && holds.contains(&Colours) => {
                    format!("{}:c{colour}", name(item))
                }
                _ => name(item),
            })
            .collect();
        builder.push_cost(*cost).unwrap();
        builder.option(words.iter().map(String::as_str)).unwrap();
    }
    let problem = builder.build();
    (problem.options() > 0 && problem.primary() > 0).then_some(problem)
}

/// A problem's text with numbers for names, and the items of each option in their order.
fn numbered(problem: &Problem) -> String {
    let mut text = format!("{} {}\n", problem.primary(), problem.items());
    for item in problem.item_ids() {
        _ = write!(text, "{:?} ", problem.bounds(item));
    }
    for option in problem.option_ids() {
        let mut entries: Vec<_> =
            problem.option(option).iter().map(|entry| (entry.item, entry.colour)).collect();
        entries.sort_unstable();
        _ = write!(text, "\n{} {entries:?}", problem.cost(option));
    }
    text
}

fn names(at: usize) -> impl Fn(usize) -> String {
    move |item| match at {
        0 => (item + 1).to_string(),
        1 => item.to_string(),
        2 => format!("{}{item}", ["#", "//", "x", "e", "[", "\\"][item % 6]),
        _ => format!("item{item}"),
    }
}

proptest! {
    #[test]
    fn every_format_is_read_again(
        (at, drawn) in (0..FORMATS.len()).prop_flat_map(|at| (Just(at), drawn(FORMATS[at].holds))),
        named in 0usize..4,
    ) {
        let format = &FORMATS[at];
        let Some(problem) = build(format.holds, drawn, &names(named)) else { return Ok(()) };
        let text = write_problem(&problem, format.name).unwrap();
        if format.name == CNF {
            prop_assert_eq!(count(&problem).unwrap(), models(&text).into(), "{}", text);
            return Ok(());
        }
        let read = read_strictly(text.as_bytes());
        let read = read.map_err(|error| TestCaseError::fail(format!("{error}: {text}")))?;
        prop_assert_eq!(numbered(&read), numbered(&problem), "{}", text);
        if [KNUTH, "counted", JSON].contains(&format.name) {
            prop_assert_eq!(read, problem);
        }
    }

    #[test]
    fn what_a_format_cannot_hold_is_refused_or_read_again(at in 0..FORMATS.len(), drawn in drawn(ALL)) {
        let Some(problem) = build(ALL, drawn, &names(3)) else { return Ok(()) };
        match write_problem(&problem, FORMATS[at].name) {
            Err(Unfit::Held { format, .. }) => prop_assert_eq!(format, FORMATS[at].name),
            Err(other) => prop_assert!(false, "{other}"),
            Ok(_) if FORMATS[at].name == CNF => {}
            Ok(text) => prop_assert_eq!(numbered(&read_strictly(text.as_bytes()).unwrap()), numbered(&problem)),
        }
    }
}

/// The number of models with these values of the first variables.
fn below(clauses: &[Vec<i64>], variables: usize, values: &mut Vec<bool>) -> u64 {
    let is_false = |literal: &i64| {
        values
            .get(literal.unsigned_abs() as usize - 1)
            .is_some_and(|&value| value != (*literal > 0))
    };
    if clauses.iter().any(|clause| clause.iter().all(is_false)) {
        return 0;
    }
    if values.len() == variables {
        return 1;
    }
    let both = [false, true].map(|value| {
        values.push(value);
        let found = below(clauses, variables, values);
        values.pop();
        found
    });
    both[0] + both[1]
}

/// The number of models of a CNF, found by branching on one variable after another.
fn models(text: &str) -> u64 {
    let lines = text.lines().filter(|line| !line.starts_with('c'));
    let mut numbers =
        lines.clone().next().unwrap().split(' ').skip(2).map(|word| word.parse::<usize>().unwrap());
    let (variables, stated) = (numbers.next().unwrap(), numbers.next().unwrap());
    let clauses: Vec<Vec<i64>> = lines
        .skip(1)
        .map(|line| {
            line.split(' ')
                .map(|word| word.parse().unwrap())
                .take_while(|&literal| literal != 0)
                .collect()
        })
        .collect();
    assert_eq!(clauses.len(), stated, "{text}");
    below(&clauses, variables, &mut Vec::new())
}

#[test]
fn many_options_of_an_item_exclude_each_other_by_further_variables() {
    let problem =
        Problem::parse(format!("a | x\n{}{}", "a\n".repeat(9), "a x\n".repeat(8))).unwrap();
    let text = write_problem(&problem, CNF).unwrap();
    assert!(text.contains("\np cnf 38 "), "{text}");
    assert_eq!(models(&text), 17);
}

#[test]
fn texts_that_others_read() {
    let problem = Problem::parse("a 1:2|b | x\na x |3\nb x\na b\nb\n").unwrap();
    let lp = "Minimize\n obj: 3 x1\nSubject To\n a: x1 + x3 = 1\n b: x2 + x3 + x4 >= 1\n x2 + x3 + x4 <= 2\n x: x1 + x2 <= 1\nBinary\n x1\n x2\n x3\n x4\nEnd\n";
    assert_eq!(write_problem(&problem, LP).unwrap(), lp);
    let opb = "* #variable= 4 #constraint= 4\nmin: +3 x1 ;\n+1 x1 +1 x3 = 1 ;\n+1 x2 +1 x3 +1 x4 >= 1 ;\n-1 x2 -1 x3 -1 x4 >= -2 ;\n-1 x1 -1 x2 >= -1 ;\n";
    assert_eq!(write_problem(&problem, OPB).unwrap(), opb);
    let json = "{\"items\": [\"a\", \"1:2|b\"],\n \"secondary\": [\"x\"],\n \"options\": [\n  [\"a\", \"x\", \"|3\"],\n  [\"b\", \"x\"],\n  [\"a\", \"b\"],\n  [\"b\"]]}\n";
    assert_eq!(write_problem(&problem, JSON).unwrap(), json);
    // Two columns of 0 and 1 could be a text of Knuth's.
    let square = Problem::parse("a b\nb\na\n").unwrap();
    assert_eq!(write_problem(&square, MATRIX).unwrap(), "| format: matrix\n0 1\n1 0\n");
    let error = |text: &str, format: &str| {
        write_problem(&Problem::parse(text).unwrap(), format).unwrap_err().to_string()
    };
    assert!(error("a | x\na x:red\n", LP).starts_with(
        "`lp` cannot hold the colour `red` of item `x` in option 1; write the problem as `knuth`"
    ));
    assert!(
        error("a 0:2|b\na b\n", CNF).starts_with("`cnf` cannot hold the bounds 0:2 of item `b`")
    );
    assert!(
        error("a b\na\n", LISTS).starts_with("`lists` cannot hold item `b`, which is in no option")
    );
    assert!(
        error("a | x\na x\nx\n", OPB)
            .starts_with("`opb` cannot hold option 2, which has no primary item")
    );
    assert!(error("a\n", JSON).starts_with("`json` cannot hold a problem without options"));
    assert!(
        error("a\na\n", "xls").starts_with("found the format `xls`; expected knuth, matrix, lists")
    );
}
