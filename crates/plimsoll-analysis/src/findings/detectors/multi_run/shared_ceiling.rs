//! `shared-ceiling`: two variants that differ in nothing else have a resource 1.5× apart, both were driven to their limit, and
//! their highest throughputs are within 3 %: the limit is something that they share. In a grid of variants each two of the same
//! other parts are looked at. Throughput times bytes is set against the usual
//! speeds of networks.

use crate::capacity::{BoundReason, Capacity};
use crate::conclusion::BETWEEN_PARTS;
use crate::findings::Claim;
use crate::findings::evidence::RunFindings;
use crate::findings::prelude::*;
use crate::measured::MeasuredRun;
use crate::servers::Observations;
use crate::servers::readings::Readings;
use plimsoll_run::SeriesPoints;
use plimsoll_run::metric;
use plimsoll_run::reading::says_none;
use std::collections::BTreeSet;

pub(crate) static DETECTOR: Detector = Detector {
    id: "shared-ceiling",
    severities: &[Severity::Warning],
    when: "two variants that differ in nothing else have a resource 1.5× apart (by their names: `1 column`, `2 \
        columns`; a property such as `cores`, `heap`; or a watched limit), both were driven to their limit, \
        highest throughputs within 3 % (where throughput falls from the lowest load on, only if a network's speed is near). X · bytes · 8 is set against usual network speeds",
    requires: "two variants",
    needs: &[Need::Variants(2)],
    thresholds: Limits::ALL,
    look: Look::Runs(detect),
};

thresholds!("shared-ceiling", Limits {
    /// ratio of a resource
    resource_ratio = 1.5,
    /// % between the highest throughputs
    percent = 3.0,
    /// % of a network's speed that make it a suspect
    network_percent = 80.0,
});

/// Far more of a resource, and no more throughput.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct SharedCeiling {
    /// Variants, by the resource ascending.
    pub small: String,
    pub large: String,
    /// A property of the variants, or a metric.
    pub resource: String,
    pub small_amount: f64,
    pub large_amount: f64,
    pub small_per_s: f64,
    pub large_per_s: f64,
    /// Received and sent, the larger one, at the higher throughput.
    pub bits_per_s: f64,
    /// A usual speed of a network that this fills to more than 80 %; `None`: none.
    pub network_bits_per_s: Option<f64>,
}

impl Claimed for SharedCeiling {
    fn next_step(&self) -> NextStep {
        NextStep::WatchShared
    }
}

/// Parts of names of properties that say how much of something there is.
const RESOURCES: [&str; 14] = [
    "cpu", "core", "mem", "heap", "ram", "worker", "instance", "replica", "node", "pool", "xmx", "thread",
    "column", "server",
];
/// Limits that are shown by what is watched.
const METRICS: [&str; 4] = [
    metric::CONTAINER_CPU_LIMIT,
    metric::CONTAINER_MEMORY_LIMIT,
    metric::JVM_MEMORY_LIMIT,
    metric::DB_CLIENT_CONNECTION_MAX,
];
/// Bits per second: Ethernet's usual speeds.
const NETWORKS: [f64; 7] = [1e8, 1e9, 2e9, 2.5e9, 5e9, 1e10, 2.5e10];

struct Variant<'a> {
    name: &'a str,
    run: usize,
    analysis: &'a MeasuredRun,
    row: &'a StepRow,
    /// Throughput falls from the lowest load on: how much smaller loads bring is not known.
    is_open: bool,
    resources: Vec<(String, f64)>,
}

fn detect(several: &MultiRun) -> Vec<Found> {
    let limits = Limits::of(several.settings());
    let variants: Vec<Variant> =
        several.variants().into_iter().filter_map(|name| of_variant(several, name)).collect();
    let mut found: Vec<(Vec<&str>, Found)> = Vec::new();
    for (i, a) in variants.iter().enumerate() {
        for b in &variants[i + 1..] {
            let Some((part, common)) = differing_part(a.name, b.name) else { continue };
            if found.iter().all(|(known, _)| *known != common) {
                found.extend(compared(a, b, part, limits).map(|found| (common, found)));
            }
        }
    }
    let few =
        (variants.len() == 2).then(|| Caveat::NotWatched { metric: metric::SYSTEM_NETWORK_IO.to_owned() });
    found.into_iter().map(|(_, found)| found.but(few.clone())).collect()
}

