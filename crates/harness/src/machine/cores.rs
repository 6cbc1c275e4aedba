//! Pins each worker to a core, so that the system does not move it while it measures.

#[cfg(target_os = "linux")]
use rustix::thread::{CpuSet, sched_getaffinity, sched_getcpu, sched_setaffinity};

/// The cores that workers are pinned to; empty if workers are not pinned.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Cores(Vec<usize>);

impl Cores {
    /// `jobs` of the cores this process may use, beginning with the current one, so that two runs started together get
    /// different cores. With more workers than cores, no worker is pinned.
    pub fn for_workers(jobs: usize) -> Self {
        let allowed = allowed();
        if jobs > allowed.len() {
            return Self::default();
        }
        #[cfg(target_os = "linux")]
        let here = allowed.iter().position(|&core| core == sched_getcpu()).unwrap_or(0);
        #[cfg(not(target_os = "linux"))]
        let here = 0;
        Self(allowed.iter().cycle().skip(here).take(jobs).copied().collect())
    }

    /// Whether workers are pinned.
    pub fn are_pinned(&self) -> bool {
        !self.0.is_empty()
    }

    /// Pins the calling thread, which is the worker with this number, if workers are pinned. If the system does not
    /// allow it, the thread measures unpinned.
    pub fn pin(&self, worker: usize) {
        #[cfg(target_os = "linux")]
        if let Some(&core) = self.0.get(worker) {
            let mut set = CpuSet::new();
            set.set(core);
            _ = sched_setaffinity(None, &set);
        }
        #[cfg(not(target_os = "linux"))]
        let _ = worker;
    }
}

/// The cores this thread may use; empty on systems other than Linux, where threads are not pinned.
pub fn allowed() -> Vec<usize> {
    #[cfg(target_os = "linux")]
    if let Ok(set) = sched_getaffinity(None) {
        return (0..CpuSet::MAX_CPU).filter(|&core| set.is_set(core)).collect();
    }
    Vec::new()
}

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
