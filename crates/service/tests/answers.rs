//! Every question to a problem, from JSON to JSON, with answers that are known from elsewhere.

use std::collections::BTreeSet;
use std::ops::ControlFlow;

use quadrille_cover::{BigUint, Budget, CancelToken, Dlx, OptionId, Problem, Solver, verify};
use quadrille_service::Error;
use quadrille_service::problem::{
    Answer, Classes, Classified, Clock, Drawn, Ended, Question, Request, Sampler, Smaller, Source,
    check_provable, engine, estimate,
};
use serde_json::{Value, json};

/// Knuth's example, with its only solution.
const KNUTH: &str = "a b c d e f g\nc e\na d g\nb c f\na d f\nb g\nd e g\n";

/// The answer of a request in JSON, as JSON. What is written is read again, and equal.
fn answer(source: &Value, question: &Value, more: &Value) -> Value {
    let mut request = json!({ "source": source, "question": question });
    for (name, value) in more.as_object().into_iter().flatten() {
        request[name] = value.clone();
    }
    let request: Request = serde_json::from_value(request).unwrap();
    let answer = request.answer().unwrap();
    let written = serde_json::to_value(&answer).unwrap();
    assert_eq!(serde_json::from_value::<Answer>(written.clone()).unwrap(), answer);
    written
}

fn of_knuth(question: &Value) -> Value {
    answer(&json!({ "text": KNUTH }), question, &json!({}))
}

fn of_family(spec: &str, question: &Value) -> Value {
    answer(&json!({ "family": spec }), question, &json!({}))
}

#[test]
fn solutions_are_the_texts_of_their_options() {
    let found = of_knuth(&json!({ "solutions": { "limit": null } }));
    let mut options: Vec<&str> = found["solutions"]["solutions"][0]
        .as_array()
        .unwrap()
        .iter()
        .map(|option| option.as_str().unwrap())
        .collect();
    options.sort_unstable();
    assert_eq!(options, ["a d f", "b g", "c e"]);
    assert_eq!(found["solutions"]["found"]["ended"], "exhausted");
}

#[test]
fn counts_are_of_any_length_and_by_any_engine() {
    let count = json!({ "count": { "limit": null } });
    let counted = of_family("dominoes:12x12", &count);
    assert_eq!(counted["count"]["solutions"], "53060477521960000");
    for engine in ["dlx", "bits", "memo", "iso", "frontier", "auto"] {
        let more = json!({ "engine": engine, "jobs": 2, "preprocess": true });
        let counted = answer(&json!({ "family": "queens:6" }), &count, &more);
        assert_eq!(counted["count"]["solutions"], "4", "{engine}");
    }
    let limited = of_family("queens:8", &json!({ "count": { "limit": 10 } }));
    assert_eq!(limited["count"]["ended"], "stopped");
}

#[test]
fn options_given_and_limits_hold() {
    let all = json!({ "solutions": { "limit": null } });
    let given = answer(&json!({ "text": KNUTH }), &all, &json!({ "given": ["b g"] }));
    assert_eq!(given["solutions"]["found"]["solutions"], "1");
    let excluded = answer(&json!({ "text": KNUTH }), &all, &json!({ "given": ["2"] }));
    assert_eq!(excluded["solutions"]["found"]["solutions"], "0");
    let few = json!({ "limits": { "nodes": 3 }, "engine": "dlx" });
    let limited = answer(&json!({ "family": "queens:8" }), &all, &few);
    assert_eq!(limited["solutions"]["found"]["ended"], "budget_spent");
}

#[test]
fn options_that_cannot_be_read_are_left_out_if_that_is_asked_for() {
    let request: Request = serde_json::from_value(json!({
        "source": { "text": "a b\na\nq\nb\n" }, "question": { "count": { "limit": null } }, "keep_going": true
    }))
    .unwrap();
    let Answer::Count(found) = request.answer().unwrap() else { unreachable!() };
    assert_eq!(found.solutions.to_string(), "1");
    assert!(Request { keep_going: false, ..request }.answer().is_err());
}

