//! The binary's descriptions: `--help`, `--version` and `quadrille list`.

mod common;

use common::quadrille;

const VERBS: [&str; 12] = [
    "solve",
    "check",
    "generate",
    "cover",
    "encode",
    "run",
    "rank",
    "compare",
    "gate",
    "reproduce",
    "play",
    "list",
];

#[test]
fn every_verb_has_help_with_an_example() {
    let overview = quadrille(&["--help"]).silently();
    for verb in VERBS {
        assert!(overview.contains(&format!("\n  {verb} ")), "{verb} in {overview}");
        let help = quadrille(&[verb, "--help"]).silently();
        assert!(help.contains("Example: quadrille"), "{help}");
        assert!(help.lines().all(|line| line.len() <= 100), "{help}");
    }
}

#[test]
fn the_version_is_that_of_the_package() {
    let expected = format!("quadrille {}\n", env!("CARGO_PKG_VERSION"));
    assert_eq!(quadrille(&["--version"]).silently(), expected);
}

#[test]
fn without_a_verb_there_is_help_on_stderr() {
    let nothing = quadrille(&[]);
    assert_eq!((nothing.status, &*nothing.stdout), (2, ""));
    assert!(nothing.stderr.contains("Usage: quadrille"), "{nothing:?}");
}

#[test]
fn lists_are_a_line_each_and_together_have_titles() {
    let all = quadrille(&["list"]).silently();
    for (kind, title) in [
        ("engines", "Engines"),
        ("corpora", "Corpora"),
        ("families", "Families"),
        ("tables", "Tables"),
    ] {
        let list = quadrille(&["list", kind]).silently();
        assert!(list.lines().all(|line| line.contains("  ")), "a name and what it is: {list}");
        assert!(all.contains(&format!("{title}\n{list}")), "{title} in {all}");
    }
}
