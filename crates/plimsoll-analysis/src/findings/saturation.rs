//! `knee`, `plateau`, `retrograde`: from one load (users, or the asked rate) to the next higher one, the marginal efficiency
//! (ΔX/X)/(ΔN/N) is surely under 0.6, or cannot be told from 0, or is surely negative (95 % interval).
//! The first load of each kind is reported; a knee only if nothing worse begins at the same place.

use super::Marginal;
use super::thresholds::thresholds;
use super::{Claim, Evidence};
use crate::statistics::{Bounds, Estimate, Z_95};
use crate::step::StepRow;

thresholds!("knee", Limits {
    /// of throughput in proportion to load
    efficiency = 0.6,
});

pub(super) fn detect(evidence: &Evidence) -> Vec<Claim> {
    if evidence.run.rate_capacity().is_some() {
        // A search goes over the limit on purpose, and says itself where that lies.
        return Vec::new();
    }
    let below = Limits::of(evidence.settings()).efficiency;
    let mut rows: Vec<&StepRow> = evidence.run.steps.iter().filter(|row| row.is_valid()).collect();
    rows.sort_by(|a, b| a.load().value().total_cmp(&b.load().value()));
    let marginals: Vec<Marginal> = rows.windows(2).filter_map(|pair| marginal(pair[0], pair[1])).collect();
    let bounds = |m: &Marginal| m.efficiency.bounds_95.unwrap_or(Bounds { low: f64::MIN, high: f64::MAX });
    let retrograde = marginals.iter().find(|m| bounds(m).high < 0.0);
    let flat = |m: &&Marginal| bounds(m).low <= 0.0 && bounds(m).high >= 0.0 && bounds(m).high < below;
    let plateau = marginals.iter().find(flat);
    let knee = marginals.iter().find(|m| bounds(m).high < below);
    let mut claims = Vec::new();
    if let Some(knee) = knee.filter(|knee| bounds(knee).low > 0.0) {
        claims.push(Claim::Knee(knee.clone()));
    }
    claims.extend(plateau.cloned().map(Claim::Plateau));
    claims.extend(retrograde.cloned().map(Claim::Retrograde));
    claims
}

/// The interval by the delta method from the two throughputs' intervals; `None` without them.
fn marginal(from: &StepRow, to: &StepRow) -> Option<Marginal> {
    let (x1, x2) = (from.throughput_per_s, to.throughput_per_s);
    let (n1, n2) = (from.load().value(), to.load().value());
    if n2 <= n1 || n1 <= 0.0 || x1.value <= 0.0 || x2.value <= 0.0 {
        return None;
    }
    let added = (n2 - n1) / n1;
    let ratio = x2.value / x1.value;
    let value = (ratio - 1.0) / added;
    let relative = (x1.standard_error()? / x1.value).hypot(x2.standard_error()? / x2.value);
    let half = Z_95 * ratio * relative / added;
    Some(Marginal {
        from_step: from.number,
        to_step: to.number,
        from_load: from.load(),
        to_load: to.load(),
        from_per_s: x1.value,
        to_per_s: x2.value,
        efficiency: Estimate { value, bounds_95: Some(Bounds { low: value - half, high: value + half }) },
    })
}
