//! What servers logged of their requests.

use super::readings::Observations;
use crate::requirements::{Requirement, RequirementMetric};
use crate::step::StepRow;
use plimsoll_run::SECOND_US;
use plimsoll_run::{Interval, ServerSecond, Source, TransactionKind};
use serde::Serialize;
use std::collections::BTreeMap;

/// What one server logged in one step; times are the server's own.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct ServerStep {
    pub source: Source,
    pub step: u32,
    pub requests: u64,
    pub per_s: f64,
    /// Of all servers' requests in the step.
    pub share_percent: f64,
    pub errors: u64,
    /// `None`: the log has no times.
    pub mean_us: Option<f64>,
    pub p95_us: Option<u64>,
    pub p98_us: Option<u64>,
    pub max_us: Option<u64>,
    /// One for each limit on response times that the requirements name.
    pub over: Vec<LimitCount>,
}

/// How many requests took longer than a limit.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct LimitCount {
    pub limit_us: f64,
    pub count: u64,
    pub percent: f64,
}

pub(crate) fn server_steps(
    observed: &Observations,
    rows: &[StepRow],
    requirements: &[Requirement],
) -> Vec<ServerStep> {
    let mut limits: Vec<f64> = requirements
        .iter()
        .filter(|r| {
            matches!(
                r.measure,
                RequirementMetric::Percentile(_) | RequirementMetric::Mean | RequirementMetric::Max
            )
        })
        .map(|r| r.limit)
        .collect();
    limits.sort_by(f64::total_cmp);
    limits.dedup();
    let mut found = Vec::new();
    for row in rows {
        let mut servers: BTreeMap<&Source, Interval> = BTreeMap::new();
        for second in observed.requests.iter().filter(|second| is_in(second, row)) {
            let total = servers.entry(&second.source).or_default();
            requests_of(second).for_each(|interval| total.merge(interval));
        }
        let all: u64 = servers.values().map(|interval| interval.requests).sum();
        found.extend(servers.into_iter().map(|(source, interval)| one(source, row, &interval, all, &limits)));
    }
    found
}

fn one(source: &Source, row: &StepRow, interval: &Interval, all: u64, limits: &[f64]) -> ServerStep {
    let times = &interval.response;
    let percent = |count: u64, of: u64| 100.0 * count as f64 / of.max(1) as f64;
    let over = |limit: &f64| {
        let count = times.count_above_us(*limit as u64);
        LimitCount { limit_us: *limit, count, percent: percent(count, times.count()) }
    };
    ServerStep {
        source: source.clone(),
        step: row.number,
        requests: interval.requests,
        per_s: interval.requests as f64 / row.measured_s.max(f64::MIN_POSITIVE),
        share_percent: percent(interval.requests, all),
        errors: interval.errors_total(),
        mean_us: times.mean_us(),
        p95_us: times.quantile_us(0.95),
        p98_us: times.quantile_us(0.98),
        max_us: times.max_us(),
        over: if times.is_empty() { Vec::new() } else { limits.iter().map(over).collect() },
    }
}

/// Its second lies in the measured window.
fn is_in(second: &ServerSecond, row: &StepRow) -> bool {
    let start_us = second.second.saturating_mul(SECOND_US as i64);
    start_us >= row.measured_from_us as i64 && start_us < row.measured_to_us as i64
}

pub(crate) fn requests_of(second: &ServerSecond) -> impl Iterator<Item = &Interval> {
    let on_the_wire = second.transactions.iter().filter(|(t, _)| t.kind == TransactionKind::Request);
    on_the_wire.map(|(_, interval)| interval)
}
