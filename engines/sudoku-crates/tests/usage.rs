//! Bad usage: what was found, what is expected, exit status 2.

use std::process::Command;

#[test]
fn bad_usage_ends_with_2_and_says_how_to_use_it() {
    for (args, expected) in [
        (&["--colour"][..], "found the option --colour; expected --rounds, --seed or a file"),
        (&["--rounds"], "--rounds: found nothing; expected a number"),
        (&["--rounds", "many"], "--rounds: found `many`; expected a number"),
        (&["--rounds", "0"], "--rounds: found 0; expected at least one round"),
        (&["--seed", "-1"], "--seed: found `-1`; expected a number"),
        (&["no-such-file.txt"], "no-such-file.txt: "),
    ] {
        let mut command = Command::new(env!("CARGO_BIN_EXE_quadrille-peers-sudoku"));
        let ended = command.args(args).output().expect("it starts");
        assert_eq!(ended.status.code(), Some(2), "{args:?}");
        assert!(ended.stdout.is_empty(), "{args:?}");
        let said = String::from_utf8(ended.stderr).expect("text");
        let [error, usage] = said.lines().collect::<Vec<_>>()[..] else { panic!("{said}") };
        assert!(error.starts_with(&format!("error: {expected}")), "{args:?}: {error}");
        assert!(usage.starts_with("usage: quadrille-peers-sudoku [--rounds N]"), "{usage}");
    }
}
