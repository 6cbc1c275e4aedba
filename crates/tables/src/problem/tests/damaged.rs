//! Files of every format with random damage: nothing panics, memory is bounded, errors are in the text. And long texts, of which no part may be
//! looked at again and again.

use std::borrow::Cow;
use std::ops::ControlFlow;
use std::time::{Duration, Instant};

use proptest::collection::vec;
use proptest::prelude::*;
use proptest::sample::Index;
use quadrille_cover::Problem;

use super::*;

/// Valid files: a problem in every format that is written, and in those that are only read.
fn files() -> Vec<String> {
    let problem = Problem::parse("a b c\na b\nc\na c\nb\na\nb c\n").unwrap();
    let rich = Problem::parse("a 1:2|b | x y\na x:red |3\nb x:red y\na b\nb\n").unwrap();
    let rich_without = Problem::parse("a 1:2|b | x y\na x |3\nb x y\na b\nb\n").unwrap();
    let mut files = Vec::new();
    for format in WRITTEN {
        files
            .extend([&problem, &rich, &rich_without].map(|problem| write_problem(problem, format)));
    }
    let mut files: Vec<String> = files.into_iter().filter_map(Result::ok).collect();
    files.extend([
        "// one\na[0:1] b | x\na \\\n x:1\n# c\nb x:1\n",
        "[[0 1 1]\n [1 0 0]]\n",
        "array([[0, 1],\n       [1, 1]])",
        "{\"A\": [\"a\", \"b\"], \"B\": [\"c\"]}",
        "<?xml version=\"1.0\"?>\n<puzzle version=\"2\"><gridType type=\"0\"/><shapes><voxel x=\"2\" y=\"1\" z=\"1\" type=\"0\">#1#</voxel><voxel x=\"2\" y=\"2\" z=\"1\" type=\"0\">##+#1</voxel></shapes><problems><problem><shapes><shape id=\"0\" min=\"0\" max=\"2\"/></shapes><result id=\"1\"/><bitmap><pair piece=\"0\" result=\"0\"/></bitmap></problem></problems></puzzle>",
    ].map(str::to_owned));
    files
}

/// What damage puts into a text.
const PIECES: [&str; 40] = [
    "\n",
    " ",
    "|",
    "| format: matrix\n",
    "| format: lists\n",
    "| format: json\n",
    "| format: lp\n",
    "0",
    "1",
    "-1",
    "99999999999999999999",
    "1048576",
    "[",
    "]",
    "{",
    "}",
    "\"",
    ",",
    ":",
    ";",
    "~",
    "*",
    "\\",
    "//",
    "=",
    "<=",
    ">=",
    "x1",
    "+",
    "End",
    "Binary",
    "Subject To\n",
    "min:",
    "#",
    "_",
    "</",
    "&lt;",
    "\u{1b}",
    "\u{feff}",
    "é",
];

#[derive(Clone, Debug)]
enum Damage {
    Removed(Index, Index),
    Twice(Index, Index),
    Put(Index, usize),
    Byte(Index, u8),
}

fn damage() -> impl Strategy<Value = Damage> {
    prop_oneof![
        any::<(Index, Index)>().prop_map(|(from, to)| Damage::Removed(from, to)),
        any::<(Index, Index)>().prop_map(|(from, to)| Damage::Twice(from, to)),
        (any::<Index>(), 0..PIECES.len()).prop_map(|(at, piece)| Damage::Put(at, piece)),
        any::<(Index, u8)>().prop_map(|(at, byte)| Damage::Byte(at, byte)),
    ]
}

fn damaged(mut bytes: Vec<u8>, damages: &[Damage]) -> Vec<u8> {
    for damage in damages {
        if bytes.len() > 1 << 14 {
            break;
        }
        let length = bytes.len() + 1;
        let range = |from: &Index, to: &Index| {
            let (from, to) = (from.index(length), to.index(length));
            from.min(to)..from.max(to)
        };
        match damage {
            Damage::Removed(from, to) => drop(bytes.drain(range(from, to))),
            Damage::Twice(from, to) => {
                let part = bytes[range(from, to)].to_vec();
                bytes.extend(part);
            }
            Damage::Put(at, piece) => {
                let at = at.index(length);
                drop(bytes.splice(at..at, PIECES[*piece].bytes()));
            }
            Damage::Byte(at, byte) => {
                let at = at.index(length);
                bytes[at.min(length - 2)..].iter_mut().take(1).for_each(|old| *old = *byte);
            }
        }
        if bytes.is_empty() {
            bytes.push(b'1');
        }
    }
    bytes
}

