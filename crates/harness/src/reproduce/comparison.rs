//! What was found beside what was published.
//!
//! Counts of engines we hold must be those published. Times are set beside the published ones as a ratio, ours to theirs,
//! with a bootstrap interval where there are values to draw from ([`median_interval`]), and how far the two orders agree
//! is told by Kendall's tau-b, over all figures of a column, if there are at least [`FEWEST`].

use std::collections::BTreeMap;

use serde::Serialize;

use super::figure::{Column, Figures, Published};
use super::found;
use super::ready::{Ready, ReadyStep, ReadyWork};
use crate::corpus::Corpus;
use crate::plan::WHOLE_CORPUS;
use crate::record::Verdict;
use crate::results::{Clock, Counts, Name, Results};
use crate::statistics::cells::{Cell, Cells, Twice};
use crate::statistics::ranks::kendall;
use crate::statistics::ratio::mean;
use crate::statistics::spread::{median, median_interval};
use crate::statistics::stream;

/// Two pairs are always in the same order or in the opposite one, which says nothing.
pub const FEWEST: usize = 3;

/// What was found beside what was published.
#[derive(Clone, Debug, Default)]
pub struct Comparison {
    /// Figure by figure.
    pub lines: Vec<Line>,
    /// How far orders agree, for each column of which there are enough.
    pub agreements: Vec<Agreement>,
}

/// A figure.
#[derive(Clone, Debug)]
pub struct Line {
    /// The corpus, as the table calls it.
    pub corpus: String,
    /// The instance, if it is not of the whole corpus.
    pub instance: Option<String>,
    /// Whose figure it is.
    pub engine: String,
    /// Who found ours, if that is another.
    pub beside: Option<String>,
    /// What it is about.
    pub column: Column,
    /// What was published.
    pub published: Option<Published>,
    /// What was found.
    pub ours: Option<Found>,
    /// What comes of it.
    pub finding: Finding,
    /// Where it was published, if not where the table was.
    pub source: Option<String>,
}

/// What was found.
#[derive(Clone, Debug, PartialEq)]
pub enum Found {
    /// Something counted, or a word.
    Text(String),
    /// Something measured.
    Number {
        /// The median, or whatever it is.
        value: f64,
        /// Where that lies, if there is something to tell it by.
        interval: Option<(f64, f64)>,
    },
}

/// What comes of a figure.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Finding {
    /// It must be as published, and is.
    Equal,
    /// It must be, and is not.
    Differs,
    /// It is set beside, ours so many times theirs, if both are known.
    Beside(Option<f64>),
}

/// How far the published order of figures agrees with ours.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct Agreement {
    /// Of which figures.
    pub column: Column,
    /// Over how many of them.
    pub pairs: usize,
    /// Kendall's tau-b.
    pub tau: f64,
}

/// What was run, with its rows.
struct Part<'r> {
    step: &'r ReadyStep,
    results: &'r Results,
    /// Of CPU time, and of wall time.
    cells: [Cells; 2],
    seed: u64,
}

impl Comparison {
    /// Compares. `results` are the rows of each of the table's steps, in order.
    ///
    /// # Errors
    /// If a row is there twice.
    pub fn of(ready: &Ready, results: &[Results]) -> Result<Self, Twice> {
        let part = |(step, results): (_, _)| Part::new(step, results);
        let parts = ready.steps.iter().zip(results).map(part).collect::<Result<Vec<_>, _>>()?;
        let mut lines = Vec::new();
        for figures in &ready.table.figures {
            // What is not there was told.
            if ready.missing.iter().any(|(missing, _)| *missing == figures.corpus) {
                continue;
            }
            let wanted = |part: &&Part<'_>| {
                part.step.has(&figures.corpus)
                    && figures.plan.as_ref().is_none_or(|plan| *plan == part.step.name)
            };
            let parts: Vec<&Part<'_>> = parts.iter().filter(wanted).collect();
            add_lines(&mut lines, figures, &parts);
        }
        let agreements = agreements(&lines);
        Ok(Self { lines, agreements })
    }

    /// Those that must be as published, and are not.
    pub fn differing(&self) -> impl Iterator<Item = &Line> {
        self.lines.iter().filter(|line| line.finding == Finding::Differs)
    }

    /// How many are equal, differ, and are set beside.
    pub fn tally(&self) -> (usize, usize, usize) {
        let mut tally = (0, 0, 0);
        for line in &self.lines {
            match line.finding {
                Finding::Equal => tally.0 += 1,
                Finding::Differs => tally.1 += 1,
                Finding::Beside(_) => tally.2 += 1,
            }
        }
        tally
    }
}

