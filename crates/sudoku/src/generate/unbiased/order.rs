//! Random orders of the cells, drawn only as far as they are used.
//!
//! This is a Fisher-Yates shuffle of eight cells at a time, in which one random word yields eight numbers by
//! multiplication. The numbers are exactly uniform, because words that would favour some are rejected. Source:
//! N. Brackett-Rozinsky, D. Lemire, "Batched Ranged Random Integer Generation", 2024.

use quadrille_cover::random::Stream;

/// The number of cells drawn from one random word.
const BATCH: usize = 8;

#[derive(Debug)]
pub(super) struct RandomOrder {
    cells: [u8; 81],
    drawn: usize,
}

impl RandomOrder {
    pub(super) fn new() -> Self {
        Self { cells: std::array::from_fn(|cell| cell as u8), drawn: 0 }
    }

    /// Begins a new random order, and returns its cells one by one. Each order is shuffled from the
    /// one before, which does not change the probabilities.
    pub(super) fn restart(&mut self, stream: &mut Stream) -> impl Iterator<Item = usize> {
        self.drawn = 0;
        (0..81).map(move |place| {
            if place == self.drawn {
                self.draw(stream);
            }
            self.cells[place] as usize
        })
    }

    fn draw(&mut self, stream: &mut Stream) {
        let end = (self.drawn + BATCH).min(81);
        let bounds = || (self.drawn..end).map(|place| 81 - place as u64);
        let product: u64 = bounds().product();
        let mut numbers = [0; BATCH];
        loop {
            let mut word = stream.word();
            for (number, bound) in numbers.iter_mut().zip(bounds()) {
                let wide = u128::from(word) * u128::from(bound);
                *number = (wide >> 64) as usize;
                word = wide as u64;
            }
            // 2^64 modulo the product is the number of words to reject. The division is needed only if the
            // word is below the product.
            if word >= product || word >= product.wrapping_neg() % product {
                break;
            }
        }
        for (place, number) in (self.drawn..end).zip(numbers) {
            self.cells.swap(place, place + number);
        }
        self.drawn = end;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_cell_comes_once() {
        let mut stream = Stream::new(1, 0);
        let mut order = RandomOrder::new();
        for _ in 0..100 {
            order.restart(&mut stream).nth(30);
            let mut all: Vec<usize> = order.restart(&mut stream).collect();
            all.sort_unstable();
            assert!(all.into_iter().eq(0..81));
        }
    }

    /// Chi-square of places against cells. The numbers of each place and of each cell have a known sum, so
    /// there are 80 x 80 degrees of freedom; the bound is five standard deviations away.
    #[test]
    fn every_cell_comes_as_often_at_every_place() {
        const DRAWN: u64 = 81 * 500;
        let mut stream = Stream::new(2, 0);
        let mut order = RandomOrder::new();
        let mut seen = vec![[0u64; 81]; 81];
        for _ in 0..DRAWN {
            for (place, cell) in order.restart(&mut stream).enumerate() {
                seen[place][cell] += 1;
            }
        }
        let expected = (DRAWN / 81) as f64;
        let parts = seen.iter().flatten().map(|&n| (n as f64 - expected).powi(2) / expected);
        let (chi_square, freedom) = (parts.sum::<f64>(), 80.0 * 80.0);
        let deviations = (chi_square - freedom) / f64::sqrt(2.0 * freedom);
        assert!(deviations.abs() < 5.0, "{deviations}");
    }
}
