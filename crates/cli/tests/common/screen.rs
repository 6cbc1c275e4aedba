//! The binary in a real terminal: keys sent, the screen read. The terminal is tmux, on a socket
//! of its own for each test, killed at its end.

use std::path::Path;
use std::process::{Command, Output, id};
use std::sync::atomic::{AtomicUsize, Ordering};
use std::thread;
use std::time::{Duration, Instant};

/// Longer than anything takes on a slow machine.
const PATIENCE: Duration = Duration::from_secs(60);
/// Between two looks at the screen.
const BLINK: Duration = Duration::from_millis(20);

/// A terminal in which `quadrille play` was started.
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
    /// Starts `quadrille play` in a folder, in a terminal of that size. When it has ended, the
    /// terminal shows `ended` with its status, and how the terminal is set. Its process number is
    /// in the file `pid`.
    pub fn play(folder: &Path, (width, height): (u16, u16), args: &[&str]) -> Self {
        Self::play_with(folder, (width, height), "", args)
    }

    /// The same with something set in the environment, as `NAME=VALUE`.
    pub fn play_with(
        folder: &Path,
        (width, height): (u16, u16),
        environment: &str,
        args: &[&str],
    ) -> Self {
        static NUMBER: AtomicUsize = AtomicUsize::new(0);
        let number = NUMBER.fetch_add(1, Ordering::Relaxed);
        let screen = Self { socket: format!("quadrille-{}-{number}", id()) };
        let quoted: Vec<String> = args.iter().map(|arg| format!("'{arg}'")).collect();
        let script = format!(
            "env -u NO_COLOR {environment} sh -c 'echo $$ > pid; exec \"$0\" \"$@\"' '{}' play {}; \
             echo ended $?; stty -a; exec cat",
            env!("CARGO_BIN_EXE_quadrille"),
            quoted.join(" ")
        );
        let size = [width.to_string(), height.to_string()];
        let folder = folder.to_str().expect("a name that is text");
        screen.tmux(&[
            "-f",
            "/dev/null",
            "new-session",
            "-d",
            "-x",
            &size[0],
            "-y",
            &size[1],
            "-c",
            folder,
            &script,
        ]);
        screen
    }

    /// Presses keys, as tmux names them, one after another.
    pub fn press(&self, keys: &[&str]) -> &Self {
        self.tmux(&[&["send-keys"], keys].concat());
        self
    }

    /// Types a text as it is.
    pub fn type_text(&self, text: &str) -> &Self {
        self.tmux(&["send-keys", "-l", text]);
        self
    }

    /// Waits for a text on the screen; gives the screen.
    #[track_caller]
    pub fn wait_for(&self, text: &str) -> String {
        self.wait_until(&format!("`{text}`"), |screen| screen.contains(text))
    }

    /// Waits until a text has gone from the screen.
    #[track_caller]
    pub fn wait_without(&self, text: &str) -> String {
        self.wait_until(&format!("no `{text}`"), |screen| !screen.contains(text))
    }

    /// Waits for a screen as wanted; gives it.
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

    /// What stands on the screen.
    pub fn text(&self) -> String {
        self.tmux(&["capture-pane", "-p"])
    }

    /// Gives the terminal another size.
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

    /// The cells of the grid on the screen: digits, and `-` where they are empty.
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
        // -u: whatever the locale, lines are drawn as they are.
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

/// Heeds the colours of an escape sequence, such as `1` and `38;5;1` and `31;49`.
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
