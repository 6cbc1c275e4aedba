//! A diagram as a formula in the format of the compiler c2d: deterministic decomposable negation normal form (d-DNNF).
//!
//! Variable `v` is option `v`, counted from 1. The models of the formula are the solutions. A node becomes a disjunction, and an
//! alternative a conjunction of its options, of its children, and of the negations of all options that lie in some solution of the
//! node but in none of the alternative. So the formula is *deterministic*: the alternatives of a node begin with different options that
//! hold one item, or one begins with an option that the other negates; *decomposable*: children share no option; *smooth*: alternatives of a node name the same variables.
//!
//! Source: A. Darwiche, *New advances in compiling CNF to decomposable negation normal form* (2004), and the manual of c2d.

use std::fmt::{self, Display, Formatter};

use super::shape::Shape;
use crate::problem::Problem;

pub(super) struct Nnf<'d> {
    pub(super) shape: &'d Shape,
    pub(super) problem: &'d Problem,
}

/// What is to be written for the nodes: lines, each a number in the order of the file.
trait Lines {
    fn and(&mut self, of: &[u32]) -> fmt::Result;
    fn or(&mut self, of: &[u32]) -> fmt::Result;
}

/// Counts lines and edges, for the head of the file.
#[derive(Default)]
struct Size {
    lines: u64,
    edges: u64,
}

impl Lines for Size {
    fn and(&mut self, of: &[u32]) -> fmt::Result {
        self.lines += 1;
        self.edges += of.len() as u64;
        Ok(())
    }

    fn or(&mut self, of: &[u32]) -> fmt::Result {
        self.and(of)
    }
}

struct Writer<'w, 'f>(&'w mut Formatter<'f>);

impl Writer<'_, '_> {
    fn line(&mut self, head: &str, of: &[u32]) -> fmt::Result {
        write!(self.0, "{head} {}", of.len())?;
        of.iter().try_for_each(|line| write!(self.0, " {line}"))?;
        writeln!(self.0)
    }
}

impl Lines for Writer<'_, '_> {
    fn and(&mut self, of: &[u32]) -> fmt::Result {
        self.line("A", of)
    }

    fn or(&mut self, of: &[u32]) -> fmt::Result {
        self.line("O 0", of)
    }
}

impl Nnf<'_> {
    /// Writes all lines but those of literals. The literal of option `o` is line `2 * o`, its negation the line after it.
    fn nodes(&self, lines: &mut impl Lines) -> fmt::Result {
        let (shape, options) = (self.shape, self.problem.options());
        let words = options.div_ceil(64);
        let last_uses = shape.last_uses();
        let mut ended = last_uses.iter().peekable();
        // By node, the options in its solutions, as a set; and its line.
        let mut scopes: Vec<Box<[u64]>> = Vec::with_capacity(shape.len());
        let mut numbers: Vec<u32> = Vec::with_capacity(shape.len());
        let mut next = 2 * options as u32;
        let mut own = Vec::new();
        let mut of = Vec::new();
        for node in 0..shape.len() {
            own.clear();
            let mut scope = vec![0u64; words];
            for alternative in shape.alternatives_of(node) {
                let begin = own.len();
                own.resize(begin + words, 0);
                for option in shape.options(alternative) {
                    own[begin + option.index() / 64] |= 1 << (option.index() % 64);
                }
                for &child in shape.children(alternative) {
                    let child = scopes[child as usize].iter();
                    own[begin..].iter_mut().zip(child).for_each(|(own, child)| *own |= child);
                }
                scope.iter_mut().zip(&own[begin..]).for_each(|(scope, own)| *scope |= own);
            }
            let is_root = node == shape.root();
            if is_root {
                (0..options).for_each(|option| scope[option / 64] |= 1 << (option % 64));
            }
            let mut alternatives = Vec::new();
            for (i, alternative) in shape.alternatives_of(node).enumerate() {
                of.clear();
                of.extend(
                    shape.options(alternative).iter().map(|option| 2 * option.index() as u32),
                );
                let without = |option: &usize| {
                    let (word, bit) = (option / 64, option % 64);
                    (scope[word] & !own[i * words + word]) >> bit & 1 == 1
                };
                of.extend((0..options).filter(without).map(|option| 2 * option as u32 + 1));
                of.extend(shape.children(alternative).iter().map(|&child| numbers[child as usize]));
                lines.and(&of)?;
                alternatives.push(next);
                next += 1;
            }
            // One alternative is its own disjunction.
            if alternatives.len() != 1 {
                lines.or(&alternatives)?;
                next += 1;
            }
            numbers.push(next - 1);
            scopes.push(scope.into());
            while let Some(&(_, child)) = ended.next_if(|(by, _)| *by as usize == node) {
                scopes[child as usize] = Box::default();
            }
        }
        Ok(())
    }
}

impl Display for Nnf<'_> {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        let mut size = Size::default();
        self.nodes(&mut size)?;
        let options = self.problem.options();
        writeln!(f, "nnf {} {} {options}", size.lines + 2 * options as u64, size.edges)?;
        for variable in 1..=options {
            writeln!(f, "L {variable}\nL -{variable}")?;
        }
        self.nodes(&mut Writer(f))
    }
}

#[cfg(test)]
mod tests {
    use num_bigint::BigUint;

