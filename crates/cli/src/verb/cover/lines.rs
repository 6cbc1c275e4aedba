//! The text of solutions: one option a line, by its items, or one solution a line, as the numbers of its options.
//!
//! A solution often begins with the options of the one before it, because a search changes its last choices first. So the text of the
//! solution before is kept, and only what follows the common options is written anew.

use quadrille_cover::{OptionId, Problem};
use serde::{Serialize, Serializer};

/// The numbers of the options of a solution, from 1.
pub fn numbers(solution: &[OptionId]) -> Vec<usize> {
    solution.iter().map(|option| option.index() + 1).collect()
}

pub fn line_of_numbers(solution: &[OptionId]) -> String {
    let words: Vec<String> = numbers(solution).iter().map(usize::to_string).collect();
    words.join(" ") + "\n"
}

/// The texts of options, each made when it is first needed.
#[derive(Default)]
pub struct Texts(Vec<Option<Box<str>>>);

impl Texts {
    /// The text of an option. All calls must have the same problem.
    pub fn get(&mut self, problem: &Problem, option: OptionId) -> &str {
        if self.0.len() <= option.index() {
            self.0.resize(option.index() + 1, None);
        }
        self.0[option.index()].get_or_insert_with(|| problem.option_text(option).into())
    }

    /// A solution, with the texts of its options. All calls must have the same problem.
    pub fn words<'a>(&'a mut self, problem: &Problem, options: &'a [OptionId]) -> Words<'a> {
        for &option in options {
            self.get(problem, option);
        }
        Words { options, texts: &self.0 }
    }
}

/// A solution as a list of the texts of its options.
#[derive(Default)]
pub struct Words<'a> {
    options: &'a [OptionId],
    texts: &'a [Option<Box<str>>],
}

impl Serialize for Words<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let text = |option: &OptionId| self.texts[option.index()].as_deref();
        serializer.collect_seq(self.options.iter().map(text))
    }
}

/// The text of the last solution.
#[derive(Default)]
pub struct Lines {
    texts: Texts,
    text: Vec<u8>,
    /// The options of the text, each with the place where its line begins.
    options: Vec<(OptionId, usize)>,
}

impl Lines {
    /// The text of a solution of the problem, which is always the same one. Without options, it is an empty line.
    pub fn of(&mut self, problem: &Problem, solution: &[OptionId]) -> &[u8] {
        let same = self.options.iter().zip(solution).take_while(|((old, _), new)| old == *new);
        let same = same.count();
        let end = self.options.get(same).map_or(self.text.len(), |&(_, begin)| begin);
        self.options.truncate(same);
        self.text.truncate(if same == 0 { 0 } else { end });
        for &option in &solution[same..] {
            self.options.push((option, self.text.len()));
            self.text.extend_from_slice(self.texts.get(problem, option).as_bytes());
            self.text.push(b'\n');
        }
        if solution.is_empty() {
            self.text.push(b'\n');
        }
        &self.text
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_are_those_of_the_solution_whatever_came_before() {
        let problem = Problem::parse("a b c\na\nb\na b\nc\nb c\n").unwrap();
        let ids: Vec<OptionId> = problem.option_ids().collect();
        let mut lines = Lines::default();
        let solutions: [&[usize]; 9] =
            [&[0, 1, 3], &[0, 4], &[2, 3], &[], &[2, 3], &[2, 3], &[2], &[0, 1, 3], &[0]];
        for solution in solutions {
            let options: Vec<OptionId> = solution.iter().map(|&option| ids[option]).collect();
            let texts: Vec<String> = options.iter().map(|&o| problem.option_text(o)).collect();
            let expected = texts.join("\n") + "\n";
            assert_eq!(lines.of(&problem, &options), expected.as_bytes(), "{solution:?}");
        }
    }
}
