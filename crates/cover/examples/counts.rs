//! Holds `dlx` against a table of counts: `counts FOLDER`.
//!
//! The folder has `COUNTS.csv`, with columns `instance`, `solutions`, `dlx2_nodes` and
//! `dlx2_updates` (others are passed over), and `INSTANCE.dlx` for each of its rows. Every
//! problem is searched to the end; solutions, nodes and updates must be equal, number for number.

use std::error::Error;
use std::ops::ControlFlow;
use std::path::Path;

use quadrille_cover::engine::Dlx;
use quadrille_cover::{Budget, Counters, Problem, Solver};

fn main() -> Result<(), Box<dyn Error>> {
    let folder = std::env::args().nth(1).ok_or("usage: counts FOLDER")?;
    let folder = Path::new(&folder);
    let table = std::fs::read_to_string(folder.join("COUNTS.csv"))?;
    let mut lines = table.lines();
    let head: Vec<&str> = lines.next().ok_or("COUNTS.csv is empty")?.split(',').collect();
    let column = |name: &str| {
        let place = head.iter().position(|&title| title == name);
        place.ok_or_else(|| format!("COUNTS.csv has no column `{name}`"))
    };
    let instance = column("instance")?;
    let counts = [column("solutions")?, column("dlx2_nodes")?, column("dlx2_updates")?];
    let mut wrong = 0;
    for line in lines {
        let fields: Vec<&str> = line.split(',').collect();
        let name = fields[instance];
        let expected = counts.map(|column| fields[column].parse::<u64>().ok());
        let problem = Problem::parse(std::fs::read(folder.join(format!("{name}.dlx")))?)?;
        let mut visit = |_: &[_]| ControlFlow::Continue(());
        let stats = Dlx.search(&problem, &Budget::default(), Counters::On, &mut visit)?.stats;
        let found = [Some(stats.solutions), stats.nodes, stats.tests];
        let verdict = if found == expected { "equal" } else { "DIFFERENT" };
        wrong += usize::from(found != expected);
        println!(
            "{name:<20} {:>10} {:>12} {:>14}  {verdict}",
            fields[counts[0]], fields[counts[1]], fields[counts[2]]
        );
    }
    if wrong > 0 {
        return Err(format!("{wrong} instances differ").into());
    }
    Ok(())
}
