//! The state of the player: a state machine without a terminal.

mod asking;
mod editing;
mod results;
#[cfg(test)]
pub(super) mod tests;

use std::collections::VecDeque;
use std::time::Duration;

use quadrille_cover::SearchStats;
use quadrille_sudoku::{Engine, Order};

use super::Challenge;
use super::board::{Board, Origin};
use super::files;
use super::hint::{Hint, Pointed};
use super::history::History;
use super::keys::{self, Edit, Key, KeyCode, Walk};
use super::prompt::{Prompt, Question};
use super::reading::{self, Reading};
use super::stepping::Stepping;
use super::work::Broken;
use super::work::Request;
use editing::Grade;

/// A message to the user.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Message {
    /// The text.
    pub text: String,
    /// Whether the message reports an error.
    pub bad: bool,
}

/// The mode, which determines the meaning of keys.
#[derive(Debug)]
pub enum Mode {
    /// The user moves the cursor, types digits and gives commands.
    Editing,
    /// The user types a name.
    Asking(Prompt),
    /// The user answers a question with yes or no. The boxed mode is shown behind the question, and comes back after a
    /// no.
    Confirming(Question, Box<Mode>),
    /// An engine or the generator is working. The text describes the work in a few words.
    Waiting(String),
    /// The user steps through a search.
    Stepping(Box<Stepping>),
}

/// The player: the board, the cursor, and everything else that is shown.
#[derive(Debug)]
pub struct Player {
    pub(super) board: Board,
    pub(super) cursor: usize,
    pub(super) engine: Engine,
    /// The counts of the engine's last answer.
    pub(super) stats: Option<SearchStats>,
    pub(super) candidates: bool,
    /// Whether numbers are typed as pencil marks.
    pub(super) pencil: bool,
    pub(super) mode: Mode,
    pub(super) message: Message,
    pub(super) help: bool,
    /// How far the list of keys is scrolled.
    pub(super) help_reading: Reading,
    /// The file that was last loaded or saved.
    pub(super) file: Option<String>,
    history: History,
    /// The cell into which the first figure of a number was just typed, if a second one may follow, and whether the
    /// first figure changed the cell.
    stroke: Option<(usize, bool)>,
    /// The cell in which a pencil mark was just toggled and its digit, if a second figure may follow.
    pencil_stroke: Option<(usize, u8)>,
    /// The steps of the current hint that were not explained yet.
    hints: VecDeque<Hint>,
    /// How much the next hint says about the first of these steps.
    grade: Grade,
    /// The marks of the hint on display.
    pointed: Option<Pointed>,
    /// How far the text below the grid is scrolled.
    pub(super) reading: Reading,
    /// The board that was last loaded, generated or saved, by which `quit` knows whether digits would be lost.
    kept: Board,
    seed: u64,
    /// Number of puzzles generated from the seed so far.
    generated: u64,
    challenge: Challenge,
    over: bool,
}

impl Player {
    /// A player with the cursor on the first cell of a board. `seed` is the seed of generated puzzles.
    pub fn new(board: Board, engine: Engine, seed: u64) -> Self {
        Self {
            cursor: 0,
            engine,
            stats: None,
            candidates: false,
            pencil: false,
            mode: Mode::Editing,
            message: Message::default(),
            help: false,
            help_reading: Reading::default(),
            file: None,
            history: History::default(),
            stroke: None,
            pencil_stroke: None,
            hints: VecDeque::new(),
            grade: Grade::Where,
            pointed: None,
            reading: Reading::default(),
            kept: board.clone(),
            seed,
            generated: 0,
            challenge: Challenge::Any,
            over: false,
            board,
        }
        .checked()
    }

    /// A player with an empty grid.
    pub fn empty(order: Order, engine: Engine, seed: u64) -> Self {
        Self::new(files::empty(order), engine, seed)
    }

    /// The same player, with the name of the file that its board was loaded from.
    #[must_use]
    pub fn from_file(self, name: &str) -> Self {
        Self { file: Some(name.to_owned()), ..self }
    }

