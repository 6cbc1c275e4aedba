//! The rows that a ranking is asked for.

use std::collections::HashMap;

use indexmap::IndexSet;

use super::Question;
use crate::statistics::StatisticsError;
use crate::{CaseId, Entry, Name, Results};

/// Refuses rows of one case that were measured on different models of processors, if a run was divided among nodes.
pub(super) fn refuse_other_cpus(
    results: &Results,
    wanted: impl Fn(&Entry) -> bool,
) -> Result<(), StatisticsError> {
    if !results.is_merged() {
        return Ok(());
    }
    let mut known: HashMap<CaseId, &str> = HashMap::new();
    for entry in results.entries.iter().filter(|entry| wanted(entry)) {
        let cpu = results.cpu(entry).unwrap_or("unknown");
        let other = *known.entry(entry.case).or_insert(cpu);
        if other != cpu {
            return Err(StatisticsError(format!(
                "{}: found {} measured on the CPU {cpu}, and elsewhere on the CPU {other}; expected all rows of an \
                 instance on one CPU, because ratios would compare processors; rank the rows of one CPU with --cpu MODEL",
                results.place(entry),
                results.case_name(entry.case)
            )));
        }
    }
    Ok(())
}

impl Question<'_> {
    /// Leaves only the rows of the corpora and engines that the question is about.
    ///
    /// # Errors
    /// If a name is unknown.
    pub fn keep_asked(&self, results: &mut Results) -> Result<(), StatisticsError> {
        let (corpora, engines) = asked(results, self)?;
        let mut entries = std::mem::take(&mut results.entries);
        entries.retain(|entry| {
            chosen(&corpora, results.case(entry.case).corpus) && chosen(&engines, entry.engine)
        });
        results.entries = entries;
        Ok(())
    }
}

pub(super) fn chosen(names: &[Name], name: Name) -> bool {
    names.is_empty() || names.contains(&name)
}

/// The corpora and the engines to rank; empty means all.
pub(super) fn asked(
    results: &Results,
    question: &Question<'_>,
) -> Result<(Vec<Name>, Vec<Name>), StatisticsError> {
    let entries = || results.entries.iter();
    let corpora: IndexSet<Name> = entries().map(|entry| results.case(entry.case).corpus).collect();
    let engines: IndexSet<Name> = entries().map(|entry| entry.engine).collect();
    let find = |what, names: &[String], known: &IndexSet<Name>| -> Result<Vec<Name>, _> {
        let texts = || known.iter().map(|&name| results.text(name));
        names.iter().map(|name| Ok(known[place(what, name, texts())?])).collect()
    };
    let corpora = find("corpus", question.corpora, &corpora)?;
    let mut named = find("engine", question.engines, &engines)?;
    // The baseline is included even if it was not named.
    if let (false, Some(baseline)) = (named.is_empty(), question.baseline) {
        // The baseline is a label: the engine's name, with or without a version.
        let is_baseline = |name: &Name| {
            let version = baseline.strip_prefix(results.text(*name));
            version.is_some_and(|rest| rest.is_empty() || rest.starts_with(' '))
        };
        named.extend(engines.into_iter().filter(is_baseline));
    }
    Ok((corpora, named))
}

/// The place of a name among those known.
pub(super) fn place<'k>(
    what: &str,
    name: &str,
    known: impl Iterator<Item = &'k str>,
) -> Result<usize, StatisticsError> {
    let mut known: Vec<&str> = known.collect();
    known.iter().position(|found| *found == name).ok_or_else(|| {
        known.sort_unstable();
        let known = known.join(", ");
        StatisticsError(format!(
            "found the {what} `{name}`; expected one of those in the results: {known}"
        ))
    })
}
