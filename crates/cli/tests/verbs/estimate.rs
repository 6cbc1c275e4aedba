//! `quadrille estimate`.

use std::time::{Duration, Instant};

use crate::common::{encode, json_lines, quadrille, quadrille_on, with_problem};
use serde_json::Value;

#[test]
fn a_small_tree_is_searched_whole() {
    let folder = with_problem("queens:8");
    let printed = folder.quadrille("estimate p.dlx --workers 4").silently();
    let lines: Vec<&str> = printed.lines().collect();
    assert_eq!(lines[..2], ["Nodes      1049", "Solutions  92"]);
    assert!(lines[2].starts_with("Time       ") && lines[2].contains("on one worker at "));
    assert!(lines[3].contains("on 4 workers"), "{printed}");
    assert_eq!(lines[4], "The whole tree of `bits` was searched, so the numbers are exact.");
    assert!(lines[5].contains("upper bound"), "{printed}");
    let counted = folder.quadrille("count p.dlx --engine bits --stats");
    assert!(counted.silently().contains("Nodes 1049"));
}

#[test]
fn the_input_is_that_of_cover() {
    let file = quadrille_on(encode("langford:7"), "estimate").silently();
    let family = quadrille("estimate langford:7").silently();
    let numbers = |text: &str| text.lines().take(2).map(str::to_owned).collect::<Vec<_>>();
    assert_eq!(numbers(&file), numbers(&family));
    quadrille_on("a b\na c\n", "estimate").error_begins("standard input:2");
    let several = quadrille_on("2|a b\na\na b\n", "estimate").silently();
    assert!(several.contains("the numbers are exact"), "{several}");
}

fn object(args: &str) -> Value {
    json_lines(&quadrille(&format!("estimate --output json {args}")).silently()).remove(0)
}

#[test]
fn a_seed_and_a_number_of_nodes_give_the_same_numbers() {
    let made = |seed| object(&format!("queens:14 --nodes 200000 --seed {seed}"));
    let (first, again, other) = (made("1"), made("1"), made("2"));
    for field in ["nodes", "solutions", "draws", "nodes_searched", "effective_draws"] {
        assert_eq!(first[field], again[field], "{field}");
    }
    assert_ne!(first["nodes"], other["nodes"]);
    assert_eq!((&first["exact"], &first["budget"]), (&Value::from(false), &Value::from(200_000)));
    let number = |name: &str| first["nodes"][name].as_f64().expect("a number");
    assert!(number("low") < number("estimate") && number("estimate") < number("high"));
    let close = number("estimate") / 5_474_542.0;
    assert!((0.7..1.4).contains(&close), "{close}");
    assert!(
        first["upper_bound_for"].as_array().is_some_and(|names| names.contains(&"memo".into()))
    );
    assert!(first["seconds"]["estimate"].as_f64().is_some_and(|seconds| seconds > 0.0));
}

#[test]
fn what_no_draw_has_found_has_no_upper_end() {
    // There are no Langford pairs of 1 to 14, but only a whole search can know.
    let args = "langford:14 --nodes 300000";
    let made = object(args);
    assert_eq!(
        (&made["solutions"]["estimate"], &made["solutions"]["high"]),
        (&0.0.into(), &Value::Null)
    );
    assert!(made["solutions_blind"].as_str().is_some_and(|why| why.contains("no draw")));
    let printed = quadrille(&format!("estimate {args}")).silently();
    assert!(printed.contains("Solutions  at least 0; about 0, upper end unknown"), "{printed}");
    assert!(printed.contains("No upper end for solutions: no draw found any"), "{printed}");
}

#[test]
fn an_estimate_keeps_to_its_time() {
    let start = Instant::now();
    let made = object("queens:24 --seconds 0.5 --workers 64");
    // Generous, because tests share the machine.
    assert!(start.elapsed() < Duration::from_secs(20));
    let years = |name: &str| made[name]["estimate"].as_f64().expect("a number") / 31_557_600.0;
    assert!(years("seconds") > 1.0, "{made}");
    let ratio = years("seconds") / years("seconds_of_workers");
    assert!((ratio - 64.0).abs() < 1e-6, "{ratio}");
}
