//! `over-limit`: a table says how many calls took as long as a limit, or longer; in a step it is surely (Wilson) more than
//! allowed. Allowed is what a requirement of that limit says, else 5 %.

use crate::Requirement;
use crate::findings::imported_tables::item;
use crate::findings::prelude::*;
use crate::requirements::RequirementMetric;
use crate::statistics::{Bounds, wilson};
use plimsoll_run::{ImportedRows, ImportedServer};
use std::collections::BTreeMap;

pub(crate) static DETECTOR: Detector = Detector {
    id: "over-limit",
    severities: &[Severity::Warning],
    when: "by an imported table surely more calls of a step took as long as a limit than a requirement of that \
        limit allows, or 5 %",
    requires: "calls by server",
    needs: &[Need::Imported(ImportedTableKind::Servers)],
    thresholds: Limits::ALL,
    look: Look::Run(detect),
};

thresholds!("over-limit", Limits {
    /// % of a step's calls, where no requirement has that limit
    percent = 5.0,
});

/// Too many calls took as long as a limit, or longer.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct OverLimit {
    pub limit_us: f64,
    pub allowed_percent: f64,
    /// In which surely more than allowed did.
    pub steps: Vec<u32>,
    pub worst: LimitShare,
    pub least: LimitShare,
}

impl Claimed for OverLimit {
    fn next_step(&self) -> NextStep {
        NextStep::LoadLower
    }
}

/// Of one step, all servers together.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct LimitShare {
    pub step: u32,
    pub over: u64,
    pub calls: u64,
    pub percent: f64,
    pub percent_bounds_95: Bounds,
}

fn detect(evidence: &Evidence) -> Vec<Found> {
    let limits = Limits::of(evidence.settings());
    let mut found = Vec::new();
    for table in &evidence.run.header.imported_tables {
        let ImportedRows::Servers(rows) = &table.rows else { continue };
        let mut known: Vec<f64> = rows.iter().flat_map(|row| &row.over).map(|over| over.limit_us).collect();
        known.sort_by(f64::total_cmp);
        known.dedup();
        for limit_us in known {
            let allowed = allowed_percent(&evidence.run.header.requirements, limit_us);
            found.extend(of_limit(&table.file, rows, limit_us, allowed.unwrap_or(limits.percent)));
        }
    }
    found
}

fn allowed_percent(requirements: &[String], limit_us: f64) -> Option<f64> {
    let mut parsed = requirements.iter().filter_map(|text| Requirement::parse(text).ok());
    parsed.find_map(|requirement| match requirement.measure {
        RequirementMetric::Percentile(percent) if (requirement.limit - limit_us).abs() < 1.0 => {
            Some(100.0 - percent)
        }
        _ => None,
    })
}

fn of_limit(file: &str, rows: &[ImportedServer], limit_us: f64, allowed_percent: f64) -> Option<Found> {
    let mut by_step: BTreeMap<u32, (u64, u64)> = BTreeMap::new();
    for row in rows {
        let Some(over) = row.over.iter().find(|over| over.limit_us == limit_us) else { continue };
        let sum = by_step.entry(row.step).or_default();
        *sum = (sum.0.saturating_add(over.calls), sum.1.saturating_add(row.calls));
    }
    let shares: Vec<LimitShare> =
        by_step.into_iter().filter(|(_, (_, calls))| *calls > 0).map(share).collect();
    let by = |a: &&LimitShare, b: &&LimitShare| a.percent.total_cmp(&b.percent);
    let (least, worst) = (*shares.iter().min_by(by)?, *shares.iter().max_by(by)?);
    let failed = shares.iter().filter(|share| share.percent_bounds_95.low > allowed_percent);
    let steps: Vec<u32> = failed.map(|share| share.step).collect();
    let items = [worst, least].map(|share| EvidenceItem {
        bounds_95: Some(share.percent_bounds_95),
        ..item(file, "calls", Unit::Percent, share.percent).in_step(share.step).with_n(share.calls)
    });
    let claim = OverLimit { limit_us, allowed_percent, steps: steps.clone(), worst, least };
    (!steps.is_empty()).then(|| Found::new(claim, items.to_vec()))
}

fn share((step, (over, calls)): (u32, (u64, u64))) -> LimitShare {
    let over = over.min(calls);
    let bounds = wilson(over, calls);
    LimitShare {
        step,
        over,
        calls,
        percent: 100.0 * over as f64 / calls as f64,
        percent_bounds_95: Bounds { low: 100.0 * bounds.low, high: 100.0 * bounds.high },
    }
}
