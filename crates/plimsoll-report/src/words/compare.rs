//! Sentences on runs set against runs.

use super::{Words, args, recorded};
use plimsoll_analysis::comparison::{
    Comparison, ComparisonCaveat, ConfigurationDifference, Contrast, Effect, History, HistoryChange,
    HistorySeries, JobComparison, JobSummary, JobTrend, Judged, Metric, ResamplingUnit, Row, Setting, Side,
    Subject, Undecided,
};
use plimsoll_analysis::statistics::Estimate;
use plimsoll_analysis::step::{AppliedLoad, ServersAtWork};
use plimsoll_run::JobVerdict;

pub fn judged(words: &Words, judged: Judged) -> String {
    words.text(match judged {
        Judged::NoRegression => "compare-no-regression",
        Judged::Undecided => "compare-undecided",
        Judged::Regression => "compare-regression",
    })
}

pub fn effect(words: &Words, effect: Effect) -> String {
    words.text(match effect {
        Effect::Worse => "compare-worse",
        Effect::Better => "compare-better",
        Effect::Equivalent => "compare-equivalent",
        Effect::Unproven(_) => "compare-unproven",
        Effect::NotComparable => "compare-not-comparable",
    })
}

pub fn metric(words: &Words, metric: Metric) -> String {
    words.text(match metric {
        Metric::ThroughputPerS => "compare-throughput",
        Metric::MeanUs => "compare-mean",
        Metric::P95Us => "compare-p95",
        Metric::ErrorsPercent => "compare-errors",
    })
}

/// `all requests`, `POST /login`
pub fn requests(words: &Words, subject: &Subject) -> String {
    subject.transaction.clone().unwrap_or_else(|| words.text("compare-all"))
}

/// `40 users`, `40 users, import 3`
pub fn load(words: &Words, load: &AppliedLoad, step_name: &str) -> String {
    let load = super::load::load(words, load);
    if step_name.is_empty() { load } else { format!("{load}, {step_name}") }
}

/// `throughput of all requests, 40 users`
pub fn what(words: &Words, subject: &Subject, metric: Metric) -> String {
    let (metric, requests) = (self::metric(words, metric), requests(words, subject));
    let load = load(words, &subject.load, &subject.step_name);
    words.say("compare-what", args![metric, requests, load])
}

pub fn value(words: &Words, metric: Metric, value: f64) -> String {
    match metric {
        Metric::ThroughputPerS => words.per_s(value),
        Metric::MeanUs | Metric::P95Us => words.time(value),
        Metric::ErrorsPercent => words.with_percent_sign(words.percent(value)),
    }
}

/// The level of a history with the servers, where one was lost in some of its runs.
pub fn level(words: &Words, metric: Metric, value: f64, servers: Option<ServersAtWork>) -> String {
    with_servers(words, self::value(words, metric, value), servers, true)
}

/// With the servers, where one was lost: `50.1/s (1 of 2 servers)`. Of several runs it may be one of them only:
/// `50.1/s (down to 1 of 2 servers)`.
pub fn with_servers(
    words: &Words,
    value: String,
    servers: Option<ServersAtWork>,
    of_several: bool,
) -> String {
    match servers {
        Some(servers) => {
            let servers = super::detectors::servers_at_work(words, servers);
            let id = if of_several { "compare-down-to-servers" } else { "compare-with-servers" };
            words.say(id, args![value, servers])
        }
        None => value,
    }
}

/// A side of a row.
pub fn side(words: &Words, metric: Metric, side: &Side) -> String {
    with_servers(words, value(words, metric, side.value), side.servers, side.runs.len() > 1)
}

/// With its sign, also where it is positive: `+3.1`, `−0.25`.
pub fn signed(words: &Words, value: f64, decimals: usize) -> String {
    let text = words.fixed(value, decimals);
    let zero = !text.contains(|c: char| c.is_ascii_digit() && c != '0');
    if value > 0.0 && !zero { format!("+{text}") } else { text }
}

/// `+3.1 %`; of shares in percentage points.
pub fn change(words: &Words, row: &Row) -> String {
    let value = signed(words, row.change().value, decimals(row));
    if row.metric.is_share() {
        words.say("compare-points", args![value])
    } else {
        words.with_percent_sign(value)
    }
}

