//! Knuth's format as other programs write it, and items and options with their numbers before them.

use std::borrow::Cow;
use std::fmt::Write;

use quadrille_cover::Problem;

use super::{Rewritten, lines, looks_like};

/// A problem in Knuth's format as it is written.
pub(super) struct Knuth(pub(super) String);

impl Knuth {
    pub(super) fn new(primary: &[String], secondary: &[String]) -> Self {
        let mut text = primary.join(" ");
        if !secondary.is_empty() {
            _ = write!(text, " | {}", secondary.join(" "));
        }
        Self(text + "\n")
    }

    /// Adds an option, unless it has no items.
    pub(super) fn option<T: AsRef<str>>(
        &mut self,
        items: impl Iterator<Item = T>,
        cost: Option<u64>,
    ) {
        let before = self.0.len();
        for item in items {
            self.0.push_str(item.as_ref());
            self.0.push(' ');
        }
        if self.0.len() == before {
            return;
        }
        match cost {
            Some(cost) => _ = writeln!(self.0, "|{cost}"),
            None => {
                self.0.pop();
                self.0.push('\n');
            }
        }
    }
}

/// Whether a text is clauses in the DIMACS format: after comments a line `p cnf VARIABLES CLAUSES`.
pub(super) fn is_cnf(text: &str) -> bool {
    let is_comment = |line: &&str| *line == "c" || line.starts_with("c ");
    let first = text.lines().map(str::trim).find(|line| !line.is_empty() && !is_comment(line));
    let words: Vec<&str> = first.unwrap_or_default().split_whitespace().collect();
    matches!(words[..], ["p", "cnf", variables, clauses] if [variables, clauses].iter().all(|number| number.parse::<u64>().is_ok()))
}

/// Whether a text begins with two numbers, of which one is the number of names in the second line, or of the lines after it.
pub(super) fn may_be_counted(text: &str) -> bool {
    sizes(text).is_some_and(|(stated, found)| stated.0 == found.0 || stated.1 == found.1)
}

/// The numbers of items and options, as the first line states them and as they are.
fn sizes(text: &str) -> Option<((usize, usize), (usize, usize))> {
    let mut lines = lines(text);
    let stated: Vec<&str> = lines.next()?.1.split_whitespace().collect();
    let [items, options] = stated[..] else { return None };
    let stated = (items.parse().ok()?, options.parse().ok()?);
    let named = lines.next()?.1.split_whitespace().filter(|&word| word != "|").count();
    Some((stated, (named, lines.count())))
}

/// `items options`, then the names of the items, then the options.
pub(super) fn counted(text: &str) -> Rewritten {
    let wrong = |line, column, what| {
        Err(looks_like("items and options with their numbers before them", what, (line, column)))
    };
    let Some((stated, found)) = sizes(text) else {
        return wrong(
            1,
            1,
            "found no two numbers before a line of names; expected `items options`".to_owned(),
        );
    };
    if stated != found {
        let what = format!(
            "found {} names and {} options; expected {} and {}, as the first line says",
            found.0, found.1, stated.0, stated.1
        );
        return wrong(1, 1, what);
    }
    let rest: Vec<(usize, &str)> = lines(text).skip(1).collect();
    let text: String = rest.iter().flat_map(|(_, line)| [line, "\n"]).collect();
    match Problem::parse(&text) {
        Ok(_) => Ok(text),
        Err(error) => wrong(rest[error.line - 1].0, error.column, error.kind.to_string()),
    }
}

/// The text without what Knuth's format does not have; `None` if there is nothing of that, or if it is a problem as it stands. Lines keep
/// their numbers, so that errors name those of the file.
pub(super) fn dialect(text: &str) -> Option<String> {
    // Most texts have nothing of that, and are not copied.
    if !text.contains(['\\', '[', '#']) && !text.contains("//") {
        return None;
    }
    let mut made = String::with_capacity(text.len());
    let (mut changed, mut has_items) = (false, false);
    // Number of lines that go on in this one.
    let mut joined = 0;
    for line in text.lines() {
        let whole = without_comment(line);
        let continued = whole.trim_end().strip_suffix('\\');
        let part = continued.unwrap_or(whole);
        changed |= part != line;
        let is_head = !has_items && !part.starts_with('|') && !part.trim().is_empty();
        let part = if is_head { bounds_before(part) } else { Cow::Borrowed(part) };
        changed |= matches!(part, Cow::Owned(_));
        made.push_str(&part);
        if continued.is_some() {
            made.push(' ');
            joined += 1;
            continue;
        }
        has_items |= is_head;
        made.extend(std::iter::repeat_n('\n', 1 + std::mem::take(&mut joined)));
    }
    (changed && (Problem::parse(text).is_err() || has_idle_comment(text))).then_some(made)
}

/// Whether the list of items ends in what may be a comment, and no option has the word with which that begins.
fn has_idle_comment(text: &str) -> bool {
    let mut lines = text.lines().filter(|line| !line.starts_with('|') && !line.trim().is_empty());
    let head = lines.next().unwrap_or_default();
    let comment = &head[without_comment(head).len()..];
    let Some(sign) = comment.split_whitespace().next() else { return false };
    let is_sign = |word: &str| word.split(':').next() == Some(sign);
    !lines.flat_map(str::split_whitespace).any(is_sign)
}

/// The line without a comment: from a word on that is `#` or begins with `//`.
fn without_comment(line: &str) -> &str {
    let begins = |word: &&str| *word == "#" || word.starts_with("//");
    let comment = line.split_whitespace().find(begins);
    comment.map_or(line, |word| &line[..word.as_ptr() as usize - line.as_ptr() as usize])
}

/// Items with their bounds before the name, as Knuth has them, instead of behind: `2:3|a` for `a[2:3]`.
fn bounds_before(line: &str) -> Cow<'_, str> {
    if !line.contains('[') {
        return Cow::Borrowed(line);
    }
    let word = |word: &str| {
        let bounds = word.strip_suffix(']').and_then(|word| word.rsplit_once('['));
        bounds.map_or(word.to_owned(), |(name, bounds)| format!("{bounds}|{name}"))
    };
    Cow::Owned(line.split_whitespace().map(word).collect::<Vec<_>>().join(" "))
}
