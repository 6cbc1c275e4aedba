//! Solutions as numbers of options, with the fewest options, and as far as some items are concerned.

use crate::common::{Folder, json_lines, quadrille, quadrille_on, words};

/// Two items and two colours, and an option that stands there twice.
const COLOURS: &str = "a b | x y\na x:red\na x:blue y\nb x:red\nb x:blue\nb\nb\n";

#[test]
fn a_solution_is_a_line_of_numbers() {
    let all = |verb: &str| {
        let args = format!("{verb} --output numbers");
        let mut lines: Vec<String> =
            quadrille_on(COLOURS, &args).silently().lines().map(str::to_owned).collect();
        lines.sort();
        lines
    };
    assert_eq!(all("cover --all"), ["1 3", "1 5", "1 6", "2 4", "2 5", "2 6"]);
    assert_eq!(all("cover --all --given 5"), ["5 1", "5 2"]);
    assert_eq!(all("sample --number 3").len(), 3);
    let classes = quadrille_on(COLOURS, "classes --output numbers").silently();
    assert!(classes.starts_with("1 "), "{classes}");
    let json = json_lines(&quadrille_on(COLOURS, "cover --output json").silently());
    let [first, second] = [0, 1].map(|i| json[0]["numbers"][i].as_u64().unwrap() as usize - 1);
    let lines: Vec<&str> = COLOURS.lines().skip(1).collect();
    assert_eq!(json[0]["solution"], serde_json::json!([lines[first], lines[second]]));
    let json = json_lines(&quadrille_on(COLOURS, "classes --output json").silently());
    assert_eq!(json[0]["representatives"][0]["numbers"].as_array().unwrap().len(), 2);
}

#[test]
fn without_costs_each_option_costs_one() {
    let text = "a b c d\na\nb\nc\nd\na b\nc d\na b c\n";
    let cheapest = quadrille_on(text, "cover --cheapest 3 --output numbers");
    let costs: Vec<String> = cheapest.silently().lines().map(str::to_owned).collect();
    assert_eq!([1, 3, 5].map(|line| &*costs[line]), ["Cost 2", "Cost 2", "Cost 3"]);
    assert_eq!(quadrille_on(text, "compile --costs").silently(), "2 2\n3 2\n4 1\n");
    let folder = Folder::with("text.dlx", text);
    folder.quadrille("compile text.dlx --out text.qdd").silently();
    let of_diagram = folder.quadrille("cover text.qdd --cheapest 1").silently();
    assert!(of_diagram.ends_with("Cost 2\n"), "{of_diagram}");
    // Costs of which one is not 0 stay as they are.
    let priced = quadrille_on("a b\na |3\nb\na b |4\n", "cover --cheapest 2").silently();
    assert_eq!(priced, "a\nb\nCost 3\n\na b\nCost 4\n");
}

#[test]
fn solutions_count_once_that_cover_some_items_alike() {
    let count = |items: &str| quadrille_on(COLOURS, &format!("count --onto {items}")).silently();
    // x is red or blue in all ways.
    assert_eq!([count("x"), count("y"), count("x,y"), count("*")], ["2\n", "2\n", "2\n", "2\n"]);
    let one = quadrille_on(COLOURS, "classes --onto x --count").silently();
    assert_eq!(one, "2\n");
    let listed = quadrille_on(COLOURS, "classes --onto x --output numbers");
    assert_eq!(listed.silently().lines().count(), 2);
    let limited = "classes --onto x --output numbers --limit 1";
    assert_eq!(quadrille_on(COLOURS, limited).silently().lines().count(), 1);
    // An option given settles the colour.
    assert_eq!(quadrille_on(COLOURS, "count --onto x --given 1").silently(), "1\n");
    let packed = quadrille("count polyominoes:1-4:3x5 --onto X*").silently();
    assert_eq!(packed, "30\n");
    // Numbers of copies matter.
    let copies = "polyominoes:0-9x##,0-9x#:2x3";
    assert_eq!(quadrille(&format!("count {copies} --onto X,XX")).silently(), "4\n");
}

#[test]
fn what_cannot_be_projected_is_refused() {
    let error = |args: &str| quadrille_on(COLOURS, args).error().to_owned();
    let unknown = error("count --onto q");
    assert!(unknown.contains("--onto: found `q`; expected the name of an item"), "{unknown}");
    let fixed = error("count --onto a,b");
    assert!(fixed.contains("which every solution covers exactly once"), "{fixed}");
    for options in ["--jobs 2", "--checkpoint c", "--shards 2 --out d"] {
        let parts = error(&format!("count --onto x {options}"));
        assert!(parts.starts_with(&format!("{}: found --onto", words(options)[0])), "{parts}");
    }
    let folder = Folder::with("text.dlx", "a | x\na x\na\n");
    folder.quadrille("compile text.dlx --out text.qdd").silently();
    folder.quadrille("count text.qdd --onto x").error_has("--onto");
}
