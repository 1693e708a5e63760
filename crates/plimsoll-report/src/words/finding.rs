//! Findings: what was seen, and what to do next.

use super::load::{asked, load, load_asked, with};
use super::servers::source as named;
use super::{Words, across, args, capacity, detectors, finding_parts, limits, run, search, told, validity};
use plimsoll_analysis::bottleneck::{Cause, Grade, Verdict};
use plimsoll_analysis::capacity::RateResult;
use plimsoll_analysis::findings::{Claim, InversionKind, NextStep, ServerClaim};
use plimsoll_analysis::scalability::Marginal;
use plimsoll_analysis::step::ErrorCount;
use plimsoll_analysis::{BoundReason, Judgement, RunAnalysis, Severity};

/// The class of a style sheet, the same in every language.
pub fn class(severity: Severity) -> &'static str {
    match severity {
        Severity::Critical => "critical",
        Severity::Warning => "warning",
        Severity::Information => "information",
    }
}

pub fn severity(words: &Words, severity: Severity) -> String {
    words.text(match severity {
        Severity::Critical => "finding-critical",
        Severity::Warning => "finding-warning",
        Severity::Information => "finding-information",
    })
}

/// What was seen, as short as it can be: it stands before everything else.
pub fn loud(words: &Words, claim: &Claim) -> String {
    match claim {
        Claim::GeneratorLimited { step, problem, .. } => {
            let problem = validity::problem(words, problem);
            words.say("finding-generator-limited", args![step = *step, problem])
        }
        // Only claims across runs name any.
        other => sentence(words, &[], other),
    }
}

/// A critical finding for a reader who reads nothing else; without a full stop.
pub fn short(words: &Words, claim: &Claim) -> String {
    let Claim::Server(claim) = claim else { return loud(words, claim) };
    match claim {
        ServerClaim::HeapExhausted { source, step, out_of_memory_at_s: Some(at_s), .. } => {
            let moment = words.length(*at_s);
            words.say(
                "finding-short-out-of-memory",
                args![source = named(words, source), step = *step, moment],
            )
        }
        ServerClaim::HeapExhausted { source, step, .. } => {
            words.say("finding-short-heap", args![source = named(words, source), step = *step])
        }
        ServerClaim::GcOverhead { source, steps, percent, .. } => {
            let (share, steps) = (detectors::share(words, *percent), words.steps(steps));
            words.say("finding-short-collections", args![source = named(words, source), share, steps])
        }
        ServerClaim::InstanceLost { source, from_s, to_s: None, .. } => words
            .say("finding-short-lost", args![source = named(words, source), from = words.length(*from_s)]),
        ServerClaim::InstanceLost { source, from_s, to_s: Some(to_s), .. } => {
            let (from, to) = (words.length(*from_s), words.length(*to_s));
            words.say("finding-short-away", args![source = named(words, source), from, to])
        }
        ServerClaim::NothingSucceeds { from_s, .. } => {
            words.say("finding-short-nothing-succeeds", args![from = words.length(*from_s)])
        }
        ServerClaim::InstanceRestarted { source, step, .. } => {
            words.say("finding-short-restarted", args![source = named(words, source), step = *step])
        }
        ServerClaim::EventsLost { name, steps, lost, .. } => {
            let (lost, steps) = (words.count(*lost), words.steps(steps));
            words.say("finding-short-events", args![name, lost, steps])
        }
        other => detectors::server(words, other),
    }
}

