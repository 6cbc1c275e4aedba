//! Runs the binary in a real terminal, sends keys and reads the screen. The terminal is tmux, with a socket of its own
//! for each test, and is killed at the end of the test.

use std::path::Path;
use std::process::{Command, Output, id};
use std::sync::atomic::{AtomicUsize, Ordering};
use std::thread;
use std::time::{Duration, Instant};

/// Time limit of a step; longer than any step takes on a slow machine.
const PATIENCE: Duration = Duration::from_secs(60);
/// Time between two reads of the screen.
const BLINK: Duration = Duration::from_millis(20);

/// A terminal that runs a command of `quadrille`.
pub struct Screen {
    socket: String,
}

/// A character on the screen, and its colours as numbers of the terminal's palette.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Coloured {
    pub char: char,
    pub ink: Option<u8>,
    pub paper: Option<u8>,
}

/// A cell of a grid on the screen.
pub type Cell = Vec<Coloured>;

impl Screen {
    /// Starts `quadrille play` in a folder, in a terminal of this size.
    pub fn play(folder: &Path, size: (u16, u16), line: &str) -> Self {
        Self::start(folder, size, &format!("play {line}"))
    }

    /// Starts the binary with the words of a line. After it has ended, the terminal shows `ended`, the exit status and the
    /// terminal's settings. The file `pid` has the process number.
    pub fn start(folder: &Path, (width, height): (u16, u16), line: &str) -> Self {
        static NUMBER: AtomicUsize = AtomicUsize::new(0);
        let number = NUMBER.fetch_add(1, Ordering::Relaxed);
        let screen = Self { socket: format!("quadrille-{}-{number}", id()) };
        let quoted: Vec<String> =
            super::words(line).iter().map(|word| format!("'{word}'")).collect();
        let script = format!(
            "env -u NO_COLOR sh -c 'echo $$ > pid; exec \"$0\" \"$@\"' '{}' {}; \
             echo ended $?; stty -a; exec cat",
            env!("CARGO_BIN_EXE_quadrille"),
            quoted.join(" ")
        );
        let size = [width.to_string(), height.to_string()];
        let folder = folder.to_str().expect("a name that is text");
        let new = ["-f", "/dev/null", "new-session", "-d", "-x", &size[0], "-y", &size[1], "-c"];
        screen.tmux(&[&new[..], &[folder, &script]].concat());
        screen
    }

    /// Presses keys one after another, by their names in tmux.
    pub fn press(&self, keys: &[&str]) -> &Self {
        self.tmux(&[&["send-keys"], keys].concat());
        self
    }

    /// Types a text literally.
    pub fn type_text(&self, text: &str) -> &Self {
        self.tmux(&["send-keys", "-l", text]);
        self
    }

    /// Waits for a text on the screen; returns the screen.
    #[track_caller]
    pub fn wait_for(&self, text: &str) -> String {
        self.wait_until(&format!("`{text}`"), |screen| screen.contains(text))
    }

    /// Waits until a text is no longer on the screen.
    #[track_caller]
    pub fn wait_without(&self, text: &str) -> String {
        self.wait_until(&format!("no `{text}`"), |screen| !screen.contains(text))
    }

    /// Waits until the screen satisfies a condition; returns the screen.
    #[track_caller]
    pub fn wait_until(&self, what: &str, wanted: impl Fn(&str) -> bool) -> String {
        let start = Instant::now();
        loop {
            let screen = self.text();
            if wanted(&screen) {
                return screen;
            }
            assert!(start.elapsed() < PATIENCE, "waited in vain for {what} on\n{screen}");
            thread::sleep(BLINK);
        }
    }

    /// The text on the screen.
    pub fn text(&self) -> String {
        self.tmux(&["capture-pane", "-p"])
    }

    /// Resizes the terminal.
    pub fn resize(&self, (width, height): (u16, u16)) {
        self.tmux(&["resize-window", "-x", &width.to_string(), "-y", &height.to_string()]);
    }

    /// The cells of the grid on the screen, with their colours.
    pub fn coloured_cells(&self) -> Vec<Cell> {
        let screen = self.tmux(&["capture-pane", "-p", "-e"]);
        let mut cells = Vec::new();
        for line in coloured(&screen) {
            let Some(end) = line.iter().rposition(|c| c.char == '┃') else { continue };
            let bar_or_blank = |c: &Coloured| "┃│ ".contains(c.char);
            let words = line[..end].split(bar_or_blank).filter(|cell| !cell.is_empty());
            cells.extend(words.map(<[Coloured]>::to_vec));
        }
        cells
    }

    /// The cells of the grid on the screen: digits, and `-` for empty cells.
    pub fn cells(&self) -> Vec<String> {
        let text = |cell: &Cell| cell.iter().map(|c| c.char).collect();
        self.coloured_cells().iter().map(text).collect()
    }

    /// Ends the terminal.
    pub fn close(&self) {
        self.tmux(&["kill-server"]);
    }

    fn tmux(&self, args: &[&str]) -> String {
        let output = self.run(args).unwrap_or_else(|error| {
            panic!("`tmux` is needed to test the player in a terminal; install it: {error}")
        });
        let said = String::from_utf8_lossy(&output.stderr);
        assert!(output.status.success(), "tmux {args:?}: {said}");
        String::from_utf8(output.stdout).expect("the screen is text")
    }

    fn run(&self, args: &[&str]) -> std::io::Result<Output> {
        let mut tmux = Command::new("tmux");
        // -u: lines are drawn in UTF-8 in any locale.
        tmux.args(["-u", "-L", &self.socket]).args(args).env_remove("TMUX").output()
    }
}

impl Drop for Screen {
    fn drop(&mut self) {
        let _ = self.run(&["kill-server"]); // it may be closed already
    }
}

/// The characters of each line, and their colours.
fn coloured(screen: &str) -> Vec<Vec<Coloured>> {
    let mut now = Coloured::default();
    let mut lines = vec![Vec::new()];
    let mut chars = screen.chars();
    while let Some(char) = chars.next() {
        match char {
            '\n' => lines.push(Vec::new()),
            '\u{1b}' => {
                let codes: String = chars.by_ref().skip(1).take_while(|&c| c != 'm').collect();
                recolour(&mut now, &codes);
            }
            _ => lines.last_mut().expect("a line").push(Coloured { char, ..now }),
        }
    }
    lines
}

/// Applies the colours of an escape sequence, such as `1`, `38;5;1` or `31;49`.
fn recolour(now: &mut Coloured, codes: &str) {
    let mut codes = codes.split(';').map(|code| code.parse::<u8>().unwrap_or(0));
    while let Some(code) = codes.next() {
        match code {
            0 => (now.ink, now.paper) = (None, None),
            30..=37 => now.ink = Some(code - 30),
            40..=47 => now.paper = Some(code - 40),
            39 => now.ink = None,
            49 => now.paper = None,
            38 => now.ink = codes.nth(1),
            48 => now.paper = codes.nth(1),
            _ => {}
        }
    }
}
