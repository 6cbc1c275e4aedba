//! The tables, in Markdown.

use crate::contender::{Contender, YARDSTICK};
use crate::hands::{Failure, Limits};
use crate::rounds::{Cell, Row};

/// All measurements, and the settings that the tables mention.
pub struct Tables<'a> {
    pub contenders: &'a [Contender],
    pub rows: &'a [Row],
    pub limits: Limits,
    /// An instance is among the ratios if the reference crate took at least this time for it, in milliseconds.
    pub least: f64,
}

/// The ratios of one engine's times to those that it is compared with.
#[derive(Default)]
struct Ratios {
    all: Vec<f64>,
    /// The largest ratio, and its instance.
    largest: Option<(f64, String)>,
}

impl Ratios {
    fn add(&mut self, ratio: f64, instance: &str) {
        self.all.push(ratio);
        if self.largest.as_ref().is_none_or(|&(largest, _)| ratio > largest) {
            self.largest = Some((ratio, instance.to_owned()));
        }
    }

    fn geometric_mean(&self) -> Option<f64> {
        let logs: f64 = self.all.iter().map(|ratio| ratio.ln()).sum();
        (!self.all.is_empty()).then(|| (logs / self.all.len() as f64).exp())
    }
}

impl Tables<'_> {
    /// All tables, with their explanations.
    pub fn to_markdown(&self, rounds: usize) -> String {
        let s = if rounds == 1 { "" } else { "s" };
        let mut text = format!(
            "CPU milliseconds to build and to find all solutions, medians of {rounds} round{s}. `>` was still \
             searching at the limit of {} s, `memory` needed more than {} MB, `-` does not take such problems or \
             was not asked, as the solutions are too many to be visited.\n\n{}",
            self.limits.seconds,
            self.limits.megabytes,
            self.times()
        );
        let compared = self.compared().count();
        if compared > 0 {
            text += &format!(
                "\nTimes as ratios to {YARDSTICK}, on the {compared} instances that take it {} ms or more. Means and \
                 extremes are of the instances that an engine answered; their number is in the last line.\n\n{}",
                self.least,
                self.ratios()
            );
            text += &format!(
                "\nQuadrille beside the fastest peer on each of these instances: of those that visit all \
                 solutions, for an engine that does; of all peers, for one that counts.\n\n{}",
                self.beside_peers()
            );
        }
        let remarks = self.remarks();
        if !remarks.is_empty() {
            text += &format!("\n{remarks}");
        }
        text
    }

    fn head(&self, first: &str) -> String {
        let names: Vec<_> = self.contenders.iter().map(|contender| &*contender.name).collect();
        format!("| {first} | {} |\n", names.join(" | "))
    }

    fn times(&self) -> String {
        let mut table = self.head("instance | solutions");
        table += &format!("|---|---:|{}\n", "---:|".repeat(self.contenders.len()));
        for row in self.rows {
            let cells: Vec<_> = row.cells.iter().map(|cell| self.time(cell)).collect();
            let solutions = row.solutions.as_deref().unwrap_or("?");
            table += &format!("| {} | {solutions} | {} |\n", row.name, cells.join(" | "));
        }
        table
    }

    fn time(&self, cell: &Cell) -> String {
        match cell {
            Cell::Times(_) => cell.milliseconds().map_or_else(String::new, figures),
            Cell::Failed(Failure::Time) => format!(">{:.0}", self.limits.seconds * 1e3),
            Cell::Failed(Failure::Memory) => "memory".to_owned(),
            Cell::Failed(Failure::Other(_)) => "failed".to_owned(),
            Cell::Wrong(solutions) => format!("wrong: {solutions}"),
            Cell::NotAsked | Cell::Failed(Failure::Refused(_)) => "-".to_owned(),
        }
    }

    /// The rows in which the reference crate took at least `least` milliseconds, each with the time of that crate.
    fn compared(&self) -> impl Iterator<Item = (&Row, f64)> {
        let yardstick = self.contenders.iter().position(|contender| contender.name == YARDSTICK);
        let time = move |row: &Row| row.cells[yardstick?].milliseconds();
        let long = move |row| Some((row, time(row).filter(|&time| time >= self.least)?));
        self.rows.iter().filter_map(long)
    }

    fn ratios(&self) -> String {
        let mut table = self.head("instance");
        table += &format!("|---|{}\n", "---:|".repeat(self.contenders.len()));
        let mut columns: Vec<Ratios> = self.contenders.iter().map(|_| Ratios::default()).collect();
        for (row, yardstick) in self.compared() {
            let mut cells = Vec::new();
            for (cell, column) in row.cells.iter().zip(&mut columns) {
                cells.push(match cell.milliseconds() {
                    Some(time) => {
                        column.add(time / yardstick, &row.name);
                        ratio(time / yardstick)
                    }
                    None if *cell == Cell::Failed(Failure::Time) => {
                        format!(">{}", ratio(self.limits.seconds * 1e3 / yardstick))
                    }
                    None => "-".to_owned(),
                });
            }
            table += &format!("| {} | {} |\n", row.name, cells.join(" | "));
        }
        let line = |what: &str, cell: &dyn Fn(&Ratios) -> Option<String>| {
            let cells: Vec<_> = columns
                .iter()
                .map(|column| cell(column).unwrap_or_else(|| "-".to_owned()))
                .collect();
            format!("| {what} | {} |\n", cells.join(" | "))
        };
        table += &line("**geometric mean**", &|column| {
            column.geometric_mean().map(|mean| format!("**{}**", ratio(mean)))
        });
        table += &line("largest", &|column| column.largest.as_ref().map(|&(most, _)| ratio(most)));
        table += &line("instances", &|column| Some(column.all.len().to_string()));
        table
    }

    fn beside_peers(&self) -> String {
        let mut table = "| engine | geometric mean | largest | where | instances |\n".to_owned();
        table += "|---|---:|---:|---|---:|\n";
        for (place, ours) in self.contenders.iter().enumerate().filter(|(_, one)| one.ours) {
            let mut ratios = Ratios::default();
            for (row, _) in self.compared() {
                let peers = self.contenders.iter().zip(&row.cells);
                let peers = peers.filter(|(peer, _)| !peer.ours && (ours.counts || !peer.counts));
                let times =
                    peers.filter_map(|(peer, cell)| Some((cell.milliseconds()?, &peer.name)));
                let fastest = times.min_by(|(a, _), (b, _)| a.total_cmp(b));
                if let (Some(time), Some((best, peer))) = (row.cells[place].milliseconds(), fastest)
                {
                    ratios.add(time / best, &format!("{}, {peer}", row.name));
                }
            }
            if let (Some(mean), Some((most, at))) = (ratios.geometric_mean(), &ratios.largest) {
                let (mean, most) = (ratio(mean), ratio(*most));
                let instances = ratios.all.len();
                table += &format!("| {} | {mean} | {most} | {at} | {instances} |\n", ours.name);
            }
        }
        table
    }

    /// Wrong counts and failures, one line for each.
    fn remarks(&self) -> String {
        let mut remarks = String::new();
        for row in self.rows {
            for (contender, cell) in self.contenders.iter().zip(&row.cells) {
                match cell {
                    Cell::Wrong(solutions) => {
                        let right = row.solutions.as_deref().unwrap_or("?");
                        remarks += &format!(
                            "- {} counts {solutions} solutions of {}; expected {right}\n",
                            contender.name, row.name
                        );
                    }
                    Cell::Failed(failure @ Failure::Other(_)) => {
                        remarks += &format!("- {} on {} {failure}\n", contender.name, row.name);
                    }
                    _ => {}
                }
            }
        }
        remarks
    }
}