fn add_lines(lines: &mut Vec<Line>, figures: &Figures, parts: &[&Part<'_>]) {
    let named = figures.ours_by().map(|engine| vec![engine.to_owned()]);
    let engines = named.unwrap_or_else(|| {
        let mut engines: Vec<String> = Vec::new();
        for engine in parts.iter().flat_map(|part| part.engines(figures)) {
            if !engines.contains(&engine) {
                engines.push(engine);
            }
        }
        engines
    });
    // What no engine has found is a line as well.
    let engines = if engines.is_empty() { vec![String::new()] } else { engines };
    for engine in &engines {
        for column in figures.columns() {
            let ours = parts.iter().find_map(|part| part.find(figures, engine, column));
            let published = figures.published(column).cloned();
            let shown = figures.engine.as_ref().unwrap_or(engine);
            lines.push(Line {
                corpus: figures.corpus.clone(),
                instance: figures.instance.clone(),
                engine: shown.clone(),
                beside: Some(engine.clone()).filter(|ours| ours != shown),
                column,
                finding: finding(figures.is_exact(column), published.as_ref(), ours.as_ref()),
                published,
                ours,
                source: figures.source.clone(),
            });
        }
    }
}

fn finding(exact: bool, published: Option<&Published>, ours: Option<&Found>) -> Finding {
    if exact {
        let same = match (published, ours) {
            (Some(published), Some(Found::Text(found))) => published.text() == found,
            _ => false,
        };
        return if same { Finding::Equal } else { Finding::Differs };
    }
    let ours = ours.and_then(Found::number);
    let theirs = published.and_then(Published::number).filter(|&theirs| theirs != 0.0);
    Finding::Beside(ours.zip(theirs).map(|(ours, theirs)| ours / theirs))
}

impl Found {
    fn number(&self) -> Option<f64> {
        match self {
            Self::Text(text) => text.parse().ok(),
            Self::Number { value, .. } => Some(*value),
        }
    }
}

impl ReadyStep {
    fn has(&self, corpus: &str) -> bool {
        self.corpora.iter().any(|(name, _)| name == corpus)
    }
}

impl<'r> Part<'r> {
    fn new(step: &'r ReadyStep, results: &'r Results) -> Result<Self, Twice> {
        let cells = |clock| Cells::of(results, clock, |_| true);
        let seed = match &step.work {
            ReadyWork::Plan(plan, _) => plan.seed,
            ReadyWork::Generate(generated) => generated.seed,
            ReadyWork::Count(_) => 0,
        };
        Ok(Self { step, results, cells: [cells(Clock::Cpu)?, cells(Clock::Wall)?], seed })
    }

    fn corpus(&self, name: &str) -> Option<&'r Corpus> {
        self.step.corpora.iter().find_map(|(known, corpus)| (known == name).then_some(corpus))
    }

    /// The engines that were run on what figures are of, in the order of the step.
    fn engines(&self, figures: &Figures) -> Vec<String> {
        let ran = |engine: &String| {
            self.of_engine(figures, engine, Clock::Cpu).any(|cell| match &figures.instance {
                Some(instance) => self.instance(cell) == instance,
                None => true,
            })
        };
        self.step.engines().into_iter().filter(ran).collect()
    }

    /// The cells of an engine on a corpus.
    fn of_engine(
        &self,
        figures: &Figures,
        engine: &str,
        clock: Clock,
    ) -> impl Iterator<Item = &Cell> + use<'_, 'r> {
        let cells = &self.cells[clock as usize];
        let corpus =
            self.corpus(&figures.corpus).and_then(|corpus| self.results.name(&corpus.name));
        let engine: Option<Name> = self.results.name(engine);
        let range = engine.map_or(0..0, |engine| cells.of_engine(engine));
        cells.all()[range]
            .iter()
            .filter(move |cell| Some(self.results.case(cell.case).corpus) == corpus)
    }

    fn instance(&self, cell: &Cell) -> &str {
        self.results.text(self.results.case(cell.case).instance)
    }

    /// What was found of a figure, if anything.
    fn find(&self, figures: &Figures, engine: &str, column: Column) -> Option<Found> {
        match column {
            Column::Milliseconds => self.milliseconds(figures, engine),
            Column::PuzzlesPerSecond => self.in_a_batch(figures, engine, |usec| 1e6 / usec),
            Column::UsecPerPuzzle => self.in_a_batch(figures, engine, |usec| usec),
            Column::NoGuessPercent => {
                let forks = self.forks(figures, engine)?;
                let without = forks.iter().filter(|&&forks| forks == 0.0).count();
                Some(Found::exactly(100.0 * without as f64 / forks.len() as f64))
            }
            Column::GuessesPerPuzzle => mean(&self.forks(figures, engine)?).map(Found::exactly),
            _ => self.counted(figures, engine, column).map(Found::Text),
        }
    }

    /// Something counted, of an instance or of a corpus as a batch.
    fn counted(&self, figures: &Figures, engine: &str, column: Column) -> Option<String> {
        let wanted = figures.instance.as_deref().unwrap_or(WHOLE_CORPUS);
        let mut cells = self.of_engine(figures, engine, Clock::Cpu);
        let cell = cells.find(|cell| self.instance(cell) == wanted)?;
        if cell.other_counts.is_some() {
            return Some("other counts in each repetition".to_owned());
        }
        let corpus = self.corpus(&figures.corpus)?;
        let instance = || corpus.instances.iter().find(|instance| instance.id == wanted);
        match column {
            Column::Verdict => Some(cell.verdict.name().to_owned()),
            Column::Solution => {
                let tests = match &self.step.work {
                    ReadyWork::Plan(plan, _) => plan.tests(corpus),
                    _ => None,
                };
                found::solution(engine, instance()?, tests)
            }
            Column::OpenCells => found::open_cells(engine, instance()?),
            _ => {
                let place = Counts::NAMES.iter().position(|name| *name == column.name())?;
                cell.counts.get(place, self.results)
            }
        }
    }

    /// Wall time: of an instance the median over its repetitions, of a corpus that over its instances, if all of them were
    /// answered.
    fn milliseconds(&self, figures: &Figures, engine: &str) -> Option<Found> {
        let cells = &self.cells[Clock::Wall as usize];
        let mut values = Vec::new();
        for cell in self.of_engine(figures, engine, Clock::Wall) {
            match (&figures.instance, self.instance(cell)) {
                (Some(wanted), instance) if wanted == instance => {
                    values.extend(cells.times(cell).iter().map(|nanoseconds| nanoseconds / 1e6));
                }
                (Some(_), _) | (None, WHOLE_CORPUS) => {}
                (None, _) => values.push(cells.median(cell)? / 1e6),
            }
        }
        self.median(figures, engine, Column::Milliseconds, &values)
    }

    /// CPU time of a puzzle within its corpus as a batch, in microseconds, as `scale` tells it.
    fn in_a_batch(
        &self,
        figures: &Figures,
        engine: &str,
        scale: impl Fn(f64) -> f64,
    ) -> Option<Found> {
        let mut cells = self.of_engine(figures, engine, Clock::Cpu);
        let cell = cells.find(|cell| self.instance(cell) == WHOLE_CORPUS)?;
        let puzzles = self.corpus(&figures.corpus)?.instances.len() as f64;
        let times = self.cells[Clock::Cpu as usize].times(cell).iter();
        let values: Vec<f64> =
            times.map(|nanoseconds| scale(nanoseconds / 1e3 / puzzles)).collect();
        self.median(figures, engine, Column::UsecPerPuzzle, &values)
    }

    fn median(
        &self,
        figures: &Figures,
        engine: &str,
        column: Column,
        values: &[f64],
    ) -> Option<Found> {
        let value = median(&mut values.to_vec())?;
        let names = [&figures.corpus, engine, column.name()];
        let interval = median_interval(values, &mut stream(self.seed, &names));
        Some(Found::Number { value, interval })
    }

    /// The forks of each instance, if all of them were answered and counted.
    fn forks(&self, figures: &Figures, engine: &str) -> Option<Vec<f64>> {
        let mut forks = Vec::new();
        for cell in self.of_engine(figures, engine, Clock::Cpu) {
            if self.instance(cell) != WHOLE_CORPUS {
                let known = cell.counts.forks().filter(|_| cell.verdict == Verdict::Ok)?;
                forks.push(known as f64);
            }
        }
        let all = self.corpus(&figures.corpus)?.instances.len();
        (forks.len() == all && all > 0).then_some(forks)
    }
}

