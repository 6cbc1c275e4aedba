//! The text of a diagram, which `docs/DIAGRAM.md` describes.

use std::fmt::{self, Display, Formatter};
use std::str::FromStr;

use num_bigint::BigUint;
use thiserror::Error;

use super::Diagram;
use super::check::check;
use super::shape::Shape;
use crate::problem::{OptionId, Problem};
use crate::text::words;

/// The first line of a text.
pub const HEAD: &str = "quadrille diagram 1";

/// An error in the text of a diagram, with its position.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("{line}:{column}: {what}")]
pub struct DiagramError {
    /// Line, from 1.
    pub line: usize,
    /// Column in characters, from 1.
    pub column: usize,
    /// What was found, and what was expected.
    pub what: String,
}

pub(super) struct Text<'d> {
    pub(super) diagram: &'d Diagram,
    /// A comment before the problem, without the line break.
    pub(super) comment: Option<&'d str>,
}

impl Display for Text<'_> {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        let Diagram { problem, shape, .. } = self.diagram;
        let problem = problem.to_string();
        let lines = problem.lines().count() + usize::from(self.comment.is_some());
        writeln!(f, "{HEAD}\nsolutions {}\nproblem {lines}", self.diagram.count())?;
        self.comment.map_or(Ok(()), |comment| writeln!(f, "{comment}"))?;
        writeln!(f, "{problem}nodes {}", shape.len())?;
        for node in 0..shape.len() {
            let mut before = "";
            if shape.alternatives_of(node).is_empty() {
                f.write_str("none")?;
            }
            for alternative in shape.alternatives_of(node) {
                f.write_str(before)?;
                let options = shape.options(alternative).iter().map(|option| option.index());
                let mut blank = "";
                for option in options {
                    write!(f, "{blank}{}", option + 1)?;
                    blank = " ";
                }
                if !shape.children(alternative).is_empty() {
                    write!(f, "{blank}>")?;
                }
                for child in shape.children(alternative) {
                    write!(f, " {}", child + 1)?;
                }
                before = " | ";
            }
            writeln!(f)?;
        }
        Ok(())
    }
}

/// Reads the text of a diagram, and checks everything but that no solution is missing.
pub(super) fn parse(text: &str) -> Result<Diagram, DiagramError> {
    let mut lines = text.lines().enumerate().map(|(i, line)| (i + 1, line));
    let end = text.lines().count() + 1;
    let mut next = |expected: &str| {
        let missing = || error(end, 1, format!("found the end of the text; expected {expected}"));
        lines.next().ok_or_else(missing)
    };
    let expected = format!("`{HEAD}`, the first line of a diagram");
    let (line, head) = next(&expected)?;
    if head != HEAD {
        return Err(error(line, 1, format!("found `{}`; expected {expected}", shown(head))));
    }
    let claimed: BigUint = field(next("`solutions` and a number")?, "solutions")?;
    let length: usize = field(next("`problem` and a number of lines")?, "problem")?;
    let mut problem = String::new();
    for _ in 0..length {
        let (_, line) = next("the lines of the problem")?;
        problem += line;
        problem.push('\n');
    }
    let problem = Problem::parse(&problem)
        .map_err(|it| error(it.line + 3, it.column, it.kind.to_string()))?;
    let nodes: usize = field(next("`nodes` and a number")?, "nodes")?;
    let mut shape = Shape::default();
    // By alternative, the column of its first word, or that of the bar or the end of the line behind it if it has none.
    let mut columns = Vec::new();
    for node in 0..nodes {
        let (line, text) = next("a line for each node")?;
        read_node(&mut shape, &mut columns, &problem, (line, text), node)?;
        shape.close();
    }
    if nodes == 0 {
        return Err(error(length + 4, 1, "found no nodes; expected one at least".to_owned()));
    }
    if let Some((line, text)) = lines.next() {
        let what =
            format!("found `{}` behind the last node; expected the end of the text", shown(text));
        return Err(error(line, 1, what));
    }
    check(&problem, &shape).map_err(|(node, alternative, what)| {
        let column = alternative.map_or(1, |alternative| columns[alternative]);
        error(length + 5 + node, column, what)
    })?;
    let diagram = Diagram::new(problem, shape);
    if diagram.count() != claimed {
        let what = format!(
            "found {claimed} solutions; expected {}, the number that the nodes have",
            diagram.count()
        );
        return Err(error(2, 11, what));
    }
    Ok(diagram)
}

fn error(line: usize, column: usize, what: String) -> DiagramError {
    DiagramError { line, column, what }
}

/// The beginning of a text, for a message.
fn shown(text: &str) -> String {
    text.chars().take(40).flat_map(char::escape_debug).collect()
}

fn field<N: FromStr>((line, text): (usize, &str), name: &str) -> Result<N, DiagramError> {
    let number = text.strip_prefix(name).and_then(|rest| rest.strip_prefix(' '));
    let number =
        number.filter(|it| it.bytes().all(|b| b.is_ascii_digit())).and_then(|it| it.parse().ok());
    let expected = || format!("found `{}`; expected `{name}` and a number", shown(text));
    number.ok_or_else(|| error(line, 1, expected()))
}

fn read_node(
    shape: &mut Shape,
    columns: &mut Vec<usize>,
    problem: &Problem,
    (line, text): (usize, &str),
    node: usize,
) -> Result<(), DiagramError> {
    if text == "none" {
        return Ok(());
    }
    let (mut options, mut children): (Vec<OptionId>, Vec<u32>) = Default::default();
    // Whether children come, and the column of the alternative's first word.
    let (mut is_behind, mut begin) = (false, None);
    for (column, word) in words(text) {
        if word != "|" {
            begin.get_or_insert(column);
        }
        let wrong = |expected: String| {
            error(line, column, format!("found `{}`; expected {expected}", shown(word)))
        };
        let number = || {
            let digits = word.bytes().all(|b| b.is_ascii_digit());
            word.parse::<usize>().ok().filter(|_| digits)?.checked_sub(1)
        };
        match word {
            "|" => {
                shape.push(&options, &children);
                columns.push(begin.unwrap_or(column));
                (options, children) = Default::default();
                (is_behind, begin) = (false, None);
            }
            ">" if !is_behind => is_behind = true,
            _ if is_behind => {
                let child = number().filter(|&child| child < node);
                let expected = || match node {
                    0 => "no child, because this is the first node".to_owned(),
                    _ => format!("the number of a node before this one, from 1 to {node}"),
                };
                children.push(child.ok_or_else(|| wrong(expected()))? as u32);
            }
            _ => {
                let option = number().and_then(|option| problem.option_id(option));
                let expected =
                    || format!("the number of an option, from 1 to {}", problem.options());
                options.push(option.ok_or_else(|| wrong(expected()))?);
            }
        }
    }
    shape.push(&options, &children);
    columns.push(begin.unwrap_or_else(|| text.chars().count() + 1));
    Ok(())
}