fn decimals(row: &Row) -> usize {
    if row.metric.is_share() { 2 } else { 1 }
}

/// `−0.3 to +6.5`
pub fn bounds(words: &Words, row: &Row) -> Option<String> {
    let bounds = row.change().bounds_95?;
    let (low, high) = (signed(words, bounds.low, decimals(row)), signed(words, bounds.high, decimals(row)));
    Some(words.say("compare-bounds", args![low, high]))
}

/// How many figures are worse, better, and so on.
pub fn counts(words: &Words, comparison: &Comparison, contrast: &Contrast) -> String {
    let count = |of: fn(&Effect) -> bool| contrast.rows.iter().filter(|row| of(&row.effect)).count();
    let worse = count(|effect| *effect == Effect::Worse);
    let better = count(|effect| *effect == Effect::Better);
    let equivalent = count(|effect| *effect == Effect::Equivalent);
    let unproven = count(|effect| matches!(effect, Effect::Unproven(_)));
    let excluded = count(|effect| *effect == Effect::NotComparable);
    if contrast.rows.is_empty() && contrast.jobs.is_empty() {
        return words.text("compare-nothing");
    }
    let margin = words.with_percent_sign(words.written(round(comparison.margin_percent)));
    words.say("compare-counts", args![worse, better, equivalent, unproven, excluded, margin])
}

/// 0.07 · 100 is 7.000000000000001.
fn round(value: f64) -> f64 {
    (value * 1e6).round() / 1e6
}

pub fn heading(words: &Words, contrast: &Contrast) -> String {
    words.say("compare-heading", args![before = &contrast.before.name, after = &contrast.after.name])
}

pub fn unit(words: &Words, contrast: &Contrast) -> String {
    let (before, after) = (contrast.before.runs.len(), contrast.after.runs.len());
    match contrast.unit {
        ResamplingUnit::Runs => words.say("compare-unit-runs", args![before, after]),
        ResamplingUnit::Pairs => words.say("compare-unit-pairs", args![n = before]),
        ResamplingUnit::Seconds => words.text("compare-unit-seconds"),
    }
}

/// What is to be said of a row; `None` for equivalent and excluded ones.
pub fn sentence(words: &Words, contrast: &Contrast, row: &Row) -> Option<String> {
    let what = words.capitalised(&what(words, &row.subject, row.metric));
    let (before, after) = (side(words, row.metric, &row.before), side(words, row.metric, &row.after));
    let change = change(words, row);
    let bounds = bounds(words, row).unwrap_or_else(super::number::dash);
    let why = match row.effect {
        Effect::Worse => {
            return Some(words.say("compare-is-worse", args![what, before, after, change, bounds]));
        }
        Effect::Better => {
            return Some(words.say("compare-is-better", args![what, before, after, change, bounds]));
        }
        Effect::Unproven(why) => why,
        Effect::Equivalent | Effect::NotComparable => return None,
    };
    let (a, b) = (&contrast.before.name, &contrast.after.name);
    let mut text = match why {
        Undecided::TooUncertain => words.say("compare-too-uncertain", args![what, a, b, change, bounds]),
        Undecided::AboutTheMargin => {
            words.say("compare-about-the-margin", args![what, before, after, change, bounds])
        }
        Undecided::MoreFailures => {
            words.say("compare-more-failures", args![what, before, after, change, bounds])
        }
        Undecided::OneOfMany => words.say("compare-one-of-many", args![what, before, after, change, bounds]),
        Undecided::BetweenRuns => {
            words.say("compare-between-runs", args![what, before, after, change, bounds])
        }
        Undecided::OtherMix => words.say("compare-other-mix", args![what, before, after, change, bounds]),
        Undecided::NoInterval => words.say("compare-no-interval", args![what, before, after, change]),
    };
    if let Some(percent) = row.smallest_effect_percent {
        let percent = words.with_percent_sign(words.significant(percent, 2));
        text = format!("{text} {}", words.say("compare-smallest", args![percent]));
    }
    if let Some(rank) = row.rank.filter(|rank| rank.p_min > 0.05) {
        let p = words.significant(rank.p_min, 2);
        text = format!("{text} {}", words.say("compare-p-min", args![p]));
    }
    Some(text)
}