impl Found {
    /// A number that is no sample of anything.
    fn exactly(value: f64) -> Self {
        Self::Number { value, interval: None }
    }
}

/// How far orders agree, column by column.
fn agreements(lines: &[Line]) -> Vec<Agreement> {
    let mut pairs: BTreeMap<Column, Vec<(f64, f64)>> = BTreeMap::new();
    for line in lines {
        if let (Finding::Beside(_), Some(published), Some(ours)) =
            (line.finding, &line.published, &line.ours)
            && let Some(pair) = published.number().zip(ours.number())
        {
            pairs.entry(line.column).or_default().push(pair);
        }
    }
    pairs.retain(|_, pairs| pairs.len() >= FEWEST);
    let agreement = |(column, pairs): (Column, Vec<_>)| {
        Some(Agreement { column, pairs: pairs.len(), tau: kendall(&pairs)? })
    };
    pairs.into_iter().filter_map(agreement).collect()
}

#[cfg(test)]
mod tests {
    use std::fs::File;

    use super::*;
    use crate::cores::Cores;
    use crate::manifest::library::Library;
    use crate::reproduce::Table;
    use crate::resume::Done;
    use crate::run::Conduct;

    const HEAD: &str = "title = 't'\nabout = 'a'\nsource = 's'\n[pins]\n\
        systems = 'b9913f8321377a526da10814b51f556eae683fdd45bc9a455a57835c81e229fa'\n";

