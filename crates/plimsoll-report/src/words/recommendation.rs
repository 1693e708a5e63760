//! The recommended operating point, what was passed over for it, and projections.

use super::capacity::place;
use super::servers::source;
use super::{Words, args, claims, finding, limits, load};
use plimsoll_analysis::advice::ERRORS_PERCENT_MAX;
use plimsoll_analysis::bottleneck::{LimitVerdict, Usage};
use plimsoll_analysis::capacity::BEST_OF_S;
use plimsoll_analysis::findings::{Claim, Finding, LeakSuspected, MemoryGrows, OtherWork, QueueGrows};
use plimsoll_analysis::requirements::Requirement;
use plimsoll_analysis::{
    BoundReason, Capacity, Judgement, OperatingPoint, Projection, RunAnalysis, StepRow, Sustained, Verdict,
};

/// The figure alone: measured, or where no step can be kept up what consumers keep up with.
pub fn figure(words: &Words, run: &RunAnalysis) -> Option<String> {
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

pub fn sentence(words: &Words, run: &RunAnalysis) -> String {
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
            false if matches!(run.capacity, Capacity::Rising { .. }) => "capacity-recommended-rising",
            false if run.has_step_that_meets_all() => "capacity-recommended-fails-again",
            false => "capacity-recommended-no-step",
        });
    };
    let throughput = words.per_s_with_bounds(&point.throughput_per_s);
    if run.verdicts.is_empty()
        && let Some(text) = chosen_freely(words, run, point)
    {
        return with_caveats(words, run, text);
    }
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

/// Without requirements: below a maximum that was found.
fn chosen_freely(words: &Words, run: &RunAnalysis, point: &OperatingPoint) -> Option<String> {
    let headroom = run.advice.headroom?;
    let (share, maximum) =
        (words.with_percent_sign(words.written(headroom.percent)), words.per_s(headroom.maximum_per_s));
    if point.throughput_per_s.value > headroom.at_most_per_s {
        let rate = words.per_s(headroom.at_most_per_s);
        let text = match measured_below(words, run, headroom.at_most_per_s) {
            Some((lower, below)) => {
                words.say("capacity-recommended-free-between", args![rate, share, maximum, lower, below])
            }
            None => words.say("capacity-recommended-free-below", args![rate, share, maximum]),
        };
        return Some(text);
    }
    let (throughput, place) = (words.per_s_with_bounds(&point.throughput_per_s), place(words, point));
    // A table may have neither times nor errors.
    let id = if run.advice.knows_times {
        "capacity-recommended-free"
    } else {
        "capacity-recommended-free-highest"
    };
    Some(words.say(id, args![throughput, place, share, maximum]))
}

/// Where a maximum was found: what is left of it, or a measured load that leaves it.
fn with_headroom(words: &Words, run: &RunAnalysis, point: &OperatingPoint) -> Option<String> {
    let headroom = run.advice.headroom?;
    let (share, maximum) =
        (words.with_percent_sign(words.written(headroom.percent)), words.per_s(headroom.maximum_per_s));
    if point.throughput_per_s.value <= headroom.at_most_per_s {
        let throughput = words.per_s_with_bounds(&point.throughput_per_s);
        let place = place(words, point);
        let id = match run.advice.knows_times {
            true => "capacity-recommended-headroom",
            false => "capacity-recommended-headroom-highest",
        };
        return Some(words.say(id, args![throughput, place, share, maximum]));
    }
    let (rate, place) = (words.per_s(headroom.at_most_per_s), place(words, point));
    // A search goes through lower rates on its way: what holds at the highest is not shown better by them.
    if run.rate_capacity().is_some() {
        return Some(words.say("capacity-recommended-below-rate", args![rate, place, share, maximum]));
    }
    let Some((lower, below)) = measured_below(words, run, headroom.at_most_per_s) else {
        return Some(words.say("capacity-recommended-below", args![rate, place, share, maximum]));
    };
    Some(words.say("capacity-recommended-between", args![rate, place, share, maximum, lower, below]))
}

/// Of the steps of lower loads that leave the headroom free, and in which every requirement is shown to hold, the highest: what it brings, and its name.
fn measured_below(words: &Words, run: &RunAnalysis, at_most_per_s: f64) -> Option<(String, String)> {
    let load = run.advice.recommended.as_ref()?.load().value();
    let holds = |row: &&StepRow| run.verdicts.iter().all(|verdict| verdict.holds_in.contains(&row.number));
    let valid = run.steps.iter().filter(|row| row.is_valid() && row.throughput_per_s.value <= at_most_per_s);
    let is_lower = |row: &&StepRow| row.load().value() < load && row.errors_percent < ERRORS_PERCENT_MAX;
    let highest = valid
        .filter(is_lower)
        .filter(holds)
        .max_by(|a, b| a.throughput_per_s.value.total_cmp(&b.throughput_per_s.value))?;
    Some((words.per_s(highest.throughput_per_s.value), words.step(highest.number)))
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
    let fills =
        point.and_then(|point| heap_fills(words, run, point).or_else(|| memory_fills(words, run, point)));
    let short = point.and_then(|point| short_steps(words, run, point));
    let mix = (run.advice.recommended.is_some() && of_different_mixes(run))
        .then(|| words.text("capacity-of-its-mix"));
    let unit = point.and_then(|point| in_iterations(words, run, point));
    let busy = point.and_then(|point| by_other_work(words, run, point));
    let at_limit = point.and_then(|point| at_its_limit(words, run, point));
    let low = point.and_then(OperatingPoint::surely_per_s);
    let wide = low.map(|low| words.say("capacity-recommended-wide", args![low = words.per_s(low)]));
    [
        Some(text),
        wide,
        busy,
        at_limit,
        mix,
        unit,
        fills,
        passed_over,
        not_sustained,
        short,
        sustained(words, run),
    ]
    .into_iter()
    .flatten()
    .collect::<Vec<_>>()
    .join(" ")
}

