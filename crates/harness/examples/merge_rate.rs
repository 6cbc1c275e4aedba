//! Measures `run::merge` on synthetic shards: `cargo run --release --example merge_rate -- DIR [SHARDS [BLOCKS]]`.
//!
//! Writes the shards of a run of four engines into DIR, then merges them into DIR/merged.csv, and prints the rate and the peak
//! memory of the merge, from a second process of its own.

use std::error::Error;
use std::fs::File;
use std::io::{BufWriter, Write};
use std::path::Path;
use std::time::Instant;

use quadrille_harness::plan::request::Request;
use quadrille_harness::run::merge::merge;
use quadrille_harness::shards::{
    Binary, CorpusJob, FORMAT, Folder, Job, Manifest, RowSet, RunFacts, RunJob, ShardAbout,
};
use quadrille_results::{Record, Task};

const ENGINES: [&str; 4] = ["masks", "dlx", "bits", "lanes"];

fn main() -> Result<(), Box<dyn Error>> {
    let args: Vec<String> = std::env::args().skip(1).collect();
    let folder = Path::new(args.first().ok_or("expected a folder")?);
    let number = |place: usize, default: usize| args.get(place).map_or(Ok(default), |n| n.parse());
    let (shards, blocks) = (number(1, 1000)?, number(2, 2_500_000)?);
    if args.last().is_some_and(|last| last == "merge") {
        return measure(folder);
    }
    write(folder, shards, blocks)?;
    let program = std::env::current_exe()?;
    let words = [
        folder.as_os_str(),
        shards.to_string().as_ref(),
        blocks.to_string().as_ref(),
        "merge".as_ref(),
    ]
    .map(std::ffi::OsStr::to_owned);
    std::process::Command::new(program).args(words).status()?;
    Ok(())
}

fn row(block: usize, position: usize) -> Record {
    Record {
        run_id: "20261125T092201Z-d917".to_owned(),
        corpus: "generated.txt".to_owned(),
        instance: (block + 1).to_string(),
        line: Some(block + 1),
        sha256: format!("{block:064x}"),
        engine: ENGINES[(block + position) % 4].to_owned(),
        engine_version: "0.2.0".to_owned(),
        task: Task::Unique,
        block,
        position,
        iterations: Some(32),
        solutions: Some("1".to_owned()),
        tests: Some(901),
        nodes: Some(59),
        max_depth: Some(58),
        wall_ns: Some(210_985),
        cpu_ns: Some(211_696),
        cold_ns: Some(128_111),
        ..Record::blank()
    }
}

fn write(path: &Path, shards: usize, blocks: usize) -> Result<(), Box<dyn Error>> {
    let own = |k: usize| (k..blocks).step_by(shards);
    let of = |block| (0..ENGINES.len()).map(move |position| row(block, position));
    let set = |k| {
        let mut set = RowSet::default();
        own(k).flat_map(of).for_each(|row| set.add(&row));
        set
    };
    let corpus = CorpusJob {
        name: "generated.txt".to_owned(),
        sha256: String::new(),
        instances: blocks,
        task: Task::Unique,
        tests: None,
    };
    let job = RunJob {
        run_id: row(0, 0).run_id,
        started: String::new(),
        command: Vec::new(),
        schema: quadrille_results::SCHEMA,
        plan: Request::default(),
        data: None,
        keep_going: false,
        instructions: "baseline".to_owned(),
        engines: ENGINES.map(str::to_owned).to_vec(),
        versions: vec!["0.2.0".to_owned(); 4],
        corpora: vec![corpus],
        rows: (0..shards).map(set).collect(),
    };
    let binary = Binary { version: "none".to_owned(), sha256: "none".to_owned() };
    let manifest = Manifest { format: FORMAT, shards, binary, job: Job::Run(Box::new(job)) };
    let folder = Folder::create(path, &manifest)?;
    let facts = serde_json::to_value(RunFacts::default())?;
    for k in 0..shards {
        let about = ShardAbout { facts: facts.clone(), ..ShardAbout::here(None) };
        let mut shard = folder.begin(folder.shard(k)?, &about)?;
        let mut csv = csv::WriterBuilder::new().has_headers(false).from_writer(&mut shard);
        for row in own(k).flat_map(of) {
            csv.serialize(row)?;
        }
        csv.flush()?;
        drop(csv);
        shard.publish()?;
    }
    Ok(())
}

fn measure(path: &Path) -> Result<(), Box<dyn Error>> {
    let folder = Folder::open(path)?;
    let Job::Run(job) = &folder.manifest().job else { return Err("expected a run".into()) };
    let start = Instant::now();
    let mut shards = Vec::new();
    for k in 0..folder.manifest().shards {
        shards.push(folder.read(folder.shard(k)?)?.ok_or("a shard is missing")?);
    }
    let verified = start.elapsed().as_secs_f64();
    let mut out = BufWriter::with_capacity(1 << 16, File::create(path.join("merged.csv"))?);
    merge(job, &shards, &mut out)?;
    out.flush()?;
    let seconds = start.elapsed().as_secs_f64();
    let rows: u64 = job.rows.iter().map(|set| set.rows).sum();
    let status = std::fs::read_to_string("/proc/self/status")?;
    let peak = status.lines().find(|line| line.starts_with("VmHWM")).unwrap_or("VmHWM: unknown");
    println!(
        "{rows} rows of {} shards: {seconds:.1} s ({verified:.1} s to verify), {:.0} rows per second, {peak}",
        shards.len(),
        rows as f64 / seconds
    );
    Ok(())
}
