//! What to plan for: the load that is recommended, what consumers of queues keep up with, and what both come to.

mod expected;
mod headroom;
mod recommendation;
mod sustained;

pub use expected::AtExpected;
pub use headroom::{HEADROOM_PERCENT, HEADROOM_PERCENT_MAX, Headroom, headroom_percent};
pub use sustained::Sustained;

use crate::capacity::{BEST_OF_S, Capacity, OperatingPoint, Projection};
use crate::findings::{Claim, Finding};
use crate::measured::Measured;
pub use recommendation::ERRORS_PERCENT_MAX;
pub(crate) use recommendation::has_unlimited_errors;
use recommendation::{recommended, recommended_rate};
use serde::Serialize;
use sustained::sustained;

/// The load to plan for, and what it comes to.
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Advice {
    /// Valid step in which every requirement holds, no server failed and consumers kept up: the one of highest throughput, or
    /// where a maximum was found the best one that leaves the headroom free. Without requirements the best one below a maximum that
    /// was found, with under 1 % errors; else `None`.
    pub recommended: Option<OperatingPoint>,
    /// Where an expected use is said, and requirements.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub at_expected: Option<AtExpected>,
    /// Where a maximum was found.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub headroom: Option<Headroom>,
    /// What to operate at: what the recommended step brought, or less where that leaves no headroom.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub operate_at_per_s: Option<f64>,
    /// Steps that brought more, and in which every requirement holds, but under whose load a server failed, or whose rate was
    /// not carried, or whose load or mix moved while it was measured, or 1 % of whose requests failed without a requirement that says how many may.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub passed_over: Vec<u32>,
    /// Steps that brought more, and in which every requirement holds, but consumers of a queue did not keep up.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub not_sustained: Vec<u32>,
    /// What consumers keep up with, where they did not keep up in some step.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub sustained: Option<Sustained>,
    /// `None` too where consumers did not keep up with the best step.
    pub projection_best: Option<Projection>,
    pub projection_recommended: Option<Projection>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub projection_sustained: Option<Projection>,
    /// Response times of the loads that the recommended one was chosen from are known.
    #[serde(skip)]
    pub knows_times: bool,
    /// Calls per second that those who use the system share.
    #[serde(skip)]
    pub shared_per_s: Option<f64>,
}

impl Advice {
    /// A backlog that grows in a queue is nothing to multiply out.
    pub(crate) fn of(measured: &Measured, findings: &[Finding]) -> Advice {
        let run = measured.run;
        let headroom = Headroom::below(&run.capacity, run.header.headroom_percent);
        let recommendation = match &run.capacity {
            Capacity::Rate(search) => recommended_rate(search, &run.steps, findings),
            _ => recommended(&run.steps, &run.verdicts, findings, (&run.capacity, headroom)),
        };
        let headroom = headroom.filter(|_| recommendation.point.is_some());
        let recommended_per_s = recommendation.point.as_ref().map(|point| Headroom::limited(headroom, point));
        // A step that was kept up says more than a rate of consumers who may have had too little to take.
        let more = |rate: &Sustained| recommended_per_s.is_none_or(|per_s| rate.calls_per_s > per_s);
        let sustained = sustained(measured, findings).filter(more);
        let sustained_per_s = sustained.as_ref().map(|rate| rate.calls_per_s);
        let best = run.capacity.best();
        let has_backlog = best
            .and_then(|best| run.step(best.step))
            .is_some_and(|row| findings.iter().any(|finding| finding.is_backlog_in(row)));
        let best_per_s = best.map(|best| best.throughput_per_s.value).filter(|_| !has_backlog);
        // What was seen for a few seconds says nothing of a day.
        let is_long = |point: &OperatingPoint| {
            let same = run.steps.iter().filter(|row| row.is_valid() && row.load() == point.load());
            same.map(|row| row.measured_s).sum::<f64>() >= BEST_OF_S
        };
        // Nor does what is known within wide bounds only, or of a step in which the system failed.
        let is_sure = |point: &OperatingPoint| {
            let is_gone = |found: &Finding| matches!(found.claim, Claim::NothingSucceeds(_));
            let row = run.step(point.step);
            let fails = findings
                .iter()
                .any(|found| is_gone(found) || row.is_some_and(|row| found.is_failure_in(row)));
            let fails = fails || run.steps.iter().any(|row| row.broke());
            // Nor of a run in which a server was lost, or restarted: that is what more of the same comes to.
            let is_lost =
                |found: &Finding| matches!(found.claim, Claim::InstanceLost(_) | Claim::InstanceRestarted(_));
            let fails = fails || findings.iter().any(is_lost);
            let fails = fails || row.is_some_and(|row| row.slowed.is_some());
            point.surely_per_s().is_none() && !fails
        };
        let best_per_s = best_per_s.filter(|_| best.is_some_and(|best| is_long(best) && is_sure(best)));
        let projected_per_s =
            recommended_per_s.filter(|_| recommendation.point.as_ref().is_some_and(is_long));
        let projection = |per_s: f64| Projection::of(per_s, run.header.expected_per_s);
        Advice {
            recommended: recommendation.point,
            at_expected: AtExpected::of(run),
            headroom,
            operate_at_per_s: recommended_per_s,
            passed_over: recommendation.passed_over,
            not_sustained: recommendation.not_sustained,
            knows_times: recommendation.knows_times,
            sustained,
            projection_best: best_per_s.map(projection),
            projection_recommended: projected_per_s.map(projection),
            projection_sustained: sustained_per_s.map(projection),
            shared_per_s: if has_backlog { sustained_per_s.or(recommended_per_s) } else { best_per_s },
        }
    }
}
