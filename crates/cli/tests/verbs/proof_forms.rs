//! `cover --proof-form veripb`, and the two programs that check such a folder.

use std::process::Command;

use crate::common::{Ended, Folder, quadrille};

const SMALL: &str = "a b c | x y\na x:R\nb x:R\nb x:G\nc y\na b y\n";

/// Runs the program that derives the formula of a folder; returns the first line it prints.
fn by_xformula(folder: &Folder, name: &str) -> String {
    let path = folder.path(name);
    let output = Command::new("python3").arg(path.join("xformula.py")).output();
    let output = output.expect("Python can be run");
    let text = String::from_utf8(output.stdout).expect("it prints text");
    assert_eq!(output.status.success(), text.starts_with("VERIFIED"), "{text}");
    text.lines().next().unwrap_or_default().to_owned()
}

/// Checks a folder with `verify`, as if no other checker were installed.
fn verified(folder: &Folder, name: &str) -> String {
    Ended::of(folder.command(&format!("verify {name}")).env("PATH", "")).stdout
}

#[test]
fn the_form_is_written_and_checked() {
    let folder = Folder::with("small.dlx", SMALL);
    let formula = "formula.opb";
    let cover = |source: &str, options: &str| {
        folder.quadrille(&format!("prove --out p --form veripb {source} {options}"))
    };
    let listed = cover("small.dlx", "--all").silently();
    assert_eq!(listed, "a x:R\nb x:R\nc y\n");
    assert_eq!(folder.read("p/solutions.txt"), "1 2 4\n");
    let text = verified(&folder, "p");
    assert!(text.starts_with("p: VERIFIED all 1: "), "{text}");
    assert!(text.contains("veripb --opb p/formula.opb p/proof.pbp"), "{text}");
    assert!(by_xformula(&folder, "p").starts_with("VERIFIED the formula"));

    // A constraint of the formula is made stronger, and its sum is made right.
    let stronger =
        |file: String| file.replace("1 ~x1 1 ~x2 1 ~x4", "1 ~x1").replace("-1 -2 -4", "-1");
    let name = format!("p/{formula}");
    let changed = stronger(folder.read(&name));
    assert_ne!(changed, folder.read(&name));
    folder.write(&name, changed);
    let sum = quadrille_verify::sum(&folder.path("p"), formula).unwrap();
    let manifest = folder.read("p/MANIFEST");
    let lines = manifest.lines().map(|line| {
        let is_formula = line.ends_with(formula);
        if is_formula { format!("sha256 {sum} {formula}\n") } else { format!("{line}\n") }
    });
    folder.write("p/MANIFEST", lines.collect::<String>());
    assert!(verified(&folder, "p").starts_with(&format!("p: REFUSED {formula}:")));
    assert!(by_xformula(&folder, "p").starts_with(&format!("REFUSED {formula}:")));
    std::fs::remove_dir_all(folder.path("p")).unwrap();

    assert_eq!(cover("queens:6", "--count").silently(), "4\n");
    assert!(verified(&folder, "p").starts_with("p: VERIFIED all 4: "));
    std::fs::remove_dir_all(folder.path("p")).unwrap();
    assert_eq!(cover("langford:5", "").negative().0, "");
    assert!(verified(&folder, "p").starts_with("p: VERIFIED all 0: "));
    std::fs::remove_dir_all(folder.path("p")).unwrap();
    cover("queens:8", "--limit 3").silently();
    assert!(verified(&folder, "p").starts_with("p: VERIFIED some 3: "));
    std::fs::remove_dir_all(folder.path("p")).unwrap();
    cover("queens:8", "--max-bytes 5000 --count").error();
    assert!(!folder.path("p").exists());
}

#[test]
fn what_a_form_cannot_prove_is_named() {
    let folder = Folder::with("p.dlx", "0:2|a b\na b\na\nb\n");
    let proof = "--out p --form veripb";
    folder
        .quadrille(&format!("prove p.dlx --all {proof}"))
        .error_has("multiplicities; use the form xcd");
    let gzip = folder.quadrille(&format!("prove queens:4 --gzip {proof}"));
    assert!(gzip.error().starts_with("--gzip: found"), "{}", gzip.error());
    let check = format!("prove {} --out p --form veripb", "1".repeat(16));
    folder.quadrille(&check).error_begins("--form: found");
    assert!(!folder.path("p").exists());
    let help = quadrille("prove --help").silently();
    assert!(help.contains("the checker veripb"));
}

#[test]
fn what_is_for_steps_is_refused_with_it() {
    let folder = Folder::new();
    for option in ["--estimate", "--checkpoint c --out p"] {
        let args = format!("prove queens:6 --count --form veripb {option}");
        let ended = folder.quadrille(&args);
        let name = option.split(' ').next().unwrap();
        ended.error_has(&format!("which lists all solutions; omit {name}"));
        assert!(!folder.path("c").exists() && !folder.path("p").exists());
    }
}
