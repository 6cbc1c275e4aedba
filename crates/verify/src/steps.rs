//! The steps of a certificate: numbers of seven bits a byte, read one after the other.

use std::io::{self, Read};

use crate::refusal::{Place, Refusal};

/// The first bytes of a certificate, and of one that may rename.
const HEAD: &[u8] = b"xcd 1\n";
const HEAD_OF_RENAMED: &[u8] = b"xcd 2\n";
/// Upper bound on the bytes of a number, so that it fits into 32 bits but for the last byte, which is checked.
const MOST_BYTES: u32 = 5;
const BUFFER: usize = 1 << 16;

/// A step of a certificate (docs/PROOFS.md).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Step {
    /// Branch on this primary item; store the count of the sub-problem if `stores`.
    Branch { item: usize, stores: bool },
    /// The sub-problem is equal to the stored one that comes this number of places before the last. `is_last` if the stored
    /// one is not needed any more.
    Same { ago: usize, is_last: bool },
    /// The sub-problem is that stored one but for names. The counterpart of each option left follows, as a number.
    Renamed { ago: usize },
}

/// Reads the steps of a certificate.
pub(crate) struct Steps<'f> {
    file: &'f str,
    /// Whether the certificate may rename.
    renames: bool,
    bytes: Box<dyn Read + 'f>,
    buffer: Vec<u8>,
    /// The next byte in the buffer, and the end of the bytes there.
    next: usize,
    end: usize,
    /// Number of bytes read before those in the buffer, and upper bound on the bytes in all.
    before: u64,
    most: u64,
}

impl<'f> Steps<'f> {
    /// Begins to read a certificate of at most `most` bytes, after decompression.
    pub(crate) fn new(
        file: &'f str,
        bytes: Box<dyn Read + 'f>,
        most: u64,
    ) -> Result<Self, Refusal> {
        let buffer = vec![0; BUFFER];
        let mut steps =
            Self { file, renames: false, bytes, buffer, next: 0, end: 0, before: 0, most };
        for (&first, &second) in HEAD.iter().zip(HEAD_OF_RENAMED) {
            let byte = steps.byte()?;
            if byte != Some(first) && byte != Some(second) {
                return Err(steps.refusal(
                    "found other bytes; expected a file that begins with `xcd 1` or `xcd 2`",
                ));
            }
            steps.renames |= byte != Some(first);
        }
        Ok(steps)
    }

    pub(crate) fn renames(&self) -> bool {
        self.renames
    }

    /// A refusal at the byte read last.
    pub(crate) fn refusal(&self, why: impl std::fmt::Display) -> Refusal {
        Refusal::new(self.file, Place::Byte(self.at()), why)
    }

    /// Number of bytes read so far.
    fn at(&self) -> u64 {
        self.before + self.next as u64
    }

    #[inline]
    fn byte(&mut self) -> Result<Option<u8>, Refusal> {
        if self.next == self.end && !self.fill()? {
            return Ok(None);
        }
        self.next += 1;
        Ok(Some(self.buffer[self.next - 1]))
    }

    /// Reads into the empty buffer; `false` at the end of the file.
    #[cold]
    fn fill(&mut self) -> Result<bool, Refusal> {
        let read = loop {
            match self.bytes.read(&mut self.buffer) {
                Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
                read => break read.map_err(|error| Refusal::reading(self.file, &error))?,
            }
        };
        (self.before, self.next, self.end) = (self.at(), 0, read);
        if self.before + read as u64 > self.most {
            let why = format_args!("found more than {} bytes, the limit of this check", self.most);
            return Err(Refusal::whole(self.file, why).of_limit());
        }
        Ok(read > 0)
    }

    #[inline]
    pub(crate) fn number(&mut self) -> Result<u32, Refusal> {
        let mut number = 0u64;
        for i in 0..MOST_BYTES {
            let Some(byte) = self.byte()? else {
                return Err(self.refusal("the certificate ends; expected a further step"));
            };
            number |= u64::from(byte & 0x7f) << (7 * i);
            if byte & 0x80 == 0 {
                return u32::try_from(number)
                    .map_err(|_| self.refusal("found a number beyond 32 bits"));
            }
        }
        Err(self.refusal("found a number of more than 5 bytes"))
    }

    pub(crate) fn next(&mut self) -> Result<Step, Refusal> {
        match self.number()? {
            0 => {
                match self.number()? {
                    code @ 4.. => Ok(Step::Branch { item: code as usize - 4, stores: true }),
                    code => Err(self
                        .refusal(format_args!("found step {code} after a 0; expected a branch"))),
                }
            }
            code @ 1..3 => Ok(Step::Same { ago: self.number()? as usize, is_last: code == 2 }),
            3 if self.renames => Ok(Step::Renamed { ago: self.number()? as usize }),
            3 => Err(self.refusal("found step 3, which `xcd 1` lacks")),
            code => Ok(Step::Branch { item: code as usize - 4, stores: false }),
        }
    }

    /// Checks that the certificate ends here.
    pub(crate) fn end(&mut self) -> Result<(), Refusal> {
        match self.byte()? {
            None => Ok(()),
            Some(_) => Err(self.refusal("found steps after the last sub-problem")),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn steps(bytes: &[u8]) -> Result<Vec<Step>, String> {
        let all = [HEAD, bytes].concat();
        let read = || {
            let mut steps = Steps::new("c", Box::new(&all[..]), 100)?;
            let mut found = Vec::new();
            while (steps.at() as usize) < all.len() {
                found.push(steps.next()?);
            }
            steps.end()?;
            Ok(found)
        };
        read().map_err(|error: Refusal| error.to_string())
    }

    #[test]
    fn reads_every_kind() {
        let branch = |item, stores| Step::Branch { item, stores };
        assert_eq!(
            steps(&[4, 0, 5, 1, 0, 2, 3]),
            Ok(vec![
                branch(0, false),
                branch(1, true),
                Step::Same { ago: 0, is_last: false },
                Step::Same { ago: 3, is_last: true }
            ])
        );
        assert_eq!(steps(&[0x84, 1]), Ok(vec![branch(128, false)]));
        assert_eq!(
            steps(&[1, 0xff, 0xff, 0xff, 0xff, 0x0f]),
            Ok(vec![Step::Same { ago: u32::MAX as usize, is_last: false }])
        );
    }

    #[test]
    fn refuses_what_is_none() {
        assert_eq!(steps(&[3]).unwrap_err(), "c, byte 7: found step 3, which `xcd 1` lacks");
        assert_eq!(
            steps(&[0, 1]).unwrap_err(),
            "c, byte 8: found step 1 after a 0; expected a branch"
        );
        assert_eq!(
            steps(&[0x84]).unwrap_err(),
            "c, byte 7: the certificate ends; expected a further step"
        );
        assert_eq!(
            steps(&[0xff; 5]).unwrap_err(),
            "c, byte 11: found a number of more than 5 bytes"
        );
        assert_eq!(
            steps(&[0xff, 0xff, 0xff, 0xff, 0x1f]).unwrap_err(),
            "c, byte 11: found a number beyond 32 bits"
        );
        assert_eq!(
            steps(&[4; 100]).unwrap_err(),
            "c: found more than 100 bytes, the limit of this check"
        );
        let other = Steps::new("c", Box::new(&b"xcd 3\n"[..]), 100).err().unwrap();
        assert!(other.to_string().starts_with("c, byte 5: found other bytes"));
    }
}
