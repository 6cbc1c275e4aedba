//! Lists of cells, or of rows, in brackets: `[5, 3, 0]` as in JSON, `['5', '3', '']` as in Python, `[5. 3. 0.]` as in `NumPy`, each also
//! nested.

use super::alphabet::is_number;
use super::error::wrong_length;
use crate::grid::Order;

/// The cells of a list as words, or its rows as lines; `None` if the text is no list.
///
/// # Errors
/// The cells are not those of a whole grid.
pub(super) fn listed(text: &str) -> Option<Result<String, String>> {
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
    use super::super::{read_field, read_one};
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
