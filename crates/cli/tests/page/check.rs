//! The part `check`.

use std::fs::File;
use std::io::{BufWriter, Write};

use serde_json::json;

use crate::common::Folder;
use crate::common::puzzles::{P4, P4_SOLUTION as S4};
use crate::{Page, number};

/// A table with a right answer, a wrong one, an empty grid, a clash and a row without a puzzle.
fn table() -> String {
    let wrong = S4.replacen('5', "6", 1);
    let (empty, clash) = (".".repeat(81), P4.replacen("53", "55", 1));
    format!("quiz,solution\n{P4},{S4}\n{P4},{wrong}\n{empty},\n{clash},\n<b>no</b>,\n")
}

fn choose(page: &Page, folder: &Folder, name: &str) {
    page.type_into("#check-file", &folder.path(name).display().to_string());
}

#[test]
#[ignore = "needs chromium and the page, as `web/test` has them"]
fn a_file_is_checked_as_the_command_checks_it() {
    let folder = Folder::with("t.csv", table());
    let page = Page::open("check");
    page.tab_to("#check-file");
    choose(&page, &folder, "t.csv");
    page.wait_for_text("#check-said", "t.csv: 5 puzzles, 4 with faults");
    assert!(page.text("#check-said").contains("puzzles from the column quiz"));
    let summary = page.text("#check-summary tbody");
    for count in [
        "unique2",
        "multiple1",
        "none1",
        "invalid1",
        "answer right1",
        "answer wrong1",
        "answer missing2",
    ] {
        assert!(summary.contains(count), "{count}: {summary}");
    }
    page.tab_to("#check-save");
    let (name, text) = page.download("#check-save");
    assert_eq!(name, "t-checked.csv");
    let written = folder.quadrille("check t.csv --output table --quiet").stdout;
    assert_eq!(text, written, "as `quadrille check --output table` writes it");
    page.assert_accessible();
    page.assert_quiet();
}

#[test]
#[ignore = "needs chromium and the page, as `web/test` has them"]
fn columns_are_chosen_and_lists_are_paged_by_keyboard_alone() {
    let rows = format!("{P4},{S4},\n").repeat(120) + &format!("{P4},,{S4}\n");
    let folder = Folder::with("t.csv", format!("quiz,solution,answer\n{rows}"));
    let page = Page::open("check");
    choose(&page, &folder, "t.csv");
    page.wait_for_text("#check-said", "121 puzzles, 1 with faults");
    assert!(page.text("#check-said").contains("not from answer, which may hold answers too"));
    page.tab_to("#check-answers");
    page.press(&["Down"]);
    assert_eq!(page.ask("return document.querySelector('#check-answers').value"), "answer");
    page.tab_to("#check-again");
    page.press(&["Enter"]);
    page.wait_for_text("#check-said", "121 puzzles, 120 with faults");
    page.tab_to("#check-after");
    page.press(&["Enter", "Enter"]);
    page.wait_for_text("#check-page", "page 3 of 3");
    assert_eq!(page.ask("return document.querySelectorAll('#check-rows tbody tr').length"), 20);
    page.assert_quiet();
}

#[test]
#[ignore = "needs chromium and the page, as `web/test` has them"]
fn hostile_files_do_no_more_than_a_message() {
    let folder = Folder::new();
    let page = Page::open("check");
    let bomb = "<img src=x onerror=\"window.taken=1\">";
    let name = "<img src=x onerror=window.taken=1>.csv";
    folder.write(name, format!("puzzle,{bomb}\n{bomb},{bomb}\n{P4},{bomb}\n"));
    choose(&page, &folder, name);
    page.wait_for_text("#check-said", "2 puzzles, 1 with faults");
    assert!(page.text("#check-rows tbody").contains("<img src=x"), "shown as text");
    assert!(page.text("#check-said").contains("<img src=x"), "the name is shown as text");
    let files: [(&str, Vec<u8>, &str); 6] = [
        ("empty.txt", Vec::new(), "found no puzzle; expected"),
        ("x.parquet", b"PAR1....PAR1".to_vec(), "found Parquet"),
        ("x.zst", b"\x28\xb5\x2f\xfd........".to_vec(), "compressed by zstd"),
        ("cut.gz", b"\x1f\x8b\x08\0\0\0\0\0\0\x03abc".to_vec(), "cut.gz"),
        ("binary", (0..=255).cycle().take(300_000).collect(), "binary: "),
        ("wide.csv", format!("puzzle{}\n{P4}\n", ",x".repeat(500_000)).into_bytes(), "wide.csv: "),
    ];
    for (name, bytes, said) in files {
        folder.write(name, bytes);
        choose(&page, &folder, name);
        page.wait_for_text("#check-said", said);
        page.wait_until("document.querySelector('#check-work').hidden");
        assert!(page.text("#check-said").len() < 2000, "{name}");
    }
    assert_eq!(page.ask("return window.taken ?? null"), json!(null));
    page.assert_accessible();
    page.assert_quiet();
}

