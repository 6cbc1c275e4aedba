//! The designer of packing puzzles. A design is the spec of a family of packings, such as `polyominoes:5:6x10`.

use quadrille_cover::engine::{Auto, Solutions};
use quadrille_cover::family;
use quadrille_cover::why::Reason;
use quadrille_cover::{Budget, CancelToken, Dlx};
use quadrille_service::Error;
use quadrille_service::problem::{
    self as service, Classes as Method, Classified, NamedProblem, NoReason,
};
use quadrille_view::picture::figure;
use quadrille_view::reason;
use serde::Serialize;
use wasm_bindgen::prelude::*;

use crate::count::{MEMORY, counted};
use crate::{Refused, json, problem};

/// Limits of what the page can draw: rows and columns, layers, cells of the box, and different pieces.
const MOST_ROWS: usize = 60;
const MOST_LAYERS: usize = 12;
const MOST_CELLS: usize = 2400;
const MOST_PIECES: usize = 400;
/// Longest spec, in bytes, which a drawing of the largest area with its pieces does not reach.
const MOST_BYTES: usize = 50_000;
/// Number of solutions of different classes that are passed to the page.
const MOST_SHOWN: usize = 1000;
/// The pieces of the Soma cube.
const SOMA: &str = "##/#.,###/#..,###/.#.,##./.##,##/#.+../#.,##/#.+.#/..,##/#.+#./..";

/// A design as the page shows it.
#[derive(Debug, Serialize, PartialEq, Eq)]
struct Shown {
    /// The spec in the form of `polyominoes` or `polycubes`.
    spec: String,
    /// Layers, rows, columns.
    size: [usize; 3],
    /// By cell, in order of layer, row, column, whether it is filled.
    cells: Vec<bool>,
    /// The drawing of each piece, with its number of copies.
    pieces: Vec<(String, u32)>,
}

/// The spec of a packing as one of `polyominoes` or `polycubes`.
fn as_packing(spec: &str) -> Result<String, Error> {
    if spec.len() > MOST_BYTES {
        return Err(Error::Input(format!(
            "found a design of {} bytes; expected at most {MOST_BYTES}",
            spec.len()
        )));
    }
    let words: Vec<&str> = spec.split(':').collect();
    Ok(match words[..] {
        ["soma"] => format!("polycubes:{SOMA}:3x3x3"),
        ["soma", "reduced"] => format!("polycubes:{SOMA}:3x3x3:reduced"),
        ["dominoes", area] => format!("polyominoes:2:{area}:any"),
        ["pentominoes", "8x8-hole", ref flags @ ..] => {
            let rows = (0..8).map(|row| if row == 3 || row == 4 { "###..###" } else { "########" });
            let area = rows.collect::<Vec<_>>().join("/");
            [&["polyominoes", "5", &area], flags].concat().join(":")
        }
        ["pentominoes", ref rest @ ..] => [&["polyominoes", "5"], rest].concat().join(":"),
        _ => spec.to_owned(),
    })
}

/// Reads a design for the page.
fn shown(spec: &str) -> Result<Shown, Error> {
    let spec = as_packing(spec)?;
    let packing =
        family::polyominoes::packing(&spec).map_err(|error| Error::Input(error.to_string()))?;
    let packing = packing.ok_or_else(|| {
        let family = spec.split(':').next().unwrap_or_default();
        Error::Input(format!(
            "found the family `{family}`; expected a packing: polyominoes, polycubes, pentominoes, dominoes or soma"
        ))
    })?;
    let size @ [layers, rows, columns] = packing.area.size();
    if rows.max(columns) > MOST_ROWS || layers > MOST_LAYERS || layers * rows * columns > MOST_CELLS
    {
        let stack = if layers > 1 { format!("{layers} layers, ") } else { String::new() };
        return Err(Error::Input(format!(
            "found an area of {stack}{rows} rows and {columns} columns; expected at most {MOST_LAYERS} layers, {MOST_ROWS} rows and \
             columns, and {MOST_CELLS} cells"
        )));
    }
    if packing.pieces.len() > MOST_PIECES {
        return Err(Error::Input(format!(
            "found {} different pieces; expected at most {MOST_PIECES} to be shown",
            packing.pieces.len()
        )));
    }
    Ok(Shown { spec, size, cells: packing.area.filled().to_vec(), pieces: packing.pieces })
}

