//! A control group of the kernel for each engine, which counts the CPU time and the memory of all processes that ever
//! were in the group, also of those that ended without anyone waiting for them.
//!
//! A group is made below the group of this program, in each hierarchy that has what is needed and where this program may
//! write: in version 2 of the interface (`cpu.stat`, and `memory.stat` if the controller is passed on to groups below),
//! and in the hierarchies `cpuacct` and `memory` of version 1. Where there is none, there is no group, and times and
//! memory are the sums over the processes that are seen (`usage.rs`, `memory.rs`).
//!
//! A process that may write to the hierarchy can leave its group. So the group's time is never believed alone: the
//! larger of it and the sum over the processes counts.

use std::fs::{self, File};
use std::io;
use std::os::unix::fs::FileExt;
use std::path::{Path, PathBuf};
use std::sync::Once;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::time::Duration;

use rustix::io::Errno;
use rustix::process::{Pid, Signal, kill_process};

/// The beginning of a group's name, which goes on with the id of the process that made it and a number.
const NAME: &str = "quadrille-";
/// Bytes of one read, more than any file has of which a line is needed.
const CHUNK: usize = 8192;
/// How often to try to remove a group before it is left to the next run.
const ROUNDS: u32 = 100;
/// Time between two tries.
const PAUSE: Duration = Duration::from_millis(1);

/// Whether a process could not be moved into a group.
static UNUSABLE: AtomicBool = AtomicBool::new(false);

/// The two interfaces of the kernel.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Version {
    One,
    Two,
}

/// The group of an engine, in one hierarchy or several. It is removed when it is dropped.
#[derive(Debug)]
pub struct Group {
    folders: Vec<PathBuf>,
    usage: (Version, File),
    memory: Option<(Version, File)>,
    swap: Option<File>,
}

impl Group {
    /// A new group without members; `None` where this program may not make one, or the kernel has none.
    pub fn new() -> Option<Self> {
        static NUMBER: AtomicU64 = AtomicU64::new(0);
        static LEFT: Once = Once::new();
        if UNUSABLE.load(Ordering::Relaxed) {
            return None;
        }
        let [mounts, own] = ["mountinfo", "cgroup"].map(|file| {
            let text = fs::read_to_string(format!("/proc/self/{file}"));
            text.unwrap_or_default()
        });
        let parents = parents(&mounts, &own);
        LEFT.call_once(|| parents.iter().for_each(|(_, parent)| remove_leftovers(parent)));
        let number = NUMBER.fetch_add(1, Ordering::Relaxed);
        let name = format!("{NAME}{}-{number}", std::process::id());
        let mut folders = Vec::new();
        let (mut usage, mut memory, mut swap) = (None, None, None);
        for (version, parent) in parents {
            let folder = parent.join(&name);
            if fs::create_dir(&folder).is_err() {
                continue;
            }
            let open = |name: &str| File::open(folder.join(name)).ok();
            match version {
                Version::One => {
                    usage = open("cpuacct.usage").map(|file| (version, file)).or(usage);
                    memory = open("memory.stat").map(|file| (version, file)).or(memory);
                }
                Version::Two => {
                    // Nanoseconds, which only version 1 has, are better than microseconds.
                    usage = usage.or_else(|| Some((version, open("cpu.stat")?)));
                    memory = memory.or_else(|| Some((version, open("memory.stat")?)));
                    swap = open("memory.swap.current");
                }
            }
            folders.push(folder);
        }
        let Some(usage) = usage else {
            remove(&folders);
            return None;
        };
        Some(Self { folders, usage, memory, swap })
    }

    /// Moves a process into the group.
    pub fn add(&self, process: Pid) -> io::Result<()> {
        let number = process.as_raw_nonzero().to_string();
        let mut folders = self.folders.iter();
        let moved = folders.try_for_each(|folder| fs::write(folder.join("cgroup.procs"), &number));
        if moved
            .as_ref()
            .is_err_and(|error| error.raw_os_error() != Some(Errno::SRCH.raw_os_error()))
        {
            // This program may make groups, and not move processes. No other process will fare better.
            UNUSABLE.store(true, Ordering::Relaxed);
        }
        moved
    }

    /// The CPU time of all that were in the group, while they were in it.
    pub fn cpu(&self) -> Option<Duration> {
        let (version, file) = &self.usage;
        cpu_in(*version, &read(file)?)
    }

    /// The memory that the group is charged with and that cannot be read again from a file on a disk: pages of its own,
    /// shared memory, files in memory, and what of them was swapped out.
    pub fn memory(&self) -> Option<u64> {
        let (version, file) = self.memory.as_ref()?;
        let swap = self.swap.as_ref().and_then(|file| read(file)?.trim().parse().ok());
        Some(memory_in(*version, &read(file)?)? + swap.unwrap_or(0))
    }

