//! Findings on several runs.

use crate::words::finding::ClaimWords;
use crate::words::load::load;
use crate::words::{Words, args, run};
use plimsoll_analysis::RunAnalysis;
use plimsoll_analysis::findings::{Difference, NotComparable, NotProportional, SharedCeiling};

impl ClaimWords for SharedCeiling {
    fn sentence(&self, words: &Words, runs: &[RunAnalysis]) -> String {
        let SharedCeiling {
            small,
            large,
            resource,
            small_amount,
            large_amount,
            small_per_s,
            large_per_s,
            bits_per_s,
            network_bits_per_s,
        } = self;
        let (small, large) = (run::variant(words, small), run::variant(words, large));
        let times = words.fixed(large_amount / small_amount, 1);
        let (low, high) = (words.per_s(*small_per_s), words.per_s(*large_per_s));
        let sentence = words.say("detector-shared-ceiling", args![small, large, resource, times, low, high]);
        let bits = bits(words, *bits_per_s);
        // Tables have no bytes, but names of tests that say how large a message is.
        let is_by_name = runs.iter().any(|run| run.is_of_table());
        let network = match network_bits_per_s.map(|speed| self::bits(words, speed)) {
            Some(speed) if is_by_name => words.say("detector-shared-network-by-name", args![bits, speed]),
            Some(speed) => words.say("detector-shared-network", args![bits, speed]),
            None if is_by_name => words.say("detector-shared-no-network-by-name", args![bits]),
            None => words.say("detector-shared-no-network", args![bits]),
        };
        format!("{sentence} {network}")
    }
}

impl ClaimWords for NotProportional {
    fn sentence(&self, words: &Words, _: &[RunAnalysis]) -> String {
        let NotProportional {
            small,
            large,
            resource,
            small_amount,
            large_amount,
            small_per_s,
            large_per_s,
            change_percent,
        } = self;
        let (small, large) = (run::variant(words, small), run::variant(words, large));
        let times = words.fixed(large_amount / small_amount, 1);
        let (low, high) = (words.per_s(*small_per_s), words.per_s(*large_per_s));
        let change = words.change(*change_percent, 1);
        words.say("detector-not-proportional", args![small, large, resource, times, low, high, change])
    }
}

impl ClaimWords for NotComparable {
    fn sentence(&self, words: &Words, runs: &[RunAnalysis]) -> String {
        match &self.difference {
            Difference::Windows { load: of, shortest_s, longest_s, shortest_run, longest_run } => {
                let (shortest, longest) = (words.length(*shortest_s), words.length(*longest_s));
                let (short_run, long_run) =
                    (run::at(words, runs, *shortest_run), run::at(words, runs, *longest_run));
                let load = load(words, of);
                words.say("detector-windows-differ", args![load, shortest, longest, short_run, long_run])
            }
            Difference::Environment { name, values } => {
                words.say("detector-environment-differs", args![name, values = words.listed(values)])
            }
            Difference::Failures { load: of, best_run, worst_run, best_percent, worst_percent } => {
                let share = |percent: f64| words.with_percent_sign(words.percent(percent));
                let (best, worst) = (share(*best_percent), share(*worst_percent));
                let (best_run, worst_run) =
                    (run::at(words, runs, *best_run), run::at(words, runs, *worst_run));
                let load = load(words, of);
                words.say("detector-failures-differ", args![load, best, worst, best_run, worst_run])
            }
            Difference::OtherWork { load: of, busy_run, idle_run, busy_percent, idle_percent } => {
                let share = |percent: f64| words.with_percent_sign(words.significant(percent, 2));
                let (busy, idle) = (share(*busy_percent), share(*idle_percent));
                let (busy_run, idle_run) = (run::at(words, runs, *busy_run), run::at(words, runs, *idle_run));
                let load = load(words, of);
                words.say("detector-other-work-differs", args![load, busy, idle, busy_run, idle_run])
            }
            Difference::Mix { percent, first_run, other_run } => {
                let share = words.with_percent_sign(words.significant(*percent, 2));
                let (first, other) = (run::at(words, runs, *first_run), run::at(words, runs, *other_run));
                words.say("detector-mixes-differ", args![share, first, other])
            }
            Difference::Order { first, then } => {
                let (first, then) = (run::variant(words, first), run::variant(words, then));
                words.say("detector-order-confounded", args![first, then])
            }
        }
    }
}

fn bits(words: &Words, per_s: f64) -> String {
    let (value, unit) = if per_s >= 1e9 { (per_s / 1e9, "Gbit/s") } else { (per_s / 1e6, "Mbit/s") };
    format!("{}\u{a0}{unit}", words.significant(value, 3))
}
