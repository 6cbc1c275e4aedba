//! The format of the pseudo-Boolean competitions.
//!
//! Source: O. Roussel and V. Manquinho, *Input/output format and solver requirements for the competitions of pseudo-Boolean solvers* (2012).

use super::linear::{Linear, Tokens};
use super::{Rewritten, looks_like};

const ABOUT: &str = "OPB";

/// Whether what is no comment begins with an objective or a constraint.
pub(super) fn may_be(text: &str) -> bool {
    let tokens = Tokens::new(text, '*').skipped();
    let body = tokens.rest();
    let is_constraint = || {
        let first = body.split(';').next().unwrap_or_default();
        body.starts_with(|c: char| c.is_ascii_digit() || c == '+' || c == '-')
            && first.len() < body.len()
            && first.contains('=')
    };
    body.starts_with("min:") || body.starts_with("max:") || is_constraint()
}

/// `min: +3 x1 ... ;` and constraints as `+1 x1 +1 x2 = 1 ;`. Variables are options, x1 before x2; names are not kept.
pub(super) fn rewrite(text: &str) -> Rewritten {
    let mut linear = Linear::new(ABOUT, text);
    let mut tokens = Tokens::new(text, '*');
    let mut is_first = true;
    loop {
        let at = tokens.peek();
        if at.is_empty() {
            break;
        }
        let mut ahead = tokens;
        let word = ahead.next();
        let is_objective = ahead.next() == ":";
        if is_objective && !(is_first && word == "min") {
            let what = format!("found `{word}:`; expected `min:`, once and before the constraints");
            return Err(linear.wrong(at, &what));
        }
        if is_objective {
            tokens = ahead;
        }
        is_first = false;
        let terms = tokens.sum(&linear, false)?;
        if is_objective {
            linear.objective(&terms)?;
        } else {
            let found = tokens.peek();
            let (Some(relation), Some(number)) = (tokens.relation(), tokens.constant(&linear)?)
            else {
                let what = format!(
                    "found `{found}` after a sum; expected `=`, `>=` or `<=`, and a whole number"
                );
                return Err(linear.wrong(if found.is_empty() { at } else { found }, &what));
            };
            let low = (relation != '<').then_some(number);
            let high = (relation != '>').then_some(number);
            linear.constraint((None, at), &terms, (low, high))?;
        }
        let end = tokens.next();
        if end != ";" {
            let what = format!("found `{end}` at the end of a constraint; expected `;`");
            return Err(linear.wrong(if end.is_empty() { at } else { end }, &what));
        }
    }
    if is_first {
        return Err(looks_like(
            ABOUT,
            "found no constraint; expected one at least".to_owned(),
            (1, 1),
        ));
    }
    linear.knuth()
}
