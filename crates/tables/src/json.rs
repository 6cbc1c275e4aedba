//! JSON: where values end, and the two fields of a row that are read.

use std::borrow::Cow;
use std::fmt;

use memchr::memchr;
use serde::de::{DeserializeSeed, IgnoredAny, MapAccess, Visitor};
use serde_json::value::RawValue;
use serde_json::{Deserializer, Value};

use crate::buffer::Buffer;
use crate::delimited::LONGEST;
use crate::parts::{Fields, NOTHING, Parts, is_blank};
use crate::value::Value as Cell;
use crate::{Layout, TableError};

/// The next lines of a buffer, each a row: as [`crate::delimited::next`].
pub(crate) fn next_lines(buffer: &Buffer, most: usize) -> Option<(usize, usize, Parts)> {
    let text = buffer.rest();
    let (mut length, mut rows) = (0, 0);
    while rows < most && length < text.len() {
        let taken = match memchr(b'\n', &text[length..]) {
            Some(end) => end + 1,
            None if buffer.ended() => text.len() - length,
            None => break,
        };
        rows += usize::from(!is_blank(&text[length..][..taken]));
        length += taken;
    }
    match length {
        0 if text.len() > LONGEST => {
            let what = format!("found a line of more than {LONGEST} bytes; expected a JSON object");
            Some((text.len(), 1, Parts::Refused(what)))
        }
        0 => None,
        _ => Some((length, rows, Parts::Lines)),
    }
}

/// What follows in a text of JSON values.
pub(crate) enum Next {
    /// A value, from a place, of a length.
    Value(usize, usize),
    /// Nothing.
    End,
    /// More must be read to know.
    More,
}

/// Finds the next value of an array, or of several values one after another.
pub(crate) fn next_value(buffer: &Buffer) -> Result<Next, TableError> {
    let text = buffer.rest();
    let blank = |byte: &u8| byte.is_ascii_whitespace() || *byte == b',' || *byte == b'[';
    let from = text.iter().take_while(|byte| blank(byte)).count();
    let wrong = |found: &str, inner: usize| {
        let line = buffer.line() + memchr::memchr_iter(b'\n', &text[..from + inner]).count() as u64;
        Err(TableError::Wrong(format!("line {line}: {found}; expected rows of a JSON array")))
    };
    match text.get(from) {
        Some(b']') => return Ok(Next::End),
        None if buffer.ended() => return Ok(Next::End),
        None => return Ok(Next::More),
        _ => {}
    }
    let mut values = Deserializer::from_slice(&text[from..]).into_iter::<&RawValue>();
    let is_whole = |length: usize| from + length < text.len() || buffer.ended();
    match values.next() {
        Some(Ok(_)) if is_whole(values.byte_offset()) => {
            Ok(Next::Value(from, values.byte_offset()))
        }
        Some(Err(error)) if !error.is_eof() => {
            let inner = text[from..].split(|&byte| byte == b'\n').take(error.line() - 1);
            let inner = inner.map(|line| line.len() + 1).sum();
            wrong(&format!("found what is not JSON ({})", place_left_out(&error)), inner)
        }
        _ if buffer.ended() => wrong("found the end within a value", 0),
        _ if text.len() > LONGEST => wrong(&format!("found a row of more than {LONGEST} bytes"), 0),
        _ => Ok(Next::More),
    }
}

/// The message of an error without its place, which is not that in the source.
fn place_left_out(error: &serde_json::Error) -> String {
    let words = error.to_string();
    words.split(" at line ").next().unwrap_or_default().to_owned()
}

/// The names of the fields of the first row, and their values as text; a row that is no object has one field without a
/// name.
pub(crate) fn sample(text: &[u8]) -> Option<(Option<Vec<String>>, Vec<String>)> {
    let value: Value = serde_json::from_slice(text).ok()?;
    let in_words = |value: &Value| {
        let raw = RawValue::from_string(value.to_string()).expect("a value is JSON");
        let words = words(&raw).ok().flatten();
        words.map(|words| String::from_utf8_lossy(&words).into_owned()).unwrap_or_default()
    };
    let Value::Object(fields) = &value else { return Some((None, vec![in_words(&value)])) };
    Some((Some(fields.keys().cloned().collect()), fields.values().map(in_words).collect()))
}

/// The fields of a row that are needed.
pub(crate) fn fields<'b>(text: &'b [u8], layout: &Layout) -> Fields<'b> {
    let refused = |why: String| Fields { puzzle: Err(why), answer: None };
    let raw = if layout.names.is_some() {
        let mut json = Deserializer::from_slice(text);
        let read = Picked(layout).deserialize(&mut json);
        read.and_then(|found| json.end().map(|()| found))
    } else {
        serde_json::from_slice(text).map(|value| [Some(value), None])
    };
    let raw = match raw {
        Ok(raw) => raw,
        Err(error) => {
            let what = place_left_out(&error);
            return refused(format!(
                "at character {}: found what is not a row of JSON ({what}); expected {}",
                error.column(),
                if layout.names.is_some() { "an object" } else { "a string" }
            ));
        }
    };
    let [puzzle, answer] = raw.map(|value| value.map(words));
    let puzzle =
        puzzle.unwrap_or(Ok(None)).and_then(|words| words.ok_or_else(|| NOTHING.to_owned()));
    // An answer of another type is shown as it stands, and is no grid.
    let answer =
        answer.and_then(|words| words.unwrap_or_else(|what| Some(Cow::Owned(what.into_bytes()))));
    Fields { puzzle, answer }
}

