//! Files that a command reads, and results that it cannot replace, stay as they are.

use std::fs;

use crate::common::puzzles::P4;
use crate::common::{Folder, encode, kill, quadrille_on};

const MANIFEST: &str = "name = 'mine'\nabout = 'one puzzle'\nsource = ''\nlicence = ''\ntask = 'unique'\n\
                        answer = 'unique'\nfile = 'mine.txt'\npuzzles = 1\n";
const PROBLEM: &str = "a b\na\nb\na b\n";

/// Runs a command that must refuse to write `file`, and checks that the file is unchanged.
fn refused(folder: &Folder, args: &str, file: &str) {
    let before = folder.read(file);
    folder.quadrille(args).error_has("is read by the same command");
    assert_eq!(folder.read(file), before, "{args:?}");
}

#[test]
fn no_command_writes_over_what_it_reads() {
    let folder = Folder::with("mine.txt", P4);
    folder.write("m.toml", MANIFEST);
    folder.write("p.dlx", PROBLEM);
    let run = "run --corpus m.toml --engine masks --force --quiet --out";
    refused(&folder, &format!("{run} mine.txt"), "mine.txt");
    refused(&folder, &format!("{run} m.toml"), "m.toml");
    refused(&folder, "cover p.dlx --all --out ./p.dlx --force", "p.dlx");
    refused(&folder, "count p.dlx --checkpoint p.dlx", "p.dlx");
    fs::rename(folder.path("mine.txt"), folder.path("mine.svg")).expect("it can be renamed");
    refused(&folder, "solve mine.svg --draw tree --force --picture mine.svg", "mine.svg");
}

#[test]
fn a_checkpoint_is_not_the_file_of_solutions_however_it_is_spelled() {
    let folder = Folder::with("p.dlx", PROBLEM);
    for checkpoint in ["x", "./x", "x.part"] {
        let ended =
            folder.quadrille(&format!("cover p.dlx --all --out x --checkpoint {checkpoint}"));
        assert!(
            ended.error().contains("found the same file as in --out"),
            "{checkpoint}: {ended:?}"
        );
        assert!(!folder.path("x").exists());
    }
}

/// A run that cannot write its run file fails before it empties the results of an earlier run.
#[test]
fn results_are_not_emptied_before_the_run_file_is_written() {
    let folder = Folder::with("old.csv", "rows of an earlier run\n");
    fs::create_dir(folder.path("old.csv.run.toml")).expect("it is new");
    fs::create_dir(folder.path("new.csv.run.toml")).expect("it is new");
    for out in ["old.csv", "new.csv"] {
        let ended =
            folder.quadrille(&format!("run --filter masks/systems/P1 --force --quiet --out {out}"));
        assert!(ended.error().contains("run.toml"), "{ended:?}");
    }
    assert_eq!(folder.read("old.csv"), "rows of an earlier run\n");
    assert!(!folder.path("new.csv").exists(), "a run that did not begin leaves no file");
}

/// Wherever it is killed, no manifest is left beside puzzles that it does not describe. The process is killed as soon as
/// the new puzzles have their name.
#[cfg(unix)]
#[test]
fn a_killed_generate_leaves_no_manifest_of_other_puzzles() {
    use std::os::unix::fs::MetadataExt;

    use quadrille_results::Fingerprint;

    let folder = Folder::new();
    let number = || fs::metadata(folder.path("p.txt")).expect("there are puzzles").ino();
    let args = "generate --quiet --size 4 --out p.txt --force --seed";
    for seed in 0..20 {
        folder.quadrille(&format!("{args} 0")).silently();
        let before = number();
        let mut child = folder.start(&format!("{args} {seed}"));
        while number() == before && child.try_wait().expect("it can be waited for").is_none() {}
        kill(child);
        let Ok(manifest) = fs::read_to_string(folder.path("p.toml")) else { continue };
        let sha256 = Fingerprint::of(folder.read("p.txt").as_bytes());
        assert!(manifest.contains(&sha256.to_string()), "seed {seed}: {manifest}");
    }
}

/// `-` stands for standard input and for standard output, which are not the same file.
#[test]
fn a_picture_on_standard_output_may_be_of_standard_input() {
    for (input, verb) in [(P4.to_owned(), "solve"), (encode("queens:4"), "cover")] {
        let picture = quadrille_on(input, &format!("{verb} - --picture -")).positive();
        assert!(picture.contains("<svg"), "{verb}: {picture}");
    }
}
