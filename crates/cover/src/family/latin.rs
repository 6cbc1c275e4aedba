//! Latin squares: fill n x n places with n symbols so that each symbol stands once in each row
//! and once in each column.
//!
//! Items: `p` for a place (row, column), `r` for a symbol in a row, `c` for a symbol in a
//! column, each with two numbers from 0, such as `p01`; from n = 11 on with a dot between them, such as
//! `p1.10`. An option puts a symbol in a place. In the reduced problem the first row and the
//! first column are in order, 0 to n - 1, so that each reduced square represents n! (n - 1)! squares.
//!
//! *Completion*: some symbols are given, and their places have no other option. The given symbols are written
//! row by row, as in `0.2/.../..1`, with `.` for an open place and `a` for 10. With `holes=K`, K random places
//! of a random square are open, so that there is a solution. The random square comes from a long walk of
//! M. T. Jacobson and P. Matthews (module `walk`).
//!
//! An *orthogonal mate* of a square is another square such that the two together have each pair of symbols once.
//! The problem has the items of the mate, and `q` for a pair of a symbol of the square and one of the mate. The
//! default square is that of the cyclic group, row + column modulo n. The mate's first row is in order, as its
//! symbols can be renamed.
//!
//! Source: L. Euler, *Recherches sur une nouvelle espèce de quarrés magiques* (1782); counts:
//! OEIS A002860, reduced A000315, with the first row in order A000479. Completion is NP-complete: C. J. Colbourn, *Discrete
//! Applied Mathematics* 8 (1984), 25-30; with holes: D. Achlioptas, C. Gomes, H. Kautz and B. Selman,
//! *AAAI* (2000), 256-261. Mates: the cyclic square has a mate if its order is odd, and none if it is even (Euler).

mod walk;

use super::layout::{Kind, Layout, Role};
use super::{Family, FamilyError, plain};
use crate::problem::{ItemId, Problem, ProblemBuilder, ProblemError};
use crate::random::{Stream, shuffle};

pub(super) const FAMILY: Family = Family {
    name: "latin",
    parameters: "N[:reduced | :ROWS | :holes=K[:seed=S]]",
    about: "Latin squares of N x N; reduced: first row and column in order; ROWS, holes: to be completed",
    example: "latin:5",
    read: |words| {
        let (words, seed) = FAMILY.seed(words)?;
        match words {
            [n, "reduced"] => with_options(FAMILY.number(&[n])?, |row, column, symbol| {
                row > 0 && column > 0 || symbol == row + column
            }),
            [n, rest] => {
                let n = FAMILY.number(&[n])?;
                match rest.strip_prefix("holes=") {
                    Some(holes) => with_holes(n, FAMILY.number(&[holes])?, seed),
                    None => completion(n, &square(&FAMILY, n, rest)?),
                }
            }
            _ => with_options(FAMILY.number(words)?, |_, _, _| true),
        }
    },
    layout: Some(|words| {
        let n = FAMILY.number(&words[..1])?;
        FAMILY.admit(n, |n| n * n * n)?;
        Ok(layout(n))
    }),
};

pub(super) const MATES: Family = Family {
    name: "mates",
    parameters: "N[:ROWS]",
    about: "orthogonal mates of a Latin square [default: the cyclic square]",
    example: "mates:5",
    read: |words| {
        let (n, square) = given(words)?;
        mates(n, &square)
    },
    layout: Some(|words| {
        let (n, square) = given(words)?;
        MATES.admit(n, |n| n * n * n)?;
        let mut layout = layout(n);
        layout.role_of_others("q", Role::Nothing);
        for (cell, symbol) in square.into_iter().enumerate() {
            layout.prefix(cell, format!("{}", symbol.unwrap_or(0)));
        }
        Ok(layout)
    }),
};

/// The order and the symbols of the square whose mates are the solutions.
fn given(words: &[&str]) -> Result<(usize, Vec<Option<usize>>), FamilyError> {
    let (n, rows) = match words {
        [n, rows] => (n, Some(rows)),
        [n] => (n, None),
        _ => return Err(MATES.misread(words)),
    };
    let n = MATES.number(&[n])?;
    MATES.admit(n, |n| n * n * n)?;
    let cyclic = || (0..n * n).map(|cell| Some((cell / n + cell % n) % n)).collect();
    Ok((n, rows.map_or_else(|| Ok(cyclic()), |rows| square(&MATES, n, rows))?))
}

