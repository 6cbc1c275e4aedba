//! Steps of questions to problems, with answers that are known from elsewhere.

use std::collections::BTreeSet;
use std::ops::ControlFlow;

use quadrille_cover::{BigUint, Budget, CancelToken, Dlx, OptionId, Problem, Solver, verify};
use quadrille_service::Error;
use quadrille_service::problem::{
    Classes, Classified, Clock, Drawn, Sampler, Smaller, Source, engine, estimate,
};

/// Knuth's example, with its only solution.
const KNUTH: &str = "a b c d e f g\nc e\na d g\nb c f\na d f\nb g\nd e g\n";

#[test]
fn samplers_draw_what_was_asked_for() {
    let queens = Source::family("queens:8").read(false).unwrap().problem;
    for (engine, all) in [("diagram", Some(92u32)), ("iso", Some(92)), ("descent", None)] {
        let mut seen = 0;
        let mut count = |_: &[OptionId]| {
            seen += 1;
            ControlFlow::Continue(())
        };
        let sampler = Sampler::by_name(engine).unwrap();
        let drawn = sampler.draw(&queens, (3, 7), &Budget::default(), &mut count).unwrap();
        assert_eq!((drawn, seen), (Drawn::All(all.map(BigUint::from)), 3), "{engine}");
    }
    assert!(Sampler::by_name("dlx").is_err());
    let mut seen = 0;
    let stopped =
        Sampler::Diagram.draw(&queens, (5, 1), &Budget::default(), &mut |_: &[OptionId]| {
            seen += 1;
            ControlFlow::Break(())
        });
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
    let unknown = engine("none").err().unwrap().to_string();
    assert!(unknown.starts_with("engine: found \"none\"; expected one of"), "{unknown}");
    let refused = |source: Source| source.read(false).unwrap_err();
    let wrong = refused(Source::Text("a\nb\n".to_owned())).to_string();
    assert!(wrong.starts_with("line 2:1: item `b` is unknown"), "{wrong}");
    let named = refused(Source::Named("file".to_owned()));
    assert!(matches!(named, Error::Input(_)), "{named}");
    let lenient = Source::Text("a b\na\nq\nb\n".to_owned()).read(true).unwrap();
    assert_eq!(Dlx.all(&lenient.problem).unwrap().len(), 1, "`q` is left out");
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
