//! Shards of merged results that were begun more than once.

use quadrille_results::{Results, Retried};

use super::{LISTED, plural};

/// The shards that were begun more than once, in one line; nothing if there are none.
pub fn retried(results: &Results) -> String {
    let all = results.retried();
    if all.is_empty() {
        return String::new();
    }
    let rows: usize = all.iter().map(|one| one.rows).sum();
    let one = |Retried { file, shard, node, attempt, rows }: &Retried| {
        let rows = plural(*rows, "row");
        format!("shard {shard} of {file}, {rows}, attempt {attempt} on {node}")
    };
    let mut each: Vec<String> = all.iter().take(LISTED).map(one).collect();
    if all.len() > LISTED {
        each.push(format!("and {} more", plural(all.len() - LISTED, "shard")));
    }
    format!(
        "retried: {} of shards that were begun more than once: {}\n",
        plural(rows, "row"),
        each.join("; ")
    )
}
