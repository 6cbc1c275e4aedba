//! The page without a network, after it was opened from a static host.

use std::fs;
use std::io::{BufRead, BufReader};
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};

use serde_json::json;

use crate::browser::Browser;
use crate::common::Folder;
use crate::{parts, wanted};

/// A server of files that knows nothing of the page: that of Python.
struct Host(Child);

impl Host {
    /// Serves a folder at a port that is free. The address names the host `localhost`, which browsers trust as they trust HTTPS.
    fn of(folder: &Path) -> (Self, String) {
        let mut server = Command::new("python3")
            .args(["-u", "-m", "http.server", "0", "--bind", "127.0.0.1", "--directory"])
            .arg(folder)
            .stdout(Stdio::piped())
            .stderr(Stdio::null())
            .spawn()
            .expect("Python is there");
        let mut said = String::new();
        let out = server.stdout.as_mut().expect("it is a pipe");
        BufReader::new(out).read_line(&mut said).expect("it says its address");
        let port = said.split_once(" port ").and_then(|(_, rest)| rest.split(' ').next());
        let address = format!("http://localhost:{}/", port.expect("it says its port"));
        (Self(server), address)
    }
}

impl Drop for Host {
    fn drop(&mut self) {
        _ = self.0.kill();
        _ = self.0.wait();
    }
}

/// A copy of the page, which a test may change.
fn copy() -> (tempfile::TempDir, PathBuf) {
    let folder = tempfile::tempdir().expect("there is room for a folder");
    let index = folder.path().join("index.html");
    for file in fs::read_dir(wanted("QUADRILLE_PAGE")).expect("the page is there") {
        let file = file.expect("a file");
        fs::copy(file.path(), folder.path().join(file.file_name())).expect("it can be copied");
    }
    (folder, index)
}

const KEPT: &str = "navigator.serviceWorker.controller !== null";
const PART: &str = "document.querySelector('section:not([hidden]):not([aria-busy])') !== null";

#[test]
#[ignore = "needs chromium and the page, as `web/test` has them"]
fn all_parts_work_offline_once_the_page_was_opened() {
    let results = Folder::new();
    results
        .quadrille("run --corpus systems --engine masks --max-tests 20000 --out r.csv --quiet")
        .positive();
    let (folder, index) = copy();
    let (host, address) = Host::of(folder.path());
    let page = Browser::open_at(&format!("{address}#sudoku"));
    page.wait_until(KEPT);

    // With a network, what the host has now is shown and not what was kept.
    let text = fs::read_to_string(&index).expect("it is there");
    let newer = text.replace("Algorithm X at work", "Algorithm X, newer");
    assert_ne!(text, newer);
    fs::write(&index, newer).expect("it can be written");
    page.reload();
    page.wait_until("document.querySelector('#cover-title').textContent === 'Algorithm X, newer'");
    fs::write(&index, text).expect("it can be written");

    drop(host);
    let is_reached = page.ask_later(
        "const done = arguments[0]; fetch('missing').then(() => done(true), () => done(false))",
    );
    assert_eq!(is_reached, json!(false), "the host is gone");

    page.ask("location.hash = 'cover?problem=queens:6'");
    page.reload();
    page.wait_until(PART);
    assert_eq!(page.ask("return document.title"), "Algorithm X at work – Quadrille");
    page.wait_until("performance.getEntriesByName('answer').length > 0");
    for part in parts(&page) {
        page.click(&format!("nav a[href='#{part}']"));
        page.wait_until(&format!("!document.querySelector('#part-{part}').hidden && {PART}"));
    }
    page.type_into("#report-files", &results.path("r.csv").display().to_string());
    page.wait_until(
        "document.querySelector('#report-said').textContent.includes('save the report')",
    );
    assert_eq!(page.download("#report-save").0, "report.html");
}
