//! What speaks against the limiting factor that is named.

use crate::bottleneck::{Cause, LimitVerdict, LimitingFactor, Resource, SharedMachine, Usage};
use crate::findings::is_degraded;
use crate::measured::MeasuredRun;
use crate::step::StepRow;
use serde::Serialize;

/// Readings fewer than this are few.
const READINGS_FEW: u64 = 10;

#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(tag = "objection", rename_all = "kebab-case")]
pub enum Objection {
    /// Throughput still grew: more load may show another limit first.
    StillGrew { at_step: u32 },
    /// It was busy, but not used up: nothing shows that work had to wait for it.
    NotUsedUp,
    /// When it was used up is not known, so what came first is not.
    OrderUnknown,
    /// It was used up only so long after throughput had levelled off.
    CameLater { by_s: f64 },
    /// Fewer than three steps tell whether its use follows throughput.
    FewSteps,
    /// Where throughput was higher its use was not.
    NotRising,
    /// Its use is no line over throughput.
    NotProportional { r_squared: f64 },
    /// Its use follows throughput, but would be complete at another one than the highest.
    FullElsewhere { full_at_per_s: f64, highest_per_s: f64 },
    /// So much of it was used at no lower load: nothing shows that it had room there.
    NeverHadRoom,
    /// What it is was concluded from its name alone.
    ByName,
    /// Its use in that step rests on so many readings.
    FewReadings { step: u32, n: u64 },
    /// The load generator's timing was degraded in these steps.
    DegradedTiming { steps: Vec<u32> },
    /// Another cause has the same grade.
    Rival { usage: Usage },
    /// Other work used this at the same time.
    OtherWork { usage: Usage },
    /// Other work had the CPU of a machine that may be this one by another name.
    MayShareMachine { host: String, machine: String },
    /// Servers were gone at that time.
    ServersLost { at_step: u32 },
}

/// Throughput at which a resource would be used up, beside the highest that was measured.
const NEAR_HIGHEST: f64 = 0.2;

pub(super) fn of(run: &MeasuredRun, factor: &LimitingFactor) -> Vec<Objection> {
    let LimitVerdict::Causes { at_step, bent, causes, lost } = &factor.verdict else { return Vec::new() };
    let Some(first) = causes.first() else { return Vec::new() };
    let mut found = Vec::new();
    if !bent {
        found.push(Objection::StillGrew { at_step: *at_step });
    }
    found.extend(of_order(first));
    found.extend(of_demand(run, factor, first));
    let load = |number: u32| run.step(number).map_or(0.0, |row| row.load().value());
    let has_lower = run.steps.iter().any(|row| row.is_valid() && row.load().value() < load(first.usage.step));
    // Use that rises with throughput, and is complete where that ends, shows it.
    let follows = first.demand.is_some() && of_demand(run, factor, first).is_none();
    if first.usage_below.is_none() && has_lower && !follows {
        found.push(Objection::NeverHadRoom);
    }
    if first.is_by_name {
        found.push(Objection::ByName);
    }
    let readings = first.usage.utilisation_percent.or(first.usage.saturation.map(|s| s.measured()));
    found.extend(
        readings
            .filter(|readings| readings.n < READINGS_FEW)
            .map(|readings| Objection::FewReadings { step: first.usage.step, n: readings.n }),
    );
    let steps: Vec<u32> =
        run.steps.iter().filter(|row| row.is_valid() && is_degraded(row)).map(|row| row.number).collect();
    if !steps.is_empty() {
        found.push(Objection::DegradedTiming { steps });
    }
    let rivals = causes.iter().skip(1).filter(|cause| cause.grade == first.grade);
    found.extend(rivals.map(|cause| Objection::Rival { usage: cause.usage.clone() }));
    found.extend(factor.other_work.iter().map(|usage| Objection::OtherWork { usage: usage.clone() }));
    found.extend(factor.may_share.iter().map(|SharedMachine { host, machine }| Objection::MayShareMachine {
        host: host.clone(),
        machine: machine.clone(),
    }));
    if !lost.is_empty() {
        found.push(Objection::ServersLost { at_step: *at_step });
    }
    found
}

fn of_order(cause: &Cause) -> Option<Objection> {
    match cause.lead_s {
        None if !cause.usage.is_saturated() => Some(Objection::NotUsedUp),
        None => Some(Objection::OrderUnknown),
        Some(lead_s) if lead_s < 0.0 => Some(Objection::CameLater { by_s: -lead_s }),
        Some(_) => None,
    }
}

/// Of what is of no known size nothing can be proportional.
fn of_demand(run: &MeasuredRun, factor: &LimitingFactor, cause: &Cause) -> Option<Objection> {
    cause.usage.utilisation_percent?;
    // Collections keep a heap as full as it may be, whatever the load.
    if cause.resource == Resource::Heap {
        return None;
    }
    let Some(demand) = cause.demand else {
        let own = factor.table.iter().filter(|usage| usage.key() == cause.usage.key());
        let of_valid = |usage: &&Usage| run.step(usage.step).is_some_and(StepRow::is_of_all_servers);
        let is_known = own.filter(of_valid).filter(|usage| usage.utilisation_percent.is_some()).count() >= 3;
        return Some(if is_known { Objection::NotRising } else { Objection::FewSteps });
    };
    let valid = run.steps.iter().filter(|row| row.is_valid());
    let highest_per_s = valid.map(|row| row.throughput_per_s.value).fold(0.0, f64::max);
    let full_at_per_s = demand.full_at_per_s;
    if !demand.follows() {
        Some(Objection::NotProportional { r_squared: demand.r_squared })
    } else if (full_at_per_s / highest_per_s - 1.0).abs() > NEAR_HIGHEST {
        Some(Objection::FullElsewhere { full_at_per_s, highest_per_s })
    } else {
        None
    }
}