/// What limits the system was as saturated in the smallest load, and that is the one.
fn at_its_limit(words: &Words, run: &RunAnalysis, point: &OperatingPoint) -> Option<String> {
    let LimitVerdict::Causes { causes, .. } = &run.limiting_factor.verdict else { return None };
    let first = causes.first().filter(|cause| cause.usage_below.is_none() && cause.usage.is_saturated())?;
    let load = point.load().value();
    let is_smallest = !run.steps.iter().any(|row| row.is_valid() && row.load().value() < load);
    let is_it = |usage: &Usage| usage.key() == first.usage.key() && usage.step == point.step;
    let is_saturated = run.limiting_factor.table.iter().any(|usage| is_it(usage) && usage.is_saturated());
    let cause = limits::name(words, &first.usage);
    (is_smallest && is_saturated).then(|| words.say("capacity-at-its-limit", args![cause]))
}

/// Other work had the CPU in its step, or in half of the steps of its load or more.
fn by_other_work(words: &Words, run: &RunAnalysis, point: &OperatingPoint) -> Option<String> {
    let of_load = || run.steps.iter().filter(|row| row.is_valid() && row.load() == point.load());
    let is_in_most = |work: &&OtherWork| {
        let busy = of_load().filter(|row| work.steps.contains(&row.number)).count();
        busy > 0 && (2 * busy >= of_load().count() || work.steps.contains(&point.step))
    };
    let found = run.findings.iter().filter_map(|finding| match &finding.claim {
        Claim::OtherWork(work) => Some(work),
        _ => None,
    });
    let sources: Vec<String> =
        found.filter(is_in_most).flat_map(OtherWork::sources).map(|of| source(words, of)).collect();
    (!sources.is_empty())
        .then(|| words.say("capacity-of-busy-machine", args![sources = words.listed(&sources)]))
}

/// Steps of more load were of other transactions, too.
pub(super) fn of_different_mixes(run: &RunAnalysis) -> bool {
    use BoundReason::{MixesDiffer, TransactionSaturated};
    let Capacity::LowerBound { reason, .. } = &run.capacity else { return false };
    matches!(reason, MixesDiffer { .. } | TransactionSaturated { .. })
}

/// An iteration with so many requests or more is no request.
const SEVERAL_REQUESTS: f64 = 1.2;

