//! Findings from what imported tables told.

use super::detectors::share;
use super::{Words, args, run};
use plimsoll_analysis::findings::{AcrossClaim, MeanChange, TableKind, ToldClaim};

/// What was found in a table, or follows from means alone.
pub fn told(words: &Words, claim: &ToldClaim) -> String {
    match claim {
        ToldClaim::ImpliedResponse { from_step, to_step, from_us, to_us, change_percent } => {
            let (before, after) = (words.time(*from_us), words.time(*to_us));
            let change = words.change(*change_percent, 1);
            words.say(
                "detector-implied-response",
                args![from_step = *from_step, to_step = *to_step, before, after, change],
            )
        }
        ToldClaim::PerNodeFlat { nodes_min, nodes_max, low_per_s, high_per_s, .. } => {
            let (low, high) = (words.per_s(*low_per_s), words.per_s(*high_per_s));
            words.say("detector-per-node-flat", args![least = *nodes_min, most = *nodes_max, low, high])
        }
        ToldClaim::OverLimit { .. } => over_limit(words, claim),
        ToldClaim::CountAsShare { file, told, requests, share_percent } => {
            let (told, requests) = (words.written(*told), words.count(*requests as u64));
            let share = words.with_percent_sign(words.percent(*share_percent));
            words.say("detector-count-as-share", args![file, told, requests, share])
        }
        ToldClaim::PercentilesOfPercentiles { file, columns, .. } => {
            words.say("detector-percentiles-of-percentiles", args![file, columns = words.listed(columns)])
        }
        ToldClaim::PoolTooSmall { rate_per_s, mean_us, in_use, size } => {
            let (rate, time) = (words.per_s(*rate_per_s), words.time(*mean_us));
            let (needed, size) = (words.fixed(*in_use, 1), words.count(*size as u64));
            words.say("detector-told-pool-too-small", args![rate, time, needed, size])
        }
        ToldClaim::RepeatsDiffer { condition, column, us, ratio } => {
            let values: Vec<String> = us.iter().map(|us| words.time(*us)).collect();
            let (values, times) = (words.listed(&values), words.fixed(*ratio, 1));
            words.say("detector-repeats-differ", args![condition, column, values, times])
        }
        ToldClaim::MeansDiffer { transaction, condition, baseline, baseline_us, others } => {
            let one = |other: &MeanChange| {
                let (name, time) = (&other.name, words.time(other.mean_us));
                let change = words.change(other.change_percent, 1);
                words.say("detector-mean-of", args![name, time, change])
            };
            let others: Vec<String> = others.iter().map(one).collect();
            let (first, others) = (words.time(*baseline_us), words.listed(&others));
            let of = if condition.is_empty() { String::new() } else { format!(" ({condition})") };
            let what = format!("{transaction}{of}");
            words.say("detector-means-differ", args![what, baseline, first, others])
        }
    }
}

/// More of a resource, and hardly more throughput.
pub fn not_proportional(words: &Words, claim: &AcrossClaim) -> String {
    let AcrossClaim::NotProportional {
        small,
        large,
        resource,
        small_amount,
        large_amount,
        small_per_s,
        large_per_s,
        change_percent,
    } = claim
    else {
        return String::new();
    };
    let (small, large) = (run::variant(words, small), run::variant(words, large));
    let times = words.fixed(large_amount / small_amount, 1);
    let (low, high) = (words.per_s(*small_per_s), words.per_s(*large_per_s));
    let change = words.change(*change_percent, 1);
    words.say("detector-not-proportional", args![small, large, resource, times, low, high, change])
}

/// A table that a detector needs.
pub fn kind(words: &Words, kind: TableKind) -> String {
    words.text(match kind {
        TableKind::Servers => "detector-missing-told-servers",
        TableKind::Summaries => "detector-missing-told-summaries",
        TableKind::Means => "detector-missing-told-means",
    })
}

fn over_limit(words: &Words, claim: &ToldClaim) -> String {
    let ToldClaim::OverLimit { limit_us, allowed_percent, steps, worst, least } = claim else {
        return String::new();
    };
    let (over, calls) = (words.count(worst.over), words.count(worst.calls));
    let share_of = |percent: f64| words.with_percent_sign(words.percent(percent));
    let (most, fewest) = (share_of(worst.percent), share_of(least.percent));
    let (low, high) = (share(words, worst.percent_bounds_95.low), share(words, worst.percent_bounds_95.high));
    let (limit, allowed) = (words.limit_time(*limit_us), share_of(*allowed_percent));
    let (step, least_step, steps) = (worst.step, least.step, words.steps(steps));
    words.say(
        "detector-over-limit",
        args![step, over, calls, limit, most, low, high, least_step, fewest, allowed, steps],
    )
}
