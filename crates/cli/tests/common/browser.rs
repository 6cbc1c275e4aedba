//! A headless browser, controlled through its driver (the W3C's `WebDriver`, over HTTP on the local machine).

#![allow(dead_code, reason = "each file of tests uses a part of it")]

use std::fs;
use std::io::{BufRead, BufReader};
use std::path::Path;
use std::process::{Child, Command, Stdio};
use std::thread;
use std::time::{Duration, Instant};

use serde_json::{Value, json};
use tempfile::TempDir;
use ureq::Agent;

/// The JSON key under which the protocol returns an element.
const ELEMENT: &str = "element-6066-11e4-a52e-4f735466cecf";

/// How often a driver is started that ends at once.
const STARTS: usize = 3;

/// How long a page or a download may take on a machine that is busy with other work.
const PATIENCE: Duration = Duration::from_secs(240);

/// A browser with one page.
pub struct Browser {
    agent: Agent,
    driver: Child,
    /// The URL of the browser's session.
    session: String,
    profile: TempDir,
}

impl Browser {
    /// Opens a page that is a file.
    pub fn open(page: &Path) -> Self {
        Self::open_at(&format!("file://{}", page.display()))
    }

    /// Opens a page by its address.
    pub fn open_at(address: &str) -> Self {
        let (driver, port) = (0..STARTS).find_map(|_| driver()).expect("chromedriver starts");
        let config =
            Agent::config_builder().timeout_global(Some(PATIENCE)).http_status_as_error(false);
        let profile = tempfile::tempdir().expect("there is room for a folder");
        let mut browser = Self {
            agent: config.build().into(),
            driver,
            session: format!("http://127.0.0.1:{port}/session"),
            profile,
        };
        let folder = format!("--user-data-dir={}", browser.profile.path().display());
        let args = [
            "--headless=new",
            "--no-sandbox",
            "--disable-gpu",
            "--disable-dev-shm-usage",
            "--no-first-run",
            "--disable-background-networking",
            "--disable-component-update",
            "--disable-sync",
            "--window-size=1300,900",
            &folder,
        ];
        let wanted = json!({
            "browserName": "chrome",
            "goog:chromeOptions": { "args": args },
            "goog:loggingPrefs": { "browser": "ALL", "performance": "ALL" },
        });
        let begun = browser.post("", &json!({ "capabilities": { "alwaysMatch": wanted } }));
        let id = begun["sessionId"].as_str().expect("a session has a name");
        browser.session = format!("{}/{id}", browser.session);
        browser.post("/url", &json!({ "url": address }));
        browser
    }

    #[track_caller]
    fn post(&self, path: &str, body: &Value) -> Value {
        let sent = self.agent.post(format!("{}{path}", self.session)).send_json(body);
        Self::value(path, sent)
    }

    /// As `post`, for a command that comes right after the page was loaded: the driver may still be on its way from the
    /// page before, and then refuses it as aborted.
    #[track_caller]
    fn once_loaded(&self, path: &str, body: &Value) -> Value {
        let patience = Instant::now() + PATIENCE;
        loop {
            let sent = self.agent.post(format!("{}{path}", self.session)).send_json(body);
            let value = Self::answer(sent);
            let message = value["message"].as_str().unwrap_or_default();
            if !message.contains("aborted by navigation") || Instant::now() > patience {
                return Self::without_error(path, value);
            }
            thread::sleep(Duration::from_millis(20));
        }
    }

    #[track_caller]
    fn get(&self, path: &str) -> Value {
        Self::value(path, self.agent.get(format!("{}{path}", self.session)).call())
    }

    #[track_caller]
    fn value(path: &str, sent: Result<ureq::http::Response<ureq::Body>, ureq::Error>) -> Value {
        Self::without_error(path, Self::answer(sent))
    }

    #[track_caller]
    fn answer(sent: Result<ureq::http::Response<ureq::Body>, ureq::Error>) -> Value {
        let mut answer = sent.expect("the driver answers");
        let mut answer: Value = answer.body_mut().read_json().expect("it answers in JSON");
        answer["value"].take()
    }

    #[track_caller]
    fn without_error(path: &str, value: Value) -> Value {
        assert!(value.get("error").is_none(), "{path}: {value}");
        value
    }

    /// Runs the body of a function in the page and returns its result.
    #[track_caller]
    pub fn ask(&self, script: &str) -> Value {
        self.post("/execute/sync", &json!({ "script": script, "args": [] }))
    }

    /// Waits until the condition is true: events of the page, such as the end of a dialog, come after the click.
    #[track_caller]
    pub fn wait_until(&self, condition: &str) {
        let patience = Instant::now() + PATIENCE;
        while self.ask(&format!("return {condition}")) != true {
            assert!(Instant::now() < patience, "never true: {condition}");
            thread::sleep(Duration::from_millis(20));
        }
    }

