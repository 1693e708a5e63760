//! Findings on heaps.

use crate::words::detectors::{bytes, share};
use crate::words::finding::ClaimWords;
use crate::words::servers::source as named;
use crate::words::{Words, args};
use plimsoll_analysis::RunAnalysis;
use plimsoll_analysis::findings::{GcOverhead, HeapExhausted, LeakSuspected};

impl ClaimWords for HeapExhausted {
    fn sentence(&self, words: &Words, _: &[RunAnalysis]) -> String {
        let HeapExhausted {
            source: server,
            step,
            used_percent_max,
            full_collections,
            full_collections_before,
            collection_percent,
            collection_s,
            out_of_memory_at_s,
            ..
        } = self;
        let (source, used) = (named(words, server), share(words, *used_percent_max));
        let (full, time) = (words.count(*full_collections as u64), share(words, *collection_percent));
        let of = words.length(*collection_s);
        if let Some(at_s) = out_of_memory_at_s {
            let moment = words.length(*at_s);
            return words
                .say("detector-out-of-memory", args![source, step = *step, moment, used, full, time, of]);
        }
        match full_collections_before {
            Some(before) => {
                let before = words.count(*before as u64);
                words.say(
                    "detector-heap-exhausted-against",
                    args![source, step = *step, used, full, before, time, of],
                )
            }
            None => words.say("detector-heap-exhausted", args![source, step = *step, used, full, time, of]),
        }
    }

    fn short(&self, words: &Words) -> String {
        let (source, step) = (named(words, &self.source), self.step);
        match self.out_of_memory_at_s {
            Some(at_s) => {
                words.say("finding-short-out-of-memory", args![source, step, moment = words.length(at_s)])
            }
            None => words.say("finding-short-heap", args![source, step]),
        }
    }
}

impl ClaimWords for GcOverhead {
    fn sentence(&self, words: &Words, _: &[RunAnalysis]) -> String {
        let GcOverhead { source, steps, percent, .. } = self;
        words.say(
            "detector-gc-overhead",
            args![
                source = named(words, source),
                steps = words.steps(steps),
                n = steps.len(),
                share = share(words, *percent)
            ],
        )
    }

    fn short(&self, words: &Words) -> String {
        let (share, steps) = (share(words, self.percent), words.steps(&self.steps));
        words.say(
            "finding-short-collections",
            args![source = named(words, &self.source), share, steps, n = self.steps.len()],
        )
    }
}

impl ClaimWords for LeakSuspected {
    /// What it grows with may be the jobs, and not the load that goes on beneath them.
    fn next(&self, words: &Words, run: Option<&RunAnalysis>) -> Option<String> {
        let has_jobs = run.is_some_and(|run| !run.experiment.jobs.is_empty());
        has_jobs.then(|| words.text("detector-next-soak-jobs"))
    }

    fn sentence(&self, words: &Words, _: &[RunAnalysis]) -> String {
        let LeakSuspected {
            source: of,
            floors,
            p,
            bytes_per_day,
            bytes_per_day_bounds_95,
            capacity_bytes,
            full_in_s,
            first_bytes,
            last_bytes,
            ..
        } = self;
        let amount = |value: f64| match self.is_of_shares {
            true => share(words, 100.0 * value),
            false => bytes(words, value),
        };
        let (first, last) = (amount(*first_bytes), amount(*last_bytes));
        let full = is_full(self);
        // So much in a time in which it has room for it.
        let (per, of_day) = match *bytes_per_day / capacity_bytes {
            times if times > 24.0 => ("minute", 1.0 / 1_440.0),
            times if times > 1.0 => ("hour", 1.0 / 24.0),
            _ => ("day", 1.0),
        };
        let (source, floors, p) = (named(words, of), *floors, words.significant(p.max(1e-6), 2));
        let (growth, capacity, full_in) =
            (amount(bytes_per_day * of_day), amount(*capacity_bytes), words.length(*full_in_s));
        let bounds = bytes_per_day_bounds_95.map(|b| (amount(b.low * of_day), amount(b.high * of_day)));
        let (low, high) = bounds.unwrap_or_else(|| (growth.clone(), growth.clone()));
        words.say(
            if self.full_from_s.is_some() { "detector-leak-only-rose" } else { "detector-leak" },
            args![
                source,
                floors,
                p,
                first,
                last,
                growth,
                per,
                low,
                high,
                capacity,
                full_in,
                full,
                pool = pool(self)
            ],
        )
    }
}

/// Of a leak: whether collections leave all but 1 % of the heap in use, or it is nearly full and hardly grows any more.
pub(crate) fn is_full(leak: &LeakSuspected) -> &'static str {
    match leak.last_bytes >= 0.99 * leak.capacity_bytes {
        true => "yes",
        false if leak.levels_off => "levels",
        false => "no",
    }
}

/// What a leak fills.
pub(crate) fn pool(leak: &LeakSuspected) -> &'static str {
    if leak.is_of_old { "old" } else { "heap" }
}
