//! Problems written in the formats of other programs, and in Knuth's.
//!
//! What is written is read again as the same problem, but for names where a format has none: if it could be taken for another format, its
//! first line says which it is.

mod linear;

use std::fmt::Write;

use quadrille_cover::proof::clauses;
use quadrille_cover::{Bounds, OptionId, Problem};
use thiserror::Error;

use self::Part::{Bounded, Colours, Costs, IdleItems, IdleOptions, NoOptions, Secondary};
use super::{JSON, KNUTH, LISTS, LP, MATRIX, OPB, problem_text};

#[derive(Debug)]
struct Format {
    name: &'static str,
    write: fn(&Problem) -> String,
    holds: &'static [Part],
}

/// What a format may hold beside primary items and options.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Part {
    Secondary,
    Colours,
    Bounded,
    Costs,
    /// Items without options.
    IdleItems,
    /// Options without primary items, which are never chosen.
    IdleOptions,
    NoOptions,
}

const ALL: &[Part] = &[Secondary, Colours, Bounded, Costs, IdleItems, IdleOptions];
const PLAIN: &[Part] = &[Secondary, IdleItems, IdleOptions];
const LINEAR: &[Part] = &[Secondary, Bounded, Costs];
const CNF: &str = "cnf";
const FORMATS: [Format; 10] = [
    Format {
        name: KNUTH,
        write: Problem::to_string,
        holds: &[Secondary, Colours, Bounded, Costs, IdleItems, IdleOptions, NoOptions],
    },
    Format { name: MATRIX, write: matrix, holds: PLAIN },
    Format { name: LISTS, write: lists, holds: &[] },
    Format { name: "partition", write: partition, holds: &[Costs, IdleItems] },
    Format { name: "counted", write: counted, holds: PLAIN },
    Format { name: "market", write: market, holds: &[IdleItems] },
    Format { name: JSON, write: json, holds: ALL },
    Format { name: OPB, write: linear::opb, holds: LINEAR },
    Format { name: LP, write: linear::lp, holds: LINEAR },
    Format {
        name: CNF,
        write: cnf,
        holds: &[Secondary, Colours, IdleItems, IdleOptions, NoOptions],
    },
];

/// Upper bound on the entries of a matrix, each of which takes two bytes.
const MOST_BITS: usize = 1 << 29;

/// Why a problem is not written.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum Unfit {
    /// A format that is not known.
    #[error("found the format `{0}`; expected {names}", names = WRITTEN.join(", "))]
    Unknown(String),
    /// What the problem has that the format does not.
    #[error(
        "`{format}` cannot hold {what}; write the problem as `{KNUTH}` or `{JSON}`, which hold all"
    )]
    Held {
        /// The format.
        format: &'static str,
        /// What the problem has, by its name.
        what: String,
    },
    /// A problem that no text holds.
    #[error(
        "found no primary item; expected one at least, because no format holds a problem without"
    )]
    NoPrimary,
}

/// The names of the formats that [`write_problem`] writes.
pub const WRITTEN: [&str; 10] = {
    let mut names = [""; 10];
    let mut at = 0;
    while at < names.len() {
        names[at] = FORMATS[at].name;
        at += 1;
    }
    names
};

/// A problem's text in a format, one of [`WRITTEN`].
///
/// Names of items are kept in `knuth`, `counted` and `json`, and in `lp` if all are names there; else items are numbered from 1. Options
/// keep their order. `cnf` has a variable for each option, and as many models as there are solutions.
///
/// ```
/// use quadrille_cover::Problem;
/// use quadrille_tables::write_problem;
///
/// let problem = Problem::parse("a b | x\na x\nb |3\n")?;
/// assert_eq!(write_problem(&problem, "opb")?, "* #variable= 2 #constraint= 3\nmin: +3 x2 ;\n+1 x1 = 1 ;\n+1 x2 = 1 ;\n-1 x1 >= -1 ;\n");
/// assert!(write_problem(&problem, "matrix").unwrap_err().to_string().starts_with("`matrix` cannot hold the cost 3 of option 2"));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// # Errors
/// A format that cannot hold the problem, or is not known.
pub fn write_problem(problem: &Problem, format: &str) -> Result<String, Unfit> {
    let Some(format) = FORMATS.iter().find(|known| known.name == format) else {
        return Err(Unfit::Unknown(format.to_owned()));
    };
    if problem.primary() == 0 {
        return Err(Unfit::NoPrimary);
    }
    if let Some(what) = too_much(problem, format) {
        return Err(Unfit::Held { format: format.name, what });
    }
    let text = (format.write)(problem);
    if format.name == CNF {
        return Ok(text);
    }
    let stated = format!("| format: {}\n{text}", format.name);
    let is_same = match (problem_text(text.as_bytes()), problem_text(stated.as_bytes())) {
        (Ok(found), Ok(_)) if format.name == KNUTH => *found == *text.as_bytes(),
        (Ok(found), Ok(meant)) => found == meant,
        _ => false,
    };
    Ok(if is_same { text } else { stated })
}

