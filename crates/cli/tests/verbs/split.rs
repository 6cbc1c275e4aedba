//! One search divided among processes: `count --shards`, `shard`, `missing`, `merge`.

use std::fs;
use std::io;
use std::process::Stdio;
use std::thread::sleep;
use std::time::Duration;

use crate::common::{Ended, Folder, encode};
use quadrille_harness::shards::Folder as Shards;

/// The numbers of an array specification such as `1,4,7-9`.
fn numbers(specification: &str) -> Vec<usize> {
    let range = |text: &str| {
        let (first, last) = text.split_once('-').unwrap_or((text, text));
        first.parse::<usize>().unwrap()..=last.parse().unwrap()
    };
    specification.trim().split(',').filter(|text| !text.is_empty()).flat_map(range).collect()
}

fn missing(folder: &Folder) -> Vec<usize> {
    let ended = folder.quadrille("missing split");
    numbers(&ended.stdout)
}

/// Does all shards, generation after generation; returns the number of generations.
fn finish(folder: &Folder) -> usize {
    let mut generations = 0;
    loop {
        let shards = missing(folder);
        if shards.is_empty() {
            return generations;
        }
        generations += 1;
        // The last one first, because the order does not matter.
        for k in shards.into_iter().rev() {
            let k = k.to_string();
            folder.quadrille(&format!("shard split {k} --quiet")).positive();
        }
    }
}

fn split(folder: &Folder, options: &str) -> Ended {
    folder.quadrille(&format!("count problem.dlx --out split --quiet {options}"))
}

#[test]
fn counts_and_counters_are_those_of_an_undivided_search() {
    for (family, budget, engines) in
        [("queens:8", "100", &["bits", "dlx"][..]), ("pentominoes:3x20", "4000", &["bits"])]
    {
        for engine in engines {
            let folder = Folder::with("problem.dlx", encode(family));
            let whole = folder.quadrille(&format!("count problem.dlx --stats --engine {engine}"));
            let options = format!("--stats --engine {engine} --shards 4");
            split(&folder, &format!("{options} --max-nodes {budget}")).silently();
            let generations = finish(&folder);
            assert!(generations > 1, "{family} {engine}: {generations}");
            let merged = folder.quadrille("merge split --quiet").silently();
            let counters = |text: &str| -> Vec<String> {
                let lines = text.lines().filter(|line| !line.starts_with("Tests"));
                lines.map(str::to_owned).collect()
            };
            assert_eq!(counters(&merged), counters(&whole.silently()), "{family} {engine}");
        }
    }
}

#[test]
fn solutions_are_in_the_order_of_an_undivided_search() {
    for (family, engine) in [("latin:4", "dlx"), ("langford:8", "auto")] {
        let folder = Folder::with("problem.dlx", encode(family));
        let engine_of_parts = if engine == "auto" { "bits" } else { engine };
        let common = format!("cover problem.dlx --all --engine {engine_of_parts}");
        let whole = folder.quadrille(&format!("{common} --out whole.txt --quiet"));
        whole.silently();
        split(&folder, &format!("--all --engine {engine} --shards 3 --max-nodes 100")).silently();
        finish(&folder);
        folder.quadrille("merge split --out merged.txt --quiet").silently();
        assert_eq!(folder.read("merged.txt"), folder.read("whole.txt"), "{family}");
    }
}

/// Shards killed at random moments, done twice at once, cut off and damaged.
#[test]
fn nothing_is_lost_or_counted_twice_whatever_happens_to_processes() {
    let folder = Folder::with("problem.dlx", encode("queens:11"));
    split(&folder, "--engine bits --shards 4 --max-nodes 20000").silently();
    let mut moment = 1;
    let mut rounds = 0;
    loop {
        let shards = missing(&folder);
        let Some(&first) = shards.first() else { break };
        rounds += 1;
        assert!(rounds < 500, "it goes on");
        let k = first.to_string();
        let start = || {
            let mut command = folder.command(&format!("shard split {k} --quiet"));
            command.stdout(Stdio::null()).stderr(Stdio::null()).spawn().unwrap()
        };
        let mut both = [start(), start()];
        moment = moment * 5 % 37;
        sleep(Duration::from_millis(moment));
        if rounds % 3 == 0 {
            both[0].kill().unwrap();
        }
        for one in &mut both {
            _ = one.wait();
        }
        let name = format!("split/shards/0-{first}");
        if rounds == 2 && folder.path(&name).exists() {
            let bytes = fs::read(folder.path(&name)).unwrap();
            fs::write(folder.path(&name), &bytes[..bytes.len() / 2]).unwrap();
        }
    }
    assert_eq!(folder.quadrille("merge split --quiet").silently(), "2680\n");
}

