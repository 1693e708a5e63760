//! `queue-not-keeping-up`: the least that waited in a queue rose over at least 80 % of ten parts of a step, surely (Mann–Kendall),
//! and by more than 1 % of what came in and 100 messages; or less was taken than came, by more than 5 %.

use crate::findings::prelude::*;
use crate::servers::Queue;
use crate::servers::queue::{PARTS, floors};
use crate::servers::readings::{Values, inside, mean, median};
use crate::statistics::mann_kendall;

pub(crate) static DETECTOR: Detector = Detector {
    id: "queue-not-keeping-up",
    severities: &[Severity::Warning],
    when: "the least that waits rises in ≥ 80 % of ten parts of a step and surely (Mann–Kendall), or 5 % less \
        is taken than comes; and it grows by > 100 messages and > 1 % of what comes",
    requires: "lag; offsets make it surer",
    needs: &[Need::Watched(Signal::Lag)],
    thresholds: Limits::ALL,
    look: Look::Run(detect),
};

thresholds!("queue-not-keeping-up", Limits {
    /// % of the step in which the lag rises
    rising_percent = 80.0,
    /// p of the Mann–Kendall test
    p = 0.01,
    /// messages that the lag grows by at least
    messages = 100.0,
    /// % of the produced messages that the lag grows by at least
    grown_percent = 1.0,
    /// % by which less is consumed than produced
    behind_percent = 5.0,
});

/// More came into a queue than was taken out.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct QueueGrows {
    pub queue: Queue,
    pub steps: Vec<u32>,
    pub step: u32,
    pub from_messages: f64,
    pub to_messages: f64,
    pub produced_per_s: Option<f64>,
    pub consumed_per_s: Option<f64>,
    /// Each partition has a consumer of its own, so more of them would have nothing to do.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub every_partition_is_consumed: bool,
}

impl Claimed for QueueGrows {
    fn next_step(&self) -> NextStep {
        match self.every_partition_is_consumed {
            true => NextStep::MorePartitions,
            false => NextStep::MoreConsumers,
        }
    }

    fn backlog_in(&self) -> &[u32] {
        &self.steps
    }
}

/// Fewer readings than this in a step show no trend.
const READINGS_MIN: usize = 10;

struct Growth {
    step: u32,
    from: f64,
    to: f64,
    produced: Option<f64>,
    consumed: Option<f64>,
    n: u64,
}

fn detect(evidence: &Evidence) -> Vec<Found> {
    let limits = Limits::of(evidence.settings());
    let readings = evidence.readings();
    let mut found = Vec::new();
    let queues = Queue::all(readings);
    // A group that reads several topics has work for as many members as they have partitions together.
    let partitions_of = |group: &str| -> usize {
        queues.iter().filter(|queue| queue.group == group).map(|queue| queue.partitions(readings)).sum()
    };
    for queue in queues.clone() {
        let lines = (queue.lag(readings), queue.produced(readings), queue.consumed(readings));
        let growing: Vec<Growth> =
            evidence.run.steps.iter().filter_map(|row| grown(row, &lines, limits)).collect();
        let Some(worst) = growing.iter().max_by(|a, b| (a.to - a.from).total_cmp(&(b.to - b.from))) else {
            continue;
        };
        let item = EvidenceItem::server(&queue.source, queue.metric(), Unit::Count, worst.to)
            .in_step(worst.step)
            .with_n(worst.n);
        let (members, partitions) = (median(&queue.members(readings)), partitions_of(&queue.group));
        let claim = QueueGrows {
            every_partition_is_consumed: partitions > 0 && members.is_some_and(|n| n >= partitions as f64),
            steps: growing.iter().map(|growth| growth.step).collect(),
            step: worst.step,
            from_messages: worst.from,
            to_messages: worst.to,
            produced_per_s: worst.produced,
            consumed_per_s: worst.consumed,
            queue,
        };
        found.push(Found::new(claim, vec![item]));
    }
    found
}

fn grown(
    row: &StepRow,
    (lag, produced, consumed): &(Values, Values, Values),
    limits: Limits,
) -> Option<Growth> {
    let (from_s, to_s) = row.span_s();
    let within = inside(lag, from_s, to_s);
    if within.len() < READINGS_MIN {
        return None;
    }
    let parts = floors(within);
    let rising = parts.windows(2).filter(|pair| pair[1] > pair[0]).count() as f64 / (PARTS - 1) as f64;
    let (from, to) = (*parts.first()?, *parts.last()?);
    let of = |line: &Values| mean(inside(line, from_s, to_s));
    let (produced, consumed) = (of(produced), of(consumed));
    let came = produced.map_or(0.0, |per_s| per_s * (to_s - from_s));
    let much = to - from > limits.messages.max(limits.grown_percent / 100.0 * came);
    let trend = mann_kendall(&parts);
    let steadily = rising >= limits.rising_percent / 100.0 && trend.s > 0.0 && trend.p < limits.p;
    let behind = produced.zip(consumed).is_some_and(|(produced, consumed)| {
        produced > 0.0 && consumed < produced * (1.0 - limits.behind_percent / 100.0)
    });
    let growth = Growth { step: row.number, from, to, produced, consumed, n: within.len() as u64 };
    (much && (steadily || behind)).then_some(growth)
}
