//! Compression by gzip, zstd or xz, and text in UTF-16, found by the first bytes.

use std::io::{self, BufReader, Cursor, Read, Write};

use flate2::read::MultiGzDecoder;
use lzma_rust2::{XzOptions, XzReader, XzWriter};

use crate::contained::contained;
use crate::{Bytes, Input, TableError};

/// A way of compression.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Packing {
    /// gzip, also several members after one another.
    Gzip,
    /// zstd, also several frames after one another.
    Zstd,
    /// xz, also several streams after one another.
    Xz,
}

/// How hard it is tried to make a file of xz small, from 0 to 9; 6 is what the program `xz` does.
const XZ_PRESET: u32 = 6;

/// Upper bound on the memory of a reader of xz, in KiB: what `xz -9` needs is 65 MiB.
const XZ_MEMORY: u32 = 1 << 17;

impl Packing {
    /// The packing of bytes that begin like this.
    fn of(first: &[u8]) -> Option<Self> {
        match first {
            [0x1f, 0x8b, ..] => Some(Self::Gzip),
            [0x28, 0xb5, 0x2f, 0xfd, ..] => Some(Self::Zstd),
            b"\xfd7zX" => Some(Self::Xz),
            _ => None,
        }
    }
}

#[cfg(not(feature = "zstd"))]
fn without_zstd() -> io::Error {
    io::Error::other(
        "it is compressed by zstd, which this program was compiled without; unpack it first, or use gzip",
    )
}

/// Where bytes go, compressed or not.
pub(crate) enum Packer<W: Write> {
    Plain(W),
    Gzip(Box<flate2::write::GzEncoder<W>>),
    #[cfg(feature = "zstd")]
    Zstd(Box<zstd::stream::write::Encoder<'static, W>>),
    Xz(Box<XzWriter<W>>),
}

impl<W: Write> Packer<W> {
    /// A writer that compresses what is written. What it holds back is written by `finish`.
    pub(crate) fn new(packing: Option<Packing>, out: W) -> io::Result<Self> {
        Ok(match packing {
            None => Self::Plain(out),
            Some(Packing::Gzip) => {
                let level = flate2::Compression::default();
                Self::Gzip(Box::new(flate2::write::GzEncoder::new(out, level)))
            }
            #[cfg(feature = "zstd")]
            Some(Packing::Zstd) => Self::Zstd(Box::new(zstd::stream::write::Encoder::new(out, 0)?)),
            #[cfg(not(feature = "zstd"))]
            Some(Packing::Zstd) => return Err(without_zstd()),
            Some(Packing::Xz) => {
                Self::Xz(Box::new(XzWriter::new(out, XzOptions::with_preset(XZ_PRESET))?))
            }
        })
    }

    /// Writes what was held back, and returns the writer below.
    pub(crate) fn finish(self) -> io::Result<W> {
        match self {
            Self::Plain(out) => Ok(out),
            Self::Gzip(encoder) => encoder.finish(),
            #[cfg(feature = "zstd")]
            Self::Zstd(encoder) => encoder.finish(),
            Self::Xz(encoder) => encoder.finish(),
        }
    }
}

impl<W: Write> Write for Packer<W> {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        match self {
            Self::Plain(out) => out.write(bytes),
            Self::Gzip(encoder) => encoder.write(bytes),
            #[cfg(feature = "zstd")]
            Self::Zstd(encoder) => encoder.write(bytes),
            Self::Xz(encoder) => encoder.write(bytes),
        }
    }

    /// Does nothing where bytes are compressed: to flush often would make the file larger.
    fn flush(&mut self) -> io::Result<()> {
        if let Self::Plain(out) = self { out.flush() } else { Ok(()) }
    }
}

/// The bytes of a source, decompressed if they are compressed, the first of them, and how they were compressed.
pub(crate) fn unpack(mut input: Bytes) -> io::Result<(Bytes, Option<Packing>)> {
    let mut first = [0; 4];
    let mut read = 0;
    // Nothing shorter than two bytes is compressed, so a short line that was typed does not wait for another.
    while read < 2 || (read < 4 && matches!(first[0], 0x28 | 0xfd)) {
        match input.read(&mut first[read..]) {
            Ok(0) => break,
            Ok(more) => read += more,
            Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
            Err(error) => return Err(error),
        }
    }
    let packing = Packing::of(&first[..read]);
    let whole = Cursor::new(first[..read].to_vec()).chain(input);
    let bytes: Bytes = match packing {
        None => Box::new(whole),
        Some(Packing::Gzip) => Box::new(Contained(MultiGzDecoder::new(BufReader::new(whole)))),
        #[cfg(feature = "zstd")]
        Some(Packing::Zstd) => Box::new(Contained(zstd::stream::read::Decoder::new(whole)?)),
        #[cfg(not(feature = "zstd"))]
        Some(Packing::Zstd) => return Err(without_zstd()),
        Some(Packing::Xz) => {
            Box::new(Contained(XzReader::new_mem_limit(BufReader::new(whole), true, XZ_MEMORY)))
        }
    };
    Ok((in_utf8(bytes)?, packing))
}

