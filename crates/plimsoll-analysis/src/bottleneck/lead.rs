//! By how much a saturation came before the bend of throughput.

use super::usage::{FULL_PERCENT, Resource, ResourceLine};

/// A saturation must go on for so many readings to have begun.
const READINGS_IN_A_ROW: usize = 3;
/// And so many of the readings up to the bend.
const STAYS: f64 = 0.8;

/// From the first moment at which it was saturated and stayed so, to the beginning of the step in which throughput bent.
/// No time, where they are nearer to each other than two readings: which came first is not known then.
pub(super) fn lead_s(line: &ResourceLine, begins: f64) -> Option<f64> {
    let high = |values: &[(f64, f64)], saturated: &dyn Fn(f64) -> bool| -> Option<(f64, f64)> {
        let all = |part: &&[(f64, f64)]| part.iter().all(|(_, value)| saturated(*value));
        // Of a pool of one some readings in a row are full by chance: most of those that follow have to be, too.
        let stays = |from_s: f64| {
            let after = values.iter().filter(|(at, _)| *at >= from_s && *at < begins);
            let (n, high) =
                after.fold((0, 0), |(n, high), (_, value)| (n + 1, high + usize::from(saturated(*value))));
            high as f64 >= STAYS * f64::from(n)
        };
        let first = values.windows(READINGS_IN_A_ROW).find(|part| all(part) && stays(part[0].0))?;
        Some((first[0].0, first[1].0 - first[0].0))
    };
    let queue = line.saturation.as_ref().and_then(|(make, values)| {
        high(values, &|value| {
            make(crate::servers::ReadingSummary { mean: value, max: value, n: 1 }).is_high()
        })
    });
    let counts = !matches!(line.resource, Resource::Heap | Resource::Memory);
    let full = high(&line.utilisation, &|share| 100.0 * share > FULL_PERCENT).filter(|_| counts);
    let (first, apart) = [queue, full].into_iter().flatten().min_by(|a, b| a.0.total_cmp(&b.0))?;
    let lead = begins - first;
    Some(if lead.abs() <= apart { 0.0 } else { lead })
}
