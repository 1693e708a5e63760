//! `swap`: memory was written to disk, or read back from it, in a fifth of a step's readings or more, and on average more
//! than 64 KiB (16 pages) a second: a few pages that nobody missed are no finding.

use super::by_step::{of_steps, span_s};
use super::detector::{Evidence, Found};
use super::evidence_item::Unit;
use super::server_claim::ServerClaim;
use super::thresholds::thresholds;
use crate::servers::readings::inside;

thresholds!("swap", Limits {
    /// % of a step's readings in which something was swapped
    percent = 20.0,
    /// KiB/s on average; where pages are counted, 4 KiB each
    kib_per_s = 64.0,
});

const BYTES: &str = "system.paging.io";
const PAGES: &str = "system.paging.operations";

pub(super) fn detect(evidence: &Evidence) -> Vec<Found> {
    let limits = Limits::of(evidence.settings());
    let readings = evidence.readings();
    let mut found = Vec::new();
    for source in readings.sources(&[BYTES, PAGES]) {
        let bytes = readings.growth(source, BYTES, ("", ""));
        let (in_bytes, metric) = if bytes.is_empty() { (false, PAGES) } else { (true, BYTES) };
        let line = if in_bytes { bytes } else { readings.growth(source, PAGES, ("", "")) };
        let least = limits.kib_per_s * if in_bytes { 1_024.0 } else { 0.25 };
        let often = |step: u32| {
            let Some((from, to)) = evidence.run.step(step).map(span_s) else { return false };
            let within = inside(&line, from, to);
            let moved = within.iter().filter(|(_, value)| *value > 0.0).count();
            moved as f64 > limits.percent / 100.0 * within.len() as f64
        };
        let means = of_steps(&evidence.run.steps, &line);
        let over: Vec<_> = means.into_iter().filter(|m| m.mean > least && often(m.step)).collect();
        let Some(worst) = over.iter().max_by(|a, b| a.mean.total_cmp(&b.mean)) else { continue };
        let unit = if in_bytes { Unit::BytesPerS } else { Unit::PerS };
        let item = worst.item(source, metric, unit, 1.0);
        let steps = over.iter().map(|m| m.step).collect();
        let claim = ServerClaim::Swap {
            source: source.clone(),
            steps,
            step: worst.step,
            per_s: worst.mean,
            in_bytes,
        };
        found.push(Found::new(claim, vec![item]));
    }
    found
}
