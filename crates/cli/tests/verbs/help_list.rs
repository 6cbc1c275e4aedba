//! The binary's descriptions: `--help`, `--version` and `quadrille list`.

use crate::common::{quadrille, verbs};

#[test]
fn every_verb_has_help_with_an_example() {
    let verbs = verbs();
    assert!(verbs.starts_with(&["solve".to_owned()]) && verbs.ends_with(&["man".to_owned()]));
    for verb in &verbs {
        let help = quadrille(&format!("{verb} --help")).silently();
        assert!(help.contains("Example: quadrille"), "{help}");
        assert!(help.lines().all(|line| line.len() <= 100), "{help}");
    }
}

#[test]
fn the_version_is_that_of_the_package() {
    let expected = format!("quadrille {}\n", env!("CARGO_PKG_VERSION"));
    assert_eq!(quadrille("--version").silently(), expected);
}

#[test]
fn without_a_verb_there_is_help_on_stderr() {
    let nothing = quadrille("");
    assert_eq!((nothing.status, &*nothing.stdout), (2, ""));
    assert!(nothing.stderr.contains("Usage: quadrille"), "{nothing:?}");
}

#[test]
fn lists_are_a_line_each_and_together_have_titles() {
    let all = quadrille("list").silently();
    for (kind, title) in [
        ("engines", "Engines"),
        ("corpora", "Corpora"),
        ("families", "Families"),
        ("tables", "Tables"),
    ] {
        let list = quadrille(&format!("list {kind}")).silently();
        assert!(list.lines().all(|line| line.contains("  ")), "a name and what it is: {list}");
        assert!(all.contains(&format!("{title}\n{list}")), "{title} in {all}");
    }
}
