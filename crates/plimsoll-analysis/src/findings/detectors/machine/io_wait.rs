//! `io-wait`: cores had nothing to do for more than 20 % of their time because processes waited for a disk, and
//! processes were blocked at the same time (where that is reported).

use crate::findings::by_step::{of_step, over};
use crate::findings::prelude::*;
use crate::servers::cpu;
use plimsoll_run::metric;

pub(crate) static DETECTOR: Detector = Detector {
    id: "io-wait",
    severities: &[Severity::Warning],
    when: "> 20 % of the CPU time waiting for disks, with blocked processes where they are reported",
    requires: "CPU by mode",
    needs: &[Need::Watched(Signal::IoWait)],
    thresholds: Limits::ALL,
    look: Look::Run(detect),
};

thresholds!("io-wait", Limits {
    /// % of a step's CPU time
    percent = 20.0,
    /// blocked processes, mean of the step
    blocked = 0.5,
});

/// Cores had nothing to do, for processes waited for a disk.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct IoWait {
    pub source: Source,
    pub steps: Vec<u32>,
    pub step: u32,
    pub percent: f64,
    pub blocked: Option<f64>,
}

impl Claimed for IoWait {
    fn next_step(&self) -> NextStep {
        NextStep::FasterDisk { host: self.source.host.clone() }
    }
}

const PROCESSES: &str = metric::SYSTEM_PROCESS_COUNT;

fn detect(evidence: &Evidence) -> Vec<Found> {
    let limits = Limits::of(evidence.settings());
    let readings = evidence.readings();
    let mut found = Vec::new();
    for source in readings.sources(&[cpu::UTILIZATION, cpu::TIME]) {
        let waiting = cpu::mode(readings, source, "iowait");
        let Some((steps, worst)) = over(evidence, &waiting, limits.percent / 100.0) else { continue };
        let processes =
            readings.state(source, PROCESSES, (metric::attribute::SYSTEM_PROCESS_STATUS, "blocked"));
        let blocked = evidence.run.step(worst.step).and_then(|row| of_step(row, &processes));
        if blocked.is_some_and(|blocked| blocked.mean < limits.blocked) {
            continue;
        }
        let mut evidence = vec![worst.item(source, cpu::UTILIZATION, Unit::Percent, 100.0)];
        evidence.extend(blocked.map(|blocked| blocked.item(source, PROCESSES, Unit::Count, 1.0)));
        let claim = IoWait {
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