/// Reads bytes, and judges what comes of it.
fn check(bytes: &[u8]) {
    let text = problem_text(bytes);
    match &text {
        Err(error) => {
            let line = bytes.split(|&byte| byte == b'\n').nth(error.line.wrapping_sub(1));
            let line =
                String::from_utf8_lossy(line.unwrap_or_else(|| panic!("no such line: {error}")));
            assert!((1..=line.chars().count() + 1).contains(&error.column), "{line:?}: {error}");
            let message = error.to_string();
            assert!(message.len() < 10_000 && !message.contains(is_control), "{message:?}");
        }
        Ok(Cow::Owned(text)) => {
            assert!(
                text.len() < (1 << 24) + 64 * bytes.len(),
                "{} bytes of {}",
                text.len(),
                bytes.len()
            );
        }
        Ok(Cow::Borrowed(_)) => {}
    }
    let read = read_leniently(bytes, &mut |_| ControlFlow::Continue(()));
    if let Ok((problem, 0)) = read {
        // What is read can be written and read again in the formats that hold all.
        for format in [KNUTH, JSON] {
            if let Ok(text) = write_problem(&problem, format) {
                assert_eq!(read_strictly(text.as_bytes()).as_ref(), Ok(&problem), "{text}");
            }
        }
    }
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 2000, ..ProptestConfig::default() })]

    #[test]
    fn damaged_files_are_read_or_refused(file in any::<Index>(), damages in vec(damage(), 0..6)) {
        let files = files();
        check(&damaged(files[file.index(files.len())].clone().into_bytes(), &damages));
    }

    #[test]
    fn any_pieces_are_read_or_refused(pieces in vec(0..PIECES.len(), 0..40)) {
        check(pieces.into_iter().map(|piece| PIECES[piece]).collect::<String>().as_bytes());
    }
}

/// The time for which this thread was on a core, or that of the clock where no system tells.
fn worked(begun: Instant) -> Duration {
    let told = std::fs::read_to_string("/proc/thread-self/schedstat");
    let first = told.ok().and_then(|told| told.split(' ').next()?.parse().ok());
    first.map_or_else(|| begun.elapsed(), Duration::from_nanos)
}

/// A quarter of a megabyte takes a second; if each part were looked at once more for each other part, it would take many.
#[test]
fn long_texts_take_no_more_time_than_they_are_long() {
    let long = |begin: &str, part: &str, end: &str| {
        format!("{begin}{}{end}", part.repeat((1 << 18) / part.len()))
    };
    let number = |begin: &str, part: &dyn Fn(usize) -> String, end: &str| {
        format!("{begin}{}{end}", (0..1 << 15).map(part).collect::<String>())
    };
    for text in [
        long("", "[", ""),
        long("[", "[1],", "[1]]"),
        long("[[", "1 ", "]]"),
        long("", "[1 0]\n", ""),
        long("", "1 ", "\n"),
        long("", "1\n", ""),
        long("", "10", "\n01\n"),
        long("a\n", "a // b\n", ""),
        long("a\n", "\\\n", "a"),
        long("// b\n", "//", ""),
        long("{\"a\":", "{\"a\":", ""),
        long("* \n", "*\n", "1 x1 >= 1 ;"),
        long("", "1 x1 1 x2 >= 1 ;\n", ""),
        long("1 x ", "                ", ">= 1 ;"),
        number("", &|at| format!("1 x{at} "), ">= 1 ;"),
        number("min: ", &|at| format!("+1 x{at} "), ";\n1 x1 >= 1 ;"),
        number(
            "Minimize\n obj: 0 x0",
            &|at| format!(" + {at} x{at}\n"),
            "Subject To\n a: x1 = 1\nBinary\n x1\n",
        ),
        number(
            "Minimize\nSubject To\n",
            &|at| format!(" c{at}: x{at} + x0\n = 1 \\ end\n"),
            "Binary\n x1\n",
        ),
        number("Minimize\nSubject To\n a: x1 = 1\nBinary\n", &|at| format!(" x{at}\n"), "End\n"),
        long("<puzzle version=\"2\">", "<a>", ""),
        long("<puzzle version=\"2\"><shapes><voxel x=\"2\">", "#1", "</voxel></shapes></puzzle>"),
        number("32768 32768\n", &|at| format!("1 1 {}\n", at + 1), ""),
        number("", &|at| format!("i{at} "), "\ni1\n"),
    ] {
        let begun = Instant::now();
        let before = worked(begun);
        _ = read_strictly(text.as_bytes());
        let taken = worked(begun).saturating_sub(before);
        assert!(taken < Duration::from_secs(5), "{taken:?}: {text:.60}");
    }
}
