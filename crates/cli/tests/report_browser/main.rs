//! `quadrille report`: the page in a real browser.

#[path = "../common/browser.rs"]
mod browser;
#[path = "../common/mod.rs"]
mod common;
mod files;
mod screens;
#[path = "../../../results/tests/statistics/synthetic.rs"]
#[allow(dead_code, reason = "rows are made one by one here")]
mod synthetic;

use std::path::PathBuf;

use browser::Browser;
use common::Folder;
use serde_json::{Value, json};
use synthetic::{Row, csv};

/// A name that would run a script if it were not escaped.
const HOSTILE: &str = "<img src=x onerror=document.title='taken'>";

/// Rows of three engines on two corpora: `quick` is the fastest on most instances, and `slow` gave up on one.
fn example() -> Vec<Row> {
    let mut rows = Vec::new();
    for (corpus, instances) in [("first", 150_u32), ("second", 3)] {
        for i in 1..=instances {
            for (place, engine) in ["quick", "slow", HOSTILE].into_iter().enumerate() {
                let gave_up = engine == "slow" && i == 2;
                // Instance 1 is the slowest for `quick`.
                let time = 100.0 * (1.0 + place as f64) * (1.0 + 9.0 / f64::from(i));
                rows.push(Row {
                    corpus: corpus.into(),
                    instance: format!("i{i}"),
                    engine: engine.into(),
                    verdict: if gave_up { "budget" } else { "ok" },
                    counts: [Some(1), None, Some(u64::from(i % 5)), None, None],
                    time,
                    ..Row::default()
                });
            }
        }
    }
    rows
}

/// Writes the report of some rows to a folder.
fn page(rows: &[Row]) -> (Folder, PathBuf) {
    let folder = Folder::with("r.csv", csv(rows));
    folder.write("r.csv.run.toml", "seed = 7\njobs = 1\ncommand = [\"q\", \"run\"]\n");
    folder.quadrille("report r.csv --out page.html").silently();
    let path = folder.path("page.html");
    (folder, path)
}

/// The names in the first rows of the table of instances.
fn first_rows(browser: &Browser) -> Value {
    browser.ask("return [...document.querySelectorAll('#table tbody tr')].slice(0, 3).map(row => row.cells[0].textContent)")
}

#[test]
#[ignore = "needs chromium and chromedriver, which .ci/run installs"]
fn the_table_is_sorted_by_clicks_and_filtered() {
    let (_folder, path) = page(&example());
    let browser = Browser::open(&path);
    browser.ask("document.querySelector('#corpus').value = '1'; document.querySelector('#corpus').dispatchEvent(new Event('change'))");
    assert_eq!(first_rows(&browser), json!(["i1", "i2", "i3"]));
    // The second column is `quick`, for which i1 takes longest.
    browser.click("#table th:nth-child(2) button");
    assert_eq!(first_rows(&browser), json!(["i3", "i2", "i1"]));
    let order = "return document.querySelector('#table th[aria-sort]').ariaSort";
    assert_eq!(browser.ask(order), "ascending");
    browser.click("#table th:nth-child(2) button");
    assert_eq!(first_rows(&browser), json!(["i1", "i2", "i3"]));
    assert_eq!(browser.ask(order), "descending");
    // The instance without a time of `slow` is last in both directions.
    for _ in 0..2 {
        browser.click("#table th:nth-child(3) button");
        assert_eq!(first_rows(&browser)[2], "i2");
    }
    browser.type_into("#filter", "I3");
    assert_eq!(first_rows(&browser), json!(["i3"]));
    browser.ask("document.querySelector('#filter').value = ''");
    browser.type_into("#filter", "budg");
    assert_eq!(first_rows(&browser), json!(["i2"]));
    let count = browser.ask("return document.querySelector('#count').textContent");
    assert_eq!(count, "Shown: times; 1 of 1 row that matches the filter, of 3 rows in all.");
    let filter = |word: &str| {
        browser.ask("document.querySelector('#filter').value = ''");
        browser.type_into("#filter", word);
        browser.ask("return document.querySelectorAll('#table tbody tr').length")
    };
    assert_eq!([filter("ok"), filter("not run")], [json!(3), json!(0)]);
    browser.assert_nothing_fetched_and_no_error(&path);
}

