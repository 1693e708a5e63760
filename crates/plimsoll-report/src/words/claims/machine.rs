//! Findings on hosts and containers.

use crate::words::detectors::{bytes, share};
use crate::words::finding::ClaimWords;
use crate::words::servers::source as named;
use crate::words::{Words, args};
use plimsoll_analysis::findings::{
    AcceptQueueFull, CpuSaturated, IoWait, MemoryGrows, NoRecovery, OtherWork, Steal, Swap,
    TcpRetransmissions, ThreadSaturated, Throttled,
};
use plimsoll_analysis::{RunAnalysis, StepRow};
use plimsoll_run::Instance;

impl ClaimWords for NoRecovery {
    fn sentence(&self, words: &Words, _: &[RunAnalysis]) -> String {
        let NoRecovery { source, before_percent, after_percent, watched_s } = self;
        let (before, after) = (share(words, *before_percent), share(words, *after_percent));
        let watched = words.length(*watched_s);
        words.say("detector-no-recovery", args![source = named(words, source), before, after, watched])
    }
}

impl ClaimWords for Throttled {
    fn sentence(&self, words: &Words, _: &[RunAnalysis]) -> String {
        let Throttled { source, steps, percent, .. } = self;
        words.say(
            "detector-throttled",
            args![source = named(words, source), steps = words.steps(steps), share = share(words, *percent)],
        )
    }
}

impl ClaimWords for Steal {
    fn sentence(&self, words: &Words, _: &[RunAnalysis]) -> String {
        let Steal { source, steps, percent, .. } = self;
        words.say(
            "detector-steal",
            args![source = named(words, source), steps = words.steps(steps), share = share(words, *percent)],
        )
    }
}

impl ClaimWords for Swap {
    fn sentence(&self, words: &Words, _: &[RunAnalysis]) -> String {
        let Swap { source, steps, per_s, in_bytes, .. } = self;
        let rate = if *in_bytes { words.bytes_per_s(*per_s) } else { words.bytes_per_s(per_s * 4_096.0) };
        words.say("detector-swap", args![source = named(words, source), steps = words.steps(steps), rate])
    }
}

impl ClaimWords for TcpRetransmissions {
    fn sentence(&self, words: &Words, _: &[RunAnalysis]) -> String {
        let TcpRetransmissions { source, steps, percent, .. } = self;
        words.say(
            "detector-tcp-retransmissions",
            args![source = named(words, source), steps = words.steps(steps), share = share(words, *percent)],
        )
    }
}

impl ClaimWords for AcceptQueueFull {
    fn sentence(&self, words: &Words, _: &[RunAnalysis]) -> String {
        let AcceptQueueFull { source, steps, connections, .. } = self;
        let (source, steps) = (named(words, source), words.steps(steps));
        words.say("detector-accept-queue-full", args![source, steps, count = words.count(*connections)])
    }
}

impl ClaimWords for IoWait {
    fn sentence(&self, words: &Words, _: &[RunAnalysis]) -> String {
        let IoWait { source, steps, step, percent, blocked, devices_busy_percent, is_outside_devices } = self;
        let busy = devices_busy_percent.filter(|_| *is_outside_devices);
        let busy = busy.map(|busy| {
            words.say("detector-io-wait-outside", args![step = *step, busy = share(words, busy)])
        });
        let (source, steps, share) = (named(words, source), words.steps(steps), share(words, *percent));
        let waited = match blocked {
            Some(n) => words
                .say("detector-io-wait-blocked", args![source, steps, share, blocked = words.fixed(*n, 1)]),
            None => words.say("detector-io-wait", args![source, steps, share]),
        };
        std::iter::once(waited).chain(busy).collect::<Vec<_>>().join(" ")
    }
}

impl ClaimWords for OtherWork {
    fn sentence(&self, words: &Words, _: &[RunAnalysis]) -> String {
        let OtherWork { steps, percent, own_percent, was_before, .. } = self;
        let sources: Vec<String> = self.sources().map(|source| named(words, source)).collect();
        words.say(
            "detector-other-work",
            args![
                source = words.listed(&sources),
                before = u32::from(*was_before),
                steps = words.steps(steps),
                share = share(words, *percent),
                own = share(words, *own_percent)
            ],
        )
    }
}

impl ClaimWords for ThreadSaturated {
    fn sentence(&self, words: &Words, _: &[RunAnalysis]) -> String {
        let ThreadSaturated { source, steps, percent, .. } = self;
        let (source, steps, share) = (named(words, source), words.steps(steps), share(words, *percent));
        words.say("detector-thread-saturated", args![source, steps, share])
    }
}

impl ClaimWords for MemoryGrows {
    fn sentence(&self, words: &Words, _: &[RunAnalysis]) -> String {
        let MemoryGrows { source, step, first_bytes, last_bytes, bytes_per_s, full_in_s, .. } = self;
        let (source, rate) = (named(words, source), words.bytes_per_s(*bytes_per_s));
        let (first, last) = (bytes(words, *first_bytes), bytes(words, *last_bytes));
        let grown = words.say("detector-memory-grows", args![source, step = *step, first, last, rate]);
        let full = full_in_s.map(|time| words.say("detector-memory-full", args![time = words.length(time)]));
        std::iter::once(grown).chain(full).collect::<Vec<_>>().join(" ")
    }
}

/// What is in use while throughput grows so much is not what it waits for.
const NOT_OF_LOAD: f64 = 4.0;

/// To how many times as much throughput grew over these steps, where that is far.
fn grown_meanwhile(run: &RunAnalysis, steps: &[u32]) -> Option<f64> {
    let rows: Vec<&StepRow> = steps.iter().filter_map(|step| run.step(*step)).collect();
    let x = |row: &StepRow| row.throughput_per_s.value;
    let grown = |higher: &&StepRow| {
        let lower = rows.iter().filter(|row| row.load().value() < higher.load().value() && x(row) > 0.0);
        lower.map(|row| x(higher) / x(row)).reduce(f64::max)
    };
    rows.iter().filter_map(grown).reduce(f64::max).filter(|times| *times >= NOT_OF_LOAD)
}

impl ClaimWords for CpuSaturated {
    fn sentence(&self, words: &Words, _: &[RunAnalysis]) -> String {
        let CpuSaturated { source, steps, percent, waiting, .. } = self;
        let of = match source.instance {
            Instance::Host | Instance::Container(_) => named(words, source),
            // What a process says of CPU is that of its machine.
            _ => words.say("detector-cpu-of-machine", args![source = named(words, source)]),
        };
        let (source, steps, share) = (of, words.steps(steps), share(words, *percent));
        match waiting {
            Some(waiting) => {
                let waiting = words.fixed(*waiting, 1);
                words.say("detector-cpu-saturated-waiting", args![source, steps, share, waiting])
            }
            None => words.say("detector-cpu-saturated", args![source, steps, share]),
        }
    }

    /// A rate that is carried can bring no more.
    fn next(&self, words: &Words, run: Option<&RunAnalysis>) -> Option<String> {
        let row = run?.step(self.step)?;
        if let Some(times) = grown_meanwhile(run?, &self.steps) {
            let (host, times) = (&self.source.host, words.significant(times, 2));
            return Some(words.say("detector-next-cpu-not-of-load", args![host, times]));
        }
        let carried = row.rate_per_s.is_some() && row.arrivals.as_ref().is_some_and(|of| !of.falls_behind());
        let (step, host) = (words.step(self.step), &self.source.host);
        carried.then(|| words.say("detector-next-cores-of-rate", args![host, step]))
    }
}
