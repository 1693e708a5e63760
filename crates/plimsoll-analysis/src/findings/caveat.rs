//! What speaks against a finding, from the data of the run.

use super::evidence_item::{EvidenceItem, LoadMeasure, Measure};
use crate::measured::Measured;
use crate::step::StepRow;
use plimsoll_run::{Gap, Source};
use serde::Serialize;

/// Values fewer than this are few.
const FEW: u64 = 10;
/// A clock that may be off by more than this may put a reading into the wrong step.
const CLOCK_US_MAX: u64 = 1_000_000;

#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(tag = "doubt", rename_all = "kebab-case")]
pub enum Caveat {
    /// The load generator was late, or the limit, in the same steps.
    #[serde(rename = "generator-in-doubt")]
    DegradedTiming { steps: Vec<u32> },
    /// The value rests on so many readings only.
    FewReadings { source: Source, n: u64 },
    /// The source could not be read for a part of the time.
    Gaps { source: Source },
    /// Readings of the host may belong elsewhere in time.
    ClockUncertain { host: String, uncertainty_us: u64 },
    /// Steps of higher load do not show it.
    NotAtHigherLoad { steps: Vec<u32> },
    /// A server that logged no requests went on being measured: its log may be incomplete.
    StillMeasured { source: Source },
    /// Threads stood still for longer than any response of the step took: log and load may not be of one server, or of one time.
    PauseNotSeen { step: u32, pause_us: u64, longest_us: u64 },
    /// A signal that would confirm it was not watched.
    NotWatched { metric: String },
    /// Other work used so much of the machine's cores before the load began.
    UsedBefore { host: String, percent: f64 },
}

/// What can be said of any finding by what it rests on.
pub(crate) fn general(items: &[EvidenceItem], measured: &Measured) -> Vec<Caveat> {
    let mut caveats = Vec::new();
    let mut steps: Vec<u32> =
        items.iter().filter(|item| rests_on_times(item)).filter_map(|item| item.step).collect();
    steps.sort_unstable();
    steps.dedup();
    let late = |number: &u32| measured.run.step(*number).is_some_and(is_uncertain);
    let steps: Vec<u32> = steps.into_iter().filter(late).collect();
    if !steps.is_empty() {
        caveats.push(Caveat::DegradedTiming { steps });
    }
    for item in items {
        let Measure::Server { source, .. } = &item.measure else { continue };
        let clock = measured
            .recorded
            .telemetry
            .hosts
            .iter()
            .find(|host| host.name == source.host)
            .and_then(|host| host.clock);
        let window = window_us(item, measured);
        let gaps =
            measured.recorded.telemetry.gaps.iter().any(|gap| gap.source == *source && overlaps(gap, window));
        let found = [
            (item.n > 0 && item.n < FEW).then(|| Caveat::FewReadings { source: source.clone(), n: item.n }),
            gaps.then(|| Caveat::Gaps { source: source.clone() }),
            clock.filter(|clock| clock.uncertainty_us > CLOCK_US_MAX).map(|clock| Caveat::ClockUncertain {
                host: source.host.clone(),
                uncertainty_us: clock.uncertainty_us,
            }),
        ];
        for caveat in found.into_iter().flatten() {
            if !caveats.contains(&caveat) {
                caveats.push(caveat);
            }
        }
    }
    caveats
}

/// Whether a load generator that was late can have made the value another one: what is counted stays what it is.
fn rests_on_times(item: &EvidenceItem) -> bool {
    use LoadMeasure::{
        FailedMean, OverLimit, ResponseMax, ResponseMean, ResponseMedian, Throughput, UsersAccountedFor,
    };
    match &item.measure {
        Measure::Server { .. } => true,
        Measure::Imported { .. } => false,
        Measure::Load(of) | Measure::Run { of, .. } => matches!(
            of,
            FailedMean
                | OverLimit
                | ResponseMax
                | ResponseMean
                | ResponseMedian
                | Throughput
                | UsersAccountedFor
        ),
    }
}

fn window_us(item: &EvidenceItem, measured: &Measured) -> Option<(i64, i64)> {
    let of_step = || {
        let row = measured.run.step(item.step?)?;
        Some((row.measured_from_us as i64, row.measured_to_us as i64))
    };
    item.window_us.or_else(of_step)
}

fn overlaps(gap: &Gap, window: Option<(i64, i64)>) -> bool {
    let (from, to) = window.unwrap_or((i64::MIN, i64::MAX));
    gap.from_us < to && gap.to_us.is_none_or(|end| end > from)
}

fn is_uncertain(row: &StepRow) -> bool {
    row.problems.iter().any(crate::validity::StepProblem::is_generators) || super::timing::is_degraded(row)
}
