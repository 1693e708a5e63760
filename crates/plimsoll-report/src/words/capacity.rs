//! Capacity, the recommended operating point, and projections.

use super::servers::source;
use super::{Words, args, claims, detectors, finding, load, notes, search};
use plimsoll_analysis::capacity::BEST_OF_S;
use plimsoll_analysis::findings::{Claim, Finding, LeakSuspected, QueueGrows};
use plimsoll_analysis::step::Growth;
use plimsoll_analysis::{
    BoundReason, Capacity, Gain, Judgement, OperatingPoint, Projection, RunAnalysis, StepRow, Sustained,
    Verdict,
};
use plimsoll_run::Source;

/// The figure alone, for the verdict box: `≥ 112.0/s`.
pub fn figure(words: &Words, capacity: &Capacity) -> String {
    let rate = |best: &OperatingPoint| words.per_s(best.throughput_per_s.value);
    match capacity {
        Capacity::BelowAsked { best, pool_was_full: true } | Capacity::LowerBound { best, .. } => {
            words.say("capacity-figure-at-least", args![rate = rate(best)])
        }
        Capacity::Maximum { best, .. }
        | Capacity::BelowAsked { best, .. }
        | Capacity::Refused { best, .. }
        | Capacity::OneLoad { best } => rate(best),
        Capacity::Rate(search) => search::figure(words, search),
        Capacity::Ramp { highest, .. } => rate(highest),
        Capacity::TooLittle { .. } | Capacity::Unknown => words.text("capacity-figure-unknown"),
    }
}

/// Beside the figure, where more load found fewer servers.
pub fn until_lost(words: &Words, capacity: &Capacity) -> Option<String> {
    let lost = matches!(capacity, Capacity::Maximum { shown_by: Gain { servers: Some(_), .. }, .. });
    lost.then(|| words.text("capacity-until-lost"))
}

/// What the figure is called.
pub fn kind(words: &Words, capacity: &Capacity) -> String {
    words.text(match capacity {
        Capacity::Maximum { shown_by: Gain { servers: Some(_), .. }, .. } => "capacity-kind-until-lost",
        Capacity::Maximum { .. }
        | Capacity::Refused { .. }
        | Capacity::BelowAsked { pool_was_full: false, .. } => "capacity-kind-maximum",
        Capacity::LowerBound { .. } | Capacity::BelowAsked { pool_was_full: true, .. } => {
            "capacity-kind-lower-bound"
        }
        Capacity::OneLoad { .. } => "capacity-kind-one-load",
        Capacity::Rate(found) => search::kind(found),
        Capacity::Ramp { .. } => "capacity-kind-ramp",
        Capacity::TooLittle { .. } => "capacity-kind-too-little",
        Capacity::Unknown => "capacity-kind",
    })
}

pub fn sentence(words: &Words, capacity: &Capacity) -> String {
    let throughput = |best: &OperatingPoint| words.per_s_with_bounds(&best.throughput_per_s);
    let reached = |id: &str, best: &OperatingPoint| {
        words.say(id, args![throughput = throughput(best), place = place(words, best)])
    };
    let because = |id: &str, best: &OperatingPoint, why: String| {
        words.say(id, args![throughput = throughput(best), place = place(words, best), why])
    };
    match capacity {
        Capacity::Maximum { best, shown_by } => {
            because("capacity-maximum", best, self::shown_by(words, best, shown_by))
        }
        Capacity::BelowAsked { best, pool_was_full: true } => reached("capacity-below-asked-pool", best),
        Capacity::BelowAsked { best, pool_was_full: false } => reached("capacity-below-asked", best),
        Capacity::Refused { best, failed_percent, failed_percent_below } => words.say(
            "capacity-refused",
            args![
                throughput = throughput(best),
                place = place(words, best),
                failed = words.with_percent_sign(words.percent(*failed_percent)),
                below = words.with_percent_sign(words.percent(*failed_percent_below))
            ],
        ),
        Capacity::LowerBound { best, reason } => {
            because("capacity-lower-bound", best, reason_at(words, reason, best.nodes))
        }
        Capacity::OneLoad { best } => match best.rate_per_s {
            Some(rate) => {
                let rate = load::asked(words, rate);
                words.say("capacity-one-rate", args![throughput = throughput(best), rate])
            }
            None => {
                let with = load::with(words, &best.load());
                words.say("capacity-one-load", args![throughput = throughput(best), with])
            }
        },
        Capacity::Rate(found) => search::sentence(words, found),
        Capacity::Ramp { highest, users_min, users_max } => {
            let users = load::load(words, &highest.load());
            let place = format!("{} ({users})", highest.step);
            let throughput = throughput(highest);
            words.say("capacity-ramp", args![from = *users_min, to = *users_max, throughput, place])
        }
        Capacity::TooLittle { highest, succeeded, measured_s, needed, steps } => {
            let long = words.length((measured_s * *needed as f64 / (*succeeded).max(1) as f64).ceil());
            words.say(
                "capacity-too-little",
                args![
                    steps = words.say("capacity-steps", args![n = *steps]),
                    throughput = throughput(highest),
                    place = place(words, highest),
                    succeeded = *succeeded,
                    measured = words.length(*measured_s),
                    needed = *needed,
                    long
                ],
            )
        }
        // Of a run that is spoken of by itself.
        Capacity::Unknown if words.knows_no_step() => words.text("capacity-unknown-no-steps"),
        Capacity::Unknown => words.text("capacity-unknown"),
    }
}

