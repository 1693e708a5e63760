//! `drain-time`: when the load ended more than 100 messages waited in a queue above what waited before the first step, and the
//! lag was watched on. What it rests on is measured: how many waited at most, how many at the end, and how long it took until
//! they were gone; a warning where they were not gone when the watching ended.

use crate::findings::by_step::{load_ends_s, starts_s};
use crate::findings::prelude::*;
use crate::servers::Queue;
use crate::servers::readings::inside;

pub(crate) static DETECTOR: Detector = Detector {
    id: "drain-time",
    severities: &[Severity::Information, Severity::Warning],
    when: "> 100 messages more than before the load waited when it ended, and the lag was watched on: how many \
        at most, and how long until they were gone; a warning where they were not",
    requires: "lag, from after the load (`watch_after`)",
    needs: &[Need::Watched(Signal::Lag)],
    thresholds: Limits::ALL,
    look: Look::Run(detect),
};

thresholds!("drain-time", Limits {
    /// messages above the lag before the first step; fewer are none
    messages = 100.0,
});

/// What still waited in a queue when the load ended, and how long that took to be taken. Times are since the start of the
/// run, or since the end of the load.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct QueueDrained {
    pub queue: Queue,
    /// At most, from the first step on.
    pub peak_messages: f64,
    pub peak_s: f64,
    /// When the load ended.
    pub waiting_messages: f64,
    /// `None`: they were not gone at the end of the watching.
    pub drain_s: Option<f64>,
    pub watched_s: f64,
    /// At the end of the watching.
    pub left_messages: f64,
}

impl Claimed for QueueDrained {
    fn severity(&self) -> Option<Severity> {
        Some(if self.drain_s.is_some() { Severity::Information } else { Severity::Warning })
    }

    fn next_step(&self) -> NextStep {
        NextStep::MoreConsumers
    }
}

/// Fewer readings than this after the load tell nothing.
const READINGS_MIN: usize = 3;

fn detect(evidence: &Evidence) -> Vec<Found> {
    let limits = Limits::of(evidence.settings());
    let queues = Queue::all(evidence.readings()).into_iter().filter(|queue| !queue.is_of_service);
    queues.filter_map(|queue| of_queue(evidence, queue, limits)).collect()
}

fn of_queue(evidence: &Evidence, queue: Queue, limits: Limits) -> Option<Found> {
    let lag = queue.lag(evidence.readings());
    let begins = starts_s(evidence).first()?.1;
    let ends = load_ends_s(evidence.run)?;
    let newest = |at: f64| inside(&lag, at - 30.0, at + 0.5).last().map(|(_, messages)| *messages);
    let idle = newest(begins).or_else(|| lag.first().map(|(_, messages)| *messages))?;
    let waiting = newest(ends).filter(|waiting| waiting - idle > limits.messages)?;
    let after = inside(&lag, ends + 0.5, f64::INFINITY);
    let (last_s, last) = *after.last().filter(|_| after.len() >= READINGS_MIN)?;
    let gone = after.iter().find(|(_, messages)| messages - idle <= limits.messages).map(|(at, _)| *at);
    let until = gone.unwrap_or(last_s);
    let watched = inside(&lag, begins, until + 0.5);
    let (peak_s, peak) = *watched.iter().max_by(|a, b| a.1.total_cmp(&b.1))?;
    let item = EvidenceItem::server(&queue.source, queue.metric(), Unit::Count, peak)
        .between_s(begins, until)
        .with_n(watched.len() as u64);
    let claim = QueueDrained {
        queue,
        peak_messages: peak,
        peak_s,
        waiting_messages: waiting,
        drain_s: gone.map(|at| at - ends),
        watched_s: last_s - ends,
        left_messages: last,
    };
    Some(Found::new(claim, vec![item]))
}