/// The part of two names that differs, and the parts that both have; `None`: more than one differs.
fn differing_part<'a>(a: &'a str, b: &'a str) -> Option<((&'a str, &'a str), Vec<&'a str>)> {
    let (of_a, of_b): (Vec<&str>, Vec<&str>) =
        (a.split(BETWEEN_PARTS).collect(), b.split(BETWEEN_PARTS).collect());
    if of_a.len() != of_b.len() {
        return Some(((a, b), Vec::new()));
    }
    let (same, mut differing): (Vec<_>, Vec<_>) = of_a.into_iter().zip(of_b).partition(|(a, b)| a == b);
    let part = differing.pop()?;
    differing.is_empty().then(|| (part, same.into_iter().map(|(common, _)| common).collect()))
}

/// The best of a variant's runs that found its maximum.
fn of_variant<'a>(several: &MultiRun<'a>, name: &'a str) -> Option<Variant<'a>> {
    let runs = several.runs.iter().enumerate().filter(|(_, run)| run.header.variant.name == name);
    let found = runs.filter_map(|(place, run)| Some((place, run, maximum(run)?)));
    let x = |row: &StepRow| row.throughput_per_s.value;
    let (run, analysis, row) = found.max_by(|a, b| x(a.2).total_cmp(&x(b.2)))?;
    let is_open =
        matches!(analysis.capacity, Capacity::LowerBound { reason: BoundReason::FallsFromLowest { .. }, .. });
    let analysis = analysis.measured;
    let resources = resources(analysis, several.observed.get(run));
    Some(Variant { name, run, analysis, row, is_open, resources })
}

/// The best step, where the system was driven to its limit: throughput had a knee, or more load did not bring more.
fn maximum<'a>(run: &RunFindings<'a>) -> Option<&'a StepRow> {
    let is_knee = |claim: &Claim| {
        matches!(claim, Claim::Knee(_) | Claim::Plateau(_) | Claim::Retrograde(_) | Claim::KneeBelowRange(_))
    };
    let found = matches!(
        run.capacity,
        Capacity::Maximum { .. }
            | Capacity::Refused { .. }
            | Capacity::BelowAsked { pool_may_limit: false, .. }
    );
    let reached = found || run.findings.iter().any(|finding| is_knee(&finding.claim));
    let run = run.measured;
    run.capacity.best().filter(|_| reached).and_then(|best| run.step(best.step))
}

fn resources(run: &MeasuredRun, observed: Option<&Observations>) -> Vec<(String, f64)> {
    let properties = run.header.variant.properties.iter().filter_map(|(name, value)| {
        is_resource(name).then_some(())?;
        Some((name.clone(), amount(value)?))
    });
    let mut all: Vec<(String, f64)> = properties.collect();
    let Some(observed) = observed else { return all };
    for metric in METRICS {
        let newest = Readings::of(observed).metric(metric).filter_map(|s| Some((s, s.points.last()?.value)));
        let is_reported = |(of, value): &(&SeriesPoints, f64)| *value > 0.0 && !says_none(&of.series, *value);
        let total: f64 = newest.filter(is_reported).map(|(_, value)| value).sum();
        if total > 0.0 {
            all.push((metric.to_owned(), total));
        }
    }
    all
}

/// Whether a property of that name says how much of something there is.
pub(super) fn is_resource(name: &str) -> bool {
    let lower = name.to_lowercase();
    RESOURCES.iter().any(|part| lower.contains(part))
}

/// `4`, `512m`, `2 GB`, `1g`
pub(crate) fn amount(text: &str) -> Option<f64> {
    let text = text.trim();
    let digits = text.find(|c: char| !(c.is_ascii_digit() || c == '.')).unwrap_or(text.len());
    let number: f64 = text[..digits].parse().ok()?;
    let factor = match text[digits..].trim().to_lowercase().as_str() {
        "" => 1.0,
        "k" | "kb" | "ki" | "kib" => 1_024.0,
        "m" | "mb" | "mi" | "mib" => 1_024.0 * 1_024.0,
        "g" | "gb" | "gi" | "gib" => 1_024.0 * 1_024.0 * 1_024.0,
        _ => return None,
    };
    (number > 0.0).then_some(number * factor)
}

