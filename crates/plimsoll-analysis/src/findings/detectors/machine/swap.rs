//! `swap`: memory was written to disk, or read back from it, in a fifth of a step's readings or more, and on average more
//! than 64 KiB (16 pages) a second: a few pages that nobody missed are no finding.

use crate::findings::by_step::of_steps;
use crate::findings::prelude::*;
use crate::servers::readings::inside;
use plimsoll_run::metric;

pub(crate) static DETECTOR: Detector = Detector {
    id: "swap",
    severities: &[Severity::Warning],
    when: "paging in > 20 % of a step's readings and > 64 KiB/s on average",
    requires: "paging",
    needs: &[Need::Watched(Signal::Paging)],
    thresholds: Limits::ALL,
    look: Look::Run(detect),
};

thresholds!("swap", Limits {
    /// % of a step's readings in which something was swapped
    percent = 20.0,
    /// KiB/s on average; where pages are counted, 4 KiB each
    kib_per_s = 64.0,
});

/// Memory was written to disk and read back.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Swap {
    pub source: Source,
    pub steps: Vec<u32>,
    pub step: u32,
    pub per_s: f64,
    pub in_bytes: bool,
}

impl Claimed for Swap {
    fn next_step(&self) -> NextStep {
        NextStep::MoreMemory { host: self.source.host.clone() }
    }
}

const BYTES: &str = metric::SYSTEM_PAGING_IO;
const PAGES: &str = metric::SYSTEM_PAGING_OPERATIONS;

fn detect(evidence: &Evidence) -> Vec<Found> {
    let limits = Limits::of(evidence.settings());
    let readings = evidence.readings();
    let mut found = Vec::new();
    for source in readings.sources(&[BYTES, PAGES]) {
        let bytes = readings.growth(source, BYTES, ("", ""));
        let (in_bytes, metric) = if bytes.is_empty() { (false, PAGES) } else { (true, BYTES) };
        let line = if in_bytes { bytes } else { readings.growth(source, PAGES, ("", "")) };
        let least = limits.kib_per_s * if in_bytes { 1_024.0 } else { 0.25 };
        let often = |step: u32| {
            let Some((from, to)) = evidence.run.step(step).map(StepRow::span_s) else { return false };
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
        let claim = Swap { source: source.clone(), steps, step: worst.step, per_s: worst.mean, in_bytes };
        found.push(Found::new(claim, vec![item]));
    }
    found
}
