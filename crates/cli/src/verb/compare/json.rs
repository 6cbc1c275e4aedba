//! A comparison as JSON: one object per line; its field `kind` names the kind of object.

use std::io::Write;

use anyhow::Result;
use quadrille_results::Results;
use quadrille_results::statistics::comparison::{
    Comparison, CountDifference, Extreme, LeftOut, Line, VerdictDifference,
};
use quadrille_results::statistics::gate::Pace;
use serde::Serialize;

use super::environments;
use crate::output::json::{Fields, value, write_line};

/// A comparison to be written.
pub struct Json<'j> {
    pub results: &'j Results,
    pub comparison: &'j Comparison,
}

impl Json<'_> {
    /// Writes the whole comparison.
    pub fn write(&self, out: &mut impl Write) -> Result<()> {
        self.write_environments(out)?;
        for line in &self.comparison.lines {
            write_line(out, &times(line, None))?;
        }
        self.write_counts(out)?;
        let found = self.comparison.slower.iter().chain(&self.comparison.faster);
        found.map(extreme).try_for_each(|object| write_line(out, &object))
    }

    /// Writes the differences between the runs.
    pub fn write_environments(&self, out: &mut impl Write) -> Result<()> {
        for found in environments(self.results) {
            let object = Fields(vec![
                ("kind", value("environment")),
                ("what", value(found.what)),
                ("a", value(found.one)),
                ("b", value(found.other)),
            ]);
            write_line(out, &object)?;
        }
        Ok(())
    }

    /// Writes counts, verdicts, and what is on one side only.
    pub fn write_counts(&self, out: &mut impl Write) -> Result<()> {
        let comparison = self.comparison;
        let counts = comparison.counts.iter().flat_map(|found| self.counts(found));
        let verdicts = comparison.verdicts.iter().map(|found| self.verdict(found));
        counts.chain(verdicts).try_for_each(|object| write_line(out, &object))?;
        let mut unpaired = |side: &str, what: &str, names: &[String]| {
            let object = |name| {
                Fields(vec![
                    ("kind", value("unpaired")),
                    ("side", value(side)),
                    ("what", value(what)),
                    ("name", value(name)),
                ])
            };
            names.iter().try_for_each(|name| write_line(out, &object(name)))
        };
        for (side, only) in [("a", &comparison.only_a), ("b", &comparison.only_b)] {
            unpaired(side, "engine", &only.engines)?;
            unpaired(side, "corpus", &only.corpora)?;
            unpaired(side, "case", &only.cases)?;
        }
        // Different puzzles under the same name.
        unpaired("both", "changed", &comparison.changed)
    }

    /// An object for each count that differs.
    fn counts(&self, found: &CountDifference) -> impl Iterator<Item = Fields> {
        let results = self.results;
        let entries = results.entries();
        let (one, other) = (&entries[found.rows.0], &entries[found.rows.1]);
        let object = move |(counter, a, b): (&'static str, Option<String>, Option<String>)| {
            Fields(vec![
                ("kind", value("count")),
                ("engine_a", value(results.text(one.engine))),
                ("engine_b", value(results.text(other.engine))),
                ("version_a", value(results.text(one.version))),
                ("version_b", value(results.text(other.version))),
                ("case", value(results.case_name(results.case(one.case)))),
                ("counter", value(counter)),
                ("a", value(a)),
                ("b", value(b)),
                ("place_a", value(results.place(one))),
                ("place_b", value(results.place(other))),
            ])
        };
        found.values(results).into_iter().map(object)
    }

    /// A verdict that differs.
    fn verdict(&self, found: &VerdictDifference) -> Fields {
        let row = &self.results.entries()[found.rows.1];
        Fields(vec![
            ("kind", value("verdict")),
            ("engine", value(self.results.text(row.engine))),
            ("case", value(self.results.case_name(self.results.case(row.case)))),
            ("a", value(found.verdicts.0.name())),
            ("b", value(found.verdicts.1.name())),
            ("worse", value(found.is_worse())),
        ])
    }
}

/// An engine on a corpus. Values of a [`Fields`] lose the order of their own fields, so `left_out` is
/// outside of them.
#[derive(Serialize)]
pub struct Times {
    #[serde(flatten)]
    of: Fields,
    left_out: LeftOut,
    #[serde(flatten)]
    figures: Fields,
}

/// An engine on a corpus, with the judgement of a gate.
pub fn times(line: &Line, pace: Option<Pace>) -> Times {
    let interval = line.ratio.and_then(|ratio| ratio.interval);
    let of = Fields(vec![
        ("kind", value("times")),
        ("engine_a", value(&line.engine_a)),
        ("engine_b", value(&line.engine_b)),
        ("corpus", value(&line.title.corpus)),
        ("task", value(&line.title.task)),
        ("batch", value(line.title.batch)),
        ("pairs", value(line.pairs)),
        ("instances", value(line.ratio.map_or(0, |ratio| ratio.instances))),
    ]);
    let figures = Fields(vec![
        ("ratio", value(line.ratio.map(|ratio| ratio.mean))),
        ("ratio_low", value(interval.map(|(low, _)| low))),
        ("ratio_high", value(interval.map(|(_, high)| high))),
        ("typical", value(line.shift)),
        ("p", value(line.p)),
        ("p_adjusted", value(line.p_adjusted)),
        ("noise", value(line.noise)),
        ("finding", value(line.finding)),
        ("pace", value(pace)),
    ]);
    Times { of, left_out: line.left_out, figures }
}

/// An instance on which B is among the slowest or fastest.
fn extreme(found: &Extreme) -> Fields {
    Fields(vec![
        ("kind", value("extreme")),
        ("engine_a", value(&found.engine_a)),
        ("engine_b", value(&found.engine_b)),
        ("case", value(&found.case)),
        ("a_ns", value(found.a_ns)),
        ("b_ns", value(found.b_ns)),
        ("ratio", value(found.ratio())),
    ])
}
