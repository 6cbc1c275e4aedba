//! Reads any text as a diagram: it is refused with a place in the text, or the diagram is what it says.

use quadrille_cover::diagram::{Diagram, DiagramError, HEAD};

use super::agrees;

/// Reads a text as it is. If it is refused, reads it once more with numbers that are right, because few changes of a text leave
/// them so, and most others would be refused for that alone.
pub fn check(text: &str) {
    let diagram = match read(text) {
        Ok(diagram) => Some(diagram),
        Err(_) => mended(text).and_then(|text| counted(&text)),
    };
    if let Some(diagram) = diagram {
        agrees::check(&diagram);
    }
}

/// Reads a text and checks that an error's place exists: a line of the text or the line after the last, and a column of its characters
/// or the one after the last.
fn read(text: &str) -> Result<Diagram, DiagramError> {
    Diagram::parse(text).inspect_err(|error| {
        let lines = text.lines().count();
        assert!((1..=lines + 1).contains(&error.line), "{lines} lines: {error}\n{text}");
        let columns = text.lines().nth(error.line - 1).map_or(0, |line| line.chars().count()) + 1;
        assert!((1..=columns).contains(&error.column), "{columns} columns: {error}\n{text}");
        let message = error.to_string();
        assert!(!message.contains(char::is_control), "would be hard to read: {message:?}");
    })
}

/// The text with the right first line and numbers of lines, and without solutions; `None` if it has no line `nodes`.
fn mended(text: &str) -> Option<String> {
    let lines: Vec<&str> = text.lines().collect();
    let (_, rest) = lines.split_at_checked(3)?;
    let nodes = rest.iter().position(|line| line.starts_with("nodes"))?;
    let (problem, nodes) = (&rest[..nodes], &rest[nodes + 1..]);
    let mended = [
        format!("{HEAD}\nsolutions 0\nproblem {}", problem.len()),
        problem.join("\n"),
        format!("nodes {}", nodes.len()),
        nodes.join("\n"),
    ];
    Some(mended.join("\n") + "\n")
}

/// Reads a text, after setting its number of solutions right.
fn counted(text: &str) -> Option<Diagram> {
    let error = match read(text) {
        Ok(diagram) => return Some(diagram),
        Err(error) => error,
    };
    // "found 0 solutions; expected 7, the number that the nodes have"
    let expected = error.what.strip_prefix("found 0 solutions; expected ")?;
    let (number, _) = expected.split_once(',')?;
    let text = text.replacen("solutions 0", &format!("solutions {number}"), 1);
    let diagram = read(&text).unwrap_or_else(|error| panic!("{error}\n{text}"));
    assert_eq!(diagram.count().to_string(), number);
    Some(diagram)
}
