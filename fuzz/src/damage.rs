//! Random damage to files: what a transfer, an editor or a program with a fault does to them.

use quadrille_cover::random::Stream;

/// Upper bound on the length of a damaged file, in bytes; parts that are doubled would otherwise grow without end.
const MOST: usize = 1 << 14;

/// What damage puts into a text beside pieces of the text and of other texts.
const PIECES: [&[u8]; 32] = [
    b"\n",
    b"\r\n",
    b"\r",
    b" ",
    b"\t",
    b",",
    b";",
    b"|",
    b"\"",
    b"'",
    b"[",
    b"]",
    b"{",
    b"}",
    b":",
    b"#",
    b"//",
    b"\\",
    b"<",
    b"&lt;",
    b"=",
    b"0",
    b"-1",
    b"1.0",
    b"16",
    b"99999999999999999999",
    b"| format: lists\n",
    b"\xef\xbb\xbf",
    b"\xff\xfe",
    b"\x1f\x8b\x08",
    "│".as_bytes(),
    b"\x1b",
];

/// One of the files, with one to six parts removed, doubled, moved, inserted or changed.
pub fn damaged(files: &[Vec<u8>], random: &mut Stream) -> Vec<u8> {
    let mut bytes = files[random.below(files.len())].clone();
    for _ in 0..=random.below(6) {
        bytes.truncate(MOST);
        let at = random.below(bytes.len() + 1);
        match random.below(8) {
            0 => drop(bytes.drain(part(&bytes, random))),
            1 => {
                let copy = bytes[part(&bytes, random)].to_vec();
                drop(bytes.splice(at..at, copy));
            }
            2 => {
                let other = &files[random.below(files.len())];
                let foreign = other[part(other, random)].to_vec();
                drop(bytes.splice(at..at, foreign));
            }
            3 | 4 => drop(bytes.splice(at..at, PIECES[random.below(PIECES.len())].iter().copied())),
            5 => bytes.truncate(at),
            kind => {
                if let Some(byte) = bytes.get_mut(at) {
                    *byte = if kind == 6 {
                        random.below(256) as u8
                    } else {
                        *byte ^ 1 << random.below(8)
                    };
                }
            }
        }
    }
    bytes.truncate(MOST);
    bytes
}

/// A part of the bytes: a few bytes, a line, or any part.
fn part(bytes: &[u8], random: &mut Stream) -> std::ops::Range<usize> {
    let from = random.below(bytes.len() + 1);
    let until = match random.below(3) {
        0 => from + random.below(4),
        1 => bytes[from..]
            .iter()
            .position(|&byte| byte == b'\n')
            .map_or(bytes.len(), |end| from + end + 1),
        _ => from + random.below(bytes.len() - from + 1),
    };
    from..until.min(bytes.len())
}
