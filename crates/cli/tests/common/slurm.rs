//! A Slurm cluster of two nodes on this machine, for tests: it listens on the loopback interface only, and what it started
//! is stopped by process id when it is dropped.

use std::fs;
use std::os::unix::fs::PermissionsExt;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};

use tempfile::TempDir;

use super::wait_until;

/// The programs of Slurm that a cluster needs, and the packages of Debian that have them.
const PROGRAMS: [&str; 5] = ["slurmctld", "slurmd", "sbatch", "squeue", "munged"];

/// The number of tasks that the cluster allows in an array: fewer than the tests have shards.
const LONGEST_ARRAY: usize = 6;

pub struct Cluster {
    folder: TempDir,
    munge: Child,
    controller: Option<Child>,
    nodes: [Option<Child>; 2],
}

impl Cluster {
    /// Starts a cluster, whose nodes `n1` and `n2` have two CPUs each.
    #[track_caller]
    pub fn start() -> Self {
        for program in PROGRAMS {
            let there =
                Command::new("sh").args(["-c", &format!("command -v {program}")]).output().unwrap();
            assert!(
                there.status.success(),
                "found no {program}; expected Slurm; install the packages slurm-wlm and munge"
            );
        }
        let folder = TempDir::new().unwrap();
        let root = folder.path();
        for name in ["state", "spool/n1", "spool/n2", "log", "munge"] {
            fs::create_dir_all(root.join(name)).unwrap();
        }
        fs::create_dir_all("/run/munge").unwrap();
        // munged refuses a socket in a folder that others cannot enter.
        for path in [Path::new("/run/munge"), root, &root.join("munge"), &root.join("log")] {
            fs::set_permissions(path, fs::Permissions::from_mode(0o755)).unwrap();
        }
        fs::write(root.join("munge/key"), [0x5a; 1024]).unwrap();
        fs::set_permissions(root.join("munge/key"), fs::Permissions::from_mode(0o400)).unwrap();
        fs::write(root.join("slurm.conf"), configuration(root)).unwrap();
        fs::write(root.join("cgroup.conf"), "").unwrap();
        let file =
            |name: &str| format!("--{name}-file={}", root.join("munge").join(name).display());
        let mut munged = Command::new("munged");
        munged.args([
            "--foreground",
            "--force",
            &format!("--socket={}", root.join("munge/socket").display()),
        ]);
        munged.args(["key", "pid", "log", "seed"].map(file));
        let munge = started(&mut munged, root, "munged");
        wait_until("munged has a socket", || root.join("munge/socket").exists());
        let nodes = [None, None];
        let mut cluster = Self { folder, munge, controller: None, nodes };
        cluster.start_controller();
        cluster.start_node(0);
        cluster.start_node(1);
        wait_until("both nodes are idle", || {
            cluster.ask("sinfo", &["--noheader", "--format=%t %D"]).trim() == "idle 2"
        });
        cluster
    }

    /// A command with the cluster's configuration.
    pub fn command(&self, program: &str) -> Command {
        let mut command = Command::new(program);
        command.env("SLURM_CONF", self.folder.path().join("slurm.conf"));
        command
    }

    /// The standard output of a command of Slurm, whatever its status.
    pub fn ask(&self, program: &str, args: &[&str]) -> String {
        let output = self.command(program).args(args).output().unwrap();
        String::from_utf8_lossy(&output.stdout).into_owned()
    }

    /// The process ids of the tasks that run a program with these words in its command line.
    pub fn processes(words: &[&str]) -> Vec<u32> {
        let all = fs::read_dir("/proc").unwrap().flatten();
        let numbers = all.filter_map(|entry| entry.file_name().to_str()?.parse::<u32>().ok());
        let is_one = |id: &u32| {
            let line = fs::read(format!("/proc/{id}/cmdline")).unwrap_or_default();
            let line = String::from_utf8_lossy(&line).replace('\0', " ");
            words.iter().all(|word| line.contains(word))
        };
        numbers.filter(is_one).collect()
    }

    pub fn start_controller(&mut self) {
        let mut controller = self.command("slurmctld");
        self.controller = Some(started(controller.arg("-D"), self.folder.path(), "slurmctld"));
    }

    /// Kills the controller, which another [`start_controller`](Self::start_controller) replaces.
    pub fn kill_controller(&mut self) {
        end(self.controller.take());
    }

    pub fn start_node(&mut self, node: usize) {
        let name = format!("n{}", node + 1);
        let mut daemon = self.command("slurmd");
        let daemon = started(daemon.args(["-D", "-N", &name]), self.folder.path(), &name);
        self.nodes[node] = Some(daemon);
    }

    /// Kills a node with all that runs on it.
    pub fn kill_node(&mut self, node: usize) {
        end(self.nodes[node].take());
        // Tasks know their node, and the process of Slurm that watches a task is its parent.
        let node = format!("SLURMD_NODENAME=n{}", node + 1);
        for id in
            self.tasks().filter(|(_, environment)| environment.contains(&node)).map(|(id, _)| id)
        {
            if let Some(parent) = parent(id).filter(|&parent| is_watcher(parent)) {
                kill(parent);
            }
            kill(id);
        }
    }

    /// Lets drained nodes take jobs again, as an administrator would: a controller that was killed may give a number to a second
    /// job, and then drains the nodes.
    pub fn resume(&self) {
        let nodes = self
            .ask("sinfo", &["--noheader", "--Node", "--states=drained,draining", "--format=%N"]);
        for node in nodes.lines() {
            let node = format!("NodeName={}", node.trim());
            self.ask("scontrol", &["update", &node, "State=RESUME"]);
        }
    }

