//! The noise of the machine, from a run that measured every engine twice (`--aa`).

use std::collections::BTreeMap;
use std::path::Path;

use anyhow::Result;
use quadrille_harness::run::reading;
use quadrille_results::Clock;
use quadrille_results::statistics::comparison::{Comparison, Sides};

/// For each engine, the factor by which its two times differ on a corpus, on the corpus where they differ most. The
/// factor is the end of the ratio's interval that is farther from 1, or the ratio itself if it has no interval.
pub fn noise(csv: &Path) -> Result<BTreeMap<String, f64>> {
    let results = reading::read([csv])?;
    let sides = Sides::of(&results, Clock::Cpu, 1, None)?;
    let mut noise: BTreeMap<String, f64> = BTreeMap::new();
    for line in Comparison::of(&results, &sides, 0.0).lines {
        let Some(ratio) = line.ratio else { continue };
        let (low, high) = ratio.interval.unwrap_or((ratio.mean, ratio.mean));
        let factor = high.max(1.0 / low);
        let known = noise.entry(line.engines[0].clone()).or_insert(factor);
        *known = known.max(factor);
    }
    // Rounded up to three decimals, because more would not be significant.
    for factor in noise.values_mut() {
        *factor = (*factor * 1000.0).ceil() / 1000.0;
    }
    Ok(noise)
}

/// The noise of each engine in a line of text, the noisiest engine first.
pub fn text(noise: &BTreeMap<String, f64>) -> String {
    let mut noise: Vec<_> = noise.iter().collect();
    noise.sort_by(|a, b| b.1.total_cmp(a.1));
    let each: Vec<_> =
        noise.iter().map(|(engine, factor)| format!("{engine} {factor:.3}")).collect();
    format!(
        "Noise: measured twice, the times of an engine differ by a factor of up to: {}.\n",
        each.join(", ")
    )
}
