//! Puzzles of cubes: pieces, copies, variable cubes, colours, and what is refused.

use quadrille_cover::{Problem, count, family};

use crate::problem_text;

fn puzzle(shapes: &[(&str, &str)], problem: &str) -> String {
    let voxels = shapes.iter().map(|(size, cubes)| {
        let sides: Vec<&str> = size.split(' ').collect();
        format!(
            "<voxel x=\"{}\" y=\"{}\" z=\"{}\" type=\"0\">{cubes}</voxel>\n",
            sides[0], sides[1], sides[2]
        )
    });
    let shapes: String = voxels.collect();
    format!(
        "<?xml version=\"1.0\"?>\n<puzzle version=\"2\">\n<gridType type=\"0\"/>\n<colors/>\n<shapes>\n{shapes}</shapes>\n<problems>\n<problem>\n{problem}\n</problem>\n</problems>\n</puzzle>\n"
    )
}

fn rewritten(text: &str) -> Problem {
    let text = problem_text(text.as_bytes()).unwrap_or_else(|error| panic!("{text}: {error}"));
    Problem::parse(&*text).unwrap()
}

fn number(text: &str) -> u64 {
    count(&rewritten(text)).unwrap().try_into().unwrap()
}

/// The Soma cube: 240 solutions up to rotation and reflection, so 11520 as they are.
#[test]
fn the_soma_cube_has_as_many_solutions_as_the_family() {
    let shapes = [
        ("2 2 1", "###_"),
        ("3 2 1", "####__"),
        ("3 2 1", "###_#_"),
        ("3 2 1", "##__##"),
        ("2 2 2", "###_#___"),
        ("2 2 2", "###__#__"),
        ("2 2 2", "###___#_"),
        ("3 3 3", "###########################"),
    ];
    let pieces: Vec<String> =
        (0..7).map(|id| format!("<shape id=\"{id}\" count=\"1\"/>")).collect();
    let pieces = pieces.concat();
    let text = puzzle(&shapes, &format!("<shapes>{pieces}</shapes><result id=\"7\"/><bitmap/>"));
    let soma = count(&family::build("soma").unwrap()).unwrap();
    assert_eq!((number(&text), soma), (11520, 11520u32.into()));
}

#[test]
fn copies_are_bounds_and_variable_cubes_are_secondary() {
    let shapes = [("2 1 1", "##"), ("1 1 1", "#"), ("3 1 1", "##+")];
    let text = puzzle(
        &shapes,
        "<shapes><shape id=\"0\" min=\"0\" max=\"1\"/><shape id=\"1\" min=\"0\" max=\"3\"/></shapes><result id=\"2\"/>",
    );
    let problem = rewritten(&text);
    assert_eq!(problem.to_string().lines().next(), Some("0:1|S1 0:3|S2 c000 c001 | c002"));
    assert_eq!(number(&text), 5);
    let text = text.replace("min=\"0\" max=\"1\"", "count=\"0\"");
    assert_eq!(
        (number(&text), rewritten(&text).items()),
        (2, 4),
        "a piece that is not used is no item"
    );
}

#[test]
fn colours_fit_as_the_pairs_say() {
    // A piece of two colours, in a row of two colours and one without.
    let shapes = [("2 1 1", "#1#2"), ("1 1 1", "#"), ("3 1 1", "#2#1#")];
    let problem = |pairs: &str| {
        puzzle(
            &shapes,
            &format!(
                "<shapes><shape id=\"0\" count=\"1\"/><shape id=\"1\" count=\"1\"/></shapes><result id=\"2\"/><bitmap>{pairs}</bitmap>"
            ),
        )
    };
    let same = "<pair piece=\"0\" result=\"0\"/><pair piece=\"1\" result=\"1\"/>";
    assert_eq!(number(&problem("")), 0);
    // Turned round at the left; as it is at the right.
    assert_eq!(number(&problem(same)), 2);
    let text = problem("<pair piece=\"0\" result=\"1\"/><pair piece=\"1\" result=\"0\"/>");
    assert_eq!(number(&text), 2);
    assert!(
        problem_text(problem("0110").as_bytes())
            .unwrap_err()
            .to_string()
            .contains("found colours that fit as bits")
    );
}

#[test]
fn what_is_not_read_is_refused_by_name() {
    let shapes = [("1 1 1", "#"), ("2 1 1", "##")];
    let right = puzzle(&shapes, "<shapes><shape id=\"0\" count=\"2\"/></shapes><result id=\"1\"/>");
    assert_eq!(number(&right), 1);
    let twice = right.replace("<problem>", "<problem name=\"A\"/>\n<problem>");
    assert_eq!(number(&format!("| format: xmpuzzle:2\n{twice}")), 1);
    assert_eq!(number(&format!("| format: xmpuzzle\n{right}")), 1);
    for (text, words) in [
        (
            right.replace("gridType type=\"0\"", "gridType type=\"2\""),
            "3:1: this looks like a puzzle of BurrTools; found a grid of spheres",
        ),
        (twice, "found 2 problems (1 `A`, 2 ``); write the line `| format: xmpuzzle:1` before"),
        (
            right.replace("<problem>", "<problem maxHoles=\"2\">"),
            "10:1: this looks like a puzzle of BurrTools; found a limit of holes",
        ),
        (
            right.replace("##<", "#<"),
            "7:1: this looks like a puzzle of BurrTools; found 1 places in a shape of 2 x 1 x 1",
        ),
        (
            right.replace(">#<", ">+<"),
            "6:1: this looks like a puzzle of BurrTools; found a variable cube",
        ),
        (
            right.replace(">#<", ">?<"),
            "6:1: this looks like a puzzle of BurrTools; found `?` in a shape",
        ),
        (right.replace("result id=\"1\"", "result id=\"7\""), "found no shape of this `id`"),
        (
            right.replace("count=\"2\"", "count=\"two\""),
            "found `count=\"two\"`; expected a whole number",
        ),
        (right.replace("x=\"2\"", "x=\"4294967295\" y=\"4294967295\""), "7:"),
        (right.replace("</shapes>", ""), "this looks like a puzzle of BurrTools"),
    ] {
        let error = problem_text(text.as_bytes()).expect_err(&text).to_string();
        assert!(error.contains(words), "{text}: {error}");
    }
}
