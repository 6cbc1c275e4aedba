//! Formats that consist of numbers: matrices, lists, set partitioning, Matrix Market.

use std::collections::BTreeSet;

use quadrille_cover::TextError;

use super::rows::{bit, bits, fields, number, rows};
use super::words::Knuth;
use super::{Rewritten, brackets, lines, looks_like, numbered, place};

/// Upper bound on the rows and columns that a first line may state: tables for them are made before the rest is read.
const MOST: u64 = 1 << 20;

/// The names of the columns in the first row, if it has any, and the number of fields before the bits of each row: 1 where it begins with a
/// name of its own, else 0. `None` if the rows have no names.
fn names<'t>(
    rows: &[Vec<&'t str>],
    bit: &dyn Fn(&str) -> Option<bool>,
) -> Option<(Vec<&'t str>, usize)> {
    let [head, rest @ ..] = rows else { return None };
    let width = rest.first()?.len();
    let has_first = rest.iter().all(|row| bit(row[0]).is_some());
    let (from, labels) = match head.len() {
        length if length == width && has_first && !head[0].is_empty() => (0, 0),
        length if length == width => (1, 1),
        length if length + 1 == width => (0, 1),
        _ => return None,
    };
    let is_word = |row: &Vec<&str>| number(row[0]).is_none() && bit(row[0]).is_none();
    if labels == 1
        && width > 1
        && head[1..].iter().all(|field| bit(field).is_some())
        && rows.iter().all(is_word)
    {
        return Some((Vec::new(), 1));
    }
    let names = head[from..].to_vec();
    // Numbers are names if they count up, and are not sizes.
    let numbers: Vec<u64> = names.iter().filter_map(|name| number(name)).collect();
    let count_up = || numbers.len() == names.len() && numbers.windows(2).all(|two| two[0] < two[1]);
    let are_names = numbers.is_empty() || names.len() > 2 && count_up();
    (are_names && !names.iter().all(|name| bit(name).is_some())).then_some((names, labels))
}

/// Rows of 0 and 1. Columns are named by their numbers, from 1.
pub(super) fn matrix(text: &str) -> Rewritten {
    let about = "a 0/1 matrix";
    let may_have_head = !brackets::may_be(text);
    let mut rows = rows(text);
    split_dense(&mut rows);
    let bit = bits(&rows);
    let named = names(&rows, &bit).filter(|_| may_have_head);
    if let Some((names, labels)) = &named {
        rows.drain(..usize::from(!names.is_empty()));
        for row in &mut rows {
            row.drain(..*labels);
        }
    }
    // What stands before the rows: their number and that of columns, or of columns and of secondary ones.
    let head = rows.first().cloned().unwrap_or_default();
    let width = rows.get(1).map_or(head.len(), Vec::len);
    let has_head = may_have_head
        && named.is_none()
        && rows.len() > 1
        && head.len() <= 2
        && (head.len() != width || !head.iter().all(|field| bit(field).is_some()));
    let mut secondary = 0;
    if has_head {
        rows.remove(0);
    }
    let width = rows.first().map_or(0, Vec::len);
    if has_head {
        let sizes: Vec<usize> = head.iter().filter_map(|field| field.parse().ok()).collect();
        secondary = match *sizes {
            [columns] if columns == width => 0,
            [number, columns] if (number, columns) == (rows.len(), width) => 0,
            [columns, secondary] if columns == width && secondary < columns => secondary,
            _ => {
                let what = format!(
                    "found `{}` before {} rows of {width} columns; expected `rows columns` or `columns secondary`",
                    head.join(" "),
                    rows.len()
                );
                return Err(looks_like(about, what, place(text, head[0])));
            }
        };
    }
    for (number, row) in rows.iter().enumerate() {
        let number = number + 1;
        if let Some(at) = row.iter().position(|field| bit(field).is_none()) {
            let (found, column) = (row[at], at + 1);
            let what = match found {
                "..." => format!(
                    "row {number} has ... in place of columns that were left out; expected all; print the matrix as a whole, in numpy \
                     after `numpy.set_printoptions(threshold=sys.maxsize)`"
                ),
                "" => format!(
                    "row {number} has an empty field in column {column}; expected 0 or 1, or empty fields for every 0"
                ),
                _ => format!("row {number} has a {found} in column {column}; expected 0 or 1"),
            };
            return Err(looks_like(about, what, place(text, found)));
        }
        if row.len() != width {
            let what =
                format!("row {number} has {} columns; expected {width} as in the first", row.len());
            return Err(looks_like(about, what, place(text, row.first().unwrap_or(&text))));
        }
    }
    // Of truth values, a row of numbers is no row, but their sum or number.
    let is_truth =
        |field: &&&str| field.len() > 3 && field.starts_with(|c: char| c.is_ascii_alphabetic());
    let truths = rows.iter().flatten().filter(is_truth).count();
    if let Some(odd) = rows.iter().flatten().find(|field| !is_truth(field)).filter(|_| truths > 0) {
        let what = format!(
            "found `{odd}` among truth values; expected true or false in each field; take rows of sums away"
        );
        return Err(looks_like(about, what, place(text, odd)));
    }
    let columns = match named {
        // A name has no blanks, and needs no brackets.
        Some((names, _)) if !names.is_empty() => {
            let plain = |name: &str| {
                name.trim_matches(['[', ']', ',', '\''])
                    .split_whitespace()
                    .collect::<Vec<_>>()
                    .join("_")
            };
            let names: Vec<String> = names.into_iter().map(plain).collect();
            if let Some(column) = names.iter().position(String::is_empty) {
                let what =
                    format!("column {} has no name; expected one for each, or none", column + 1);
                return Err(looks_like(about, what, (1, 1)));
            }
            names
        }
        _ => numbered(width),
    };
    for field in rows.iter_mut().flatten() {
        *field = if bit(field) == Some(true) { "1" } else { "0" };
    }
    Ok(of_bits(&rows, &columns, secondary))
}

