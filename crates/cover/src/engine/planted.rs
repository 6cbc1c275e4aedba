//! Random problems for the tests of engines.

use crate::problem::Problem;
use crate::random::{Stream, shuffle};

/// A problem with a solution and `extra` random options. Every `preferred`-th item is preferred; if 0, no item is.
pub(super) fn planted(
    seed: u64,
    items: usize,
    secondary: usize,
    extra: usize,
    preferred: usize,
) -> Problem {
    let mut stream = Stream::new(seed, 0);
    let mut builder = Problem::builder();
    let is_preferred = |i: usize| preferred > 0 && i.is_multiple_of(preferred);
    let name = |i: usize| if is_preferred(i) { format!("#{i}") } else { format!("p{i}") };
    for i in 0..items {
        builder.primary(&name(i)).unwrap();
    }
    for i in 0..secondary {
        builder.secondary(&format!("s{i}")).unwrap();
    }
    let mut deal: Vec<usize> = (0..items).collect();
    shuffle(&mut deal, &mut stream);
    let mut options: Vec<Vec<String>> = Vec::new();
    while !deal.is_empty() {
        let size = (1 + stream.below(4)).min(deal.len());
        options.push(deal.split_off(deal.len() - size).into_iter().map(name).collect());
    }
    for _ in 0..extra {
        let mut option: Vec<usize> = (0..=stream.below(4)).map(|_| stream.below(items)).collect();
        option.sort_unstable();
        option.dedup();
        options.push(option.into_iter().map(name).collect());
    }
    for option in &mut options {
        if secondary > 0 && stream.below(2) == 0 {
            let colour = ["", ":a", ":b"][stream.below(3)];
            option.push(format!("s{}{colour}", stream.below(secondary)));
        }
    }
    shuffle(&mut options, &mut stream);
    for option in &options {
        builder.option(option.iter().map(String::as_str)).unwrap();
    }
    builder.build()
}
