use crate::search::Solver;
use std::io::Cursor;
use std::ops::ControlFlow;
use std::sync::Mutex;

use num_bigint::BigUint;

use super::*;
use crate::family;

/// Keeps in memory.
#[derive(Default)]
struct Kept(Mutex<Vec<(Vec<u8>, BigUint)>>);

impl Keeper for Kept {
    fn restore(&self, take: &mut dyn FnMut(&[u8], &BigUint)) {
        self.0.lock().unwrap().iter().for_each(|(bytes, solutions)| take(bytes, solutions));
    }

    fn keep(&self, bytes: &[u8], solutions: &BigUint) {
        self.0.lock().unwrap().push((bytes.to_vec(), solutions.clone()));
    }
}

fn counted(problem: &Problem) -> (Tally, Vec<u8>) {
    let mut out = Vec::new();
    let spool = Cursor::new(Vec::new());
    let tally = count(problem, &Budget::default(), Repeats::Equal, spool, &mut out).unwrap();
    (tally, out)
}

/// The codes of a certificate of small numbers, without its first bytes.
fn codes(certificate: &[u8]) -> &[u8] {
    certificate.strip_prefix(HEAD).unwrap()
}

#[test]
fn forced_moves_and_dead_ends_have_codes() {
    let problem = Problem::parse("a b c\na b\nc\na c\nb\na\n").unwrap();
    let (tally, certificate) = counted(&problem);
    assert_eq!(tally.solutions, 3u32.into());
    // Item b has two options: `a b` leaves c with its own option; `b` leaves a with two.
    assert_eq!(codes(&certificate), [5, 6, 4, 6]);
}

#[test]
fn only_what_is_used_again_is_stored() {
    let (tally, certificate) = counted(&family::build("dominoes:4x4").unwrap());
    assert_eq!(tally.solutions, 36u32.into());
    let (mut stored, mut last, mut codes) = (0, 0, codes(&certificate).iter());
    while let Some(&code) = codes.next() {
        match code {
            0 => stored += 1,
            1 => _ = codes.next(),
            2 => {
                last += 1;
                codes.next();
            }
            _ => {}
        }
    }
    assert!(stored > 0);
    assert_eq!(stored, last, "each stored sub-problem has a last use");
}

#[test]
fn items_with_multiplicities_have_certificates_of_all_kinds() {
    let problem = Problem::parse("2:2|a\na\na\na\n").unwrap();
    for repeats in [Repeats::Equal, Repeats::Renamed, Repeats::Layered, Repeats::Auto] {
        let (spool, mut out) = (Cursor::new(Vec::new()), Vec::new());
        let tally = count(&problem, &Budget::default(), repeats, spool, &mut out).unwrap();
        assert_eq!(tally.solutions, 3u32.into(), "{repeats:?}");
    }
}

#[test]
fn a_count_beyond_128_bits_begins_anew() {
    let mut text = "a b".to_owned();
    (0..130).for_each(|i| text += &format!(" p{i} q{i}"));
    text += "\na b\n";
    for i in 0..130 {
        text += &format!("p{i} q{i}\np{i}\nq{i}\n");
    }
    let (tally, certificate) = counted(&Problem::parse(&text).unwrap());
    assert_eq!(tally.solutions, num_bigint::BigUint::from(1u32) << 130);
    assert_eq!(certificate.windows(HEAD.len()).filter(|bytes| *bytes == HEAD).count(), 1);
}

#[test]
fn a_search_that_is_cut_short_writes_nothing() {
    let problem = family::build("dominoes:6x6").unwrap();
    let budget = Budget { nodes: Some(10), ..Budget::default() };
    for repeats in [Repeats::Equal, Repeats::Renamed] {
        let (mut out, spool) = (Vec::new(), Cursor::new(Vec::new()));
        let tally = count(&problem, &budget, repeats, spool, &mut out).unwrap();
        assert_eq!(tally.search.outcome, Outcome::BudgetSpent);
        assert_eq!(out, []);
    }
}

#[test]
fn visits_store_nothing() {
    let problem = family::build("langford:4").unwrap();
    let (mut out, mut found) = (Vec::new(), 0);
    let mut visit = |_: &[_]| {
        found += 1;
        ControlFlow::Continue(())
    };
    let search = all(&problem, &Budget::default(), &mut out, &mut visit).unwrap();
    assert_eq!((search.outcome, search.stats.solutions, found), (Outcome::Exhausted, 2, 2));
    assert!(codes(&out).iter().all(|&code| u64::from(code) >= BRANCH));
}

/// A place without room.
struct Full;