/// Whether a row is bits without anything between them.
fn is_dense(row: &[&str]) -> bool {
    matches!(row, [whole] if whole.len() > 1 && whole.bytes().all(|byte| b"01".contains(&byte)))
}

/// Makes each bit a field, if nothing stands between the bits of the last row. The first row may say how many columns there are.
fn split_dense(rows: &mut [Vec<&str>]) {
    let Some(width) = rows.last().filter(|row| is_dense(row)).map(|row| row[0].len()) else {
        return;
    };
    let is_head = |at: usize, row: &[&str]| at == 0 && row[0].parse() == Ok(width);
    for (at, row) in rows.iter_mut().enumerate() {
        if is_dense(row) && !is_head(at, row) {
            let whole = row[0];
            *row = (0..whole.len()).map(|at| &whole[at..=at]).collect();
        }
    }
}

/// The problem of rows of bits, one for each of the columns, of which the last are secondary.
pub(super) fn of_bits(rows: &[Vec<&str>], columns: &[String], secondary: usize) -> String {
    let (primary, others) = columns.split_at(columns.len() - secondary);
    let mut knuth = Knuth::new(primary, others);
    for row in rows {
        let held = columns.iter().zip(row).filter(|(_, field)| bit(field) == Some(true));
        knuth.option(held.map(|(column, _)| column), None);
    }
    knuth.0
}

/// Lists of numbers of items, from 0 or from 1, perhaps after the number of items.
pub(super) fn lists(text: &str) -> Rewritten {
    let about = "lists of numbers of items";
    let rows = rows(text);
    let mut options: Vec<Vec<u64>> = Vec::new();
    for row in &rows {
        let (mut items, mut seen) = (Vec::new(), BTreeSet::new());
        for (at, field) in row.iter().enumerate() {
            let item = number(field).filter(|&item| item < 1 << 32);
            let Some(item) = item.filter(|&item| seen.insert(item)) else {
                let what = format!(
                    "found `{field}` at place {}; expected a number below 2^32 that is once in its line",
                    at + 1
                );
                return Err(looks_like(about, what, place(text, field)));
            };
            items.push(item);
        }
        options.push(items);
    }
    if are_sizes(&options) {
        options.remove(0);
    }
    let held: BTreeSet<u64> = options.iter().flatten().copied().collect();
    let held: Vec<String> = held.iter().map(u64::to_string).collect();
    let mut knuth = Knuth::new(&held, &[]);
    for items in options {
        knuth.option(items.iter().map(u64::to_string), None);
    }
    Ok(knuth.0)
}

