//! De Bruijn tori: write bits on a torus of r x c cells so that the windows of 2 x 2 cells show
//! each of the sixteen patterns once.
//!
//! Primary items: the windows, `k` with row and column of their upper left cell, `k0.0` on;
//! and the patterns, `q0` to `q15`. Secondary items: the cells, `0.0` on, with their bit as the
//! colour. An option gives a window a pattern and so colours its four cells: the upper left
//! one by the lowest bit, then the upper right, the lower left and the lower right one.
//!
//! There are as many windows as cells, so the torus must have sixteen; and two rows and columns
//! at least, or a window would meet itself. The torus of 4x4 has 32 solutions, two times its 16
//! translations; those of 2x8 and 8x2 have none.
//!
//! Source: C. T. Fan, S. M. Fan, S. L. Ma and M. K. Siu, *Ars Combinatoria* 19A (1985),
//! 205-213; D. E. Knuth, *TAOCP* 4B, 7.2.2.1, for covers with colours.

use super::{Family, FamilyError, plain, primaries};
use crate::problem::Problem;

pub(super) const FAMILY: Family = Family {
    name: "debruijn",
    parameters: "RxC",
    about: "a torus of 16 bits whose windows of 2 x 2 are all different",
    example: "debruijn:4x4",
    read: |words| {
        let (rows, columns) = FAMILY.rectangle(words)?;
        problem(rows, columns)
    },
};

/// The de Bruijn tori of that many rows and columns: 4x4, 2x8 or 8x2.
///
/// # Errors
/// If the torus has not sixteen cells, or has a single row or column.
pub fn problem(rows: usize, columns: usize) -> Result<Problem, FamilyError> {
    if ![(4, 4), (2, 8), (8, 2)].contains(&(rows, columns)) {
        return Err(FAMILY.refuse(format_args!("{rows}x{columns}"), "4x4, 2x8 or 8x2"));
    }
    let cells = || (0..rows).flat_map(|row| (0..columns).map(move |column| (row, column)));
    let mut builder = Problem::builder();
    let mut windows = Vec::new();
    for (row, column) in cells() {
        windows.push(builder.primary(&format!("k{row}.{column}"))?);
    }
    let patterns = primaries(&mut builder, 'q', 0..16)?;
    let mut bits = Vec::new();
    for (row, column) in cells() {
        bits.push(builder.secondary(&format!("{row}.{column}"))?);
    }
    let colours = [builder.colour("0")?, builder.colour("1")?];

    for (&window, (row, column)) in windows.iter().zip(cells()) {
        let right = (column + 1) % columns;
        let below = (row + 1) % rows;
        let seen = [(row, column), (row, right), (below, column), (below, right)];
        let seen = seen.map(|(row, column)| bits[row * columns + column]);
        for (number, &pattern) in patterns.iter().enumerate() {
            let colour = |i: usize| Some(colours[number >> i & 1]);
            let coloured = seen.iter().enumerate().map(|(i, &cell)| (cell, colour(i)));
            builder.option_of(plain([window, pattern]).chain(coloured))?;
        }
    }
    Ok(builder.build())
}

#[cfg(test)]
mod tests {
    use crate::family::{build, pin};

    #[test]
    fn windows_go_round_the_torus() {
        let lines = pin::lines("debruijn:4x4");
        assert_eq!(lines[1], "k0.0 q0 0.0:0 0.1:0 1.0:0 1.1:0");
        assert_eq!(lines[7], "k0.0 q6 0.0:0 0.1:1 1.0:1 1.1:0");
        assert_eq!(lines.last().unwrap(), "k3.3 q15 3.3:1 3.0:1 0.3:1 0.0:1");
    }

    #[test]
    fn refuses_other_tori() {
        for torus in ["3x3", "1x16", "16x1", "8x8", "0x0"] {
            let error = build(&format!("debruijn:{torus}")).unwrap_err();
            assert_eq!(
                error.to_string(),
                format!(
                    "found `{torus}` as the parameters of debruijn; expected 4x4, 2x8 or 8x2, as \
                     in `debruijn:4x4`"
                )
            );
        }
    }

    #[test]
    fn text_is_pinned() {
        pin::check("debruijn:4x4", [32, 16, 256, 1536], 0xf580_c4db_f219_cc09);
        pin::check("debruijn:2x8", [32, 16, 256, 1536], 0x23b8_972f_7f0b_b511);
    }
}
