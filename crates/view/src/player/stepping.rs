//! Stepping through a search: forwards, back, or automatically at a selected speed.
//!
//! Source: system A, which draws the grid during the search and pauses at each solution.

use std::time::Duration;

use quadrille_cover::Outcome;
use quadrille_sudoku::grid::CellName;
use quadrille_sudoku::{Engine, Order, Puzzle, Step};

use super::hint::Pointed;
use super::reel::{Counts, Event, KEPT, Reel};
use super::searching::{self, Searching};
use super::work::Broken;

/// Available speeds, in steps a second.
const SPEEDS: [u32; 16] =
    [1, 2, 5, 10, 20, 50, 100, 200, 500, 1_000, 2_000, 5_000, 10_000, 20_000, 50_000, 100_000];
/// Index in [`SPEEDS`] of the initial speed, 10 steps a second.
const FIRST_SPEED: usize = 3;

/// A search being stepped through.
#[derive(Debug)]
pub struct Stepping {
    pub engine: Engine,
    searching: Searching,
    pub reel: Reel,
    /// Whether steps are taken automatically.
    pub running: bool,
    speed: usize,
    /// Number of steps to take as soon as possible. A fraction is kept until later ticks complete it.
    due: f64,
    /// The cell of the last step that concerned a cell.
    pub cell: Option<usize>,
}

impl Stepping {
    /// A search before its first step.
    pub fn start(engine: Engine, puzzle: &Puzzle) -> Self {
        Self {
            engine,
            searching: searching::start(engine, puzzle.clone()),
            reel: Reel::new(puzzle.givens().clone(), KEPT),
            running: false,
            speed: FIRST_SPEED,
            due: 0.0,
            cell: None,
        }
    }

    /// Starts the search of a puzzle from its beginning with another engine, at the same speed.
    pub fn restart(&mut self, engine: Engine, puzzle: &Puzzle) {
        *self = Self { speed: self.speed, ..Self::start(engine, puzzle) };
    }

    /// The marks of the last step.
    pub fn pointed(&self) -> Pointed {
        let gone = self.reel.struck_before().collect();
        match self.reel.event() {
            Some(Event::Step(Step::Deduced(deduction))) => Pointed::by(deduction, gone),
            _ => Pointed { gone, ..Pointed::default() },
        }
    }

    /// The speed of automatic steps, in steps a second.
    pub fn speed(&self) -> u32 {
        SPEEDS[self.speed]
    }

    /// Whether a step will follow without a key, now or as soon as the engine has found it.
    pub fn is_moving(&self) -> bool {
        self.running || self.due >= 1.0
    }

    pub fn faster(&mut self) {
        self.speed = (self.speed + 1).min(SPEEDS.len() - 1);
    }

    pub fn slower(&mut self) {
        self.speed = self.speed.saturating_sub(1);
    }

    /// Takes one step forwards, as soon as the engine has found it.
    pub fn forward(&mut self) {
        if std::mem::take(&mut self.running) {
            self.due = 0.0;
        }
        self.due += 1.0;
    }

    /// Goes one step back. Returns `false` if there is no step to go back, or if it was forgotten.
    pub fn back(&mut self) -> bool {
        self.running = false;
        self.due = 0.0;
        let moved = self.reel.back();
        self.look();
        moved
    }

    /// Goes back to the earliest step that is still in memory.
    pub fn rewind(&mut self) {
        while self.back() {}
    }

    /// Starts automatic steps, or pauses them if they are running.
    pub fn run_or_pause(&mut self) {
        self.running = !self.running && !self.has_ended();
        self.due = 0.0;
    }