#[test]
fn classes_symmetries_and_reasons_are_those_of_the_literature() {
    let classes = json!({ "classes": { "method": "auto", "is_counted": true, "limit": null } });
    let found = of_family("queens:8", &classes);
    assert_eq!(
        (&found["classes"]["number"], &found["classes"]["solutions"]),
        (&json!(12), &json!("92"))
    );
    assert_eq!(of_family("queens:8", &json!("symmetries"))["symmetries"]["order"], "8");
    let why = of_family("dominoes:4x4:mutilated", &json!("why"));
    assert!(why["why"]["Ok"].as_str().is_some_and(|words| !words.is_empty()), "{why}");
    let none = of_family("queens:8", &json!("why"));
    assert!(none["why"]["Err"].as_str().unwrap().contains("has a solution"), "{none}");
}

#[test]
fn a_diagram_knows_places_costs_and_shares() {
    let costs = "a b\na |2\na b |7\nb |4\nb |9\n";
    let of_costs = |question: &Value| answer(&json!({ "text": costs }), question, &json!({}));
    let distribution = of_costs(&json!("costs"));
    assert_eq!(distribution["costs"][0], json!({ "cost": 6, "solutions": "1" }));
    assert_eq!(of_costs(&json!("marginals"))["marginals"], json!(["2", "1", "1", "1"]));
    let cheapest = of_costs(&json!({ "cheapest": 1 }));
    assert_eq!(cheapest["solutions"]["solutions"].as_array().unwrap().len(), 1);
    let nth = of_family("queens:8", &json!({ "nth": "92" }));
    let options = &nth["solutions"]["solutions"][0];
    assert_eq!(of_family("queens:8", &json!({ "index_of": options }))["index"], "92");
    assert!(of_knuth(&json!("compile"))["diagram"].as_str().unwrap().contains("a b c d e f g"));
}

#[test]
fn all_samplers_draw_what_was_asked_for() {
    for (engine, all) in [("diagram", "92"), ("iso", "92"), ("descent", "3")] {
        let more = json!({ "engine": engine });
        let sample = json!({ "sample": { "number": 3, "seed": 7 } });
        let drawn = answer(&json!({ "family": "queens:8" }), &sample, &more);
        assert_eq!(drawn["solutions"]["solutions"].as_array().unwrap().len(), 3, "{engine}");
        assert_eq!(drawn["solutions"]["found"]["solutions"], all, "{engine}");
    }
    assert!(Sampler::by_name("dlx").is_err());
    let mut seen = 0;
    let stopped = Sampler::Diagram.draw(
        &Source::family("queens:8").read(false).unwrap().problem,
        (5, 1),
        &Budget::default(),
        &mut |_: &[OptionId]| {
            seen += 1;
            ControlFlow::Break(())
        },
    );
    assert_eq!((stopped.unwrap(), seen), (Drawn::Stopped, 1), "who stops has not all");
}

/// Descents find each solution of small problems of all kinds, and say where there is none.
#[test]
fn descents_draw_every_solution_and_no_other() {
    for (text, number) in [
        ("a b c\na b\nc\na\nb c\n", 2),
        ("a 1:2|b | x y\na b x:1\nb x:1\nb x:2\na y\nb |4\n", 8),
        ("#a b | x\n#a x\nb x\n", 0),
        ("a b\na\n", 0),
    ] {
        let problem = Problem::parse(text).unwrap();
        let all = Dlx.all(&problem).unwrap();
        assert_eq!(all.len(), number, "{text}");
        let mut found = BTreeSet::new();
        let drawn =
            Sampler::Descent.draw(&problem, (200, 7), &Budget::default(), &mut |solution| {
                assert!(verify(&problem, solution).is_ok());
                found.insert(solution.iter().copied().collect::<BTreeSet<OptionId>>());
                ControlFlow::Continue(())
            });
        let none = (number == 0).then_some(BigUint::ZERO);
        assert_eq!((drawn.unwrap(), found.len()), (Drawn::All(none), number), "{text}");
    }
    let queens = Source::family("queens:60").read(false).unwrap().problem;
    let few = Budget { nodes: Some(20), ..Budget::default() };
    let drawn = |budget: &Budget| {
        Sampler::Descent
            .draw(&queens, (2, 7), budget, &mut |_: &[OptionId]| ControlFlow::Continue(()))
    };
    assert_eq!(drawn(&few).unwrap(), Drawn::Stopped);
    assert_eq!(drawn(&Budget::default()).unwrap(), Drawn::All(None));
}