/// A line for each; that the load generator was late in many runs is one.
pub fn caveats(words: &Words, caveats: &[ComparisonCaveat]) -> Vec<String> {
    const LATE_RUNS_MAX: usize = 2;
    let late_us = |caveat: &ComparisonCaveat| match caveat {
        ComparisonCaveat::LatenessAdded { times_us, .. } => Some(*times_us),
        _ => None,
    };
    let late: Vec<u64> = caveats.iter().filter_map(late_us).collect();
    if late.len() <= LATE_RUNS_MAX {
        return caveats.iter().map(|one| caveat(words, one)).collect();
    }
    let longest = words.time(late.iter().copied().max().unwrap_or(0) as f64);
    let all = words.say("compare-lateness-added-runs", args![n = late.len(), time = longest]);
    let others = caveats.iter().filter(|one| late_us(one).is_none()).map(|one| caveat(words, one));
    others.chain([all]).collect()
}

fn caveat(words: &Words, caveat: &ComparisonCaveat) -> String {
    let at = |load: &AppliedLoad, step_name: &str| self::load(words, load, step_name);
    match caveat {
        ComparisonCaveat::SingleRuns { .. } => words.text("compare-single-runs"),
        ComparisonCaveat::WindowsDiffer { load, step_name, before_s, after_s } => {
            let (before, after) = (words.length(*before_s), words.length(*after_s));
            words.say("compare-windows-differ", args![load = at(load, step_name), before, after])
        }
        ComparisonCaveat::LoadMissing { load, step_name, missing_after } => {
            let id =
                if *missing_after { "compare-load-missing-after" } else { "compare-load-missing-before" };
            words.say(id, args![load = at(load, step_name)])
        }
        ComparisonCaveat::TimesAreLowerBounds { run, steps } => {
            words.say("compare-times-lower-bounds", args![run, steps = words.steps(steps)])
        }
        ComparisonCaveat::LatenessAdded { run, steps, times_us } => {
            let (steps, time) = (words.steps(steps), words.time(*times_us as f64));
            words.say("compare-lateness-added", args![run, steps, time])
        }
        ComparisonCaveat::InvalidSteps { run, steps } => {
            words.say("compare-invalid-steps", args![run, steps = words.steps(steps)])
        }
        ComparisonCaveat::ServersLost { run, steps, servers } => {
            let (steps, servers) = (words.steps(steps), super::detectors::servers_at_work(words, *servers));
            words.say("compare-servers-lost", args![run, steps, servers])
        }
        ComparisonCaveat::NodesAbsent { run, steps, nodes, of } => words
            .say("compare-nodes-absent", args![run, steps = words.steps(steps), nodes = *nodes, of = *of]),
        ComparisonCaveat::Incomplete { run } => words.say("compare-incomplete", args![run]),
        ComparisonCaveat::EnvironmentDiffers { names } => {
            words.say("compare-environment-differs", args![names = words.listed(names)])
        }
        ComparisonCaveat::MixesDiffer { percent } => {
            let share = words.with_percent_sign(words.significant(*percent, 2));
            words.say("compare-mixes-differ", args![share])
        }
        ComparisonCaveat::FailuresDiffer { before_percent, after_percent } => {
            let share = |percent: f64| words.with_percent_sign(words.percent(percent));
            let (before, after) = (share(*before_percent), share(*after_percent));
            words.say("compare-failures-differ", args![before, after])
        }
        ComparisonCaveat::PlanDiffers => words.text("compare-plan-differs"),
        ComparisonCaveat::GeneratorDiffers => words.text("compare-generator-differs"),
        ComparisonCaveat::OrderConfounded { .. } => words.text("compare-order-confounded"),
        ComparisonCaveat::DriftInOrder { metric, load, step_name, trend, percent_per_run } => {
            let metric = words.capitalised(&self::metric(words, *metric));
            let change = words.with_percent_sign(signed(words, *percent_per_run, 2));
            let p = p(words, trend.p);
            words.say("compare-drift", args![metric, load = at(load, step_name), change, p])
        }
        ComparisonCaveat::JobFailed { run, job, verdict } => {
            words.say("compare-job-failed", args![run, job, verdict = job_verdict(words, *verdict)])
        }
        ComparisonCaveat::JobMissing { job, missing_after } => {
            let id = if *missing_after { "compare-job-missing-after" } else { "compare-job-missing-before" };
            words.say(id, args![job])
        }
    }
}

