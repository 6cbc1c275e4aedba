use super::*;

#[test]
fn every_example_is_of_its_family_and_builds() {
    for family in FAMILIES {
        let parameters = family.example.strip_prefix(family.name).unwrap();
        family.build(parameters.strip_prefix(':').unwrap_or("")).unwrap();
        build(family.example).unwrap();
    }
}

#[test]
fn every_problem_is_read_back_from_its_text() {
    for family in FAMILIES {
        let problem = build(family.example).unwrap();
        assert_eq!(Problem::parse(problem.to_string()).unwrap(), problem, "{}", family.name);
    }
}

#[test]
fn names_the_families_there_are() {
    let message = error("quens:8");
    assert!(message.starts_with("found the family `quens`; expected one of queens, langford,"));
    assert!(message.ends_with("wordsquare"));
    assert!(error("").starts_with("found the family ``"));
}

#[test]
fn says_what_the_parameters_should_be() {
    let expected = "as the parameters of langford; expected N[:reduced], as in `langford:7`";
    for (spec, found) in [
        ("langford", "nothing"),
        ("langford:", "nothing"),
        ("langford:x", "`x`"),
        ("langford:-1", "`-1`"),
        ("langford:8:9", "`8:9`"),
        ("langford:99999999999999999999", "`99999999999999999999`"),
    ] {
        assert_eq!(error(spec), format!("found {found} {expected}"));
    }
    assert_eq!(
        error("dominoes:8"),
        "found `8` as the parameters of dominoes; expected RxC[:mutilated], as in \
         `dominoes:8x8`"
    );
    for cube in ["soma", "bedlam"] {
        let expected = format!("of {cube}; expected [:reduced], as in `{cube}`");
        assert!(error(&format!("{cube}:4x4x4")).ends_with(&expected));
    }
}

fn of_a_number() -> impl Iterator<Item = &'static Family> {
    let first = |family: &&Family| family.parameters.split(['[', ' ']).next() == Some("N");
    FAMILIES.iter().filter(first).filter(|family| !family.parameters.contains("]:"))
}

#[test]
fn nothing_is_made_of_nothing() {
    for family in of_a_number() {
        let least = if family.name == "costas" { 2 } else { 1 };
        let expected = format!("expected a number of {least} or more");
        assert!(error(&format!("{}:0", family.name)).contains(&expected), "{}", family.name);
    }
}

#[test]
fn refuses_what_would_not_fit_in_memory() {
    assert_eq!(
        error("queens:3000"),
        "`queens:3000` would have more than 5000000 options; choose smaller parameters"
    );
    for spec in ["queens:60000", "langford:999999999999", "debruijn:1000000x1000000", "latin:9999"]
    {
        let refused = layout(spec).unwrap_err().to_string();
        assert!(refused.contains("more than 5000000 options"), "{refused}");
    }
    let most = usize::MAX;
    for family in of_a_number() {
        let spec = format!("{}:{most}", family.name);
        assert_eq!(build(&spec), Err(FamilyError::TooLarge(spec)));
    }
    let spec = format!("dominoes:{most}x{most}");
    assert_eq!(build(&spec), Err(FamilyError::TooLarge(spec)));
}
