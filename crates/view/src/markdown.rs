//! Tables and text in Markdown, in the dialect of GitHub, which has tables.

/// A table whose first row is the head. Columns are aligned to the right where `right` says so.
pub fn table_of<'f, R: IntoIterator<Item = &'f str>>(
    right: &[bool],
    rows: impl IntoIterator<Item = R>,
) -> String {
    let mut rows = rows.into_iter().map(row);
    let head = rows.next().unwrap_or_default();
    let rule: String = right.iter().map(|&right| if right { "--:|" } else { "---|" }).collect();
    rows.fold(format!("{head}|{rule}\n"), |table, row| table + &row)
}

fn row<'f>(fields: impl IntoIterator<Item = &'f str>) -> String {
    fields.into_iter().fold("|".to_owned(), |row, field| row + " " + &escaped(field) + " |") + "\n"
}

/// Escapes text, so that no character of it is Markdown and no line ends in it.
pub fn escaped(text: &str) -> String {
    let mut escaped = String::new();
    for c in text.chars() {
        match c {
            '\\' | '`' | '*' | '_' | '[' | ']' | '<' | '>' | '|' | '#' | '&' | '~' | '!' | '$' => {
                escaped.extend(['\\', c]);
            }
            c if c.is_control() || matches!(c, '\u{2028}' | '\u{2029}') => escaped.push(' '),
            c => escaped.push(c),
        }
    }
    escaped
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn nothing_in_a_name_is_markdown() {
        let table = table_of(&[false, true], [["a|b", "n"], ["<b>\n*x*", "1"]]);
        assert_eq!(table, "| a\\|b | n |\n|---|--:|\n| \\<b\\> \\*x\\* | 1 |\n");
        assert_eq!(escaped("[l](javascript:x) \u{2028}`"), "\\[l\\](javascript:x)  \\`");
    }
}