/// `step 9 with 72 users (8 threads × 9 nodes)`, and of how many steps it is the mean.
pub fn place(words: &Words, point: &OperatingPoint) -> String {
    let place = step_place(words, point);
    match point.of_steps {
        0 | 1 => place,
        n => words.say("capacity-place-mean", args![place, n]),
    }
}

fn step_place(words: &Words, point: &OperatingPoint) -> String {
    let step = point.step;
    if let Some(rate) = point.rate_per_s {
        return words.say("capacity-place-rate", args![step, rate = load::asked(words, rate)]);
    }
    let users = load::load(words, &point.load());
    if point.nodes > 1 && point.mean_users.is_none() {
        let threads = words.say("load-threads", args![n = point.threads]);
        words.say("capacity-place-nodes", args![step, users, threads, nodes = point.nodes])
    } else {
        words.say("capacity-place", args![step, users])
    }
}

/// As [`reason`], where it is known how many nodes the last step had: a climb with several raised them last.
fn reason_at(words: &Words, reason: &BoundReason, nodes: u32) -> String {
    match reason {
        BoundReason::LoadExhausted { growth: Some(growth) } if nodes > 1 => {
            grew(words, growth, "capacity-no-node-left")
        }
        other => self::reason(words, other),
    }
}

/// Completes "the maximum was not found: …".
pub fn reason(words: &Words, reason: &BoundReason) -> String {
    match reason {
        BoundReason::LoadExhausted { growth: Some(growth) } => {
            grew(words, growth, "capacity-no-load-left-growing")
        }
        BoundReason::LoadExhausted { growth: None } => words.text("capacity-no-load-left"),
        BoundReason::StillGrowing { gain } if gain.highest_tried => {
            let (step, base, change) = (gain.step, gain.base_step, change(words, gain));
            words.say("capacity-highest-still-grew", args![step, change, base])
        }
        BoundReason::StillGrowing { gain } => {
            let change = words.change(gain.percent.value, 1);
            brought(words, "capacity-brought", gain, change)
        }
        BoundReason::GainUncertain { gain } => {
            let shown = words.gain(gain.percent.value);
            let (step, goal) = (gain.step, words.whole_percent(gain.goal_percent));
            let gained = with_bounds(words, gain, shown);
            let said = words.say("capacity-gain-uncertain", args![step, gain = gained, goal]);
            [Some(said), of_steps(words, gain)].into_iter().flatten().collect::<Vec<_>>().join("; ")
        }
        BoundReason::HigherStepsInvalid { steps } => {
            words.say("capacity-higher-invalid", args![n = steps.len(), steps = words.steps(steps)])
        }
        BoundReason::Interrupted => words.text("capacity-interrupted"),
        BoundReason::LoadUnknown => words.text("capacity-load-unknown"),
        BoundReason::CutOff => words.text("capacity-cut-off"),
        BoundReason::StoppedByPlan => words.text("capacity-stopped-by-plan"),
        BoundReason::Impossible { why } => {
            words.say("capacity-impossible", args![message = notes::search_end(words, why)])
        }
        BoundReason::Failed { why } => {
            words.say("capacity-failed", args![message = notes::failure(words, why)])
        }
    }
}