/// What was seen. Claims across runs name them by their places among `runs`.
pub fn sentence(words: &Words, runs: &[RunAnalysis], claim: &Claim) -> String {
    match claim {
        Claim::Server(claim) => detectors::server(words, claim),
        Claim::Across(claim) => across::across(words, runs, claim),
        Claim::Told(claim) => told::told(words, claim),
        Claim::GeneratorLimited { further, .. } => {
            let sentence = loud(words, claim);
            let further: Vec<String> =
                further.iter().map(|problem| validity::problem(words, problem)).collect();
            if further.is_empty() {
                return sentence;
            }
            words.say("finding-also", args![sentence, further = further.join("; ")])
        }
        Claim::MaximumNotFound { best_per_s, reason, .. } => {
            let (rate, why) = (words.per_s(*best_per_s), capacity::reason(words, reason));
            words.say("finding-maximum-not-found", args![rate, why])
        }
        Claim::KneeBelowRange { first_step, first_load, first_per_s, max_per_s, share_percent } => {
            let (rate, highest) = (words.per_s(*first_per_s), words.per_s(*max_per_s));
            let share = words.with_percent_sign(words.fixed(*share_percent, 0));
            let (step, with) = (*first_step, with(words, first_load));
            words.say("finding-knee-below-range", args![step, with, rate, share, highest])
        }
        Claim::Knee(marginal) => words.say("finding-knee", args![between = between(words, marginal)]),
        Claim::Plateau(marginal) => words.say("finding-plateau", args![between = between(words, marginal)]),
        Claim::Retrograde(marginal) => {
            let between = between(words, marginal);
            match marginal.servers.map(|servers| detectors::servers_at_work(words, servers)) {
                Some(servers) => {
                    words.say("finding-retrograde-fewer", args![between, to = marginal.to_step, servers])
                }
                None => words.say("finding-retrograde", args![between]),
            }
        }
        Claim::LittleMismatch { steps, ratio_min, ratio_max } => {
            let share = percents(words, words.fixed(ratio_min * 100.0, 0), words.fixed(ratio_max * 100.0, 0));
            words.say("finding-little-mismatch", args![steps = words.steps(steps), share])
        }
        Claim::RequestsInFlight { steps, in_flight_max, worst_step, mean_us, mean_with_in_flight_us } => {
            let (mean, whole) = (words.time(*mean_us), words.time(*mean_with_in_flight_us));
            let (steps, requests) = (words.steps(steps), words.count(*in_flight_max));
            words.say("finding-requests-in-flight", args![steps, requests, step = *worst_step, mean, whole])
        }
        Claim::JobsFailed { failed, jobs, first, timed_out, detail, .. } => {
            let (failed, jobs) = (words.count(*failed), words.count(*jobs));
            let how = words.text(if *timed_out { "finding-job-timed-out" } else { "finding-job-failed" });
            words.say("finding-jobs-failed", args![failed, jobs, first, how, said = detail.as_str()])
        }
        Claim::GeneratorDelayed { steps, run_delay_percent_max, lateness_us_max, turn_us_max } => {
            let late = (*run_delay_percent_max, *lateness_us_max, *turn_us_max);
            generator_delayed(words, steps, late)
        }
        Claim::ArrivalsNotStarted { .. } => arrivals_not_started(words, claim),
        Claim::CapacityNotFound { .. } => capacity_not_found(words, claim),
        Claim::Inversion { .. } => inversion(words, claim),
        Claim::FastFailures { step, errors_percent, failed_mean_us, succeeded_mean_us, .. } => {
            let share = words.with_percent_sign(words.percent(*errors_percent));
            let (failed, succeeded) = (words.time(*failed_mean_us), words.time(*succeeded_mean_us));
            words.say("finding-fast-failures", args![step = *step, share, failed, succeeded])
        }
        Claim::HighErrors { steps, errors, requests, errors_percent_min, errors_percent_max, top } => {
            let share =
                percents(words, words.percent(*errors_percent_min), words.percent(*errors_percent_max));
            let (steps, causes) = (words.steps(steps), causes(words, top));
            words.say("finding-errors", args![steps, errors = *errors, requests = *requests, share, causes])
        }
        Claim::RequirementFailed { requirement, steps, load_line, .. } => {
            let id = match load_line {
                Some(Judgement::Pass) => "finding-requirement-failed-but-holds",
                Some(Judgement::Inconclusive) => "finding-requirement-failed-undecided",
                Some(Judgement::Fail) | None => "finding-requirement-failed",
            };
            words.say(id, args![requirement, steps = words.steps(steps)])
        }
        Claim::RequirementUnreadable { .. }
        | Claim::RunCutOff { .. }
        | Claim::RunStopped { .. }
        | Claim::WindowTooShort { .. }
        | Claim::CertificatesNotVerified
        | Claim::ElementsSkipped { .. }
        | Claim::ElementsApproximated { .. } => of_run(words, claim),
    }
}

/// Claims on the run and its plan, not on what it measured.
fn of_run(words: &Words, claim: &Claim) -> String {
    match claim {
        Claim::RequirementUnreadable { error, .. } => words.say("verdict-unreadable-proof", args![error]),
        Claim::RunCutOff { last_step: Some(step), recorded_to_us } => {
            let recorded = words.length(*recorded_to_us as f64 / 1e6);
            words.say("finding-cut-off", args![recorded, step = *step])
        }
        Claim::RunCutOff { last_step: None, .. } => words.text("finding-cut-off-nothing"),
        Claim::RunStopped { reason, at_us } => {
            let (reason, after) = (run::reason(words, reason), words.length(*at_us as f64 / 1e6));
            words.say("finding-stopped", args![reason, after])
        }
        Claim::WindowTooShort { steps, measured_s_min, measured_s_max, min_s } => {
            let (from, to) = (words.length(*measured_s_min), words.length(*measured_s_max));
            let measured = if from == to { from } else { words.say("finding-range", args![from, to]) };
            let (n, steps, least) = (steps.len(), words.steps_start(steps), words.length(*min_s));
            words.say("finding-window-too-short", args![n, steps, measured, least])
        }
        Claim::ElementsSkipped { elements } => {
            words.say("finding-elements-skipped", args![n = elements.len()])
        }
        Claim::ElementsApproximated { elements } => {
            words.say("finding-elements-approximated", args![n = elements.len()])
        }
        _ => words.text("finding-certificates"),
    }
}

