//! Findings: what was seen, and what to do next.

use super::Words;
use super::load::{load, with};
use super::{capacity, run, search, validity};
use plimsoll_analysis::findings::{Claim, InversionKind, Marginal};
use plimsoll_analysis::rate_capacity::RateResult;
use plimsoll_analysis::{BoundReason, Judgement, Severity};

pub fn severity(words: &Words, severity: Severity) -> &'static str {
    match severity {
        Severity::Critical => "critical",
        Severity::Warning => "warning",
        Severity::Information => "information",
    }
}

/// What was seen, as short as it can be: it stands before everything else.
pub fn loud(words: &Words, claim: &Claim) -> String {
    match claim {
        Claim::GeneratorLimited { step, problem, .. } => {
            format!("Step {step} is invalid: {}.", validity::problem(words, problem))
        }
        other => sentence(words, other),
    }
}

/// What was seen.
pub fn sentence(words: &Words, claim: &Claim) -> String {
    match claim {
        Claim::GeneratorLimited { further, .. } => {
            let further: Vec<String> = further.iter().map(|problem| validity::problem(words, problem)).collect();
            let also =
                if further.is_empty() { String::new() } else { format!(" Also: {}.", further.join("; ")) };
            format!("{}{also}", loud(words, claim))
        }
        Claim::MaximumNotFound { best_per_s, reason, .. } => {
            format!(
                "Capacity is at least {}; the maximum was not found: {}.",
                words.per_s(*best_per_s),
                capacity::reason(words, reason)
            )
        }
        Claim::KneeBelowRange { first_step, first_load, first_per_s, max_per_s, share_percent } => format!(
            "The smallest load already saturates: step {first_step} {} brings {}, {}\u{a0}% of \
             the highest ({}). Where the knee lies was not measured.",
            with(words, first_load),
            words.per_s(*first_per_s),
            words.fixed(*share_percent, 0),
            words.per_s(*max_per_s)
        ),
        Claim::Knee(marginal) => format!("Throughput bends {}.", between(words, marginal)),
        Claim::Plateau(marginal) => format!("Throughput stands still {}.", between(words, marginal)),
        Claim::Retrograde(marginal) => format!("Throughput falls {}.", between(words, marginal)),
        Claim::LittleMismatch { steps: found, ratio_min, ratio_max } => format!(
            "In {} the recorded times account for {} of the users.",
            words.steps(found),
            percents(words, ratio_min * 100.0, ratio_max * 100.0, |value| words.fixed(value, 0))
        ),
        Claim::GeneratorDelayed { steps: found, run_delay_percent_max, lateness_us_max, turn_us_max } => {
            let parts = [
                run_delay_percent_max.map(|delay| {
                    format!(
                        "a worker that was ready to run waited for its core, which other work had, up to {}\u{a0}% of the time",
                        words.percent(delay)
                    )
                }),
                lateness_us_max.map(|us| format!("its timers were late by up to {} (p99)", words.time(us as f64))),
                turn_us_max.map(|us| format!("turns of its loop took up to {} (p90)", words.time(us as f64))),
            ];
            let parts: Vec<String> = parts.into_iter().flatten().collect();
            format!("In {} the load generator was late, in doubtful measure: {}.", words.steps(found), words.listed(&parts))
        }
        Claim::ArrivalsNotStarted { .. } => arrivals_not_started(words, claim),
        Claim::CapacityNotFound { result, reason, holds_rate_per_s, fails_rate_per_s } => {
            let why = reason.as_ref().map_or_else(String::new, |reason| format!(": {}", search::reason(words, reason)));
            let rate = |per_s: &Option<f64>| per_s.map(|rate| super::load::asked(words, rate));
            match (result, rate(holds_rate_per_s), rate(fails_rate_per_s)) {
                (RateResult::NotReachable, _, Some(fails)) => {
                    format!("The requirements hold at no rate that was tried, down to {fails}{why}.")
                }
                (RateResult::LowerBound, Some(holds), _) => format!("Capacity is at least {holds}{why}."),
                _ => format!("The search for capacity ended without an answer{why}."),
            }
        }
        Claim::Inversion { from_step, to_step, from_load, to_load, kind } => {
            let places = format!("from step {from_step} ({}) to step {to_step} ({})", load(words, from_load), load(words, to_load));
            match kind {
                InversionKind::Throughput { from_per_s, to_per_s } => format!(
                    "Throughput grew more than the load {places}: {} to {}. More load makes no system faster.",
                    words.per_s(*from_per_s),
                    words.per_s(*to_per_s)
                ),
                InversionKind::Response { from_p50_us, to_p50_us } => format!(
                    "Answers became faster with more load {places}: p50 {} to {}. More load makes no system faster.",
                    words.time(*from_p50_us as f64),
                    words.time(*to_p50_us as f64)
                ),
            }
        }
        Claim::FastFailures { step, errors_percent, failed_mean_us, succeeded_mean_us, .. } => format!(
            "In step {step}, {}\u{a0}% of the requests failed, and failed fast: in {} on average, against {} for the \
             others. Response times look better than they were.",
            words.percent(*errors_percent),
            words.time(*failed_mean_us),
            words.time(*succeeded_mean_us)
        ),
        Claim::HighErrors { steps: found, errors, requests, errors_percent_min, errors_percent_max, top } => {
            let named: Vec<String> =
                top.iter().map(|e| format!("{} ({})", run::error(words, e), words.count(e.count))).collect();
            format!(
                "In {}, {} of {} requests failed ({}), most by {}.",
                words.steps(found),
                words.count(*errors),
                words.count(*requests),
                percents(words, *errors_percent_min, *errors_percent_max, |value| words.percent(value)),
                words.listed(&named)
            )
        }
        Claim::RequirementFailed { requirement, steps: failed, load_line, .. } => {
            let rest = match load_line {
                Some(Judgement::Pass) => "; it holds at the load line",
                Some(Judgement::Inconclusive) => "; at the load line it could not be decided",
                Some(Judgement::Fail) | None => "",
            };
            format!("{requirement} does not hold in {}{rest}.", words.steps(failed))
        }
        Claim::RequirementUnreadable { error, .. } => format!("Failed to {error}."),
        Claim::RunCutOff { last_step: None, .. } => {
            "Nothing was measured, and the run has no end: it was cut off, or is still running (was the -wal file \
             left behind?)."
                .to_owned()
        }
        Claim::RunCutOff { last_step: Some(step), recorded_to_us } => format!(
            "The run has no end: it was cut off, or is still running. Recorded are {}, up to step {step}.",
            words.length(*recorded_to_us as f64 / 1e6)
        ),
        Claim::RunStopped { reason, at_us } => {
            format!("The run ended early: {} after {}.", run::reason(words, reason), words.length(*at_us as f64 / 1e6))
        }
        Claim::WindowTooShort { steps: found, measured_s_min, measured_s_max, min_s } => {
            let (shortest, longest) = (words.length(*measured_s_min), words.length(*measured_s_max));
            let measured =
                if shortest == longest { shortest } else { format!("{shortest} to {longest}") };
            let were = if found.len() == 1 { "was" } else { "were" };
            format!(
                "{} {were} measured for {measured} only (at least {} s).",
                words.capitalised(&words.steps(found)),
                words.fixed(*min_s, 0)
            )
        }
        Claim::CertificatesNotVerified => {
            "The servers' certificates were not verified; nothing proves which server answered.".to_owned()
        }
        Claim::ElementsSkipped { elements } => {
            format!(
                "{} of the plan left out: the load differs from the plan's.",
                self::elements(words, elements.len())
            )
        }
        Claim::ElementsApproximated { elements } => {
            format!("{} of the plan performed with a stated difference.", self::elements(words, elements.len()))
        }
    }
}

