//! The charts of a report drawn for paper, each from the data that the page draws it from.

use super::super::Report;
use super::{Chart, Curve, Shown};
use crate::figures::scaled;
use crate::picture::pdf::NoLetter;
use crate::picture::plot::{Axis, Form, Join, Plot, Series, drawn, in_pdf};

/// A chart of a report.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    /// The number of instances answered within each time.
    Cactus,
    /// The share of instances answered within each multiple of the fastest engine's time.
    Profile,
    /// The times of one engine against those of another.
    Scatter,
    /// The share of instances whose slowest repetition takes at most each multiple of the fastest.
    Spread,
    /// The number of instances by their number of forks.
    Forks,
}

impl Kind {
    /// What a chart needs, in words.
    pub fn needs(self) -> &'static str {
        match self {
            Self::Cactus | Self::Profile => "instances with a time",
            Self::Scatter => "an instance with a time of both engines",
            Self::Spread => {
                "instances measured several times; measure with `quadrille run --repetitions N`"
            }
            Self::Forks => "engines that count forks (docs/COUNTERS.md)",
        }
    }
}

impl Report {
    /// A chart as SVG, in the colours of paper: that of all corpora together, or of the only one. `None` if there is nothing to
    /// draw.
    pub fn chart(&self, kind: Kind) -> Option<String> {
        Some(drawn(&self.plot(kind)?))
    }

    /// The same chart as PDF.
    ///
    /// # Errors
    /// If the name of an engine has a letter that a PDF cannot be written with.
    pub fn chart_pdf(&self, kind: Kind) -> Result<Option<Vec<u8>>, NoLetter> {
        self.plot(kind).map(|plot| in_pdf(&plot)).transpose()
    }

    fn plot(&self, kind: Kind) -> Option<Plot> {
        let all = self.charts.iter().find(|chart| chart.name == "all corpora");
        all.or(self.charts.last())?.plot(kind, self)
    }
}

impl Chart {
    fn plot(&self, kind: Kind, report: &Report) -> Option<Plot> {
        let not_ranked =
            self.not_ranked.as_ref().map_or_else(String::new, |why| format!(", not ranked: {why}"));
        let titled = |title: &str, x, y, series: Vec<Series>| {
            let title = format!("{title}: {}{not_ranked}", self.name);
            let some = series.iter().any(|one| !one.points.is_empty());
            some.then_some(Plot { title, x, y, series, is_square: kind == Kind::Scatter })
        };
        let shares = |curves: &[Curve], reaches: &[Option<f64>], title: &str, x: &str| {
            let ends = [1.0, end(curves)];
            let percent = |value: f64| format!("{:.0}%", 100.0 * value);
            let y = linear("share of instances", 1.0, Form::Linear, percent);
            let times = |value: f64| format!("{}\u{d7}", short(value));
            titled(
                title,
                log(x.to_owned(), ends, times),
                y,
                self.curves(report, curves, reaches, Some(0.0)),
            )
        };
        match kind {
            Kind::Cactus => {
                let starts = self.answered.iter().filter_map(|curve| curve.x.first().copied());
                let ends = [starts.fold(f64::INFINITY, f64::min), end(&self.answered)];
                let most = self.answered.iter().filter_map(|curve| curve.y.last().copied());
                let most = most.fold(1.0, f64::max);
                let y = linear("instances answered", most, Form::Whole, short);
                let x = log(report.clock.to_owned(), ends, short_time);
                let cases = self.cases as f64;
                let reaches: Vec<_> = self
                    .answered_reach
                    .iter()
                    .map(|reach| reach.map(|reach| reach * cases))
                    .collect();
                titled(
                    "Instances answered within a time",
                    x,
                    y,
                    self.curves(report, &self.answered, &reaches, None),
                )
            }
            Kind::Profile => {
                let title = "Performance profile";
                shares(
                    &self.profile,
                    &self.profile_reach,
                    title,
                    "times as long as the fastest engine",
                )
            }
            Kind::Spread => {
                let x = "slowest repetition as a multiple of the fastest";
                shares(&self.spread, &[], "Spread over repetitions", x)
            }
            Kind::Scatter => {
                let [a, b] = self.axes()?;
                let time = |cell: &Option<Shown>| match cell {
                    Some(Shown::Time(time)) => Some(Some(*time)),
                    Some(Shown::Verdict(verdict)) if *verdict != "ok" => Some(None),
                    _ => None,
                };
                let points: Vec<[Option<f64>; 2]> = std::iter::zip(&self.cells[a], &self.cells[b])
                    .filter_map(|(a, b)| Some([time(a)?, time(b)?]))
                    .filter(|point| point.iter().any(Option::is_some))
                    .collect();
                let times = || points.iter().flatten().flatten().copied();
                // Some room, so that no point stands on an axis.
                let ends = [
                    times().fold(f64::INFINITY, f64::min) / 1.15,
                    times().fold(0.0, f64::max) * 1.15,
                ];
                let axis = |engine: usize| {
                    log(
                        format!("{}, {}", self.named(report, engine), report.clock),
                        ends,
                        short_time,
                    )
                };
                let (x, y) = (axis(a), axis(b));
                let one = Series { points, ..self.series(report, b, Join::Not) };
                titled("One engine against another", x, y, vec![one])
            }
            Kind::Forks => {
                let counts = &self.forks.counts;
                let most = counts.iter().flatten().copied().max()?.max(1);
                let x = Axis {
                    form: Form::Names(self.forks.bins.clone()),
                    ..linear("forks", 1.0, Form::Linear, |_| String::new())
                };
                let y = linear("instances", most as f64, Form::Whole, short);
                let known =
                    counts.iter().enumerate().filter(|(_, counts)| counts.iter().any(|&n| n > 0));
                let series = known.map(|(engine, counts)| {
                    let point =
                        |(bin, &count): (usize, &usize)| [bin, count].map(|n| Some(n as f64));
                    let points = counts.iter().enumerate().map(point).collect();
                    Series { points, ..self.series(report, engine, Join::Lines) }
                });
                titled("Forks", x, y, series.collect())
            }
        }
    }

