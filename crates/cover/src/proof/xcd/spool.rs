//! The second pass of a count: copies the steps of a spool, and says which sub-problems are used again.
//!
//! A spool holds the numbers of a certificate with these differences: 0 comes before each branch that the memo would store;
//! [`ENDED`] comes when the last such sub-problem still open has been searched; and after 1 comes the distance from the last
//! begun to the one that occurs again, both numbered as they begin; so it does after 3, and then the number of options comes, and these.

use std::io::{self, BufRead, BufReader, Read, Write};

use super::{BRANCH, RENAMED, SAME, SAME_LAST, STORES};

/// Code in a spool: the last sub-problem still open that was to be stored has been searched.
pub(super) const ENDED: u64 = 2;
/// Size of the buffers, in bytes.
const BUFFER: usize = 1 << 16;

/// How often each sub-problem is used. Sub-problems are numbered in the order in which they begin.
#[derive(Default)]
pub(super) struct Uses {
    /// By number, how often the sub-problem is used after it was stored.
    times: Vec<u32>,
    /// The numbers of the sub-problems in the memo, by their places there.
    stored: Vec<u32>,
    /// The numbers of those that are being searched.
    open: Vec<u32>,
}

impl Uses {
    /// Begins a sub-problem.
    pub(super) fn begin(&mut self) {
        self.open.push(self.times.len() as u32);
        self.times.push(0);
    }

    /// Ends the sub-problem begun last. `is_stored` if the memo stored it.
    pub(super) fn end(&mut self, is_stored: bool) {
        let number = self.open.pop();
        self.stored.extend(number.filter(|_| is_stored));
    }

    /// Uses the sub-problem at a place of the memo. Returns its distance from the one begun last.
    pub(super) fn use_again(&mut self, place: usize) -> u64 {
        let number = self.stored[place];
        self.times[number as usize] += 1;
        self.times.len() as u64 - 1 - u64::from(number)
    }

    /// Number of bytes in a spool that are not in its certificate.
    pub(super) fn not_copied(&self) -> u64 {
        let used = self.times.iter().filter(|&&times| times > 0).count();
        (2 * self.times.len() - used) as u64
    }

    /// Uses the sub-problem at a distance from the one begun last; `false` if there is none.
    pub(super) fn use_before(&mut self, back: u64) -> bool {
        let number = (self.times.len() as u64).checked_sub(back + 1);
        let times = number.and_then(|number| self.times.get_mut(number as usize));
        times.is_some_and(|times| {
            *times += 1;
            true
        })
    }
}

/// Writes the certificate of a spool, which begins with `head`.
pub(super) fn copy(
    spool: impl Read,
    uses: Uses,
    head: &[u8],
    out: &mut dyn Write,
) -> io::Result<()> {
    let Uses { mut times, stored: mut places, .. } = uses;
    let mut spool = BufReader::with_capacity(BUFFER, spool);
    let mut buffer = head.to_vec();
    // By number of a sub-problem, its place among those stored by the certificate.
    places.clear();
    places.resize(times.len(), 0);
    let (mut open, mut begun, mut stored) = (Vec::new(), 0, 0);
    while let Some(code) = decode(&mut spool)? {
        match code {
            STORES => {
                open.push(begun);
                if times[begun] > 0 {
                    encode(&mut buffer, STORES);
                }
                begun += 1;
            }
            ENDED => {
                if let Some(ended) = open.pop()
                    && times[ended] > 0
                {
                    places[ended] = stored;
                    stored += 1;
                }
            }
            SAME | RENAMED => {
                let number = begun - 1 - next(&mut spool)? as usize;
                times[number] -= 1;
                let is_last = code == SAME && times[number] == 0;
                encode(&mut buffer, if is_last { SAME_LAST } else { code });
                encode(&mut buffer, u64::from(stored - 1 - places[number]));
                for _ in 0..if code == RENAMED { next(&mut spool)? } else { 0 } {
                    encode(&mut buffer, next(&mut spool)?);
                }
            }
            branch => {
                debug_assert!(branch >= BRANCH);
                encode(&mut buffer, branch);
            }
        }
        if buffer.len() >= BUFFER {
            out.write_all(&buffer)?;
            buffer.clear();
        }
    }
    out.write_all(&buffer)
}

/// Appends a number in LEB128: seven bits a byte, the low ones first.
#[inline]
pub(super) fn encode(bytes: &mut Vec<u8>, mut number: u64) {
    while number >= 0x80 {
        bytes.push(number as u8 | 0x80);
        number >>= 7;
    }
    bytes.push(number as u8);
}

pub(super) fn next(bytes: &mut impl BufRead) -> io::Result<u64> {
    decode(bytes)?.ok_or_else(|| io::ErrorKind::UnexpectedEof.into())
}

/// The next number; `None` at the end.
#[inline]
pub(super) fn decode(bytes: &mut impl BufRead) -> io::Result<Option<u64>> {
    let (mut number, mut shift) = (0, 0);
    loop {
        let Some(&byte) = bytes.fill_buf()?.first() else { return Ok(None) };
        bytes.consume(1);
        number |= u64::from(byte & 0x7f) << shift;
        if byte & 0x80 == 0 {
            return Ok(Some(number));
        }
        shift += 7;
    }
}
