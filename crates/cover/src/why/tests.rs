//! Reasons of known problems, and their proofs read by a small checker of cutting planes.

use super::*;
use crate::family;

fn sought(problem: &Problem, limits: &Limits) -> Sought {
    find(problem, limits, &CancelToken::new())
}

fn reason(problem: &Problem) -> Reason {
    match sought(problem, &Limits::default()) {
        Sought::Reason(reason) => reason,
        other => panic!("{problem}{other:?}"),
    }
}

fn parsed(text: &str) -> Problem {
    Problem::parse(text).unwrap()
}

fn named<'p>(problem: &'p Problem, reason: &Reason) -> Vec<(&'p str, i64)> {
    let Reason::Weights(weights) = reason else { panic!("{reason:?}") };
    weights.iter().map(|&(item, weight)| (problem.item_name(item), weight)).collect()
}

#[test]
fn pigeons_weigh_one_and_holes_minus_one() {
    let problem = family::build("pigeonhole:9").unwrap();
    let reason = reason(&problem);
    let weights = named(&problem, &reason);
    assert_eq!(weights.len(), 19);
    assert!(
        weights.iter().all(|&(name, weight)| weight == if name.starts_with('p') { 1 } else { -1 })
    );
}

#[test]
fn a_mutilated_board_is_coloured_like_a_chessboard() {
    let problem = family::build("dominoes:8x8:mutilated").unwrap();
    let reason = reason(&problem);
    let weights = named(&problem, &reason);
    assert_eq!(weights.len(), 62);
    let rank = |name: &str| name.bytes().map(u32::from).sum::<u32>() % 2;
    let dark = rank(weights[0].0);
    let sign = if weights[0].1 > 0 { 1 } else { -1 };
    assert!(weights.iter().all(|&(name, w)| w == if rank(name) == dark { sign } else { -sign }));
}

#[test]
fn bounds_secondary_items_and_colours_count() {
    let weights = |text: &str| {
        let problem = parsed(text);
        named(&problem, &reason(&problem))
            .into_iter()
            .map(|(n, w)| format!("{n}{w:+}"))
            .collect::<Vec<_>>()
            .join(" ")
    };
    assert_eq!(weights("a b\na\n"), "b+1");
    assert_eq!(weights("3:4|a 1:2|b\na b\na b\na b\n"), "a+1 b-1");
    assert_eq!(weights("a b | x\na x\nb x\n"), "a+1 b+1 x-1");
    // Different colours exclude each other; an option without a primary item does not matter.
    assert_eq!(weights("a b | x\na x:r\nb x:g\nx:r\n"), "a+1 b+1 x-1");
}

#[test]
fn cases_follow_where_no_weights_exist() {
    // Halves of all options cover each item once.
    let problem = parsed("a b c\na b\nb c\na c\n");
    assert_eq!(reason(&problem).size(), 2);
    let problem = parsed("2|a b\na\nb\n");
    let Reason::Cases { cases, .. } = reason(&problem) else {
        panic!("an option is chosen at most once")
    };
    assert_eq!(cases.len(), 1);
    // Two options with the same colour can be chosen together, so that the item has no weight.
    let problem = parsed("a b c | x\na x:r\na x:g\nb x:r\nb x:g\nc x:b\nc x:y\n");
    let reason = reason(&problem);
    let Reason::Cases { cases, .. } = &reason else { panic!("{reason:?}") };
    assert_eq!(cases.len(), 2);
    assert_eq!(reason.size(), 2);
    assert_eq!(reason.proof(&problem), None);
}

#[test]
fn a_problem_with_solutions_has_no_reason() {
    for spec in ["dominoes:6x6", "langford:4", "queens:6"] {
        let problem = family::build(spec).unwrap();
        match sought(&problem, &Limits::default()) {
            Sought::Solution(options) => assert_eq!(crate::verify(&problem, &options), Ok(())),
            Sought::Nothing { .. } => {}
            Sought::Reason(reason) => panic!("{spec}: {reason:?}"),
        }
    }
    let nothing = parsed("0:1|a | x\na x\n");
    assert_eq!(sought(&nothing, &Limits::default()), Sought::Solution(Vec::new()));
}

