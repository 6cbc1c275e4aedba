//! Values in brackets: JSON, and what programs print and take as lists, sets, maps and matrices.
//!
//! `[[0 1]\n [1 0]]`, `{{0,1},{1,0}}`, `[0 1; 1 0]`, `array([[0, 1], [1, 0]])`, `{'A': (1, 4), 'B': {7}}` and `A = [1, 4]\nB = [7]` are values. Comments
//! may stand between words, after `#`, `//` or `%`.

use std::borrow::Cow;

use quadrille_cover::TextError;

use super::{looks_like, place};

pub(super) const ABOUT: &str = "JSON or a program's lists";

/// Upper bound on the brackets that are open at once. Each is a call of the reader.
const DEEPEST: usize = 8;

pub(super) enum Value<'t> {
    Word(Word<'t>),
    /// With the text from the bracket on.
    List(&'t str, Vec<Value<'t>>),
    Map(&'t str, Vec<(Word<'t>, Value<'t>)>),
}

/// What stands between brackets and commas: a text in quotes, a number, a name.
pub(super) struct Word<'t> {
    /// As it is written, with the quotes.
    pub(super) raw: &'t str,
    pub(super) name: Cow<'t, str>,
}

impl<'t> Value<'t> {
    /// As it is written, from its first character on.
    pub(super) fn raw(&self) -> &'t str {
        match self {
            Self::Word(word) => word.raw,
            Self::List(raw, _) | Self::Map(raw, _) => raw,
        }
    }
}

const BRACKETS: [(char, char); 3] = [('[', ']'), ('{', '}'), ('(', ')')];

fn opening(text: &str) -> Option<char> {
    let first = text.chars().next();
    BRACKETS.iter().find(|(open, _)| Some(*open) == first).map(|(_, close)| *close)
}

fn is_bracket(c: char) -> bool {
    BRACKETS.iter().any(|&(open, close)| c == open || c == close)
}

/// Whether a text may be values in brackets: its first line begins one, perhaps after `name =` and the like, and its last character ends one.
pub(super) fn may_be(text: &str) -> bool {
    let mut reader = Reader { text, rest: text, is_array: false };
    reader.skip();
    let first = reader.rest.lines().next().unwrap_or_default();
    let Some(at) = first.find(is_bracket) else { return false };
    let call = first[..at].rsplit(['=', ':']).next().unwrap_or_default();
    let end = text.trim_end_matches(|c: char| c.is_whitespace() || ",;".contains(c));
    opening(&first[at..]).is_some()
        && call.split_whitespace().count() < 2
        && end.ends_with([']', '}', ')'])
}

/// Reads a text as a value; and whether it is an array, as programs print it: without commas between words, or within `array(...)`. Several
/// values, one after another, are a list, or a map if each has a name before it.
pub(super) fn read(text: &str) -> Result<(Value<'_>, bool), TextError> {
    let mut reader = Reader { text, rest: text, is_array: false };
    let (mut list, mut map) = (Vec::new(), Vec::new());
    reader.skip();
    let raw = reader.rest;
    while !reader.rest.is_empty() {
        let line = reader.rest.lines().next().unwrap_or_default();
        let before = &line[..line.find(is_bracket).unwrap_or(line.len())];
        // An assignment, or the name before a list.
        let name = before.rfind(['=', ':']).map(|end| {
            reader.rest = &reader.rest[end + 1..];
            let name = before[..end].trim_matches([':', ' ', '"', '\'']);
            Word { raw: &before[..end], name: Cow::Borrowed(name) }
        });
        reader.skip();
        let value = reader.value(0)?;
        match name {
            Some(name) => map.push((name, value)),
            None => list.push(value),
        }
        while reader.sign().is_some() {}
    }
    let value = match (list.len(), map.len()) {
        (1, 0) => list.remove(0),
        (0, 1) => map.remove(0).1,
        (0, _) => Value::Map(raw, map),
        (_, 0) => {
            reader.is_array = true;
            Value::List(raw, list)
        }
        _ => {
            return Err(reader
                .wrong(map[0].0.raw, "found a name before some values; expected one before each"));
        }
    };
    Ok((value, reader.is_array))
}

