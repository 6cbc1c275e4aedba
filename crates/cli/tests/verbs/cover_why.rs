//! `quadrille cover --why`: reasons in words, as JSON, on the board, and what is said where there is none.

use crate::common::{Folder, json_lines, quadrille, quadrille_on};

const CHESSBOARD: &str = "Colour the squares like a chessboard, so that 32 are dark and 30 are light. Each option covers one dark \
                          square and one light square. But there are 32 dark squares, each to be covered once, and only 30 light \
                          squares, each to be covered once.";

#[test]
fn a_reason_is_a_sentence_and_a_line_of_proof() {
    let (printed, said) = quadrille("why pigeonhole:9").negative();
    assert_eq!(
        printed,
        "Each option covers one of p0 to p9 and one of h0 to h8. But there are 10 of the first, each to be covered once, and only 9 \
         of the second, each to be covered at most once.\nProof in VeriPB: pol 1 3 + 5 + 7 + 9 + 11 + 13 + 15 + 17 + 19 + 21 + 22 + \
         23 + 24 + 25 + 26 + 27 + 28 + 29 +;\n"
    );
    assert_eq!(said, "pigeonhole:9: no solution\n");
    let (printed, _) = quadrille("why dominoes:8x8:mutilated").negative();
    assert!(printed.starts_with(CHESSBOARD), "{printed}");
}

#[test]
fn json_has_the_reason() {
    let (printed, _) = quadrille("why dominoes:8x8:mutilated --output json").negative();
    let [object] = &json_lines(&printed)[..] else { panic!("{printed}") };
    assert_eq!(object["answer"], "none");
    let why = &object["why"];
    assert_eq!(why["words"], CHESSBOARD);
    let weights = why["weights"].as_object().expect("weights by item");
    let sum = |sign: i64| weights.values().filter(|weight| **weight == sign).count();
    assert_eq!([weights.len(), sum(1), sum(-1)], [62, 32, 30]);
    let lines = why["proof"].as_array().expect("lines");
    assert!(
        lines.len() == 1 && lines[0].as_str().is_some_and(|line| line.starts_with("pol 1 4 +"))
    );

    let cases = quadrille_on("a b c\na b\nb c\na c\n", "why --output json");
    let (printed, _) = cases.negative();
    let why = &json_lines(&printed)[0]["why"];
    assert_eq!((&why["item"], &why["cases"][0]["option"]), (&"a".into(), &"a b".into()));
    assert_eq!(why["cases"][1]["why"]["words"], "No option is left for b.");
    assert_eq!(why["cases"][1]["why"]["weights"]["b"], 1);
    assert_eq!(why["proof"].as_array().map(Vec::len), Some(5));
}

#[test]
fn weights_are_drawn_on_the_board() {
    let folder = Folder::new();
    let drawn = "why dominoes:8x8:mutilated --picture";
    let (printed, _) = folder.quadrille(drawn).negative();
    let board = printed.split("Weights that cannot balance\n").next().expect("a board");
    assert_eq!([board.matches("+1").count(), board.matches("-1").count()], [32, 30], "{printed}");
    assert!(printed.contains(CHESSBOARD));
    let (printed, _) = folder.quadrille(&format!("{drawn} w.svg")).negative();
    assert!(printed.starts_with(CHESSBOARD), "{printed}");
    let picture = folder.read("w.svg");
    assert_eq!([picture.matches(">+1<").count(), picture.matches(">-1<").count()], [32, 30]);
    // The background, and a dark square under each positive weight.
    assert_eq!(picture.matches("<rect ").count(), 1 + 32);
    let (printed, _) = folder.quadrille(&format!("{drawn} -")).negative();
    assert_eq!(printed, picture, "and nothing else is printed");
}

#[test]
fn the_answer_stays_where_there_is_no_reason() {
    let solved = quadrille("why dominoes:2x2");
    assert_eq!((solved.status, solved.stdout.lines().count()), (0, 2), "its two dominoes");
    assert_eq!(
        solved.stderr,
        "dominoes:2x2: the problem has a solution, so there is no reason against one\n"
    );
    let args = "why matching:torus:5x5";
    let (printed, said) = quadrille(args).negative();
    assert_eq!(printed, "");
    assert!(
        said.contains(": no short reason found; tried ") && said.ends_with(": no solution\n"),
        "{said}"
    );
    let (_, said) = quadrille(&format!("{args} --quiet")).negative();
    assert_eq!(said, "");
}

#[test]
fn a_search_that_was_stopped_has_a_reason_too() {
    let args = "why dominoes:20x20:mutilated --max-nodes 10 --engine dlx";
    let (printed, said) = quadrille(args).negative();
    assert!(
        printed.starts_with("Colour the squares like a chessboard, so that 200 are dark"),
        "{printed}"
    );
    assert!(said.contains("stopped at the limit"), "{said}");
}

#[test]
fn options_given_make_a_problem_of_their_own() {
    // With the middle square covered, four of one colour and two of the other are left.
    let (printed, _) = quadrille("why dominoes:3x3 --given 'b1 b2'").negative();
    assert!(
        printed.starts_with(
            "Colour the squares like a chessboard, so that 4 are dark and 3 are light."
        ),
        "{printed}"
    );
    assert!(!printed.contains("Proof"), "{printed}");
    quadrille("why dominoes:3x3 --preprocess").error_has("--preprocess");
}
