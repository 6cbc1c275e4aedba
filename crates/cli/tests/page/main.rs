//! The page for the browser, driven as a person would. `web/test` makes it, and gives its folder in
//! `QUADRILLE_PAGE`, and the file of axe-core in `QUADRILLE_AXE`.

#[path = "../common/browser.rs"]
mod browser;
mod check;
#[path = "../common/mod.rs"]
mod common;
mod cover;
mod design;
mod frame;
mod offline;
mod report;
mod sudoku;

use std::ops::Deref;
use std::path::Path;

use browser::Browser;
use common::server::Server;
use serde_json::{Value, json};

/// A browser with the page, which `quadrille web` serves.
pub struct Page {
    browser: Browser,
    server: Server,
}

/// The parts of the page, to which the links at the top lead.
pub fn parts(browser: &Browser) -> Vec<String> {
    let script = "return [...document.querySelectorAll('nav a')].map((link) => link.hash.slice(1))";
    serde_json::from_value(browser.ask(script)).expect("names")
}

impl Page {
    /// Opens the page at a fragment, such as `cover` or `cover?problem=queens:6`.
    #[track_caller]
    pub fn open(fragment: &str) -> Self {
        let server = Server::of(Path::new(&wanted("QUADRILLE_PAGE")));
        let browser = Browser::open_at(&format!("{}#{fragment}", server.address()));
        let page = Self { browser, server };
        page.wait_for_part();
        page
    }

    /// Waits until the part that is shown hears the user: its module is loaded after the page.
    #[track_caller]
    pub fn wait_for_part(&self) {
        self.wait_until(
            "document.querySelector('section:not([hidden]):not([aria-busy])') !== null",
        );
    }

    /// As [`open`](Self::open), in a window of this width and a colour scheme, `light` or `dark`.
    #[track_caller]
    pub fn open_in(fragment: &str, width: u32, scheme: &str) -> Self {
        let page = Self::open(fragment);
        page.resize(width, 900);
        page.emulate("screen", scheme);
        page.reload();
        page.wait_for_part();
        page
    }

    /// The text of the first element with this selector.
    #[track_caller]
    pub fn text(&self, selector: &str) -> String {
        let text =
            self.ask(&format!("return document.querySelector({}).textContent", json!(selector)));
        text.as_str().expect("it is text").trim().to_owned()
    }

    /// Waits until the text of an element contains this.
    #[track_caller]
    pub fn wait_for_text(&self, selector: &str, part: &str) {
        let (selector, part) = (json!(selector), json!(part));
        self.wait_until(&format!(
            "document.querySelector({selector})?.textContent.includes({part}) ?? false"
        ));
    }

    /// Moves the focus by Tab until it is on an element with this selector.
    #[track_caller]
    pub fn tab_to(&self, selector: &str) {
        let is_there = format!("return document.activeElement.matches({})", json!(selector));
        for _ in 0..200 {
            if self.ask(&is_there) == true {
                return;
            }
            self.press(&["Tab"]);
        }
        panic!("Tab never comes to {selector}");
    }

    /// Checks that axe-core finds nothing serious in the page as it is, and that nothing is wider than the window.
    #[track_caller]
    pub fn assert_accessible(&self) {
        let axe = std::fs::read_to_string(wanted("QUADRILLE_AXE")).expect("axe-core is there");
        self.ask(&format!("{axe}; window.axe = axe"));
        let found = self.ask_later(
            "const done = arguments[arguments.length - 1];
             axe.run(document, { iframes: false }).then(found => done(found.violations
                 .filter(one => ['serious', 'critical'].includes(one.impact))
                 .map(one => [one.id, one.help, one.nodes.slice(0, 3).map(node => node.html)])))",
        );
        assert_eq!(found, json!([]), "axe-core");
        let [wide, window] = ["scrollWidth", "clientWidth"]
            .map(|width| self.ask(&format!("return document.documentElement.{width}")));
        assert_eq!(wide, window, "the page is no wider than its window");
    }

    /// Checks that only files of the page were asked for, and that the console has no message.
    #[track_caller]
    pub fn assert_quiet(&self) {
        assert_eq!(self.console(), json!([]), "the console");
        let is_own = |url: &String| {
            [self.server.address(), "blob:", "data:", "chrome:", "chrome-untrusted:"]
                .iter()
                .any(|own| url.starts_with(own))
        };
        let others: Vec<_> = self.requests().into_iter().filter(|url| !is_own(url)).collect();
        assert_eq!(others, [""; 0], "addresses outside of the page");
    }
}

impl Deref for Page {
    type Target = Browser;

    fn deref(&self) -> &Browser {
        &self.browser
    }
}

/// The value of a variable of the environment, without which there is nothing to test.
#[track_caller]
fn wanted(variable: &str) -> String {
    std::env::var(variable).unwrap_or_else(|_| {
        panic!("found no {variable}; expected what `web/test` sets; run that script")
    })
}

/// The number that a script returns.
#[track_caller]
pub fn number(value: &Value) -> f64 {
    value.as_f64().expect("it is a number")
}
