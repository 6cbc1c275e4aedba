//! The part `design`: packing puzzles.

use std::fs;

use serde_json::json;

use crate::common::Folder;
use crate::{Page, number};

/// Opens the page at a design, and waits until it is there.
#[track_caller]
fn opened(spec: &str) -> Page {
    let page = Page::open(&format!("design?spec={spec}"));
    page.wait_until("document.querySelector('#design-spec').textContent.length > 0");
    page
}

#[test]
#[ignore = "needs chromium and the page, as `web/test` has them"]
fn a_puzzle_is_drawn_with_the_pointer_and_solved() {
    let page = opened("polyominoes:2:2x3:any");
    let cell = "#design-board [role=row]:nth-child(2) [role=gridcell]:nth-child(3)";
    page.click("#design-count");
    page.wait_for_text("#design-result", "3 solutions, counted in");
    page.click(cell);
    page.wait_for_text("#design-spec", "polyominoes:2:###/##.:any");
    page.click("#design-count");
    page.wait_for_text("#design-result", "There is no solution.");
    page.wait_for_text("#design-reason", "Colour the squares like a chessboard");
    page.click(cell);
    page.wait_for_text("#design-spec", "polyominoes:2:2x3:any");
    for number in 1..=3 {
        page.click("#design-solve");
        page.wait_for_text("#design-result", &format!("Solution {number}."));
    }
    page.wait_until("document.querySelector('#design-picture').naturalWidth > 0");
    page.click("#design-solve");
    page.wait_for_text("#design-result", "There is no further solution: 3 in all.");
    page.assert_accessible();
    page.assert_quiet();
}

#[test]
#[ignore = "needs chromium and the page, as `web/test` has them"]
fn a_quick_hand_draws_lines_without_gaps() {
    let page = opened("polyominoes:2:4x12:any");
    page.click("#design-empty");
    page.ask("document.querySelector('#design-board').scrollIntoView({ block: 'center' })");
    let place = |row: u32, column: u32| {
        let found = page.ask(&format!(
            "const cell = document.querySelectorAll('#design-board [role=row]')[{row}].children[{column}];
             const box = cell.getBoundingClientRect();
             return [box.x + box.width / 2, box.y + box.height / 2]"
        ));
        (number(&found[0]), number(&found[1]))
    };
    page.drag(place(0, 0), place(0, 11));
    page.wait_for_text("#design-spec", "polyominoes:2:############:any");
    page.drag(place(3, 3), place(0, 0));
    page.wait_for_text(
        "#design-spec",
        "polyominoes:2:############/.#........../..#........./...#........:any",
    );
    assert_eq!(page.ask("return document.querySelector('#design-example').value"), "");
    page.assert_quiet();
}

#[test]
#[ignore = "needs chromium and the page, as `web/test` has them"]
fn a_puzzle_is_designed_by_keyboard_alone() {
    let page = opened("polyominoes:1:2x2:any");
    page.tab_to("#design-columns");
    page.ask("document.activeElement.select()");
    page.press(&["3", "Tab"]);
    page.wait_for_text("#design-spec", "polyominoes:1:2x3:any");
    page.tab_to("#design-board [role=gridcell]");
    page.press(&["Right", "Right", "Down", "Space"]);
    page.wait_for_text("#design-spec", "polyominoes:1:###/##.:any");
    assert_eq!(
        page.ask("return document.activeElement.getAttribute('aria-label')"),
        "Row 2, column 3, empty"
    );
    page.tab_to("#design-set");
    page.press(&["Home", "Down"]);
    page.tab_to("#design-add-set");
    page.press(&["Enter"]);
    page.wait_for_text("#design-spec", "polyominoes:#,##:###/##.:any");
    page.tab_to("#design-count");
    page.press(&["Enter"]);
    page.wait_for_text("#design-result", "10 solutions, counted in");
    page.assert_quiet();
}