/// A square from its text; `None` for an open place.
fn square(family: &Family, n: usize, text: &str) -> Result<Vec<Option<usize>>, FamilyError> {
    let wrong = || family.refuse(text, "N rows of N symbols, such as 0.2/.../..1 for N = 3");
    let symbol = |c: char| match c {
        '.' => Some(None),
        _ => c.to_digit(36).map(|symbol| Some(symbol as usize)).filter(|&s| s < Some(n)),
    };
    let rows: Vec<&str> = text.split(['/', '\n', '\r']).filter(|row| !row.is_empty()).collect();
    if rows.len() != n || rows.iter().any(|row| row.chars().count() != n) {
        return Err(wrong());
    }
    let symbols: Option<Vec<_>> = rows.concat().chars().map(symbol).collect();
    symbols.ok_or_else(wrong)
}

/// The squares with these given symbols, row by row; `None` for an open place.
fn completion(n: usize, given: &[Option<usize>]) -> Result<Problem, FamilyError> {
    with_options(n, |row, column, symbol| given[row * n + column].is_none_or(|g| g == symbol))
}

/// The squares that agree with a random square in all but `holes` places.
fn with_holes(n: usize, holes: usize, seed: u64) -> Result<Problem, FamilyError> {
    FAMILY.admit(n, |n| n * n * n)?;
    if holes > n * n {
        return Err(FAMILY.refuse(format_args!("{n}:holes={holes}"), "no more holes than places"));
    }
    let mut stream = Stream::new(seed, 0);
    let mut square: Vec<Option<usize>> =
        walk::square(n, &mut stream).into_iter().map(Some).collect();
    let mut places: Vec<usize> = (0..n * n).collect();
    shuffle(&mut places, &mut stream);
    places[..holes].iter().for_each(|&place| square[place] = None);
    completion(n, &square)
}

fn mates(n: usize, square: &[Option<usize>]) -> Result<Problem, FamilyError> {
    MATES.admit(n, |n| n * n * n)?;
    let symbols: Option<Vec<usize>> = square.iter().copied().collect();
    let symbols = symbols.filter(|symbols| is_latin(n, symbols));
    let symbols = symbols.ok_or_else(|| MATES.refuse(n, "a whole Latin square"))?;
    let mut builder = Problem::builder();
    let items = Items::new(&mut builder, n)?;
    let together = pairs(&mut builder, 'q', n)?;
    for (place, &symbol) in symbols.iter().enumerate() {
        let (row, column) = (place / n, place % n);
        for mate in (0..n).filter(|&mate| row > 0 || mate == column) {
            let both = together[symbol * n + mate];
            builder.option_of(plain(items.of(row, column, mate).into_iter().chain([both])))?;
        }
    }
    Ok(builder.build())
}

fn is_latin(n: usize, symbols: &[usize]) -> bool {
    let mut rows = vec![false; n * n];
    let mut columns = vec![false; n * n];
    symbols.len() == n * n
        && symbols.iter().enumerate().all(|(place, &symbol)| {
            let row = std::mem::replace(&mut rows[place / n * n + symbol], true);
            let column = std::mem::replace(&mut columns[place % n * n + symbol], true);
            !row && !column
        })
}

fn layout(n: usize) -> Layout {
    let mut layout = Layout::new([1, n, n], Kind::Symbols { block: 0 });
    for i in 0..n * n {
        layout.role(name('p', n, i), Role::Cell(i));
        layout.role(name('r', n, i), Role::Text((i % n).to_string()));
        layout.role(name('c', n, i), Role::Nothing);
    }
    layout
}

pub(super) struct Items {
    n: usize,
    places: Vec<ItemId>,
    rows: Vec<ItemId>,
    columns: Vec<ItemId>,
}

impl Items {
    pub(super) fn new(builder: &mut ProblemBuilder, n: usize) -> Result<Self, ProblemError> {
        let places = pairs(builder, 'p', n)?;
        let rows = pairs(builder, 'r', n)?;
        let columns = pairs(builder, 'c', n)?;
        Ok(Self { n, places, rows, columns })
    }

    /// The items of the option that puts a symbol in a place.
    pub(super) fn of(&self, row: usize, column: usize, symbol: usize) -> [ItemId; 3] {
        let n = self.n;
        [
            self.places[row * n + column],
            self.rows[row * n + symbol],
            self.columns[column * n + symbol],
        ]
    }
}

