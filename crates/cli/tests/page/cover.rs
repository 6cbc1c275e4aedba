//! The part `cover`: Algorithm X at work.

use serde_json::json;

use crate::{Page, number};

#[track_caller]
fn wait_for_step(page: &Page, step: &str) {
    page.wait_until(&format!("document.querySelector('#cover-at').textContent === '{step}'"));
}

/// Opens the page at a problem, and waits until it is there.
#[track_caller]
fn opened(fragment: &str) -> Page {
    let page = Page::open(fragment);
    page.wait_until("!document.querySelector('#cover-stage').hidden");
    page.wait_for_text("#cover-words", "Choose options so that");
    page
}

#[test]
#[ignore = "needs chromium and the page, as `web/test` has them"]
fn a_teacher_steps_through_knuths_example() {
    let page = opened("cover");
    page.wait_for_text("#cover-said", "6 options, 7 items, 16 marks");
    let step = |words: &str| {
        page.click("#cover-step");
        page.wait_for_text("#cover-words", words);
    };
    step("Item a has the fewest options, 2: branch on it.");
    step("Try option 2: a d g, 1 of 2 for item a.");
    step("Item b has only 1 option left: take it.");
    step("Try option 3: b c f, the only one left for item b.");
    step("Item e has no option left: dead end, go back.");
    step("Take back option 3: b c f.");
    step("All options of item b are tried: go back.");
    page.click("#cover-back");
    page.wait_for_text("#cover-words", "Take back option 3");
    page.click("#cover-next");
    page.wait_for_text("#cover-words", "Every item is covered: solution 1.");
    let chosen =
        "[...document.querySelectorAll('#cover-chosen li')].map(li => li.textContent).join('; ')";
    assert_eq!(page.ask(&format!("return {chosen}")), "4 a d f; 5 b g; 1 c e");
    assert_eq!(page.text("#cover-solutions"), "1");
    page.click("#cover-next");
    page.wait_for_text("#cover-words", "The whole tree is searched: 1 solution in 6 nodes.");
    page.click("#cover-begin");
    wait_for_step(&page, "0");
    page.assert_accessible();
    page.assert_quiet();
}

#[test]
#[ignore = "needs chromium and the page, as `web/test` has them"]
fn it_is_played_by_keyboard_alone() {
    let page = opened("cover");
    page.tab_to("#cover-spec");
    page.ask("document.activeElement.select()");
    page.press(&["d", "o", "m", "i", "n", "o", "e", "s", ":", "2", "x", "3", "Enter"]);
    page.wait_for_text("#cover-said", "dominoes:2x3: 7 options, 6 items");
    page.tab_to("#cover-step");
    page.press(&["Right", "Right"]);
    wait_for_step(&page, "2");
    page.press(&["Left"]);
    wait_for_step(&page, "1");
    page.press(&["End"]);
    page.wait_for_text("#cover-words", "solution 1.");
    page.wait_until("!document.querySelector('#cover-found-picture').hidden");
    assert!(
        page.ask("return document.querySelector('#cover-found-picture').naturalWidth > 0") == true
    );
    page.wait_for_text("#cover-found-note", "1 solution so far.");
    page.press(&["Home"]);
    wait_for_step(&page, "0");
    page.tab_to("#cover-speed");
    page.press(&["End"]);
    page.wait_for_text("#cover-speed-words", "as fast as it goes");
    page.ask(
        "document.querySelector('#cover-begin').parentElement.querySelector('#cover-play').focus()",
    );
    page.press(&["Enter"]);
    page.wait_for_text("#cover-words", "The whole tree is searched: 3 solutions");
    page.wait_for_text("#cover-found-note", "3 solutions so far.");
    page.tab_to("#cover-count");
    page.press(&["Enter"]);
    page.wait_for_text("#cover-counted", "3 solutions, counted in");
    page.assert_quiet();
}

