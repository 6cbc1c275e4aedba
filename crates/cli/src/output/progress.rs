//! The progress bar on a terminal; elsewhere, such as in the log of a batch system, a line once in a minute.

use std::fmt::Write;
use std::io::{self, IsTerminal};
use std::sync::mpsc::{self, RecvTimeoutError, Sender};
use std::sync::{Arc, Mutex, OnceLock, PoisonError};
use std::thread::{self, JoinHandle};
use std::time::{Duration, Instant};

use indicatif::{
    HumanDuration, ProgressBar, ProgressDrawTarget, ProgressState, ProgressStyle, TermLike,
};

use super::message::tell;

/// Time between two lines of progress in a log.
const MINUTE: Duration = Duration::from_secs(60);
/// Time between two messages of a bar.
const OFTEN: Duration = Duration::from_secs(5);

/// A bar by a template of `indicatif`, on standard error if `shown`. Without a `length` it is a spinner.
pub fn bar(template: &str, length: Option<u64>, shown: bool) -> ProgressBar {
    let in_log = shown && !io::stderr().is_terminal();
    let target = match (shown, in_log) {
        (false, _) => ProgressDrawTarget::hidden(),
        (true, false) => ProgressDrawTarget::stderr(),
        (true, true) => {
            ProgressDrawTarget::term_like(Box::new(Log::new(MINUTE, |line| tell(line))))
        }
    };
    let bar = styled(template, length, target);
    if in_log {
        // Draws although no step ends for a long time.
        bar.enable_steady_tick(Duration::from_secs(1));
    }
    bar
}

fn styled(template: &str, length: Option<u64>, target: ProgressDrawTarget) -> ProgressBar {
    let style = ProgressStyle::with_template(template).expect("the templates are constants");
    // What a continued work had done before does not tell how fast it is.
    let first = Arc::new(OnceLock::new());
    let rate_of = move |state: &ProgressState| {
        let done = state.pos().saturating_sub(*first.get_or_init(|| state.pos()));
        mean_rate(done, state.elapsed())
    };
    let for_eta = rate_of.clone();
    let style = style
        .with_key("rate", move |state: &ProgressState, out: &mut dyn Write| {
            _ = write!(out, "{}/s", rate(rate_of(state)));
        })
        .with_key("eta", move |state: &ProgressState, out: &mut dyn Write| {
            let left = state.len().map_or(0, |all| all.saturating_sub(state.pos()));
            _ = match time_for(left, for_eta(state)) {
                None => write!(out, "unknown time"),
                Some(time) => write!(out, "{:#}", HumanDuration(time)),
            };
        });
    ProgressBar::with_draw_target(length, target).with_style(style)
}

/// Steps a second since the beginning: a few that take long say little of the others.
fn mean_rate(done: u64, elapsed: Duration) -> f64 {
    done as f64 / f64::max(elapsed.as_secs_f64(), f64::MIN_POSITIVE)
}

/// How long steps take; `None` where that cannot be told.
fn time_for(steps: u64, rate: f64) -> Option<Duration> {
    Duration::try_from_secs_f64(steps as f64 / rate).ok()
}

/// A terminal that passes on what is drawn as a line, if it is long enough since the last line or the beginning.
#[derive(Debug)]
struct Log {
    every: Duration,
    say: fn(&str),
    state: Mutex<(Instant, String)>,
}

impl Log {
    fn new(every: Duration, say: fn(&str)) -> Self {
        Self { every, say, state: Mutex::new((Instant::now(), String::new())) }
    }
}

impl TermLike for Log {
    fn width(&self) -> u16 {
        200
    }

    fn move_cursor_up(&self, _: usize) -> io::Result<()> {
        Ok(())
    }

    fn move_cursor_down(&self, _: usize) -> io::Result<()> {
        Ok(())
    }

    fn move_cursor_right(&self, _: usize) -> io::Result<()> {
        Ok(())
    }

    fn move_cursor_left(&self, _: usize) -> io::Result<()> {
        Ok(())
    }

    fn write_line(&self, text: &str) -> io::Result<()> {
        self.write_str(text)
    }

    fn write_str(&self, text: &str) -> io::Result<()> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner).1 += text;
        Ok(())
    }

    fn clear_line(&self) -> io::Result<()> {
        Ok(())
    }

    fn flush(&self) -> io::Result<()> {
        let mut state = self.state.lock().unwrap_or_else(PoisonError::into_inner);
        let drawn = std::mem::take(&mut state.1);
        // The bar itself says nothing in a log that its numbers do not say.
        let line = drawn.trim_matches(|c: char| !c.is_ascii_alphanumeric());
        if !line.is_empty() && state.0.elapsed() >= self.every {
            state.0 = Instant::now();
            (self.say)(line);
        }
        Ok(())
    }
}