/// Whether the first line is the number of the items, or of items and options in either order, as the others have them.
fn are_sizes(lists: &[Vec<u64>]) -> bool {
    let [first, rest @ ..] = lists else { return false };
    let held: BTreeSet<u64> = rest.iter().flatten().copied().collect();
    let (items, options) = (held.len() as u64, rest.len() as u64);
    let is_fit = match first[..] {
        [number] => number == items,
        [one, other] => [one, other] == [items, options] || [other, one] == [items, options],
        _ => false,
    };
    is_fit && (held.iter().copied().eq(0..items) || held.iter().copied().eq(1..=items))
}

/// Why a text of numbers is something else than lists of them, or lists that can be read in two ways. If most lines hold only items of the first, it is more likely a text of
/// Knuth's, whose first line names the items, and some line is wrong. If each line is a word of 0 and 1, it is more likely a matrix.
pub(super) fn unlikely_lists(text: &str) -> Option<TextError> {
    let about = "lists of numbers of items";
    let rows = rows(text);
    if 2 * rows.iter().filter(|row| is_dense(row)).count() > rows.len().max(2) {
        let what = "most lines are a word of 0 and 1; expected lists of numbers; write `| format: lists` before them";
        return Some(looks_like(about, what.to_owned(), (1, 1)));
    }
    let lists: Vec<Vec<u64>> =
        rows.iter().map(|row| row.iter().filter_map(|item| number(item)).collect()).collect();
    let [first, rest @ ..] = &rows[..] else { return None };
    // Sizes, or an option, as others have as many items.
    let held: BTreeSet<&str> = rest.iter().flatten().copied().collect();
    let is_like = |row: &Vec<&str>| row.len() == first.len();
    let may_be_items = first.len() == 1 || first.iter().all(|item| held.contains(item));
    if are_sizes(&lists) && may_be_items && rest.iter().any(is_like) {
        let sizes = if first.len() == 1 {
            "the number of items"
        } else {
            "the numbers of items and options"
        };
        let what = format!(
            "the first line `{}` may be {sizes} or an option; if it is {sizes}, write `| format: lists` before it, otherwise the option into \
             another line",
            first.join(" ")
        );
        return Some(looks_like(about, what, place(text, first[0])));
    }
    let [sizes, below @ ..] = &lists[..] else { return None };
    let are_names = |names: &Vec<u64>| {
        names.len() > 2 && names.iter().copied().eq(names[0]..names[0] + names.len() as u64)
    };
    let is_counted = sizes.len() == 2
        && below.first().is_some_and(are_names)
        && (sizes[0] == below[0].len() as u64 || sizes[1] + 1 == below.len() as u64);
    let is_priced =
        |list: &&Vec<u64>| list.get(1).is_some_and(|&number| number + 2 == list.len() as u64);
    if is_counted || sizes.len() == 2 && 2 * below.iter().filter(is_priced).count() > below.len() {
        let what = "the first line is like the sizes of another format, and the others do not agree with it; expected lists of numbers; write \
            `| format: lists` before them";
        return Some(looks_like(about, what.to_owned(), (1, 1)));
    }
    let counts = |from: u64| {
        rows.len() > 2
            && lists.iter().zip(from..).all(|(list, number)| list.len() > 1 && list[0] == number)
    };
    if counts(0) || counts(1) {
        let what = "each line begins with its number, which may be an item or the number of the option; if it is an item, write \
            `| format: lists` before them, otherwise take it away";
        return Some(looks_like(about, what.to_owned(), (1, 1)));
    }
    let named: BTreeSet<&str> = first.iter().copied().collect();
    let within = rest.iter().filter(|row| row.iter().all(|item| named.contains(item))).count();
    (named.len() > 1 && 2 * within > rest.len()).then(|| {
        let what = "most lines hold only items of the first; expected lists of numbers; write `| format: lists` before them, or mend the \
            text, if its first line names the items";
        looks_like(about, what.to_owned(), place(text, first[0]))
    })
}