    /// Lets time pass: takes the steps that are due, but pauses at a solution and at the end of the search.
    ///
    /// # Errors
    /// If the engine panicked.
    pub fn tick(&mut self, passed: Duration) -> Result<(), Broken> {
        if self.running {
            let speed = f64::from(self.speed());
            // No more steps are due than those of one second, in case the machine was suspended.
            self.due = (self.due + passed.as_secs_f64() * speed).min(speed);
        }
        while self.due >= 1.0 {
            if !self.advance()? {
                // The engine has not found the next step yet. Automatic steps are dropped, steps by key stay due.
                if self.running {
                    self.due = 0.0;
                }
                break;
            }
            self.due -= 1.0;
            if self.pauses_here() {
                self.running = false;
                self.due = 0.0;
            }
        }
        self.look();
        Ok(())
    }

    fn advance(&mut self) -> Result<bool, Broken> {
        if self.has_ended() {
            self.running = false;
            self.due = 1.0; // `tick` subtracts 1, which leaves no step
            return Ok(true);
        }
        if self.reel.forward() {
            return Ok(true);
        }
        let told = self.searching.next()?;
        Ok(told.map(|told| self.reel.push(told.event, told.tests, told.forks)).is_some())
    }

    fn pauses_here(&self) -> bool {
        matches!(self.reel.event(), Some(Event::Step(Step::Solution) | Event::End(_)))
    }

    fn has_ended(&self) -> bool {
        matches!(self.reel.event(), Some(Event::End(_)))
    }

    fn look(&mut self) {
        let cell = match self.reel.event() {
            Some(Event::Step(
                Step::Placed { cell, .. } | Step::Tried { cell, .. } | Step::TakenBack { cell, .. },
            )) => Some(*cell),
            Some(Event::Step(Step::Deduced(deduction))) => {
                let about = deduction.placed.or(deduction.struck.first().copied());
                about.map(|(cell, _)| cell)
            }
            _ => None,
        };
        self.cell = cell.or(self.cell);
    }

    /// The state in a few words, such as `running` or `waiting for the engine`.
    pub fn state(&self) -> String {
        match self.reel.event() {
            _ if self.running => "running".into(),
            _ if self.due >= 1.0 => "waiting for the engine".into(),
            None if self.reel.counts().steps == 0 => "at the beginning".into(),
            Some(Event::Step(Step::Solution)) => {
                format!("solution {}", self.reel.counts().solutions)
            }
            Some(Event::End(_)) => "ended".into(),
            _ => "paused".into(),
        }
    }

    /// The last step that was played, as text.
    pub fn words(&self) -> String {
        let order = self.reel.grid.order();
        match self.reel.event() {
            None if self.reel.has_forgotten() => {
                format!("this is the oldest step in memory; only the last {KEPT} are kept")
            }
            None => format!("{}: {}", self.engine, self.engine.about()),
            Some(Event::Step(step)) => step_in_words(order, step, self.reel.counts()),
            Some(Event::End(outcome)) => end_in_words(*outcome, self.reel.counts().solutions),
        }
    }
}

fn step_in_words(order: Order, step: &Step, counts: Counts) -> String {
    let place = |cell, digit| format!("{} = {digit}", CellName { order, cell });
    match *step {
        Step::Placed { cell, digit, why } => format!("{}: {why}", place(cell, digit)),
        Step::Deduced(ref deduction) => deduction.to_string(),
        Step::Tried { cell, digit, fork: true } => format!("try {}", place(cell, digit)),
        Step::Tried { cell, digit, fork: false } => {
            format!("{}: the only digit left to try", place(cell, digit))
        }
        Step::TakenBack { cell, digit } => format!("take back {}", place(cell, digit)),
        Step::DeadEnd => "dead end".into(),
        Step::Solution => format!("solution {}", counts.solutions),
    }
}