#[test]
fn limits_are_kept() {
    let langford = family::build("langford:6").unwrap();
    let few = Limits { programs: 5, ..Limits::default() };
    let Sought::Nothing { programs, is_too_large: false } = sought(&langford, &few) else {
        panic!("too few")
    };
    assert!((1..=5).contains(&programs), "{programs}");
    let work = langford.items() * langford.options();
    let small = Limits { work: work - 1, ..Limits::default() };
    assert_eq!(sought(&langford, &small), Sought::Nothing { programs: 0, is_too_large: true });
    let one = Limits { work, ..Limits::default() };
    assert_eq!(sought(&langford, &one), Sought::Nothing { programs: 1, is_too_large: false });
    let cancel = CancelToken::new();
    cancel.cancel();
    let nothing = Sought::Nothing { programs: 0, is_too_large: false };
    assert_eq!(find(&langford, &Limits::default(), &cancel), nothing);
}

#[test]
fn wrong_reasons_do_not_hold() {
    let problem = parsed("a b c | x y\na x y:r\nb x\nc y:r\nc x\n");
    let id = |i: u32| ItemId(i);
    let holds = |weights: &[(u32, i64)]| {
        Reason::Weights(weights.iter().map(|&(i, w)| (id(i), w)).collect()).holds(&problem)
    };
    assert!(holds(&[(0, 1), (1, 1), (3, -1)]));
    assert!(!holds(&[(0, 1), (1, 1)]), "an option has a positive sum");
    assert!(!holds(&[(0, 1), (3, -1)]), "it balances");
    assert!(!holds(&[(0, 1), (1, 1), (3, -1), (3, -1)]), "an item is listed twice");
    assert!(!holds(&[(0, 1), (1, 1), (3, -1), (4, 1)]), "a secondary item need not be covered");
    assert!(!holds(&[(0, 1), (2, 1), (4, -1)]), "two options may share a colour");
    assert!(!holds(&[(9, 1)]) && !holds(&[]));
    assert!(holds(&[(0, i64::MAX), (1, i64::MAX), (3, i64::MIN)]), "sums exceed 64 bits");
    let starved = |item: u32| Reason::Weights(vec![(id(item), 1)]);
    let cases = |item: u32, cases: &[(u32, Reason)]| {
        let cases =
            cases.iter().cloned().map(|(option, reason)| (OptionId(option), reason)).collect();
        Reason::Cases { item: id(item), cases }
    };
    assert!(cases(0, &[(0, starved(1))]).holds(&problem));
    assert!(!cases(0, &[]).holds(&problem), "a case is missing");
    assert!(!cases(0, &[(0, starved(2))]).holds(&problem), "the reason of the case is wrong");
    assert!(
        !cases(0, &[(0, starved(1)), (1, starved(0))]).holds(&problem),
        "a case of another item"
    );
    assert!(!cases(3, &[(0, starved(1)), (1, starved(0)), (3, starved(0))]).holds(&problem));
}

#[test]
fn proofs_derive_a_contradiction() {
    let specs = [
        "pigeonhole:5",
        "dominoes:6x6:mutilated",
        "dominoes:3x3",
        "langford:5",
        "queens:3",
        "matching:torus:3x3",
    ];
    let texts =
        ["2|a b\na\nb\n", "2:3|a b c | x\na b x\na x\na c x\nc x\n", "a b | x\na x\nb x\nx\n"];
    let problems = specs.iter().map(|spec| family::build(spec).unwrap()).chain(texts.map(parsed));
    for problem in problems {
        let lines = reason(&problem).proof(&problem).unwrap();
        let mut checker = Checker::of(&pol::formula(&problem));
        let last = lines.iter().map(|line| checker.derive(line)).last();
        assert_eq!(last, Some(true), "{problem}{lines:?}");
    }
    let problem = family::build("dominoes:6x6:mutilated").unwrap();
    assert_eq!(reason(&problem).proof(&problem).map(|lines| lines.len()), Some(1));
    let other = reason(&problem);
    assert_eq!(other.proof(&family::build("dominoes:6x6").unwrap()), None);
}

/// Constraints `sum >= degree`, each a coefficient by variable and the degree, derived one after the other.
struct Checker {
    variables: usize,
    constraints: Vec<(Vec<i64>, i64)>,
}

