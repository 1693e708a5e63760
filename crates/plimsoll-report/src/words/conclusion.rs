//! What several runs say together: variants over their repeats, and what recurs. Runs are their places, from 0.

use super::{Words, args, limits, recommendation, run};
use plimsoll_analysis::RunAnalysis;
use plimsoll_analysis::bottleneck::Usage;
use plimsoll_analysis::conclusion::{
    CapacityKind, Conclusion, Recurrence, Recurring, RepeatedCapacity, RepeatedLimit, VariantConclusion,
};
use plimsoll_analysis::experiment::CapacityShare;
use plimsoll_run::{Instance, Source, Variant};

/// More names than this are counted.
const NAMES_MAX: usize = 4;
/// Groups of things that recur together and are told.
const RECURRENCES_MAX: usize = 6;

/// `≥ 95.7/s`
pub fn capacity(words: &Words, found: &RepeatedCapacity) -> String {
    let rate = words.per_s(found.throughput_per_s);
    match found.kind {
        CapacityKind::LowerBound => words.say("capacity-figure-at-least", args![rate]),
        CapacityKind::Maximum | CapacityKind::OneLoad => rate,
    }
}

/// Smallest and largest; in how many runs, where others have none.
pub fn capacity_note(words: &Words, found: &RepeatedCapacity, of: usize) -> Option<String> {
    let n = found.runs.len();
    let mut parts = Vec::new();
    if found.kind == CapacityKind::OneLoad {
        parts.push(words.text("conclusion-one-load"));
    }
    match found.until_lost.len() {
        0 => {}
        lost if of == 1 || lost == of => parts.push(words.text("capacity-until-lost")),
        lost => parts.push(words.say("conclusion-until-lost-in", args![n = lost, of])),
    }
    if n > 1 {
        let (low, high) = (words.rate(found.throughput_per_s_min), words.rate(found.throughput_per_s_max));
        parts.push(words.say("conclusion-range", args![low, high, n]));
    }
    if n < of {
        parts.push(words.say("conclusion-in-of", args![n, of]));
    }
    (!parts.is_empty()).then(|| parts.join("; "))
}

/// What the study's properties make of the variant, where its name does not say it: `mix=morning, passes=2`.
pub fn properties(variant: &Variant) -> Option<String> {
    let all = variant.properties.iter().map(|(name, value)| format!("{name}={value}"));
    let unsaid: Vec<String> = all.filter(|property| !variant.name.contains(property.as_str())).collect();
    (!unsaid.is_empty()).then(|| unsaid.join(", "))
}

/// Among how many the capacity is shared evenly: `2,397 calls per hour for each of 98 (municipality), 21.8 % of …`
pub fn shares(words: &Words, found: &RepeatedCapacity, runs: &[RunAnalysis]) -> Vec<String> {
    let Some(run) = found.runs.first().map(|place| &runs[*place]) else { return Vec::new() };
    let Some(best) = run.capacity.best() else { return Vec::new() };
    // The run's share is that of its own best step.
    let of_mean = found.throughput_per_s / best.throughput_per_s.value;
    let share = |share: &CapacityShare| {
        let unit = share.unit.clone().unwrap_or_else(|| words.text("experiment-calls"));
        let (count, rate) = (words.written(share.count), words.projected(of_mean * share.per_hour));
        let said = words.say("conclusion-share", args![count, name = &share.name, rate, unit]);
        let Some(of_expected) = share.of_expected else { return said };
        let percent = words.with_percent_sign(words.percent(100.0 * of_mean * of_expected));
        words.say("conclusion-share-of", args![said, percent])
    };
    run.experiment.shares.iter().map(share).collect()
}

/// Of how many runs it is the lowest, and how many times the expected use it is.
pub fn recommended_note(words: &Words, variant: &VariantConclusion, runs: &[RunAnalysis]) -> Option<String> {
    let (n, of) = (variant.not_recommended.len(), variant.runs.len());
    if variant.recommended.is_some() {
        let run = variant.recommended_run.map(|place| &runs[place]);
        let headroom = run.and_then(|run| run.advice.projection_recommended.as_ref()?.headroom);
        let times = |factor| words.say("conclusion-headroom", args![factor = words.significant(factor, 3)]);
        let lowest = (of > 1).then(|| words.say("conclusion-lowest", args![n = of]));
        let fills = variant.runs.iter().any(|place| recommendation::needs_restarts(words, &runs[*place]));
        let fills = fills.then(|| words.text("conclusion-needs-restarts"));
        // What leaves the headroom may lie below every load that was measured.
        let measured_per_s = variant.recommended.as_ref().map(|point| point.throughput_per_s.value);
        let computed = variant.operate_at_per_s.filter(|per_s| measured_per_s.is_some_and(|of| *per_s < of));
        let computed = computed.map(|_| words.text("conclusion-computed"));
        let parts: Vec<String> =
            lowest.into_iter().chain(computed).chain(headroom.map(times)).chain(fills).collect();
        return (!parts.is_empty()).then(|| parts.join("; "));
    }
    (n < of).then(|| words.say("conclusion-none-in", args![n, of]))
}

