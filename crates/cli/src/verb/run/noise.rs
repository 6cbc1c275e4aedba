//! What a run that measured everything twice says of the machine's noise.

use std::collections::BTreeMap;

use anyhow::Result;
use quadrille_harness::results::{Clock, Results};
use quadrille_harness::statistics::comparison::{Comparison, Sides};

/// For each engine the factor by which its times differed from themselves, as far as the intervals of its
/// corpora reach; where an interval cannot be told, the ratio itself.
pub fn noise(csv: &str, seed: u64) -> Result<BTreeMap<String, f64>> {
    let mut results = Results::default();
    results.read(csv)?;
    let sides = Sides::of(&results, Clock::Cpu, None)?;
    let mut noise: BTreeMap<String, f64> = BTreeMap::new();
    for line in Comparison::of(&results, &sides, seed).lines {
        let Some(ratio) = line.ratio else { continue };
        let (low, high) = ratio.interval.unwrap_or((ratio.mean, ratio.mean));
        let factor = high.max(1.0 / low);
        let known = noise.entry(line.engine_a).or_insert(factor);
        *known = known.max(factor);
    }
    // Three decimals are more than anybody knows.
    for factor in noise.values_mut() {
        *factor = (*factor * 1000.0).ceil() / 1000.0;
    }
    Ok(noise)
}

/// In a line, the noisiest first.
pub fn told(noise: &BTreeMap<String, f64>) -> String {
    let mut noise: Vec<_> = noise.iter().collect();
    noise.sort_by(|a, b| b.1.total_cmp(a.1));
    let each: Vec<_> =
        noise.iter().map(|(engine, factor)| format!("{engine} {factor:.3}")).collect();
    format!(
        "Measured twice, times of one engine differ by factors of up to: {}.\n",
        each.join(", ")
    )
}
