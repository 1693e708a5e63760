//! `partition-skew`: of what comes into a topic in a step, one partition gets far more than its share: more than half of the way from an
//! even share to all of it. A partition has one consumer of a group, so the others have little to do. A warning where messages wait
//! there, and in the others they do not.

use crate::findings::prelude::*;
use crate::servers::Queue;
use crate::servers::queue::END;
use crate::servers::readings::{Readings, inside, mean};
use std::cmp::Reverse;

pub(crate) static DETECTOR: Detector = Detector {
    id: "partition-skew",
    severities: &[Severity::Warning, Severity::Information],
    when: "one partition of several gets more than half of what is between an even share of a step's messages and all of them (≥ 500); \
        a warning where > 100 messages come to wait in it, and more of them than in all others",
    requires: "lag and ends of partitions",
    needs: &[Need::Watched(Signal::Lag)],
    thresholds: Limits::ALL,
    look: Look::Run(detect),
};

thresholds!("partition-skew", Limits {
    /// % of the way from an even share to all messages
    uneven_percent = 50.0,
    /// messages that come into the topic in a step, at least
    messages = 500.0,
    /// messages that come to wait in the partition in a step, for a warning
    waiting = 100.0,
});

/// One partition of a topic gets most of its messages.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct PartitionSkew {
    pub queue: Queue,
    pub step: u32,
    pub partition: String,
    pub partitions: u32,
    /// Of the step's messages.
    pub percent: f64,
    /// By so many more messages wait in it at the end of the step.
    pub grown_messages: f64,
    /// The same of all others.
    pub grown_elsewhere_messages: f64,
    /// They wait there, and not in the others.
    pub is_behind: bool,
}

impl Claimed for PartitionSkew {
    fn severity(&self) -> Option<Severity> {
        Some(if self.is_behind { Severity::Warning } else { Severity::Information })
    }

    fn next_step(&self) -> NextStep {
        NextStep::SpreadKeys
    }
}

/// What came into a partition in a step, and how much more waits there at its end.
struct Share<'a> {
    partition: &'a str,
    came: f64,
    grown: f64,
}

fn detect(evidence: &Evidence) -> Vec<Found> {
    let limits = Limits::of(evidence.settings());
    let queues = Queue::all(evidence.readings()).into_iter().filter(|queue| !queue.is_of_service);
    let mut found: Vec<(PartitionSkew, EvidenceItem)> =
        queues.filter_map(|queue| of_queue(evidence, &queue, limits)).collect();
    // Of the groups that read a topic the one that is furthest behind.
    found.sort_by_key(|(claim, _)| Reverse(claim.grown_messages as i64));
    let mut topics: Vec<(Source, String)> = Vec::new();
    found.retain(|(claim, _)| {
        let topic = (claim.queue.source.clone(), claim.queue.topic.clone());
        let is_new = !topics.contains(&topic);
        topics.push(topic);
        is_new
    });
    found.into_iter().map(|(claim, item)| Found::new(claim, vec![item])).collect()
}

fn of_queue(evidence: &Evidence, queue: &Queue, limits: Limits) -> Option<(PartitionSkew, EvidenceItem)> {
    let readings = evidence.readings();
    let of_step = |row: &StepRow| skew(row, queue, &shares(row, queue, readings), limits);
    let found = evidence.run.steps.iter().filter_map(of_step);
    found.max_by(|(a, _), (b, _)| a.grown_messages.total_cmp(&b.grown_messages))
}

fn shares<'a>(row: &StepRow, queue: &Queue, readings: Readings<'a>) -> Vec<Share<'a>> {
    let (from_s, to_s) = row.span_s();
    let share = |partition: &'a str| {
        let came = queue.produced_in(readings, partition);
        let lag = queue.lag_in(readings, partition);
        let within = inside(&lag, from_s, to_s);
        Some(Share {
            partition,
            came: mean(inside(&came, from_s, to_s))? * (to_s - from_s),
            grown: within.last()?.1 - within.first()?.1,
        })
    };
    queue.partition_ids(readings).into_iter().filter_map(share).collect()
}

fn skew(
    row: &StepRow,
    queue: &Queue,
    shares: &[Share],
    limits: Limits,
) -> Option<(PartitionSkew, EvidenceItem)> {
    let all: f64 = shares.iter().map(|share| share.came).sum();
    if shares.len() < 2 || all < limits.messages {
        return None;
    }
    let most = shares.iter().max_by(|a, b| a.came.total_cmp(&b.came))?;
    let (part, even) = (most.came / all, 1.0 / shares.len() as f64);
    if part <= even + limits.uneven_percent / 100.0 * (1.0 - even) {
        return None;
    }
    let elsewhere = shares.iter().map(|share| share.grown).sum::<f64>() - most.grown;
    let item = EvidenceItem::server(&queue.source, END, Unit::Percent, 100.0 * part).in_step(row.number);
    let claim = PartitionSkew {
        queue: queue.clone(),
        step: row.number,
        partition: most.partition.to_owned(),
        partitions: shares.len() as u32,
        percent: 100.0 * part,
        grown_messages: most.grown,
        grown_elsewhere_messages: elsewhere,
        is_behind: most.grown > limits.waiting && most.grown > elsewhere,
    };
    Some((claim, item))
}