    #[track_caller]
    fn element(&self, selector: &str) -> String {
        let found = self.post("/element", &json!({ "using": "css selector", "value": selector }));
        format!("/element/{}", found[ELEMENT].as_str().expect("an element has a name"))
    }

    /// Clicks on an element, which must be visible, as for a user.
    #[track_caller]
    pub fn click(&self, selector: &str) {
        self.post(&format!("{}/click", self.element(selector)), &json!({}));
    }

    /// Types into an element.
    #[track_caller]
    pub fn type_into(&self, selector: &str, text: &str) {
        self.post(&format!("{}/value", self.element(selector)), &json!({ "text": text }));
    }

    /// Presses keys one after the other, whatever has the focus. Keys without a letter are named as in [`key`].
    #[track_caller]
    pub fn press(&self, keys: &[&str]) {
        let press = |name: &&str| {
            let value = key(name);
            ["keyDown", "keyUp"].map(|kind| json!({ "type": kind, "value": value }))
        };
        let steps: Vec<Value> = keys.iter().flat_map(press).collect();
        let keyboard = json!({ "type": "key", "id": "keyboard", "actions": steps });
        self.post("/actions", &json!({ "actions": [keyboard] }));
    }

    /// Runs the body of a function that calls its last argument with its result.
    #[track_caller]
    pub fn ask_later(&self, script: &str) -> Value {
        self.post("/execute/async", &json!({ "script": script, "args": [] }))
    }

    /// A picture of the window as PNG, in base 64.
    #[track_caller]
    pub fn screenshot(&self) -> String {
        let value = self.get("/screenshot");
        value.as_str().expect("it is text").to_owned()
    }

    /// The messages of the console since the last call.
    #[track_caller]
    pub fn console(&self) -> Value {
        self.post("/se/log", &json!({ "type": "browser" }))
    }

    /// The addresses that were asked for since the last call, by the browser's own log.
    #[track_caller]
    pub fn requests(&self) -> Vec<String> {
        self.requests_of(|_| true)
    }

    /// As [`requests`](Self::requests), those of documents whose addresses are `wanted`.
    #[track_caller]
    fn requests_of(&self, wanted: impl Fn(&Value) -> bool) -> Vec<String> {
        let log = self.post("/se/log", &json!({ "type": "performance" }));
        let mut asked = Vec::new();
        for event in log.as_array().expect("a list") {
            let text = event["message"].as_str().expect("text");
            let event: Value = serde_json::from_str(text).expect("JSON");
            let params = &event["message"]["params"];
            if event["message"]["method"] == "Network.requestWillBeSent"
                && wanted(&params["documentURL"])
            {
                asked.push(params["request"]["url"].as_str().expect("an address").to_owned());
            }
        }
        asked
    }

    /// Moves the pointer to a place in the window.
    #[track_caller]
    pub fn point_at(&self, x: f64, y: f64) {
        // Start from another place, so that the pointer moves.
        self.act(&[moved((x, y - 3.0)), moved((x, y))]);
    }

    /// Clicks at a place in the window.
    #[track_caller]
    pub fn click_at(&self, x: f64, y: f64) {
        self.drag((x, y), (x, y));
    }

    /// Presses the button of the pointer at one place in the window, and releases it at another, without a stop between.
    #[track_caller]
    pub fn drag(&self, from: (f64, f64), to: (f64, f64)) {
        let button = |kind| json!({ "type": kind, "button": 0 });
        self.act(&[moved(from), button("pointerDown"), moved(to), button("pointerUp")]);
    }

    /// Lets the pointer take some steps.
    #[track_caller]
    fn act(&self, steps: &[Value]) {
        let pointer = json!({ "type": "pointer", "id": "mouse", "actions": steps });
        self.post("/actions", &json!({ "actions": [pointer] }));
    }

    /// Emulates a medium, screen or paper, and the user's preferred colour scheme.
    #[track_caller]
    pub fn emulate(&self, media: &str, scheme: &str) {
        let features = json!([{ "name": "prefers-color-scheme", "value": scheme }]);
        let params = json!({ "media": media, "features": features });
        self.command("Emulation.setEmulatedMedia", &params);
    }

    /// Sets the size of the window's content, in pixels.
    #[track_caller]
    pub fn resize(&self, width: u32, height: u32) {
        let params =
            json!({ "width": width, "height": height, "deviceScaleFactor": 1, "mobile": false });
        self.command("Emulation.setDeviceMetricsOverride", &params);
    }

    /// Runs a command of the browser's own protocol.
    #[track_caller]
    fn command(&self, name: &str, params: &Value) -> Value {
        self.post("/goog/cdp/execute", &json!({ "cmd": name, "params": params }))
    }