    /// The processes of tasks of this cluster, each with its environment.
    fn tasks(&self) -> impl Iterator<Item = (u32, String)> {
        let here = format!("SLURM_CONF={}", self.folder.path().display());
        let environment = |id: u32| {
            let text = fs::read(format!("/proc/{id}/environ")).unwrap_or_default();
            (id, String::from_utf8_lossy(&text).into_owned())
        };
        let all = Self::processes(&[]).into_iter().map(environment);
        all.filter(move |(_, text)| text.contains(&here) && text.contains("SLURM_JOB_ID="))
    }

    /// What the daemons have written, for a test that fails.
    pub fn logs(&self) -> String {
        let mut all = self.ask("squeue", &["--array"]) + &self.ask("sinfo", &["--list-reasons"]);
        for entry in fs::read_dir(self.folder.path().join("log")).unwrap().flatten() {
            let text = fs::read_to_string(entry.path()).unwrap_or_default();
            let lines: Vec<&str> = text.lines().collect();
            let end = lines[lines.len().saturating_sub(40)..].join("\n");
            all.extend([&*entry.path().to_string_lossy(), "\n", &end, "\n"]);
        }
        all
    }
}

impl Drop for Cluster {
    fn drop(&mut self) {
        // Jobs that are left would run on.
        _ = self.command("scancel").args(["--me", "--quiet"]).stderr(Stdio::null()).status();
        for node in &mut self.nodes {
            end(node.take());
        }
        end(self.controller.take());
        for (id, _) in self.tasks() {
            if let Some(parent) = parent(id).filter(|&parent| is_watcher(parent)) {
                kill(parent);
            }
            kill(id);
        }
        _ = self.munge.kill();
        _ = self.munge.wait();
    }
}

fn parent(id: u32) -> Option<u32> {
    let about = fs::read_to_string(format!("/proc/{id}/stat")).ok()?;
    // The name of the program, in brackets, may have blanks.
    about.rsplit_once(')')?.1.split_whitespace().nth(1)?.parse().ok()
}

/// Whether a process is the one by which Slurm watches a task.
fn is_watcher(id: u32) -> bool {
    fs::read_to_string(format!("/proc/{id}/comm")).is_ok_and(|name| name.starts_with("slurmstepd"))
}

/// Kills a process.
pub fn kill(id: u32) {
    _ = Command::new("kill").args(["-KILL", &id.to_string()]).stderr(Stdio::null()).status();
}

fn end(child: Option<Child>) {
    if let Some(child) = child {
        super::kill(child);
    }
}

#[track_caller]
fn started(command: &mut Command, root: &Path, name: &str) -> Child {
    let log =
        fs::File::options().create(true).append(true).open(root.join("log").join(name)).unwrap();
    let streams = [log.try_clone().unwrap(), log];
    let [out, err] = streams;
    command.stdin(Stdio::null()).stdout(out).stderr(err).spawn().expect("it is installed")
}

/// A port of the loopback interface that no process uses.
fn port() -> u16 {
    std::net::TcpListener::bind("127.0.0.1:0").unwrap().local_addr().unwrap().port()
}

fn configuration(root: &Path) -> String {
    let host = Command::new("hostname").arg("-s").output().unwrap().stdout;
    let host = String::from_utf8(host).unwrap();
    let host = host.trim();
    let [controller, first, second] = [(); 3].map(|()| port());
    let at = |name: &str| -> PathBuf { root.join(name) };
    let (state, spool, log, munge) = (at("state"), at("spool/%n"), at("log"), at("munge/socket"));
    format!(
        "ClusterName=test
SlurmctldHost={host}(127.0.0.1)
SlurmctldPort={controller}
SlurmUser=root
SlurmdUser=root
AuthType=auth/munge
AuthInfo=socket={munge},cred_expire=5
CredType=cred/munge
CommunicationParameters=NoInAddrAny,NoCtldInAddrAny
StateSaveLocation={state}
SlurmdSpoolDir={spool}
SlurmctldPidFile={root}/slurmctld.pid
SlurmdPidFile={root}/slurmd.%n.pid
SlurmctldLogFile={log}/slurmctld.log
SlurmdLogFile={log}/slurmd.%n.log
ProctrackType=proctrack/linuxproc
TaskPlugin=task/none
JobAcctGatherType=jobacct_gather/none
AccountingStorageType=accounting_storage/none
SwitchType=switch/none
MpiDefault=none
ReturnToService=2
SlurmdTimeout=5
InactiveLimit=0
KillWait=2
JobRequeue=1
MaxArraySize={LONGEST_ARRAY}
SchedulerParameters=requeue_delay=1,batch_sched_delay=1,sched_interval=2,bf_interval=2,sched_min_interval=0
SelectType=select/cons_tres
SelectTypeParameters=CR_CPU
NodeName=n1 NodeHostname={host} NodeAddr=127.0.0.1 Port={first} CPUs=2
NodeName=n2 NodeHostname={host} NodeAddr=127.0.0.1 Port={second} CPUs=2
PartitionName=test Nodes=ALL Default=YES
",
        munge = munge.display(),
        state = state.display(),
        spool = spool.display(),
        log = log.display(),
        root = root.display(),
    )
}