/// The same bytes, or those of the text in UTF-8 if they begin with the byte-order mark of UTF-16.
fn in_utf8(mut input: Bytes) -> io::Result<Bytes> {
    let mut first = Vec::new();
    input.by_ref().take(2).read_to_end(&mut first)?;
    let unit: fn([u8; 2]) -> u16 = match first[..] {
        [0xff, 0xfe] => u16::from_le_bytes,
        [0xfe, 0xff] => u16::from_be_bytes,
        _ => return Ok(Box::new(Cursor::new(first).chain(input))),
    };
    Ok(Box::new(Utf16 { input: BufReader::new(input), unit, text: Cursor::default() }))
}

/// Text in UTF-16 as UTF-8. What is no character becomes the character that stands for one.
struct Utf16 {
    input: BufReader<Bytes>,
    unit: fn([u8; 2]) -> u16,
    /// A part of the text in UTF-8.
    text: Cursor<Vec<u8>>,
}

impl Read for Utf16 {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        // Up to the end of a line, so that no character is cut in two.
        let is_done = self.text.position() == self.text.get_ref().len() as u64;
        let (mut units, mut pair) = (Vec::new(), Vec::new());
        while is_done && units.len() < 1 << 16 && units.last() != Some(&u16::from(b'\n')) {
            pair.clear();
            if self.input.by_ref().take(2).read_to_end(&mut pair)? == 0 {
                break;
            }
            pair.resize(2, 0);
            units.push((self.unit)([pair[0], pair[1]]));
        }
        if is_done {
            self.text = Cursor::new(String::from_utf16_lossy(&units).into_bytes());
        }
        self.text.read(buffer)
    }
}

/// A decompressor whose panics are errors.
struct Contained<R>(R);

impl<R: Read> Read for Contained<R> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        contained(|| Ok(self.0.read(buffer)?)).map_err(|error| match error {
            TableError::Io(error) => error,
            TableError::Wrong(what) => io::Error::other(what),
        })
    }
}

/// The bytes of a source, decompressed if they are compressed.
///
/// # Errors
/// The source cannot be read.
pub fn unpacked(input: Input) -> io::Result<Bytes> {
    let (bytes, _) = unpack(match input {
        Input::File(file) => Box::new(file),
        Input::Stream(stream) => stream,
    })?;
    Ok(bytes)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn unpacked(packed: Vec<u8>) -> (Vec<u8>, Option<Packing>) {
        let (mut bytes, packing) = unpack(Box::new(Cursor::new(packed))).unwrap();
        let mut found = Vec::new();
        bytes.read_to_end(&mut found).unwrap();
        (found, packing)
    }

    #[test]
    fn utf16_with_a_byte_order_mark_becomes_utf8() {
        let text = "puzzle,name\n1...,é𝄞\nend";
        for (mark, bytes) in [
            ([0xff, 0xfe], u16::to_le_bytes as fn(u16) -> [u8; 2]),
            ([0xfe, 0xff], u16::to_be_bytes),
        ] {
            let mut packed = mark.to_vec();
            packed.extend(text.encode_utf16().flat_map(bytes));
            assert_eq!(unpacked(packed), (text.into(), None));
        }
    }

    #[test]
    fn what_is_compressed_comes_out_as_it_was_also_in_parts() {
        let text = b"puzzle,solution\n".repeat(100);
        for packing in [Packing::Gzip, Packing::Zstd, Packing::Xz] {
            let packed = || {
                let mut packer = Packer::new(Some(packing), Vec::new()).unwrap();
                packer.write_all(&text).unwrap();
                packer.finish().unwrap()
            };
            assert!(packed().len() < text.len() / 4);
            assert_eq!(unpacked(packed()), (text.clone(), Some(packing)));
            let twice = [packed(), packed()].concat();
            assert_eq!(unpacked(twice), ([&*text, &text].concat(), Some(packing)));
        }
        let broken = unpack(Box::new(Cursor::new(b"\xfd7zXZ\0")));
        let read = broken.and_then(|(mut bytes, _)| bytes.read_to_end(&mut Vec::new()));
        assert!(read.is_err(), "it ends in its head");
        for plain in [&b""[..], b"1", b"\x28", b"\x28x", b"12345", b"\xfd", b"\xfd7"] {
            assert_eq!(unpacked(plain.to_vec()), (plain.to_vec(), None));
        }
    }
}
