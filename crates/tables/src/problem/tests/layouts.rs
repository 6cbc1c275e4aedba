//! One problem as sheets hold it and as programs print it: read as that problem, or refused with what decides.

use super::{are_refused, number};
use crate::read_strictly;

/// Two solutions: rows 1 and 4, and rows 2, 3 and 5.
const ROWS: [[usize; 4]; 5] =
    [[1, 0, 1, 0], [1, 0, 0, 0], [0, 1, 1, 0], [0, 1, 0, 1], [0, 0, 0, 1]];

fn joined(between: &str, rows: &str, cell: fn(usize) -> &'static str) -> String {
    let row = |row: &[usize; 4]| row.map(cell).join(between);
    ROWS.iter().map(row).collect::<Vec<_>>().join(rows)
}

fn digit(bit: usize) -> &'static str {
    if bit == 1 { "1" } else { "0" }
}

fn is_read(text: &str) {
    assert_eq!(number(text), 2, "{text}");
    let problem = read_strictly(text.as_bytes()).unwrap();
    let lengths: Vec<usize> =
        problem.option_ids().map(|option| problem.option(option).len()).collect();
    assert_eq!((problem.primary(), lengths), (4, vec![2, 1, 2, 2, 1]), "{text}");
}

#[test]
fn matrices_as_programs_print_them_are_read() {
    let commas = |between: &str| format!("[[{}]]", joined(", ", between, digit));
    for text in [
        format!("[{}]", joined(" ", "; ", digit)),
        format!("A = [{}];\n", joined(" ", ";\n", digit)),
        format!("M=[{}\n]", joined(" ", "\n  ", digit)),
        format!("[{}]", joined(",", ";", digit)),
        format!("ans =\n\n     {}\n\n", joined("     ", "\n     ", digit)),
        format!("5\u{d7}4 Matrix{{Int64}}:\n {}", joined("  ", "\n ", digit)),
        format!("[{}]", joined(" ", "]\n[", digit)),
        format!("matrix(ZZ, {})", commas("], [")),
        format!("tensor({},\n       dtype=torch.uint8)", commas("],\n        [")),
        format!("{{{{{}}}}}", joined(", ", "}, {", digit)),
        format!("m = {{{{{}}}}};", joined(", ", "},\n {", digit)),
        format!("# a comment\n[[{}]]", joined(" ", "]\n [", digit)),
        format!("let m = vec![vec![{}]];", joined(", ", "], vec![", digit)),
        // R.
        format!(
            "     [,1] [,2] [,3] [,4]\n{}\n",
            ROWS.iter()
                .enumerate()
                .map(|(at, row)| format!("[{},]    {}", at + 1, row.map(digit).join("    ")))
                .collect::<Vec<_>>()
                .join("\n")
        ),
        format!("+---------+\n| {} |\n+---------+\n", joined(" ", " |\n| ", digit)),
        format!("| a | b | c | d |\n|---|---|---|---|\n| {} |\n", joined(" | ", " |\n| ", digit)),
    ] {
        is_read(&text);
    }
}

#[test]
fn sheets_are_read() {
    let with_names = |between: &str,
                      corner: &str,
                      rows: fn(usize) -> String,
                      cell: fn(usize) -> &'static str| {
        let mut text = ["a", "b", "c", "d 4"].map(|name| format!("\"{name}\"")).join(between);
        text = format!("{corner}{between}{text}\n");
        for (at, row) in ROWS.iter().enumerate() {
            text += &format!("{}{between}{}\n", rows(at), row.map(cell).join(between));
        }
        text
    };
    let quoted: fn(usize) -> String = |at| format!("\"piece {at}\"");
    for between in [",", ";", "\t"] {
        for corner in ["", "\"\"", "\"name of it\"", "row\\col"] {
            for rows in [quoted, |at| at.to_string(), |at| format!("R{at}")] {
                for cell in [
                    digit,
                    |bit| ["", "1"][bit],
                    |bit| ["", "x"][bit],
                    |bit| ["FALSE", "TRUE"][bit],
                    |bit| ["no", "yes"][bit],
                    |bit| ["\"0\"", "\"1\""][bit],
                    |bit| ["0.0", "1.0"][bit],
                ] {
                    is_read(&with_names(between, corner, rows, cell));
                }
            }
        }
        is_read(&with_names(between, "", quoted, digit).replace('\n', "\r\n"));
        // No names of columns, or none of rows; a row of a sheet that has nothing; empty columns behind.
        is_read(with_names(between, "", quoted, digit).split_once('\n').unwrap().1);
        is_read(&joined(between, "\n", |bit| ["", "1"][bit]));
        is_read(&format!(
            "2001{between}2002{between}2003{between}2004\n{}",
            joined(between, "\n", digit)
        ));
        is_read(&format!("{}{}\n", with_names(between, "", quoted, digit), between.repeat(4)));
        is_read(
            &with_names(between, "", quoted, digit).replace('\n', &format!("{between}{between}\n")),
        );
    }
}

