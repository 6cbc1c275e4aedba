//! Preferred items change the order of the search, never the set of solutions.

use proptest::prelude::*;
use quadrille_cover::engine::{Dlx, Naive};
use quadrille_cover::{Budget, Counters, Problem};

use crate::engines::same_search;
use crate::problems::problems_with_preferences;
use crate::{engines_for, exhaust, search, sorted};

proptest! {
    #[test]
    fn both_engines_make_the_same_search((problem, _) in problems_with_preferences()) {
        same_search(&problem, &[&Naive])?;
    }

    #[test]
    fn the_solutions_are_the_same((problem, without) in problems_with_preferences()) {
        let expected = sorted(exhaust(&Naive, &without).1);
        for engine in engines_for(&problem) {
            let all = search(engine, &problem, &Budget::default(), Counters::Off).1;
            let found = all.len();
            let all = sorted(all);
            prop_assert_eq!(found, all.len(), "{} gave one twice", engine.name());
            prop_assert_eq!(&all, &expected, "{}", engine.name());
        }
    }
}

/// The number of nodes shows which item the search branched on first.
#[test]
fn a_preferred_item_goes_first_unless_another_is_forced() {
    let nodes = |text: &str| {
        let problem = Problem::parse(text).unwrap();
        let [links, plain] = [&Dlx as &dyn quadrille_cover::Solver, &Naive]
            .map(|engine| exhaust(engine, &problem).0.stats.nodes.unwrap());
        assert_eq!(links, plain);
        links
    };
    // `b` has three options, `a` two, and neither option of `a` leaves one for `b`.
    let options = "a NAME x\na NAME y\nNAME x y\n";
    let text = |name: &str| format!("a {name} x y\n{}", options.replace("NAME", name));
    assert_eq!(nodes(&text("b")), 3);
    assert_eq!(nodes(&text("#b")), 4);
    // Items with one option come before preferred items.
    assert_eq!(nodes("#b c\n#b\n#b\n#b c\n"), 2);
    // A secondary item is never branched on, whatever its name.
    assert_eq!(nodes("a | #x\na\na #x\n"), 3);
}