#[test]
fn what_does_not_fit_is_refused() {
    let folder = Folder::with("problem.dlx", encode("queens:7"));
    split(&folder, "").error_begins("--out: found no --shards");
    let options = "--engine dlx --shards 2 --max-nodes 50";
    split(&folder, options).silently();
    split(&folder, options).silently();
    split(&folder, "--engine dlx --shards 2 --max-nodes 60")
        .error_has("job.cover.budget: 50 there, 60 now");
    folder.quadrille("merge split").error_has("do the shards 0 by");
    let beyond = folder.quadrille("shard split 7");
    assert!(beyond.stderr.contains("nothing to do for shard 7"), "{beyond:?}");
    finish(&folder);
    folder.write("split/shards/0-9", "");
    folder.quadrille("missing split").error_has("0-9: found a file that is none of");
    fs::remove_file(folder.path("split/shards/0-9")).unwrap();
    let shard = folder.read("split/shards/0-0");
    folder.write("split/shards/0-5", &shard);
    folder.quadrille("merge split").error_has("0-5");
    fs::remove_file(folder.path("split/shards/0-5")).unwrap();
    folder.write("split/shards/1-1", &shard);
    let foreign = folder.quadrille("merge split");
    assert!(foreign.stderr.contains("foreign"), "{foreign:?}");
    finish(&folder);
    assert_eq!(folder.quadrille("merge split --quiet").silently(), "40\n");
}

#[test]
fn options_without_an_effect_are_refused() {
    let folder = Folder::with("problem.dlx", encode("queens:7"));
    for options in ["--time-limit 1", "--output json", "--keep-going", "--max-memory 9", "--jobs 2"]
    {
        split(&folder, &format!("--shards 2 {options}"))
            .error_has("found --shards, whose shards do not use it");
    }
}

/// A shard with a right checksum and the results of another, and a manifest with other parts.
#[test]
fn what_was_changed_by_hand_is_refused_by_its_name() {
    let folder = Folder::with("problem.dlx", encode("queens:12"));
    split(&folder, "--engine bits --shards 2").silently();
    finish(&folder);
    let shards = Shards::open(&folder.path("split")).unwrap();
    let [id, other] = [0, 1].map(|k| shards.shard(k).unwrap());
    let other = shards.read(other).unwrap().unwrap();
    let mut forged = shards.begin(id, &other.header.about.clone()).unwrap();
    io::copy(&mut other.payload(), &mut forged).unwrap();
    fs::remove_file(folder.path("split/shards/0-0")).unwrap();
    forged.publish().unwrap();
    let (numbers, why) = folder.quadrille("missing split").negative();
    assert_eq!(numbers, "0\n");
    assert!(why.contains("split/shards/0-0: found results of other parts"), "{why}");
    folder.quadrille("shard split 0").error_has("split/shards/0-0: found results of other parts");

    let manifest = folder.read("split/manifest.json");
    let parts = |text: &str| -> usize {
        let (_, rest) = text.split_once("\"parts\": ").unwrap();
        rest.split(|c: char| !c.is_ascii_digit()).next().unwrap().parse().unwrap()
    };
    let stated = parts(&manifest);
    for other in [stated - 1, stated + 1] {
        let from = format!("\"parts\": {stated}");
        folder
            .write("split/manifest.json", manifest.replace(&from, &format!("\"parts\": {other}")));
        fs::remove_dir_all(folder.path("split/shards")).unwrap();
        fs::create_dir(folder.path("split/shards")).unwrap();
        let task = folder.quadrille("shard split 0");
        let expected = format!("found {other} parts; expected {stated}, as the division");
        assert!(task.error().contains(&expected), "{task:?}");
    }
}
