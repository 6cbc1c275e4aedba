//! De Bruijn tori: write letters on a torus of r x c cells so that the windows of u x v cells show
//! each of the possible patterns once.
//!
//! Primary items: the windows, `k` with row and column of their upper left cell, from `k0.0` on;
//! and the patterns, from `q0` on. Secondary items: the cells, from `0.0` on, with their letter, `0`, `1` and so
//! on, as the colour. An option gives a window a pattern and so colours its cells: the upper left
//! cell by the lowest digit of the pattern's number, then the other cells in reading order.
//!
//! The number of windows equals the number of cells, so the torus must have as many cells as there are
//! patterns. A window may not be larger than the torus, or it would overlap itself. The torus of 4x4 with two letters and
//! windows of 2x2 has 32 solutions: two tori, each in 16 translations.
//! The tori of 2x8 and 8x2 have no solution. A torus of one row is a de Bruijn cycle. Of k letters and
//! length k^n, there are k!^(k^(n-1)) / k^n cycles, each of which counts k^n times, once for each cell at
//! which it can begin.
//!
//! Source: N. G. de Bruijn, *Proceedings of the Koninklijke Nederlandse Akademie van Wetenschappen*
//! 49 (1946), 758-764; T. van Aardenne-Ehrenfest and N. G. de Bruijn, *Simon Stevin* 28 (1951),
//! 203-217, for more than two letters (two: OEIS A016031); C. T. Fan, S. M. Fan, S. L. Ma and M. K. Siu,
//! *Ars Combinatoria* 19A (1985), 205-213, for tori; D. E. Knuth, *TAOCP* 4B, 7.2.2.1, for covers
//! with colours.

use super::layout::{Kind, Layout, Role};
use super::{Family, FamilyError, plain, primaries};
use crate::problem::Problem;

pub(super) const FAMILY: Family = Family {
    name: "debruijn",
    parameters: "RxC[:UxV[:LETTERS]]",
    about: "a torus whose windows of U x V cells are all different [default: 2x2, 2 letters]",
    example: "debruijn:4x4",
    read: |words| problem(read(words)?),
    layout: Some(|words| {
        let torus = read(words)?;
        let (rows, columns) = torus.sides;
        FAMILY.limit(words.join(":"), rows as f64 * columns as f64)?;
        Ok(layout(torus))
    }),
};

/// Rows and columns of a torus and of its windows, and the number of letters.
#[derive(Clone, Copy)]
struct Torus {
    sides: (usize, usize),
    window: (usize, usize),
    letters: usize,
}

fn read(words: &[&str]) -> Result<Torus, FamilyError> {
    let [sides, rest @ ..] = words else { return Err(FAMILY.misread(words)) };
    let (window, letters) = match rest {
        [] => ("2x2", "2"),
        [window] => (*window, "2"),
        [window, letters] => (*window, *letters),
        _ => return Err(FAMILY.misread(words)),
    };
    let letters = FAMILY.number(&[letters])?;
    Ok(Torus { sides: FAMILY.rectangle(&[sides])?, window: FAMILY.rectangle(&[window])?, letters })
}

fn problem(torus: Torus) -> Result<Problem, FamilyError> {
    let Torus { sides: (rows, columns), window: (height, width), letters } = torus;
    let named = || format!("{rows}x{columns}:{height}x{width}:{letters}");
    let power = u32::try_from(height.saturating_mul(width)).unwrap_or(u32::MAX);
    let patterns = letters.checked_pow(power).filter(|_| power > 0 && letters > 0);
    if patterns.is_none() || patterns != rows.checked_mul(columns) {
        let expected = "a torus of LETTERS^(U*V) cells, such as 4x4 for windows 2x2 of 2 letters";
        return Err(FAMILY.refuse(named(), expected));
    }
    if height > rows || width > columns {
        return Err(FAMILY.refuse(named(), "a torus no smaller than its windows"));
    }
    let size = rows * columns;
    FAMILY.limit(named(), size as f64 * size as f64)?;
    let cells = || (0..rows).flat_map(|row| (0..columns).map(move |column| (row, column)));
    let mut builder = Problem::builder();
    let mut windows = Vec::new();
    for (row, column) in cells() {
        windows.push(builder.primary(&format!("k{row}.{column}"))?);
    }
    let patterns = primaries(&mut builder, 'q', 0..size)?;
    let mut written = Vec::new();
    for (row, column) in cells() {
        written.push(builder.secondary(&format!("{row}.{column}"))?);
    }
    let mut colours = Vec::new();
    for letter in 0..letters {
        colours.push(builder.colour(&letter.to_string())?);
    }
    for (&window, (row, column)) in windows.iter().zip(cells()) {
        let offsets = (0..height).flat_map(|down| (0..width).map(move |right| (down, right)));
        let at = |(down, right)| (row + down) % rows * columns + (column + right) % columns;
        let seen: Vec<_> = offsets.map(|offset| written[at(offset)]).collect();
        for (number, &pattern) in patterns.iter().enumerate() {
            let mut digits = number;
            let coloured = seen.iter().map(|&cell| {
                let digit = digits % letters;
                digits /= letters;
                (cell, Some(colours[digit]))
            });
            builder.option_of(plain([window, pattern]).chain(coloured))?;
        }
    }
    Ok(builder.build())
}

fn layout(torus: Torus) -> Layout {
    let (rows, columns) = torus.sides;
    let mut layout = Layout::new([1, rows, columns], Kind::Symbols { block: 0 });
    for cell in 0..rows * columns {
        let (row, column) = (cell / columns, cell % columns);
        layout.role(format!("k{row}.{column}"), Role::Nothing);
        layout.role(format!("q{cell}"), Role::Nothing);
        layout.role(format!("{row}.{column}"), Role::Letters(vec![cell]));
    }
    layout
}

#[cfg(test)]
mod tests {
    use crate::family::{build, error, pin};

    #[test]
    fn windows_and_letters_may_be_others() {
        assert_eq!(build("debruijn:4x4:2x2:2"), build("debruijn:4x4"));
        let lines = pin::lines("debruijn:1x9:1x2:3");
        assert_eq!(lines[6], "k0.0 q5 0.0:2 0.1:1");
        assert_eq!(lines.last().unwrap(), "k0.8 q8 0.8:2 0.0:2");
    }

    #[test]
    fn refuses_other_tori() {
        for torus in ["3x3", "8x8", "0x0", "4x4:2x2:3", "4x4:0x2:2", "4x4:2x2:0", "4x4:9x9"] {
            let found = error(&format!("debruijn:{torus}"));
            assert!(found.contains("expected a torus of LETTERS^(U*V) cells"), "{found}");
        }
        for torus in ["1x16", "16x1", "2x8:4x1"] {
            let found = error(&format!("debruijn:{torus}"));
            assert!(found.contains("expected a torus no smaller than its windows"), "{found}");
        }
        assert!(error("debruijn:4096x4096:4x6").contains("more than 5000000 options"));
    }
}
