//! Fingerprints: SHA-256 digests of texts and files.

use std::fmt;

use serde::de::Error;
use serde::{Deserialize, Deserializer};
use sha2::{Digest, Sha256};

/// A SHA-256 digest, shown in hexadecimal. It is kept as 32 bytes, because there may be one for each of a million
/// puzzles.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Fingerprint([u8; 32]);

impl Fingerprint {
    /// The fingerprint of some bytes.
    pub fn of(bytes: &[u8]) -> Self {
        Self(Sha256::digest(bytes).into())
    }

    /// The fingerprint of a list: the digest of a text with each member's fingerprint on a line, in hexadecimal.
    pub fn of_all(list: impl IntoIterator<Item = Self>) -> Self {
        let mut digest = ListDigest::default();
        list.into_iter().for_each(|one| digest.add(one));
        digest.finish()
    }

    /// The fingerprint that a text of 64 hexadecimal digits states; `None` for any other text.
    pub fn from_hex(text: &str) -> Option<Self> {
        let (pairs, rest) = text.as_bytes().as_chunks::<2>();
        let mut bytes = [0; 32];
        if pairs.len() != bytes.len() || !rest.is_empty() {
            return None;
        }
        for (byte, pair) in bytes.iter_mut().zip(pairs) {
            let [high, low] = pair.map(|digit| char::from(digit).to_digit(16));
            *byte = (high? << 4 | low?) as u8;
        }
        Some(Self(bytes))
    }
}

/// Makes the fingerprint of a list whose members come one by one: that of [`Fingerprint::of_all`].
#[derive(Clone, Debug, Default)]
pub struct ListDigest(Sha256);

impl ListDigest {
    /// Adds the next member.
    pub fn add(&mut self, one: Fingerprint) {
        self.0.update(one.to_string());
        self.0.update(b"\n");
    }

    /// The fingerprint of all members.
    pub fn finish(self) -> Fingerprint {
        self.0.into()
    }
}

impl From<Sha256> for Fingerprint {
    fn from(hash: Sha256) -> Self {
        Self(hash.finalize().into())
    }
}

impl<'de> Deserialize<'de> for Fingerprint {
    fn deserialize<D: Deserializer<'de>>(from: D) -> Result<Self, D::Error> {
        let text = <&str>::deserialize(from)?;
        Self::from_hex(text).ok_or_else(|| D::Error::custom("64 hexadecimal digits"))
    }
}

impl fmt::Display for Fingerprint {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.iter().try_for_each(|byte| write!(f, "{byte:02x}"))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_fingerprint_is_read_as_it_is_shown() {
        // FIPS 180-2, appendix B.1.
        let abc = "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad";
        assert_eq!(Fingerprint::of(b"abc").to_string(), abc);
        assert_eq!(Fingerprint::from_hex(abc), Some(Fingerprint::of(b"abc")));
        for wrong in ["", &abc[1..], &abc.replace('b', "g"), &format!("{abc}00")] {
            assert_eq!(Fingerprint::from_hex(wrong), None, "{wrong}");
        }
    }

    #[test]
    fn a_list_is_known_by_its_order_too() {
        let [one, other] = [b"one", b"two"].map(|text| Fingerprint::of(text));
        let lines = format!("{one}\n{other}\n");
        assert_eq!(Fingerprint::of_all([one, other]), Fingerprint::of(lines.as_bytes()));
        assert_ne!(Fingerprint::of_all([one, other]), Fingerprint::of_all([other, one]));
    }
}
