//! `io-wait`: cores had nothing to do for more than 20 % of their time because processes waited for a disk, and
//! processes were blocked at the same time (where that is reported).

use crate::findings::by_step::{of_step, over};
use crate::findings::prelude::*;
use crate::servers::readings::Values;
use crate::servers::{cpu, disk};
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
    /// Of the time in that step some device of the host was busy for so much, at most; `None`: not watched.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub devices_busy_percent: Option<f64>,
    /// So much of the waiting that it is over the limit alone is explained by no device's use.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub is_outside_devices: bool,
}

impl Claimed for IoWait {
    fn next_step(&self) -> NextStep {
        let host = self.source.host.clone();
        match self.is_outside_devices {
            true => NextStep::RaiseDiskLimit { host },
            false => NextStep::FasterDisk { host },
        }
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
        let row = evidence.run.step(worst.step);
        let in_step = |line: Values| row.and_then(|row| of_step(row, &line));
        let busy = in_step(disk::busy(readings, &source.host));
        let outside = in_step(disk::waiting_outside(readings, source));
        let mut evidence = vec![worst.item(source, cpu::UTILIZATION, Unit::Percent, 100.0)];
        evidence.extend(blocked.map(|blocked| blocked.item(source, PROCESSES, Unit::Count, 1.0)));
        evidence
            .extend(busy.map(|busy| busy.item(source, metric::SYSTEM_DISK_IO_TIME, Unit::Percent, 100.0)));
        let claim = IoWait {
            source: source.clone(),
            steps,
            step: worst.step,
            percent: 100.0 * worst.mean,
            blocked: blocked.map(|blocked| blocked.mean),
            devices_busy_percent: busy.map(|busy| 100.0 * busy.mean),
            is_outside_devices: outside.is_some_and(|outside| 100.0 * outside.mean > limits.percent),
        };
        let unknown = blocked.is_none().then(|| Caveat::NotWatched { metric: PROCESSES.to_owned() });
        found.push(Found::new(claim, evidence).but(unknown));
    }
    found
}