    /// The memory of the page's script, buffers included, in bytes: what is in use, or with all that was not freed yet.
    #[track_caller]
    pub fn memory(&self, is_freed: bool) -> f64 {
        if is_freed {
            self.command("HeapProfiler.collectGarbage", &json!({}));
        }
        let found = self.command("Runtime.getHeapUsage", &json!({}));
        ["usedSize", "backingStorageSize"]
            .map(|part| found[part].as_f64().expect("a size"))
            .iter()
            .sum()
    }

    /// Opens the page again, with the fragment that its URL has now.
    #[track_caller]
    pub fn reload(&self) {
        self.post("/refresh", &json!({}));
    }

    /// Clicks on an element that downloads a file, and returns the name and the contents of the file.
    #[track_caller]
    pub fn download(&self, selector: &str) -> (String, String) {
        let folder = tempfile::tempdir().expect("there is room for a folder");
        let params = json!({ "behavior": "allow", "downloadPath": folder.path() });
        let command = json!({ "cmd": "Page.setDownloadBehavior", "params": params });
        self.once_loaded("/goog/cdp/execute", &command);
        self.click(selector);
        let patience = Instant::now() + PATIENCE;
        loop {
            let files = fs::read_dir(folder.path()).expect("the folder is there");
            let paths = files.map(|file| file.expect("a file").path());
            // While a download is under way, its file has another name.
            let mut done =
                paths.filter(|path| path.extension().is_none_or(|end| end != "crdownload"));
            if let Some(path) = done.next() {
                let name = path.file_name().expect("a file").to_string_lossy().into_owned();
                let text = fs::read_to_string(&path).expect("it is text");
                if !name.starts_with('.') && !text.is_empty() {
                    return (name, text);
                }
            }
            assert!(Instant::now() < patience, "nothing was downloaded by {selector}");
            thread::sleep(Duration::from_millis(20));
        }
    }

    /// The page as PDF, in base 64.
    #[track_caller]
    pub fn print(&self) -> String {
        let printed = self.post("/print", &json!({}));
        printed.as_str().expect("it is text").to_owned()
    }

    /// Checks that only the page itself was fetched, and that the console has no message.
    #[track_caller]
    pub fn assert_nothing_fetched_and_no_error(&self, page: &Path) {
        assert_eq!(self.console(), json!([]), "the console");
        let fetched =
            self.ask("return performance.getEntriesByType('resource').map(entry => entry.name)");
        assert_eq!(fetched, json!([]), "by the page's own account");
        // The browser's log agrees; requests of its start page are ignored.
        let address = format!("file://{}", page.display());
        let mut asked = self.requests_of(|document| *document == address);
        asked.retain(|url| !url.starts_with("data:"));
        asked.dedup(); // The page may have been opened several times.
        assert_eq!(asked, [address], "the page, and nothing else");
    }
}

impl Drop for Browser {
    fn drop(&mut self) {
        _ = self.agent.delete(&self.session).call();
        _ = self.driver.kill();
        _ = self.driver.wait();
    }
}

/// The step by which the pointer comes to a place in the window.
fn moved((x, y): (f64, f64)) -> Value {
    let (x, y) = (x.round() as i64, y.round() as i64);
    json!({ "type": "pointerMove", "duration": 0, "x": x, "y": y, "origin": "viewport" })
}

/// The character by which the driver knows a key.
fn key(name: &str) -> &str {
    match name {
        "Tab" => "\u{e004}",
        "Enter" => "\u{e007}",
        "Shift" => "\u{e008}",
        "Escape" => "\u{e00c}",
        "Space" => " ",
        "Backspace" => "\u{e003}",
        "End" => "\u{e010}",
        "Home" => "\u{e011}",
        "Left" => "\u{e012}",
        "Up" => "\u{e013}",
        "Right" => "\u{e014}",
        "Down" => "\u{e015}",
        letter => letter,
    }
}

/// Starts a driver, and reads the port on which it listens from its output; `None` if it ends, because another process was given
/// the port that it had found free.
fn driver() -> Option<(Child, u16)> {
    let mut driver = Command::new("chromedriver")
        .arg("--port=0")
        .stdin(Stdio::null())
        .stdout(Stdio::piped())
        .stderr(Stdio::null())
        .spawn()
        .expect("chromedriver is there");
    let out = BufReader::new(driver.stdout.take().expect("it is a pipe"));
    for line in out.lines() {
        let line = line.expect("it is text");
        let port = line.split_once("started successfully on port ").map(|(_, port)| port);
        if let Some(port) = port.and_then(|port| port.trim_end_matches('.').parse().ok()) {
            return Some((driver, port));
        }
    }
    driver.wait().expect("it has ended");
    None
}
