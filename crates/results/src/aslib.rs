//! Results as a scenario of the Algorithm Selection Library (B. Bischl and others, `ASlib`: A benchmark library for algorithm
//! selection, Artificial Intelligence 237, 2016), for programs that learn which engine to use for an instance.
//!
//! The splits for cross-validation keep the instances of a family together: what is learnt is judged on families that it has not
//! seen, because another instance of a known family says little about a choice for new problems.

use std::collections::{BTreeMap, HashMap};

use crate::selection::{family, no_limit, parts, task};
use crate::statistics::StatisticsError;
use crate::statistics::ranking::limit;
use crate::{CaseId, Clock, Entry, Fingerprint, Results, Verdict, WHOLE_CORPUS};

/// The features of an instance: for each step its name, its features by name, and its seconds.
pub type FeatureSteps = Vec<FeatureStep>;

/// A step of [`FeatureSteps`].
pub type FeatureStep = (&'static str, Vec<(&'static str, Option<f64>)>, f64);

/// Makes the fields of a step.
type Fields<'f> = &'f dyn Fn(&FeatureStep) -> Vec<String>;

/// What a scenario is made from.
#[derive(Debug)]
pub struct Scenario<'s> {
    /// The name.
    pub name: String,
    /// The rows.
    pub results: &'s Results,
    /// The time that is written.
    pub clock: Clock,
    /// The features of the instances, as far as they are known; all have the same steps and names.
    pub features: &'s HashMap<Fingerprint, FeatureSteps>,
}

/// A row of `algorithm_runs.arff` without its instance and algorithm: the seconds and the status.
type Run = (f64, &'static str);

/// The rows of an engine on an instance, with the run and the repetition of each.
type Runs<'r> = Vec<(&'r str, u32, Run)>;