    use crate::diagram::Diagram;
    use crate::engine::Naive;
    use crate::engine::copied::{random_problem, with_bounds};
    use crate::random::Stream;
    use crate::search::{Budget, Solver};
    use crate::{Problem, family};

    /// A line of a file in the format of c2d.
    enum Line {
        Literal(i64),
        And(Vec<usize>),
        Or(Vec<usize>),
    }

    struct Formula {
        lines: Vec<Line>,
        variables: usize,
    }

    impl Formula {
        /// Reads a file as the manual of c2d describes it.
        fn read(text: &str) -> Self {
            let mut rows = text.lines().map(|line| line.split(' ').collect::<Vec<_>>());
            let numbers = |words: &[&str]| -> Vec<usize> {
                words.iter().map(|it| it.parse().unwrap()).collect()
            };
            let head = rows.next().unwrap();
            assert_eq!(head[0], "nnf");
            let [nodes, edges, variables] = numbers(&head[1..])[..] else { panic!("{head:?}") };
            let mut seen = 0;
            let mut lines = Vec::new();
            for (number, row) in rows.enumerate() {
                let of = |row: &[&str]| {
                    let of = numbers(row);
                    assert_eq!(of[0], of.len() - 1);
                    assert!(of[1..].iter().all(|&line| line < number), "a line before it: {row:?}");
                    of[1..].to_vec()
                };
                lines.push(match row[0] {
                    "L" => Line::Literal(row[1].parse().unwrap()),
                    "A" => Line::And(of(&row[1..])),
                    "O" => Line::Or(of(&row[2..])),
                    other => panic!("{other}"),
                });
                if let Some(Line::And(of) | Line::Or(of)) = lines.last() {
                    seen += of.len();
                }
            }
            assert_eq!((lines.len(), seen), (nodes, edges));
            Self { lines, variables }
        }

        /// The value of the last line under an assignment of variables.
        fn is_true(&self, assignment: u64) -> bool {
            let mut values: Vec<bool> = Vec::new();
            for line in &self.lines {
                values.push(match line {
                    Line::Literal(it) => {
                        (assignment >> (it.unsigned_abs() - 1) & 1 == 1) == (*it > 0)
                    }
                    Line::And(of) => of.iter().all(|&line| values[line]),
                    Line::Or(of) => of.iter().any(|&line| values[line]),
                });
            }
            values.pop().unwrap()
        }

        /// The number of models, if the formula is smooth, decomposable (both checked) and deterministic.
        fn models(&self) -> BigUint {
            let mut known: Vec<(BigUint, Vec<u64>)> = Vec::new();
            let size = |set: &[u64]| set.iter().map(|word| word.count_ones()).sum::<u32>();
            for line in &self.lines {
                let mut variables = vec![0u64; self.variables.div_ceil(64)];
                known.push(match line {
                    Line::Literal(it) => {
                        let variable = it.unsigned_abs() as usize - 1;
                        variables[variable / 64] |= 1 << (variable % 64);
                        (1u32.into(), variables)
                    }
                    Line::And(of) => {
                        let mut all = 0;
                        for &line in of {
                            all += size(&known[line].1);
                            variables.iter_mut().zip(&known[line].1).for_each(|(a, b)| *a |= b);
                        }
                        assert_eq!(size(&variables), all, "conjuncts share no variable");
                        (of.iter().map(|&line| &known[line].0).product(), variables)
                    }
                    Line::Or(of) => {
                        for &line in of {
                            assert_eq!(
                                known[of[0]].1, known[line].1,
                                "disjuncts have equal variables"
                            );
                        }
                        let variables = of.first().map_or(variables, |&line| known[line].1.clone());
                        (of.iter().map(|&line| &known[line].0).sum(), variables)
                    }
                });
            }
            let (models, variables) = known.pop().unwrap();
            let is_whole = size(&variables) as usize == self.variables;
            assert!(is_whole || models == BigUint::ZERO, "every variable is named");
            models
        }
    }

    fn formula(problem: &Problem) -> (Diagram, Formula) {
        let diagram = Diagram::compile(problem, &Budget::default()).unwrap().unwrap();
        let formula = Formula::read(&diagram.nnf().to_string());
        (diagram, formula)
    }

    #[test]
    fn models_are_the_solutions() {
        let mut stream = Stream::new(7, 0);
        let mut tried = 0;
        while tried < if cfg!(miri) { 5 } else { 300 } {
            let mut problem = random_problem(&mut stream);
            if tried % 2 == 1 {
                problem = with_bounds(&problem, &mut stream);
            }
            if problem.options() > 10 {
                continue;
            }
            tried += 1;
            let solutions = Naive.all(&problem).unwrap();
            let mut masks: Vec<u64> =
                solutions.iter().map(|it| it.iter().map(|o| 1 << o.index()).sum()).collect();
            masks.sort_unstable();
            let (_, formula) = formula(&problem);
            let models = (0..1 << problem.options()).filter(|&it| formula.is_true(it));
            assert_eq!(models.collect::<Vec<u64>>(), masks, "{problem}");
            assert_eq!(formula.models(), masks.len().into(), "{problem}");
        }
    }

    #[test]
    fn models_are_as_many_as_solutions() {
        for spec in ["queens:8", "dominoes:8x8", "latin:4", "langford:8", "debruijn:4x4"] {
            let (diagram, formula) = formula(&family::build(spec).unwrap());
            assert_eq!(formula.models(), diagram.count(), "{spec}");
        }
    }
}