impl Write for Full {
    fn write(&mut self, _: &[u8]) -> std::io::Result<usize> {
        Err(std::io::ErrorKind::StorageFull.into())
    }
    fn flush(&mut self) -> std::io::Result<()> {
        Ok(())
    }
}

#[test]
fn an_error_of_writing_is_returned() {
    let problem = family::build("dominoes:4x4").unwrap();
    let ended =
        count(&problem, &Budget::default(), Repeats::Equal, Cursor::new(Vec::new()), &mut Full);
    assert!(matches!(ended, Err(ProofError::Io(_))));
}

/// Counted up to names: the problem, its number of solutions, and the codes.
fn renamed(problem: &Problem) -> (Tally, Vec<u8>) {
    let (mut out, spool) = (Vec::new(), Cursor::new(Vec::new()));
    let tally = count(problem, &Budget::default(), Repeats::Renamed, spool, &mut out).unwrap();
    (tally, out)
}

#[test]
fn a_renaming_has_a_number_for_each_option_left() {
    // Two parts that are the same but for names, each with more options than are searched without forms.
    let pairs = "a b c d e f g\na b c d\na e f g\nb c\nc d\nb d\nb\nc\nd\ne f\nf g\ne g\ne\nf\ng\n";
    let (tally, certificate) = renamed(&Problem::parse(pairs).unwrap());
    assert_eq!(tally.solutions, 8u32.into());
    let codes = certificate.strip_prefix(HEAD_OF_RENAMED).unwrap();
    let place = codes.iter().position(|&code| u64::from(code) == RENAMED).expect("a renaming");
    let [ago, options @ ..] = &codes[place + 1..] else { panic!("it has a place") };
    assert_eq!((*ago, options.len()), (0, 6));
    let mut sorted = options.to_vec();
    sorted.sort_unstable();
    assert!([[2, 3, 4, 5, 6, 7], [8, 9, 10, 11, 12, 13]].contains(&sorted[..].try_into().unwrap()));
}

/// Each of many branches would be checked again, though no number of the certificate says so.
#[test]
fn a_sub_problem_of_many_branches_is_stored_however_short_it_is() {
    let problem = Problem::parse(format!("a b\n{}{}", "a\n".repeat(3), "b\n".repeat(65))).unwrap();
    let (tally, certificate) = renamed(&problem);
    assert_eq!(tally.solutions, 195u32.into());
    let codes = certificate.strip_prefix(HEAD_OF_RENAMED).unwrap();
    assert_eq!(codes, [4, 0, 5, 1, 0, 2, 0]);
}

#[test]
fn layers_are_folded_where_many_states_are_isomorphic() {
    let (mut out, spool) = (Vec::new(), Cursor::new(Vec::new()));
    let problem = family::build("latin:5").unwrap();
    let tally = count(&problem, &Budget::default(), Repeats::Layered, spool, &mut out).unwrap();
    assert_eq!((tally.solutions, tally.search.outcome), (161_280u32.into(), Outcome::Exhausted));
    assert!(out.starts_with(HEAD_OF_RENAMED));
}

/// A state without options is a solution, or has none if an item must still be covered: these are not of one class.
#[test]
fn bounds_are_kept_where_no_option_is_left() {
    let text =
        "1:2|a 0:2|b c 2:3|d | s\na b\na c d\nb d s:x\nc d\nd s:x\na d s:y\nb c d\na s\nb s:x\n";
    let (mut out, spool) = (Vec::new(), Cursor::new(Vec::new()));
    let problem = Problem::parse(text).unwrap();
    let tally = count(&problem, &Budget::default(), Repeats::Layered, spool, &mut out).unwrap();
    assert_eq!(tally.solutions, 20u32.into());
}

#[test]
fn a_front_too_wide_or_a_spent_budget_writes_nothing() {
    let counted = |family: &str, budget: &Budget| {
        let (mut out, spool) = (Vec::new(), Cursor::new(Vec::new()));
        let problem = family::build(family).unwrap();
        let tally = count(&problem, budget, Repeats::Layered, spool, &mut out);
        assert_eq!(out, []);
        tally
    };
    let refused = counted("queens:60", &Budget::default()).unwrap_err().to_string();
    assert!(refused.contains("more than 127 bits"), "{refused}");
    // The count takes 144 steps, the walk more.
    for nodes in [10, 200] {
        let budget = Budget { nodes: Some(nodes), ..Budget::default() };
        let tally = counted("dominoes:12x12", &budget).unwrap();
        assert_eq!(tally.search.outcome, Outcome::BudgetSpent);
    }
}

