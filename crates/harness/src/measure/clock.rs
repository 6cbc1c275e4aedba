//! The clocks: wall time, CPU time of the measuring thread, and instructions retired where the
//! kernel lets them be counted; and the time that it takes to read all of them.

mod instructions;

use std::time::{Duration, Instant};

use quadrille_results::Record;
use rustix::time::{ClockId, clock_gettime};

pub use self::instructions::Instructions;

/// The times of one or more searches.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Timing {
    /// How many times each instance was searched.
    pub iterations: u64,
    /// Wall time of all searches.
    pub wall: Duration,
    /// CPU time of all searches, where the system reports it.
    pub cpu: Option<Duration>,
    /// Instructions of all searches, where they can be counted.
    pub instructions: Option<u64>,
}

impl Timing {
    /// The times of searches on the clocks of a thread.
    pub fn new(iterations: u64, Spent { wall, cpu, instructions }: Spent) -> Self {
        Self { iterations, wall, cpu: Some(cpu), instructions }
    }

    /// The row `counted` with these times.
    pub fn record(self, counted: Record) -> Record {
        Record {
            iterations: Some(self.iterations),
            wall_ns: Some(self.wall.as_nanos() as u64),
            cpu_ns: self.cpu.map(|cpu| cpu.as_nanos() as u64),
            instructions: self.instructions,
            ..counted
        }
    }
}

/// What some work took on the clocks of a thread.
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

/// The clocks of one thread. Only that thread may use them.
pub struct Clocks {
    instructions: Option<Instructions>,
    cost: Duration,
}

/// The shortest time worth measuring, in multiples of the clocks' own cost: at 100 that cost is one percent.
const WORTH: u32 = 100;

impl Clocks {
    /// The clocks of the calling thread; measures their cost.
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

    /// The time that one measurement takes by itself.
    pub fn cost(&self) -> Duration {
        self.cost
    }

    /// The shortest time worth measuring, of which the clocks' own cost is one percent.
    fn shortest(&self) -> Duration {
        self.cost * WORTH
    }

    /// How many searches fill the shortest time, if one takes `wall`.
    fn iterations(&self, wall: Duration) -> u64 {
        let times = self.shortest().as_nanos() / wall.as_nanos().max(1);
        // The first search was a cold one: some more, so that warm ones fill the time.
        2 * (times as u64 + 1)
    }

    /// Runs `work` and returns its result with what it took.
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

    /// Measures one iteration, and if it was too short to be measured, many iterations at once. `measure` is called
    /// with the number of iterations; it starts the clocks `starts` times.
    ///
    /// # Errors
    /// The first error of `measure`.
    pub fn measure<E>(
        &mut self,
        starts: usize,
        mut measure: impl FnMut(u64, &mut Self) -> Result<Spent, E>,
    ) -> Result<Timing, E> {
        let starts = u32::try_from(starts).unwrap_or(u32::MAX).max(1);
        let once = measure(1, self)?;
        if once.wall >= self.shortest() * starts {
            return Ok(Timing::new(1, once));
        }
        let iterations = self.iterations(once.wall / starts);
        Ok(Timing::new(iterations, measure(iterations, self)?))
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
        assert!(spent.wall > Duration::ZERO && spent.cpu > Duration::ZERO, "{spent:?}");
        assert!(spent.instructions.is_none_or(|retired| retired > 5_000_000), "{spent:?}");
        let ((), asleep) = clocks.time(|| std::thread::sleep(Duration::from_millis(20)));
        assert!(asleep.wall >= Duration::from_millis(20), "{asleep:?}");
    }

    #[test]
    fn clocks_that_are_started_often_measure_more_iterations() {
        let mut clocks = Clocks { instructions: None, cost: Duration::from_micros(10) };
        let shortest = clocks.shortest();
        let mut iterations = |starts, wall| {
            let took = |_, _: &mut Clocks| Ok::<_, ()>(Spent { wall, ..Spent::default() });
            clocks.measure(starts, took).unwrap().iterations
        };
        assert_eq!(iterations(1, shortest), 1);
        assert_eq!(iterations(10, shortest), 22, "each of ten gets a tenth of it");
        assert_eq!(iterations(10, 10 * shortest), 1);
        assert_eq!(clocks.measure(1, |_, _| Err(3)), Err(3));
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
