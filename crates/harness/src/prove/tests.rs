use quadrille_cover::family;
use quadrille_sudoku::{Grid, Order};

use super::*;

fn cover(text: &str) -> Body {
    Body::from(Problem::parse(text).unwrap())
}

fn sudoku(cells: &str) -> Body {
    let cells = cells.bytes().map(|byte| if byte == b'.' { 0 } else { byte - b'0' }).collect();
    Body::Sudoku(Puzzle::new(Grid::from_cells(cells).unwrap()))
}

fn limits(tests: u64) -> SearchLimits<'static> {
    SearchLimits { budget: Budget { tests: Some(tests), ..Budget::default() }, wall: None }
}

#[test]
fn numbers_are_proved_up_to_the_limit() {
    let colours = "a 1:2|b | x\na x:1\na x:2\nb x:1\nb\nx\n";
    for (body, limit, expected) in [
        (cover("a b\na\nb\na b\n"), None, 2),
        (cover("a b\na\nb\na b\n"), Some(1), 1),
        (cover("a b\na\nb\na b\n"), Some(2), 2),
        (cover("a b\na\na b |3\n"), Some(2), 1),
        (cover("a b\na\na\n"), Some(1), 0),
        (cover("a b\na\na\n"), None, 0),
        (cover(colours), None, 4),
        (sudoku(&".".repeat(16)), None, 288_u32),
        (sudoku(&".".repeat(16)), Some(2), 2),
        (sudoku("11.............."), Some(2), 0),
        (sudoku("11.............."), None, 0),
        (sudoku("1234341221434321"), Some(2), 1),
        (sudoku("1234341221434321"), None, 1),
        (sudoku("1234341221434312"), Some(2), 0),
    ] {
        let found = number(&body, limit, &limits(10_000));
        assert_eq!(found, Ok(BigUint::from(expected)), "{body:?} {limit:?}");
    }
}

#[test]
fn numbers_may_be_of_any_length() {
    let dominoes = Body::from(family::build("dominoes:12x12").unwrap());
    let found = number(&dominoes, None, &limits(1_000_000));
    assert_eq!(found.unwrap().to_string(), "53060477521960000");
}

#[test]
fn what_exceeds_the_limits_is_not_proved() {
    let queens = Body::from(family::build("queens:9").unwrap());
    let why = number(&queens, None, &limits(10)).unwrap_err();
    assert_eq!(why, "its certificate takes more than 10 times the limits; raise the limits");
    assert_eq!(number(&queens, None, &limits(10_000)), Ok(352u16.into()));
    // Neither the search nor the checker takes as many options as an empty grid of 36 rows has.
    let wide = Body::Sudoku(Puzzle::new(Grid::empty(Order::new(6).unwrap())));
    let why = number(&wide, Some(1), &limits(1_000_000)).unwrap_err();
    assert_eq!(why, "a certificate does not handle more than 16384 options");
}

/// The bytes of a certificate of the problem.
fn certificate(body: &Body) -> Vec<u8> {
    let problem = Problem::parse(statement(body)).unwrap();
    let (claim, (_, bytes)) = counted(&problem, &Budget::default()).unwrap();
    assert_eq!(claim, Claim::Count(288u16.into()));
    bytes
}

#[test]
fn a_certificate_is_of_one_number_and_one_problem() {
    let (empty, other) = (sudoku(&".".repeat(16)), sudoku(&format!("1{}", ".".repeat(15))));
    let bytes = certificate(&empty);
    let check = |body: &Body, number: u16, bytes: &[u8], limits: &SearchLimits<'_>| {
        let claim = Claim::Count(number.into());
        check(&claim, &statement(body), (CERTIFICATE, bytes), limits)
    };
    let plenty = limits(10);
    assert_eq!(check(&empty, 288, &bytes, &plenty), Ok(()));
    let refused = |body, number, bytes| match check(body, number, bytes, &plenty) {
        Err(Denial::Refused(why)) => why,
        other => panic!("{other:?}"),
    };
    let why = refused(&empty, 287, &bytes);
    assert!(why.contains("claims 287 solutions; counted 288"), "{why}");
    let why = refused(&other, 72, &bytes);
    assert!(why.starts_with("certificate.xcd, byte "), "{why}");
    let why = refused(&empty, 288, &bytes[..bytes.len() - 1]);
    assert!(why.starts_with("certificate.xcd, byte "), "{why}");
    // A check that is stopped says nothing.
    let cancel = quadrille_cover::CancelToken::new();
    cancel.cancel();
    let budget = Budget { cancel: Some(cancel), ..Budget::default() };
    let stopped = check(&empty, 288, &bytes, &SearchLimits { budget, wall: None });
    assert!(matches!(stopped, Err(Denial::Unchecked(_))), "{stopped:?}");
}
