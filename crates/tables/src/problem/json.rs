//! Problems in JSON and in the lists of programs.

use std::collections::HashSet;

use quadrille_cover::{Bounds, Problem, ProblemError, TextError};

use super::brackets::{self, ABOUT, Value, Word};
use super::{LISTS, MATRIX, Rewritten, both, looks_like, numbered, numbers, place, rows as fields};

const EXPECTED: &str = "expected lists of names or numbers, a map from names of options to such lists, or `items`, `secondary` and `options`";

/// Lists of items for each option, by themselves, in a map, or beside `items` and `secondary`; or rows of 0 and 1. A name is a word of
/// Knuth's format: `x:red` has a colour, `2:3|a` bounds, and `|7` is a cost.
///
/// Where nothing states that the text is JSON, lists of the items 0 and 1 may be meant.
pub(super) fn rewrite(text: &str, is_stated: bool) -> Rewritten {
    let (whole, is_array) = brackets::read(text)?;
    let raw = whole.raw();
    let reader = Reader { text };
    let (mut items, mut secondary) = (None, Vec::new());
    let lists = match whole {
        Value::Map(_, fields) => {
            let mut seen = HashSet::new();
            if let Some((key, _)) = fields.iter().find(|(key, _)| !seen.insert(&key.name)) {
                let what = format!(
                    "found the key {} a second time; give each a name of its own",
                    key.raw.trim()
                );
                return Err(looks_like(ABOUT, what, place(text, key.raw)));
            }
            let mut options = None;
            let mut others = Vec::new();
            let has_options = fields.iter().any(|(key, _)| key.name == "options");
            for (key, value) in fields {
                match &*key.name {
                    "options" => options = Some(reader.list(value, "`options`")?),
                    "items" | "primary" if has_options => {
                        items = Some(reader.words(value, "the items")?);
                    }
                    "secondary" if has_options => {
                        secondary = reader.words(value, "the secondary items")?;
                    }
                    _ => others.push(value),
                }
            }
            options.unwrap_or(others)
        }
        other => reader.list(other, "the whole")?,
    };
    if lists.is_empty() {
        return Err(reader.wrong(raw, "found no options"));
    }
    let mut options = Vec::with_capacity(lists.len());
    for (place, list) in lists.into_iter().enumerate() {
        options.push(reader.words(list, &format!("option {}", place + 1))?);
    }
    if items.is_none() && secondary.is_empty() {
        let rows: Vec<Vec<&str>> =
            options.iter().map(|row| row.iter().map(|word| &*word.name).collect()).collect();
        let is_bit = |name: &str| fields::bit(name).is_some();
        let bits = rows.iter().flatten().filter(|name| is_bit(name)).count();
        if is_array && 2 * bits > rows.iter().flatten().count() {
            return numbers::matrix(text);
        }
        if bits == rows.iter().flatten().count()
            && rows.iter().all(|row| row.len() == rows[0].len())
        {
            let has_repeats = |row: &Vec<Word<'_>>| {
                let mut seen = HashSet::new();
                row.iter().any(|word| !seen.insert(&word.name))
            };
            // No item is called so.
            let is_truth = |word: &Word<'_>| !matches!(&*word.name, "0" | "1");
            let is_open =
                !options.iter().any(has_repeats) && !options.iter().flatten().any(is_truth);
            if is_open && !is_stated {
                return Err(both(&[MATRIX, LISTS]));
            }
            return Ok(numbers::of_bits(&rows, &numbered(rows[0].len()), 0));
        }
    }
    problem(&reader, items, &secondary, &options).map(|problem| problem.to_string())
}