    /// Whether a process is a member in all hierarchies.
    pub fn has(&self, process: Pid) -> bool {
        self.folders.iter().all(|folder| members(folder).contains(&process))
    }

    /// Ends all members, also those that start while others are ended. Returns whether there were any.
    pub fn kill(&self) -> bool {
        let mut killed = false;
        for folder in &self.folders {
            for member in members(folder) {
                killed |= kill_process(member, Signal::KILL).is_ok();
            }
            // All at once, where the kernel can.
            let _ = fs::write(folder.join("cgroup.kill"), "1");
        }
        killed
    }

    /// The file with the ids of the members, for a shell.
    pub fn list(&self) -> PathBuf {
        self.folders.first().map(|folder| folder.join("cgroup.procs")).unwrap_or_default()
    }
}

impl Drop for Group {
    /// Removes the group, whose members must have been killed.
    fn drop(&mut self) {
        for _ in 0..ROUNDS {
            if remove(&self.folders) {
                return;
            }
            // A member is in the group until it has ended, which takes a moment.
            std::thread::sleep(PAUSE);
        }
    }
}

fn cpu_in(version: Version, text: &str) -> Option<Duration> {
    match version {
        Version::One => text.trim().parse().ok().map(Duration::from_nanos),
        Version::Two => number(text, "usage_usec").map(Duration::from_micros),
    }
}

/// The memory in the text of `memory.stat`. Version 2 has what was swapped out in another file.
fn memory_in(version: Version, text: &str) -> Option<u64> {
    let [own, shared] = match version {
        Version::One => ["total_rss", "total_shmem"],
        Version::Two => ["anon", "shmem"],
    };
    let swap = number(text, "total_swap").filter(|_| version == Version::One);
    Some(number(text, own)? + number(text, shared)? + swap.unwrap_or(0))
}

/// The number after a word at the beginning of a line.
fn number(text: &str, name: &str) -> Option<u64> {
    let mut lines = text.lines().filter_map(|line| line.split_once(' '));
    lines.find(|&(word, _)| word == name)?.1.trim().parse().ok()
}

/// The contents of a file of the kernel, which is made anew for each read from its beginning.
fn read(file: &File) -> Option<String> {
    let mut chunk = [0; CHUNK];
    let length = file.read_at(&mut chunk, 0).ok()?;
    Some(String::from_utf8_lossy(&chunk[..length]).into_owned())
}

/// The members of a group and of those below, which a member may have made.
fn members(folder: &Path) -> Vec<Pid> {
    let list = fs::read_to_string(folder.join("cgroup.procs")).unwrap_or_default();
    let mut all: Vec<Pid> =
        list.lines().filter_map(|line| Pid::from_raw(line.parse().ok()?)).collect();
    below(folder).for_each(|group| all.extend(members(&group)));
    all
}

fn below(folder: &Path) -> impl Iterator<Item = PathBuf> {
    let entries = fs::read_dir(folder).into_iter().flatten().flatten();
    let groups = entries.filter(|entry| entry.file_type().is_ok_and(|kind| kind.is_dir()));
    groups.map(|entry| entry.path())
}

/// Removes groups and those below. Returns whether none is left.
fn remove(folders: &[PathBuf]) -> bool {
    let mut all = true;
    for folder in folders {
        let inner: Vec<PathBuf> = below(folder).collect();
        all &= remove(&inner) && (fs::remove_dir(folder).is_ok() || !folder.exists());
    }
    all
}

/// Removes the groups of runs that were killed, and ends the processes in them. Processes that this program cannot see, as those
/// of another container, keep their group.
fn remove_leftovers(parent: &Path) {
    for group in below(parent) {
        let name = group.file_name().and_then(|name| name.to_str()).unwrap_or_default();
        let Some(maker) = maker(name) else { continue };
        if !Path::new("/proc").join(maker).exists() {
            for member in members(&group) {
                let _ = kill_process(member, Signal::KILL);
            }
            remove(&[group]);
        }
    }
}

/// The id of the process that made the group of this name.
fn maker(name: &str) -> Option<&str> {
    let (maker, _) = name.strip_prefix(NAME)?.split_once('-')?;
    maker.bytes().all(|byte| byte.is_ascii_digit()).then_some(maker)
}