    fn compare(rest: &str) -> Comparison {
        let table = Table::parse("x.toml", &format!("{HEAD}{rest}")).unwrap();
        let mut ready = Ready::new(table, &Library::default(), &[]).unwrap();
        let cancel = quadrille_cover::CancelToken::new();
        let folder = tempfile::tempdir().unwrap();
        let mut results = Vec::new();
        for i in 0..ready.steps.len() {
            let path = folder.path().join(format!("{i}.csv"));
            let (cores, done) = (Cores::any(), Done::nothing());
            let conduct = Conduct {
                run_id: "r",
                cancel: &cancel,
                cores: &cores,
                done: &done,
                progress: &|_| (),
            };
            let out = Box::new(File::create(&path).unwrap());
            if let Some(made) = ready.steps[i].run(&ready.table, out, &conduct).unwrap() {
                ready.made(i, made).unwrap();
            }
            let mut rows = Results::default();
            rows.read(path.to_str().unwrap()).unwrap();
            results.push(rows);
        }
        Comparison::of(&ready, &results).unwrap()
    }

    fn told(comparison: &Comparison) -> Vec<String> {
        let line = |line: &Line| {
            let ours = match &line.ours {
                None => "-".to_owned(),
                Some(Found::Text(text)) => text.clone(),
                Some(Found::Number { value, .. }) => format!("{value:.2}"),
            };
            let finding = match line.finding {
                Finding::Equal => "equal".to_owned(),
                Finding::Differs => "differs".to_owned(),
                Finding::Beside(ratio) => ratio.map_or("beside".to_owned(), |r| format!("{r:.2}")),
            };
            format!("{} {} {ours} {finding}", line.engine, line.column.name())
        };
        comparison.lines.iter().map(line).collect()
    }

    const PLANS: &str = "[plan.a]\ncorpora = ['systems']\nengines = ['masks', 'singles']\ntask = 'first'\n\
        [plan.b]\ncorpora = ['systems']\nengines = ['masks']\ntask = 'all'\nfilter = '/P1$'\n";

    #[test]
    fn counts_must_be_as_published() {
        let figure =
            |rest: &str| format!("[[figure]]\ncorpus = 'systems'\ninstance = 'P1'\n{rest}\n");
        let comparison = compare(
            &[
                PLANS,
                &figure("engine = 'masks'\ntests = 135\nforks = 11"),
                &figure("engine = 'masks'\nplan = 'b'\nforks = 71"),
                &figure("engine = 'singles'\nverdict = 'stalled'\nopen_cells = 57"),
                &figure("engine = 'singles'\nsolutions = 1"),
                &figure("engine = 'nobody'\nnodes = 3"),
                &figure("engine = 'nobody'\nnodes = 3\nexact = false"),
                &figure("engine = 'theirs'\nbeside = 'masks'\nforks = 5\nexact = false"),
                &figure("plan = 'a'\nmax_depth = 6"),
                &figure("engine = 'masks'\nsolution = '1'"),
            ]
            .concat(),
        );
        assert_eq!(
            told(&comparison),
            [
                "masks tests 135 equal",
                "masks forks 10 differs",
                "masks forks 71 equal",
                "singles verdict stalled equal",
                "singles open_cells 57 equal",
                "singles solutions - differs",
                "nobody nodes - differs",
                "nobody nodes - beside",
                "theirs forks 10 2.00",
                "singles max_depth 0 differs",
                "masks max_depth 6 equal",
                "masks solution 162857493534129678789643521475312986913586742628794135356478219241935867897261354 \
                 differs",
            ]
        );
        assert_eq!(comparison.tally(), (5, 5, 2));
        assert_eq!(comparison.differing().count(), 5);
        assert_eq!(comparison.lines[8].beside.as_deref(), Some("masks"));
    }

