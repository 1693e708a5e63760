//! `service-unreachable`: a service that was watched (a broker, a database, an exporter) could not be asked for a time, and in that time
//! requests failed, or none ended: fewer than half as many succeeded in a second as before, for three seconds or more. Either alone may
//! be the watching, or the load; both together are the service.

use crate::findings::by_step::answered;
use crate::findings::prelude::*;
use crate::servers::readings::median;
use plimsoll_run::record::Second;
use plimsoll_run::{Gap, Instance, SECOND_US};

pub(crate) static DETECTOR: Detector = Detector {
    id: "service-unreachable",
    severities: &[Severity::Critical],
    when: "a watched service that had answered could not be asked, while for ≥ 3 s of a step requests failed, or none ended, and fewer than 50 % \
        as many succeeded as in the 30 s before",
    requires: "a service (`kafka`, `postgres`, `mysql`, `prometheus` …) that is asked over the network, and values of every second",
    needs: &[Need::Seconds],
    thresholds: Limits::ALL,
    look: Look::Run(detect),
};

thresholds!("service-unreachable", Limits {
    /// s in which hardly a request succeeds
    seconds = 3.0,
    /// % of the requests a second that succeeded before
    percent = 50.0,
    /// s before that are compared with
    before_s = 30.0,
});

/// A service could not be asked, and requests failed.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct ServiceUnreachable {
    pub source: Source,
    pub step: u32,
    /// From when on it could not be asked, in seconds of the run.
    pub from_s: f64,
    /// `None`: to the end of the run.
    pub to_s: Option<f64>,
    /// Seconds in which hardly a request succeeded.
    pub seconds: u32,
    /// That failed in them.
    pub failed: u64,
    /// What went wrong, in the watching's words.
    pub reason: String,
}

impl Claimed for ServiceUnreachable {
    fn next_step(&self) -> NextStep {
        let Instance::Service(name) = &self.source.instance else {
            return NextStep::RunWithAllServers { host: self.source.host.clone() };
        };
        NextStep::RunWithAllServers { host: name.clone() }
    }

    fn failed_in(&self) -> Option<FailedIn> {
        Some(FailedIn::Time { from_s: self.from_s, to_s: self.to_s.unwrap_or(f64::INFINITY) })
    }
}

/// Fewer seconds before it tell nothing of what is usual.
const SECONDS_BEFORE_MIN: usize = 5;
/// A watching that tries again is one gap.
const APART_S: f64 = 2.0;

/// A service that could not be asked, in seconds of the run.
struct Absence<'a> {
    source: &'a Source,
    from_s: f64,
    to_s: Option<f64>,
    reason: &'a str,
}

fn detect(evidence: &Evidence) -> Vec<Found> {
    let limits = Limits::of(evidence.settings());
    absences(evidence).iter().filter_map(|absence| failing(evidence, absence, limits)).collect()
}

fn absences<'a>(evidence: &Evidence<'a>) -> Vec<Absence<'a>> {
    let mut gaps: Vec<&'a Gap> = evidence.recorded.telemetry.gaps.iter().collect();
    gaps.retain(|gap| matches!(gap.source.instance, Instance::Service(_)) && had_answered(evidence, gap));
    gaps.sort_by(|a, b| (&a.source, a.from_us).cmp(&(&b.source, b.from_us)));
    let mut found: Vec<Absence<'a>> = Vec::new();
    for gap in gaps {
        let (from_s, to_s) = (seconds_of(gap.from_us), gap.to_us.map(seconds_of));
        match found.last_mut() {
            Some(last)
                if last.source == &gap.source && last.to_s.is_none_or(|end| from_s - end < APART_S) =>
            {
                last.to_s = last.to_s.and(to_s);
            }
            _ => found.push(Absence { source: &gap.source, from_s, to_s, reason: &gap.reason }),
        }
    }
    found
}

fn seconds_of(us: i64) -> f64 {
    us as f64 / SECOND_US as f64
}

/// What never answered is no outage.
fn had_answered(evidence: &Evidence, gap: &Gap) -> bool {
    let own = evidence.observed.points.iter().filter(|series| series.series.source == gap.source);
    own.filter_map(|series| series.points.first()).any(|point| point.at_us < gap.from_us)
}

fn failing(evidence: &Evidence, absence: &Absence, limits: Limits) -> Option<Found> {
    let (from_s, end_s) = (absence.from_s, absence.to_s.unwrap_or(f64::INFINITY));
    let seconds = |from: f64, to: f64| {
        let within =
            move |second: &&Second| f64::from(second.second) >= from && f64::from(second.second) < to;
        evidence.recorded.seconds.iter().filter(within).filter(|second| is_measured(evidence, second))
    };
    let before: Vec<(f64, f64)> =
        seconds(from_s - limits.before_s, from_s - 1.0).map(|second| (0.0, succeeded(second))).collect();
    let usual = median(&before).filter(|usual| before.len() >= SECONDS_BEFORE_MIN && *usual > 0.0)?;
    let is_low = |second: &&Second| {
        let (requests, errors) = answered(second);
        (errors > 0 || requests == 0) && succeeded(second) < limits.percent / 100.0 * usual
    };
    let low: Vec<&Second> = seconds(from_s.floor(), end_s).filter(is_low).collect();
    let first = low.first().filter(|_| low.len() as f64 >= limits.seconds)?;
    let failed = low.iter().map(|second| answered(second).1).sum();
    let last_s = low.last().map_or(from_s, |second| f64::from(second.second) + 1.0);
    let item = EvidenceItem::load(LoadMeasure::Errors, Unit::Count, failed as f64)
        .with_n(failed)
        .between_s(f64::from(first.second), last_s)
        .in_step(first.step);
    let claim = ServiceUnreachable {
        source: absence.source.clone(),
        step: first.step,
        from_s,
        to_s: absence.to_s,
        seconds: low.len() as u32,
        failed,
        reason: absence.reason.to_owned(),
    };
    Some(Found::new(claim, vec![item]))
}

/// Between steps nobody asks.
fn is_measured(evidence: &Evidence, second: &Second) -> bool {
    let at = f64::from(second.second);
    evidence.run.step(second.step).map(StepRow::span_s).is_some_and(|(from, to)| at >= from && at < to)
}

fn succeeded(second: &Second) -> f64 {
    let (requests, errors) = answered(second);
    requests.saturating_sub(errors) as f64
}
