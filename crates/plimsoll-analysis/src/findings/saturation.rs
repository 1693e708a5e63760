//! `knee`, `plateau`, `retrograde`: from one load (users, or the asked rate) to the next higher one, the marginal efficiency
//! (ΔX/X)/(ΔN/N) is surely under 0.6, or cannot be told from 0, or is surely negative (95 % interval).
//! The first load of each kind is reported; a knee only if nothing worse begins at the same place. Steps of fewer servers are
//! left out: of them only a fall is told, with how many servers were left.

use super::thresholds::thresholds;
use super::{Claim, Evidence};
use crate::scalability::{Marginal, marginals, marginals_to_fewer_servers};
use crate::statistics::Bounds;

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
    let marginals: Vec<Marginal> = marginals(&evidence.run.steps);
    let bounds = |m: &Marginal| m.efficiency.bounds_95.unwrap_or(Bounds { low: f64::MIN, high: f64::MAX });
    let fewer = marginals_to_fewer_servers(&evidence.run.steps);
    let retrograde = marginals.iter().chain(&fewer).find(|m| bounds(m).high < 0.0);
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
