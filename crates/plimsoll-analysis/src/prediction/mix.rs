//! What another mix of requests changes: at stations, and outside of them.
//!
//! Nothing in a run says which request needs which station, but how its response time grows with the load does. Where a CPU is shared (processor
//! sharing), a request waits in proportion to the time that it computes: D ∝ R(high) − R(low). Where requests stand in line (a pool,
//! a lock), all that come to the station wait equally long: who does not grow does not come there.

use super::fit::FitLoad;
use super::network::Station;
use super::question::{QuestionProblem, WhatIf};
use super::stations::WatchedStation;
use crate::bottleneck::Resource;
use crate::run_analysis::RunAnalysis;
use plimsoll_run::TransactionKind;
use serde::Serialize;
use std::collections::BTreeMap;

/// How many times as much a request of the asked mix needs as one of the measured.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct MixChange {
    /// Of the time that it takes alone.
    pub alone: f64,
    /// Of a CPU that is shared.
    pub shared: f64,
    /// Of a station in front of which requests stand in line.
    pub in_line: f64,
    /// Response times grew by too little with the load to tell who needs what: all change as the time alone does.
    pub is_assumed: bool,
}

/// As measured.
pub(super) const NO_CHANGE: MixChange =
    MixChange { alone: 1.0, shared: 1.0, in_line: 1.0, is_assumed: false };

/// Growth of the mean response time, of the time alone, below which it shows nothing.
const GROWTH_MIN: f64 = 0.2;
/// Of the growth of the transaction that grows most: who grows by less does not come to the station.
const COMES_MIN: f64 = 0.2;

impl MixChange {
    pub(super) fn of_station(self, place: Option<&WatchedStation>) -> f64 {
        match place.map(|of| of.resource) {
            Some(Resource::Cpu | Resource::ContainerCpu) => self.shared,
            _ => self.in_line,
        }
    }

    /// What of the time alone is spent outside of the stations, whose demands are as they are and as they will be.
    pub(super) fn delay_s(self, delay_s: f64, stations: &[Station], changed: &[Station]) -> f64 {
        let whole = |of: &[Station]| of.iter().map(|station| station.demand_s).sum::<f64>();
        (self.alone * (delay_s + whole(stations)) - whole(changed)).max(0.0)
    }
}

/// A transaction as it was measured.
struct MixPart {
    share: f64,
    alone_s: f64,
    /// From the lowest to the highest load.
    growth_s: f64,
}

/// `None`: the mix is as measured.
pub(super) fn change(
    runs: &[&RunAnalysis],
    loads: &[FitLoad],
    asked: &WhatIf,
) -> Result<Option<MixChange>, QuestionProblem> {
    let (Some(run), Some(lowest), Some(highest)) = (runs.first(), loads.first(), loads.last()) else {
        return Ok(None);
    };
    if asked.mix.is_empty() {
        return Ok(None);
    }
    let parts = parts(run, lowest.step, highest.step);
    let mut wanted: Vec<(f64, &MixPart)> = Vec::new();
    for (name, share) in &asked.mix {
        let Some(part) = parts.get(name) else {
            let known = parts.keys().cloned().collect();
            return Err(QuestionProblem::UnknownTransaction { name: name.clone(), known });
        };
        wanted.push((*share, part));
    }
    let all: f64 = wanted.iter().map(|(share, _)| share).sum();
    let most_s = parts.values().map(|part| part.growth_s).fold(0.0, f64::max);
    let comes = |part: &MixPart| if part.growth_s > COMES_MIN * most_s { part.alone_s } else { 0.0 };
    let measured =
        |of: &dyn Fn(&MixPart) -> f64| parts.values().map(|part| part.share * of(part)).sum::<f64>();
    let factor = |of: &dyn Fn(&MixPart) -> f64| {
        wanted.iter().map(|(share, part)| share * of(part)).sum::<f64>() / all / measured(of)
    };
    let alone = factor(&|part| part.alone_s);
    if !(alone.is_finite() && alone > 0.0) {
        return Ok(None);
    }
    let is_assumed = measured(&|part| part.growth_s) < GROWTH_MIN * measured(&|part| part.alone_s);
    let or_alone = |factor: f64| if is_assumed || !factor.is_finite() { alone } else { factor };
    let (shared, in_line) = (or_alone(factor(&|part| part.growth_s)), or_alone(factor(&comes)));
    Ok(Some(MixChange { alone, shared, in_line, is_assumed }))
}

/// By name: shares and times at the lowest load, and how much longer they take at the highest.
fn parts(run: &RunAnalysis, lowest: u32, highest: u32) -> BTreeMap<String, MixPart> {
    let means = |step: u32| -> BTreeMap<&str, (u64, f64)> {
        let of_step =
            run.transactions.iter().filter(|row| row.step == step && row.kind == TransactionKind::Request);
        let mean = |row: &'_ crate::step::TransactionRow| {
            Some(row.service.as_ref().unwrap_or(&row.response).mean_us? / 1e6)
        };
        of_step.filter_map(|row| Some((row.name.as_str(), (row.requests, mean(row)?)))).collect()
    };
    let (low, high) = (means(lowest), means(highest));
    let all: u64 = low.values().map(|(requests, _)| requests).sum();
    let part = |(name, (requests, alone_s)): (&&str, &(u64, f64))| {
        let growth_s = high.get(name).map_or(0.0, |(_, mean_s)| (mean_s - alone_s).max(0.0));
        let share = *requests as f64 / all.max(1) as f64;
        ((*name).to_owned(), MixPart { share, alone_s: *alone_s, growth_s })
    };
    low.iter().map(part).collect()
}
