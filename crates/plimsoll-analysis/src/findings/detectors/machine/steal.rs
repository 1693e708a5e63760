//! `steal`: the hypervisor gave more than 5 % of a host's CPU time to others: it is slower than its cores say, and not
//! the same from one run to the next.

use crate::findings::by_step::over;
use crate::findings::prelude::*;
use crate::servers::cpu;

pub(crate) static DETECTOR: Detector = Detector {
    id: "steal",
    severities: &[Severity::Warning],
    when: "the hypervisor took > 5 % of the CPU time",
    requires: "CPU by mode",
    needs: &[Need::Watched(Signal::CpuSteal)],
    thresholds: Limits::ALL,
    look: Look::Run(detect),
};

thresholds!("steal", Limits {
    /// % of a step's CPU time
    percent = 5.0,
});

/// The hypervisor gave the cores to others.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Steal {
    pub source: Source,
    pub steps: Vec<u32>,
    pub step: u32,
    pub percent: f64,
}

impl Claimed for Steal {
    fn next_step(&self) -> NextStep {
        NextStep::OtherHost { host: self.source.host.clone() }
    }
}

fn detect(evidence: &Evidence) -> Vec<Found> {
    let limits = Limits::of(evidence.settings());
    let readings = evidence.readings();
    let found = readings.sources(&[cpu::UTILIZATION, cpu::TIME]).into_iter().filter_map(|source| {
        let stolen = cpu::mode(readings, source, "steal");
        let (steps, worst) = over(evidence, &stolen, limits.percent / 100.0)?;
        let item = worst.item(source, cpu::UTILIZATION, Unit::Percent, 100.0);
        let percent = 100.0 * worst.mean;
        Some(Found::new(Steal { source: source.clone(), steps, step: worst.step, percent }, vec![item]))
    });
    found.collect()
}
