//! `shared-ceiling`: two variants have a resource 1.5× apart, both were driven to their limit, and their highest
//! throughputs are within 3 %: the limit is something that they share. Throughput times bytes is set against the usual
//! speeds of networks.

use super::Across;
use crate::analysis::RunAnalysis;
use crate::capacity::Capacity;
use crate::findings::Claim;
use crate::findings::across_claim::AcrossClaim;
use crate::findings::detector::Found;
use crate::findings::doubt::Doubt;
use crate::findings::exhibit::{Exhibit, LoadMeasure, Measure, Unit};
use crate::findings::thresholds::thresholds;
use crate::servers::Observations;
use crate::servers::readings::Readings;
use crate::step::StepRow;
use plimsoll_run::SeriesPoints;
use plimsoll_run::reading::says_none;

thresholds!("shared-ceiling", Limits {
    /// ratio of a resource
    resource_ratio = 1.5,
    /// % between the highest throughputs
    percent = 3.0,
    /// % of a network's speed that make it a suspect
    network_percent = 80.0,
});

/// Parts of names of properties that say how much of something there is.
const RESOURCES: [&str; 14] = [
    "cpu", "core", "mem", "heap", "ram", "worker", "instance", "replica", "node", "pool", "xmx", "thread",
    "column", "server",
];
/// Limits that are told by what is watched.
const METRICS: [&str; 4] =
    ["container.cpu.limit", "container.memory.limit", "jvm.memory.limit", "db.client.connection.max"];
/// Bits per second: Ethernet's usual speeds.
const NETWORKS: [f64; 7] = [1e8, 1e9, 2e9, 2.5e9, 5e9, 1e10, 2.5e10];

struct Variant<'a> {
    name: &'a str,
    run: usize,
    row: &'a StepRow,
    resources: Vec<(String, f64)>,
}

pub(in crate::findings) fn detect(across: &Across) -> Vec<Found> {
    let limits = Limits::of(across.settings());
    let variants: Vec<Variant> =
        across.variants().into_iter().filter_map(|name| of_variant(across, name)).collect();
    for (i, a) in variants.iter().enumerate() {
        for b in &variants[i + 1..] {
            if let Some(found) = compared(a, b, limits) {
                let few = (variants.len() == 2)
                    .then(|| Doubt::NotWatched { metric: "system.network.io".to_owned() });
                return vec![found.but(few)];
            }
        }
    }
    Vec::new()
}

/// The best of a variant's runs that found its maximum.
fn of_variant<'a>(across: &Across<'a>, name: &'a str) -> Option<Variant<'a>> {
    let runs = across.runs.iter().enumerate().filter(|(_, run)| run.header.variant.name == name);
    let found = runs.filter_map(|(place, run)| Some((place, run, maximum(run)?)));
    let x = |row: &StepRow| row.throughput_per_s.value;
    let (run, analysis, row) = found.max_by(|a, b| x(a.2).total_cmp(&x(b.2)))?;
    Some(Variant { name, run, row, resources: resources(analysis, across.observed.get(run)) })
}

/// The best step, where the system was driven to its limit: throughput bent, or more load did not bring more.
fn maximum(run: &RunAnalysis) -> Option<&StepRow> {
    let bends = |claim: &Claim| {
        matches!(
            claim,
            Claim::Knee(_) | Claim::Plateau(_) | Claim::Retrograde(_) | Claim::KneeBelowRange { .. }
        )
    };
    let found = matches!(
        run.capacity,
        Capacity::Maximum { .. }
            | Capacity::Refused { .. }
            | Capacity::BelowAsked { pool_was_full: false, .. }
    );
    let bent = found || run.findings.iter().any(|finding| bends(&finding.claim));
    run.capacity.best().filter(|_| bent).and_then(|best| run.step(best.step))
}

fn resources(run: &RunAnalysis, observed: Option<&Observations>) -> Vec<(String, f64)> {
    let properties = run.header.variant.properties.iter().filter_map(|(name, value)| {
        is_resource(name).then_some(())?;
        Some((name.clone(), amount(value)?))
    });
    let mut all: Vec<(String, f64)> = properties.collect();
    let Some(observed) = observed else { return all };
    for metric in METRICS {
        let newest = Readings::of(observed).metric(metric).filter_map(|s| Some((s, s.points.last()?.value)));
        let is_told = |(of, value): &(&SeriesPoints, f64)| *value > 0.0 && !says_none(&of.series, *value);
        let total: f64 = newest.filter(is_told).map(|(_, value)| value).sum();
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

fn compared(a: &Variant, b: &Variant, limits: Limits) -> Option<Found> {
    let (xa, xb) = (a.row.throughput_per_s.value, b.row.throughput_per_s.value);
    if (xa - xb).abs() > limits.percent / 100.0 * xa.max(xb) {
        return None;
    }
    let (resource, of_a, of_b) = a.resources.iter().find_map(|(name, of_a)| {
        let (_, of_b) = b.resources.iter().find(|(other, _)| other == name)?;
        (of_a.max(*of_b) >= limits.resource_ratio * of_a.min(*of_b)).then(|| (name.clone(), *of_a, *of_b))
    })?;
    let (small, large) = if of_a < of_b { (a, b) } else { (b, a) };
    let bytes = |v: &Variant| v.row.bytes_received_per_s.max(v.row.bytes_sent_per_s);
    let bits_per_s = 8.0 * bytes(a).max(bytes(b));
    let near = |speed: &&f64| bits_per_s <= **speed && bits_per_s >= limits.network_percent / 100.0 * **speed;
    let claim = AcrossClaim::SharedCeiling {
        small: small.name.to_owned(),
        large: large.name.to_owned(),
        resource,
        small_amount: of_a.min(of_b),
        large_amount: of_a.max(of_b),
        small_per_s: small.row.throughput_per_s.value,
        large_per_s: large.row.throughput_per_s.value,
        bits_per_s,
        network_bits_per_s: NETWORKS.iter().find(near).copied(),
    };
    let exhibit = |variant: &Variant| {
        let measure = Measure::Run { run: variant.run, of: LoadMeasure::Throughput };
        Exhibit { measure, ..Exhibit::throughput(variant.row) }
    };
    let bytes = Exhibit::load(LoadMeasure::BytesPerS, Unit::BytesPerS, bits_per_s / 8.0);
    Some(Found::new(claim, vec![exhibit(small), exhibit(large), bytes]))
}