fn job_verdict(words: &Words, verdict: JobVerdict) -> String {
    words.text(match verdict {
        JobVerdict::Running => "compare-job-running",
        JobVerdict::Done => "compare-job-done",
        JobVerdict::Failed => "compare-job-did-fail",
        JobVerdict::TimedOut => "compare-job-timed-out",
        JobVerdict::Interrupted => "compare-job-interrupted",
    })
}

/// `= 0.012`, `< 0.0001`
pub fn p(words: &Words, p: f64) -> String {
    let (sign, p) = if p < 1e-4 { ('<', words.fixed(1e-4, 4)) } else { ('=', words.significant(p, 2)) };
    format!("{sign}\u{a0}{p}")
}

pub fn setting(words: &Words, setting: Setting) -> String {
    words.text(match setting {
        Setting::Variant => "compare-setting-variant",
        Setting::Property => "compare-setting-property",
        Setting::Configuration => "compare-setting-configuration",
        Setting::About => "compare-setting-about",
        Setting::Plan => "compare-setting-plan",
        Setting::Generator => "compare-setting-generator",
        Setting::Environment => "compare-setting-environment",
        Setting::Requirements => "compare-setting-requirements",
    })
}

/// Setting, name, before, after.
pub fn difference(words: &Words, difference: &ConfigurationDifference) -> [String; 4] {
    let shown = |values: &[String]| {
        let value = |value: &String| match value.is_empty() {
            true => super::number::dash(),
            false => recorded::value(words, value),
        };
        let all: Vec<String> = values.iter().map(value).collect();
        if all.is_empty() { super::number::dash() } else { all.join(" | ") }
    };
    // Properties and the like have names of their own.
    let is_ours = !matches!(difference.setting, Setting::Property | Setting::Configuration | Setting::About);
    let name = if is_ours { recorded::text(words, &difference.name) } else { difference.name.clone() };
    let setting = setting(words, difference.setting);
    [setting, name, shown(&difference.before), shown(&difference.after)]
}

/// `52:51`, several runs' `52:51 | 53:10`
pub fn durations(seconds: &[f64]) -> String {
    let all: Vec<String> = seconds.iter().map(|s| super::time::since_start(*s)).collect();
    if all.is_empty() { super::number::dash() } else { all.join(" | ") }
}

/// `+12:19`, `−0:13`
pub fn signed_duration(seconds: f64) -> String {
    let sign = if seconds.round() > 0.0 {
        "+"
    } else if seconds.round() < 0.0 {
        "−"
    } else {
        ""
    };
    format!("{sign}{}", super::time::since_start(seconds.abs()))
}

/// Name, before, after, delta, change.
pub fn job_row(words: &Words, row: &JobComparison) -> [String; 5] {
    let name = match (row.warm_up, row.after_restart) {
        (_, true) => words.say("compare-job-after-restart", args![job = &row.name]),
        (true, false) => words.say("compare-job-warm-up", args![job = &row.name]),
        (false, false) => row.name.clone(),
    };
    let dash = super::number::dash;
    let change = row.change_percent.map_or_else(dash, |p| words.with_percent_sign(signed(words, p, 1)));
    let difference = row.difference_s.map_or_else(dash, signed_duration);
    let side = |seconds: &[f64], failed: usize| match failed {
        0 => durations(seconds),
        _ => {
            let ended = seconds.iter().map(|s| super::time::since_start(*s));
            let failed = std::iter::repeat_n(words.text("experiment-job-failed"), failed);
            ended.chain(failed).collect::<Vec<_>>().join(" | ")
        }
    };
    let (before, after) = (side(&row.before_s, row.before_failed), side(&row.after_s, row.after_failed));
    [name, before, after, difference, change]
}

