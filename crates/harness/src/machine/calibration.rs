//! How fast the machine is at this moment: the time of a fixed piece of work, which is part of no engine.
//!
//! It is taken before and after a run. If the times of two runs differ because the machine was slower during one of
//! them, so do their calibrations.

use std::hint::black_box;

use quadrille_cover::random::{Stream, shuffle};

use crate::machine::cores::Cores;
use crate::machine::disturbance::cpu_times;

/// The number of places that the work visits: 64 KiB, more than the fastest cache holds.
const PLACES: usize = 1 << 14;
/// The number of times that the work is done, about a millisecond each.
const TIMES: usize = 41;
/// The number of rounds through all places in one piece of work.
const ROUNDS: usize = 12;

/// The median CPU time of the work in nanoseconds, on the core of the first worker; `None` if no thread can be started.
pub fn calibrate(cores: &Cores) -> Option<u64> {
    let cores = cores.clone();
    let measure = move || {
        cores.pin(0);
        let next = places();
        let work = || {
            let (mut place, mut sum) = (0, 0u64);
            for _ in 0..ROUNDS * PLACES {
                place = next[place] as usize;
                sum = sum.wrapping_mul(31).wrapping_add(place as u64);
            }
            black_box(sum);
        };
        cpu_times(TIMES, work)[TIMES / 2]
    };
    let median = std::thread::Builder::new().spawn(measure).ok()?.join().ok()?;
    #[expect(clippy::cast_sign_loss, reason = "a time is not below 0")]
    let median = median as u64;
    Some(median).filter(|&ns| ns > 0)
}

/// For each place the next one, so that the way leads through all places in a random order and back to the first.
fn places() -> Vec<u32> {
    let mut order: Vec<u32> = (0..PLACES as u32).collect();
    shuffle(&mut order, &mut Stream::new(0, 0));
    let mut next = vec![0; PLACES];
    for (i, &place) in order.iter().enumerate() {
        next[place as usize] = order[(i + 1) % PLACES];
    }
    next
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_work_visits_every_place() {
        let next = places();
        let mut place = 0;
        let steps = (1..=PLACES).find(|_| {
            place = next[place] as usize;
            place == 0
        });
        assert_eq!(steps, Some(PLACES));
    }

    #[test]
    fn work_takes_time() {
        assert!(calibrate(&Cores::for_workers(1)) > Some(10_000));
    }
}
