use super::*;
use crate::lines::Lines;
use crate::text;

/// Two pairs of items, each covered together or one by one: four solutions.
const PAIRS: &str = "a b c d\na b\nc d\na\nb\nc\nd\n";

fn counted_within(problem: &str, codes: &[u8], stored: usize) -> Result<u128, String> {
    let problem = text::read(Lines::new("p", Box::new(problem.as_bytes()), 1 << 20)).unwrap();
    let bytes = [b"xcd 1\n", codes].concat();
    let mut steps = Steps::new("c", Box::new(&bytes[..]), 1 << 20).unwrap();
    let limits = Limits { stored, ..Limits::default() };
    let mut walk = Walk::<u128, Count>::new(&problem, limits);
    let count = walk.count(&problem.all(), &mut steps, &mut Count);
    let count = count.and_then(|count| Ok(steps.end().map(|()| count)?));
    count.map_err(|ended| match ended {
        Ended::Refused(refusal) => refusal.to_string(),
        Ended::Overflow => "overflow".to_owned(),
    })
}

fn counted(problem: &str, codes: &[u8]) -> Result<u128, String> {
    counted_within(problem, codes, 1 << 20)
}

#[test]
fn every_way_leads_to_the_same_count() {
    assert_eq!(counted(PAIRS, &[4, 6, 7, 5, 6, 7]), Ok(4));
    assert_eq!(counted(PAIRS, &[4, 0, 6, 7, 5, 1, 0]), Ok(4), "stored and used");
    assert_eq!(counted(PAIRS, &[4, 0, 6, 7, 5, 2, 0]), Ok(4), "used for the last time");
    assert_eq!(counted(PAIRS, &[7, 4, 5, 6, 5, 4]), Ok(4), "from the other end");
}

#[test]
fn what_does_not_fit_is_refused() {
    let refused = |codes: &[u8]| counted(PAIRS, codes).unwrap_err();
    let ends = "the certificate ends; expected a further step";
    assert_eq!(refused(&[4, 6, 7, 5, 6]), format!("c, byte 11: {ends}"));
    assert_eq!(
        refused(&[4, 6, 7, 5, 6, 7, 4]),
        "c, byte 13: found steps after the last sub-problem"
    );
    let covered = "expected a primary item that is to be covered";
    assert_eq!(refused(&[4, 4]), format!("c, byte 8: found a branch on item 1; {covered}"));
    assert_eq!(refused(&[8]), format!("c, byte 7: found a branch on item 5; {covered}"));
    assert!(refused(&[1, 0]).contains("found sub-problem 0 before the last"));
    assert!(refused(&[4, 0, 6, 7, 1, 0]).contains("differs from this one"), "b is open, too");
    assert!(refused(&[4, 0, 6, 7, 5, 2, 1]).contains("expected one of 1 stored ones"));
    let within = counted_within(PAIRS, &[4, 0, 6, 7, 5, 1, 0], 1).unwrap_err();
    assert!(within.contains("the limit of this check"), "{within}");
}

#[test]
fn a_sub_problem_that_was_forgotten_is_not_found() {
    let three = "a b c d e\na b\nc d e\na\nb\nc\nd\ne\na b\n";
    assert_eq!(counted(three, &[4, 0, 6, 7, 8, 5, 1, 0, 2, 0]), Ok(6));
    let refused = counted(three, &[4, 0, 6, 7, 8, 5, 2, 0, 2, 0]).unwrap_err();
    assert!(refused.contains("not forgotten"), "{refused}");
}

#[test]
fn items_with_bounds_are_branched_on_and_closed() {
    // a is covered once or twice, by two of three options at most.
    assert_eq!(counted("1:2|a\na\na\na\n", &[4, 4, 4]), Ok(6));
    // Two options are needed at first, then one: no branch has too few left.
    assert_eq!(counted("2:2|a\na\na\na\n", &[4, 4, 4]), Ok(3));
    assert_eq!(counted("2:3|a\na\n", &[4]), Ok(0));
    // b needs nothing, so that its last branch is without options.
    assert_eq!(counted("a 0:1|b\na\nb\na b\n", &[4, 5]), Ok(3));
    assert_eq!(counted("a 0:1|b\na\nb\na b\n", &[5, 4, 4]), Ok(3));
}

#[test]
fn colours_decide_which_options_exclude_each_other() {
    let coloured = "a b | x\na x:1\na x\nb x:1\nb x:2\nb\n";
    // `a x:1` goes with `b x:1` and `b`; `a x` goes with `b` alone.
    assert_eq!(counted(coloured, &[4, 5, 5]), Ok(3));
}
