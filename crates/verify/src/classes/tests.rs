use super::*;
use crate::text;

/// Three rows of one item each, with equal options of the first; `b` and `c` may be exchanged.
const PROBLEM: &str = "a b c\na\na\nb\nb c\nc\n";
/// The exchange of the equal options, and that of `b` and `c`.
const BOTH: &str = "2 1 3 4 5\n1 2 5 4 3\n";

fn lines<'t>(name: &'static str, text: &'t str) -> Lines<'t> {
    Lines::new(name, Box::new(text.as_bytes()), u64::MAX - 1)
}

/// The refusal of a claim about a problem with this number of solutions; empty if there is none.
fn refusal_of(
    (problem, counted): (&str, u32),
    symmetries: &str,
    solutions: &str,
    (claimed, limits): (u64, Limits),
) -> String {
    let problem = text::read(lines("problem.dlx", problem)).expect("a problem");
    let files = (lines(SYMMETRIES, symmetries), lines(SOLUTIONS, solutions));
    let checked = check(&problem, files, limits, (claimed, &counted.into()));
    checked.err().map_or(String::new(), |refusal| refusal.to_string())
}

fn refused(symmetries: &str, solutions: &str, claimed: u64) -> String {
    refusal_of((PROBLEM, 4), symmetries, solutions, (claimed, Limits::default()))
}

#[test]
fn one_solution_of_each_class_is_accepted() {
    for (symmetries, solutions, number) in [
        (BOTH, "1 3 5\n1 4\n", 2),
        (BOTH, "2 4\n2 3 5\n", 2),
        ("1 2 5 4 3\n", "1 3 5\n2 3 5\n1 4\n2 4\n", 4),
        ("", "1 3 5\n2 3 5\n1 4\n2 4\n", 4),
        ("1 2 3 4 5\n2 1 5 4 3\n2 1 5 4 3\n", "1 3 5\n1 4\n", 2),
    ] {
        assert_eq!(refused(symmetries, solutions, number), "", "{symmetries}{solutions}");
    }
    assert_eq!(refusal_of(("a b\na\n", 0), "1\n", "", (0, Limits::default())), "");
    // Without any option, nothing is moved.
    assert_eq!(refusal_of(("0:1|a\n", 1), "\n", "\n", (1, Limits::default())), "");
}

#[test]
fn what_is_wrong_is_named_with_its_line() {
    for (symmetries, solutions, number, why) in [
        (
            BOTH,
            "1 3 5\n",
            1,
            "solutions.txt: the solutions listed and their images have 2 solutions together; counted 4",
        ),
        (
            BOTH,
            "1 3 5\n1 4\n2 4\n",
            3,
            "solutions.txt:3: found a solution that the symmetries make",
        ),
        (
            BOTH,
            "1 3 5\n1 4\n1 4\n",
            3,
            "solutions.txt:3: found a solution that the symmetries make",
        ),
        (
            BOTH,
            "1 3 5\n1 4\n",
            3,
            "MANIFEST: claims 3 classes; solutions.txt has one solution each of 2",
        ),
        (BOTH, "1 3 5\n1 3\n", 2, "solutions.txt:2: item 3 is covered 0 times"),
        (BOTH, "1 3 5\n4 1\n", 2, "solutions.txt:2: found `4 1`; expected numbers"),
        ("1 2 5 4 3\n", "1 3 5\n1 4\n", 2, "have 2 solutions together; counted 4"),
        (
            "2 1 4 3 5\n",
            "1 3 5\n1 4\n",
            2,
            "symmetries.txt:1: found no symmetry of the problem: the options",
        ),
        (
            "1 2 3 4 5\n2 1 3 4\n",
            "1 4\n",
            1,
            "symmetries.txt:2: found `2 1 3 4`; expected the number",
        ),
        (
            "2 2 3 4 5\n",
            "1 4\n",
            1,
            "symmetries.txt:1: found no symmetry of the problem: a counterpart",
        ),
        ("2 1 3 4 6\n", "1 4\n", 1, "symmetries.txt:1: found `2 1 3 4 6`"),
        ("2 1 3 4 05\n", "1 4\n", 1, "symmetries.txt:1: found `2 1 3 4 05`"),
        ("2 1 3 4 5", "1 4\n", 1, "symmetries.txt:1: found no line feed"),
    ] {
        let refused = refused(symmetries, solutions, number);
        assert!(refused.contains(why), "{symmetries}{solutions}: {refused}");
    }
}

#[test]
fn bounds_and_colours_are_kept_by_symmetries() {
    // `a` may be covered more often than `b`, though as many options have them.
    let bounds = "1:2|a b\na\na\nb\nb\n";
    let exchanged = refusal_of((bounds, 6), "3 4 1 2\n", "1 3\n", (1, Limits::default()));
    assert!(exchanged.contains("found no symmetry"), "{exchanged}");
    let equal = "2 1 3 4\n1 2 4 3\n";
    assert_eq!(refusal_of((bounds, 6), equal, "1 3\n1 2 4\n", (2, Limits::default())), "");
    let colours = "a b | x\na x:1\na x:2\nb x:1\nb x:2\n";
    let agree = |symmetries, solutions, number| {
        refusal_of((colours, 2), symmetries, solutions, (number, Limits::default()))
    };
    assert_eq!(agree("2 1 4 3\n3 4 1 2\n", "2 4\n", 1), "");
    assert!(agree("2 1 3 4\n", "2 4\n", 1).contains("exclude"));
}

#[test]
fn limits_end_a_check() {
    let stored = Limits { stored: 3 * (EACH + 10), ..Limits::default() };
    let refused = refusal_of((PROBLEM, 4), BOTH, "1 3 5\n1 4\n", (2, stored));
    assert!(refused.starts_with("solutions.txt:1: the symmetries and"), "{refused}");
    let timed = Limits { until: Some(Instant::now()), ..Limits::default() };
    let refused = refusal_of((PROBLEM, 4), BOTH, "1 3 5\n1 4\n", (2, timed));
    assert!(refused.starts_with("solutions.txt:1: the limit of time has passed"), "{refused}");
}
