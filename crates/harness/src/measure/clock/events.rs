//! What a search costs the processor: instructions retired, cycles, branches and cache accesses missed, through the kernel's perf
//! events; on Linux only.
//!
//! The events are one group, so that all of them are counted over the same time.

use std::io;

/// Numbers of events in user mode, as far as they can be counted.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Events {
    /// Instructions retired.
    pub instructions: Option<u64>,
    /// Cycles of the core.
    pub cycles: Option<u64>,
    /// Branches that were predicted wrongly.
    pub branch_misses: Option<u64>,
    /// Accesses that the last cache did not answer, as the processor defines them.
    pub cache_misses: Option<u64>,
}

impl Events {
    /// No events: the beginning of a sum.
    pub const NONE: Self = Self::of([Some(0); 4]);

    /// The numbers in the order of the fields.
    const fn of([instructions, cycles, branch_misses, cache_misses]: [Option<u64>; 4]) -> Self {
        Self { instructions, cycles, branch_misses, cache_misses }
    }

    fn each(self) -> [Option<u64>; 4] {
        [self.instructions, self.cycles, self.branch_misses, self.cache_misses]
    }
}

impl std::ops::Add for Events {
    type Output = Self;

    fn add(self, more: Self) -> Self {
        let (ours, more) = (self.each(), more.each());
        Self::of(std::array::from_fn(|place| Some(ours[place]? + more[place]?)))
    }
}

/// What the counters show at a moment.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Reading {
    events: Events,
    /// For how long the counters were to count, and did, in nanoseconds.
    enabled: u64,
    running: u64,
}

impl Reading {
    /// The events since an earlier reading; none of them if the counters had to share the processor's registers with others
    /// meanwhile, because a part of the events is then missing.
    pub fn since(&self, before: &Self) -> Events {
        if self.running - before.running < self.enabled - before.enabled {
            return Events::default();
        }
        let (after, before) = (self.events.each(), before.events.each());
        Events::of(std::array::from_fn(|place| after[place]?.checked_sub(before[place]?)))
    }
}

/// Counts the events of the thread that started it.
#[cfg(target_os = "linux")]
pub struct Counter {
    group: perf_event::Group,
    /// The counters in the order of [`Events`]; none of events that this processor does not count.
    counters: [Option<perf_event::Counter>; 4],
}

#[cfg(target_os = "linux")]
impl Counter {
    /// What is counted now.
    ///
    /// # Errors
    /// If the kernel does not tell.
    pub fn read(&mut self) -> io::Result<Reading> {
        let found = self.group.read()?;
        let value = |place: usize| Some(found.get(self.counters[place].as_ref()?)?.value());
        let time =
            |time: Option<std::time::Duration>| time.map_or(0, |time| time.as_nanos() as u64);
        let (enabled, running) = (time(found.time_enabled()), time(found.time_running()));
        Ok(Reading { events: Events::of(std::array::from_fn(value)), enabled, running })
    }

    /// What is counted beside instructions, in words.
    pub fn beside(&self) -> String {
        let names =
            ["cycles", "branch misses", "cache misses"].into_iter().zip(&self.counters[1..]);
        names
            .filter(|(_, one)| one.is_some())
            .fold(String::new(), |text, (name, _)| text + ", " + name)
    }

    /// A counter of the first `most` events, if it counts instructions at all.
    fn of(most: usize) -> io::Result<Self> {
        use perf_event::events::Hardware;
        use perf_event::{Builder, Group};
        let kinds = [
            Hardware::INSTRUCTIONS,
            Hardware::CPU_CYCLES,
            Hardware::BRANCH_MISSES,
            Hardware::CACHE_MISSES,
        ];
        let mut group = Group::new()?;
        let first = group.add(&Builder::new(kinds[0]))?;
        let mut counters = [Some(first), None, None, None];
        for place in 1..most {
            counters[place] = group.add(&Builder::new(kinds[place])).ok();
        }
        group.enable()?;
        let mut counter = Self { group, counters };
        // Some virtual machines open the counter but never count, and a group that is too large for the processor never runs.
        let before = counter.read()?;
        std::hint::black_box((0..1000u64).map(std::hint::black_box).sum::<u64>());
        match counter.read()?.since(&before).instructions {
            Some(1..) => Ok(counter),
            _ => Err(io::ErrorKind::Unsupported.into()),
        }
    }
}

/// Starts a counter of the events of the calling thread: of all, or as many as the processor counts at once.
///
/// # Errors
/// If the kernel or the machine does not count instructions.
#[cfg(target_os = "linux")]
pub fn start() -> io::Result<Counter> {
    Counter::of(4).or_else(|_| Counter::of(2)).or_else(|_| Counter::of(1))
}

/// Stands for the counter on systems without perf events. It has no values, because `start` fails there.
#[cfg(not(target_os = "linux"))]
pub enum Counter {}

#[cfg(not(target_os = "linux"))]
#[expect(missing_docs, reason = "as on Linux")]
impl Counter {
    pub fn read(&mut self) -> io::Result<Reading> {
        match *self {}
    }

    pub fn beside(&self) -> String {
        match *self {}
    }
}

#[cfg(not(target_os = "linux"))]
#[expect(missing_docs, reason = "as on Linux")]
pub fn start() -> io::Result<Counter> {
    Err(io::ErrorKind::Unsupported.into())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn reading(events: [Option<u64>; 4], enabled: u64, running: u64) -> Reading {
        Reading { events: Events::of(events), enabled, running }
    }

    #[test]
    fn events_are_those_between_two_readings() {
        let before = reading([Some(100), Some(40), None, Some(7)], 1000, 900);
        let after = reading([Some(350), Some(140), Some(9), Some(7)], 3000, 2900);
        let expected = Events::of([Some(250), Some(100), None, Some(0)]);
        assert_eq!(after.since(&before), expected, "what one of them lacks is not known");
        let shared = Reading { running: 2500, ..after };
        assert_eq!(
            shared.since(&before),
            Events::default(),
            "the counters did not count all the time"
        );
    }

    #[test]
    fn events_add_up_where_all_are_known() {
        let one = Events::of([Some(5), Some(3), None, Some(1)]);
        assert_eq!(one + one, Events::of([Some(10), Some(6), None, Some(2)]));
        assert_eq!(Events::NONE + one, one);
        assert_eq!(one + Events::default(), Events::default());
    }
}
