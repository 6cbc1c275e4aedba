//! Reasons why a problem has no solution, in words.
//!
//! Weights of 1 and -1 are two groups of items, and the sentence says how many items of each group an option covers. All other
//! weights are a table. Cases are indented lines, one for each option.

mod weights;

use indexmap::IndexMap;
use quadrille_cover::family::Layout;
use quadrille_cover::why::Reason;
use quadrille_cover::{ItemId, OptionId, Problem};

use self::weights::Weighed;

/// Largest number of options that are named before the same words.
const MOST_NAMED: usize = 3;

/// The reason as text of one or more lines, each with a line end. With a layout, items that are cells of its board are called so.
///
/// ```
/// use quadrille_cover::why::{self, Limits, Sought};
/// use quadrille_cover::{CancelToken, family};
/// use quadrille_view::reason;
///
/// let problem = family::build("pigeonhole:9")?;
/// let Sought::Reason(found) = why::find(&problem, &Limits::default(), &CancelToken::new()) else { panic!("there is one") };
/// assert_eq!(
///     reason::words(&problem, &found, None),
///     "Each option covers one of p0 to p9 and one of h0 to h8. But there are 10 of the first, each to be covered once, and only 9 of \
///      the second, each to be covered at most once.\n"
/// );
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// # Panics
/// If the reason does not hold for the problem.
pub fn words(problem: &Problem, reason: &Reason, layout: Option<&Layout>) -> String {
    let mut text = String::new();
    let mut chosen = Vec::new();
    write(problem, reason, layout, &mut chosen, &mut text);
    text
}

/// The text of weights under options that were chosen.
///
/// # Panics
/// As [`words`].
pub fn words_of_weights(
    problem: &Problem,
    weights: &[(ItemId, i64)],
    chosen: &[OptionId],
    layout: Option<&Layout>,
) -> String {
    let rest = problem.given(chosen).expect("options of a reason can be chosen together").problem;
    let named = |item: ItemId| {
        let name = problem.item_name(item);
        rest.item_ids().find(|&other| rest.item_name(other) == name)
    };
    let weights = weights.iter().map(|&(item, weight)| {
        (named(item).expect("an item with a weight can still be covered"), weight)
    });
    let weights: Vec<_> = weights.collect();
    Weighed { problem: &rest, weights: &weights, layout, is_rest: !chosen.is_empty() }.words()
}

