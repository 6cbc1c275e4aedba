//! The problem that the page has given: a spec of a family, or DLX text.

use quadrille_cover::OptionId;
use quadrille_service::Error;
use quadrille_service::problem::{NamedProblem, Source};
use quadrille_view::picture::figure;

/// Largest size of DLX text, in bytes. Larger problems are for the command line, because a browser shares its memory with other pages.
const MOST_BYTES: usize = 50_000_000;

/// The problem of a spec or, if there is none, of a text.
pub(crate) fn read(spec: Option<String>, text: Option<String>) -> Result<NamedProblem, Error> {
    let text = text.unwrap_or_default();
    if text.len() > MOST_BYTES {
        let found = text.len() / 1_000_000;
        return Err(Error::Input(format!(
            "found {found} MB of text; expected at most {}; use the command `quadrille cover`",
            MOST_BYTES / 1_000_000
        )));
    }
    spec.map_or(Source::Text(text), Source::Family).read(false)
}

/// Options given by their numbers.
pub(crate) fn options(named: &NamedProblem, numbers: &[u32]) -> Result<Vec<OptionId>, Error> {
    let problem = &named.problem;
    let option = |&number: &u32| {
        let found = || {
            Error::Input(format!(
                "found no option {number}; expected one below {}",
                problem.options()
            ))
        };
        problem.option_id(number as usize).ok_or_else(found)
    };
    numbers.iter().map(option).collect()
}

/// A solution, or the options of one so far, on the board as SVG, if the places of the items are known.
pub(crate) fn drawing(named: &NamedProblem, options: &[OptionId], caption: &str) -> Option<String> {
    let drawn = named.layout.as_ref()?.figure_so_far(&named.problem, options).ok()?;
    Some(figure::picture(named.spec.as_deref().unwrap_or_default(), &drawn, caption))
}

#[cfg(test)]
mod tests {
    use quadrille_cover::family;

    use super::*;

    fn refused(spec: Option<&str>, text: Option<&str>) -> String {
        let given = read(spec.map(str::to_owned), text.map(str::to_owned));
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
        let spec = read(Some("dominoes:2x2".into()), None).unwrap();
        let text = format!("{}dominoes:2x2\n{}", family::MARK, spec.problem);
        let text = read(None, Some(text)).unwrap();
        let solution = options(&text, &[0, 1]).unwrap();
        assert_eq!(drawing(&text, &solution, ""), drawing(&spec, &solution, ""));
        let error = options(&text, &[4]).unwrap_err().to_string();
        assert!(error.contains("expected one below 4"), "{error}");
        let wrong = read(None, Some("| family soma\na b\na b\n".into())).unwrap();
        assert_eq!(drawing(&wrong, &options(&wrong, &[0]).unwrap(), ""), None);
    }
}
