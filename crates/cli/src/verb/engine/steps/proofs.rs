//! The step that checks the certificates of an engine that says it writes them.

use quadrille_cover::{Budget, Outcome};
use quadrille_harness::measure::limits::SearchLimits;
use quadrille_harness::process::{Answered, Question, Session};
use quadrille_harness::prove::{self, Denial};
use quadrille_harness::{Body, Instance};

use super::super::samples::Samples;
use super::answers::{Failure, grouped};
use super::{Finding, Note, Right, Wrong, all};
use crate::output::plural;

/// Asks each task about instances with one solution, several and none, and checks the certificates.
pub(super) fn check(session: &mut Session, samples: &Samples) -> Vec<Finding> {
    if !session.external.hello.proofs {
        return Vec::new();
    }
    let mut failures = Vec::new();
    let (mut accepted, mut without) = (0, 0);
    for task in session.external.hello.tasks.clone() {
        let question = Question { proofs: true, ..Question::new(task) };
        let asked = session.ask(&question, &all(&samples.answers));
        for (reply, instance) in asked.replies.iter().zip(&samples.answers) {
            let Ok(answered) = reply else { continue };
            match accept(answered, instance) {
                Some(Ok(())) => accepted += 1,
                Some(Err(what)) => failures.push(Failure { task, what, instance }),
                None if answered.searched.search.outcome == Outcome::Exhausted => without += 1,
                None => {}
            }
        }
    }
    let mut findings = grouped(&failures);
    if without > 0 {
        let answers = plural(without, "answer");
        findings.push(Note(format!(
            "{answers} without a certificate although the search was exhausted"
        )));
    }
    if accepted > 0 {
        findings.push(Right(format!("{} accepted", plural(accepted, "certificate"))));
    } else if findings.iter().all(|finding| !matches!(finding, Wrong(_))) {
        findings.push(Wrong(
            "sent no certificate although it greets with `proofs xcd`; write NUMBER.xcd into the folder of the request's \
             field `proof`, and end the answer with `proof=xcd`, or leave out the line `proofs`"
                .into(),
        ));
    }
    findings
}

/// The result of checking the certificate of an answer, if the engine sent one.
fn accept(answered: &Answered, instance: &Instance) -> Option<Result<(), String>> {
    let certificate = answered.certificate.as_ref()?;
    let limits = SearchLimits { budget: Budget::default(), wall: None };
    let checked = prove::accept(&instance.body, &answered.solutions, certificate, &limits);
    let what = match &instance.body {
        Body::Sudoku(_) => "a Sudoku",
        Body::Cover(_) => "an exact cover problem",
    };
    let found = &answered.solutions;
    let refused = |(Denial::Refused(why) | Denial::Unchecked(why))| {
        format!("the certificate of {found} as the number of solutions of {what} is refused: {why}")
    };
    Some(checked.map_err(refused))
}
