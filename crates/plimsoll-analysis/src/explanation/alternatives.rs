//! Other causes that were considered, and why they are not named first.

use crate::bottleneck::{Cause, LimitVerdict, LimitingFactor, Usage};
use serde::Serialize;

/// A cause that another one comes before.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Alternative {
    pub usage: Usage,
    pub because: BehindBecause,
}

/// The first of the signs by which causes are ranked that tells it from the one that is named.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(tag = "because", rename_all = "kebab-case")]
pub enum BehindBecause {
    /// It was busy, but nothing waited for it there.
    NotUsedUp,
    /// It was as full at a lower load already, from which throughput still grew.
    FullBefore,
    /// It was used up after throughput had levelled off, by so many seconds.
    CameLater { by_s: f64 },
    /// Its use does not follow throughput as well.
    FollowsLess { r_squared: Option<f64> },
    /// It is used less.
    UsedLess,
}

pub(super) fn of(factor: &LimitingFactor) -> Vec<Alternative> {
    let LimitVerdict::Causes { causes, .. } = &factor.verdict else { return Vec::new() };
    let Some((first, others)) = causes.split_first() else { return Vec::new() };
    let of = |cause: &Cause| Alternative { usage: cause.usage.clone(), because: because(first, cause) };
    others.iter().map(of).collect()
}

fn because(first: &Cause, cause: &Cause) -> BehindBecause {
    let fit = |cause: &Cause| cause.demand.map(|demand| demand.r_squared);
    let late = cause.lead_s.filter(|lead_s| *lead_s < 0.0 && first.lead_s.is_none_or(|own| own > *lead_s));
    if !cause.usage.is_saturated() && first.usage.is_saturated() {
        BehindBecause::NotUsedUp
    } else if cause.usage_below.is_none() && first.usage_below.is_some() {
        BehindBecause::FullBefore
    } else if let Some(lead_s) = late {
        BehindBecause::CameLater { by_s: -lead_s }
    } else if fit(cause).unwrap_or(0.0) < fit(first).unwrap_or(0.0) {
        BehindBecause::FollowsLess { r_squared: fit(cause) }
    } else {
        BehindBecause::UsedLess
    }
}