    /// Whether the player has ended.
    pub fn is_over(&self) -> bool {
        self.over
    }

    /// Whether the picture changes without keys. While a question is open, no steps are taken.
    pub fn is_moving(&self) -> bool {
        match &self.mode {
            Mode::Stepping(stepping) => stepping.is_moving(),
            _ => matches!(self.behind(), Mode::Waiting(_)),
        }
    }

    /// The current mode. While a question is open, this is the mode behind the question.
    pub(super) fn behind(&self) -> &Mode {
        if let Mode::Confirming(_, behind) = &self.mode { behind } else { &self.mode }
    }

    /// Whether cells are drawn large enough for candidates or pencil marks.
    #[cfg(feature = "terminal")]
    pub(super) fn shows_small_digits(&self) -> bool {
        let pencils = self.pencil || self.board.has_marks();
        self.candidates || pencils && !matches!(self.behind(), Mode::Stepping(_))
    }

    /// The marks of the last step of a search or of a hint.
    pub(super) fn pointed(&self) -> Pointed {
        match self.behind() {
            Mode::Stepping(stepping) => stepping.pointed(),
            _ => self.pointed.clone().unwrap_or_default(),
        }
    }

    /// Sets the marks of a hint, which stay until a key ends the hint.
    pub(super) fn point(&mut self, pointed: Pointed) {
        self.pointed = Some(pointed);
    }

    #[cfg(feature = "terminal")]
    pub(super) fn is_hinting(&self) -> bool {
        self.pointed.is_some()
    }

    /// Lets time pass, so that a running search takes the steps that are due.
    ///
    /// # Errors
    /// If the engine that is stepped through panicked.
    pub fn tick(&mut self, passed: Duration) -> Result<(), Broken> {
        match &mut self.mode {
            Mode::Stepping(stepping) if stepping.is_moving() => stepping.tick(passed),
            _ => Ok(()),
        }
    }

    /// Handles a key. Returns the work that the caller must do now, if any.
    pub fn press(&mut self, key: Key) -> Option<Request> {
        if keys::ends_at_once(key) {
            self.over = true;
            return Some(Request::Cancel);
        }
        if self.help {
            return self.read_help(key);
        }
        if let Some(turn) = reading::turn(key)
            && !matches!(self.mode, Mode::Asking(_))
        {
            self.reading.turn(turn);
            return None;
        }
        self.reading.begin();
        match &mut self.mode {
            Mode::Editing => keys::edit(key).and_then(|edit| self.edit(edit)),
            Mode::Asking(_) => self.asked(key),
            Mode::Confirming(..) => self.confirmed(key),
            Mode::Waiting(_) if keys::quits(key) => {
                self.quit();
                None
            }
            Mode::Waiting(_) => (key.code == KeyCode::Esc).then_some(Request::Cancel),
            Mode::Stepping(_) => {
                if let Some(walk) = keys::walk(key) {
                    self.walk(walk);
                }
                None
            }
        }
    }

    fn walk(&mut self, walk: Walk) {
        let Mode::Stepping(stepping) = &mut self.mode else { return };
        match walk {
            Walk::Forward => stepping.forward(),
            Walk::Back => {
                stepping.back();
            }
            Walk::Beginning => stepping.rewind(),
            Walk::Run => stepping.run_or_pause(),
            Walk::Faster => stepping.faster(),
            Walk::Slower => stepping.slower(),
            Walk::Engine => {
                let next = after(stepping.engine);
                self.use_engine(next);
            }
            Walk::Keep => {
                let (grid, engine) = (stepping.reel.grid.clone(), stepping.engine);
                self.rest();
                self.change(|board| {
                    board.empty(Origin::Found);
                    board.fill(&grid);
                });
                self.say(format!("kept the digits found so far by {engine}"));
            }
            Walk::Candidates => self.candidates ^= true,
            Walk::Help => self.help = true,
            Walk::Leave => self.rest(),
            Walk::Quit => self.quit(),
        }
    }