/// `1 column` and `2 columns`: so much of the same noun.
fn counted((a, b): (&str, &str)) -> Option<(String, f64, f64)> {
    let split = |part: &str| {
        let (count, noun) = part.split_once(' ')?;
        Some((count.parse::<f64>().ok().filter(|count| *count > 0.0)?, noun.to_owned()))
    };
    let ((of_a, noun_a), (of_b, noun_b)) = (split(a)?, split(b)?);
    let (short, long) = if noun_a.len() < noun_b.len() { (noun_a, noun_b) } else { (noun_b, noun_a) };
    // One and several differ in how they end.
    long.starts_with(&short).then_some((long, of_a, of_b))
}

/// The resource of which one has more, if that is all in which they differ. What a name or a property says comes before what
/// follows from it.
fn resource(a: &Variant, b: &Variant, part: (&str, &str), ratio: f64) -> Option<(String, f64, f64)> {
    let (of_a, of_b) = (&a.analysis.header, &b.analysis.header);
    let (properties_a, properties_b) = (&of_a.variant.properties, &of_b.variant.properties);
    let names: BTreeSet<&String> = properties_a.keys().chain(properties_b.keys()).collect();
    // A property that only repeats a word of the variant's name is no setting.
    let is_label = |variant: &Variant, value: Option<&String>| {
        let words = || variant.name.split([' ', ',']);
        value.is_some_and(|value| words().any(|word| word == value))
    };
    let is_setting = |name: &&String| {
        let (of_a, of_b) = (properties_a.get(*name), properties_b.get(*name));
        of_a != of_b && !(is_label(a, of_a) && is_label(b, of_b))
    };
    let differing: Vec<&String> = names.into_iter().filter(is_setting).collect();
    if of_a.plan.file != of_b.plan.file
        || differing.len() > 1
        || differing.iter().any(|name| !is_resource(name))
    {
        return None;
    }
    let known = a.resources.iter().filter_map(|(name, of_a)| {
        let (_, of_b) = b.resources.iter().find(|(other, _)| other == name)?;
        Some((name.clone(), *of_a, *of_b))
    });
    counted(part).into_iter().chain(known).find(|(_, a, b)| a.max(*b) >= ratio * a.min(*b))
}

fn compared(a: &Variant, b: &Variant, part: (&str, &str), limits: Limits) -> Option<Found> {
    let (xa, xb) = (a.row.throughput_per_s.value, b.row.throughput_per_s.value);
    if (xa - xb).abs() > limits.percent / 100.0 * xa.max(xb) {
        return None;
    }
    let (resource, of_a, of_b) = resource(a, b, part, limits.resource_ratio)?;
    let (small, large) = if of_a < of_b { (a, b) } else { (b, a) };
    let bytes = |v: &Variant| v.row.bytes_received_per_s.max(v.row.bytes_sent_per_s);
    let bits_per_s = 8.0 * bytes(a).max(bytes(b));
    let near = |speed: &&f64| bits_per_s <= **speed && bits_per_s >= limits.network_percent / 100.0 * **speed;
    let network_bits_per_s = NETWORKS.iter().find(near).copied();
    // That both bring as much may be chance then, unless it is what a network carries.
    if (a.is_open || b.is_open) && network_bits_per_s.is_none() {
        return None;
    }
    let claim = SharedCeiling {
        small: small.name.to_owned(),
        large: large.name.to_owned(),
        resource,
        small_amount: of_a.min(of_b),
        large_amount: of_a.max(of_b),
        small_per_s: small.row.throughput_per_s.value,
        large_per_s: large.row.throughput_per_s.value,
        bits_per_s,
        network_bits_per_s,
    };
    let item = |variant: &Variant| {
        let measure = Measure::Run { run: variant.run, of: LoadMeasure::Throughput };
        EvidenceItem { measure, ..EvidenceItem::throughput(variant.row) }
    };
    let bytes = EvidenceItem::load(LoadMeasure::BytesPerS, Unit::BytesPerS, bits_per_s / 8.0);
    Some(Found::new(claim, vec![item(small), item(large), bytes]))
}
