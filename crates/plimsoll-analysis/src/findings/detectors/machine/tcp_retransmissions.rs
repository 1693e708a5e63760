//! `tcp-retransmissions`: of the segments that a host's TCP sent in a step, it sent more than 0.5 % again: packets were lost on the way,
//! or came late. Tail loss probes mend most losses within milliseconds (RFC 8985), so that no cluster of times shows them.

use crate::findings::by_step::{OfStep, of_steps};
use crate::findings::prelude::*;
use crate::servers::readings::{ratio, summary};
use plimsoll_run::metric;

pub(crate) static DETECTOR: Detector = Detector {
    id: "tcp-retransmissions",
    severities: &[Severity::Warning],
    when: "> 0.5 % of a step's TCP segments were sent again",
    requires: "counters of TCP",
    needs: &[Need::Watched(Signal::Tcp)],
    thresholds: Limits::ALL,
    look: Look::Run(detect),
};

thresholds!("tcp-retransmissions", Limits {
    /// % of the segments that were sent in a step
    percent = 0.5,
    /// segments that were sent again in a step, at least
    segments = 10.0,
});

/// TCP sent again what it had sent.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct TcpRetransmissions {
    pub source: Source,
    pub steps: Vec<u32>,
    pub step: u32,
    pub percent: f64,
}

impl Claimed for TcpRetransmissions {
    fn next_step(&self) -> NextStep {
        NextStep::LookAtNetwork
    }
}

const SENT: &str = metric::SYSTEM_TCP_SEGMENTS_SENT;
const AGAIN: &str = metric::SYSTEM_TCP_SEGMENTS_RETRANSMITTED;

fn detect(evidence: &Evidence) -> Vec<Found> {
    let limits = Limits::of(evidence.settings());
    let readings = evidence.readings();
    let found = readings.sources(&[AGAIN]).into_iter().filter_map(|source| {
        let again = readings.growth(source, AGAIN, ("", ""));
        let share = ratio(&again, &readings.growth(source, SENT, ("", "")));
        let are_many = |step: &OfStep| {
            let Some((from, to)) = evidence.run.step(step.step).map(StepRow::span_s) else { return false };
            summary(&again, (from, to)).is_some_and(|found| found.mean * (to - from) >= limits.segments)
        };
        let over: Vec<OfStep> = of_steps(&evidence.run.steps, &share)
            .into_iter()
            .filter(|step| step.mean > limits.percent / 100.0 && are_many(step))
            .collect();
        let worst = over.iter().max_by(|a, b| a.mean.total_cmp(&b.mean))?;
        let steps = over.iter().map(|step| step.step).collect();
        let item = worst.item(source, AGAIN, Unit::Percent, 100.0);
        let claim = TcpRetransmissions {
            source: source.clone(),
            steps,
            step: worst.step,
            percent: 100.0 * worst.mean,
        };
        Some(Found::new(claim, vec![item]))
    });
    found.collect()
}