/// What stands between two values.
#[derive(Clone, Copy, PartialEq)]
enum Between {
    Comma,
    Semicolon,
    Line,
    Blank,
}

struct Reader<'t> {
    text: &'t str,
    rest: &'t str,
    is_array: bool,
}

impl<'t> Reader<'t> {
    fn wrong(&self, at: &str, what: &str) -> TextError {
        looks_like(ABOUT, what.to_owned(), place(self.text, at))
    }

    /// Skips blanks and comments. Returns whether the line ended.
    fn skip(&mut self) -> bool {
        let before = self.rest;
        loop {
            self.rest = self.rest.trim_start();
            if !self.rest.starts_with(['#', '%']) && !self.rest.starts_with("//") {
                return before[..before.len() - self.rest.len()].contains('\n');
            }
            self.rest = &self.rest[self.rest.find('\n').unwrap_or(self.rest.len())..];
        }
    }

    /// Skips blanks, and what separates values. `None` if nothing is there.
    fn sign(&mut self) -> Option<Between> {
        let line_ends = self.skip();
        let sign = match self.rest.as_bytes().first()? {
            b',' => Between::Comma,
            b';' => Between::Semicolon,
            _ if line_ends => return Some(Between::Line),
            _ => return None,
        };
        self.rest = &self.rest[1..];
        self.skip();
        Some(sign)
    }

