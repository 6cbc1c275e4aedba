//! Comparisons in JSON: one object a line, of the kind that `kind` names.

use std::io::{self, Write};

use anyhow::Result;
use quadrille_harness::results::Results;
use quadrille_harness::statistics::comparison::{
    Comparison, CountDifference, Extreme, Finding, LeftOut, Line, VerdictDifference,
};
use quadrille_harness::statistics::gate::Pace;
use serde::Serialize;

use super::environments;

/// A comparison, to be written.
pub struct Json<'j> {
    pub results: &'j Results,
    pub comparison: &'j Comparison,
}

/// An object.
#[derive(Serialize)]
#[serde(tag = "kind", rename_all = "snake_case")]
pub enum Object<'o> {
    /// In what the runs differ.
    Environment {
        what: String,
        #[serde(skip_serializing_if = "Option::is_none")]
        a: Option<String>,
        #[serde(skip_serializing_if = "Option::is_none")]
        b: Option<String>,
    },
    /// An engine on a corpus.
    Times(Times<'o>),
    /// A counter that differs.
    Count {
        engine_a: &'o str,
        engine_b: &'o str,
        version_a: &'o str,
        version_b: &'o str,
        case: String,
        counter: &'static str,
        #[serde(skip_serializing_if = "Option::is_none")]
        a: Option<String>,
        #[serde(skip_serializing_if = "Option::is_none")]
        b: Option<String>,
        place_a: String,
        place_b: String,
    },
    /// A verdict that differs.
    Verdict { engine: &'o str, case: String, a: String, b: String, worse: bool },
    /// What is on one side only; `changed` is what has another puzzle under its name.
    Unpaired { side: &'static str, what: &'static str, name: &'o str },
    /// An instance on which B is among the slowest or fastest.
    Extreme {
        engine_a: &'o str,
        engine_b: &'o str,
        case: &'o str,
        a_ns: f64,
        b_ns: f64,
        ratio: f64,
    },
    /// The answer of a gate.
    Gate {
        passed: bool,
        counted: usize,
        counts: usize,
        worse: usize,
        missing: usize,
        slower: usize,
        unmeasured: usize,
    },
}

/// An engine on a corpus.
#[derive(Serialize)]
pub struct Times<'o> {
    engine_a: &'o str,
    engine_b: &'o str,
    #[serde(skip_serializing_if = "Option::is_none")]
    corpus: Option<&'o str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    task: Option<&'o str>,
    batch: bool,
    pairs: usize,
    instances: usize,
    left_out: LeftOut,
    #[serde(skip_serializing_if = "Option::is_none")]
    ratio: Option<f64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    ratio_low: Option<f64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    ratio_high: Option<f64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    typical: Option<f64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    p: Option<f64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    p_adjusted: Option<f64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    noise: Option<f64>,
    finding: Finding,
    /// What a gate says.
    #[serde(skip_serializing_if = "Option::is_none")]
    pace: Option<Pace>,
}

impl<'o> Object<'o> {
    pub fn times(line: &'o Line, pace: Option<Pace>) -> Self {
        let interval = line.ratio.and_then(|ratio| ratio.interval);
        Self::Times(Times {
            engine_a: &line.engine_a,
            engine_b: &line.engine_b,
            corpus: line.title.corpus.as_deref(),
            task: line.title.task.as_deref(),
            batch: line.title.batch,
            pairs: line.pairs,
            instances: line.ratio.map_or(0, |ratio| ratio.instances),
            left_out: line.left_out,
            ratio: line.ratio.map(|ratio| ratio.mean),
            ratio_low: interval.map(|(low, _)| low),
            ratio_high: interval.map(|(_, high)| high),
            typical: line.shift,
            p: line.p,
            p_adjusted: line.p_adjusted,
            noise: line.noise,
            finding: line.finding,
            pace,
        })
    }

    /// An object for each counter.
    fn counts(results: &'o Results, found: &CountDifference) -> impl Iterator<Item = Self> {
        let entries = results.entries();
        let (one, other) = (&entries[found.rows.0], &entries[found.rows.1]);
        found.values(results).into_iter().map(move |(counter, a, b)| Self::Count {
            engine_a: results.text(one.engine),
            engine_b: results.text(other.engine),
            version_a: results.text(one.version),
            version_b: results.text(other.version),
            case: results.case_name(results.case(one.case)),
            counter,
            a,
            b,
            place_a: results.place(one),
            place_b: results.place(other),
        })
    }

    fn verdict(results: &'o Results, found: &VerdictDifference) -> Self {
        let row = &results.entries()[found.rows.1];
        let [a, b] = [found.verdicts.0, found.verdicts.1].map(|verdict| verdict.name().to_owned());
        let case = results.case_name(results.case(row.case));
        Self::Verdict { engine: results.text(row.engine), case, a, b, worse: found.is_worse() }
    }

    fn extreme(found: &'o Extreme) -> Self {
        Self::Extreme {
            engine_a: &found.engine_a,
            engine_b: &found.engine_b,
            case: &found.case,
            a_ns: found.a_ns,
            b_ns: found.b_ns,
            ratio: found.ratio(),
        }
    }

    /// Writes it as a line.
    pub fn write(&self, out: &mut impl Write) -> Result<()> {
        serde_json::to_writer(&mut *out, self).map_err(io::Error::from)?;
        writeln!(out)?;
        Ok(())
    }
}

impl Json<'_> {
    /// Everything, times with the words of a comparison.
    pub fn write(&self, out: &mut impl Write) -> Result<()> {
        self.write_environments(out)?;
        for line in &self.comparison.lines {
            Object::times(line, None).write(out)?;
        }
        self.write_counts(out)?;
        let found = self.comparison.slower.iter().chain(&self.comparison.faster);
        found.map(Object::extreme).try_for_each(|object| object.write(out))
    }

    pub fn write_environments(&self, out: &mut impl Write) -> Result<()> {
        let differences = environments(self.results).into_iter();
        let mut objects = differences.map(|found| Object::Environment {
            what: found.what,
            a: found.one,
            b: found.other,
        });
        objects.try_for_each(|object| object.write(out))
    }

    /// Counters, verdicts, and what is on one side only.
    pub fn write_counts(&self, out: &mut impl Write) -> Result<()> {
        let Self { results, comparison } = *self;
        let counts = comparison.counts.iter().flat_map(|found| Object::counts(results, found));
        let verdicts = comparison.verdicts.iter().map(|found| Object::verdict(results, found));
        counts.chain(verdicts).try_for_each(|object| object.write(out))?;
        for (side, unpaired) in [("a", &comparison.only_a), ("b", &comparison.only_b)] {
            let parts = [
                ("engine", &unpaired.engines),
                ("corpus", &unpaired.corpora),
                ("case", &unpaired.cases),
            ];
            for (what, names) in parts {
                let mut objects = names.iter().map(|name| Object::Unpaired { side, what, name });
                objects.try_for_each(|object| object.write(out))?;
            }
        }
        let changed = comparison.changed.iter();
        let mut changed =
            changed.map(|name| Object::Unpaired { side: "both", what: "changed", name });
        changed.try_for_each(|object| object.write(out))
    }
}