/// "No difference between A and B is shown: difference +1.6 min, CI −0.25 to 3.44."
pub fn job_summary(words: &Words, contrast: &Contrast, summary: &JobSummary) -> String {
    jobs_of(words, &contrast.before.name, &contrast.after.name, summary)
}

/// The same of sides of these names.
pub fn jobs_of(words: &Words, a: &str, b: &str, summary: &JobSummary) -> String {
    let n = summary.jobs;
    let (difference, bounds) = lengths(words, &summary.difference_s);
    let id = match summary.effect {
        Effect::Worse => "compare-jobs-worse",
        Effect::Better => "compare-jobs-better",
        Effect::Equivalent => "compare-jobs-equivalent",
        Effect::Unproven(_) | Effect::NotComparable => "compare-jobs-unproven",
    };
    let mut text = words.say(id, args![a, b, difference, bounds, n]);
    let (before, after) = (summary.before, summary.after);
    if before.failed + after.failed > 0 {
        let (failed_a, of_a, failed_b, of_b) = (before.failed, before.of, after.failed, after.of);
        let failed = words.say("compare-jobs-failed", args![a, b, failed_a, of_a, failed_b, of_b]);
        text = format!("{failed} {text}");
    }
    if let Some(outlier) = &summary.outlier {
        let (own, _) = lengths(words, &Estimate { value: outlier.difference_s, bounds_95: None });
        let (difference, bounds) = lengths(words, &outlier.without_s);
        let said = words.say("compare-jobs-outlier", args![job = &outlier.job, own, difference, bounds]);
        text = format!("{text} {said}");
    }
    if let Some(with) = &summary.with_warm_up_s {
        let (difference, bounds) = lengths(words, with);
        text = format!("{text} {}", words.say("compare-jobs-warm-up", args![difference, bounds]));
    }
    if summary.after_restart > 0 {
        let said = words.say("compare-jobs-after-restart", args![n = summary.after_restart]);
        text = format!("{text} {said}");
    }
    if summary.unit == ResamplingUnit::Pairs {
        text = format!("{text} {}", words.text("compare-jobs-single"));
    }
    text
}

/// Difference with its unit, and its interval in the same unit.
fn lengths(words: &Words, seconds: &Estimate) -> (String, String) {
    let largest = seconds.bounds_95.map_or(0.0, |b| b.low.abs().max(b.high.abs())).max(seconds.value.abs());
    let (unit, id, decimals) =
        if largest >= 60.0 { (60.0, "number-length-min", 2) } else { (1.0, "number-length-s", 2) };
    let difference = words.say(id, args![value = signed(words, seconds.value / unit, decimals)]);
    let bounds = seconds.bounds_95.map_or_else(super::number::dash, |b| {
        let (low, high) = (signed(words, b.low / unit, decimals), signed(words, b.high / unit, decimals));
        words.say("compare-bounds", args![low, high])
    });
    (difference, bounds)
}

pub fn job_trend(words: &Words, trend: &JobTrend) -> String {
    let change = words.with_percent_sign(signed(words, trend.percent_per_job, 1));
    let seconds = words.say("number-length-s", args![value = signed(words, trend.seconds_per_job, 0)]);
    words.say(
        "compare-job-trend",
        args![run = &trend.run, n = trend.jobs, seconds, change, p = p(words, trend.trend.p)],
    )
}

pub fn history_summary(words: &Words, history: &History) -> String {
    let changes: usize = history.series.iter().map(|series| series.changes.len()).sum();
    let (runs, figures) = (history.runs.len(), history.series.len());
    words.say("compare-history-summary", args![runs, figures, changes])
}

pub fn history_change(words: &Words, series: &HistorySeries, change: &HistoryChange) -> String {
    let what = words.capitalised(&what(words, &series.subject, series.metric));
    let before = level(words, series.metric, change.before, change.servers_before);
    let after = level(words, series.metric, change.after, change.servers_after);
    let percent = change
        .percent
        .map_or_else(super::number::dash, |percent| words.with_percent_sign(signed(words, percent, 1)));
    let effect = effect(words, change.effect);
    let (run, n, p) = (&change.name, change.runs, p(words, change.p));
    words.say("compare-history-change", args![what, run, before, after, percent, effect, n, p])
}
