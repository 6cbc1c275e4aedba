//! OPB and LP files, and what is no cover in them.

use quadrille_cover::{Problem, count};

use crate::problem::tests::are_refused;
use crate::problem_text;

fn rewritten(text: &str) -> String {
    let text = problem_text(text.as_bytes()).unwrap_or_else(|error| panic!("{text}: {error}"));
    Problem::parse(&*text).unwrap_or_else(|error| panic!("{text:?}: {error}"));
    String::from_utf8(text.into_owned()).unwrap()
}

#[test]
fn constraints_of_opb_are_items() {
    let text = "* #variable= 3 #constraint= 4\nmin: +3 x1 -0 x2 +2 x3 ;\n+1 x1 +1 x2 = 1 ;\n1 x3 1 x2 = 1;\n-1 x1 -1 x3 >= -1 ;\n1 x1 1 x2 1 x3 >= 1 ;\n1 x1 1 x2 1 x3 <= 2 ;\n";
    // x1 and x3 may not be together; one or two of all.
    assert_eq!(rewritten(text), "1 2 1:2|4 | 3\n1 4 3 |3\n1 2 4\n2 4 3 |2\n");
    // Variables are numbered; `~x` is 1 - x; older files have a star between coefficient and variable.
    let text = "* old\n+1*x10 +1*x2 = 1;\n1 ~x2 1 ~x10 1 ~x3 >= 2 ;\n+1 x3 >= 1 ;\n";
    assert_eq!(rewritten(text), "1 1:1|3 | 2\n1 2\n3 2\n1 2\n".replace("1:1|", ""));
    // At least two of three, no more than one of two where nothing else has these.
    assert_eq!(rewritten("1 a 1 b 1 c >= 2 ;\n"), "2:3|1\n1\n1\n1\n");
    assert_eq!(rewritten("1 a 1 b <= 1 ;\n1 b 1 c <= 1 ;\n"), "0:1|1 0:1|2\n1\n1 2\n2\n");
    let problem = Problem::parse(rewritten("1 a 1 b <= 1 ;\n1 b 1 c <= 1 ;\n")).unwrap();
    assert_eq!(count(&problem).unwrap(), 5u32.into(), "none, a, b, c, a and c");
}

#[test]
fn constraints_of_lp_keep_their_names() {
    let text = "\\ a comment\nMinimize\n obj: 3 d1 + 2 d3\nSubject To\n#a: d1 + d2 = 1\n b: d3 +\n  d2 = 1 \\ another\n c: d1 + d3 <= 1\n two: 1 <= d1 + d2 + d3 <= 2\nBounds\n 0 <= d1 <= 1\n d2 <= 1\nBinary\n d1 d2\n d3\nEnd\n";
    assert_eq!(rewritten(text), "#a b 1:2|two | c\n#a two c |3\n#a b two\nb two c |2\n");
    let text = "minimize\nst\nx + y = 1\n- x - z >= -1\ny + z >= 1\nbinaries\nx\ny\nz\n";
    assert_eq!(rewritten(text), "1 1:2|3 | 2\n1 2\n1 3\n3 2\n");
    assert_eq!(
        rewritten("Maximize\n obj: 0\nSubject To\n a: 2 >= x + y\nBinary\n x y\nEnd\n"),
        "0:2|a\na\na\n"
    );
    assert_eq!(
        rewritten("Min\n 2x + 1e3 y\nSubject To\n a: 1.0 x + y = 1\nBinary\n y x\nEnd\n"),
        "a\na |1000\na |2\n"
    );
}

#[test]
fn what_is_no_cover_is_refused_where_it_is() {
    are_refused(&[
        r"1 x1 2 x2 = 1 ;\n => 1:8: this looks like OPB; found the coefficient 2 of `x2`; expected 1 before each",
        r"1 x1 -1 x2 = 0 ;\n => 1:9: this looks like OPB; found the coefficient -1 of `x2`",
        r"1 x1 x2 >= 1 ;\n => 1:6: this looks like OPB; found `x2` without a coefficient",
        r"1 x1 1 x1 >= 1 ;\n => found `x1` a second time in a constraint",
        r"min: -2 x1 ;\n1 x1 = 1 ;\n => 1:9: this looks like OPB; found the cost -2 of `x1`; expected whole numbers from 0",
        r"max: 2 x1 ;\n1 x1 = 1 ;\n => 1:1: this looks like OPB; found `max:`; expected `min:`",
        r"min: 2 x1 2 x2 ;\n1 x1 = 1 ;\n => 1:13: this looks like OPB; `x2` is in no constraint",
        r"1 x1 = 1 ;\n1 x1 = 0 ;\n => 2:1: this looks like OPB; found a sum from 0 to 0",
        r"1 x1 >= 1.5 ;\n => 1:9: this looks like OPB; found the number 1.5; expected a whole number",
        r"1 x1 >= 1\n1 x2 >= 1 ;\n => 2:1: this looks like OPB; found `1` at the end of a constraint; expected `;`",
        r"min: ;\n => found no constraint",
        r"Maximize\n x\nSubject To\n a: x = 1\nBinary\n x\nEnd\n => 2:2: this looks like an LP file; found `Maximize` with an objective",
        r"Minimize\n x + y\nSubject To\n a: x = 1\nBinary\n x\nEnd\n => 2:6: this looks like an LP file; `y` is not in the section `Binary`",
        r"Minimize\nSubject To\n a: x = 1\n a: y = 1\nBinary\n x y\nEnd\n => 4:2: this looks like an LP file; found a second constraint `a`",
        r"Minimize\nSubject To\n a: x = 1\nGeneral\n x\nEnd\n => `x` is not in the section `Binary`",
        r"Minimize\nSubject To\n a: x + y = z\nBinary\n x y z\nEnd\n => 3:11: this looks like an LP file; found no number on the right",
        r"Minimize\nSubject To\n a: 1 <= x + y >= 2\nBinary\n x y\nEnd\n => found no number on the right, or two bounds of one side",
        r"Minimize\nSubject To\n a: 3 x = 1\nBounds\n x <= 4\nBinary\n x\nEnd\n => found the coefficient 3 of `x`",
        r"Minimize\nSubject To\n a: x = 1\nBounds\n x <= 4\nBinary\n x\nEnd\n => 5:2: this looks like an LP file; found a bound other than",
        r"Minimize\n [ x ^ 2 ] / 2\nSubject To\n a: x = 1\nBinary\n x\nEnd\n => this looks like an LP file; found `[`",
    ]);
}
