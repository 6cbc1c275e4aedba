//! Downloads, and what comes from the files of corpora.

use serde_json::json;

use crate::browser::Browser;
use crate::common::Folder;
use crate::synthetic::Row;
use crate::{example, page, place_of};

#[test]
#[ignore = "needs chromium and chromedriver, which .ci/run installs"]
fn charts_and_their_data_are_downloaded() {
    let mut rows = example();
    let again = |row: &Row| Row { repetition: 2, time: 1.5 * row.time, ..row.clone() };
    rows.extend(example().iter().map(again));
    let (_folder, path) = page(&rows);
    let browser = Browser::open(&path);
    browser.emulate("screen", "dark");
    for (id, head) in [
        ("answered", "engine,ns,instances\nquick,"),
        ("profile", "engine,factor,share\nquick,1,1\n"),
        ("scatter", "instance,quick,<img src=x onerror=document.title='taken'>\ni1,"),
        ("spread", "engine,factor,share\nquick,1."),
        ("forks", "engine,forks,instances\nquick,0,30\n"),
    ] {
        // After ten downloads of a page the browser asks its user.
        browser.reload();
        let button = |kind: &str| format!("button[data-of={id}][data-download={kind}]");
        let (name, text) = browser.download(&button("csv"));
        assert_eq!(name, format!("r.csv-first-task-unique-{id}.csv"));
        assert!(text.starts_with(head), "{id}: {text}");
        let (name, text) = browser.download(&button("svg"));
        assert_eq!(name, format!("r.csv-first-task-unique-{id}.svg"));
        let picture = roxmltree::Document::parse(&text).expect("it is well-formed");
        assert!(picture.descendants().any(|node| node.has_tag_name("path")));
        // The colours of paper are in it, without any style sheet.
        let ink = picture.descendants().find(|node| node.has_tag_name("text"));
        assert_eq!(ink.and_then(|ink| ink.attribute("fill")), Some("#1c2128"));
        assert!(!text.contains("class="), "{text}");
    }
    let (name, text) = browser.download("button[data-of=table]");
    assert_eq!(name, "r.csv-first-task-unique-table.csv");
    assert!(text.starts_with("instance,quick,slow,") && text.lines().count() == 151, "{text}");
    assert!(text.contains("\ni2,") && text.contains(",budget,"));
    browser.assert_nothing_fetched_and_no_error(&path);
}

#[test]
#[ignore = "needs chromium and chromedriver, which .ci/run installs"]
fn a_click_shows_the_text_and_the_picture_of_an_instance() {
    let folder = Folder::new();
    let puzzle =
        "1...7..9..3..2...8..96..5....53..9...1..8...26....4...3......1..4......7..7...3..";
    folder.write("mine.txt", format!("{puzzle}\n"));
    let run = "run --corpus mine.txt --corpus families --filter mine|queens:8|latin:4";
    let more = "--engine dlx --jobs 1 --out r.csv --quiet";
    folder.quadrille(&format!("{run} {more}")).positive();
    folder.quadrille("report r.csv --out page.html").silently();
    let path = folder.path("page.html");
    let browser = Browser::open(&path);
    let shown = |browser: &Browser| {
        browser.ask(
            "const image = document.querySelector('#detail img');
             return [document.querySelector('#detail').open, document.querySelector('#detail pre')?.textContent,
                     image && image.complete && image.naturalWidth > 100, image && decodeURIComponent(image.src)]",
        )
    };
    let drawn = |browser: &Browser| {
        browser.ask("return document.querySelector('#detail img').decode()");
        let shown = shown(browser);
        assert_eq!(shown[2], true, "it is a picture: {shown}");
        let (_, picture) = shown[3].as_str().and_then(|url| url.split_once(',')).expect("a URL");
        (shown[1].as_str().expect("a text").to_owned(), picture.to_owned())
    };
    let corpora = browser.ask(
        "return [...document.querySelectorAll('#corpus option')].map(option => option.textContent)",
    );
    assert_eq!(corpora, json!(["families, task all", "mine.txt, task unique", "all corpora"]));
    browser.click("#corpus option:nth-child(2)");
    browser.click("#table tbody tr button");
    let (text, picture) = drawn(&browser);
    assert_eq!(text, puzzle);
    let picture = roxmltree::Document::parse(&picture).expect("it is well-formed");
    let digits = picture.descendants().filter(|node| node.has_tag_name("text"));
    let digits: String = digits.filter_map(|node| node.text()).collect();
    assert_eq!(digits, puzzle.replace('.', ""));
    browser.click("#detail button");
    assert_eq!(shown(&browser)[0], false);
    browser.click("#corpus option:nth-child(1)");
    browser.click("#table tbody tr:nth-child(1) button");
    let (text, picture) = drawn(&browser);
    assert!(text.starts_with("p00 ") && picture.contains("<title>latin:4</title>"), "{picture}");
    browser.click("#detail button");
    browser.assert_nothing_fetched_and_no_error(&path);
    // Without its corpus, an instance has no text.
    let (_folder, path) = page(&example());
    let browser = Browser::open(&path);
    let (x, y) = place_of(&browser, "i1");
    browser.click_at(x, y);
    let told = browser.ask("return document.querySelector('#detail').innerText");
    assert!(told.as_str().is_some_and(|told| told.contains("is not at hand")), "{told}");
    browser.assert_nothing_fetched_and_no_error(&path);
}
