//! `quadrille completions` and `quadrille man`: every verb is in them.

use crate::common::{quadrille, verbs};

#[test]
fn every_shell_has_a_script_with_every_verb() {
    let verbs = verbs();
    for shell in ["bash", "zsh", "fish", "powershell", "elvish"] {
        let script = quadrille(&format!("completions {shell}")).silently();
        for verb in &verbs {
            assert!(script.contains(verb), "{shell}: {verb}");
        }
        assert!(script.contains("repetitions"), "{shell}: options too");
    }
    assert!(quadrille("completions cmd").stderr.contains("possible values: bash"));
}

#[test]
fn the_manual_page_has_every_verb_with_its_options() {
    let page = quadrille("man").silently();
    assert!(page.contains(".TH quadrille 1"), "{page}");
    for verb in verbs() {
        assert!(page.contains(&format!(".SH QUADRILLE {}\n", verb.to_uppercase())), "{verb}");
    }
    assert!(page.contains("\\-\\-checkpoint") && page.contains("new random order"));
}
