//! `pool-too-small`: X · R of an imported run is as much as a pool has, or more, so that the pool must run out. The pool's size is
//! what the setup says under a name with `pool` in it.

use crate::findings::imported_tables::{item, summaries};
use crate::findings::prelude::*;

pub(crate) static DETECTOR: Detector = Detector {
    id: "pool-too-small",
    severities: &[Severity::Warning],
    when: "X · R of an imported run is as much as a pool that the setup names has",
    requires: "summaries, the pool's size",
    needs: &[Need::Imported(ImportedTableKind::Summaries)],
    thresholds: &[],
    look: Look::Run(detect),
};

/// By X · R more connections would be at work than there are.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct PoolTooSmall {
    pub rate_per_s: f64,
    pub mean_us: f64,
    pub in_use: f64,
    pub size: f64,
}

impl Claimed for PoolTooSmall {
    fn next_step(&self) -> NextStep {
        NextStep::VaryPool { to: (self.in_use * 1.5).ceil() }
    }
}

fn detect(evidence: &Evidence) -> Vec<Found> {
    let header = &evidence.run.header;
    let mut facts = header.configuration.iter().chain(&header.about);
    let size = facts.find_map(|(name, value)| {
        let size: f64 = value.trim().parse().ok()?;
        (name.to_lowercase().contains("pool") && size >= 1.0).then_some(size)
    });
    let Some(size) = size else { return Vec::new() };
    let of_table = |(file, rows): (&str, &[plimsoll_run::ImportedSummary])| {
        let used = rows.iter().filter_map(|row| Some((row, row.mean_us?)));
        let in_use = |(row, us): &(&plimsoll_run::ImportedSummary, f64)| row.rate_per_s * us / 1e6;
        let worst = used.max_by(|a, b| in_use(a).total_cmp(&in_use(b)))?;
        let (rate_per_s, mean_us, in_use) = (worst.0.rate_per_s, worst.1, in_use(&worst));
        let items = vec![item(file, "mean", Unit::Us, mean_us)];
        let claim = PoolTooSmall { rate_per_s, mean_us, in_use, size };
        (in_use >= size).then(|| Found::new(claim, items))
    };
    summaries(evidence).filter_map(of_table).collect()
}
