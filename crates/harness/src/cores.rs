//! Cores: workers are pinned to one each, so that the system moves none of them while it measures.

#[cfg(target_os = "linux")]
use rustix::thread::{CpuSet, sched_getaffinity, sched_getcpu, sched_setaffinity};

/// The cores that workers are pinned to; none if they are not.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Cores(Vec<usize>);

impl Cores {
    /// Nobody is pinned.
    pub fn any() -> Self {
        Self::default()
    }

    /// So many of the cores this process may use, the one it runs on first: of two runs that are started
    /// side by side each then has its own. With more workers than cores nobody is pinned.
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

    /// Pins the calling thread, the worker of that number, if workers are pinned and the system lets it.
    pub fn pin(&self, worker: usize) {
        if let Some(&core) = self.0.get(worker) {
            stay_on(core);
        }
    }
}

/// The cores this thread may use.
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

/// Keeps this thread on a core. What cannot be pinned is measured all the same.
#[cfg(target_os = "linux")]
fn stay_on(core: usize) {
    let mut set = CpuSet::new();
    set.set(core);
    _ = sched_setaffinity(None, &set);
}

/// None that are known: other systems pin no threads.
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
        // This thread is free to go anywhere still.
        assert_eq!(allowed().len(), Cores::for_workers(1).0.len().max(allowed().len()));
    }
}
