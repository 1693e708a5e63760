//! Findings on queues.

use crate::words::detectors::share;
use crate::words::finding::ClaimWords;
use crate::words::servers::source as named;
use crate::words::{Words, args};
use plimsoll_analysis::RunAnalysis;
use plimsoll_analysis::findings::{
    CarriedOver, CarryOver, Claim, Finding, IdleConsumers, PartitionSkew, QueueDrained, QueueGrows,
    Rebalances, UnevenConsumers,
};
use plimsoll_analysis::servers::Queue;

impl ClaimWords for QueueGrows {
    fn sentence(&self, words: &Words, _: &[RunAnalysis]) -> String {
        let QueueGrows {
            queue, steps, step, from_messages, to_messages, produced_per_s, consumed_per_s, ..
        } = self;
        let (queue, steps, n, worst) = (queue.title(), words.steps(steps), steps.len(), *step);
        let (from, to) =
            (words.count(from_messages.max(0.0) as u64), words.count(to_messages.max(0.0) as u64));
        match (produced_per_s, consumed_per_s) {
            (Some(produced), Some(consumed)) => {
                let (produced, consumed) = (words.per_s(*produced), words.per_s(*consumed));
                words.say(
                    "detector-queue-grows-rates",
                    args![queue, steps, n, worst, from, to, produced, consumed],
                )
            }
            _ => words.say("detector-queue-grows", args![queue, steps, n, worst, from, to]),
        }
    }

    fn next(&self, words: &Words, run: Option<&RunAnalysis>) -> Option<String> {
        spread_first(words, run, &self.queue).or_else(|| {
            let (step, queue) = (run.map(|run| words.of_run(run).step(self.step))?, self.queue.title());
            (!self.every_partition_is_consumed)
                .then(|| words.say("detector-next-consumers-of", args![step, queue]))
        })
    }
}

impl ClaimWords for QueueDrained {
    fn sentence(&self, words: &Words, _: &[RunAnalysis]) -> String {
        let QueueDrained {
            queue,
            peak_messages,
            peak_s,
            waiting_messages,
            drain_s,
            watched_s,
            left_messages,
        } = self;
        let count = |messages: f64| words.count(messages.max(0.0) as u64);
        let (queue, waiting, peak) = (queue.title(), count(*waiting_messages), count(*peak_messages));
        let at = words.length(*peak_s);
        match drain_s {
            Some(drain_s) => {
                let drain = words.length(*drain_s);
                words.say("detector-queue-drained", args![queue, waiting, peak, at, drain])
            }
            None => {
                let (watched, left) = (words.length(*watched_s), count(*left_messages));
                words.say("detector-queue-not-drained", args![queue, waiting, peak, at, watched, left])
            }
        }
    }

    fn next(&self, words: &Words, run: Option<&RunAnalysis>) -> Option<String> {
        spread_first(words, run, &self.queue)
    }
}

/// More consumers are no use while some of the group do nothing, or all that comes is for one of them.
fn spread_first(words: &Words, run: Option<&RunAnalysis>, queue: &Queue) -> Option<String> {
    run?.findings.iter().find_map(|finding| match &finding.claim {
        Claim::IdleConsumers(idle) if idle.queue == *queue => Some(match_partitions(words, queue, true)),
        Claim::PartitionSkew(skew) if skew.is_behind && skew.queue.topic == queue.topic => {
            Some(words.say("detector-next-keys", args![step = words.step(skew.step)]))
        }
        _ => None,
    })
}

/// `is_behind`: what waits for the group becomes more, so that fewer members are no way out.
fn match_partitions(words: &Words, queue: &Queue, is_behind: bool) -> String {
    let (group, topic) = (&queue.group, &queue.topic);
    let id = if is_behind { "detector-next-partitions-behind" } else { "detector-next-partitions-of" };
    words.say(id, args![group, topic])
}

impl ClaimWords for PartitionSkew {
    fn sentence(&self, words: &Words, _: &[RunAnalysis]) -> String {
        let PartitionSkew { queue, step, partition, partitions, percent, grown_messages, .. } = self;
        let (topic, group, percent) = (&queue.topic, &queue.group, share(words, *percent));
        let (step, partitions) = (words.step(*step), *partitions);
        if !self.is_behind {
            return words.say("detector-partition-skew", args![topic, step, partition, partitions, percent]);
        }
        let grown = words.count(grown_messages.max(0.0) as u64);
        let elsewhere = words.count(self.grown_elsewhere_messages.max(0.0) as u64);
        words.say(
            "detector-partition-behind",
            args![topic, group, step, partition, partitions, percent, grown, elsewhere],
        )
    }
}

impl ClaimWords for Rebalances {
    fn sentence(&self, words: &Words, _: &[RunAnalysis]) -> String {
        let Rebalances { group, times, from_s, to_s, .. } = self;
        let (from, to) = (words.length(*from_s), words.length(*to_s));
        words.say("detector-rebalances", args![group, times = words.count(u64::from(*times)), from, to])
    }
}

impl ClaimWords for CarryOver {
    fn sentence(&self, words: &Words, _: &[RunAnalysis]) -> String {
        let CarryOver { of, step, steps, value, idle, drain_s } = self;
        let (step, n) = (*step, steps.len().max(1));
        match of {
            CarriedOver::Queue { queue } => {
                let (queue, waiting) = (queue.title(), words.count(value.max(0.0) as u64));
                match drain_s {
                    Some(s) => words.say(
                        "detector-carry-over-queue-drain",
                        args![
                            n,
                            steps = words.steps_start(steps),
                            queue,
                            step,
                            waiting,
                            drain = words.length(*s)
                        ],
                    ),
                    None => {
                        let steps = words.steps_start(steps);
                        words.say("detector-carry-over-queue", args![n, steps, queue, step, waiting])
                    }
                }
            }
            CarriedOver::Cpu { source: of } => {
                let (busy, idle) = (share(words, *value), share(words, *idle));
                words.say("detector-carry-over-cpu", args![source = named(words, of), step, busy, idle])
            }
        }
    }
}

impl ClaimWords for IdleConsumers {
    fn sentence(&self, words: &Words, _: &[RunAnalysis]) -> String {
        let IdleConsumers { queue, members, partitions } = self;
        let (group, topic) = (&queue.group, &queue.topic);
        words
            .say("detector-idle-consumers", args![group, topic, members = *members, partitions = *partitions])
    }

    fn next(&self, words: &Words, run: Option<&RunAnalysis>) -> Option<String> {
        let is_it = |finding: &Finding| match &finding.claim {
            Claim::QueueGrows(grows) => grows.queue == self.queue,
            Claim::QueueDrained(drained) => drained.queue == self.queue,
            _ => false,
        };
        let is_behind = run.is_some_and(|run| run.findings.iter().any(is_it));
        Some(match_partitions(words, &self.queue, is_behind))
    }
}

impl ClaimWords for UnevenConsumers {
    fn sentence(&self, words: &Words, _: &[RunAnalysis]) -> String {
        let UnevenConsumers { queue, holder, is_host, assigned, partitions, .. } = self;
        let (group, topic, assigned, partitions) = (&queue.group, &queue.topic, *assigned, *partitions);
        let id = if *is_host { "detector-uneven-hosts" } else { "detector-uneven-clients" };
        words.say(id, args![group, topic, holder, assigned, partitions])
    }
}
