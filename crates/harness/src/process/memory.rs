//! Memory of an engine: what the system charges its control group with, or else the sum over its processes.
//!
//! Without a group, the sum has the resident memory of each process, in which a page shared by N processes counts one
//! N-th, and shared memory by file: files in memory (`memfd_create`), open files on a `tmpfs` such as `/dev/shm`, and
//! segments of System V. Each file counts once, whether it is mapped, open, or both. A file on a `tmpfs` that is neither
//! open nor mapped any more is not seen without a group.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::os::unix::fs::MetadataExt;

use rustix::fs::makedev;
use rustix::process::Pid;

use super::orphans;
use super::usage::family;

/// The line of `/proc/PID/status` with the memory in use.
const IN_USE: &str = "VmRSS:";
/// The line of `/proc/PID/status` with the peak since [`forget_peak`], or else since the start of the process.
const PEAK: &str = "VmHWM:";
/// The bit in the mode of a link in `/proc/PID/fd` of a file that may be written.
const WRITABLE: u32 = 0o200;
/// In place of a device, for segments of System V.
const SEGMENT: u64 = u64::MAX;

/// Bytes of files in memory by device and number.
type Files = BTreeMap<(u64, u64), u64>;

/// The memory in use by a process and its descendants, in bytes. It is exact only if it exceeds `most`; up to there a
/// bound that is cheaper to find will do.
pub fn in_use(process: Pid, most: u64) -> Option<u64> {
    let charged = orphans::group(process).and_then(|(group, _)| {
        let charged = group.memory()?;
        let all_in = || family(process).into_iter().all(|member| group.has(member));
        Some((charged, charged > most || all_in()))
    });
    match charged {
        Some((charged, true)) => Some(charged),
        // One that left the group is charged elsewhere.
        Some((charged, false)) => counted(process, IN_USE, most, true).max(Some(charged)),
        None => counted(process, IN_USE, most, true),
    }
}

/// The peak of the resident memory of a process and its descendants, in bytes, or their memory in use if that is more.
pub fn peak(process: Pid) -> Option<u64> {
    let charged = orphans::group(process).and_then(|(group, _)| group.memory());
    counted(process, PEAK, 0, charged.is_none()).max(charged)
}

/// Sets the peak memory of a process and its descendants to what they use now, if the system can.
pub fn forget_peak(process: Pid) {
    for member in family(process) {
        // 5 resets the peak of the resident set, see proc_pid_clear_refs(5).
        let _ = fs::write(format!("/proc/{member}/clear_refs"), "5");
    }
}

/// The sum of a line of `/proc/PID/status` over a process and its descendants, and of their files in memory if
/// `with_files`, in bytes.
///
/// A page that several of them share, as after a `fork`, is in the line of each. If the sum exceeds `most`, each line is
/// therefore multiplied by the process's proportional share of its memory (`Pss` / `Rss`), in which a page shared by N
/// processes counts one N-th. The system walks all pages to find the share, so it is not asked for if it cannot matter.
fn counted(process: Pid, line: &str, most: u64, with_files: bool) -> Option<u64> {
    let lines = |member: Pid| {
        let status = fs::read_to_string(format!("/proc/{member}/status")).ok()?;
        let bytes = kilobytes(&status, line)?;
        Some((member, bytes, kilobytes(&status, "RssShmem:").unwrap_or(0)))
    };
    let each: Vec<(Pid, u64, u64)> = family(process).into_iter().filter_map(lines).collect();
    let sum = |bytes: u64, more: u64| bytes.saturating_add(more);
    let all = each.iter().map(|&(_, bytes, _)| bytes).reduce(sum)?;
    let members: Vec<Pid> = each.iter().map(|&(member, ..)| member).collect();
    let memory_systems = if with_files { memory_systems() } else { BTreeSet::new() };
    let mut files = if with_files { open_files(&members, &memory_systems) } else { Files::new() };
    let bound = files.values().copied().fold(all, sum);
    // Either nothing is counted twice, or it cannot matter.
    if each.len() == 1 && files.is_empty() || bound <= most {
        return Some(bound);
    }
    let is_mapped = with_files && each.iter().any(|&(.., mapped)| mapped > 0);
    let own = each.iter().map(|&(member, bytes, mapped)| {
        // Memory of files that are mapped is added below, file by file.
        let bytes = if is_mapped { bytes.saturating_sub(mapped) } else { bytes };
        let (part, whole) = if each.len() == 1 { (1, 1) } else { share(member, is_mapped) };
        (u128::from(bytes) * u128::from(part) / u128::from(whole)) as u64
    });
    let own = own.fold(0, sum);
    if is_mapped {
        let mut mapped = Files::new();
        for member in members {
            let maps = fs::read_to_string(format!("/proc/{member}/smaps")).unwrap_or_default();
            add_mapped(&maps, &memory_systems, &mut mapped);
        }
        for (file, bytes) in mapped {
            // A file may be open and mapped: the larger number counts, and not both.
            let whole = files.entry(file).or_default();
            *whole = bytes.max(*whole);
        }
    }
    Some(files.into_values().fold(own, sum))
}