/// Completes "Capacity is …: …".
fn shown_by(words: &Words, best: &OperatingPoint, gain: &Gain) -> String {
    let change = change(words, gain);
    let mut parts = vec![if let Some(servers) = gain.servers {
        let (step, base, servers) = (gain.step, gain.base_step, detectors::servers_at_work(words, servers));
        words.say("capacity-brought-with-fewer-servers", args![step, change, base, servers])
    } else if gain.percent.value < 0.0 {
        let (step, base) = (gain.step, gain.base_step);
        words.say("capacity-brought-with-more-load", args![step, change, base])
    } else if gain.goal_percent > 0 {
        brought(words, "capacity-brought-only", gain, change)
    } else {
        brought(words, "capacity-brought", gain, change)
    }];
    parts.extend(of_steps(words, gain));
    if best.step == gain.step {
        parts.push(words.text("capacity-untried"));
    }
    if gain.percent.bounds_95.is_none() {
        parts.push(words.text(if gain.is_from_table { "capacity-means" } else { "capacity-few-seconds" }));
    }
    parts.join("; ")
}

/// Where loads were measured more than once.
fn of_steps(words: &Words, gain: &Gain) -> Option<String> {
    (gain.of_steps > 2).then(|| words.say("capacity-of-steps", args![n = gain.of_steps]))
}

fn brought(words: &Words, id: &str, gain: &Gain, change: String) -> String {
    let goal = words.whole_percent(gain.goal_percent);
    words.say(id, args![step = gain.step, change, base = gain.base_step, goal])
}

/// `6.0 % more (CI −0.4 to 7.9)`
fn change(words: &Words, gain: &Gain) -> String {
    with_bounds(words, gain, words.change(gain.percent.value, 1))
}

fn with_bounds(words: &Words, gain: &Gain, value: String) -> String {
    match gain.percent.bounds_95 {
        Some(bounds) => {
            let (low, high) = (words.fixed(bounds.low, 1), words.fixed(bounds.high, 1));
            words.say("capacity-with-bounds", args![value, low, high])
        }
        None => value,
    }
}

fn grew(words: &Words, growth: &Growth, id: &str) -> String {
    let goal = words.with_percent_sign(words.fixed(growth.goal_percent as f64, 0));
    let gain = words.gain(growth.gain_percent_exact);
    words.say(id, args![gain, goal])
}

/// The figure alone: measured, or where no step can be kept up what consumers keep up with.
pub fn recommended_figure(words: &Words, run: &RunAnalysis) -> Option<String> {
    run.advice
        .operate_at_per_s
        .or_else(|| instead(run).map(|found| found.calls_per_s))
        .map(|per_s| words.per_s(per_s))
}

/// Where steps meet every requirement, but none of them can be kept up.
fn instead(run: &RunAnalysis) -> Option<&Sustained> {
    run.advice
        .sustained
        .as_ref()
        .filter(|_| run.advice.recommended.is_none() && !run.advice.not_sustained.is_empty())
}

pub fn recommended(words: &Words, run: &RunAnalysis) -> String {
    let search = run.rate_capacity().is_some();
    let Some(point) = &run.advice.recommended else {
        if !run.advice.passed_over.is_empty() || !run.advice.not_sustained.is_empty() {
            let why = [against(words, run), behind(words, run)];
            let why = why.into_iter().filter(|text| !text.is_empty()).collect::<Vec<_>>().join("; ");
            let said = words.say("capacity-recommended-no-sound-step", args![why]);
            let computed = instead(run).map(|found| {
                words.say("capacity-recommended-computed", args![rate = words.per_s(found.calls_per_s)])
            });
            let parts = [computed, sustained(words, run), Some(said)];
            return parts.into_iter().flatten().collect::<Vec<_>>().join(" ");
        }
        return words.text(match run.verdicts.is_empty() {
            true => "capacity-recommended-without-requirements",
            false if search => "capacity-recommended-no-rate",
            false if matches!(run.capacity, Capacity::Ramp { .. }) => "capacity-recommended-ramp",
            false => "capacity-recommended-no-step",
        });
    };
    let throughput = words.per_s_with_bounds(&point.throughput_per_s);
    if let Some(text) = with_headroom(words, run, point) {
        return with_caveats(words, run, text);
    }
    if search {
        let rate = load::asked(words, point.rate_per_s.unwrap_or(0.0));
        let sound = !run.advice.passed_over.is_empty();
        let id = if sound { "capacity-recommended-rate-sound" } else { "capacity-recommended-rate" };
        return with_caveats(words, run, words.say(id, args![throughput, rate]));
    }
    if !run.advice.passed_over.is_empty() {
        let text = words.say("capacity-recommended-sound", args![throughput, place = place(words, point)]);
        return with_caveats(words, run, text);
    }
    if matches!(run.capacity, Capacity::OneLoad { .. }) && point.rate_per_s.is_none() {
        let with = load::with(words, &point.load());
        let text = words.say("capacity-recommended-one-load", args![throughput, with]);
        return with_caveats(words, run, text);
    }
    with_caveats(
        words,
        run,
        words.say("capacity-recommended", args![throughput, place = place(words, point)]),
    )
}