/// The problem with those options for which `keep` is true, given the row, the column and the symbol.
fn with_options(
    n: usize,
    keep: impl Fn(usize, usize, usize) -> bool,
) -> Result<Problem, FamilyError> {
    FAMILY.admit(n, |n| n * n * n)?;
    let mut builder = Problem::builder();
    let items = Items::new(&mut builder, n)?;
    for row in 0..n {
        for column in 0..n {
            for symbol in (0..n).filter(|&symbol| keep(row, column, symbol)) {
                builder.option_of(plain(items.of(row, column, symbol)))?;
            }
        }
    }
    Ok(builder.build())
}

/// Items for all pairs of numbers below n.
pub(super) fn pairs(
    builder: &mut ProblemBuilder,
    letter: char,
    n: usize,
) -> Result<Vec<ItemId>, ProblemError> {
    (0..n * n).map(|i| builder.primary(&name(letter, n, i))).collect()
}

/// The name of an item: a letter and a pair of numbers below n.
pub(super) fn name(letter: char, n: usize, i: usize) -> String {
    let dot = if n > 10 { "." } else { "" };
    format!("{letter}{}{dot}{}", i / n, i % n)
}

#[cfg(test)]
mod tests {
    use crate::engine::Dlx;
    use crate::family::{build, error, pin};
    use crate::search::Solver;

    #[test]
    fn large_squares_keep_names_apart() {
        assert_eq!(pin::lines("latin:10").last().unwrap(), "p99 r99 c99");
        assert_eq!(pin::lines("latin:11").last().unwrap(), "p10.10 r10.10 c10.10");
        assert_eq!(build("latin:12").unwrap().primary(), 3 * 144);
    }

    #[test]
    fn given_symbols_stand_alone() {
        let lines = pin::lines("latin:3:0../.2./...");
        assert_eq!(lines.len(), 1 + 7 * 3 + 2);
        assert_eq!(lines[1], "p00 r00 c00");
        assert_eq!(lines[2], "p01 r00 c10");
        assert!(lines.iter().any(|line| line == "p11 r12 c12"));
        assert!(!lines.iter().any(|line| line == "p11 r10 c10"));
        assert_eq!(build("latin:3:.../.../..."), build("latin:3"));
        assert_eq!(build("latin:11:holes=121"), build("latin:11"));
    }

    #[test]
    fn holes_are_as_many_as_were_asked_for_and_come_from_the_seed() {
        for (n, holes) in [(5, 0), (6, 20), (9, 40), (12, 144)] {
            let problem = build(&format!("latin:{n}:holes={holes}:seed=3")).unwrap();
            assert_eq!(problem.options(), n * holes + n * n - holes);
            assert!(Dlx.first(&problem).unwrap().is_some());
        }
        assert_eq!(build("latin:6:holes=20"), build("latin:6:holes=20:seed=1"));
        assert_ne!(build("latin:6:holes=20"), build("latin:6:holes=20:seed=2"));
    }

    /// In each solution, the square and its mate have each of the 25 pairs of symbols once.
    #[test]
    fn mates_are_orthogonal() {
        let problem = build("mates:5").unwrap();
        for solution in Dlx.all(&problem).unwrap() {
            let mut pairs = std::collections::BTreeSet::new();
            for option in solution {
                let text = problem.option_text(option);
                let digit = |at: usize| text.as_bytes()[at] - b'0';
                let (row, column, mate) = (digit(1), digit(2), digit(6));
                pairs.insert(((row + column) % 5, mate));
            }
            assert_eq!(pairs.len(), 25);
        }
        let klein = "mates:4:0123/1032/2301/3210";
        assert_eq!(Dlx.count(&build(klein).unwrap()).unwrap(), 2_u32.into());
    }

    #[test]
    fn refuses_other_squares() {
        assert!(error("latin:3:012/120").contains("expected N rows of N symbols"));
        assert!(error("latin:3:012/120/203x").contains("expected N rows of N symbols"));
        assert!(error("latin:3:013/120/201").contains("expected N rows of N symbols"));
        assert!(error("latin:3:holes=10").contains("expected no more holes than places"));
        assert!(error("latin:3:holes=2:seed=").contains("seed= and a number"));
        assert!(error("mates:3:012/120/210").contains("expected a whole Latin square"));
        assert!(error("mates:3:012/120/20.").contains("expected a whole Latin square"));
    }
}