    /// Reads a value within this number of brackets.
    fn value(&mut self, depth: usize) -> Result<Value<'t>, TextError> {
        let raw = self.rest;
        if let Some(close) = opening(raw) {
            return self.list(depth, close);
        }
        if raw.starts_with(['"', '\'']) {
            return self.quoted().map(Value::Word);
        }
        let is_end = |c: char| c.is_whitespace() || ",;:\"'".contains(c) || is_bracket(c);
        let (word, rest) = raw.split_at(raw.find(is_end).unwrap_or(raw.len()));
        self.rest = rest;
        match (word.chars().next(), opening(rest)) {
            (None, _) => {
                let found = raw
                    .chars()
                    .next()
                    .map_or("the end of the text".to_owned(), |c| format!("`{c}`"));
                Err(self.wrong(raw, &format!("found {found}; expected a value")))
            }
            (Some(first), Some(close)) if first.is_alphabetic() => {
                // A call, such as `array(...)`, `frozenset({...})`, `vec![...]`.
                self.is_array |=
                    ["array", "atrix", "tensor"].iter().any(|name| word.ends_with(name));
                let list = self.list(depth, close)?;
                if close == ')' { self.argument(list) } else { Ok(list) }
            }
            _ => Ok(Value::Word(Word { raw: word, name: Cow::Borrowed(word) })),
        }
    }

    fn quoted(&mut self) -> Result<Word<'t>, TextError> {
        let raw = self.rest;
        let (quote, mut is_escaped) = (raw.chars().next(), true);
        let end = raw.char_indices().find(|&(_, c)| {
            let is_end = Some(c) == quote && !is_escaped || c == '\n';
            is_escaped = c == '\\' && !is_escaped;
            is_end
        });
        let Some((end, _)) = end.filter(|&(_, c)| c != '\n') else {
            return Err(self.wrong(
                raw,
                "found a quote that is not closed in its line; expected a second one",
            ));
        };
        self.rest = &raw[end + 1..];
        let (raw, inner) = (&raw[..=end], &raw[1..end]);
        let name = if inner.contains('\\') {
            serde_json::from_str(raw).ok().map(Cow::Owned)
        } else {
            Some(Cow::Borrowed(inner))
        };
        let name = name
            .ok_or_else(|| self.wrong(raw, "found a backslash; expected none but those of JSON"))?;
        Ok(Word { raw, name })
    }

    /// What a call makes of its arguments: the one list among them. Words name the type or the ring.
    fn argument(&self, list: Value<'t>) -> Result<Value<'t>, TextError> {
        let Value::List(raw, mut values) = list else { return Ok(list) };
        let is_type =
            |word: &Word<'_>| word.raw.contains('=') || word.raw.starts_with(char::is_alphabetic);
        values.retain(|value| !matches!(value, Value::Word(word) if is_type(word)));
        match values.len() {
            0 => Ok(Value::List(raw, values)),
            1 => Ok(values.remove(0)),
            _ => Err(self.wrong(
                raw,
                "found several values between parentheses behind a name; expected one list",
            )),
        }
    }

    /// Reads a list or a map, from its opening bracket to the closing one.
    fn list(&mut self, depth: usize, close: char) -> Result<Value<'t>, TextError> {
        let raw = self.rest;
        if depth == DEEPEST {
            return Err(self
                .wrong(raw, "found more than 8 brackets one in another; expected lists of lists"));
        }
        self.rest = &raw[1..];
        self.skip();
        let (mut list, mut map, mut between) = (Vec::new(), Vec::new(), Vec::new());
        while !self.rest.starts_with(close) {
            if self.rest.is_empty() {
                return Err(self.wrong(
                    raw,
                    &format!("found a bracket that is not closed; expected `{close}`"),
                ));
            }
            let value = self.value(depth + 1)?;
            let after = self.rest.trim_start();
            let arrow = [":", "=>", "->"].iter().find_map(|arrow| after.strip_prefix(arrow));
            match (value, arrow) {
                (Value::Word(key), Some(rest)) if close == '}' && list.is_empty() => {
                    self.rest = rest;
                    self.skip();
                    map.push((key, self.value(depth + 1)?));
                }
                (value, None) if map.is_empty() => list.push(value),
                (value, _) => return Err(self.wrong(value.raw(), "found values with and without names; expected `{`, names and values, or values alone")),
            }
            let here = self.rest;
            let sign = self.sign();
            let is_last = self.rest.starts_with(close);
            // In Python, `(1,)` is a list of one; and lists of lists may end so.
            let is_loose = depth == 0 || close == ')' && list.len() == 1;
            if is_last && sign == Some(Between::Comma) && !is_loose {
                return Err(self.wrong(
                    here,
                    "found a comma before a closing bracket; expected a value between them",
                ));
            }
            if !is_last {
                between.push(sign.unwrap_or(Between::Blank));
            }
        }
        self.rest = &self.rest[1..];
        if !map.is_empty() {
            return Ok(Value::Map(raw, map));
        }
        let has = |sign| between.contains(&sign);
        let are_words = list.iter().all(|value| matches!(value, Value::Word(_)));
        if has(Between::Comma) && (has(Between::Blank) || has(Between::Line)) {
            return Err(self.wrong(raw, "found values with and without commas between them; expected one before each but the first"));
        }
        self.is_array |=
            are_words && (has(Between::Blank) || has(Between::Line)) || has(Between::Semicolon);
        if has(Between::Semicolon) || depth == 0 && are_words && has(Between::Line) {
            // Rows of a matrix, as MATLAB and Julia write them.
            let mut rows: Vec<Vec<Value<'t>>> = vec![Vec::new()];
            let ends = between
                .iter()
                .map(|sign| matches!(sign, Between::Semicolon | Between::Line))
                .chain([false]);
            for (value, ends) in list.into_iter().zip(ends) {
                rows.last_mut().expect("it has one").push(value);
                if ends {
                    rows.push(Vec::new());
                }
            }
            list = rows.into_iter().map(|row| Value::List(row[0].raw(), row)).collect();
        }
        Ok(Value::List(raw, list))
    }
}