fn arrivals_not_started(words: &Words, claim: &Claim) -> String {
    let Claim::ArrivalsNotStarted {
        steps: found,
        due,
        dropped,
        waited,
        waiting_max,
        delay_us_max,
        users,
        busy_max,
        pool_was_full,
    } = claim
    else {
        return String::new();
    };
    let mut parts = Vec::new();
    if *dropped > 0 {
        parts.push(format!("{} were dropped", words.count(*dropped)));
    }
    if *waited > 0 || *waiting_max > 0 {
        let longest = delay_us_max
            .map_or_else(String::new, |us| format!(", the longest for {}", words.time(us as f64)));
        let most = if *waiting_max > 0 {
            format!(", at most {} at the same time", words.count(*waiting_max))
        } else {
            String::new()
        };
        parts.push(format!(
            "{} began only after waiting for a free user{most}{longest}",
            words.count(*waited)
        ));
    }
    let (busy, users) = (words.count(u64::from(*busy_max)), words.count(u64::from(*users)));
    let pool = if *pool_was_full {
        format!(" All {users} users were at work: the system, or the size of that pool, was the limit.")
    } else {
        format!(
            " At the end of a second at most {busy} of {users} users were at work: they ran out for moments only."
        )
    };
    let times = if *waited > 0 { " Response times include the wait." } else { "" };
    let lost = if *dropped > 0 {
        " Dropped arrivals are in no percentile that is shown; requirements count each as a request that failed."
    } else {
        ""
    };
    format!(
        "In {}, of {} arrivals {}.{pool}{times}{lost}",
        words.steps(found),
        words.count(*due),
        words.listed(&parts)
    )
}