/// The problem of lists of words. Without a list of items, these are in the order of the options.
fn problem(
    reader: &Reader<'_>,
    items: Option<Vec<Word<'_>>>,
    secondary: &[Word<'_>],
    options: &[Vec<Word<'_>>],
) -> Result<Problem, TextError> {
    let mut builder = Problem::builder();
    let at = |raw| {
        move |error: ProblemError| looks_like(ABOUT, error.to_string(), place(reader.text, raw))
    };
    match items {
        Some(items) => {
            for word in &items {
                let bounds = word.name.split_once('|');
                let added = match bounds {
                    None => builder.primary(&word.name),
                    Some((times, name)) => {
                        let (low, high) = times.split_once(':').unwrap_or((times, times));
                        let (Ok(low), Ok(high)) = (low.parse(), high.parse()) else {
                            let what = format!("found `{times}` before `|`, which are no bounds");
                            return Err(reader.wrong(word.raw, &what));
                        };
                        builder.primary_bounded(name, Bounds { low, high })
                    }
                };
                added.map_err(at(word.raw))?;
            }
        }
        None => {
            let name = |word: &Word<'_>| word.name.split(':').next().unwrap_or("").to_owned();
            let mut seen: HashSet<String> = secondary.iter().map(name).collect();
            for word in options.iter().flatten() {
                if !word.name.starts_with('|') && seen.insert(name(word)) {
                    builder.primary(&name(word)).map_err(at(word.raw))?;
                }
            }
        }
    }
    for word in secondary {
        builder.secondary(&word.name).map_err(at(word.raw))?;
    }
    for option in options.iter().filter(|option| !option.is_empty()) {
        for word in option {
            let pushed = match word.name.strip_prefix('|') {
                None => builder.entry(&word.name).and_then(|entry| builder.push(entry)),
                Some(cost) => {
                    let cost = cost.parse().map_err(|_| {
                        reader.wrong(
                            word.raw,
                            &format!("found the cost `{cost}`, which is no whole number"),
                        )
                    })?;
                    builder.push_cost(cost)
                }
            };
            pushed.map_err(at(word.raw))?;
        }
        builder.finish_option().map_err(at(option[0].raw))?;
    }
    Ok(builder.build())
}

/// Reads the values of a text, and knows where they are in it.
struct Reader<'t> {
    text: &'t str,
}

impl<'t> Reader<'t> {
    fn wrong(&self, raw: &str, what: &str) -> TextError {
        looks_like(ABOUT, format!("{what}; {EXPECTED}"), place(self.text, raw))
    }

    /// The values of a list, or of a map without their names.
    fn list(&self, value: Value<'t>, what: &str) -> Result<Vec<Value<'t>>, TextError> {
        match value {
            Value::List(_, values) => Ok(values),
            Value::Map(_, fields) => Ok(fields.into_iter().map(|(_, value)| value).collect()),
            Value::Word(word) => {
                Err(self.wrong(word.raw, &format!("found {} as {what}", kind(&word))))
            }
        }
    }

    fn words(&self, list: Value<'t>, what: &str) -> Result<Vec<Word<'t>>, TextError> {
        let word = |value: Value<'t>| match value {
            Value::Word(word) if kind(&word) == "null" => {
                Err(self.wrong(word.raw, &format!("found null in {what}, which is no name")))
            }
            Value::Word(word)
                if word.name.is_empty() || word.name.contains(char::is_whitespace) =>
            {
                let what =
                    format!("found a text that is empty or has blanks in {what}, which is no name");
                Err(self.wrong(word.raw, &what))
            }
            Value::Word(word) => Ok(word),
            other => Err(self
                .wrong(other.raw(), &format!("found a list or a map in {what}, which is no name"))),
        };
        self.list(list, what)?.into_iter().map(word).collect()
    }
}

fn kind(word: &Word<'_>) -> &'static str {
    match word.raw {
        "null" | "None" | "nan" | "NaN" => "null",
        _ if word.raw.starts_with(['"', '\'']) => "a text",
        raw if raw.starts_with(|c: char| c.is_ascii_digit() || c == '-') => "a number",
        _ => "a word",
    }
}