/// Set partitioning of OR-Library. Rows are items, columns are options with costs.
pub(super) fn partition(text: &str) -> Rewritten {
    let about = "set partitioning of OR-Library";
    let rows = rows(text);
    let [head, columns @ ..] = &rows[..] else {
        return Err(looks_like(about, "found no line; expected `rows columns`".to_owned(), (1, 1)));
    };
    let sizes: Vec<u64> = head.iter().filter_map(|field| number(field)).collect();
    let [items, options] = sizes[..] else {
        let what =
            format!("found {} numbers in the first line; expected `rows columns`", head.len());
        return Err(looks_like(about, what, place(text, head[0])));
    };
    if options != columns.len() as u64 || !(1..=MOST).contains(&items) {
        let what = format!(
            "found {} lines after the first; expected {options}, as it says",
            columns.len()
        );
        return Err(looks_like(about, what, place(text, head[0])));
    }
    let mut knuth = Knuth::new(&numbered(usize::try_from(items).unwrap_or(0)), &[]);
    for column in columns {
        let fields: Option<Vec<u64>> = column.iter().map(|field| number(field)).collect();
        let fields = fields.unwrap_or_default();
        let [cost, number, held @ ..] = &fields[..] else {
            let what = format!(
                "found {} numbers; expected a cost, a number of rows, and these rows",
                column.len()
            );
            return Err(looks_like(about, what, place(text, column[0])));
        };
        let distinct: BTreeSet<&u64> = held.iter().collect();
        if *number == 0
            || *number != held.len() as u64
            || distinct.len() != held.len()
            || held.iter().any(|row| !(1..=items).contains(row))
        {
            let what = format!(
                "found {} rows after the number {number}; expected {number} different ones, from 1 to {items}",
                held.len()
            );
            return Err(looks_like(about, what, place(text, column[0])));
        }
        knuth.option(held.iter().map(u64::to_string), Some(*cost).filter(|&cost| cost > 0));
    }
    Ok(knuth.0)
}

/// Matrix Market by coordinates: rows are options, columns are items.
pub(super) fn market(text: &str) -> Rewritten {
    let about = "a Matrix Market file";
    let error = |line: usize, found: &str, expected: &str| {
        Err(looks_like(about, format!("found {found}; expected {expected}"), (line, 1)))
    };
    let head = lines(text).next().map_or("", |(_, line)| line).to_ascii_lowercase();
    let words: Vec<&str> = head.split_whitespace().skip(1).collect();
    let ["matrix", "coordinate", field @ ("pattern" | "integer" | "real"), "general"] = words[..]
    else {
        return error(
            1,
            &format!("`{}`", words.join(" ")),
            "`matrix coordinate pattern general`, or `integer` or `real` in place of `pattern`",
        );
    };
    let mut rows = lines(text)
        .filter(|(_, line)| !line.starts_with('%'))
        .map(|(number, line)| (number, fields(line)));
    let Some((line, sizes)) = rows.next() else {
        return error(1, "no sizes", "`rows columns entries` after the comments");
    };
    let numbers: Vec<u64> = sizes.iter().filter_map(|field| number(field)).collect();
    let [options, items, entries] = numbers[..] else {
        return error(line, &format!("`{}`", sizes.join(" ")), "`rows columns entries`");
    };
    if options.max(items) > MOST {
        return error(line, "more than 1048576 rows or columns", "fewer");
    }
    let mut held: Vec<BTreeSet<u64>> = vec![BTreeSet::new(); usize::try_from(options).unwrap_or(0)];
    let mut found = 0;
    for (line, row) in rows {
        found += 1;
        let place = |at: usize, most: u64| {
            row.get(at).and_then(|field| number(field)).filter(|place| (1..=most).contains(place))
        };
        let (Some(option), Some(item)) = (place(0, options), place(1, items)) else {
            return error(
                line,
                &format!("`{}`", row.join(" ")),
                &format!("a row from 1 to {options} and a column from 1 to {items}"),
            );
        };
        let is_one = match (field, row.get(2)) {
            ("pattern", None) => true,
            ("integer" | "real", Some(value)) => match value.parse::<f64>() {
                Ok(1.0) => true,
                Ok(0.0) => false,
                _ => return error(line, &format!("the value {value}"), "0 or 1"),
            },
            _ => {
                return error(
                    line,
                    &format!("{} numbers", row.len()),
                    "those that the first line states",
                );
            }
        };
        if is_one && !held[option as usize - 1].insert(item) {
            return error(line, "an entry that is there already", "each once");
        }
    }
    if found != entries {
        return error(line, &format!("{found} entries"), &format!("{entries}, as the sizes say"));
    }
    let mut knuth = Knuth::new(&numbered(usize::try_from(items).unwrap_or(0)), &[]);
    for items in &held {
        knuth.option(items.iter().map(u64::to_string), None);
    }
    Ok(knuth.0)
}
