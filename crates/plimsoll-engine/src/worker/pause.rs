//! How long a think time is.

use crate::program::{Compiled, Text};
use crate::scope::UserScope;
use plimsoll_plan::plan::Pause;

/// Longest think time, microseconds: about 11 days.
const PAUSE_US_MAX: f64 = 1e12;

/// The length of a pause in microseconds; a text that is no number counts as 0.
pub(super) fn pause_us(pause: &Pause<Compiled>, scope: &mut UserScope<'_>) -> u64 {
    micros(pause_ms(pause, scope))
}

fn pause_ms(pause: &Pause<Compiled>, scope: &mut UserScope<'_>) -> f64 {
    if let Pause::Scaled { factor, pause } = pause {
        return factor * pause_ms(pause, scope);
    }
    let mut number = |text: &Text| text.to_text(scope).trim().parse::<f64>().unwrap_or(0.0);
    match pause {
        Pause::Constant(time) => number(time),
        Pause::Uniform { offset, range } => {
            let (offset, range) = (number(offset), number(range));
            offset + scope.random.f64() * range
        }
        Pause::Gaussian { offset, deviation } => {
            let (offset, deviation) = (number(offset), number(deviation));
            offset + normal(scope.random) * deviation
        }
        Pause::Poisson { offset, lambda } => {
            let (offset, lambda) = (number(offset), number(lambda));
            offset + poisson(scope.random, lambda)
        }
        // A timer is no length of time: it is an instruction of its own.
        Pause::Scaled { .. } | Pause::Timer(_) => 0.0,
    }
}

/// A text of milliseconds, in microseconds; one that is no number counts as 0.
pub(super) fn milliseconds_us(text: &Text, scope: &mut UserScope<'_>) -> u64 {
    micros(text.to_text(scope).trim().parse::<f64>().unwrap_or(0.0))
}

fn micros(ms: f64) -> u64 {
    (ms * 1_000.0).clamp(0.0, PAUSE_US_MAX) as u64
}

/// A standard normal number (Box & Muller 1958).
fn normal(random: &mut fastrand::Rng) -> f64 {
    let radius = (-2.0 * (1.0 - random.f64()).ln()).sqrt();
    radius * (std::f64::consts::TAU * random.f64()).cos()
}

/// A Poisson number: Knuth's product method, and the normal approximation where that would be slow.
fn poisson(random: &mut fastrand::Rng, lambda: f64) -> f64 {
    if lambda > 500.0 {
        return (lambda + lambda.sqrt() * normal(random)).round().max(0.0);
    }
    let limit = (-lambda).exp();
    let (mut count, mut product) = (0.0, random.f64());
    while product > limit {
        count += 1.0;
        product *= random.f64();
    }
    count
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn random_pauses_have_their_mean() {
        let mut random = fastrand::Rng::with_seed(1);
        let n = 20_000;
        for lambda in [3.0, 900.0] {
            let mean = (0..n).map(|_| poisson(&mut random, lambda)).sum::<f64>() / f64::from(n);
            assert!((mean / lambda - 1.0).abs() < 0.02, "{mean}");
        }
        let mean = (0..n).map(|_| normal(&mut random)).sum::<f64>() / f64::from(n);
        assert!(mean.abs() < 0.05, "{mean}");
    }
}
