//! Sudoku: the player of the command line, whose keys come from the page, and the work that it asks for.

mod work;

use std::time::Duration;

use quadrille_sudoku::format::{InputFormat, write};
use quadrille_sudoku::{Engine, Order};
use quadrille_view::picture::grid::{Board as Picture, picture};
use quadrille_view::player::{
    self, Challenge, EDITING, Key, KeyCode, Origin, Player, Request, STEPPING, Scene,
};
use serde::Serialize;
use wasm_bindgen::prelude::*;

use crate::{Refused, json};
use work::{SudokuRequest, asked, of_brought};

/// A game. Each method that changes it returns what the page shows then, as JSON.
#[wasm_bindgen]
pub struct Sudoku {
    player: Player,
}

#[derive(Serialize)]
struct Shown {
    side: usize,
    cursor: usize,
    cells: Vec<ShownCell>,
    said: String,
    is_bad: bool,
    facts: Vec<player::Fact>,
    /// What is waited for, in a few words.
    waits_for: Option<String>,
    /// Whether a search is stepped through, and then whether it runs.
    steps: Option<bool>,
    is_moving: bool,
    engine: &'static str,
    challenge: usize,
    pencil: bool,
    candidates: bool,
    /// The text of a file that holds the game.
    text: String,
    /// The digits in a line, for a link.
    line: String,
    /// The work that the page must start or stop.
    work: Option<SudokuRequest>,
}

/// A cell. What is usual is left out, because most cells of a large grid are like that.
#[derive(Serialize)]
struct ShownCell {
    digit: u8,
    #[serde(skip_serializing_if = "Option::is_none")]
    origin: Option<&'static str>,
    #[serde(skip_serializing_if = "str::is_empty")]
    sign: &'static str,
    /// Whether the small digits are the user's own.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pencilled: bool,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    small: Vec<u8>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    struck: Vec<u8>,
}

#[wasm_bindgen]
impl Sudoku {
    /// An empty grid of 9x9. `seed` is the seed of generated puzzles.
    #[wasm_bindgen(constructor)]
    pub fn new(seed: u32) -> Self {
        Self { player: Player::empty(Order::NINE, Engine::Masks, seed.into()) }
    }

    /// What the page shows.
    pub fn shown(&self) -> String {
        self.after(None)
    }

    /// Handles a key by its name in the browser.
    pub fn press(&mut self, name: &str, control: bool, alt: bool) -> String {
        let request = self.player.press(key(name, control, alt));
        self.after(request.as_ref())
    }

    /// Moves the cursor to a cell.
    pub fn go_to(&mut self, cell: usize) -> String {
        if cell < self.player.board().order().cells() {
            self.player.go_to(cell);
        }
        self.after(None)
    }

    /// Types a digit; 0 empties the cell.
    pub fn enter(&mut self, digit: u8) -> String {
        self.player.enter(digit);
        self.after(None)
    }

    /// Selects an engine by its name.
    pub fn use_engine(&mut self, name: &str) -> String {
        if let Some(engine) = Engine::from_name(name) {
            self.player.use_engine(engine);
        }
        self.after(None)
    }

    /// Selects a difficulty by its number.
    pub fn use_challenge(&mut self, number: usize) -> String {
        if let Some(&challenge) = Challenge::ALL.get(number) {
            self.player.use_challenge(challenge);
        }
        self.after(None)
    }

    /// Reads a puzzle or a saved game from the text of a file or of the clipboard, which has this name in messages.
    pub fn load(&mut self, name: &str, text: &str) -> String {
        self.leave();
        let loaded = player::read(text.as_bytes(), InputFormat::Auto, None);
        self.player.loaded(name, loaded);
        self.after(None)
    }

    /// Begins with an empty grid of order n.
    pub fn clear(&mut self, n: usize) -> String {
        self.leave();
        if let Some(order) = Order::new(n).filter(|order| order.side() <= player::LARGEST) {
            let board = player::empty(order);
            self.player.loaded("an empty grid", Ok(player::Loaded { board, more: false }));
        }
        self.after(None)
    }

    /// Says that the game was saved to a file.
    pub fn saved(&mut self, name: &str) -> String {
        self.player.saved(name, Ok(()));
        self.after(None)
    }

    /// Lets time pass, in milliseconds, so that a search takes the steps that are due.
    pub fn tick(&mut self, passed: f64) -> String {
        let passed = Duration::from_secs_f64((passed / 1000.0).clamp(0.0, 1.0));
        self.player.tick(passed).expect("without threads, no thread panics");
        self.after(None)
    }

