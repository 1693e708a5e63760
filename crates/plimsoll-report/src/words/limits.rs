//! The limiting factor.

use super::detectors::share;
use super::servers::source;
use super::{Words, args, detectors};
use plimsoll_analysis::LimitingFactor;
use plimsoll_analysis::bottleneck::{
    ALL_THREADS, Cause, Grade, LimitVerdict, LostServer, NotKnown, OUTSIDE_DEVICES, RefutedCause, Resource,
    Saturation, Usage,
};
use plimsoll_run::Source;

/// What limits, and what only looks as if it did.
pub fn verdict(words: &Words, factor: &LimitingFactor) -> String {
    let others = factor.other_work.iter().map(|usage| {
        let used = usage.utilisation_percent.map_or_else(super::number::dash, |u| share(words, u.mean));
        words.say("limit-other-work", args![name = name(words, usage), used, step = usage.step])
    });
    let behind: Vec<String> = factor.behind.iter().map(|usage| name(words, usage)).collect();
    let behind =
        (!behind.is_empty()).then(|| words.say("limit-behind", args![names = words.listed(&behind)]));
    let said = std::iter::once(of_verdict(words, factor)).chain(others).chain(behind);
    said.collect::<Vec<_>>().join(" ")
}

fn of_verdict(words: &Words, factor: &LimitingFactor) -> String {
    match &factor.verdict {
        LimitVerdict::Causes { at_step, bent, causes, lost } => {
            let Some(first) = causes.first() else { return words.text("label-not-known") };
            let (cause, grade) = (name(words, &first.usage), grade(words, first.grade));
            let said = match *bent {
                true if first.usage.step != *at_step => {
                    let (used, step) = (first.usage.step, *at_step);
                    // A heap is full before it is exhausted: what tells is its collections.
                    match first.usage.saturation {
                        Some(Saturation::CollectingPercent(of)) => {
                            let share = share(words, of.mean);
                            words.say("limit-likely-before-heap", args![cause, grade, share, used, step])
                        }
                        _ => words.say("limit-likely-before", args![cause, grade, used, step]),
                    }
                }
                true if !first.usage.is_saturated() && first.grade == Grade::Weak => {
                    words.say("limit-possible", args![cause, grade, step = *at_step])
                }
                true => words.say("limit-likely", args![cause, grade, step = *at_step]),
                false => words.say("limit-likely-next", args![cause, grade, step = *at_step]),
            };
            let said = match is_outside_devices(first) {
                true => format!("{said} {}", words.text("limit-outside-devices")),
                false => said,
            };
            with_lost(words, said, *at_step, lost)
        }
        LimitVerdict::NotKnown { reason: NotKnown::NothingSaturated { at_step, .. } }
            if !factor.refuted.is_empty() =>
        {
            words.say("limit-only-refuted", args![step = *at_step])
        }
        LimitVerdict::NotKnown {
            reason: NotKnown::NothingSaturated { looked_at, connections_wait: false, .. },
        } if let Some(usage) = used_up_before(factor, *looked_at) => {
            let cause = name(words, usage);
            words.say("limit-used-up-before", args![cause, step = *looked_at])
        }
        LimitVerdict::NotKnown { reason } => not_known(words, reason),
    }
}

/// The one thing that was used up in a step, if it was in one before it too: that it came with the load is not seen.
fn used_up_before(factor: &LimitingFactor, step: u32) -> Option<&Usage> {
    let is_used_up = |usage: &&Usage| usage.source.is_some() && usage.is_saturated();
    let used_up: Vec<&Usage> =
        factor.table.iter().filter(is_used_up).filter(|usage| usage.step == step).collect();
    // Work that waits, and work of others, are said by themselves.
    let [only] = used_up.as_slice() else { return None };
    let mut all = factor.table.iter().filter(is_used_up);
    let is_before = all.any(|other| other.key() == only.key() && other.step < step);
    (is_before && only.resource != Resource::Queue && factor.other_work.is_empty()).then_some(*only)
}

/// Waited for, while the devices have little to do: a limit in front of them.
fn is_outside_devices(cause: &Cause) -> bool {
    cause.resource == Resource::Disk && cause.name == OUTSIDE_DEVICES
}

/// The same where no heading names it; `None` where nobody looked, or all that is to be said is said already.
pub fn line(words: &Words, factor: &LimitingFactor) -> Option<String> {
    use NotKnown::{Generator, NoStep, NothingWatched, TooFewReadings};
    match &factor.verdict {
        LimitVerdict::NotKnown {
            reason: NothingWatched | TooFewReadings { .. } | Generator { .. } | NoStep,
        } => None,
        _ => Some(words.say("limit-line", args![text = self::verdict(words, factor)])),
    }
}

/// With what became of the servers that were gone.
fn with_lost(words: &Words, said: String, step: u32, lost: &[LostServer]) -> String {
    let gone = lost.iter().map(|server| {
        let id = if server.restarted { "limit-restarted" } else { "limit-gone" };
        words.say(id, args![source = source(words, &server.source), from = words.length(server.from_s)])
    });
    let left = lost.iter().find_map(|server| server.servers).map(|servers| {
        words.say("limit-servers-left", args![step, servers = detectors::servers_at_work(words, servers)])
    });
    std::iter::once(said).chain(gone).chain(left).collect::<Vec<_>>().join(" ")
}