/// With why, where it is known: the ids of both forms.
fn because(words: &Words, ids: [&str; 2], rate: String, why: Option<String>) -> String {
    match why {
        Some(why) => words.say(ids[1], args![rate, why]),
        None => words.say(ids[0], args![rate]),
    }
}

fn capacity_not_found(words: &Words, claim: &Claim) -> String {
    let Claim::CapacityNotFound { result, reason, holds_rate_per_s, fails_rate_per_s } = claim else {
        return String::new();
    };
    let why = reason.as_ref().map(|reason| search::reason(words, reason));
    let rate = |per_s: &Option<f64>| per_s.map(|rate| asked(words, rate));
    match (result, rate(holds_rate_per_s), rate(fails_rate_per_s)) {
        (RateResult::NotReachable, _, Some(fails)) => {
            because(words, ["finding-holds-at-no-rate", "finding-holds-at-no-rate-why"], fails, why)
        }
        (RateResult::LowerBound, Some(holds), _) => {
            because(words, ["finding-capacity-at-least", "finding-capacity-at-least-why"], holds, why)
        }
        _ => match why {
            Some(why) => words.say("finding-search-without-answer-why", args![why]),
            None => words.text("finding-search-without-answer"),
        },
    }
}

fn inversion(words: &Words, claim: &Claim) -> String {
    let Claim::Inversion { from_step, to_step, from_load, to_load, kind } = claim else {
        return String::new();
    };
    let (from, to) = (*from_step, *to_step);
    let (from_load, to_load) = (load(words, from_load), load(words, to_load));
    let (id, before, after) = match kind {
        InversionKind::Throughput { from_per_s, to_per_s } => {
            ("finding-throughput-inversion", words.per_s(*from_per_s), words.per_s(*to_per_s))
        }
        InversionKind::Response { from_p50_us, to_p50_us } => {
            ("finding-response-inversion", words.time(*from_p50_us as f64), words.time(*to_p50_us as f64))
        }
    };
    words.say(id, args![from, from_load, to, to_load, before, after])
}

/// Run delay in percent, lateness and turns in microseconds.
fn generator_delayed(words: &Words, steps: &[u32], late: (Option<f64>, Option<u64>, Option<u64>)) -> String {
    let time = |us: u64| words.time(us as f64);
    let parts = [
        late.0.map(|percent| {
            let share = words.with_percent_sign(words.percent(percent));
            words.say("finding-delayed-cores", args![share])
        }),
        late.1.map(|us| words.say("finding-delayed-timers", args![time = time(us)])),
        late.2.map(|us| words.say("finding-delayed-turns", args![time = time(us)])),
    ];
    let parts: Vec<String> = parts.into_iter().flatten().collect();
    words.say("finding-generator-delayed", args![steps = words.steps(steps), parts = words.listed(&parts)])
}

fn causes(words: &Words, top: &[ErrorCount]) -> String {
    let cause = |error: &ErrorCount| {
        words.say("finding-cause", args![cause = run::error(words, error), n = error.count])
    };
    words.listed(&top.iter().map(cause).collect::<Vec<_>>())
}

fn arrivals_not_started(words: &Words, claim: &Claim) -> String {
    let Claim::ArrivalsNotStarted {
        steps,
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
        parts.push(words.say("finding-arrivals-dropped", args![n = *dropped]));
    }
    if *waited > 0 || *waiting_max > 0 {
        let mut waits = vec![words.say("finding-arrivals-waited", args![n = *waited])];
        if *waiting_max > 0 {
            waits.push(words.say("finding-arrivals-waiting", args![n = *waiting_max]));
        }
        if let Some(us) = delay_us_max {
            waits.push(words.say("finding-arrivals-longest", args![time = words.time(*us as f64)]));
        }
        parts.push(waits.join(", "));
    }
    let (users, busy) = (*users, *busy_max);
    let arrivals = words
        .say("finding-arrivals", args![steps = words.steps(steps), due = *due, parts = words.listed(&parts)]);
    let pool = match pool_was_full {
        true => words.say("finding-arrivals-pool", args![users]),
        false => words.say("finding-arrivals-moments", args![busy, users]),
    };
    let mut sentences = vec![arrivals, pool];
    if *waited > 0 {
        sentences.push(words.text("finding-arrivals-times"));
    }
    if *dropped > 0 {
        sentences.push(words.text("finding-arrivals-lost"));
    }
    sentences.join(" ")
}

