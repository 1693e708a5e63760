//! A series without times against one with times of the same host: where it fits best.
//!
//! Pearson's correlation of the overlap, for every shift of a grid. The uncertainty of the best shift is half the width
//! of the range of shifts around it whose correlation can't be distinguished from the best: Fisher's z = atanh(r) within
//! 1.96·√2/√(n − 3) of it, n corrected for autocorrelation (Bartlett: n·(1 − ab)/(1 + ab), a and b being the
//! autocorrelations at one step).

/// Values at a steady beat.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Sampled {
    /// Of the first value, on any clock.
    pub start_us: i64,
    pub interval_us: u64,
    /// Not a number: no value.
    pub values: Vec<f64>,
}

/// Where a series fits best.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Fit {
    /// To be added to the times of the moved series.
    pub shift_us: i64,
    /// Between −1 and 1.
    pub correlation: f64,
    pub uncertainty_us: u64,
}

/// Below this a fit is no evidence.
pub const CORRELATION_MIN: f64 = 0.6;
/// Pairs that a shift must have to be considered.
pub const OVERLAP_MIN: usize = 20;
/// Of the shorter series.
const OVERLAP_SHARE_MIN: f64 = 0.5;
/// Shifts that are tried at most; the grid gets coarser beyond.
const SHIFTS_MAX: u64 = 20_000;
/// Products that are computed at most.
const WORK_MAX: u64 = 200_000_000;

/// Moves `moved` by up to `shift_max_us` either way over `known`. `None` when they don't overlap enough, one of them does
/// not change, no fit reaches [`CORRELATION_MIN`], or the best one lies at the edge, so that the true one may lie outside.
pub fn best_fit(moved: &Sampled, known: &Sampled, shift_max_us: u64) -> Option<Fit> {
    if moved.interval_us == 0 || known.interval_us == 0 || shift_max_us == 0 {
        return None;
    }
    // A century: what is added to it stays in range.
    let shift_max_us = shift_max_us.min(100 * 365 * 86_400 * 1_000_000);
    let finest_us = moved.interval_us.min(known.interval_us).max(1);
    let pairs = moved.values.len() as u64;
    let shifts_max = (WORK_MAX / pairs.max(1)).clamp(4, SHIFTS_MAX);
    let grid_us = finest_us.max(shift_max_us.div_ceil(shifts_max / 2));
    let steps = i64::try_from(shift_max_us / grid_us).ok()?;
    let grid = i64::try_from(grid_us).ok()?;
    let averaged = averages(known, moved.interval_us);
    let fits: Vec<Option<(f64, usize)>> =
        (-steps..=steps).map(|step| correlation_at(moved, known, &averaged, step * grid)).collect();
    let best = (0..fits.len()).filter(|place| fits[*place].is_some()).max_by(|a, b| {
        let value = |place: &usize| fits[*place].map_or(f64::MIN, |(r, _)| r);
        // Of equal ones the smallest shift.
        let distance = |place: &usize| (*place as i64 - steps).abs();
        value(a).total_cmp(&value(b)).then(distance(b).cmp(&distance(a)))
    })?;
    let (correlation, pairs) = fits[best]?;
    if correlation < CORRELATION_MIN || best == 0 || best + 1 == fits.len() {
        return None;
    }
    let near = indistinguishable(correlation, pairs, moved, known);
    let is_near = |place: usize| fits[place].is_some_and(|(r, _)| z(correlation) - z(r) <= near);
    let first = (0..best).rev().take_while(|place| is_near(*place)).last().unwrap_or(best);
    let last = (best + 1..fits.len()).take_while(|place| is_near(*place)).last().unwrap_or(best);
    let widest = (best - first).max(last - best) as u64;
    Some(Fit {
        shift_us: (best as i64 - steps) * grid,
        correlation,
        uncertainty_us: widest * grid_us + grid_us.max(moved.interval_us) / 2,
    })
}

