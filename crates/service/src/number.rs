//! Numbers of any length as plain data.

use std::borrow::Cow;
use std::fmt;

use quadrille_cover::BigUint;
use serde::de::Error as _;
use serde::{Deserialize, Deserializer, Serialize, Serializer};

/// A number of solutions, of any length. As data it is its decimal digits, in a text, because readers of JSON round long numbers.
///
/// ```
/// use quadrille_service::Number;
///
/// let number = Number::from(1u64 << 60);
/// assert_eq!(serde_json::to_string(&number)?, "\"1152921504606846976\"");
/// assert_eq!(serde_json::from_str::<Number>("\"1152921504606846976\"")?, number);
/// # Ok::<(), serde_json::Error>(())
/// ```
#[derive(Clone, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Number(pub BigUint);

impl fmt::Display for Number {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(f)
    }
}

impl<T: Into<BigUint>> From<T> for Number {
    fn from(number: T) -> Self {
        Self(number.into())
    }
}

impl Serialize for Number {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(&self.0)
    }
}

impl<'de> Deserialize<'de> for Number {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let text = Cow::<'de, str>::deserialize(deserializer)?;
        let wrong = |_| D::Error::custom(format!("found `{text}`; expected decimal digits"));
        text.parse().map(Self).map_err(wrong)
    }
}
