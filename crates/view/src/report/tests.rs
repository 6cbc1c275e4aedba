//! Tests of whole reports.

use quadrille_harness::corpus::{Body, Corpus};
use quadrille_results::COLUMNS;
use quadrille_results::statistics::ranking::Question;
use quadrille_results::{Clock, Results, read_toml};
use quadrille_sudoku::format::write;
use roxmltree::Document;
use serde_json::Value;

use super::{ChartKind, Report};

/// A row: corpus, instance, engine, verdict, nanoseconds, forks.
type Row<'r> = (&'r str, &'r str, &'r str, &'r str, u64, u64);

fn csv(rows: &[Row<'_>]) -> String {
    let quoted = |text: &str| format!("\"{}\"", text.replace('"', "\"\""));
    let mut csv = COLUMNS.join(",") + "\n";
    for (block, (corpus, instance, engine, verdict, time, forks)) in rows.iter().enumerate() {
        let (iterations, times) = match *verdict {
            "ok" => ("10", format!("{},{}", 20 * time, 10 * time)),
            _ => ("", ",".to_owned()),
        };
        let (corpus, instance, engine) = (quoted(corpus), quoted(instance), quoted(engine));
        let sha256 = "ab".repeat(32);
        csv += &format!(
            "1,run,{corpus},{instance},,{sha256},{engine},1.0,unique,{block},0,1,{iterations},{verdict},1,,\
             {forks},,,{times},,,,,,,,,,,\n"
        );
    }
    csv
}

fn report(rows: &[Row<'_>]) -> Report {
    let csv = csv(rows);
    let mut results = Results::default();
    results.add("r.csv", csv.as_bytes(), Some(read_toml("seed = 7").unwrap())).unwrap();
    Report::of(&results, Clock::Cpu, None, 0).unwrap()
}

/// The data that the script of the page reads.
fn data(page: &str) -> Value {
    let (_, rest) = page.split_once("type=\"application/json\">").unwrap();
    serde_json::from_str(rest.split_once("</script>").unwrap().0).unwrap()
}

/// The page without the script: the part that depends on results.
fn own(page: &str) -> &str {
    page.split_once("<script>").unwrap().0
}

fn example() -> Report {
    report(&[
        ("one", "9", "fast", "ok", 100, 0),
        ("one", "9", "slow", "ok", 300, 5),
        ("one", "10", "fast", "ok", 200, 1),
        ("one", "10", "slow", "budget", 12345, 77),
        ("two", "1", "fast", "ok", 400, 2),
        ("one", "*", "fast", "ok", 50, 1),
    ])
}

#[test]
fn data_are_those_of_the_rows() {
    let data = data(&example().html());
    let names: Vec<&str> =
        data["charts"].as_array().unwrap().iter().map(|c| c["name"].as_str().unwrap()).collect();
    let expected =
        ["one, task unique", "one as one batch, task unique", "two, task unique", "all corpora"];
    assert_eq!(names, expected);
    let one = &data["charts"][0];
    assert_eq!(one["instances"], serde_json::json!(["9", "10"]), "in natural order");
    assert_eq!(one["cells"], serde_json::json!([[100.0, 200.0], [300.0, "budget"]]));
    assert_eq!(one["cell_forks"], serde_json::json!([[0, 1], [5, null]]));
    assert_eq!(one["answered"][0], serde_json::json!({"x": [100.0, 200.0], "y": [1.0, 2.0]}));
    assert_eq!(one["profile"][1], serde_json::json!({"x": [3.0], "y": [0.5]}));
    assert_eq!(one["both"], serde_json::json!([[2, 1], [1, 1]]));
    let all = &data["charts"][3];
    assert_eq!(all["instances"], serde_json::json!(["one/9", "one/10", "two/1"]));
    assert_eq!(data["charts"][1]["instances"], serde_json::json!(["one"]));
}

/// The number of elements of a chart with this name, and with this attribute if it has one.
fn drawn(svg: &str, name: &str, attribute: Option<&str>) -> usize {
    let tree = Document::parse(svg).unwrap();
    let nodes = tree.descendants().filter(|node| node.has_tag_name(name));
    nodes.filter(|node| attribute.is_none_or(|one| node.attribute(one).is_some())).count()
}

#[test]
fn charts_for_paper_show_what_the_page_shows() {
    let report = example();
    let cactus = report.chart(ChartKind::Cactus).unwrap();
    assert!(
        cactus.contains("<title>Instances answered within a time: all corpora</title>"),
        "{cactus}"
    );
    for text in ["fast", "slow", "CPU time", "instances answered", "100 ns", "200 ns"] {
        assert!(cactus.contains(&format!(">{text}</text>")), "{text}: {cactus}");
    }
    // For each engine a line, and one in the legend.
    assert_eq!(drawn(&cactus, "path", Some("stroke-width")), 4);
    assert_eq!(drawn(&cactus, "circle", None), 4, "three times of `fast` and one of `slow`");
    let scatter = report.chart(ChartKind::Scatter).unwrap();
    assert_eq!(drawn(&scatter, "circle", None), 1, "one instance has a time of both");
    assert_eq!(
        drawn(&scatter, "path", Some("d")) - drawn(&scatter, "path", Some("stroke")),
        1,
        "one that `slow` gave up on the border"
    );
    assert_eq!(scatter.matches("not answered").count(), 2);
    let profile = report.chart(ChartKind::Profile).unwrap();
    assert!(profile.contains("1\u{d7}") && profile.contains("100%"));
    assert!(report.chart(ChartKind::Forks).unwrap().contains("instances"));
    assert_eq!(report.chart(ChartKind::Spread), None);
}

/// The texts of a PDF without compression, in the order in which they are drawn.
fn texts_in_pdf(pdf: &[u8]) -> Vec<String> {
    let commands: String = pdf.iter().copied().map(char::from).collect();
    let of_hex = |hex: &str| {
        let byte = |i: usize| u8::from_str_radix(&hex[i..i + 2], 16).unwrap();
        let bytes = (0..hex.len()).step_by(2).map(byte);
        bytes.map(|byte| if byte == 0x96 { '\u{2013}' } else { char::from(byte) }).collect()
    };
    let shown = commands.lines().filter_map(|line| line.strip_suffix(" Tj"));
    let text = |text: &str| match text.strip_prefix('<') {
        Some(hex) => of_hex(hex.trim_end_matches('>')),
        None => text[1..text.len() - 1].replace("\\(", "(").replace("\\)", ")"),
    };
    shown.map(text).collect()
}

#[test]
fn a_chart_as_pdf_has_the_texts_lines_and_bands_of_the_svg() {
    let names: Vec<String> = (0..20).map(|i| i.to_string()).collect();
    let times: Vec<u64> = (0..20).map(|i| 1000 + 100 * i).collect();
    let rows = names.iter().zip(&times).flat_map(|(name, &time)| {
        ["a", "b (2)"].map(|engine| {
            let verdict = if name == "3" && engine == "a" { "timeout" } else { "ok" };
            ("c", name.as_str(), engine, verdict, time, time / 500)
        })
    });
    let report = report(&rows.collect::<Vec<_>>());
    for kind in [ChartKind::Cactus, ChartKind::Profile, ChartKind::Scatter, ChartKind::Forks] {
        let svg = report.chart(kind).unwrap();
        let pdf = report.chart_pdf(kind).unwrap().unwrap();
        let tree = Document::parse(&svg).unwrap();
        let texts = tree.descendants().filter(|node| node.has_tag_name("text"));
        let texts: Vec<&str> = texts.filter_map(|node| node.text()).collect();
        assert!(texts.len() > 8, "{texts:?}");
        assert_eq!(texts_in_pdf(&pdf), texts, "{kind:?}");
        let commands = String::from_utf8_lossy(&pdf);
        let count = |command: &str| commands.lines().filter(|line| *line == command).count();
        assert_eq!(count("S"), drawn(&svg, "path", Some("stroke")), "{kind:?}");
        let filled = drawn(&svg, "path", Some("d")) - drawn(&svg, "path", Some("stroke"));
        assert_eq!(
            count("f"),
            filled + drawn(&svg, "circle", None) + drawn(&svg, "rect", None),
            "{kind:?}"
        );
        // Bands and dots through which others are seen.
        assert_eq!(commands.contains("/A15 gs"), svg.contains("fill-opacity=\"0.15\""), "{kind:?}");
        assert_eq!(count("q"), count("Q"));
        assert!(pdf.starts_with(b"%PDF-1.") && pdf.ends_with(b"%%EOF"));
        assert_eq!(pdf, report.chart_pdf(kind).unwrap().unwrap());
    }
    assert_eq!(report.chart_pdf(ChartKind::Spread), Ok(None));
    let foreign = self::report(&[("c", "1", "\u{416}", "ok", 1000, 0)])
        .chart_pdf(ChartKind::Cactus)
        .unwrap_err();
    assert!(foreign.to_string().starts_with("found `\u{416}`"), "{foreign}");
}

#[test]
fn curves_of_few_engines_have_bands() {
    let names: Vec<String> = (0..20).map(|i| i.to_string()).collect();
    let engines = ["a", "b", "c", "d", "e"];
    let rows = |engines: &[&'static str]| {
        let of = |(place, name)| {
            move |engine: &&'static str| ("c", name, *engine, "ok", 1000 + 100 * place, 0)
        };
        let rows = (0..).zip(&names).flat_map(|(place, name): (u64, &String)| {
            engines.iter().map(of((place, name.as_str()))).collect::<Vec<_>>()
        });
        report(&rows.collect::<Vec<_>>())
    };
    let bands = |engines: &[&'static str]| {
        let report = rows(engines);
        let charts =
            [ChartKind::Cactus, ChartKind::Profile].map(|kind| report.chart(kind).unwrap());
        charts.map(|chart| chart.matches("class=\"band\"").count())
    };
    assert_eq!(bands(&engines[..2]), [2, 2]);
    assert_eq!(bands(&engines), [0, 0], "they would hide each other");
    let page = data(&rows(&engines[..1]).html());
    let reach = page["charts"][0]["answered_reach"][0].as_f64().unwrap();
    assert!((0.2..0.4).contains(&reach), "{reach}");
}

#[test]
fn what_is_not_ok_has_no_time_and_is_told() {
    let report = example();
    for text in [own(&report.html()), &report.markdown()] {
        assert!(!text.contains("12.3") && !text.contains("12345"));
        assert!(text.contains(
            "Rows left out of all figures and charts, because they have no time: 1 budget."
        ));
        assert!(text.contains("1 budget"));
    }
}

#[test]
fn repetitions_have_a_spread() {
    let rows = |time, other| [("c", "1", "a", "ok", time, 0), ("c", "2", "a", "ok", other, 0)];
    let mut results = Results::default();
    for (run, rows) in [("one", rows(100, 200)), ("two", rows(150, 260)), ("three", rows(110, 200))]
    {
        let csv = csv(&rows).replace("\n1,run,", &format!("\n1,{run},"));
        results.add(run, csv.as_bytes(), None).unwrap();
    }
    let report = Report::of(&results, Clock::Cpu, None, 0).unwrap();
    let chart = &data(&report.html())["charts"][0];
    assert_eq!(chart["cell_ends"], serde_json::json!([[[100.0, 150.0], [200.0, 260.0]]]));
    assert_eq!(chart["spread"], serde_json::json!([{"x": [1.3, 1.5], "y": [0.5, 1.0]}]));
    assert_eq!(chart["cells"], serde_json::json!([[110.0, 200.0]]));
    let markdown = report.markdown();
    assert!(
        markdown.contains("| a | 2/2 | 155 ns | 1.000 | 1.000 to 1.000 | 1.400 |"),
        "{markdown}"
    );
    let once = &data(&example().html())["charts"][0];
    assert_eq!(once["cell_ends"], serde_json::json!([]));
    assert!(
        !example().html().contains("<th class=\"figure\">spread</th>"),
        "an empty column is left out"
    );
}

#[test]
fn instances_of_a_corpus_at_hand_have_their_text() {
    let corpus = Corpus::open("systems", &mut Err).unwrap();
    let name = |i: usize| &*corpus.instances[i].id;
    let rows = [("systems", name(0), "a", "ok", 1, 0), ("systems", name(1), "a", "ok", 1, 0)];
    let csv = csv(&rows).replacen(&"ab".repeat(32), &corpus.instances[0].sha256.to_string(), 1);
    let mut results = Results::default();
    results.add("r.csv", csv.as_bytes(), None).unwrap();
    let report = Report::of(&results, Clock::Cpu, None, 0).unwrap().showing([corpus.clone()]);
    let data = data(&report.html());
    assert_eq!(data["charts"][0]["texts"], serde_json::json!([0, "not at hand"]));
    let Body::Sudoku(puzzle) = &corpus.instances[0].body else { panic!("a Sudoku") };
    let text = serde_json::json!([{"text": write::line(puzzle.givens()), "side": 9}]);
    assert_eq!(data["texts"], text);
    assert_eq!(data["boards"].as_object().unwrap().len(), 1);
}

#[test]
fn charts_of_a_table_that_is_not_ranked_say_so() {
    let csv = csv(&[("c", "1", "a", "ok", 100, 0), ("c", "1", "b", "budget", 0, 0)]);
    let mark = |notes| {
        let mut results = Results::default();
        results.add("r.csv", csv.as_bytes(), Some(read_toml(notes).unwrap())).unwrap();
        let report = Report::of(&results, Clock::Cpu, None, 0).unwrap();
        data(&report.html())["charts"][0]["not_ranked"].clone()
    };
    assert_eq!(mark("seed = 1"), Value::Null);
    assert_eq!(mark("limits = { nodes = 3 }"), "1 instance of b cut off by tests or nodes");
}

#[test]
fn the_order_and_what_was_not_run_are_explained() {
    let order = "Order of the rows: by the number of instances answered, then by the ratio.";
    let gap = "Not run: instances for which the results have no row of the engine";
    let whole = report(&[("c", "1", "a", "ok", 100, 0)]).markdown();
    assert!(whole.contains(order) && !whole.contains(gap), "{whole}");
    let part = example().html();
    assert!(part.contains(order) && part.contains(gap) && part.contains("Fastest on: "), "{part}");
}

#[test]
fn an_engine_has_one_colour_in_all_files_and_a_file_one_pattern() {
    let mut results = Results::default();
    for (run, engines) in [("old", &["a", "b"][..]), ("new", &["d", "b", "a"])] {
        let row = |engine: &&'static str| ("c", "1", *engine, "ok", 100, 0);
        let csv = csv(&engines.iter().map(row).collect::<Vec<_>>());
        let csv = csv.replace("\n1,run,", &format!("\n1,{run},"));
        results.add(run, csv.as_bytes(), None).unwrap();
    }
    let clock = Clock::Cpu;
    let question =
        Question { clock, baseline: None, corpora: &[], engines: &[], cpu: None, seed: 0 };
    let report = Report::of_sides(&results, &[1, 1], 0.03, &question).unwrap();
    let page = report.html();
    let data = data(&page);
    let style = |engine: &str| {
        let place = data["engines"].as_array().unwrap().iter().position(|one| one == engine);
        data["styles"][place.unwrap()].clone()
    };
    let styles = ["a (old)", "b (old)", "a (new)", "b (new)", "d"].map(style);
    let expected = [[0, 0], [1, 0], [0, 1], [1, 1], [2, 1]];
    assert_eq!(styles, expected.map(|style| serde_json::json!(style)));
    // What hides unchanged rows says what is not known.
    assert!(page.contains("No change shown: 2 undecided. Engines only in new: d."), "{page}");
}

const HOSTILE: &str = "</script><script>alert(1)</script>|`<!--\u{2028}\"'&amp;";

#[test]
fn names_are_text_and_nothing_else() {
    let report = report(&[
        (HOSTILE, HOSTILE, HOSTILE, "ok", 100, 0),
        (HOSTILE, "2", "other", "wrong", 0, 0),
    ]);
    let page = report.html();
    assert!(!page.contains("<script>alert"));
    assert_eq!(page.matches("<script").count(), 2, "data, script");
    let data = data(&page);
    assert_eq!(data["engines"][0], HOSTILE);
    assert_eq!(data["charts"][0]["instances"], serde_json::json!(["2", HOSTILE]));
    // In the visible part, read as XML, names are text.
    let (_, main) = page.split_once("<section id=\"summary\">").unwrap();
    let main = format!("<s>{}</s>", main.split_once("</section>").unwrap().0);
    let tree = Document::parse(&main).unwrap();
    assert!(tree.descendants().any(|node| node.text() == Some(HOSTILE)));
    let markdown = report.markdown();
    let tags = markdown.match_indices('<').filter(|(i, _)| !markdown[..*i].ends_with('\\'));
    assert_eq!(tags.count(), 0, "{markdown}");
    assert!(markdown.contains("1 row has a wrong answer"));
    assert!(markdown.lines().filter(|line| line.starts_with('|')).count() >= 4);
}

#[test]
fn nothing_is_asked_of_the_network() {
    let page = example().html();
    let own = own(&page);
    assert!(own.contains("default-src 'none'") && own.matches(" href=").count() > 3);
    for reference in [" src=", "url(", "@import", "http-equiv=\"refresh", " href=\"http"] {
        assert!(!own.contains(reference), "{reference}");
    }
}

#[test]
fn large_runs_are_sampled_with_their_extremes() {
    let names: Vec<String> = (0..3000).map(|i| i.to_string()).collect();
    let mut rows: Vec<Row<'_>> = Vec::new();
    for (i, name) in names.iter().enumerate() {
        let odd = if i == 1717 { 900_000 } else { 1000 };
        rows.push(("c", name, "a", "ok", 1000 + i as u64 % 7, 1));
        rows.push(("c", name, "b", "ok", odd, 1));
    }
    let (once, again) = (report(&rows).html(), report(&rows).html());
    assert_eq!(once, again);
    let data = data(&once);
    let chart = &data["charts"][0];
    let shown = chart["instances"].as_array().unwrap();
    assert_eq!((shown.len(), chart["cases"].as_u64()), (2000, Some(3000)));
    assert!(shown.contains(&"1717".into()), "the extreme is kept");
    assert_eq!(chart["answered"][1]["y"].as_array().unwrap().last(), Some(&3000.0.into()));
    assert!(once.len() < 600_000, "{}", once.len());
}
