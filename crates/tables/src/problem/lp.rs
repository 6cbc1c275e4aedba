//! Linear programs as CPLEX writes them.
//!
//! Source: the chapter *LP file format* of the CPLEX manual.

use quadrille_cover::TextError;

use super::Rewritten;
use super::linear::{Linear, Term, Tokens};

const ABOUT: &str = "an LP file";

/// The least and the largest value of a sum.
type Range = (Option<i64>, Option<i64>);

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Section {
    Minimize,
    Maximize,
    Constraints,
    Bounds,
    Binary,
    /// Variables that are not 0 or 1, or what is no part of a cover.
    Other,
    End,
}

/// The section that begins here, which is read then.
fn section(tokens: &mut Tokens<'_>) -> Option<Section> {
    let mut ahead = *tokens;
    let word = ahead.next().to_ascii_lowercase();
    if !tokens.skipped().begins_line() || ahead.peek() == ":" {
        return None;
    }
    let found = match &*word {
        "minimize" | "minimise" | "minimum" | "min" => Section::Minimize,
        "maximize" | "maximise" | "maximum" | "max" => Section::Maximize,
        "st" | "s.t." | "st." => Section::Constraints,
        "subject" if ahead.next().eq_ignore_ascii_case("to") => Section::Constraints,
        "such" if ahead.next().eq_ignore_ascii_case("that") => Section::Constraints,
        "bounds" | "bound" => Section::Bounds,
        "binary" | "binaries" | "bin" => Section::Binary,
        "general" | "generals" | "gen" | "integer" | "integers" | "int" | "semi" | "semis"
        | "sos" | "pwlobj" => Section::Other,
        "end" => Section::End,
        _ => return None,
    };
    // `subject to:` is met, too.
    if found == Section::Constraints && ahead.peek() == ":" {
        ahead.next();
    }
    *tokens = ahead;
    Some(found)
}

/// Whether a text begins as an LP file does, and says `subject to` somewhere.
pub(super) fn may_be(text: &str) -> bool {
    let mut tokens = Tokens::new(text, '\\');
    let is_begun = matches!(section(&mut tokens), Some(Section::Minimize | Section::Maximize));
    let is_subject = |line: &str| {
        let line = line.trim_start().to_ascii_lowercase();
        ["subject to", "such that", "st", "s.t."].iter().any(|word| line.starts_with(word))
    };
    is_begun && text.lines().any(is_subject)
}

/// An objective, constraints, bounds of variables, and those that are 0 or 1. These are the options, in the order of the section `Binary`;
/// constraints are items, named as they are.
pub(super) fn rewrite(text: &str) -> Rewritten {
    let mut tokens = Tokens::new(text, '\\');
    let mut binaries = Linear::new(ABOUT, text);
    let is_minimum = match section(&mut tokens) {
        Some(Section::Minimize) => true,
        Some(Section::Maximize) => false,
        _ => {
            let what = "found no objective; expected `Minimize` first, also if nothing follows it";
            return Err(binaries.wrong(tokens.peek(), what));
        }
    };
    // Variables are numbered by the section `Binary`, which comes last.
    let rest = tokens;
    while !tokens.peek().is_empty() {
        if section(&mut tokens) == Some(Section::Binary) {
            while !tokens.peek().is_empty() && section(&mut tokens.clone()).is_none() {
                let name = tokens.next();
                binaries.variable(name);
            }
        } else if section(&mut tokens.clone()).is_none() {
            tokens.next();
        }
    }
    let mut reader = Reader { tokens: rest, known: binaries.variables.len(), linear: binaries };
    reader.objective(is_minimum)?;
    reader.sections()?;
    reader.linear.knuth()
}

struct Reader<'t> {
    tokens: Tokens<'t>,
    linear: Linear<'t>,
    /// Number of variables in the section `Binary`.
    known: usize,
}

impl<'t> Reader<'t> {
    fn objective(&mut self, is_minimum: bool) -> Result<(), TextError> {
        self.name();
        let begin = self.tokens.peek();
        if section(&mut self.tokens.clone()).is_some() {
            return Ok(());
        }
        // `0` is an objective without variables.
        let mut ahead = self.tokens;
        if ahead.constant(&self.linear)? == Some(0) && section(&mut ahead.clone()).is_some() {
            self.tokens = ahead;
            return Ok(());
        }
        let terms = self.tokens.sum(&self.linear, true)?;
        if !is_minimum && terms.iter().any(|term| term.coefficient != 0) {
            let what = "found `Maximize` with an objective; expected `Minimize`, because a cover of least cost is looked for";
            return Err(self.linear.wrong(begin, what));
        }
        self.linear.objective(&terms)?;
        self.check_known()
    }

