//! Algorithm X at work: a problem, and the steps of its search.

use quadrille_cover::engine::{SearchStep, Stepwise};
use quadrille_cover::family::FAMILIES;
use quadrille_cover::{Bounds, Dlx, ItemId, Problem};
use quadrille_service::problem::NamedProblem;
use serde::Serialize;
use wasm_bindgen::prelude::*;

use crate::{Refused, json, problem};

/// Largest numbers of items and of entries of problems that are drawn. The page examines every entry whenever it draws, which takes
/// some milliseconds for that many.
const MOST_ITEMS: usize = 20_000;
const MOST_ENTRIES: usize = 1_000_000;
/// Bits of a step that are the number of its item or option.
const NUMBER_BITS: u32 = 29;
/// The step after the last one.
const END: u32 = 7 << NUMBER_BITS | 1;

/// A family of problems that can be chosen.
#[derive(Serialize)]
struct Choosable {
    name: &'static str,
    parameters: &'static str,
    about: &'static str,
    example: &'static str,
}

/// The families as JSON, in the order of the command line.
#[wasm_bindgen]
pub fn families() -> String {
    let families = FAMILIES.iter().map(|family| Choosable {
        name: family.name,
        parameters: family.parameters,
        about: family.about,
        example: family.example,
    });
    json(&families.collect::<Vec<_>>())
}

/// What the page has to know of a problem before it draws it.
#[derive(Serialize)]
struct About<'p> {
    items: usize,
    primary: usize,
    options: usize,
    entries: usize,
    /// Why the problem is not drawn; `None` if it is.
    too_large: Option<String>,
    /// By item; empty if the problem is not drawn.
    names: Vec<&'p str>,
    colours: Vec<&'p str>,
    /// Lower and upper bounds by primary item, if some item is not covered exactly once.
    bounds: Option<Vec<[u32; 2]>>,
    /// Whether solutions have pictures.
    has_board: bool,
    spec: Option<&'p str>,
}

/// A problem with its search.
#[wasm_bindgen]
pub struct Cover {
    given: NamedProblem,
    /// `None` for problems that are not drawn.
    search: Option<Stepwise>,
}

#[wasm_bindgen]
impl Cover {
    /// The problem of a spec or, if there is none, of DLX text.
    ///
    /// # Errors
    /// If there is no such problem.
    #[wasm_bindgen(constructor)]
    pub fn new(spec: Option<String>, text: Option<String>) -> Result<Self, Refused> {
        let given = problem::read(spec, text)?;
        let mut cover = Self { given, search: None };
        cover.restart()?;
        Ok(cover)
    }

    /// What the page has to know before it draws, as JSON.
    pub fn about(&self) -> String {
        let problem = &self.given.problem;
        let too_large = too_large(problem);
        let is_drawn = too_large.is_none();
        let items = problem.item_ids().filter(|_| is_drawn);
        let colours = || {
            let used = problem.option_ids().flat_map(|option| problem.option(option));
            let mut names = vec![""; problem.colours()];
            for colour in used.filter_map(|entry| entry.colour) {
                names[colour.index()] = problem.colour_name(colour);
            }
            names
        };
        let bounds = |item| problem.bounds(item).map(|Bounds { low, high }| [low, high]);
        json(&About {
            items: problem.items(),
            primary: problem.primary(),
            options: problem.options(),
            entries: problem.entries(),
            names: items.map(|item| problem.item_name(item)).collect(),
            colours: if is_drawn { colours() } else { Vec::new() },
            bounds: problem
                .has_multiplicities()
                .then(|| problem.item_ids().map_while(bounds).collect()),
            has_board: self.given.layout.is_some(),
            spec: self.given.spec.as_deref(),
            too_large,
        })
    }

    /// The number of the first entry of each option, and after the last option the number of all entries.
    pub fn starts(&self) -> Vec<u32> {
        let mut end = 0;
        let ends = self.given.problem.option_ids().map(|option| {
            end += self.given.problem.option(option).len() as u32;
            end
        });
        std::iter::once(0).chain(ends).collect()
    }

    /// The item of each entry, option by option.
    pub fn entries(&self) -> Vec<u32> {
        let problem = &self.given.problem;
        let entries = problem.option_ids().flat_map(|option| problem.option(option));
        entries.map(|entry| entry.item.index() as u32).collect()
    }

    /// The colour of each entry, counted from 1; 0 for none.
    pub fn colours(&self) -> Vec<u32> {
        let problem = &self.given.problem;
        let entries = problem.option_ids().flat_map(|option| problem.option(option));
        entries.map(|entry| entry.colour.map_or(0, |colour| colour.index() as u32 + 1)).collect()
    }

    /// The steps from here through this number of nodes. The three upper bits of each are its kind, in the order of [`SearchStep`]; the others
    /// are the number of its item or option. A step after the last has the kind of a solution, and the number 1.
    pub fn steps(&mut self, nodes: u32) -> Vec<u32> {
        let Some(search) = &mut self.search else { return Vec::new() };
        if search.has_ended() {
            return Vec::new();
        }
        let steps = search.steps(u64::from(nodes));
        let end = search.has_ended().then_some(END);
        steps.into_iter().map(number).chain(end).collect()
    }