/// Milliseconds with three significant figures: `0.0312`, `4.74`, `41.2`, `1041`.
fn figures(value: f64) -> String {
    match value {
        ..0.1 => format!("{value:.4}"),
        ..1.0 => format!("{value:.3}"),
        ..10.0 => format!("{value:.2}"),
        ..100.0 => format!("{value:.1}"),
        _ => format!("{value:.0}"),
    }
}

/// A ratio as text, with more decimal places the smaller it is.
fn ratio(value: f64) -> String {
    match value {
        ..0.1 => format!("{value:.4}"),
        ..10.0 => format!("{value:.3}"),
        _ => format!("{value:.1}"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::contender::built_in;

    /// Results on three instances: the second is short, and on the third an engine reaches its limit.
    fn rows(contenders: &[Contender]) -> Vec<Row> {
        let time = |contender: &Contender, ours, theirs| {
            Cell::Times(vec![if contender.ours { ours } else { theirs }])
        };
        let row = |name: &str, ours, theirs| Row {
            name: name.to_owned(),
            solutions: Some("7".to_owned()),
            cells: contenders.iter().map(|contender| time(contender, ours, theirs)).collect(),
        };
        let mut rows = vec![row("a", 10.0, 100.0), row("b", 9.0, 9.0), row("c", 160.0, 400.0)];
        *rows[2].cells.last_mut().unwrap() = Cell::Failed(Failure::Time);
        rows
    }

    #[test]
    fn ratios_are_of_instances_that_take_long() {
        let contenders = built_in().unwrap();
        let mut rows = rows(&contenders);
        rows[1].cells[0] = Cell::Wrong("8".to_owned());
        let limits = Limits { seconds: 2.0, megabytes: 100 };
        let tables = Tables { contenders: &contenders, rows: &rows, limits, least: 20.0 };
        let ratios = tables.ratios();
        let lines: Vec<&str> = ratios.lines().collect();
        assert_eq!(lines.len(), 2 + 2 + 3);
        assert!(lines[2].starts_with("| a | 0.100 |") && lines[2].ends_with(" 1.000 |"));
        assert!(lines[3].starts_with("| c | 0.400 |") && lines[3].ends_with(" >5.000 |"));
        assert!(lines[4].starts_with("| **geometric mean** | **0.200** |"), "{}", lines[4]);
        assert!(lines[5].starts_with("| largest | 0.400 |"), "{}", lines[5]);
        assert!(lines[6].ends_with("| 2 | 1 |"), "{}", lines[6]);
        let beside = tables.beside_peers();
        let at = format!("| auto | 0.200 | 0.400 | c, {YARDSTICK} | 2 |");
        assert!(beside.contains(&at), "{beside}");
        assert_eq!(tables.remarks(), "- auto counts 8 solutions of b; expected 7\n");
    }

    #[test]
    fn numbers_have_three_figures() {
        let shown = [0.031_23, 0.2111, 4.744, 41.23, 1041.4].map(figures);
        assert_eq!(shown, ["0.0312", "0.211", "4.74", "41.2", "1041"]);
        assert_eq!(
            [0.002_34, 0.1234, 2.345, 23.45].map(ratio),
            ["0.0023", "0.123", "2.345", "23.4"]
        );
    }
}