#[test]
fn counts_up_to_names_are_those_of_naive() {
    use crate::engine::copied::{random_problem, symmetric_problem};
    use crate::engine::{Iso, Naive};

    let mut stream = crate::random::Stream::new(23, 0);
    let mut with_renamings = 0;
    for i in 0..if cfg!(miri) { 5 } else { 400 } {
        let problem =
            if i % 2 == 0 { random_problem(&mut stream) } else { symmetric_problem(&mut stream) };
        if Iso.refuses(&problem).is_some() {
            continue;
        }
        let (tally, certificate) = renamed(&problem);
        assert_eq!(Some(tally.solutions), Naive.count(&problem).ok(), "{problem}");
        with_renamings += usize::from(certificate.contains(&(RENAMED as u8)));
    }
    assert!(cfg!(miri) || with_renamings > 20, "{with_renamings}");
}

/// A count that is ended again and again, each time some nodes later, and goes on.
#[test]
fn a_certificate_goes_on_from_the_steps_that_were_kept() {
    let bounds = "1:2|a 0:2|b c 2:3|d e f\na b\na c d\nb d\nc\nd\na d\nb c d\ne f\ne\nf\ne f d\n";
    let problems = ["latin:4", "latin:5", "dominoes:6x6", "steiner:9"].map(family::build);
    let problems = problems.map(Result::unwrap);
    for problem in problems.iter().chain([&Problem::parse(bounds).unwrap()]) {
        for repeats in [Repeats::Renamed, Repeats::Layered] {
            let by = |budget: &Budget, kept: Option<&dyn Keeper>| {
                let (spool, mut out) = (Cursor::new(Vec::new()), Vec::new());
                let tally = count_kept(problem, budget, repeats, kept, spool, &mut out).unwrap();
                (tally, out)
            };
            let undisturbed = by(&Budget::default(), None);
            let kept = Kept::default();
            let mut rounds = 0;
            let resumed = loop {
                // The count that comes first ends at this limit, too, so it is not too small.
                let nodes = Some(150 + rounds * rounds * 40);
                let counted = by(&Budget { nodes, ..Budget::default() }, Some(&kept));
                if counted.0.search.outcome == Outcome::Exhausted {
                    break counted;
                }
                assert!(counted.1.is_empty(), "nothing is written before the end");
                rounds += 1;
            };
            assert!(resumed == undisturbed, "{repeats:?} in {rounds} rounds");
            let again = by(&Budget::default(), Some(&kept));
            assert!(again == undisturbed, "what was kept is followed to its end");
        }
    }
}

#[test]
fn steps_of_another_problem_are_refused() {
    let kept = Kept::default();
    let by = |family: &str| {
        let (spool, mut out) = (Cursor::new(Vec::new()), Vec::new());
        let problem = family::build(family).unwrap();
        let budget = Budget::default();
        count_kept(&problem, &budget, Repeats::Renamed, Some(&kept), spool, &mut out)
    };
    by("latin:4").unwrap();
    assert!(
        matches!(by("latin:5"), Err(ProofError::Io(error)) if error.to_string().contains("another problem"))
    );
}

/// Without writing, the size is known but for the lengths of references; along layers, from the count alone, it is about right.
#[test]
fn the_size_of_a_certificate_is_estimated() {
    let mut winners = Vec::new();
    for family in ["dominoes:6x6", "latin:5", "langford:7"] {
        let problem = family::build(family).unwrap();
        for repeats in [Repeats::Equal, Repeats::Renamed, Repeats::Layered, Repeats::Auto] {
            let (spool, mut out) = (Cursor::new(Vec::new()), Vec::new());
            let written = count(&problem, &Budget::default(), repeats, spool, &mut out).unwrap();
            let (tally, bytes) = estimate(&problem, &Budget::default(), repeats).unwrap();
            assert_eq!(tally, written);
            let won = tally.changed.map(|changed| changed.engine);
            assert!(won.is_none() || repeats == Repeats::Auto);
            winners.extend(won);
            let ratio = bytes as f64 / out.len() as f64;
            let by_count = matches!(repeats, Repeats::Layered | Repeats::Auto);
            let factor = if by_count { 3.0 } else { 1.1 };
            assert!((1.0 / factor..factor).contains(&ratio), "{family} {repeats:?}: {ratio}");
        }
    }
    assert!(winners.contains(&"iso"), "the engine that wins is named: {winners:?}");
    let spent = Budget { nodes: Some(3), ..Budget::default() };
    let problem = family::build("dominoes:6x6").unwrap();
    for repeats in [Repeats::Renamed, Repeats::Layered] {
        let (tally, _) = estimate(&problem, &spent, repeats).unwrap();
        assert_eq!(tally.search.outcome, Outcome::BudgetSpent);
    }
}
