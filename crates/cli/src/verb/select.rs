//! `quadrille select`: which engine to use for a problem, as rules about its features that are learnt from results.

use std::fs::File;
use std::io::Write;

use anyhow::{Context, Result};
use quadrille_cover::CancelToken;
use quadrille_results::selection::tree::Tree;
use quadrille_results::selection::{Choice, Features, Selection};
use quadrille_results::{Results, Shown};
use serde_json::{Value, json};

use super::features::of_results;
use crate::args::{Output, Select};
use crate::input::results;
use crate::output::json::write_known;
use crate::output::table::{duration, or_unknown, table};
use crate::output::{page, plural};
use crate::status::Status;

pub fn run(args: &Select, cancel: &CancelToken) -> Result<Status> {
    let results = results::read(&args.files)?;
    let features = features(args, &results, cancel)?;
    if cancel.is_cancelled() {
        return Ok(Status::Interrupted);
    }
    let selection = Selection::of(&results, &features, args.clock, args.depth.into())?;
    let mut out = page();
    match args.output {
        Output::Plain => out.write_all(text(args, &selection).as_bytes())?,
        Output::Json => write_known(&mut out, objects(&selection))?,
    }
    out.flush()?;
    Ok(Status::Positive)
}

/// The features of the files, or those of the instances of the results whose corpora are at hand.
fn features(args: &Select, results: &Results, cancel: &CancelToken) -> Result<Features> {
    let mut features = Features::default();
    for path in &args.features {
        let name = path.shown().to_string();
        let file = File::open(path).with_context(|| name.clone())?;
        features.read(&name, file)?;
    }
    if args.features.is_empty() {
        for (instance, steps) in of_results(results, &args.data, &args.effort, cancel)? {
            for (_, of_step, seconds) in steps {
                features.add(instance, of_step, seconds);
            }
        }
    }
    Ok(features)
}

fn text(args: &Select, selection: &Selection) -> String {
    let families =
        |number: usize| format!("{number} famil{}", if number == 1 { "y" } else { "ies" });
    let mut page = format!(
        "rules, learnt from {} of {}:\n\n",
        plural(selection.instances.len(), "instance"),
        families(selection.families)
    );
    rules(selection, &selection.tree, 0, &mut page);
    page += &format!(
        "\nchoices on families that the rules were not learnt from, in {}:\n\n",
        plural(selection.parts, "part")
    );
    let row = |choice: &Choice| {
        vec![
            choice.name.clone(),
            format!("{}/{}", choice.answered, selection.instances.len()),
            duration(choice.par2_ns),
            signed(choice.regret_ns),
            or_unknown(choice.saved, |saved| format!("{:.0}%", 100.0 * saved)),
        ]
    };
    let rows: Vec<Vec<String>> = selection.choices.iter().map(row).collect();
    page += &table(["choice", "answered", "PAR-2", "regret", "regret saved"], 1..5, &rows);
    let clock: &str = args.clock.into();
    page += &format!(
        "\nPAR-2: mean {clock}, where an unanswered instance counts twice the time limit; regret: PAR-2 less that of the virtual best; \
         regret saved: of the regret of the single best engine\n"
    );
    if selection.without_row > 0 {
        page += &format!(
            "{} of an engine and an instance without a row count as unanswered: the engine does not accept the instance, or was \
             not run on it\n",
            plural(selection.without_row, "pair")
        );
    }
    if selection.without_features > 0 {
        let left_out = plural(selection.without_features, "instance");
        page += &format!("{left_out} left out, as their features are not known\n");
    }
    page
}

/// A duration; `auto` may cost less than the virtual best of the other engines.
fn signed(nanoseconds: f64) -> String {
    let sign = if nanoseconds < 0.0 { "-" } else { "" };
    format!("{sign}{}", duration(nanoseconds.abs()))
}

/// The rules of a tree, indented by the number of conditions before them.
fn rules(selection: &Selection, tree: &Tree, depth: usize, page: &mut String) {
    let engine = |tree: &Tree| {
        format!("{} ({})", selection.engines[tree.engine], plural(tree.samples, "instance"))
    };
    let Some(split) = &tree.split else {
        if depth == 0 {
            *page += &format!("always: {}\n", engine(tree));
        }
        return;
    };
    let sides =
        [("<=", &split.low, !split.unknown_is_high), (">", &split.high, split.unknown_is_high)];
    for (sign, side, takes_unknown) in sides {
        let unknown = if takes_unknown { " or unknown" } else { "" };
        let then = if side.split.is_none() { format!(": {}", engine(side)) } else { String::new() };
        let feature = &selection.features[split.feature];
        *page += &format!("{}{feature} {sign} {}{unknown}{then}\n", "|   ".repeat(depth), split.at);
        rules(selection, side, depth + 1, page);
    }
}

fn objects(selection: &Selection) -> Vec<Value> {
    let engine = |place: usize| &selection.engines[place];
    let choices = selection.choices.iter().map(|choice| {
        json!({
            "kind": "choice",
            "choice": choice.name,
            "answered": choice.answered,
            "instances": selection.instances.len(),
            "par2_ns": choice.par2_ns,
            "regret_ns": choice.regret_ns,
            "saved": choice.saved,
        })
    });
    let instances = selection.instances.iter().map(|instance| {
        json!({
            "kind": "instance",
            "instance": instance.name,
            "family": instance.family,
            "chosen": engine(instance.chosen),
            "cost_ns": instance.cost(),
            "least_ns": instance.least(),
        })
    });
    let tree = json!({"kind": "tree", "tree": node(selection, &selection.tree)});
    std::iter::once(tree).chain(choices).chain(instances).collect()
}

/// A node of the tree: its engine, or the condition with both sides.
fn node(selection: &Selection, tree: &Tree) -> Value {
    let engine = &selection.engines[tree.engine];
    match &tree.split {
        None => json!({"engine": engine, "instances": tree.samples}),
        Some(split) => json!({
            "instances": tree.samples,
            "feature": selection.features[split.feature],
            "at_most": split.at,
            "unknown": if split.unknown_is_high { "no" } else { "yes" },
            "yes": node(selection, &split.low),
            "no": node(selection, &split.high),
        }),
    }
}
