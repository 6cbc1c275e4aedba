//! Problems as linear constraints: OPB and CPLEX LP.

use std::fmt::Write;

use quadrille_cover::{Bounds, Problem};

/// Length of a line of an LP file, in bytes, after which it goes on in the next; CPLEX reads 560.
const LINE: usize = 200;

/// The options of each item, as numbers of variables from 1.
fn held(problem: &Problem) -> Vec<Vec<usize>> {
    let mut held = vec![Vec::new(); problem.items()];
    for option in problem.option_ids() {
        problem
            .option(option)
            .iter()
            .for_each(|entry| held[entry.item.index()].push(option.index() + 1));
    }
    held
}

/// Costs that are not 0, with the numbers of their variables.
fn costs(problem: &Problem) -> impl Iterator<Item = (u64, usize)> {
    let all = problem.option_ids().map(|option| (problem.cost(option), option.index() + 1));
    all.filter(|&(cost, _)| cost > 0)
}

pub(super) fn opb(problem: &Problem) -> String {
    let (mut body, mut constraints) = (String::new(), 0);
    let mut constraint = |sign: char, held: &[usize], relation: &str, number: i64| {
        for variable in held {
            _ = write!(body, "{sign}1 x{variable} ");
        }
        _ = writeln!(body, "{relation} {number} ;");
        constraints += 1;
    };
    for (item, held) in problem.item_ids().zip(held(problem)) {
        match problem.bounds(item) {
            None => constraint('-', &held, ">=", -1),
            Some(Bounds { low, high }) if low == high => constraint('+', &held, "=", low.into()),
            // Both, also where one says nothing, so that they are read as those of one item.
            Some(Bounds { low, high }) => {
                constraint('+', &held, ">=", low.into());
                constraint('-', &held, ">=", -i64::from(high));
            }
        }
    }
    let mut text = format!("* #variable= {} #constraint= {constraints}\n", problem.options());
    if problem.has_costs() {
        text += "min: ";
        costs(problem).for_each(|(cost, variable)| _ = write!(text, "+{cost} x{variable} "));
        text += ";\n";
    }
    text + &body
}

pub(super) fn lp(problem: &Problem) -> String {
    let mut text = "Minimize\n obj:".to_owned();
    if !problem.has_costs() {
        text += " 0 x1";
    }
    sum(&mut text, costs(problem).map(|(cost, variable)| (format!("{cost} "), variable)));
    text += "\nSubject To\n";
    let are_names = problem.item_ids().all(|item| is_name(problem.item_name(item)));
    for (item, held) in problem.item_ids().zip(held(problem)) {
        if are_names {
            _ = write!(text, " {}:", problem.item_name(item));
        } else {
            _ = write!(text, " i{}:", item.index() + 1);
        }
        let mut constraint = |relation: &str, number: u32| {
            sum(&mut text, held.iter().map(|&variable| (String::new(), variable)));
            _ = writeln!(text, " {relation} {number}");
        };
        match problem.bounds(item) {
            None => constraint("<=", 1),
            Some(Bounds { low, high }) if low == high => constraint("=", low),
            // Not every program reads a sum between two numbers. The second is without a name, so that both are read as those of one item.
            Some(Bounds { low, high }) => {
                constraint(">=", low);
                constraint("<=", high);
            }
        }
    }
    text += "Binary\n";
    (1..=problem.options()).for_each(|variable| _ = writeln!(text, " x{variable}"));
    text + "End\n"
}

/// A sum in lines that are not too long.
fn sum(text: &mut String, terms: impl Iterator<Item = (String, usize)>) {
    let mut begin = text.len();
    for (at, (coefficient, variable)) in terms.enumerate() {
        text.push_str(if at > 0 { " + " } else { " " });
        _ = write!(text, "{coefficient}x{variable}");
        if text.len() - begin > LINE {
            text.push_str("\n ");
            begin = text.len();
        }
    }
}

/// Whether an LP file can have this name: not a number, nor a word that begins a section.
fn is_name(name: &str) -> bool {
    const WORDS: [&str; 14] = [
        "st", "such", "subject", "bounds", "bound", "binary", "binaries", "bin", "general",
        "generals", "gen", "free", "inf", "end",
    ];
    let is_exponent = |name: &str| {
        name.strip_prefix(['e', 'E'])
            .is_some_and(|rest| rest.starts_with(|c: char| c.is_ascii_digit()))
    };
    name.len() <= 255
        && name.chars().all(|c| c.is_ascii_alphanumeric() || "!\"#$%&/,.?@_'`{}()".contains(c))
        && !name.starts_with(|c: char| c.is_ascii_digit() || c == '.')
        && !is_exponent(name)
        && !WORDS.contains(&&*name.to_ascii_lowercase())
}