    /// Takes the result of work.
    ///
    /// # Errors
    /// If the result is none that [`sudoku_work`](work::sudoku_work) returns.
    pub fn done(&mut self, brought: &str) -> Result<String, Refused> {
        let done = serde_json::from_str(brought).ok().and_then(|brought| {
            self.player.waits_for()?;
            of_brought(brought, self.player.board().order())
        });
        let done = done.ok_or_else(|| Refused::new("found a result of other work"))?;
        self.player.done(done);
        Ok(self.after(None))
    }

    /// Says that the work was stopped.
    pub fn cancelled(&mut self) -> String {
        if self.player.waits_for().is_some() {
            self.player.cancelled();
        }
        self.after(None)
    }

    /// The grid as a picture in SVG.
    pub fn picture(&self) -> String {
        let board = self.player.board();
        let scene = Scene::of(&self.player);
        let side = board.order().side();
        let mut drawn = Picture::filled(&board.givens(), &scene.grid);
        if (0..board.order().cells()).any(|cell| small(&scene, cell).is_some()) {
            let mask = |cell| {
                let digits = small(&scene, cell).unwrap_or_default();
                digits.iter().fold(0, |mask, digit| mask | 1 << (digit - 1))
            };
            drawn = drawn.with_candidates(mask);
        }
        picture(&format!("Sudoku of {side}x{side}"), &[drawn])
    }
}

impl Sudoku {
    /// Leaves a search that is stepped through.
    fn leave(&mut self) {
        if self.player.steps().is_some() {
            self.player.press(Key::plain(KeyCode::Esc));
        }
    }

    /// What the page shows, and the work that it must do.
    fn after(&self, request: Option<&Request>) -> String {
        let player = &self.player;
        let (scene, message, board) = (Scene::of(player), player::said(player), player.board());
        let challenge = Challenge::ALL.iter().position(|&one| one == player.challenge());
        json(&Shown {
            side: scene.grid.order().side(),
            cursor: scene.cursor,
            cells: (0..scene.grid.cells().len()).map(|cell| shown_cell(&scene, cell)).collect(),
            said: message.text,
            is_bad: message.bad,
            facts: player::facts(player, &scene),
            waits_for: player.waits_for().map(str::to_owned),
            steps: player.steps(),
            is_moving: player.is_moving(),
            engine: player.engine().name(),
            challenge: challenge.unwrap_or(0),
            pencil: player.pencils(),
            candidates: player.shows_candidates(),
            text: player::text(board),
            line: write::line(board.puzzle().givens()),
            work: request.and_then(asked),
        })
    }
}

/// The small digits of an empty cell: its candidates if these are shown, or else the pencil marks.
fn small(scene: &Scene, cell: usize) -> Option<Vec<u8>> {
    let small = scene.candidates(cell).or_else(|| scene.marks(cell));
    small.filter(|_| scene.origin(cell).is_none())
}

fn shown_cell(scene: &Scene, cell: usize) -> ShownCell {
    let small = small(scene, cell).unwrap_or_default();
    ShownCell {
        digit: scene.grid.digit(cell),
        origin: scene.origin(cell).map(|origin| match origin {
            Origin::Given => "given",
            Origin::Typed => "typed",
            Origin::Found => "found",
        }),
        sign: scene.sign(cell).trim(),
        pencilled: !small.is_empty() && scene.candidates(cell).is_none(),
        struck: small.iter().copied().filter(|&digit| scene.is_struck(cell, digit)).collect(),
        small,
    }
}

/// A key by its name in the browser.
fn key(name: &str, control: bool, alt: bool) -> Key {
    let mut chars = name.chars();
    let code = match (chars.next(), chars.next()) {
        (Some(c), None) => KeyCode::Char(c),
        _ => match name {
            "ArrowUp" => KeyCode::Up,
            "ArrowDown" => KeyCode::Down,
            "ArrowLeft" => KeyCode::Left,
            "ArrowRight" => KeyCode::Right,
            "Home" => KeyCode::Home,
            "Enter" => KeyCode::Enter,
            "Escape" => KeyCode::Esc,
            "Backspace" => KeyCode::Backspace,
            "Delete" => KeyCode::Delete,
            _ => KeyCode::Other,
        },
    };
    Key { code, control, alt }
}

/// The keys, the engines and the difficulties, as JSON: lists of names with what they mean.
#[wasm_bindgen]
pub fn sudoku_words() -> String {
    #[derive(Serialize)]
    struct Words {
        editing: Vec<(&'static str, &'static str)>,
        stepping: Vec<(&'static str, &'static str)>,
        engines: Vec<(&'static str, &'static str)>,
        challenges: Vec<String>,
    }
    // The page has no window that is too small for a text, and is not quitted.
    let told = |keys: &[player::KeyHelp]| {
        let told = keys.iter().filter(|(key, ..)| !matches!(*key, "v" | "q" | "?"));
        told.map(|&(key, _, line)| (key, line)).collect()
    };
    json(&Words {
        editing: told(&EDITING),
        stepping: told(&STEPPING),
        engines: Engine::ALL.into_iter().map(|engine| (engine.name(), engine.about())).collect(),
        challenges: Challenge::ALL.into_iter().map(Challenge::about).collect(),
    })
}

