//! The part `sudoku`.

use crate::Page;
use crate::common::Folder;
use crate::common::puzzles::P1;

/// The cell that Tab comes to.
const CURSOR: &str = "#sudoku-grid [role=gridcell][tabindex='0']";

/// The page with the puzzle P1 and the focus in its grid, reached by keyboard alone.
fn p1() -> Page {
    let page = Page::open(&format!("sudoku?puzzle={P1}"));
    page.wait_for_text("#sudoku-said", "opened the link");
    page.tab_to(CURSOR);
    page
}

/// The label of a cell, as a screen reader says it.
fn label(page: &Page, cell: usize) -> String {
    let label = page.ask(&format!(
        "return document.querySelector('#sudoku-grid [data-cell=\"{cell}\"]').ariaLabel"
    ));
    label.as_str().expect("it is text").to_owned()
}

#[test]
#[ignore = "needs chromium and the page, as `web/test` has them"]
fn a_game_is_played_by_keyboard_alone() {
    let page = p1();
    page.press(&["Right", "1"]);
    page.wait_for_text("#sudoku-said", "digit 1 stands twice in row 1");
    assert_eq!(label(&page, 0), "row 1 column 1: 1, given, wrong or twice");
    assert_eq!(page.text("#sudoku-grid [data-cell='1'] .sign"), "!", "not by colour alone");
    page.press(&["Backspace", "n"]);
    page.wait_for_text("#sudoku-said", "look at region 7");
    page.press(&["n", "n"]);
    page.wait_for_text("#sudoku-said", "row 8 column 3 = 1: hidden single in a region");
    assert_eq!(page.text("#sudoku-grid [data-cell='65'] .sign"), "*");
    page.wait_until("document.activeElement.dataset.cell === '65'");
    page.press(&["p", "2"]);
    page.wait_until("document.activeElement.ariaLabel.endsWith('pencil marks 2')");
    page.press(&["p", "1", "c"]);
    page.wait_until("document.querySelectorAll('#sudoku-grid .small').length > 50");
    page.press(&["c", "2", "m"]);
    page.wait_for_text("#sudoku-said", "1 digit is wrong: row 8 column 3");
    page.press(&["u", "s"]);
    page.wait_for_text("#sudoku-said", "solved by masks");
    assert_eq!(label(&page, 1), "row 1 column 2: 6, found");
    page.press(&["u"]);
    page.wait_until("document.querySelectorAll('#sudoku-grid .found').length === 0");
    page.assert_accessible();
    page.assert_quiet();
}

#[test]
#[ignore = "needs chromium and the page, as `web/test` has them"]
fn every_engine_is_stepped_through_forwards_and_back() {
    let page = p1();
    let engines = page.ask("return document.querySelectorAll('#sudoku-engine option').length");
    for _ in 0..engines.as_u64().expect("a number") {
        page.press(&["e", "t", "Right", "Right"]);
        page.wait_until("/Step[2-9]/.test(document.querySelector('#sudoku-facts').textContent.replace(/Steps?s/, '')) || /ended/.test(document.querySelector('#sudoku-facts').textContent)");
        page.press(&["Left", "Left", "Left"]);
        page.wait_for_text("#sudoku-facts", "Step0");
        page.press(&["Escape"]);
        page.wait_until("document.querySelector('#sudoku-stepping').hidden");
    }
    // By the buttons, as on a phone: run to the solution, and keep it.
    page.click("#part-sudoku [data-key='t']");
    page.wait_until("!document.querySelector('#sudoku-stepping').hidden");
    for _ in 0..10 {
        page.click("#sudoku-stepping [data-key='>']");
    }
    page.click("#sudoku-run");
    page.wait_for_text("#sudoku-said", "solution 1");
    page.click("#sudoku-stepping [data-key='Enter']");
    page.wait_for_text("#sudoku-said", "kept the digits found so far by masks");
    page.assert_quiet();
}