/// The likeliest cause of most runs.
pub fn limit(words: &Words, limit: &RepeatedLimit) -> String {
    match limit.causes.first() {
        Some(cause) => self::cause(words, &cause.usage),
        None if limit.not_known.is_empty() => words.text("conclusion-no-limit"),
        None => words.text("label-not-known"),
    }
}

/// Its grade, in how many runs, and what others name.
pub fn limit_note(words: &Words, limit: &RepeatedLimit, of: usize) -> Option<String> {
    let mut parts = Vec::new();
    for (i, cause) in limit.causes.iter().enumerate() {
        let (grade, n) = (limits::grade(words, cause.grade), cause.runs.len());
        parts.push(match i {
            0 if of == 1 => grade,
            0 => words.say("conclusion-cause-in", args![grade, n, of]),
            _ if of == 1 => {
                words.say("conclusion-cause-too", args![cause = self::cause(words, &cause.usage), grade])
            }
            _ => words.say(
                "conclusion-cause-further",
                args![cause = self::cause(words, &cause.usage), grade, n, of],
            ),
        });
    }
    if limit.causes.is_empty() && limit.not_known.is_empty() {
        parts.push(words.text("conclusion-no-limit-why"));
    } else if !limit.not_reached.is_empty() {
        parts.push(words.say("conclusion-no-limit-in", args![n = limit.not_reached.len(), of]));
    }
    if !limit.not_known.is_empty() && limit.not_known.len() < of {
        parts.push(words.say("conclusion-not-known-in", args![n = limit.not_known.len(), of]));
    }
    (!parts.is_empty()).then(|| parts.join("; "))
}

/// `pool events of collector`: without the address at which a service was asked.
pub fn cause(words: &Words, usage: &Usage) -> String {
    let short = |source: &Source| match source.instance {
        Instance::Service(_) if !source.host.is_empty() => {
            Source { instance: Instance::Host, ..source.clone() }
        }
        _ => source.clone(),
    };
    limits::name(words, &Usage { source: usage.source.as_ref().map(short), ..usage.clone() })
}

/// What does not hold in every run.
pub fn requirements_note(words: &Words, variant: &VariantConclusion) -> Option<String> {
    let mut parts = Vec::new();
    if variant.runs.len() > 1 {
        let (n, of) = (variant.holds.len(), variant.runs.len());
        parts.push(words.say("conclusion-held", args![n, of]));
    }
    for found in &variant.requirements {
        let requirement = &found.requirement;
        for (runs, id) in [(&found.fails, "conclusion-failed"), (&found.undecided, "conclusion-undecided")] {
            if !runs.is_empty() {
                parts.push(words.say(id, args![requirement, n = runs.len(), of = variant.runs.len()]));
            }
        }
    }
    (!parts.is_empty()).then(|| parts.join("; "))
}

/// Those that are told, and how many are not.
pub fn shown(conclusion: &Conclusion) -> (&[Recurrence], Option<usize>) {
    let all = conclusion.recurrences.as_slice();
    let (shown, rest) = all.split_at(all.len().min(RECURRENCES_MAX));
    (shown, (!rest.is_empty()).then_some(rest.len()))
}

/// What recurs: `limiting factor: pool events of collector (strong)`, `pool-exhausted (collector)`.
pub fn recurring(words: &Words, thing: &Recurring) -> String {
    match thing {
        Recurring::LimitingFactor { grade, usage } => {
            let (cause, grade) = (cause(words, usage), limits::grade(words, *grade));
            words.say("conclusion-limit", args![cause, grade])
        }
        Recurring::Finding { id, host, .. } if host.is_empty() => id.clone(),
        Recurring::Finding { id, host, .. } => words.say("conclusion-finding-of", args![id, host]),
    }
}

/// `in 3 of 3 runs of A; in none of B`
pub fn coverage(words: &Words, conclusion: &Conclusion, found: &Recurrence) -> String {
    if found.never.is_empty() && found.sometimes.is_empty() {
        return words.say("conclusion-everywhere", args![n = found.runs.len()]);
    }
    let names = |places: &[usize]| -> String {
        // A comma or a number within a name is none between names.
        let named = |place: &usize| {
            let name = run::variant(words, &conclusion.variants[*place].name);
            words.say("conclusion-name", args![name])
        };
        let mut shown: Vec<String> = places.iter().map(named).collect();
        if shown.len() > NAMES_MAX + 1 {
            let others = shown.len() - NAMES_MAX;
            shown.truncate(NAMES_MAX);
            shown.push(words.say("conclusion-others", args![n = others]));
        }
        words.listed(&shown)
    };
    let mut parts = vec![match found.always.as_slice() {
        [one] => {
            let n = conclusion.variants[*one].runs.len();
            words.say("conclusion-always-one", args![n, variants = names(&found.always)])
        }
        several => words.say("conclusion-always", args![variants = names(several)]),
    }];
    if !found.sometimes.is_empty() {
        parts.push(words.say("conclusion-sometimes", args![variants = names(&found.sometimes)]));
    }
    match found.never.as_slice() {
        [] => {}
        [_] => parts.push(words.say("conclusion-never", args![variants = names(&found.never)])),
        _ => parts.push(words.text("conclusion-never-others")),
    }
    parts.join("; ")
}

/// Of a place in a run's part of the report.
pub fn anchor(run: usize, place: &str) -> String {
    format!("run-{}-{place}", run + 1)
}
