//! Paper, narrow windows, and results side by side.

use serde_json::json;

use crate::browser::Browser;
use crate::common::Folder;
use crate::synthetic::{Row, csv};
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
    // Chromium repeats the head of a table on each page only if no button has a box in it.
    let heads = "return ['thead', 'thead button'].map(part => getComputedStyle(document.querySelector(`#table ${part}`)).display)";
    assert_eq!(browser.ask(heads), json!(["table-header-group", "contents"]));
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
    // The names of engines stay where the table scrolls.
    let name = browser.ask(
        "const wide = document.querySelector('#summary .wide');
         const left = () => wide.querySelector('tbody th').getBoundingClientRect().left;
         const before = left();
         wide.scrollLeft = 100;
         return [before, left(), wide.scrollLeft > 0]",
    );
    assert_eq!((&name[0], &name[2]), (&name[1], &json!(true)));
    browser.resize(1400, 900);
    browser.reload();
    assert_eq!(browser.ask(hint), false);
    browser.assert_nothing_fetched_and_no_error(&path);
}

#[test]
#[ignore = "needs chromium and chromedriver, which .ci/run installs"]
fn labels_below_the_chart_of_forks_do_not_touch() {
    let row = |power: u32| Row {
        instance: power.to_string(),
        counts: [Some(1), None, Some(2_u64.pow(power)), None, None],
        ..Row::default()
    };
    for last in [9, 11, 14] {
        let (_folder, path) = page(&[row(2), row(last)]);
        let browser = Browser::open(&path);
        browser.resize(400, 800);
        browser.reload();
        let gaps = browser.ask(
            "const labels = [...document.querySelectorAll('#forks .ticks text[text-anchor=middle]:not(.title)')];
             const boxes = labels.map(label => label.getBoundingClientRect());
             return boxes.slice(1).map((box, i) => box.left - boxes[i].right)",
        );
        let gaps = gaps.as_array().expect("a list");
        let are_apart = gaps.iter().all(|gap| gap.as_f64() > Some(4.0));
        assert!(gaps.len() > 1 && are_apart, "{last}: {gaps:?}");
        browser.assert_nothing_fetched_and_no_error(&path);
    }
}

#[test]
#[ignore = "needs chromium and chromedriver, which .ci/run installs"]
fn files_stand_side_by_side_and_only_what_changed_is_shown_on_demand() {
    let folder = Folder::new();
    for (name, factor, nodes) in [("old", 1.0, 5), ("new", 1.5, 6)] {
        let row = |engine: &str, i: u32, factor: f64, nodes: u64| Row {
            run: name.into(),
            instance: format!("i{i}"),
            engine: engine.into(),
            counts: [Some(1), None, None, Some(nodes), None],
            time: 1e5 * factor * f64::from(i),
            ..Row::default()
        };
        let rows =
            (1..=20).flat_map(|i| [row("changed", i, factor, nodes), row("same", i, 1.0, 5)]);
        folder.write(&format!("{name}.csv"), csv(&rows.collect::<Vec<_>>()));
    }
    folder.quadrille("report old.csv new.csv --out page.html").silently();
    let path = folder.path("page.html");
    let browser = Browser::open(&path);
    browser.resize(400, 800);
    browser.reload();
    let rows = "return [...document.querySelectorAll('#sides tbody tr')].filter(row => row.offsetHeight > 0)
                    .map(row => [...row.cells].map(cell => cell.innerText.replace(/\\s+/g, ' ')))";
    let all = browser.ask(rows);
    assert_eq!(all[0][0], "changed");
    assert_eq!(all[0][1], "1.05 ms");
    let changed = all[0][2].as_str().expect("text");
    assert!(
        changed.starts_with("1.57 ms 1.500 × (1.500 to 1.500) noise not measured"),
        "{changed}"
    );
    assert!(changed.ends_with("20 counts differ"), "{changed}");
    assert_eq!(all[1][0], "same");
    // Both columns are visible without scrolling.
    let right = browser.ask(
        "return document.querySelector('#sides tbody tr').cells[2].getBoundingClientRect().right",
    );
    assert!(right.as_f64().is_some_and(|right| right <= 400.0), "{right}");
    browser.click("#changed");
    let names = |browser: &Browser| browser.ask(rows).as_array().map(Vec::len);
    assert_eq!(names(&browser), Some(1));
    assert_eq!(browser.ask("return location.hash"), "#changed=only");
    browser.reload();
    assert_eq!(names(&browser), Some(1));
    // The scatter plot shows an engine in one file against the other.
    let axes =
        "return [...document.querySelectorAll('#scatter .title')].map(title => title.textContent)";
    assert_eq!(
        browser.ask(axes),
        json!(["changed (old.csv), CPU time", "changed (new.csv), CPU time"])
    );
    browser.assert_nothing_fetched_and_no_error(&path);
}
