//! Tables that can be read, and what is told of those that cannot.

use super::*;

const HEAD: &str = "title = 't'\nabout = 'a'\nsource = 's'\n";
const PLAN: &str = "[plan.p]\ncorpora = ['c']\n[pins]\nc = '00'\n";
const FIGURE: &str = "[[figure]]\ncorpus = 'c'\ninstance = 'i'\ntests = 1\n";

fn parse(rest: &str) -> Result<Table, TableError> {
    Table::parse("folder/x.toml", &format!("{HEAD}{rest}"))
}

#[track_caller]
fn error(rest: &str) -> String {
    parse(rest).unwrap_err().to_string()
}

#[test]
fn every_shipped_table_can_be_read_and_pins_what_it_is_about() {
    let names = shipped::names();
    assert!(names.len() >= 6, "{names:?}");
    for name in names {
        let table = Table::find(&name).unwrap_or_else(|error| panic!("{error}"));
        assert_eq!(table.name, name);
        assert!(table.pins.values().all(|pin| pin.len() == 64), "{name}");
    }
}

#[test]
fn a_table_is_steps_and_figures() {
    let table = parse(&[PLAN, FIGURE].concat()).unwrap();
    assert_eq!((&*table.name, &*table.title), ("x", "t"));
    let [Step { name, work: Work::Plan(request) }] = &*table.steps else { panic!("a plan") };
    assert_eq!((&**name, &*request.corpora), ("p", &["c".to_owned()][..]));
    assert_eq!(table.figures.len(), 1);
}

#[test]
fn what_is_wrong_is_told_with_its_place() {
    for (text, expected) in [
        ("colour = 'red'", "folder/x.toml:4:1: unknown field `colour`"),
        ("a = = b", "folder/x.toml:4:5: "),
        ("[plan.p]\ncorpus = ['c']\n", "folder/x.toml:5:1: unknown field `corpus`"),
        ("[[figure]]\ntest = 1\n", "folder/x.toml:5:1: unknown field `test`"),
        ("[[figure]]\ntests = [1]\n", "folder/x.toml:5:9: expected a number or text"),
        (FIGURE, "folder/x.toml:1:1: found no `figure`, or none of `plan`"),
        (PLAN, "folder/x.toml:1:1: found no `figure`, or none of `plan`"),
    ] {
        let error = error(text);
        assert!(error.starts_with(expected), "{text}: {error}");
    }
    let with = |plan: &str, figure: &str| error(&format!("{plan}{figure}"));
    for (plan, figure, expected) in [
        ("[plan.p]\n", FIGURE, "4:1: found a plan without corpora"),
        ("[plan.p]\ncorpora = ['c']\n", FIGURE, "4:1: found the corpus `c` without a pin"),
        (
            PLAN,
            "[[figure]]\ncorpus = 'd'\ntests = 1\n",
            "8:1: found figures of the corpus `d`; expected one of c",
        ),
        (
            PLAN,
            "[[figure]]\ncorpus = 'c'\n",
            "8:1: found no figure; expected one or more of tests, ",
        ),
        (
            PLAN,
            "[[figure]]\ncorpus = 'c'\nplan = 'q'\ntests = 1\n",
            "8:1: found the plan `q`; expected one of p",
        ),
        (
            PLAN,
            "[[figure]]\ncorpus = 'c'\ninstance = 'i'\nusec_per_puzzle = 1\n",
            "8:1: found usec_per_puzzle of an instance",
        ),
        (
            PLAN,
            "[[figure]]\ncorpus = 'c'\nmilliseconds = 'fast'\n",
            "8:1: found milliseconds = `fast`; expected a number",
        ),
        (
            "[count.c]\ninstances = ['queens:4']\nengines = ['dlx']\n",
            FIGURE,
            "4:1: found `queens:4` without a figure of its solutions",
        ),
        (
            "[generate.c]\nsize = 7\nlevel = 5\npuzzles = 3\n",
            FIGURE,
            "4:1: found size = 7; expected 4, 9, 16 or 25",
        ),
    ] {
        let found = with(plan, figure);
        let expected = format!("folder/x.toml:{expected}");
        assert!(found.starts_with(&expected), "{plan}{figure}: {found}");
    }
}

#[test]
fn names_are_those_of_files() {
    for name in ["../evil", "a b", "<b>", ".hidden", "", "a\u{1b}[31m"] {
        let text = format!("[plan.{name:?}]\ncorpora = ['c']\n[pins]\nc = '00'\n{FIGURE}");
        let text = text.replace("\\u{1b}", "\\u001b");
        let error = error(&text);
        assert!(error.contains("; expected letters, digits"), "{name}: {error}");
    }
    let error = Table::parse("a b.toml", &[HEAD, PLAN, FIGURE].concat()).unwrap_err();
    assert!(matches!(error, TableError::Name(..)));
}

#[test]
fn nothing_in_a_table_speaks_to_the_terminal() {
    let escape = "\\u001b[2J";
    let text = [HEAD, PLAN, FIGURE].concat();
    assert!(Table::parse("x.toml", &text).is_ok());
    for (plain, hostile) in [
        ("title = 't'", format!("title = \"{escape}\"")),
        ("source = 's'", format!("source = \"{escape}\"")),
        ("tests = 1", format!("engine = \"{escape}\"\ntests = 1")),
        ("tests = 1", format!("verdict = \"{escape}\"")),
    ] {
        let error = Table::parse("x.toml", &text.replace(plain, &hostile)).unwrap_err().to_string();
        assert!(error.contains("expected a line without control characters"), "{hostile}: {error}");
        assert!(!error.contains('\u{1b}'), "{hostile}");
    }
}

#[test]
fn a_pin_of_nothing_is_refused() {
    let error = error(&[PLAN, "d = '00'\n", FIGURE].concat());
    assert!(error.contains("found a pin of `d`; expected one of c"), "{error}");
}

#[test]
fn no_figure_is_below_nothing() {
    for figure in ["milliseconds = -1", "tests = -1", "milliseconds = '-0.5'"] {
        let error = error(&[PLAN, &FIGURE.replace("tests = 1", figure)].concat());
        assert!(error.ends_with("; expected a number, not below 0"), "{error}");
    }
}
