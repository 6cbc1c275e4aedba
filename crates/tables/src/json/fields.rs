//! The fields of a row of JSON that are read.

use std::borrow::Cow;
use std::fmt;
use std::marker::PhantomData;

use memchr::memchr;
use serde::Deserialize;
use serde::de::{DeserializeSeed, IgnoredAny, MapAccess, Visitor};
use serde_json::Deserializer;
use serde_json::value::RawValue;

use crate::Layout;
use crate::parts::{Fields, NOTHING};

/// The message of an error without its place, which is not that in the source.
fn place_left_out(error: &serde_json::Error) -> String {
    let words = error.to_string();
    words.split(" at line ").next().unwrap_or_default().to_owned()
}

/// The names of the fields of a row, and their values as text; a row that is no object has one field without a name. `None` if
/// the row is not JSON.
pub(crate) fn sample(text: &[u8]) -> Option<(Option<Vec<String>>, Vec<String>)> {
    // Only the outermost level is read, so that it does not matter what an unrelated field holds.
    let value: &RawValue = serde_json::from_slice(text).ok()?;
    let in_words = |value: &RawValue| {
        let words = words(value).ok().flatten();
        let text = words.unwrap_or_else(|| Cow::Borrowed(number(value)));
        String::from_utf8_lossy(&text).into_owned()
    };
    if !value.get().starts_with('{') {
        return Some((None, vec![in_words(value)]));
    }
    let Entries(fields) = serde_json::from_str::<Entries<String, &RawValue>>(value.get()).ok()?;
    let (names, values) = fields.into_iter().map(|(name, value)| (name, in_words(value))).unzip();
    Some((Some(names), values))
}

/// The text of a number; nothing for another value.
fn number(value: &RawValue) -> &[u8] {
    let text = value.get().trim().as_bytes();
    if text.first().is_some_and(|byte| byte.is_ascii_digit() || *byte == b'-') { text } else { b"" }
}

/// The fields of an object in their order, twice if they are there twice.
pub(crate) struct Entries<K, V>(pub(crate) Vec<(K, V)>);

impl<'de, K: Deserialize<'de>, V: Deserialize<'de>> Deserialize<'de> for Entries<K, V> {
    fn deserialize<D: serde::Deserializer<'de>>(json: D) -> Result<Self, D::Error> {
        json.deserialize_map(All(PhantomData)).map(Self)
    }
}

struct All<K, V>(PhantomData<(K, V)>);

impl<'de, K: Deserialize<'de>, V: Deserialize<'de>> Visitor<'de> for All<K, V> {
    type Value = Vec<(K, V)>;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("an object")
    }

    fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<Self::Value, A::Error> {
        std::iter::from_fn(|| map.next_entry().transpose()).collect()
    }
}

/// The fields of a row that are needed.
pub(crate) fn fields<'b>(text: &'b [u8], layout: &Layout) -> Fields<'b> {
    let refused = |why: String| Fields { puzzle: Err(why), answer: None, name: None };
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
    Fields { puzzle, answer, name: None }
}

/// A value as the text of a puzzle: a string as it is, an array as it stands, nothing for null.
fn words(raw: &RawValue) -> Result<Option<Cow<'_, [u8]>>, String> {
    let text = raw.get().trim();
    let expected = "expected a string or an array";
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
        [b'[', ..] => Ok(Some(Cow::Borrowed(text.as_bytes()))),
        _ => {
            let short: String = text.chars().take(20).collect();
            Err(format!("found {short}; {expected}"))
        }
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
        while let Some(Key(key)) = map.next_key()? {
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

/// A key, which is not copied where that is possible.
#[derive(Deserialize)]
struct Key<'t>(#[serde(borrow)] Cow<'t, str>);