#[test]
#[ignore = "needs chromium and the page, as `web/test` has them"]
fn work_that_would_never_end_is_stopped_and_nothing_is_lost() {
    let page = Page::open("sudoku");
    page.wait_until("document.querySelectorAll('#sudoku-engine option').length > 0");
    page.ask(
        "const size = document.querySelector('#sudoku-size'); size.value = '5'; size.dispatchEvent(new Event('change'));
         const engine = document.querySelector('#sudoku-engine'); engine.value = 'naive-first'; engine.dispatchEvent(new Event('change'))",
    );
    page.wait_until("document.querySelectorAll('#sudoku-grid [role=gridcell]').length === 625");
    page.tab_to(CURSOR);
    page.press(&["1", "2", "s"]);
    page.wait_for_text("#sudoku-said", "naive-first is solving");
    page.press(&["Escape"]);
    page.wait_for_text("#sudoku-said", "stopped");
    assert_eq!(label(&page, 0), "row 1 column 1: 12, typed");
    page.press(&["u"]);
    page.wait_until("document.activeElement.ariaLabel === 'row 1 column 1: empty'");
    page.press(&["r"]);
    page.wait_until("document.activeElement.ariaLabel === 'row 1 column 1: 12, typed'");
    page.assert_quiet();
}

#[test]
#[ignore = "needs chromium and the page, as `web/test` has them"]
fn puzzles_are_generated_by_level() {
    let page = Page::open("sudoku");
    page.wait_until("document.querySelectorAll('#sudoku-challenge option').length === 6");
    page.tab_to("#sudoku-challenge");
    page.press(&["Down", "Down"]);
    page.wait_for_text("#sudoku-said", "new puzzles are medium, rating 2.3 to 2.8");
    page.tab_to("#part-sudoku [data-key='g']");
    page.press(&["Enter"]);
    page.wait_for_text("#sudoku-said", "one solution, medium");
    assert!(
        page.ask("return document.querySelectorAll('#sudoku-grid .given').length").as_u64()
            > Some(16)
    );
    page.assert_quiet();
}

#[test]
#[ignore = "needs chromium and the page, as `web/test` has them"]
fn games_come_from_the_clipboard_and_from_files_and_go_back_to_files() {
    let page = p1();
    page.press(&["Right", "6"]);
    page.wait_until("document.querySelectorAll('#sudoku-grid .typed').length === 1");
    let (name, text) = page.download("#sudoku-save");
    assert_eq!((&*name, &text[..24]), ("sudoku.txt", "# quadrille play, 9x9\n1."), "{text}");
    let (name, picture) = page.download("#sudoku-picture");
    assert!(name == "sudoku.svg" && picture.starts_with("<svg"));
    let paste = |text: &str| {
        let text = serde_json::json!(text);
        page.ask(&format!(
            "const data = new DataTransfer(); data.setData('text', {text});
             document.body.dispatchEvent(new ClipboardEvent('paste', {{ clipboardData: data, bubbles: true }}))"
        ));
    };
    paste("1 2 3 4\n. . . .\n. . . .\n. . . .\n");
    page.wait_for_text("#sudoku-said", "opened the clipboard");
    assert_eq!(label(&page, 3), "row 1 column 4: 4, given");
    paste("<img src=x onerror=alert(1)>");
    page.wait_for_text("#sudoku-said", "the clipboard: found no puzzle");
    assert_eq!(label(&page, 3), "row 1 column 4: 4, given", "the grid stays");
    let folder = Folder::with("<b>game<b>.txt", text);
    page.type_into("#sudoku-file", &folder.path("<b>game<b>.txt").display().to_string());
    page.wait_for_text("#sudoku-said", "opened <b>game<b>.txt");
    assert_eq!(label(&page, 1), "row 1 column 2: 6, typed");
    page.ask("location.hash = '#sudoku?puzzle=%3Cscript%3E' + 'x'.repeat(100000)");
    page.wait_for_text("#sudoku-said", "the link: found no puzzle");
    page.assert_quiet();
}

#[test]
#[ignore = "needs chromium and the page, as `web/test` has them"]
fn large_grids_with_candidates_are_accessible_on_a_phone() {
    for (width, scheme) in [(400, "light"), (1400, "dark")] {
        let page = Page::open_in("sudoku", width, scheme);
        page.wait_until("document.querySelectorAll('#sudoku-engine option').length > 0");
        for size in ["5", "2", "4"] {
            page.ask(&format!(
                "const size = document.querySelector('#sudoku-size'); size.value = '{size}'; size.dispatchEvent(new Event('change'))"
            ));
            let cells = size.parse::<usize>().expect("a number").pow(4);
            page.wait_until(&format!(
                "document.querySelectorAll('#sudoku-grid [role=gridcell]').length === {cells}"
            ));
            page.click("#sudoku-candidates");
            page.wait_until("document.querySelectorAll('#sudoku-grid .small').length > 0");
            page.assert_accessible();
            page.click("#sudoku-candidates");
            page.wait_until("document.querySelectorAll('#sudoku-grid .small').length === 0");
        }
        page.assert_quiet();
    }
}