#[test]
#[ignore = "needs chromium and the page, as `web/test` has them"]
fn a_million_rows_are_checked_without_the_page_freezing() {
    const ROWS: usize = 1_000_000;
    let folder = Folder::new();
    let mut file = BufWriter::new(File::create(folder.path("million.csv")).expect("there is room"));
    writeln!(file, "puzzle,solution").expect("there is room");
    for row in 0..ROWS {
        // The same puzzle with other names of the digits.
        let rename = |text: &str| -> String {
            let digits = text
                .bytes()
                .map(|c| if c == b'0' { c } else { b'1' + (c - b'1' + (row % 9) as u8) % 9 });
            digits.map(char::from).collect()
        };
        writeln!(file, "{},{}", rename(P4), rename(S4)).expect("there is room");
    }
    file.flush().expect("there is room");
    let page = Page::open("check");
    page.wait_for_text("#version", ".");
    page.ask(
        "window.tasks = []; new PerformanceObserver(list => window.tasks.push(...list.getEntries().map(task => task.duration)))
            .observe({ entryTypes: ['longtask'] })",
    );
    choose(&page, &folder, "million.csv");
    page.wait_until("!document.querySelector('#check-found').hidden");
    // On a machine that is busy with other tests, any task may be late; so one of three times is enough.
    for _ in 0..2 {
        if page.ask("return window.tasks.length") == 0 {
            break;
        }
        page.ask("window.tasks.length = 0");
        page.click("#check-again");
        page.wait_until("!document.querySelector('#check-found').hidden");
    }
    let said = page.text("#check-said");
    println!("{said}");
    assert!(said.contains("1,000,000 puzzles, no faults"), "{said}");
    let tasks = page.ask("return window.tasks");
    println!("tasks above 50 ms: {tasks}");
    // None, unless the machine is very slow.
    let longest = number(&page.ask("return Math.max(0, ...window.tasks)"));
    assert!(longest < 100.0, "{tasks}");
    let [most, heap] = [false, true].map(|is_freed| page.memory(is_freed));
    let worker =
        number(&page.ask("return Number(document.querySelector('#check-found').dataset.memory)"));
    println!(
        "page {:.1} MB, {:.1} MB of it in use, worker {:.1} MB",
        most / 1e6,
        heap / 1e6,
        worker / 1e6
    );
    // The file has 164 MB, the table 250 MB.
    assert!(most < 64e6 && heap < 16e6 && worker < 16e6, "{most} {heap} {worker}");
    let (_, text) = page.download("#check-save");
    assert_eq!(text.lines().count(), ROWS + 1);
    // Stopped while it runs, the page can begin again.
    page.click("#check-again");
    page.wait_until("document.querySelector('#check-progress').value > 0");
    page.click("#check-stop");
    page.wait_for_text("#check-said", "stopped");
    page.click("#check-example");
    page.wait_for_text("#check-said", "example.csv: 6 puzzles");
    page.assert_quiet();
}

#[test]
#[ignore = "needs chromium and the page, as `web/test` has them"]
fn puzzles_are_made_and_checked_under_rules() {
    let page = Page::open("check");
    page.click("#check-ruled summary");
    page.type_into("#check-rules", "aaabb\nacabb\ncccdb\necddd\neeeed");
    page.click("#check-make");
    page.wait_for_text("#check-said", "made.txt: 5 puzzles, no faults");
    let (name, table) = page.download("#check-save");
    assert_eq!(name, "made-checked.csv");
    assert_eq!(table.lines().filter(|row| row.contains(",unique,1,")).count(), 5, "{table}");
    page.assert_accessible();
    page.type_into("#check-rules", "+killer");
    page.click("#check-again");
    page.wait_for_text("#check-said", "rules: found");
    page.assert_quiet();
}