/// `1.84 %`, `1.84–2.5 %` of numbers that are written already.
fn percents(words: &Words, low: String, high: String) -> String {
    words.with_percent_sign(if low == high { low } else { words.interval(&low, &high) })
}

/// `between step 3 (48 users, …) and step 4 (56 users, …): 0.12 % more throughput per 1 % more users, CI …`
fn between(words: &Words, marginal: &Marginal) -> String {
    let Marginal { from_step, to_step, from_load, to_load, from_per_s, to_per_s, efficiency, .. } = marginal;
    let of = if to_load.rate_per_s.is_some() { "arrivals" } else { "users" };
    let between = words.say(
        "finding-between",
        args![
            from = *from_step,
            from_load = load_asked(words, from_load),
            from_rate = words.per_s(*from_per_s),
            to = *to_step,
            to_load = load_asked(words, to_load),
            to_rate = words.per_s(*to_per_s),
            change = words.change(efficiency.value, 2),
            of,
        ],
    );
    match efficiency.bounds_95 {
        Some(bounds) => {
            let (low, high) = (words.fixed(bounds.low, 2), words.fixed(bounds.high, 2));
            words.say("finding-between-bounds", args![between, low, high])
        }
        None => between,
    }
}

/// What would tell more, or mend it.
pub fn next(words: &Words, run: Option<&RunAnalysis>, claim: &Claim) -> String {
    if let (Claim::Retrograde(Marginal { servers: None, .. }), Some(cause)) =
        (claim, run.and_then(known_limit))
    {
        let (grade, cause) = (limits::grade(words, cause.grade), limits::name(words, &cause.usage));
        return words.say("finding-next-known-limit", args![cause, grade]);
    }
    words.text(match claim {
        Claim::Server(_) | Claim::Across(_) | Claim::Told(_) => {
            return finding_parts::next(words, &NextStep::of(claim));
        }
        Claim::GeneratorLimited { problem, .. } => return validity::remedy(words, problem),
        Claim::ArrivalsNotStarted { pool_was_full: true, .. } => "finding-next-larger-pool",
        Claim::ArrivalsNotStarted { .. } => "finding-next-arrivals",
        Claim::CapacityNotFound { result: RateResult::LowerBound, .. } => "finding-next-higher-rates",
        Claim::CapacityNotFound { result: RateResult::NotReachable, .. } => "finding-next-lower-rates",
        Claim::CapacityNotFound { .. } => "finding-next-longer-windows",
        Claim::MaximumNotFound { reason: BoundReason::GainUncertain { .. }, .. } => {
            "finding-next-longer-steps"
        }
        Claim::MaximumNotFound { .. } => "finding-next-higher-loads",
        Claim::KneeBelowRange { .. } => "finding-next-smaller-loads",
        Claim::Knee(_) | Claim::Plateau(_) => "finding-next-between",
        Claim::Retrograde(marginal) if marginal.servers.is_some() => "finding-next-servers",
        Claim::Retrograde(_) => "finding-next-contention",
        Claim::LittleMismatch { .. } => "finding-next-little",
        Claim::RequestsInFlight { .. } => "finding-next-in-flight",
        Claim::JobsFailed { .. } => "finding-next-jobs",
        Claim::GeneratorDelayed { .. } => "validity-remedy-delayed",
        Claim::Inversion { .. } => "finding-next-other-order",
        Claim::FastFailures { .. } => "validity-remedy-failures",
        Claim::HighErrors { .. } => "finding-next-errors",
        Claim::RequirementFailed { .. } => "finding-next-requirement",
        Claim::RequirementUnreadable { .. } => "finding-next-correct",
        Claim::RunCutOff { .. } | Claim::RunStopped { .. } => "validity-remedy-again",
        Claim::WindowTooShort { .. } => "finding-next-minutes",
        Claim::CertificatesNotVerified => "finding-next-certificates",
        Claim::ElementsSkipped { .. } | Claim::ElementsApproximated { .. } => "finding-next-elements",
    })
}

/// A limiting factor that more speaks for than that it was busy.
fn known_limit(run: &RunAnalysis) -> Option<&Cause> {
    let Verdict::Causes { causes, .. } = &run.limiting_factor.verdict else { return None };
    causes.first().filter(|cause| cause.grade < Grade::Weak)
}