/// What is offered counts iterations, and what is brought requests: where these are several, both are said.
fn in_iterations(words: &Words, run: &RunAnalysis, point: &OperatingPoint) -> Option<String> {
    let row = run.step(point.step)?;
    let started = row.arrivals.as_ref().map(|arrivals| arrivals.started).filter(|started| *started > 0)?;
    let each = row.requests as f64 / started as f64;
    let per_s = run.advice.operate_at_per_s.filter(|_| each > SEVERAL_REQUESTS)?;
    let (rate, iterations) = (words.per_s(per_s), words.per_s(per_s / each));
    Some(words.say("capacity-in-iterations", args![n = words.significant(each, 3), rate, iterations]))
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

/// Memory grew while this load was on, and did not level off.
fn memory_fills(words: &Words, run: &RunAnalysis, point: &OperatingPoint) -> Option<String> {
    let of_load = |step: u32| run.step(step).is_some_and(|row| row.load() == point.load());
    let grows = run.findings.iter().filter_map(|finding| match &finding.claim {
        Claim::MemoryGrows(grows) if of_load(grows.step) => Some(grows),
        _ => None,
    });
    let (limited, others): (Vec<&MemoryGrows>, Vec<&MemoryGrows>) =
        grows.partition(|grows| grows.full_in_s.is_some());
    let full_in_s = limited.iter().filter_map(|grows| grows.full_in_s).reduce(f64::min);
    let fills = full_in_s.map(|full_in_s| {
        let sources: Vec<String> = limited.iter().map(|grows| source(words, &grows.source)).collect();
        let (sources, full_in) = (words.listed(&sources), words.length(full_in_s));
        words.say("capacity-memory-fills", args![sources, full_in])
    });
    let with_rate = |grows: &&MemoryGrows| {
        format!("{} ({})", source(words, &grows.source), words.bytes_per_s(grows.bytes_per_s))
    };
    let unlimited: Vec<String> = others.iter().map(with_rate).collect();
    let grow = (!unlimited.is_empty())
        .then(|| words.say("capacity-memory-grows", args![sources = words.listed(&unlimited)]));
    let said: Vec<String> = fills.into_iter().chain(grow).collect();
    (!said.is_empty()).then(|| said.join(" "))
}

/// It was seen while a step of this load was measured.
fn is_under(run: &RunAnalysis, finding: &Finding, point: &OperatingPoint) -> bool {
    let times = finding.evidence.iter().filter_map(|item| item.window_us);
    let of_load = |(from, to): (i64, i64)| {
        let within = |row: &&StepRow| {
            let ended = row.measured_from_us as i64 + (row.measured_s * 1e6) as i64;
            (row.measured_from_us as i64) < to && ended > from
        };
        run.steps.iter().filter(within).any(|row| row.load() == point.load())
    };
    times.into_iter().any(of_load)
}

/// What collections leave grew while this load was on: the load is borrowed from the heap.
fn heap_fills(words: &Words, run: &RunAnalysis, point: &OperatingPoint) -> Option<String> {
    let leaks = run.findings.iter().filter(|finding| is_under(run, finding, point));
    let leaks: Vec<&LeakSuspected> = leaks
        .filter_map(|finding| match &finding.claim {
            Claim::LeakSuspected(leak) => Some(leak),
            _ => None,
        })
        // What hardly grows any more may never be full.
        .filter(|leak| claims::jvm::is_full(leak) != "levels")
        .collect();
    // The first to be full ends it.
    let first = leaks.iter().min_by(|a, b| a.full_in_s.total_cmp(&b.full_in_s))?;
    let (full_in, full) = (words.length(first.full_in_s), claims::jvm::is_full(first));
    let sources: Vec<String> = leaks.iter().map(|leak| source(words, &leak.source)).collect();
    let (sources, pool) = (words.listed(&sources), claims::jvm::pool(first));
    Some(words.say("capacity-heap-fills", args![sources, full_in, full, pool]))
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

/// The load that is recommended fills a heap, or memory that has a limit: it can't be kept up without restarts.
pub fn needs_restarts(words: &Words, run: &RunAnalysis) -> bool {
    run.advice.recommended.as_ref().is_some_and(|point| {
        heap_fills(words, run, point).is_some() || memory_fills(words, run, point).is_some()
    })
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

/// The findings, and the rate that was not carried, for which steps were passed over.
fn against(words: &Words, run: &RunAnalysis) -> String {
    let loads: Vec<f64> = run
        .advice
        .passed_over
        .iter()
        .filter_map(|step| run.step(*step))
        .map(|row| row.load().value())
        .collect();
    let of_load = |row: &&StepRow| loads.contains(&row.load().value());
    let passed_over = |row: &StepRow| run.advice.passed_over.contains(&row.number);
    let is_against = |finding: &&Finding| {
        run.steps.iter().any(|row| {
            of_load(&row) && finding.is_failure_in(row) || passed_over(row) && finding.is_load_moving_in(row)
        })
    };
    let found = run.findings.iter().filter(is_against);
    let critical = found.map(|found| finding::short(words, &found.claim).trim_end_matches('.').to_owned());
    let not_carried = run.capacity.not_carried().filter(|point| run.advice.passed_over.contains(&point.step));
    let not_carried = not_carried.map(|point| {
        let rate = point.rate_per_s.map_or_else(super::number::dash, |rate| load::asked(words, rate));
        words.say("capacity-not-carried", args![rate])
    });
    critical.chain(not_carried).chain(errors(words, run)).collect::<Vec<_>>().join("; ")
}

/// Failures of the steps that were passed over, where no requirement judges them.
fn errors(words: &Words, run: &RunAnalysis) -> Option<String> {
    let limits =
        |verdict: &Verdict| Requirement::parse(&verdict.requirement).is_ok_and(|it| it.is_of_errors());
    let passed_over = run.advice.passed_over.iter().filter_map(|step| run.step(*step));
    let loads: Vec<f64> = passed_over.map(|row| row.load().value()).collect();
    let of_load =
        run.steps.iter().filter(|row| row.supports_verdicts() && loads.contains(&row.load().value()));
    let most =
        of_load.map(|row| row.errors_percent).reduce(f64::max).filter(|most| *most >= ERRORS_PERCENT_MAX)?;
    let share = words.with_percent_sign(words.percent(most));
    (!run.verdicts.iter().any(limits)).then(|| words.say("capacity-unlimited-errors", args![share]))
}

/// The same where no heading names it.
pub fn line(words: &Words, run: &RunAnalysis) -> String {
    let none = run.advice.recommended.is_none() && instead(run).is_none();
    let id = if none { "capacity-recommended-line-none" } else { "capacity-recommended-line" };
    words.say(id, args![text = sentence(words, run)])
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