/// Reports of a work until this is dropped.
pub struct Reports(Option<(Sender<()>, JoinHandle<()>)>);

/// Reports how a work goes on whose steps may take long: what `more` says is the message of the bar or, where the bar is hidden, stands in a line
/// such as `3 of 10 puzzles after 65 s, ...`, every 5 seconds on a terminal and every minute elsewhere.
pub fn report(
    bar: &ProgressBar,
    is_wanted: bool,
    things: &'static str,
    more: impl Fn() -> Option<String> + Send + 'static,
) -> Reports {
    let is_seldom = bar.is_hidden() && !io::stderr().is_terminal();
    report_every(if is_seldom { MINUTE } else { OFTEN }, bar, is_wanted, things, more, tell)
}

fn report_every(
    interval: Duration,
    bar: &ProgressBar,
    is_wanted: bool,
    things: &'static str,
    more: impl Fn() -> Option<String> + Send + 'static,
    tell: impl Fn(String) + Send + 'static,
) -> Reports {
    if !is_wanted {
        return Reports(None);
    }
    let (end, ended) = mpsc::channel();
    let (bar, start) = (bar.clone(), Instant::now());
    let work = move || {
        while ended.recv_timeout(interval) == Err(RecvTimeoutError::Timeout) {
            let more = more().map(|more| format!(", {more}")).unwrap_or_default();
            if bar.is_hidden() {
                let (done, all) = (bar.position(), bar.length().unwrap_or_default());
                let seconds = start.elapsed().as_secs();
                tell(format!("{done} of {all} {things} after {seconds} s{more}"));
            } else {
                bar.set_message(more);
            }
        }
    };
    let thread = thread::Builder::new().name("progress".into()).spawn(work);
    Reports(thread.ok().map(|thread| (end, thread)))
}

impl Drop for Reports {
    fn drop(&mut self) {
        if let Some((end, thread)) = self.0.take() {
            drop(end);
            _ = thread.join();
        }
    }
}

/// A rate with three digits, and from a thousand on with a unit: `4.74`, `41.2`, `1.10k`, `24.4M`.
pub fn rate(a_second: f64) -> String {
    match a_second {
        1e6.. => format!("{}M", three_figures(a_second / 1e6)),
        1e3.. => format!("{}k", three_figures(a_second / 1e3)),
        _ => three_figures(a_second),
    }
}

/// A number with three digits, or more before the point, and three decimals below 1: `1041`, `4.74`, `0.211`.
pub fn three_figures(value: f64) -> String {
    let decimals = match value {
        ..1.0 => 3,
        ..10.0 => 2,
        ..100.0 => 1,
        _ => 0,
    };
    format!("{value:.decimals$}")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_log_has_a_line_only_after_the_time_between_two() {
        static SAID: Mutex<Vec<String>> = Mutex::new(Vec::new());
        let say = |line: &str| SAID.lock().unwrap().push(line.to_owned());
        for (every, lines) in [(Duration::ZERO, &["2/4 rows"][..]), (MINUTE, &[])] {
            let target = ProgressDrawTarget::term_like(Box::new(Log::new(every, say)));
            let bar = styled("{bar:30} {pos}/{len} rows", Some(4), target);
            bar.set_position(2);
            bar.force_draw();
            bar.finish_and_clear();
            let mut said = std::mem::take(&mut *SAID.lock().unwrap());
            said.dedup();
            assert_eq!(said, lines);
        }
    }

    #[test]
    fn a_hidden_bar_is_replaced_by_lines_until_the_work_has_ended() {
        let (told, lines) = mpsc::channel();
        let bar = bar("", Some(10), false);
        bar.inc(3);
        let more = || Some("2 failed attempts".to_owned());
        let tell = move |line| told.send(line).expect("it is received");
        let wait = Duration::from_millis(5);
        let reports = report_every(wait, &bar, true, "puzzles", more, tell);
        let line: String = lines.recv().expect("a line");
        assert_eq!(line, "3 of 10 puzzles after 0 s, 2 failed attempts");
        drop(reports);
        while lines.recv().is_ok() {}
    }

    #[test]
    fn the_time_left_follows_from_all_steps_so_far() {
        let rate = mean_rate(60, Duration::from_secs(120));
        assert_eq!(time_for(30, rate), Some(Duration::from_secs(60)));
        assert_eq!(time_for(0, rate), Some(Duration::ZERO));
        assert_eq!(time_for(5, mean_rate(0, Duration::from_secs(1))), None);
        assert_eq!(time_for(0, mean_rate(0, Duration::ZERO)), None);
    }

    #[test]
    fn rates_have_three_digits() {
        let rates = [0.0, 0.21149, 41.23, 999.0, 1104.8914, 24_390_242.0].map(rate);
        assert_eq!(rates, ["0.000", "0.211", "41.2", "999", "1.10k", "24.4M"]);
    }
}
