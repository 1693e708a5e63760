//! `tcp-retransmissions`: of the segments that a host's TCP sent in a step, it sent more than 0.5 % again: packets were lost on the way,
//! or came late. Tail loss probes mend most losses within milliseconds (RFC 8985), so that no cluster of times shows them.

use crate::findings::by_step::over;
use crate::findings::prelude::*;
use crate::servers::readings::ratio;
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
    /// segments that were sent again in the worst step, at least
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
        let (steps, worst) = over(evidence, &share, limits.percent / 100.0)?;
        let (from, to) = evidence.run.step(worst.step)?.span_s();
        let per_s = crate::servers::readings::summary(&again, (from, to))?.mean;
        if per_s * (to - from) < limits.segments {
            return None;
        }
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
