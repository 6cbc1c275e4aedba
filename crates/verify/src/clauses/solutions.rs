//! The list of solutions.

use super::incidence::Incidence;
use super::words::Words;
use crate::lines::Lines;
use crate::refusal::{Refusal, shortened};

/// Different solutions of a problem.
pub(super) struct Solutions {
    /// The options of solution `k` are `options[starts[k]..starts[k + 1]]`.
    options: Vec<u32>,
    starts: Vec<usize>,
}

impl Solutions {
    /// Reads a list of this number of solutions, which may take `most` bytes of memory, and checks that each is a solution that is listed
    /// once.
    pub(super) fn read(
        incidence: &Incidence,
        mut lines: Lines<'_>,
        number: u64,
        most: usize,
    ) -> Result<Self, Refusal> {
        let mut solutions = Self { options: Vec::new(), starts: vec![0] };
        while let Some(line) = lines.next()? {
            let start = solutions.options.len();
            if !read_line(&line, incidence.options(), &mut solutions.options) {
                let line = shortened(&line);
                return Err(lines.refusal(format_args!(
                    "found `{line}`; expected numbers of options in ascending order"
                )));
            }
            incidence.is_solution(&solutions.options[start..]).map_err(|why| lines.refusal(why))?;
            solutions.starts.push(solutions.options.len());
            if 4 * solutions.options.len() + 16 * solutions.starts.len() > most {
                return Err(lines.refusal(format_args!(
                    "the solutions take more than {most} bytes, the limit of this check"
                )));
            }
        }
        let mut order: Vec<usize> = (0..solutions.len()).collect();
        order.sort_unstable_by_key(|&k| (solutions.get(k), k));
        let twice =
            order.windows(2).filter(|pair| solutions.get(pair[0]) == solutions.get(pair[1]));
        if let Some(line) = twice.map(|pair| pair[1] + 1).min() {
            let why = "found a solution that is listed before";
            return Err(Refusal::line("solutions.txt", line as u64, why));
        }
        if solutions.len() as u64 != number {
            let found = solutions.len();
            let why = format_args!("claims {number} solutions; solutions.txt lists {found}");
            return Err(Refusal::whole("MANIFEST", why));
        }
        Ok(solutions)
    }

    /// Number of solutions.
    pub(super) fn len(&self) -> usize {
        self.starts.len() - 1
    }

    /// The options of a solution, from 0, in ascending order.
    pub(super) fn get(&self, k: usize) -> &[u32] {
        &self.options[self.starts[k]..self.starts[k + 1]]
    }
}

/// Appends the options of a line, which are counted from 1 and ascend; returns whether the line is of that form.
fn read_line(line: &str, most: usize, options: &mut Vec<u32>) -> bool {
    let start = options.len();
    let mut words = Words::new(line);
    loop {
        let option = words.number().filter(|&number| (1..=most as u64).contains(&number));
        let Some(option) = option.map(|number| number as u32 - 1) else { return false };
        if options[start..].last().is_some_and(|&last| last >= option) {
            return false;
        }
        options.push(option);
        if words.is_end() {
            return true;
        }
        if !words.skip(" ") {
            return false;
        }
    }
}
