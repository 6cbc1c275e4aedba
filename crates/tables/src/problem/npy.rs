//! Matrices as `numpy.save` writes them.
//!
//! Source: *NEP 1, A simple file format for `NumPy` arrays*.

use quadrille_cover::TextError;

use super::numbers::of_bits;
use super::{looks_like, numbered};

/// The first bytes of such a file.
pub(super) const MAGIC: &[u8] = b"\x93NUMPY";

const ABOUT: &str = "a file of numpy";

fn wrong(what: &str) -> TextError {
    let what = format!(
        "found {what}; expected a matrix of 0 and 1 as `numpy.save` writes it, of truth values or numbers"
    );
    looks_like(ABOUT, what, (1, 1))
}

/// The problem of a matrix with two axes: a row is an option, a column an item.
pub(super) fn rewrite(bytes: &[u8]) -> Result<String, TextError> {
    let body = bytes.strip_prefix(MAGIC).unwrap_or(bytes);
    // The version, the length of the header in two or four bytes, and the header: a map as Python writes it.
    let wide = body.first().is_some_and(|&version| version > 1);
    let at = if wide { 6 } else { 4 };
    let length = body.get(2..at).map(|length| match *length {
        [a, b, c, d] => u32::from_le_bytes([a, b, c, d]) as usize,
        [a, b, ..] => usize::from(u16::from_le_bytes([a, b])),
        _ => 0,
    });
    let parts = length.and_then(|length| body.get(at..)?.split_at_checked(length));
    let Some((header, data)) = parts else { return Err(wrong("a file that ends in its header")) };
    let header = String::from_utf8_lossy(header);
    let field = |name: &str| {
        let (_, rest) = header.split_once(&format!("'{name}':"))?;
        Some(rest.trim_start())
    };
    let kind = field("descr").and_then(|rest| rest.strip_prefix('\'')?.split('\'').next());
    let shape = field("shape").and_then(|rest| rest.strip_prefix('(')?.split(')').next());
    let sides: Vec<usize> =
        shape.unwrap_or_default().split(',').filter_map(|side| side.trim().parse().ok()).collect();
    let [rows, columns] = sides[..] else {
        return Err(wrong(&format!("an array of {} axes", sides.len())));
    };
    let kind = kind.unwrap_or_default();
    let size = kind.get(2..).and_then(|size| size.parse::<usize>().ok());
    let size = size.filter(|&size| {
        size > 0 && kind.get(1..).is_some_and(|kind| kind.starts_with(['b', 'i', 'u', 'f']))
    });
    let Some(size) = size else { return Err(wrong(&format!("values of the kind `{kind}`"))) };
    let stated = rows.checked_mul(columns).and_then(|number| number.checked_mul(size));
    if stated != Some(data.len()) || data.is_empty() {
        return Err(wrong(&format!("{} bytes of {rows} x {columns} values", data.len())));
    }
    // What 1 looks like, with its least byte first.
    let one: Vec<u8> = match (&kind[1..2], size) {
        ("f", 4) => 1_f32.to_le_bytes().to_vec(),
        ("f", 8) => 1_f64.to_le_bytes().to_vec(),
        ("f", _) => return Err(wrong(&format!("values of the kind `{kind}`"))),
        _ => (0..size).map(|place| u8::from(place == 0)).collect(),
    };
    let is_swapped = kind.starts_with('>');
    let by_columns = field("fortran_order").is_some_and(|rest| rest.starts_with("True"));
    let bit = |row: usize, column: usize| {
        let place = if by_columns { column * rows + row } else { row * columns + column };
        let mut value = data[place * size..][..size].to_vec();
        if is_swapped {
            value.reverse();
        }
        match value {
            value if value == one => Ok("1"),
            value if value.iter().all(|&byte| byte == 0) => Ok("0"),
            _ => {
                Err(wrong(&format!("neither 0 nor 1 in row {} and column {}", row + 1, column + 1)))
            }
        }
    };
    let row = |row: usize| (0..columns).map(|column| bit(row, column)).collect();
    let rows: Vec<Vec<&str>> = (0..rows).map(row).collect::<Result<_, _>>()?;
    Ok(of_bits(&rows, &numbered(columns), 0))
}

#[cfg(test)]
mod tests {
    use super::super::problem_text;

    fn file(kind: &str, order: &str, shape: &str, data: &[u8]) -> Vec<u8> {
        let header =
            format!("{{'descr': '{kind}', 'fortran_order': {order}, 'shape': {shape}, }}\n");
        let length = (header.len() as u16).to_le_bytes();
        [super::MAGIC, &[1, 0], &length, header.as_bytes(), data].concat()
    }

    #[test]
    fn a_matrix_of_any_kind_and_order_is_read() {
        let expected = "1 2 3\n1 3\n2\n";
        let bits = [1, 0, 1, 0, 1, 0];
        let wide = |one: [u8; 8]| bits.map(|bit| if bit == 1 { one } else { [0; 8] }).concat();
        for (kind, order, data) in [
            ("|b1", "False", bits.to_vec()),
            ("|b1", "True", vec![1, 0, 0, 1, 1, 0]),
            ("<i8", "False", wide(1_i64.to_le_bytes())),
            (">i8", "False", wide(1_i64.to_be_bytes())),
            ("<f8", "False", wide(1_f64.to_le_bytes())),
        ] {
            let text = problem_text(&file(kind, order, "(2, 3)", &data)).unwrap().into_owned();
            assert_eq!(String::from_utf8(text).unwrap(), expected, "{kind} {order}");
        }
    }

    #[test]
    fn what_is_no_matrix_of_bits_is_refused() {
        for (kind, shape, data, words) in [
            ("|i1", "(1, 2)", &[1, 2][..], "found neither 0 nor 1 in row 1 and column 2"),
            ("|i1", "(1, 2)", &[1][..], "found 1 bytes of 1 x 2 values"),
            ("|i1", "(2,)", &[1, 0][..], "found an array of 1 axes"),
            ("<U1", "(1, 1)", &[49, 0, 0, 0][..], "found values of the kind `<U1`"),
            ("é1", "(1, 1)", &[1][..], "found values of the kind `é1`"),
            ("<f2", "(1, 1)", &[0, 60][..], "found values of the kind `<f2`"),
            ("<i8", "(4294967296, 4294967296)", &[][..], "found 0 bytes of"),
        ] {
            let error = problem_text(&file(kind, "False", shape, data)).unwrap_err().to_string();
            assert!(error.contains(words), "{error}");
        }
        assert!(problem_text(b"\x93NUMPY\x01\x00\xff\xffx").is_err());
    }
}
