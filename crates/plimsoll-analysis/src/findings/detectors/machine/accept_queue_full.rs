//! `accept-queue-full`: attempts to connect to a host found the queue of a listening socket full, 10 or more in a step; a client that tries
//! again counts again. The client's kernel
//! tries again after 1 s, 3 s, 7 s. The queue is as long as what the server asks of `listen` allows, and `net.core.somaxconn`.

use crate::findings::by_step::of_steps;
use crate::findings::prelude::*;
use plimsoll_run::metric;

pub(crate) static DETECTOR: Detector = Detector {
    id: "accept-queue-full",
    severities: &[Severity::Warning],
    when: "10 or more attempts to connect in a step found a listening socket's queue full",
    requires: "counters of TCP",
    needs: &[Need::Watched(Signal::Tcp)],
    thresholds: Limits::ALL,
    look: Look::Run(detect),
};

thresholds!("accept-queue-full", Limits {
    /// attempts to connect in a step that found the queue full, at least
    connections = 10.0,
});

/// A server did not accept connections as fast as they came.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct AcceptQueueFull {
    pub source: Source,
    pub steps: Vec<u32>,
    pub step: u32,
    /// Attempts in the worst step.
    pub connections: u64,
}

impl Claimed for AcceptQueueFull {
    fn next_step(&self) -> NextStep {
        NextStep::LongerAcceptQueue { host: self.source.host.clone() }
    }
}

const OVERFLOWS: &str = metric::SYSTEM_TCP_ACCEPT_QUEUE_OVERFLOWS;

fn detect(evidence: &Evidence) -> Vec<Found> {
    let limits = Limits::of(evidence.settings());
    let readings = evidence.readings();
    let found = readings.sources(&[OVERFLOWS]).into_iter().filter_map(|source| {
        let line = readings.growth(source, OVERFLOWS, ("", ""));
        let counted = of_steps(&evidence.run.steps, &line).into_iter().filter_map(|step| {
            let (from, to) = evidence.run.step(step.step)?.span_s();
            let connections = (step.mean * (to - from)).round();
            (connections >= limits.connections).then_some((step, connections as u64))
        });
        let full: Vec<_> = counted.collect();
        let (worst, connections) = full.iter().max_by_key(|(_, connections)| *connections)?;
        let item = worst.item(source, OVERFLOWS, Unit::PerS, 1.0);
        let steps = full.iter().map(|(step, _)| step.step).collect();
        let claim =
            AcceptQueueFull { source: source.clone(), steps, step: worst.step, connections: *connections };
        Some(Found::new(claim, vec![item]))
    });
    found.collect()
}
