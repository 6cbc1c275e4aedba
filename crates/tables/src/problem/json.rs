//! Problems in JSON.

use std::collections::HashSet;

use serde_json::Value;

use super::{Knuth, Rewritten, looks_like};

const ABOUT: &str = "JSON";
const EXPECTED: &str = "expected lists of names or numbers, a map from names of options to such lists, or `items`, `secondary` and `options`";

/// Lists of items for each option, by themselves, in a map, or beside `items` and `secondary`; or rows of 0 and 1.
pub(super) fn rewrite(text: &str) -> Rewritten {
    let value: Value = serde_json::from_str(text).map_err(|error| {
        looks_like(ABOUT, error.to_string(), (error.line().max(1), error.column().max(1)))
    })?;
    let wrong = |what: String| looks_like(ABOUT, format!("{what}; {EXPECTED}"), (1, 1));
    let (mut primary, mut secondary) = (None, Vec::new());
    let lists: Vec<&Value> = match &value {
        Value::Array(lists) => lists.iter().collect(),
        Value::Object(map) => match map.get("options") {
            Some(Value::Array(lists)) => {
                let named = |key: &str| map.get(key).map(|list| names(list, key)).transpose();
                primary = match named("items").map_err(wrong)? {
                    Some(items) => Some(items),
                    None => named("primary").map_err(wrong)?,
                };
                secondary = named("secondary").map_err(wrong)?.unwrap_or_default();
                lists.iter().collect()
            }
            _ => map.values().collect(),
        },
        other => return Err(wrong(format!("found {}", kind(other)))),
    };
    let mut options = Vec::new();
    for (place, list) in lists.iter().enumerate() {
        options.push(names(list, &format!("option {}", place + 1)).map_err(wrong)?);
    }
    if options.is_empty() {
        return Err(wrong("found no options".to_owned()));
    }
    let width = options[0].len();
    let is_matrix = primary.is_none()
        && options
            .iter()
            .all(|row| row.len() == width && row.iter().all(|bit| bit == "0" || bit == "1"));
    let has_repeats = |row: &Vec<String>| {
        let distinct: HashSet<&String> = row.iter().collect();
        distinct.len() < row.len()
    };
    if is_matrix && !options.iter().any(has_repeats) {
        let what =
            "rows of 0 and 1 are a matrix, and lists of the items 0 and 1 as well".to_owned();
        return Err(wrong(what));
    }
    if is_matrix {
        let (mut knuth, columns) = Knuth::of_columns(width, 0);
        for row in &options {
            knuth.row(&columns, row);
        }
        return Ok(knuth.0);
    }
    let primary = primary.unwrap_or_else(|| {
        let mut seen: HashSet<&String> = secondary.iter().collect();
        options.iter().flatten().filter(|name| seen.insert(*name)).cloned().collect()
    });
    let mut knuth = Knuth::new(&primary, &secondary);
    for option in &options {
        knuth.option(option.iter(), None);
    }
    Ok(knuth.0)
}

/// The names in a list, where numbers and truth values are names, too.
fn names(list: &Value, what: &str) -> Result<Vec<String>, String> {
    let Value::Array(values) = list else {
        return Err(format!("found {} as {what}", kind(list)));
    };
    let name = |value: &Value| match value {
        Value::String(name) if !name.is_empty() && !name.contains(char::is_whitespace) => {
            Ok(name.clone())
        }
        Value::Number(number) => Ok(number.to_string()),
        Value::Bool(is_one) => Ok(u8::from(*is_one).to_string()),
        other => Err(format!("found {} in {what}, which is no name", kind(other))),
    };
    values.iter().map(name).collect()
}

fn kind(value: &Value) -> &'static str {
    match value {
        Value::Null => "null",
        Value::Bool(_) => "a truth value",
        Value::Number(_) => "a number",
        Value::String(_) => "a text that is empty or has blanks",
        Value::Array(_) => "a list",
        Value::Object(_) => "a map",
    }
}