#[test]
#[ignore = "needs chromium and chromedriver, which .ci/run installs"]
fn long_tables_are_shown_in_parts() {
    let (_folder, path) = page(&example());
    let browser = Browser::open(&path);
    let rows = "return document.querySelectorAll('#table tbody tr').length";
    assert_eq!(browser.ask(rows), 100);
    browser.click("#more");
    assert_eq!(browser.ask(rows), 150);
    assert_eq!(browser.ask("return document.querySelector('#more').hidden"), true);
    browser.assert_nothing_fetched_and_no_error(&path);
}

#[test]
#[ignore = "needs chromium and chromedriver, which .ci/run installs"]
fn the_last_column_is_the_ratio_of_what_is_shown() {
    let row = |engine: &str, instance: &str, time: f64, forks: u64| Row {
        engine: engine.into(),
        instance: instance.into(),
        counts: [Some(1), None, Some(forks), None, None],
        time,
        ..Row::default()
    };
    let rows = [row("a", "1", 1000.0, 5), row("b", "1", 31.2, 40), row("a", "2", 1000.0, 0)];
    let (_folder, path) = page(&rows);
    let browser = Browser::open(&path);
    let cells = "const rows = [...document.querySelectorAll('#table tr')];
                 return rows.map(row => [...row.cells].map(cell => cell.textContent))";
    let times = json!([
        ["instance", "a", "b", "b / a, times"],
        ["1", "1.00 µs", "31.2 ns", "0.0312"],
        ["2", "1.00 µs", "not run", ""]
    ]);
    assert_eq!(browser.ask(cells), times);
    browser.click("#shown option[value=forks]");
    let forks = json!([
        ["instance", "a", "b", "b / a, forks"],
        ["1", "5", "40", "8.00"],
        ["2", "0", "not run", ""]
    ]);
    assert_eq!(browser.ask(cells), forks);
    let count = browser.ask("return document.querySelector('#count').textContent");
    assert_eq!(count, "Shown: forks; 2 of 2 rows.");
    let (_, text) = browser.download("button[data-of=table]");
    assert_eq!(text, "instance,a,b,\"b / a, forks\"\n1,5,40,8\n2,0,not run,\n");
    browser.assert_nothing_fetched_and_no_error(&path);
}

#[test]
#[ignore = "needs chromium and chromedriver, which .ci/run installs"]
fn charts_of_a_table_that_is_not_ranked_are_marked() {
    let (folder, _) = page(&example());
    folder.write("r.csv.run.toml", "limits = { nodes = 3 }\n");
    folder.quadrille("report r.csv --out page.html --force").silently();
    let path = folder.path("page.html");
    let browser = Browser::open(&path);
    for (id, better) in [
        ("which", None),
        ("answered-caption", Some("better")),
        ("profile-caption", Some("fastest;")),
    ] {
        let text = browser.ask(&format!("return document.querySelector('#{id}').textContent"));
        let text = text.as_str().expect("text").to_lowercase();
        assert!(
            text.contains("not ranked: 1 instance of slow cut off by tests or nodes."),
            "{text}"
        );
        assert!(better.is_none_or(|better| !text.contains(better)), "{text}");
    }
    browser.assert_nothing_fetched_and_no_error(&path);
}

/// Scrolls to a point of the scatter plot; returns its position in the window.
fn place_of(browser: &Browser, instance: &str) -> (f64, f64) {
    let place = browser.ask(&format!(
        "document.querySelector('#scatter').scrollIntoView({{ behavior: 'instant', block: 'center' }});
         const chosen = Number(document.querySelector('#corpus').value);
         const data = JSON.parse(document.querySelector('#data').textContent).charts[chosen];
         const point = document.querySelector(`#scatter [data-i='${{data.instances.indexOf('{instance}')}}']`);
         const box = point.getBoundingClientRect();
         return [box.left + box.width / 2, box.top + box.height / 2];"
    ));
    (place[0].as_f64().expect("a number"), place[1].as_f64().expect("a number"))
}