/// The memory that a process is charged with if each page is divided among the processes that share it, and its whole
/// memory, both without shared memory if `is_own`; both 1 where the system does not know.
fn share(process: Pid, is_own: bool) -> (u64, u64) {
    let rollup = fs::read_to_string(format!("/proc/{process}/smaps_rollup")).unwrap_or_default();
    let shared = if is_own { kilobytes(&rollup, "Pss_Shmem:").unwrap_or(0) } else { 0 };
    match (kilobytes(&rollup, "Pss:"), kilobytes(&rollup, "Rss:")) {
        (Some(proportional), Some(resident)) if resident > shared => {
            (proportional.saturating_sub(shared), resident - shared)
        }
        _ => (1, 1),
    }
}

/// The number of kilobytes after `key` at the beginning of a line, in bytes.
fn kilobytes(text: &str, key: &str) -> Option<u64> {
    let found = text.lines().find_map(|line| line.strip_prefix(key))?;
    Some(found.trim().strip_suffix(" kB")?.parse::<u64>().ok()? << 10)
}

/// The devices of mounted file systems whose files are in memory.
fn memory_systems() -> BTreeSet<u64> {
    let mounts = fs::read_to_string("/proc/self/mountinfo").unwrap_or_default();
    let device = |line: &str| {
        let (place, system) = line.split_once(" - ")?;
        let (major, minor) = place.split(' ').nth(2)?.split_once(':')?;
        let is_in_memory = system.starts_with("tmpfs ") || system.starts_with("ramfs ");
        is_in_memory.then_some(())?;
        Some(makedev(major.parse().ok()?, minor.parse().ok()?))
    };
    mounts.lines().filter_map(device).collect()
}

/// The files in memory that processes hold open to write, and the segments of System V that they made.
fn open_files(members: &[Pid], memory_systems: &BTreeSet<u64>) -> Files {
    let mut found = Files::new();
    for member in members {
        for link in fs::read_dir(format!("/proc/{member}/fd")).into_iter().flatten().flatten() {
            let path = link.path();
            let Ok(target) = fs::read_link(&path) else { continue };
            let target = target.to_string_lossy();
            // Pipes and sockets have no path.
            if !target.starts_with('/') {
                continue;
            }
            let is_writable =
                || path.symlink_metadata().is_ok_and(|link| link.mode() & WRITABLE != 0);
            let Ok(file) = fs::metadata(&path) else { continue };
            let is_in_memory = target.starts_with("/memfd:")
                || memory_systems.contains(&file.dev()) && is_writable();
            if is_in_memory && file.is_file() {
                // A block has 512 bytes, whatever the system's own blocks have.
                found.insert((file.dev(), file.ino()), file.blocks() * 512);
            }
        }
    }
    let segments = fs::read_to_string("/proc/sysvipc/shm").unwrap_or_default();
    found.extend(segments.lines().skip(1).filter_map(|line| segment(line, members)));
    found
}

/// A segment of System V, if one of these processes made it.
fn segment(line: &str, members: &[Pid]) -> Option<((u64, u64), u64)> {
    let fields: Vec<&str> = line.split_whitespace().collect();
    let maker = Pid::from_raw(fields.get(4)?.parse().ok()?)?;
    let number = |field: usize| fields.get(field)?.parse::<u64>().ok();
    let bytes = number(14)? + number(15)?;
    members.contains(&maker).then_some(((SEGMENT, number(1)?), bytes))
}

