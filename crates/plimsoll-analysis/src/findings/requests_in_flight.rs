//! `requests-in-flight`: of the users' time in a window more than 10 % was in requests that were still under way when it
//! ended. Those that ended in it are the quick ones, so their times are lower bounds; N/X − Z is what all took on average.

use super::{Claim, Evidence};

pub(super) fn detect(evidence: &Evidence) -> Vec<Claim> {
    let rows = evidence.run.steps.iter();
    let found: Vec<(u32, u64, f64, f64)> = rows
        .filter_map(|row| {
            let whole_us = row.mean_with_in_flight_us()?;
            Some((row.number, row.little?.in_flight, row.response.mean_us?, whole_us))
        })
        .collect();
    let worst = found.iter().min_by(|a, b| (a.2 / a.3).total_cmp(&(b.2 / b.3)));
    let Some((worst_step, _, mean_us, mean_with_in_flight_us)) = worst.copied() else { return Vec::new() };
    vec![Claim::RequestsInFlight {
        steps: found.iter().map(|(step, ..)| *step).collect(),
        in_flight_max: found.iter().map(|(_, in_flight, ..)| *in_flight).max().unwrap_or(0),
        worst_step,
        mean_us,
        mean_with_in_flight_us,
    }]
}