impl Scenario<'_> {
    /// The files of the folder, by name.
    ///
    /// # Errors
    /// If the rows have no common limit of time, or are of several tasks.
    pub fn files(&self) -> Result<Vec<(&'static str, String)>, StatisticsError> {
        let results = self.results;
        task(results)?;
        let limit = limit(results).ok_or_else(no_limit)?;
        let entries = || results.entries.iter();
        let cases: BTreeMap<String, CaseId> = entries()
            .filter(|entry| results.text(results.case(entry.case).instance) != WHOLE_CORPUS)
            .map(|entry| (results.case_name(entry.case), entry.case))
            .collect();
        let engines: BTreeMap<String, &str> = entries()
            .map(|entry| (results.text(entry.engine).to_owned(), results.text(entry.version)))
            .collect();
        let of_features = |step: &FeatureStep| -> Vec<String> {
            step.1.iter().map(|one| format!("{} NUMERIC", one.0)).collect()
        };
        let values = |(_, features, _): &FeatureStep| -> Vec<String> {
            let is_whole = is_whole(features);
            features.iter().map(|one| or_missing(one.1.filter(|_| is_whole))).collect()
        };
        let kinds = "{ok,timeout,memout,presolved,crash,unknown,other}";
        let of_status = |step: &FeatureStep| vec![format!("{} {kinds}", step.0)];
        let status =
            |step: &FeatureStep| vec![if is_whole(&step.1) { "ok" } else { "other" }.to_owned()];
        let of_cost = |step: &FeatureStep| vec![format!("{} NUMERIC", step.0)];
        let cost =
            |step: &FeatureStep| vec![or_missing(Some(step.2).filter(|_| is_whole(&step.1)))];
        let table = |what, attributes: Fields<'_>, unknown, row: Fields<'_>| {
            self.table(what, &cases, attributes, unknown, row)
        };
        Ok(vec![
            ("description.txt", self.description(limit / 1e9, &engines)),
            ("algorithm_runs.arff", self.runs(limit / 1e9, &cases, &engines)),
            ("feature_values.arff", table("FEATURE_VALUES", &of_features, "?", &values)),
            ("feature_runstatus.arff", table("FEATURE_RUNSTATUS", &of_status, "other", &status)),
            ("feature_costs.arff", table("FEATURE_COSTS", &of_cost, "?", &cost)),
            ("cv.arff", self.folds(&cases)),
            ("readme.txt", README.to_owned()),
        ])
    }

    /// The steps, as of any instance.
    fn steps(&self) -> &[FeatureStep] {
        self.features.values().next().map_or(&[], |steps| steps)
    }

    /// A table about features: `attributes` makes those of a step, and `row` the fields of a step. An instance whose features are
    /// not known has `unknown` in each field.
    fn table(
        &self,
        what: &str,
        cases: &BTreeMap<String, CaseId>,
        attributes: Fields<'_>,
        unknown: &str,
        row: Fields<'_>,
    ) -> String {
        let attributes: Vec<String> = self.steps().iter().flat_map(attributes).collect();
        let mut text = self.head(what);
        text += "@ATTRIBUTE instance_id STRING\n@ATTRIBUTE repetition NUMERIC\n";
        text.extend(attributes.iter().map(|one| format!("@ATTRIBUTE {one}\n")));
        text += "\n@DATA\n";
        for (name, &case) in cases {
            let fields = match self.features.get(&self.results.case(case).sha256) {
                Some(steps) => steps.iter().flat_map(row).collect(),
                None => vec![unknown.to_owned(); attributes.len()],
            };
            text += &format!("{},1,{}\n", quoted(name), fields.join(","));
        }
        text
    }

    fn description(&self, limit: f64, engines: &BTreeMap<String, &str>) -> String {
        let steps = self.steps();
        let listed = |names: &mut dyn Iterator<Item = &str>, indent: &str| -> String {
            names.fold(String::new(), |list, name| list + indent + "- " + &yaml(name) + "\n")
        };
        let mut text = format!(
            "scenario_id: {}\nperformance_measures:\n- runtime\nmaximize:\n- false\nperformance_type:\n- runtime\n\
             algorithm_cutoff_time: {limit}\nalgorithm_cutoff_memory: '?'\nfeatures_cutoff_time: '?'\n\
             features_cutoff_memory: '?'\nnumber_of_feature_steps: {}\nfeature_steps:\n",
            yaml(&self.name),
            steps.len()
        );
        for (step, features, _) in steps {
            text += &format!("  {step}:\n    provides:\n");
            text += &listed(&mut features.iter().map(|one| one.0), "    ");
        }
        text += "default_steps:\n";
        text += &listed(&mut steps.iter().map(|step| step.0), "");
        text += "features_deterministic:\n";
        text += &listed(&mut steps.iter().flat_map(|step| step.1.iter().map(|one| one.0)), "");
        text += "features_stochastic: []\nalgorithms_deterministic:\n";
        text += &listed(&mut engines.keys().map(String::as_str), "");
        text += "algorithms_stochastic: []\nmetainfo_algorithms:\n";
        for (engine, version) in engines {
            text += &format!(
                "  {}:\n    configuration: ''\n    version: {}\n    deterministic: true\n",
                yaml(engine),
                yaml(version)
            );
        }
        text
    }

    /// A search without an answer counts as the limit, because the format has no missing times.
    fn run(&self, entry: &Entry, limit: f64) -> Run {
        let seconds = || entry.time(self.clock).or(entry.bound(self.clock)).unwrap_or(0.0) / 1e9;
        match entry.verdict {
            Verdict::Ok => (seconds(), "ok"),
            Verdict::Timeout => (limit, "timeout"),
            Verdict::Memout => (limit, "memout"),
            Verdict::Unsupported => (limit, "not_applicable"),
            Verdict::Crash => (limit, "crash"),
            Verdict::Wrong | Verdict::Stalled | Verdict::Budget => (limit, "other"),
        }
    }

    fn runs(
        &self,
        limit: f64,
        cases: &BTreeMap<String, CaseId>,
        engines: &BTreeMap<String, &str>,
    ) -> String {
        let mut runs: BTreeMap<(CaseId, &str), Runs<'_>> = BTreeMap::new();
        for entry in &self.results.entries {
            let found = runs.entry((entry.case, self.results.text(entry.engine))).or_default();
            found.push((self.results.text(entry.run), entry.repetition, self.run(entry, limit)));
        }
        let mut text = self.head("ALGORITHM_RUNS") + ATTRIBUTES_OF_RUNS;
        for (name, case) in cases {
            for engine in engines.keys() {
                // An engine has no row for an instance that it does not accept.
                let not_run = || vec![("", 1, (limit, "not_applicable"))];
                let mut found = runs.remove(&(*case, engine)).unwrap_or_else(not_run);
                found.sort_by_key(|&(run, repetition, _)| (run, repetition));
                for (repetition, (_, _, (seconds, status))) in (1..).zip(found) {
                    let (name, engine) = (quoted(name), quoted(engine));
                    text += &format!("{name},{repetition},{engine},{seconds},{status}\n");
                }
            }
        }
        text
    }

    fn head(&self, what: &str) -> String {
        format!("@RELATION {}\n\n", quoted(&format!("{what}_{}", self.name)))
    }

    /// The part of each instance.
    fn folds(&self, cases: &BTreeMap<String, CaseId>) -> String {
        let attributes = "@ATTRIBUTE instance_id STRING\n@ATTRIBUTE repetition NUMERIC\n@ATTRIBUTE fold NUMERIC\n\n@DATA\n";
        let mut text = self.head("CV") + attributes;
        let names: Vec<&String> = cases.keys().collect();
        let parts = parts(cases.values().map(|&case| family(self.results, case)));
        for (fold, part) in (1..).zip(parts) {
            text.extend(
                part.into_iter().map(|place| format!("{},1,{fold}\n", quoted(names[place]))),
            );
        }
        text
    }
}

