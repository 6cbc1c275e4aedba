//! The words of a line.

/// What is left of a line.
pub(super) struct Words<'l>(&'l [u8]);

impl<'l> Words<'l> {
    pub(super) fn new(line: &'l str) -> Self {
        Self(line.as_bytes())
    }

    /// Skips a text, if the line goes on with it.
    pub(super) fn skip(&mut self, text: &str) -> bool {
        let rest = self.0.strip_prefix(text.as_bytes());
        self.0 = rest.unwrap_or(self.0);
        rest.is_some()
    }

    /// Reads a number without zeros before it; `None` if the line does not go on with one.
    pub(super) fn number(&mut self) -> Option<u64> {
        let digits = self.0.iter().take_while(|byte| byte.is_ascii_digit()).count();
        let (number, rest) = self.0.split_at(digits);
        let mut value = 0u64;
        for digit in number {
            value = value.checked_mul(10)?.checked_add(u64::from(digit - b'0'))?;
        }
        if digits == 0 || (digits > 1 && number[0] == b'0') {
            return None;
        }
        self.0 = rest;
        Some(value)
    }

    /// Reads numbers, each after a blank.
    pub(super) fn numbers(&mut self, numbers: &mut Vec<u64>) {
        numbers.clear();
        while let [b' ', b'0'..=b'9', ..] = self.0 {
            self.0 = &self.0[1..];
            let Some(number) = self.number() else { return };
            numbers.push(number);
        }
    }

    /// Whether nothing is left.
    pub(super) fn is_end(&self) -> bool {
        self.0.is_empty()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_have_one_form() {
        let number = |text| Words::new(text).number();
        assert_eq!([number("0"), number("10 "), number("7;")], [Some(0), Some(10), Some(7)]);
        assert_eq!(number("18446744073709551615"), Some(u64::MAX));
        for other in ["", " 1", "01", "00", "+1", "-1", "18446744073709551616", "x1"] {
            assert_eq!(number(other), None, "{other:?}");
        }
        let (mut words, mut numbers) = (Words::new(" 1 20  3"), vec![9]);
        words.numbers(&mut numbers);
        assert_eq!(numbers, [1, 20]);
        assert!(words.skip("  3") && words.is_end(), "two blanks are not skipped");
        let mut words = Words::new(" 1 02");
        words.numbers(&mut numbers);
        assert!(numbers == [1] && !words.is_end());
    }
}
