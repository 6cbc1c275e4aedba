//! Shards on a Slurm cluster of two nodes, while tasks, nodes and the controller are killed and shards are cut off.
//!
//! `QUADRILLE_ROUNDS` says how often each fault occurs at least, at random moments [default: 1].

mod common;

use std::fs;
use std::process::{Child, Stdio};
use std::thread::sleep;
use std::time::{Duration, Instant};

use common::rows::untimed;
use common::slurm::{Cluster, kill};
use common::{Ended, Folder, encode};

/// Time limit of a job array that is repaired.
const PATIENCE: Duration = Duration::from_secs(240);

#[derive(Clone, Copy, Debug, PartialEq)]
enum Fault {
    Task,
    Node,
    Shard,
    Controller,
}

const FAULTS: [Fault; 4] = [Fault::Task, Fault::Node, Fault::Shard, Fault::Controller];

/// Moments that are spread as random ones are, and the same each time.
struct Moments(u64);

impl Moments {
    fn below(&mut self, bound: u64) -> u64 {
        // Knuth's generator MMIX, of which the upper bits are used.
        self.0 =
            self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (self.0 >> 33) % bound
    }
}

fn rounds() -> u64 {
    std::env::var("QUADRILLE_ROUNDS").ok().and_then(|text| text.parse().ok()).unwrap_or(1)
}

fn published(folder: &Folder) -> Vec<String> {
    let entries = fs::read_dir(folder.path("shards/shards")).into_iter().flatten().flatten();
    let mut names: Vec<String> =
        entries.map(|entry| entry.file_name().to_string_lossy().into_owned()).collect();
    names.sort();
    names
}

/// Makes a fault. Returns whether there was something to harm.
fn strike(cluster: &mut Cluster, folder: &Folder, fault: Fault, moments: &mut Moments) -> bool {
    match fault {
        Fault::Task => {
            // The command that submits the scripts of the folder is no task.
            let task = format!("shard {} ", folder.path("shards").display());
            let tasks = Cluster::processes(&[&task]);
            if tasks.is_empty() {
                return false;
            }
            kill(tasks[moments.below(tasks.len() as u64) as usize]);
        }
        Fault::Node => {
            let node = moments.below(2) as usize;
            cluster.kill_node(node);
            sleep(Duration::from_millis(moments.below(1500)));
            cluster.start_node(node);
        }
        Fault::Shard => {
            let names = published(folder);
            if names.is_empty() {
                return false;
            }
            let name = &names[moments.below(names.len() as u64) as usize];
            let path = folder.path(&format!("shards/shards/{name}"));
            let bytes = fs::read(&path).unwrap();
            fs::write(&path, &bytes[..moments.below(bytes.len() as u64) as usize]).unwrap();
        }
        Fault::Controller => {
            cluster.kill_controller();
            sleep(Duration::from_millis(moments.below(1500)));
            cluster.start_controller();
        }
    }
    true
}

fn follow(cluster: &Cluster, folder: &Folder, what: &str) -> Child {
    let mut command = cluster.command(env!("CARGO_BIN_EXE_quadrille"));
    command.current_dir(folder.path(".")).args(["slurm", what, "--submit"]);
    let log = fs::File::create(folder.path("follow.log")).unwrap();
    command.stdin(Stdio::null()).stdout(Stdio::null()).stderr(log).spawn().unwrap()
}

/// Submits the shards of a folder and follows them, while every fault occurs once. Returns those that found something to harm
/// before all was done.
fn survive(cluster: &mut Cluster, folder: &Folder, moments: &mut Moments) -> Vec<Fault> {
    let mut made = Vec::new();
    let begun = Instant::now();
    let mut follower = follow(cluster, folder, "shards");
    for fault in FAULTS {
        sleep(Duration::from_millis(1000 + moments.below(3000)));
        while follower.try_wait().unwrap().is_none() {
            if strike(cluster, folder, fault, moments) {
                made.push(fault);
                break;
            }
            sleep(Duration::from_millis(20));
        }
        // The follower may be interrupted and called again, too.
        if moments.below(3) == 0 && follower.try_wait().unwrap().is_none() {
            kill(follower.id());
            follower.wait().unwrap();
            follower = follow(cluster, folder, "shards");
        }
    }
    loop {
        if let Some(status) = follower.try_wait().unwrap() {
            let log = folder.read("follow.log");
            if status.success() {
                return made;
            }
            panic!("{made:?}: {log}\n{}", cluster.logs());
        }
        assert!(
            begun.elapsed() < PATIENCE,
            "{made:?}: {}\n{}",
            folder.read("follow.log"),
            cluster.logs()
        );
        sleep(Duration::from_secs(1));
        cluster.resume();
    }
}