#[cfg(test)]
mod tests {
    use serde_json::Value;

    use super::work::sudoku_work;
    use super::*;

    const P1: &str =
        "100007090030020008009600500005300900010080002600004000300000010040000007007000300";

    fn shown(text: &str) -> Value {
        serde_json::from_str(text).expect("JSON")
    }

    fn p1() -> Sudoku {
        let mut game = Sudoku::new(1);
        assert_eq!(shown(&game.load("a paste", P1))["said"], "opened a paste");
        game
    }

    /// Presses keys, carries out the work asked for, and returns what is shown then.
    fn keys(game: &mut Sudoku, keys: &str) -> Value {
        let mut last = Value::Null;
        for c in keys.chars() {
            last = shown(&game.press(&c.to_string(), false, false));
            if !last["work"].is_null() {
                let result = sudoku_work(&last["work"].to_string()).ok().expect("it is work");
                last = shown(&game.done(&result).ok().expect("a result"));
            }
        }
        last
    }

    #[test]
    fn keys_of_the_browser_play_the_game_of_the_terminal() {
        let mut game = p1();
        let now = shown(&game.press("ArrowRight", false, false));
        assert_eq!((&now["cursor"], &now["side"]), (&1.into(), &9.into()));
        let now = keys(&mut game, "1");
        assert_eq!(
            now["said"],
            "digit 1 stands twice in row 1: at row 1 column 1 and row 1 column 2"
        );
        assert_eq!((&now["cells"][0]["sign"], &now["is_bad"]), (&"!".into(), &true.into()));
        let now = shown(&game.enter(0));
        assert_eq!((&now["cells"][1]["digit"], &now["is_bad"]), (&0.into(), &false.into()));
        let now = keys(&mut game, "nnn");
        assert_eq!(now["cursor"], 7 * 9 + 2);
        let now = keys(&mut game, "s");
        assert_eq!(now["said"], "solved by masks");
        assert_eq!(now["cells"][1]["origin"], "found");
        game.clear(2);
        let now = keys(&mut game, "s");
        assert_eq!(now["said"], "solved by masks; there are other solutions");
    }

    #[test]
    fn work_goes_to_another_worker_and_comes_back() {
        let mut game = p1();
        assert!(keys(&mut game, "l2m")["is_bad"] == true, "2 is wrong");
        let now = keys(&mut game, "g");
        let said = now["said"].as_str().unwrap_or_default();
        assert!(said.starts_with("puzzle 1 of seed 1: "), "{said}");
    }

    #[test]
    fn keys_engines_and_difficulties_are_told_in_words() {
        let words = shown(&sudoku_words());
        for (list, least) in [("editing", 15), ("stepping", 4), ("engines", 10), ("challenges", 3)]
        {
            let list = words[list].as_array().expect("a list");
            assert!(list.len() >= least, "{list:?}");
            let texts = list
                .iter()
                .flat_map(|one| one.as_array().map_or(vec![one], |pair| pair.iter().collect()));
            assert!(
                texts.into_iter().all(|text| text.as_str().is_some_and(|text| !text.is_empty()))
            );
        }
    }

    #[test]
    fn a_search_is_stepped_through_without_threads() {
        let mut game = p1();
        keys(&mut game, "t");
        let now = shown(&game.press("ArrowRight", false, false));
        assert_eq!((&now["steps"], &now["is_moving"]), (&false.into(), &true.into()));
        let now = shown(&game.tick(1.0));
        assert_eq!(now["is_moving"], false);
        assert!(now["facts"].to_string().contains(r#"["Step","1"]"#), "{}", now["facts"]);
        let now = shown(&game.press("Escape", false, false));
        assert!(now["steps"].is_null());
    }

    #[test]
    fn pictures_and_texts_hold_the_game() {
        let mut game = p1();
        let now = keys(&mut game, "lp3");
        assert!(now["text"].as_str().is_some_and(|text| text.contains("# pencil marks r1c2 3")));
        assert_eq!(now["cells"][1]["small"], Value::from(vec![3]));
        assert!(game.picture().starts_with("<svg"));
        let now = shown(&game.clear(4));
        assert_eq!((&now["side"], now["cells"].as_array().map(Vec::len)), (&16.into(), Some(256)));
        for (text, begins) in
            [("<b>no</b>", "a paste: found no puzzle"), ("", "a paste: found no puzzle")]
        {
            let now = shown(&game.load("a paste", text));
            let said = now["said"].as_str().unwrap_or_default();
            assert!(said.starts_with(begins), "{said}");
            assert_eq!(now["side"], 16, "the grid stays");
        }
    }
}
