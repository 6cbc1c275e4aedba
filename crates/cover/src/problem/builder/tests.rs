use super::*;

fn builder() -> ProblemBuilder {
    let mut b = Problem::builder();
    b.primary("a").unwrap();
    b.primary("b").unwrap();
    b.secondary("x").unwrap();
    b
}

#[test]
fn refuses_what_does_not_fit() {
    let mut b = builder();
    assert_eq!(b.primary("c"), Err(ProblemError::PrimaryAfterSecondary("c".into())));
    assert_eq!(b.secondary("a"), Err(ProblemError::DuplicateItem("a".into())));
    assert_eq!(b.secondary("a:b"), Err(ProblemError::BadName("a:b".into())));
    assert_eq!(b.option(["a", "q"]), Err(ProblemError::UnknownItem("q".into())));
    assert_eq!(b.option(["a", "a"]), Err(ProblemError::ItemTwice("a".into())));
    assert_eq!(b.option(["a:red"]), Err(ProblemError::ColourOnPrimary("a".into())));
    assert_eq!(b.option(["x:"]), Err(ProblemError::BadColour("x:".into())));
    assert_eq!(b.option([]), Err(ProblemError::EmptyOption));
}

#[test]
fn a_refused_option_leaves_nothing_behind() {
    let mut b = builder();
    assert!(b.option(["a", "x:blue", "q"]).is_err());
    b.option(["a", "x:red"]).unwrap();
    let p = b.build();
    assert_eq!((p.options(), p.colours()), (1, 1));
    assert_eq!(p.option_text(OptionId(0)), "a x:red");
}

#[test]
fn costs_are_kept_and_added_up() {
    let mut b = builder();
    let free = b.option(["a"]).unwrap();
    b.push_cost(2).unwrap();
    b.push_cost(3).unwrap();
    let five = b.option(["b"]).unwrap();
    let later = b.option(["a", "b"]).unwrap();
    b.set_cost(later, 9).unwrap();
    b.set_cost(later, 7).unwrap();
    let p = b.clone().build();
    assert_eq!([free, five, later].map(|o| p.cost(o)), [0, 5, 7]);
    assert_eq!((p.has_costs(), p.cost_of(&[free, five, later])), (true, 12));
    // A problem whose costs were all set to 0 equals one that never had costs.
    b.set_cost(five, 0).unwrap();
    b.set_cost(later, 0).unwrap();
    let mut never = builder();
    for option in [&["a"][..], &["b"], &["a", "b"]] {
        never.option(option.iter().copied()).unwrap();
    }
    assert_eq!(b.build(), never.build());
}

#[test]
fn costs_that_cannot_be_added_up_are_refused() {
    let mut b = builder();
    b.push_cost(MAX_COSTS - 1).unwrap();
    let first = b.option(["a"]).unwrap();
    assert_eq!(b.push_cost(2), Err(ProblemError::CostsTooLarge(2)));
    b.push_cost(1).unwrap();
    // If an option is refused, its cost is forgotten, too.
    assert!(b.option(["a", "q"]).is_err());
    b.push_cost(1).unwrap();
    let second = b.option(["b"]).unwrap();
    assert_eq!(b.set_cost(second, 2), Err(ProblemError::CostsTooLarge(2)));
    assert_eq!(b.build().cost_of(&[first, second]), MAX_COSTS);
}

#[test]
fn bounds_must_be_possible() {
    let mut b = Problem::builder();
    assert!(b.primary_bounded("a", Bounds { low: 3, high: 2 }).is_err());
    assert!(b.primary_bounded("a", Bounds { low: 0, high: 0 }).is_err());
    b.primary_bounded("a", Bounds { low: 0, high: 2 }).unwrap();
    assert!(b.build().has_multiplicities());
}
