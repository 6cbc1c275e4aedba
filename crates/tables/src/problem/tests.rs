//! Problems in other formats, and texts that are none.

mod damaged;
mod layouts;

use quadrille_cover::{Problem, count};

use super::*;

fn number(text: &str) -> u64 {
    let rewritten = problem_text(text.as_bytes()).unwrap_or_else(|error| panic!("{text}: {error}"));
    let problem = Problem::parse(&*rewritten).unwrap_or_else(|error| panic!("{text}: {error}"));
    count(&problem).unwrap().try_into().unwrap()
}

fn error(text: &str) -> String {
    problem_text(text.as_bytes())
        .map(|text| String::from_utf8_lossy(&text).into_owned())
        .unwrap_err()
        .to_string()
}

/// Checks that texts, with their line ends as `\n`, are refused with the words behind ` => `.
#[track_caller]
pub(super) fn are_refused(cases: &[&str]) {
    for case in cases {
        let (text, words) = case.split_once(" => ").unwrap();
        let text = text.replace(r"\n", "\n");
        assert!(error(&text).contains(words), "{text}: {}", error(&text));
    }
}

const MATRIX: &str =
    "0 0 1 0 1 1 0\n1 0 0 1 0 0 1\n0 1 1 0 0 1 0\n1 0 0 1 0 0 0\n0 1 0 0 0 0 1\n0 0 0 1 1 0 1\n";

/// The rows with a name before each, by its number from 0.
fn labelled(rows: &str, name: fn(usize) -> String) -> String {
    let label = |(number, row)| format!("{},{row}", name(number));
    rows.lines().enumerate().map(label).collect::<Vec<_>>().join("\n") + "\n"
}

/// Knuth's example (*TAOCP* 4B, 7.2.2.1, (5)), which has one solution, in all formats.
#[test]
fn the_same_problem_in_all_formats_has_one_solution() {
    let commas = MATRIX.replace(' ', ",");
    let dense = MATRIX.replace(' ', "");
    let lists = "2 4 5\n0 3 6\n1 2 5\n0 3\n1 6\n3 4 6\n";
    let market = "%%MatrixMarket matrix coordinate pattern general\n% a comment\n6 7 16\n1 3\n1 5\n1 6\n2 1\n2 4\n2 7\n3 2\n3 3\n3 6\n4 1\n4 4\n5 2\n5 7\n6 4\n6 5\n6 7\n";
    let partition = "7 6\n1 3 3 5 6\n1 3 1 4 7\n1 3 2 3 6\n1 2 1 4\n1 2 2 7\n1 3 4 5 7\n";
    let json = "[[2,4,5],[0,3,6],[1,2,5],[0,3],[1,6],[3,4,6]]";
    let map = r#"{"A":["c","e","f"],"B":["a","d","g"],"C":["b","c","f"],"D":["a","d"],"E":["b","g"],"F":["d","e","g"]}"#;
    let counted = "7 6\na b c d e f g\nc e f\na d g\nb c f\na d\nb g\nd e g\n";
    let texts = [
        MATRIX.to_owned(),
        commas.clone(),
        dense.clone(),
        format!("6 7\n{MATRIX}"),
        format!("7\n{MATRIX}"),
        format!("7 0\n{MATRIX}"),
        lists.to_owned(),
        format!("7\n{lists}"),
        lists.replace('6', "7").replace('0', "6"),
        market.to_owned(),
        market.replace("pattern", "integer").replace("\n1 3\n", "\n1 3 1\n"),
        partition.to_owned(),
        json.to_owned(),
        map.to_owned(),
        counted.to_owned(),
        format!("6 7\n{dense}"),
        format!("7 0\n{dense}"),
        format!("# a comment\n{MATRIX}% another\n"),
        format!("# a comment\n{dense}"),
        format!("% a comment\na\tb\tc\td\te\tf\tg\n{}", MATRIX.replace(' ', "\t").replace('0', "False").replace('1', "True")),
        format!("// from 0\n{lists}"),
        format!("a b c d e f g\n{MATRIX}"),
        format!("\"a\",\"b\",\"c\",\"d\",\"e\",\"f\",\"g\"\n{commas}"),
        format!("0,1,2,3,4,5,6\n{commas}"),
        // As `pandas` writes a table with an index, and a table whose options have names.
        format!(",a,b,c,d,e,f,g\n{}", labelled(&commas, |number| number.to_string())),
        format!("set,a,b,c,d,e,f,g\n{}", labelled(&commas, |number| format!("S{number}"))),
        MATRIX.replace('0', "z").replace('1', "1.000000000000000000e+00").replace('z', "0.0"),
        MATRIX.replace('0', "False").replace('1', "True"),
        "// one cover\na b c d e f g   // items\nc \\\ne f\n# a comment\na d g\nb c f\na d\nb g\nd e g".to_owned(),
    ];
    for text in texts.iter().filter(|text| !text.contains("integer")) {
        assert_eq!(number(text), 1, "{text}");
        let problem = read_strictly(text.as_bytes()).unwrap();
        let lengths = problem.option_ids().map(|option| problem.option(option).len());
        assert_eq!((problem.primary(), lengths.collect()), (7, vec![3, 3, 3, 2, 2, 3]), "{text}");
    }
    assert!(
        error(&texts[10]).contains("found 2 numbers; expected those that the first line states")
    );
}