/// The area and the pieces of a design, as JSON.
///
/// # Errors
/// If the spec names no packing, or one that is too large to be drawn.
#[wasm_bindgen]
pub fn design(spec: &str) -> Result<String, Refused> {
    Ok(json(&shown(spec)?))
}

/// The design that a comment of DLX text records; nothing if there is none.
#[wasm_bindgen(js_name = recordedSpec)]
pub fn recorded_spec(text: &str) -> Option<String> {
    family::in_comment(text.as_bytes()).map(str::to_owned)
}

/// A puzzle and its solutions, one after the other.
#[wasm_bindgen]
pub struct Design {
    given: NamedProblem,
    solutions: Solutions,
    found: u32,
}

/// What is known of a problem before it is solved.
#[derive(Serialize)]
struct About {
    items: usize,
    options: usize,
}

/// The solutions of a problem up to symmetry.
#[derive(Serialize)]
struct Classes {
    classes: usize,
    solutions: String,
    symmetries: String,
    /// A solution of each class, at most [`MOST_SHOWN`].
    representatives: Vec<Vec<u32>>,
}

/// Why a puzzle has no solution.
#[derive(Serialize)]
struct Why {
    words: String,
    /// The weights of the reason on the board, if they are on cells.
    svg: Option<String>,
}

#[wasm_bindgen]
impl Design {
    /// The puzzle of a spec.
    ///
    /// # Errors
    /// If the spec names no packing, or pieces that cannot fill the area.
    #[wasm_bindgen(constructor)]
    pub fn new(spec: &str) -> Result<Self, Refused> {
        let given = problem::read(Some(as_packing(spec)?), None)?;
        let solutions = Dlx.solutions(&given.problem)?;
        Ok(Self { given, solutions, found: 0 })
    }

    /// The size of the problem, as JSON.
    pub fn about(&self) -> String {
        json(&About { items: self.given.problem.items(), options: self.given.problem.options() })
    }

    /// The picture of the next solution as SVG; nothing if there is no further solution.
    #[wasm_bindgen(js_name = nextPicture)]
    pub fn next_picture(&mut self) -> Option<String> {
        let solution = self.solutions.next()?;
        self.found += 1;
        problem::drawing(&self.given, &solution, &format!("Solution {}", self.found))
    }

    /// The picture of the options of a solution.
    ///
    /// # Errors
    /// If there is no such option.
    #[expect(clippy::needless_pass_by_value, reason = "JavaScript gives its values away")]
    pub fn drawing(&self, options: Vec<u32>, caption: &str) -> Result<Option<String>, Refused> {
        Ok(problem::drawing(&self.given, &problem::options(&self.given, &options)?, caption))
    }

    /// The number of solutions, as JSON.
    ///
    /// # Errors
    /// If no engine handles the problem.
    pub fn count(&self) -> Result<String, Refused> {
        Ok(json(&counted(&self.given.problem, &mut crate::count::tell)?))
    }

    /// The solutions up to symmetry, as JSON.
    ///
    /// # Errors
    /// If the problem or its number of solutions is too large.
    pub fn classes(&self) -> Result<String, Refused> {
        let problem = &self.given.problem;
        let budget = Budget { memory: Some(MEMORY), ..Budget::default() };
        let Classified { classes, order, solutions } =
            Classified::find(problem, Method::Auto, &Auto, &budget)?;
        let numbers = |options: &[quadrille_cover::OptionId]| {
            options.iter().map(|option| option.index() as u32).collect()
        };
        let shown = classes.iter().take(MOST_SHOWN);
        Ok(json(&Classes {
            classes: classes.len(),
            solutions: solutions.to_string(),
            symmetries: order.to_string(),
            representatives: shown.map(|class| numbers(&class.solution)).collect(),
        }))
    }

    /// Why a puzzle without a solution has none, as JSON.
    pub fn why(&self) -> String {
        json(&self.reason())
    }

    /// The problem as DLX text, with the spec in a comment.
    pub fn text(&self) -> String {
        let spec = self.given.spec.as_deref().unwrap_or_default();
        format!("{}{spec}\n{}", family::MARK, self.given.problem)
    }
}