#[test]
#[ignore = "needs chromium and the page, as `web/test` has them"]
fn a_long_search_goes_forwards_and_back_exactly() {
    let page = opened("cover?problem=queens:10");
    let state = "['at', 'nodes', 'dead', 'solutions', 'depth', 'words', 'chosen'].map(name => document.querySelector('#cover-' + name).textContent)";
    let at = |place: u32| {
        page.ask(&format!(
            "const place = document.querySelector('#cover-place'); place.value = {place}; place.dispatchEvent(new Event('input'))"
        ));
        page.ask(&format!("return {state}"))
    };
    page.ask("document.querySelector('#cover-speed').value = 10");
    page.click("#cover-play");
    page.wait_for_text("#cover-words", "The whole tree is searched: 724 solutions");
    // Numbers of docs/COUNTERS.md hold for the same tree.
    let nodes = page.text("#cover-nodes");
    let forwards = [at(5000), at(12_345), at(30_000)];
    let back = [at(30_000), at(12_345), at(5000)];
    for (one, other) in forwards.iter().zip(back.iter().rev()) {
        assert_eq!(one, other);
    }
    assert_eq!(forwards[1][0], "12,345");
    page.click("#cover-begin");
    wait_for_step(&page, "0");
    page.click("#cover-play");
    page.wait_for_text("#cover-words", "The whole tree is searched: 724 solutions");
    assert_eq!(page.text("#cover-nodes"), nodes);
    page.assert_quiet();
}

#[test]
#[ignore = "needs chromium and the page, as `web/test` has them"]
fn steps_back_add_up_while_the_search_is_made_again() {
    let page = opened("cover?problem=langford:12");
    page.ask("document.querySelector('#cover-speed').value = 10");
    page.click("#cover-play");
    let place = "document.querySelector('#cover-place')";
    page.wait_until(&format!("Number({place}.min) > 500000"));
    page.click("#cover-play");
    page.wait_for_text("#cover-play", "Play");
    page.ask(&format!("{place}.value = {place}.min; {place}.dispatchEvent(new Event('input'))"));
    let first = number(&page.ask(&format!("return Number({place}.min)")));
    // The first step back is no longer kept. The others come while the search is made again.
    page.ask("for (let i = 0; i < 3; i++) document.querySelector('#cover-back').click()");
    let step = page.ask(&format!("return ({first} - 3).toLocaleString('en')"));
    wait_for_step(&page, step.as_str().expect("it is text"));
    page.wait_until("document.querySelector('#cover-next').textContent === 'Next solution'");
    page.click("#cover-step");
    let step = page.ask(&format!("return ({first} - 2).toLocaleString('en')"));
    wait_for_step(&page, step.as_str().expect("it is text"));
    page.assert_quiet();
}

#[test]
#[ignore = "needs chromium and the page, as `web/test` has them"]
fn keys_work_wherever_the_focus_is_in_the_part() {
    let page = opened("cover?problem=queens:6");
    let words = page.text("#cover-words");
    assert!(
        words.contains(
            "each primary item is covered exactly once, and each other item at most once"
        ),
        "{words}"
    );
    page.ask("document.activeElement.blur()");
    page.press(&["Right"]);
    wait_for_step(&page, "1");
    // A button that can no longer be pressed passes the focus on.
    page.tab_to("#cover-back");
    page.press(&["Enter"]);
    wait_for_step(&page, "0");
    assert_eq!(page.ask("return document.activeElement.id"), "cover-step");
    page.press(&["Right", "Right"]);
    wait_for_step(&page, "2");
    page.tab_to("#cover-spec");
    page.press(&["Home"]);
    wait_for_step(&page, "2");
    page.ask("location.hash = '#report'");
    page.wait_until("document.querySelector('#part-cover').hidden");
    page.press(&["Right"]);
    page.ask("history.back()");
    page.wait_until("!document.querySelector('#part-cover').hidden");
    wait_for_step(&page, "2");
    page.assert_quiet();
}

