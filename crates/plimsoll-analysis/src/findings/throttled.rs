//! `throttled`: in more than 5 % of its periods a container was stopped, for it had used up its CPU limit. Its cores look
//! half idle then, and answers wait for up to 100 ms.

use super::by_step::over;
use super::detector::{Evidence, Found};
use super::evidence_item::Unit;
use super::server_claim::ServerClaim;
use super::thresholds::thresholds;
use crate::servers::readings::ratio;

thresholds!("throttled", Limits {
    /// % of a step's periods
    percent = 5.0,
});

const PERIODS: &str = "container.cpu.throttling_data.periods";
const THROTTLED: &str = "container.cpu.throttling_data.throttled_periods";

pub(super) fn detect(evidence: &Evidence) -> Vec<Found> {
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
        let claim = ServerClaim::Throttled { source: source.clone(), steps, step: worst.step, percent };
        Some(Found::new(claim, vec![item]))
    });
    found.collect()
}
