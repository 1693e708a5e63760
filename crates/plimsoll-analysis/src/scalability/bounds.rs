use super::fit::LoadPoint;
use serde::Serialize;

/// What no closed system can exceed: X ≤ min(N/(R₀ + Z), 1/D_max) (Denning & Buzen 1978).
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct AsymptoticBounds {
    /// R₀ + Z: the shortest cycle of a user that was measured, N/X, seconds. Waiting that was in it already makes it too long.
    pub cycle_s: f64,
    /// The highest throughput measured; 1/D_max is this or more.
    pub throughput_per_s_max: f64,
    /// Where the two meet, X_max·(R₀ + Z), users: with fewer nobody has to wait, with more somebody must.
    pub crossing_load: f64,
}

const SATURATED_SHARE: f64 = 0.9;

impl AsymptoticBounds {
    /// `points` ascending by load.
    pub(super) fn of(points: &[LoadPoint]) -> Option<AsymptoticBounds> {
        // The smallest load should have it, but chance may make another one's shorter.
        let cycles = points.iter().filter(|point| point.throughput_per_s > 0.0);
        let cycle_s = cycles.map(|point| point.load / point.throughput_per_s).reduce(f64::min)?;
        let throughput_per_s_max = points.iter().map(|p| p.throughput_per_s).fold(0.0, f64::max);
        // Where the lowest load brings nearly all that there is, users wait in each cycle that was measured.
        let lowest = points.iter().find(|point| point.throughput_per_s > 0.0)?;
        if points.len() > 1 && lowest.throughput_per_s > SATURATED_SHARE * throughput_per_s_max {
            return None;
        }
        Some(AsymptoticBounds {
            cycle_s,
            throughput_per_s_max,
            crossing_load: throughput_per_s_max * cycle_s,
        })
    }

    /// The most that these bounds allow at a load.
    pub fn throughput_per_s(&self, load: f64) -> f64 {
        (load / self.cycle_s).min(self.throughput_per_s_max)
    }
}