/// `48 users`, `412/s asked`
fn load_asked(words: &Words, of: &plimsoll_analysis::step::Load) -> String {
    if of.rate_per_s.is_some() { format!("{} asked", load(words, of)) } else { load(words, of) }
}

fn elements(words: &Words, n: usize) -> String {
    if n == 1 { "1 element".to_owned() } else { format!("{} elements", words.count(n as u64)) }
}

/// `1.84 %`, `1.84–2.5 %`
fn percents(words: &Words, low: f64, high: f64, text: impl Fn(f64) -> String) -> String {
    let (low, high) = (text(low), text(high));
    if low == high { format!("{low}\u{a0}%") } else { format!("{low}–{high}\u{a0}%") }
}

/// `between step 3 (48 users, …) and step 4 (56 users, …): 0.12 % more throughput per 1 % more users, CI …`
fn between(words: &Words, marginal: &Marginal) -> String {
    let Marginal { from_step, to_step, from_load, to_load, from_per_s, to_per_s, efficiency } = marginal;
    let noun = if to_load.rate_per_s.is_some() { "arrivals" } else { "users" };
    let bounds = efficiency.bounds_95.map_or_else(String::new, |b| {
        format!(", CI of the change {} to {}", words.fixed(b.low, 2), words.fixed(b.high, 2))
    });
    format!(
        "between step {from_step} ({}, {}) and step {to_step} ({}, {}): {} \
         throughput per 1 % more {noun}{bounds}",
        load_asked(words, from_load),
        words.per_s(*from_per_s),
        load_asked(words, to_load),
        words.per_s(*to_per_s),
        words.change(efficiency.value, 2)
    )
}

/// What would tell more, or mend it.
pub fn next(words: &Words, claim: &Claim) -> String {
    let text = match claim {
        Claim::GeneratorLimited { problem, .. } => validity::remedy(words, problem),
        Claim::ArrivalsNotStarted { pool_was_full: true, .. } => {
            "Run it again with a larger pool of users: if response times stay as long, the system is the limit; if they \
             fall, the pool was."
        }
        Claim::ArrivalsNotStarted { .. } => {
            "Look at the figure of arrivals over time for when they were held up, and at the servers at that time."
        }
        Claim::CapacityNotFound { result: RateResult::LowerBound, .. } => "Search again up to higher rates.",
        Claim::CapacityNotFound { result: RateResult::NotReachable, .. } => {
            "Search again from lower rates, or look at what takes so long with a single user."
        }
        Claim::CapacityNotFound { .. } => {
            "Search again with longer windows or more of them; where the load generator was the limit, mend that first."
        }
        Claim::MaximumNotFound { reason: BoundReason::GainUncertain { .. }, .. } => {
            "Repeat the last steps for longer, until the interval of the gain no longer contains the goal."
        }
        Claim::MaximumNotFound { .. } => {
            "Repeat with higher loads until throughput no longer gains its goal."
        }
        Claim::KneeBelowRange { .. } => {
            "Repeat with smaller loads, down to one user, to see where throughput bends."
        }
        Claim::Knee(_) | Claim::Plateau(_) => {
            "Measure loads between these two, with repeats, and watch the servers' CPU, pools and locks there."
        }
        Claim::Retrograde(_) => {
            "Keep production below this load, and look for contention: locks, garbage collection, connection pools."
        }
        Claim::LittleMismatch { .. } => {
            "Check that users did not end early, and that no time is spent outside requests and think times."
        }
        Claim::GeneratorDelayed { .. } => {
            "Give the load generator cores of its own: not the server's, and no other work on them."
        }
        Claim::Inversion { .. } => {
            "Warm the system up, repeat both loads in the other order, and check that both did the same work."
        }
        Claim::FastFailures { .. } => "Mend the failures first; then measure again.",
        Claim::HighErrors { .. } => {
            "Find these errors in the servers' logs at the times shown in the report."
        }
        Claim::RequirementFailed { .. } => {
            "Find the limiting resource with telemetry at these steps, or lower the load to the recommended point."
        }
        Claim::RequirementUnreadable { .. } => {
            "Correct the requirement and make the report again; the run need not be repeated."
        }
        Claim::RunCutOff { .. } | Claim::RunStopped { .. } => "Run it again to its end.",
        Claim::WindowTooShort { .. } => {
            "Measure each step for minutes: garbage collection and batch jobs take their time."
        }
        Claim::CertificatesNotVerified => {
            "Verify certificates, at least once, to know that the right system was measured."
        }
        Claim::ElementsSkipped { .. } | Claim::ElementsApproximated { .. } => {
            "Read the list under Setup and decide whether it matters."
        }
    };
    text.to_owned()
}