/// Adds the shared memory that a process has mapped, by file; `maps` is `/proc/PID/smaps`. A page shared by N processes
/// counts one N-th in each.
fn add_mapped(maps: &str, memory_systems: &BTreeSet<u64>, found: &mut Files) {
    let mut file = None;
    for line in maps.lines() {
        if let Some(bytes) = kilobytes(line, "Pss:") {
            if let Some(file) = file {
                *found.entry(file).or_default() += bytes;
            }
        } else if line.as_bytes().first().is_some_and(|byte| b"0123456789abcdef".contains(byte)) {
            file = mapping(line, memory_systems);
        }
    }
}

/// The file of a mapping, if it is in memory: `from-to rwxs offset device number path`.
fn mapping(line: &str, memory_systems: &BTreeSet<u64>) -> Option<(u64, u64)> {
    let mut fields = line.split_whitespace().skip(3);
    let (major, minor) = fields.next()?.split_once(':')?;
    let hexadecimal = |text| u32::from_str_radix(text, 16).ok();
    let device = makedev(hexadecimal(major)?, hexadecimal(minor)?);
    let (number, path) = (fields.next()?.parse().ok()?, fields.next().unwrap_or_default());
    if path.starts_with("/SYSV") {
        return Some((SEGMENT, number));
    }
    let is_in_memory = memory_systems.contains(&device)
        || path.starts_with("/memfd:")
        || path.starts_with("/dev/zero");
    is_in_memory.then_some((device, number))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[cfg(target_os = "linux")]
    #[test]
    fn this_process_uses_something() {
        let this = rustix::process::getpid();
        let memory = vec![1_u8; 64 << 20];
        assert!(memory.iter().map(|&byte| u64::from(byte)).sum::<u64>() > 1);
        assert!(in_use(this, 0) > Some(64 << 20) && peak(this) > Some(64 << 20));
    }

    #[test]
    fn of_a_process_that_is_none_nothing_is_known() {
        let missing = Pid::from_raw(1 << 25).expect("a number above the limit of every system");
        assert_eq!((in_use(missing, 0), peak(missing), share(missing, true)), (None, None, (1, 1)));
        forget_peak(missing);
    }

    #[test]
    fn shared_memory_is_told_by_its_file() {
        let systems = BTreeSet::from([makedev(0, 0x1b)]);
        let maps = "7f00-7f01 rw-s 00000000 00:01 1027 /memfd:kept (deleted)\nRss: 8 kB\nPss: 8 kB\nPss_Dirty: 8 kB\n\
            7f01-7f02 rw-s 00000000 00:01 1027 /memfd:kept (deleted)\nPss: 4 kB\n\
            7f02-7f03 rw-s 00000000 00:1b 5 /dev/shm/x\nPss: 16 kB\n\
            7f03-7f04 rw-s 00000000 00:01 65 /SYSV00000000 (deleted)\nPss: 32 kB\n\
            7f04-7f05 r-xp 00000000 fe:00 9 /usr/lib/libc.so\nPss: 64 kB\n\
            7f05-7f06 rw-p 00000000 00:00 0\nPss: 128 kB\n";
        let mut found = Files::new();
        add_mapped(maps, &systems, &mut found);
        let expected = [
            ((makedev(0, 1), 1027), 12 << 10),
            ((makedev(0, 0x1b), 5), 16 << 10),
            ((SEGMENT, 65), 32 << 10),
        ];
        assert_eq!(found, Files::from(expected));
    }

    #[test]
    fn a_segment_is_its_makers() {
        let maker = Pid::from_raw(77).expect("a number");
        let line = "0 65 600 500 77 78 1 0 0 0 0 1 2 3 4096 8192";
        assert_eq!(segment(line, &[maker]), Some(((SEGMENT, 65), 12288)));
        assert_eq!(segment(line, &[]), None);
        assert_eq!(segment("0 65", &[maker]), None);
    }
}
