//! Random numbers for self-play, the same on every machine.

use tok_ku_rou_core::PitSet;
use tok_ku_rou_core::ai::Rng;

/// A number between 0 and 1, neither of them included.
pub(super) fn fraction(rng: &mut Rng) -> f64 {
    (f64::from((rng.next_u64() >> 32) as u32) + 0.5) / 4_294_967_296.0
}

/// Shares for the pits of a set that add up to 1, by Dirichlet's distribution: even ones mostly for a large `alpha`, one
/// great share for a small one.
pub(super) fn dirichlet(pits: PitSet, alpha: f64, rng: &mut Rng) -> [f32; 32] {
    let mut logs = [f64::NEG_INFINITY; 32];
    for pit in pits {
        logs[pit.index()] = log_gamma_variate(alpha, rng);
    }
    // All of them may be too small for a number, but not for its logarithm.
    let greatest = logs.iter().copied().fold(f64::NEG_INFINITY, f64::max);
    let shares = logs.map(|log| libm::exp(log - greatest));
    let sum: f64 = shares.iter().sum();
    shares.map(|share| (share / sum) as f32)
}

/// The logarithm of a number by the gamma distribution of this shape: the method of Marsaglia and Tsang, "A simple method
/// for generating gamma variables" (2000).
fn log_gamma_variate(shape: f64, rng: &mut Rng) -> f64 {
    if shape < 1.0 {
        return log_gamma_variate(shape + 1.0, rng) + libm::log(fraction(rng)) / shape;
    }
    let d = shape - 1.0 / 3.0;
    let c = 1.0 / libm::sqrt(9.0 * d);
    loop {
        let x = normal(rng);
        let v = 1.0 + c * x;
        if v <= 0.0 {
            continue;
        }
        let log = 3.0 * libm::log(v);
        let cube = v * v * v;
        if libm::log(fraction(rng)) < 0.5 * x * x + d - d * cube + d * log {
            return libm::log(d) + log;
        }
    }
}

/// A number by the standard normal distribution: the polar method of Marsaglia.
fn normal(rng: &mut Rng) -> f64 {
    loop {
        let (x, y) = (2.0 * fraction(rng) - 1.0, 2.0 * fraction(rng) - 1.0);
        let square = x * x + y * y;
        if square < 1.0 {
            return x * libm::sqrt(-2.0 * libm::log(square) / square);
        }
    }
}
