//! Paper, narrow windows, and results side by side.

use serde_json::json;

use crate::browser::Browser;
use crate::{example, page};

#[test]
#[ignore = "needs chromium and chromedriver, which .ci/run installs"]
fn paper_is_light_and_without_controls() {
    let (_folder, path) = page(&example());
    let browser = Browser::open(&path);
    let look = "return [getComputedStyle(document.body).backgroundColor,
                        getComputedStyle(document.querySelector('.controls')).display]";
    browser.emulate("screen", "dark");
    let screen = browser.ask(look);
    assert_ne!(screen[0], "rgb(255, 255, 255)");
    browser.ask(
        "addEventListener('beforeprint', () => {
             window.onPaper = document.querySelector('#scatter svg').getAttribute('width');
         })",
    );
    let width = "return document.querySelector('#scatter svg').getAttribute('width')";
    let colour = "return getComputedStyle(document.querySelector('#scatter .ticks text')).fill";
    let before = (browser.ask(width), browser.ask(colour));
    assert!(browser.print().len() > 10_000, "there are charts in it");
    assert_eq!(browser.ask("return window.onPaper"), "340", "charts are narrower on paper");
    assert_eq!((browser.ask(width), browser.ask(colour)), before, "and as before afterwards");
    assert_ne!(before.0, "340");
    browser.emulate("print", "dark");
    assert_eq!(browser.ask(look), json!(["rgb(255, 255, 255)", "none"]));
    assert_eq!(browser.ask(colour), "rgb(28, 33, 40)", "charts are light on paper");
    assert_ne!(before.1, "rgb(28, 33, 40)");
    browser.assert_nothing_fetched_and_no_error(&path);
}

#[test]
#[ignore = "needs chromium and chromedriver, which .ci/run installs"]
fn narrow_windows_show_median_and_ratio_and_say_where_a_table_scrolls() {
    let (_folder, path) = page(&example());
    let browser = Browser::open(&path);
    browser.resize(400, 800);
    browser.reload();
    let right_end = |head: &str| {
        browser.ask(&format!(
            "const heads = [...document.querySelectorAll('#summary table')].map(table =>
                 [...table.querySelectorAll('th')].find(head => head.textContent === '{head}'));
             return Math.max(...heads.map(head => head.getBoundingClientRect().right))"
        ))
    };
    for head in ["median", "ratio"] {
        assert!(right_end(head).as_f64().is_some_and(|end| end <= 400.0), "{head}");
    }
    let is_out = right_end("95 % interval").as_f64().is_some_and(|end| end > 400.0);
    assert!(is_out, "what matters less is farther right");
    let hint = "return !document.querySelector('#summary .hint').hidden";
    assert_eq!(browser.ask(hint), true);
    // The page itself does not scroll sideways.
    let fits = "const page = document.documentElement; return page.scrollWidth <= page.clientWidth";
    assert_eq!(browser.ask(fits), true);
    browser.resize(1400, 900);
    browser.reload();
    assert_eq!(browser.ask(hint), false);
    browser.assert_nothing_fetched_and_no_error(&path);
}
