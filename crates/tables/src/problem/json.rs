//! Problems in JSON.

use std::collections::HashSet;

use quadrille_cover::{Bounds, Problem, ProblemError, TextError};
use serde_json::value::RawValue;

use crate::json::Entries;

use super::{LISTS, MATRIX, Rewritten, both, looks_like, numbered, numbers, place};

const ABOUT: &str = "JSON";
const EXPECTED: &str = "expected lists of names or numbers, a map from names of options to such lists, or `items`, `secondary` and `options`";

/// Lists of items for each option, by themselves, in a map, or beside `items` and `secondary`; or rows of 0 and 1. A name is a word of
/// Knuth's format: `x:red` has a colour, `2:3|a` bounds, and `|7` is a cost.
pub(super) fn rewrite(text: &str) -> Rewritten {
    // What the first line states, too: rows of 0 and 1 are then a matrix.
    read(text, true)
}

/// The same where nothing states that the text is JSON, so that lists of the items 0 and 1 may be meant.
pub(super) fn rewrite_unstated(text: &str) -> Rewritten {
    read(text, false)
}

fn read(text: &str, is_stated: bool) -> Rewritten {
    let whole: &RawValue = serde_json::from_str(text).map_err(|error| {
        let what = error.to_string();
        // Columns are counted in bytes there.
        let (line, column) = (error.line().max(1), error.column().max(1));
        let before = text.lines().nth(line - 1).unwrap_or_default().char_indices();
        looks_like(ABOUT, what, (line, before.take_while(|(at, _)| at + 1 < column).count() + 1))
    })?;
    let reader = Reader { text };
    let (mut items, mut secondary) = (None, Vec::new());
    let lists: Vec<&RawValue> = if whole.get().starts_with('[') {
        reader.list(whole, "the whole")?
    } else {
        let fields = reader.map(whole)?;
        let field =
            |name: &str| fields.iter().find(|(key, _)| key == name).map(|&(_, value)| value);
        match field("options") {
            Some(options) => {
                items =
                    field("items").or(field("primary")).map(|list| reader.words(list, "the items"));
                secondary = field("secondary")
                    .map_or(Ok(Vec::new()), |list| reader.words(list, "the secondary items"))?;
                match options.get().as_bytes()[0] {
                    b'{' => reader.map(options)?.into_iter().map(|(_, list)| list).collect(),
                    _ => reader.list(options, "`options`")?,
                }
            }
            None => fields.into_iter().map(|(_, list)| list).collect(),
        }
    };
    let items = items.transpose()?;
    if lists.is_empty() {
        return Err(reader.wrong(whole.get(), "found no options"));
    }
    let mut options = Vec::with_capacity(lists.len());
    for (place, list) in lists.iter().enumerate() {
        options.push(reader.words(list, &format!("option {}", place + 1))?);
    }
    if items.is_none() && secondary.is_empty() && is_matrix(&options) {
        let has_repeats = |row: &Vec<Word<'_>>| {
            let mut seen = HashSet::new();
            row.iter().any(|word| !seen.insert(word.name()))
        };
        let is_of_truths = options.iter().flatten().any(|word| word.is_truth);
        if !is_stated && !is_of_truths && !options.iter().any(has_repeats) {
            return Err(both(&[MATRIX, LISTS]));
        }
        let rows: Vec<Vec<&str>> =
            options.iter().map(|row| row.iter().map(Word::name).collect()).collect();
        return Ok(numbers::of_bits(&rows, &numbered(options[0].len()), 0));
    }
    problem(&reader, items, &secondary, &options).map(|problem| problem.to_string())
}