#[test]
#[ignore = "needs chromium and chromedriver, which .ci/run installs"]
fn a_point_tells_its_instance_in_light_and_dark() {
    let (_folder, path) = page(&example());
    let browser = Browser::open(&path);
    let tip =
        "const tip = document.querySelector('#tooltip'); return tip.hidden ? null : tip.innerText";
    let colours = "return [getComputedStyle(document.body).backgroundColor, getComputedStyle(document.querySelector('#scatter .ticks text')).fill]";
    let mut seen: Vec<Value> = Vec::new();
    for scheme in ["light", "dark"] {
        browser.emulate("screen", scheme);
        seen.push(browser.ask(colours));
        assert_eq!(browser.ask(tip), Value::Null);
        let (x, y) = place_of(&browser, "i1");
        browser.point_at(x, y);
        let told = browser.ask(tip);
        let told = told.as_str().expect("there is a tooltip");
        for expected in ["i1", "quick", "1.00 µs", "slow", "2.00 µs", HOSTILE, "1 fork"] {
            assert!(told.contains(expected), "{expected}: {told}");
        }
        browser.point_at(5.0, 5.0);
    }
    assert_ne!(seen[0][0], seen[1][0], "the page is dark");
    assert_ne!(seen[0][1], seen[1][1], "and so are the charts");
    // A row of the table shows the same, with the verdict if there is no time.
    browser.ask("document.querySelector('#table tbody').scrollIntoView({ behavior: 'instant' })");
    let row = browser.ask("const box = document.querySelector('#table tbody tr:nth-child(2)').getBoundingClientRect(); return [box.left, box.top]");
    let at = |i: usize| row[i].as_f64().expect("a number") + 5.0;
    browser.point_at(at(0), at(1));
    let told = browser.ask(tip);
    assert!(
        told.as_str().is_some_and(|told| told.contains("i2") && told.contains("budget")),
        "{told}"
    );
    assert_eq!(browser.ask("return document.title"), "r.csv", "no name has become HTML");
    browser.assert_nothing_fetched_and_no_error(&path);
}

#[test]
#[ignore = "needs chromium and chromedriver, which .ci/run installs"]
fn any_two_engines_can_be_held_against_each_other() {
    let (_folder, path) = page(&example());
    let browser = Browser::open(&path);
    let state = |browser: &Browser| {
        browser.ask(
            "const [x, y] = [...document.querySelectorAll('#scatter .title')].map(title => title.textContent);
             return [x, y, document.querySelectorAll('#scatter circle[data-i]').length]",
        )
    };
    // At first the plot shows the two engines with the most times.
    let hostile = format!("{HOSTILE}, CPU time");
    assert_eq!(state(&browser), json!(["quick, CPU time", hostile, 150]));
    browser.click("#up option:nth-child(2)");
    assert_eq!(state(&browser), json!(["quick, CPU time", "slow, CPU time", 149]));
    let caption = browser.ask("return document.querySelector('#scatter-caption').textContent");
    let expected = "149 instances have a time of both; 1 have a time of quick only. Below the line slow is faster. \
                    Triangles on the border are instances that one engine did not answer.";
    assert_eq!(caption, expected);
    // Selecting another corpus keeps the choice of engines.
    browser.click("#corpus option:nth-child(2)");
    assert_eq!(state(&browser), json!(["quick, CPU time", "slow, CPU time", 2]));
    browser.assert_nothing_fetched_and_no_error(&path);
}

