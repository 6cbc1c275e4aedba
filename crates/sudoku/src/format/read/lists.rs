//! Lists of cells, or of rows, in brackets: `[5, 3, 0]` as in JSON, `['5', '3', '']` as in Python, `[5. 3. 0.]` as in `NumPy`, each also
//! nested.

use super::alphabet::is_number;
use super::error::{ReadError, wrong_length};
use super::{layout, read_one};
use crate::format::InputFormat;
use crate::grid::{Order, Puzzle};

/// Reads a field of a table, or another short text that should be one puzzle, in any format; or a list of cells or of rows in
/// brackets, such as `[5, 3, 0, ...]`.
///
/// Three numbers alone, such as `1 2 3`, are refused: in a file they are a list of triples with one given, but a field that holds
/// them is more likely a puzzle that was cut short.
///
/// # Errors
/// As [`read_one`], and three numbers.
pub fn read_field(text: &str, size: Option<Order>) -> Result<Puzzle, ReadError> {
    if is_lone_triple(text) {
        let what = "found three numbers; expected a puzzle; a list of givens as row, column and digit has a line for each given";
        return Err(ReadError::new(1, 1, what));
    }
    match listed(text.trim()) {
        Some(Ok(cells)) => read_one(&cells, InputFormat::Auto, size),
        Some(Err(what)) => Err(ReadError::new(1, 1, what)),
        None => read_one(text, InputFormat::Auto, size),
    }
}

/// Whether a text is three integers and no more, but for comments.
fn is_lone_triple(text: &str) -> bool {
    let lines = text.lines().filter_map(|line| str::split(line, '#').next());
    let mut words = lines.flat_map(layout::words);
    let are_integers =
        words.by_ref().take(3).filter(|word| word.parse::<i64>().is_ok()).count() == 3;
    are_integers && words.next().is_none()
}

/// The cells of a list as words, or its rows as lines; `None` if the text is no list.
///
/// # Errors
/// The cells are not those of a whole grid.
fn listed(text: &str) -> Option<Result<String, String>> {
    let mut rest = text.strip_prefix('[')?.strip_suffix(']')?;
    let mut words = Vec::new();
    let is_between = |c: char| matches!(c, '[' | ']' | '(' | ')' | ',') || c.is_whitespace();
    loop {
        rest = rest.trim_start_matches(is_between);
        let Some(first) = rest.chars().next() else { break };
        let word;
        if matches!(first, '"' | '\'') {
            (word, rest) = rest[1..].split_once(first)?;
        } else {
            (word, rest) = rest.split_at(rest.find(is_between).unwrap_or(rest.len()));
        }
        words.push(match word.trim() {
            "" | "null" | "None" | "nan" | "NaN" => ".",
            word => {
                let whole = word.trim_end_matches('0').strip_suffix('.');
                whole.filter(|whole| !whole.is_empty() && is_number(whole)).unwrap_or(word)
            }
        });
    }
    let are_rows = words.iter().all(|word| word.len() > 2);
    let found = words.len();
    Some(if are_rows || Order::from_cells(found).is_some() {
        Ok(words.join(if are_rows { "\n" } else { " " }))
    } else {
        Err(wrong_length(found, &Order::all().map(Order::cells).collect::<Vec<_>>(), &[]))
    })
}

#[cfg(test)]
mod tests {
    use super::super::testing::EASY;
    use super::*;
    use crate::format::InputFormat::Auto;

    #[test]
    fn a_list_of_cells_or_of_rows_is_a_puzzle() {
        let expected = read_one(EASY, Auto, None).unwrap();
        let cells = |cell: fn(char) -> String| EASY.chars().map(cell).collect::<Vec<_>>();
        let number = |c: char| c.to_string().replace('.', "0");
        let nested = |cells: Vec<String>| {
            let rows: Vec<_> = cells.chunks(9).map(|row| format!("[{}]", row.join(" "))).collect();
            format!("[{}]", rows.join("\n "))
        };
        let rows: Vec<_> = (0..9).map(|row| format!("\"{}\"", &EASY[9 * row..][..9])).collect();
        for text in [
            format!("[{}]", cells(number).join(", ")),
            format!("[{}]", cells(number).join(" ")),
            format!("[{}]", cells(number).join(". ") + "."),
            format!("[{}]", cells(number).join(".0, ") + ".0"),
            format!("[{}]", cells(|c| format!("'{c}'")).join(", ")),
            format!("[{}]", cells(|c| format!("\"{}\"", c.to_string().replace('.', ""))).join(",")),
            format!("[{}]", cells(|c| c.to_string().replace('.', "null")).join(",")),
            nested(cells(number)),
            format!("[{}]", rows.join(", ")),
            format!("[\"{EASY}\"]"),
        ] {
            assert_eq!(read_field(&text, None).unwrap(), expected, "{text}");
        }
    }

    #[test]
    fn a_list_that_is_cut_short_is_refused() {
        let short = format!("[{}]", vec!["0"; 80].join(" "));
        let elided = format!("[{} ... {}]", vec!["0"; 40].join(" "), vec!["0"; 41].join(" "));
        for text in [&*short, &elided, "[5 3 0]", "[]", "[0, 1", "['5]"] {
            assert!(read_field(text, None).is_err(), "{text}");
        }
    }
}
