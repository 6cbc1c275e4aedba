//! The problem that the page has given: a spec of a family, or DLX text.

use std::error::Error;
use std::fmt;

use quadrille_cover::family::{self, Layout};
use quadrille_cover::{OptionId, Problem};
use quadrille_view::picture::figure;

/// Largest size of DLX text, in bytes. Larger problems are for the command line, because a browser shares its memory with other pages.
const MOST_BYTES: usize = 50_000_000;

/// What is wrong with what the page has given, in words.
#[derive(Debug, PartialEq, Eq)]
pub(crate) struct Wrong(pub(crate) String);

impl fmt::Display for Wrong {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

impl Error for Wrong {}

/// A problem and what is known of its board.
pub(crate) struct NamedProblem {
    pub(crate) problem: Problem,
    /// Where the items lie on a board, if that is known.
    pub(crate) layout: Option<Layout>,
    /// The spec that names the problem, or that a comment of its text names.
    pub(crate) spec: Option<String>,
}

impl NamedProblem {
    /// The problem of a spec or, if there is none, of a text.
    pub(crate) fn new(spec: Option<String>, text: Option<String>) -> Result<Self, Wrong> {
        if let Some(spec) = spec {
            let problem = family::build(&spec).map_err(wrong)?;
            let layout = family::layout(&spec).map_err(wrong)?;
            return Ok(Self { problem, layout, spec: Some(spec) });
        }
        let text = text.unwrap_or_default();
        if text.len() > MOST_BYTES {
            let found = text.len() / 1_000_000;
            return Err(Wrong(format!(
                "found {found} MB of text; expected at most {}; use the command `quadrille cover`",
                MOST_BYTES / 1_000_000
            )));
        }
        let problem = Problem::parse(&text).map_err(|error| Wrong(format!("line {error}")))?;
        // A comment may name a family that the problem is not of; then nothing is drawn.
        let spec = family::in_comment(text.as_bytes()).map(str::to_owned);
        let layout = spec.as_ref().and_then(|spec| family::layout(spec).ok()).flatten();
        Ok(Self { problem, layout, spec })
    }

    /// Options given by their numbers.
    pub(crate) fn options(&self, numbers: &[u32]) -> Result<Vec<OptionId>, Wrong> {
        let option = |&number: &u32| {
            let found = || {
                Wrong(format!(
                    "found no option {number}; expected one below {}",
                    self.problem.options()
                ))
            };
            self.problem.option_id(number as usize).ok_or_else(found)
        };
        numbers.iter().map(option).collect()
    }

    /// A solution, or the options of one so far, on the board as SVG, if the places of the items are known.
    pub(crate) fn drawing(&self, options: &[OptionId], caption: &str) -> Option<String> {
        let drawn = self.layout.as_ref()?.figure_so_far(&self.problem, options).ok()?;
        Some(figure::picture(self.spec.as_deref().unwrap_or_default(), &drawn, caption))
    }
}

fn wrong(error: impl Error) -> Wrong {
    Wrong(error.to_string())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn refused(spec: Option<&str>, text: Option<&str>) -> String {
        let given = NamedProblem::new(spec.map(str::to_owned), text.map(str::to_owned));
        given.map(|_| ()).unwrap_err().to_string()
    }

    #[test]
    fn what_names_no_problem_is_an_error() {
        assert!(refused(Some("quens:8"), None).starts_with("found the family `quens`"));
        assert!(refused(Some("queens:99999"), None).contains("more than 5000000 options"));
        assert!(
            refused(Some("polyominoes:@/etc/passwd:3x3"), None).contains("files are not read here")
        );
        assert!(refused(None, Some("a b\na q\n")).starts_with("line 2:3: item `q` is unknown"));
        assert!(refused(None, None).contains("found no list of items"));
    }

    #[test]
    fn a_comment_says_where_the_items_lie() {
        let spec = NamedProblem::new(Some("dominoes:2x2".into()), None).unwrap();
        let text = format!("{}dominoes:2x2\n{}", family::MARK, spec.problem);
        let read = NamedProblem::new(None, Some(text)).unwrap();
        let solution = read.options(&[0, 1]).unwrap();
        assert_eq!(read.drawing(&solution, ""), spec.drawing(&solution, ""));
        assert!(read.options(&[4]).unwrap_err().0.contains("expected one below 4"));
        let wrong = NamedProblem::new(None, Some("| family soma\na b\na b\n".into())).unwrap();
        assert_eq!(wrong.drawing(&wrong.options(&[0]).unwrap(), ""), None);
    }
}