/// Where a maximum was found: what is left of it, or a measured load that leaves it.
fn with_headroom(words: &Words, run: &RunAnalysis, point: &OperatingPoint) -> Option<String> {
    let headroom = run.advice.headroom?;
    let (share, maximum) =
        (words.with_percent_sign(words.written(headroom.percent)), words.per_s(headroom.maximum_per_s));
    if point.throughput_per_s.value <= headroom.at_most_per_s {
        let throughput = words.per_s_with_bounds(&point.throughput_per_s);
        let place = place(words, point);
        return Some(words.say("capacity-recommended-headroom", args![throughput, place, share, maximum]));
    }
    let (rate, place) = (words.per_s(headroom.at_most_per_s), place(words, point));
    // A search goes through lower rates on its way: what holds at the highest is not shown better by them.
    let id = match run.rate_capacity() {
        Some(_) => "capacity-recommended-below-rate",
        None => "capacity-recommended-below",
    };
    Some(words.say(id, args![rate, place, share, maximum]))
}

/// With what was passed over for it, and why.
fn with_caveats(words: &Words, run: &RunAnalysis, text: String) -> String {
    let of = |steps: &[u32], why: fn(&Words, &RunAnalysis) -> String| {
        let (n, named) = (steps.len(), words.steps_start(steps));
        (n > 0).then(|| words.say("capacity-passed-over", args![n, steps = named, why = why(words, run)]))
    };
    let (passed_over, not_sustained) =
        (of(&run.advice.passed_over, against), of(&run.advice.not_sustained, behind));
    let point = run.advice.recommended.as_ref();
    let fills = point.and_then(|point| heap_fills(words, run, point));
    let short = point.and_then(|point| short_steps(words, run, point));
    [Some(text), fills, passed_over, not_sustained, short, sustained(words, run)]
        .into_iter()
        .flatten()
        .collect::<Vec<_>>()
        .join(" ")
}

/// The consumers that did not keep up with steps that brought more.
fn behind(words: &Words, run: &RunAnalysis) -> String {
    let queues = run.findings.iter().filter_map(|finding| match &finding.claim {
        Claim::QueueGrows(QueueGrows { queue, steps, .. })
            if steps.iter().any(|step| run.advice.not_sustained.contains(step)) =>
        {
            Some(queue.title())
        }
        _ => None,
    });
    let queues: Vec<String> = queues.collect();
    if queues.is_empty() {
        return String::new();
    }
    words.say("capacity-not-kept-up", args![queues = words.listed(&queues)])
}

/// What collections leave grew while this load was on: the load is borrowed from the heap.
fn heap_fills(words: &Words, run: &RunAnalysis, point: &OperatingPoint) -> Option<String> {
    let under = |finding: &Finding| {
        let times = finding.evidence.iter().filter_map(|item| item.window_us);
        let of_load = |(from, to): (i64, i64)| {
            let within = |row: &&StepRow| {
                let ended = row.measured_from_us as i64 + (row.measured_s * 1e6) as i64;
                (row.measured_from_us as i64) < to && ended > from
            };
            run.steps.iter().filter(within).any(|row| row.load() == point.load())
        };
        times.into_iter().any(of_load)
    };
    let leaks = run.findings.iter().filter(|finding| under(finding));
    let leaks: Vec<(&Source, f64, &str)> = leaks
        .filter_map(|finding| match &finding.claim {
            Claim::LeakSuspected(leak @ LeakSuspected { source, full_in_s, .. }) => {
                Some((source, *full_in_s, claims::jvm::is_full(leak)))
            }
            _ => None,
        })
        .collect();
    // The first to be full ends it.
    let (_, full_in_s, full) = leaks.iter().min_by(|a, b| a.1.total_cmp(&b.1))?;
    let full_in = words.length(*full_in_s);
    let sources: Vec<String> = leaks.iter().map(|(of, ..)| source(words, of)).collect();
    Some(words.say("capacity-heap-fills", args![sources = words.listed(&sources), full_in, full = *full]))
}

