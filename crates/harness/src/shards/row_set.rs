//! The rows that a shard of a run must have, known by their number and by one digest of all.

use std::fmt::Display;

use quadrille_results::{Fingerprint, Record, Task};
use serde::{Deserialize, Serialize};
use sha2::{Digest, Sha256};

/// A set of rows: their number, and the sum of the SHA-256 digests of their keys as numbers of 256 bits. The sum does
/// not depend on the order in which rows are added, so a corpus can be read as a stream.
///
/// The key of a row has every column that is known before the search: everything that says which search it is.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(into = "Stated", try_from = "Stated")]
pub struct RowSet {
    /// The number of rows.
    pub rows: u64,
    /// The sum, its lowest 64 bits first.
    sum: [u64; 4],
}

/// The form of a [`RowSet`] in a manifest.
#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct Stated {
    rows: u64,
    digest: String,
}

impl RowSet {
    /// Adds a row.
    pub fn add<Text: Display, Sha: Display>(&mut self, row: &Record<Text, Sha>) {
        let Record { run_id, corpus, instance, sha256, engine, engine_version, .. } = row;
        let Record { line, task, block, position, repetition, .. } = row;
        let (line, task) = (line.unwrap_or(0), Task::name(*task));
        // No name in a row has a control character, so the separator is unambiguous.
        let key = format!(
            "{run_id}\n{corpus}\n{instance}\n{line}\n{sha256}\n{engine}\n{engine_version}\n{task}\n{block}\n{position}\n\
             {repetition}"
        );
        let digest = Sha256::digest(key.as_bytes());
        self.rows += 1;
        let mut carry = false;
        for (sum, bytes) in self.sum.iter_mut().zip(digest.as_chunks::<8>().0) {
            let (one, first) = sum.overflowing_add(u64::from_le_bytes(*bytes));
            let (two, second) = one.overflowing_add(u64::from(carry));
            (*sum, carry) = (two, first || second);
        }
    }
}

impl From<RowSet> for Stated {
    fn from(set: RowSet) -> Self {
        let bytes = set.sum.iter().flat_map(|word| word.to_le_bytes());
        let digest = bytes.fold(String::new(), |text, byte| text + &format!("{byte:02x}"));
        Self { rows: set.rows, digest }
    }
}

impl TryFrom<Stated> for RowSet {
    type Error = String;

    fn try_from(Stated { rows, digest }: Stated) -> Result<Self, String> {
        // Checked as a digest of its length.
        Fingerprint::from_hex(&digest).ok_or("expected a digest of 64 hexadecimal digits")?;
        let byte = |place| u8::from_str_radix(&digest[2 * place..2 * place + 2], 16).unwrap_or(0);
        let word = |word| u64::from_le_bytes(std::array::from_fn(|i| byte(8 * word + i)));
        Ok(Self { rows, sum: std::array::from_fn(word) })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_set_does_not_depend_on_the_order_of_its_rows() {
        let row = |position| Record { position, ..Record::blank() };
        let of = |positions: &[usize]| {
            let mut set = RowSet::default();
            for &position in positions {
                set.add(&row(position));
            }
            set
        };
        assert_eq!(of(&[1, 2, 3]), of(&[3, 1, 2]));
        assert_ne!(of(&[1, 2, 3]), of(&[1, 2, 4]));
        assert_ne!(of(&[1, 2, 2]), of(&[1, 1, 2]));
        let many = of(&(0..100).collect::<Vec<_>>());
        let text = serde_json::to_string(&many).unwrap();
        assert_eq!(serde_json::from_str::<RowSet>(&text).unwrap(), many);
    }
}
