//! The times of engines over revisions as a chart for paper.

use quadrille_results::statistics::history::{Course, History};

use super::chart::short;
use crate::picture::pdf::NoLetter;
use crate::picture::plot::{Axis, Form, Join, Plot, Series, drawn, in_pdf};

/// Letters of a revision's name below the chart.
const LETTERS: usize = 12;

/// The chart as SVG: a curve for each engine with its intervals, and a dashed line in its colour at each change.
pub fn svg(history: &History, clock: &str) -> String {
    drawn(&plot(history, clock))
}

/// The same chart as PDF.
///
/// # Errors
/// If the name of an engine or a revision has a letter that a PDF cannot be written with.
pub fn pdf(history: &History, clock: &str) -> Result<Vec<u8>, NoLetter> {
    in_pdf(&plot(history, clock))
}

fn plot(history: &History, clock: &str) -> Plot {
    let series = |(place, course): (usize, &Course)| {
        let at = |revision: usize| revision as f64;
        let ends = course.points.iter().map(|(_, ratio)| {
            let (low, high) = ratio.interval.unwrap_or((ratio.mean, ratio.mean));
            [low, high]
        });
        let between = |after: usize| {
            f64::midpoint(at(course.points[after].0), at(course.points[after + 1].0))
        };
        Series {
            name: course.engine.clone(),
            style: [place; 2],
            points: course
                .points
                .iter()
                .map(|(one, ratio)| [Some(at(*one)), Some(ratio.mean)])
                .collect(),
            join: Join::Lines,
            reach: None,
            ends: ends.collect(),
            marks: course.changes.iter().map(|step| between(step.after)).collect(),
        }
    };
    let series: Vec<Series> = history.courses.iter().enumerate().map(series).collect();
    let ends = || series.iter().flat_map(|one| &one.ends).flatten().copied();
    let (low, high) = (ends().fold(f64::INFINITY, f64::min), ends().fold(0.0, f64::max));
    // Some room, also where all values are equal.
    let room = f64::max(0.05 * (high - low), 0.005 * high);
    let name = |name: &str| name.chars().take(LETTERS).collect::<String>();
    let names = history.revisions.iter().map(|revision| name(&revision.name)).collect();
    Plot {
        title: "Times over revisions".to_owned(),
        x: Axis {
            title: "revision".to_owned(),
            min: 0.0,
            max: history.revisions.len() as f64,
            form: Form::Names(names),
            label: |_| String::new(),
        },
        y: Axis {
            title: format!("{clock}, as a multiple of the first"),
            min: low - room,
            max: high + room,
            form: Form::Linear,
            label: |value| format!("{}\u{d7}", short(value)),
        },
        series,
        is_square: false,
    }
}
