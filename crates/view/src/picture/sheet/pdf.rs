//! A sheet as PDF: the drawing of each page, in the middle of a sheet of paper.

pub use super::super::pdf::NoLetter;
use super::super::pdf::{Page, document};
use super::{Entry, PAGE, Sheet, style};

/// Points of PDF in a millimetre.
const POINTS: f64 = 72.0 / 25.4;

/// The size of the paper.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Paper {
    /// 210 by 297 mm.
    A4,
    /// 8.5 by 11 inches.
    Letter,
}

impl Paper {
    /// Width and height in millimetres.
    fn size(self) -> (f64, f64) {
        match self {
            Self::A4 => (210.0, 297.0),
            Self::Letter => (215.9, 279.4),
        }
    }
}

impl Sheet {
    /// The sheet as a PDF, the same for the same puzzles on every machine.
    ///
    /// # Errors
    /// A title or a name has a letter that Helvetica lacks.
    ///
    /// # Panics
    /// If there are more than a thousand million pages.
    pub fn pdf(&self, entries: &[Entry], paper: Paper) -> Result<Vec<u8>, NoLetter> {
        let (wide, high) = paper.size();
        let drawings = self.pages(entries);
        let page = |drawing| {
            // From millimetres down from the top of the drawing to points up from the bottom of the paper.
            let corner = [(wide - PAGE.0) / 2.0, high - (high - PAGE.1) / 2.0];
            let [left, top] = corner.map(|length| length * POINTS);
            let matrix = [POINTS, 0.0, 0.0, -POINTS, left, top];
            Page { size: [wide, high].map(|length| length * POINTS), matrix, drawing }
        };
        let pages: Vec<Page<'_>> = drawings.iter().map(|of_page| page(&of_page.drawing)).collect();
        document(&self.title, &pages, &style())
    }
}

#[cfg(test)]
mod tests {
    use super::super::super::testing::{P1, puzzle};
    use super::*;

    #[test]
    fn a_pdf_has_a_page_for_each_drawing_and_the_digits_of_the_puzzle() {
        let entries = vec![Entry::new(&puzzle(P1), None); 7];
        let sheet = Sheet::new("Zw\u{f6}lf (12)");
        for (paper, size) in
            [(Paper::A4, "[0 0 595.2756 841.8898]"), (Paper::Letter, "[0 0 612 792]")]
        {
            let pdf = sheet.pdf(&entries, paper).unwrap();
            assert!(pdf.starts_with(b"%PDF-1.") && pdf.ends_with(b"%%EOF"));
            let text = String::from_utf8_lossy(&pdf);
            assert_eq!(
                text.matches("/Type /Page\n").count(),
                3,
                "two of puzzles, one of solutions"
            );
            assert!(text.contains(size), "{text}");
            // Each given, once as a puzzle and once as a solution that is not known, and 17 lines of text.
            assert_eq!(text.matches(" Tj").count(), 2 * 7 * 23 + 3 + 14);
        }
        assert_eq!(sheet.pdf(&entries, Paper::A4), sheet.pdf(&entries, Paper::A4));
        let refused = Sheet::new("\u{421}\u{443}\u{434}").pdf(&entries, Paper::A4).unwrap_err();
        assert!(
            refused
                .to_string()
                .starts_with("found `\u{421}` in \"\u{421}\u{443}\u{434}: puzzles\"; expected")
        );
    }
}