#[test]
fn lists_of_python_and_others_are_read() {
    let lists = ["1, 3", "1", "2, 3", "2, 4", "4"];
    let list = |open: &str, between: &str, close: &str| {
        lists.map(|list| format!("{open}{list}{close}")).join(between)
    };
    let names = |open: &str, between: &str, close: &str| {
        let named: Vec<String> = lists
            .iter()
            .zip('A'..)
            .map(|(list, name)| format!("{name}{open}{list}{close}"))
            .collect();
        named.join(between)
    };
    for text in [
        format!("[{}]", list("{", ", ", "}")),
        format!("[{},]", list("(", ",\n ", ")")),
        format!("({})", list("(", ", ", ")").replace("(1)", "(1,)")),
        format!("{{'{}}}", names("': [", ", '", "]")),
        format!("Y = {{\n    '{},\n}}\n", names("': {", ",\n    '", "}")),
        format!("{{{}}}", names(": (", ", ", ")").replace("(1)", "(1,)")),
        format!("[{}]", list("frozenset({", ", ", "})")),
        format!("{}\n", names(" = [", "\n", "]")),
        format!("{}\n", names(": [", "\n", "]")),
        format!("{{{}}}", list("{", ",", "}")),
        format!("{{\"{}}}", names("\" => [", ", \"", "]")),
    ] {
        is_read(&text);
        is_read(
            &text
                .replace('1', "'o1'")
                .replace('2', "'o2'")
                .replace('3', "'o3'")
                .replace('4', "'o4'"),
        );
    }
}

#[test]
fn what_is_open_or_damaged_is_refused() {
    are_refused(&[
        r"7 4\n3\n2;7\n4;5;6\n1;3\n => the first line `7 4` may be the numbers of items and options or an option",
        r"1 25\n2 29\n3 25 28\n => each line begins with its number, which may be an item or the number of the option",
        r"name,a,b,c\nx,true,false,true\ny,false,true,false\nsum,1,1,1\n => 4:5: this looks like a 0/1 matrix; found `1` among truth values",
        r"4\n0;2;3\n1\n => the first line `4` may be the number of items or an option",
        r"5 4\n0010\n000\n0110\n0100\n1010\n => row 2 has 3 columns; expected 4",
        r"4 4\n2 3 4 5\n2\n3 4\n25 3\n => the first line is like the sizes of another format",
        r"3 4\n5 2 1 2\n7 1 3\n2 1 1\n => the first line is like the sizes of another format",
        r"[,1] [,] [,3]\n[1,] 1 0 0\n[2,] 0 1 1\n => column 2 has no name",
        r"+---+\n| 1 0 1 |\n| 0 1\n+---+\n => row 2 has 2 columns; expected 3",
        r"2\n0;1\n => it reads as `matrix` and as `lists`",
        r"{{0,1},{1,0}} => it reads as `matrix` and as `lists`",
        r"{'A': [0, 1], 'B': [1, 0]} => it reads as `matrix` and as `lists`",
        r"{'A': [1, 4], 'B': [2,, 3]} => found `,`; expected a value",
        r"[[1, 4], [2, 3,]] => found a comma before a closing bracket",
        r"[[1, 4], [2 3, 4]] => found values with and without commas",
        r"[[1, 4], [2, 3] => a bracket that is not closed",
        r"[[1, 4], [2, 3)] => found `)`; expected a value",
        r"{'A': [1, 4], [2]} => found values with and without names",
        r"A = [1]\n[2] => found a name before some values",
        r"[[1, '4], [2]] => found a quote that is not closed",
        r"[[[[[[[[[[[[[[[[1]]]]]]]]]]]]]]]] => found more than 8 brackets",
        r"[1 0 1; 0 1] => this looks like a 0/1 matrix; row 2 has 2 columns; expected 3",
        r"a,b,c\nx,1,0,0\ny,1,1,2\nz,0,0,1\nw,1,1,1\n => this looks like a 0/1 matrix; row 2 has a 2 in column 3",
        r"x;1;0;0\ny;1;;1\nz;0;0;1\nw;1;1;1\nv;1;1;1\n => this looks like a 0/1 matrix; row 2 has an empty field in column 2",
    ]);
    assert_eq!(number("| format: lists\n7 4\n3\n2;7\n4;5;6\n1;3\n"), 1);
    assert_eq!(number("13 3\n1;2\n3\n1;3\n"), 1);
    // Names of Knuth's with brackets.
    assert_eq!(number("(0,1) (1,0)\n(0,1)\n(1,0)\n"), 1);
    assert_eq!(number("// two\n(0,1) (1,0)\n(0,1)\n(1,0)\n"), 1);
    assert_eq!(number("// two\nA B (1,0)\nA B\n(1,0)\n"), 1);
}