/// The interval of a series that tells none: of those given, the one with the best fit.
pub fn best_interval(
    start_us: i64,
    values: &[f64],
    intervals_us: &[u64],
    known: &Sampled,
    shift_max_us: u64,
) -> Option<(u64, Fit)> {
    let fits = intervals_us.iter().filter_map(|interval_us| {
        let moved = Sampled { start_us, interval_us: *interval_us, values: values.to_vec() };
        Some((*interval_us, best_fit(&moved, known, shift_max_us)?))
    });
    fits.max_by(|a, b| a.1.correlation.total_cmp(&b.1.correlation))
}

fn z(correlation: f64) -> f64 {
    correlation.clamp(-0.999_999, 0.999_999).atanh()
}

/// How far apart two values of z may be to be taken as one.
fn indistinguishable(correlation: f64, pairs: usize, moved: &Sampled, known: &Sampled) -> f64 {
    let product = (autocorrelation(&moved.values) * autocorrelation(&known.values)).clamp(0.0, 0.99);
    let effective = (pairs as f64 * (1.0 - product) / (1.0 + product)).max(4.0);
    // Neighbouring shifts share most of their noise: the difference of two of them varies by no more than this.
    let shared = (2.0 * (1.0 - correlation.abs().min(0.999))).sqrt();
    1.96 * shared / (effective - 3.0).max(1.0).sqrt()
}

fn autocorrelation(values: &[f64]) -> f64 {
    let mut sums = Sums::default();
    values.windows(2).for_each(|pair| sums.add(pair[0], pair[1]));
    sums.correlation().unwrap_or(0.0)
}

/// Sums of the known values up to each place, to average over the interval of the moved ones; with their number.
fn averages(known: &Sampled, interval_us: u64) -> Option<Vec<(f64, u32)>> {
    if interval_us < known.interval_us {
        return None;
    }
    let mut sums = vec![(0.0, 0)];
    let (mut sum, mut count) = (0.0, 0);
    for value in &known.values {
        if value.is_finite() {
            (sum, count) = (sum + value, count + 1);
        }
        sums.push((sum, count));
    }
    Some(sums)
}

/// A row of a tool says what was so since the row before it.
fn correlation_at(
    moved: &Sampled,
    known: &Sampled,
    averaged: &Option<Vec<(f64, u32)>>,
    shift_us: i64,
) -> Option<(f64, usize)> {
    let interval = i64::try_from(moved.interval_us).ok()?;
    let known_interval = i64::try_from(known.interval_us).ok()?;
    let place = |us: i64| us.checked_sub(known.start_us).map(|us| us.div_euclid(known_interval));
    let mut sums = Sums::default();
    for (index, value) in moved.values.iter().enumerate().filter(|(_, value)| value.is_finite()) {
        let offset = interval.checked_mul(index as i64)?;
        let at_us = moved.start_us.checked_add(offset)?.checked_add(shift_us)?;
        let end = place(at_us)?;
        let other = match averaged {
            None => usize::try_from(end).ok().and_then(|end| known.values.get(end).copied()),
            Some(before) => {
                let first = usize::try_from(place(at_us.checked_sub(interval)?)?).ok();
                let end = usize::try_from(end).ok().filter(|end| *end < before.len());
                match (first, end) {
                    (Some(first), Some(end)) if before[end].1 > before[first].1 => {
                        let count = before[end].1 - before[first].1;
                        Some((before[end].0 - before[first].0) / f64::from(count))
                    }
                    _ => None,
                }
            }
        };
        if let Some(other) = other.filter(|other| other.is_finite()) {
            sums.add(*value, other);
        }
    }
    let ratio = known.interval_us as f64 / moved.interval_us as f64;
    let shorter = (moved.values.len() as f64).min(known.values.len() as f64 * ratio);
    let needed = OVERLAP_MIN.max((shorter * OVERLAP_SHARE_MIN) as usize);
    if sums.count < needed {
        return None;
    }
    Some((sums.correlation()?, sums.count))
}

#[derive(Default)]
struct Sums {
    count: usize,
    x: f64,
    y: f64,
    xx: f64,
    yy: f64,
    xy: f64,
}

impl Sums {
    fn add(&mut self, x: f64, y: f64) {
        self.count += 1;
        self.x += x;
        self.y += y;
        self.xx += x * x;
        self.yy += y * y;
        self.xy += x * y;
    }