/// The folders of this program's groups in which groups for engines can be made, from the texts of `/proc/self/mountinfo`
/// and `/proc/self/cgroup`.
fn parents(mounts: &str, own: &str) -> Vec<(Version, PathBuf)> {
    let mut found: Vec<(Version, PathBuf)> = Vec::new();
    // Each line of `own` is `number:controllers:path`; version 2 has the number 0 and no controllers.
    for line in own.lines() {
        let mut fields = line.splitn(3, ':');
        let (Some(_), Some(controllers), Some(path)) =
            (fields.next(), fields.next(), fields.next())
        else {
            continue;
        };
        let version = if controllers.is_empty() { Version::Two } else { Version::One };
        let is_needed = |name: &str| ["cpuacct", "memory"].contains(&name);
        if version == Version::One && !controllers.split(',').any(is_needed) {
            continue;
        }
        let folder = mounts.lines().find_map(|mount| folder_of(mount, version, controllers, path));
        found.extend(folder.map(|folder| (version, folder)));
    }
    // Hierarchies of version 1 first, as their clock is finer.
    found.sort_by_key(|&(version, _)| version == Version::Two);
    found
}

/// The folder of the group `path`, if a line of `/proc/self/mountinfo` is of its hierarchy.
fn folder_of(mount: &str, version: Version, controllers: &str, path: &str) -> Option<PathBuf> {
    let (place, system) = mount.split_once(" - ")?;
    let mut place = place.split(' ').skip(3);
    let (root, point) = (place.next()?, place.next()?);
    let mut system = system.split(' ');
    let (kind, options) = (system.next()?, system.nth(1)?);
    let is_it = match version {
        Version::Two => kind == "cgroup2",
        Version::One => {
            let has = |name: &str| options.split(',').any(|option| option == name);
            kind == "cgroup" && controllers.split(',').all(has)
        }
    };
    // In a container the root of the mount may be this program's group, or lie elsewhere (`/../..`).
    let path = Path::new(path).strip_prefix(root).ok()?;
    let is_plain = path.components().all(|part| matches!(part, std::path::Component::Normal(_)));
    (is_it && is_plain).then(|| Path::new(point).join(path))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn groups_are_made_below_the_own_group_in_every_hierarchy_that_counts() {
        let mounts = "23 1 0:28 / /sys/fs/cgroup rw - tmpfs tmpfs rw,mode=755\n\
            33 31 0:30 / /sys/fs/cgroup/cpu,cpuacct rw,relatime shared:9 - cgroup cgroup rw,cpu,cpuacct\n\
            35 31 0:32 /box /sys/fs/cgroup/memory rw,relatime - cgroup cgroup rw,memory\n\
            41 31 0:38 / /sys/fs/cgroup/unified rw,relatime - cgroup2 cgroup2 rw\n";
        let own =
            "8:pids:/\n4:memory:/box/mine\n2:cpu,cpuacct:/\n1:name=systemd:/\n0::/user/mine\n";
        let folder = |version, path: &str| (version, PathBuf::from(path));
        let expected = [
            folder(Version::One, "/sys/fs/cgroup/memory/mine"),
            folder(Version::One, "/sys/fs/cgroup/cpu,cpuacct"),
            folder(Version::Two, "/sys/fs/cgroup/unified/user/mine"),
        ];
        assert_eq!(parents(mounts, own), expected);
        // Version 2 alone, as on desktops; and seen from a container, whose mount is another group's.
        let mounts = "29 23 0:26 / /sys/fs/cgroup rw,nosuid - cgroup2 cgroup2 rw,nsdelegate\n";
        assert_eq!(parents(mounts, "0::/a/b\n"), [folder(Version::Two, "/sys/fs/cgroup/a/b")]);
        assert_eq!(parents(mounts, "0::/../b\n"), []);
        let mounts = "29 23 0:26 /other /sys/fs/cgroup rw,nosuid - cgroup2 cgroup2 rw\n";
        assert_eq!(parents(mounts, "0::/a/b\n"), []);
        assert_eq!(parents("", ""), []);
    }

    #[test]
    fn words_are_found_whole() {
        let text = "anon_thp 7\nanon 12\nshmem 5\n";
        assert_eq!((number(text, "anon"), number(text, "shm")), (Some(12), None));
        assert_eq!(memory_in(Version::Two, text), Some(17));
        let text = "rss 1\nshmem 2\ntotal_rss 30\ntotal_shmem 40\ntotal_swap 50\n";
        assert_eq!(
            (memory_in(Version::One, text), memory_in(Version::Two, text)),
            (Some(120), None)
        );
        let time = Some(Duration::from_micros(7));
        assert_eq!(cpu_in(Version::Two, "usage_usec 7\nuser_usec 3\n"), time);
        assert_eq!(cpu_in(Version::One, "7000\n"), time);
    }

    #[test]
    fn a_group_names_its_maker() {
        assert_eq!(maker("quadrille-12-0"), Some("12"));
        for other in ["quadrille-12", "quadrille-x-1", "system.slice", "quadrille"] {
            assert_eq!(maker(other), None, "{other}");
        }
    }
}
