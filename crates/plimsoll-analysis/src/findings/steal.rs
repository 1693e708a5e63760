//! `steal`: the hypervisor gave more than 5 % of a host's CPU time to others: it is slower than its cores say, and not
//! the same from one run to the next.

use super::by_step::over;
use super::detector::{Evidence, Found};
use super::evidence_item::Unit;
use super::server_claim::ServerClaim;
use super::thresholds::thresholds;
use crate::servers::cpu;

thresholds!("steal", Limits {
    /// % of a step's CPU time
    percent = 5.0,
});

pub(super) fn detect(evidence: &Evidence) -> Vec<Found> {
    let limits = Limits::of(evidence.settings());
    let readings = evidence.readings();
    let found = readings.sources(&[cpu::UTILIZATION, cpu::TIME]).into_iter().filter_map(|source| {
        let stolen = cpu::mode(readings, source, "steal");
        let (steps, worst) = over(evidence, &stolen, limits.percent / 100.0)?;
        let item = worst.item(source, cpu::UTILIZATION, Unit::Percent, 100.0);
        let percent = 100.0 * worst.mean;
        Some(Found::new(
            ServerClaim::Steal { source: source.clone(), steps, step: worst.step, percent },
            vec![item],
        ))
    });
    found.collect()
}