#[test]
#[ignore = "needs chromium and chromedriver, which .ci/run installs"]
fn pages_without_much_to_draw_have_no_errors() {
    let one = vec![Row::default()];
    let none = vec![Row { verdict: "timeout", counts: [None; 5], ..Row::default() }];
    let batch = vec![Row { instance: "*".into(), ..Row::default() }];
    for rows in [one, none, batch] {
        let (_folder, path) = page(&rows);
        let browser = Browser::open(&path);
        assert_eq!(browser.ask("return document.querySelectorAll('#table tbody tr').length"), 1);
        browser.assert_nothing_fetched_and_no_error(&path);
    }
}

#[test]
#[ignore = "needs chromium and chromedriver, which .ci/run installs"]
fn the_scatter_plot_is_square_with_what_was_not_answered_on_its_border() {
    let (_folder, path) = page(&example());
    let browser = Browser::open(&path);
    browser.click("#up option:nth-child(2)");
    // Both axes have the same ticks at the same distances.
    let ticks = browser.ask(
        "const lines = [...document.querySelectorAll('#scatter .grid path')].map(line => line.getAttribute('d'));
         const x = lines.filter(line => line.includes('V')).map(line => parseFloat(line.slice(1)));
         const y = lines.filter(line => line.includes('H')).map(line => parseFloat(line.split(' ')[1]));
         return [x.length, y.length, x.at(-1) - x[0], y[0] - y.at(-1)]",
    );
    assert_eq!(ticks[0], ticks[1]);
    let far = |i: usize| ticks[i].as_f64().expect("a number");
    assert!(far(2) > 100.0 && (far(2) - far(3)).abs() < 1.0, "{ticks}");
    // `slow` gave up on i2, so its triangle is above all other points.
    let (x, y) = place_of(&browser, "i2");
    let top = browser.ask("return Math.min(...[...document.querySelectorAll('#scatter circle[data-i]')].map(point => point.getBoundingClientRect().top))");
    assert!(y < top.as_f64().expect("a number"), "{y} {top}");
    browser.point_at(x, y);
    let told = browser.ask("return document.querySelector('#tooltip').innerText");
    assert!(told.as_str().is_some_and(|told| told.contains("i2") && told.contains("budget")));
    browser.assert_nothing_fetched_and_no_error(&path);
}

#[test]
#[ignore = "needs chromium and chromedriver, which .ci/run installs"]
fn what_is_chosen_is_kept_in_the_fragment() {
    let (_folder, path) = page(&example());
    let browser = Browser::open(&path);
    assert_eq!(browser.ask("return location.hash"), "", "nothing is chosen yet");
    browser.click("#corpus option:nth-child(2)");
    browser.click("#across option:nth-child(3)");
    browser.click("#shown option[value=forks]");
    browser.click("#table th:nth-child(3) button");
    browser.click("#table th:nth-child(3) button");
    browser.type_into("#filter", "i");
    browser.click("#table tbody tr:nth-child(2) button");
    let state = |browser: &Browser| {
        browser.ask(
            "const value = id => document.querySelector(id).value;
             return [value('#corpus'), value('#across'), value('#up'), value('#shown'), value('#filter'),
                     document.querySelector('#table th[aria-sort]').textContent,
                     document.querySelector('#table th[aria-sort]').ariaSort,
                     document.querySelector('#detail').open && document.querySelector('#detail-name').textContent]",
        )
    };
    let chosen = state(&browser);
    assert_eq!(chosen, json!(["1", "2", "2", "forks", "i", "slow", "descending", "i1"]));
    browser.reload();
    assert_eq!(state(&browser), chosen);
    // A link to a section scrolls, and keeps what is chosen.
    browser.click("#detail button");
    browser.wait_until("!location.hash.includes('instance')");
    let fragment = browser.ask("return location.hash");
    browser.click("nav a[href='#run']");
    assert_eq!(browser.ask("return location.hash"), fragment);
    // Names that are not in the page are passed over.
    browser.ask("location.hash = 'corpus=none&across=none&sort=none&instance=none&shown=none'");
    browser.reload();
    assert_eq!(
        state(&browser),
        json!(["0", "0", "2", "times", "", "instance", "ascending", false])
    );
    browser.assert_nothing_fetched_and_no_error(&path);
}