    fn sections(&mut self) -> Result<(), TextError> {
        let mut now = None;
        loop {
            let at = self.tokens.peek();
            if at.is_empty() {
                return Ok(());
            }
            if let Some(next) = section(&mut self.tokens) {
                match next {
                    Section::End => return Ok(()),
                    Section::Minimize | Section::Maximize | Section::Other => {
                        let what = format!(
                            "found the section `{at}`; expected `Subject To`, `Bounds`, `Binary` or `End`"
                        );
                        return Err(self.linear.wrong(at, &what));
                    }
                    Section::Constraints | Section::Bounds | Section::Binary => now = Some(next),
                }
                continue;
            }
            match now {
                Some(Section::Binary) => _ = self.tokens.next(),
                Some(Section::Bounds) => self.bounds()?,
                Some(_) => self.constraint()?,
                None => {
                    let what = format!("found `{at}` after the objective; expected `Subject To`");
                    return Err(self.linear.wrong(at, &what));
                }
            }
        }
    }

    /// `NAME:`, if it follows.
    fn name(&mut self) -> Option<&'t str> {
        let mut ahead = self.tokens;
        let name = ahead.next();
        (ahead.next() == ":").then(|| {
            self.tokens = ahead;
            name
        })
    }

    fn constraint(&mut self) -> Result<(), TextError> {
        let at = self.tokens.peek();
        let name = self.name();
        let (terms, range) = self.range(at)?;
        self.linear.constraint((name, at), &terms, range)?;
        self.check_known()
    }

    /// A bound of a variable, which must leave it 0 or 1.
    fn bounds(&mut self) -> Result<(), TextError> {
        let at = self.tokens.peek();
        let (terms, (low, high)) = self.range(at)?;
        if terms.len() != 1
            || terms[0].coefficient != 1
            || low.is_some_and(|low| low != 0)
            || high.is_some_and(|high| high != 1)
        {
            let what = "found a bound other than 0 <= variable <= 1; expected variables that may be 0 and 1";
            return Err(self.linear.wrong(at, what));
        }
        Ok(())
    }

    /// `sum <= number`, `number <= sum`, or `number <= sum <= number`.
    fn range(&mut self, at: &'t str) -> Result<(Vec<Term<'t>>, Range), TextError> {
        let (mut low, mut high) = (None, None);
        let mut ahead = self.tokens;
        let mut is_bounded = false;
        if let Some(number) = ahead.constant(&self.linear)?
            && let Some(relation) = ahead.relation()
        {
            self.tokens = ahead;
            is_bounded = true;
            // The number is on the left.
            low = (relation != '>').then_some(number);
            high = (relation != '<').then_some(number);
        }
        let terms = self.tokens.sum(&self.linear, true)?;
        let found = self.tokens.peek();
        match self.tokens.relation() {
            Some(relation) => {
                let number = self.tokens.constant(&self.linear)?;
                let is_twice = is_bounded
                    && (relation == '='
                        || low.is_some() == (relation == '>')
                        || low.is_some() && high.is_some());
                let Some(number) = number.filter(|_| !is_twice) else {
                    let what = "found no number on the right, or two bounds of one side; expected `sum <= number` or `number <= sum <= number`";
                    return Err(self.linear.wrong(found, what));
                };
                low = low.or((relation != '<').then_some(number));
                high = high.or((relation != '>').then_some(number));
            }
            None if is_bounded => {}
            None => {
                let what = format!(
                    "found `{found}` after a sum; expected `=`, `<=` or `>=`, and a number"
                );
                return Err(self.linear.wrong(if found.is_empty() { at } else { found }, &what));
            }
        }
        Ok((terms, (low, high)))
    }

    /// An error if a variable was met that the section `Binary` does not have.
    fn check_known(&self) -> Result<(), TextError> {
        match self.linear.variables.get(self.known) {
            None => Ok(()),
            Some(name) => {
                let what = format!(
                    "`{name}` is not in the section `Binary`; expected variables that are 0 or 1"
                );
                Err(self.linear.wrong(name, &what))
            }
        }
    }
}