/// Whether these are rows of equal length with nothing but 0 and 1.
fn is_matrix(options: &[Vec<Word<'_>>]) -> bool {
    let width = options[0].len();
    options.iter().all(|row| {
        row.len() == width && row.iter().all(|word| word.name() == "0" || word.name() == "1")
    })
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
                let bounds = word.name().split_once('|');
                let added = match bounds {
                    None => builder.primary(word.name()),
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
            let name = |word: &Word<'_>| word.name().split(':').next().unwrap_or("").to_owned();
            let mut seen: HashSet<String> = secondary.iter().map(name).collect();
            for word in options.iter().flatten() {
                if !word.name().starts_with('|') && seen.insert(name(word)) {
                    builder.primary(&name(word)).map_err(at(word.raw))?;
                }
            }
        }
    }
    for word in secondary {
        builder.secondary(word.name()).map_err(at(word.raw))?;
    }
    for option in options.iter().filter(|option| !option.is_empty()) {
        for word in option {
            let pushed = match word.name().strip_prefix('|') {
                None => builder.entry(word.name()).and_then(|entry| builder.push(entry)),
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

/// A name in a list, where numbers and truth values are names, too.
struct Word<'t> {
    raw: &'t str,
    /// The name, if it is not as it is written.
    name: Option<String>,
    /// Whether it is a truth value, or `0.0` or `1.0`, which no item is called.
    is_truth: bool,
}

impl Word<'_> {
    fn name(&self) -> &str {
        self.name.as_deref().unwrap_or(self.raw)
    }
}

/// Reads the values of a text, which is JSON, and knows where they are in it.
struct Reader<'t> {
    text: &'t str,
}

impl<'t> Reader<'t> {
    fn wrong(&self, raw: &str, what: &str) -> TextError {
        looks_like(ABOUT, format!("{what}; {EXPECTED}"), place(self.text, raw))
    }

    fn list(&self, value: &'t RawValue, what: &str) -> Result<Vec<&'t RawValue>, TextError> {
        let found = || self.wrong(value.get(), &format!("found {} as {what}", kind(value)));
        serde_json::from_str(value.get()).map_err(|_| found())
    }

    /// The fields of a map in the order of the text.
    fn map(&self, value: &'t RawValue) -> Result<Vec<(String, &'t RawValue)>, TextError> {
        let fields = serde_json::from_str::<Entries<&RawValue, &RawValue>>(value.get());
        let Ok(Entries(fields)) = fields else {
            return Err(self.wrong(value.get(), &format!("found {}", kind(value))));
        };
        let mut seen = HashSet::new();
        let mut named = Vec::with_capacity(fields.len());
        for (key, value) in fields {
            let name: String = serde_json::from_str(key.get()).unwrap_or_default();
            if !seen.insert(name.clone()) {
                let what = format!(
                    "found the key {} a second time; give each a name of its own",
                    key.get()
                );
                return Err(looks_like(ABOUT, what, place(self.text, key.get())));
            }
            named.push((name, value));
        }
        Ok(named)
    }

    fn words(&self, list: &'t RawValue, what: &str) -> Result<Vec<Word<'t>>, TextError> {
        let word = |value: &'t RawValue| {
            let raw = value.get();
            let (name, is_truth) = match raw.as_bytes()[0] {
                b'"' => (serde_json::from_str::<String>(raw).ok(), false),
                b't' | b'f' => (Some(u8::from(raw == "true").to_string()), true),
                b'n' | b'[' | b'{' => {
                    let what = format!("found {} in {what}, which is no name", kind(value));
                    return Err(self.wrong(raw, &what));
                }
                // A number with a point is no name, and is a truth value as in a matrix.
                _ => match numbers::bit(raw).filter(|_| raw.contains('.')) {
                    Some(bit) => (Some(u8::from(bit).to_string()), true),
                    None => (None, false),
                },
            };
            if name
                .as_deref()
                .is_some_and(|name| name.is_empty() || name.contains(char::is_whitespace))
            {
                let what =
                    format!("found a text that is empty or has blanks in {what}, which is no name");
                return Err(self.wrong(raw, &what));
            }
            Ok(Word { raw, name, is_truth })
        };
        self.list(list, what)?.into_iter().map(word).collect()
    }
}

fn kind(value: &RawValue) -> &'static str {
    match value.get().as_bytes()[0] {
        b'n' => "null",
        b't' | b'f' => "a truth value",
        b'"' => "a text",
        b'[' => "a list",
        b'{' => "a map",
        _ => "a number",
    }
}
