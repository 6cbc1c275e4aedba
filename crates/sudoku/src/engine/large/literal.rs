//! Literals of the variables of a `model`.

/// A variable v as 2v, or its negation as 2v + 1.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Lit(pub(super) u32);

impl Lit {
    pub(super) fn positive(variable: usize) -> Self {
        Self(2 * variable as u32)
    }
    pub(super) fn variable(self) -> usize {
        (self.0 >> 1) as usize
    }
    pub(super) fn index(self) -> usize {
        self.0 as usize
    }
    pub(super) fn is_positive(self) -> bool {
        self.0 & 1 == 0
    }
}

impl std::ops::Not for Lit {
    type Output = Self;
    fn not(self) -> Self {
        Self(self.0 ^ 1)
    }
}
