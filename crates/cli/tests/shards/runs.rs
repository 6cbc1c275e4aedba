//! Runs in shards.

use std::fs;

use super::common::rows::untimed;
use super::common::{Ended, Folder};
use super::{divided, missing, shards};

/// Puzzles of 4x4, one a line.
fn puzzles() -> String {
    let line = |i: usize| {
        let mut cells = vec![b'.'; 16];
        cells[i % 16] = b'1' + (i / 16) as u8;
        String::from_utf8(cells).unwrap() + "\n"
    };
    (0..40).map(line).collect()
}

#[test]
fn merged_rows_are_those_of_one_machine() {
    let plan = "corpora = ['p.txt', 'systems']\nengines = ['masks', 'dlx', 'bits']\nrepetitions = 2\ntwice = true\nseed = 4\n\
                filter = 'masks|systems'\nlimits.tests = 2000\n";
    for (name, args, of) in [
        ("a plan", "run plan.toml", 3),
        ("isomorphs", "run --corpus p.txt --isomorphs 3 --engine masks --seed 9", 4),
        ("more shards than instances", "run --corpus systems --engine masks --filter /P", 6),
        ("batches", "run --corpus systems --corpus p.txt --batch --engine masks --engine lanes", 3),
    ] {
        let folder = Folder::with("p.txt", puzzles());
        folder.write("plan.toml", plan);
        folder.quadrille(&format!("{args} --out whole.csv --jobs 1")).positive();
        divided(&folder, args, of);
        assert_eq!(missing(&folder).silently(), "", "{name}");
        folder.quadrille("merge d --out merged.csv").positive();
        let (merged, whole) = (folder.read("merged.csv"), folder.read("whole.csv"));
        assert_eq!(merged.lines().next(), whole.lines().next());
        assert_eq!(untimed(&merged), untimed(&whole), "{name}");
        let blocks: Vec<usize> = merged
            .lines()
            .skip(1)
            .map(|row| row.split(',').nth(9).unwrap().parse().unwrap())
            .collect();
        assert!(blocks.is_sorted(), "{name}: the order of blocks");
        let notes = folder.read("merged.csv.run.toml");
        assert_eq!(notes.matches("[[shards]]").count(), of, "{notes}");
        folder.quadrille("rank merged.csv").positive();
        folder.quadrille("gate whole.csv merged.csv --counts-only").positive();
    }
}

#[test]
fn missing_shards_are_named_and_the_number_comes_from_the_scheduler() {
    let folder = Folder::with("p.txt", puzzles());
    let args = "run --corpus p.txt --engine masks --shards 6 --out d";
    let created = folder.quadrille(args);
    assert!(created.stderr.contains("each shard K from 0 to 5"), "{created:?}");
    folder.quadrille(args).positive();
    folder
        .quadrille("run --corpus p.txt --engine dlx --shards 6 --out d")
        .error_has("manifest of other work, which differs in job.run.plan.engines");
    let (first, _) = missing(&folder).negative();
    assert_eq!(first, "0-5\n");
    let with =
        |variable: &str, value: &str| Ended::of(folder.command("shard d").env(variable, value));
    assert!(with("SLURM_ARRAY_TASK_ID", "2").positive().is_empty());
    with("JOB_COMPLETION_INDEX", "3").positive();
    assert_eq!(missing(&folder).negative().0, "0,1,4,5\n");
    with("SLURM_ARRAY_TASK_ID", "6").error_has("found the shard number 6; expected 0 to 5");
    folder.quadrille("shard d").error_has("SLURM_ARRAY_TASK_ID");
    let again = folder.quadrille("shard d 2");
    assert!(again.stderr.contains("shard 2 of 6 is there already"), "{again:?}");
    again.positive();
    folder.quadrille("merge d").error_has("found no shard 0,1,4,5; expected all 6");
    assert!(!folder.path("d/results.csv").exists());
    shards(&folder, [0, 1, 4, 5]);
    folder.quadrille("merge d").positive();
    folder.quadrille("merge d").error_has("already exists");
    folder.quadrille("merge d --force").positive();
}

#[test]
fn a_shard_is_done_only_with_what_the_manifest_states() {
    let folder = Folder::with("p.txt", puzzles());
    let created = folder.quadrille("run --corpus p.txt --engine masks --shards 2 --out d");
    created.positive();
    for more in ["--engine=dlx", "--seed=1", "plan.toml"] {
        folder.quadrille(&format!("shard d 0 {more}")).error_has("unexpected argument");
    }
    folder.write("p.txt", puzzles().replacen('1', "2", 1));
    folder.quadrille("shard d 0").error_has("found the corpus `p.txt` with the fingerprint");
    folder.write("p.txt", puzzles());
    let other = folder.path("quadrille");
    let mut binary = fs::read(env!("CARGO_BIN_EXE_quadrille")).unwrap();
    binary.push(0);
    fs::write(&other, binary).unwrap();
    fs::set_permissions(&other, std::os::unix::fs::PermissionsExt::from_mode(0o755)).unwrap();
    let mut command = std::process::Command::new(&other);
    command.current_dir(folder.path("")).args(["shard", "d", "0"]);
    Ended::of(&mut command).error_has("found another binary");
    folder
        .quadrille("run --corpus - --shards 2 --out e")
        .error_has("found --corpus -; expected a file");
    shards(&folder, 0..2);
}
