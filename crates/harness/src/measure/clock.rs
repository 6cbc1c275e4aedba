//! The clocks: wall time, CPU time of the measuring thread, and instructions and other events where the
//! kernel lets them be counted; and the time that it takes to read all of them.

pub mod events;

use std::time::{Duration, Instant};

use quadrille_results::{Record, Timing};
use rustix::time::{ClockId, clock_gettime};

use events::{Counter, Events, Reading};

/// The times and events that some work took.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Spent {
    /// Wall time.
    pub wall: Duration,
    /// CPU time, where the system reports it.
    pub cpu: Option<Duration>,
    /// Instructions and other events in user mode, as far as they can be counted.
    pub events: Events,
}

impl Spent {
    /// The row `counted`, with these times, which are those of all `iterations` together and were taken by `timing`. Bounds
    /// have no number of iterations, so that no reader takes them for times.
    pub fn record(self, iterations: u64, timing: Timing, counted: Record) -> Record {
        Record {
            iterations: (timing != Timing::Short).then_some(iterations),
            timing: Some(timing),
            wall_ns: Some(self.wall.as_nanos() as u64),
            cpu_ns: self.cpu.map(|cpu| cpu.as_nanos() as u64),
            instructions: self.events.instructions,
            cycles: self.events.cycles,
            branch_misses: self.events.branch_misses,
            cache_misses: self.events.cache_misses,
            ..counted
        }
    }
}

impl std::ops::Add for Spent {
    type Output = Self;

    fn add(self, more: Self) -> Self {
        Self {
            wall: self.wall + more.wall,
            cpu: self.cpu.zip(more.cpu).map(|(a, b)| a + b),
            events: self.events + more.events,
        }
    }
}

/// The clocks of one thread. Only that thread may use them.
pub struct Clocks {
    events: Option<Counter>,
    /// The time that a measurement takes in which no work is done.
    pub cost: Duration,
}

/// The shortest time worth measuring, in multiples of the clocks' own cost, which is then one percent at most.
const WORTH: u32 = 100;

impl Clocks {
    /// The clocks of the calling thread; measures their cost.
    pub fn of_this_thread() -> Self {
        let mut clocks = Self { events: events::start().ok(), cost: Duration::ZERO };
        let rounds = 1000;
        let start = Instant::now();
        for _ in 0..rounds {
            std::hint::black_box(clocks.time(|| ()));
        }
        clocks.cost = start.elapsed() / rounds;
        clocks
    }

    /// Runs `work`, and returns its result with the times and events that it took.
    pub fn time<T>(&mut self, work: impl FnOnce() -> T) -> (T, Spent) {
        let counted = self.read_events();
        let cpu = thread_cpu();
        let wall = Instant::now();
        let result = work();
        let wall = wall.elapsed();
        let cpu = Some(thread_cpu().saturating_sub(cpu));
        let events = counted.and_then(|before| Some(self.read_events()?.since(&before)));
        (result, Spent { wall, cpu, events: events.unwrap_or_default() })
    }

    /// Measures one iteration, and if that was too short to be measured, many iterations at once. `measure` is called
    /// with the number of iterations; it starts the clocks `starts` times. Returns the number of iterations of the last
    /// call, and what they took.
    ///
    /// # Errors
    /// The first error of `measure`.
    pub fn measure<E>(
        &mut self,
        starts: usize,
        mut measure: impl FnMut(u64, &mut Self) -> Result<Spent, E>,
    ) -> Result<(u64, Spent), E> {
        let starts = u32::try_from(starts).unwrap_or(u32::MAX).max(1);
        let shortest = self.cost * WORTH;
        let spent = measure(1, self)?;
        if spent.wall >= shortest * starts {
            return Ok((1, spent));
        }
        let times = shortest.as_nanos() / (spent.wall / starts).as_nanos().max(1);
        // Twice as many as would fill the time at the speed of the first search, which was slow with cold caches.
        let iterations = 2 * (times as u64 + 1);
        Ok((iterations, measure(iterations, self)?))
    }

    fn read_events(&mut self) -> Option<Reading> {
        self.events.as_mut().and_then(|counter| counter.read().ok())
    }
}

fn thread_cpu() -> Duration {
    let now = clock_gettime(ClockId::ThreadCPUTime);
    Duration::new(now.tv_sec.unsigned_abs(), now.tv_nsec.unsigned_abs() as u32)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn iterations_fill_a_hundred_times_what_the_clocks_cost() {
        let mut clocks = Clocks { events: None, cost: Duration::from_nanos(50) };
        let [zero, micro, shortest] = [0, 1, 5].map(Duration::from_micros);
        for (starts, wall, expected) in [
            (1, zero, 10_002),
            (1, micro, 12),
            (1, shortest, 1),
            (1, Duration::from_secs(1), 1),
            // The clocks are started ten times, and each measures a tenth of the time.
            (10, shortest, 22),
            (10, 10 * shortest, 1),
        ] {
            let spent = Spent { wall, cpu: None, events: Events::default() };
            assert_eq!(clocks.measure(starts, |_, _| Ok::<_, ()>(spent)), Ok((expected, spent)));
        }
        assert_eq!(clocks.measure(1, |_, _| Err(3)), Err(3));
    }

    #[test]
    fn work_takes_time_on_all_clocks() {
        let mut clocks = Clocks::of_this_thread();
        assert!(clocks.cost > Duration::ZERO);
        let work = || (0..5_000_000u64).map(std::hint::black_box).sum::<u64>();
        let (sum, spent) = clocks.time(work);
        assert_eq!(sum, 12_499_997_500_000);
        assert!(spent.wall > Duration::ZERO && spent.cpu > Some(Duration::ZERO), "{spent:?}");
        assert!(spent.events.instructions.is_none_or(|retired| retired > 5_000_000), "{spent:?}");
        let ((), asleep) = clocks.time(|| std::thread::sleep(Duration::from_millis(20)));
        assert!(asleep.wall >= Duration::from_millis(20), "{asleep:?}");
    }

    #[test]
    fn what_was_spent_adds_up() {
        let ms = Duration::from_millis;
        let events = Events { instructions: Some(5), ..Events::default() };
        let one = Spent { wall: ms(2), cpu: Some(ms(1)), events };
        let events = Events { instructions: Some(10), ..Events::default() };
        let two = Spent { wall: ms(4), cpu: Some(ms(2)), events };
        assert_eq!(one + one, two);
        let unknown = Spent { events: Events::default(), ..one };
        assert_eq!(one + unknown, Spent { events: Events::default(), ..two });
    }
}