    fn correlation(&self) -> Option<f64> {
        let n = self.count as f64;
        let (vx, vy) = (n * self.xx - self.x * self.x, n * self.yy - self.y * self.y);
        // What is left of values that are all the same is rounding.
        if vx <= n * self.xx * 1e-12 || vy <= n * self.yy * 1e-12 {
            return None;
        }
        Some(((n * self.xy - self.x * self.y) / (vx * vy).sqrt()).clamp(-1.0, 1.0))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A load of steps and noise, one value a second from `start_s`.
    fn load(seconds: usize, seed: u64) -> Vec<f64> {
        let mut random = fastrand::Rng::with_seed(seed);
        (0..seconds).map(|s| [10.0, 60.0, 25.0, 90.0, 5.0][s / 97 % 5] + random.f64() * 20.0).collect()
    }

    fn known(values: Vec<f64>) -> Sampled {
        Sampled { start_us: 0, interval_us: 1_000_000, values }
    }

    /// The CPU that such a load takes, read every `interval` seconds by a clock that is `ahead_s` ahead.
    fn follows(load: &[f64], interval: usize, ahead_s: i64, noise: f64) -> Sampled {
        let mut random = fastrand::Rng::with_seed(7);
        let rows = load.chunks_exact(interval).map(|seconds| {
            seconds.iter().sum::<f64>() / interval as f64 / 100.0 + (random.f64() - 0.5) * noise
        });
        Sampled {
            start_us: (interval as i64 + ahead_s) * 1_000_000,
            interval_us: interval as u64 * 1_000_000,
            values: rows.collect(),
        }
    }

    #[test]
    fn a_shift_is_found_within_its_uncertainty() {
        let load = load(900, 1);
        for (interval, ahead_s, noise) in
            [(1, 37, 0.05), (1, -120, 0.3), (10, 37, 0.05), (10, -55, 0.1), (5, 0, 0.1)]
        {
            let moved = follows(&load, interval, ahead_s, noise);
            let fit = best_fit(&moved, &known(load.clone()), 200_000_000).expect("a fit");
            let off_us = (fit.shift_us + ahead_s * 1_000_000).unsigned_abs();
            assert!(off_us <= fit.uncertainty_us, "{interval} {ahead_s} {noise}: {fit:?}");
            assert!(fit.uncertainty_us <= (interval as u64 + 2) * 2_000_000, "{interval} {ahead_s}: {fit:?}");
        }
    }

    #[test]
    fn what_does_not_belong_together_fits_nowhere() {
        let load = load(900, 1);
        let mut random = fastrand::Rng::with_seed(3);
        let noise = Sampled { values: (0..900).map(|_| random.f64()).collect(), ..known(Vec::new()) };
        let flat = Sampled { values: vec![0.25; 900], ..known(Vec::new()) };
        let short = Sampled { values: load[..10].to_vec(), ..known(Vec::new()) };
        let far = Sampled { start_us: 500_000_000, ..follows(&load, 1, 0, 0.05) };
        for moved in [noise, flat, short, far, Sampled::default()] {
            assert_eq!(best_fit(&moved, &known(load.clone()), 200_000_000), None, "{:?}", moved.start_us);
        }
    }

    #[test]
    fn the_interval_is_the_one_that_fits() {
        let load = load(900, 1);
        let moved = follows(&load, 10, 3, 0.05);
        let candidates = [1, 2, 5, 10, 15, 30, 60].map(|s| s * 1_000_000);
        let (interval_us, fit) =
            best_interval(moved.start_us, &moved.values, &candidates, &known(load), 60_000_000)
                .expect("a fit");
        assert_eq!(interval_us, 10_000_000);
        assert!(fit.correlation > 0.95);
    }

    #[test]
    fn extreme_times_are_no_panic() {
        for start_us in [i64::MIN, i64::MAX] {
            let moved = Sampled { start_us, interval_us: u64::MAX, values: vec![1.0, 2.0, 3.0] };
            assert_eq!(best_fit(&moved, &known(load(100, 1)), u64::MAX), None);
        }
    }
}