    /// The board, for saving.
    pub fn board(&self) -> &Board {
        &self.board
    }

    /// The engine that solves, and whose search is stepped through next.
    pub fn engine(&self) -> Engine {
        self.engine
    }

    /// The difficulty of generated puzzles.
    pub fn challenge(&self) -> Challenge {
        self.challenge
    }

    /// Whether candidates are shown.
    pub fn shows_candidates(&self) -> bool {
        self.candidates
    }

    /// Whether numbers are typed as pencil marks.
    pub fn pencils(&self) -> bool {
        self.pencil
    }

    /// The work that is waited for, in a few words.
    pub fn waits_for(&self) -> Option<&str> {
        if let Mode::Waiting(what) = self.behind() { Some(what) } else { None }
    }

    /// Whether a search is stepped through, and then whether steps are taken automatically.
    pub fn steps(&self) -> Option<bool> {
        if let Mode::Stepping(stepping) = self.behind() { Some(stepping.running) } else { None }
    }

    /// Moves the cursor to a cell, as keys would.
    ///
    /// # Panics
    /// If the grid has no such cell.
    pub fn go_to(&mut self, cell: usize) {
        let order = self.board.order();
        assert!(cell < order.cells(), "a cell of this grid");
        let by = |to: usize, from: usize| to.cast_signed() - from.cast_signed();
        let rows = by(order.row(cell), order.row(self.cursor));
        let columns = by(order.column(cell), order.column(self.cursor));
        self.edit_if_possible(Edit::Move(rows, columns));
    }

    /// Types a whole digit, as a pad of digits does; 0 empties the cell.
    pub fn enter(&mut self, digit: u8) {
        self.edit_if_possible(Edit::Digit(digit));
    }

    fn edit_if_possible(&mut self, edit: Edit) {
        if let Mode::Editing = self.mode {
            self.reading.begin();
            let request = self.edit(edit);
            debug_assert_eq!(request, None, "moving and typing take no time");
        }
    }

    /// Selects an engine. If a search is stepped through, it starts again with this engine.
    pub fn use_engine(&mut self, engine: Engine) {
        self.engine = engine;
        match &mut self.mode {
            Mode::Stepping(stepping) => stepping.restart(engine, &self.board.puzzle()),
            Mode::Editing => {
                self.stats = None;
                self.say(format!("{engine}: {}", engine.about()));
            }
            _ => {}
        }
    }

    /// Selects the difficulty of generated puzzles.
    pub fn use_challenge(&mut self, challenge: Challenge) {
        self.challenge = challenge;
        if let Mode::Editing = self.mode {
            self.say(format!("new puzzles are {}; g generates one", challenge.about()));
        }
    }

    /// Changes the board so that the change can be undone, and reports digits that clash.
    fn change(&mut self, change: impl FnOnce(&mut Board)) {
        let before = self.board.clone();
        change(&mut self.board);
        if self.board != before {
            self.history.record(before);
        }
        self.check();
    }

    fn checked(mut self) -> Self {
        self.check();
        self
    }

    /// Sets the message to the first clash on the board, or clears it.
    fn check(&mut self) {
        let text = self.board.clash_of(self.board.grid()).unwrap_or_default();
        self.message = Message { bad: !text.is_empty(), text };
    }

    fn say(&mut self, text: String) {
        self.message = Message { text, bad: false };
    }

    fn warn(&mut self, text: String) {
        self.message = Message { text, bad: true };
    }

    /// Returns to editing the board. If a question is open, it stays open, and editing follows its answer.
    fn rest(&mut self) {
        match &mut self.mode {
            Mode::Confirming(_, behind) => **behind = Mode::Editing,
            mode => *mode = Mode::Editing,
        }
        self.check();
    }
}

/// The engine that follows another in the list of engines. The first engine follows the last.
fn after(engine: Engine) -> Engine {
    let all = Engine::ALL;
    let at = all.iter().position(|&other| other == engine).unwrap_or(0);
    all[(at + 1) % all.len()]
}
