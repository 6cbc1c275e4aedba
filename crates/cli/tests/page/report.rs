//! The part `report`.

use crate::Page;
use crate::common::Folder;

/// A run of a second, with its run file.
fn results() -> Folder {
    let folder = Folder::new();
    folder
        .quadrille("run --corpus systems --engine masks,dlx --max-tests 20000 --out r.csv --quiet")
        .positive();
    folder
}

#[test]
#[ignore = "needs chromium and the page, as `web/test` has them"]
fn a_report_is_the_page_that_the_command_writes() {
    let folder = results();
    let page = Page::open("report");
    let both =
        format!("{}\n{}", folder.path("r.csv").display(), folder.path("r.csv.run.toml").display());
    page.type_into("#report-files", &both);
    page.wait_for_text("#report-said", "Report of r.csv");
    let (name, text) = page.download("#report-save");
    assert_eq!(name, "report.html");
    // The page has no corpora, so its instances are not at hand as text.
    folder.quadrille("report r.csv --out page.html").silently();
    let written = folder.read("page.html");
    let head = |text: &str| text.split("type=\"application/json\">").next().unwrap().to_owned();
    assert_eq!(head(&text), head(&written), "all but the texts of instances");
    page.assert_quiet();
}

#[test]
#[ignore = "needs chromium and the page, as `web/test` has them"]
fn the_report_works_in_its_frame_and_by_keyboard() {
    let folder = results();
    let page = Page::open("report");
    page.tab_to("#report-files");
    page.type_into("#report-files", &folder.path("r.csv").display().to_string());
    page.wait_for_text("#report-said", "Report of r.csv");
    page.wait_until("!document.querySelector('#report-page').ariaBusy");
    page.tab_to("#report-save");
    page.press(&["Tab"]);
    // The frame has a process of its own, which takes the focus a little later.
    page.wait_until("document.activeElement.id === 'report-page'");
    page.assert_accessible();
    page.assert_quiet();
}

#[test]
#[ignore = "needs chromium and the page, as `web/test` has them"]
fn files_that_were_chosen_before_the_part_has_started_are_taken() {
    let folder = Folder::with("no.csv", "a,b\n1,2\n");
    let page = Page::open("cover");
    page.type_into("#report-files", &folder.path("no.csv").display().to_string());
    page.click("nav a[href='#report']");
    page.wait_for_text("#report-said", "no.csv");
    page.assert_quiet();
}

#[test]
#[ignore = "needs chromium and the page, as `web/test` has them"]
fn files_that_are_no_results_are_refused_with_their_names() {
    let folder = Folder::with("<b>x<b>.csv", "a,b\n1,2\n");
    let page = Page::open("report");
    page.type_into("#report-files", &folder.path("<b>x<b>.csv").display().to_string());
    page.wait_for_text("#report-said", "<b>x<b>.csv");
    assert!(page.text("#report-said").contains("expected"), "{}", page.text("#report-said"));
    assert_eq!(page.ask("return document.querySelector('#report-page').hidden"), true);
    page.assert_quiet();
}