/// Writes a reason. Its first line follows text on the same line; the others are indented.
fn write(
    problem: &Problem,
    reason: &Reason,
    layout: Option<&Layout>,
    chosen: &mut Vec<OptionId>,
    text: &mut String,
) {
    let indent = "  ".repeat(chosen.len());
    match reason {
        Reason::Weights(weights) => {
            let words = words_of_weights(problem, weights, chosen, layout);
            let mut lines = words.lines();
            *text += &format!("{}\n", lines.next().unwrap_or_default());
            let below = if chosen.is_empty() { String::new() } else { format!("{indent}  ") };
            lines.for_each(|line| *text += &format!("{below}{line}\n"));
        }
        Reason::Cases { item, cases } => {
            let item = problem.item_name(*item);
            *text += &match cases.len() {
                1 => format!("Only one option can cover {item}.\n"),
                all => format!("One of {all} options must cover {item}.\n"),
            };
            // Cases with the same words are one.
            let mut told: IndexMap<String, Vec<String>> = IndexMap::new();
            for (option, reason) in cases {
                let mut words = String::new();
                chosen.push(*option);
                write(problem, reason, layout, chosen, &mut words);
                chosen.pop();
                told.entry(words).or_default().push(problem.option_text(*option));
            }
            for (words, options) in told {
                let these = match options.len() {
                    1..=MOST_NAMED => options.join(", or "),
                    all if all == cases.len() => "whichever it is".to_owned(),
                    all => format!(
                        "{}, or {} others",
                        options[..MOST_NAMED].join(", or "),
                        all - MOST_NAMED
                    ),
                };
                *text += &format!("{indent}  {these}: {words}");
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use quadrille_cover::why::{self, Limits, Sought};
    use quadrille_cover::{CancelToken, family};

    use super::*;

    fn told(problem: &Problem, layout: Option<&Layout>) -> String {
        let sought = why::find(problem, &Limits::default(), &CancelToken::new());
        let Sought::Reason(reason) = sought else { panic!("{sought:?}") };
        words(problem, &reason, layout)
    }

    fn text(text: &str) -> String {
        told(&Problem::parse(text).unwrap(), None)
    }

    #[test]
    fn a_mutilated_board_is_like_a_chessboard() {
        let spec = "dominoes:8x8:mutilated";
        let (problem, layout) = (family::build(spec).unwrap(), family::layout(spec).unwrap());
        assert_eq!(
            told(&problem, layout.as_ref()),
            "Colour the squares like a chessboard, so that 32 are dark and 30 are light. Each option covers one dark square and one \
             light square. But there are 32 dark squares, each to be covered once, and only 30 light squares, each to be covered \
             once.\n"
        );
        assert_eq!(
            told(&problem, None),
            "Call these 32 items dark: a1 a3 a5 a7 b0 b2 b4 b6 c1 c3 c5 c7 and 20 more. Call these 30 items light: a2 a4 a6 b1 b3 b5 b7 \
             c0 c2 c4 c6 d1 and 18 more. Each option covers one dark item and one light item. But there are 32 dark items, each to be \
             covered once, and only 30 light items, each to be covered once.\n"
        );
    }

    #[test]
    fn sentences_follow_the_weights() {
        assert_eq!(text("a b\na\n"), "No option covers b.\n");
        assert_eq!(
            text("a b c d | x\na x\na\nb x\nc x d\nd\na b x\n"),
            "Each option that covers one of b c covers x. But there are 2 of the first, each to be covered once, and only 1 of the \
             second, to be covered at most once.\n"
        );
        assert_eq!(
            text("3:4|a 1:2|b\na b\na b\na b\n"),
            "Each option that covers a covers b. But a must be covered at least 3 times in all, and b can be covered only 2 times in \
             all.\n"
        );
    }

    #[test]
    fn other_weights_are_a_table() {
        // Two options with `c` would leave `a` and `b` to others, which `d` excludes.
        let problem =
            Problem::parse("1:1|a b 2:2|c d e\na b d\na e\nb e\nc d\nc e\nc d\n").unwrap();
        let items: Vec<ItemId> = problem.item_ids().collect();
        let weights: Vec<_> = items.iter().copied().zip([1, 1, 2, -2, -2]).collect();
        let words = words_of_weights(&problem, &weights, &[], None);
        assert_eq!(
            words,
            "Give items these weights:\n  2: c\n  1: a b\n -2: d e\nIn each option the weights sum to at most 0. In a solution they \
             would sum to 2.\n"
        );
    }

    #[test]
    fn cases_with_the_same_words_are_one() {
        assert_eq!(
            text("b c d\nb c\nb c\nc d\nb d\nc d\n"),
            "One of 3 options must cover b.\n  b c, or b c: No option is left for d.\n  b d: No option is left for c.\n"
        );
        let many = "b c d\n".to_owned() + &"b c\n".repeat(5) + &"b d\n".repeat(5) + "c d\n";
        let words = text(&(many + &"c d\n".repeat(8)));
        assert!(words.contains("b c, or b c, or b c, or 2 others: No"), "{words}");
    }

    #[test]
    fn squares_that_are_left_are_coloured() {
        let spec = "polyominoes:4:4x5";
        let (problem, layout) = (family::build(spec).unwrap(), family::layout(spec).unwrap());
        let words = told(&problem, layout.as_ref());
        assert!(words.starts_with("One of 34 options must cover XXX/.X..\n"), "{words}");
        let left = "Colour the squares that are left like a chessboard, so that 9 are dark and 7 are light. Each option covers as \
                    many dark squares as light squares.";
        assert!(words.contains(left), "{words}");
    }

    #[test]
    fn cases_are_indented() {
        assert_eq!(
            text("a b c\na b\nb c\na c\n"),
            "One of 2 options must cover a.\n  a b: No option is left for c.\n  a c: No option is left for b.\n"
        );
        assert_eq!(
            text("2|a b\na\nb\n"),
            "Only one option can cover a.\n  a: No option is left for a.\n"
        );
    }
}
