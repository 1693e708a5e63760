//! `io-wait`: cores had nothing to do for more than 20 % of their time because processes waited for a disk, and
//! processes were blocked at the same time (where that is told).

use super::by_step::{of_step, over};
use super::caveat::Caveat;
use super::detector::{Evidence, Found};
use super::evidence_item::Unit;
use super::server_claim::ServerClaim;
use super::thresholds::thresholds;
use crate::servers::cpu;

thresholds!("io-wait", Limits {
    /// % of a step's CPU time
    percent = 20.0,
    /// blocked processes, mean of the step
    blocked = 0.5,
});

const PROCESSES: &str = "system.process.count";

pub(super) fn detect(evidence: &Evidence) -> Vec<Found> {
    let limits = Limits::of(evidence.settings());
    let readings = evidence.readings();
    let mut found = Vec::new();
    for source in readings.sources(&[cpu::UTILIZATION, cpu::TIME]) {
        let waiting = cpu::mode(readings, source, "iowait");
        let Some((steps, worst)) = over(evidence, &waiting, limits.percent / 100.0) else { continue };
        let processes = readings.state(source, PROCESSES, ("system.process.status", "blocked"));
        let blocked = evidence.run.step(worst.step).and_then(|row| of_step(row, &processes));
        if blocked.is_some_and(|blocked| blocked.mean < limits.blocked) {
            continue;
        }
        let mut evidence = vec![worst.item(source, cpu::UTILIZATION, Unit::Percent, 100.0)];
        evidence.extend(blocked.map(|blocked| blocked.item(source, PROCESSES, Unit::Count, 1.0)));
        let claim = ServerClaim::IoWait {
            source: source.clone(),
            steps,
            step: worst.step,
            percent: 100.0 * worst.mean,
            blocked: blocked.map(|blocked| blocked.mean),
        };
        let unknown = blocked.is_none().then(|| Caveat::NotWatched { metric: PROCESSES.to_owned() });
        found.push(Found::new(claim, evidence).but(unknown));
    }
    found
}
