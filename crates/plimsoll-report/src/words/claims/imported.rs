//! Findings on imported tables, and means alone.

use crate::words::detectors::share;
use crate::words::finding::ClaimWords;
use crate::words::{Words, args};
use plimsoll_analysis::RunAnalysis;
use plimsoll_analysis::findings::{
    CountAsShare, ImpliedResponse, MeanChange, MeansDiffer, OverLimit, PerNodeFlat, PercentilesOfPercentiles,
    PoolTooSmall, RepeatsDiffer,
};

impl ClaimWords for ImpliedResponse {
    fn sentence(&self, words: &Words, _: &[RunAnalysis]) -> String {
        let ImpliedResponse { from_step, to_step, from_us, to_us, change_percent } = self;
        let (before, after) = (words.time(*from_us), words.time(*to_us));
        let change = words.change(*change_percent, 1);
        words.say(
            "detector-implied-response",
            args![from_step = *from_step, to_step = *to_step, before, after, change],
        )
    }
}

impl ClaimWords for PerNodeFlat {
    fn sentence(&self, words: &Words, _: &[RunAnalysis]) -> String {
        let PerNodeFlat { nodes_min, nodes_max, low_per_s, high_per_s, .. } = self;
        let (low, high) = (words.per_s(*low_per_s), words.per_s(*high_per_s));
        words.say("detector-per-node-flat", args![least = *nodes_min, most = *nodes_max, low, high])
    }
}

impl ClaimWords for OverLimit {
    fn sentence(&self, words: &Words, _: &[RunAnalysis]) -> String {
        let OverLimit { limit_us, allowed_percent, steps, worst, least } = self;
        let (over, calls) = (words.count(worst.over), words.count(worst.calls));
        let share_of = |percent: f64| words.with_percent_sign(words.percent(percent));
        let (most, fewest) = (share_of(worst.percent), share_of(least.percent));
        let (low, high) =
            (share(words, worst.percent_bounds_95.low), share(words, worst.percent_bounds_95.high));
        let (limit, allowed) = (words.limit_time(*limit_us), share_of(*allowed_percent));
        let (step, least_step, steps) = (worst.step, least.step, words.steps(steps));
        words.say(
            "detector-over-limit",
            args![step, over, calls, limit, most, low, high, least_step, fewest, allowed, steps],
        )
    }

    /// Where as many calls or more were quick enough, it is not their number.
    fn next(&self, words: &Words, _: Option<&RunAnalysis>) -> Option<String> {
        let OverLimit { worst, least, .. } = self;
        let step = words.step(worst.step);
        (least.calls >= worst.calls)
            .then(|| words.say("finding-next-over-limit", args![step, least = words.step(least.step)]))
    }
}

impl ClaimWords for CountAsShare {
    fn sentence(&self, words: &Words, _: &[RunAnalysis]) -> String {
        let CountAsShare { file, stated, requests, share_percent } = self;
        let (count, requests) = (words.written(*stated), words.count(*requests as u64));
        let share = words.with_percent_sign(words.percent(*share_percent));
        words.say("detector-count-as-share", args![file, count, requests, share])
    }
}

impl ClaimWords for PercentilesOfPercentiles {
    fn sentence(&self, words: &Words, _: &[RunAnalysis]) -> String {
        let PercentilesOfPercentiles { file, columns, .. } = self;
        words.say("detector-percentiles-of-percentiles", args![file, columns = words.listed(columns)])
    }
}

impl ClaimWords for PoolTooSmall {
    fn sentence(&self, words: &Words, _: &[RunAnalysis]) -> String {
        let PoolTooSmall { rate_per_s, mean_us, in_use, size } = self;
        let (rate, time) = (words.per_s(*rate_per_s), words.time(*mean_us));
        let (needed, size) = (words.fixed(*in_use, 1), words.count(*size as u64));
        words.say("detector-imported-pool-too-small", args![rate, time, needed, size])
    }
}

impl ClaimWords for RepeatsDiffer {
    fn sentence(&self, words: &Words, _: &[RunAnalysis]) -> String {
        let RepeatsDiffer { condition, column, us, ratio } = self;
        let values: Vec<String> = us.iter().map(|us| words.time(*us)).collect();
        let (values, times) = (words.listed(&values), words.fixed(*ratio, 1));
        words.say("detector-repeats-differ", args![condition, column, values, times])
    }
}

impl ClaimWords for MeansDiffer {
    fn sentence(&self, words: &Words, _: &[RunAnalysis]) -> String {
        let MeansDiffer { transaction, condition, baseline, baseline_us, others } = self;
        let one = |other: &MeanChange| {
            let (name, time) = (variant_name(words, &other.name), words.time(other.mean_us));
            let change = words.change(other.change_percent, 1);
            words.say("detector-mean-of", args![name, time, change])
        };
        let others: Vec<String> = others.iter().map(one).collect();
        let (first, others) = (words.time(*baseline_us), words.listed(&others));
        let of = if condition.is_empty() { String::new() } else { format!(" ({condition})") };
        let what = format!("{transaction}{of}");
        let baseline = variant_name(words, baseline);
        words.say("detector-means-differ", args![what, baseline, first, others])
    }
}

/// A number alone names nothing.
fn variant_name(words: &Words, name: &str) -> String {
    match name.parse::<f64>() {
        Ok(_) => words.say("detector-configuration", args![name]),
        Err(_) => name.to_owned(),
    }
}