/// A value as the text of a puzzle: a string as it is, an array as numbers, nothing for null.
fn words(raw: &RawValue) -> Result<Option<Cow<'_, [u8]>>, String> {
    let text = raw.get().trim();
    let expected = "expected a string or an array of numbers";
    match text.as_bytes() {
        [b'"', inner @ .., b'"'] if memchr(b'\\', inner).is_none() => {
            Ok(Some(Cow::Borrowed(inner)))
        }
        [b'"', ..] => {
            let string: Result<String, _> = serde_json::from_str(text);
            string
                .map(|string| Some(Cow::Owned(string.into_bytes())))
                .map_err(|e| place_left_out(&e))
        }
        b"null" => Ok(None),
        [b'[', ..] => {
            let value = serde_json::from_str(text).map_err(|e| place_left_out(&e))?;
            let mut numbers = String::new();
            let flat = flatten(&value, &mut numbers);
            flat.map(|()| Some(Cow::Owned(numbers.into_bytes())))
                .ok_or_else(|| format!("found an array of other values; {expected}"))
        }
        _ => {
            let short: String = text.chars().take(20).collect();
            Err(format!("found {short}; {expected}"))
        }
    }
}

/// Appends the numbers of an array, and of arrays in it, separated by blanks. `None` if something else is in it.
fn flatten(value: &Value, numbers: &mut String) -> Option<()> {
    match value {
        Value::Array(values) => values.iter().try_for_each(|value| flatten(value, numbers)),
        Value::Null => {
            numbers.push_str("0 ");
            Some(())
        }
        Value::Number(number) => {
            let number = number.as_u64()?;
            numbers.push_str(&number.to_string());
            numbers.push(' ');
            Some(())
        }
        _ => None,
    }
}

/// Reads the values of two keys from an object, and skips the others.
struct Picked<'l>(&'l Layout);

impl<'de> DeserializeSeed<'de> for Picked<'_> {
    type Value = [Option<&'de RawValue>; 2];

    fn deserialize<D: serde::Deserializer<'de>>(self, json: D) -> Result<Self::Value, D::Error> {
        json.deserialize_map(self)
    }
}

impl<'de> Visitor<'de> for Picked<'_> {
    type Value = [Option<&'de RawValue>; 2];

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("an object")
    }

    fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<Self::Value, A::Error> {
        let Layout { puzzle, answer, .. } = self.0;
        let mut found = [None; 2];
        while let Some(key) = map.next_key_seed(Key)? {
            if *key == *puzzle.name {
                found[0] = Some(map.next_value()?);
            } else if answer.as_ref().is_some_and(|answer| *key == *answer.name) {
                found[1] = Some(map.next_value()?);
            } else {
                map.next_value::<IgnoredAny>()?;
            }
        }
        Ok(found)
    }
}

/// Reads a key without a copy where that is possible.
struct Key;

impl<'de> DeserializeSeed<'de> for Key {
    type Value = Cow<'de, str>;

    fn deserialize<D: serde::Deserializer<'de>>(self, json: D) -> Result<Self::Value, D::Error> {
        json.deserialize_str(self)
    }
}

impl<'de> Visitor<'de> for Key {
    type Value = Cow<'de, str>;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a key")
    }

    fn visit_borrowed_str<E>(self, key: &'de str) -> Result<Self::Value, E> {
        Ok(Cow::Borrowed(key))
    }

    fn visit_str<E>(self, key: &str) -> Result<Self::Value, E> {
        Ok(Cow::Owned(key.to_owned()))
    }
}

/// A row with fields added. A row that is no object becomes the field of the puzzle of one; text that is not JSON becomes
/// the field `text`.
pub(crate) fn with(raw: &[u8], puzzle: &str, names: &[String], values: &[Cell]) -> Vec<u8> {
    let raw = raw.trim_ascii();
    let is_json = serde_json::from_slice::<IgnoredAny>(raw).is_ok();
    let mut object = match raw {
        [inner @ .., b'}'] if is_json && raw.starts_with(b"{") => inner.to_vec(),
        _ => {
            let name = if is_json { puzzle } else { "text" };
            let value = if is_json { raw.into() } else { as_json(&String::from_utf8_lossy(raw)) };
            [b"{", &*as_json(name), b":", &*value].concat()
        }
    };
    let mut is_first = object.trim_ascii() == b"{";
    for (name, value) in names.iter().zip(values) {
        let value = match value {
            Cell::Missing => b"null".to_vec(),
            Cell::Text(text) => as_json(text),
            Cell::Whole(number) => number.to_string().into_bytes(),
            Cell::Number(number) => format!("{number:?}").into_bytes(),
        };
        object.extend_from_slice(if is_first { b"" } else { b"," });
        object.extend_from_slice(&[&*as_json(name), b":", &*value].concat());
        is_first = false;
    }
    object.push(b'}');
    object
}

fn as_json(text: &str) -> Vec<u8> {
    serde_json::to_vec(text).expect("text is JSON")
}