    /// Begins the search anew.
    ///
    /// # Errors
    /// If the problem is too large for dancing links.
    pub fn restart(&mut self) -> Result<(), Refused> {
        let problem = &self.given.problem;
        self.search = too_large(problem).is_none().then(|| Dlx.stepwise(problem)).transpose()?;
        Ok(())
    }

    /// The picture of a solution, or of the options of one so far, as SVG, if items have places.
    ///
    /// # Errors
    /// If there is no such option.
    #[expect(clippy::needless_pass_by_value, reason = "JavaScript gives its values away")]
    pub fn drawing(&self, options: Vec<u32>, caption: &str) -> Result<Option<String>, Refused> {
        Ok(problem::drawing(&self.given, &problem::options(&self.given, &options)?, caption))
    }

    /// The problem as DLX text.
    pub fn text(&self) -> String {
        self.given.problem.to_string()
    }
}

/// Why a problem is not drawn; `None` if it is.
fn too_large(problem: &Problem) -> Option<String> {
    let (items, entries) = (problem.items(), problem.entries());
    (items > MOST_ITEMS || entries > MOST_ENTRIES).then(|| {
        format!(
            "This problem has {items} items, and {entries} entries in its {} options. It is too large to be drawn: expected at most \
             {MOST_ITEMS} items and {MOST_ENTRIES} entries. Its solutions can be counted.",
            problem.options()
        )
    })
}

fn number(step: SearchStep) -> u32 {
    let item = |item: ItemId| item.index() as u32;
    let (kind, number) = match step {
        SearchStep::Branch(at) => (0, item(at)),
        SearchStep::Leave(at) => (1, item(at)),
        SearchStep::Choose(option) => (2, option.index() as u32),
        SearchStep::TakeBack(option) => (3, option.index() as u32),
        SearchStep::Finish(at) => (4, item(at)),
        SearchStep::Unfinish(at) => (5, item(at)),
        SearchStep::DeadEnd(at) => (6, item(at)),
        SearchStep::Solution => (7, 0),
    };
    kind << NUMBER_BITS | number
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Knuth's example, with which the page begins.
    const KNUTH: &str = "a b c d e f g\nc e\na d g\nb c f\na d f\nb g\nd e g\n";

    fn of(spec: &str) -> Cover {
        Cover::new(Some(spec.into()), None).ok().unwrap()
    }

    #[test]
    fn steps_are_told_as_numbers() {
        let mut cover = Cover::new(None, Some(KNUTH.into())).ok().unwrap();
        let step = |step: u32| (step >> NUMBER_BITS, step & ((1 << NUMBER_BITS) - 1));
        let steps: Vec<_> = cover.steps(u32::MAX).into_iter().map(step).collect();
        // TAOCP 4B, 7.2.2.1: item a is first; its option `a d g` leaves one option for b, which leaves none for e.
        assert_eq!(steps[..6], [(0, 0), (2, 1), (0, 1), (2, 2), (6, 4), (3, 2)]);
        assert_eq!(steps.iter().filter(|&&step| step == (7, 0)).count(), 1);
        assert_eq!(steps.last(), Some(&(7, 1)));
        assert!(cover.steps(1).is_empty());
        cover.restart().ok().unwrap();
        assert_eq!(cover.steps(1).len(), 2);
    }

    #[test]
    fn entries_are_those_of_the_problem() {
        let cover =
            Cover::new(None, Some("a b | x\na x:red\nb x:blue\na b\n".into())).ok().unwrap();
        assert_eq!(cover.starts(), [0, 2, 4, 6]);
        assert_eq!(cover.entries(), [0, 2, 1, 2, 0, 1]);
        assert_eq!(cover.colours(), [0, 1, 0, 2, 0, 0]);
        let about = cover.about();
        assert!(
            about.contains(r#""colours":["red","blue"]"#) && about.contains(r#""bounds":null"#),
            "{about}"
        );
    }

    #[test]
    fn a_large_problem_is_not_drawn() {
        let mut large = of("dominoes:600x600");
        assert!(large.steps(10).is_empty() && large.about().contains("too large to be drawn"));
        assert!(large.about().len() < 1000);
    }

    #[test]
    fn solutions_are_drawn() {
        let cover = of("dominoes:2x2");
        let drawing = |options: &[u32]| cover.drawing(options.to_vec(), "words").ok().unwrap();
        assert!(drawing(&[0, 1]).unwrap().contains("<svg"));
        assert!(drawing(&[0]).unwrap().contains("<svg"), "a part of a solution has a picture");
        assert_eq!(drawing(&[0, 2]), None, "two options on one square");
        assert_eq!(of("steiner:7").drawing(vec![0], "").ok().unwrap(), None);
    }
}