#[test]
fn what_cannot_be_asked_is_an_error() {
    let refused = |source: Source, question: Question, engine: &str| {
        let request = Request { engine: engine.to_owned(), ..Request::new(source, question) };
        request.answer().unwrap_err()
    };
    let count = Question::Count { limit: None };
    let unknown = refused(Source::family("queens:8"), count.clone(), "none");
    assert!(
        unknown.to_string().starts_with("engine: found \"none\"; expected one of"),
        "{unknown}"
    );
    let wrong = refused(Source::Text("a\nb\n".to_owned()), count.clone(), "auto");
    assert!(wrong.to_string().starts_with("line 2:1: item `b` is unknown"), "{wrong}");
    let named = refused(Source::Named("file".to_owned()), count, "auto");
    assert!(matches!(named, Error::Input(_)), "{named}");
    let cancelled = CancelToken::new();
    cancelled.cancel();
    let request = Request::new(Source::family("queens:12"), Question::Count { limit: None });
    let Answer::Count(found) = request.answer_until(&cancelled).unwrap() else { unreachable!() };
    assert_eq!(found.ended, Ended::BudgetSpent);
}

#[test]
fn classes_add_up() {
    let problem = Source::family("queens:6").read(false).unwrap().problem;
    let all =
        Classified::find(&problem, Classes::Auto, engine("auto").unwrap(), &Budget::default());
    let all = all.unwrap();
    assert_eq!((all.classes.len(), all.sum().as_str()), (1, " = 1 x 8/2"));
}

#[test]
fn classes_are_stated_by_numbers_of_options_that_can_be_chosen() {
    let problem = Source::Text("a b | x\na\nx\nb\nb\n".to_owned()).read(false).unwrap().problem;
    let budget = Budget::default();
    let engine = engine("auto").unwrap();
    let found = Classified::find(&problem, Classes::Auto, engine, &budget).unwrap();
    let stated = found.stated(&problem, None, &2u32.into(), &budget).unwrap();
    assert_eq!((&*stated.solutions, &*stated.symmetries), ("1 2\n", "1 3 2\n"));
    let wrong = found.stated(&problem, None, &3u32.into(), &budget).unwrap_err();
    assert!(matches!(wrong, Error::Defect(_)), "{wrong}");
    assert!(check_provable(&10_000_000u32.into()).is_ok());
    assert!(check_provable(&10_000_001u32.into()).is_err());
}

#[test]
fn the_identity_of_a_problem_changes_with_what_is_given() {
    let read = || Source::Text(KNUTH.to_owned()).read(false).unwrap().problem;
    let identity = |given: &[&str]| {
        let given: Vec<String> = given.iter().map(ToString::to_string).collect();
        Smaller::reduced(read(), (&given, false), &CancelToken::new()).unwrap().identity()
    };
    assert_ne!(identity(&[]), identity(&["1"]));
    assert_eq!(identity(&["c e"]), identity(&["1"]));
}

#[test]
fn a_second_estimate_costs_what_the_clock_leaves() {
    struct Steps(std::cell::Cell<f64>);
    impl Clock for Steps {
        fn now(&self) -> f64 {
            self.0.replace(self.0.get() + 1.0)
        }
    }
    let queens = Source::family("queens:13").read(false).unwrap().problem;
    let clock = Steps(0.0.into());
    let made = estimate(&queens, 0, 10.0, &clock, &CancelToken::new()).unwrap();
    // The first estimate took a second, so that nine are left, of which most are planned.
    assert!(made.allowed > 1_000_000, "{}", made.allowed);
}
