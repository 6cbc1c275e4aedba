//! Choices judged on made-up results.

use super::*;
use crate::{COLUMNS, Fingerprint, read_toml};

/// Rows of instances by engines: the verdict and the seconds of each. Each instance has one feature, `x`.
struct Field {
    csv: String,
    features: Features,
    blocks: usize,
}

impl Field {
    fn new() -> Self {
        let csv = COLUMNS.join(",") + "\n";
        Self { csv, features: Features::default(), blocks: 0 }
    }

    fn instance(&mut self, name: &str, x: Option<f64>, engines: &[(&str, &str, f64)]) {
        let sha256 = Fingerprint::of(name.as_bytes());
        self.features.add(sha256, [("x", x)], 0.001);
        for (engine, verdict, seconds) in engines {
            let time = if *verdict == "ok" { (seconds * 1e9).to_string() } else { String::new() };
            let block = self.blocks;
            self.csv += &format!(
                "1,run,all,{name},,{sha256},{engine},1.0,count,{block},0,1,1,{verdict},1,,,,,{time},{time},,,,,,,,,,,\n"
            );
        }
        self.blocks += 1;
    }

    fn results(&self) -> Results {
        let mut results = Results::default();
        let notes = read_toml("limits = { seconds = 10 }").unwrap();
        results.add("r.csv", self.csv.as_bytes(), Some(notes)).unwrap();
        results
    }

    fn judged(&self) -> Result<Selection, StatisticsError> {
        Selection::of(&self.results(), &self.features, Clock::Cpu, 3)
    }
}

/// Families of six instances. The first engine is the faster one where `x` is small, in each family from another value on.
fn families(count: u32) -> Field {
    let mut field = Field::new();
    for family in 0..count {
        for i in 0..6 {
            let x = f64::from(i) + f64::from(family) / f64::from(4 * count);
            let (a, b) = if i < 3 { (1.0, 4.0) } else { (8.0, 2.0) };
            let name = format!("f{}:{i}", char::from(b'a' + family as u8));
            field.instance(&name, Some(x), &[("a", "ok", a), ("auto", "ok", a), ("b", "ok", b)]);
        }
    }
    field
}

fn line(choice: &Choice) -> (&str, usize, f64, f64) {
    let rounded = |ns: f64| (ns / 1e6).round() / 1e3;
    (&choice.name, choice.answered, rounded(choice.par2_ns), rounded(choice.regret_ns))
}

#[test]
fn a_tree_that_holds_for_other_families_saves_the_regret() {
    let found = families(12).judged().unwrap();
    let [best, tree, with_features, single, auto] = &found.choices[..] else { panic!("{found:?}") };
    assert_eq!(line(best), ("virtual best", 72, 1.5, 0.0));
    assert_eq!(line(tree), ("tree", 72, 1.5, 0.0));
    assert_eq!(line(with_features), ("tree and features", 72, 1.501, 0.001));
    assert_eq!(line(single), ("single best: b", 72, 3.0, 1.5));
    assert_eq!(line(auto), ("auto", 72, 4.5, 3.0));
    assert_eq!([tree.saved, single.saved, auto.saved], [Some(1.0), Some(0.0), Some(-1.0)]);
    assert_eq!(
        (found.families, found.parts, found.engines),
        (12, 10, vec!["a".to_owned(), "b".to_owned()])
    );
    let split = found.tree.split.expect("x decides");
    assert_eq!(
        (split.at.to_string(), split.low.engine, split.high.engine),
        ("2.6".to_owned(), 0, 1)
    );
    assert!(found.instances.iter().all(|one| one.cost() <= one.least()));
}

/// In two families the other engine is better, and only their own values tell. What is learnt from other families is worth nothing there, so
/// that no split is made.
#[test]
fn a_feature_that_only_names_the_family_saves_nothing() {
    let mut field = Field::new();
    for family in 0..8 {
        let (a, b) = if [0, 7].contains(&family) { (4.0, 1.0) } else { (1.0, 4.0) };
        for i in 0..6 {
            let name = format!("f{}:{i}", char::from(b'a' + family));
            let x = Some(f64::from(family));
            field.instance(&name, x, &[("a", "ok", a), ("b", "ok", b)]);
        }
    }
    let found = field.judged().unwrap();
    let [tree, single] = [1, 3].map(|place: usize| &found.choices[place]);
    assert_eq!((tree.par2_ns, tree.saved, &found.tree.split), (single.par2_ns, Some(0.0), &None));
    // On its own instances a tree could tell all families apart.
    let samples: Vec<Sample<'_>> = found.instances.iter().map(Instance::sample).collect();
    let own = Tree::learn(&samples, 20);
    assert!(samples.iter().all(|one| one.costs[own.choice(one.features, 20)] <= 1e9));
}

#[test]
fn what_is_not_answered_costs_twice_the_limit_and_missing_rows_are_counted() {
    let mut field = Field::new();
    field.instance("fa:1", Some(1.0), &[("a", "timeout", 0.0), ("b", "ok", 3.0)]);
    field.instance("fb:1", Some(2.0), &[("b", "wrong", 0.0), ("a", "ok", 5.0)]);
    field.instance("fc:1", None, &[("b", "ok", 1.0)]);
    let known = field.features.clone();
    field.instance("fd:1", None, &[("b", "ok", 1.0)]);
    field.features = known;
    let found = field.judged().unwrap();
    assert_eq!((found.without_row, found.without_features, found.instances.len()), (1, 1, 3));
    assert_eq!(line(&found.choices[0]), ("virtual best", 3, 3.0, 0.0));
    assert_eq!(line(&found.choices[3]), ("single best: b", 2, 8.0, 5.0));
    assert_eq!((found.tree.engine, found.tree.split), (1, None));
}

#[test]
fn rows_from_which_nothing_can_be_learnt_are_refused() {
    let refused = |field: &Field| field.judged().unwrap_err().to_string();
    let mut field = Field::new();
    field.instance("fa:1", None, &[("a", "ok", 1.0), ("b", "ok", 2.0)]);
    assert!(refused(&field).starts_with("found 2 engines and 1 family with features"));
    let mut field = Field::new();
    field.instance("fa:1", None, &[("a", "ok", 1.0), ("auto", "ok", 2.0)]);
    field.instance("fb:1", None, &[("a", "ok", 1.0), ("auto", "ok", 2.0)]);
    assert!(refused(&field).starts_with("found 1 engine and 2 families with features"));
    let mut results = Results::default();
    results.add("r.csv", field.csv.as_bytes(), None).unwrap();
    let error = Selection::of(&results, &field.features, Clock::Cpu, 3).unwrap_err().to_string();
    assert!(error.contains("--time-limit SECONDS"), "{error}");
    let mut field = families(2);
    field.csv = field.csv.replacen(",count,", ",all,", 1);
    assert!(refused(&field).starts_with("found the tasks all, count; expected rows of one task"));
}