/// What a problem has that the format cannot hold.
fn too_much(problem: &Problem, format: &Format) -> Option<String> {
    let lacks = |part| !format.holds.contains(&part);
    let name = |item| problem.item_name(item);
    let number = |option: OptionId| option.index() + 1;
    if lacks(NoOptions) && problem.options() == 0 {
        return Some("a problem without options".to_owned());
    }
    if format.name == MATRIX && problem.options().saturating_mul(problem.items()) > MOST_BITS {
        return Some(format!(
            "{} rows of {} columns, as a matrix is too large then (`market` is not)",
            problem.options(),
            problem.items()
        ));
    }
    if lacks(Secondary)
        && let Some(item) = problem.item_ids().nth(problem.primary())
    {
        return Some(format!("the secondary item `{}`", name(item)));
    }
    for item in problem.item_ids().take(problem.primary()).filter(|_| lacks(Bounded)) {
        if let Some(Bounds { low, high }) =
            problem.bounds(item).filter(|&bounds| bounds != Bounds::ONCE)
        {
            return Some(format!("the bounds {low}:{high} of item `{}`", name(item)));
        }
    }
    let mut is_held = vec![false; problem.items()];
    for option in problem.option_ids() {
        if lacks(Costs) && problem.cost(option) > 0 {
            return Some(format!("the cost {} of option {}", problem.cost(option), number(option)));
        }
        if lacks(IdleOptions) && !problem.is_choosable(option) {
            return Some(format!("option {}, which has no primary item", number(option)));
        }
        for entry in problem.option(option) {
            is_held[entry.item.index()] = true;
            if lacks(Colours)
                && let Some(colour) = entry.colour
            {
                let (name, colour) = (name(entry.item), problem.colour_name(colour));
                return Some(format!(
                    "the colour `{colour}` of item `{name}` in option {}",
                    number(option)
                ));
            }
        }
    }
    let idle = problem.item_ids().find(|item| lacks(IdleItems) && !is_held[item.index()])?;
    Some(format!("item `{}`, which is in no option", name(idle)))
}

/// The numbers of an option's items, from 1.
fn numbers(problem: &Problem, option: OptionId) -> impl Iterator<Item = usize> {
    problem.option(option).iter().map(|entry| entry.item.index() + 1)
}

/// A line of numbers.
fn line(text: &mut String, numbers: impl Iterator<Item = u64>) {
    numbers.for_each(|number| _ = write!(text, "{number} "));
    text.pop();
    text.push('\n');
}

fn matrix(problem: &Problem) -> String {
    let (items, secondary) = (problem.items(), problem.items() - problem.primary());
    let mut text = String::with_capacity(2 * items * problem.options());
    if secondary > 0 {
        _ = writeln!(text, "{items} {secondary}");
    }
    for option in problem.option_ids() {
        let mut bits = vec![0; items];
        numbers(problem, option).for_each(|item| bits[item - 1] = 1);
        line(&mut text, bits.into_iter());
    }
    text
}

fn lists(problem: &Problem) -> String {
    let mut text = format!("{}\n", problem.items());
    for option in problem.option_ids() {
        line(&mut text, numbers(problem, option).map(|item| item as u64));
    }
    text
}

fn partition(problem: &Problem) -> String {
    let mut text = format!("{} {}\n", problem.items(), problem.options());
    for option in problem.option_ids() {
        let head = [problem.cost(option), problem.option(option).len() as u64];
        line(&mut text, head.into_iter().chain(numbers(problem, option).map(|item| item as u64)));
    }
    text
}

fn counted(problem: &Problem) -> String {
    format!("{} {}\n{problem}", problem.items(), problem.options())
}

fn market(problem: &Problem) -> String {
    let mut text = format!(
        "%%MatrixMarket matrix coordinate pattern general\n{} {} {}\n",
        problem.options(),
        problem.items(),
        problem.entries()
    );
    for option in problem.option_ids() {
        numbers(problem, option)
            .for_each(|item| _ = writeln!(text, "{} {item}", option.index() + 1));
    }
    text
}

/// An object with the words of Knuth's format, a line for each option.
fn json(problem: &Problem) -> String {
    let list = |words: &mut dyn Iterator<Item = &str>| {
        let words: Vec<String> =
            words.map(|word| serde_json::Value::from(word).to_string()).collect();
        format!("[{}]", words.join(", "))
    };
    // The line of the items is Knuth's, and so are the lines of the options.
    let knuth = problem.to_string();
    let mut lines = knuth.lines();
    let mut items = lines.next().unwrap_or_default().split(" | ");
    let mut words = || list(&mut items.next().unwrap_or_default().split_whitespace());
    let (primary, secondary) = (words(), words());
    let options: Vec<String> = lines.map(|line| list(&mut line.split_whitespace())).collect();
    format!(
        "{{\"items\": {primary},\n \"secondary\": {secondary},\n \"options\": [\n  {}]}}\n",
        options.join(",\n  ")
    )
}

fn cnf(problem: &Problem) -> String {
    let mut text = Vec::new();
    clauses::cnf(problem, &mut text).expect("it has no bounds, and memory is written to");
    String::from_utf8(text).expect("numbers are text")
}

#[cfg(test)]
mod tests;
