//! Finds our value of a figure in the rows of a step.

use quadrille_results::statistics::cells::{Cell, Cells};
use quadrille_results::statistics::ratio::mean;
use quadrille_results::statistics::spread::{median, median_interval};
use quadrille_results::statistics::{StatisticsError, stream};
use quadrille_results::{Clock, Counts, Entry, Results, Verdict, WHOLE_CORPUS};

use super::super::figure::{Column, Figures};
use super::super::found;
use super::super::step::ResolvedStep;
use super::OurValue;

/// A step with its rows.
pub(super) struct Part<'r> {
    pub step: &'r ResolvedStep,
    results: &'r Results,
    /// The cells of CPU time and of wall time.
    cells: [Cells; 2],
}

impl<'r> Part<'r> {
    pub fn new(step: &'r ResolvedStep, results: &'r Results) -> Result<Self, StatisticsError> {
        let cells = |clock| Cells::of(results, clock, |_| true);
        Ok(Self { step, results, cells: [cells(Clock::Cpu)?, cells(Clock::Wall)?] })
    }

    /// The engines that ran on the subject of the figures, in the order of the step.
    pub fn engines(&self, figures: &Figures) -> Vec<String> {
        let is_subject = |instance| figures.instance.as_deref().is_none_or(|one| one == instance);
        let ran = |engine: &String| {
            self.cells(figures, engine, Clock::Cpu).any(|(instance, _)| is_subject(instance))
        };
        self.step.engines().into_iter().filter(ran).collect()
    }

    /// The cells of an engine on the corpus of the figures, each with the name of its instance.
    fn cells(
        &self,
        figures: &Figures,
        engine: &str,
        clock: Clock,
    ) -> impl Iterator<Item = (&str, &Cell)> + use<'_, 'r> {
        let (cells, results) = (&self.cells[clock as usize], self.results);
        let corpus = self.step.corpus(&figures.corpus);
        let corpus = corpus.and_then(|corpus| results.name(&corpus.name));
        let engine = results.name(engine).into_iter();
        engine.flat_map(|engine| cells.of_engine(engine)).filter_map(move |cell| {
            let case = results.case(cell.case);
            (Some(case.corpus) == corpus).then(|| (results.text(case.instance), cell))
        })
    }

    /// The cell of the figures' instance, or of the corpus as one batch.
    fn cell(&self, figures: &Figures, engine: &str) -> Option<&Cell> {
        let wanted = figures.instance.as_deref().unwrap_or(WHOLE_CORPUS);
        let mut cells = self.cells(figures, engine, Clock::Cpu);
        cells.find_map(|(instance, cell)| (instance == wanted).then_some(cell))
    }

    /// Our value of a figure, if the rows have it.
    pub fn find(&self, figures: &Figures, engine: &str, column: Column) -> Option<OurValue> {
        let values = match column {
            Column::Milliseconds => self.milliseconds(figures, engine)?,
            Column::PuzzlesPerSecond | Column::UsecPerPuzzle => {
                let times = self.cells[Clock::Cpu as usize].times(self.cell(figures, engine)?);
                let puzzles = self.step.corpus(&figures.corpus)?.instances.len() as f64;
                let usec = times.iter().map(|nanoseconds| nanoseconds / 1e3 / puzzles);
                let is_rate = column == Column::PuzzlesPerSecond;
                usec.map(|usec| if is_rate { 1e6 / usec } else { usec }).collect()
            }
            Column::NoGuessPercent | Column::GuessesPerPuzzle => {
                let forks = self.forks(figures, engine)?;
                let without = forks.iter().filter(|&&forks| forks == 0.0).count();
                let value = match column {
                    Column::NoGuessPercent => 100.0 * without as f64 / forks.len() as f64,
                    _ => mean(&forks)?,
                };
                return Some(OurValue::Number { value, interval: None });
            }
            _ => return self.counted(figures, engine, column).map(OurValue::Text),
        };
        let names = [&figures.corpus, engine, column.name()];
        let interval = median_interval(&values, &mut stream(self.step.plan.seed, &names));
        Some(OurValue::Number { value: median(&mut { values })?, interval })
    }

    /// A count or text of an instance, or of a corpus as one batch.
    fn counted(&self, figures: &Figures, engine: &str, column: Column) -> Option<String> {
        let cell = self.cell(figures, engine)?;
        if cell.other_counts.is_some() {
            return Some("other counts in each repetition".to_owned());
        }
        let corpus = self.step.corpus(&figures.corpus)?;
        let instance =
            || corpus.instances.iter().find(|one| Some(&one.id) == figures.instance.as_ref());
        match column {
            Column::Verdict => Some(cell.verdict.name().to_owned()),
            Column::Solution => found::solution(engine, instance()?, self.step.plan.tests(corpus)),
            Column::OpenCells => found::open_cells(engine, instance()?),
            _ => {
                let place = Counts::NAMES.iter().position(|name| *name == column.name())?;
                let count = cell.counts.get(place, self.results)?;
                let is_short = column == Column::Solutions && !self.is_proved(cell);
                Some(if is_short { format!("{count}, not proved") } else { count })
            }
        }
    }

    /// Whether the number of solutions was proved in every row of a cell, if the step demands it.
    fn is_proved(&self, cell: &Cell) -> bool {
        let of_cell = |entry: &&Entry| entry.case == cell.case && entry.engine == cell.engine;
        let mut rows = self.results.entries.iter().filter(of_cell);
        !self.step.demands_proofs() || rows.all(|entry| entry.proved.is_some())
    }

    /// Wall times: of an instance, those of its repetitions; of a corpus, the medians of its instances if all of them
    /// were answered.
    fn milliseconds(&self, figures: &Figures, engine: &str) -> Option<Vec<f64>> {
        let cells = &self.cells[Clock::Wall as usize];
        let mut values = Vec::new();
        for (instance, cell) in self.cells(figures, engine, Clock::Wall) {
            match &figures.instance {
                Some(wanted) if wanted == instance => values.extend(cells.times(cell)),
                None if instance != WHOLE_CORPUS => values.push(cells.median(cell)?),
                _ => {}
            }
        }
        Some(values.into_iter().map(|nanoseconds| nanoseconds / 1e6).collect())
    }

    /// The forks of each instance, if all instances were answered and counted.
    fn forks(&self, figures: &Figures, engine: &str) -> Option<Vec<f64>> {
        let single = self.cells(figures, engine, Clock::Cpu);
        let single = single.filter(|(instance, _)| *instance != WHOLE_CORPUS);
        let known = |(_, cell): (_, &Cell)| {
            let forks = cell.counts.forks().filter(|_| cell.verdict == Verdict::Ok)?;
            Some(forks as f64)
        };
        let forks: Vec<f64> = single.map(known).collect::<Option<_>>()?;
        let all = self.step.corpus(&figures.corpus)?.instances.len();
        (forks.len() == all && all > 0).then_some(forks)
    }
}