/// Steps that are no operating point for their length alone.
fn short_steps(words: &Words, run: &RunAnalysis, point: &OperatingPoint) -> Option<String> {
    let more = |row: &&StepRow| row.throughput_per_s.value > point.throughput_per_s.value;
    let is_short = |row: &&StepRow| row.measured_s < BEST_OF_S;
    if matches!(run.capacity, Capacity::OneLoad { .. }) || run.step(point.step).iter().any(is_short) {
        return None;
    }
    let reported = |row: &&StepRow| {
        [&run.advice.passed_over, &run.advice.not_sustained].iter().any(|of| of.contains(&row.number))
    };
    let valid = run.steps.iter().filter(|row| row.is_valid() && !reported(row));
    let holds = |row: &&StepRow| {
        let passes = |verdict: &Verdict| verdict.judgement_in(row.number) == Some(Judgement::Pass);
        run.verdicts.iter().all(passes)
    };
    let short: Vec<&StepRow> = valid.filter(is_short).filter(more).filter(holds).collect();
    let longest = words.length(short.iter().map(|row| row.measured_s).reduce(f64::max)?);
    let numbers: Vec<u32> = short.iter().map(|row| row.number).collect();
    let (n, steps) = (numbers.len(), words.steps_start(&numbers));
    Some(words.say("capacity-short-steps", args![n, steps, longest]))
}

/// What the consumers keep up with.
fn sustained(words: &Words, run: &RunAnalysis) -> Option<String> {
    let found = run.advice.sustained.as_ref()?;
    let (queue, taken, rate) =
        (found.queue.title(), words.per_s(found.consumed_per_s), words.per_s(found.calls_per_s));
    let per_call = words.significant(found.messages_per_call, 3);
    Some(match &found.unit {
        Some(unit) => words.say("capacity-sustained-unit", args![queue, taken, rate, per_call, unit]),
        None => words.say("capacity-sustained", args![queue, taken, rate, per_call]),
    })
}

/// The critical findings, and the rate that was not carried, for which steps were passed over.
fn against(words: &Words, run: &RunAnalysis) -> String {
    let loads: Vec<f64> = run
        .advice
        .passed_over
        .iter()
        .filter_map(|step| run.step(*step))
        .map(|row| row.load().value())
        .collect();
    let of_load = |row: &&StepRow| loads.contains(&row.load().value());
    let found = run
        .findings
        .iter()
        .filter(|finding| run.steps.iter().filter(of_load).any(|row| finding.is_failure_in(row)));
    let critical = found.map(|found| finding::short(words, &found.claim));
    let not_carried = run.capacity.not_carried().filter(|point| run.advice.passed_over.contains(&point.step));
    let not_carried = not_carried.map(|point| {
        let rate = point.rate_per_s.map_or_else(super::number::dash, |rate| load::asked(words, rate));
        words.say("capacity-not-carried", args![rate])
    });
    critical.chain(not_carried).collect::<Vec<_>>().join("; ")
}

/// The same where no heading names it.
pub fn recommended_line(words: &Words, run: &RunAnalysis) -> String {
    let none = run.advice.recommended.is_none() && instead(run).is_none();
    let id = if none { "capacity-recommended-line-none" } else { "capacity-recommended-line" };
    words.say(id, args![text = recommended(words, run)])
}

/// `112.0/s × 3,600` and `≈ 403,000 per hour`, then by day and week.
pub fn arithmetic(words: &Words, projection: &Projection) -> [(String, String); 3] {
    let rate = words.per_s(projection.per_s);
    [
        (3_600, "capacity-per-hour", projection.per_hour),
        (86_400, "capacity-per-day", projection.per_day),
        (604_800, "capacity-per-week", projection.per_week),
    ]
    .map(|(seconds, id, value)| {
        let multiplied = words.say("capacity-multiplied", args![rate = &rate, factor = words.count(seconds)]);
        (multiplied, words.say(id, args![value = words.projected(value)]))
    })
}

pub fn headroom(words: &Words, projection: &Projection) -> Option<String> {
    let (expected, factor) = projection.expected_per_s.zip(projection.headroom)?;
    let (rate, hourly) = (words.per_s(projection.per_s), words.projected(expected * 3_600.0));
    let enough = if factor >= 1.0 { "yes" } else { "no" };
    let (expected, factor) = (words.per_s(expected), words.significant(factor, 3));
    Some(words.say("capacity-headroom", args![rate, expected, hourly, factor, enough]))
}
