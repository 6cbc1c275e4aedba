//! Every engine on problems that are small enough for Miri (`.ci/nightly`), of every kind of table: with colours,
//! with multiplicities, and with nothing to search.

use quadrille_cover::engine::{Cells, Dlx, ENGINES};
use quadrille_cover::{Problem, Solver, family};

/// Two solutions: `b` and `c` agree on the colour of `x`, or `a` covers both.
const COLOURED: &str = "p q r | x y\np q x y:A\np r x:A y\np x:B\nq x:A\nr x:B\nq r y:B\np x:A\n";

fn problems() -> Vec<Problem> {
    let texts = ["a\n", "a b\na\n", "a b | x\nx\na x:c\nb x:d\nb x:c\n", COLOURED];
    let families = ["queens:4", "queens:5", "langford:3", "dominoes:2x4", "matching:6", "latin:3"];
    let texts = texts.map(|text| Problem::parse(text).expect("the text is right"));
    let families = families.map(|spec| family::build(spec).expect("a family"));
    texts.into_iter().chain(families).collect()
}

#[test]
fn every_engine_counts_what_dancing_links_count() {
    for problem in problems() {
        let expected = Dlx.count(&problem).expect("`dlx` takes every problem");
        for engine in ENGINES.iter().filter(|engine| engine.refuses(&problem).is_none()) {
            let counted = engine.count(&problem).expect("it handles the problem");
            assert_eq!(counted, expected, "{}", engine.name());
            let all = engine.all(&problem).expect("it handles the problem");
            assert_eq!(all.len().to_string(), expected.to_string(), "{}", engine.name());
        }
    }
}

#[test]
fn sizes_are_counted_up_again_where_items_are_many() {
    // With more than 1024 items `cells` saves no sizes; with more than 128 it tracks forced items.
    let items = if cfg!(miri) { 130 } else { 1100 };
    let names: Vec<String> = (0..items).map(|i| format!("i{i}")).collect();
    let single: Vec<String> = names[3..].to_vec();
    let text = format!("{}\ni0\ni1 i2\ni0 i1\ni2\n{}\n", names.join(" "), single.join("\n"));
    let problem = Problem::parse(text).expect("the text is right");
    assert_eq!(Cells.count(&problem).expect("no multiplicities"), 2u32.into());
}