#[test]
#[ignore = "needs chromium and the page, as `web/test` has them"]
fn no_step_is_lost_if_keys_come_fast_or_the_machine_is_slow() {
    let page = opened("cover?problem=langford:12");
    // Each look at the clock takes longer than steps are followed between two pictures.
    page.ask(
        "const now = performance.now.bind(performance); let late = 0; performance.now = () => now() + (late += 20)",
    );
    page.press(&["Right", "Right"]);
    wait_for_step(&page, "2");
    // More steps than are known ahead.
    let step = "document.body.dispatchEvent(new KeyboardEvent('keydown', { key: 'ArrowRight', bubbles: true }))";
    page.ask(&format!("for (let i = 0; i < 2000; i++) {step}"));
    wait_for_step(&page, "2,002");
    // A step back ends what is under way.
    page.press(&["Left", "Right", "Left"]);
    wait_for_step(&page, "2,001");
    page.assert_quiet();
}

#[test]
#[ignore = "needs chromium and the page, as `web/test` has them"]
fn large_problems_do_not_freeze_the_page() {
    // Tasks above 50 ms are told by the browser.
    let watch = "window.longest = 0; new PerformanceObserver(list => list.getEntries().forEach(one => \
                 window.longest = Math.max(window.longest, one.duration))).observe({ type: 'longtask' })";
    let page = opened("cover?problem=pentominoes:6x10");
    page.ask(watch);
    page.ask("document.querySelector('#cover-speed').value = 10");
    page.click("#cover-play");
    page.wait_until("document.querySelector('#cover-nodes').textContent.length > 6");
    page.click("#cover-play");
    page.wait_for_text("#cover-play", "Play");
    let longest = number(&page.ask("return window.longest"));
    println!("longest task {longest} ms");
    // Far above what is seen on a quiet machine: only a search on the page's own thread takes so long.
    assert!(longest < 5000.0, "the page froze for {longest} ms");
    page.ask("location.hash = '#cover?problem=dominoes:700x700'");
    page.wait_for_text("#cover-said", "It is too large to be drawn");
    assert_eq!(page.ask("return document.querySelector('#cover-stage').hidden"), true);
    page.ask("location.hash = '#cover?problem=queens:99999999'");
    page.wait_for_text("#cover-said", "more than 5000000 options");
    page.assert_quiet();
}

#[test]
#[ignore = "needs chromium and the page, as `web/test` has them"]
fn hostile_links_and_texts_are_errors_in_words() {
    let page = Page::open("cover?problem=%3Cimg%20src=x%20onerror=alert(1)%3E");
    page.wait_for_text("#cover-said", "found the family `<img src=x onerror=alert(1)>`");
    for (parameters, words) in [
        ("nothing=1", "The link names no problem"),
        ("problem=", "found the family ``"),
        ("problem=polyominoes:@/etc/passwd:3x3", "files are not read here"),
        ("dlx=a%20b%0Aa%20q", "line 2:3: item `q` is unknown"),
        ("dlx=", "found no list of items"),
        ("dlx=a%20%E2%80%AEb%0Aa", "control character"),
    ] {
        page.ask(&format!("location.hash = {}", json!(format!("#cover?{parameters}"))));
        page.wait_for_text("#cover-said", words);
    }
    let named = "<script>document.title='taken'</script>";
    page.ask(&format!(
        "location.hash = '#cover?' + new URLSearchParams({{ dlx: {} }})",
        json!(format!("{named} b\n{named} b\n"))
    ));
    page.wait_for_text("#cover-words", "1 option on 2 items");
    assert_eq!(page.ask("return document.title"), "Algorithm X at work – Quadrille");
    page.assert_quiet();
}

#[test]
#[ignore = "needs chromium and the page, as `web/test` has them"]
fn a_count_can_be_stopped() {
    let page = opened("cover?problem=langford:15");
    page.click("#cover-count");
    page.wait_until("!document.querySelector('#cover-count-stop').hidden");
    page.click("#cover-count-stop");
    page.wait_for_text("#cover-counted", "Stopped.");
    // The search that is shown goes on.
    page.click("#cover-step");
    wait_for_step(&page, "1");
    page.assert_quiet();
}
