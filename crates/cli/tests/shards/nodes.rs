//! Times of several nodes and processors.

use super::common::{Ended, Folder, json_lines};
use super::{divided, shards};

const RUN: &str = "run --corpus systems --engine masks --engine dlx --time-limit 60";

/// The results of two nodes, the second with another processor.
fn two_nodes() -> Folder {
    let folder = Folder::new();
    divided(&folder, RUN, 2);
    folder.quadrille("merge d --out r.csv").positive();
    let notes = folder.read("r.csv.run.toml");
    let mut parts: Vec<String> = notes.split("[[shards]]").map(str::to_owned).collect();
    for (part, name) in parts[1..].iter_mut().zip(["one", "two"]) {
        let lines = part.lines().map(|line| match line.split_once(" = ") {
            Some((key @ ("cpu" | "node"), _)) => format!("{key} = \"{key} {name}\"\n"),
            _ => format!("{line}\n"),
        });
        let without: String = lines.filter(|line| !line.starts_with("cpu =")).collect();
        *part = without.replacen("attempt", &format!("cpu = \"cpu {name}\"\nattempt"), 1);
    }
    folder.write("r.csv.run.toml", parts.join("[[shards]]"));
    folder
}

#[test]
fn seconds_of_different_processors_are_not_added() {
    let folder = two_nodes();
    let ranked = folder.quadrille("rank r.csv").positive();
    assert!(
        ranked.contains(
            "NO PAR-2: found 2 CPU models (\"cpu one\", \"cpu two\"), whose seconds cannot be added"
        ),
        "{ranked}"
    );
    let json = folder.quadrille("rank r.csv --output json").positive();
    for line in json_lines(&json) {
        assert!(line["par2_ns"].is_null() && line["cpus"] == 2 && line["retried"] == 0, "{line}");
        assert!(line["engine"] == "virtual best" || line["ratio"].is_number(), "{line}");
    }
    let one = folder.quadrille("rank r.csv --cpu 'cpu one'").positive();
    assert!(!one.contains("NO PAR-2") && one.contains("systems: 7 instances"), "{one}");
    folder.quadrille("rank r.csv --cpu abacus").error_has(
        "found the CPU `abacus`; expected one of those in the results: cpu one, cpu two",
    );
    folder.quadrille("compare r.csv --engines masks,dlx").positive();
}

#[test]
fn files_of_different_processors_are_not_compared() {
    let folder = two_nodes();
    folder.quadrille(&format!("{RUN} --out whole.csv")).positive();
    let refused = folder.quadrille("compare whole.csv r.csv");
    let error = refused.error();
    assert!(
        error.contains("expected the same model on both sides") && error.contains("--engines X,Y"),
        "{error}"
    );
    let ranked = folder.quadrille("rank whole.csv r.csv");
    assert!(!ranked.errors().is_empty(), "{ranked:?}");
}

#[test]
fn rows_of_retried_shards_are_flagged() {
    let folder = Folder::new();
    folder.quadrille(&format!("{RUN} --shards 3 --out d")).positive();
    shards(&folder, [0, 2]);
    let mut command = folder.command("shard d 1");
    command.env("SLURM_RESTART_COUNT", "2").env("SLURMD_NODENAME", "n7");
    Ended::of(&mut command).positive();
    let merged = folder.quadrille("merge d --out r.csv");
    assert!(merged.stderr.contains("of 3 shards, 1 of them retried"), "{merged:?}");
    let flag = "retried: 8 rows of shards that were begun more than once: shard 1 of r.csv, 8 rows, attempt 3 on n7";
    for args in ["rank r.csv", "compare r.csv --engines masks,dlx"] {
        let text = folder.quadrille(args).positive();
        assert!(text.contains(flag), "{text}");
    }
    let json = folder.quadrille("compare r.csv --engines masks,dlx --output json").positive();
    assert!(
        json_lines(&json).iter().any(|line| line["kind"] == "retried" && line["node"] == "n7"),
        "{json}"
    );
    let json = folder.quadrille("rank r.csv --output json").positive();
    assert!(json_lines(&json).iter().all(|line| line["retried"] == 8), "{json}");
}