#[test]
fn secondary_columns_and_bounds_are_kept() {
    assert_eq!(number("| format: matrix\n3 1\n1 0 1\n0 1 1\n0 1 0\n"), 1);
    let text = problem_text(b"A[0:1] B[2:3] | x\nA B x:1\nB\nB x:2\n").unwrap();
    assert_eq!(&*text, b"0:1|A 2:3|B | x\nA B x:1\nB\nB x:2\n");
    // A comment behind the items is none of them, unless an option has its sign.
    assert_eq!(number("a b c // items\na b\nc\n"), 1);
    assert_eq!(number("a b c # items\na b # one\nc\n"), 1);
    assert_eq!(number("a b #\na b\n#\n"), 1);
    let own =
        r#"{"items":["a","b"],"secondary":["x"],"options":[["a","x:1"],["b","x:1"],["b","x:2"]]}"#;
    assert_eq!(number(own), 1);
    assert_eq!(number("81 2\n"), 1);
    // What the first line states holds for every format.
    assert_eq!(number("| format: lists\n1 2 3 4\n1 2\n3 4\n3 5\n5\n"), 2);
    assert_eq!(number("[[True, False, True],\n [False, True, False]]"), 1);
    assert!(error("PK\u{3}\u{4}").contains("this looks like a ZIP archive"));
    assert_eq!(number("[[1.0, 0.0],\n [0.000e+00, 1.000e+00]]"), 1);
    assert_eq!(number("| format: json\n[[\"a\"], [\"b\"]]\n"), 1);
    let market = "%%MatrixMarket matrix coordinate pattern general\n1 1 1\n1 1\n";
    assert_eq!(number(&format!("| format: market\n{market}")), 1);
}

#[test]
fn what_is_wrong_is_said_in_words_of_the_format() {
    are_refused(&[
        r"1 0 1\n0 1 0\n0 1 2\n0 0 1\n => 3:5: this looks like a 0/1 matrix; row 3 has a 2 in column 3; expected 0 or 1",
        r"1 0 1\n0 1\n => 2:1: this looks like a 0/1 matrix; row 2 has 2 columns; expected 3 as in the first",
        r"0 1\n1 0\n => it reads as `matrix` and as `knuth`; write the line `| format: matrix` before it",
        r"3 1\n0 1 1\n => it reads as `matrix` and as `partition`; write the line `| format: matrix` before it",
        r"%%MatrixMarket matrix array real general\n1 1\n1\n => expected `matrix coordinate pattern general`",
        r"%%MatrixMarket matrix coordinate pattern general\n2 2 2\n1 1\n => found 1 entries; expected 2, as the sizes say",
        r"1 2 3 4\n1 2\n3 4\n3 5\n => most lines hold only items of the first",
        r"0110\n100\n => 2:1: this looks like a 0/1 matrix; row 2 has 3 columns; expected 4 as in the first",
        r"3\n1 2\n3\n1\n => 1:1: this looks like lists of numbers of items; the first line `3` may be the number of items or an option",
        r"101\n110\n11\n => 3:1: this looks like a 0/1 matrix; row 3 has 2 columns; expected 3 as in the first",
        r"[1, 2] => found a number as option 1",
        r#"[["a"], ["b"} => 1:13: this looks like JSON or a program's lists; found `}`; expected a value"#,
        r"[[0,1],[1,0]] => it reads as `matrix` and as `lists`; write the line `| format: matrix` before it",
        r#"{"A": ["a"],\n "A": ["b"]} => 2:2: this looks like JSON or a program's lists; found the key "A" a second time"#,
        r#"{"items": ["a"],\n "options": [["a"], ["a", "q"]]} => 2:27: this looks like JSON or a program's lists; item `q` is unknown"#,
        r#"[["a", "a"]] => 1:8: this looks like JSON or a program's lists; item `a` stands twice"#,
        r#"[["a"],\n[null]] => 2:2: this looks like JSON or a program's lists; found null in option 2"#,
        r"[[0 1 1]\n [1 2 0]]\n => 2:5: this looks like a 0/1 matrix; row 2 has a 2 in column 2",
        r"[[0 1 ... 1]\n [1 0 ... 0]] => 1:7: this looks like a 0/1 matrix; row 1 has ... in place of columns",
        r"[[0 1 1]\n [1 0]] => 2:3: this looks like a 0/1 matrix; row 2 has 2 columns; expected 3",
        r"2 1\na b\na c\n => 3:3: this looks like items and options",
        r"c a comment\np cnf 3 2\n1 2 0\n-1 3 0\n => this looks like CNF (DIMACS); clauses are not options",
        r"| format: xls\n1\n => found the format `xls`; expected knuth, matrix",
    ]);
}