/// The likeliest cause, or that none is known.
pub fn short(words: &Words, verdict: &LimitVerdict) -> String {
    match verdict {
        LimitVerdict::Causes { causes, .. } => {
            causes.first().map_or_else(|| words.text("label-not-known"), |cause| name(words, &cause.usage))
        }
        LimitVerdict::NotKnown { .. } => words.text("label-not-known"),
    }
}

fn not_known(words: &Words, reason: &NotKnown) -> String {
    match reason {
        NotKnown::NothingWatched => words.text("limit-nothing-watched"),
        NotKnown::ClockOff { host, off_us } => {
            words.say("limit-clock-off", args![host, off = words.time(*off_us as f64)])
        }
        NotKnown::OtherTime => words.text("limit-other-time"),
        NotKnown::TooFewReadings { fewer_than } => words.say("limit-few-readings", args![n = *fewer_than]),
        NotKnown::NotReached { nearest: None } => words.text("limit-not-reached"),
        NotKnown::NotReached { nearest: Some(usage) } if usage.is_saturated() => {
            nearest(words, "limit-not-reached-used-up", usage)
        }
        NotKnown::NotReached { nearest: Some(usage) } => nearest(words, "limit-not-reached-nearest", usage),
        NotKnown::OneLoad { nearest: None } => words.text("limit-one-load"),
        NotKnown::OneLoad { nearest: Some(usage) } => nearest(words, "limit-one-load-nearest", usage),
        NotKnown::NoSteadyLoads { nearest: None } => words.text("limit-no-loads"),
        NotKnown::NoSteadyLoads { nearest: Some(usage) } => nearest(words, "limit-no-loads-nearest", usage),
        NotKnown::NothingSaturated { looked_at, connections_wait, .. } => {
            let id = if *connections_wait { "limit-connections-wait" } else { "limit-nothing-saturated" };
            words.say(id, args![step = *looked_at])
        }
        NotKnown::Refused { refused_in, error, .. } => {
            words.say("limit-refused", args![step = *refused_in, error = super::run::error(words, error)])
        }
        NotKnown::ServersLost { at_step, lost } => {
            with_lost(words, words.say("limit-servers-lost", args![step = *at_step]), *at_step, lost)
        }
        NotKnown::Generator { steps } => words.say("limit-generator", args![steps = words.steps(steps)]),
        NotKnown::NoStep if words.knows_no_step() => words.text("limit-no-steps"),
        NotKnown::NoStep => words.text("limit-no-step"),
    }
}

fn nearest(words: &Words, id: &str, usage: &Usage) -> String {
    let used = usage.utilisation_percent.map_or_else(super::number::dash, |u| match usage.resource {
        // A heap is as full as it ever was.
        Resource::Heap if u.max - u.mean > 1.0 => {
            words.say("limit-used-at-most", args![mean = share(words, u.mean), most = share(words, u.max)])
        }
        _ => share(words, u.mean),
    });
    words.say(id, args![nearest = name(words, usage), used, step = usage.step])
}

pub fn grade(words: &Words, grade: Grade) -> String {
    words.text(match grade {
        Grade::Strong => "limit-strong",
        Grade::Moderate => "limit-moderate",
        Grade::Weak => "limit-weak",
    })
}

/// What speaks for a cause.
pub fn because(words: &Words, cause: &Cause) -> String {
    let mut parts = vec![words.capitalised(&in_step(words, &cause.usage))];
    if let Some(below) = &cause.usage_below {
        parts.push(words.say("limit-below", args![step = below.step, usage = usage(words, below)]));
    }
    let step = cause.lead_step;
    match cause.lead_s {
        Some(0.0) => parts.push(words.say("limit-at", args![step])),
        Some(lead) if lead > 0.0 => {
            parts.push(words.say("limit-before", args![time = words.length(lead), step]));
        }
        Some(lead) => parts.push(words.say("limit-after", args![time = words.length(-lead), step])),
        None => {}
    }
    // What is no line has no end; that speaks against it, and is said there.
    if let Some(demand) = cause.demand.filter(|demand| demand.follows()) {
        let (fit, full_at) = (words.fixed(demand.r_squared, 2), words.per_s(demand.full_at_per_s));
        parts.push(words.say("limit-demand", args![fit, full_at, n = demand.steps]));
    }
    format!("{}.", parts.join("; "))
}

/// `CPU of app: 98 % used at 120/s; with pool 16 it carried 204/s, 97 % used`
pub fn refuted(words: &Words, of: &RefutedCause) -> String {
    let used = |usage: &Usage| self::usage(words, usage);
    words.say(
        "limit-refuted-by-variant",
        args![
            name = name(words, &of.cause.usage),
            usage = used(&of.cause.usage),
            rate = words.per_s(of.per_s),
            variant = super::run::variant(words, &of.by.variant),
            beyond = words.per_s(of.by.per_s),
            other = used(&of.by.usage),
            factor = words.fixed(of.by.per_s / of.per_s, 1)
        ],
    )
}