    #[test]
    fn a_corpus_has_means_and_shares_and_rates() {
        let text = "[plan.single]\ncorpora = ['systems']\nengines = ['masks', 'singles']\ntask = 'first'\n\
            [plan.batch]\ncorpora = ['systems']\nengines = ['masks']\ntask = 'first'\nbatch = true\nrepetitions = 3\n\
            [[figure]]\ncorpus = 'systems'\n\
            ours = ['no_guess_percent', 'guesses_per_puzzle', 'puzzles_per_second', 'usec_per_puzzle', 'milliseconds']\n\
            [[figure]]\ncorpus = 'systems'\nengine = 'masks'\nforks = 203\n";
        let comparison = compare(text);
        let line = |engine: &str, column: Column| {
            let mut lines = comparison.lines.iter();
            lines.find(|line| line.engine == engine && line.column == column).unwrap().ours.clone()
        };
        // G1 to G4, P3, P4 and C1 of thirteen take none; E1 98, empty 47, P2 13, P1 10, G5 and G6 8 each.
        let Some(Found::Number { value, interval: None }) = line("masks", Column::NoGuessPercent)
        else {
            panic!("a share")
        };
        assert!((value - 700.0 / 13.0).abs() < 1e-9);
        let Some(Found::Number { value, .. }) = line("masks", Column::GuessesPerPuzzle) else {
            panic!("a mean")
        };
        assert!((value - (98.0 + 47.0 + 13.0 + 10.0 + 8.0 + 8.0) / 13.0).abs() < 1e-9);
        assert_eq!(line("singles", Column::NoGuessPercent), None, "it has not answered all");
        assert_eq!(line("singles", Column::Milliseconds), None);
        let number = |column| match line("masks", column) {
            Some(Found::Number { value, interval: Some((low, high)) }) => {
                assert!(low <= value && value <= high && low > 0.0);
                value
            }
            other => panic!("{other:?}"),
        };
        let product = number(Column::UsecPerPuzzle) * number(Column::PuzzlesPerSecond);
        assert!((product / 1e6 - 1.0).abs() < 1e-9, "one of three is in the middle either way");
        assert!(number(Column::Milliseconds) > 0.0);
        assert_eq!(line("masks", Column::Forks), Some(Found::Text("184".into())), "of the batch");
    }

    #[test]
    fn orders_agree_or_not() {
        let line = |published: &str, ours: f64| Line {
            corpus: "c".into(),
            instance: None,
            engine: "e".into(),
            beside: None,
            column: Column::Milliseconds,
            published: toml::from_str::<Figures>(&format!("tests = {published}"))
                .unwrap()
                .published(Column::Tests)
                .cloned(),
            ours: Some(Found::Number { value: ours, interval: None }),
            finding: Finding::Beside(None),
            source: None,
        };
        let tau = |pairs: &[(&str, f64)]| {
            let lines: Vec<Line> = pairs.iter().map(|&(theirs, ours)| line(theirs, ours)).collect();
            agreements(&lines).first().map(|agreement| (agreement.pairs, agreement.tau))
        };
        assert_eq!(tau(&[("5", 0.3), ("80", 3.0), ("1000", 27.5)]), Some((3, 1.0)));
        assert_eq!(tau(&[("5", 0.3), ("80", 0.2), ("1000", 0.1)]), Some((3, -1.0)));
        assert_eq!(tau(&[("5", 0.3), ("80", 3.0)]), None, "two say nothing");
        assert_eq!(tau(&[("5", 0.3), ("80", 3.0), ("'fast'", 1.0)]), None);
    }
}