    /// The engines of the scatter plot: those it begins with on the page.
    fn axes(&self) -> Option<[usize; 2]> {
        let mut most: Vec<usize> = (0..self.engines.len()).collect();
        most.sort_by_key(|&engine| std::cmp::Reverse(self.timed[engine]));
        let two = self.pair.or_else(|| Some([*most.first()?, *most.get(1)?]))?;
        (self.both[two[0]][two[1]] > 0).then_some(two)
    }

    fn named(&self, report: &Report, engine: usize) -> String {
        report.engines[self.engines[engine]].clone()
    }

    fn series(&self, report: &Report, engine: usize, join: Join) -> Series {
        let place = self.engines[engine];
        let style = report.styles.get(place).copied().unwrap_or([place; 2]);
        let (points, ends, marks) = (Vec::new(), Vec::new(), Vec::new());
        Series { name: self.named(report, engine), style, points, join, reach: None, ends, marks }
    }

    /// Curves that begin at the left end of the chart with the value `from`, if that is given.
    fn curves(
        &self,
        report: &Report,
        curves: &[Curve],
        reaches: &[Option<f64>],
        from: Option<f64>,
    ) -> Vec<Series> {
        let series = |(engine, curve): (usize, &Curve)| {
            let points = curve.x.iter().zip(&curve.y).map(|(&x, &y)| [Some(x), Some(y)]).collect();
            let reach = reaches.get(engine).copied().flatten();
            Series { points, reach, ..self.series(report, engine, Join::Steps { from }) }
        };
        curves.iter().enumerate().map(series).collect()
    }
}

/// The right end of the longest curve.
fn end(curves: &[Curve]) -> f64 {
    curves.iter().filter_map(|curve| curve.x.last().copied()).fold(1.0, f64::max)
}

fn linear(title: &str, max: f64, form: Form, label: fn(f64) -> String) -> Axis {
    Axis { title: title.to_owned(), min: 0.0, max, form, label }
}

/// A logarithmic axis over some values.
fn log(title: String, [min, max]: [f64; 2], label: fn(f64) -> String) -> Axis {
    let [min, max] = if min < max { [min, max] } else { [min / 2.0, max * 2.0] };
    Axis { title, min, max, form: Form::Log, label }
}

/// A number with three significant digits at most.
pub(in crate::report) fn short(value: f64) -> String {
    format!("{value:.2e}")
        .parse::<f64>()
        .map_or_else(|_| value.to_string(), |value| value.to_string())
}

fn short_time(nanoseconds: f64) -> String {
    let (value, unit) = scaled(nanoseconds);
    format!("{} {unit}", short(value))
}