#[test]
#[ignore = "needs chromium and the page, as `web/test` has them"]
fn pieces_are_drawn_and_counted_up_to_symmetry() {
    let page = opened("polyominoes:%23%23:2x4");
    page.click("details:has(#design-piece) summary");
    for cell in [1, 2] {
        for row in [1, 2] {
            page.click(&format!(
                "#design-piece [role=row]:nth-child({row}) [role=gridcell]:nth-child({cell})"
            ));
        }
    }
    page.click("#design-add-piece");
    page.wait_for_text("#design-spec", "polyominoes:##,##/##:2x4");
    page.wait_for_text("#design-balance", "6 squares: too few");
    page.ask("const copies = document.querySelector('#design-pieces input'); copies.value = 2; copies.dispatchEvent(new Event('change'))");
    page.wait_for_text("#design-balance", "The 3 pieces have as many: each is used.");
    page.click("#design-count");
    page.wait_for_text("#design-result", "5 solutions");
    page.click("#design-reduced");
    page.click("#design-count");
    page.wait_for_text(
        "#design-result",
        "3 solutions up to symmetry, 5 in all. The puzzle has 4 symmetries.",
    );
    page.click("#design-solve");
    page.wait_for_text("#design-result", "Solution 1");
    page.assert_quiet();
}

#[test]
#[ignore = "needs chromium and the page, as `web/test` has them"]
fn a_design_is_saved_loaded_shared_and_watched() {
    let page = opened("soma:reduced");
    page.wait_for_text("#design-balance", "The 7 pieces have as many");
    page.click("#design-count");
    page.wait_for_text("#design-result", "240 solutions up to reflections and rotations");
    let (name, text) = {
        // The link appears when the text is there.
        page.ask("document.querySelector('#design-saved').hidden = false");
        page.download("#design-save")
    };
    assert_eq!(name, "design.dlx");
    assert!(text.starts_with("| family polycubes:"), "{}", &text[..100]);
    let folder = Folder::with("saved.dlx", &text);
    let counted = folder.quadrille("count saved.dlx");
    assert!(counted.silently().contains("240"));
    let spec = page.text("#design-spec");
    page.ask("location.hash = '#design?spec=polyominoes:1:1x1'");
    page.wait_for_text("#design-spec", "polyominoes:1:1x1");
    page.type_into("#design-file", &folder.path("saved.dlx").display().to_string());
    page.wait_for_text("#design-spec", &spec);
    fs::write(folder.path("other.dlx"), "a b\na\nb\n").unwrap();
    page.type_into("#design-file", &folder.path("other.dlx").display().to_string());
    page.wait_for_text("#design-said", "other.dlx: found no line `| family …`");
    page.click("#design-other");
    page.wait_for_text("#cover-words", "2 options on 2 items");
    page.ask("location.hash = '#design'");
    page.wait_until("!document.querySelector('#part-design').hidden");
    page.click("#design-watch");
    page.wait_for_text("#cover-said", "polycubes:");
    page.assert_quiet();
}

#[test]
#[ignore = "needs chromium and the page, as `web/test` has them"]
fn hostile_designs_are_errors_in_words() {
    let page = Page::open("design?spec=%3Cb%3E");
    page.wait_for_text("#design-said", "found the family `<b>`");
    for (spec, words) in [
        ("queens:8", "expected a packing"),
        ("polyominoes:5:1000x1000", "at most 12 layers, 60 rows and columns"),
        ("polyominoes:10:3x3:any", "different pieces"),
        ("polyominoes:99999999999999999999:3x3", "found `99999999999999999999`"),
        ("polyominoes:5:99999999999999999999x1", "expected RxC"),
    ] {
        page.ask(&format!("location.hash = {}", json!(format!("#design?spec={spec}"))));
        page.wait_for_text("#design-said", words);
    }
    page.ask("location.hash = '#design?spec='.concat('polyominoes:5:', '#'.repeat(100000))");
    page.wait_for_text("#design-said", "expected at most 50000");
    page.assert_quiet();
}
