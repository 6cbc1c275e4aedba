//! The clocks: wall time, CPU time of the measuring thread, and instructions retired where the
//! kernel lets them be counted; and what reading all of them costs.

mod instructions;

use std::time::{Duration, Instant};

use rustix::time::{ClockId, clock_gettime};

pub use self::instructions::Instructions;

/// Times over some iterations of one search.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Timing {
    /// How many searches.
    pub iterations: u64,
    /// Of all together.
    pub spent: Spent,
}

/// What some work took.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Spent {
    /// Wall time.
    pub wall: Duration,
    /// CPU time.
    pub cpu: Duration,
    /// Instructions retired in user mode, if they can be counted.
    pub instructions: Option<u64>,
}

impl std::ops::Add for Spent {
    type Output = Self;

    fn add(self, more: Self) -> Self {
        Self {
            wall: self.wall + more.wall,
            cpu: self.cpu + more.cpu,
            instructions: self.instructions.zip(more.instructions).map(|(a, b)| a + b),
        }
    }
}

/// The clocks of one thread, which alone may use them.
pub struct Clocks {
    instructions: Option<Instructions>,
    cost: Duration,
}

/// How many times the clocks' cost a measurement must last.
const WORTH: u32 = 100;

impl Clocks {
    /// The clocks of the calling thread, and what they cost.
    pub fn of_this_thread() -> Self {
        let mut clocks = Self { instructions: Instructions::start().ok(), cost: Duration::ZERO };
        let rounds = 1000;
        let start = Instant::now();
        for _ in 0..rounds {
            std::hint::black_box(clocks.time(|| ()));
        }
        clocks.cost = start.elapsed() / rounds;
        clocks
    }

    /// What one measurement costs.
    pub fn cost(&self) -> Duration {
        self.cost
    }

    /// The shortest time worth measuring: of that the clocks' own cost is one percent.
    pub fn shortest(&self) -> Duration {
        self.cost * WORTH
    }

    /// How many searches fill the shortest time, if one takes `wall`.
    pub fn iterations(&self, wall: Duration) -> u64 {
        let times = self.shortest().as_nanos() / wall.as_nanos().max(1);
        // The first search of all was a cold one: some more, so that warm ones fill the time.
        2 * (times as u64 + 1)
    }

    /// What some work takes.
    pub fn time<T>(&mut self, work: impl FnOnce() -> T) -> (T, Spent) {
        let counted = self.read_instructions();
        let cpu = thread_cpu();
        let wall = Instant::now();
        let result = work();
        let wall = wall.elapsed();
        let cpu = thread_cpu().saturating_sub(cpu);
        let instructions = counted.and_then(|before| Some(self.read_instructions()? - before));
        (result, Spent { wall, cpu, instructions })
    }

    fn read_instructions(&mut self) -> Option<u64> {
        self.instructions.as_mut().and_then(|counter| counter.read().ok())
    }
}

/// CPU time of this thread so far.
fn thread_cpu() -> Duration {
    let now = clock_gettime(ClockId::ThreadCPUTime);
    Duration::new(now.tv_sec.unsigned_abs(), now.tv_nsec.unsigned_abs() as u32)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn iterations_fill_a_hundred_times_what_the_clocks_cost() {
        let clocks = Clocks { instructions: None, cost: Duration::from_nanos(50) };
        assert_eq!(clocks.shortest(), Duration::from_micros(5));
        assert_eq!(clocks.iterations(Duration::from_micros(1)), 12);
        assert_eq!(clocks.iterations(Duration::ZERO), 10_002);
        assert_eq!(clocks.iterations(Duration::from_secs(1)), 2);
    }

    #[test]
    fn work_takes_time_on_all_clocks() {
        let mut clocks = Clocks::of_this_thread();
        assert!(clocks.cost() > Duration::ZERO);
        let work = || (0..5_000_000u64).map(std::hint::black_box).sum::<u64>();
        let (sum, spent) = clocks.time(work);
        assert_eq!(sum, 12_499_997_500_000);
        assert!(spent.wall >= spent.cpu / 2 && spent.cpu > Duration::ZERO, "{spent:?}");
        if let Some(instructions) = spent.instructions {
            assert!(instructions > 5_000_000, "{instructions}");
        }
        // To sleep is no work.
        let ((), asleep) = clocks.time(|| std::thread::sleep(Duration::from_millis(20)));
        assert!(asleep.wall >= Duration::from_millis(20));
        assert!(asleep.cpu < Duration::from_millis(10), "{asleep:?}");
    }

    #[test]
    fn what_was_spent_adds_up() {
        let ms = Duration::from_millis;
        let one = Spent { wall: ms(2), cpu: ms(1), instructions: Some(5) };
        let two = Spent { wall: ms(4), cpu: ms(2), instructions: Some(10) };
        assert_eq!(one + one, two);
        let unknown = Spent { instructions: None, ..one };
        assert_eq!(one + unknown, Spent { instructions: None, ..two });
    }
}
