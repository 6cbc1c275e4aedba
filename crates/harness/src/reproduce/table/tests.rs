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
fn a_table_is_steps_and_figures() {
    let table = parse(&[PLAN, FIGURE].concat()).unwrap();
    assert_eq!((&*table.name, &*table.title), ("x", "t"));
    let [Step { name, work: Work::Plan(request), .. }] = &*table.steps() else { panic!("a plan") };
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
    let of_c = |rest: &str| format!("[[figure]]\ncorpus = 'c'\n{rest}\n");
    let count = "[count.c]\ninstances = ['queens:4']\nengines = ['dlx']\n";
    let generate = "[generate.c]\nsize = 7\nlevel = 5\npuzzles = 3\n";
    let one_more = [PLAN, "d = '00'\n"].concat();
    for (steps, figure, expected) in [
        ("[plan.p]\n", FIGURE, "4:1: found a plan without corpora"),
        ("[plan.p]\ncorpora = ['c']\n", FIGURE, "4:1: found the corpus `c` without a pin"),
        (&one_more, FIGURE, "1:1: found a pin of `d`; expected one of c"),
        (count, FIGURE, "4:1: found `queens:4` without a figure of its solutions"),
        (generate, FIGURE, "4:1: found size = 7; expected 4, 9, 16 or 25"),
    ] {
        let found = error(&[steps, figure].concat());
        assert!(found.starts_with(&format!("folder/x.toml:{expected}")), "{steps}: {found}");
    }
    for (figure, expected) in [
        (
            FIGURE.replace("'c'", "'d'"),
            "found the corpus `d` in published figures; expected one of c",
        ),
        (of_c(""), "found no figure; expected one or more of tests, "),
        (of_c("plan = 'q'\ntests = 1"), "found the plan `q`; expected one of p"),
        (of_c("instance = 'i'\nusec_per_puzzle = 1"), "found usec_per_puzzle of an instance"),
        (of_c("milliseconds = 'fast'"), "found milliseconds = `fast`; expected a number, not"),
        (of_c("milliseconds = -1"), "found milliseconds = `-1`; expected a number, not below 0"),
        (of_c("tests = -1"), "found tests = `-1`; expected a number, not below 0"),
        (of_c("milliseconds = '-0.5'"), "found milliseconds = `-0.5`; expected a number, not"),
    ] {
        let found = error(&[PLAN, &figure].concat());
        assert!(found.starts_with(&format!("folder/x.toml:8:1: {expected}")), "{figure}: {found}");
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
    assert!(error.to_string().starts_with("a b.toml: found the name `a b`; expected letters"));
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
