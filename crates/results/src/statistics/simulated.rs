//! Random numbers from which tests make samples of a known distribution.

use quadrille_cover::random::Stream;

/// A number from 0 to 1.
pub fn uniform(stream: &mut Stream) -> f64 {
    (stream.word() >> 11) as f64 / (1u64 << 53) as f64
}

/// A bell curve from uniform numbers (Box and Muller).
pub fn normal(stream: &mut Stream) -> f64 {
    let radius = (-2.0 * (1.0 - uniform(stream)).ln()).sqrt();
    radius * (std::f64::consts::TAU * uniform(stream)).cos()
}
