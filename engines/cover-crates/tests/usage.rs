//! Bad usage: what was found, what is expected, exit status 2.

use std::process::Command;

#[test]
fn bad_usage_ends_with_2_and_says_how_to_use_it() {
    let folder = tempfile::tempdir().expect("a folder");
    let wrong = folder.path().join("wrong.dlx");
    std::fs::write(&wrong, "a b\na c\n").expect("it is written");
    let (folder, wrong) = (folder.path().to_str().unwrap(), wrong.to_str().unwrap());
    let of_wrong = format!("{wrong}: ");
    let empty = format!("{folder}/empty");
    std::fs::create_dir(&empty).expect("it is made");
    let of_empty = format!("{empty}: found no DLX file");
    for (args, expected) in [
        (&["--colour"][..], "found the option --colour"),
        (&["--rounds"], "--rounds: found nothing; expected a value"),
        (&["--rounds", "many"], "--rounds: found `many`; expected a whole number from 1"),
        (&["--rounds", "0"], "--rounds: found `0`; expected a whole number from 1"),
        (&["--limit", "soon"], "--limit: found `soon`; expected seconds"),
        (&["--limit", "0"], "--limit: found `0`; expected 1 or more"),
        (&["--limit", "NaN"], "--limit: found `NaN`; expected 1 or more"),
        (&["--memory", "-1"], "--memory: found `-1`; expected megabytes"),
        (&["--counts", "no-such-file.csv", "queens:4"], "no-such-file.csv: "),
        (&["--only", "nobody", "queens:4"], "--only: found `nobody`; expected a part of the name"),
        (&["--python", "no-such-python"], "no-such-python: "),
        (&["no-such-file.dlx"], "no-such-file.dlx: no such file: found the family"),
        (&["queens:x"], "queens:x: no such file: found `x` as the parameters of queens"),
        (&["--countless", "queens"], "queens: no such file: found nothing as the parameters"),
        (&[wrong], &of_wrong),
        (&[&empty], &of_empty),
        (&["--worker", "nobody", "100"], "found the engine `nobody`; there is none"),
    ] {
        let mut command = Command::new(env!("CARGO_BIN_EXE_quadrille-peers-cover"));
        let ended = command.args(args).output().expect("it starts");
        assert_eq!(ended.status.code(), Some(2), "{args:?}");
        assert!(ended.stdout.is_empty(), "{args:?}");
        let said = String::from_utf8(ended.stderr).expect("text");
        assert!(said.starts_with(&format!("error: {expected}")), "{args:?}: {said}");
        assert!(said.contains("\nusage: quadrille-peers-cover [--rounds N]"), "{said}");
    }
}
