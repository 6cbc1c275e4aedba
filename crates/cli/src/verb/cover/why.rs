//! `why`: a short reason why a problem has no solution.

use std::io::Write;

use anyhow::Result;
use num_bigint::BigUint;
use quadrille_cover::family::Layout;
use quadrille_cover::why::Reason;
use quadrille_cover::{CancelToken, OptionId, Problem, Tally};
use quadrille_service::problem::{self, NoReason, Smaller};
use quadrille_view::reason;
use serde_json::{Map, Value, json};

use crate::args::Output;
use crate::args::request::Request;
use crate::input::family;
use crate::output::message::tell;
use crate::output::stdout;

/// What a reason is explained with.
pub struct Why<'a> {
    request: &'a Request,
    name: &'a str,
    /// The token of an interrupt. A limit of time ends the search for solutions alone.
    stop: &'a CancelToken,
    /// Where the items lie, if the problem names its family.
    layout: Option<Layout>,
}

/// A reason in all forms.
pub struct Explained {
    pub reason: Reason,
    pub json: Value,
    text: String,
}

impl<'a> Why<'a> {
    /// `name` and `text` are those of the problem read; `None` if no reason is asked for.
    pub fn new(
        request: &'a Request,
        (name, text): (&'a str, &[u8]),
        stop: &'a CancelToken,
    ) -> Option<Self> {
        let spec = family::in_comment(text);
        let layout = || spec.and_then(|spec| family::layout(spec).ok());
        request.asks_why().then(|| Self { request, name, stop, layout: layout() })
    }

    /// Looks for a reason after a search without a solution. Says on standard error why there is none.
    pub fn explain(&self, smaller: &Smaller, tally: &Tally) -> Option<Explained> {
        let problem = smaller.problem();
        let say = |why_not: String| {
            if !self.request.quiet {
                tell(format_args!("{}: {why_not}", self.name));
            }
            None
        };
        if tally.solutions != BigUint::ZERO {
            return say("the problem has a solution, so there is no reason against one".to_owned());
        }
        match problem::reason(problem, self.stop) {
            Ok(reason) => Some(self.explained(smaller, reason)),
            Err(NoReason::Solution) => {
                say("the problem has a solution, which the search would find without its limits"
                    .to_owned())
            }
            Err(stopped @ NoReason::Stopped) => {
                say(format!("{stopped}; use a larger --time-limit"))
            }
            Err(why_not) => say(why_not.to_string()),
        }
    }

    fn explained(&self, smaller: &Smaller, reason: Reason) -> Explained {
        let problem = smaller.problem();
        // After `--given`, items and options have other numbers than in the problem read.
        let proof = self.request.asked.given.is_empty().then(|| reason.proof(problem)).flatten();
        let mut text = reason::words(problem, &reason, self.layout.as_ref());
        if let (Some(proof), Reason::Weights(_)) = (&proof, &reason) {
            text += &format!("Proof in VeriPB: {}\n", proof.join(" "));
        }
        let mut json = self.json(problem, &reason, &mut Vec::new());
        json.extend(proof.map(|lines| ("proof".to_owned(), lines.into())));
        Explained { text, json: json.into(), reason }
    }

    fn json(
        &self,
        problem: &Problem,
        reason: &Reason,
        chosen: &mut Vec<OptionId>,
    ) -> Map<String, Value> {
        let object = match reason {
            Reason::Weights(weights) => {
                let words =
                    reason::words_of_weights(problem, weights, chosen, self.layout.as_ref());
                let named = |&(item, weight): &(_, i64)| {
                    (problem.item_name(item).to_owned(), weight.into())
                };
                let weights: Map<String, Value> = weights.iter().map(named).collect();
                json!({ "words": words.trim_end(), "weights": weights })
            }
            Reason::Cases { item, cases } => {
                let cases = cases.iter().map(|(option, reason)| {
                    chosen.push(*option);
                    let why = self.json(problem, reason, chosen);
                    chosen.pop();
                    json!({ "option": problem.option_text(*option), "why": why })
                });
                let cases: Vec<Value> = cases.collect();
                json!({ "item": problem.item_name(*item), "cases": cases })
            }
        };
        let Value::Object(fields) = object else { unreachable!("both are objects") };
        fields
    }
}

impl Explained {
    /// Prints the reason in words, unless it is in the JSON or a picture takes its place.
    pub fn print(&self, request: &Request) -> Result<()> {
        let on_stdout = |path: &std::path::PathBuf| crate::output::is_stdout(path);
        if request.output == Output::Json || request.picture.iter().flatten().any(on_stdout) {
            return Ok(());
        }
        let mut out = stdout();
        out.write_all(self.text.as_bytes())?;
        Ok(out.flush()?)
    }
}
