//! What to plan for: the load that is recommended, what consumers of queues keep up with, and what both come to.

mod recommendation;
mod sustained;

pub use sustained::Sustained;

use crate::capacity::{Capacity, OperatingPoint, Projection};
use crate::findings::Finding;
use crate::measured::Measured;
use recommendation::{recommended, recommended_rate};
use serde::Serialize;
use sustained::sustained;

/// The load to plan for, and what it comes to.
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Advice {
    /// Valid step of highest throughput in which every requirement holds, no server failed and consumers kept up; `None`
    /// without requirements.
    pub recommended: Option<OperatingPoint>,
    /// Steps that brought more, and in which every requirement holds, but under whose load a server failed, or whose rate was
    /// not carried.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub passed_over: Vec<u32>,
    /// Steps that brought more, and in which every requirement holds, but consumers of a queue did not keep up.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub not_kept_up: Vec<u32>,
    /// What consumers keep up with, where they did not keep up in some step.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub sustained: Option<Sustained>,
    /// `None` too where consumers did not keep up with the best step.
    pub projection_best: Option<Projection>,
    pub projection_recommended: Option<Projection>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub projection_sustained: Option<Projection>,
    /// Calls per second that those who use the system share.
    #[serde(skip)]
    pub shared_per_s: Option<f64>,
}

impl Advice {
    /// A backlog that grows in a queue is nothing to multiply out.
    pub(crate) fn of(measured: &Measured, findings: &[Finding]) -> Advice {
        let run = measured.run;
        let recommendation = match &run.capacity {
            Capacity::Rate(search) => recommended_rate(search, &run.steps, findings),
            _ => recommended(&run.steps, &run.verdicts, findings, &run.capacity),
        };
        let recommended_per_s = recommendation.point.as_ref().map(|point| point.throughput_per_s.value);
        // A step that was kept up says more than a rate of consumers who may have had too little to take.
        let more = |rate: &Sustained| recommended_per_s.is_none_or(|per_s| rate.calls_per_s > per_s);
        let sustained = sustained(measured, findings).filter(more);
        let sustained_per_s = sustained.as_ref().map(|rate| rate.calls_per_s);
        let best = run.capacity.best();
        let has_backlog = best
            .and_then(|best| run.step(best.step))
            .is_some_and(|row| findings.iter().any(|finding| finding.is_backlog_in(row)));
        let best_per_s = best.map(|best| best.throughput_per_s.value).filter(|_| !has_backlog);
        let projection = |per_s: f64| Projection::of(per_s, run.header.expected_per_s);
        Advice {
            recommended: recommendation.point,
            passed_over: recommendation.passed_over,
            not_kept_up: recommendation.not_kept_up,
            sustained,
            projection_best: best_per_s.map(projection),
            projection_recommended: recommended_per_s.map(projection),
            projection_sustained: sustained_per_s.map(projection),
            shared_per_s: if has_backlog { sustained_per_s.or(recommended_per_s) } else { best_per_s },
        }
    }
}