const ATTRIBUTES_OF_RUNS: &str = "@ATTRIBUTE instance_id STRING\n@ATTRIBUTE repetition NUMERIC\n@ATTRIBUTE algorithm STRING\n\
    @ATTRIBUTE runtime NUMERIC\n@ATTRIBUTE runstatus {ok,timeout,memout,not_applicable,crash,other}\n\n@DATA\n";

const README: &str = "Made by `quadrille export aslib` from the rows of `quadrille run`.\n\n\
    runtime: seconds of one search. runstatus `other`: the engine was stopped by a limit of tests or nodes, could not finish by \
    itself, or gave an answer that was found to be wrong. `not_applicable`: the engine does not accept the instance, or was not run on \
    it. The runtime is that of the limit if the status is not `ok`, and 0 if it is `ok` and the clock was too coarse.\n\n\
    Features are those of `quadrille features`. A step whose features could not all be found has the status `other`: for example \
    an instance whose text was not at hand, or one that the estimate of the search tree does not handle. Instances are those that \
    all engines together were run on.\n\n\
    The parts of the cross-validation keep the instances of a family (queens, dominoes, ...) together; there are ten, or as many \
    as there are families.\n";

/// Whether all features of a step are known.
fn is_whole(features: &[(&'static str, Option<f64>)]) -> bool {
    features.iter().all(|feature| feature.1.is_some())
}

fn or_missing(value: Option<f64>) -> String {
    value
        .filter(|value| value.is_finite())
        .map_or_else(|| "?".to_owned(), |value| value.to_string())
}

/// A name as a field of ARFF: in ASCII, and quoted unless it is a plain word.
fn quoted(name: &str) -> String {
    let is_plain = |c: char| c.is_ascii_alphanumeric() || "_-./:~+=*".contains(c);
    if !name.is_empty() && name.chars().all(is_plain) {
        return name.to_owned();
    }
    format!("'{}'", name.escape_default())
}

/// A name as a text of YAML.
fn yaml(name: &str) -> String {
    format!("'{}'", name.escape_default().to_string().replace("\\'", "''"))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{COLUMNS, read_toml};

    fn csv(rows: &[(&str, &str, &str, &str)]) -> String {
        let mut csv = COLUMNS.join(",") + "\n";
        for (block, (instance, engine, verdict, time)) in rows.iter().enumerate() {
            let sha256 = format!("{:02x}", instance.len()).repeat(32);
            csv += &format!(
                "1,run,all,{instance},,{sha256},{engine},1.0,count,{block},0,1,1,{verdict},1,,,,,{time},{time},,,,,,,,,,,\n"
            );
        }
        csv
    }

    const ROWS: [(&str, &str, &str, &str); 6] = [
        ("queens:8", "a", "ok", "1500000000"),
        ("queens:8", "b", "timeout", ""),
        ("queens:10", "a", "ok", "2500000000"),
        ("queens:10", "b", "ok", "500000000"),
        ("soma", "a", "wrong", ""),
        ("dominoes:x", "b", "ok", "250000000"),
    ];

    fn files(notes: &str) -> Result<Vec<(&'static str, String)>, StatisticsError> {
        let mut results = Results::default();
        results.add("r.csv", csv(&ROWS).as_bytes(), Some(read_toml(notes).unwrap())).unwrap();
        let mut features = HashMap::new();
        for (instance, value) in [("queens:8", Some(8.0)), ("queens:10", None)] {
            let sha256 = results.entries.iter().map(|entry| results.case(entry.case));
            let mut found = sha256.filter(|case| results.text(case.instance) == instance);
            let steps = vec![("text", vec![("items", value), ("one", Some(1.0))], 0.5)];
            features.insert(found.next().unwrap().sha256, steps);
        }
        let name = "s".to_owned();
        Scenario { name, results: &results, clock: Clock::Cpu, features: &features }.files()
    }

    #[test]
    fn a_scenario_has_a_run_of_each_engine_and_keeps_families_together() {
        let files: HashMap<_, _> =
            files("limits = { seconds = 60 }").unwrap().into_iter().collect();
        let data = |name: &str| -> Vec<String> {
            let (_, data) = files[name].split_once("@DATA\n").unwrap();
            data.lines().map(str::to_owned).collect()
        };
        let runs = [
            "all/dominoes:x,1,a,60,not_applicable",
            "all/dominoes:x,1,b,0.25,ok",
            "all/queens:10,1,a,2.5,ok",
            "all/queens:10,1,b,0.5,ok",
            "all/queens:8,1,a,1.5,ok",
            "all/queens:8,1,b,60,timeout",
            "all/soma,1,a,60,other",
            "all/soma,1,b,60,not_applicable",
        ];
        assert_eq!(data("algorithm_runs.arff"), runs);
        let values =
            ["all/dominoes:x,1,?,?", "all/queens:10,1,?,?", "all/queens:8,1,8,1", "all/soma,1,?,?"];
        assert_eq!(data("feature_values.arff"), values);
        assert_eq!(
            data("feature_runstatus.arff")[1..3],
            ["all/queens:10,1,other", "all/queens:8,1,ok"]
        );
        assert_eq!(data("feature_costs.arff")[1..3], ["all/queens:10,1,?", "all/queens:8,1,0.5"]);
        let folds = ["all/queens:10,1,1", "all/queens:8,1,1", "all/dominoes:x,1,2", "all/soma,1,3"];
        assert_eq!(data("cv.arff"), folds);
        assert!(files["description.txt"].contains("algorithm_cutoff_time: 60\n"));
        assert!(files["description.txt"].contains("  text:\n    provides:\n    - 'items'\n"));
    }

    #[test]
    fn a_scenario_needs_a_limit_of_time() {
        assert!(files("seed = 1").unwrap_err().to_string().contains("--time-limit SECONDS"));
    }

    #[test]
    fn names_are_plain_words_or_quoted() {
        assert_eq!(
            ["a/b:1~2", "a b", "it's", ""].map(quoted),
            ["a/b:1~2", "'a b'", "'it\\'s'", "''"]
        );
        assert_eq!(yaml("it's"), "'it''s'");
    }
}
