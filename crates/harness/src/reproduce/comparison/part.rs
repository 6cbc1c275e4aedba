//! Finds our value of a figure in the rows of a step.

use quadrille_results::statistics::cells::{Cell, Cells};
use quadrille_results::statistics::ratio::mean;
use quadrille_results::statistics::spread::{median, median_interval};
use quadrille_results::statistics::{StatisticsError, stream};
use quadrille_results::{Clock, Counts, Results, Verdict, WHOLE_CORPUS};

use super::super::figure::{Column, Figures};
use super::super::found;
use super::super::step::{ResolvedStep, ResolvedWork};
use super::Found;
use crate::corpus::Corpus;

/// A step with its rows.
pub(super) struct Part<'r> {
    pub step: &'r ResolvedStep,
    results: &'r Results,
    /// The cells of CPU time and of wall time.
    cells: [Cells; 2],
    seed: u64,
}

impl<'r> Part<'r> {
    pub fn new(step: &'r ResolvedStep, results: &'r Results) -> Result<Self, StatisticsError> {
        let cells = |clock| Cells::of(results, clock, |_| true);
        let seed = match &step.work {
            ResolvedWork::Plan(plan, _) => plan.seed,
            ResolvedWork::Generate(generated) => generated.seed,
            ResolvedWork::Count(_) => 0,
        };
        Ok(Self { step, results, cells: [cells(Clock::Cpu)?, cells(Clock::Wall)?], seed })
    }

    pub fn corpus(&self, name: &str) -> Option<&'r Corpus> {
        self.step.corpora.iter().find_map(|(known, corpus)| (known == name).then_some(corpus))
    }

    /// The engines that ran on the subject of the figures, in the order of the step.
    pub fn engines(&self, figures: &Figures) -> Vec<String> {
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
        let engine = self.results.name(engine).into_iter();
        let cells = engine.flat_map(|engine| cells.of_engine(engine));
        cells.filter(move |cell| Some(self.results.case(cell.case).corpus) == corpus)
    }

    fn instance(&self, cell: &Cell) -> &str {
        self.results.text(self.results.case(cell.case).instance)
    }

    /// Our value of a figure, if the rows have it.
    pub fn find(&self, figures: &Figures, engine: &str, column: Column) -> Option<Found> {
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

    /// A count or text of an instance, or of a corpus as one batch.
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
                    ResolvedWork::Plan(plan, _) => plan.tests(corpus),
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

    /// Wall time: of an instance, the median over its repetitions; of a corpus, the median over its instances if all of
    /// them were answered.
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

    /// CPU time per puzzle of a corpus as one batch, in microseconds, converted by `scale`.
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

    /// The forks of each instance, if all instances were answered and counted.
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