impl Design {
    fn reason(&self) -> Why {
        let NamedProblem { problem, layout, spec } = &self.given;
        let found = match service::reason(problem, &CancelToken::new()) {
            Ok(found) => found,
            Err(NoReason::Solution) => {
                let words = "There is a solution, so there is no reason against one.".into();
                return Why { words, svg: None };
            }
            Err(why_not) => {
                let words = format!(
                    "The whole tree was searched, and no solution was found. There is no short reason: {why_not}."
                );
                return Why { words, svg: None };
            }
        };
        let words = reason::words(problem, &found, layout.as_ref());
        let svg = match (&found, layout) {
            (Reason::Weights(weights), Some(layout)) => {
                let (drawn, others) = layout.weights(problem, weights);
                let spec = spec.as_deref().unwrap_or_default();
                (others.len() < weights.len()).then(|| figure::picture(spec, &drawn, ""))
            }
            _ => None,
        };
        Why { words, svg }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn of(spec: &str) -> Design {
        Design::new(spec).ok().unwrap()
    }

    #[test]
    fn a_design_is_read_for_the_page() {
        let Shown { spec, size, cells, pieces } = shown("pentominoes:8x8-hole:reduced").unwrap();
        assert!(spec.starts_with("polyominoes:5:########/") && spec.ends_with(":reduced"));
        assert_eq!((size, cells.iter().filter(|&&cell| cell).count()), ([1, 8, 8], 60));
        assert_eq!(pieces.len(), 12);
        let soma = shown("soma").unwrap();
        assert_eq!((soma.size, soma.pieces.len()), ([3, 3, 3], 7));
        assert_eq!(shown("dominoes:8x8").unwrap().pieces, [("##".to_owned(), 1)]);
    }

    #[test]
    fn what_cannot_be_drawn_is_an_error() {
        let error = |spec: &str| shown(spec).unwrap_err().to_string();
        assert!(error("queens:8").contains("found the family `queens`; expected a packing"));
        assert!(error("polyominoes:5:61x2").contains("at most 12 layers, 60 rows and columns"));
        assert!(error("polyominoes:1:1000x1000").contains("found an area of 1000 rows"));
        assert!(error("polyominoes:10:3x3:any").contains("different pieces"));
        assert!(error("polyominoes:5:99999999999x2").contains("expected RxC"));
        assert!(error(&format!("polyominoes:5:{}", "#".repeat(60_000))).contains("60014 bytes"));
        assert!(error("<script>").contains("found the family `<script>`"));
    }

    #[test]
    fn solutions_come_one_after_the_other() {
        let mut thin = of("pentominoes:3x20");
        let pictures: Vec<String> = std::iter::from_fn(|| thin.next_picture()).collect();
        assert_eq!(pictures.len(), 8);
        assert!(pictures[7].contains("Solution 8"));
        let mut reduced = of("pentominoes:3x20:reduced");
        assert_eq!(std::iter::from_fn(|| reduced.next_picture()).count(), 2);
    }

    #[test]
    fn solutions_are_counted_up_to_symmetry() {
        // Two copies of each piece, which the family does not reduce.
        let found = of("polyominoes:2x##,##/##:2x4").classes().ok().unwrap();
        assert!(found.starts_with(r#"{"classes":3,"solutions":"5","symmetries":"4""#), "{found}");
        assert!(
            of("soma").classes().ok().unwrap().starts_with(r#"{"classes":240,"solutions":"11520""#)
        );
    }

    #[test]
    fn the_reason_is_in_words_and_on_the_board() {
        let mutilated = ".#######/########/########/########/########/########/########/#######.";
        let Why { words, svg } = of(&format!("polyominoes:2:{mutilated}:any")).reason();
        assert!(
            words.starts_with("Colour the squares like a chessboard, so that 32 are dark"),
            "{words}"
        );
        assert!(svg.unwrap().contains("<svg"));
    }

    #[test]
    fn a_saved_design_names_its_spec() {
        let text = of("soma:reduced").text();
        assert!(recorded_spec(&text).unwrap().ends_with(":3x3x3:reduced"));
        assert_eq!(recorded_spec("a b\na\n"), None);
        assert_eq!(shown(&recorded_spec(&text).unwrap()), shown("soma:reduced"));
    }
}