pub fn refuted_by(words: &Words, cause: &Cause) -> String {
    words.text(match cause.resource {
        Resource::Generator => "limit-refuted-generator",
        Resource::Cpu => "limit-refuted-cpu",
        Resource::ContainerCpu => "limit-refuted-container-cpu",
        Resource::Memory => "limit-refuted-memory",
        Resource::Heap => "limit-refuted-heap",
        Resource::Disk if is_outside_devices(cause) => "limit-refuted-disk-limit",
        Resource::Disk => "limit-refuted-disk",
        Resource::Network => "limit-refuted-network",
        Resource::Thread => "limit-refuted-thread",
        Resource::Pool | Resource::Limit => "limit-refuted-pool",
        Resource::Descriptors => "limit-refuted-descriptors",
        Resource::WorkQueue => "limit-refuted-work-queue",
        Resource::Locks => "limit-refuted-locks",
        Resource::Queue => "limit-refuted-queue",
    })
}

pub fn resource(words: &Words, resource: Resource) -> String {
    words.text(match resource {
        Resource::Generator => "limit-resource-generator",
        Resource::Cpu => "limit-resource-cpu",
        Resource::ContainerCpu => "limit-resource-container-cpu",
        Resource::Memory => "limit-resource-memory",
        Resource::Heap => "limit-resource-heap",
        Resource::Disk => "limit-resource-disk",
        Resource::Network => "limit-resource-network",
        Resource::Thread => "limit-resource-thread",
        Resource::Pool => "limit-resource-pool",
        Resource::Descriptors => "limit-resource-descriptors",
        Resource::WorkQueue => "limit-resource-work-queue",
        Resource::Limit => "limit-resource-limit",
        Resource::Locks => "limit-resource-locks",
        Resource::Queue => "limit-resource-queue",
    })
}

/// `CPU of app1`
pub fn name(words: &Words, usage: &Usage) -> String {
    named(words, usage.resource, usage.source.as_ref(), &usage.name)
}

/// The same of its parts.
pub fn named(words: &Words, resource: Resource, of: Option<&Source>, name: &str) -> String {
    let Some(of) = of.map(|of| source(words, of)) else { return self::resource(words, resource) };
    match (resource, name) {
        (Resource::Thread, ALL_THREADS) => words.say("limit-name-all-threads", args![source = of]),
        (Resource::Disk, OUTSIDE_DEVICES) => words.say("limit-name-outside-devices", args![source = of]),
        (_, "") => words.say("limit-name", args![resource = self::resource(words, resource), source = of]),
        _ => words.say("limit-name-of", args![resource = self::resource(words, resource), name, source = of]),
    }
}

/// Utilisation and saturation in words; errors where there are any.
pub fn usage(words: &Words, usage: &Usage) -> String {
    let used =
        usage.utilisation_percent.map(|u| words.say("limit-used", args![share = share(words, u.mean)]));
    let waits = usage.saturation.map(|s| saturation(words, s));
    let errors = usage.errors.filter(|n| *n > 0.0);
    let errors = errors.map(|n| words.say("limit-errors", args![errors = words.significant(n, 3)]));
    let parts: Vec<String> = [used, waits, errors].into_iter().flatten().collect();
    if parts.is_empty() { super::number::dash() } else { parts.join(", ") }
}

/// `step 5: 97 % used`
pub fn in_step(words: &Words, of: &Usage) -> String {
    words.say("limit-in-step", args![step = of.step, usage = usage(words, of)])
}

pub fn saturation(words: &Words, saturation: Saturation) -> String {
    let mean = saturation.measured().mean;
    let value = match saturation {
        Saturation::ThrottledPercent(_)
        | Saturation::CollectingPercent(_)
        | Saturation::IoWaitPercent(_)
        | Saturation::BlockedPercent(_)
        | Saturation::RunDelayPercent(_) => share(words, mean),
        Saturation::Paging(_) => words.bytes_per_s(mean),
        Saturation::LagGrowth(_) => words.significant(mean.abs(), 3),
        _ => words.significant(mean, 3),
    };
    let id = match saturation {
        Saturation::Runnable(_) => "limit-runnable",
        Saturation::ThrottledPercent(_) => "limit-throttled",
        Saturation::CollectingPercent(_) => "limit-collecting",
        Saturation::DiskQueue(_) => "limit-disk-queue",
        Saturation::IoWaitPercent(_) => "limit-io-wait",
        Saturation::BlockedPercent(_) => "limit-blocked",
        Saturation::Paging(_) => "limit-paging",
        Saturation::Pending(_) => "limit-pending",
        Saturation::LockWaits(_) => "limit-lock-waits",
        Saturation::LagGrowth(_) if mean < 0.0 => "limit-lag-fall",
        Saturation::LagGrowth(_) => "limit-lag-growth",
        Saturation::RunDelayPercent(_) => "limit-run-delay",
    };
    words.say(id, args![value])
}