fn end_in_words(outcome: Outcome, solutions: u64) -> String {
    let found = match solutions {
        0 => "no solution".to_owned(),
        1 => "1 solution".to_owned(),
        _ => format!("{solutions} solutions"),
    };
    match outcome {
        Outcome::Exhausted => format!("search complete: {found}"),
        Outcome::Stalled => {
            "stalled: the next step needs a guess, and this engine never guesses".into()
        }
        Outcome::Stopped | Outcome::BudgetSpent => format!("stopped before the end: {found}"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::thread;

    use crate::picture::testing::{P2, P4, puzzle};

    fn stepping(engine: Engine, text: &str) -> Stepping {
        Stepping::start(engine, &puzzle(text))
    }

    /// Advances the time until no more steps are taken.
    fn run(stepping: &mut Stepping) {
        stepping.speed = SPEEDS.len() - 1;
        stepping.run_or_pause();
        settle(stepping);
    }

    /// Takes one step, waiting for the engine.
    fn step(stepping: &mut Stepping) {
        stepping.forward();
        settle(stepping);
    }

    fn settle(stepping: &mut Stepping) {
        for _ in 0..60_000 {
            if !stepping.is_moving() {
                return;
            }
            stepping.tick(Duration::from_millis(1)).expect("the engine is sound");
            thread::sleep(Duration::from_millis(1));
        }
        panic!("the stepping did not settle within a minute");
    }

    #[test]
    fn it_pauses_at_each_solution_and_ends_with_all_of_them() {
        let mut stepping = stepping(Engine::Masks, P2);
        for solution in 1..=90 {
            run(&mut stepping);
            assert_eq!(stepping.state(), format!("solution {solution}"));
            assert!(stepping.reel.grid.is_full() && stepping.reel.grid.clash().is_none());
        }
        run(&mut stepping);
        assert_eq!(stepping.words(), "search complete: 90 solutions");
        stepping.run_or_pause();
        assert!(!stepping.is_moving(), "there is no step after the end");
    }

    #[test]
    fn forwards_and_back_the_counts_of_system_a_come_and_go() {
        let mut stepping = stepping(Engine::NaiveTree, P4);
        let start = stepping.reel.grid.clone();
        assert_eq!(
            (stepping.state(), stepping.reel.counts().tests),
            ("at the beginning".into(), 0)
        );
        // The first empty cell allows 1, 2 and 4, so trying 1 is a fork. Each of the nine digits was tested.
        step(&mut stepping);
        assert_eq!((stepping.reel.counts().tests, stepping.reel.counts().forks), (9, 1));
        assert_eq!(stepping.words(), "try row 1 column 3 = 1");
        assert_eq!((stepping.reel.grid.digit(2), stepping.cell), (1, Some(2)));
        stepping.forward();
        step(&mut stepping); // two steps at once, however fast the engine is
        assert_eq!((stepping.reel.counts().tests, stepping.reel.counts().steps), (27, 3));
        assert!(stepping.back());
        assert_eq!(stepping.reel.counts().tests, 18);
        assert!(stepping.back() && stepping.back() && !stepping.back());
        assert_eq!((&stepping.reel.grid, stepping.reel.counts()), (&start, Counts::default()));
    }

    #[test]
    fn the_speed_is_kept_to() {
        let mut stepping = stepping(Engine::NaiveFirst, &".".repeat(81));
        assert_eq!(stepping.speed(), 10);
        step(&mut stepping); // so that the engine is ahead
        thread::sleep(Duration::from_millis(200));
        stepping.run_or_pause();
        stepping.tick(Duration::from_millis(550)).unwrap();
        assert_eq!(stepping.reel.counts().steps, 1 + 5);
        stepping.tick(Duration::from_millis(50)).unwrap();
        assert_eq!(stepping.reel.counts().steps, 1 + 6, "half a step was due");
        (0..20).for_each(|_| stepping.slower());
        assert_eq!(stepping.speed(), 1);
        (0..20).for_each(|_| stepping.faster());
        assert_eq!(stepping.speed(), 100_000);
    }

    #[test]
    fn a_search_that_stalls_says_so() {
        let mut stepping = stepping(Engine::Singles, &".".repeat(81));
        step(&mut stepping);
        assert_eq!(
            stepping.words(),
            "stalled: the next step needs a guess, and this engine never guesses"
        );
        assert_eq!(stepping.reel.counts().tests, 729, "each candidate was tested once");
        step(&mut stepping);
        assert!(stepping.back());
        assert_eq!(stepping.reel.counts().tests, 0);
    }
}
