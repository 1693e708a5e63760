//! `throttled`: in more than 5 % of its periods a container was stopped, for it had used up its CPU limit. Its cores look
//! half idle then, and answers wait for up to 100 ms.

use crate::findings::by_step::over;
use crate::findings::prelude::*;
use crate::servers::readings::ratio;
use plimsoll_run::metric;

pub(crate) static DETECTOR: Detector = Detector {
    id: "throttled",
    severities: &[Severity::Warning],
    when: "> 5 % of a container's periods were throttled",
    requires: "throttling counters",
    needs: &[Need::Watched(Signal::Throttling)],
    thresholds: Limits::ALL,
    look: Look::Run(detect),
};

thresholds!("throttled", Limits {
    /// % of a step's periods
    percent = 5.0,
});

/// A container was stopped at its CPU limit.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Throttled {
    pub source: Source,
    pub steps: Vec<u32>,
    pub step: u32,
    pub percent: f64,
}

impl Claimed for Throttled {
    fn next_step(&self) -> NextStep {
        NextStep::RaiseCpuLimit { host: self.source.host.clone() }
    }
}

const PERIODS: &str = metric::CONTAINER_CPU_THROTTLING_DATA_PERIODS;
const THROTTLED: &str = metric::CONTAINER_CPU_THROTTLING_DATA_THROTTLED_PERIODS;

fn detect(evidence: &Evidence) -> Vec<Found> {
    let limits = Limits::of(evidence.settings());
    let readings = evidence.readings();
    let found = readings.sources(&[THROTTLED]).into_iter().filter_map(|source| {
        let periods = readings.growth(source, PERIODS, ("", ""));
        let mut share = ratio(&readings.growth(source, THROTTLED, ("", "")), &periods);
        // Two counters that are read one after the other may differ by a period.
        share.iter_mut().for_each(|(_, share)| *share = share.min(1.0));
        let (steps, worst) = over(evidence, &share, limits.percent / 100.0)?;
        let item = worst.item(source, THROTTLED, Unit::Percent, 100.0);
        let percent = 100.0 * worst.mean;
        let claim = Throttled { source: source.clone(), steps, step: worst.step, percent };
        Some(Found::new(claim, vec![item]))
    });
    found.collect()
}
