//! Values of columns that are written.

use std::borrow::Cow;

/// The type of the values of a column.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Type {
    /// Text.
    Text,
    /// Whole numbers.
    Whole,
    /// Numbers with decimals.
    Number,
}

/// A value in a column of its type.
#[derive(Clone, Debug, PartialEq)]
pub enum Value {
    /// No value.
    Missing,
    /// A text.
    Text(Cow<'static, str>),
    /// A whole number.
    Whole(i64),
    /// A number with decimals.
    Number(f64),
}

impl Value {
    /// A text, if there is one.
    pub fn text(text: Option<impl Into<Cow<'static, str>>>) -> Self {
        text.map_or(Self::Missing, |text| Self::Text(text.into()))
    }

    /// A whole number, if there is one.
    pub fn whole(number: Option<impl Into<i64>>) -> Self {
        number.map_or(Self::Missing, |number| Self::Whole(number.into()))
    }

    /// A number with decimals, if there is one.
    pub fn number(number: Option<f64>) -> Self {
        number.map_or(Self::Missing, Self::Number)
    }
}

/// A value as a field of CSV.
pub(crate) fn in_words(value: &Value) -> Cow<'_, str> {
    match value {
        Value::Missing => Cow::Borrowed(""),
        Value::Text(text) => Cow::Borrowed(text),
        Value::Whole(number) => Cow::Owned(number.to_string()),
        // With a point, as in JSON: `3.0`.
        Value::Number(number) => Cow::Owned(format!("{number:?}")),
    }
}