impl Checker {
    fn of(formula: &str) -> Self {
        let mut lines = formula.lines();
        let variables = lines.next().unwrap().split(' ').nth(2).unwrap().parse().unwrap();
        let mut checker = Self { variables, constraints: Vec::new() };
        for line in lines {
            let (sum, degree) = line.split_once(['>', '<']).unwrap();
            let sign = if line.contains('<') { -1 } else { 1 };
            let degree: i64 = degree.trim_matches(['=', ' ', ';']).parse().unwrap();
            let (coefficients, moved) = checker.sum(sum);
            let coefficients = coefficients.into_iter().map(|c| sign * c).collect();
            checker.constraints.push((coefficients, sign * degree - moved));
        }
        checker
    }

    /// The coefficients of `1 x3 1 ~x4`, and the constant part, that of negated variables.
    fn sum(&self, text: &str) -> (Vec<i64>, i64) {
        let mut coefficients = vec![0; self.variables];
        let mut constant = 0;
        let words: Vec<&str> = text.split_whitespace().collect();
        for term in words.chunks(2) {
            let coefficient: i64 = term[0].parse().unwrap();
            let (variable, sign) =
                term[1].strip_prefix('~').map_or((term[1], 1), |word| (word, -1));
            let place = variable[1..].parse::<usize>().unwrap() - 1;
            coefficients[place] += sign * coefficient;
            constant += if sign < 0 { coefficient } else { 0 };
        }
        (coefficients, constant)
    }

    /// Adds the constraint of a line, and says whether no assignment satisfies it.
    fn derive(&mut self, line: &str) -> bool {
        let (rule, rest) = line.strip_suffix(';').unwrap().split_once(' ').unwrap();
        let derived = match rule {
            "pol" => self.added(rest),
            "rup" => {
                let (sum, degree) = rest.split_once(">=").unwrap();
                let (coefficients, constant) = self.sum(sum);
                let degree: i64 = degree.trim().parse().unwrap();
                let negated = coefficients.iter().map(|c| -c).collect();
                self.constraints.push((negated, 1 - (degree - constant)));
                assert!(self.propagates_to_conflict(), "{line}");
                self.constraints.pop();
                (coefficients, degree - constant)
            }
            other => panic!("{other}"),
        };
        let most: i64 = derived.0.iter().filter(|c| **c > 0).sum();
        self.constraints.push(derived);
        most < self.constraints.last().unwrap().1
    }

    /// The value of a `pol` line, in reverse Polish notation.
    fn added(&self, line: &str) -> (Vec<i64>, i64) {
        let mut stack: Vec<(Vec<i64>, i64)> = Vec::new();
        let mut words = line.split_whitespace().peekable();
        while let Some(word) = words.next() {
            if word == "+" {
                let (b, a) = (stack.pop().unwrap(), stack.pop().unwrap());
                let sum = a.0.iter().zip(&b.0).map(|(a, b)| a + b).collect();
                stack.push((sum, a.1 + b.1));
                continue;
            }
            let (coefficients, degree) = &self.constraints[word.parse::<usize>().unwrap() - 1];
            let factor = words.peek().and_then(|next| next.parse::<i64>().ok());
            let is_factor = words.clone().nth(1) == Some("*");
            let factor = factor.filter(|_| is_factor).unwrap_or(1);
            if is_factor {
                words.nth(1);
            }
            assert!(factor > 0);
            stack.push((coefficients.iter().map(|c| factor * c).collect(), factor * degree));
        }
        let [sum] = &stack[..] else { panic!("{line}") };
        sum.clone()
    }

    fn propagates_to_conflict(&self) -> bool {
        let mut values: Vec<Option<bool>> = vec![None; self.variables];
        loop {
            let before = values.clone();
            for (coefficients, degree) in &self.constraints {
                let value = |variable: usize| values[variable];
                let most: i64 = (coefficients.iter().enumerate())
                    .map(|(v, &c)| match value(v) {
                        Some(is_true) => {
                            if is_true {
                                c
                            } else {
                                0
                            }
                        }
                        None => c.max(0),
                    })
                    .sum();
                if most < *degree {
                    return true;
                }
                for (variable, &coefficient) in coefficients.iter().enumerate() {
                    if values[variable].is_none() && most - coefficient.abs() < *degree {
                        values[variable] = Some(coefficient > 0);
                    }
                }
            }
            if values == before {
                return false;
            }
        }
    }
}