#[test]
fn a_map_keeps_the_order_of_the_text() {
    let rewritten = |text: &str| {
        let text = problem_text(text.as_bytes()).unwrap_or_else(|error| panic!("{text}: {error}"));
        String::from_utf8(text.into_owned()).unwrap()
    };
    assert_eq!(rewritten(r#"{"z": ["b", "a"], "a": ["c"]}"#), "b a c\nb a\nc\n");
    let own = r#"{"options": {"z": ["a", "x:red"], "b": ["a", "|7"]}, "items": ["0:2|a"], "secondary": ["x"]}"#;
    assert_eq!(rewritten(own), "0:2|a | x\na x:red\na |7\n");
    assert_eq!(rewritten("[[true,false],[false,true]]"), "1 2\n1\n2\n");
}

#[test]
fn rows_of_0_and_1_in_brackets_are_what_the_first_line_says() {
    let square = "[[0,1],[1,1]]\n";
    assert_eq!(number(square), 1);
    let square = "[[0,1],[1,0]]\n";
    assert_eq!(number(&format!("| format: matrix\n{square}")), 1);
    assert_eq!(number(&format!("| format: json\n{square}")), 1);
    assert_eq!(number(&format!("| format: lists\n{square}")), 2);
    let numpy = MATRIX.trim().replace('\n', "]\n [");
    for text in [
        format!("[[{numpy}]]"),
        format!("[{}]\n", MATRIX.trim().replace('\n', "]\n[")),
        format!("array([[{}]])", numpy.replace(' ', ", ").replace("\n, [", ",\n       [")),
        // As numpy breaks a long row, and as it prints truth values and numbers with a point.
        format!("[[{}]]", numpy.replace("0 1 0\n", "0\n  1 0\n")),
        format!("[[{}]]", numpy.replace('0', "False").replace('1', " True")),
        format!("[[{}]]", numpy.replace('0', "0.").replace('1', "1.")),
    ] {
        assert_eq!(number(&text), 1, "{text}");
    }
}

#[test]
fn what_two_formats_explain_is_what_the_first_line_says() {
    // Two columns and a secondary one; or three items, and an option that holds the first.
    let text = "3 1\n0 1 1\n";
    assert_eq!(number(&format!("| format: matrix\n{text}")), 0);
    assert_eq!(number(&format!("| format: partition\n{text}")), 0);
    let text = |format: &str| {
        problem_text(format!("| format: {format}\n{text}").as_bytes()).unwrap().into_owned()
    };
    assert_eq!(text("matrix"), b"1 2 | 3\n2 3\n");
    assert_eq!(text("partition"), b"1 2 3\n1\n");
}

#[test]
fn texts_of_knuths_format_stay_as_they_are() {
    for text in [
        "a b | x\na x:1\nb\n",
        "1 2 3\n1 2\n3\n",
        "#a b\n#a\nb\n",
        "3 #1\n3 #1\n",
        "x 0 1\nx 0\n1\n",
        "| a comment\na//b c\na//b\nc\n",
        "a b\n",
        "",
        "a q\nz\n",
    ] {
        assert_eq!(&*problem_text(text.as_bytes()).unwrap(), text.as_bytes());
    }
}
