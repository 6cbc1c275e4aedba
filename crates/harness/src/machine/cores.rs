//! Pins each worker to a core, so that the system does not move it while it measures.

#[cfg(target_os = "linux")]
use rustix::thread::{CpuSet, sched_getaffinity, sched_getcpu, sched_setaffinity};

/// The cores that workers are pinned to; empty if workers are not pinned.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Cores(Vec<usize>);

impl Cores {
    /// No worker is pinned.
    pub fn any() -> Self {
        Self::default()
    }

    /// `jobs` of the cores this process may use, beginning with the current one, so that two runs started together get
    /// different cores. With more workers than cores, no worker is pinned.
    pub fn for_workers(jobs: usize) -> Self {
        let allowed = allowed();
        if jobs > allowed.len() {
            return Self::any();
        }
        let here = allowed.iter().position(|&core| core == current()).unwrap_or(0);
        Self(allowed.iter().cycle().skip(here).take(jobs).copied().collect())
    }

    /// Whether workers are pinned.
    pub fn are_pinned(&self) -> bool {
        !self.0.is_empty()
    }

    /// Pins the calling thread, the worker with this number, if workers are pinned and the system allows it.
    pub fn pin(&self, worker: usize) {
        if let Some(&core) = self.0.get(worker) {
            stay_on(core);
        }
    }
}

/// The cores this thread may use; empty on systems other than Linux, where threads are not pinned.
#[cfg(target_os = "linux")]
pub fn allowed() -> Vec<usize> {
    let Ok(set) = sched_getaffinity(None) else { return Vec::new() };
    (0..CpuSet::MAX_CPU).filter(|&core| set.is_set(core)).collect()
}

/// The core this thread runs on.
#[cfg(target_os = "linux")]
fn current() -> usize {
    sched_getcpu()
}

/// Keeps this thread on a core. A thread that cannot be pinned is measured unpinned.
#[cfg(target_os = "linux")]
fn stay_on(core: usize) {
    let mut set = CpuSet::new();
    set.set(core);
    _ = sched_setaffinity(None, &set);
}

#[cfg(not(target_os = "linux"))]
pub fn allowed() -> Vec<usize> {
    Vec::new()
}

#[cfg(not(target_os = "linux"))]
fn current() -> usize {
    0
}

#[cfg(not(target_os = "linux"))]
fn stay_on(_core: usize) {}

#[cfg(all(test, target_os = "linux"))]
mod tests {
    use super::*;

    #[test]
    fn each_worker_has_a_core_of_its_own_while_there_are_enough() {
        let allowed = allowed();
        assert!(!allowed.is_empty());
        for jobs in 1..=allowed.len() {
            let Cores(mut cores) = Cores::for_workers(jobs);
            assert_eq!(cores.len(), jobs);
            cores.sort_unstable();
            cores.dedup();
            assert_eq!(cores.len(), jobs);
            assert!(cores.iter().all(|core| allowed.contains(core)));
        }
        assert!(!Cores::for_workers(allowed.len() + 1).are_pinned());
    }

    #[test]
    fn a_pinned_thread_stays_where_it_is() {
        let cores = Cores::for_workers(1);
        let worker = std::thread::spawn(move || {
            cores.pin(0);
            (cores.0, super::allowed())
        });
        let (cores, left) = worker.join().unwrap();
        assert_eq!(cores, left);
    }
}