#[test]
#[ignore = "needs Slurm: packages slurm-wlm and munge"]
fn a_run_and_a_search_survive_the_death_of_everything() {
    let mut cluster = Cluster::start();
    let mut moments = Moments(7);
    let run = Folder::with(
        "plan.toml",
        "corpora = ['generated-9x9']\nengines = ['masks', 'dlx', 'singles', 'lanes']\nrepetitions = 2\njobs = 1\nseed = 3\n",
    );
    run.quadrille("run plan.toml --out whole.csv --quiet").silently();
    let whole = untimed(&run.read("whole.csv"));
    let search = Folder::with("problem.dlx", encode("queens:11"));
    let mut made = Vec::new();
    for round in 0..rounds() {
        run.quadrille("run plan.toml --shards 8 --out shards --quiet").silently();
        made.extend(survive(&mut cluster, &run, &mut moments));
        assert_eq!(untimed(&run.read("shards/results.csv")), whole, "round {round}");
        let ranked = run.quadrille("rank shards/results.csv");
        assert!(ranked.stdout.contains("masks"), "{ranked:?}");
        fs::remove_dir_all(run.path("shards")).unwrap();

        let split = "count problem.dlx --engine bits --out shards --shards 8";
        let split = format!("{split} --max-nodes 3000 --quiet");
        search.quadrille(&split).silently();
        made.extend(survive(&mut cluster, &search, &mut moments));
        assert_eq!(search.read("shards/results.txt"), "2680\n", "round {round}");
        fs::remove_dir_all(search.path("shards")).unwrap();
    }
    for fault in FAULTS {
        let often = made.iter().filter(|&&other| other == fault).count() as u64;
        println!("{fault:?}: {often} times");
        assert!(often >= rounds(), "{fault:?} found something to harm only {often} times");
    }
}

#[test]
fn scripts_are_written_without_slurm() {
    let folder = Folder::with("problem.dlx", encode("queens:8"));
    let options = "--exclusive --constraint fast --time 10:00 --sbatch=--account=maths";
    folder.quadrille(&format!("slurm problem.dlx --shards 5 --quiet {options}")).silently();
    let job = folder.read("problem.shards/job.sh");
    for line in [
        "#SBATCH --array=0-4",
        "#SBATCH --exclusive",
        "#SBATCH --constraint=fast",
        "#SBATCH --time=10:00",
        "#SBATCH --account=maths",
        "#SBATCH --requeue",
        "#SBATCH --cpus-per-task=1",
    ] {
        assert!(job.lines().any(|found| found == line), "{line}: {job}");
    }
    assert!(folder.read("problem.shards/merge.sh").contains(" merge '"));
    let name = |job: &str| job.lines().find(|line| line.contains("--job-name")).unwrap().to_owned();
    fs::create_dir(folder.path("copy")).unwrap();
    for file in ["manifest.json", "problem.dlx"] {
        fs::copy(folder.path("problem.shards").join(file), folder.path("copy").join(file)).unwrap();
    }
    folder.quadrille("slurm copy --quiet").silently();
    assert_ne!(name(&folder.read("copy/job.sh")), name(&job));
    let quote = folder.quadrille("slurm problem.dlx --out it's");
    assert!(quote.error().contains("found a path with a quote"), "{quote:?}");
    assert!(!folder.path("it's").exists());
    folder.write("bad.dlx", "");
    folder.quadrille("slurm bad.dlx").errors();
    assert!(!folder.path("bad.shards").exists());
    let lock = fs::File::open(folder.path("problem.shards/follower")).unwrap();
    lock.lock().unwrap();
    folder
        .quadrille("slurm problem.dlx --shards 5")
        .error_has("is at work for this folder already (process ");
    drop(lock);
    Ended::of(folder.command("slurm problem.shards --submit").env("PATH", ""))
        .error_has("expected the commands of Slurm");
}

#[test]
fn tasks_may_start_the_engines_that_the_user_allowed() {
    let folder = Folder::with("puzzles.txt", "1...............\n");
    let solver = concat!(env!("CARGO_MANIFEST_DIR"), "/../../engines/python-example/solver.py");
    let plan = format!(
        "corpora = ['puzzles.txt']\nengines = ['masks', 'other']\n[[engine]]\nname = 'other'\ncommand = ['python3', '{solver}']\n"
    );
    folder.write("plan.toml", plan);
    let slurm = "slurm plan.toml --shards 1 --quiet";
    assert!(folder.quadrille(slurm).stderr.contains("use --allow-engines"));
    assert!(!folder.path("plan.shards").exists());
    folder.quadrille(&format!("{slurm} --allow-engines")).silently();
    let job = folder.read("plan.shards/job.sh");
    let hash = job.split_once("--allow-engines=").unwrap().1.split(' ').next().unwrap();
    folder.quadrille(&format!("shard plan.shards 0 --allow-engines={hash}")).positive();
    let refused = folder.quadrille("slurm plan.shards");
    assert!(refused.stderr.contains("manifest.json declares engines"), "{refused:?}");
    folder.quadrille("slurm plan.shards --allow-engines --quiet").silently();
}
