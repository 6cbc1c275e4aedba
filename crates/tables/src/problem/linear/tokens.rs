//! The words of a text with linear constraints.

use quadrille_cover::TextError;

use super::{LARGEST, Linear, Term};

/// What follows in a text. A comment is a line that begins with `*`, or what is after `\`.
#[derive(Clone, Copy)]
pub(in crate::problem) struct Tokens<'t> {
    text: &'t str,
    /// Bytes of `text` that are read.
    at: usize,
    comment: char,
}

const RELATIONS: &str = "<>=";

impl<'t> Tokens<'t> {
    pub(in crate::problem) fn new(text: &'t str, comment: char) -> Self {
        Self { text, at: 0, comment }
    }

    /// The next token, which stays; an empty one at the end.
    pub(in crate::problem) fn peek(&self) -> &'t str {
        let mut copy = *self;
        copy.next()
    }

    /// The tokens without the blanks and comments before them.
    pub(in crate::problem) fn skipped(mut self) -> Self {
        loop {
            let rest = self.text[self.at..].trim_start();
            self.at = self.text.len() - rest.len();
            // Old files have `*` between a coefficient and a variable.
            if self.comment == '*' && rest.starts_with('*') && !self.begins_line() {
                self.at += 1;
            } else if rest.starts_with(self.comment) {
                self.at += rest.find('\n').unwrap_or(rest.len());
            } else {
                return self;
            }
        }
    }

    /// What is not read yet.
    pub(in crate::problem) fn rest(&self) -> &'t str {
        &self.text[self.at..]
    }

    /// The next token; an empty one at the end.
    pub(in crate::problem) fn next(&mut self) -> &'t str {
        *self = self.skipped();
        let rest = &self.text[self.at..];
        let Some(first) = rest.chars().next() else { return rest };
        let length = |is_in: &dyn Fn(char) -> bool| rest.find(|c| !is_in(c)).unwrap_or(rest.len());
        let token = if RELATIONS.contains(first) {
            length(&|c| RELATIONS.contains(c))
        } else if first.is_ascii_digit() || first == '.' {
            number(rest)
        } else {
            let is_single = |c: char| c.is_whitespace() || "+-*^[]|\\;:<>=".contains(c);
            length(&|c| !is_single(c)).max(first.len_utf8())
        };
        self.at += token;
        &rest[..token]
    }

    /// Whether what is read ends with a line or the blanks that begin one.
    pub(in crate::problem) fn begins_line(&self) -> bool {
        self.text[..self.at]
            .trim_end_matches([' ', '\t'])
            .chars()
            .next_back()
            .is_none_or(|c| c == '\n')
    }

    /// A number with a sign, if one follows.
    pub(in crate::problem) fn constant(
        &mut self,
        linear: &Linear<'_>,
    ) -> Result<Option<i64>, TextError> {
        let before = *self;
        let sign = self.sign().unwrap_or(1);
        match self.number(linear)? {
            Some(number) => Ok(Some(sign * number)),
            None => {
                *self = before;
                Ok(None)
            }
        }
    }

    fn sign(&mut self) -> Option<i64> {
        let sign = match self.peek() {
            "+" => 1,
            "-" => -1,
            _ => return None,
        };
        self.next();
        Some(sign)
    }

    fn number(&mut self, linear: &Linear<'_>) -> Result<Option<i64>, TextError> {
        let token = self.peek();
        if !token.starts_with(|c: char| c.is_ascii_digit() || c == '.') {
            return Ok(None);
        }
        self.next();
        let whole = token.parse::<i64>().ok().or_else(|| {
            // As 1.0 or 1e3.
            let value = token.parse::<f64>().ok().filter(|value| value.fract() == 0.0)?;
            format!("{value:.0}").parse().ok()
        });
        match whole.filter(|&whole| whole <= LARGEST) {
            Some(whole) => Ok(Some(whole)),
            None => {
                let what =
                    format!("found the number {token}; expected a whole number up to {LARGEST}");
                Err(linear.wrong(token, &what))
            }
        }
    }

    /// A relation, as `<`, `>` or `=`, if one follows.
    pub(in crate::problem) fn relation(&mut self) -> Option<char> {
        let relation = match self.peek() {
            "<" | "<=" | "=<" => '<',
            ">" | ">=" | "=>" => '>',
            "=" | "==" => '=',
            _ => return None,
        };
        self.next();
        Some(relation)
    }

    /// A sum of variables. With `needs_sign` each after the first has a sign, so that a sum ends before a number or a name.
    pub(in crate::problem) fn sum(
        &mut self,
        linear: &Linear<'_>,
        needs_sign: bool,
    ) -> Result<Vec<Term<'t>>, TextError> {
        let mut terms = Vec::new();
        loop {
            let before = *self;
            let sign = self.sign();
            if sign.is_none() && needs_sign && !terms.is_empty() {
                return Ok(terms);
            }
            let number = self.number(linear)?;
            let is_negated = self.peek().starts_with('~');
            let name = self.peek();
            if name.is_empty()
                || name.starts_with(|c: char| "+-*^[]|\\;:<>=0123456789.".contains(c))
            {
                if sign.is_none() && number.is_none() {
                    return Ok(terms);
                }
                let what = format!("found `{name}` after a coefficient; expected a variable");
                return Err(linear.wrong(if name.is_empty() { before.peek() } else { name }, &what));
            }
            if !needs_sign && number.is_none() {
                let what = format!(
                    "found `{name}` without a coefficient; expected a sum such as `+1 x1 +1 x2`"
                );
                return Err(linear.wrong(name, &what));
            }
            self.next();
            let coefficient = sign.unwrap_or(1) * number.unwrap_or(1);
            terms.push(Term {
                coefficient,
                name: name.strip_prefix('~').unwrap_or(name),
                is_negated,
            });
        }
    }
}

/// The length of the number that a text begins with.
fn number(text: &str) -> usize {
    let digits = |from: usize| {
        text[from..].find(|c: char| !c.is_ascii_digit()).map_or(text.len(), |length| from + length)
    };
    let mut end = digits(0);
    if text[end..].starts_with('.') {
        end = digits(end + 1);
    }
    if text[end..].starts_with(['e', 'E']) {
        let signed = end + 1 + usize::from(text[end + 1..].starts_with(['+', '-']));
        if digits(signed) > signed {
            end = digits(signed);
        }
    }
    end
}
