use super::*;
use crate::folder;
use crate::lines::Lines;
use crate::text;

/// Two pairs of items, each covered together or one by one: four solutions.
const PAIRS: &str = "a b c d\na b\nc d\na\nb\nc\nd\n";

fn counted_within(problem: &str, codes: &[u8], stored: usize) -> Result<u128, String> {
    counted_by(problem, &[b"xcd 1\n", codes].concat(), stored)
}

fn counted_by(problem: &str, bytes: &[u8], stored: usize) -> Result<u128, String> {
    let problem = text::read(Lines::new("p", Box::new(problem.as_bytes()), 1 << 20)).unwrap();
    let [alone, helped] = [1, 2].map(|jobs| {
        let mut steps = Steps::new("c", Box::new(bytes), 1 << 20).unwrap();
        let limits = Limits { stored, jobs, ..Limits::default() };
        let counted = folder::count(&problem, limits, &mut steps, &mut Count);
        counted.map(|(count, _)| count).map_err(|ended| match ended {
            Ended::Refused(refusal) => refusal.to_string(),
            Ended::Overflow => "overflow".to_owned(),
        })
    });
    assert_eq!(alone, helped, "a helper finds the same");
    alone
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

/// A step may have thousands of branches, so the time is looked at between them, and not only where bytes are read.
#[test]
fn a_limit_of_time_ends_a_walk_of_few_bytes() {
    let text = format!("a b\n{}b\n", "a\n".repeat(3000));
    let problem = text::read(Lines::new("p", Box::new(text.as_bytes()), 1 << 20)).unwrap();
    let codes = [b"xcd 1\n\x04".as_slice(), &[5; 3000]].concat();
    let walked = |until| {
        let mut steps = Steps::new("c", Box::new(&codes[..]), 1 << 20).unwrap();
        let limits = Limits { until, ..Limits::default() };
        let mut walk = Walk::<u128, Count>::new(&problem, limits);
        match walk.count(&problem.all(), &mut steps, &mut Count) {
            Err(Ended::Refused(refusal)) => Err(refusal.to_string()),
            counted => Ok(counted.ok()),
        }
    };
    let late = walked(Some(Instant::now())).unwrap_err();
    assert!(late.ends_with("the limit of time has passed"), "{late}");
    assert_eq!(walked(None), Ok(Some(3000)));
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

/// Counts by a certificate that may rename.
fn renamed(problem: &str, codes: &[u8]) -> Result<u128, String> {
    counted_by(problem, &[b"xcd 2\n", codes].concat(), 1 << 20)
}

#[test]
fn what_is_the_same_but_for_names_is_counted_once() {
    // The first option of a leaves `e f`, e, f (6 to 8); the second `c d`, c, d (2 to 4).
    let pairs = "a b c d e f\na b c d\na b e f\nc d\nc\nd\ne f\ne\nf\n";
    assert_eq!(renamed(pairs, &[4, 0, 8, 9, 3, 0, 5, 6, 7]), Ok(4));
    assert_eq!(renamed(pairs, &[4, 0, 8, 9, 3, 0, 5, 7, 6]), Ok(4), "c for f, d for e");
    let other = "the sub-problem stored 0 before the last is another";
    for (wrong, why) in [
        ([6, 5, 7], "the options of an item to be covered do not correspond to those of any other"),
        ([5, 6, 6], "a counterpart is no option, or is that of another one, too"),
        ([5, 6, 99], "a counterpart is no option, or is that of another one, too"),
        ([5, 6, 4], "the counterparts are not the options that are left in the stored one"),
    ] {
        let refused = renamed(pairs, &[&[4, 0, 8, 9, 3, 0], &wrong[..]].concat()).unwrap_err();
        assert!(refused.contains(&format!("{other}: {why}")), "{wrong:?}: {refused}");
    }
    let short = renamed(pairs, &[4, 0, 8, 9, 3, 0, 5, 6]).unwrap_err();
    assert!(short.contains("the certificate ends"), "{short}");
    let old = counted(pairs, &[4, 0, 8, 9, 3, 0, 5, 6, 7]).unwrap_err();
    assert!(old.contains("found step 3, which `xcd 1` lacks"), "{old}");
    let none = renamed(pairs, &[4, 0, 8, 9, 3, 1, 5, 6, 7]).unwrap_err();
    assert!(none.contains("expected one of 1 stored ones"), "{none}");
}

/// A problem whose first item leaves one of many pairs, all alike, and its certificate, where the counterparts of these pairs are wrong.
fn many_pairs(wrong: &[usize]) -> (String, Vec<u8>) {
    const PAIRS: usize = 300;
    let pairs: Vec<String> = (0..PAIRS).map(|i| format!("x{i} y{i}")).collect();
    let mut text = format!("a {}\n", pairs.join(" "));
    for i in 0..PAIRS {
        let others = [&pairs[..i], &pairs[i + 1..]].concat();
        text += &format!("a {}\n", others.join(" "));
    }
    (0..PAIRS).for_each(|i| text += &format!("x{i} y{i}\nx{i}\ny{i}\n"));
    let mut codes = vec![4, 0, 5, 6];
    for i in 1..PAIRS {
        let last = if wrong.contains(&i) { 0 } else { 2 };
        let counterparts = [0, 1, last].map(|option| PAIRS + option);
        let bytes = counterparts.map(|number| [number as u8 | 0x80, (number >> 7) as u8]);
        codes.extend([3, 0].into_iter().chain(bytes.concat()));
    }
    (text, codes)
}

#[test]
fn with_a_helper_the_first_of_several_faults_is_named() {
    let (problem, codes) = many_pairs(&[]);
    assert_eq!(renamed(&problem, &codes), Ok(600));
    for first in [1, 2, 31, 32, 33, 34, 150, 299] {
        let (_, codes) = many_pairs(&[first, first + 1, first + 40]);
        let refused = renamed(&problem, &codes).unwrap_err();
        let at = format!("c, byte {}: ", 6 + 4 + 8 * first);
        assert!(refused.starts_with(&at), "{refused}; expected {at}");
    }
}

#[test]
fn an_item_without_options_is_not_passed_over() {
    // The options left are those of c and d, after `a z` and after `a`; but then z cannot be covered.
    let why = "the options of an item to be covered do not correspond to those of any other";
    let first = "a z c d\na z\na\nc d\nc\nd\n";
    let refused = renamed(first, &[4, 0, 6, 7, 3, 0, 2, 3, 4]).unwrap_err();
    assert!(refused.contains(why), "{refused}");
    let second = "a z c d\na\na z\nc d\nc\nd\n";
    let refused = renamed(second, &[4, 0, 5, 3, 0, 2, 3, 4]).unwrap_err();
    assert!(refused.contains(why), "{refused}");
    assert_eq!(renamed(second, &[4, 5, 6, 7]), Ok(2));
}

#[test]
fn colours_and_bounds_must_be_the_same_under_other_names() {
    // Both c and d with x, and e and f with y, exclude each other unless the colours are equal.
    let coloured = |second: &str| {
        format!("a c d e f | x y\na c d\na e f\nc x:1\nc x:2\nd x:1\ne y:{second}\ne y:2\nf y:1\n")
    };
    assert_eq!(renamed(&coloured("1"), &[4, 0, 7, 8, 8, 3, 0, 5, 6, 7]), Ok(2));
    let why = "two options exclude each other, and their counterparts do not";
    let refused = renamed(&coloured("3"), &[4, 0, 7, 8, 8, 3, 0, 5, 6, 7]).unwrap_err();
    assert!(refused.contains(why), "{refused}");
    // `s a` leaves b what `s b` leaves a, if both have the same bounds.
    let several = |high: u32| format!("s 1:2|a 1:{high}|b\ns a\ns b\na\na\nb\nb\n");
    let codes = [4, 0, 6, 6, 5, 5, 5, 3, 0, 4, 5, 2, 3];
    assert_eq!(renamed(&several(2), &codes), Ok(18));
    let why = "the options of an item to be covered do not correspond to those of any other";
    let refused = renamed(&several(3), &codes).unwrap_err();
    assert!(refused.contains(why), "{refused}");
}
